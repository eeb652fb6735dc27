import { mkdirSync, mkdtempSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pmtilesOf, squareTile, type WantedArchive } from './fixture/pmtiles.server.ts'
import { checkFile, headerOf } from './map-check.server.ts'
import { bytesOf, findMapFile, type MapFile } from './map-file.server.ts'

const folder = (): string => mkdtempSync(join(tmpdir(), 'maps-'))
const GOOD: WantedArchive = { tiles: [{ z: 0, x: 0, y: 0, bytes: squareTile('earth', 'earth') }] }
const written = (bytes: Uint8Array, name = 'china.pmtiles'): string => {
  const path = join(folder(), name)
  writeFileSync(path, bytes)
  return path
}
async function fileOf(bytes: Uint8Array): Promise<MapFile> {
  return (await findMapFile(written(bytes), null))!
}
async function withServer(answer: RequestListener, act: (address: string) => Promise<void>): Promise<void> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('the map file of the installation', () => {
  test('is the one that was named, else the newest of the folder, else none', async () => {
    const place = folder()
    expect(await findMapFile(null, place)).toBeNull()
    expect(await findMapFile(null, join(place, 'absent'))).toBeNull()
    for (const [name, time] of [
      ['old.pmtiles', 1000],
      ['new.pmtiles', 2000],
      ['newest.txt', 3000],
    ] as const) {
      writeFileSync(join(place, name), 'x')
      utimesSync(join(place, name), time, time)
    }
    expect((await findMapFile(null, place))?.name).toBe('new.pmtiles')
    expect((await findMapFile(join(place, 'old.pmtiles'), place))?.name).toBe('old.pmtiles')
  })
  test('that is gone, or is a folder, says so without the path', async () => {
    const place = folder()
    mkdirSync(join(place, 'a.pmtiles'))
    await expect((await findMapFile(join(place, 'b.pmtiles'), null))!.open()).rejects.toThrow('地图文件不存在')
    await expect((await findMapFile(join(place, 'a.pmtiles'), null))!.open()).rejects.toThrow('地图文件的路径不是一个文件')
    expect(await checkFile((await findMapFile(join(place, 'b.pmtiles'), null))!)).toEqual({
      ok: false,
      about: 'b.pmtiles',
      notes: ['地图文件不存在'],
    })
  })
  test('that is replaced has another tag; what was opened before is read to its end', async () => {
    const path = written(Buffer.from('aaaa'))
    const file = (await findMapFile(path, null))!
    const before = await file.open()
    writeFileSync(`${path}.new`, 'bbbbbb')
    renameSync(`${path}.new`, path)
    const after = await file.open()
    after.close()
    expect(after.etag).not.toBe(before.etag)
    let words = ''
    for await (const piece of before.read(0, 3)) words += String(piece)
    expect(words).toBe('aaaa')
  })
  test('at an address is read by ranges alone; one that sends everything is refused', async () => {
    const bytes = pmtilesOf(GOOD)
    const asked: (string | undefined)[] = []
    await withServer(
      (request, response) => {
        const { range } = request.headers
        asked.push(range)
        if (request.url === '/whole.pmtiles') return void response.end(bytes)
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
        const end = Math.min(Number(to), bytes.length - 1)
        response.writeHead(206, { etag: '"v1"', 'content-range': `bytes ${from}-${end}/${bytes.length}` })
        response.end(bytes.subarray(Number(from), end + 1))
      },
      async (address) => {
        const far = (await findMapFile(`${address}/china.pmtiles`, null))!
        expect((await headerOf(far)).maxZoom).toBe(14)
        expect((await bytesOf(far, 0, 7)).etag).toBe('"v1"')
        expect(asked.every((range) => range?.startsWith('bytes='))).toBe(true)
        const whole = (await findMapFile(`${address}/whole.pmtiles`, null))!
        expect((await checkFile(whole)).notes).toEqual(['地图文件的地址没有按范围应答（200）'])
      },
    )
  })
})

describe('试一下 of the map file', () => {
  test('says its size, its levels, and nothing else when it holds all of China', async () => {
    expect(await checkFile(await fileOf(pmtilesOf(GOOD)))).toEqual({
      ok: true,
      about: expect.stringMatching(/^china\.pmtiles，.+，级别 0–14$/),
      notes: [],
    })
  })
  test('says what one will miss: layers, streets, places', async () => {
    const { ok, notes } = await checkFile(
      await fileOf(pmtilesOf({ ...GOOD, layers: ['earth', 'roads'], maxZoom: 9, bounds: [120.8, 30.6, 122, 31.9] })),
    )
    expect(ok).toBe(true)
    expect(notes).toEqual([
      '缺少图层 water、places，地图上没有这些内容',
      '最大级别 9，看不清市内道路；全国文件一般到 15 级',
      '只含东经 120.8–122、北纬 30.6–31.9，没有覆盖全国，其余地方只有轮廓',
    ])
  })
  test.each<[string, Uint8Array]>([
    ['不是 PMTiles 文件，请换成 Protomaps 的 .pmtiles 文件', Buffer.from('<html>not found</html>'.repeat(20))],
    ['地图文件不完整，请重新复制', Buffer.alloc(0)],
    ['PMTiles 第 2 版不支持，请换成第 3 版的文件', pmtilesOf({ ...GOOD, change: (h) => h.setUint8(7, 2) })],
    ['PMTiles 文件不是矢量瓦片（MVT），请换成矢量的文件', pmtilesOf({ ...GOOD, change: (h) => h.setUint8(99, 2) })],
    ['PMTiles 文件的压缩方式不支持，请使用 gzip', pmtilesOf({ ...GOOD, change: (h) => h.setUint8(98, 4) })],
    [
      '图层不是 Protomaps 的结构（没有 earth、water、roads、places），请换成 Protomaps 的文件',
      pmtilesOf({ ...GOOD, layers: ['transportation'] }),
    ],
    ['PMTiles 文件的目录已损坏，请重新复制', pmtilesOf({ ...GOOD, change: (h) => h.setBigUint64(16, 4n, true) })],
  ])('refuses with «%s»', async (sentence, bytes) => {
    expect(await checkFile(await fileOf(bytes))).toMatchObject({ ok: false, notes: [sentence] })
  })
  test('refuses a copy that was cut off', async () => {
    const bytes = pmtilesOf({ ...GOOD, tiles: [{ z: 0, x: 0, y: 0, bytes: crypto.getRandomValues(new Uint8Array(20_000)) }] })
    const { ok, notes } = await checkFile(await fileOf(bytes.subarray(0, 18_000)))
    expect(ok).toBe(false)
    expect(notes[0]).toMatch(/^地图文件不完整：应为 .+，实际 .+，请重新复制$/)
  })
})
