import { describe, expect, it } from 'vitest'
import { expectedKwh, nineChecks, per100, type Filled, type Known } from './checks.rules.ts'

const filled: Filled = {
  kind: 'fuel',
  at: '2026-05-20T02:00:00.000Z',
  fuel: 'd0',
  quantity: 45.2,
  unitPrice: 785,
  amount: 35_482,
  serviceFee: 0,
  discount: 0,
  km: 22_000,
  full: true,
  socFrom: null,
  socTo: null,
  city: '上海市',
}
const card = {
  status: 'active',
  ofThisVehicle: true,
  limitOnce: null,
  litresOnce: null,
  spentToday: 35_482,
  limitDay: null,
  spentMonth: 35_482,
  limitMonth: null,
  cities: [],
  weekdays: [],
  hourFrom: null,
  hourTo: null,
}
const known: Known = {
  tankL: 80,
  batteryKwh: null,
  fuels: ['d0', 'd-10'],
  before: { at: '2026-05-18T02:00:00.000Z', city: '上海市', km: 21_488 },
  metresApart: 0,
  metresAway: 120,
  consumption: 8.32,
  norm: 7.8,
  card,
  paidByCard: true,
}
const bad = (f: Partial<Filled>, k: Partial<Known> = {}): [number[], number] => {
  const { checks, score } = nineChecks({ ...filled, ...f }, { ...known, ...k })
  return [checks.filter((c) => c.result === 'bad').map((c) => c.no), score]
}

describe('nine checks (§3.9)', () => {
  it('an ordinary fill: 45.20 L × 7.85 = 354.82', () => {
    expect(bad({})).toEqual([[], 0])
  })
  it.each<[string, Partial<Filled>, Partial<Known>, number[], number]>([
    ['86.00 L into 80 L', { quantity: 86, amount: 67_510 }, {}, [1], 30],
    ['84.00 L is the most', { quantity: 84, amount: 65_940 }, {}, [], 0],
    ['petrol into a diesel', { fuel: 'p92' }, {}, [2], 30],
    ['again after 29 minutes', { at: '2026-05-18T02:29:00.000Z' }, {}, [3], 20],
    ['two cities 40 minutes apart', { at: '2026-05-18T02:40:00.000Z', city: '苏州市' }, { metresApart: 90_000 }, [3], 20],
    ['vehicle 12.4 km away', {}, { metresAway: 12_400 }, [4], 40],
    ['no fix: not to be checked', {}, { metresAway: null }, [], 0],
    ['31 % above the norm', {}, { consumption: 10.22 }, [5], 15],
    ['above the limit of the card', {}, { card: { ...card, limitOnce: 30_000 } }, [6], 15],
    ['outside its hours', {}, { card: { ...card, hourFrom: 12, hourTo: 18 } }, [6], 15],
    ['kilometres fall', { km: 21_487 }, {}, [7], 10],
    ['amount off by two fen', { amount: 35_484 }, {}, [8], 10],
    ['amount off by one fen', { amount: 35_483 }, {}, [], 0],
    ['a discount is part of it', { amount: 34_482, discount: 1000 }, {}, [], 0],
    ['the card of another vehicle', {}, { card: { ...card, ofThisVehicle: false } }, [9], 40],
    ['a lost card', {}, { card: { ...card, status: 'lost' } }, [9], 40],
  ])('%s', (_title, f, k, numbers, score) => expect(bad(f, k)).toEqual([numbers, score]))

  it('charging: expected 45.65 kWh, +14.57 % is suspect; 55.97 yuan', () => {
    expect(expectedKwh(60, 20, 90)).toBe(45.65)
    const charge: Partial<Filled> = {
      kind: 'charge',
      fuel: 'electric',
      quantity: 52.3,
      unitPrice: 62,
      serviceFee: 2354,
      amount: 5597,
      socFrom: 20,
      socTo: 90,
    }
    const { checks } = nineChecks({ ...filled, ...charge }, { ...known, tankL: null, batteryKwh: 60, fuels: ['electric'] })
    expect(checks[0]).toMatchObject({
      result: 'bad',
      evidence: '充电 52.30 kWh，电池 60 kWh，上限 66.67 kWh；按电量 20→90% 应为 45.65 kWh，+14.57%',
    })
    expect(checks[7]!.result).toBe('ok')
  })
  it('consumption per 100 km', () => {
    expect(per100(42.6, 512)).toBe(8.32)
    expect(Math.round((per100(42.6, 512) / 7.8 - 1) * 10_000) / 100).toBe(6.67)
    expect(per100(52.3, 268)).toBe(19.51)
  })
})
