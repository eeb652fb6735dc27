/**
 * An upload goes to the disk as it comes in: eight films of a hundred megabytes at once are eight files, not eight buffers. What is
 * judged of a large file (its first bytes and its last) is read from there; small ones, which are looked at whole, are held.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import type { UploadedFile } from '../route.server.ts'

/** Up to this size a file is held whole once it is there: pictures are cleaned of where they were taken. */
const WHOLE_BYTES = 21 * 1024 * 1024
const HEAD_BYTES = 64 * 1024
const TAIL_BYTES = 16 * 1024

interface Part {
  filename?: string
  mimetype: string
  file: Readable & { truncated?: boolean }
}

export interface Spooled extends UploadedFile {
  sha256: string
  dispose(): Promise<void>
}

/** `tooLarge` is thrown by the parser's stream itself; whatever is thrown leaves nothing behind. */
export async function spooled(part: Part, tooLarge: () => Error): Promise<Spooled> {
  const path = join(tmpdir(), `zyt-upload-${randomBytes(12).toString('hex')}`)
  const dispose = (): Promise<void> => rm(path, { force: true })
  const hash = createHash('sha256')
  let size = 0
  try {
    await pipeline(
      part.file,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const piece of source) {
          hash.update(piece)
          size += piece.length
          yield piece
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    )
    if (part.file.truncated) throw tooLarge()
    const data = await ends(path, size)
    return {
      fileName: part.filename ?? '',
      mime: part.mimetype,
      data,
      size,
      sha256: hash.digest('hex'),
      body: () => createReadStream(path),
      dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}

async function ends(path: string, size: number): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    if (size <= WHOLE_BYTES) return await handle.readFile()
    const data = Buffer.alloc(HEAD_BYTES + TAIL_BYTES)
    await handle.read(data, 0, HEAD_BYTES, 0)
    await handle.read(data, HEAD_BYTES, TAIL_BYTES, size - TAIL_BYTES)
    return data
  } finally {
    await handle.close()
  }
}
