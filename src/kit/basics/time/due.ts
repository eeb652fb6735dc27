/** What is due, and whether it is late: one rule for bills, papers and leases, so that late looks late everywhere. */
import { daysBetween, type Day } from './day.ts'

export type Due = { state: 'late'; days: number } | { state: 'today' } | { state: 'ahead' }

/** `open`: it is still to be done; what is settled or given back is late no more. */
export function dueState(on: Day | null, today: Day, open: boolean): Due {
  if (on === null || !open || on > today) return { state: 'ahead' }
  return on === today ? { state: 'today' } : { state: 'late', days: daysBetween(on, today) }
}
