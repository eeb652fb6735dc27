/** A report as a card of the home page: the very figures and the very chart of its screen, each leading to the rows behind it. */
import type { Context } from '../access/context.server.ts'
import type { Day } from '../basics/time/day.ts'
import type { HomeCard } from '../entity/registry.server.ts'
import { chartedMeasures, chartOf } from './chart-of.ts'
import { answerOf, asked, resolved } from './answer.server.ts'
import type { HomeFigure } from './home.wire.ts'
import { listLink } from './link.server.ts'
import { partsOf, type ChartKind, type Report } from './report.ts'
import type { Asked } from './statement.server.ts'
import { cellText, type ReportAnswer } from './wire.ts'

type Keys = readonly (string | null)[]
interface ReportCard extends Omit<HomeCard, 'load'> {
  report: Report
  /** As in the address of the screen. */
  question?: (today: Day) => Record<string, string>
  chart?: ChartKind
  /** Other measures than those the screen draws. */
  charted?: readonly string[]
  /** All keys of the first dimension in their order, the empty ones too; else as the report has them. */
  steps?: readonly string[]
  /** Totals of this question that stand above the chart, beside those of the days it is compared with. */
  figures?: { measures: readonly string[]; question: (today: Day) => Record<string, string> }
  /** Where the rows of a figure stand, where a list shows the same that no link of the report knows. */
  rows?: (ctx: Context, keys: Keys) => string
  to: string
}

export const reportCard = ({
  report,
  question,
  chart,
  charted = report.charted,
  steps,
  figures,
  rows,
  to,
  ...card
}: ReportCard): HomeCard => ({
  ...card,
  load: (ctx) =>
    ctx.db.read(ctx.user.operatorId, async (db) => {
      const today = ctx.clock.today()
      const raw = question?.(today) ?? {}
      const ask = asked(db, ctx, report, raw)
      const answer = inOrder(await answerOf(ask), steps)
      const known = resolved(ctx.registry, report)
      const drawn = { ...known, report: { ...report, ...(charted ? { charted } : {}) } }
      const data = chartOf(drawn, answer) ?? { labels: [], series: [], shape: { unit: 'number' as const } }
      const measures = answer.compare === 'none' ? chartedMeasures(drawn) : []
      const keysOf = new Map(answer.lines.map((line) => [line.labels[0], line.keys]))
      const leads = (measure: string, keys: Keys | undefined): string | null =>
        keys ? (rows?.(ctx, keys) ?? cellLink(ask, raw, to, measure, keys)) : null
      const totals = figures
        ? await totalsOf(asked(db, ctx, report, figures.question(today)), figures.question(today), figures.measures, to)
        : null
      return {
        kind: 'series',
        data,
        links: measures.map(({ name }) => data.labels.map((label) => leads(name, keysOf.get(label)))),
        ...(totals ? { figures: totals } : {}),
        ...(chart ? { chart } : {}),
        to: addressOf(to, raw),
      }
    }),
})

function inOrder(answer: ReportAnswer, steps: readonly string[] | undefined): ReportAnswer {
  if (!steps) return answer
  const none = { values: {} }
  return {
    ...answer,
    lines: steps.map((step) => answer.lines.find(({ keys }) => keys[0] === step) ?? { keys: [step], labels: [step], ...none }),
  }
}

const addressOf = (to: string, question: Record<string, string>): string => {
  const query = new URLSearchParams(question).toString()
  return query ? `${to}?${query}` : to
}

/** A list that shows the same rows, or else the report with the rows of this cell open. Nothing stands behind a ratio. */
function cellLink(ask: Asked, question: Record<string, string>, to: string, measure: string, keys: Keys): string | null {
  const parts = partsOf(ask.resolved.report, measure)
  if (parts.size === 0) return null
  return listLink(ask, { parts, keys, part: 'now' }) ?? addressOf(to, { ...question, cell: cellText(measure, keys) })
}

async function totalsOf(ask: Asked, question: Record<string, string>, names: readonly string[], to: string): Promise<HomeFigure[]> {
  const { total } = await answerOf(ask)
  return names.flatMap((name) => {
    const measure = ask.resolved.measures.find((one) => one.name === name)
    if (!measure) return []
    const { compare: _compare, ...own } = question
    const before = total.before?.[name]
    return [
      {
        label: measure.label,
        value: total.values[name] ?? 0,
        ...(measure.unit === 'money' ? { unit: 'fen' as const } : {}),
        ...(typeof before === 'number' ? { before } : {}),
        to: cellLink(ask, own, to, name, []) ?? addressOf(to, question),
      },
    ]
  })
}
