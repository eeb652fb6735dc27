/** One input made into another: bits, pieces, lengths, words of the format, and one thing said a great many times. */
import { Random } from '#kit/basics/random.ts'

/** Numbers at which somebody's arithmetic ends. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]
const NUMBERS = ['0', '-1', '-0', '1e308', '1e-9', 'NaN', '65536', '4294967296', '9007199254740993', '99999999999999999999', '0x10', '00']
/** What stands in texts of every kind, and is written wrongly in every kind. */
const COMMON = [
  '\0',
  '	',
  '\n',
  '\r\n',
  ' ',
  '"',
  "'",
  '""',
  ',',
  '，',
  ';',
  '；',
  ':',
  '=',
  '~',
  '%',
  '&',
  '<',
  '>',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '\\',
  '/',
  '|',
  '-',
  '－',
  '.',
  '..',
  '万',
  '元',
  '¥',
  '年',
  '月',
  '日',
  '合计',
  '﻿',
  '​',
  '\ud800',
  '😀',
  '㎏',
  'ﷺ',
  'ﬀ',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  '2026-99-99',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-99-99T99:99:99Z',
  '45000.5',
  '99999.99999',
  '6.22202E+18',
  '89999999999999.99',
  '-89999999999999.99',
  '__proto__',
  'constructor',
  'null',
  'true',
]
/** One of these, said a great many times, is what a regular expression that looks back stumbles over. */
export const REPEATED = [
  ' ',
  '\t',
  '\n',
  ' \n',
  '"',
  '""',
  ',',
  '",',
  '[',
  '[]',
  '(',
  '((',
  '{"a":',
  '<a>',
  '&',
  '%41',
  '0',
  '9',
  'a',
  'a.',
  '.',
  '-',
  ':',
  '/',
  '万',
  '一',
  '；',
  '\ud83d',
  '<!--',
  '0 ',
  'a b',
]

const encoder = new TextEncoder()
const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** `token` so often in the middle of an input. */
export const stretched = (input: Uint8Array, at: number, token: string, times: number): Uint8Array =>
  joined(input.subarray(0, at), encoder.encode(token.repeat(times)), input.subarray(at))

export interface Pool {
  /** Inputs to begin with, and to take pieces of. */
  inputs: readonly Uint8Array[]
  /** Words of the format. */
  words: readonly string[]
  /** No input gets longer. */
  most: number
}

export class Mutator {
  private readonly random: Random
  constructor(seed: number) {
    this.random = new Random(seed)
  }

  next({ inputs, words, most }: Pool): Uint8Array {
    const { random } = this
    let bytes: Uint8Array = random.pick(inputs).slice()
    // Mostly one thing, now and then many at once.
    const times = random.chance(0.6) ? 1 : random.int(2, 8)
    for (let i = 0; i < times; i++) bytes = this.changed(bytes, inputs, words, most)
    return bytes.length > most ? bytes.slice(0, most) : bytes
  }

  private place(bytes: Uint8Array, room = 0): number {
    return this.random.int(0, Math.max(0, bytes.length - room))
  }
  private piece(bytes: Uint8Array): Uint8Array {
    const from = this.place(bytes)
    return bytes.subarray(from, Math.min(bytes.length, from + this.random.int(1, this.random.chance(0.8) ? 16 : 400)))
  }
  private put(bytes: Uint8Array, piece: Uint8Array): Uint8Array {
    const at = this.place(bytes)
    // In place of what stands there, or between.
    const behind = this.random.chance(0.5) ? Math.min(bytes.length, at + piece.length) : at
    return joined(bytes.subarray(0, at), piece, bytes.subarray(behind))
  }

  private changed(bytes: Uint8Array, inputs: readonly Uint8Array[], words: readonly string[], most: number): Uint8Array {
    const { random } = this
    if (bytes.length === 0) return encoder.encode(random.pick(COMMON))
    switch (random.int(0, 11)) {
      case 0: {
        const at = random.int(0, bytes.length - 1)
        bytes[at]! ^= 1 << random.int(0, 7)
        return bytes
      }
      case 1:
        bytes[random.int(0, bytes.length - 1)] = random.chance(0.5) ? random.pick(EDGES) & 0xff : random.int(0, 255)
        return bytes
      case 2:
        return this.number(bytes)
      case 3: {
        const at = this.place(bytes)
        return joined(bytes.subarray(0, at), bytes.subarray(at + random.int(1, random.chance(0.8) ? 8 : 200)))
      }
      case 4:
        return this.put(bytes, this.piece(bytes).slice())
      case 5:
        return this.put(bytes, this.piece(random.pick(inputs)).slice())
      case 6: {
        const other = random.pick(inputs)
        return joined(bytes.subarray(0, this.place(bytes)), other.subarray(this.place(other)))
      }
      case 7:
        return bytes.slice(0, this.place(bytes))
      case 8:
        return this.digits(bytes)
      case 9: {
        const room = Math.max(1, most - bytes.length)
        const token = random.pick(words.length > 0 && random.chance(0.4) ? words : REPEATED)
        const times = Math.floor(Math.min(room, random.chance(0.7) ? 300 : room) / encoder.encode(token).length)
        return stretched(bytes, this.place(bytes), token, random.int(1, Math.max(1, times)))
      }
      case 10:
        return this.put(bytes, encoder.encode(random.pick(COMMON)))
      default:
        return this.put(bytes, encoder.encode(random.pick(words.length > 0 ? words : COMMON)))
    }
  }

  /** A length, a count, an offset: one, two or four bytes of either order. */
  private number(bytes: Uint8Array): Uint8Array {
    const { random } = this
    const size = random.pick([1, 2, 4] as const)
    if (bytes.length < size) return bytes
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const [at, little] = [this.place(bytes, size), random.chance(0.5)]
    const is = size === 1 ? view.getUint8(at) : size === 2 ? view.getUint16(at, little) : view.getUint32(at, little)
    const now = random.chance(0.5) ? random.pick(EDGES) : is + random.int(-4, 4)
    if (size === 1) view.setUint8(at, now)
    else if (size === 2) view.setUint16(at, now, little)
    else view.setUint32(at, now, little)
    return bytes
  }

  /** A number written in digits becomes another. */
  private digits(bytes: Uint8Array): Uint8Array {
    const from = this.place(bytes)
    const isDigit = (at: number): boolean => bytes[at]! >= 0x30 && bytes[at]! <= 0x39
    let at = from
    while (at < bytes.length && !isDigit(at)) at++
    let end = at
    while (end < bytes.length && isDigit(end)) end++
    return joined(bytes.subarray(0, at), encoder.encode(this.random.pick(NUMBERS)), bytes.subarray(end))
  }
}
