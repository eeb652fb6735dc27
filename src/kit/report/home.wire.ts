/** What modules say on the notice panel and the home pages, said once: modules, shell, browser and document read it here. */
import { z } from 'zod'
import { CHARTS, type ChartKind } from './report.ts'
import type { ChartData } from './chart-data.ts'

const REMINDER = z.object({
  reminderType: z.string(),
  carpoolNo: z.string(),
  vehicleNo: z.string(),
  driverName: z.string(),
  executeTime: z.string(),
})
const UNAPPROVED = z.object({
  taskName: z.string(),
  reminderType: z.string(),
  vehicleNo: z.string(),
  tenantryName: z.string(),
  approvalStartTime: z.string(),
  businessId: z.union([z.string(), z.number()]),
  approvalScene: z.union([z.string(), z.number()]),
  caseId: z.number().optional(),
})
const REVENUE = z.object({ reminderType: z.string().optional(), vehicleNo: z.string(), warningTime: z.string() })
const NOTICES = z.object({
  unapprovedTaskList: z.array(UNAPPROVED),
  reminderList: z.array(REMINDER),
  vehicleRevenueWarnVoList: z.array(REVENUE),
  undistributedTaskCount: z.number(),
})
export type Notices = z.infer<typeof NOTICES>
export const TOTALS = NOTICES.extend({ unapprovedCount: z.number(), total: z.number() })
export const UNDISTRIBUTED = NOTICES.pick({ undistributedTaskCount: true })

const SHAPE = z.object({ unit: z.string(), suffix: z.string().optional(), decimals: z.number().optional() })
const CHART_DATA = z.object({
  labels: z.array(z.string()),
  series: z.array(
    z.object({ name: z.string(), values: z.array(z.number().nullable()), before: z.boolean().optional(), shape: SHAPE.optional() }),
  ),
  shape: SHAPE,
  parts: z.boolean().optional(),
  timed: z.boolean().optional(),
})

export type HomeData =
  | { kind: 'figures'; figures: { label: string; value: number; unit?: 'fen' | '%'; to?: string; tone?: 'good' | 'warn' | 'bad' }[] }
  | { kind: 'series'; data: ChartData; chart?: ChartKind; to?: string }
  | { kind: 'rows'; rows: { title: string; note: string; to: string; tone?: 'warn' | 'bad' }[] }
const FIGURE = z.object({
  label: z.string(),
  value: z.number(),
  unit: z.enum(['fen', '%']).optional(),
  to: z.string().optional(),
  tone: z.enum(['good', 'warn', 'bad']).optional(),
})
const HOME_DATA = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('figures'), figures: z.array(FIGURE) }),
  z.object({
    kind: z.literal('series'),
    data: CHART_DATA,
    chart: z.enum(Object.keys(CHARTS) as [ChartKind, ...ChartKind[]]).optional(),
    to: z.string().optional(),
  }),
  z.object({
    kind: z.literal('rows'),
    rows: z.array(z.object({ title: z.string(), note: z.string(), to: z.string(), tone: z.enum(['warn', 'bad']).optional() })),
  }),
]) as unknown as z.ZodType<HomeData>
export const HOME_CARDS = z.array(z.object({ code: z.string(), title: z.string(), group: z.string(), data: HOME_DATA }))
export type Card = z.infer<typeof HOME_CARDS>[number]
