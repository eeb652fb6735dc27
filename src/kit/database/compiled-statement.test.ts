import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { withClient } from './connection/connection.server.ts'
import { grantApp } from './migrate.server.ts'
import { worded, wordedRows } from './compiled-statement.server.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase({ empty: true })
  await withClient(test.owner, async (client) => {
    await client.query('create table note (id int primary key, body_text text, marks bigint[])')
    await grantApp(client, { appRole: 'zyt_app', appendOnly: [] })
  })
})
afterAll(() => test?.close())

interface Note {
  id: number
  text: string | null
  marks?: readonly number[]
}
let built = 0
const notes = worded((_db, p: { from: number }) => {
  built++
  return sql<{
    id: number
    bodyText: string | null
    marks: number[] | null
  }>`select * from note where id >= ${p.from} and id < ${1000} order by id`
})
const add = wordedRows((_db, rows: readonly Note[]) => {
  built++
  return sql`insert into note (id, body_text, marks) values ${sql.join(rows.map((r) => sql`(${r.id}, ${r.text}, ${r.marks}::bigint[])`))}`
})

describe('a statement that is worded once', () => {
  it('is asked with the values of each call, and built when it is first asked', async () => {
    await test.db.write(
      null,
      async (tx) => {
        await add(tx, [
          { id: 1, text: '甲', marks: [3, 4] },
          { id: 2, text: null },
        ])
        await add(tx, [
          { id: 3, text: '丙' },
          { id: 4, text: '丁' },
        ])
      },
      { prepared: true },
    )
    const read = (from: number) => test.db.read(null, async (db) => (await notes(db, { from })).rows)
    expect(await read(3)).toEqual([
      { id: 3, bodyText: '丙', marks: null },
      { id: 4, bodyText: '丁', marks: null },
    ])
    expect(await read(1)).toEqual([{ id: 1, bodyText: '甲', marks: [3, 4] }, { id: 2, bodyText: null, marks: null }, ...(await read(3))])
    expect(built).toBe(2)
  })

  it('takes any number of rows, each number in its own words, and many without keeping words', async () => {
    const rows = (n: number, from: number): Note[] => Array.from({ length: n }, (_, i) => ({ id: from + i, text: `${from + i}` }))
    const before = built
    const { numAffectedRows } = await test.db.write(null, async (tx) => {
      for (const [n, from] of [
        [1, 100],
        [1, 101],
        [3, 110],
        [3, 120],
        [10, 130],
        [11, 150],
        [11, 170],
      ] as const)
        await add(tx, rows(n, from))
      return sql`delete from note where id >= 100 and body_text = id::text`.execute(tx)
    })
    expect(numAffectedRows).toBe(40n)
    expect(built - before).toBe(5)
  })

  it('says what was affected, like any other', async () => {
    const rename = worded((db, p: { id: number; text: string }) => sql`update note set body_text = ${p.text} where id = ${p.id}`)
    expect((await test.db.write(null, (tx) => rename(tx, { id: 1, text: '己' }))).numAffectedRows).toBe(1n)
    expect((await test.db.write(null, (tx) => rename(tx, { id: 99, text: '己' }))).numAffectedRows).toBe(0n)
  })
})
