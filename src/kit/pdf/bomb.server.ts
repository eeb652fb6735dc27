/**
 * A file of a few kilobytes can say that it unpacks to gigabytes. What our readers would unpack is tried here first, and stopped at a
 * limit, before any of them sees the file. Pictures are copied as they are and never unpacked by us: of them `inspectPdf` asks the size.
 */
import { inflateSync } from 'node:zlib'

const MAX_UNPACKED = 64 * 1024 * 1024
/** Of all together: many that are just small enough are too much as well. */
const MAX_TOGETHER = 256 * 1024 * 1024
/** Nothing packs better than this. */
const BEST_RATIO = 1030
/** Ways of packing, or of writing their names, that are not looked through here: harmless as long as they are short. */
const ODD = /ASCIIHexDecode|ASCII85Decode|LZWDecode|RunLengthDecode|\/(?:AHx|A85|LZW|RL)\b|\/F(?:ilter)?\s*\d+\s+\d+\s+R|#/
const PICTURE = /\/Subtype\s*\/Image\b/
const TREE = /\/(?:ObjStm|XRef)\b/
const STREAM = Buffer.from('stream')

const isPacked = (bytes: Uint8Array): boolean => bytes.length > 2 && (bytes[0]! & 0x0f) === 8 && ((bytes[0]! << 8) | bytes[1]!) % 31 === 0

/** Bytes, or null when they are more than `most`. What is broken has none. */
function unpackedSize(bytes: Uint8Array, most: number): number | null {
  try {
    const plain = inflateSync(bytes, { maxOutputLength: Math.max(1, most) })
    // Packed twice: nobody but an attacker does.
    return isPacked(plain) && plain.length > 1024 ? unpackedSize(plain, most) : plain.length
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? null : 0
  }
}

/** The dictionary that stands before the n-th word `stream`: from the end of whatever came before. */
function headBefore(file: Buffer, at: number): string {
  const from = Math.max(0, file.lastIndexOf('endobj', at), file.lastIndexOf('endstream', at - 1))
  return file.subarray(Math.max(from, at - 100_000), at).toString('latin1')
}

export function isBomb(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = MAX_TOGETHER
  for (let at = file.indexOf(STREAM); at >= 0; at = file.indexOf(STREAM, at + STREAM.length)) {
    let start = at + STREAM.length
    if (file[start] === 13) start++
    if (file[start] !== 10 || file.subarray(at - 3, at).toString('latin1') === 'end') continue
    start++
    const head = headBefore(file, at)
    if (PICTURE.test(head) && !TREE.test(head)) continue
    const end = file.indexOf('endstream', start)
    if (ODD.test(head) && ((end < 0 ? file.length : end) - start) * BEST_RATIO > MAX_UNPACKED) return true
    const body = file.subarray(start)
    if (!isPacked(body)) continue
    const size = unpackedSize(body, Math.min(MAX_UNPACKED, left))
    if (size === null) return true
    left -= size
  }
  return false
}
