import { dayOf, timeOf } from '../basics/time/day.ts'
import type { Context } from './context.server.ts'

/** Name and last digits of the telephone: enough to find the person, not enough to call them. */
export const personMark = ({ user }: Context): string => [user.name, user.phoneTail].filter(Boolean).join(' ')

/** Stands on every page of what leaves the house. */
export function exportMark(ctx: Context): string {
  const at = ctx.clock.now()
  return `${personMark(ctx)} ${dayOf(at)} ${timeOf(at)} 导出`
}
