import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bytesOf, entriesOf, openArchive, tileId } from './tile-archive.server.ts'

function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}
interface Put {
  id: number
  run: number
  offset: number
  length: number
}
const directory = (entries: readonly Put[]): Uint8Array =>
  Uint8Array.from(
    [
      entries.length,
      ...entries.map((e, i) => e.id - (entries[i - 1]?.id ?? 0)),
      ...entries.map((e) => e.run),
      ...entries.map((e) => e.length),
      ...entries.map((e, i) => (i > 0 && entries[i - 1]!.offset + entries[i - 1]!.length === e.offset ? 0 : e.offset + 1)),
    ].flatMap(varint),
  )

/** As the specification lays it out: header, first directory, the directories below, tiles. */
function archive(packed: boolean): Uint8Array {
  const pack = (bytes: Uint8Array): Uint8Array => (packed ? gzipSync(bytes) : bytes)
  const [sea, city] = ['sea', 'city'].map((words) => pack(new TextEncoder().encode(words))) as [Uint8Array, Uint8Array]
  // The four tiles of level 1 are sea; one of level 2 stands in a directory of its own.
  const leaf = pack(directory([{ id: tileId(2, 3, 1), run: 1, offset: sea.length, length: city.length }]))
  const root = pack(
    directory([
      { id: tileId(1, 0, 0), run: 4, offset: 0, length: sea.length },
      { id: 5, run: 0, offset: 0, length: leaf.length },
    ]),
  )
  const header = new DataView(new ArrayBuffer(127))
  new Uint8Array(header.buffer).set(new TextEncoder().encode('PMTiles'))
  header.setUint8(7, 3)
  const long = (at: number, value: number): void => header.setBigUint64(at, BigInt(value), true)
  long(8, 127)
  long(16, root.length)
  long(40, 127 + root.length)
  long(56, 127 + root.length + leaf.length)
  header.setUint8(97, packed ? 2 : 1)
  header.setUint8(98, packed ? 2 : 1)
  header.setUint8(99, 1)
  header.setUint8(100, 1)
  header.setUint8(101, 2)
  return Buffer.concat([new Uint8Array(header.buffer), root, leaf, sea, city])
}
const words = (bytes: Uint8Array | null): string | null => bytes && new TextDecoder().decode(bytes)

describe('a tile', () => {
  test('has the number its level and the Hilbert curve give it', () => {
    // From the specification's own table.
    expect([tileId(0, 0, 0), tileId(1, 0, 0), tileId(1, 0, 1), tileId(1, 1, 1), tileId(1, 1, 0), tileId(2, 0, 0)]).toEqual([
      0, 1, 2, 3, 4, 5,
    ])
    expect(tileId(12, 3423, 1763)).toBe(19078479)
    const all = new Set<number>()
    for (let x = 0; x < 8; x++) for (let y = 0; y < 8; y++) all.add(tileId(3, x, y))
    expect([...all].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, i) => 21 + i))
  })
  test.each([true, false])('is found in the first directory, in a row of equal ones and in one below (packed: %s)', async (packed) => {
    const bytes = archive(packed)
    const tiles = await openArchive(async (offset, length) => bytes.subarray(offset, offset + length))
    expect([tiles.minZoom, tiles.maxZoom]).toEqual([1, 2])
    expect(words(await tiles.tile(1, 1, 0))).toBe('sea')
    expect(words(await tiles.tile(2, 3, 1))).toBe('city')
    expect(await tiles.tile(2, 0, 0)).toBeNull()
    expect(await tiles.tile(0, 0, 0)).toBeNull()
  })
  test('is read from a file, and from an address by ranges alone', async () => {
    const bytes = archive(true)
    const path = join(mkdtempSync(join(tmpdir(), 'tiles-')), 'map.pmtiles')
    writeFileSync(path, bytes)
    expect(words(await (await openArchive(bytesOf(path))).tile(2, 3, 1))).toBe('city')
    const asked: (string | undefined)[] = []
    const server = createServer((request, response) => {
      const { range } = request.headers
      asked.push(range)
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
      if (request.url === '/whole') return response.end(bytes)
      response.writeHead(206).end(bytes.subarray(Number(from), Number(to) + 1))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const far = await openArchive(bytesOf(`${address}/map.pmtiles`))
      expect(words(await far.tile(1, 0, 1))).toBe('sea')
      expect(words(await far.tile(1, 1, 1))).toBe('sea')
      // Header, directory, and the tile twice: what was read once of the directory is kept.
      expect(asked).toHaveLength(4)
      await expect(openArchive(bytesOf(`${address}/whole`))).rejects.toThrow('没有按范围应答')
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
  test('of what is no such archive is refused', async () => {
    await expect(openArchive(async () => new Uint8Array(127))).rejects.toThrow('不是第 3 版')
    expect(() => entriesOf(Uint8Array.from([5, 1, 1]))).toThrow('不完整')
  })
})
