/** What passes between the house and whoever makes invoices, worded by neither. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import type { Delivery } from '#kit/ports/call.server.ts'
import { FREIGHT_CODE } from './carriage.rules.ts'

const line = z.strictObject({
  name: z.string(),
  taxCode: z.string().nullable(),
  rateBp: z.int(),
  gross: z.int(),
  net: z.int(),
  tax: z.int(),
})
const text = z.string().nullable()
const carriage = z.strictObject({ from: text, to: text, tool: z.string(), plate: text, goods: text })
/** Amounts in fen; of a red letter below zero. */
export const invoiceDocument = z.strictObject({
  /** The same for every attempt of one request: what a provider recognises it by. */
  key: z.string().min(3).max(60),
  kind: z.enum(['special', 'general']),
  buyer: z.strictObject({
    title: z.string(),
    taxNo: z.string().nullable(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    bank: z.string().nullable(),
    bankAccount: z.string().nullable(),
  }),
  gross: z.int(),
  net: z.int(),
  tax: z.int(),
  lines: z.array(line).min(1).max(2000),
  /** 特定要素 04 of freight, a line for each way, vehicle and goods; what was queued before it was asked for has none. */
  special: z
    .strictObject({
      code: z.literal(FREIGHT_CODE),
      lines: z.array(carriage).min(1).max(2000),
    })
    .nullable()
    .default(null),
  red: z.strictObject({ number: z.string(), reason: z.string() }).nullable(),
})
export type InvoiceDocument = z.output<typeof invoiceDocument>

/** What a provider knows of a request. */
export const invoiceOutcome = z.strictObject({
  state: z.enum(['waiting', 'issued', 'failed']),
  providerNo: z.string().max(64).nullable(),
  number: z.string().nullable(),
  issuedOn: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .nullable(),
  reason: z.string().max(300).nullable(),
  redState: z.enum(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10']).nullable(),
})
export type InvoiceOutcome = z.output<typeof invoiceOutcome>

export interface InvoiceNotice {
  key: string
  outcome: InvoiceOutcome
}

export interface InvoiceProvider {
  readonly name: 'manual' | 'gateway'
  /** Once per `document.key`, however often it is called; a red letter when `document.red` says so. */
  issue(ctx: Context, document: InvoiceDocument, delivery: Delivery): Promise<InvoiceOutcome>
  /** What was told us, or null when it is not believed. */
  notice(header: (name: string) => string | null, body: string, now: Date): InvoiceNotice | null
}
