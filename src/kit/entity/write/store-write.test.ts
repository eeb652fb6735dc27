import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { libraryDatabase } from '../fixture/database.server.ts'
import { contextFor } from '../fixture/served.server.ts'
import { add, get } from '../store.server.ts'
import { writeMany } from './store-write.server.ts'

let base: Awaited<ReturnType<typeof libraryDatabase>>
let ctx: Context
const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => base.db.write(1, (tx) => work(tx as Tx))
beforeAll(async () => {
  base = await libraryDatabase()
  ctx = contextFor(base.db)
})
afterAll(() => base?.close())

const linesOf = (id: number) =>
  base.db.read(1, (db) =>
    db.selectFrom('auditLog').select(['action', 'title', 'changes']).where('entityId', '=', id).where('action', '=', 'edit').execute(),
  )

test('what follows is written with a version and a line; who has it already is left alone; all or nothing', async () => {
  const ids: number[] = []
  for (const [i, name] of ['甲', '乙', '丙'].entries())
    ids.push((await write((tx) => add(tx, ctx, 'testShelf', { name, code: `W${i}`, open: i === 2 }))).id)
  const [one, two, three] = ids as [number, number, number]
  // Twice the same number, and not in their order.
  const rows = await write((tx) => writeMany(tx, ctx, 'testShelf', [three, one, two, one], () => ({ open: true })))
  expect(rows.map((row) => [row.id, row['open'], row.version])).toEqual([
    [one, true, 2],
    [two, true, 2],
    [three, true, 1],
  ])
  expect(await linesOf(two)).toEqual([{ action: 'edit', title: '乙', changes: { open: [false, true] } }])
  expect(await linesOf(three)).toEqual([])
  // Each its own: the search words follow the name.
  await write((tx) => writeMany(tx, ctx, 'testShelf', [one, two], (before) => ({ name: `${String(before['name'])}架` })))
  expect((await base.db.read(1, (db) => get(db, ctx, 'testShelf', one)))['name']).toBe('甲架')
  const pinyin = await base.db.read(1, (db) =>
    db
      .selectFrom('testShelf')
      .select('pinyin' as 'name')
      .where('id', '=', two)
      .execute(),
  )
  expect(pinyin).toEqual([{ pinyin: 'yj yijia' }])
  await expect(write((tx) => writeMany(tx, ctx, 'testShelf', [one, 999_999], () => ({ open: false })))).rejects.toThrow(
    '已被删除，或不在您的数据权限内',
  )
  expect((await base.db.read(1, (db) => get(db, ctx, 'testShelf', one)))['open']).toBe(true)
  expect(await write((tx) => writeMany(tx, ctx, 'testShelf', [], () => ({ open: false })))).toEqual([])
})
