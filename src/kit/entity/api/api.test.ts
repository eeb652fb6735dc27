import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyRouteHasARight } from '#kit/access/authorise.ts'
import type { Context, Scope } from '#kit/access/context.server.ts'
import { sql } from 'kysely'
import { readXlsx } from '#kit/excel/read.server.ts'
import { xlsxBytes } from '#kit/excel/write.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { entityRoutes } from './api.server.ts'
import { caller, errorOf, memoryFiles, type Call } from '../fixture/call.server.ts'
import { libraryDatabase } from '../fixture/database.server.ts'
import { contextFor, idNo, registry } from '../fixture/served.server.ts'
import { InProcessTasks } from './tasks.server.ts'
import type { BulkAnswer, ImportCheck, ListAnswer, TaskView } from '../wire.ts'

let base: Awaited<ReturnType<typeof libraryDatabase>>
let admin: Context
let routes: Route[]
let call: Call
let tasks: InProcessTasks
const shelves: number[] = []
const readers: number[] = []

const clerk = (codes: readonly string[], scopes: Record<string, Scope> = {}): Context => contextFor(base.db, { id: 7, codes, scopes })
const workbook = async (header: string[], rows: unknown[][]): Promise<Buffer> => {
  const columns = header.map((label, i) => ({ key: `c${i}`, label, kind: 'text' as const }))
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxBytes(
    rows.map((row) => Object.fromEntries(row.map((cell, i) => [`c${i}`, cell]))),
    { sheetName: '表', columns },
  ))
    pieces.push(piece)
  return Buffer.concat(pieces)
}
const upload = (data: Buffer) => [{ fileName: 'a.xlsx', mime: 'application/octet-stream', data, size: data.length }]

beforeAll(async () => {
  base = await libraryDatabase()
  admin = contextFor(base.db)
  tasks = new InProcessTasks({ db: base.db })
  routes = entityRoutes(registry, { files: memoryFiles(), tasks })
  call = caller(routes, admin)
  for (const [name, code] of [
    ['虹桥架', 'S1'],
    ['浦东架', 'S2'],
    ['徐汇架', 'S3'],
  ])
    shelves.push((await call('testShelf/add', { name, code })).id)
  for (let i = 0; i < 3; i++)
    readers.push((await call('testReader/add', { name: `读者${i}`, idNo: idNo(100 + i), mobile: `1380013800${i}` })).id)
  for (let i = 0; i < 30; i++) {
    await call('testBook/add', {
      name: `合同法第${i}版`,
      shelf: shelves[i % 3],
      price: i * 100,
      pages: i + 1,
      boughtOn: `2026-01-${String(i + 1).padStart(2, '0')}`,
      genre: i % 2 ? 'science' : 'novel',
      fans: [readers[i % 3]],
    })
  }
})
afterAll(() => base?.close())

describe('routes', () => {
  test('each has a right and none is declared twice', () => expect(everyRouteHasARight(routes)).toEqual([]))
  test('need their own right: list for the screen, a function for each verb and action', async () => {
    const reader = clerk(['testBookList'])
    expect((await call('testBook/list', {}, reader)).total).toBe(30)
    for (const verb of [
      'add',
      'edit',
      'delete',
      'restore',
      'export',
      'import/check',
      'import/commit',
      'shelve',
      'bulk/shelve',
      'bulk/edit',
      'bulk/delete',
    ]) {
      expect((await errorOf(call(`testBook/${verb}`, {}, reader))).kind, verb).toBe('forbidden')
    }
    expect((await errorOf(call('testBook/list', {}, clerk(['testShelfList'])))).kind).toBe('forbidden')
  })
  test('an internal action has no route', async () =>
    expect((await errorOf(call('testBook/touch', { id: 1, version: 1 }))).kind).toBe('absent'))
})

describe('a list', () => {
  test('finds a name with full-width punctuation, typed in either width', async () => {
    const { id, version } = await call('testBook/add', {
      name: '浦东（某）：续',
      shelf: shelves[0],
      price: 1,
      pages: 1,
      boughtOn: '2026-01-01',
      genre: 'novel',
    })
    for (const query of [{ keyword: '浦东（某）：续' }, { keyword: '浦东(某):续' }, { name: '（某）' }, { name: '(某)' }])
      expect((await call('testBook/list', query)).total, JSON.stringify(query)).toBe(1)
    // A mark stands for itself only.
    for (const query of [{ keyword: '浦东:某):续' }, { name: '!某!' }, { keyword: '浦东_某_' }, { name: '浦东_某' }])
      expect((await call('testBook/list', query)).total, JSON.stringify(query)).toBe(0)
    await call('testBook/delete', { id, version })
  })
  test('finds a code as it is written on paper: in blocks, with dots, in full width', async () => {
    for (const keyword of ['S·1', 'S.1', 'Ｓ－１', 'S 1']) {
      expect((await call('testShelf/options', { keyword })).list, keyword).toMatchObject([{ id: shelves[0] }])
      expect((await call('testShelf/list', { keyword })).total, keyword).toBe(1)
    }
  })
  test('finds a pasted column as a whole, and says which of it nobody has', async () => {
    const page: ListAnswer = await call('testBook/list', { name: '合同法第3版\n合同法第7版\n合同法第\n没有的书' })
    expect(page.total).toBe(2)
    expect(page.missing).toEqual({ name: ['合同法第', '没有的书'] })
    const numbers = page.list.map((row) => row['no'] as string)
    const again: ListAnswer = await call('testBook/list', { no: `${numbers[0]!.toLowerCase()}，${numbers[1]} TS00000000-0000` })
    expect([again.total, again.missing]).toEqual([2, { no: ['TS00000000-0000'] }])
    // In the list as it is filtered, not in all the world.
    const narrow: ListAnswer = await call('testBook/list', { no: numbers.join('\n'), keyword: '第3' })
    expect([narrow.total, narrow.missing]).toEqual([1, { no: [page.list.find((row) => row['name'] === '合同法第7版')!['no']] }])
    const whole: ListAnswer = await call('testBook/list', { no: numbers.join('\n') })
    expect(whole.missing).toEqual({ no: [] })
    expect(await call('testBook/list', { no: numbers[0]! })).not.toHaveProperty('missing')
    const many = Array.from({ length: 201 }, (_, i) => `书${i}`).join('\n')
    expect((await errorOf(call('testBook/list', { name: many }))).message).toContain('最多 200 项')
    expect((await errorOf(call('testBook/list', { name: many }))).kind).toBe('invalid')
  })
  test('does not look for hidden values by the hundred', async () => {
    expect((await call('testReader/list', { mobile: '13800138000' })).total).toBe(1)
    expect(await call('testReader/list', { mobile: '13800138000\n13800138001' })).toMatchObject({ total: 0 })
    const called = await call('testReader/options', { values: '13800138000\n读者1' })
    expect(called).toMatchObject({ list: [{ label: '读者1' }], total: 1, missing: ['13800138000'] })
  })
  test('names the records of a pasted column for a picker, within what one may see', async () => {
    const asked = { values: '浦东架\nS1\n虹桥架\n虹桥' }
    expect(await call('testShelf/options', asked)).toMatchObject({ list: [{ id: shelves[0] }, { id: shelves[1] }], missing: ['虹桥'] })
    const nobody = clerk(['testShelfList'], { testShelfList: [] })
    expect(await call('testShelf/options', asked, nobody)).toMatchObject({ list: [], missing: ['浦东架', 'S1', '虹桥架', '虹桥'] })
  })
  test('filters by every kind, sorts, pages, adds up', async () => {
    const cases: [Record<string, string>, number][] = [
      [{ name: '第1' }, 11],
      [{ genre: 'science' }, 15],
      [{ genre: 'science,novel' }, 30],
      [{ price: '1000~2000' }, 11],
      [{ price: '~500' }, 6],
      [{ price: '2900' }, 1],
      [{ boughtOn: '2026-01-10~2026-01-12' }, 3],
      [{ boughtOn: '2026-01-30' }, 1],
      [{ boughtOn: '1900-01-01~2199-12-31' }, 30],
      [{ createdAt: '1900-01-01~2199-12-31' }, 30],
      [{ isbn: '~' }, 30],
      [{ isbn: '!~' }, 0],
      [{ shelf: String(shelves[0]) }, 10],
      [{ fans: String(readers[1]) }, 10],
      [{ no: 'TS20260315' }, 30],
      [{ no: '20260315' }, 0],
      [{ rare: 'false' }, 30],
      [{ createdAt: '2026-03-15' }, 30],
      [{ createdAt: '2026-03-14' }, 0],
      [{ keyword: '合同法 第29' }, 1],
      [{ keyword: 'htf' }, 30],
      [{ keyword: 'hetongfa' }, 30],
      [{ keyword: '100%' }, 0],
      [{ doublePrice: '400' }, 1],
      [{ quick: '草稿' }, 30],
      [{ quick: '在架' }, 0],
    ]
    for (const [query, total] of cases) expect((await call('testBook/list', query)).total, JSON.stringify(query)).toBe(total)
    const page: ListAnswer = await call('testBook/list', { sort: '-price', pageNo: '2', pageSize: '7' })
    expect(page.list.map((row) => row['price'])).toEqual([2200, 2100, 2000, 1900, 1800, 1700, 1600])
    expect(page).toMatchObject({ total: 30, exact: true, totals: { price: 43_500, pages: 465 } })
    expect(page.list[0]).toMatchObject({
      shelf$: '浦东架',
      fans$: ['读者1'],
      $actions: [{ name: 'shelve', reason: null }, { name: 'lend' }, { name: 'giveBack' }, { name: 'lose' }],
    })
    expect(page.list[0]!.$title).toContain('合同法第22版')
    expect(await call('testBook/quick', {})).toEqual({ 草稿: 30, 在架: 0 })
  })
  test('refuses unknown names, sizes, orders and values with 400', async () => {
    const bad: Record<string, string>[] = [
      { nonsense: '1' },
      { pageSize: '1000000000' },
      { pageSize: '201' },
      { pageSize: '0' },
      { exact: 'maybe' },
      { exact: '0' },
      { pageNo: '-1' },
      { pageNo: '100001', pageSize: '1' },
      { sort: 'nonsense' },
      { sort: 'chapters' },
      { sort: 'id;drop table test_book' },
      { sort: '(case when 1=1 then id end)' },
      { genre: 'x' },
      { price: 'abc' },
      { price: '1~x' },
      { boughtOn: '2026-02-30' },
      { shelf: '1 or 1=1' },
      { quick: '无' },
      { view: 'none' },
      { status: "draft' or 'a'='a" },
      { rare: 'yes' },
      { chapters: 'x' },
      { deletedAt: '~' },
      { operatorId: '2' },
      { searchText: 'x' },
      { pinyin: 'x' },
      { constructor: 'x' } as never,
    ]
    for (const query of bad) expect((await errorOf(call('testBook/list', query))).kind, JSON.stringify(query)).toBe('invalid')
    // The years of values and reports.
    for (const range of ['1899-12-31~', '~2200-01-01', '0001-01-02~9999-12-30'])
      for (const name of ['boughtOn', 'createdAt'])
        expect((await errorOf(call('testBook/list', { [name]: range }))).data).toEqual({
          [name]: expect.stringContaining('应在 1900 年至 2199 年之间'),
        })
    expect((await errorOf(call('testBook/list', { createdAt: '2199-12-31T23:59:59-14:00' }))).kind).toBe('invalid')
    for (const sort of ['idNo', 'mobile']) expect((await errorOf(call('testReader/list', { sort }))).kind).toBe('invalid')
  })
  test('masks personal data and finds it only when typed in full', async () => {
    const page: ListAnswer = await call('testReader/list', { sort: 'name' })
    expect(page.list[0]).toMatchObject({ mobile: '138****8000', $masked: ['idNo', 'mobile'] })
    expect(JSON.stringify(page)).not.toContain(idNo(100))
    expect((await call('testReader/list', { keyword: idNo(100) })).total).toBe(1)
    expect((await call('testReader/list', { keyword: idNo(100).slice(0, 12) })).total).toBe(0)
    expect((await call('testReader/list', { mobile: '13800138000' })).total).toBe(1)
    // As it is copied from a chat, an address book, a form: in blocks, with dashes, in full width.
    for (const query of [{ mobile: '138 0013-8000' }, { mobile: '＋８６１３８００１３８０００' }, { keyword: '138-0013-8000' }])
      expect((await call('testReader/list', query)).total, JSON.stringify(query)).toBe(1)
    expect((await call('testReader/list', { mobile: '1380013800' })).total).toBe(0)
  })
  test('of a queue screen shows its queue only, and nothing else to whoever has only that', async () => {
    const book = await call('testBook/add', { name: '待借的书', shelf: shelves[0], price: 1 })
    await call('testBook/shelve', { id: book.id, version: 1 })
    expect((await call('testBook/list', { view: 'testLendList' })).total).toBe(1)
    const lender = clerk(['testLendList'])
    expect((await call('testBook/list', {}, lender)).total).toBe(1)
    expect((await call('testBook/detail', { id: String(book.id) }, lender)).$title).toContain('待借的书')
    const other = (await call('testBook/list', { name: '第3版' })).list[0]
    expect((await errorOf(call('testBook/detail', { id: String(other.id) }, lender))).kind).toBe('absent')
    expect((await errorOf(call('testBook/list', { view: 'testLendList' }, clerk(['testBookList'])))).kind).toBe('forbidden')
    await call('testBook/delete', { id: book.id, version: 2 })
  })
})

describe('pickers and trees', () => {
  test('find by pinyin, obey ids and the fixed filter, hide what the data permission hides', async () => {
    expect((await call('testShelf/options', { keyword: 'hqj' })).list).toEqual([{ id: shelves[0], label: '虹桥架', hint: 'S1' }])
    expect((await call('testShelf/options', { ids: `${shelves[1]},${shelves[2]}` })).total).toBe(2)
    const scoped = clerk(['testBookList'], { testBookList: [{ store: [shelves[2]!] }] })
    expect((await call('testShelf/options', {}, scoped)).list.map((o: { id: number }) => o.id)).toEqual([shelves[2]])
    expect((await errorOf(call('testShelf/options', {}, clerk(['testReaderNothing'])))).kind).toBe('forbidden')
    const added = errorOf(
      call(
        'testBook/add',
        { name: '越权', shelf: shelves[0] },
        clerk(['testBookList', 'testBookList_add'], { testBookList: [{ store: [shelves[2]!] }] }),
      ),
    )
    expect((await added).kind).toBe('invalid')
  })
  test('a left tree counts what hangs below', async () => {
    const sub = await call('testShelf/add', { name: '虹桥二层', code: 'S1B', parent: shelves[0] })
    const book = await call('testBook/add', { name: '二层的书', shelf: sub.id })
    const nodes = await call('testBook/tree', {})
    expect(nodes.find((n: { id: number }) => n.id === shelves[0])).toMatchObject({ label: '虹桥架', count: 11, parent: null })
    expect(nodes.find((n: { id: number }) => n.id === sub.id)).toMatchObject({ count: 1, parent: shelves[0] })
    expect((await call('testBook/list', { shelf: String(shelves[0]) })).total).toBe(11)
    await call('testBook/delete', { id: book.id, version: 1 })
  })
})

describe('moving a node', () => {
  const shelvesUnder = async (parent: number | null): Promise<number[]> =>
    (await call('testShelf/tree', {})).filter((n: { parent: number | null }) => n.parent === parent).map((n: { id: number }) => n.id)
  test('is one call: below another, and beside it', async () => {
    const [a, b] = await Promise.all(['M1', 'M2'].map((code) => call('testShelf/add', { name: `移动${code}`, code })))
    await call('testShelf/move', { id: b.id, target: a.id, where: 'inside' })
    expect(await shelvesUnder(a.id)).toEqual([b.id])
    await call('testShelf/move', { id: b.id, target: a.id, where: 'after' })
    expect(await shelvesUnder(a.id)).toEqual([])
    expect(await call('testShelf/detail', { id: String(b.id) })).toMatchObject({ parent: null, version: 3 })
  })
  test('is refused below itself, onto nothing, and without the right to edit; nothing is written then', async () => {
    const a = await call('testShelf/add', { name: '上', code: 'M3' })
    const b = await call('testShelf/add', { name: '下', code: 'M4', parent: a.id })
    expect((await errorOf(call('testShelf/move', { id: a.id, target: b.id, where: 'inside' }))).kind).toBe('refused')
    expect((await errorOf(call('testShelf/move', { id: a.id, target: 999_999, where: 'inside' }))).kind).toBe('absent')
    expect((await errorOf(call('testShelf/move', { id: a.id, target: b.id, where: 'above' }))).kind).toBe('invalid')
    expect((await errorOf(call('testShelf/move', { id: b.id, target: shelves[0], where: 'inside' }, clerk(['testShelfList'])))).kind).toBe(
      'forbidden',
    )
    expect(await call('testShelf/detail', { id: String(b.id) })).toMatchObject({ parent: a.id, version: 1 })
  })
})

describe('behind a mask', () => {
  test('one looks with a right, a reason and a line in the log', async () => {
    expect(
      (await errorOf(call('testReader/reveal', { id: readers[0], field: 'mobile', reason: '核对身份' }, clerk(['testReaderList'])))).kind,
    ).toBe('forbidden')
    expect((await errorOf(call('testReader/reveal', { id: readers[0], field: 'mobile', reason: ' ' }))).kind).toBe('invalid')
    expect((await errorOf(call('testReader/reveal', { id: readers[0], field: 'name', reason: '核对身份' }))).kind).toBe('invalid')
    expect(await call('testReader/reveal', { id: readers[0], field: 'mobile', reason: '核对身份' })).toEqual({ value: '13800138000' })
    const { list } = await call('testReader/timeline', { id: String(readers[0]) })
    expect(list[0]).toMatchObject({ action: 'reveal', label: '查看完整信息', reason: '手机号：核对身份' })
  })
  test('who typed it reads it back without the right, until somebody has changed the record', async () => {
    const own = clerk(['testReaderList', 'testReaderList_add'])
    const { id } = await call('testReader/add', { name: '新读者', idNo: idNo(150), mobile: '13800138150' }, own)
    const ask = { id, field: 'mobile', reason: '核对刚录入的号码' }
    expect((await call('testReader/detail', { id: String(id) }, own)).$verbs).toMatchObject({ reveal: true })
    expect(await call('testReader/reveal', ask, own)).toEqual({ value: '13800138150' })
    expect((await call('testReader/timeline', { id: String(id) })).list[0]).toMatchObject({ action: 'reveal' })
    const other = contextFor(base.db, { id: 8, codes: ['testReaderList', 'testReaderList_add'] })
    expect((await errorOf(call('testReader/reveal', ask, other))).kind).toBe('forbidden')
    await call('testReader/edit', { id, version: 1, name: '改过名的读者' })
    expect((await errorOf(call('testReader/reveal', ask, own))).kind).toBe('forbidden')
    expect((await call('testReader/detail', { id: String(id) }, own)).$verbs).toMatchObject({ reveal: false })
  })
  test('a comment joins the history', async () => {
    await call('testReader/comment', { id: readers[0], text: '电话已核对' })
    expect((await call('testReader/timeline', { id: String(readers[0]) })).list[0]).toMatchObject({
      source: 'comment',
      reason: '电话已核对',
    })
  })
})

describe('bulk', () => {
  test('answers per row, and one refused row does not stop the others', async () => {
    const made = await Promise.all(
      [100, undefined, 300].map((price, i) => call('testBook/add', { name: `批量${i}`, shelf: shelves[0], price })),
    )
    const error = await errorOf(call('testBook/bulk/shelve', { ids: made.map((b) => b.id) }))
    expect(error.code).toBe(9100)
    const answer = error.data as BulkAnswer
    expect(answer).toMatchObject({ done: 2, failed: 1 })
    expect(answer.results[1]).toMatchObject({ ok: false, message: '没有价格，不能上架' })
    expect((await call('testBook/list', { name: '批量', status: 'onShelf' })).total).toBe(2)
  })
  test('edits only quick fields', async () => {
    const { list } = await call('testBook/list', { name: '批量' })
    const ids = list.map((b: { id: number }) => b.id)
    expect((await errorOf(call('testBook/bulk/edit', { ids, price: 5 }))).kind).toBe('invalid')
    expect(await call('testBook/bulk/edit', { ids, remark: '改' })).toMatchObject({ done: 3, failed: 0 })
  })
  test('refuses the rows that somebody changed since they were shown, and does the others', async () => {
    const { list } = await call('testBook/list', { name: '批量' })
    const [ids, versions] = [list.map((b: { id: number }) => b.id), list.map((b: { version: number }) => b.version)]
    await call('testBook/edit', { id: ids[1], version: versions[1], remark: '别人改的' }, clerk(['testBookList', 'testBookList_edit']))
    for (const [verb, input] of [
      ['edit', { remark: '我改的' }],
      ['delete', {}],
    ] as const) {
      const error = await errorOf(call(`testBook/bulk/${verb}`, { ids, versions, ...input }))
      const { done, results } = error.data as BulkAnswer
      expect([verb, done, results.filter((r) => !r.ok).map((r) => [r.id, r.message])]).toEqual([
        verb,
        2,
        [[ids[1], '数据已被他人修改，请刷新后重试']],
      ])
      // What this person's run has changed, his next run was shown.
      versions.splice(0, 3, ...ids.map((id: number, i: number) => (id === ids[1] ? versions[i] : versions[i] + 1)))
    }
    expect((await call('testBook/list', { name: '批量' })).list.map((b: { remark: string }) => b.remark)).toEqual(['别人改的'])
    expect((await errorOf(call('testBook/bulk/edit', { ids, versions: [1], remark: 'x' }))).kind).toBe('invalid')
  })
  test('of all that match a filter respects scope and view, and 300 rows run in the background', async () => {
    await call('testBook/import/commit', {
      rows: Array.from({ length: 300 }, (_, i) => ({ line: i + 2, cells: { name: `后台${i}`, shelf: '浦东架', price: '1' } })),
    })
    await tasks.idle()
    const scoped = clerk(['testBookList', 'testBookList_shelve', 'testBookList_edit'], { testBookList: [{ store: [shelves[0]!] }] })
    expect((await errorOf(call('testBook/bulk/shelve', { query: { name: '后台' } }, scoped))).message).toBe('没有符合条件的记录')
    const { taskId } = await call('testBook/bulk/shelve', { query: { name: '后台' } })
    await tasks.idle()
    const task: TaskView = await call('task/detail', { id: String(taskId) })
    expect(task).toMatchObject({ status: 'done', done: 300, total: 300, result: { done: 300, failed: 0 } })
    expect((await call('testBook/list', { name: '后台', status: 'onShelf' })).total).toBe(300)
    expect((await errorOf(call('task/detail', { id: String(taskId) }, contextFor(base.db, { id: 99 })))).kind).toBe('absent')
  })
})

describe('import', () => {
  const header = ['书名*', '书号', '类别', '语种', '书架*', '购入日期', '价格', '页数', '折扣', '珍本', '保险公司', '收藏者']
  const good = (i: number): unknown[] => [
    `进口${i}`,
    `IM-${i}`,
    '科学',
    '英文',
    '虹桥架',
    '2026/3/5',
    '1,234.5',
    20,
    '85.5%',
    '否',
    '',
    '读者0、读者1',
  ]
  test('checks everything, is repaired in the grid, and then written with the values of the form', async () => {
    const bad: unknown[][] = [
      ['', 'IM-9', '科学', '', '虹桥架'],
      ['甲', 'IM-1', '科学', '', '虹桥架'],
      ['乙', 'N1', '诗歌', '', '没有的架'],
      ['丙', 'N2', '', '', 'S2', '2026-02-30', '1.234', 'x'],
      ['丁', 'N3', '', '', '浦东架', '', '', '', '', '是', ''],
    ]
    const file = await workbook(header, [good(1), good(2), ...bad])
    const check: ImportCheck = await call('testBook/import', {}, admin, upload(file))
    expect(check).toMatchObject({ valid: 2, invalid: 5 })
    const errors = check.rows.map((row) => Object.keys(row.errors).sort())
    expect(errors).toEqual([[], [], ['name'], ['isbn'], ['genre', 'shelf'], ['boughtOn', 'pages', 'price'], ['insurer']])
    expect(check.rows[3]!.errors['isbn']).toBe('与第 2 行重复')
    const before = (await call('testBook/list', { name: '进口' })).total
    const refused = await errorOf(
      call('testBook/import/commit', { rows: check.rows.map(({ line, cells }) => ({ line, cells })), onlyValid: false }),
    )
    expect(refused.kind).toBe('invalid')
    expect((await call('testBook/list', { name: '进口' })).total).toBe(before)
    const repaired = check.rows.map(({ line, cells }) => ({ line, cells: { ...cells } }))
    repaired[2]!.cells['name'] = '戊'
    repaired[3]!.cells['isbn'] = 'IM-3'
    expect(await call('testBook/import/check', { rows: repaired })).toMatchObject({ valid: 4, invalid: 3 })
    expect(await call('testBook/import/commit', { rows: repaired, onlyValid: true })).toEqual({ imported: 4, skipped: 3 })
    const [row] = (await call('testBook/list', { isbn: 'IM-1' })).list
    expect(row).toMatchObject({
      name: '进口1',
      genre: 'science',
      language: 'en',
      shelf: shelves[0],
      boughtOn: '2026-03-05',
      price: 123_450,
      pages: 20,
      discount: 8550,
      fans: [readers[0], readers[1]],
      status: 'draft',
    })
    expect((await call('testBook/timeline', { id: String(row.id) })).list[0]).toMatchObject({ action: 'add', source: 'import' })
    expect((await errorOf(call('testBook/import/commit', { rows: repaired, onlyValid: false }))).data).toMatchObject({ valid: 0 })
  })
  test('gives my file back with a column of errors', async () => {
    const file = await call('testBook/import/errors', { rows: [{ line: 2, cells: { name: '', shelf: '没有' } }] })
    const sheet = await readXlsx(file.body)
    expect(sheet.rows[0]!.cells.at(-1)).toBe('错误')
    expect(String(sheet.rows[1]!.cells.at(-1))).toMatch(/找不到书架「没有」/)
  })
  test('takes its own template back: the example row is skipped', async () => {
    const file = await call('testBook/import/template')
    expect((await errorOf(call('testBook/import', {}, admin, upload(Buffer.from(file.body))))).message).toBe(
      '文件中没有数据行，请填写后再上传',
    )
  })
  test('refuses a file without a needed column, and what is no workbook', async () => {
    expect((await errorOf(call('testBook/import', {}, admin, upload(await workbook(['书名'], [['a']]))))).message).toContain(
      '缺少必填列：书架',
    )
    expect((await errorOf(call('testBook/import', {}, admin, upload(Buffer.from('hello'))))).kind).toBe('invalid')
  })
  test('names the columns it did not read, and refuses a number in another unit than the form has', async () => {
    const file = await workbook(
      [...header, '错误', '封面颜色'],
      [[...good(77), ...Array(header.length - good(77).length).fill(''), 'x', '红']],
    )
    expect((await call('testBook/import', {}, admin, upload(file))) as ImportCheck).toMatchObject({ valid: 1, ignored: ['封面颜色'] })
    const other = await workbook(
      header.map((name) => (name === '价格' ? '价格（万元）' : name)),
      [good(78)],
    )
    expect((await errorOf(call('testBook/import', {}, admin, upload(other)))).message).toBe(
      '「价格（万元）」应以 元 为单位，请换算并修改列名后再导入',
    )
  })
  test('a person imports only what that person may choose', async () => {
    const scoped = clerk(['testBookList', 'testBookList_import'], { testBookList: [{ store: [shelves[2]!] }] })
    const check: ImportCheck = await call(
      'testBook/import/check',
      {
        rows: [
          { line: 2, cells: { name: 'x', shelf: '虹桥架' } },
          { line: 3, cells: { name: 'y', shelf: '徐汇架' } },
        ],
      },
      scoped,
    )
    expect(check.rows.map((row) => Object.keys(row.errors))).toEqual([['shelf'], []])
  })
})

describe('export', () => {
  test('is what the list shows: filter, columns, order, words, masks; and is logged with its hash', async () => {
    const file = await call('testBook/export', {
      query: { genre: 'science', name: '合同法', sort: '-price' },
      columns: ['name', 'shelf', 'price', 'status', 'boughtOn'],
    })
    const sheet = await readXlsx(file.body)
    expect(sheet.rows[0]!.cells.slice(0, 5)).toEqual(['书名', '书架', '价格（元）', '状态', '购入日期'])
    expect(sheet.rows).toHaveLength(16)
    expect(sheet.rows[1]!.cells.slice(0, 5)).toEqual(['合同法第29版', '徐汇架', 29, '草稿', '2026-01-30'])
    const readersFile = await readXlsx((await call('testReader/export', {})).body)
    expect(JSON.stringify(readersFile)).not.toContain('13800138000')
    const { rows } = await base.db.read(1, (db) =>
      sql<{
        changes: Record<string, unknown[]>
      }>`select changes from audit_log where action = 'export' and entity = 'testBook' order by id desc limit 1`.execute(db),
    )
    expect(rows[0]!.changes).toMatchObject({
      rows: [null, 15],
      filter: [null, '类别：科学；书名包含「合同法」；按价格降序'],
      columns: [null, 'name,shelf,price,status,boughtOn'],
    })
    expect(rows[0]!.changes['sha256']![1]).toMatch(/^[0-9a-f]{64}$/)
  })
  test('refuses unknown columns', async () =>
    expect((await errorOf(call('testBook/export', { columns: ['password'] }))).kind).toBe('invalid'))
  test(
    'of more than 5,000 rows becomes a task: progress, a file for a week for whoever asked, a line in the log',
    { timeout: 120_000 },
    async () => {
      await base.db.write(1, async (tx) => {
        const one = await tx.selectFrom('testBook').selectAll().where('name', '=', '合同法第0版').executeTakeFirstOrThrow()
        const { id: _id, doublePrice: _computed, searchText: _generated, ...values } = one as Record<string, unknown>
        const copies = Array.from({ length: 5001 }, (_, i) => ({
          ...values,
          name: `大批${i}`,
          no: `DP${i}`,
          isbn: null,
          fans: null,
          chapters: null,
        }))
        for (let at = 0; at < copies.length; at += 1000)
          await tx
            .insertInto('testBook')
            .values(copies.slice(at, at + 1000) as never)
            .execute()
      })
      const { taskId } = await call('testBook/export', { query: { name: '大批', sort: 'id' }, columns: ['no', 'name', 'price'] })
      await tasks.idle()
      const task: TaskView = await call('task/detail', { id: String(taskId) })
      expect(task).toMatchObject({
        kind: 'export',
        status: 'done',
        title: '导出图书 5001 条',
        done: 5001,
        total: 5001,
        result: { rows: 5001 },
        fileId: expect.any(String),
      })
      expect(Math.round((Date.parse(task.expiresAt!) - Date.parse(admin.clock.now())) / 86_400_000)).toBe(7)
      const file = await call('task/file', { id: String(taskId) })
      const sheet = await readXlsx(Buffer.concat(await file.body.toArray()))
      expect([sheet.rows[0]!.cells.slice(0, 3), sheet.rows[1]!.cells.slice(0, 3)]).toEqual([
        ['编号', '书名', '价格（元）'],
        ['DP0', '大批0', 0],
      ])
      expect(sheet.rows.filter((row) => String(row.cells[1]).startsWith('大批'))).toHaveLength(5001)
      expect((await errorOf(call('task/file', { id: String(taskId) }, contextFor(base.db, { id: 99 })))).kind).toBe('absent')
      const { rows } = await base.db.read(1, (db) =>
        sql<{
          title: string
        }>`select title from audit_log where action = 'export' and entity = 'testBook' order by id desc limit 1`.execute(db),
      )
      expect(rows[0]!.title).toBe('图书 5001 条')
    },
  )

  test('a task that was said to be done in the transaction of its work stays done, whatever happens behind it', async () => {
    const id = await tasks.start(admin, 'import', '导入图书 3 行', async (own, progress, finish) => {
      progress(2, 3)
      await own.db.write(own.user.operatorId, (tx) => finish(tx, { imported: 3, skipped: 0 }))
      throw new Error('the connection broke')
    })
    const undone = await tasks.start(admin, 'import', '导入图书 2 行', (own, _progress, finish) =>
      own.db.write(own.user.operatorId, async (tx) => {
        await finish(tx, { imported: 2, skipped: 0 })
        throw new Error('taken back')
      }),
    )
    await tasks.idle()
    expect(await call('task/detail', { id: String(id) })).toMatchObject({
      status: 'done',
      done: 3,
      total: 3,
      error: null,
      result: { imported: 3, skipped: 0 },
    })
    expect(await call('task/detail', { id: String(undone) })).toMatchObject({ status: 'failed', result: null })
  })
})
