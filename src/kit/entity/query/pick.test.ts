/** What pickers say of what may be chosen, and of what may not; what is found through what it refers to. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entityRoutes } from '../api/api.server.ts'
import { InProcessTasks } from '../api/tasks.server.ts'
import { caller, memoryFiles, type Call } from '../fixture/call.server.ts'
import { libraryDatabase, type LibraryDatabase } from '../fixture/database.server.ts'
import { contextFor, registry } from '../fixture/served.server.ts'
import { AppError } from '../../basics/errors.ts'

let base: LibraryDatabase
let call: Call
let shelf = 0
let other = 0
let heron = 0
let finch = 0
beforeAll(async () => {
  base = await libraryDatabase()
  call = caller(entityRoutes(registry, { files: memoryFiles(), tasks: new InProcessTasks({ db: base.db }) }), contextFor(base.db))
  shelf = (await call('testShelf/add', { name: '水鸟', code: 'A', open: true })).id
  other = (await call('testShelf/add', { name: '雀类', code: 'B', open: true })).id
  heron = (await call('testBook/add', { name: '苍鹭', shelf, price: 1 })).id
  finch = (await call('testBook/add', { name: '燕雀', shelf, price: 1, genre: 'science' })).id
  await call('testNote/add', { book: heron, text: '第一页有水渍' })
  await call('testNote/add', { book: finch, text: '封面完好' })
})
afterAll(() => base?.close())

describe('what is found through what it refers to', () => {
  const texts = async (keyword: string): Promise<string[]> =>
    (await call('testNote/list', { keyword, sort: 'id' })).list.map((row: { text: string }) => row.text)
  test('a note is found by its book, by its pinyin, and by words of both at once', async () => {
    expect(await texts('苍鹭')).toEqual(['第一页有水渍'])
    expect(await texts('yanque')).toEqual(['封面完好'])
    expect(await texts('苍鹭 水渍')).toEqual(['第一页有水渍'])
    expect(await texts('苍鹭 封面')).toEqual([])
  })
  test('what another company keeps is not found', async () => {
    expect(await texts('水渍')).toEqual(['第一页有水渍'])
    const stranger = contextFor(base.db, { id: 7, operatorId: 2 })
    expect((await call('testNote/list', { keyword: '苍鹭' }, stranger)).total).toBe(0)
  })
})

describe('a picker', () => {
  const options = (name: string, query: object) => call(`${name}/options`, query as never)
  test('says what a record is told apart by', async () => {
    const { list } = await options('testNote', { keyword: '水渍' })
    expect(list).toMatchObject([{ label: '第一页有水渍', hint: expect.stringContaining('苍鹭') }])
  })
  test('shows what was typed and may not be chosen behind the rest, with the reason; without being asked it does not', async () => {
    expect((await options('testBook', { keyword: '雀', genre: 'novel' })).list).toEqual([])
    const { list, total } = await options('testBook', { keyword: '雀', genre: 'novel', others: '1' })
    expect(total).toBe(0)
    expect(list).toMatchObject([{ id: finch, disabled: true, why: '类别为「科学」' }])
    const fit = (await options('testBook', { keyword: '苍', genre: 'novel', others: '1' })).list
    expect(fit.map((one: { id: number; disabled?: boolean }) => [one.id, one.disabled])).toEqual([[heron, undefined]])
  })
  test('what is of somebody else is not shown as unfit', async () => {
    expect((await options('testBook', { keyword: '雀', genre: 'novel', shelf: String(other), others: '1' })).list).toEqual([])
  })
  test('offers what shares something with what was chosen before', async () => {
    const like = (books: string) => options('testNote', { 'book.shelf': `testBook.shelf:${books}` })
    expect((await like(String(heron))).total).toBe(2)
    const away = (await call('testBook/add', { name: '山雀', shelf: other, price: 1 })).id
    expect((await like(String(away))).total).toBe(0)
    // Two chosen: either of them.
    expect((await like(`${away},${heron}`)).total).toBe(2)
  })
  test('asks for nothing but references to the same thing', async () => {
    for (const bad of [
      'testBook.price:1',
      'testReader.mobile:1',
      'nothing.shelf:1',
      'testBook.shelf:x',
      'testBook.reader:1',
      'testBook.shelf:1;drop',
    ])
      await expect(options('testNote', { 'book.shelf': bad }), bad).rejects.toThrow(AppError)
    await expect(options('testNote', { 'text.shelf': 'testBook.shelf:1' })).rejects.toThrow(AppError)
  })
})
