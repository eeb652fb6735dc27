import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { addDays, day } from '#kit/basics/time/day.ts'
import { sumFen } from '#kit/basics/fen.ts'
import { creditsOn, differenceOf, partsOf, repricing, type Asked, type Charged, type Standing } from './change.rules.ts'
import type { ProrateMode } from '../rent/proration.rules.ts'
import { planInputOf, type RentTerms } from '../rent/terms.rules.ts'
import { reliefsUnder, type Granted } from '../rent/reliefs.rules.ts'
import { firstTerm, monthsOf, prolonged, renewedFrom, rentOf, repriced, type Term } from '../rent/timeline.rules.ts'

// A hundred thousand cases take longer than the usual patience with one test.
if (process.env['DEEP']) vi.setConfig({ testTimeout: 1_800_000 })
const numRuns = process.env['DEEP'] ? 50_000 : 300

const termsOf = (prorateMode: ProrateMode, monthlyRent = 380_000): RentTerms => ({
  monthlyRent,
  payCycleMonths: '3',
  billMode: 'advance',
  anchorMode: 'startDay',
  fixedDay: null,
  prorateMode,
  dailyRent: prorateMode === 'daily' ? 13_000 : null,
  dayRule: 'excludeEnd',
  issueAheadDays: 7,
  dueOffsetDays: 0,
})
const START = day('2025-01-15')
const END = day('2025-07-15')
const leaseOf = (t: RentTerms): Term[] => [firstTerm(planInputOf(t, START, END))]
const granted = (startOn: string, endOn: string, more: Partial<Granted>): Granted => ({
  id: 1,
  label: '减租',
  method: 'amount',
  startOn: day(startOn),
  endOn: day(endOn),
  rateBp: null,
  amountOff: null,
  most: null,
  ...more,
})
const sum = (startOn: string, endOn: string, amountOff: number): Granted => granted(startOn, endOn, { amountOff })
/** The parts of a swap to another rent on a day, three months being billed. */
function swap(
  t: RentTerms,
  all: Term[],
  on: string,
  rent: number,
  of: readonly Granted[] = [],
): { parts: ReturnType<typeof repricing>; net: (list: readonly Term[]) => number; after: Term[] } {
  const until = day('2025-04-15')
  const after = repriced(all, day(on), rent, null)
  return {
    parts: repricing(monthsOf(t, all), monthsOf(t, after), of, day(on), until),
    net: (list) => rentOf(monthsOf(t, list), reliefsUnder(monthsOf(t, list), of), START, until),
    after,
  }
}

describe('J4: a swap in the middle of a paid month', () => {
  const t = termsOf('actual')
  const april = (on: string, rent: number) =>
    repricing(monthsOf(t, leaseOf(t)), monthsOf(t, repriced(leaseOf(t), day(on), rent, null)), [], day(on), day('2025-05-15'))
  it('credits 253333 of the old vehicle, charges 280000 for the new one, bills 26667', () => {
    expect(april('2025-04-25', 420_000)).toMatchObject([
      { startOn: '2025-04-25', endOn: '2025-05-15', oldUsed: 126_667, oldCredit: 253_333, newCharge: 280_000 },
    ])
  })
  it('on the first day everything is the new vehicle, at the same rent nothing changes', () => {
    expect(april('2025-04-15', 420_000)).toMatchObject([{ oldUsed: 0, oldCredit: 380_000, newCharge: 420_000 }])
    expect(april('2025-04-25', 380_000)).toEqual([])
    expect(april('2025-05-15', 420_000)).toEqual([])
  })
  it('a second one in a month of 31 days at 30-day prices charges ten days of thirty, not eleven', () => {
    const thirty = termsOf('thirty', 300_000)
    const once = repriced(leaseOf(thirty), day('2025-03-25'), 360_000, null)
    const { parts, net, after } = swap(thirty, once, '2025-04-04', 420_000)
    // 20 of 31 days are over; the rest is what is left of 30: ten days.
    expect(parts.map(differenceOf)).toEqual([20_000])
    expect(net(after) - net(once)).toBe(20_000)
  })
})

describe('a cheaper vehicle in a month of which much was granted already', () => {
  const t = termsOf('actual')
  it('credits of each month no more than is left of it, and takes nothing from the other months of the bill', () => {
    // 3500 of February are granted; the rent falls by 800.
    const { parts } = swap(t, leaseOf(t), '2025-01-15', 300_000, [sum('2025-02-15', '2025-03-15', 350_000)])
    expect(parts.map((p) => [p.startOn, p.oldCredit, p.newCharge, differenceOf(p)])).toEqual([
      ['2025-01-15', 380_000, 300_000, -80_000],
      ['2025-02-15', 330_000, 300_000, -30_000],
      ['2025-03-15', 380_000, 300_000, -80_000],
    ])
  })
  it('a dearer one afterwards charges what the month then costs, less all that was granted', () => {
    const all = repriced(leaseOf(t), START, 300_000, null)
    const { parts } = swap(t, all, '2025-01-15', 420_000, [sum('2025-02-15', '2025-03-15', 350_000)])
    expect(parts.map(differenceOf)).toEqual([120_000, 70_000, 120_000])
  })
  it('a sum that takes a fen less than before is credited that fen less', () => {
    const { parts } = swap(t, leaseOf(t), '2025-02-15', 350_000, [sum('2025-02-15', '2025-03-15', 350_001)])
    expect(parts.map((p) => [p.startOn, p.oldCredit, p.newCharge])).toEqual([
      ['2025-02-15', 379_999, 350_000],
      ['2025-03-15', 380_000, 350_000],
    ])
  })
  it('a month without rent stays at nothing', () => {
    expect(swap(t, leaseOf(t), '2025-01-25', 340_000, [sum('2025-01-15', '2025-02-15', 380_000)]).parts.map(differenceOf)).toEqual([
      -40_000, -40_000,
    ])
  })
})

describe('a change within a month of which something was granted', () => {
  const t = termsOf('actual')
  const free = (startOn: string, endOn: string): Granted => granted(startOn, endOn, { method: 'freeDays' })
  const dear = repriced(leaseOf(t), day('2025-02-20'), 100_000, null)
  it.each<[string, number, Granted, Term[] | null, [string, number, number, number][]]>([
    // 10 of 28 days stay 1357.14. Of 300.00 that were left nothing is: 300.00 are credited.
    [
      'cheaper, more granted than is left',
      300_000,
      sum('2025-02-15', '2025-03-15', 350_000),
      null,
      [
        ['2025-02-25', 135_714, 222_857, 192_857],
        ['2025-03-15', 0, 380_000, 300_000],
      ],
    ],
    ['cheaper, all of it granted', 300_000, sum('2025-02-15', '2025-03-15', 380_000), null, [['2025-03-15', 0, 380_000, 300_000]]],
    // 1357.14 + 2700.00 − 3800.00.
    [
      'dearer, all of it granted',
      420_000,
      sum('2025-02-15', '2025-03-15', 380_000),
      null,
      [
        ['2025-02-25', 135_714, 244_286, 270_000],
        ['2025-03-15', 0, 380_000, 420_000],
      ],
    ],
    // Three months cost 2400.00 (400.00) and then nothing: the last of them, where it was left, is credited.
    ['cheaper, a sum for three months', 100_000, sum('2025-01-15', '2025-04-15', 900_000), null, [['2025-03-15', 0, 340_000, 100_000]]],
    [
      'cheaper, nearly all of three months',
      100_000,
      sum('2025-01-15', '2025-04-15', 1_100_000),
      null,
      [['2025-03-15', 0, 140_000, 100_000]],
    ],
    // 3800.00 + 6642.86 + 9000.00 − 11400.00, where before nothing was left.
    [
      'much dearer, after a sum that took everything',
      900_000,
      sum('2025-01-15', '2025-04-15', 1_140_000),
      dear,
      [['2025-03-15', 0, 95_715, 900_000]],
    ],
    [
      'dearer, free days on both sides of the cut',
      420_000,
      free('2025-02-20', '2025-03-02'),
      null,
      [
        ['2025-02-25', 135_714, 244_286, 262_857],
        ['2025-03-15', 0, 380_000, 420_000],
      ],
    ],
    ['dearer, the whole month free', 420_000, free('2025-02-15', '2025-03-15'), null, [['2025-03-15', 0, 380_000, 420_000]]],
  ])('%s', (_name, rent, reduced, all, expected) => {
    const { parts } = swap(t, all ?? leaseOf(t), '2025-02-25', rent, [reduced])
    expect(parts.map((p) => [p.startOn, p.oldUsed, p.oldCredit, p.newCharge])).toEqual(expected)
  })
})

describe('a share of the rent beside free days, where days have a price of their own', () => {
  const t = termsOf('daily')
  const free = (startOn: string, endOn: string): Granted => granted(startOn, endOn, { method: 'freeDays' })
  const share = (startOn: string, endOn: string, rateBp: number): Granted => granted(startOn, endOn, { id: 2, method: 'rate', rateBp })
  it.each<[string, string, number, Granted[], Term[], [string, number, number, number][]]>([
    // 31 % of a lower rent take less off the days before the swap, and the days after it are free: the month costs 59.34 more.
    [
      'cheaper: what the share no longer takes is charged, though nothing else is',
      '2025-03-11',
      175_751,
      [share('2025-02-28', '2025-03-26', 3100), free('2025-03-08', '2025-04-11')],
      repriced(leaseOf(t), day('2025-03-01'), 331_141, null),
      [['2025-03-11', 130_000, 0, 5934]],
    ],
    // 28 % of a higher rent take more off days that stay, and nothing is charged for free ones.
    [
      'dearer: what the share takes more is credited, though nothing else is',
      '2025-03-13',
      772_900,
      [free('2025-03-05', '2025-04-19'), { ...sum('2025-03-14', '2025-04-28', 609_000), id: 3 }, share('2025-02-18', '2025-03-25', 2800)],
      leaseOf(t),
      [['2025-03-13', 338_000, 99_520, 0]],
    ],
  ])('%s', (_name, on, rent, reduced, all, expected) => {
    const { parts, net, after } = swap(t, all, on, rent, reduced)
    expect(parts.map((p) => [p.startOn, p.oldUsed, p.oldCredit, p.newCharge])).toEqual(expected)
    expect(sumFen(parts.map(differenceOf))).toBe(net(after) - net(all))
  })
})

const MODES = fc.constantFrom<ProrateMode>('actual', 'thirty', 'daily')
const reduction = fc.record({
  method: fc.constantFrom<Granted['method']>('freeDays', 'rate', 'amount'),
  at: fc.nat({ max: 85 }),
  days: fc.integer({ min: 1, max: 45 }),
  share: fc.integer({ min: 1, max: 100 }),
})
const change = fc.record({ at: fc.nat({ max: 179 }), rent: fc.integer({ min: 100_000, max: 900_000 }), keep: fc.boolean() })

it('B4: whatever was changed and granted before, what is charged and credited makes the new rent of the billed days, to the fen', () => {
  fc.assert(
    fc.property(
      MODES,
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.array(reduction, { maxLength: 4 }),
      fc.boolean(),
      (mode, changes, reductions, renewed) => {
        const t = termsOf(mode)
        let all = renewed ? prolonged(leaseOf(t), 'renewal', addDays(END, 60), 250_000, t.dailyRent && 9_000) : leaseOf(t)
        const until = day(renewed ? '2025-08-15' : '2025-04-15')
        const reliefs = reductions.map(({ at, days, share, method }, id) =>
          granted(addDays(START, at), addDays(START, at + days), { id, method, rateBp: share * 100, amountOff: share * 7_000 }),
        )
        const net = (): number => {
          const months = monthsOf(t, all)
          return rentOf(
            months.filter((m) => m.startOn < until),
            reliefsUnder(months, reliefs),
            START,
            until,
          )
        }
        for (const c of changes) {
          const on = addDays(START, c.at)
          const before = all
          const was = net()
          all = repriced(all, on, c.rent, null, c.keep ? renewedFrom(all, on) : null)
          const parts = repricing(monthsOf(t, before), monthsOf(t, all), reliefs, on, until)
          expect(sumFen(parts.map(differenceOf))).toBe(net() - was)
          for (const p of parts) expect(Math.min(p.oldCredit, p.newCharge, p.oldUsed)).toBeGreaterThanOrEqual(0)
        }
      },
    ),
    { numRuns },
  )
})

describe('where a credit stands', () => {
  const at = day('2025-01-15')
  const month = { startOn: at, endOn: day('2025-02-15') }
  it('on the bill of the rent first, the rest on the bill of the swap that made the month dearer; another month gives nothing', () => {
    const charged: Charged[] = [
      { bill: 1, startOn: at, amount: 380_000 },
      { bill: 1, startOn: day('2025-02-15'), amount: 380_000 },
      { bill: 9, startOn: day('2025-01-20'), amount: -300_000 },
      { bill: 9, startOn: day('2025-01-20'), amount: 700_000 },
    ]
    expect(creditsOn(charged, month, 500_000)).toEqual([
      { bill: 1, amount: 380_000 },
      { bill: 9, amount: 120_000 },
    ])
    expect(creditsOn(charged, month, 380_000)).toEqual([{ bill: 1, amount: 380_000 }])
    expect(creditsOn(charged, month, 800_000)).toEqual([
      { bill: 1, amount: 400_000 },
      { bill: 9, amount: 400_000 },
    ])
    expect(creditsOn([], month, 1)).toEqual([])
  })
  it('to the last fen, and what no bill holds is left to the first', () => {
    const charged: Charged[] = [{ bill: 1, startOn: at, amount: 380_000 }]
    expect(creditsOn(charged, month, 1)).toEqual([{ bill: 1, amount: 1 }])
    expect(creditsOn(charged, month, 380_001)).toEqual([{ bill: 1, amount: 380_001 }])
  })
})

describe('J8: rent-free days and other reductions', () => {
  const t = termsOf('actual')
  const none: Asked = {
    method: 'freeDays',
    startOn: START,
    lastOn: null,
    amountOff: null,
    rateBp: null,
    newRent: null,
    newDailyRent: null,
    most: null,
  }
  const standing = (before: readonly Granted[] = [], all = leaseOf(t)): Standing => ({
    terms: t,
    all,
    granted: before,
    billedUntil: day('2025-04-15'),
    charged: monthsOf(t, all)
      .filter((m) => m.startOn < '2025-04-15')
      .map((m) => ({ bill: 1, startOn: m.startOn, amount: m.amount })),
  })
  const off = (asked: Partial<Asked>, s = standing()): number => sumFen(partsOf({ ...none, ...asked }, s).map((p) => p.amount))
  it.each<[number, Partial<Asked>]>([
    [126_667, { startOn: day('2025-06-20'), lastOn: day('2025-06-29') }],
    [380_000 * 6, { startOn: START, lastOn: day('2025-12-31') }],
    [50_000, { method: 'amount', amountOff: 50_000, lastOn: day('2025-02-14') }],
    [380_000, { method: 'amount', amountOff: 999_999, lastOn: day('2025-02-14') }],
    [38_000, { method: 'rate', rateBp: 1000, lastOn: day('2025-02-14') }],
    [30_000, { method: 'rate', rateBp: 1000, lastOn: day('2025-02-14'), most: 30_000 }],
    [120_000, { method: 'newRent', newRent: 340_000 }],
    [0, { method: 'newRent', newRent: 500_000 }],
  ])('takes %i off for %j', (amount, asked) => expect(off(asked)).toBe(amount))
  const february = { startOn: day('2025-02-15'), lastOn: day('2025-03-14') }
  const january = { startOn: START, lastOn: day('2025-02-14') }
  const twoMonths = (): Standing => standing([sum('2025-01-15', '2025-03-15', 500_000)])
  it.each<[Partial<Asked>, Standing, unknown[][]]>([
    [
      { startOn: day('2025-06-20'), lastOn: day('2025-06-29') },
      standing(),
      [[null, '2025-06-20', '2025-06-30', 126_667, '免租 10 天：2025-06-20 ~ 2025-06-29']],
    ],
    [
      { startOn: day('2025-02-10'), lastOn: day('2025-02-19') },
      standing(),
      [
        [1, '2025-02-10', '2025-02-15', 61_290, '免租 5 天：2025-02-10 ~ 2025-02-14'],
        [1, '2025-02-15', '2025-02-20', 67_857, '免租 5 天：2025-02-15 ~ 2025-02-19'],
      ],
    ],
    [
      { ...january, method: 'amount', amountOff: 50_000, most: 50_000 },
      standing(),
      [[1, '2025-01-15', '2025-02-15', 50_000, '固定减免 500.00']],
    ],
    [
      { ...january, method: 'amount', amountOff: 50_000, most: 49_999 },
      standing(),
      [[1, '2025-01-15', '2025-02-15', 49_999, '固定减免 500.00，核减为 499.99']],
    ],
    [
      { startOn: day('2025-01-20'), lastOn: day('2025-03-14'), method: 'rate', rateBp: 1050 },
      standing(),
      [
        [1, '2025-01-20', '2025-02-15', 33_465, '3187.10 × 10.5%'],
        [1, '2025-02-15', '2025-03-15', 39_900, '3800.00 × 10.5%'],
      ],
    ],
    [
      { startOn: day('2025-03-25'), method: 'newRent', newRent: 340_000 },
      standing(),
      [[1, '2025-03-25', '2025-04-15', 27_096, '2025-03-25 ~ 2025-04-14 月租金 3800.00 调为 3400.00']],
    ],
    // 3500.00 of February are granted already, 300.00 are left; of 3800.00 nothing is.
    [
      february,
      standing([sum('2025-02-15', '2025-03-15', 350_000)]),
      [[1, '2025-02-15', '2025-03-15', 30_000, '免租 28 天：2025-02-15 ~ 2025-03-14，其中 3500.00 已由此前的减租减去']],
    ],
    [february, standing([sum('2025-02-15', '2025-03-15', 380_000)]), []],
    // 5000.00 for two months took all of January and 1200.00 of February.
    [january, twoMonths(), [[1, '2025-02-15', '2025-03-15', 260_000, '此前已批的固定减免顺延至本月']]],
    [
      february,
      twoMonths(),
      [[1, '2025-02-15', '2025-03-15', 260_000, '免租 28 天：2025-02-15 ~ 2025-03-14，其中 1200.00 已由此前的减租减去']],
    ],
  ])('says how each part comes about, of %j', (asked, known, expected) => {
    const parts = partsOf({ ...none, id: 9, ...asked }, known)
    expect(parts.map((p) => [p.bill, p.startOn, p.endOn, p.amount, p.formula])).toEqual(expected)
  })
  it('of a month made dearer by a swap more is granted than its first bill holds', () => {
    const all = repriced(leaseOf(t), START, 780_000, null)
    const s: Standing = {
      ...standing([], all),
      charged: [
        { bill: 1, startOn: START, amount: 380_000 },
        { bill: 2, startOn: START, amount: 400_000 },
      ],
    }
    expect(partsOf({ ...none, lastOn: day('2025-02-14') }, s).map((p) => [p.bill, p.amount])).toEqual([
      [1, 380_000],
      [2, 400_000],
    ])
  })
  it('B9: reductions of one month never exceed it together', () => {
    const reductions = fc.record({
      method: fc.constantFrom<Asked['method']>('amount', 'rate', 'freeDays'),
      from: fc.nat({ max: 170 }),
      days: fc.integer({ min: 1, max: 60 }),
      amountOff: fc.integer({ min: 1, max: 900_000 }),
      rateBp: fc.integer({ min: 1, max: 10_000 }),
    })
    // Two sums share eleven days of April and took a fen more than they cost; free days then made April dearer by that fen.
    const oneFenTooMuch = [
      { method: 'amount' as const, from: 87, days: 14, amountOff: 176_106, rateBp: 1 },
      { method: 'amount' as const, from: 41, days: 59, amountOff: 587_514, rateBp: 1 },
      { method: 'freeDays' as const, from: 34, days: 57, amountOff: 1, rateBp: 1 },
    ]
    fc.assert(
      fc.property(fc.array(reductions, { maxLength: 5 }), (asked) => {
        const months = monthsOf(t, leaseOf(t))
        const all: Granted[] = []
        const off = new Map<string, number>()
        for (const [id, a] of asked.entries()) {
          const [startOn, lastOn] = [addDays(START, a.from), addDays(START, a.from + a.days - 1)]
          for (const p of partsOf({ ...none, ...a, id, startOn, lastOn }, standing(all))) {
            expect(p.amount).toBeGreaterThan(0)
            const month = months.findLast((m) => m.startOn <= p.startOn)!.startOn
            off.set(month, (off.get(month) ?? 0) + p.amount)
          }
          all.push(
            granted(startOn, addDays(lastOn, 1), { id, method: a.method as Granted['method'], rateBp: a.rateBp, amountOff: a.amountOff }),
          )
        }
        for (const m of months) {
          expect(off.get(m.startOn) ?? 0).toBeLessThanOrEqual(m.amount)
          // Part by part it comes to what all of them take off together.
          expect(m.amount - (off.get(m.startOn) ?? 0)).toBe(rentOf(months, reliefsUnder(months, all), m.startOn, m.endOn))
        }
      }),
      { numRuns, examples: [[oneFenTooMuch]] },
    )
  })
})
