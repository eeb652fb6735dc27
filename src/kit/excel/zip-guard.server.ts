/**
 * Opens a zip somebody else made. Everything that can be judged is judged from the central directory before one byte is
 * inflated; and since a directory can lie, inflating itself stops at a hard cap. (Zip bombs, ASVS 5.2.3.)
 */
import { createInflateRaw } from 'node:zlib'
import { invalid } from '../basics/errors.ts'

export interface ZipLimits {
  maxEntries: number
  /** Unpacked bytes of all entries together, as declared and as really inflated. */
  maxUnpacked: number
  /** Unpacked ÷ packed of one entry; only judged above `ratioFrom` unpacked bytes, small texts pack absurdly well. */
  maxRatio: number
  ratioFrom: number
}

/** Honest sheets of repeated values reach a ratio of about 60. */
export const ZIP_LIMITS: ZipLimits = { maxEntries: 2000, maxUnpacked: 200 * 1024 * 1024, maxRatio: 200, ratioFrom: 10 * 1024 * 1024 }

interface Entry {
  name: string
  method: number
  packed: number
  unpacked: number
  offset: number
}

const DAMAGED = '文件已损坏或不是有效的 Excel 文件，请用 Excel 重新另存为 .xlsx 后再上传'
const TOO_LARGE = '文件解压后过大，请减少内容后重新上传'
const UNSAFE = '文件结构异常，已拒绝处理，请用 Excel 重新另存为 .xlsx 后再上传'

const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END = 0x06054b50

export class GuardedZip {
  readonly #bytes: Buffer
  readonly #entries: Map<string, Entry>
  readonly #limits: ZipLimits
  #inflated = 0

  private constructor(bytes: Buffer, entries: Map<string, Entry>, limits: ZipLimits) {
    this.#bytes = bytes
    this.#entries = entries
    this.#limits = limits
  }

  static open(data: Uint8Array, limits: ZipLimits = ZIP_LIMITS): GuardedZip {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    return new GuardedZip(bytes, readDirectory(bytes, limits), limits)
  }

  names(): string[] {
    return [...this.#entries.values()].map(({ name }) => name)
  }

  has(name: string): boolean {
    return this.#entries.has(partKey(name))
  }

  /** The unpacked bytes of one entry, piece by piece; a slow taker holds the inflater back. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(partKey(name))
    if (!entry) throw invalid(DAMAGED)
    const packed = this.#packed(entry)
    let produced = 0
    const count = (piece: Buffer): Buffer => {
      produced += piece.length
      this.#inflated += piece.length
      // Every number here is what really came out; the declared sizes were only the first gate. An entry that gives more
      // than it declared lied about itself, and nothing it says is worth unpacking further.
      if (produced > entry.unpacked) throw invalid(UNSAFE)
      if (this.#inflated > this.#limits.maxUnpacked) throw invalid(TOO_LARGE)
      if (produced > this.#limits.ratioFrom && produced > packed.length * this.#limits.maxRatio) throw invalid(UNSAFE)
      return piece
    }
    if (entry.method === 0) {
      for (let at = 0; at < packed.length; at += 65_536) yield count(packed.subarray(at, at + 65_536))
      return
    }
    const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
    inflate.end(packed)
    try {
      for await (const piece of inflate) yield count(piece as Buffer)
    } catch (error) {
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) throw invalid(DAMAGED)
      throw error
    } finally {
      inflate.destroy()
    }
  }

  #packed(entry: Entry): Buffer {
    const bytes = this.#bytes
    if (entry.offset + 30 > bytes.length || bytes.readUInt32LE(entry.offset) !== LOCAL) throw invalid(DAMAGED)
    const start = entry.offset + 30 + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28)
    if (start + entry.packed > bytes.length) throw invalid(DAMAGED)
    return bytes.subarray(start, start + entry.packed)
  }
}

/** Names of parts are the same in capitals: some programs write `xl/SharedStrings.xml`. */
const partKey = (name: string): string => name.toLowerCase()

/** The end record lies in the last 64 kB + 22 bytes; only one that points back into the file counts. */
function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--) {
    if (bytes.readUInt32LE(at) === END && at + 22 + bytes.readUInt16LE(at + 20) === bytes.length) return at
  }
  throw invalid(DAMAGED)
}

function readDirectory(bytes: Buffer, limits: ZipLimits): Map<string, Entry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const size = bytes.readUInt32LE(end + 12)
  const start = bytes.readUInt32LE(end + 16)
  // 0xffff… announces zip64, which a workbook that fits our size limit never needs.
  if (count === 0xffff || start === 0xffffffff || size === 0xffffffff) throw invalid(UNSAFE)
  if (count > limits.maxEntries)
    throw invalid(`文件内含 ${count} 个部分，超过上限 ${limits.maxEntries}，请用 Excel 重新另存为 .xlsx 后再上传`)
  if (count === 0 || start + size > end) throw invalid(DAMAGED)
  const entries = new Map<string, Entry>()
  let at = start
  let unpacked = 0
  let packed = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== CENTRAL) throw invalid(DAMAGED)
    const entry = readEntry(bytes, at, end)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    unpacked += entry.unpacked
    packed += entry.packed
    if (unpacked > limits.maxUnpacked) throw invalid(TOO_LARGE)
    if (entry.unpacked > limits.ratioFrom && entry.unpacked > entry.packed * limits.maxRatio) throw invalid(UNSAFE)
    if (entries.has(partKey(entry.name))) throw invalid(UNSAFE)
    entries.set(partKey(entry.name), entry)
  }
  // Entries that share packed bytes (overlapping bombs) declare more than the file holds.
  if (packed > bytes.length) throw invalid(UNSAFE)
  return entries
}

function readEntry(bytes: Buffer, at: number, end: number): Entry {
  const flags = bytes.readUInt16LE(at + 8)
  if (flags & 0x41) throw invalid('文件已加密，请取消密码保护后再上传')
  const method = bytes.readUInt16LE(at + 10)
  if (method !== 0 && method !== 8) throw invalid(DAMAGED)
  const nameLength = bytes.readUInt16LE(at + 28)
  if (at + 46 + nameLength > end) throw invalid(DAMAGED)
  const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
  if (!safeName(name)) throw invalid(UNSAFE)
  // Unix mode of the entry: a symbolic link has no place in a workbook.
  if (((bytes.readUInt32LE(at + 38) >>> 16) & 0xf000) === 0xa000) throw invalid(UNSAFE)
  return {
    name,
    method,
    packed: bytes.readUInt32LE(at + 20),
    unpacked: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
  }
}

function safeName(name: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (name === '' || name.length > 255 || /[\u0000-\u001f\\]/.test(name) || /^([A-Za-z]:|\/)/.test(name)) return false
  return !name.split('/').includes('..')
}
