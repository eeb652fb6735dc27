import { expect, it } from 'vitest'
import { matchesPinyin } from '#kit/basics/pinyin.ts'
import { offer, plainMatch, type Entry } from './palette.ts'

const entry = (group: Entry['group'], title: string, hint = ''): Entry => ({ id: group + title, group, title, hint, run: () => undefined })
const all = [
  entry('菜单', '车辆列表', '车辆'),
  entry('菜单', '车辆账单', '租赁'),
  entry('菜单', '租赁合同', '租赁'),
  entry('最近', '京A12345'),
  entry('操作', '交车'),
]
const titles = (list: Entry[]): string[] => list.map((e) => e.title)

it('shows what can be done here and recent pages before anything is typed', () => {
  expect(titles(offer('', all, [], plainMatch))).toEqual(['交车', '京A12345'])
})
it('finds menus by part, pinyin and initials, the closest title first', () => {
  expect(titles(offer('车辆账单', all, [], plainMatch))).toEqual(['车辆账单'])
  expect(titles(offer('zlht', all, [], matchesPinyin))).toEqual(['租赁合同'])
  expect(titles(offer('chelianglb', all, [], plainMatch))).toEqual([])
  expect(titles(offer('租赁', all, [], plainMatch))).toEqual(['租赁合同', '车辆账单'])
  // What is called so comes before what only mentions it.
  expect(titles(offer('ht', [entry('菜单', '用车申请', '签成合同之前'), ...all], [], matchesPinyin))).toEqual(['租赁合同', '用车申请'])
})
it('finds a menu by the name it has in the language of the user, the closest first', () => {
  const other = { ...entry('菜单', '车辆库存'), other: 'Stock' }
  const longer = { ...entry('菜单', '调拨单'), other: 'Transfers of stock' }
  expect(titles(offer('stock', [longer, other, ...all], [], plainMatch))).toEqual(['车辆库存', '调拨单'])
  expect(titles(offer('库存', [longer, other], [], plainMatch))).toEqual(['车辆库存'])
})
it('puts records of the server last, untouched by the local match', () => {
  expect(titles(offer('cl', all, [entry('记录', '沪B00001')], matchesPinyin)).at(-1)).toBe('沪B00001')
})
it('searches a thousand entries within the budget of 100 ms', () => {
  const many = Array.from({ length: 1000 }, (_, i) => entry('菜单', `车辆列表${i}`))
  offer('cl', many, [], matchesPinyin)
  // Of the processor: others may be at work beside.
  const start = process.threadCpuUsage()
  for (let i = 0; i < 10; i++) offer('cllb', many, [], matchesPinyin)
  expect(process.threadCpuUsage(start).user / 1000 / 10).toBeLessThan(100)
})
