/** The table of a report as a workbook, with what was asked for on its second sheet, written into the log like every export. */
import { createHash } from 'node:crypto'
import type { Context } from '../access/context.server.ts'
import { exportMark, personMark } from '../access/person-mark.server.ts'
import { audit } from '../audit/audit.server.ts'
import { dayOf, timeOf } from '../basics/time/day.ts'
import type { ColumnKind, SheetColumn } from '../excel/sheet.ts'
import { xlsxBytes } from '../excel/write.server.ts'
import { describeConditions } from '../entity/query/query-words.server.ts'
import { XLSX } from '../entity/api/export.server.ts'
import { download, type Download } from '../http/route.server.ts'
import { answerOf, asked } from './answer.server.ts'
import { changeOf, COMPARES, STEPS } from './period.rules.ts'
import type { Report, Unit, Value } from './report.ts'
import type { Resolved, ShownMeasure } from './resolve.ts'
import type { ReportAnswer, ReportLine } from './wire.ts'

const MOST_LINES = 20_000
const KINDS: Record<Unit, ColumnKind> = { money: 'money', percent: 'rate', number: 'number', duration: 'number', distance: 'number' }
/** Workbooks hold ten-thousandths and hours. */
const cell = (unit: Unit, value: Value): Value => {
  if (value === null) return null
  if (unit === 'percent') return Math.round(value * 10_000)
  if (unit === 'duration') return Math.round(value / 36) / 100
  return unit === 'distance' ? value / 1000 : value
}
const suffixOf = ({ unit, suffix }: ShownMeasure): string => {
  const text = unit === 'money' ? '元' : unit === 'duration' ? '小时' : unit === 'distance' ? 'km' : suffix
  return text ? `（${text}）` : ''
}

function columnsOf({ dimensions, measures }: Resolved, { by, step, compare }: ReportAnswer): SheetColumn[] {
  const keys = by.map((name, i): SheetColumn => ({
    key: `k${i}`,
    label: name === 'period' ? STEPS[step].replace('按', '') : dimensions.find((d) => d.name === name)!.label,
    kind: 'text',
  }))
  const figures = measures.flatMap((m): SheetColumn[] => {
    const now: SheetColumn = { key: m.name, label: `${m.label}${suffixOf(m)}`, kind: KINDS[m.unit] }
    if (compare === 'none') return [now]
    return [
      now,
      { ...now, key: `${m.name}:before`, label: `${m.label} 比较期${suffixOf(m)}` },
      { key: `${m.name}:change`, label: `${m.label} ${COMPARES[compare]}`, kind: 'rate' },
    ]
  })
  return [...(keys.length ? keys : [{ key: 'k0', label: '项目', kind: 'text' as const }]), ...figures]
}

function rowOf(
  { measures }: Resolved,
  labels: readonly string[],
  { values, before }: Pick<ReportLine, 'values' | 'before'>,
): Record<string, unknown> {
  const row: Record<string, unknown> = Object.fromEntries(labels.map((label, i) => [`k${i}`, label]))
  for (const { name, unit } of measures) {
    row[name] = cell(unit, values[name] ?? null)
    if (!before) continue
    row[`${name}:before`] = cell(unit, before[name] ?? null)
    row[`${name}:change`] = cell('percent', changeOf(values[name] ?? null, before[name] ?? null))
  }
  return row
}

export async function exportReport(ctx: Context, report: Report, raw: Record<string, string>): Promise<Download> {
  const { answer, resolved, filter } = await ctx.db.read(ctx.user.operatorId, async (db) => {
    const question = asked(db, ctx, report, raw)
    return {
      answer: await answerOf(question, MOST_LINES),
      resolved: question.resolved,
      filter: await describeConditions(db, ctx, question.ask.conditions),
    }
  })
  const span = (period: ReportAnswer['period']): string => (period ? `${period.from} 至 ${period.to}` : '')
  const at = ctx.clock.now()
  const rows = [...answer.lines.map((line) => rowOf(resolved, line.labels, line)), rowOf(resolved, ['合计'], answer.total)]
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxBytes(rows, {
    sheetName: report.label,
    columns: columnsOf(resolved, answer),
    footer: exportMark(ctx),
    about: [
      ['导出内容', report.label],
      ['导出人', personMark(ctx)],
      ['导出时间', `${dayOf(at)} ${timeOf(at)}`],
      ...(answer.period ? [['统计日期', span(answer.period)] as const] : []),
      ...(answer.before ? [['比较期', `${COMPARES[answer.compare]} ${span(answer.before)}`] as const] : []),
      ['筛选条件', filter || '全部'],
      ['数据范围', ctx.access.scopeText(report.right)],
      ['行数', answer.more ? `前 ${answer.lines.length} 行，合计含全部` : String(answer.lines.length)],
    ],
  }))
    pieces.push(piece)
  const body = Buffer.concat(pieces)
  const changes: Record<string, [unknown, unknown]> = {
    filter: [null, [span(answer.period), filter].filter(Boolean).join('；')],
    columns: [null, answer.by.join(',')],
    rows: [null, answer.lines.length],
    sha256: [null, createHash('sha256').update(body).digest('hex')],
  }
  await ctx.db.write(ctx.user.operatorId, (tx) =>
    audit(tx, ctx, {
      entity: report.name,
      entityId: null,
      action: 'export',
      title: `${report.label} ${answer.lines.length} 行`,
      changes,
    }),
  )
  return download({ fileName: `${report.label}_${dayOf(at).replaceAll('-', '')}.xlsx`, mime: XLSX, body })
}
