/**
 * One connection of a terminal: bytes in, answers out. Nothing it sends can cost more than its bounds; a bad frame never ends the
 * link of a terminal that has proved who it is, and an item that cannot be read never costs the position around it.
 */
import type { Socket } from 'node:net'
import { speaksGt06 } from '../gt06/gt06.ts'
import { Gt06Translator } from '../gt06/translator.ts'
import {
  badFrames, Decoder, encodeFrame, isRaw, isWhole, plainPhone, readBody, Reassembler, type Bodies, type Body, type Frame, type Header, type Location, type Version,
} from '../jt808/jt808.ts'
import type { Known } from './directory.server.ts'
import { fixOf, type Fix } from './fix.rules.ts'

export const OK = 0, FAILED = 1, WRONG = 2, UNSUPPORTED = 3
/** Before a terminal has said who it is. */
const STRANGER_MS = 30_000
const STRANGER_BAD_FRAMES = 3
const STRANGER_GARBAGE = 2048
/** Of one that has: a flood of garbage without a single good frame between. */
const KNOWN_GARBAGE = 1024 * 1024
/** A reader this far behind is dropped: it comes back and asks anew. */
const MOST_UNSENT = 256 * 1024
const MOST_QUEUED = 256
/** Positions of one link that wait for the database. */
const MOST_UNSTORED = 4000

/** What a link asks of the gateway behind it. */
export interface Host {
  now(): number
  register(link: Link, header: Header, body: Bodies['0100']): Promise<{ result: number; code?: string }>
  authenticate(link: Link, header: Header, body: Bodies['0102']): Promise<number>
  /** A terminal whose profile needs no authentication code. */
  admitWithoutCode(link: Link, header: Header): Promise<boolean>
  logout(link: Link): Promise<void>
  append(operatorId: number, fixes: readonly Fix[], done: (outcome: 'stored' | 'refused' | 'dropped') => void): void
  /** An answer to something we sent, or a message that is kept. False: not something we know. */
  answered(link: Link, header: Header, body: Body): Promise<boolean> | boolean
  closed(link: Link): void
  /** Something a person should know: the same link under two names. */
  suspicious(link: Link, why: string): void
  count(what: 'frames' | 'badFrames' | 'garbage' | 'refused'): void
}

export class Link {
  readonly socket: Socket
  readonly remote: string
  readonly openedAt: number
  /** The number of the header, as plain digits; the first frame decides. */
  phone: string | null = null
  /** Who it is, once proved. */
  terminal: Known | null = null
  generation = 0
  version: Version = 2013
  heardAt: number
  closing = false
  private readonly host: Host
  private readonly decoder = new Decoder()
  /** Of a device that speaks another protocol; its first byte tells. */
  private translator: Gt06Translator | null = null
  private heardAnything = false
  private reassembler: Reassembler | null = null
  private wirePhone = ''
  private serial = 0
  private readonly queue: Frame[] = []
  private running = false
  private unstored = 0
  private garbageSince = 0
  private counted = 0
  private refusals = 0
  private held = 0

  constructor(socket: Socket, host: Host) {
    this.socket = socket
    this.host = host
    this.remote = `${socket.remoteAddress ?? ''}:${socket.remotePort ?? 0}`
    this.openedAt = this.heardAt = host.now()
    socket.on('data', (chunk: Buffer) => this.read(chunk))
    socket.on('error', () => {}) // 'close' follows
    socket.on('close', () => {
      this.closing = true
      this.queue.length = 0
      host.closed(this)
    })
  }

  close(): void {
    if (this.closing) return
    this.closing = true
    this.socket.destroySoon()
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
      if (speaksGt06(chunk[0]!)) this.translator = new Gt06Translator(() => this.host.now())
    }
    const reader = this.translator ?? this.decoder
    const frames = reader.push(chunk)
    const { stats } = reader
    if (this.translator) for (const answer of this.translator.answers()) this.write(answer)
    const bad = badFrames(stats)
    for (; this.counted < bad; this.counted++) this.host.count('badFrames')
    if (frames.length > 0) {
      this.heardAt = this.host.now()
      this.garbageSince = stats.garbage
    }
    const garbage = stats.garbage - this.garbageSince
    if (this.terminal ? garbage > KNOWN_GARBAGE : garbage > STRANGER_GARBAGE || bad >= STRANGER_BAD_FRAMES) {
      this.host.count('garbage')
      return this.close()
    }
    for (const frame of frames) this.queue.push(frame)
    if (!this.running && this.queue.length > 0) this.pump()
  }

  /** Frames are looked at in their order; only what needs the database makes the others wait. */
  private pump(): void {
    if (this.running) return
    while (this.queue.length > 0 && !this.closing) {
      const work = this.handle(this.queue.shift()!)
      if (!work) continue
      this.running = true
      const crowded = this.queue.length > MOST_QUEUED
      if (crowded) this.hold()
      void work.catch((error: unknown) => this.fail(error)).finally(() => {
        this.running = false
        if (crowded) this.release()
        this.pump()
      })
      return
    }
  }

  private fail(_error: unknown): void {
    // The database is away while somebody logs in: no answer, and the terminal comes again.
    this.close()
  }

  private handle(frame: Frame): Promise<void> | void {
    this.host.count('frames')
    const { header } = frame
    const phone = plainPhone(header.phone)
    if (this.phone !== null && this.phone !== phone) {
      this.host.suspicious(this, `一条连接先后使用终端号 ${this.phone} 与 ${phone}`)
      return this.close()
    }
    this.phone = phone
    this.wirePhone = header.phone
    this.version = header.version
    if (header.encryption !== 0) return this.answer(header, UNSUPPORTED)
    if (!isWhole(header)) {
      const whole = this.assemble(frame)
      if (!whole) return
      return this.dispatch(whole.header, readBody(whole, this.terminal?.profile))
    }
    return this.dispatch(header, readBody(frame, this.terminal?.profile))
  }

  private assemble(frame: Frame): Frame | null {
    // Parts of strangers are not collected.
    if (!this.terminal) {
      this.refuse(frame.header)
      return null
    }
    this.reassembler ??= new Reassembler()
    const added = this.reassembler.add(frame, this.host.now())
    if (added.is === 'complete') return added.frame
    // A part is acknowledged when the whole is stored; a repeated one belongs to a whole that was.
    if (added.is === 'repeated') this.answer(frame.header, OK)
    if (added.is === 'refused') this.answer(frame.header, WRONG)
    return null
  }

  private dispatch(header: Header, body: Body): Promise<void> | void {
    switch (header.messageId) {
      case '0100':
        return this.register(header, body)
      case '0102':
        return this.authenticate(header, body)
    }
    if (this.terminal) return this.known(this.terminal, header, body)
    return this.host.admitWithoutCode(this, header).then((admitted) => {
      if (admitted && this.terminal) return this.known(this.terminal, header, body)
      this.refuse(header)
      return undefined
    })
  }

  private async register(header: Header, body: Body): Promise<void> {
    if (isRaw(body)) return void this.send('8100', { serial: header.serial, result: 4 })
    const { result, code } = await this.host.register(this, header, body as Bodies['0100'])
    this.send('8100', { serial: header.serial, result, ...(code === undefined ? {} : { code }) })
    if (result !== 0) this.refused()
  }

  private async authenticate(header: Header, body: Body): Promise<void> {
    const result = isRaw(body) ? WRONG : await this.host.authenticate(this, header, body as Bodies['0102'])
    this.answer(header, result)
    if (result !== OK) this.refused()
  }

  private known(terminal: Known, header: Header, body: Body): Promise<void> | void {
    switch (header.messageId) {
      case '0002':
        return this.answer(header, OK)
      case '0003':
        return this.host.logout(this).then(() => {
          this.answer(header, OK)
          this.close()
        })
      case '0004':
        return void this.send('8004', { time: new Date(this.host.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ') })
      case '0200':
        return isRaw(body) ? this.answer(header, WRONG) : this.store(terminal, header, [body as Location], false)
      case '0704': {
        if (isRaw(body)) return this.answer(header, WRONG)
        const batch = body as Bodies['0704']
        return this.store(terminal, header, batch.locations, batch.type === 1)
      }
      case '0201':
      case '0500':
        if (isRaw(body)) return this.answer(header, WRONG)
        this.store(terminal, header, [(body as Bodies['0201']).location], false, false)
        return void this.host.answered(this, header, body)
    }
    const taken = this.host.answered(this, header, body)
    if (taken === true || taken === false) return this.after(header, taken)
    return taken.then((done) => this.after(header, done))
  }

  private after(header: Header, taken: boolean): void {
    // Answers to us are not answered again.
    if (header.messageId === '0001' || header.messageId === '0104' || header.messageId === '0107' || header.messageId === '0801') return
    this.answer(header, taken ? OK : UNSUPPORTED)
  }

  /** The acknowledgement says: it is in the database. */
  private store(terminal: Known, header: Header, locations: readonly Location[], late: boolean, answer = true): void {
    const receivedAt = this.host.now()
    const fixes = locations.map((location, index) => fixOf(location, { terminal: terminal.id, receivedAt, serial: header.serial, late, index }))
    this.unstored += fixes.length
    const crowded = this.unstored > MOST_UNSTORED
    if (crowded) this.hold()
    this.host.append(terminal.operatorId, fixes, (outcome) => {
      this.unstored -= fixes.length
      if (crowded) this.release()
      if (answer && outcome !== 'dropped') this.answer(header, outcome === 'stored' ? OK : WRONG)
    })
  }

  /** Before it has proved who it is nothing is taken from it. */
  private refuse(header: Header): void {
    this.answer(header, FAILED)
    this.refused()
  }
  private refused(): void {
    this.host.count('refused')
    if (++this.refusals >= 5) this.close()
  }

  answer(header: Pick<Header, 'serial' | 'messageId'>, result: number): void {
    this.send('8001', { serial: header.serial, messageId: header.messageId, result })
  }

  nextSerial(): number {
    const serial = this.serial
    this.serial = (serial + 1) & 0xffff
    return serial
  }

  /** Returns the serial, or null when the link is going. */
  send(messageId: string, body: Body, serial: number = this.nextSerial()): number | null {
    const bytes = encodeFrame({ messageId, phone: this.wirePhone, serial, version: this.version }, body)
    return this.sendBytes(bytes) ? serial : null
  }

  /** One frame of JT/T 808, or several. */
  sendBytes(bytes: Uint8Array): boolean {
    if (!this.translator) return this.write(bytes)
    const { write, hear } = this.translator.say(bytes)
    this.queue.push(...hear)
    if (!this.running && hear.length > 0) setImmediate(() => this.pump())
    return write.every((one) => this.write(one)) && !this.closing
  }

  private write(bytes: Uint8Array): boolean {
    if (this.closing || !this.socket.writable) return false
    if (this.socket.writableLength > MOST_UNSENT) {
      this.socket.destroy()
      return false
    }
    this.socket.write(bytes)
    return true
  }

  get header(): { phone: string; version: Version } {
    return { phone: this.wirePhone, version: this.version }
  }

  /** Every few seconds: silence, strangers who never say who they are, parts that are missing. */
  sweep(now: number): void {
    const limit = this.terminal ? this.terminal.idleMs : STRANGER_MS
    // A stranger has its time from the beginning: a byte now and then does not prolong it.
    if (now - (this.terminal ? this.heardAt : this.openedAt) > limit) return this.close()
    if (!this.reassembler?.size) return
    for (const missing of this.reassembler.missing(now)) this.send('8003', { firstSerial: missing.firstSerial, indices: missing.indices })
  }
}
