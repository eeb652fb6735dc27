/** Bytes in and out, big-endian. Reading past the end throws `CodecError`; only this folder's outer functions catch it. */

import type { Profile } from './items.ts'
import type { Kind } from './schema.ts'

/** What was given cannot be read or written; the message is a Chinese sentence a person may see. */
export class CodecError extends Error {}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))
const NIBBLE = new Int8Array(128).fill(-1)
for (let n = 0; n < 16; n++) {
  NIBBLE[n.toString(16).charCodeAt(0)] = n
  NIBBLE[n.toString(16).toUpperCase().charCodeAt(0)] = n
}

export function hexOf(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = ''
  for (let i = from; i < to; i++) text += HEX[bytes[i]!]!
  return text
}

/** Also of what came from outside and may be no text at all. */
export const isHex = (text: unknown): text is string => {
  if (typeof text !== 'string' || text.length % 2 !== 0) return false
  for (let i = 0; i < text.length; i++) if ((NIBBLE[text.charCodeAt(i)] ?? -1) < 0) return false
  return true
}

/** Upper or lower case, without spaces; the edge (command line, message tool) strips what people paste around it. */
export function bytesOf(hex: unknown): Uint8Array {
  if (!isHex(hex)) throw new CodecError('不是成对的十六进制字符')
  const bytes = new Uint8Array(hex.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = (NIBBLE[hex.charCodeAt(2 * i)]! << 4) | NIBBLE[hex.charCodeAt(2 * i + 1)]!
  return bytes
}

/** XOR of a range: the check code of JT/T 808. */
export function xorOf(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let sum = 0
  for (let i = from; i < to; i++) sum ^= bytes[i]!
  return sum
}

/** A field that was read, for the message tool. Spans are offsets into the bytes of the reader. */
export interface Span {
  label: string
  from: number
  to: number
  depth: number
  value: unknown
  /** What the number means; null for what is only a heading. */
  kind: Kind | null
}

export class Reader {
  readonly bytes: Uint8Array
  at: number
  readonly end: number
  /** Set by the message tool only: every labelled field is written down here, outer ones before inner ones. */
  trace: Span[] | null = null
  depth = 0
  /** Gives the ids of additional items their meaning; null is the standard's. */
  profile: Profile | null = null

  constructor(bytes: Uint8Array, from = 0, to: number = bytes.length) {
    this.bytes = bytes
    this.at = from
    this.end = to
  }
  get left(): number {
    return this.end - this.at
  }
  private take(n: number): number {
    const from = this.at
    if (from + n > this.end) throw new CodecError('数据不完整')
    this.at = from + n
    return from
  }
  u8(): number {
    return this.bytes[this.take(1)]!
  }
  u16(): number {
    const i = this.take(2)
    return (this.bytes[i]! << 8) | this.bytes[i + 1]!
  }
  u32(): number {
    const i = this.take(4)
    const b = this.bytes
    return ((b[i]! << 24) | (b[i + 1]! << 16) | (b[i + 2]! << 8) | b[i + 3]!) >>> 0
  }
  hex(n: number): string {
    const i = this.take(n)
    return hexOf(this.bytes, i, i + n)
  }
  /** A view, not a copy. */
  part(n: number): Uint8Array {
    const i = this.take(n)
    return this.bytes.subarray(i, i + n)
  }
  /** A reader of the next n bytes that shares the trace. */
  inner(n: number): Reader {
    const from = this.take(n)
    const reader = new Reader(this.bytes, from, from + n)
    reader.trace = this.trace
    reader.depth = this.depth
    reader.profile = this.profile
    return reader
  }
}

/** Grows as needed. Ranges are the caller's: `schema.ts` checks them and names the field. */
export class Writer {
  private bytes = new Uint8Array(128)
  private view = new DataView(this.bytes.buffer)
  at = 0
  profile: Profile | null = null

  private room(n: number): number {
    const from = this.at
    this.at = from + n
    if (this.at > this.bytes.length) {
      const wider = new Uint8Array(Math.max(this.at, 2 * this.bytes.length))
      wider.set(this.bytes)
      this.bytes = wider
      this.view = new DataView(wider.buffer)
    }
    return from
  }
  u8(n: number): void {
    const i = this.room(1)
    this.bytes[i] = n
  }
  u16(n: number): void {
    const i = this.room(2)
    this.view.setUint16(i, n)
  }
  u32(n: number): void {
    const i = this.room(4)
    this.view.setUint32(i, n)
  }
  put(bytes: Uint8Array): void {
    const i = this.room(bytes.length)
    this.bytes.set(bytes, i)
  }
  hex(text: string): void {
    this.put(bytesOf(text))
  }
  /** Overwrites what was left open for a length or a count. */
  u16At(at: number, n: number): void {
    this.view.setUint16(at, n)
  }
  u8At(at: number, n: number): void {
    this.view.setUint8(at, n)
  }
  done(): Uint8Array {
    return this.bytes.slice(0, this.at)
  }
}
