import { describe, expect, it } from 'vitest'
import { moveResource, nestResources, whyNotBelow, type ResourceItem } from './resource-tree.ts'

const row = (code: string, type: ResourceItem['type'], parentCode: string | null): ResourceItem => ({
  code,
  type,
  parentCode,
  name: code,
  path: null,
  icon: null,
  idx: 0,
  description: null,
  permissionControlled: true,
  hidden: false,
  authUrls: [],
  builtin: true,
  touched: false,
})
const rows = [
  row('m1', 'menu', null),
  row('m2', 'menu', null),
  row('sub', 'menu', 'm1'),
  row('p1', 'menu_item', 'm1'),
  row('p2', 'menu_item', 'm1'),
  row('f1', 'function', 'p1'),
  row('f2', 'function', 'p1'),
]

describe('the resource tree', () => {
  it('nests rows, and keeps those whose parent is gone', () => {
    expect(nestResources([...rows, row('lost', 'menu_item', 'gone')]).map((n) => [n.code, n.children.map((c) => c.code)])).toEqual([
      ['m1', ['sub', 'p1', 'p2']],
      ['m2', []],
      ['lost', []],
    ])
  })
  it.each([
    ['p2', 'p1', 'before', { parentCode: 'm1', codes: ['sub', 'p2', 'p1'] }],
    ['p1', 'p2', 'after', { parentCode: 'm1', codes: ['sub', 'p2', 'p1'] }],
    ['p1', 'm2', 'inside', { parentCode: 'm2', codes: ['p1'] }],
    ['m2', 'm1', 'before', { parentCode: null, codes: ['m2', 'm1'] }],
    ['f2', 'f1', 'before', { parentCode: 'p1', codes: ['f2', 'f1'] }],
    ['f1', 'p2', 'inside', { parentCode: 'p2', codes: ['f1'] }],
    ['m1', 'sub', 'inside', { reason: '不能移动到自己的下级' }],
    ['f1', 'm2', 'inside', { reason: '功能按钮只能放在页面下面' }],
    ['p2', 'p1', 'inside', { reason: '页面只能放在菜单下面或顶层' }],
    ['p1', 'p1', 'inside', { reason: '无法移动' }],
    ['p1', 'none', 'inside', { reason: '无法移动' }],
  ] as const)('moving %s to %s (%s)', (code, target, where, wanted) => {
    expect(moveResource(rows, code, target, where)).toEqual(wanted)
  })
  it('lets pages stand at the top, and nothing below a button', () => {
    expect(whyNotBelow('menu_item', null)).toBeNull()
    expect(whyNotBelow('function', null)).toMatch(/页面下面/)
    expect(whyNotBelow('menu', rows[5]!)).toMatch(/菜单下面/)
  })
})
