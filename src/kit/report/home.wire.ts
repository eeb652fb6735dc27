/** What modules say on the notice panel and the home pages, said once: modules, shell, browser and document read it here. */
import { z } from 'zod'
import { CARD_OF } from '../entity/card/card.wire.ts'
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

/** `before`: the same figure of the period before. */
export interface HomeFigure {
  label: string
  value: number
  unit?: 'fen' | '%'
  to?: string
  tone?: 'good' | 'warn' | 'bad'
  before?: number
}
/** `links`: where a point of a series leads, one row a series, one address a label; null where nothing stands behind it. */
export type HomeData =
  | { kind: 'figures'; figures: HomeFigure[] }
  | { kind: 'series'; data: ChartData; figures?: HomeFigure[]; links?: (string | null)[][]; chart?: ChartKind; to?: string }
  | { kind: 'rows'; rows: { title: string; note: string; to: string; tone?: 'warn' | 'bad' }[] }
const FIGURE = z.object({
  label: z.string(),
  value: z.number(),
  unit: z.enum(['fen', '%']).optional(),
  to: z.string().optional(),
  tone: z.enum(['good', 'warn', 'bad']).optional(),
  before: z.number().optional(),
})
const HOME_DATA = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('figures'), figures: z.array(FIGURE) }),
  z.object({
    kind: z.literal('series'),
    data: CHART_DATA,
    figures: z.array(FIGURE).optional(),
    links: z.array(z.array(z.string().nullable())).optional(),
    chart: z.enum(Object.keys(CHARTS) as [ChartKind, ...ChartKind[]]).optional(),
    to: z.string().optional(),
  }),
  z.object({
    kind: z.literal('rows'),
    rows: z.array(z.object({ title: z.string(), note: z.string(), to: z.string(), tone: z.enum(['warn', 'bad']).optional() })),
  }),
]) as unknown as z.ZodType<HomeData>
export const HOME_CARDS = z.array(z.object({ code: z.string(), title: z.string(), data: HOME_DATA }))
export type Card = z.infer<typeof HOME_CARDS>[number]

/** One thing to do: whose it is, what, since when (a day or an instant), how much (fen), and the page where it is done. */
const WORK_LINE = z.object({
  who: z.string(),
  what: z.string(),
  since: z.string().nullable(),
  amount: z.number().nullable(),
  to: z.string(),
  /** Which of its words are plates and names, as they stand in `who` and between the points of `what`: their cards open there. */
  names: z.array(z.object({ text: z.string(), of: CARD_OF })).optional(),
})
export type WorkLine = z.infer<typeof WORK_LINE>
/** Things of one kind. `total` and `sum` (fen) are those of the list at `to`; `exact` false: at least so many. The lines are the first of them. */
export const WORK = z.array(
  z.object({
    code: z.string(),
    title: z.string(),
    act: z.string(),
    tone: z.enum(['warn', 'bad']),
    total: z.number(),
    exact: z.boolean(),
    sum: z.number().nullable(),
    to: z.string(),
    lines: z.array(WORK_LINE),
  }),
)
export type Work = z.infer<typeof WORK>[number]
