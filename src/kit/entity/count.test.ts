import { sql } from 'kysely'
import { expect, test, beforeAll, afterAll } from 'vitest'
import { count } from './count.server.ts'
import type { Entity } from './entity.ts'
import { libraryDatabase, type LibraryDatabase } from './fixture/database.server.ts'
import { testLibrary } from './fixture/definitions.ts'

let base: LibraryDatabase
beforeAll(async () => void (base = await libraryDatabase()))
afterAll(() => base.close())

const shelf = testLibrary.entities.find((e) => e.name === 'testShelf') as unknown as Entity
const fill = (from: number, to: number) =>
  base.db.write(1, (tx) => sql`insert into test_shelf (operator_id, created_by, name, code) select 1, 1, 'S' || n, 'S' || n from generate_series(${from}::int, ${to}::int) n`.execute(tx))
const ask = (now: number) => base.db.read(1, (db) => count(db, shelf, sql<boolean>`t.operator_id = 1`, false, now))

test('a small set is counted each time; a large figure stands for five seconds', async () => {
  await fill(1, 10)
  expect(await ask(0)).toEqual({ total: 10, exact: true })
  await fill(11, 20)
  expect((await ask(1)).total).toBe(20)
  await fill(21, 20_000)
  expect((await ask(2)).total).toBe(20_000)
  await fill(20_001, 20_001)
  expect((await ask(4000)).total).toBe(20_000)
  expect((await ask(6000)).total).toBe(20_001)
})
