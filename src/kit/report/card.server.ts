/** A report as a card of the home page: the very figures and the very chart of its screen, which it leads to. */
import type { Day } from '../basics/time/day.ts'
import type { HomeCard } from '../entity/registry.server.ts'
import { chartOf } from './chart-of.ts'
import { answerOf, asked, resolved } from './answer.server.ts'
import type { ChartKind, Report } from './report.ts'

interface ReportCard extends Omit<HomeCard, 'load'> {
  report: Report
  /** As in the address of the screen. */
  question?: (today: Day) => Record<string, string>
  chart?: ChartKind
  /** Other measures than those the screen draws. */
  charted?: readonly string[]
  to: string
}

export const reportCard = ({ report, question, chart, charted = report.charted, to, ...card }: ReportCard): HomeCard => ({
  ...card,
  load: async (ctx) => {
    const raw = question?.(ctx.clock.today()) ?? {}
    const answer = await ctx.db.read(ctx.user.operatorId, (db) => answerOf(asked(db, ctx, report, raw)))
    const known = resolved(ctx.registry, report)
    const data = chartOf({ ...known, report: { ...report, ...(charted ? { charted } : {}) } }, answer)
    const query = new URLSearchParams(raw).toString()
    return {
      kind: 'series',
      data: data ?? { labels: [], series: [], shape: { unit: 'number' } },
      ...(chart ? { chart } : {}),
      to: query ? `${to}?${query}` : to,
    }
  },
})
