/**
 * A file of a few kilobytes can say that it unpacks to gigabytes. What our readers would unpack is tried here first, and stopped at a
 * limit, before any of them sees the file. Pictures are copied as they are and never unpacked by us: of them `inspectPdf` asks the size.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflate, inflateSync } from 'node:zlib'

const MAX_UNPACKED = 64 * 1024 * 1024
/** Of all together: many that are just small enough are too much as well. */
const MAX_TOGETHER = 256 * 1024 * 1024
/** So much is unpacked at once; what is more, in pieces and beside the event loop. */
const SMALL = 1024 * 1024
/** Packed in what is packed: nobody but an attacker does it even twice. */
const MAX_LAYERS = 3
/** Nothing packs better than this. */
const BEST_RATIO = 1030
/** Ways of packing, or of writing their names, that are not looked through here: harmless as long as they are short. */
const ODD = /ASCIIHexDecode|ASCII85Decode|LZWDecode|RunLengthDecode|\/(?:AHx|A85|LZW|RL)\b|\/F(?:ilter)?\s*\d+\s+\d+\s+R|#/
const PICTURE = /\/Subtype\s*\/Image\b/
const TREE = /\/(?:ObjStm|XRef)\b/
const STREAM = Buffer.from('stream')
const LONGEST_HEAD = 100_000
/** Heads of an honest file do not overlap. Where nothing ends, each reaches back over all before it. */
const HEADS_BEYOND_FILE = 4 * 1024 * 1024

const isPacked = (bytes: Uint8Array): boolean => bytes.length > 2 && (bytes[0]! & 0x0f) === 8 && ((bytes[0]! << 8) | bytes[1]!) % 31 === 0

interface Unpacked {
  size: number
  /** Its first bytes. */
  head: Buffer
}
/** A table of objects names no more of them than it has bytes. Who hides what it says still meets the limits of the thread it is read on. */
function entriesOf(head: string): number {
  const numbers = [...head.matchAll(/\/(?:Size|Index)\s*\[?([\d\s]*)/g)].flatMap(([, text]) => text!.split(/\s+/).map(Number))
  return Math.max(0, ...numbers)
}

class TooMuch extends Error {}

/** In pieces: what came out counts, also of what breaks off behind it. Throws `TooMuch`. */
async function unpackedSlowly(packed: Uint8Array, layers: number, most: number): Promise<Unpacked> {
  let size = 0
  let head = Buffer.alloc(0)
  const inflates = Array.from({ length: layers }, () => createInflate({ chunkSize: 256 * 1024 }))
  // What breaks off is told by the loop below.
  const ended = pipeline([Readable.from([packed]), ...inflates]).catch(() => {})
  try {
    for await (const piece of inflates.at(-1)! as AsyncIterable<Buffer>) {
      if (size === 0) head = Buffer.from(piece.subarray(0, 8))
      size += piece.length
      if (size > most) throw new TooMuch()
    }
  } catch (error) {
    if (error instanceof TooMuch) throw error
  } finally {
    await ended
  }
  return { size, head }
}

/** What is broken and short counts as what it may have cost. */
async function unpackedFirst(packed: Uint8Array, most: number): Promise<Unpacked> {
  try {
    const plain = inflateSync(packed, { maxOutputLength: SMALL })
    return { size: plain.length, head: plain.subarray(0, 8) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return { size: SMALL, head: Buffer.alloc(0) }
    return unpackedSlowly(packed, 1, most)
  }
}

/** Bytes, or null when they are more than `most`. */
async function unpackedSize(packed: Uint8Array, most: number): Promise<number | null> {
  try {
    let { size, head } = await unpackedFirst(packed, most)
    for (let layers = 2; isPacked(head) && size > 1024; layers++) {
      if (layers > MAX_LAYERS) return null
      const inner = await unpackedSlowly(packed, layers, most)
      size = Math.max(size, inner.size)
      head = inner.head
    }
    return size > most ? null : size
  } catch (error) {
    if (error instanceof TooMuch) return null
    throw error
  }
}

/** Where a word stands next, and where it stood last, asked at places that only go on: each byte is looked at once. */
class Places {
  private readonly file: Buffer
  private readonly word: string
  private last = -1
  private next: number
  constructor(file: Buffer, word: string) {
    this.file = file
    this.word = word
    this.next = this.at(0)
  }
  private at(from: number): number {
    const at = this.file.indexOf(this.word, from)
    return at < 0 ? Infinity : at
  }
  private goTo(place: number): void {
    while (this.next < place) {
      this.last = this.next
      this.next = this.at(this.next + 1)
    }
  }
  before(place: number): number {
    this.goTo(place)
    return this.last
  }
  from(place: number): number {
    this.goTo(place)
    return this.next
  }
}

export async function isBomb(bytes: Uint8Array): Promise<boolean> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [objects, ends] = [new Places(file, 'endobj'), new Places(file, 'endstream')]
  let left = MAX_TOGETHER
  let heads = file.length + HEADS_BEYOND_FILE
  for (let at = file.indexOf(STREAM); at >= 0; at = file.indexOf(STREAM, at + STREAM.length)) {
    let start = at + STREAM.length
    if (file[start] === 13) start++
    if (file[start] !== 10 || file.subarray(at - 3, at).toString('latin1') === 'end') continue
    start++
    // The dictionary that stands before the word: from the end of whatever came before.
    const from = Math.max(0, objects.before(at), ends.before(at), at - LONGEST_HEAD)
    heads -= at - from
    if (heads < 0) return true
    const head = file.subarray(from, at).toString('latin1')
    if (PICTURE.test(head) && !TREE.test(head)) continue
    if (TREE.test(head) && entriesOf(head) > file.length) return true
    if (ODD.test(head) && (Math.min(ends.from(start), file.length) - start) * BEST_RATIO > MAX_UNPACKED) return true
    const body = file.subarray(start)
    if (!isPacked(body)) continue
    const size = await unpackedSize(body, Math.min(MAX_UNPACKED, left))
    if (size === null) return true
    left -= size
  }
  return false
}
