/**
 * A part of a large file as an answer (RFC 9110, section 14): whoever reads a map of the country asks for a few kilobytes of many gigabytes. The
 * file is never read as a whole into memory, and never further than the reader takes it.
 */
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'

/** A file somebody has opened for one answer; `close` is called once, unless `read` was: its stream closes the file itself. */
export interface RangedFile {
  readonly size: number
  /** Strong, with its quotation marks. */
  readonly etag: string
  readonly modified: Date
  /** Both ends included. */
  read(start: number, end: number): Readable
  close(): void
}

export interface ByteSpan {
  start: number
  end: number
}

/** Whether what the caller has of the file is of this very file; without the header nobody doubts it. */
function isSameFile(ifRange: string | undefined, { etag, modified }: Pick<RangedFile, 'etag' | 'modified'>): boolean {
  if (ifRange === undefined) return true
  if (ifRange.startsWith('"')) return ifRange === etag
  // A weak tag says nothing about bytes; a day of the calendar only when it is exactly the one we said.
  return Math.floor(modified.getTime() / 1000) * 1000 === Date.parse(ifRange)
}

/** Null: nothing of what was asked for is in the file. What is no range, or several of them, is answered with the whole. */
export function spanOf(
  { range, ifRange }: { range: string | undefined; ifRange: string | undefined },
  file: Pick<RangedFile, 'size' | 'etag' | 'modified'>,
): ByteSpan | 'whole' | null {
  const [, from, to] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole'
  if (!isSameFile(ifRange, file)) return 'whole'
  const { size } = file
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length > 0 ? { start: size - length, end: size - 1 } : null
  }
  const [start, end] = [Number(from), to === '' ? size - 1 : Number(to)]
  if (to !== '' && end < start) return 'whole'
  return start < size ? { start, end: Math.min(end, size - 1) } : null
}

const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)

export function sendRanged(reply: FastifyReply, file: RangedFile): FastifyReply {
  const { method, headers } = reply.request
  const { size, etag, modified } = file
  reply.header('accept-ranges', 'bytes').header('etag', etag).header('last-modified', modified.toUTCString())
  const without = (status: number): FastifyReply => {
    file.close()
    return reply.code(status).send()
  }
  if (isKnown(headers['if-none-match'], etag)) return without(304)
  // Ranges are of GET alone; a HEAD is answered with the head of the whole.
  const range = method === 'HEAD' ? undefined : headers.range
  const ifRange = headers['if-range']
  const span = spanOf({ range, ifRange: typeof ifRange === 'string' ? ifRange : undefined }, file)
  if (span === null) {
    reply.header('content-range', `bytes */${size}`)
    return without(416)
  }
  const { start, end } = span === 'whole' ? { start: 0, end: size - 1 } : span
  reply.header('content-length', String(end - start + 1))
  if (span !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  if (method === 'HEAD' || size === 0) {
    file.close()
    return reply.send(Readable.from([]))
  }
  return reply.send(file.read(start, end))
}
