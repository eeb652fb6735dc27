/** What a customer may ask for on his own page, and when not. Pure; every refusal says what to do instead. */
import { addDays, addMonths, daysBetween, type Day } from '#kit/basics/time/day.ts'

/** Nobody plans further ahead; what is further is a slip of the year. */
const MOST_MONTHS = 60
const RETURN_DAYS_AHEAD = 180
/** A receipt of longer ago is looked for by people. */
const PAID_DAYS_BACK = 60

interface LeaseNow {
  status: string
  endOn: Day
}
const RUNNING = new Set(['active'])
const notRunning = (lease: LeaseNow): string | null => (RUNNING.has(lease.status) ? null : '该租约不在租，不能在线申请，请联系门店办理')

export const refuseRenewal = (lease: LeaseNow, untilOn: Day): string | null =>
  notRunning(lease) ??
  (untilOn <= lease.endOn
    ? `续租至的日期须晚于现租期到期日 ${lease.endOn}`
    : untilOn > addMonths(lease.endOn, MOST_MONTHS)
      ? `续租最长 ${MOST_MONTHS / 12} 年，请核对年份`
      : null)

/** `day` and `now` in the business zone. */
export const refuseReturn = (lease: LeaseNow, at: { instant: string; day: Day }, now: { instant: string; day: Day }): string | null =>
  notRunning(lease) ??
  (at.instant <= now.instant
    ? '还车时间须晚于现在'
    : at.day > addDays(now.day, RETURN_DAYS_AHEAD)
      ? `还车时间最远 ${RETURN_DAYS_AHEAD} 天，请核对日期`
      : null)

const SETTLED_VIOLATION = new Set(['handled', 'transferred', 'cancelled'])
export const refuseHandled = (status: string): string | null => (SETTLED_VIOLATION.has(status) ? '该违章已处理完毕，不需要再告知' : null)

/** Whole months a renewal has to take so that the day asked for lies in it. */
export function monthsUntil(endOn: Day, untilOn: Day): number {
  let months = 1
  while (months < MOST_MONTHS * 2 && addMonths(endOn, months) < untilOn) months++
  return months
}

interface Claim {
  amount: number
  paidOn: Day
}
/** Money the customer says he has sent; `due` in fen is what the chosen bills come to today. */
export function refuseClaim({ amount, paidOn }: Claim, due: number, today: Day, yuan: (fen: number) => string): string | null {
  if (paidOn > today) return '付款日期不能晚于今天'
  if (daysBetween(paidOn, today) > PAID_DAYS_BACK) return `付款日期在 ${PAID_DAYS_BACK} 天以前，请核对日期，确实如此请联系门店登记`
  return amount > due ? `付款金额超过所选账单应付合计 ${yuan(due)} 元，请核对金额或多选账单` : null
}
