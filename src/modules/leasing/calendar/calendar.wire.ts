/** What the calendar of vehicles answers. */
import { z } from 'zod'
import { CARD_OF } from '#kit/entity/card/card.wire.ts'

/** A stretch of days of one vehicle. `to` is the first day after it. */
const SPAN = z.object({
  /** taken: promised, but whoever asks may not see to whom. draft: a contract that is not submitted and keeps nothing. */
  kind: z.enum(['lease', 'away', 'hold', 'draft', 'taken', 'care', 'stop', 'mission', 'due']),
  entity: z.string().nullable(),
  id: z.number().nullable(),
  from: z.string(),
  to: z.string(),
  /** The state of its record, by its name and in words. */
  state: z.string(),
  stateLabel: z.string(),
  /** Short, for the bar itself. */
  label: z.string(),
  /** The version a change is sent with. */
  version: z.number().nullable(),
  /** The end has passed and the vehicle is not back. */
  over: z.boolean(),
  /** Whom the label names: his card opens there. */
  who: CARD_OF.optional(),
  /** Lines of the card. */
  lines: z.array(z.string()),
})
export type CalendarSpan = z.infer<typeof SPAN>

const ROW = z.object({
  id: z.number(),
  plateNo: z.string(),
  group: z.number(),
  model: z.number(),
  modelName: z.string(),
  energy: z.string(),
  isTrailer: z.boolean().nullable(),
  store: z.number(),
  storeName: z.string(),
  status: z.string(),
  statusLabel: z.string(),
  spans: z.array(SPAN),
})
export type CalendarRow = z.infer<typeof ROW>

export const CALENDAR_GROUPS = z.object({
  today: z.string(),
  total: z.number(),
  groups: z.array(z.object({ id: z.number(), name: z.string(), count: z.number() })),
})
export type CalendarGroups = z.infer<typeof CALENDAR_GROUPS>
export const CALENDAR_ROWS = z.object({ rows: z.array(ROW) })
export type CalendarRows = z.infer<typeof CALENDAR_ROWS>

export const FREE_VEHICLES = z.object({
  free: z.array(z.object({ id: z.number(), plateNo: z.string(), storeName: z.string(), note: z.array(z.string()) })),
  others: z.array(z.object({ id: z.number(), plateNo: z.string(), storeName: z.string(), why: z.array(z.string()) })),
  /** Of the others more than are listed. */
  more: z.number(),
})
export type FreeVehicles = z.infer<typeof FREE_VEHICLES>

export const MAY_PROLONG = z.object({
  /** Why the lease cannot end on that day, or null. */
  refused: z.string().nullable(),
  /** Whole months from the end it has now, where the new end is as many later. */
  months: z.number().nullable(),
  endOn: z.string(),
  monthlyRent: z.number(),
})
export type MayProlong = z.infer<typeof MAY_PROLONG>
