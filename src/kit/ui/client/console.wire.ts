/** Answers that the kit's own controls ask for, said once: handlers of shell and system, browser and document read them here. */
import { z } from 'zod'

export const DICTIONARY_ITEMS = z.array(
  z.object({ itemCode: z.string(), itemName: z.string(), color: z.string().nullable(), disabled: z.boolean() }),
)
export type DictionaryItems = z.infer<typeof DICTIONARY_ITEMS>

export const FOUND_PLACES = z.array(
  z.object({
    code: z.string(),
    name: z.string(),
    fullName: z.string(),
    level: z.enum(['province', 'city', 'district', 'street']),
    lng: z.number().nullable(),
    lat: z.number().nullable(),
    approx: z.boolean(),
  }),
)
export type FoundPlaces = z.infer<typeof FOUND_PLACES>

const KEPT = z.record(z.string(), z.unknown())
export const SETTINGS = z.object({ mine: KEPT, team: KEPT })

/** What a form keeps of itself, as it was sent. */
const ANY_JSON = z.unknown().meta({ type: ['object', 'array', 'string', 'number', 'boolean', 'null'] })
export const DRAFT = z.object({ key: z.string(), content: ANY_JSON, savedAt: z.string() }).nullable()
export const DRAFTS = z.array(z.object({ key: z.string(), title: z.string().nullable(), savedAt: z.string() }))
export const DRAFT_SAVED = z.object({ key: z.string(), savedAt: z.string() })

export const SAVED_VIEWS = z.array(
  z.object({
    id: z.number(),
    screen: z.string(),
    name: z.string(),
    scope: z.enum(['private', 'dept', 'all']),
    isDefault: z.boolean(),
    /** Stored JSON, which may be older than the code that reads it. */
    state: z.unknown().meta({ type: 'object' }),
    mine: z.boolean(),
  }),
)
export type SavedViews = z.infer<typeof SAVED_VIEWS>
