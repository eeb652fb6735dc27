/** 账单统计 as the stories ask for it: one line per month, store or channel, and the rows behind each figure, from the report itself. */
import type { Context, Db } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { answerOf, asked, rowsOfCell } from '#kit/report/answer.server.ts'
import { partsOf } from '#kit/report/report.ts'
import { NO_KEY, type ReportLine, type ReportRows } from '#kit/report/wire.ts'
import { AGEING_STEPS } from '#modules/billing/bills/bill.rules.ts'
import { billAgeing, billStatistics } from '#modules/billing/statements/statistics.ts'

export const MEASURES = ['charged', 'credited', 'collected', 'writtenOff', 'open', 'received', 'accrued', 'overdue'] as const
type Measure = (typeof MEASURES)[number]
export interface Ask {
  from: Day
  to: Day
  by: 'month' | 'store' | 'channel'
  basis: 'dueOn' | 'issuedOn'
  billType: 'rent' | 'other' | 'all'
  store?: number | undefined
  channel?: number | undefined
  vehicle?: number | undefined
  lessee?: number | undefined
}
type Line = { key: string; label: string } & Record<Measure, number>

const texts = (what: object): Record<string, string> =>
  Object.fromEntries(Object.entries(what).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
const questionOf = ({ by, ...ask }: Ask) => texts({ ...ask, by: by === 'month' ? 'period' : by })
const ageingOf = ({ billType, store, channel, vehicle, lessee }: Ask) => texts({ billType, store, channel, vehicle, lessee, by: 'late' })
const figures = ({ values }: Pick<ReportLine, 'values'>) =>
  Object.fromEntries(MEASURES.map((name) => [name, values[name]])) as Record<Measure, number>

export async function statistics(
  db: Db,
  ctx: Context,
  ask: Ask,
): Promise<{ lines: Line[]; total: Line; ageing: { label: string; count: number; amount: number }[] }> {
  const { lines, total } = await answerOf(asked(db, ctx, billStatistics, questionOf(ask)))
  const overdue = await answerOf(asked(db, ctx, billAgeing, ageingOf(ask)))
  return {
    lines: lines
      .map((line) => ({ key: line.keys[0] ?? NO_KEY, label: line.labels[0]!, ...figures(line) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    total: { key: '', label: '合计', ...figures(total) },
    ageing: AGEING_STEPS.map(({ label }) => {
      const values = overdue.lines.find((line) => line.keys[0] === label)?.values
      return { label, count: values?.['count'] ?? 0, amount: values?.['amount'] ?? 0 }
    }),
  }
}

export function statisticsRows(
  db: Db,
  ctx: Context,
  { measure, key, pageNo, pageSize, ...ask }: Ask & { measure: Measure | 'ageing'; key: string; pageNo: number; pageSize: number },
): Promise<ReportRows> {
  const keys = [key === '' ? undefined : key === NO_KEY ? null : key]
  const of = measure === 'ageing' ? asked(db, ctx, billAgeing, ageingOf(ask)) : asked(db, ctx, billStatistics, questionOf(ask))
  const name = measure === 'ageing' ? 'amount' : measure
  if (partsOf(of.resolved.report, name).size === 0) throw new Error(name)
  return rowsOfCell(of, { measure: name, keys, part: 'now', pageNo, pageSize })
}
