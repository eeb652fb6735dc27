/**
 * The PMTiles file of the installation: named by MAP_PMTILES (a path, or an address that answers ranges), else the newest one in the
 * folder `maps` of the data folder. No request ever names it. It is opened for each answer, so a file that was replaced is
 * another one from the next answer on, with another ETag.
 */
import { constants } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { RangedFile } from '#kit/http/sending/ranges.server.ts'

/** Says what is the matter with the file, for whoever looks after it. */
export class MapFileProblem extends Error {}

export interface MapFile {
  /** Without its folder: where files of the machine lie is nobody's business in a browser. */
  readonly name: string
  /** Throws `MapFileProblem`. */
  open(): Promise<RangedFile>
}

const isAddress = (where: string): boolean => /^https?:\/\//.test(where)
const REMOTE_MS = 20_000

/** Null: there is none. Looked up at every call: a file that is put into the folder needs no restart. */
export async function findMapFile(where: string | null, folder: string | null): Promise<MapFile | null> {
  if (where !== null) return isAddress(where) ? remoteFile(where) : localFile(where)
  if (folder === null) return null
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.pmtiles'))
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      time: await stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  )
  const [newest] = files.toSorted((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1))
  return newest ? localFile(join(folder, newest.name)) : null
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: '地图文件不存在',
  EACCES: '没有读取地图文件的权限，请修改文件的权限',
  EPERM: '没有读取地图文件的权限，请修改文件的权限',
}
function localFile(path: string): MapFile {
  return {
    name: basename(path),
    async open() {
      // Not waiting: a pipe of this name would hold a thread for ever.
      const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
        throw new MapFileProblem(WORDS[error.code ?? ''] ?? `无法打开地图文件（${error.code ?? '未知原因'}）`)
      })
      const about = await file.stat()
      if (!about.isFile()) {
        await file.close()
        throw new MapFileProblem('地图文件的路径不是一个文件')
      }
      return {
        size: about.size,
        etag: `"${about.size.toString(16)}-${Math.floor(about.mtimeMs).toString(16)}"`,
        modified: about.mtime,
        read: (start, end) => file.createReadStream({ start, end }),
        close: () => void file.close(),
      }
    },
  }
}

async function askedFor(where: string, start: number, end: number): Promise<Response> {
  const answer = await fetch(where, { headers: { range: `bytes=${start}-${end}` }, signal: AbortSignal.timeout(REMOTE_MS) }).catch(() => {
    throw new MapFileProblem('无法连接地图文件的地址')
  })
  if (answer.status === 206) return answer
  // Whoever sends everything does not know ranges, and everything may be a hundred gigabytes.
  await answer.body?.cancel()
  throw new MapFileProblem(`地图文件的地址没有按范围应答（${answer.status}）`)
}
function remoteFile(where: string): MapFile {
  return {
    name: basename(new URL(where).pathname) || where,
    async open() {
      const first = await askedFor(where, 0, 0)
      await first.arrayBuffer()
      const size = Number(/\/(\d+)$/.exec(first.headers.get('content-range') ?? '')?.[1])
      if (!Number.isSafeInteger(size)) throw new MapFileProblem('地图文件的地址没有说明文件大小（Content-Range）')
      const [tag, time] = [first.headers.get('etag'), Date.parse(first.headers.get('last-modified') ?? '')]
      const modified = new Date(Number.isNaN(time) ? 0 : time)
      return {
        size,
        etag: tag?.startsWith('"') ? tag : `"${size.toString(16)}-${modified.getTime().toString(16)}"`,
        modified,
        read: (start, end) =>
          Readable.from(
            (async function* pieces() {
              const { body } = await askedFor(where, start, end)
              if (body) yield* body
            })(),
          ),
        close: () => undefined,
      }
    },
  }
}

/** Larger parts are no directories and no tiles: a file that asks for them is damaged. */
const MOST_BYTES = 64 * 1024 * 1024

export async function bytesOf(file: MapFile, offset: number, length: number): Promise<{ data: ArrayBuffer; etag: string }> {
  const opened = await file.open()
  if (length > MOST_BYTES || offset >= opened.size) {
    opened.close()
    throw new MapFileProblem('地图文件不完整，请重新复制')
  }
  const end = Math.min(offset + length, opened.size) - 1
  const pieces: Buffer[] = []
  for await (const piece of opened.read(offset, end)) pieces.push(Buffer.from(piece as Uint8Array))
  const whole = new Uint8Array(Buffer.concat(pieces))
  return { data: whole.buffer, etag: opened.etag }
}
