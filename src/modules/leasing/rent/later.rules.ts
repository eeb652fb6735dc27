/**
 * Rents agreed for days that the lease does not have yet, by swaps at its end or after it (decision 0092). They wait on the lease, each from
 * its day on, and hold for the days an extension brings. Each function does to days to come what its act does to days the lease has, so that
 * it matters to nobody whether the days came first.
 */
import type { Day } from '#kit/basics/time/day.ts'
import { sumFen, type Fen } from '#kit/basics/fen.ts'
import type { RentTerms } from './terms.rules.ts'
import { endOfTerms, lowerOf, monthsOf, prolonged, repriced, termAt, type Price, type Term } from './timeline.rules.ts'

export interface Later extends Price {
  on: Day
}

/** What a day costs by the month, whether the lease has it or is to get it. */
export const priceOn = (all: readonly Term[], waiting: readonly Later[], on: Day): Price => {
  const { monthlyRent, dailyRent } = termAt(all, on)
  return waiting.reduce<Price>(
    (price, w) => (w.on <= on ? { monthlyRent: w.monthlyRent, dailyRent: w.dailyRent ?? price.dailyRent } : price),
    { monthlyRent, dailyRent },
  )
}

/** Another rent from a day on is said of all days after it as well, unless a renewal keeps its price in between. What the days cost by the day stays, unless that is said too. */
export function laterAfterSwap(waiting: readonly Later[], said: Later, endOn: Day, renewedOn: Day | null): Later[] {
  if (renewedOn !== null && said.on < endOn) return [...waiting]
  const own = said.dailyRent === null ? waiting.filter((w) => w.on >= said.on && w.dailyRent !== null) : []
  return [
    ...waiting.filter((w) => w.on < said.on),
    ...(said.on < endOn || own[0]?.on === said.on ? [] : [said]),
    ...own.map((w) => ({ ...w, monthlyRent: said.monthlyRent })),
  ]
}

/** What is lower from a day on is lower on the days to come. */
export const laterAfterLower = (waiting: readonly Later[], price: Price): Later[] => waiting.map((w) => ({ ...w, ...lowerOf(w, price) }))

/** What waits once the lease has more days: what was said for days after them. */
export const stillLater = (waiting: readonly Later[], endOn: Day): Later[] => waiting.filter((w) => w.on >= endOn)

/** More days at the last rent, and from each day that waited at the rent said for it. */
export function extended(all: readonly Term[], waiting: readonly Later[], endOn: Day): Term[] {
  const { monthlyRent, dailyRent } = all.at(-1)!
  return waiting
    .filter((w) => w.on < endOn)
    .reduce((terms, w) => repriced(terms, w.on, w.monthlyRent, w.dailyRent), prolonged(all, 'extension', endOn, monthlyRent, dailyRent))
}

/** What days after the lease cost, whether somebody extends it or the vehicle is just not brought back. */
export function rentBeyond(terms: RentTerms, all: readonly Term[], waiting: readonly Later[], until: Day): Fen {
  const end = endOfTerms(all)
  if (until <= end) return sumFen([])
  return sumFen(
    monthsOf(terms, extended(all, waiting, until))
      .filter((m) => m.startOn >= end)
      .map((m) => m.amount),
  )
}
