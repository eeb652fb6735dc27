import { describe, expect, it } from 'vitest'
import type { MenuNode } from './menu-node.ts'
import { besides, byWork, pagesOf, type WorkMenu } from './work-menu.ts'

const page = (code: string, title = code): MenuNode => ({ code, title, icon: null, path: `/${code}`, children: [] })
const menu = (code: string, ...children: MenuNode[]): MenuNode => ({ code, title: code.toUpperCase(), icon: 'key', path: null, children })
const work: WorkMenu = {
  order: { leasing: ['rent', 'money'], rental: ['money', 'rent'], tms: ['money'] },
  groups: [
    { code: 'rent', title: '租赁', icon: 'key', entries: [{ title: '租约', pages: ['leases', 'records'] }, { pages: ['fees'] }] },
    { code: 'money', title: '收款', icon: 'fund', entries: [{ title: '账单', pages: ['bills', 'items'] }] },
  ],
}
const delivered: Record<string, string> = { leases: 'lease', records: 'lease', fees: 'lease', bills: 'bill', items: 'bill', fresh: 'bill' }
const shape = (nodes: readonly MenuNode[]): unknown =>
  nodes.map((n) => (n.path === null ? { [n.title]: shape(n.children) } : n.tabs ? { [n.title]: n.tabs.map((t) => t.title) } : n.title))
const arranged = (tree: MenuNode[], look: 'leasing' | 'rental' | 'tms' = 'leasing') => byWork(tree, work, look, (code) => delivered[code])

describe('pages in groups of work', () => {
  const tree = [
    menu('lease', page('leases', '租约列表'), page('records'), page('fees', '杂费')),
    menu('bill', page('bills'), page('items')),
  ]
  it('stand together as tabs of one entry, in the order of the look', () => {
    expect(shape(arranged(tree))).toEqual([{ 租赁: [{ 租约: ['租约列表', 'records'] }, '杂费'] }, { 收款: [{ 账单: ['bills', 'items'] }] }])
    expect(shape(arranged(tree, 'rental'))).toEqual([
      { 收款: [{ 账单: ['bills', 'items'] }] },
      { 租赁: [{ 租约: ['租约列表', 'records'] }, '杂费'] },
    ])
  })
  it('are named by themselves when only one of them was granted, and no group is empty', () => {
    expect(shape(arranged([menu('lease', page('leases', '租约列表'))]))).toEqual([{ 租赁: ['租约列表'] }])
  })
  it('that an administrator moved stand where he put them: in the group of that menu, or under a menu of his own', () => {
    const moved = [menu('lease', page('leases')), menu('bill', page('bills'), page('fees')), menu('mine', page('items', '我的明细'))]
    expect(shape(arranged(moved))).toEqual([{ 租赁: ['leases'] }, { 收款: ['bills', 'fees'] }, { MINE: ['我的明细'] }])
  })
  it('that the list does not name are not lost', () => {
    expect(shape(arranged([menu('bill', page('bills'), page('fresh', '新页面'))]))).toEqual([{ 收款: ['bills', '新页面'] }])
    expect(shape(arranged([menu('lease', page('leases'))], 'tms'))).toEqual([])
  })
  it('know the way to them and what stands beside them', () => {
    const shown = arranged(tree)
    expect(pagesOf(shown).map(({ trail }) => trail.join('/'))).toEqual([
      '租赁/租约/租约列表',
      '租赁/租约/records',
      '租赁/杂费',
      '收款/账单/bills',
      '收款/账单/items',
    ])
    expect(besides(shown, 'records').map(({ code }) => code)).toEqual(['leases', 'records'])
    expect(besides(shown, 'fees')).toEqual([])
  })
})
