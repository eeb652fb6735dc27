/** What an import leaves out is given back as a file, in the foreground and in the background. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readXlsx } from '#kit/excel/read.server.ts'
import { caller, memoryFiles, type Call } from '../fixture/call.server.ts'
import { libraryDatabase } from '../fixture/database.server.ts'
import { contextFor, registry } from '../fixture/served.server.ts'
import type { ImportCheck, TaskView } from '../wire.ts'
import { entityRoutes } from './api.server.ts'
import { InProcessTasks } from './tasks.server.ts'

let base: Awaited<ReturnType<typeof libraryDatabase>>
let call: Call
let tasks: InProcessTasks
beforeAll(async () => {
  base = await libraryDatabase()
  tasks = new InProcessTasks({ db: base.db })
  call = caller(entityRoutes(registry, { files: memoryFiles(), tasks }), contextFor(base.db))
  await call('testShelf/add', { name: '虹桥架', code: 'S1' })
})
afterAll(() => base?.close())

const typed = (line: number, name: string, more: Record<string, string> = {}) => ({
  line,
  cells: { name, isbn: `LEFT-${line}`, genre: '科学', shelf: '虹桥架', ...more },
})
const reasonsIn = async (body: Uint8Array): Promise<unknown[]> =>
  (await readXlsx(body)).rows.slice(1).map((row) => [row.cells[0], row.cells.at(-1)])
test('rows refused only while they are written stand in the file of wrong rows, with what was said then', async () => {
  const rows = [typed(2, '可收甲'), typed(3, '拒收甲'), typed(4, '可收乙', { shelf: '没有' })]
  const done = await call('testBook/import/commit', { rows, onlyValid: true })
  expect(done).toEqual({ imported: 1, skipped: 2, late: [{ line: 3, message: '拒收的图书不入库' }] })
  const file = await call('testBook/import/errors', { rows: rows.slice(1), late: done.late })
  expect(await reasonsIn(file.body)).toEqual([
    ['拒收甲', '拒收的图书不入库'],
    ['可收乙', '找不到书架「没有」，请核对名称，或先新增'],
  ])
})
test(
  'more than 200 rows go on in the background and leave a file of those that were left out, for a week',
  { timeout: 120_000 },
  async () => {
    const before = (await call('testBook/list', { name: '后台' })).total
    const rows = Array.from({ length: 202 }, (_, i) => typed(1000 + i, `后台${i}`))
    rows[3] = typed(1003, '拒收乙')
    rows[7] = typed(1007, '后台七', { shelf: '没有' })
    const { taskId } = await call('testBook/import/commit', { rows, onlyValid: true })
    await tasks.idle()
    const task: TaskView = await call('task/detail', { id: String(taskId) })
    expect(task).toMatchObject({ status: 'done', fileId: expect.any(String), result: { imported: 200, skipped: 2 } })
    expect((await call('testBook/list', { name: '后台' })).total).toBe(before + 200)
    const file = await call('task/file', { id: String(taskId) })
    const body = Buffer.concat(await file.body.toArray())
    expect(await reasonsIn(body)).toEqual([
      ['拒收乙', '拒收的图书不入库'],
      ['后台七', '找不到书架「没有」，请核对名称，或先新增'],
    ])
    // Mended there it is taken in again, its column of reasons left alone.
    const uploaded = [{ fileName: 'a.xlsx', mime: 'application/octet-stream', data: body, size: body.length }]
    const again: ImportCheck = await call('testBook/import', {}, contextFor(base.db), uploaded)
    expect([again.rows.map((row) => row.cells['name']), again.ignored]).toEqual([['拒收乙', '后台七'], []])
    // Nothing left out, no file.
    const whole = await call('testBook/import/commit', { rows: rows.map((_, i) => typed(2000 + i, `后台二${i}`)), onlyValid: false })
    await tasks.idle()
    expect(await call('task/detail', { id: String(whole.taskId) })).toMatchObject({ status: 'done', fileId: null })
  },
)
