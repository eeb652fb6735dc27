/** When a vehicle's day is worth a look (finance.md §3.8, fleet.md §2.27). Pure: days in, warnings out. Money in fen, way in metres. */
import type { Day } from '#kit/basics/time/day.ts'
import { formatYuan } from '#kit/basics/fen.ts'
import type { WARNING_KINDS } from './warning.ts'

export interface VehicleDay {
  day: Day
  /** Rent of the days of use, and freight, net of tax. */
  income: number
  /** Income less costs and depreciation. */
  margin: number
  leased: boolean
  blocked: boolean
  /** Null: no terminal said anything that day. */
  metres: number | null
}
export interface Warning {
  kind: keyof typeof WARNING_KINDS
  actual: number | null
  expected: number | null
  evidence: string
}

/** A day out of the figures of 车辆收益: a way of 0 m is known only where a terminal said anything. */
export const vehicleDay = (day: Day, values: Readonly<Record<string, number | null>>): VehicleDay => ({
  day,
  income: values['income'] ?? 0,
  margin: values['margin'] ?? 0,
  leased: (values['leased'] ?? 0) > 0,
  blocked: (values['blocked'] ?? 0) > 0,
  metres: values['tracked'] ? (values['distance'] ?? 0) : null,
})

const IDLE_DAYS = 3
const SAMPLES = 7
const WINDOW = 14
const LOSS_DAYS = 7
const FAR_METRES = 50_000

/** Of an even number of values the lower of the two in the middle: a fall is not made up by rounding. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

/** `days` in order, without gaps; the last is the day that is judged. */
export function warningsOf(days: readonly VehicleDay[]): Warning[] {
  const today = days.at(-1)
  if (!today || today.blocked) return []
  const warnings: Warning[] = []
  const last = days.slice(-IDLE_DAYS)
  // A leased day whose rent was paid in another period is no idle day.
  if (last.length === IDLE_DAYS && last.every((d) => d.income === 0 && !d.leased && !d.blocked))
    warnings.push({ kind: 'idle', actual: 0, expected: null, evidence: `连续 ${idleDays(days)} 天可用而没有收入` })
  const before = days.slice(-1 - WINDOW, -1)
  const samples = before.filter((d) => d.income > 0)
  const usual = median(samples.map((d) => d.income))
  const sameUse = before.at(-1)?.leased === today.leased
  if (samples.length >= SAMPLES && sameUse && today.income * 2 < usual)
    warnings.push({
      kind: 'drop',
      actual: today.income,
      expected: usual,
      evidence: `当日收入 ${formatYuan(today.income)}，为前 ${samples.length} 个有收入日中位数 ${formatYuan(usual)} 的 ${percent(today.income, usual)}`,
    })
  if (today.metres !== null && today.metres > FAR_METRES && today.income === 0)
    warnings.push({ kind: 'unpaidKm', actual: 0, expected: null, evidence: `行驶 ${Math.round(today.metres / 1000)} 公里而没有收入` })
  // A lessee pays for a vehicle that stands, too: only freight that nobody drove is odd.
  if (today.metres === 0 && today.income > 0 && !today.leased)
    warnings.push({ kind: 'noKm', actual: today.income, expected: null, evidence: `收入 ${formatYuan(today.income)}，终端没有里程` })
  const week = days.slice(-LOSS_DAYS)
  if (week.length === LOSS_DAYS && week.every((d) => d.margin < 0 && !d.blocked))
    warnings.push({
      kind: 'loss',
      actual: week.reduce((sum, d) => sum + d.margin, 0),
      expected: 0,
      evidence: `连续 ${LOSS_DAYS} 天毛利为负，合计 ${formatYuan(week.reduce((sum, d) => sum + d.margin, 0))}`,
    })
  return warnings
}

function idleDays(days: readonly VehicleDay[]): number {
  let n = 0
  for (const d of days.toReversed()) {
    if (d.income !== 0 || d.leased || d.blocked) break
    n++
  }
  return n
}
const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(2)}%`
