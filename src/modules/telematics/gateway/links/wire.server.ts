/**
 * The bytes of one connection. In: frames of JT/T 808, whatever the device speaks. Out: what one turn of the event loop has to say goes
 * with one system call. Nothing that comes in costs more than its bounds, and a reader that falls behind is dropped.
 */
import type { Socket } from 'node:net'
import { speaksGt06 } from '../../gt06/gt06.ts'
import { Gt06Translator } from '../../gt06/translator.ts'
import { badFrames, Decoder, type Frame } from '../../jt808/jt808.ts'
import { FileStream, type FilePacket } from '../../safety/file-stream.ts'

/** Of somebody who has not said who it is. */
const STRANGER_BAD_FRAMES = 3
const STRANGER_GARBAGE = 2048
/** Of one that has: a flood of garbage without a single good frame between. */
const KNOWN_GARBAGE = 1024 * 1024
/** A reader this far behind is dropped: it comes back and asks anew. */
const MOST_UNSENT = 256 * 1024

export interface WireOwner {
  now(): number
  /** Has it proved who it is? */
  isKnown(): boolean
  receive(frames: readonly Frame[]): void
  count(what: 'badFrames' | 'garbage'): void
  closed(): void
}

export class Wire {
  readonly remote: string
  /** Our end of it. */
  readonly local: string
  readonly openedAt: number
  heardAt: number
  closing = false
  private readonly socket: Socket
  private readonly owner: WireOwner
  private readonly decoder = new Decoder()
  /** Of a device that speaks another protocol; its first byte tells. */
  private translator: Gt06Translator | null = null
  /** Of a link that brings files: packets between its frames. */
  private files: { stream: FileStream; take: (packet: FilePacket) => void } | null = null
  private heardAnything = false
  private garbageSince = 0
  private counted = 0
  private held = 0
  private corked = false

  constructor(socket: Socket, owner: WireOwner) {
    this.socket = socket
    this.owner = owner
    this.remote = `${socket.remoteAddress ?? ''}:${socket.remotePort ?? 0}`
    this.local = (socket.localAddress ?? '').replace(/^::ffff:/, '')
    this.openedAt = this.heardAt = owner.now()
    socket.on('data', (chunk: Buffer) => this.read(chunk))
    socket.on('error', () => {}) // 'close' follows
    socket.on('close', () => {
      this.closing = true
      owner.closed()
    })
  }

  /** What was written is still sent. */
  close(): void {
    if (this.closing) return
    this.closing = true
    this.socket.destroySoon()
  }
  destroy(): void {
    this.socket.destroy()
  }

  bringsFiles(take: (packet: FilePacket) => void): void {
    this.files ??= { stream: new FileStream(), take }
  }

  /** Several may ask for a pause: the database, this link's own backlog. */
  hold(): void {
    if (this.held++ === 0) this.socket.pause()
  }
  release(): void {
    if (this.held > 0 && --this.held === 0 && !this.closing) this.socket.resume()
  }

  private read(chunk: Buffer): void {
    if (this.closing) return
    if (!this.heardAnything && chunk.length > 0) {
      this.heardAnything = true
      if (speaksGt06(chunk[0]!)) this.translator = new Gt06Translator(() => this.owner.now())
    }
    const reader = this.translator ?? this.decoder
    const frames = reader.push(this.files ? this.withoutFiles(this.files, chunk) : chunk)
    if (this.translator) for (const answer of this.translator.answers()) this.write(answer)
    if (frames.length > 0) this.heardAt = this.owner.now()
    if (this.tooMuchGarbage(reader, frames.length > 0)) {
      this.owner.count('garbage')
      return this.close()
    }
    if (frames.length > 0) this.owner.receive(frames)
  }

  private withoutFiles({ stream, take }: NonNullable<Wire['files']>, chunk: Uint8Array): Uint8Array {
    const { packets, rest } = stream.push(chunk)
    if (packets.length > 0) this.heardAt = this.owner.now()
    for (const packet of packets) take(packet)
    if (stream.garbage > KNOWN_GARBAGE) this.close()
    return rest
  }

  private tooMuchGarbage({ stats }: Pick<Decoder, 'stats'>, heard: boolean): boolean {
    const bad = badFrames(stats)
    for (; this.counted < bad; this.counted++) this.owner.count('badFrames')
    if (heard) this.garbageSince = stats.garbage
    const garbage = stats.garbage - this.garbageSince
    return this.owner.isKnown() ? garbage > KNOWN_GARBAGE : garbage > STRANGER_GARBAGE || bad >= STRANGER_BAD_FRAMES
  }

  /** One frame of JT/T 808, or several. False: the link is going. */
  send(bytes: Uint8Array): boolean {
    if (!this.translator) return this.write(bytes)
    const { write, toSession } = this.translator.say(bytes)
    if (toSession.length > 0) setImmediate(() => this.owner.receive(toSession))
    return write.every((one) => this.write(one)) && !this.closing
  }

  private write(bytes: Uint8Array): boolean {
    if (this.closing || !this.socket.writable) return false
    if (this.socket.writableLength > MOST_UNSENT) {
      this.socket.destroy()
      return false
    }
    if (!this.corked) this.cork()
    this.socket.write(bytes)
    return true
  }
  private cork(): void {
    this.corked = true
    this.socket.cork()
    if (corked.push(this) === 1) process.nextTick(uncorkAll)
  }
  uncork(): void {
    this.corked = false
    this.socket.uncork()
  }
}

/** Of this turn; one tick for all of them. */
let corked: Wire[] = []
function uncorkAll(): void {
  const all = corked
  corked = []
  for (const wire of all) wire.uncork()
}
