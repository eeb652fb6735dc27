/** What calls for attention on a lease or a contract today. Derived, never a state: it goes away by itself (leasing.md §3.3). */
import { daysBetween, type Day } from '#kit/basics/time/day.ts'
import { formatYuan } from '#kit/basics/fen.ts'

export interface Standing {
  /** Keys are out. */
  running: boolean
  /** The earliest day a vehicle has to be back. */
  endOn: Day | null
  warnDays: number
  /** Past their days of grace: how much with its late fee of today, and since when it was due. */
  overdue: number
  overdueSince: Day | null
  missingDeposit: number
}
export interface Flag {
  label: string
  tone: 'red' | 'orange'
  about: 'term' | 'arrears' | 'deposit'
}

export function flagsOf(s: Standing, today: Day): Flag[] {
  const flags: Flag[] = []
  const left = s.running && s.endOn ? daysBetween(today, s.endOn) : null
  if (left !== null && left < 0) flags.push({ label: `已到期未还 ${-left} 天`, tone: 'red', about: 'term' })
  else if (left !== null && left <= s.warnDays)
    flags.push({ label: left === 0 ? '今天到期' : `${left} 天后到期`, tone: 'orange', about: 'term' })
  if (s.overdue > 0 && s.overdueSince)
    flags.push({ label: `欠款 ${formatYuan(s.overdue)}，最长逾期 ${daysBetween(s.overdueSince, today)} 天`, tone: 'red', about: 'arrears' })
  if (s.missingDeposit > 0) flags.push({ label: `押金不足 ${formatYuan(s.missingDeposit)}`, tone: 'orange', about: 'deposit' })
  return flags
}
