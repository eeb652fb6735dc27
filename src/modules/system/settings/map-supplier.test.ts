import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { mapSources, supplierOf } from './map-supplier.server.ts'

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
  expect(await supplierOf(t.db, 'Maps.Example:6800')).toEqual({ key: 'k1', code: 'c1' })
})
test('a site of its own without a key shows the shipped map; every other host has the key of *', async () => {
  expect(await supplierOf(t.db, 'plain.example')).toBeNull()
  expect(await supplierOf(t.db, 'other.example')).toEqual({ key: 'k2', code: null })
  expect(await supplierOf(t.db, undefined)).toEqual({ key: 'k2', code: null })
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
