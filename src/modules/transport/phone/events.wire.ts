/** What a phone sends and hears, event by event. */
import { z } from 'zod'
import { instantInput } from '#kit/http/inputs.ts'

const id = z.int().positive()
const text = (most: number) => z.string().max(most)
const count = z.int().min(0).max(1_000_000)
const odometer = z.number().min(0).max(9_999_999)

const DATA = z.strictObject({
  reason: text(200).optional(),
  consignment: id.optional(),
  pieces: count.optional(),
  sealNos: text(200).optional(),
  /** What stayed behind when loading was done; the rest was scanned. */
  left: z.array(id).max(500).optional(),
  /** What the odometer shows as the truck leaves and as it is put away, km. */
  odometerFrom: odometer.optional(),
  odometerTo: odometer.optional(),
  signType: z.enum(['self', 'other', 'seal', 'code', 'contactless']).optional(),
  signer: text(40).optional(),
  relation: text(20).optional(),
  lines: z
    .array(z.strictObject({ goods: text(80), refused: count, short: count, damaged: z.boolean(), reason: text(100) }))
    .max(100)
    .optional(),
  responsible: z.enum(['customer', 'receiver', 'carrier', 'driver', 'company', 'force', 'open']).optional(),
  codTaken: count.optional(),
  codNote: text(100).optional(),
  hashes: z
    .array(z.string().regex(/^[a-f0-9]{64}$/))
    .max(10)
    .optional(),
  /** Of the check before the trip: what was looked at, and how it was. */
  checks: z
    .array(z.strictObject({ item: text(60), ok: z.boolean(), note: text(100).optional() }))
    .max(60)
    .optional(),
  exception: z
    .enum(['late', 'refusal', 'damage', 'short', 'surplus', 'breakdown', 'accident', 'temperature', 'unreachable', 'waiting'])
    .optional(),
})
const PHONE_KINDS = [
  'accept',
  'refuse',
  'check',
  'scan',
  'load',
  'depart',
  'arrive',
  'startWork',
  'endWork',
  'leave',
  'note',
  'sign',
  'exception',
  'odometer',
] as const
const EVENT = z.strictObject({
  clientId: z.string().regex(/^[\w-]{8,60}$/, '事件编号不正确'),
  kind: z.enum(PHONE_KINDS),
  mission: id,
  stop: id.optional(),
  at: instantInput(),
  lng: z.number().min(-180).max(180).optional(),
  lat: z.number().min(-90).max(90).optional(),
  accuracyM: count.optional(),
  data: DATA.default({}),
})
export const EVENTS = z.strictObject({
  deviceId: text(80),
  /** What the phone's clock says as it sends: its error is taken off every time. */
  sentAt: instantInput(),
  events: z.array(EVENT).min(1).max(100),
})
export type PhoneEvent = z.infer<typeof EVENT>
/** kept: stored though it did not fit; told: refused by a rule, and remembered. */
const ANSWER = z.object({
  clientId: z.string(),
  result: z.enum(['stored', 'known', 'kept', 'told', 'invalid']),
  message: z.string().nullable(),
})
export const ANSWERS = z.object({ results: z.array(ANSWER) })
export type EventAnswer = z.infer<typeof ANSWER>
