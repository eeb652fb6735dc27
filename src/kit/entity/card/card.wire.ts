/** GET /api/v1/card, said once: handler, browser and document read it here. */
import { z } from 'zod'

/** A record with a few of its fields, masked as its list has them. */
export const SLICE = z.looseObject({ id: z.number(), version: z.number(), $title: z.string(), $masked: z.array(z.string()).optional() })

/** Which record a name stands for. */
export const CARD_OF = z.object({ entity: z.string(), id: z.number() })
export type CardOf = z.infer<typeof CARD_OF>

export const CARD_LINE = z.object({
  key: z.string(),
  label: z.string(),
  text: z.string().optional(),
  /** Fen. */
  amount: z.number().optional(),
  /** Small print behind it, a thing each. */
  notes: z.array(z.string()).optional(),
  /** Where the rows are it speaks of. */
  to: z.string().optional(),
  /** The record it names, where that is a plate or a person: outside of a card its own card opens there. */
  of: CARD_OF.optional(),
  tone: z.enum(['bad', 'warn']).optional(),
  /** A field of another record (the number of who has the vehicle): drawn, masked and revealed as everywhere. */
  field: z.object({ entity: z.string(), name: z.string(), row: SLICE }).optional(),
})
export type CardLine = z.infer<typeof CARD_LINE>

const CARD_ACT = z.object({
  key: z.string(),
  label: z.string(),
  /** A page of the console with the record chosen, or an address outside of it (a route on a map). */
  to: z.string(),
  /** Why it cannot be done now. */
  reason: z.string().nullable().optional(),
})
export type CardAct = z.infer<typeof CARD_ACT>

export const CARD = z.object({
  entity: z.string(),
  id: z.number(),
  /** The fields of the record its definition puts on the card. */
  row: SLICE,
  /** The page of the whole record; null when none shows it. */
  path: z.string().nullable(),
  lines: z.array(CARD_LINE),
  acts: z.array(CARD_ACT),
})
export type Card = z.infer<typeof CARD>
