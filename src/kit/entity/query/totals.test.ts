import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { count } from './count.server.ts'
import type { Entity } from '../entity.ts'
import { libraryDatabase, type LibraryDatabase } from '../fixture/database.server.ts'
import { testLibrary } from '../fixture/definitions.ts'
import { registry } from '../fixture/served.server.ts'
import { col } from './rows.server.ts'
import { foldTotals, keptTotals } from './totals.server.ts'

let base: LibraryDatabase
let shelves: number[] = []
const book = testLibrary.entities.find((e) => e.name === 'testBook') as unknown as Entity
const live = sql<boolean>`${col('operatorId')} = 1 and ${col('deletedAt')} is null`
const past = <T extends object>(text: string, operator = 1) =>
  withClient(base.owner, async (client) => {
    await client.query("select set_config('app.operator_id', $1, false)", [String(operator)])
    return (await client.query(text)).rows as T[]
  })

beforeAll(async () => {
  base = await libraryDatabase()
  await past(`insert into operator (id, name) overriding system value values (1, '甲公司') on conflict do nothing`)
  await past(`insert into test_shelf (operator_id, created_by, name, code) select 1, 1, 'S' || n, 'S' || n from generate_series(1, 3) n`)
  shelves = (await past<{ id: number }>('select id from test_shelf order by id')).map((row) => row.id)
})
afterAll(() => base?.close())

/** What the rows themselves say, and what is kept; both per value of two of the fields. */
const ROWS = `select shelf, status, count(*) as n, coalesce(sum(price), 0) as price, coalesce(sum(pages), 0) as pages from test_book where deleted_at is null group by 1, 2 order by 1, 2`
const KEPT = `select shelf, status, sum(n)::bigint as n, sum(price) as price, sum(pages) as pages from test_book_totals group by 1, 2 having sum(n) <> 0 order by 1, 2`

const shelf = fc.nat(2)
const step = fc.oneof(
  fc.record({
    do: fc.constant('add' as const),
    shelf,
    n: fc.integer({ min: 1, max: 5 }),
    price: fc.option(fc.nat(1_000_000)),
    on: fc.option(fc.constantFrom('2026-01-01', '2026-01-02')),
  }),
  fc.record({ do: fc.constant('move' as const), from: shelf, to: shelf }),
  fc.record({
    do: fc.constantFrom('lend' as const, 'raise' as const, 'remove' as const, 'erase' as const, 'note' as const, 'undone' as const),
    shelf,
  }),
  fc.record({ do: fc.constant('fold' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take(s: Step): Promise<void> {
  if (s.do === 'fold') return foldTotals(base.db, registry)
  const at = (i: number): number => shelves[i]!
  const text = {
    add: () =>
      s.do === 'add' &&
      `insert into test_book (operator_id, created_by, no, name, shelf, price, pages, bought_on) select 1, 1, gen_random_uuid()::text, gen_random_uuid()::text, ${at(s.shelf)}, ${s.price ?? 'null'}, 10, ${s.on ? `'${s.on}'` : 'null'} from generate_series(1, ${s.n})`,
    move: () => s.do === 'move' && `update test_book set shelf = ${at(s.to)} where shelf = ${at(s.from)}`,
    lend: () => `update test_book set status = 'lent' where shelf = ${at((s as { shelf: number }).shelf)} and id % 2 = 0`,
    raise: () => `update test_book set price = price + 7 where shelf = ${at((s as { shelf: number }).shelf)}`,
    remove: () => `update test_book set deleted_at = now() where shelf = ${at((s as { shelf: number }).shelf)} and id % 3 = 0`,
    erase: () => `delete from test_book where shelf = ${at((s as { shelf: number }).shelf)} and id % 5 = 0`,
    note: () => `update test_book set remark = 'x' where shelf = ${at((s as { shelf: number }).shelf)}`,
    undone: () => `begin; update test_book set price = 1 where shelf = ${at((s as { shelf: number }).shelf)}; rollback`,
  }[s.do]()
  await past(text as string)
}

test('whatever is written, by whatever statement, the kept sums are those of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      for (const s of steps) await take(s)
      expect(await past(KEPT)).toEqual(await past(ROWS))
    }),
    { numRuns: process.env['DEEP'] ? 300 : 6 },
  )
})

test('writers and two that fold at once lose and double nothing, and afterwards there is one row of each kind', async () => {
  const write = async (i: number): Promise<void> => {
    for (let n = 0; n < 10; n++)
      await take(n % 3 === 2 ? { do: 'raise', shelf: i % 3 } : { do: 'add', shelf: i % 3, n: 2, price: 5, on: '2026-01-02' })
  }
  const fold = async (): Promise<void> => {
    for (let n = 0; n < 10; n++) await foldTotals(base.db, registry)
  }
  await Promise.all([write(0), write(1), write(2), fold(), fold()])
  expect(await past(KEPT)).toEqual(await past(ROWS))
  await foldTotals(base.db, registry)
  expect(await past(KEPT)).toEqual(await past(ROWS))
  const [many] = await past<{ n: number }>(
    'select count(*)::int as n from (select 1 from test_book_totals group by shelf, status, genre, region, bought_on having count(*) > 1) x',
  )
  expect(many!.n).toBe(0)
})

test('a filter on what is kept is answered from there, exactly however many; any other from the rows; another company sees nothing', async () => {
  await past(
    `insert into test_book (operator_id, created_by, no, name, shelf, price, pages) select 1, 1, 'M' || n, 'M' || n, ${shelves[0]}, 3, 1 from generate_series(1, 21000) n`,
  )
  const inShelf = sql<boolean>`${live} and ${col('shelf')} = ${shelves[0]} and ${col('status')} = any(${sql.val(['draft'])}::text[])`
  const named = sql<boolean>`${live} and ${col('name')} like 'M%'`
  const [truth] = await past<{ n: number; price: number; pages: number }>(
    `select count(*)::int as n, sum(price) as price, sum(pages) as pages from test_book where deleted_at is null and shelf = ${shelves[0]} and status = 'draft'`,
  )
  await base.db.read(1, async (db) => {
    expect([keptTotals(db, book, inShelf) !== null, keptTotals(db, book, named)]).toEqual([true, null])
    const unnamed = { ...book, list: { ...book.list, totalsWithout: { name: ['M1'] } } }
    expect(keptTotals(db, unnamed, inShelf)).toBeNull()
    const without = (name: string) => ({ ...book, list: { ...book.list, totalsWithout: { shelf: { name: [name] } } } })
    expect(await count(db, without('S2'), inShelf)).toMatchObject({ exact: true, totals: { price: Number(truth!.price) } })
    expect(await count(db, without('S1'), inShelf)).toMatchObject({ total: truth!.n, totals: { price: 0 } })
    expect(await count(db, book, inShelf)).toEqual({
      total: truth!.n,
      exact: true,
      totals: { price: Number(truth!.price), pages: Number(truth!.pages) },
    })
    expect(await count(db, book, named)).toEqual({ total: 20_000, exact: false })
  })
  expect((await base.db.read(2, (db) => count(db, book, sql<boolean>`${col('shelf')} = ${shelves[0]}`))).total).toBe(0)
})
