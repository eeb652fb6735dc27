/**
 * 退车结算 (leasing.md §3.8) as one pure function: what was billed, paid and used, what the inspection found, and what stands
 * on balance and deposits, in; every line with its formula and who pays whom, out. The preview and the confirmation are this.
 */
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { fen, mulDivRound, plainYuan, sumFen, type Fen } from '#kit/basics/fen.ts'
import { lowering } from '#modules/billing/bills/late-fee.rules.ts'
import { creditedTo, mostCredit, type RentUse } from '#modules/billing/coupons/coupon.rules.ts'
import { chargeEnd } from '../rent/plan.rules.ts'
import type { PlannedItem } from '../rent/plan.rules.ts'
import { mileageCharge, monthsServed, overdueUse, settleReturn, tierOf, type Settlement } from './settlement.rules.ts'
import type { RentTerms } from '../rent/terms.rules.ts'
import type { Later } from '../rent/later.rules.ts'
import { endOfTerms, inputOfTerm, monthsOf, rentOf, termAt, type Relief, type Term } from '../rent/timeline.rules.ts'

interface ReturnTerms extends RentTerms {
  quotaKm: number | null
  overKmPrice: number | null
  earlyPenalty: 'none' | 'months' | 'remainingRate' | 'tiers'
  earlyPenaltyMonths: number | null
  earlyPenaltyBp: number | null
  earlyPenaltyTiers: readonly { servedUnder: number; months: number }[] | null
  overdueFactorBp: number
  /** How much of the violation deposit must stay; without a figure all of it. */
  violationKeep: number | null
}
export interface BillAtReturn {
  id: number
  no: string
  billType: string
  label: string
  amount: number
  paid: number
  writtenOff: number
  startOn: Day | null
  endOn: Day | null
  /** Coupons on its rent: their part of what goes back is not money. */
  coupons?: readonly RentUse[]
  /** The bill a late fee is of. */
  ofBill?: number | null
}
type SettlementFee =
  | 'RENT'
  | 'OVERDUE_USE'
  | 'PENALTY'
  | 'DAMAGE'
  | 'MISSING'
  | 'ENERGY'
  | 'CLEAN'
  | 'OVER_KM'
  | 'TOW'
  | 'REPAIR'
  | 'VIOL'
  | 'VIOL_SVC'
  | 'INS_UP'
  | 'SERVICE'
  | 'MGMT'
  | 'OTHER'

export interface ReturnInput {
  returnedOn: Day
  terms: ReturnTerms
  all: readonly Term[]
  /** Rents said for days after the lease. */
  later: readonly Later[]
  reliefs: readonly Relief[]
  /** Rent is billed up to here, exclusive. */
  billedUntil: Day
  /** Live bills of the lease, deposits apart. */
  bills: readonly BillAtReturn[]
  /** Late fee not posted yet, per bill, given what the bill is reduced to. */
  lateOf: (bill: number, amount: number) => number
  /** How that fee came about. */
  lateHow?: (bill: number) => string
  /** Late fee posted beyond what is due on the day of the return, per bill: on rent that is not owed there is none. */
  lateOver?: (bill: number, amount: number) => number
  /** Over all vehicles of the lease, km. */
  driven: number
  chargeMileage: boolean
  /** Percent at handover and at the return; null where one is not known. */
  energy: { from: number; to: number; toleranceBp: number; pricePerPercent: number } | null
  damages: readonly { part: string; responsibility: string; amount: number }[]
  missing: readonly { name: string; amount: number }[]
  cleaningFee: number
  extras: readonly { feeItem: string; label: string; amount: number; note: string | null }[]
  penaltyWaived: number
  balance: number
  /** Other leases go on: what is left of the balance stays for them. */
  keepBalance: boolean
  vehicleDeposit: number
  violationDeposit: number
}

interface SheetLine {
  kind: 'open' | 'late' | 'fee' | 'back'
  label: string
  formula: string
  /** ≥ 0; `back` lines are the customer's. */
  amount: number
  bill: number | null
  feeItem: SettlementFee | null
  startOn: Day | null
  endOn: Day | null
}
/** A credit on an issued bill: rent for days after the return. */
interface Back {
  bill: number
  startOn: Day
  endOn: Day
  amount: number
  formula: string
}
export interface SettlementSheet {
  returnedOn: Day
  /** Exclusive end of the rent, after the day rule. */
  endOn: Day
  lines: SheetLine[]
  backs: Back[]
  /** Bills of days after the return that nobody has paid: they go. */
  cancelled: number[]
  driven: number
  result: Settlement
}

const span = (from: Day, to: Day): string => `${from} ~ ${addDays(to, -1)}`
const line = (kind: SheetLine['kind'], label: string, amount: number, formula: string, more: Partial<SheetLine> = {}): SheetLine => ({
  kind,
  label,
  formula,
  amount,
  bill: null,
  feeItem: null,
  startOn: null,
  endOn: null,
  ...more,
})
const fee = (feeItem: SettlementFee, label: string, amount: number, formula: string, more: Partial<SheetLine> = {}): SheetLine[] =>
  amount > 0 ? [line('fee', label, amount, formula, { feeItem, ...more })] : []

/**
 * What goes back of billed rent, on the bill that charged it. A month made dearer by a swap stands on two bills: the rent
 * bill is credited first, the rest on the bills of the difference.
 */
function rentBacks(i: ReturnInput, months: readonly PlannedItem[], end: Day): Back[] {
  const left = new Map(i.bills.map((b) => [b.id, mostCredit(b.amount, b.writtenOff, b.coupons ?? [])]))
  const backs: Back[] = []
  for (const item of months.filter((m) => m.startOn < i.billedUntil && m.endOn > end)) {
    const from = end > item.startOn ? end : item.startOn
    let rest: number = rentOf(months, i.reliefs, from, item.endOn)
    const whole = from === item.startOn
    const formula = whole
      ? `${span(from, item.endOn)} 整期未使用`
      : `${plainYuan(item.amount)} − 已用 ${span(item.startOn, from)} ${plainYuan(rentOf(months, i.reliefs, item.startOn, from))}`
    const own = i.bills.filter((b) => b.billType === 'rent' && b.startOn && b.endOn && b.startOn <= item.startOn && item.startOn < b.endOn)
    for (const b of [...own, ...i.bills.filter((x) => x.billType === 'swap').toReversed()]) {
      const part = Math.min(rest, left.get(b.id) ?? 0)
      if (part <= 0) continue
      backs.push({ bill: b.id, startOn: from, endOn: item.endOn, amount: part, formula })
      left.set(b.id, fen(left.get(b.id)! - part))
      rest -= part
    }
  }
  return backs
}

function unbilledRent(i: ReturnInput, months: readonly PlannedItem[], end: Day): SheetLine[] {
  return months
    .filter((m) => m.startOn >= i.billedUntil && m.startOn < end)
    .flatMap((m) => {
      const to = m.endOn < end ? m.endOn : end
      const amount = rentOf(months, i.reliefs, m.startOn, to)
      return fee(
        'RENT',
        `未出账租金 ${span(m.startOn, to)}`,
        amount,
        to === m.endOn ? m.formula : `${plainYuan(m.amount)} 按已用天数折算 ${plainYuan(amount)}`,
        { startOn: m.startOn, endOn: to },
      )
    })
}

function penaltyOf(i: ReturnInput, months: readonly PlannedItem[], end: Day): SheetLine[] {
  if (end >= endOfTerms(i.all)) return []
  const rent = termAt(i.all, end).monthlyRent
  const waived = (amount: number): { amount: number; note: string } => {
    const off = Math.min(amount, i.penaltyWaived)
    return { amount: amount - off, note: off ? ` − 减免 ${plainYuan(off)}` : '' }
  }
  if (i.terms.earlyPenalty === 'months') {
    const n = i.terms.earlyPenaltyMonths ?? 1
    const { amount, note } = waived(rent * n)
    return fee('PENALTY', '提前退车违约金', amount, `${plainYuan(rent)} × ${n} 个月${note}`)
  }
  if (i.terms.earlyPenalty === 'tiers') {
    const served = monthsServed(i.all[0]!.startOn, end)
    const n = tierOf(i.terms.earlyPenaltyTiers ?? [], served)
    const { amount, note } = waived(rent * n)
    return fee('PENALTY', '提前退车违约金', amount, `已租满 ${served} 个月：${plainYuan(rent)} × ${n} 个月${note}`)
  }
  if (i.terms.earlyPenalty === 'remainingRate') {
    const remaining = rentOf(months, i.reliefs, end, endOfTerms(i.all))
    const bp = i.terms.earlyPenaltyBp ?? 0
    const { amount, note } = waived(mulDivRound(remaining, bp, 10_000))
    return fee('PENALTY', '提前退车违约金', amount, `剩余租金 ${plainYuan(remaining)} × ${bp / 100}%${note}`)
  }
  return []
}

function mileageOf(i: ReturnInput): SheetLine[] {
  if (!i.chargeMileage || !i.terms.quotaKm || !i.terms.overKmPrice) return []
  const first = inputOfTerm(i.terms, i.all[0]!)
  const charge = mileageCharge(
    { quotaKmPerMonth: i.terms.quotaKm, overKmFen: i.terms.overKmPrice },
    first,
    i.returnedOn,
    Math.max(0, i.driven),
  )
  return fee('OVER_KM', '超里程费', charge.amount, charge.formula)
}

/** Points of percent below the handover, less what is free. */
function energyFee(e: ReturnInput['energy']): { amount: Fen; formula: string } {
  if (!e || e.to >= e.from) return { amount: fen(0), formula: '' }
  const free = e.toleranceBp / 100
  const points = Math.max(0, Math.ceil(e.from - e.to - free))
  return {
    amount: fen(points * e.pricePerPercent),
    formula: `（交车 ${e.from}% − 退车 ${e.to}% − 免收 ${free}%）× ${plainYuan(e.pricePerPercent)}`,
  }
}

function inspectionFees(i: ReturnInput): SheetLine[] {
  const energy = energyFee(i.energy)
  return [
    ...i.damages.filter((d) => d.responsibility === 'lessee').flatMap((d) => fee('DAMAGE', `车损：${d.part}`, d.amount, '定损金额')),
    ...i.missing.flatMap((m) => fee('MISSING', `缺件：${m.name}`, m.amount, '赔偿金额')),
    ...fee('ENERGY', '电量/油量差额', energy.amount, energy.formula),
    ...fee('CLEAN', '清洁费', i.cleaningFee, '验车确认'),
    ...mileageOf(i),
    ...i.extras.flatMap((x) => fee(x.feeItem as SettlementFee, x.note ? `${x.label}：${x.note}` : x.label, x.amount, '结算时填写')),
  ]
}

const backOn = (b: BillAtReturn, backs: readonly Back[]): Fen => sumFen(backs.filter((x) => x.bill === b.id).map((x) => x.amount))

/** What a bill comes to once the days that were not used are off it. */
export const leftOf = (b: BillAtReturn, backs: readonly Back[]): Fen => creditedTo(b.amount, backOn(b, backs), b.coupons ?? [])
const keptByCoupons = (b: BillAtReturn, backs: readonly Back[]): Fen => fen(backOn(b, backs) - (b.amount - leftOf(b, backs)))

/** Rent given back on a bill that is not paid stands nowhere else on the sheet. */
function openFormula(b: BillAtReturn & { credited: number }): string {
  if (b.credited === 0) return b.no
  const what = b.billType === 'late' ? '冲减' : '退租'
  return `${b.no}，未收 ${plainYuan(fen(b.amount + b.credited - b.paid - b.writtenOff))} − ${what} ${plainYuan(fen(b.credited))}`
}

/** What comes off each late bill, because the bill it is of costs less or nothing. */
function lateBacks(i: ReturnInput, backs: readonly Back[]): Map<number, number> {
  const off = new Map<number, number>()
  const late = Map.groupBy(
    i.bills.filter((b) => b.billType === 'late'),
    (b) => b.ofBill ?? 0,
  )
  for (const b of i.bills) {
    const of = late.get(b.id)
    const over = of ? (i.lateOver?.(b.id, leftOf(b, backs)) ?? 0) : 0
    for (const part of lowering(of ?? [], over)) off.set(part.bill, part.amount)
  }
  return off
}

export function settlementSheet(i: ReturnInput): SettlementSheet {
  const end = chargeEnd(i.returnedOn, i.terms.dayRule)
  const months = monthsOf(i.terms, i.all)
  const backs = rentBacks(i, months, end)
  const lateOff = lateBacks(i, backs)
  const afterBack = i.bills.map((b) => {
    const amount = fen(leftOf(b, backs) - (lateOff.get(b.id) ?? 0))
    return { ...b, amount, credited: b.amount - amount, kept: keptByCoupons(b, backs) }
  })
  const open = afterBack.filter((b) => b.amount - b.paid - b.writtenOff > 0)
  const released = afterBack.filter((b) => b.paid + b.writtenOff > b.amount)
  const overdue = overdueUse(i.terms, i.all, i.later, i.returnedOn, i.terms.overdueFactorBp)
  const lines: SheetLine[] = [
    ...open.map((b) =>
      line('open', `未付账单：${b.label}`, b.amount - b.paid - b.writtenOff, openFormula(b), {
        bill: b.id,
        startOn: b.startOn,
        endOn: b.endOn,
      }),
    ),
    ...afterBack.flatMap((b) => {
      const late = i.lateOf(b.id, b.amount)
      return late > 0
        ? [
            line('late', `滞纳金：${b.label}`, late, `${b.no} 计至 ${i.returnedOn}${i.lateHow?.(b.id) ? `：${i.lateHow(b.id)}` : ''}`, {
              bill: b.id,
            }),
          ]
        : []
    }),
    ...unbilledRent(i, months, end),
    ...fee('OVERDUE_USE', '超期用车费', overdue.amount, overdue.formula),
    ...penaltyOf(i, months, end),
    ...inspectionFees(i),
    ...released.map((b) =>
      line(
        'back',
        b.billType === 'late' ? '退还滞纳金' : `退还租金：${b.label}`,
        b.paid + b.writtenOff - b.amount,
        b.billType === 'late'
          ? `${b.no}，已付 ${plainYuan(fen(b.paid))}，计至 ${i.returnedOn} 应为 ${plainYuan(b.amount)}`
          : backs
              .filter((x) => x.bill === b.id)
              .map((x) => x.formula)
              .concat(b.kept > 0 ? [`优惠券抵扣的 ${plainYuan(b.kept)} 不退`] : [])
              .join('；'),
        { bill: b.id },
      ),
    ),
  ]
  return {
    returnedOn: i.returnedOn,
    endOn: end,
    lines,
    backs,
    driven: i.driven,
    cancelled: i.bills
      .filter((b) => b.billType === 'rent' && b.startOn !== null && b.startOn >= end && b.paid === 0 && b.writtenOff === 0)
      // Nothing on it and nothing paid: a month that was granted is no bill to void, one that a coupon paid is.
      .filter((b) => b.amount > 0 || b.coupons?.length)
      .map((b) => b.id),
    result: resultOf(lines, { ...i, violationKeep: i.terms.violationKeep }),
  }
}

type Means = Pick<ReturnInput, 'balance' | 'keepBalance' | 'vehicleDeposit' | 'violationDeposit'> & { violationKeep: number | null }

/** Who pays whom for these lines, with what the lessee has with us. Alone, since balance and deposits move without the lines. */
export function resultOf(lines: readonly SheetLine[], i: Means): Settlement {
  const result = settleReturn({
    charges: lines.filter((l) => l.kind !== 'back').map((l) => ({ name: l.label, amount: l.amount })),
    credits: lines.filter((l) => l.kind === 'back').map((l) => ({ name: l.label, amount: l.amount })),
    balance: i.balance,
    vehicleDeposit: i.vehicleDeposit,
    violationDeposit: i.violationDeposit,
    violationHold: i.violationKeep ?? undefined,
  })
  const keptBalance = i.keepBalance ? Math.min(result.refundOfBalance, i.balance) : 0
  return keptBalance
    ? { ...result, refundOfBalance: fen(result.refundOfBalance - keptBalance), refund: fen(result.refund - keptBalance) }
    : result
}

export const chargesOf = (sheet: SettlementSheet): Fen => sumFen(sheet.lines.filter((l) => l.kind !== 'back').map((l) => l.amount))
