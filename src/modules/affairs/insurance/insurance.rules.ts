/** Premiums, refunds, gaps and overlaps of policies; who bears a loss (affairs.md §3.3, §3.4). */
import { addDays, addMonths, dayOf, daysBetween, type Day } from '#kit/basics/time/day.ts'
import { fen, formatFen, mulDivRound, sumFen, type Fen } from '#kit/basics/fen.ts'
import { cumulated } from '../ground/cost.rules.ts'

export interface Period {
  startAt: string
  /** The moment after its last: 24:00. */
  endAt: string
}
export const firstDay = (p: Period): Day => dayOf(p.startAt)
/** The day after the last one that is covered. */
export const endDay = (p: Period): Day => addDays(dayOf(Date.parse(p.endAt) - 1), 1)
export const daysOf = (p: Period): number => daysBetween(firstDay(p), endDay(p))

/** As insurers write it, whoever typed it: no blanks, Latin capitals, half-width. Two ways of writing are one policy. */
export const policyNumber = (written: string): string => written.normalize('NFKC').replaceAll(/\s+/g, '').toUpperCase()

/** A policy runs a year; another length is allowed (short ones exist) and worth a word before it is saved. */
export function notAYear(startAt: string, endAt: string): string | null {
  const [start, end] = [firstDay({ startAt, endAt }), endDay({ startAt, endAt })]
  if (end <= start) return null
  return addMonths(start, 12) === end ? null : `保障期为 ${daysBetween(start, end)} 天，通常应为 1 年，请核对起止日期`
}

/** −1000 bp on 1,850.00 is 1,665.00. */
export const floated = (base: number, floatBp: number): Fen => mulDivRound(base, 10_000 + floatBp, 10_000)

/** What comes back when a policy ends on a day: the premium less the days used. */
export function refundOf(premium: number, p: Period, on: Day): { usedDays: number; used: Fen; refund: Fen } {
  const usedDays = Math.min(Math.max(0, daysBetween(firstDay(p), on)), daysOf(p))
  const used = cumulated(premium, usedDays, daysOf(p))
  return { usedDays, used, refund: fen(premium - used) }
}

export function overlapDays(a: Period, b: Period): number {
  const from = firstDay(a) > firstDay(b) ? firstDay(a) : firstDay(b)
  const to = endDay(a) < endDay(b) ? endDay(a) : endDay(b)
  return Math.max(0, daysBetween(from, to))
}

/** Days of [from, to) that no period covers. */
export function gapsOf(periods: readonly Period[], from: Day, to: Day): { from: Day; to: Day; days: number }[] {
  const sorted = periods.map((p) => [firstDay(p), endDay(p)] as const).toSorted((a, b) => (a[0] < b[0] ? -1 : 1))
  const gaps: { from: Day; to: Day; days: number }[] = []
  let at = from
  for (const [start, end] of sorted) {
    if (start > at && at < to) {
      const until = start < to ? start : to
      gaps.push({ from: at, to: until, days: daysBetween(at, until) })
    }
    if (end > at) at = end
  }
  if (at < to) gaps.push({ from: at, to, days: daysBetween(at, to) })
  return gaps
}

export const LIABILITY_BP = { full: 10_000, main: 7000, equal: 5000, minor: 3000, none: 0 } as const

export interface Loss {
  liabilityBp: number
  own: number
  third: number
  deductible: number
  /** Somebody else's vehicle was in it. */
  other: boolean
  /** What a policy of 交强险 pays for property of others, whoever's it is: at fault, and without any (条例 art. 23). Both are parameters. */
  compulsoryLimit: number
  compulsoryNoFault: number
  /** Limits of the commercial policy; null: not insured. */
  ownLimit: number | null
  thirdLimit: number | null
}
export interface Shares {
  /** To the third party. */
  thirdByCompulsory: Fen
  thirdByCommercial: Fen
  thirdKept: Fen
  thirdByUs: Fen
  /** For our own loss. */
  byTheirCompulsory: Fen
  byTheirCommercial: Fen
  byOurCommercial: Fen
  /** Deductible, and what no policy pays: left to lessee and company. */
  deductible: Fen
  uninsured: Fen
}

/** The usual way of 交强 first, then each side by its fault. A proposal: what insurers pay in the end is entered. */
export function shareLoss(l: Loss): Shares {
  const mine = (amount: number): Fen => mulDivRound(amount, l.liabilityBp, 10_000)
  const compulsoryAt = (faultBp: number): number => (faultBp > 0 ? l.compulsoryLimit : l.compulsoryNoFault)
  const thirdByCompulsory = Math.min(l.third, compulsoryAt(l.liabilityBp))
  const thirdMine = mine(l.third - thirdByCompulsory)
  const thirdByCommercial = Math.min(thirdMine, l.thirdLimit ?? 0)
  const byTheirCompulsory = l.other ? Math.min(l.own, compulsoryAt(10_000 - l.liabilityBp)) : 0
  const rest = l.own - byTheirCompulsory
  const ours = mine(rest)
  const deductible = l.ownLimit === null ? 0 : Math.min(ours, l.deductible)
  const byOurCommercial = Math.max(0, Math.min(ours - deductible, l.ownLimit ?? 0))
  return {
    thirdByCompulsory: fen(thirdByCompulsory),
    thirdByCommercial: fen(thirdByCommercial),
    thirdByUs: fen(thirdMine - thirdByCommercial),
    thirdKept: fen(l.third - thirdByCompulsory - thirdMine),
    byTheirCompulsory: fen(byTheirCompulsory),
    byTheirCommercial: fen(rest - ours),
    byOurCommercial: fen(byOurCommercial),
    deductible: fen(deductible),
    uninsured: fen(ours - deductible - byOurCommercial),
  }
}

export interface Borne {
  loss: number
  payouts: readonly number[]
  lessee: number
  driver: number
  company: number
}
/** Every fen of the loss is borne by somebody (A7). */
export function conserved(b: Borne): string | null {
  const borne = sumFen([...b.payouts, b.lessee, b.driver, b.company])
  if ([...b.payouts, b.lessee, b.driver, b.company].some((n) => n < 0)) return '分担金额不能为负数'
  return borne === b.loss ? null : `损失 ${formatFen(b.loss)} 与分担合计 ${formatFen(borne)} 不符`
}

/** What the lessee bears: the deductible his contract puts on him, his share of what is not insured. */
export const lesseeShare = (s: Pick<Shares, 'deductible' | 'uninsured'>, shareBp: number): Fen =>
  sumFen([s.deductible, mulDivRound(s.uninsured, shareBp, 10_000)])
