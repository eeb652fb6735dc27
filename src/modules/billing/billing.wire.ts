/** The wire of bills and receipts, said once: handlers, browser and document read it here. */
import { z } from 'zod'
import type { Day } from '#kit/basics/time/day.ts'
import { BILL_TYPES } from './bills/fee-items.rules.ts'

const DAY = z.string() as unknown as z.ZodType<Day>

export const PAYMENT_PREVIEW = z.object({
  lines: z.array(
    z.object({
      bill: z.number(),
      no: z.string(),
      billType: z.enum(Object.keys(BILL_TYPES) as (keyof typeof BILL_TYPES)[]),
      dueOn: DAY,
      remain: z.number(),
      overdueDays: z.number(),
      lateFee: z.number(),
      amount: z.number(),
      after: z.number(),
    }),
  ),
  lateFees: z.array(z.object({ bill: z.number(), amount: z.number(), paid: z.number() })),
  lowered: z.array(z.object({ of: z.number(), bill: z.number(), amount: z.number(), back: z.number() })),
  toBalance: z.number(),
  total: z.number(),
})
export type PaymentPreview = z.infer<typeof PAYMENT_PREVIEW>

export const BILL_LATE = z.object({
  today: z.string(),
  overdueDays: z.number(),
  fee: z.number(),
  posted: z.number(),
  toPost: z.number(),
  formula: z.string(),
})
export type BillLate = z.infer<typeof BILL_LATE>

export const MEANS = z.object({
  balance: z.number(),
  deposits: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(['vehicle', 'violation']),
      balance: z.number(),
      lease: z.string(),
      held: z.string().nullable(),
    }),
  ),
})
export type Means = z.infer<typeof MEANS>

export const AGEING = z.object({
  steps: z.array(z.object({ label: z.string(), count: z.number(), amount: z.number(), from: DAY.nullable(), to: DAY })),
})
export type Ageing = z.infer<typeof AGEING>

export const CREDIT = z.object({
  bills: z.number(),
  charged: z.number(),
  paid: z.number(),
  open: z.number(),
  overdue: z.number(),
  overdueBills: z.number(),
  longestOpen: z.number(),
  lateSettled: z.number(),
  longestLate: z.number(),
  settled: z.number(),
  writtenOff: z.number(),
})
export type Credit = z.infer<typeof CREDIT>

export const COUPONS_ISSUED = z.object({
  issued: z.number(),
  left: z.number(),
  failures: z.array(z.object({ lessee: z.number(), name: z.string(), message: z.string() })),
})
export const COUPON_CANDIDATES = z.object({
  list: z.array(
    z.object({
      id: z.number(),
      no: z.string(),
      name: z.string(),
      offer: z.string(),
      lastOn: z.string(),
      amount: z.number(),
      formula: z.string(),
      reason: z.string().nullable(),
    }),
  ),
})
