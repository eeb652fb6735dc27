/**
 * GBK both ways, exact for every byte sequence. `TextDecoder` reads GBK but nothing in a browser or Node writes it, so the
 * table is turned round once, on first use. A byte that is no GBK (padding zeros inside a text, a broken pair, 0x80, 0xff) becomes
 * U+F700 + byte, private characters that GBK itself never yields: databases store them and the text goes back to the same bytes.
 */
import { CodecError } from './bytes.ts'

const ESCAPE = 0xf700
const isEscape = (code: number): boolean => code >= ESCAPE && code <= ESCAPE + 0xff

interface Table {
  /** lead << 8 | trail → character, 0 where none. */
  chars: Uint16Array
  pairs: Map<number, number>
}
let table: Table | null = null

function gbk(): Table {
  if (table) return table
  const chars = new Uint16Array(0x10000)
  const pairs = new Map<number, number>()
  const decoder = new TextDecoder('gbk')
  const row = new Uint8Array(3 * 0x100)
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    // Each pair is followed by a line feed, so that a broken pair cannot swallow its neighbour.
    let n = 0
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      row.set([lead, trail === 0x7f ? 0x40 : trail, 0x0a], n)
      n += 3
    }
    const texts = decoder.decode(row.subarray(0, n)).split('\n')
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const text = texts[trail - 0x40]!
      const code = text.charCodeAt(0)
      if (trail === 0x7f || text.length !== 1 || code === 0xfffd || code < 0x80 || isEscape(code) || pairs.has(code)) continue
      chars[(lead << 8) | trail] = code
      pairs.set(code, (lead << 8) | trail)
    }
  }
  return (table = { chars, pairs })
}

export function decodeText(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = ''
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!
    if (byte !== 0 && byte < 0x80) {
      text += String.fromCharCode(byte)
      continue
    }
    const char = byte > 0x80 && i + 1 < to ? gbk().chars[(byte << 8) | bytes[i + 1]!]! : 0
    if (char !== 0) i++
    text += String.fromCharCode(char !== 0 ? char : ESCAPE + byte)
  }
  return text
}

/** The characters of a text that GBK cannot say (emoji, rare characters): asked before a text is sent to a terminal. */
export const unsayable = (text: string): string[] => [...new Set(text)].filter((char) => sizeOf(char) < 0)

function sizeOf(char: string): number {
  const code = char.codePointAt(0)!
  return code < 0x80 || isEscape(code) ? 1 : gbk().pairs.has(code) ? 2 : -1
}

export function encodeText(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length)
  let n = 0
  for (const char of text) {
    const code = char.codePointAt(0)!
    if (code < 0x80) bytes[n++] = code
    else if (isEscape(code)) bytes[n++] = code - ESCAPE
    else {
      const pair = gbk().pairs.get(code)
      if (pair === undefined) throw new CodecError(`字符“${char}”不能用 GBK 表示`)
      bytes[n++] = pair >> 8
      bytes[n++] = pair & 0xff
    }
  }
  return bytes.subarray(0, n)
}

/** For people: without padding and without bytes that are no text. */
export const plainText = (text: string): string => text.replace(/[\uf700-\uf7ff]+/g, ' ').trim()
