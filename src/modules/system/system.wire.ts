/** The wire of settings, logs and messages, said once: handlers, browser and document read it here. */
import { z } from 'zod'
import { CHANGE_TABLE } from '#kit/audit/change-table.ts'

export const RULE_CHOICES = z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() }))
export type RuleChoices = z.infer<typeof RULE_CHOICES>

const PAGE = { total: z.number(), exact: z.boolean(), pageNo: z.number(), pageSize: z.number() }
const FILE = z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.number() })
export const INBOX = z.object({
  ...PAGE,
  list: z.array(
    z.object({
      id: z.number(),
      category: z.string(),
      title: z.string(),
      content: z.string().nullable(),
      link: z.string().nullable(),
      readAt: z.string().nullable(),
      createdAt: z.string(),
      attachments: z.array(FILE).nullable(),
      own: z.boolean(),
    }),
  ),
  unread: z.number(),
})

/** What a user or a role would not see, in sentences. */
export const ACCESS_GAPS = z.object({ lines: z.array(z.string()) })
export type AccessGaps = z.infer<typeof ACCESS_GAPS>

/** The number under which a reported problem is answered. */
export const FEEDBACK_SENT = z.object({ no: z.string() })
/** Names of those who can open what is closed. */
export const KEEPERS = z.array(z.string())

/** `field`, `was` and `is` where the change is a table, to be drawn as one. */
const LINE = z.object({
  label: z.string(),
  before: z.string(),
  after: z.string(),
  field: z.string().optional(),
  was: CHANGE_TABLE.optional(),
  is: CHANGE_TABLE.optional(),
})
const LOG_ROW = z.object({
  id: z.number(),
  at: z.string(),
  userName: z.string(),
  entity: z.string(),
  entityLabel: z.string(),
  entityId: z.number().nullable(),
  title: z.string().nullable(),
  action: z.string(),
  actionLabel: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  lines: z.array(LINE),
  reason: z.string().nullable(),
  source: z.string(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type LogLine = z.infer<typeof LINE>
export type LogRow = z.infer<typeof LOG_ROW>
export const LOG_PAGE = z.object({ ...PAGE, list: z.array(LOG_ROW) })
export const CHAIN = z.object({ ok: z.boolean(), lines: z.number(), message: z.string() })
export type Chain = z.infer<typeof CHAIN>

const LOGIN_ROW = z.object({
  id: z.number(),
  at: z.string(),
  username: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  result: z.string(),
  resultLabel: z.string(),
  detail: z.string().nullable(),
})
export type LoginRow = z.infer<typeof LOGIN_ROW>
export const LOGIN_PAGE = z.object({ ...PAGE, list: z.array(LOGIN_ROW), results: z.record(z.string(), z.string()) })

const VALUE = z.union([z.number(), z.boolean(), z.string()])
export const PARAMETER_ROWS = z.array(
  z.object({
    code: z.string(),
    label: z.string(),
    group: z.string(),
    kind: z.enum(['int', 'money', 'rate', 'flag', 'choice', 'text']),
    default: VALUE,
    min: z.number().optional(),
    max: z.number().optional(),
    options: z.record(z.string(), z.string()).optional(),
    unit: z.string().optional(),
    hint: z.string(),
    value: VALUE,
    changed: z.boolean(),
    updatedAt: z.string().nullable(),
    updatedBy: z.string().nullable(),
  }),
)

export const DEMO_STATE = z.object({
  demo: z.boolean(),
  name: z.string(),
  removable: z.boolean(),
  /** While it is still being filled in. */
  making: z.object({ percent: z.int(), secondsLeft: z.int().nullable(), failed: z.boolean() }).nullable(),
  steps: z.array(z.object({ code: z.string(), label: z.string(), screen: z.string(), done: z.boolean() })),
})
export type FirstStep = z.infer<typeof DEMO_STATE>['steps'][number]
