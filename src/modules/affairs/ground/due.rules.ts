/** When something that runs out is due, how urgent that is, and on which rung of the ladder it stands (§2.1). */
import { addDays, daysBetween, type Day } from '#kit/basics/time/day.ts'

export type Level = 'normal' | 'soon' | 'due' | 'overdue' | 'snoozed'
export const DEFAULT_LADDER = '60,30,15,7,3,0'
/** Overdue, people hear of it again each week. */
const AGAIN_DAYS = 7

/** `60,30,15,7,3,0` as numbers, falling; null when it is written otherwise. */
export function readLadder(text: string): number[] | null {
  const parts = text.split(/[,，、\s]+/).filter((part) => part !== '')
  const days = parts.map(Number)
  if (days.length === 0 || days.length > 12 || days.some((d) => !Number.isInteger(d) || d < 0 || d > 365)) return null
  return [...new Set(days)].toSorted((a, b) => b - a)
}

/** The rung reached today: the lowest one not below what is left; overdue 0, −7, −14 …; null while the first is ahead. */
export function ladderStep(dueOn: Day, today: Day, ladder: readonly number[]): number | null {
  const left = daysBetween(today, dueOn)
  if (left < 0) return -Math.floor(-left / AGAIN_DAYS) * AGAIN_DAYS || 0
  const reached = ladder.filter((step) => step >= left)
  return reached.length ? Math.min(...reached) : null
}

/** By days alone. It is valid through its last day. */
export function levelOf(dueOn: Day, today: Day, ladder: readonly number[]): Exclude<Level, 'snoozed'> {
  const left = daysBetween(today, dueOn)
  if (left < 0) return 'overdue'
  if (left === 0) return 'due'
  return left <= Math.max(...ladder) ? 'soon' : 'normal'
}

const RANK: Record<Level, number> = { snoozed: 0, normal: 1, soon: 2, due: 3, overdue: 4 }
export const worse = (a: Level, b: Level): Level => (RANK[b] > RANK[a] ? b : a)

/** A person may put it off once, for a while, with a reason. */
const MOST_SNOOZE_DAYS = 30
export function whyNotSnooze(until: Day, today: Day, already: boolean): string | null {
  if (already) return '每项待办只能延后一次'
  if (until <= today) return '延后日期须晚于今天'
  return until > addDays(today, MOST_SNOOZE_DAYS) ? `最多延后 ${MOST_SNOOZE_DAYS} 天，即到 ${addDays(today, MOST_SNOOZE_DAYS)}` : null
}
