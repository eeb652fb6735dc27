/** The wire of bills and receipts, said once: handlers, browser and document read it here. */
import { z } from 'zod'
import type { Day } from '#kit/basics/time/day.ts'
import { SLICE } from '#kit/entity/card/card.wire.ts'
import { BILL_TYPES, REMIND_WAYS } from './bills/fee-items.rules.ts'

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
  /** What pays all of these bills, late fees included, when it was paid at that time. */
  settles: z.number(),
})
export type PaymentPreview = z.infer<typeof PAYMENT_PREVIEW>

/** Fen; `total` = `principal` + `lateFee` as of today (bills/owed/owed.server.ts). */
const OWED = z.object({
  bills: z.number(),
  principal: z.number(),
  lateFee: z.number(),
  total: z.number(),
  overdueBills: z.number(),
  overdue: z.number(),
  oldest: DAY.nullable(),
  oldestDays: z.number(),
})
/** To be called now; promised for a later day; both. */
export const DUNNING_TABS = ['due', 'promised', 'all'] as const
export type DunningTab = (typeof DUNNING_TABS)[number]

export const DUNNING = z.object({
  counts: z.object({ due: z.number(), promised: z.number(), all: z.number() }),
  total: z.number(),
  list: z.array(
    OWED.extend({
      lessee: z.number(),
      name: z.string(),
      /** His number as masked as in his list; null for who may not see that. */
      phone: SLICE.nullable(),
      last: z
        .object({
          at: z.string(),
          clerk: z.string(),
          way: z.enum(Object.keys(REMIND_WAYS) as (keyof typeof REMIND_WAYS)[]),
          content: z.string(),
        })
        .nullable(),
      /** Fen; `received` since it was given. */
      promise: z.object({ on: DAY, amount: z.number().nullable(), received: z.number() }).nullable(),
    }),
  ),
})
export type Dunning = z.infer<typeof DUNNING>

export const OWED_BILLS = z.object({
  owed: OWED,
  list: z.array(
    z.object({
      id: z.number(),
      no: z.string(),
      billType: z.enum(Object.keys(BILL_TYPES) as (keyof typeof BILL_TYPES)[]),
      lessee: z.number(),
      lesseeName: z.string(),
      vehicle: z.number().nullable(),
      plate: z.string(),
      store: z.number(),
      dueOn: DAY,
      remain: z.number(),
      lateFee: z.number(),
      overdueDays: z.number(),
    }),
  ),
})
export type OwedBills = z.infer<typeof OWED_BILLS>

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
