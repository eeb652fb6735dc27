/** Dates of recurring orders over the Chinese calendar (transport.md §2.5): pure, so that the preview is what will be made. */
import { addDays, compareDays, daysBetween, daysInMonth, eachDay, weekday, type Day } from '#kit/basics/time/day.ts'

export interface RecurringPlan {
  freq: 'daily' | 'weekly' | 'monthly' | 'interval' | 'workday'
  weekdays: string | null
  monthDays: string | null
  everyDays: number | null
  slots: string
  startOn: Day
  endOn: Day | null
  maxCount: number | null
  holidayPolicy: 'skip' | 'advance' | 'postpone' | 'ignore'
  onShift: 'merge' | 'separate'
  exceptions: readonly { date: Day; action: 'skip' | 'move' | 'add'; to: Day | null }[]
}
export type Holidays = ReadonlyMap<string, 'off' | 'work' | 'statutory'>
export interface PlannedDate {
  originalDate: Day
  slot: string
  serviceDate: Day | null
  result: 'create' | 'skip' | 'merge'
  reason: string | null
}

const isOff = (d: Day, h: Holidays): boolean => h.get(d) === 'off' || h.get(d) === 'statutory'
/** (Mon–Fri ∖ 休) ∪ 班. */
export const isWorkday = (d: Day, h: Holidays): boolean => (h.get(d) === 'work' ? true : weekday(d) <= 5 && !isOff(d, h))

/** −1 and 29–31 are the last day where the month is shorter. */
function onMonthDay(d: Day, wanted: readonly number[]): boolean {
  const [year, month, date] = d.split('-').map(Number) as [number, number, number]
  const last = daysInMonth(year, month)
  return wanted.some((w) => (w === -1 ? last : Math.min(w, last)) === date)
}

function inPattern(p: RecurringPlan, d: Day, h: Holidays): boolean {
  switch (p.freq) {
    case 'daily':
      return true
    case 'weekly':
      return (p.weekdays ?? '').includes(String(weekday(d)))
    case 'monthly':
      return onMonthDay(d, (p.monthDays ?? '').split(',').filter(Boolean).map(Number))
    case 'interval':
      return daysBetween(p.startOn, d) % (p.everyDays ?? 1) === 0
    case 'workday':
      return isWorkday(d, h)
  }
}

const FAR = 400
function shifted(d: Day, step: 1 | -1, h: Holidays): Day {
  let at = addDays(d, step)
  for (let i = 0; i < FAR && !isWorkday(at, h); i++) at = addDays(at, step)
  return at
}

/** Where one date of the pattern goes, and why. */
function settle(p: RecurringPlan, d: Day, h: Holidays): { to: Day | null; reason: string | null } {
  const exception = p.exceptions.find((e) => e.date === d && e.action !== 'add')
  if (exception?.action === 'skip') return { to: null, reason: '例外日期：跳过' }
  if (exception) return { to: exception.to, reason: `例外日期：改到 ${exception.to ?? '（未填）'}` }
  if (p.holidayPolicy === 'ignore' || p.freq === 'workday' || !isOff(d, h)) return { to: d, reason: null }
  if (p.holidayPolicy === 'skip') return { to: null, reason: '节假日跳过' }
  const to = shifted(d, p.holidayPolicy === 'advance' ? -1 : 1, h)
  return { to, reason: `节假日${p.holidayPolicy === 'advance' ? '提前' : '顺延'}到 ${to}` }
}

/**
 * The years whose days off and working weekends are entered; a rule by workday does not guess beyond them. Statutory days alone do not make
 * such a year: which weekends are worked for them is said by the notice of the State Council only.
 */
export const arrangedYears = (h: Holidays): Set<string> =>
  new Set([...h].filter(([, kind]) => kind !== 'statutory').map(([d]) => d.slice(0, 4)))

/** Every date and slot up to `until`, in order; `stopped` says why a rule by workday ends earlier. */
export function plannedDates(p: RecurringPlan, until: Day, h: Holidays): { dates: PlannedDate[]; stopped: string | null } {
  const last = p.endOn !== null && compareDays(p.endOn, until) < 0 ? p.endOn : until
  if (compareDays(last, p.startOn) < 0) return { dates: [], stopped: null }
  const years = arrangedYears(h)
  const extra = new Set(p.exceptions.filter((e) => e.action === 'add').map((e) => e.date))
  const slots = p.slots.split(',')
  const dates: PlannedDate[] = []
  let stopped: string | null = null
  let count = 0
  for (const d of eachDay(p.startOn, addDays(last, 1))) {
    if (p.maxCount !== null && count >= p.maxCount) break
    if (p.freq === 'workday' && !years.has(d.slice(0, 4))) {
      stopped = `${d.slice(0, 4)} 年节假日未维护`
      break
    }
    if (!inPattern(p, d, h) && !extra.has(d)) continue
    const { to, reason } = settle(p, d, h)
    if (to !== null) count++
    for (const slot of slots) dates.push({ originalDate: d, slot, serviceDate: to, result: to === null ? 'skip' : 'create', reason })
  }
  return { dates: p.onShift === 'merge' ? merged(dates) : dates, stopped }
}

/** Of several dates on one day and slot the day's own one stays, else the earliest. */
function merged(dates: readonly PlannedDate[]): PlannedDate[] {
  const first = new Map<string, PlannedDate>()
  const key = (x: PlannedDate): string => `${x.serviceDate} ${x.slot}`
  for (const x of dates) {
    if (x.serviceDate === null) continue
    const known = first.get(key(x))
    if (!known || (x.originalDate === x.serviceDate && known.originalDate !== known.serviceDate)) first.set(key(x), x)
  }
  return dates.map((x) =>
    x.serviceDate === null || first.get(key(x)) === x
      ? x
      : { ...x, result: 'merge', reason: `${x.reason ?? ''}，与 ${first.get(key(x))!.originalDate} 合并`.replace(/^，/, '') },
  )
}
