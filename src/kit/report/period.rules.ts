/** Periods of a report: what is shown at first, the steps of a time axis, and the period before it is compared with. */
import { addDays, addMonths, daysBetween, endOfMonth, startOfMonth, weekday, type Day } from '../basics/time/day.ts'

export const STEPS = { day: '按日', week: '按周', month: '按月', quarter: '按季', year: '按年' } as const
export type Step = keyof typeof STEPS
export const PERIODS = {
  month: '本月',
  lastMonth: '上月',
  days30: '近 30 天',
  months6: '近 6 个月',
  months12: '近 12 个月',
  year: '今年',
} as const
export type PeriodName = keyof typeof PERIODS
export const COMPARES = { none: '不比较', previous: '环比', lastYear: '同比' } as const
export type Compare = keyof typeof COMPARES

export interface Period {
  from: Day
  to: Day
}
/** How far a day of the period before is moved to lie beside the day it is compared with. */
export interface Shift {
  months: number
  days: number
}

export function periodOf(name: PeriodName, today: Day): Period {
  const first = startOfMonth(today)
  const until = endOfMonth(today)
  switch (name) {
    case 'month':
      return { from: first, to: until }
    case 'lastMonth':
      return { from: addMonths(first, -1), to: endOfMonth(addMonths(first, -1)) }
    case 'days30':
      return { from: addDays(today, -29), to: today }
    case 'months6':
      return { from: addMonths(first, -5), to: until }
    case 'months12':
      return { from: addMonths(first, -11), to: until }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01` as Day, to: `${today.slice(0, 4)}-12-31` as Day }
  }
}

const monthsBetween = (from: Day, to: Day): number => (+to.slice(0, 4) - +from.slice(0, 4)) * 12 + (+to.slice(5, 7) - +from.slice(5, 7)) + 1

/**
 * 环比: as many whole months before when the period begins with a month (the first twenty days of May beside those of April), else as
 * many days before. 同比: the same days a year earlier. A month shorter than the other ends with its own last day.
 */
export function periodBefore({ from, to }: Period, compare: Exclude<Compare, 'none'>): Period & { shift: Shift } {
  const wholeMonths = from === startOfMonth(from)
  if (compare === 'previous' && !wholeMonths) {
    const days = daysBetween(from, to) + 1
    return { from: addDays(from, -days), to: addDays(from, -1), shift: { months: 0, days } }
  }
  const months = compare === 'lastYear' ? 12 : monthsBetween(from, to)
  const moved = addMonths(to, -months)
  return { from: addMonths(from, -months), to: to === endOfMonth(to) ? endOfMonth(moved) : moved, shift: { months, days: 0 } }
}

/** The step a day falls into, as the database writes it too (steps.server.ts). */
export function stepOf(day: Day, step: Step): string {
  switch (step) {
    case 'day':
      return day
    case 'week':
      return addDays(day, 1 - weekday(day))
    case 'month':
      return day.slice(0, 7)
    case 'quarter':
      return `${day.slice(0, 4)}-Q${Math.ceil(+day.slice(5, 7) / 3)}`
    case 'year':
      return day.slice(0, 4)
  }
}
export const stepLabel = (key: string, step: Step): string => {
  if (step === 'week') return `${key} 周`
  return step === 'quarter' ? key.replace('-Q', ' 年第 ') + ' 季' : key
}

/** Every step of a period, so that an axis shows the empty ones. */
export function stepsOf({ from, to }: Period, step: Step): string[] {
  const steps = new Set<string>()
  // A month has every day's step but that of a day and a week; a first day of the month is enough for the longer ones.
  const next = (day: Day): Day => (step === 'day' || step === 'week' ? addDays(day, 1) : addMonths(startOfMonth(day), 1))
  for (let day = from; day <= to; day = next(day)) steps.add(stepOf(day, step))
  return [...steps]
}

/** The days of a period that fall into one step, of the period before once they are moved. */
export function daysOfStep({ from, to }: Period, step: Step, key: string, { months, days }: Shift = { months: 0, days: 0 }): Period | null {
  let first: Day | null = null
  let last: Day | null = null
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (stepOf(addDays(addMonths(day, months), days), step) !== key) continue
    first ??= day
    last = day
  }
  return first && last ? { from: first, to: last } : null
}

/** Change against the period before; null when there was nothing to change. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : (now - before) / Math.abs(before)
