/**
 * Any two changes of a lease, in either order (findings A1, decision 0072). First the rules alone against a model written from the law,
 * over any history of acts; then the running product: each ordered pair of what people do to a lease.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, day, type Day } from '#kit/basics/time/day.ts'
import { sumFen } from '#kit/basics/fen.ts'
import { differenceOf, repricing } from '#modules/leasing/changes/change.rules.ts'
import { extended, laterAfterLower, laterAfterSwap, stillLater, type Later } from '#modules/leasing/rent/later.rules.ts'
import { reliefsUnder, type Granted } from '#modules/leasing/rent/reliefs.rules.ts'
import { planInputOf, type RentTerms } from '#modules/leasing/rent/terms.rules.ts'
import {
  byMonth,
  endAfter,
  endOfTerms,
  firstTerm,
  lowered,
  monthsOf,
  plannedPeriods,
  prolonged,
  renewedFrom,
  rentOf,
  repriced,
  type Term,
} from '#modules/leasing/rent/timeline.rules.ts'
import { rentByLaw, type Act, type Terms } from './rent-law.ts'

const DEEP = Boolean(process.env['DEEP'])

class Product {
  all: Term[]
  readonly granted: Granted[] = []
  /** As the server keeps them on the lease. */
  later: Later[] = []
  readonly c: RentTerms
  readonly anchor: Day
  constructor(t: Terms) {
    this.c = {
      monthlyRent: t.rent,
      dailyRent: t.daily,
      payCycleMonths: '1',
      billMode: 'advance',
      anchorMode: t.anchor,
      fixedDay: null,
      prorateMode: t.mode,
      dayRule: 'excludeEnd',
      issueAheadDays: 0,
      dueOffsetDays: 0,
    }
    const start = day(t.startOn)
    this.all = [firstTerm(planInputOf(this.c, start, endAfter(start, start, t.months)))]
    this.anchor = this.all[0]!.anchorOn
  }
  act(a: Act): void {
    if (a.do === 'swap') {
      const renewedOn = a.agreed ? renewedFrom(this.all, day(a.on)) : null
      const said = { on: day(a.on), monthlyRent: a.rent, dailyRent: a.daily }
      this.later = laterAfterSwap(this.later, said, endOfTerms(this.all), renewedOn)
      this.all = repriced(this.all, said.on, a.rent, a.daily, renewedOn)
    } else if (a.do === 'lower') {
      this.later = laterAfterLower(this.later, { monthlyRent: a.rent, dailyRent: a.daily })
      this.all = lowered(this.all, day(a.on), a.rent, a.daily)
    } else if (a.do === 'renew') {
      this.all = prolonged(this.all, 'renewal', endAfter(this.anchor, endOfTerms(this.all), a.months), a.rent, this.c.dailyRent)
      this.later = stillLater(this.later, endOfTerms(this.all))
    } else if (a.do === 'stay') {
      this.all = extended(this.all, this.later, addDays(endOfTerms(this.all), a.days))
      this.later = stillLater(this.later, endOfTerms(this.all))
    } else
      this.granted.push({
        id: a.id,
        label: '',
        method: ({ free: 'freeDays', rate: 'rate', off: 'amount' } as const)[a.do],
        startOn: day(a.from),
        endOn: addDays(day(a.from), a.days),
        rateBp: a.do === 'rate' ? a.bp : null,
        amountOff: a.do === 'off' ? a.amount : null,
        most: a.most,
      })
  }
  months(): [string, number][] {
    const months = monthsOf(this.c, this.all)
    const reliefs = reliefsUnder(months, this.granted)
    return byMonth(months).map((p) => [p[0]!.month.startOn, rentOf(months, reliefs, p[0]!.startOn, p.at(-1)!.endOn)])
  }
  planned(): number {
    const reliefs = reliefsUnder(monthsOf(this.c, this.all), this.granted)
    return sumFen(plannedPeriods(this.c, this.all, this.all[0]!.startOn, reliefs).map((p) => p.amount))
  }
}
const after = (t: Terms, acts: readonly Act[]): Product => {
  const product = new Product(t)
  for (const a of acts) product.act(a)
  return product
}
const total = (months: readonly [string, number][]): number => months.reduce((sum, [, fen]) => sum + fen, 0)

const rent = fc.oneof(fc.integer({ min: 250_000, max: 500_000 }), fc.integer({ min: 90_000, max: 1_200_000 }))
const terms: fc.Arbitrary<Terms> = fc
  .record({
    at: fc.nat({ max: 800 }),
    months: fc.integer({ min: 2, max: 7 }),
    rent,
    mode: fc.constantFrom('actual' as const, 'thirty' as const, 'daily' as const),
    anchor: fc.constantFrom('startDay' as const, 'calendarMonth' as const),
  })
  .map(({ at, ...t }) => ({ ...t, startOn: addDays(day('2023-12-28'), at), daily: t.mode === 'daily' ? Math.ceil(t.rent / 28) : null }))
/** Of whole months, or of any days. */
interface Shape {
  kind: Act['do']
  at: number
  days: number
  rent: number
  share: number
  flag: boolean
}
const shape: fc.Arbitrary<Shape> = fc.record({
  kind: fc.constantFrom<Act['do'][]>('swap', 'lower', 'renew', 'stay', 'free', 'free', 'rate', 'off'),
  at: fc.nat({ max: 230 }),
  days: fc.integer({ min: 1, max: 70 }),
  rent,
  share: fc.integer({ min: 1, max: 10_000 }),
  flag: fc.boolean(),
})
/** Sums and shares that overlap in parts of a month are granted by whole months here: how one spreads over its days, the law does not say. */
function actOf(t: Terms, s: Shape, id: number, alone: boolean): Act {
  const on = addDays(day(t.startOn), s.at)
  const daily = t.daily !== null && s.days % 2 ? Math.ceil(s.rent / (20 + (s.days % 17))) : null
  if (s.kind === 'swap') return { do: 'swap', on, rent: s.rent, daily, agreed: s.flag }
  // Refused after the end.
  if (s.kind === 'lower') return { do: 'lower', on: addDays(day(t.startOn), s.at % (t.months * 28)), rent: s.rent, daily }
  if (s.kind === 'renew') return { do: 'renew', months: 1 + (s.days % 4), rent: s.rent }
  if (s.kind === 'stay') return { do: 'stay', days: 1 + (s.days % 20) }
  const anchor = t.anchor === 'startDay' ? day(t.startOn) : day(`${t.startOn.slice(0, 7)}-01`)
  const k = s.at % 6
  const [from, to] = [endAfter(anchor, anchor, k), endAfter(anchor, anchor, k + 1 + (s.days % 2))]
  const whole = { id, from, days: Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) }
  const any = { id, from: on, days: s.days }
  const most = s.flag ? s.share * 40 : null
  if (s.kind === 'free') return s.flag ? { do: 'free', ...whole, most } : { do: 'free', ...any, most: null }
  const range = alone ? any : whole
  return s.kind === 'rate' ? { do: 'rate', bp: s.share, ...range, most } : { do: 'off', amount: s.share * 100, ...range, most }
}
const actsOf = (t: Terms, shapes: readonly Shape[]): Act[] => {
  const sums = shapes.filter((s) => s.kind === 'off' || s.kind === 'rate' || (s.kind === 'free' && s.flag)).length
  return shapes.map((s, i) => actOf(t, s, i + 1, sums < 2))
}

/** Two acts that the law lets follow each other in either order, with one outcome. */
function either(a: Act, b: Act, before: Product, once: Product): boolean {
  const endOn = endOfTerms(before.all)
  const kinds = [a.do, b.do]
  const prices = kinds.filter((k) => k === 'swap' || k === 'lower').length
  const ends = kinds.filter((k) => k === 'renew' || k === 'stay').length
  if (prices === 2) return kinds[0] === 'lower' && kinds[1] === 'lower'
  // Where the next begins, the one before has to end.
  if (ends === 2) return false
  // A renewal has its own price; what was lowered or swapped for a renewal too, or after it began, is said of one that is signed already.
  if (prices === 1 && kinds.includes('renew')) {
    const renewedTo = endOfTerms(once.all)
    // Where a rent waits for days after the renewal, the renewal is what keeps it from the swap.
    const waits = before.later.some((w) => w.on >= renewedTo)
    return [a, b].some((x) => x.do === 'swap' && ((x.agreed && x.on < endOn && !waits) || x.on >= renewedTo))
  }
  return true
}

/** What a swap books on bills that were issued already. */
function booksTheDifference(was: Product, is: Product, on: Day, billed: number): void {
  const before = monthsOf(was.c, was.all)
  const until = before[Math.min(billed, before.length - 1)]!.month.endOn
  const net = (p: Product): number => total(p.months().filter(([m]) => m < until))
  const booked = repricing(before, monthsOf(is.c, is.all), was.granted, on, until)
  expect(sumFen(booked.map(differenceOf))).toBe(net(is) - net(was))
  for (const p of booked) expect(Math.min(p.oldCredit, p.newCharge)).toBeGreaterThanOrEqual(0)
}

describe('the rent of a lease', () => {
  test('A1: free days are free at whatever rent the days have, in either order', () => {
    const t: Terms = { startOn: '2025-04-01', months: 2, rent: 300_000, daily: null, mode: 'actual', anchor: 'startDay' }
    const free = (from: string, days: number): Act => ({ do: 'free', id: 1, from, days, most: null })
    const swap = (to: number): Act => ({ do: 'swap', on: '2025-04-11', rent: to, daily: null, agreed: true })
    const april = (...acts: Act[]): number => after(t, acts).months()[0]![1]
    const both = (a: Act, b: Act): number[] => [april(a, b), april(b, a)]
    expect(both(free('2025-04-01', 30), swap(400_000))).toEqual([0, 0])
    expect(both(free('2025-04-16', 10), swap(400_000))).toEqual([233_334, 233_334])
    expect(both(free('2025-04-16', 10), swap(200_000))).toEqual([166_666, 166_666])
  })

  test('of days to come is the one said last, whether they come before it is said or after', () => {
    const t: Terms = { startOn: '2023-12-28', months: 7, rent: 250_000, daily: null, mode: 'actual', anchor: 'startDay' }
    const swap = (on: string, rent: number): Act => ({ do: 'swap', on, rent, daily: null, agreed: false })
    const stay: Act = { do: 'stay', days: 2 }
    const last = (...acts: Act[]): number =>
      after(t, [swap('2024-07-28', 90_000), ...acts])
        .months()
        .at(-1)![1]
    const again = swap('2023-12-28', 90_001)
    expect([last(stay, again), last(again, stay)]).toEqual([5807, 5807])
    const lower: Act = { do: 'lower', on: '2023-12-28', rent: 60_000, daily: null }
    expect([last(stay, lower), last(lower, stay)]).toEqual([3871, 3871])
  })

  test('of days to come several rents wait, each from its day, however many days come at once', () => {
    const t: Terms = { startOn: '2025-04-01', months: 1, rent: 300_000, daily: null, mode: 'actual', anchor: 'startDay' }
    const swap = (on: string, rent: number): Act => ({ do: 'swap', on, rent, daily: null, agreed: false })
    const stay = (days: number): Act => ({ do: 'stay', days })
    const may = (...acts: Act[]): number => after(t, acts).months()[1]![1]
    const [first, second] = [swap('2025-05-01', 310_000), swap('2025-05-03', 620_000)]
    // Two days at 3,100.00 a month of 31 days, eight at 6,200.00.
    for (const acts of [
      [first, second, stay(10)],
      [first, stay(10), second],
      [stay(10), first, second],
      [first, second, stay(1), stay(9)],
      [first, stay(1), second, stay(9)],
    ])
      expect(may(...acts)).toBe(180_000)
    // From the earlier day anew: of all of them.
    expect(may(second, first, stay(10))).toBe(100_000)
    // A renewal has its own rent; what was said for days after it waits on.
    const renew: Act = { do: 'renew', months: 1, rent: 400_000 }
    expect(
      after(t, [first, swap('2025-06-02', 600_000), renew, stay(3)])
        .months()
        .slice(1),
    ).toEqual([
      ['2025-05-01', 400_000],
      ['2025-06-01', 53_333],
    ])
  })

  test(
    'after any history is what the law says, month by month, and so is the plan',
    () => {
      fc.assert(
        fc.property(terms, fc.array(shape, { minLength: 1, maxLength: 6 }), (t, shapes) => {
          const acts = actsOf(t, shapes)
          const law = rentByLaw(t, acts)
          const product = after(t, acts)
          expect(endOfTerms(product.all)).toBe(law.endOn)
          expect(product.months()).toEqual(law.months)
          expect(product.planned()).toBe(total(law.months))
        }),
        { numRuns: DEEP ? 100_000 : 150 },
      )
    },
    DEEP ? 3_000_000 : 120_000,
  )

  test(
    'is the same whichever of two changes came first, and the bills move by exactly the difference',
    () => {
      const met = new Map<string, number>()
      fc.assert(
        fc.property(terms, fc.array(shape, { maxLength: 2 }), shape, shape, fc.nat({ max: 6 }), (t, earlier, x, y, billed) => {
          const acts = actsOf(t, [...earlier, x, y])
          const [a, b] = acts.slice(-2) as [Act, Act]
          const before = acts.slice(0, -2)
          if (!either(a, b, after(t, before), after(t, [...before, a.do === 'renew' ? a : b]))) return
          met.set(`${a.do} ${b.do}`, (met.get(`${a.do} ${b.do}`) ?? 0) + 1)
          const [ab, ba] = [after(t, [...before, a, b]), after(t, [...before, b, a])]
          expect(ba.months()).toEqual(ab.months())
          if (b.do === 'swap') booksTheDifference(after(t, [...before, a]), ab, day(b.on), billed)
          // Nor is what waits for days to come another.
          if (ab.later.length + ba.later.length === 0) return
          for (const product of [ab, ba]) product.act({ do: 'stay', days: 300 })
          expect(ba.months()).toEqual(ab.months())
        }),
        { numRuns: DEEP ? 100_000 : 300 },
      )
      // Every pair the law lets commute was among them.
      for (const pair of ['swap free', 'free swap', 'off swap', 'free off', 'stay swap', 'renew free', 'rate lower'])
        expect(met.get(pair) ?? 0, pair).toBeGreaterThan(0)
    },
    DEEP ? 3_000_000 : 120_000,
  )
})
