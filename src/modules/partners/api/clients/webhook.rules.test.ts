import { describe, expect, it } from 'vitest'
import { eventOf, eventsProblem, hookProblem, tellsEta, wants, type Change } from './webhook.rules.ts'

it.each([
  ['https', 'erp.example.com/hook', null],
  ['https', '10.1.2.3/hook', '回调地址必须是公网 https'],
  ['https', '8.8.8.8/hook', null],
  ['http', 'erp.example.com/hook', '回调地址必须是公网 https'],
  ['https', 'erp/hook', '回调地址必须是公网 https'],
  ['https', 'erp.local/hook', '回调地址必须是公网 https'],
  ['https', 'a.internal/hook', '回调地址必须是公网 https'],
  ['https', 'localhost/hook', '回调地址必须是公网 https'],
  ['https', 'notlocal.com/hook', null],
  ['https', 'u:p@erp.example.com/', '回调地址中不能包含用户名或密码'],
  ['https', 'u@erp.example.com/', '回调地址中不能包含用户名或密码'],
  ['http', 'double:8080/', null],
])('an address %s %s', (scheme, rest, words) => expect(hookProblem(`${scheme}://${rest}`, ['double'])).toBe(words))
it.each([
  [null, null],
  ['', null],
  ['erp.example.com', '回调地址格式不正确'],
])('an address %s', (url, words) => expect(hookProblem(url, ['double'])).toBe(words))

describe('which event a change is', () => {
  const of = (more: Partial<Change>) => eventOf({ entity: 'transportOrder', action: 'move', from: 'open', to: 'planned', ...more })
  it.each<[string, Partial<Change>, string | null]>([
    ['an order came', { action: 'import', from: null, to: 'toConfirm' }, 'order.created'],
    ['by hand it is not told', { action: 'add', from: null, to: 'toConfirm' }, null],
    ['confirmed', { action: 'confirm', from: 'toConfirm', to: 'open' }, 'order.confirmed'],
    ['submitted is confirmed', { action: 'submit', from: 'draft', to: 'open' }, 'order.confirmed'],
    ['declined', { action: 'decline', to: 'cancelled' }, 'order.declined'],
    ['planned', {}, 'order.planned'],
    ['reopened', { from: 'planned', to: 'open' }, 'order.reopened'],
    ['departed', { to: 'running' }, 'order.departed'],
    ['signed in part', { to: 'partSigned' }, 'order.partSigned'],
    ['signed', { to: 'signed' }, 'order.signed'],
    ['settled', { to: 'settled' }, 'order.settled'],
    ['stayed as it was', { from: 'open', to: 'open' }, null],
    ['has no state', { to: null }, null],
    ['a draft', { to: 'draft' }, null],
    ['a consignment arrived', { entity: 'consignment', to: 'arrived' }, 'order.arrived'],
    ['a consignment was refused', { entity: 'consignment', to: 'refused' }, 'order.refused'],
    ['a consignment was signed, which the order tells', { entity: 'consignment', to: 'signed' }, null],
    ['something happened', { entity: 'exceptionCase', action: 'add', to: 'open', kind: 'late' }, 'order.exception'],
    ['it was too warm', { entity: 'exceptionCase', action: 'add', to: 'open', kind: 'temperature' }, 'order.temperature'],
    ['what happened was settled', { entity: 'exceptionCase', action: 'close', to: 'closed' }, null],
    ['of something else', { entity: 'mission' }, null],
  ])('%s', (_, more, event) => expect(of(more)).toBe(event))
})

describe('when a time of arrival is told', () => {
  const at = (time: string): string => `2026-05-01T${time}:00Z`
  const usual = { eta: at('05:00'), told: at('05:00'), toldAt: at('03:00'), windowTo: at('05:10'), now: at('03:10') }
  it.each<[string, Partial<typeof usual> | { told: null; toldAt: null } | { windowTo: null; eta: string }, boolean]>([
    ['the same', {}, false],
    ['nothing was told yet', { told: null, toldAt: null }, true],
    ['a quarter of an hour later', { eta: at('05:15') }, true],
    ['a quarter of an hour earlier', { eta: at('04:45') }, true],
    ['a minute less, within the window', { eta: at('04:46') }, false],
    ['over the end of the window', { eta: at('05:11') }, true],
    ['on the end of it', { eta: at('05:10') }, false],
    ['back within it', { told: at('05:11') }, true],
    ['without a window', { windowTo: null, eta: at('05:14') }, false],
    ['told nine minutes ago', { eta: at('09:00'), toldAt: at('03:01') }, false],
  ])('%s', (_, more, tells) => expect(tellsEta({ ...usual, ...more })).toBe(tells))
})

describe('events somebody asked for', () => {
  it('are all where nothing is written down', () =>
    expect([wants(null, 'order.signed'), wants(' ，', 'order.signed')]).toEqual([true, true]))
  it('are named in full or in short, with whatever between them', () => {
    const text = 'order.signed，arrived、eta\ncancelled'
    expect(['order.signed', 'order.arrived', 'order.eta', 'order.cancelled', 'order.planned'].map((e) => wants(text, e))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    expect(eventsProblem(text)).toBeNull()
    expect(eventsProblem(null)).toBeNull()
    expect(eventsProblem('signed, gone')).toMatch(/^没有「gone」这个事件，可用：order\.created、/)
  })
})
