import { expect, test } from 'vitest'
import { accessGaps, roleGaps } from './access-gaps.rules.ts'
import type { TemplateEntry } from './permission.ts'
import type { Bindings, Self } from './scope.rules.ts'

const self: Self = { userId: 0, deptId: 1, deptTree: [1], storeIds: [], storesOfRegion: new Map() }
const bindings: Bindings = new Map([
  ['leases', new Map([['store', 'store' as const]])],
  ['vehicles', new Map([['store', 'store' as const]])],
])
const pages = ['leases', 'vehicles', 'help'].map((code) => ({ code, title: `页面${code}` }))
const entry = (resourceCode: string, mode: 'all' | 'ownStore'): TemplateEntry =>
  ({ resourceCode, rules: [{ rule: 'store', mode }] }) as never
const role = (grants: string[], ...templates: TemplateEntry[][]) => ({ grants: new Set(grants), templates })
const gaps = (roles: ReturnType<typeof role>[], ownTemplates: TemplateEntry[][] = [], who = self): string[] =>
  accessGaps({ roles, ownTemplates, self: who }, bindings, pages)

test('somebody without a role, or with one that opens nothing, is told to have no menu', () => {
  expect(gaps([])).toEqual(['没有选择角色：登录后看不到任何菜单'])
  expect(gaps([role([])])[0]).toMatch(/所选角色还没有授权任何页面/)
})
test('pages that no rule binds need no template', () => expect(gaps([role(['help'])])).toEqual([]))
test('without any template the bound pages are named', () =>
  expect(gaps([role(['leases', 'vehicles', 'help'])])).toEqual([
    '用户和所选角色都没有数据权限模板，看不到其中任何数据的页面：「页面leases」「页面vehicles」',
  ]))
test('「本门店」 without a store is asked for; with one, or with a template of his own, nothing is', () => {
  const clerk = role(['leases'], [entry('*', 'ownStore')])
  expect(gaps([clerk])).toEqual(['没有选择所属门店，而数据权限是本门店，看不到任何数据的页面：「页面leases」'])
  expect(gaps([clerk], [], { ...self, storeIds: [7] })).toEqual([])
  expect(gaps([clerk], [[entry('leases', 'all')]])).toEqual([])
})
test('a page that the templates leave out is named', () =>
  expect(gaps([role(['leases', 'vehicles'], [entry('leases', 'all')])])).toEqual([
    '数据权限模板没有包含，看不到任何数据的页面：「页面vehicles」',
  ]))

const ofRole = (grants: string[], ...templates: TemplateEntry[][]): string[] => roleGaps(role(grants, ...templates), bindings, pages)
test('a role without a template is asked about where a page it opens is bound, a new one where any page is', () => {
  expect(ofRole(['help'])).toEqual([])
  expect(ofRole(['leases', 'help'])).toEqual(['角色没有选择数据权限模板，只有这个角色的用户看不到任何数据的页面：「页面leases」'])
  expect(ofRole([])).toEqual(['角色没有选择数据权限模板，只有这个角色的用户看不到任何数据的页面：「页面leases」「页面vehicles」'])
  expect(roleGaps(role([]), new Map(), pages)).toEqual([])
})
test('a role with a template is asked about what the template leaves out, and about nothing before it has grants', () => {
  expect(ofRole([], [entry('leases', 'all')])).toEqual([])
  expect(ofRole(['leases', 'vehicles'], [entry('leases', 'all')])).toEqual([
    '角色的数据权限模板没有包含，看不到任何数据的页面：「页面vehicles」',
  ])
  // Who has no store yet is asked about when the user is saved, not the role.
  expect(ofRole(['leases'], [entry('*', 'ownStore')])).toEqual([])
})
