/**
 * GT06, the protocol of common small wired trackers: `78 78 length number content serial check 0d 0a`, with a long form that begins
 * 79 79 and has two bytes of length. The check is CRC-ITU from the length to the serial. Reading never throws.
 */
import { hexOf } from '../jt808/bytes.ts'

export const LOGIN = 0x01
export const LOCATION = 0x12
export const LOCATION_MORE = 0x22
export const LOCATION_4G = 0xa0
export const HEARTBEAT = 0x13
/** With a voltage of two bytes instead of a level. */
export const HEARTBEAT_VOLTAGE = 0x23
export const ANSWER = 0x15
export const ANSWER_LONG = 0x21
export const ALARM = 0x16
export const ALARM_MORE = 0x26
export const ALARM_FENCE = 0x27
const COMMAND = 0x80
export const TIME = 0x8a

const SHORT = 0x78
const LONG = 0x79
/** Answers to commands may be a few hundred bytes; nothing sensible is longer. */
const MAX_FRAME = 2048

export interface Gt06Frame {
  number: number
  content: Uint8Array
  serial: number
  long: boolean
}
export interface Gt06Stats {
  bytes: number
  frames: number
  badCheck: number
  badLength: number
  garbage: number
}

const TABLE = Uint16Array.from({ length: 256 }, (_, n) => {
  let crc = n
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1
  return crc
})
/** CRC-ITU (X.25): reflected 0x1021, begun and ended with ffff. */
export function crcItu(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let crc = 0xffff
  for (let i = from; i < to; i++) crc = (crc >> 8) ^ TABLE[(crc ^ bytes[i]!) & 0xff]!
  return crc ^ 0xffff
}

export function encodeGt06(frame: Omit<Gt06Frame, 'long'> & { long?: boolean }): Uint8Array {
  const length = frame.content.length + 5
  const long = frame.long ?? length > 0xff
  const head = long ? 4 : 3
  const out = new Uint8Array(head + length + 2)
  out.fill(long ? LONG : SHORT, 0, 2)
  if (long) out[2] = length >> 8
  out[head - 1] = length & 0xff
  out[head] = frame.number
  out.set(frame.content, head + 1)
  const at = head + 1 + frame.content.length
  out[at] = frame.serial >> 8
  out[at + 1] = frame.serial & 0xff
  const crc = crcItu(out, 2, at + 2)
  out.set([crc >> 8, crc & 0xff, 0x0d, 0x0a], at + 2)
  return out
}

/** A stream of bytes as frames. What is no frame is skipped byte by byte until one begins again; what is kept is one frame at most. */
export class Gt06Decoder {
  readonly stats: Gt06Stats = { bytes: 0, frames: 0, badCheck: 0, badLength: 0, garbage: 0 }
  private rest: Uint8Array = new Uint8Array(0)

  push(chunk: Uint8Array): Gt06Frame[] {
    this.stats.bytes += chunk.length
    let b = chunk
    if (this.rest.length > 0) {
      b = new Uint8Array(this.rest.length + chunk.length)
      b.set(this.rest)
      b.set(chunk, this.rest.length)
    }
    const frames: Gt06Frame[] = []
    let at = 0
    while (at < b.length) {
      const size = this.sizeAt(b, at)
      if (size === 'more') break
      const frame = size === 'none' ? null : this.frameAt(b, at, size)
      if (frame) {
        frames.push(frame)
        at += size as number
      } else {
        this.stats.garbage++
        at++
      }
    }
    this.rest = b.slice(at)
    return frames
  }

  get idle(): boolean {
    return this.rest.length === 0
  }

  /** How long the frame that seems to begin here is. */
  private sizeAt(b: Uint8Array, at: number): number | 'more' | 'none' {
    const first = b[at]!
    if (first !== SHORT && first !== LONG) return 'none'
    const head = first === LONG ? 4 : 3
    if (at + 1 < b.length && b[at + 1] !== first) return 'none'
    if (at + head > b.length) return 'more'
    const length = first === LONG ? (b[at + 2]! << 8) | b[at + 3]! : b[at + 2]!
    const size = head + length + 2
    if (length < 5 || size > MAX_FRAME) {
      this.stats.badLength++
      return 'none'
    }
    return at + size > b.length ? 'more' : size
  }

  private frameAt(b: Uint8Array, at: number, size: number): Gt06Frame | null {
    const long = b[at] === LONG
    const head = long ? 4 : 3
    const end = at + size
    if (b[end - 2] !== 0x0d || b[end - 1] !== 0x0a) {
      this.stats.badLength++
      return null
    }
    if (crcItu(b, at + 2, end - 4) !== ((b[end - 4]! << 8) | b[end - 3]!)) {
      this.stats.badCheck++
      return null
    }
    this.stats.frames++
    return { number: b[at + head]!, content: b.slice(at + head + 1, end - 6), serial: (b[end - 6]! << 8) | b[end - 5]!, long }
  }
}

/** What must be answered so that the device goes on: an empty frame of the same number and serial. */
export const answerGt06 = (frame: Gt06Frame): Uint8Array | null =>
  [LOGIN, HEARTBEAT, HEARTBEAT_VOLTAGE, ALARM, ALARM_MORE, ALARM_FENCE].includes(frame.number)
    ? encodeGt06({ number: frame.number, content: new Uint8Array(0), serial: frame.serial })
    : null

/** A text command; the device repeats `flag` in its answer. */
export function commandGt06(text: string, flag: number, serial: number): Uint8Array {
  const content = new Uint8Array(5 + text.length)
  content[0] = 4 + text.length
  new DataView(content.buffer).setUint32(1, flag)
  for (let i = 0; i < text.length; i++) content[5 + i] = text.charCodeAt(i) & 0x7f
  return encodeGt06({ number: COMMAND, content, serial })
}

/** The answer to a request for the time: UTC. */
export function timeGt06(serial: number, now: number): Uint8Array {
  const t = new Date(now)
  return encodeGt06({
    number: TIME,
    content: Uint8Array.of(
      t.getUTCFullYear() - 2000,
      t.getUTCMonth() + 1,
      t.getUTCDate(),
      t.getUTCHours(),
      t.getUTCMinutes(),
      t.getUTCSeconds(),
    ),
    serial,
  })
}

/** The first byte of a connection tells the protocols apart that share the port. */
export const speaksGt06 = (first: number): boolean => first === SHORT || first === LONG

export const gt06Hex = (frame: Gt06Frame): string => hexOf(encodeGt06(frame))
