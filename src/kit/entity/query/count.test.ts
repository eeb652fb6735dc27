import { sql } from 'kysely'
import { expect, test, beforeAll, afterAll } from 'vitest'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { count } from './count.server.ts'
import type { Entity } from '../entity.ts'
import { libraryDatabase, type LibraryDatabase } from '../fixture/database.server.ts'
import { testLibrary } from '../fixture/definitions.ts'
import { fewRows } from './keyword-list.server.ts'

let base: LibraryDatabase
beforeAll(async () => void (base = await libraryDatabase()))
afterAll(() => base.close())

const shelf = testLibrary.entities.find((e) => e.name === 'testShelf') as unknown as Entity
const fill = (from: number, to: number) =>
  base.db.write(1, (tx) =>
    sql`insert into test_shelf (operator_id, created_by, name, code) select 1, 1, 'S' || n, 'S' || n from generate_series(${from}::int, ${to}::int) n`.execute(
      tx,
    ),
  )
/** Past the program, as another node would. */
const past = (text: string) =>
  withClient(base.owner, async (client) => {
    await client.query("select set_config('app.operator_id', '1', false)")
    await client.query(text)
  })
const ask = (now: number) => base.db.read(1, (db) => count(db, shelf, sql<boolean>`t.operator_id = 1`, false, now))

test('a small set is counted each time, a larger one until somebody writes, a very large one for five seconds', async () => {
  await fill(1, 10)
  expect(await ask(0)).toEqual({ total: 10, exact: true })
  await past(`insert into test_shelf (operator_id, created_by, name, code) select 1, 1, 'R' || n, 'R' || n from generate_series(1, 5) n`)
  expect((await ask(1)).total).toBe(15)
  await fill(16, 2000)
  expect((await ask(2)).total).toBe(2000)
  // Known when the time is over.
  await past(`insert into test_shelf (operator_id, created_by, name, code) values (1, 1, 'R6', 'R6')`)
  expect((await ask(3)).total).toBe(2000)
  expect((await ask(5002)).total).toBe(2001)
  await fill(2002, 2002)
  expect((await ask(5003)).total).toBe(2002)
  await fill(2003, 20_000)
  expect((await ask(5004)).total).toBe(20_000)
  await fill(20_001, 20_001)
  expect((await ask(9000)).total).toBe(20_000)
  expect((await ask(11_000)).total).toBe(20_001)
})

test('rows that do not count are listed and in no sum: kept, added up, found by a keyword, or through what they refer to', async () => {
  const entity = (name: string) => testLibrary.entities.find((e) => e.name === name) as unknown as Entity
  await past(`insert into test_book (operator_id, created_by, no, name, shelf, price, pages, status)
    select 1, 1, 'C' || n, case when n % 2 = 0 then '苍鹭' else '麻雀' end || n, (select min(id) from test_shelf), 100, 10, case when n <= 3 then 'lost' else 'draft' end from generate_series(1, 10) n`)
  await past(`insert into test_note (operator_id, created_by, book, text, words) select 1, 1, id, 'x', 7 from test_book where no like 'C%'`)
  const where = (text: string) => sql<boolean>`t.operator_id = 1 and ${sql.raw(text)}`
  await base.db.read(1, async (db) => {
    const books = (text: string, exact = false) => count(db, entity('testBook'), where(text), exact)
    expect(await books(`"t"."status" <> 'onShelf'`)).toEqual({ total: 10, exact: true, totals: { price: 700, pages: 70 } })
    expect(await books(`"t"."no" like 'C%'`)).toEqual({ total: 10, exact: true, totals: { price: 700, pages: 70 } })
    expect(await books(`"t"."status" = 'lost'`, true)).toEqual({ total: 3, exact: true, totals: { price: 0, pages: 0 } })
    expect(await count(db, entity('testNote'), where('true'))).toEqual({ total: 10, exact: true, totals: { words: 49 } })
    const result = await fewRows(db, entity('testBook'), {
      columns: sql`t.id`,
      where: where(`t.name like '苍鹭%'`),
      sorted: ['no'],
      order: sql`t.no`,
      limit: 5,
      offset: 0,
      sums: ['price'],
    })
    expect(result).toMatchObject({ total: 5, sums: [400] })
  })
})
