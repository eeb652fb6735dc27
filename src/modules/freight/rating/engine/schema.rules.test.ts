import { describe, expect, it } from 'vitest'
import { componentProblems, EMPTY, type Charge, type RateComponents } from './schema.rules.ts'

const charge = (more: Partial<Charge> = {}): Charge => ({
  label: '里程',
  unit: 'km',
  included: 0,
  step: 0,
  rounding: 'up',
  per: 1000,
  mode: 1,
  bands: [
    { to: 10_000, e4: 20_000 },
    { to: null, e4: 15_000 },
  ],
  monthly: false,
  ...more,
})
const sound: RateComponents = { ...EMPTY, charges: [charge()] }
const said = (more: Partial<RateComponents>, type = '1', direction: 'receivable' | 'payable' = 'receivable') =>
  componentProblems(type, { ...sound, ...more }, direction)
const bands = (...of: [number | null, number][]) => said({ charges: [charge({ bands: of.map(([to, e4]) => ({ to, e4 })) })] })

describe('what keeps a price list from being published', () => {
  it('nothing', () => {
    expect(said({})).toEqual([])
    expect(said({ charges: [], base: { fen: 10_000 } })).toEqual([])
  })
  it.each<[string, Partial<RateComponents>, string]>([
    ['no price at all', { charges: [] }, '请填写起步价或阶梯价'],
    ['a unit of another type', { charges: [charge({ unit: 'day' })] }, '里程：该类型的规则不能按天计费'],
    ['a charge without a name', { charges: [charge({ label: '', unit: 'trip' })] }, '阶梯 1：该类型的规则不能按趟计费'],
    ['a price for nothing', { charges: [charge({ per: 0 })] }, '里程：计价单位应大于 0'],
    ['less than nothing included', { charges: [charge({ included: -1 })] }, '里程：含量与进位不能为负'],
    ['a step below nothing', { charges: [charge({ step: -1 })] }, '里程：含量与进位不能为负'],
    ['a month counted as a whole', { charges: [charge({ monthly: true, mode: 2 })] }, '里程：按月累计只能用分段累进'],
    ['two months', { charges: [charge({ monthly: true }), charge({ monthly: true })] }, '按月累计的阶梯只能有一项'],
    ['less at least than at most', { minFen: 200, maxFen: 100 }, '最低消费 2.00 高于封顶 1.00'],
    [
      'a share of nothing',
      { surcharges: [{ label: '夜间', amount: { kind: 'bp', bp: 1000, of: [] }, when: { kind: 'always' } }] },
      '附加费「夜间」：请选择按哪些项目计算',
    ],
    [
      'fuel in no steps',
      {
        surcharges: [
          {
            label: '燃油',
            amount: { kind: 'fixed', fen: 1 },
            when: { kind: 'fuel', province: '31', baseFen: 700, stepFen: 0, floorZero: true },
          },
        ],
      },
      '附加费「燃油」：油价步长应大于 0',
    ],
    ['waiting in no units', { waiting: { unitMin: 0 } as never }, '等待费：计费单位应大于 0 分钟'],
    [
      'areas without a charge',
      { charges: [], matrix: [{ fromArea: '31', toArea: '32', minFen: 0, bands: [{ to: null, e4: 1 }] }] },
      '使用区域价格表时，请先填写一项阶梯价（单位、进位与方式）',
    ],
    [
      'an area from nowhere',
      { matrix: [{ fromArea: '沪', toArea: '32', minFen: 0, bands: [{ to: null, e4: 1 }] }] },
      '价格表第 1 行：行政区划代码为数字',
    ],
    [
      'an area to nowhere',
      { matrix: [{ fromArea: '31', toArea: '3205000', minFen: 0, bands: [{ to: null, e4: 1 }] }] },
      '价格表第 1 行：行政区划代码为数字',
    ],
    ['an area without a price', { matrix: [{ fromArea: '310115', toArea: '', minFen: 0, bands: [] }] }, '价格表第 1 行：请至少填写一档'],
  ])('%s', (_, more, words) => expect(said(more)).toEqual([words]))
  it('equal bounds are sound, and so is what is exactly nothing', () => {
    expect(said({ minFen: 100, maxFen: 100 })).toEqual([])
    expect(said({ charges: [charge({ included: 0, step: 0, per: 1 })] })).toEqual([])
  })
  it('bands rise and end open', () => {
    expect(bands([10, 5], [20, 0], [null, 1])).toEqual([])
    expect(bands()).toEqual(['里程：请至少填写一档'])
    expect(bands([10, -1], [null, 1])).toEqual(['里程第 1 档：单价不能为负'])
    expect(bands([10, 1], [20, 1])).toEqual(['里程：最后一档应不设上限'])
    expect(bands([null, 1], [null, 1])).toEqual(['里程第 1 档：只有最后一档可以不设上限'])
    expect(bands([10, 1], [10, 1], [null, 1])).toEqual(['里程第 2 档：上限应大于上一档'])
    expect(bands([0, 1], [null, 1])).toEqual(['里程第 1 档：上限应大于上一档'])
  })
})

describe('what nobody is paid by', () => {
  it('a contracted way, which only a customer has', () => {
    expect(said({ kmFrom: 'contract' }, '1', 'payable')).toEqual(['应付规则没有合同里程，里程请取自规划或实际'])
    expect(said({ kmFrom: 'contract' })).toEqual([])
    expect(said({ kmFrom: 'contract', charges: [charge({ unit: 'trip' })] }, '3', 'payable')).toEqual([])
  })
  it('insurance of the goods', () => {
    expect(said({ insureBp: 1 }, '1', 'payable')).toEqual(['应付规则不收保价费，请删除保价费率'])
    expect(said({ insureBp: 1 })).toEqual([])
  })
})
