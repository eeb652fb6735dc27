import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Me, Resource } from '../../access/session.ts'
import type { Screen } from '../../entity/module.ts'
import { Permission } from './permission.web.tsx'
import { ScreenContext, type ScreenHandle } from './screen.web.ts'
import { readSigned, signed } from '../state/session.web.ts'

const fn = (code: string): Resource => ({
  resourceCode: code,
  parentCode: null,
  resourceTypeCode: 'function',
  resourceName: code,
  path: null,
  icon: null,
  idx: 0,
  authUrls: [],
  resourceDesc: null,
  permissionControlled: true,
  funcItemList: [],
})
const page = (code: string, functions: string[]): Resource => ({
  ...fn(code),
  resourceTypeCode: 'menu_item',
  funcItemList: functions.map(fn),
})
const me = (isAdmin: boolean): Me => ({
  uid: 1,
  username: 'u',
  name: '张三',
  phone: '',
  avatar: null,
  isAdmin,
  isFirst: false,
  mustEnrol: false,
  customerType: '',
  carrier: false,
  partsOff: [],
  menuLayout: 'work',
  operatorId: 1,
  operatorName: '',
  dept: null,
  stores: [],
  storeIds: [],
  functions: [],
  scopeText: '',
})
const resources = [page('billInfoList', ['billInfoList_pay']), page('leaseList', ['leaseList_end'])]

function shown(screen: Partial<Screen>, codes: string[], isAdmin = false, params: Record<string, string> = {}): boolean {
  signed.set(readSigned(me(isAdmin), resources))
  const handle = { screen: { code: 'x', title: '', path: '/', kind: 'page', ...screen }, params } as ScreenHandle
  const control = createElement(Permission, { codes, children: '有' })
  return renderToStaticMarkup(createElement(ScreenContext, { value: handle }, control)).includes('有')
}

describe('the permission component', () => {
  it('fails with «need roles» on an empty list', () => {
    expect(() => shown({ code: 'billInfoList' }, [])).toThrow('need roles')
  })
  it('shows what is granted on the resource of the current screen', () => {
    expect(shown({ code: 'billInfoList' }, ['other', 'billInfoList_pay'])).toBe(true)
    expect(shown({ code: 'billInfoList' }, ['leaseList_end'])).toBe(false)
  })
  it('a function granted elsewhere does not count here', () => {
    expect(shown({ code: 'leaseList' }, ['billInfoList_pay'])).toBe(false)
  })
  it('details use the resource of their list: billInfoDetail that of billInfoList, leaseDetails that of leaseList', () => {
    expect(shown({ code: 'billInfoDetail', of: 'billInfoList' }, ['billInfoList_pay'])).toBe(true)
    expect(shown({ code: 'leaseDetails', of: 'leaseList' }, ['leaseList_end'])).toBe(true)
  })
  it('a flow page uses the resource it was opened with', () => {
    expect(shown({ code: 'flowApply' }, ['leaseList_end'], false, { resourceCode: 'leaseList' })).toBe(true)
    expect(shown({ code: 'flowApply' }, ['leaseList_end'])).toBe(false)
  })
  it('the administrator sees everything', () => {
    expect(shown({ code: 'leaseList' }, ['anything'], true)).toBe(true)
  })
})
