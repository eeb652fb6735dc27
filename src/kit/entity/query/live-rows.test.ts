import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { worded } from '#kit/database/compiled-statement.server.ts'
import { libraryDatabase, type LibraryDatabase } from '../fixture/database.server.ts'
import { contextFor } from '../fixture/served.server.ts'
import { add, remove } from '../store.server.ts'
import { allOf, allRows, anyOf, liveRows, seenRows } from './live-rows.server.ts'

let base: LibraryDatabase
let ours: Context
let theirs: Context
const shelf = (ctx: Context, name: string, code: string): Promise<{ id: number }> =>
  base.db.write(ctx.user.operatorId, (tx) => add(tx as Tx, ctx, 'testShelf', { name, code }))
let first = 0
let second = 0
beforeAll(async () => {
  base = await libraryDatabase()
  ours = contextFor(base.db)
  theirs = contextFor(base.db, { id: 7, operatorId: 2 })
  first = (await shelf(ours, '一号架', 'A')).id
  second = (await shelf(ours, '二号架', 'B')).id
  const gone = (await shelf(ours, '旧架', 'C')).id
  await base.db.write(1, (tx) => remove(tx as Tx, ours, 'testShelf', gone, null))
  await shelf(theirs, '别家的架', 'A')
})
afterAll(() => base?.close())

const codes = (rows: readonly { code: string }[]): string => rows.map(({ code }) => code).join()

describe('rows of the company that asks', () => {
  test('are those that are not deleted, or all of them, and never those of another', async () => {
    await base.db.read(1, async (db) => {
      expect(codes(await liveRows(db, 'testShelf').select('code').orderBy('code').execute())).toBe('A,B')
      expect(codes(await allRows(db, 'testShelf').select('code').orderBy('code').execute())).toBe('A,B,C')
      expect(codes(await liveRows(db, 'testShelf as s').select('s.code').orderBy('s.id').execute())).toBe('A,B')
      const { sql } = liveRows(db, 'testShelf as s').select('s.code').compile()
      expect(sql).toContain('"s"."operator_id" = $1 and "s"."deleted_at" is null')
    })
    const names = await base.db.read(2, (db) => liveRows(db, 'testShelf').select('name').execute())
    expect(names).toEqual([{ name: '别家的架' }])
  })
  test('stand in a subquery as they do alone', async () => {
    const without = await base.db.read(1, (db) =>
      liveRows(db, 'testShelf')
        .select('code')
        .where((e) => e.not(e.exists(liveRows(e, 'testShelf as o').select('o.id').whereRef('o.code', '>', 'testShelf.code'))))
        .execute(),
    )
    // C is deleted, and nothing living comes after B.
    expect(codes(without)).toBe('B')
  })
  test('of words that are made once are those of whoever asks with them', async () => {
    const asked = worded((db, p: { code: string }) => liveRows(db, 'testShelf').select('name').where('code', '=', p.code))
    const named = async (company: number) => (await base.db.read(company, (db) => asked(db, { code: 'A' }))).rows
    expect(await named(1)).toEqual([{ name: '一号架' }])
    expect(await named(2)).toEqual([{ name: '别家的架' }])
    expect(await named(1)).toEqual([{ name: '一号架' }])
  })
  test('are refused to a connection of no company', async () => {
    await expect(base.db.read(null, (db) => liveRows(db, 'testShelf').select('id').execute())).rejects.toThrow('connection of none')
  })
})

test('rows that somebody sees are within his data permission', async () => {
  const clerk = contextFor(base.db, { codes: ['testShelfList'], scopes: { testShelfList: [] } })
  const seen = (ctx: Context) => base.db.read(1, (db) => seenRows(db, ctx, 'testShelf').select('t.code').orderBy('t.id').execute())
  expect(codes(await seen(ours))).toBe('A,B')
  expect(await seen(clerk)).toEqual([])
})

test('of an empty list there is none, and everything is none of it', async () => {
  const count = (ids: readonly number[]) =>
    base.db.read(1, async (db) => [
      (await liveRows(db, 'testShelf').select('id').where('id', '=', anyOf(ids)).execute()).length,
      (await liveRows(db, 'testShelf').select('id').where('id', '<>', allOf(ids)).execute()).length,
    ])
  expect(await count([])).toEqual([0, 2])
  expect(await count([first, first])).toEqual([1, 1])
  expect(await count([first, second])).toEqual([2, 0])
})
