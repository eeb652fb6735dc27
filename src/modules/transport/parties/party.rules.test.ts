import { describe, expect, test } from 'vitest'
import {
  carrierGap,
  carrierScore,
  driverGap,
  licenceCovers,
  payPlanProblem,
  placeProblem,
  SCORE_SAMPLE,
  vehicleClassOf,
} from './party.rules.ts'

describe('a licence', () => {
  test.each([
    ['C1', 4500, false, null],
    ['C1', 4501, false, '准驾车型 C1 不能驾驶重型货车'],
    ['C6', 4500, true, null],
    ['B2', 18_000, false, null],
    ['B2', 40_000, true, '准驾车型 B2 不能驾驶重型牵引挂车'],
    ['A2', 49_000, true, null],
  ] as const)('%s with %i kg, trailer %s: %s', (licence, gross, trailer, why) => {
    expect(licenceCovers(licence, gross, trailer)).toBe(why)
  })
  test('is asked for by the class of the vehicle', () => expect(vehicleClassOf(null, false)).toBe('light'))
})

describe('a driver', () => {
  const papers = {
    audit: 'verified',
    account: 'active',
    licenceClass: 'B2',
    licenceDueOn: '2027-01-01',
    qualificationDueOn: '2027-01-01',
  } as const
  const truck = { grossKg: 18_000, trailer: false }
  test('with everything in order may go', () => expect(driverGap(papers, truck, '2026-10-01')).toBeNull())
  test('whose licence ends before the trip does may not', () =>
    expect(driverGap({ ...papers, licenceDueOn: '2026-09-30' }, truck, '2026-10-01')).toBe('驾驶证将于 2026-09-30 到期'))
  test('needs a qualification above 4.5 t only', () => {
    expect(driverGap({ ...papers, qualificationDueOn: null }, truck, '2026-10-01')).toBe('总质量 4.5 吨以上车辆的司机须有从业资格证')
    expect(driverGap({ ...papers, qualificationDueOn: null }, { grossKg: 4500, trailer: false }, '2026-10-01')).toBeNull()
  })
})

describe('a carrier', () => {
  test.each([
    ['active', null],
    ['paused', '承运商已暂停合作'],
    ['expired', '承运商资质已过期'],
    ['draft', '该承运商未通过审核'],
  ])('%s: %s', (status, why) => expect(carrierGap(status)).toBe(why))
  const record = {
    missions: 40,
    onTime: 36,
    offers: 50,
    accepted: 40,
    receipts: 20,
    receiptsInTime: 20,
    carriedFen: 1_000_000,
    damagedFen: 0,
    complaints: 1,
  }
  test('is scored by its parts', () =>
    expect(carrierScore(record)).toEqual({ total: 90, parts: { 准时: 27, 接单: 20, 回单: 20, 货损: 15, 投诉: 7.5 } }))
  test('has no score from too few missions', () => expect(carrierScore({ ...record, missions: SCORE_SAMPLE - 1 })).toBeNull())
})

describe('a pay plan', () => {
  test('sums to the whole', () => {
    expect(
      payPlanProblem([
        { stage: 'advance', bp: 4000 },
        { stage: 'receipt', bp: 6000 },
      ]),
    ).toBeNull()
    expect(payPlanProblem([{ stage: 'advance', bp: 4000 }])).toBe('付款计划合计应为 100%，现在是 40%')
  })
})

test('a place abroad is a mistake', () => {
  expect(placeProblem({ address: '零点', lng: 0, lat: 0 })).toEqual({ at: 'place', reason: '坐标不在中国境内' })
  expect(placeProblem({ address: '上海', lng: 121.47, lat: 31.23 })).toBeNull()
})
