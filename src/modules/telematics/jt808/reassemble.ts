/**
 * Long messages come in packets with serials counting up. A packet belongs to the message whose first packet had serial − (index − 1),
 * so packets may come in any order and more than once. Everything is bounded: open messages, bytes, time. One per connection.
 */
import type { Frame, Header } from './frame.ts'

export interface Limits {
  /** Messages that may be open at once. */
  open: number
  /** Bytes of all open messages together. */
  bytes: number
  /** An open message that heard nothing for so long is forgotten. */
  forgetAfterMs: number
  /** Silence after which the missing packets are asked for, then twice that, and so on. */
  askAfterMs: number
  /** How often they are asked for. */
  asks: number
}
const LIMITS: Limits = { open: 8, bytes: 4 * 1024 * 1024, forgetAfterMs: 5 * 60_000, askAfterMs: 10_000, asks: 3 }

/** Completed messages a connection remembers. */
const REMEMBERED = 16

interface Pending {
  key: string
  /** Of the packet that opened it, with the serial of the first packet. */
  header: Header
  total: number
  parts: Map<number, Uint8Array>
  bytes: number
  heardAt: number
  asked: number
  askAt: number
}

export type Added =
  | { is: 'complete'; frame: Frame }
  /** Also a packet heard before, of a message that is still open. */
  | { is: 'waiting' }
  /** Of a message completed a moment ago; `answer` is what it was told, null while nobody knows. */
  | { is: 'repeated'; answer: number | null }
  | { is: 'refused'; reason: string }

/** What 0x8003 (or 0x0005) asks for. */
export interface Missing {
  messageId: string
  firstSerial: number
  indices: number[]
}

export class Reassembler {
  private readonly limits: Limits
  private readonly open = new Map<string, Pending>()
  /** The last completed messages, so that a late repetition opens nothing and hears what the message heard. */
  private readonly done = new Map<string, { at: number; answer: number | null }>()
  private bytes = 0
  /** Messages given up: too old, or pushed out by newer ones. */
  forgotten = 0

  constructor(limits: Partial<Limits> = {}) {
    this.limits = { ...LIMITS, ...limits }
  }

  get size(): number {
    return this.open.size
  }
  get held(): number {
    return this.bytes
  }

  add(frame: Frame, now: number): Added {
    const { packet } = frame.header
    if (!packet) return { is: 'complete', frame }
    const { total, index } = packet
    if (total === 0 || index === 0 || index > total) return { is: 'refused', reason: `包序号 ${index}/${total} 不合理` }
    const firstSerial = (frame.header.serial - (index - 1)) & 0xffff
    const key = keyOf(frame.header, total, firstSerial)
    const done = this.done.get(key)
    // Serials come round: what was long ago is another message.
    if (done && now - done.at < this.limits.forgetAfterMs) return { is: 'repeated', answer: done.answer }
    const pending = this.open.get(key) ?? this.start(key, frame.header, firstSerial, total, now)
    if (pending.parts.has(index)) return { is: 'waiting' }
    this.make(frame.bytes.length, pending)
    if (this.bytes + frame.bytes.length > this.limits.bytes) {
      this.drop(pending)
      return { is: 'refused', reason: '分包消息过长' }
    }
    pending.parts.set(index, frame.bytes)
    pending.bytes += frame.bytes.length
    this.bytes += frame.bytes.length
    pending.heardAt = now
    pending.askAt = now + this.limits.askAfterMs
    return pending.parts.size === total ? { is: 'complete', frame: this.finish(pending, now) } : { is: 'waiting' }
  }

  /** What a message put together was told: its packets, when they come again, are told the same. */
  answered(header: Pick<Header, 'phone' | 'messageId' | 'serial' | 'parts'>, answer: number): void {
    const done = this.done.get(keyOf(header, header.parts ?? 1, header.serial))
    if (done) done.answer = answer
  }

  /** Who must be asked now. Forgets what is too old. Call it every few seconds while `size` is above 0. */
  missing(now: number): Missing[] {
    const missing: Missing[] = []
    for (const pending of this.open.values()) {
      if (now - pending.heardAt >= this.limits.forgetAfterMs) {
        this.forgotten++
        this.drop(pending)
      } else if (now >= pending.askAt && pending.asked < this.limits.asks) {
        pending.asked++
        pending.askAt = now + this.limits.askAfterMs * (pending.asked + 1)
        missing.push({ messageId: pending.header.messageId, firstSerial: pending.header.serial, indices: gaps(pending) })
      }
    }
    return missing
  }

  private start(key: string, header: Header, firstSerial: number, total: number, now: number): Pending {
    if (this.open.size >= this.limits.open) {
      this.forgotten++
      this.drop(this.oldest()!)
    }
    const pending: Pending = {
      key,
      header: { ...header, serial: firstSerial },
      total,
      parts: new Map(),
      bytes: 0,
      heardAt: now,
      asked: 0,
      askAt: now + this.limits.askAfterMs,
    }
    this.open.set(key, pending)
    return pending
  }

  /** Makes room by giving up the message that was silent longest, never the one that is growing. */
  private make(bytes: number, growing: Pending): void {
    while (this.bytes + bytes > this.limits.bytes) {
      const oldest = this.oldest(growing)
      if (!oldest) return
      this.forgotten++
      this.drop(oldest)
    }
  }

  private oldest(but?: Pending): Pending | undefined {
    let eldest: Pending | undefined
    for (const pending of this.open.values()) if (pending !== but && (!eldest || pending.heardAt < eldest.heardAt)) eldest = pending
    return eldest
  }

  private drop(pending: Pending): void {
    this.open.delete(pending.key)
    this.bytes -= pending.bytes
  }

  private finish(pending: Pending, now: number): Frame {
    this.drop(pending)
    this.done.delete(pending.key)
    this.done.set(pending.key, { at: now, answer: null })
    if (this.done.size > REMEMBERED) this.done.delete(this.done.keys().next().value!)
    const bytes = new Uint8Array(pending.bytes)
    let at = 0
    for (let index = 1; index <= pending.total; index++) {
      const part = pending.parts.get(index)!
      bytes.set(part, at)
      at += part.length
    }
    const { packet: _, ...header } = pending.header
    return { header: { ...header, bodyLength: bytes.length, parts: pending.total }, bytes }
  }
}

const keyOf = (header: Pick<Header, 'phone' | 'messageId'>, total: number, firstSerial: number): string =>
  `${header.phone}/${header.messageId}/${total}/${firstSerial}`

/** At most what one 0x8003 of the old edition can name. */
function gaps(pending: Pending): number[] {
  const absent: number[] = []
  for (let index = 1; index <= pending.total && absent.length < 125; index++) if (!pending.parts.has(index)) absent.push(index)
  return absent
}
