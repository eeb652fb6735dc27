import { describe, expect, it } from 'vitest'
import { chooseRule, sameScope, type Asked, type Candidate, type RuleScope } from './choose.rules.ts'

const NO_SCOPE = {
  customer: null,
  carrier: null,
  driver: null,
  project: null,
  orderModel: null,
  goodsRoute: null,
  vehicleClass: null,
  goodsCategory: null,
  fromArea: null,
  toArea: null,
}
const rule = (id: number, more: Partial<RuleScope> = {}, effectiveOn = '2026-01-01', endsOn: string | null = null): Candidate => ({
  rule: { id, name: `规则${id}`, status: 'active', type: 'freight', direction: 'receivable', priority: 0, ...NO_SCOPE, ...more },
  version: { id: id * 10, effectiveOn, endsOn },
})
const asked: Asked = {
  direction: 'receivable',
  day: '2026-05-01',
  customer: 1,
  carrier: 2,
  driver: 3,
  project: 4,
  projectRules: [],
  orderModel: 5,
  goodsRoute: 6,
  vehicleClass: 'truck42',
  goodsCategories: ['cold', 'food'],
  fromArea: '310115',
  toArea: '320500',
}
const why = (c: Candidate, more: Partial<Asked> = {}) => chooseRule([c], { ...asked, ...more }).others[0]?.why ?? null
const chosen = (...all: Candidate[]) => chooseRule(all, asked).chosen?.rule

describe('a rule that does not fit says why', () => {
  it.each<[string, Partial<RuleScope>]>([
    ['规则尚未发布', { status: 'draft' }],
    ['规则已停用', { status: 'disabled' }],
    ['货运线路不符', { goodsRoute: 7 }],
    ['客户不符', { customer: 9 }],
    ['承运商不符', { carrier: 9 }],
    ['司机不符', { driver: 9 }],
    ['订单模式不符', { orderModel: 9 }],
    ['车型不符', { vehicleClass: 'van' }],
    ['项目不符', { project: 9 }],
    ['货物类别不符', { goodsCategory: 'steel' }],
    ['起运地不符', { fromArea: '3202' }],
    ['到达地不符', { toArea: '3101' }],
  ])('%s', (words, scope) => expect(why(rule(1, scope))).toBe(words))
  it('its version must be in force on the day', () => {
    expect(why(rule(1, {}, '2026-05-02'))).toBe('计价日 2026-05-01 没有生效的版本')
    expect(why({ ...rule(1), version: null })).toBe('计价日 2026-05-01 没有生效的版本')
    expect(why(rule(1, {}, '2026-01-01', '2026-04-30'))).toBe('已于 2026-04-30 失效')
    expect(chosen(rule(1, {}, '2026-05-01', '2026-05-01'))).toBe(1)
  })
  it('of the other direction it is not even spoken of', () =>
    expect(chooseRule([rule(1, { direction: 'payable' })], asked)).toEqual({ chosen: null, others: [] }))
})

describe('the most specific one', () => {
  it.each<[string, Partial<RuleScope>, number]>([
    ['nothing said', {}, 0],
    ['a route', { goodsRoute: 6 }, 6400],
    ['a customer', { customer: 1 }, 3200],
    ['a carrier', { carrier: 2 }, 3200],
    ['a driver', { driver: 3 }, 3200],
    ['a project', { project: 4 }, 1600],
    ['a model', { orderModel: 5 }, 800],
    ['a class of vehicle', { vehicleClass: 'truck42' }, 400],
    ['a kind of goods', { goodsCategory: 'food' }, 200],
    ['a province', { fromArea: '31' }, 52],
    ['a district and a city', { fromArea: '310115', toArea: '3205' }, 60],
    [
      'all together',
      { goodsRoute: 6, customer: 1, carrier: 2, driver: 3, project: 4, orderModel: 5, vehicleClass: 'truck42', goodsCategory: 'cold' },
      19_000,
    ],
  ])('%s', (_, scope, score) => expect(chooseRule([rule(1, scope)], asked).chosen?.score).toBe(score))
  it('a rule the project names is the project’s, whatever it says of itself', () =>
    expect(chooseRule([rule(7)], { ...asked, projectRules: [7] }).chosen?.score).toBe(1600))
  it('is taken, and the others hear why not', () => {
    const { chosen: best, others } = chooseRule([rule(1), rule(2, { customer: 1 }), rule(3, { customer: 1 })], asked)
    expect(best).toEqual({ rule: 2, name: '规则2', version: 20, score: 3200, why: null })
    expect(others.map((o) => [o.rule, o.why])).toEqual([
      [1, '范围不如采用的规则具体'],
      [3, '优先级或生效日期在后'],
    ])
  })
  it('of equals the higher priority, then the newer, then the older number', () => {
    expect(chosen(rule(1), rule(2, { priority: 1 }))).toBe(2)
    expect(chosen(rule(1, { priority: 1 }), rule(2, {}, '2026-04-01'))).toBe(1)
    expect(chosen(rule(1), rule(2, {}, '2026-04-01'))).toBe(2)
    expect(chosen(rule(1, {}, '2026-04-01'), rule(2))).toBe(1)
    expect(chosen(rule(2), rule(1))).toBe(1)
  })
  it('none of none', () => expect(chooseRule([], asked)).toEqual({ chosen: null, others: [] }))
})

it('two rules cannot be told apart when type, direction, scope and priority are the same', () => {
  const { rule: one } = rule(1)
  expect(sameScope(one, { ...rule(2).rule, name: '另一个' })).toBe(true)
  const other: Partial<RuleScope>[] = [
    { type: 'express' },
    { direction: 'payable' },
    { priority: 1 },
    { customer: 1 },
    { carrier: 1 },
    { driver: 1 },
    { project: 1 },
    { orderModel: 1 },
    { goodsRoute: 1 },
    { vehicleClass: 'van' },
    { goodsCategory: 'food' },
    { fromArea: '31' },
    { toArea: '31' },
  ]
  expect(other.filter((more) => sameScope(one, { ...one, ...more }))).toEqual([])
})
