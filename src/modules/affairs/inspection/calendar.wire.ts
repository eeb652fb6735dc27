/** What the calendar of inspections answers. */
import { z } from 'zod'

const item = z.object({
  vehicle: z.number(),
  plateNo: z.string(),
  kind: z.string(),
  dueOn: z.string(),
  /** Where it stands that day: due and nothing done, a paper open, an appointment, passed. */
  stand: z.enum(['due', 'open', 'booked', 'passed', 'failed']),
  inspection: z.number().nullable(),
  station: z.string().nullable(),
})
export type CalendarItem = z.infer<typeof item>
export const CALENDAR = z.object({
  month: z.string(),
  today: z.string(),
  /** The same figures as 车务列表 and the home page, of inspections alone. */
  levels: z.object({ overdue: z.number(), due: z.number(), soon: z.number(), snoozed: z.number() }),
  /** Of the month: all that is due, and of them what has passed, is booked, has failed, and what nobody has begun. */
  total: z.number(),
  passed: z.number(),
  booked: z.number(),
  failed: z.number(),
  open: z.number(),
  /** The months around it, so that a full one is seen coming. */
  months: z.array(z.object({ month: z.string(), total: z.number(), passed: z.number() })),
  days: z.array(z.object({ day: z.string(), items: z.array(item), more: z.number() })),
})
export type CalendarAnswer = z.infer<typeof CALENDAR>
