/** What becomes of days that are billed when their price changes: another vehicle's rent, a lower rent, days without rent. */
import { addDays, daysBetween, maxDay, minDay, type Day } from '#kit/basics/time/day.ts'
import { fen, negated, plainYuan, sumFen, type Fen } from '#kit/basics/fen.ts'
import type { ReductionPart } from './change.ts'
import type { PlannedItem } from '../rent/plan.rules.ts'
import { rentWithin } from '../rent/proration.rules.ts'
import { grantedAs, reliefsUnder, type Granted } from '../rent/reliefs.rules.ts'
import { byMonth, lowered, monthsOf, rentOf, touches, type Relief, type Term } from '../rent/timeline.rules.ts'
import type { RentTerms } from '../rent/terms.rules.ts'

/** The days `[startOn, endOn)` of one month at another price. */
export interface Repriced {
  startOn: Day
  endOn: Day
  item: PlannedItem
  /** Rent up to the change, which stays. */
  oldUsed: Fen
  /** Rent from the change on at the old price, to be credited. */
  oldCredit: Fen
  newCharge: Fen
}
export const differenceOf = (r: Pick<Repriced, 'oldCredit' | 'newCharge'>): number => r.newCharge - r.oldCredit

/**
 * What billed months cost more or less from a day on. Old and new rent are ranges of the same month, so with equal rents nothing
 * changes wherever the cut falls. What was granted stays granted: free days are free at the new rent too, sums are taken off what
 * is left of it (`reliefs.rules.ts`), and a month never comes to less than nothing.
 */
export function repricing(
  before: readonly PlannedItem[],
  after: readonly PlannedItem[],
  granted: readonly Granted[],
  on: Day,
  billedUntil: Day,
): Repriced[] {
  const [reliefs, then] = [reliefsUnder(before, granted), reliefsUnder(after, granted)]
  return byMonth(before.filter((m) => m.startOn < billedUntil)).flatMap((pieces) => {
    const [from, to] = [pieces[0]!.startOn, pieces.at(-1)!.endOn]
    const renewed = after.filter((p) => p.startOn < to && p.endOn > from)
    const changed = pieces
      .filter((m) => m.endOn > on)
      .map((item): Repriced => {
        const startOn = maxDay(on, item.startOn)
        const oldUsed = rentWithin(item, item.startOn, startOn)
        return {
          startOn,
          endOn: item.endOn,
          item,
          oldUsed,
          oldCredit: fen(item.amount - oldUsed),
          newCharge: sumFen(renewed.map((p) => rentWithin(p, startOn, item.endOn))),
        }
      })
    const wanted = rentOf(renewed, then, from, to) - rentOf(pieces, reliefs, from, to)
    // Reductions had taken some of the old rent already, or take some of the new one.
    let off = wanted - sumFen(changed.map(differenceOf))
    const settled = changed.map((r) => {
      const part = off > 0 ? Math.min(off, r.oldCredit) : Math.max(off, negated(r.newCharge))
      off -= part
      return part > 0 ? { ...r, oldCredit: fen(r.oldCredit - part) } : { ...r, newCharge: fen(r.newCharge + part) }
    })
    // A share of a lower rent, or of a higher one, takes less, or more, off days before the change, which are not priced anew.
    const [first] = settled
    if (first) {
      if (off > 0) first.newCharge = fen(first.newCharge + off)
      else first.oldCredit = fen(first.oldCredit - off)
    }
    return settled.filter((r) => differenceOf(r) !== 0)
  })
}

/** A live item of rent on a bill: what was charged for a month, and what was credited of it. */
export interface Charged {
  bill: number
  startOn: Day
  amount: number
}

/**
 * What is taken off a month goes where it was charged: the bills are given in the order they are credited in (the one of the
 * rent, then those of swaps that made it dearer). What none of them holds is left to the first, which will refuse it.
 */
export function creditsOn(
  charged: readonly Charged[],
  month: { startOn: Day; endOn: Day },
  amount: number,
): { bill: number; amount: number }[] {
  const bills = [
    ...Map.groupBy(
      charged.filter((i) => i.startOn >= month.startOn && i.startOn < month.endOn),
      (i) => i.bill,
    ),
  ]
  let left = amount
  const credits = bills.map(([bill, items]) => {
    const part = Math.max(0, Math.min(left, sumFen(items.map((i) => i.amount))))
    left -= part
    return { bill, amount: part }
  })
  if (left > 0 && credits[0]) credits[0].amount += left
  return credits.filter((c) => c.amount > 0)
}

/** A reduction as it is asked for. */
export interface Asked {
  id?: number
  method: 'freeDays' | 'amount' | 'rate' | 'newRent'
  startOn: Day
  lastOn: Day | null
  amountOff: number | null
  rateBp: number | null
  newRent: number | null
  newDailyRent: number | null
  most: number | null
}

/** What is known of the lease when it is asked for. */
export interface Standing {
  terms: RentTerms
  all: readonly Term[]
  granted: readonly Granted[]
  billedUntil: Day
  charged: readonly Charged[]
}

export const spanText = (from: Day, to: Day): string => `${from} ~ ${addDays(to, -1)}`

type Part = Omit<ReductionPart, 'billNo'>

/** What the reduction takes off each month; of an adjusted price only the billed months, the others are planned anew. */
export function partsOf(r: Asked, of: Standing): Part[] {
  const charged = [...of.charged]
  const place = (part: Omit<Part, 'bill'>, item: PlannedItem): Part[] => {
    if (item.startOn >= of.billedUntil) return [{ ...part, bill: null }]
    const credits = creditsOn(charged, item.month, part.amount)
    charged.push(...credits.map((c) => ({ bill: c.bill, startOn: item.startOn, amount: -c.amount })))
    return credits.map((c) => ({ ...part, ...c }))
  }
  return (r.method === 'newRent' ? lowerRent(r, of) : taken(r, of)).flatMap(({ item, ...part }) => place(part, item))
}

type Off = Omit<Part, 'bill'> & { item: PlannedItem }

function lowerRent(r: Asked, of: Standing): Off[] {
  const after = lowered(of.all, r.startOn, r.newRent ?? 0, r.newDailyRent)
  return repricing(monthsOf(of.terms, of.all), monthsOf(of.terms, after), of.granted, r.startOn, of.billedUntil)
    .filter((p) => differenceOf(p) < 0)
    .map((p) => ({
      item: p.item,
      startOn: p.startOn,
      endOn: p.endOn,
      amount: -differenceOf(p),
      formula: `${spanText(p.startOn, p.endOn)} 月租金 ${plainYuan(p.item.basis.rates.monthlyRent)} 调为 ${plainYuan(r.newRent ?? 0)}`,
    }))
}

/** By month, what the lease costs less with this reduction than without it. */
function taken(r: Asked, of: Standing): Off[] {
  const months = monthsOf(of.terms, of.all)
  const asked = grantedAs(r)
  const before = reliefsUnder(months, of.granted)
  const after = reliefsUnder(months, [...of.granted, asked])
  const whole = reliefsUnder(months, [...of.granted, { ...asked, most: null }])
  return byMonth(months).flatMap((pieces): Off[] => {
    const [first, last] = [pieces[0]!.startOn, pieces.at(-1)!.endOn]
    const off = rentOf(pieces, before, first, last) - rentOf(pieces, after, first, last)
    if (off <= 0) return []
    const [from, to] = [maxDay(asked.startOn, first), minDay(asked.endOn, last)]
    // A sum granted before finds nothing more here and goes to a later month.
    if (to <= from) return [{ item: pieces[0]!, startOn: first, endOn: last, amount: off, formula: '此前已批的固定减免顺延至本月' }]
    const own = (all: readonly Relief[]): number =>
      sumFen(all.filter((x) => x.id === asked.id && touches(x, { startOn: first, endOn: last })).map((x) => x.amount))
    const wanted = own(whole)
    const formula = formulaOf(r, pieces, from, to)
    const capped = own(after) < wanted ? `，核减为 ${plainYuan(own(after))}` : ''
    const moved = own(after) > off ? `，其中 ${plainYuan(own(after) - off)} 已由此前的减租减去` : ''
    return [{ item: pieces[0]!, startOn: from, endOn: to, amount: off, formula: `${formula}${capped}${moved}` }]
  })
}

/** How one month's part comes about, before `most`. */
function formulaOf(r: Asked, pieces: readonly PlannedItem[], from: Day, to: Day): string {
  switch (r.method) {
    case 'amount':
      return `固定减免 ${plainYuan(r.amountOff ?? 0)}`
    case 'rate':
      return `${plainYuan(sumFen(pieces.map((p) => rentWithin(p, from, to))))} × ${(r.rateBp ?? 0) / 100}%`
    default:
      return `免租 ${daysBetween(from, to)} 天：${spanText(from, to)}`
  }
}
