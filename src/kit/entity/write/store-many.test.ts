import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChain } from '#kit/audit/chain.server.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { AppError } from '#kit/basics/errors.ts'
import { libraryDatabase } from '../fixture/database.server.ts'
import { contextFor, idNo } from '../fixture/served.server.ts'
import { addMany } from './store-many.server.ts'
import { add, get } from '../store.server.ts'

/** More than go into one statement, and not by its measure. */
const MANY = 607

let base: Awaited<ReturnType<typeof libraryDatabase>>
let ctx: Context
let shelf = 0
let reader = 0
const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => base.db.write(ctx.user.operatorId, (tx) => work(tx as Tx))

beforeAll(async () => {
  base = await libraryDatabase()
  ctx = contextFor(base.db)
  shelf = (await write((tx) => add(tx, ctx, 'testShelf', { name: '一号架', code: 'A1' }, 'person'))).id
  reader = (await write((tx) => add(tx, ctx, 'testReader', { name: '张三', idNo: idNo(1) }, 'person'))).id
})
afterAll(() => base?.close())

/** Every kind, and of each row something else is left out. */
const bookOf = (name: string, i: number): Record<string, unknown> => ({
  name: `  ${name}\u200b${i} `,
  isbn: `${name}-${i}`,
  genre: 'science',
  shelf,
  lentAt: '2026-02-28T09:30:00+08:00',
  price: i % 3 ? 100 + i : null,
  weight: i % 5 ? (i % 7) / 10 : 1.25,
  ...(i % 2
    ? {
        language: 'zh',
        region: shelf,
        boughtOn: '2024-02-29',
        pages: 1 + i,
        discount: 850,
        fans: [reader],
        rare: true,
        insurer: '"平安" \\ 保险',
      }
    : {
        chapters: [{ title: '第一章 "序"', contact: '13800138000' }],
        origin: { lat: 31.2, lng: 121.4, address: ' 上海 ' },
        extra: [{ z: 1, a: null, 深: ['"', '\\', '\n'] }],
        scans: [],
        remark: '两\r\n行',
      }),
})
const books = (name: string): Record<string, unknown>[] => Array.from({ length: MANY }, (_, i) => bookOf(name, i))
const changesOf = async (ids: readonly number[]) =>
  base.db.read(ctx.user.operatorId, (db) =>
    db
      .selectFrom('auditLog')
      .select(['entityId', 'action', 'title', 'toState', 'changes', 'userId', 'reason'])
      .where('entity', '=', 'testBook')
      .where('entityId', 'in', [...ids])
      .orderBy('entityId')
      .execute(),
  )

test('many are what they would be one by one: as given back, as stored, in their order, in the journal', async () => {
  const made = await write((tx) => addMany(tx, ctx, 'testBook', books('多'), 'records'))
  expect(made).toHaveLength(MANY)
  const twins = await write(async (tx) => {
    const all = []
    for (const one of books('单').slice(0, 12)) all.push(await add(tx, ctx, 'testBook', one))
    return all
  })
  const stored = await write(async (tx) => {
    const all = []
    for (const { id } of made) all.push(await get(tx, ctx, 'testBook', id))
    return all
  })
  expect(made).toEqual(stored)
  expect(made.map((r) => r['isbn'])).toEqual(made.map((_, i) => `多-${i}`))
  expect(made.map((r) => String(r['no']))).toEqual(made.map((r) => String(r['no'])).toSorted((a, b) => (a < b ? -1 : 1)))
  const own = ['id', 'no', 'name', 'isbn']
  const plain = (record: object) => Object.fromEntries(Object.entries(record).filter(([key]) => !own.includes(key)))
  expect(made.slice(0, 12).map(plain)).toEqual(twins.map(plain))
  const [lines, single] = [await changesOf(made.map((r) => r.id)), await changesOf(twins.map((r) => r.id))]
  expect(lines).toHaveLength(MANY)
  const comparable = (line: (typeof lines)[number]) => ({ ...line, entityId: 0, title: '', changes: plain(line.changes as object) })
  expect(lines.slice(0, 12).map(comparable)).toEqual(single.map(comparable))
  expect(lines[5]!.title).toContain('多5')
  expect(await verifyChain(base.db, ctx.user.operatorId)).toMatchObject({ problem: null })
})

test('a ledger has no journal of its own', async () => {
  const made = await write((tx) => addMany(tx, ctx, 'testBook', books('账'), 'ledger'))
  expect(await changesOf(made.map((r) => r.id))).toEqual([])
})

test('one wrong row is told before anything is written; what the database refuses takes all with it', async () => {
  const refusal = async (rows: Record<string, unknown>[]): Promise<{ fields: unknown; left: number }> =>
    write(async (tx) => {
      const fields = await addMany(tx, ctx, 'testBook', rows, 'records').then(
        () => null,
        (error: unknown) => (error as AppError).data,
      )
      return { fields, left: await storedCount(tx) }
    })
  const storedCount = async (tx: Tx): Promise<number> =>
    Number(
      (await tx.selectFrom('testBook').select(tx.fn.countAll<string>().as('n')).where('isbn', 'like', '错-%').executeTakeFirstOrThrow()).n,
    )
  const wrong = books('错').with(MANY - 1, { ...bookOf('错', 1), price: -1 })
  expect(await refusal(wrong)).toEqual({ fields: { price: '价格：不能小于 0.00 元' }, left: 0 })
  const twice = books('错').with(MANY - 1, { ...bookOf('错', 3), name: '另一本', boughtOn: null })
  await expect(write((tx) => addMany(tx, ctx, 'testBook', twice, 'records'))).rejects.toMatchObject({ data: { isbn: '该书号已存在' } })
  expect(await write(storedCount)).toBe(0)
})
