import { describe, expect, it } from 'vitest'
import type { Resource } from '#kit/access/session.ts'
import { difference, findIn, grantMenus, tickOf, toggleFunction, togglePage } from './grants.ts'

const node = (
  resourceCode: string,
  resourceTypeCode: Resource['resourceTypeCode'],
  resourceName: string,
  funcItemList: Resource[] = [],
): Resource => ({
  resourceCode,
  resourceTypeCode,
  resourceName,
  funcItemList,
  parentCode: null,
  path: null,
  icon: null,
  idx: 0,
  authUrls: [],
  resourceDesc: null,
  permissionControlled: true,
})
const tree = [
  node('sys', 'menu', '系统', [
    node('rights', 'menu', '权限', [
      node('role', 'menu_item', '角色', [node('role_add', 'function', '新增'), node('role_grant', 'function', '授权')]),
    ]),
    node('user', 'menu_item', '用户', [node('user_add', 'function', '新增')]),
  ]),
  node('dashboard', 'menu_item', '首页'),
]
const menus = grantMenus(tree)
const role = menus.find((m) => m.code === 'rights')!.pages[0]!
const everything = new Set(['role', 'role_add', 'role_grant', 'user', 'user_add', 'dashboard'])

describe('ticking a role', () => {
  it('lists menus with the menus above, and pages without a menu at the end', () => {
    expect(menus.map((m) => [m.name, m.pages.map((p) => p.code)])).toEqual([
      ['系统', ['user']],
      ['系统 / 权限', ['role']],
      ['其他页面', ['dashboard']],
    ])
  })
  it('gives a page with its first button', () => {
    expect([...toggleFunction(new Set(), role, 'role_add', true, everything)].toSorted()).toEqual(['role', 'role_add'])
  })
  it('takes all buttons away with their page', () => {
    expect([...togglePage(new Set(['role', 'role_add', 'user']), role, false, everything)]).toEqual(['user'])
  })
  it('leaves alone what the giver lacks', () => {
    const mine = new Set(['role', 'role_add'])
    expect([...toggleFunction(new Set(), role, 'role_grant', true, mine)]).toEqual(['role'])
    expect([...togglePage(new Set(['role', 'role_add', 'role_grant']), role, false, mine)]).toEqual(['role_grant'])
    expect([...toggleFunction(new Set(), role, 'role_add', true, new Set(['role_add']))]).toEqual([])
  })
  it('counts ticks', () => {
    expect([tickOf(['a', 'b'], new Set()), tickOf(['a', 'b'], new Set(['a'])), tickOf(['a', 'b'], new Set(['a', 'b']))]).toEqual([
      'none',
      'some',
      'all',
    ])
  })
  it('finds pages by their name and by their buttons', () => {
    expect(findIn(menus, (t) => t.includes('授权')).flatMap((m) => m.pages.map((p) => p.code))).toEqual(['role'])
    expect(findIn(menus, (t) => t === '系统').flatMap((m) => m.pages.map((p) => p.code))).toEqual(['user'])
  })
  it('says what a save would change', () => {
    expect(difference(new Set(['a', 'b']), new Set(['b', 'c']))).toEqual({ added: ['c'], removed: ['a'] })
  })
})
