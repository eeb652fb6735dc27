/** From the terms frozen in a contract to the input of the money kernel. */
import type { Day } from '#kit/basics/time/day.ts'
import { chargeEnd, type AnchorMode, type BillMode, type DayRule, type PlanInput } from './plan.rules.ts'
import type { ProrateMode } from './proration.rules.ts'

export interface RentTerms {
  monthlyRent: number
  payCycleMonths: string
  billMode: BillMode
  anchorMode: AnchorMode
  fixedDay: number | null
  prorateMode: ProrateMode
  dailyRent: number | null
  dayRule: DayRule
  issueAheadDays: number
  dueOffsetDays: number
}

/** `lastDay` is the 到期日 people write; the day rule decides whether it is charged. */
export const planInputOf = (terms: RentTerms, startOn: Day, lastDay: Day): PlanInput => ({
  monthlyRent: terms.monthlyRent,
  payCycleMonths: Number(terms.payCycleMonths),
  billMode: terms.billMode,
  anchorMode: terms.anchorMode,
  fixedDay: terms.anchorMode === 'fixedDay' ? (terms.fixedDay ?? undefined) : undefined,
  prorateMode: terms.prorateMode,
  dailyRent: terms.prorateMode === 'daily' ? (terms.dailyRent ?? undefined) : undefined,
  dayRule: terms.dayRule,
  issueAheadDays: terms.issueAheadDays,
  dueOffsetDays: terms.dueOffsetDays,
  startOn,
  endOn: chargeEnd(lastDay, terms.dayRule),
})
