import { describe, expect, it } from 'vitest'
import type { Resource, ResourceType } from '#kit/access/session.ts'
import type { Screen } from '#kit/entity/module.ts'
import { pagesOf } from './menu/work-menu.ts'
import { buildRouting, leads } from './routes.ts'

const resource = (code: string, type: ResourceType, name: string, path: string | null, children: Resource[] = [], idx = 0): Resource => ({
  resourceCode: code,
  parentCode: null,
  resourceTypeCode: type,
  resourceName: name,
  path,
  icon: null,
  idx,
  authUrls: [],
  resourceDesc: null,
  permissionControlled: true,
  funcItemList: children,
})
const screens: Screen[] = [
  { code: 'dashboard', title: '首页', path: '/dashboard', kind: 'page' },
  { code: 'vehicleList', title: '车辆列表', path: '/vehicle/list', also: ['/cars/all'], kind: 'list', menu: 'vehicles' },
  { code: 'vehicleAdd', title: '新增车辆', path: '/vehicle/add', kind: 'form', of: 'vehicleList', right: 'vehicleList_add' },
  { code: 'vehicleDetail', title: '车辆详情', path: '/vehicle/detail', also: ['/flow/apply/see'], kind: 'detail', of: 'vehicleList' },
  { code: 'user', title: '用户管理', path: '/system/user', kind: 'list', menu: 'system' },
  { code: 'flowApply', title: '发起申请', path: '/flow/apply/{flowKey}', kind: 'form' },
  { code: 'later', title: '未完成', path: '/later', kind: 'page', menu: 'vehicles' },
  { code: 'desk', title: '工作台', path: '/desk', kind: 'page', menu: 'vehicles', everyones: true },
  { code: 'tmsOnly', title: 'TMS首页', path: '/tmsPage', kind: 'page', menu: 'vehicles', looks: ['tms'] },
  { code: 'companies', title: '公司', path: '/platform/companies', kind: 'page', platform: true },
  { code: 'homePage', title: '首页', path: '/homePage', kind: 'page', looks: ['leasing'] },
  { code: 'tmsHomePage', title: '承运首页', path: '/tmsHomePage', kind: 'page', looks: ['tms'] },
]
const granted = [
  resource('dashboard', 'menu_item', '首页', '/dashboard'),
  resource('system', 'menu', '系统', null, [], 9),
  resource(
    'vehicles',
    'menu',
    '车辆',
    null,
    [
      resource('vehicleList', 'menu_item', '我的车辆', '/cars', [resource('vehicleList_export', 'function', '导出', '/nowhere')], 2),
      resource('later', 'menu_item', '未完成', '/later', [], 1),
      resource('tmsOnly', 'menu_item', 'TMS首页', '/tmsPage', [], 0),
      resource('unknown', 'menu_item', '旧页面', '/unknown', [], 3),
    ],
    1,
  ),
]
const routing = buildRouting({
  resources: granted,
  screens,
  look: 'leasing',
  root: false,
  can: (code) => code === 'vehicleList' || code === 'vehicleList_export',
  hasComponent: (s) => s.code !== 'later',
})

describe('an address leads somewhere', () => {
  it.each([
    ['/', true],
    ['/dashboard', true],
    ['/cars', true],
    // The first path of a page that was given another one.
    ['/vehicle/list', true],
    ['/vehicle/detail', true],
    ['/flow/apply/leave', true],
    // Another look's, the platform's, one nobody was granted, one that does not exist.
    ['/tmsPage', false],
    ['/platform/companies', false],
    ['/vehicle/add', false],
    ['/nowhere', false],
  ])('%s: %s', (path, answer) => expect(leads(routing, path)).toBe(answer))
})

describe('routes from the granted resources', () => {
  it('lead to what is everybody’s own, by address, also whom nothing was given', () => {
    expect(routing.resolve('/desk')).toMatchObject({ kind: 'screen', screen: { code: 'desk' } })
    expect(JSON.stringify(routing.menu)).not.toContain('/desk')
    const nobody = buildRouting({ resources: [], screens, look: 'leasing', root: false, can: () => false, hasComponent: () => true })
    expect(nobody.resolve('/desk')).toMatchObject({ kind: 'screen' })
    expect(nobody.resolve('/vehicle/list')).toMatchObject({ kind: 'denied' })
  })
  it('take path and title from the resource', () => {
    expect(routing.resolve('/cars')).toMatchObject({ kind: 'screen', screen: { code: 'vehicleList', title: '我的车辆' } })
    expect(routing.pathOf('vehicleList')).toBe('/cars')
    expect(routing.resolve('/vehicle/list')).toEqual({ kind: 'moved', to: '/cars' })
  })
  it('never come from function resources', () => {
    expect(routing.resolve('/nowhere')).toEqual({ kind: 'absent' })
  })
  it('reach pages of a granted screen although they are not in the menu, unless their own right is missing', () => {
    expect(routing.resolve('/vehicle/detail')).toMatchObject({ kind: 'screen' })
    expect(routing.resolve('/vehicle/add')).toEqual({ kind: 'denied', need: '车辆列表 › 新增车辆' })
  })
  it('name what is missing for a page of the product that is not granted', () => {
    expect(routing.resolve('/system/user')).toEqual({ kind: 'denied', need: '用户管理' })
  })
  it('lead nowhere for a resource without a component and for anything unknown', () => {
    for (const path of ['/later', '/unknown', '/tmsPage', '/x/y', '/system', '/platform/companies'])
      expect(routing.resolve(path)).toEqual({ kind: 'absent' })
  })
  it('lead from the other addresses of a page to the one it has now, before a page that takes parameters', () => {
    expect(routing.resolve('/cars/all')).toEqual({ kind: 'moved', to: '/cars' })
    expect(routing.resolve('/flow/apply/see')).toEqual({ kind: 'moved', to: '/vehicle/detail' })
  })
  it('show pages of the platform on its main site only', () => {
    const platform = buildRouting({ resources: [], screens, look: 'leasing', root: true, can: () => false, hasComponent: () => true })
    expect(platform.resolve('/platform/companies')).toMatchObject({ kind: 'screen' })
    expect(routing.resolve('/platform/companies')).toEqual({ kind: 'absent' })
  })
  it('open the first page of a group by the address of the group, and the home of this look by that of another', () => {
    expect(routing.resolve('/vehicles')).toEqual({ kind: 'moved', to: '/cars' })
    expect(routing.resolve('/tmsHomePage')).toEqual({ kind: 'moved', to: '/homePage' })
  })
  it('lead where the console begins to the one home there is; whose role has none is at home there', () => {
    expect(routing.resolve('/dashboard')).toEqual({ kind: 'moved', to: '/homePage' })
    expect(routing.pathOf('dashboard')).toBeNull()
    const homes = screens.map((one) => (one.code === 'homePage' ? { ...one, menu: 'homeMenu' } : one))
    const bare = buildRouting({ resources: [], screens: homes, look: 'leasing', root: true, can: () => false, hasComponent: () => true })
    expect(bare.resolve('/dashboard')).toMatchObject({ kind: 'screen', path: '/dashboard' })
    expect(bare.resolve('/tmsHomePage')).toEqual({ kind: 'moved', to: '/dashboard' })
  })
  it('everybody reaches a page that belongs to no menu, and path parameters are read', () => {
    expect(routing.resolve('/flow/apply/backCar')).toMatchObject({ kind: 'screen', params: { flowKey: 'backCar' } })
  })
})

describe('the menu', () => {
  it('has only headings with pages and pages with components, ordered by idx', () => {
    expect(pagesOf(routing.menu).map((p) => p.trail.join('/'))).toEqual(['车辆/我的车辆'])
    expect(routing.menu).toHaveLength(1)
  })
  it('gives the trail of a page, and of the pages below it', () => {
    expect(routing.trail('vehicleList')).toEqual(['车辆', '我的车辆'])
    expect(routing.trail('vehicleDetail')).toEqual(['车辆', '我的车辆'])
  })
})
