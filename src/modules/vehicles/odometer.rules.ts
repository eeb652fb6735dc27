/** 里程: which readings of an odometer can be true together, and what it showed at any moment (affairs.md §0.8, §2.1). */
import type { Check } from '#kit/basics/check.ts'
import { dayOf } from '#kit/basics/time/day.ts'

export interface Reading {
  at: string
  km: number
}
/** More than this nobody drives in a day. */
const MOST_KM_A_DAY = 1500
const DAY_MS = 86_400_000

const spelled = (km: number): string => km.toLocaleString('en-US', { maximumFractionDigits: 1 })
const against = (r: Reading): string => `与 ${dayOf(r.at)} 的 ${spelled(r.km)} km 矛盾`

/** Days between two moments, at least one: two readings of one day may be a day's driving apart. */
const daysApart = (a: string, b: string): number => Math.max(1, Math.ceil(Math.abs(Date.parse(b) - Date.parse(a)) / DAY_MS))

/**
 * Null, or why a reading cannot stand beside its accepted neighbours. `signed`: both parties signed for it (handover, return),
 * so that only an order that cannot be is refused.
 */
export function judgeReading(fresh: Reading, before: Reading | null, after: Reading | null, signed = false): Check {
  if (before && (fresh.km < before.km || (!signed && fresh.km - before.km > MOST_KM_A_DAY * daysApart(before.at, fresh.at))))
    return against(before)
  if (after && (fresh.km > after.km || (!signed && after.km - fresh.km > MOST_KM_A_DAY * daysApart(fresh.at, after.at))))
    return against(after)
  return null
}

/**
 * What it showed at a moment, between the accepted reading before (or at) it and the one after. `driven`: kilometres the terminal
 * counted since the earlier reading, where there was one; never above the next reading. Null before the first one.
 */
export function odometerAt(at: string, before: Reading | null, after: Reading | null, driven: number | null): number | null {
  if (!before) return null
  if (driven !== null) return tenth(Math.min(after?.km ?? Infinity, before.km + Math.max(0, driven)))
  if (!after) return before.km
  const [from, to, now] = [Date.parse(before.at), Date.parse(after.at), Date.parse(at)]
  if (to <= from) return before.km
  return tenth(Math.min(after.km, before.km + ((after.km - before.km) * (now - from)) / (to - from)))
}

/** Downwards, so that what was interpolated never reaches past the next reading. */
const tenth = (km: number): number => Math.floor(km * 10 + 1e-6) / 10

/** Mean kilometres a day over the last days; null when nothing is known of them. */
export function meanKmPerDay(first: Reading | null, last: Reading | null): number | null {
  if (!first || !last) return null
  const days = (Date.parse(last.at) - Date.parse(first.at)) / DAY_MS
  return days < 1 ? null : (last.km - first.km) / days
}
