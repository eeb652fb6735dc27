import Fastify, { type FastifyInstance } from 'fastify'
import { mkdtempSync, readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRanged, spanOf, type RangedFile } from './ranges.server.ts'

const TEN = { size: 10, etag: '"v1"', modified: new Date('2026-11-27T08:00:00.500Z') }
const of = (range: string | undefined, ifRange?: string) => spanOf({ range, ifRange }, TEN)

describe('the part that is asked for', () => {
  test.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=4-400', { start: 4, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['BYTES=0-0', { start: 0, end: 0 }],
  ])('%s', (range, span) => expect(of(range)).toEqual(span))
  test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=99999999999999999999-'])('%s lies outside', (range) =>
    expect(of(range)).toBeNull(),
  )
  test.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=3-1', 'bytes=a-b', 'rows=0-1', 'bytes=0-1,3-4', 'bytes=0x1-2'])(
    '%s is no range we know: the whole',
    (range) => expect(of(range)).toBe('whole'),
  )
  test('of another file than the caller has is the whole', () => {
    expect(of('bytes=0-3', '"v1"')).toEqual({ start: 0, end: 3 })
    expect(of('bytes=0-3', '"v0"')).toBe('whole')
    expect(of('bytes=0-3', 'W/"v1"')).toBe('whole')
    expect(of('bytes=0-3', 'Fri, 27 Nov 2026 08:00:00 GMT')).toEqual({ start: 0, end: 3 })
    expect(of('bytes=0-3', 'Fri, 27 Nov 2026 07:59:59 GMT')).toBe('whole')
    expect(of('bytes=0-3', 'yesterday')).toBe('whole')
  })
  test('of an empty file there is none', () => {
    expect(spanOf({ range: 'bytes=0-', ifRange: undefined }, { ...TEN, size: 0 })).toBeNull()
  })
})

const GB = 1024 ** 3
describe('a file of five gigabytes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ranges-'))
  const path = join(folder, 'sparse.pmtiles')
  const opened = async (): Promise<RangedFile> => {
    const file = await open(path, 'r')
    const { size, mtime } = await file.stat()
    return {
      size,
      etag: '"five"',
      modified: mtime,
      read: (start, end) => file.createReadStream({ start, end }),
      close: () => void file.close(),
    }
  }
  const openFiles = (): number =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === path
      } catch {
        return false
      }
    }).length
  let app: FastifyInstance
  beforeAll(async () => {
    writeFileSync(path, 'begin')
    truncateSync(path, 5 * GB)
    const file = await open(path, 'r+')
    await file.write('end.', 5 * GB - 4)
    await file.close()
    app = Fastify()
    app.route({ method: 'GET', url: '/map', exposeHeadRoute: true, handler: async (_request, reply) => sendRanged(reply, await opened()) })
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url: '/map', headers })

  test('gives its end without being read to there', async () => {
    const answer = await ask({ range: `bytes=${5 * GB - 4}-` })
    expect(answer.statusCode).toBe(206)
    expect(answer.payload).toBe('end.')
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${5 * GB - 4}-${5 * GB - 1}/${5 * GB}`,
      'content-length': '4',
      'accept-ranges': 'bytes',
      etag: '"five"',
    })
    expect(answer.headers['content-encoding']).toBeUndefined()
  })
  test('says what it is to HEAD, range or not, and sends nothing', async () => {
    for (const range of ['', 'bytes=0-4']) {
      const answer = await ask({ range }, 'HEAD')
      expect([answer.statusCode, answer.headers['content-length'], answer.payload]).toEqual([200, String(5 * GB), ''])
    }
  })
  test('says its size to who asks beyond it, and nothing to who has it', async () => {
    const beyond = await ask({ range: `bytes=${5 * GB}-` })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${5 * GB}`])
    const known = await ask({ 'if-none-match': 'W/"five"', range: 'bytes=0-4' })
    expect([known.statusCode, known.payload]).toEqual([304, ''])
  })
  test('is closed after every answer, and when the caller hangs up in the middle', async () => {
    await ask({ range: 'bytes=0-4' })
    const { port } = app.server.address() as AddressInfo
    const before = process.memoryUsage().rss
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /map HTTP/1.1\r\nhost: x\r\n\r\n'))
    // It reads a little and no further: the server may not run ahead of it.
    await new Promise<void>((resolve) => socket.once('data', () => resolve()))
    socket.pause()
    await expect.poll(openFiles).toBe(1)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
    socket.destroy()
    await expect.poll(openFiles).toBe(0)
  })
})
