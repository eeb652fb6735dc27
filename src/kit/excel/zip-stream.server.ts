/**
 * A zip written piece by piece. fflate frames the archive; the deflating is done by Node's zlib on its thread pool, so the
 * event loop stays free and the next piece is built meanwhile. At most one piece is in flight: whoever reads slowly slows the
 * producer down.
 */
import { crc32, createDeflateRaw } from 'node:zlib'
import type { DeflateRaw } from 'node:zlib'
import { Zip } from 'fflate'
import type { ZipInputFile } from 'fflate'

/** 1980 is the oldest date a zip can carry; a fixed one keeps the same rows the same bytes. */
const ENTRY_DATE = new Date(1980, 0, 1)

export class ZipStream {
  #ready: Uint8Array[] = []
  #zip: Zip
  #entry: ZipInputFile | null = null
  #deflate: DeflateRaw | null = null
  #failure: Error | null = null
  #inFlight: Promise<void> = Promise.resolve()

  constructor() {
    this.#zip = new Zip((error, chunk) => {
      if (error) this.#failure = error
      else if (chunk.length > 0) this.#ready.push(chunk)
    })
  }

  /** The bytes produced since the last call. */
  take(): Uint8Array[] {
    if (this.#failure) throw this.#failure
    const taken = this.#ready
    this.#ready = []
    return taken
  }

  open(filename: string): void {
    const entry: ZipInputFile = { filename, size: 0, crc: 0, compression: 8, mtime: ENTRY_DATE }
    this.#zip.add(entry)
    this.#entry = entry
    const deflate = createDeflateRaw({ level: 6 })
    deflate.on('data', (chunk: Buffer<ArrayBuffer>) => entry.ondata!(null, chunk, false))
    deflate.on('error', (error: Error) => (this.#failure = error))
    this.#deflate = deflate
  }

  async write(text: string): Promise<void> {
    await this.#inFlight
    if (this.#failure) throw this.#failure
    const entry = this.#entry!
    const bytes = Buffer.from(text, 'utf8')
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    this.#inFlight = new Promise((done) =>
      this.#deflate!.write(bytes, (error) => {
        if (error) this.#failure = error
        done()
      }),
    )
  }

  async close(): Promise<void> {
    const deflate = this.#deflate!
    await this.#inFlight
    if (this.#failure) throw this.#failure
    await new Promise<void>((done, fail) => {
      deflate.once('end', done).once('error', fail)
      deflate.end()
    })
    this.#entry!.ondata!(null, new Uint8Array(0), true)
    this.#deflate = null
    this.#entry = null
  }

  async file(filename: string, text: string): Promise<void> {
    this.open(filename)
    await this.write(text)
    await this.close()
  }

  end(): void {
    this.#zip.end()
  }

  /** Frees zlib's native memory when the reader went away in the middle. */
  destroy(): void {
    this.#deflate?.destroy()
    this.#deflate = null
  }
}
