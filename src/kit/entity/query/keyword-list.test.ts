import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { entityRoutes } from '../api/api.server.ts'
import { caller, memoryFiles, type Call } from '../fixture/call.server.ts'
import { libraryDatabase, type LibraryDatabase } from '../fixture/database.server.ts'
import { contextFor, registry } from '../fixture/served.server.ts'
import { keywordFields } from '../names.ts'
import { InProcessTasks } from '../api/tasks.server.ts'

let base: LibraryDatabase
let call: Call
let shelves: number[] = []

/** 3,000 books; every tenth is about herons, one in a hundred of these has no price. */
beforeAll(async () => {
  base = await libraryDatabase()
  call = caller(entityRoutes(registry, { files: memoryFiles(), tasks: new InProcessTasks({ db: base.db }) }), contextFor(base.db))
  shelves = [(await call('testShelf/add', { name: '甲', code: 'A' })).id, (await call('testShelf/add', { name: '乙', code: 'B' })).id]
  await withClient(base.owner, async (client) => {
    await client.query("select set_config('app.operator_id', '1', false)")
    await client.query(`insert into test_book (operator_id, created_by, no, name, shelf, price, pages, bought_on)
      select 1, 1, 'N' || lpad(n::text, 5, '0'), case when n % 10 = 0 then '苍鹭' else '麻雀' end || n, case when n % 3 = 0 then ${shelves[0]} else ${shelves[1]} end,
        case when n % 1000 <> 0 then n % 37 end, 1 + n % 50, date '2026-01-01' + n % 90 from generate_series(1, 3000) n`)
    await client.query('analyze test_book')
  })
})
afterAll(() => base?.close())

const page = (query: Record<string, string>) => call('testBook/list', { pageSize: '7', ...query })
const nos = (answer: { list: { no: string }[] }): string[] => answer.list.map((row) => row.no)

test('what few hold is the same rows, in the same order, with the same number and sums, as asked for without the keyword', async () => {
  for (const sort of ['no', '-no', 'price', '-price', '-boughtOn,price', 'status', '-createdAt']) {
    const all = await call('testBook/list', { sort, pageSize: '200', name: '苍鹭', pageNo: '1' })
    const rest = await call('testBook/list', { sort, pageSize: '200', name: '苍鹭', pageNo: '2' })
    const expected = [...nos(all), ...nos(rest)]
    expect(expected).toHaveLength(300)
    for (const pageNo of ['1', '2', '43', '44']) {
      const got = await page({ keyword: '苍鹭', sort, pageNo })
      expect([sort, pageNo, ...nos(got)]).toEqual([sort, pageNo, ...expected.slice((Number(pageNo) - 1) * 7, Number(pageNo) * 7)])
      expect({ total: got.total, exact: got.exact, totals: got.totals }).toEqual({ total: 300, exact: true, totals: all.totals })
    }
  }
})

test('what more than few hold is found in the order', async () => {
  const many = await page({ keyword: '麻雀', sort: '-no' })
  expect(many.total).toBe(2700)
  expect(nos(many)).toEqual(['N02999', 'N02998', 'N02997', 'N02996', 'N02995', 'N02994', 'N02993'])
})

test('nothing found is an empty page, and a page past the end still says how many there are', async () => {
  expect(await page({ keyword: '没有这本' })).toMatchObject({ list: [], total: 0, exact: true, totals: { price: 0, pages: 0 } })
  expect(await page({ keyword: '苍鹭', pageNo: '99' })).toMatchObject({ list: [], total: 300 })
})

test('within what the user may see, and together with a filter; rows carry nothing that belongs to the search', async () => {
  const who = contextFor(base.db, { id: 9, codes: ['testBookList'], scopes: { testBookList: [{ store: [shelves[0]!] }] } })
  const seen = await call('testBook/list', { keyword: '苍鹭', pageSize: '200', boughtOn: '2026-01-01~2026-01-31' }, who)
  expect(seen.total).toBe(seen.list.length)
  expect(seen.total).toBeGreaterThan(0)
  expect(seen.list.every((row: { shelf: number; boughtOn: string }) => row.shelf === shelves[0] && row.boughtOn < '2026-02-01')).toBe(true)
  expect(Object.keys(seen.list[0]).filter((key) => key.startsWith('found'))).toEqual([])
  const options = await call('testBook/options', { keyword: '苍鹭3' })
  expect(options.list.length).toBe(options.total)
  expect(options.total).toBeGreaterThan(0)
})

test('the search box names what a keyword finds, and nothing else: a reference or a choice in the title is a filter', () => {
  const book = registry.entity('testBook').entity
  expect(keywordFields(book).map((field) => field.kind)).not.toContain('ref')
  expect(keywordFields({ ...book, title: ['no', 'shelf', 'genre'], search: [] }).map((field) => field.kind)).toEqual(['serial'])
  expect(keywordFields({ ...book, title: ['shelf', 'genre'], search: [] })).toEqual([])
})
