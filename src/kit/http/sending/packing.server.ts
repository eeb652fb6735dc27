/**
 * Answers are packed at once and in one piece. A stream per answer, as the plugin for files makes one, costs eight times as much
 * as packing these few kilobytes: more than anything else a list does. The least effort each way knows leaves a list of 38 kB at
 * 2 to 3 kB; more effort would save hundreds of bytes for milliseconds.
 */
import type { FastifyReply } from 'fastify'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'

/** Below, an answer fits into one packet either way. */
const LEAST = 1024
/** Above, nobody else may wait for it: the plugin packs it piece by piece. */
const MOST = 256 * 1024

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** In the order in which they are preferred. Browsers offer the first two over TLS and to localhost alone. */
const WAYS: readonly (readonly [name: string, pack: (body: string) => Buffer])[] = [
  ['zstd', (body) => zstdCompressSync(body, ZSTD)],
  ['br', (body) => brotliCompressSync(body, BROTLI)],
  ['gzip', (body) => gzipSync(body, { level: 1 })],
]

const chosen = new Map<string, (typeof WAYS)[number] | null>()

/** Best way the caller takes; a header is one of a few texts. */
export function wayFor(accept: string | string[] | undefined): (typeof WAYS)[number] | null {
  if (typeof accept !== 'string') return null
  const known = chosen.get(accept)
  if (known !== undefined) return known
  const taken = new Map(
    accept.split(',').map((part) => {
      const [name = '', ...more] = part.split(';').map((text) => text.trim().toLowerCase())
      return [name, more.some((text) => /^q=0(?:\.0*)?$/.test(text))] as const
    }),
  )
  const way = WAYS.find(([name]) => taken.get(name) === false) ?? null
  if (chosen.size > 200) chosen.clear()
  chosen.set(accept, way)
  return way
}

/** The body as it goes out; says in the head of the answer what was done to it. */
export function packedBody(reply: FastifyReply, body: string): string | Buffer {
  if (body.length < LEAST || body.length > MOST) return body
  reply.header('vary', 'accept-encoding')
  const way = reply.request.headers['x-no-compression'] === undefined ? wayFor(reply.request.headers['accept-encoding']) : null
  if (!way) return body
  reply.header('content-encoding', way[0])
  return way[1](body)
}
