/**
 * The container of a backup: a plain tar (POSIX ustar, regular files only), so that a stranger opens it with the tool of any
 * system, and `sha256sum -c SHA256SUMS` tells him what we would. Headers of 512 bytes are all there is to it.
 */
import { createHash, type Hash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'

const BLOCK = 512
/** The last entry. Without it the archive was torn off. */
const SUMS = 'SHA256SUMS'

export class Torn extends Error {}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK
const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`
const checksum = (header: Buffer): number => header.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 32 : byte), 0)

function headerOf(name: string, size: number, seconds: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`name too long for an archive: ${name}`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(seconds, 11), 136)
  header.write('0', 156)
  header.write('ustar\0' + '00', 257)
  header.write(`${octal(checksum(header), 6)} `, 148)
  return header
}

/** Writes an archive; the sums of all entries come last. */
export class ArchiveWriter {
  readonly #file: FileHandle
  readonly #seconds: number
  readonly #sums: string[] = []
  size = 0

  private constructor(file: FileHandle, at: Date) {
    this.#file = file
    this.#seconds = Math.floor(at.getTime() / 1000)
  }

  static async create(path: string, at: Date): Promise<ArchiveWriter> {
    return new ArchiveWriter(await open(path, 'wx', 0o600), at)
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    await this.#write(...this.#entry(name, bytes))
  }

  /** Many small ones at a stroke: three writes each would take a busy process minutes for some thousands. */
  async addAll(entries: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
    await this.#write(Buffer.concat(entries.flatMap(({ name, bytes }) => this.#entry(name, bytes))))
  }

  #entry(name: string, bytes: Uint8Array): Uint8Array[] {
    this.#sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}`)
    return [headerOf(name, bytes.byteLength, this.#seconds), bytes, Buffer.alloc(padding(bytes.byteLength))]
  }

  /** Returns when it will survive a power cut. */
  async finish(): Promise<void> {
    await this.add(SUMS, Buffer.from(`${this.#sums.join('\n')}\n`))
    await this.#write(Buffer.alloc(2 * BLOCK))
    await this.#file.sync()
    await this.#file.close()
  }

  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {})
  }

  async #write(...pieces: Uint8Array[]): Promise<void> {
    for (const piece of pieces) {
      if (piece.byteLength > 0) await this.#file.writeFile(piece)
      this.size += piece.byteLength
    }
  }
}

interface Entry {
  name: string
  bytes: Buffer
}

async function exactly(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size)
  let filled = 0
  while (filled < size) {
    const { bytesRead } = await file.read(bytes, filled, size - filled)
    if (bytesRead === 0) throw new Torn('end of file')
    filled += bytesRead
  }
  return bytes
}

/** The entries in the order they were written. Throws `Torn` where the archive ends before its end or a header is no header. */
export async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const file = await open(path, 'r')
  try {
    for (;;) {
      const header = await exactly(file, BLOCK)
      if (header.every((byte) => byte === 0)) return
      if (header.toString('latin1', 257, 262) !== 'ustar' || checksum(header) !== Number.parseInt(header.toString('latin1', 148, 154), 8))
        throw new Torn('damaged header')
      const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '')
      const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
      const bytes = await exactly(file, size)
      await exactly(file, padding(size))
      yield { name, bytes }
    }
  } finally {
    await file.close()
  }
}

/** Compares every entry with the sums at the end; returns the names of those that differ, are missing or were added. */
export async function damagedEntries(path: string): Promise<string[]> {
  const actualSums = new Map<string, string>()
  const listedSums = new Map<string, string>()
  let whole = false
  for await (const { name, bytes } of entriesOf(path)) {
    if (whole) return [name]
    if (name === SUMS) {
      whole = true
      for (const line of bytes.toString('utf8').split('\n')) if (line) listedSums.set(line.slice(66), line.slice(0, 64))
    } else actualSums.set(name, hex(createHash('sha256').update(bytes)))
  }
  if (!whole) throw new Torn('no sums')
  const names = new Set([...actualSums.keys(), ...listedSums.keys()])
  return [...names].filter((name) => actualSums.get(name) !== listedSums.get(name))
}

const hex = (hash: Hash): string => hash.digest('hex')
