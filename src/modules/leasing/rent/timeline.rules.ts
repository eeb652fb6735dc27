/**
 * The rent of a lease over its whole life. A lease is a row of terms (first, renewals, changed prices) that follow each other
 * without gap; everything (plan, swap difference, reduction, what goes back at the return) is read off the same months, so
 * nothing is charged twice and nothing is lost between two commands.
 */
import { addDays, addMonths, daysBetween, maxDay, minDay, type Day } from '#kit/basics/time/day.ts'
import { fen, mulDivRound, plainYuan, sumFen, type Fen } from '#kit/basics/fen.ts'
import { anchorOf, boundary, periodOf, planItems, type PlanInput, type PlanItem, type PlannedItem, type PlanPeriod } from './plan.rules.ts'
import { rentWithin } from './proration.rules.ts'
import { planInputOf, type RentTerms } from './terms.rules.ts'

export interface Term {
  seq: number
  source: 'first' | 'renewal' | 'extension' | 'change'
  /** The day the boundaries of its months count from: that of the first term, for good. */
  anchorOn: Day
  startOn: Day
  /** Exclusive. */
  endOn: Day
  monthlyRent: number
  dailyRent: number | null
}

export const inputOfTerm = (terms: RentTerms, t: Term): PlanInput => ({
  ...planInputOf({ ...terms, monthlyRent: t.monthlyRent, dailyRent: t.dailyRent }, t.startOn, t.endOn),
  endOn: t.endOn,
  anchorOn: t.anchorOn,
})

export const firstTerm = (input: PlanInput): Term => ({
  seq: 1,
  source: 'first',
  anchorOn: anchorOf(input),
  startOn: input.startOn,
  endOn: input.endOn,
  monthlyRent: input.monthlyRent,
  dailyRent: input.dailyRent ?? null,
})

/** The part of a month that a price held for: a range of the whole month at that price, whatever the proration. */
function clipped(item: PlannedItem, from: Day, to: Day): PlannedItem {
  const [startOn, endOn] = [maxDay(from, item.startOn), minDay(to, item.endOn)]
  if (startOn === item.startOn && endOn === item.endOn) return item
  return {
    ...item,
    startOn,
    endOn,
    amount: rentWithin(item, startOn, endOn),
    formula: `${plainYuan(item.amount)} 按天累计折算 ${startOn} ~ ${addDays(endOn, -1)}`,
  }
}

/**
 * Every month (or part of one) that the lease is charged for. A term cut in two by another price was one term: its months are
 * cut, not begun anew, or else 30-day months would charge more days than were promised.
 */
export function monthsOf(terms: RentTerms, all: readonly Term[]): PlannedItem[] {
  return all.flatMap((t, i) => {
    let [first, last] = [i, i]
    while (first > 0 && all[first]!.source === 'change') first--
    while (all[last + 1]?.source === 'change') last++
    const whole = { ...t, startOn: all[first]!.startOn, endOn: all[last]!.endOn }
    return planItems(inputOfTerm(terms, whole))
      .filter((item) => item.startOn < t.endOn && item.endOn > t.startOn)
      .map((item) => clipped(item, t.startOn, t.endOn))
  })
}

export const endOfTerms = (all: readonly Term[]): Day => all.at(-1)!.endOn
export const termAt = (all: readonly Term[], on: Day): Term => all.find((t) => on < t.endOn) ?? all.at(-1)!

/** `months` more, on the boundaries of the lease: 31 January + 1 + 1 months is 31 March, not 28. */
export function endAfter(anchorOn: Day, from: Day, months: number): Day {
  for (let k = 0; boundary(anchorOn, k, 1) <= from; k++) if (boundary(anchorOn, k, 1) === from) return boundary(anchorOn, k + months, 1)
  return addMonths(from, months)
}

export const prolonged = (
  all: readonly Term[],
  source: 'renewal' | 'extension',
  endOn: Day,
  monthlyRent: number,
  dailyRent: number | null,
): Term[] => {
  const last = all.at(-1)!
  return [...all, { seq: last.seq + 1, source, anchorOn: last.anchorOn, startOn: last.endOn, endOn, monthlyRent, dailyRent }]
}

export type Price = Pick<Term, 'monthlyRent' | 'dailyRent'>

/** Another price from a day on: the term of that day is cut in two, and later terms get the price as well; one without a price stays as it is. */
function priced(all: readonly Term[], fromOn: Day, priceOf: (t: Term) => Price | null): Term[] {
  const cut = all.flatMap((t): Omit<Term, 'seq'>[] => {
    const price = fromOn < t.endOn ? priceOf(t) : null
    if (!price) return [t]
    if (fromOn <= t.startOn) return [{ ...t, ...price }]
    return [
      { ...t, endOn: fromOn },
      { ...t, source: 'change', startOn: fromOn, ...price },
    ]
  })
  return cut.map((t, i) => ({ ...t, seq: i + 1 }))
}

/** Another rent from a day on, until a renewal (`renewedOn`), which keeps its own. Where the days have a price of their own, it stays unless another is given. */
export const repriced = (
  all: readonly Term[],
  fromOn: Day,
  monthlyRent: number,
  dailyRent: number | null,
  renewedOn: Day | null = null,
): Term[] =>
  priced(all, fromOn, (t) =>
    renewedOn !== null && t.startOn >= renewedOn
      ? null
      : { monthlyRent, dailyRent: t.dailyRent === null ? null : (dailyRent ?? t.dailyRent) },
  )

/** Of two prices the lower, by the month and by the day, each for itself: so it does not matter which of two reductions came first. */
export const lowerOf = (was: Price, { monthlyRent, dailyRent }: Price): Price => ({
  monthlyRent: Math.min(was.monthlyRent, monthlyRent),
  dailyRent: was.dailyRent === null ? null : Math.min(was.dailyRent, dailyRent ?? was.dailyRent),
})

/** A lower price from a day on. What was agreed for less (a renewal, say) stays as it is: nobody pays more by a reduction. */
export const lowered = (all: readonly Term[], fromOn: Day, monthlyRent: number, dailyRent: number | null): Term[] =>
  priced(all, fromOn, (t) => {
    const price = lowerOf(t, { monthlyRent, dailyRent })
    return price.monthlyRent === t.monthlyRent && price.dailyRent === t.dailyRent ? null : price
  })

/** The first day of the renewal that is agreed but has not begun on the given day: its price was agreed with it. */
export const renewedFrom = (all: readonly Term[], on: Day): Day | null =>
  all.find((t) => t.source === 'renewal' && t.startOn > on)?.startOn ?? null

/** Null or what is wrong with the row of terms (the database holds the same by constraint). */
export function termFault(all: readonly Term[]): string | null {
  for (const [i, t] of all.entries()) {
    if (t.endOn <= t.startOn) return `第 ${t.seq} 段租期的止日不晚于起日`
    if (i > 0 && all[i - 1]!.endOn !== t.startOn) return `第 ${t.seq} 段租期与上一段之间有空档或重叠`
  }
  return null
}

/** What a granted reduction takes off the rent of certain days of one month (`reliefs.rules.ts`). */
export interface Relief {
  id: number
  startOn: Day
  endOn: Day
  amount: number
  label: string
  /** Days that are free: the price they would have. */
  price?: PlannedItem
}

/** What of a relief falls on the days from `from` on: cumulative over its own days, so that both parts make the whole. */
function reliefFrom(r: Omit<Relief, 'id' | 'label'>, from: Day): Fen {
  // Of days that cost nothing each costs nothing, wherever they are cut.
  if (r.price && r.amount === rentWithin(r.price, r.startOn, r.endOn)) return rentWithin(r.price, maxDay(from, r.startOn), r.endOn)
  const days = daysBetween(r.startOn, r.endOn)
  const before = Math.min(days, Math.max(0, daysBetween(r.startOn, from)))
  return fen(r.amount - mulDivRound(r.amount, before, days))
}

/** Pieces of one month: a changed price cuts it, what was granted off it is not cut. */
type Pieces = readonly PlannedItem[]
export const byMonth = (months: readonly PlannedItem[]): PlannedItem[][] => [...Map.groupBy(months, (item) => item.month.startOn).values()]
export const touches = (r: Pick<Relief, 'startOn' | 'endOn'>, of: { startOn: Day; endOn: Day }): boolean =>
  r.startOn < of.endOn && r.endOn > of.startOn
const wholeOf = (pieces: Pieces): { startOn: Day; endOn: Day } => ({ startOn: pieces[0]!.startOn, endOn: pieces.at(-1)!.endOn })

/**
 * What the month costs up to a day, less what was granted. Reliefs are spread evenly over their days, so on days that two of them
 * share, or that cost nothing (the 31st of a 30-day month), they may exceed the rent: the rest then lowers the days that follow,
 * and at the end of the month those before. Hence a month cut anywhere keeps its sum, and no day costs less than nothing.
 */
function netUntil(pieces: Pieces, reliefs: readonly Relief[], day: Day): number {
  const { startOn, endOn } = wholeOf(pieces)
  const raw = (on: Day): number => {
    const rent = sumFen(pieces.map((p) => rentWithin(p, startOn, on)))
    return Math.max(0, rent - sumFen(reliefs.map((r) => reliefFrom(r, startOn) - reliefFrom(r, on))))
  }
  const until = minDay(maxDay(day, startOn), endOn)
  // Only where something begins or ends: in between both sums are rounded, and a fen up would stay for good.
  const turns = [until, ...pieces.map((p) => p.endOn), ...reliefs.flatMap((r) => [r.startOn, r.endOn])].filter(
    (on) => on >= startOn && on <= until,
  )
  return Math.min(Math.max(...turns.map(raw)), raw(endOn))
}

/** What is taken off one piece, relief by relief; together exactly what its month says. */
function reliefsOn(item: PlannedItem, pieces: Pieces, reliefs: readonly Relief[]): Relief[] {
  const own = reliefs.filter((r) => touches(r, wholeOf(pieces)))
  if (own.length === 0) return []
  let left = item.amount - (netUntil(pieces, own, item.endOn) - netUntil(pieces, own, item.startOn))
  const shares = own.map((r) => {
    const [startOn, endOn] = touches(r, item) ? [maxDay(r.startOn, item.startOn), minDay(r.endOn, item.endOn)] : [item.startOn, item.endOn]
    const amount = touches(r, item) ? Math.min(left, reliefFrom(r, startOn) - reliefFrom(r, endOn)) : 0
    left -= amount
    return { ...r, startOn, endOn, amount }
  })
  // What the days of another piece could not take.
  if (left > 0) shares.at(-1)!.amount += left
  return shares.filter((r) => r.amount > 0)
}

const spanText = (from: Day, to: Day): string => `${from} ~ ${addDays(to, -1)}`

const reliefItem = (r: Relief): PlanItem => ({
  startOn: r.startOn,
  endOn: r.endOn,
  amount: fen(-r.amount),
  formula: `−${plainYuan(r.amount)}`,
  feeItem: 'REDUCE',
  description: `${r.label}（${spanText(r.startOn, r.endOn)}）`,
})

/** The periods that are not billed yet, from `from` on; what was granted before they were billed is part of them. */
export function plannedPeriods(terms: RentTerms, all: readonly Term[], from: Day, reliefs: readonly Relief[]): PlanPeriod[] {
  const items = monthsOf(terms, all).filter((item) => item.endOn > from)
  const cut = items.find((item) => item.startOn < from)
  if (cut) throw new RangeError(`the month from ${cut.startOn} is billed in part`)
  const periods = [...Map.groupBy(items, (item) => item.cycle).values()]
  const months = byMonth(items)
  return periods.map((of) =>
    periodOf(
      planInputOf(terms, all[0]!.startOn, all[0]!.endOn),
      of.flatMap((item): PlanItem[] => [
        { startOn: item.startOn, endOn: item.endOn, amount: item.amount, formula: item.formula },
        ...reliefsOn(
          item,
          months.find((pieces) => pieces.includes(item))!,
          reliefs,
        ).map(reliefItem),
      ]),
    ),
  )
}

/** The rent of `[from, to)`, less what was granted for those days. All months of the lease are given: a month is judged as a whole. */
export function rentOf(months: readonly PlannedItem[], reliefs: readonly Relief[], from: Day, to: Day): Fen {
  return sumFen(
    byMonth(months).map((pieces) => {
      const own = reliefs.filter((r) => touches(r, wholeOf(pieces)))
      if (own.length === 0) return sumFen(pieces.map((p) => rentWithin(p, from, to)))
      return Math.max(0, netUntil(pieces, own, to) - netUntil(pieces, own, from))
    }),
  )
}
