import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { mapSources, supplierOf } from './map-supplier.server.ts'
import { isTileAddress } from '../settings/settings.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await testDatabase()
  const { id } = await t.db.write(null, (tx) =>
    tx
      .insertInto('operator')
      .values({ name: '甲' } as never)
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await t.db.write(id, (tx) =>
    sql`insert into site_config (operator_id, host, title, company, amap_key, amap_code) values
    (${id}, 'maps.example', '甲', '甲', 'k1', 'c1'), (${id}, 'plain.example', '甲', '甲', null, null), (${id}, '*', '甲', '甲', 'k2', null)`.execute(
      tx,
    ),
  )
})
afterAll(() => t.close())

test('the key of a site is that of its host, whatever the port and the spelling', async () => {
  expect(await supplierOf(t.db, 'Maps.Example:6800')).toEqual({ kind: 'amap', key: 'k1', code: 'c1' })
})
test('a site of its own without a key shows the shipped map; every other host has the key of *', async () => {
  expect(await supplierOf(t.db, 'plain.example')).toBeNull()
  expect(await supplierOf(t.db, 'other.example')).toEqual({ kind: 'amap', key: 'k2', code: null })
  expect(await supplierOf(t.db, undefined)).toEqual({ kind: 'amap', key: 'k2', code: null })
})
test('pages are told for a few seconds what they were told before, then anew', async () => {
  let now = 0
  const sources = mapSources(t.db, () => now)
  expect(await sources('plain.example')).toBeNull()
  expect((await sources('maps.example'))?.script).toContain('https://webapi.amap.com')
  const [{ operator } = { operator: 0 }] = (
    await t.db.read(null, (tx) =>
      sql<{ operator: number }>`select (site_for_host('maps.example')->>'operatorId')::int as operator`.execute(tx),
    )
  ).rows
  await t.db.write(operator, (tx) => sql`update site_config set amap_key = null where host = 'maps.example'`.execute(tx))
  expect(await sources('maps.example')).not.toBeNull()
  now = 6000
  expect(await sources('maps.example')).toBeNull()
})

test('天地图 or tiles of an address widen the page by their host alone; without them the page stays as it is', async () => {
  const [{ operator } = { operator: 0 }] = (
    await t.db.read(null, (tx) =>
      sql<{ operator: number }>`select (site_for_host('maps.example')->>'operatorId')::int as operator`.execute(tx),
    )
  ).rows
  const write = (values: ReturnType<typeof sql>): Promise<unknown> =>
    t.db.write(operator, (tx) => sql`update site_config set ${values} where host = 'maps.example'`.execute(tx))
  await write(
    sql`amap_key = null, tianditu_key = 'tk 1', map_tiles = 'https://tiles.example.com/{z}/{x}/{y}.png', map_tiles_crs = 'gcj02', map_tiles_credit = '甲'`,
  )
  const sky = await supplierOf(t.db, 'maps.example')
  expect(sky).toMatchObject({ kind: 'tiles', crs: 'wgs84', credit: '天地图' })
  expect(JSON.stringify(sky)).toContain('tk=tk%201')
  expect(await mapSources(t.db)('maps.example')).toEqual({
    script: [],
    image: ['https://t0.tianditu.gov.cn'],
    connect: ['https://t0.tianditu.gov.cn'],
  })
  await write(sql`tianditu_key = null`)
  expect(await supplierOf(t.db, 'maps.example')).toEqual({
    kind: 'tiles',
    tiles: ['https://tiles.example.com/{z}/{x}/{y}.png'],
    crs: 'gcj02',
    credit: '甲',
  })
  expect((await mapSources(t.db)('maps.example'))?.connect).toEqual(['https://tiles.example.com'])
  await write(sql`map_tiles = null`)
  expect(await supplierOf(t.db, 'maps.example')).toBeNull()
  expect(await mapSources(t.db)('maps.example')).toBeNull()
})
test('an address of tiles names its host and its place, and nothing that would widen the page further', () => {
  for (const good of ['https://a.example/{z}/{x}/{y}.png', 'http://127.0.0.1:8080/t?z={z}&x={x}&y={y}'])
    expect(isTileAddress(good)).toBe(true)
  for (const bad of [
    'https://example{s}.test/{z}/{x}/{y}',
    'https://a.example/{z}/{x}',
    'javascript:{z}{x}{y}',
    'https://a.example; script-src */{z}/{x}/{y}',
    'https://a.example /{z}/{x}/{y}',
  ])
    expect(isTileAddress(bad)).toBe(false)
})
