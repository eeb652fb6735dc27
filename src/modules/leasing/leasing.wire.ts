/** The wire of leases, said once: handlers, browser and document read it here. */
import { z } from 'zod'
import type { Day } from '#kit/basics/time/day.ts'
import { INSPECTION_GROUPS } from './handovers/handover.ts'
import type { SettlementSheet } from './returns/return.rules.ts'
import type { PlanPreview } from './rent/plan.rules.ts'

const DAY = z.string() as unknown as z.ZodType<Day>
/** A page that shows a sheet asks what it would do; that it can do nothing any more is an answer too. */
const REFUSED = z.object({ refused: z.string() })

const PERIOD = z.object({ startOn: z.string(), endOn: z.string(), amount: z.number(), formula: z.string() })
export const PLAN_PREVIEW = z.object({
  periods: z.array(
    z.object({
      startOn: z.string(),
      endOn: z.string(),
      amount: z.number(),
      issueOn: z.string(),
      dueOn: z.string(),
      items: z.array(PERIOD.extend({ feeItem: z.literal('REDUCE').optional(), description: z.string().optional() })),
    }),
  ),
  total: z.number(),
}) as unknown as z.ZodType<PlanPreview>

export const TERMS_OF_PLAN = z.object({ terms: z.record(z.string(), z.unknown()), minTermMonths: z.number().nullable() })
export const ISSUED = z.object({
  issued: z.number(),
  leases: z.number(),
  failures: z.array(z.object({ lease: z.number(), no: z.string(), message: z.string() })),
})
export const LEASE_STARTED = z.object({ contract: z.number(), leases: z.array(z.number()) })
export type LeaseStarted = z.infer<typeof LEASE_STARTED>

const LINE = z.object({
  kind: z.enum(['open', 'late', 'fee', 'back']),
  label: z.string(),
  formula: z.string(),
  amount: z.number(),
  bill: z.number().nullable(),
  feeItem: z.string().nullable(),
  startOn: z.string().nullable(),
  endOn: z.string().nullable(),
})
const FIGURES_OF_SHEET = z.object({
  totalCharges: z.number(),
  totalCredits: z.number(),
  net: z.number(),
  balanceUsed: z.number(),
  vehicleDepositUsed: z.number(),
  violationDepositUsed: z.number(),
  receivable: z.number(),
  refundOfBalance: z.number(),
  refundOfDeposit: z.number(),
  refund: z.number(),
  violationHeld: z.number(),
})
const SHEET = z.object({
  returnedOn: z.string(),
  endOn: z.string(),
  lines: z.array(LINE),
  backs: z.array(PERIOD.extend({ bill: z.number() })),
  cancelled: z.array(z.number()),
  driven: z.number(),
  result: FIGURES_OF_SHEET,
}) as unknown as z.ZodType<SettlementSheet>
export const SHEET_ANSWER = z.object({ sheet: SHEET, hash: z.string().nullable(), confirmed: z.boolean() })
export type SheetAnswer = z.infer<typeof SHEET_ANSWER>
export const SETTLED = z.object({ released: z.number(), advanced: z.number(), failures: z.array(z.string()) })
export type Settled = z.infer<typeof SETTLED>

export const REDUCTION_PREVIEW = z.union([
  z.object({ parts: z.array(PERIOD.extend({ bill: z.number().nullable(), billNo: z.string().nullable() })), amount: z.number() }),
  REFUSED,
])
export type ReductionPreview = z.infer<typeof REDUCTION_PREVIEW>
export const RENEWAL_PREVIEW = z.union([
  z.object({ startOn: z.string(), endOn: z.string(), totalRent: z.number(), periods: z.array(PERIOD) }),
  REFUSED,
])
export type RenewalPreview = z.infer<typeof RENEWAL_PREVIEW>
const SWAP = z.object({
  on: DAY,
  done: z.boolean(),
  items: z.array(
    z.object({
      bill: z.number().nullable(),
      billNo: z.string().nullable(),
      description: z.string(),
      amount: z.number(),
      formula: z.string().nullable(),
    }),
  ),
  difference: z.number(),
  rents: z.array(z.object({ startOn: DAY, endOn: DAY, before: z.number(), after: z.number() })),
})
export type SwapPreview = z.infer<typeof SWAP>
export const SWAP_PREVIEW = z.union([SWAP, REFUSED]).nullable()

/** Who had the vehicle: the segment as its detail shows it, with the words of what it refers to. */
export const HOLDER = z.object({
  segment: z
    .looseObject({
      id: z.number(),
      plateNo: z.string(),
      lesseeName: z.string(),
      leaseNo: z.string(),
      contractNo: z.string(),
      contract: z.number(),
    })
    .nullable(),
})
export type Holder = z.infer<typeof HOLDER>

export const STANDING = z.object({
  today: z.string(),
  flags: z.array(z.object({ label: z.string(), tone: z.enum(['red', 'orange']), about: z.enum(['term', 'arrears', 'deposit']) })),
})
export type StandingAnswer = z.infer<typeof STANDING>

const GROUP = z.enum(Object.keys(INSPECTION_GROUPS) as [keyof typeof INSPECTION_GROUPS])
const CHECKED = z.object({ group: GROUP, name: z.string(), normal: z.boolean().nullable(), note: z.string().nullable() })
const TO_CHECK = z.array(z.object({ group: GROUP, name: z.string() }))
const COUNTED = z.object({ km: z.number(), at: z.string() }).nullable()
/** What is known before the keys are given. */
export const HANDOVER_KNOWN = z.object({ counted: COUNTED, receiver: z.string().nullable() })
export type HandoverKnown = z.output<typeof HANDOVER_KNOWN>
/** How the vehicle went out, to hold what came back against. */
export const RETURN_DIFFERENCES = z.object({
  given: z
    .object({
      no: z.string(),
      actualAt: z.string().nullable(),
      odometer: z.number().nullable(),
      energyPercent: z.number().nullable(),
      items: z.array(CHECKED).nullable(),
      photos: z.array(z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.number() })).nullable(),
    })
    .nullable(),
  sheet: TO_CHECK,
  cleaningFee: z.number(),
  counted: COUNTED,
})
export type ReturnDifferences = z.output<typeof RETURN_DIFFERENCES>
const CAR = z.object({ plateNo: z.string().nullish(), odometer: z.number().nullish(), items: TO_CHECK, counted: COUNTED.optional() })
export const SWAP_SHEETS = z.object({ old: CAR, new: CAR })
export type SwapSheets = z.output<typeof SWAP_SHEETS>
