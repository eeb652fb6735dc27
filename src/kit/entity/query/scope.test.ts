import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readXlsx } from '#kit/excel/read.server.ts'
import type { Conjunction, Context, Scope } from '#kit/access/context.server.ts'
import { figure, figuresBy } from '#kit/report/report.server.ts'
import { entityRoutes } from '../api/api.server.ts'
import { caller, memoryFiles, type Call } from '../fixture/call.server.ts'
import { libraryDatabase, type LibraryDatabase } from '../fixture/database.server.ts'
import { contextFor, registry } from '../fixture/served.server.ts'
import { InProcessTasks } from '../api/tasks.server.ts'
import type { OptionsAnswer } from '../wire.ts'

interface Book {
  id: number
  shelf: number
  region: number | null
  createdBy: number
  price: number
}
let base: LibraryDatabase
let call: Call
const books: Book[] = []
const shelves: number[] = []
const CODES = ['testBookList', 'testBookList_export', 'testBookList_edit']

beforeAll(async () => {
  base = await libraryDatabase()
  const admin = contextFor(base.db)
  call = caller(entityRoutes(registry, { files: memoryFiles(), tasks: new InProcessTasks({ db: base.db }) }), admin)
  for (let i = 0; i < 4; i++) shelves.push((await call('testShelf/add', { name: `架${i}`, code: `C${i}` })).id)
  for (let i = 0; i < 48; i++) {
    const author = contextFor(base.db, { id: (i % 3) + 1 })
    const region = i % 5 === 0 ? null : shelves[(i * 7) % 4]!
    books.push(await call('testBook/add', { name: `书${i}`, shelf: shelves[i % 4], region, price: 2 ** (i % 20) }, author))
  }
})
afterAll(() => base?.close())

const values = fc.subarray([0, 1, 2, 3]).map((at) => at.map((i) => i))
const conjunction = fc.record(
  { store: values, region: values, owner: fc.subarray([1, 2, 3]), channel: fc.subarray([1]) },
  { requiredKeys: [] },
)
const scope: fc.Arbitrary<Scope> = fc.oneof(fc.constant('all' as const), fc.array(conjunction, { maxLength: 3 }))

/** The slow model: what the rules say, row by row. The book knows no channel, so a channel rule does not mean it. */
function sees(rules: Scope, book: Book): boolean {
  if (rules === 'all') return true
  return rules.some((and) => {
    const inside = (wanted: readonly number[] | undefined, value: number | null): boolean =>
      wanted === undefined || (value !== null && wanted.includes(value))
    return (
      inside(
        and.store?.map((i) => shelves[i]!),
        book.shelf,
      ) &&
      inside(
        and.region?.map((i) => shelves[i]!),
        book.region,
      ) &&
      inside(and.owner, book.createdBy)
    )
  })
}
const real = (rules: Scope): Scope =>
  rules === 'all'
    ? 'all'
    : rules.map((and): Conjunction => ({
        ...and,
        ...(and.store ? { store: and.store.map((i) => shelves[i]!) } : {}),
        ...(and.region ? { region: and.region.map((i) => shelves[i]!) } : {}),
      }))

test(
  'list, totals, quick counts, export, pickers, details, bulk and figures all show exactly the rows the data permission allows',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(scope, async (rules) => {
        const who: Context = contextFor(base.db, { id: 50, codes: CODES, scopes: { testBookList: real(rules) } })
        const expected = books.filter((book) => sees(rules, book))
        const ids = expected.map((book) => book.id).sort((a, b) => a - b)
        const page = await call('testBook/list', { pageSize: '200', sort: 'id' }, who)
        expect(page.list.map((row: { id: number }) => row.id)).toEqual(ids)
        expect(page.total).toBe(ids.length)
        expect(page.totals.price).toBe(expected.reduce((sum, book) => sum + book.price, 0))
        expect((await call('testBook/quick', {}, who))['草稿']).toBe(ids.length)
        const sheet = await readXlsx((await call('testBook/export', { columns: ['name'] }, who)).body)
        expect(sheet.rows.length - 1).toBe(ids.length)
        const picks: OptionsAnswer = await call('testBook/options', {}, who)
        expect(picks.list.map((o) => o.id).sort((a, b) => a - b)).toEqual(ids)
        const { n, sum, by } = await base.db.read(1, async (db) => ({
          n: await figure(db, who, 'testBook'),
          sum: await figure(db, who, 'testBook', {}, { sum: 'price' }),
          by: await figuresBy(db, who, 'testBook', 'shelf'),
        }))
        expect([n, sum]).toEqual([ids.length, page.totals.price])
        expect([...by.values()].reduce((a, b) => a + b, 0)).toBe(ids.length)
        const probe = books[Math.floor(ids.length * 7) % books.length]!
        const seen = await call('testBook/detail', { id: String(probe.id) }, who).then(
          () => true,
          () => false,
        )
        expect(seen).toBe(ids.includes(probe.id))
        const edited = await call('testBook/bulk/edit', { ids: [probe.id], remark: `改${Math.random()}` }, who).then(
          () => true,
          () => false,
        )
        expect(edited).toBe(ids.includes(probe.id))
      }),
      { numRuns: process.env['DEEP'] ? 500 : 12 },
    )
  },
)

test('no grant, no rows; and the list says why it is empty', async () => {
  const nobody = contextFor(base.db, { codes: CODES, scopes: { testBookList: [] } })
  expect(await call('testBook/list', {}, nobody)).toMatchObject({ total: 0, scopeNote: '仅测试门店' })
})
