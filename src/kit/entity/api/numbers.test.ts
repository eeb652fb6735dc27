/** A masked number that no two records share: nobody learns by typing it in whose it is, neither one by one nor by the file. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context, Scope } from '#kit/access/context.server.ts'
import { sql } from 'kysely'
import { readXlsx } from '#kit/excel/read.server.ts'
import { entityRoutes } from './api.server.ts'
import { caller, errorOf, memoryFiles, type Call } from '../fixture/call.server.ts'
import { libraryDatabase } from '../fixture/database.server.ts'
import { contextFor, idNo, registry } from '../fixture/served.server.ts'
import { InProcessTasks } from './tasks.server.ts'
import type { BulkAnswer, ImportCheck } from '../wire.ts'

let base: Awaited<ReturnType<typeof libraryDatabase>>
let call: Call
let tasks: InProcessTasks
const shelves: number[] = []
let reader: number
let people = 100

/** Each with a budget of his own. */
const clerk = (codes: readonly string[], scopes: Record<string, Scope> = {}): Context =>
  contextFor(base.db, { id: ++people, codes, scopes })
const WRITES = ['testReaderList', 'testReaderList_add', 'testReaderList_edit', 'testReaderList_import'] as const
const row = (line: number, n: number, more: Record<string, string> = {}) => ({
  line,
  cells: { name: `读者${n}`, idNo: idNo(n), shelves: '虹桥架', ...more },
})
const linesOf = async (who: Context, action = 'lookup'): Promise<string[]> => {
  const { rows } = await base.db.read(1, (db) =>
    sql<{ line: string }>`select concat_ws(' ', title, reason, changes::text) as line from audit_log
      where action = ${action} and user_id = ${who.user.id} order by id`.execute(db),
  )
  return rows.map((one) => one.line)
}

beforeAll(async () => {
  base = await libraryDatabase()
  tasks = new InProcessTasks({ db: base.db })
  call = caller(entityRoutes(registry, { files: memoryFiles(), tasks }), contextFor(base.db))
  for (const [name, code] of [
    ['虹桥架', 'S1'],
    ['浦东架', 'S2'],
  ])
    shelves.push((await call('testShelf/add', { name, code })).id)
  reader = (await call('testReader/add', { name: '读者100', idNo: idNo(100), mobile: '13800138000', shelves: [shelves[0]] })).id
})
afterAll(() => base?.close())

describe('an import', () => {
  test('is checked without a word about whose number it is; the columns that wait for the import are named', async () => {
    const who = clerk(WRITES)
    const ask = (n: number): Promise<ImportCheck> => call('testReader/import/check', { rows: [row(2, n)] }, who)
    const [there, nowhere] = [await ask(100), await ask(9000)]
    expect(there).toMatchObject({ valid: 1, invalid: 0, later: ['身份证号'] })
    expect(there.rows[0]!.errors).toEqual(nowhere.rows[0]!.errors)
    const sheet = await readXlsx((await call('testReader/import/errors', { rows: [row(2, 100)] }, who)).body)
    expect(sheet.rows).toHaveLength(1)
    // What stands twice in the file is said before: it is the person's own.
    const twice: ImportCheck = await call('testReader/import/check', { rows: [row(2, 9000), row(3, 9000)] }, who)
    expect(twice.rows[1]!.errors).toEqual({ idNo: '与第 2 行重复' })
    expect(await linesOf(who)).toEqual([])
  })
  test('leaves out who is there already, names the row, writes the others, and says so in the log', async () => {
    const who = clerk(WRITES)
    const known = { count: 1, rows: [{ line: 3, message: '身份证号已存在，不可重复' }] }
    expect(await call('testReader/import/commit', { rows: [row(2, 200), row(3, 100), row(4, 201)], onlyValid: false }, who)).toEqual({
      imported: 2,
      skipped: 0,
      known,
    })
    expect(
      await call('testReader/import/commit', { rows: [row(2, 202), row(3, 100), row(4, 203, { name: '' })], onlyValid: true }, who),
    ).toEqual({ imported: 1, skipped: 1, known })
    const lines = await linesOf(who)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('身份证号')
    expect(lines.join('\n')).not.toContain(idNo(100))
  })
  test('says nothing of a row that is not written for another reason', async () => {
    const who = clerk(WRITES)
    const wrong = (n: number) => row(2, n, { name: '' })
    expect(await call('testReader/import/commit', { rows: [wrong(100)], onlyValid: true }, who)).toEqual({ imported: 0, skipped: 1 })
    const refused = await errorOf(call('testReader/import/commit', { rows: [row(3, 100), wrong(9000)], onlyValid: false }, who))
    expect(JSON.stringify(refused.data)).not.toContain('已存在')
    // One line for a thousand guesses would leave none of them written.
    const alike = await errorOf(call('testReader/import/commit', { rows: [row(2, 100), row(2, 9000)], onlyValid: true }, who))
    expect([alike.kind, alike.message]).toEqual(['invalid', '行号 2 出现了两次，请重新上传文件'])
    expect(await linesOf(who)).toEqual([])
  })
  test('of 2,000 new people works as ever', { timeout: 240_000 }, async () => {
    const who = clerk(WRITES)
    const { taskId } = await call(
      'testReader/import/commit',
      { rows: Array.from({ length: 2000 }, (_, i) => row(i + 2, 1000 + i)), onlyValid: false },
      who,
    )
    await tasks.idle()
    expect(await call('task/detail', { id: String(taskId) }, who)).toMatchObject({ status: 'done', result: { imported: 2000, skipped: 0 } })
    expect(await linesOf(who)).toEqual([])
  })
  test('in the background, too, names who is there already in the file of what it left out', { timeout: 240_000 }, async () => {
    const who = clerk(WRITES)
    const rows = [row(2, 100), ...Array.from({ length: 201 }, (_, i) => row(i + 3, 4000 + i))]
    const { taskId } = await call('testReader/import/commit', { rows, onlyValid: false }, who)
    await tasks.idle()
    const task = await call('task/detail', { id: String(taskId) }, who)
    expect(task).toMatchObject({ status: 'done', result: { imported: 201, skipped: 0, known: { count: 1 } } })
    const file = await call('task/file', { id: String(taskId) }, who)
    const sheet = await readXlsx(Buffer.concat(await file.body.toArray()))
    expect(sheet.rows.slice(1).map((line) => line.cells.at(-1))).toEqual(['身份证号已存在，不可重复'])
  })
  test('of more known numbers than a person may ask for is refused as a whole and uses up what was left', async () => {
    const who = clerk(WRITES)
    const rows = [row(2, 300), ...Array.from({ length: 41 }, (_, i) => row(i + 3, 1000 + i))]
    const refused = await errorOf(call('testReader/import/commit', { rows, onlyValid: true }, who))
    expect([refused.kind, refused.message]).toEqual(['tooMany', expect.stringContaining('没有导入')])
    expect((await call('testReader/list', { keyword: '读者300' })).total).toBe(0)
    expect((await errorOf(call('testReader/import/commit', { rows: rows.slice(0, 2) }, who))).kind).toBe('tooMany')
    expect((await errorOf(call('testReader/list', { mobile: '13800138000' }, who))).kind).toBe('tooMany')
    expect(await linesOf(who)).toHaveLength(1)
  })
  test('again of the same list works for who may look at those numbers anyway: of rows he sees', async () => {
    const mine = clerk([...WRITES, 'testReaderList_reveal'])
    const rows = Array.from({ length: 60 }, (_, i) => row(i + 2, 1000 + i))
    expect(await call('testReader/import/commit', { rows, onlyValid: true }, mine)).toMatchObject({
      imported: 0,
      skipped: 0,
      known: { count: 60 },
    })
    expect(await linesOf(mine)).toHaveLength(1)
    const elsewhere = clerk([...WRITES, 'testReaderList_reveal', 'testShelfList'], { testReaderList: [{ store: [shelves[1]!] }] })
    expect((await errorOf(call('testReader/import/commit', { rows, onlyValid: true }, elsewhere))).kind).toBe('tooMany')
  })
})

describe('a form', () => {
  test('that is refused for a number somebody has is a question like any other', async () => {
    const who = clerk(WRITES)
    const kinds: string[] = []
    for (let i = 0; i < 45; i++) kinds.push((await errorOf(call('testReader/add', { name: '猜', idNo: idNo(100) }, who))).kind)
    expect([kinds[0], kinds.at(-1)]).toEqual(['certificateExists', 'tooMany'])
    const lines = await linesOf(who)
    expect(lines.length).toBe(kinds.filter((kind) => kind === 'certificateExists').length)
    expect(lines.length).toBeLessThanOrEqual(41)
    expect(lines.join('\n')).not.toContain(idNo(100))
    // Nothing is asked by what nobody else has, nor by a form with a mistake in it.
    expect((await call('testReader/add', { name: '新读者', idNo: idNo(400) }, who)).id).toBeGreaterThan(0)
    expect((await errorOf(call('testReader/add', { name: '', idNo: idNo(100) }, who))).kind).toBe('invalid')
  })
  test('asks with every number it puts in place of another, whatever comes of it', async () => {
    const who = clerk(WRITES)
    let { id, version } = await call('testReader/add', { name: '换号', idNo: idNo(500) }, who)
    for (let i = 1; i <= 40; i++) ({ version } = await call('testReader/edit', { id, version, idNo: idNo(500 + i) }, who))
    expect((await errorOf(call('testReader/edit', { id, version, idNo: idNo(600) }, who))).kind).toBe('tooMany')
    expect((await errorOf(call('testReader/edit', { id, version, idNo: idNo(100) }, who))).kind).toBe('tooMany')
    const shown = await call('testReader/detail', { id: String(id) }, who)
    expect((await call('testReader/edit', { id, version, name: '没换号', idNo: shown.idNo }, who)).version).toBe(version + 1)
  })
})

describe('answers of a bulk call', () => {
  test('name the rows one may see, and of others their number alone', async () => {
    const made: number[] = []
    for (const shelf of shelves) made.push((await call('testBook/add', { name: `书架${shelf}的书`, shelf, price: 1 })).id)
    const scoped = clerk(['testBookList', 'testBookList_shelve', 'testBookList_delete'], { testBookList: [{ store: [shelves[0]!] }] })
    for (const verb of ['shelve', 'delete']) {
      const { results } = (await errorOf(call(`testBook/bulk/${verb}`, { ids: [...made, 987_654] }, scoped))).data as BulkAnswer
      expect(results.map(({ ok, title }) => [ok, title])).toEqual([
        [true, expect.stringContaining('的书')],
        [false, `#${made[1]}`],
        [false, '#987654'],
      ])
    }
  })
})

describe('an export', () => {
  test('does not repeat what could be a hidden number, in its sheet as little as in the log', async () => {
    const who = clerk(['testReaderList', 'testReaderList_export', 'testBookList', 'testBookList_export', 'testShelfList'])
    for (const keyword of ['13800138000', '138 0013 8000', idNo(100)]) {
      const sheet = await readXlsx((await call('testReader/export', { query: { keyword } }, who)).body, {
        isWanted: (rows) => rows[0]?.cells[0] === '项目',
      })
      expect(JSON.stringify(sheet)).toContain('搜索指定内容')
      expect(JSON.stringify(sheet)).not.toContain(keyword)
    }
    // Where no such number is looked for it is one all the same: whose it is stands on another page.
    await call('testBook/export', { query: { keyword: '13800138000' } }, who)
    await call('testBook/export', { query: { keyword: '合同法' } }, who)
    const lines = await linesOf(who, 'export')
    expect(lines).toHaveLength(5)
    expect(lines.slice(0, 4).every((line) => line.includes('搜索指定内容'))).toBe(true)
    expect(lines[4]).toContain('搜索「合同法」')
    for (const number of ['13800138000', '138 0013 8000', idNo(100)]) expect(lines.join('\n')).not.toContain(number)
    expect(reader).toBeGreaterThan(0)
  })
})
