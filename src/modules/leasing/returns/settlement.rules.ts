import type { Check } from '#kit/basics/check.ts'
import { addDays, addMonths, daysBetween } from '#kit/basics/time/day.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { ZERO, fen, formatFen, mulDivRound, plainYuan, sumFen } from '#kit/basics/fen.ts'
import type { Fen } from '#kit/basics/fen.ts'
import { rentBeyond, type Later } from '../rent/later.rules.ts'
import { boundary, anchorOf, chargeEnd, rentBetween } from '../rent/plan.rules.ts'
import type { RentTerms } from '../rent/terms.rules.ts'
import { endOfTerms, type Term } from '../rent/timeline.rules.ts'
import type { PlanInput } from '../rent/plan.rules.ts'
import { rentWithin } from '../rent/proration.rules.ts'
import type { RentItem } from '../rent/proration.rules.ts'

export type ItemAtReturn = { item: RentItem; used: Fen; back: Fen }

/**
 * What of each billed month was used when the vehicle came back, and what goes back to the customer: the rest of the
 * running month and every later month whole. `used + back` is the item, always.
 */
export function rentBack(items: readonly RentItem[], returnedOn: Day, dayRule: PlanInput['dayRule']): ItemAtReturn[] {
  const end = chargeEnd(returnedOn, dayRule)
  return items.map((item) => {
    const used = rentWithin(item, item.startOn, end)
    return { item, used, back: fen(item.amount - used) }
  })
}

export type MileagePlan = { quotaKmPerMonth: number; overKmFen: number }

/** Quota over the whole lease: full months, and the running one by its days, rounded half up to whole kilometres. */
export function mileageQuota(plan: MileagePlan, input: PlanInput, returnedOn: Day): number {
  const end = chargeEnd(returnedOn, input.dayRule)
  const anchor = anchorOf(input)
  let quota = 0
  for (let month = 0; boundary(anchor, month, 1) < end; month++) {
    const [from, to] = [boundary(anchor, month, 1), boundary(anchor, month + 1, 1)]
    const start = from < input.startOn ? input.startOn : from
    const stop = to < end ? to : end
    quota += mulDivRound(plan.quotaKmPerMonth, Math.max(0, daysBetween(start, stop)), daysBetween(from, to))
  }
  return quota
}

export type MileageCharge = { driven: number; quota: number; over: number; amount: Fen; formula: string }

/** `driven` is the sum over all vehicles the lease has had. */
export function mileageCharge(plan: MileagePlan, input: PlanInput, returnedOn: Day, driven: number): MileageCharge {
  if (!Number.isSafeInteger(driven) || driven < 0) throw new RangeError(`not a distance: ${driven}`)
  const quota = mileageQuota(plan, input, returnedOn)
  const over = Math.max(0, driven - quota)
  const formula = `（行驶 ${driven} − 额度 ${quota}）= 超出 ${over} 公里 × ${plainYuan(plan.overKmFen)}`
  return { driven, quota, over, amount: fen(over * plan.overKmFen), formula }
}

export type EarlyPenalty =
  | { kind: 'none' }
  | { kind: 'months'; months: number }
  /** Basis points of the rent that would still have come. */
  | { kind: 'remainingRate'; bp: number }
  /** By full months served: the first tier whose `servedUnder` exceeds them; past the last one nothing is due. */
  | { kind: 'tiers'; tiers: ReadonlyArray<{ servedUnder: number; months: number }> }

export function earlyPenalty(penalty: EarlyPenalty, input: PlanInput, returnedOn: Day): { amount: Fen; formula: string } {
  const end = chargeEnd(returnedOn, input.dayRule)
  if (end >= input.endOn || penalty.kind === 'none') return { amount: ZERO, formula: '' }
  const ofMonths = (months: number): { amount: Fen; formula: string } => ({
    amount: fen(input.monthlyRent * months),
    formula: `${plainYuan(input.monthlyRent)} × ${months} 个月`,
  })
  if (penalty.kind === 'months') return ofMonths(penalty.months)
  if (penalty.kind === 'remainingRate') {
    const remaining = rentBetween(input, end > input.startOn ? end : input.startOn, input.endOn)
    return { amount: mulDivRound(remaining, penalty.bp, 10_000), formula: `剩余租金 ${plainYuan(remaining)} × ${penalty.bp / 100}%` }
  }
  return ofMonths(tierOf(penalty.tiers, monthsServed(input.startOn, end)))
}

/** Whole months from the first day on, from the original day: a month from the 31st is over on the last of a short one. */
export function monthsServed(startOn: Day, end: Day): number {
  let served = 0
  while (addMonths(startOn, served + 1) <= end) served++
  return served
}
export const tierOf = (tiers: ReadonlyArray<{ servedUnder: number; months: number }>, served: number): number =>
  tiers.find((tier) => served < tier.servedUnder)?.months ?? 0

/** Rent for the days kept after the term, times a factor in basis points (10000 = the plain rent). */
export function overdueUse(
  terms: RentTerms,
  all: readonly Term[],
  waiting: readonly Later[],
  returnedOn: Day,
  factorBp: number,
): { days: number; amount: Fen; formula: string } {
  const end = chargeEnd(returnedOn, terms.dayRule)
  const days = Math.max(0, daysBetween(endOfTerms(all), end))
  if (days === 0) return { days: 0, amount: ZERO, formula: '' }
  const rent = rentBeyond(terms, all, waiting, end)
  return { days, amount: mulDivRound(rent, factorBp, 10_000), formula: `超期 ${days} 天租金 ${plainYuan(rent)} × ${factorBp / 10_000}` }
}

export type SettlementInput = {
  /** Everything owed: unpaid bills up to the return, penalty, damage, mileage, incidentals, late fees. All ≥ 0. */
  charges: ReadonlyArray<{ name: string; amount: number }>
  /** Rent paid for days not used; released to the balance and used first. All ≥ 0. */
  credits: ReadonlyArray<{ name: string; amount: number }>
  /** The lessee's balance before the credits. */
  balance: number
  vehicleDeposit: number
  violationDeposit: number
  /** How much of the violation deposit must stay until the hold ends; absent means all of it. */
  violationHold?: number | undefined
}

export type Settlement = {
  totalCharges: Fen
  totalCredits: Fen
  /** Charges − credits − balance: negative when the company owes. */
  net: number
  balanceUsed: Fen
  vehicleDepositUsed: Fen
  violationDepositUsed: Fen
  /** Still to be collected. */
  receivable: Fen
  refundOfBalance: Fen
  refundOfDeposit: Fen
  refund: Fen
  violationHeld: Fen
}

export function checkSettlement(input: SettlementInput): Check {
  const amounts = [...input.charges, ...input.credits].map((line) => line.amount)
  const all = [...amounts, input.balance, input.vehicleDeposit, input.violationDeposit, input.violationHold ?? 0]
  if (all.some((amount) => !Number.isSafeInteger(amount))) return '结算金额必须是整数（单位：分）'
  const negative = [...input.charges, ...input.credits].find((line) => line.amount < 0)
  if (negative) return `结算项“${negative.name}”的金额不能为负数（${formatFen(negative.amount)}）`
  return all.some((amount) => amount < 0) ? '余额和押金不能为负数' : null
}

/**
 * Who pays whom at the end. Sources in order: released rent and balance, vehicle deposit, then of the violation deposit
 * only what need not be held. What remains of balance and vehicle deposit is refunded; the rest of the violation deposit waits.
 */
export function settleReturn(input: SettlementInput): Settlement {
  const reason = checkSettlement(input)
  if (reason !== null) throw new RangeError(reason)
  const totalCharges = sumFen(input.charges.map((line) => line.amount))
  const totalCredits = sumFen(input.credits.map((line) => line.amount))
  const available = totalCredits + input.balance
  const mayUse = Math.max(0, input.violationDeposit - (input.violationHold ?? input.violationDeposit))
  let due: number = totalCharges
  const take = (source: number): Fen => {
    const part = Math.min(due, source)
    due -= part
    return fen(part)
  }
  const [balanceUsed, vehicleDepositUsed, violationDepositUsed] = [take(available), take(input.vehicleDeposit), take(mayUse)]
  const refundOfBalance = fen(available - balanceUsed)
  const refundOfDeposit = fen(input.vehicleDeposit - vehicleDepositUsed)
  const settlement = {
    totalCharges,
    totalCredits,
    balanceUsed,
    vehicleDepositUsed,
    violationDepositUsed,
    refundOfBalance,
    refundOfDeposit,
    net: totalCharges - available,
    receivable: fen(due),
    refund: fen(refundOfBalance + refundOfDeposit),
    violationHeld: fen(input.violationDeposit - violationDepositUsed),
  }
  proveSettlement(input, settlement)
  return settlement
}

/** Invariant M8: after computing money, prove it. */
function proveSettlement(input: SettlementInput, s: Settlement): void {
  const sources = s.balanceUsed + s.vehicleDepositUsed + s.violationDepositUsed + s.receivable
  const given = s.totalCredits + input.balance + input.vehicleDeposit + input.violationDeposit
  const placed = s.balanceUsed + s.vehicleDepositUsed + s.violationDepositUsed + s.refund + s.violationHeld
  if (sources !== s.totalCharges || given !== placed) throw new Error('settlement does not conserve money')
}

/** The violation deposit waits this long, since fines arrive weeks after the vehicle is back. */
export function violationHoldUntil(returnedOn: Day, holdDays: number): Day {
  return addDays(returnedOn, holdDays)
}
