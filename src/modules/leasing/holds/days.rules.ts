/** Days that are promised, and what stands in the way of a new promise. Pure. */
import { addDays, type Day } from '#kit/basics/time/day.ts'

/** `to` is the first day that is free again. */
export interface Days {
  from: Day
  to: Day
}
export const overlap = (a: Days, b: Days): boolean => a.from < b.to && b.from < a.to

/** 「03-05～03-08」 with the day it comes back, as it was agreed; with the year where it is another than this one. */
export function daysText({ from, to }: Days, today: Day): string {
  const short = (d: Day): string => (d.slice(0, 4) === today.slice(0, 4) ? d.slice(5) : d)
  return `${short(from)}～${short(to)}`
}

/** What is known of one vehicle for these days. */
export interface Standing {
  status: string
  /** Promised already, by leases and holds that are not the asker's own. */
  promised: readonly (Days & { text: string })[]
  /** Missions that are not over: nobody else can have it on these days. */
  away: readonly (Days & { text: string })[]
  /** Out with a customer beyond the agreed end: the lease and its end. */
  overdue: string | null
  /** Papers that are not valid on the day it would be fetched, and what blocks it now. */
  papers: readonly string[]
}
export interface Freeness {
  free: boolean
  /** Why not. */
  why: string[]
  /** What has to be done until then. */
  note: string[]
}

const STATES: Readonly<Record<string, string>> = { preparing: '当前整备中', repairing: '当前维修中' }

/**
 * Whether the vehicle can be promised for these days. What holds today and can be over by then is a note; on the day itself it is why not.
 * A vehicle that is suspended or gone is promised to nobody, and one that did not come back is not before it is here.
 */
export function freeness(v: Standing, days: Days, today: Day): Freeness {
  const why: string[] = []
  const note: string[] = []
  const soon = days.from <= today
  if (v.status === 'suspended') why.push('已停用')
  if (v.status === 'disposed') why.push('已处置')
  for (const p of v.promised) if (overlap(p, days)) why.push(p.text)
  for (const a of v.away) if (overlap(a, days)) why.push(a.text)
  if (v.overdue) (days.from <= addDays(today, 1) ? why : note).push(v.overdue)
  const state = STATES[v.status]
  if (state) (soon ? why : note).push(state)
  for (const gap of v.papers) (soon ? why : note).push(gap)
  return { free: why.length === 0, why, note }
}
