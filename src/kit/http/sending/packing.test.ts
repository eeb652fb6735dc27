import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { describe, expect, it } from 'vitest'
import { packedBody, wayFor } from './packing.server.ts'

const reply = (headers: Record<string, string>) => {
  const said: Record<string, string> = {}
  const fake = { request: { headers }, header: (name: string, value: string) => void (said[name] = value) }
  return { fake: fake as unknown as FastifyReply, said }
}
const body = JSON.stringify({ list: Array.from({ length: 200 }, (_, id) => ({ id, name: `门店${id}` })) })

describe('which way an answer is packed', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=0, br;q=0.5', 'br'],
    ['zstd;q=0, br;q=0.000, gzip', 'gzip'],
    ['identity', null],
    ['', null],
    [undefined, null],
  ])('%s: %s', (accept, way) => expect(wayFor(accept)?.[0] ?? null).toBe(way))
})

describe('a packed answer', () => {
  const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
  it.each(['zstd', 'br', 'gzip'] as const)('%s gives the same text back, smaller', (way) => {
    const { fake, said } = reply({ 'accept-encoding': way })
    const packed = packedBody(fake, body) as Buffer
    expect(said).toEqual({ 'content-encoding': way, vary: 'accept-encoding' })
    expect(unpack[way](packed).toString()).toBe(body)
    expect(packed.length).toBeLessThan(body.length / 3)
  })
  it('is not made of what fits into one packet, nor of what would keep others waiting', () => {
    for (const text of ['{"code":200}', 'x'.repeat(300_000)]) {
      const { fake, said } = reply({ 'accept-encoding': 'br' })
      expect([packedBody(fake, text), said]).toEqual([text, {}])
    }
  })
  it('is not made for whoever asks for none', () => {
    const { fake, said } = reply({ 'accept-encoding': 'br', 'x-no-compression': '1' })
    expect([packedBody(fake, body), said]).toEqual([body, { vary: 'accept-encoding' }])
  })
})
