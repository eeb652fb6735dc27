import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day, daysBetween } from '#kit/basics/time/day.ts'
import { chargeEnd, checkPlan, lastDayOf, previewPlan, reanchor, rentBetween } from './plan.rules.ts'
import type { PlanInput } from './plan.rules.ts'

const P1: PlanInput = {
  monthlyRent: 380000,
  payCycleMonths: 1,
  billMode: 'advance',
  anchorMode: 'startDay',
  prorateMode: 'actual',
  dayRule: 'excludeEnd',
  issueAheadDays: 7,
  dueOffsetDays: 0,
  startOn: day('2025-01-31'),
  endOn: day('2026-01-31'),
}

describe('journeys', () => {
  it('J1: twelve periods from the 31st, each one month, and the 31st never drifts', () => {
    const { periods, total } = previewPlan(P1)
    expect(periods.map((period) => period.startOn)).toEqual([
      '2025-01-31',
      '2025-02-28',
      '2025-03-31',
      '2025-04-30',
      '2025-05-31',
      '2025-06-30',
      '2025-07-31',
      '2025-08-31',
      '2025-09-30',
      '2025-10-31',
      '2025-11-30',
      '2025-12-31',
    ])
    expect(periods.at(-1)?.endOn).toBe('2026-01-31')
    expect(new Set(periods.map((period) => period.amount))).toEqual(new Set([380000]))
    expect(total).toBe(4560000)
    expect(periods[1]).toEqual({
      startOn: '2025-02-28',
      endOn: '2025-03-31',
      amount: 380000,
      issueOn: '2025-02-21',
      dueOn: '2025-02-28',
      items: [{ startOn: '2025-02-28', endOn: '2025-03-31', amount: 380000, formula: '3800.00 × 1 个月' }],
    })
  })

  it('J1: a plan made for the 15th is re-anchored when the vehicle is handed over on the 31st', () => {
    const planned = { ...P1, startOn: day('2025-01-15'), endOn: day('2026-01-15') }
    const first = previewPlan(planned).periods.slice(0, 1)
    const moved = reanchor(planned, day('2025-01-31'), first)
    expect(moved.input).toEqual(P1)
    expect(moved.unissued).toEqual(previewPlan(P1).periods.slice(1))
    expect(moved.issued.map(({ after, difference }) => [after?.startOn, difference])).toEqual([['2025-01-31', 0]])
  })

  it.each([
    ['actual' as const, 269677, 110323, '3800.00 ÷ 31 × 22 天'],
    ['thirty' as const, 278667, 114000, '3800.00 ÷ 30 × 22 天'],
  ])('J2: calendar months from 10 March, %s days', (prorateMode, firstAmount, lastAmount, formula) => {
    const { periods, total } = previewPlan({
      ...P1,
      anchorMode: 'calendarMonth',
      prorateMode,
      startOn: day('2025-03-10'),
      endOn: day('2026-03-10'),
    })
    expect(periods).toHaveLength(13)
    expect([periods[0]?.startOn, periods[0]?.endOn, periods[0]?.amount, periods[0]?.items[0]?.formula]).toEqual([
      '2025-03-10',
      '2025-04-01',
      firstAmount,
      formula,
    ])
    expect([periods[12]?.startOn, periods[12]?.endOn, periods[12]?.amount]).toEqual(['2026-03-01', '2026-03-10', lastAmount])
    expect(total).toBe(11 * 380000 + firstAmount + lastAmount)
  })

  it('J15: April and May of a period add up, and May of the returned vehicle is 336688', () => {
    const plan = { ...P1, startOn: day('2025-01-15'), endOn: day('2026-01-15') }
    expect(rentBetween(plan, day('2025-04-15'), day('2025-05-01'))).toBe(202667)
    expect(rentBetween(plan, day('2025-05-01'), day('2025-05-15'))).toBe(177333)
    expect(rentBetween(plan, day('2025-05-01'), day('2025-05-28'))).toBe(336688)
  })
})

describe('periods', () => {
  it('paying three months at once gives one item per month, also in the broken first cycle', () => {
    const { periods } = previewPlan({
      ...P1,
      payCycleMonths: 3,
      anchorMode: 'calendarMonth',
      startOn: day('2025-03-10'),
      endOn: day('2025-09-10'),
    })
    expect(periods.map(({ startOn, endOn, items }) => [startOn, endOn, items.map((item) => item.amount)])).toEqual([
      ['2025-03-10', '2025-06-01', [269677, 380000, 380000]],
      ['2025-06-01', '2025-09-01', [380000, 380000, 380000]],
      ['2025-09-01', '2025-09-10', [114000]],
    ])
  })

  it.each([
    [20, '2025-03-10', ['2025-03-10', '2025-03-20', '2025-04-20']],
    [5, '2025-03-10', ['2025-03-10', '2025-04-05', '2025-05-05']],
    [10, '2025-03-10', ['2025-03-10', '2025-04-10']],
  ])('a fixed bill day %i cuts a term from %s there', (fixedDay, startOn, starts) => {
    const { periods } = previewPlan({ ...P1, anchorMode: 'fixedDay', fixedDay, startOn: day(startOn), endOn: day('2025-05-10') })
    expect(periods.map((period) => period.startOn)).toEqual(starts)
  })

  it('arrears are issued and due around the last day of the period', () => {
    const { periods } = previewPlan({ ...P1, billMode: 'arrears', issueAheadDays: 0, dueOffsetDays: 5 })
    expect([periods[0]?.issueOn, periods[0]?.dueOn]).toEqual(['2025-02-27', '2025-03-04'])
  })

  it('a term shorter than a month is one part of it', () => {
    const { periods, total } = previewPlan({ ...P1, startOn: day('2025-03-10'), endOn: day('2025-03-11') })
    expect([periods.length, total, periods[0]?.items[0]?.formula]).toEqual([1, 12258, '3800.00 ÷ 31 × 1 天'])
  })
})

describe('the two day rules', () => {
  const [start, returned] = [day('2025-05-15'), day('2025-05-28')]
  it('excludeEnd leaves the last day free, includeEnd charges it', () => {
    expect(daysBetween(start, chargeEnd(returned, 'excludeEnd'))).toBe(13)
    expect(daysBetween(start, chargeEnd(returned, 'includeEnd'))).toBe(14)
  })
  it('on the wire the end is exclusive under both, and the last day in words comes back', () => {
    for (const rule of ['excludeEnd', 'includeEnd'] as const) {
      expect(lastDayOf(chargeEnd(returned, rule), rule)).toBe(returned)
      expect(previewPlan({ ...P1, dayRule: rule })).toEqual(previewPlan(P1))
    }
    expect(lastDayOf(P1.endOn, 'includeEnd')).toBe('2026-01-30')
  })
})

describe('bad input', () => {
  it.each<[string, Record<string, unknown>]>([
    ['月租金必须是整数（单位：分）', { monthlyRent: '380000' }],
    ['月租金必须是整数（单位：分）', { monthlyRent: 0.5 }],
    ['月租金必须是整数（单位：分）', { monthlyRent: 1e18 }],
    ['月租金必须大于 0', { monthlyRent: 0 }],
    ['月租金必须大于 0', { monthlyRent: -1 }],
    ['月租金超出允许的范围', { monthlyRent: 1e11 + 1 }],
    ['付款周期只能是 1、2、3、6 或 12 个月', { payCycleMonths: 4 }],
    ['付款周期只能是 1、2、3、6 或 12 个月', { payCycleMonths: undefined }],
    ['请选择计费方式：先付后用或先用后付', { billMode: 'later' }],
    ['请选择账期方式：按起租日、按自然月或固定账单日', { anchorMode: 'toString' }],
    ['固定账单日应为 1 至 28 日', { anchorMode: 'fixedDay', fixedDay: 29 }],
    ['固定账单日应为 1 至 28 日', { anchorMode: 'fixedDay' }],
    ['请选择折算方式：按实际天数、按30天或按日租金', { prorateMode: null }],
    ['按日租金折算时，请填写日租金（单位：分，整数）', { prorateMode: 'daily' }],
    ['日租金必须大于 0', { prorateMode: 'daily', dailyRent: 0 }],
    ['日租金不能大于月租金', { prorateMode: 'daily', dailyRent: 380001 }],
    ['请选择计日规则：还车当天不计租或还车当天计租', { dayRule: '' }],
    ['提前出账天数应为 0 至 90 的整数', { issueAheadDays: -1 }],
    ['应付日比账期首日晚的天数应为 -90 至 180 的整数', { dueOffsetDays: 1.5 }],
    ['应付日不能早于出账日：请加大「提前出账天数」，或把「应付日比账期首日晚」改大', { dueOffsetDays: -8 }],
    ['起租日不正确，格式应为 YYYY-MM-DD', { startOn: '2025-02-29' }],
    ['到期日不正确，格式应为 YYYY-MM-DD', { endOn: '2025-2-1' }],
    ['到期日必须晚于起租日', { endOn: '2025-01-31' }],
    ['到期日必须晚于起租日', { endOn: '2024-01-31' }],
    ['租期不能超过 20 年', { endOn: '2045-02-01' }],
    ['起租日应在 2000 年至 2100 年之间', { startOn: '1999-12-31' }],
    ['起租日应在 2000 年至 2100 年之间', { startOn: '9999-12-31', endOn: '9999-12-31' }],
  ])('«%s» for %j', (reason, change) => {
    expect(checkPlan({ ...P1, ...change })).toBe(reason)
    expect(() => previewPlan({ ...P1, ...change } as PlanInput)).toThrow(reason)
  })

  it('is refused whatever it is', () => {
    for (const input of [null, undefined, 1, 'plan', []]) expect(checkPlan(input)).toBe('租赁方案格式不正确')
    fc.assert(
      fc.property(fc.object(), (input) => checkPlan(input) !== null),
      { numRuns: 500 },
    )
    expect(checkPlan(P1)).toBeNull()
    expect(checkPlan({ ...P1, endOn: '2045-01-31' })).toBeNull()
  })
})
