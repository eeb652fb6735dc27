/** The worked examples of the law (transport.md §3.1, fleet.md §2.25), each with its exact amount. */
import { describe, expect, test } from 'vitest'
import { rateInput } from './input.rules.ts'
import { nightOverlap, priceOf, type RateInput } from './price.rules.ts'
import { chargeable, chargeableKg, quantityOf, volumeFactor } from './quantity.rules.ts'
import { componentProblems, EMPTY, type Charge, type RateComponents, type WaitingPolicy } from './schema.rules.ts'
import { inversions, tierFen } from './tier.rules.ts'
import { waitingLines, type Wait } from './waiting.rules.ts'
import { tons } from '#tests/stories/tariff.ts'

const INPUT = rateInput({
  day: '2026-10-01',
  startAt: '2026-10-01T01:00:00.000Z',
  endAt: '2026-10-01T09:00:00.000Z',
  km: { contract: null, planned: 0, actual: null },
  returnPayable: true,
  fromArea: '310115',
  toArea: '320500',
})
const charge = (more: Partial<Charge>): Charge => ({
  label: '里程费',
  unit: 'km',
  included: 0,
  step: 0,
  rounding: 'up',
  per: 1000,
  mode: 1,
  bands: [{ to: null, e4: 0 }],
  monthly: false,
  ...more,
})
const km = (thousandths: number): RateInput => ({ ...INPUT, km: { contract: null, planned: thousandths, actual: null } })
const total = (c: Partial<RateComponents>, input: RateInput): number => priceOf({ ...EMPTY, ...c }, input).total
const amounts = (c: Partial<RateComponents>, input: RateInput): number[] => priceOf({ ...EMPTY, ...c }, input).lines.map((l) => l.amount)

const KM_BANDS = [
  { to: 30_000, e4: 40_000 },
  { to: 100_000, e4: 32_000 },
  { to: null, e4: 26_000 },
]
const byKm = (mode: 1 | 2 | 3): Partial<RateComponents> => ({
  base: { fen: 8000 },
  charges: [charge({ included: 5000, bands: KM_BANDS, mode })],
})
const NIGHT = (prorated: boolean): RateComponents['surcharges'][number] => ({
  label: '夜间附加',
  amount: { kind: 'bp', bp: 2000, of: ['base', 'tier'] },
  when: { kind: 'night', from: 1320, to: 360, prorated },
})

describe('the worked examples', () => {
  test('C1 by distance, and at night', () => {
    expect(total(byKm(1), km(47_300))).toBe(23_536)
    const night = { ...byKm(1), surcharges: [NIGHT(false)] }
    expect(amounts(night, { ...km(47_300), startAt: '2026-10-01T15:10:00.000Z' })).toEqual([8000, 15_536, 4707])
  })
  test.each([
    [1, [17_600, 18_000, 18_032, 23_536]],
    [2, [17_600, 18_000, 16_032, 21_536]],
    [3, [16_000, 16_000, 16_032, 21_536]],
  ] as const)('C2 mode %i', (mode, wanted) => expect([29_000, 30_000, 30_100, 47_300].map((q) => total(byKm(mode), km(q)))).toEqual(wanted))
  test('C3 by chargeable weight', () => {
    expect(chargeable(286_700, 19_340, 333)).toBe(6_440_220)
    const rule = { base: { fen: 6000 }, charges: [charge({ unit: 'kg', included: 50_000, step: 1000, bands: [{ to: null, e4: 6200 }] })] }
    expect(amounts(rule, { ...INPUT, grams: 286_700, volume: 19_340 })).toEqual([6000, 36_890])
  })
  test('C4 by the ton, the lower of the bands, with fuel and insurance', () => {
    const priced = priceOf(tons, { ...INPUT, grams: 4_680_000, fuel: { 全国: 783 }, insure: true, declaredFen: 8_600_000 })
    expect(priced.lines.map((l) => l.amount)).toEqual([102_500, 3280, 25_800])
    expect([priced.total, priced.tax]).toEqual([131_580, 10_864])
  })
  test('C5 a chartered truck on a holiday', () => {
    const rule: Partial<RateComponents> = {
      base: { fen: 60_000 },
      charges: [
        charge({ label: '超时费', unit: 'min', included: 480_000, step: 30_000, per: 30_000, bands: [{ to: null, e4: 300_000 }] }),
        charge({ label: '超里程费', included: 100_000, bands: [{ to: null, e4: 35_000 }] }),
      ],
      surcharges: [
        { label: '节假日附加', amount: { kind: 'bp', bp: 5000, of: ['base', 'tier'] }, when: { kind: 'holiday', kinds: ['statutory'] } },
        { label: '冷链附加', amount: { kind: 'fixed', fen: 8000 }, when: { kind: 'cold' } },
      ],
    }
    const input: RateInput = { ...km(131_400), minutes: 560, holiday: 'statutory', cold: true }
    expect(amounts(rule, input)).toEqual([60_000, 9000, 10_990, 39_995, 8000])
    expect(total(rule, input)).toBe(127_985)
    expect(total(rule, { ...input, holiday: null })).toBe(87_990)
  })
  test('C6 the night in proportion', () => {
    const [startAt, endAt] = ['2026-10-01T11:30:00.000Z', '2026-10-01T17:15:00.000Z']
    expect(nightOverlap(startAt, endAt, 1320, 360)).toBe(195 * 60)
    expect(amounts({ base: { fen: 52_000 }, surcharges: [NIGHT(true)] }, { ...INPUT, startAt, endAt })).toEqual([52_000, 5878])
  })
  const policy: WaitingPolicy = {
    clock: 'later',
    late: 'none',
    freeLoad: 60,
    freeUnload: 60,
    unitMin: 15,
    fen: 1800,
    capStop: 10_000,
    capDay: null,
    capOrder: null,
    overnight: null,
  }
  const wait: Wait = {
    stop: '装货地',
    kind: 'load',
    appointment: '2026-10-01T01:00:00.000Z',
    windowTo: '2026-10-01T02:00:00.000Z',
    arriveAt: '2026-10-01T00:10:00.000Z',
    startAt: '2026-10-01T03:25:00.000Z',
  }
  const waiting = (p: Partial<WaitingPolicy>, w: Partial<Wait> = {}): number =>
    waitingLines({ ...policy, ...p }, [{ ...wait, ...w }])[0]!.amount
  test('C7 waiting, both ways, and late', () => {
    expect(waiting({ capStop: null })).toBe(10_800)
    expect(waiting({})).toBe(10_000)
    expect(waiting({ freeLoad: 90, fen: 1500 })).toBe(6000)
    expect(waiting({ late: 'forfeit' }, { arriveAt: '2026-10-01T02:20:00.000Z' })).toBe(0)
    expect(waitingLines(policy, [{ ...wait, startAt: null }])[0]).toMatchObject({ pending: true, amount: 0 })
  })
  test('C8 a partial delivery', () => {
    const rule = { charges: [charge({ unit: 'piece', bands: [{ to: null, e4: 32_000 }] })], returnBp: 5000 }
    const input = { ...INPUT, pieces: 100, signedPieces: 92, refusedPieces: 8 }
    expect(total({ ...rule, partial: 'planned' }, input)).toBe(32_000)
    expect(total({ ...rule, partial: 'signed' }, input)).toBe(29_440)
    expect(amounts({ ...rule, partial: 'signedReturn' }, input)).toEqual([29_440, 1280])
    expect(total({ ...rule, partial: 'signedReturn' }, { ...input, returnPayable: false })).toBe(29_440)
  })
  test.each([
    ['t', 0, 'up', 4680],
    ['t', 1, 'up', 4681],
    ['t', 1000, 'up', 5000],
    ['kg', 1000, 'up', 4_681_000],
    ['kg', 1000, 'half', 4_680_000],
    ['kg', 1000, 'down', 4_680_000],
    ['m3', 0, 'half', 0],
    ['m3', 500, 'up', 500],
  ] as const)(
    '4,680.4 kg and 0.0004 m³ by %s in steps of %i, %s, are %i thousandths: rounded once',
    (unit, step, rounding, thousandths) => {
      const m = { ...INPUT, grams: 4_680_400, volume: 4 }
      expect(quantityOf({ unit, step, rounding }, EMPTY, m)).toBe(thousandths)
    },
  )
  test('C10 tiers of the month', () => {
    const rule = {
      charges: [
        charge({
          unit: 'piece',
          monthly: true,
          bands: [
            { to: 2_000_000, e4: 32_000 },
            { to: null, e4: 29_000 },
          ],
        }),
      ],
    }
    expect(total(rule, { ...INPUT, pieces: 120, monthBefore: 1_950_000 })).toBe(36_300)
    expect(priceOf({ ...EMPTY, ...rule }, { ...INPUT, pieces: 120, monthBefore: 1_950_000 }).monthly).toBe(120_000)
    expect(componentProblems('2', { ...EMPTY, ...rule })).toEqual([])
    const [own] = rule.charges
    expect(componentProblems('2', { ...EMPTY, charges: [{ ...own!, mode: 3 }] })).toEqual(['里程费：按月累计只能用分段累进'])
    expect(componentProblems('2', { ...EMPTY, charges: [own!, own!] })).toEqual(['按月累计的阶梯只能有一项'])
  })
  test('C11 the same at 5.2 t', () => {
    const input = { ...INPUT, grams: 5_200_000, fuel: { 全国: 783 }, insure: true, declaredFen: 8_600_000 }
    expect(amounts(tons, input)).toEqual([106_600, 3411, 25_800])
    expect(total(tons, input)).toBe(135_811)
  })
  test('C12 a driver', () => {
    const rule = { base: { fen: 12_000 }, charges: [charge({ bands: [{ to: null, e4: 4500 }] })], stops: { included: 0, fen: 200 } }
    expect(amounts(rule, { ...km(131_400), stops: 14 })).toEqual([12_000, 5913, 2800])
    expect(total(rule, { ...km(131_400), stops: 14 })).toBe(20_713)
  })
  test('A with stops, waiting and night; D with a minimum', () => {
    const rule: Partial<RateComponents> = {
      ...byKm(1),
      stops: { included: 2, fen: 1000 },
      waiting: { ...policy, clock: 'arrival', freeLoad: 30, fen: 1200, capStop: null },
      surcharges: [NIGHT(false)],
    }
    const waits = [{ ...wait, appointment: null, windowTo: null, startAt: '2026-10-01T01:02:00.000Z' }]
    const input = { ...km(47_300), stops: 6, waits, startAt: '2026-10-01T15:10:00.000Z' }
    expect(total(rule, input)).toBe(34_643)
    expect(
      amounts({ ...byKm(1), surcharges: [NIGHT(false)], minFen: 12_000 }, { ...km(3200), startAt: '2026-10-01T15:10:00.000Z' }),
    ).toEqual([8000, 0, 1600, 2400])
  })
  test('B by the greater of weight and volume', () => {
    const rule: Partial<RateComponents> = {
      charges: [
        charge({
          unit: 't',
          step: 10,
          bands: [
            { to: 3000, e4: 2_200_000 },
            { to: 10_000, e4: 1_800_000 },
            { to: null, e4: 1_800_000 },
          ],
        }),
      ],
      stops: { included: 1, fen: 2500 },
      surcharges: [{ label: '提货费', amount: { kind: 'fixed', fen: 5000 }, when: { kind: 'always' } }],
      minFen: 50_000,
    }
    expect(total(rule, { ...INPUT, grams: 4_200_000, volume: 150_000, stops: 3 })).toBe(112_000)
  })
})

describe('a charge for an area', () => {
  const inArea = (prefix: string, fromArea: string, toArea: string) => {
    const surcharges = [{ label: '进沪', amount: { kind: 'fixed' as const, fen: 5500 }, when: { kind: 'area' as const, prefix } }]
    const { total: sum, pending } = priceOf({ ...EMPTY, surcharges }, { ...INPUT, fromArea, toArea })
    return [sum, pending.length]
  }
  test.each([
    ['31', '310115', '320500', 5500],
    ['3205', '310115', '320500', 5500],
    ['33', '310115', '320500', 0],
    ['31', '310115', '', 5500],
  ])('%s applies to %s or %s: %i', (prefix, from, to, fen) => expect(inArea(prefix, from, to)).toEqual([fen, 0]))
  test.each([
    ['33', '310115', ''],
    ['33', '', '310115'],
    ['3301', '310115', '33'],
  ])('%s waits for a person where a place has no code, or a shorter one: %s, %s', (prefix, from, to) =>
    expect(inArea(prefix, from, to)).toEqual([0, 1]),
  )
})

describe('what more costs less of', () => {
  test('is said where whole bands invert, and nowhere else', () => {
    expect(inversions(charge({ included: 5000, bands: KM_BANDS, mode: 2 }))).toEqual([
      { charge: '里程费', at: 30_000, before: 10_000, after: 8000 },
      { charge: '里程费', at: 100_000, before: 30_400, after: 24_700 },
    ])
    expect(inversions(charge({ included: 5000, bands: KM_BANDS, mode: 3 }))).toEqual([])
    expect(tierFen(charge({ bands: KM_BANDS, mode: 3 }), 0)).toBe(0)
  })
})

test('what is missing is said, never priced at nothing', () => {
  expect(priceOf({ ...EMPTY, ...byKm(1) }, { ...INPUT, km: { contract: null, planned: null, actual: null } }).pending).toEqual([
    '里程费：缺少规划里程',
  ])
})

test('by the way really driven: measured it says how, not measured the plan stands for it and says so', () => {
  const rule: RateComponents = { ...EMPTY, ...byKm(1), kmFrom: 'actual' }
  const lines = (actual: number | null, kmActualFrom: RateInput['kmActualFrom'] = null) =>
    priceOf(rule, { ...INPUT, km: { contract: null, planned: 10_000, actual }, kmActualFrom }).lines.map((l) => [
      l.qty,
      l.formula.split('：')[0],
    ])
  expect(lines(12_345, 'track').at(-1)).toEqual([12_345, '实际里程按车辆轨迹'])
  expect(lines(12_345, 'odometer').at(-1)).toEqual([12_345, '实际里程按里程表'])
  expect(lines(null).at(-1)).toEqual([10_000, '没有实际里程，按规划里程'])
  expect(priceOf(rule, { ...INPUT, km: { contract: null, planned: null, actual: null } }).pending).toEqual(['里程费：缺少实际里程'])
})

test('the volume factor is the price list’s, else the project’s, else 333', () => {
  expect([volumeFactor(167, 250), volumeFactor(0, 250), volumeFactor(0, null)]).toEqual([167, 250, 333])
  expect([chargeableKg(600, 3, 333), chargeableKg(600, 3, 167), chargeableKg(286.7, 1.934, 333)]).toEqual([999, 600, 644.022])
})

test('what carriers and drivers are never paid by is no part of their price list', () => {
  const rule: RateComponents = { ...EMPTY, ...byKm(1), kmFrom: 'contract', insureBp: 30 }
  expect(componentProblems('1', rule, 'receivable')).toEqual([])
  expect(componentProblems('1', rule, 'payable')).toEqual([
    '应付规则没有合同里程，里程请取自规划或实际',
    '应付规则不收保价费，请删除保价费率',
  ])
})
