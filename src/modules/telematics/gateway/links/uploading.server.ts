/** A link that brings the files of an alarm: one thing after another, and not more of them in memory than the disk takes. */
import { isRaw, type Bodies, type Body, type Header } from '../../jt808/jt808.ts'
import type { FilePacket } from '../../safety/file-stream.ts'
import type { Upload } from '../../safety/upload.server.ts'

/** Bytes that may wait for the disk. */
const MOST_WAITING = 4 * 1024 * 1024
const [OK, WRONG, UNSUPPORTED] = [0, 2, 3]

interface Owner {
  readonly wire: { hold(): void; release(): void }
  answer(header: Header, result: number): void
  send(messageId: string, body: Body): number | null
  close(): void
}

export class Uploading {
  private readonly upload: Upload
  private readonly owner: Owner
  private running: Promise<unknown> = Promise.resolve()
  private waiting = 0

  constructor(upload: Upload, owner: Owner) {
    this.upload = upload
    this.owner = owner
  }

  private next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.running.then(work)
    this.running = done.catch(() => this.owner.close())
    return done
  }

  take(packet: FilePacket): void {
    const { length } = packet.data
    this.waiting += length
    const crowded = this.waiting > MOST_WAITING
    if (crowded) this.owner.wire.hold()
    void this.next(() => this.upload.take(packet))
      .catch(() => {})
      .finally(() => {
        this.waiting -= length
        if (crowded) this.owner.wire.release()
      })
  }

  async receive(header: Header, body: Body): Promise<void> {
    if (header.messageId === '0002') return this.owner.answer(header, OK)
    if (header.messageId !== '1211' && header.messageId !== '1212') return this.owner.answer(header, UNSUPPORTED)
    if (isRaw(body)) return this.owner.answer(header, WRONG)
    if (header.messageId === '1211')
      return this.owner.answer(header, (await this.next(() => this.upload.begin(body as Bodies['1211']))) ? OK : WRONG)
    this.owner.send('9212', await this.next(() => this.upload.finish(body as Bodies['1212'])))
  }

  end(): Promise<void> {
    return this.next(() => this.upload.end()).catch(() => {})
  }
}
