import type { Check } from '#kit/basics/check.ts'
import { addDays, addMonths, dayOfMonth, daysBetween, isDay, maxDay, minDay, startOfMonth } from '#kit/basics/time/day.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { sumFen } from '#kit/basics/fen.ts'
import type { Fen } from '#kit/basics/fen.ts'
import { rentItem, rentWithin } from './proration.rules.ts'
import type { ProrateMode, RentItem } from './proration.rules.ts'

export type BillMode = 'advance' | 'arrears'
export type AnchorMode = 'startDay' | 'calendarMonth' | 'fixedDay'
export type DayRule = 'excludeEnd' | 'includeEnd'

/** Money in fen; `endOn` is exclusive under both day rules, see `chargeEnd`. */
export type PlanInput = {
  monthlyRent: number
  payCycleMonths: number
  billMode: BillMode
  anchorMode: AnchorMode
  fixedDay?: number | undefined
  prorateMode: ProrateMode
  dailyRent?: number | undefined
  dayRule: DayRule
  issueAheadDays: number
  dueOffsetDays: number
  startOn: Day
  endOn: Day
  /** The day boundaries count from, when it is not the first day: renewals go on with the boundaries of the first term. */
  anchorOn?: Day | undefined
}

/** `feeItem` only for what is no plain rent: a reduction granted before the period was billed. */
export type PlanItem = {
  startOn: Day
  endOn: Day
  amount: Fen
  formula: string
  feeItem?: 'REDUCE' | undefined
  description?: string | undefined
}
export type PlanPeriod = { startOn: Day; endOn: Day; amount: Fen; issueOn: Day; dueOn: Day; items: PlanItem[] }
export type PlanPreview = { periods: PlanPeriod[]; total: Fen }

const PAY_CYCLES: readonly number[] = [1, 2, 3, 6, 12]
const MAX_RENT = 1e11
const MAX_TERM_YEARS = 20

/**
 * Turns the last day that people talk about (the day the vehicle comes back, the «到期日» on paper) into the exclusive
 * end of the charge. 还车当天不计租: that day is free and is itself the end. 还车当天计租: it is charged, the end is the day after.
 * This is the only place where the day rule acts; from here on every range is half-open, so a plan with a given
 * `endOn` costs the same under both rules.
 */
export function chargeEnd(lastDay: Day, rule: DayRule): Day {
  return rule === 'includeEnd' ? addDays(lastDay, 1) : lastDay
}

/** The inverse, for printing: the last day of a term as the day rule words it. */
export function lastDayOf(endOn: Day, rule: DayRule): Day {
  return rule === 'includeEnd' ? addDays(endOn, -1) : endOn
}

/**
 * The k-th boundary, always from the anchor itself: chaining from the previous one turns the 31st into the 28th for
 * good after the first February.
 */
export function boundary(anchor: Day, k: number, months: number): Day {
  return addMonths(anchor, k * months)
}

/** The boundary on or before the first day; for the two calendar modes the first cycle then begins before the term. */
export function anchorOf(input: Pick<PlanInput, 'anchorMode' | 'fixedDay' | 'startOn' | 'anchorOn'>): Day {
  if (input.anchorOn) return input.anchorOn
  if (input.anchorMode === 'startDay') return input.startOn
  if (input.anchorMode === 'calendarMonth') return startOfMonth(input.startOn)
  const fixedDay = input.fixedDay ?? 1
  const inThisMonth = addDays(startOfMonth(input.startOn), fixedDay - 1)
  return dayOfMonth(input.startOn) >= fixedDay ? inThisMonth : addMonths(inThisMonth, -1)
}

/** Takes anything, since plans also arrive from the wire, from Excel and from old snapshots. */
export function checkPlan(input: unknown): Check {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return '租赁方案格式不正确'
  const plan = input as Record<string, unknown>
  return checkPrice(plan) ?? checkCycle(plan) ?? checkTerm(plan) ?? checkDates(plan)
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

/** The rent alone: what a renewal, a swap or a reduction agrees anew. */
export function checkPrice(plan: Record<string, unknown>): Check {
  const { monthlyRent, prorateMode, dailyRent } = plan
  if (!isWhole(monthlyRent)) return '月租金必须是整数（单位：分）'
  if (monthlyRent <= 0) return '月租金必须大于 0'
  if (monthlyRent > MAX_RENT) return '月租金超出允许的范围'
  if (prorateMode !== 'actual' && prorateMode !== 'thirty' && prorateMode !== 'daily') return '请选择折算方式：按实际天数、按30天或按日租金'
  if (prorateMode !== 'daily') return null
  if (!isWhole(dailyRent)) return '按日租金折算时，请填写日租金（单位：分，整数）'
  if (dailyRent <= 0) return '日租金必须大于 0'
  return dailyRent > monthlyRent ? '日租金不能大于月租金' : null
}

function checkCycle(plan: Record<string, unknown>): Check {
  const { payCycleMonths, billMode, anchorMode, fixedDay, dayRule } = plan
  if (!isWhole(payCycleMonths) || !PAY_CYCLES.includes(payCycleMonths)) return '付款周期只能是 1、2、3、6 或 12 个月'
  if (billMode !== 'advance' && billMode !== 'arrears') return '请选择计费方式：先付后用或先用后付'
  if (dayRule !== 'excludeEnd' && dayRule !== 'includeEnd') return '请选择计日规则：还车当天不计租或还车当天计租'
  if (anchorMode !== 'startDay' && anchorMode !== 'calendarMonth' && anchorMode !== 'fixedDay')
    return '请选择账期方式：按起租日、按自然月或固定账单日'
  if (anchorMode === 'fixedDay' && (!isWhole(fixedDay) || fixedDay < 1 || fixedDay > 28)) return '固定账单日应为 1 至 28 日'
  return null
}

function checkTerm({ startOn, endOn }: Record<string, unknown>): Check {
  if (!isDay(startOn)) return '起租日不正确，格式应为 YYYY-MM-DD'
  if (!isDay(endOn)) return '到期日不正确，格式应为 YYYY-MM-DD'
  if (startOn < '2000-01-01' || startOn > '2100-12-31') return '起租日应在 2000 年至 2100 年之间'
  if (endOn <= startOn) return '到期日必须晚于起租日'
  return endOn > addMonths(startOn, MAX_TERM_YEARS * 12) ? `租期不能超过 ${MAX_TERM_YEARS} 年` : null
}

function checkDates({ issueAheadDays, dueOffsetDays }: Record<string, unknown>): Check {
  if (!isWhole(issueAheadDays) || issueAheadDays < 0 || issueAheadDays > 90) return '提前出账天数应为 0 至 90 的整数'
  if (!isWhole(dueOffsetDays) || dueOffsetDays < -90 || dueOffsetDays > 180) return '应付日比账期首日晚的天数应为 -90 至 180 的整数'
  return -dueOffsetDays > issueAheadDays ? '应付日不能早于出账日：请加大「提前出账天数」，或把「应付日比账期首日晚」改大' : null
}

/** `cycle` numbers the payment period the month belongs to. */
export type PlannedItem = RentItem & { cycle: number }

/** Every month of `[from, to)` on the plan's own boundaries, in order. */
function itemsBetween(input: PlanInput, from: Day, to: Day): PlannedItem[] {
  const anchor = anchorOf(input)
  const rates = { monthlyRent: input.monthlyRent, dailyRent: input.dailyRent }
  const items: PlannedItem[] = []
  for (let month = 0; boundary(anchor, month, 1) < to; month++) {
    const [monthStart, monthEnd] = [boundary(anchor, month, 1), boundary(anchor, month + 1, 1)]
    if (monthEnd <= from) continue
    const item = rentItem(maxDay(from, monthStart), minDay(to, monthEnd), monthStart, monthEnd, input.prorateMode, rates)
    items.push({ ...item, cycle: Math.floor(month / input.payCycleMonths) })
  }
  return items
}

/** One item per month even when several are paid at once, so that return, swap, reduction and split work per month. */
export function planItems(input: PlanInput): PlannedItem[] {
  assertPlan(input)
  return itemsBetween(input, input.startOn, input.endOn)
}

/** The rent of any days of the term; what accrual, settlement and remaining rent are made of. */
export function rentBetween(input: PlanInput, from: Day, to: Day): Fen {
  return sumFen(planItems(input).map((item) => rentWithin(item, from, to)))
}

function assertPlan(input: PlanInput): void {
  const reason = checkPlan(input)
  if (reason !== null) throw new RangeError(reason)
}

/**
 * The whole plan of a term. Bills count their dates from the period's first day when paid in advance and from its last
 * day (the one before the exclusive end) when paid in arrears. Call `checkPlan` first; bad input throws here.
 */
export function previewPlan(input: PlanInput): PlanPreview {
  assertPlan(input)
  const cycles = Map.groupBy(itemsBetween(input, input.startOn, input.endOn), (item) => item.cycle)
  const periods = [...cycles.values()].map((items) =>
    periodOf(
      input,
      items.map(({ startOn, endOn, amount, formula }) => ({ startOn, endOn, amount, formula })),
    ),
  )
  return { periods, total: sumFen(periods.map((period) => period.amount)) }
}

/** One bill of the plan: its span is that of its items, its days of issue and payment follow from the terms. */
export function periodOf(input: Pick<PlanInput, 'billMode' | 'issueAheadDays' | 'dueOffsetDays'>, items: PlanItem[]): PlanPeriod {
  const [first, last] = [items[0], items.filter((item) => !item.feeItem).at(-1)]
  if (!first || !last) throw new RangeError('a period needs an item')
  const counted = input.billMode === 'advance' ? first.startOn : addDays(last.endOn, -1)
  return {
    startOn: first.startOn,
    endOn: last.endOn,
    amount: sumFen(items.map((item) => item.amount)),
    issueOn: addDays(counted, -input.issueAheadDays),
    dueOn: addDays(counted, input.dueOffsetDays),
    items,
  }
}

/** The same length of term from another first day: whole months from the start, then the days left over. */
export function moveTerm(startOn: Day, endOn: Day, newStart: Day): Day {
  let months = 0
  while (addMonths(startOn, months + 1) <= endOn) months++
  return addDays(addMonths(newStart, months), daysBetween(addMonths(startOn, months), endOn))
}

export type Reanchored = {
  input: PlanInput
  /** Periods still to be issued, replacing all unissued ones. */
  unissued: PlanPeriod[]
  /** Issued bills keep their amount; `difference` (new − old) is what an appended item must put right. */
  issued: Array<{ before: PlanPeriod; after: PlanPeriod | null; difference: number }>
}

/**
 * At handover the rent begins on the day the vehicle was really handed over and the term keeps its length. Periods already
 * issued (the prepaid first one) stand for the first periods of the new plan.
 */
export function reanchor(input: PlanInput, newStart: Day, issued: readonly PlanPeriod[] = []): Reanchored {
  assertPlan(input)
  const moved = { ...input, startOn: newStart, endOn: moveTerm(input.startOn, input.endOn, newStart) }
  const { periods } = previewPlan(moved)
  return {
    input: moved,
    unissued: periods.slice(issued.length),
    issued: issued.map((before, i) => {
      const after = periods[i] ?? null
      return { before, after, difference: (after?.amount ?? 0) - before.amount }
    }),
  }
}
