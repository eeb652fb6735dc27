/** The calls of every report: figures, the rows behind one of them, Excel. */
import { z } from 'zod'
import type { Context, Db } from '../access/context.server.ts'
import { forbidden, invalid } from '../basics/errors.ts'
import { functionCode } from '../entity/entity.ts'
import type { Registry } from '../entity/registry.server.ts'
import { route, type Route } from '../http/route.server.ts'
import { answerOf, asked, resolved, rowsOfCell } from './answer.server.ts'
import { exportReport } from './export.server.ts'
import { fileAnswer } from '../http/answers.server.ts'
import { reportAnswer, reportRowsAnswer } from './answers.server.ts'
import { COMPARES, STEPS } from './period.rules.ts'
import type { Report } from './report.ts'
import { seenReport } from './seen.ts'
import { NO_KEY } from './wire.ts'

const reading = <T>(ctx: Context, work: (db: Db) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work)
const oneOf = (words: Record<string, string>): string =>
  Object.entries(words)
    .map(([key, word]) => `${key} ${word}`)
    .join('，')
const text = (note: string) => z.string().describe(note).max(4000).optional()

/** Documented by name; the values are read with the report at hand (ask.ts). */
function questionShape(registry: Registry, report: Report): Record<string, z.ZodType> {
  const { dimensions, filters } = resolved(registry, report)
  const groups = [...(report.period ? ['period 时间'] : []), ...dimensions.map((d) => `${d.name} ${d.label}`)]
  return {
    ...(report.period
      ? {
          from: text('开始日期 YYYY-MM-DD'),
          to: text('结束日期 YYYY-MM-DD'),
          step: text(`时间分组：${oneOf(STEPS)}`),
          compare: text(`比较：${oneOf(COMPARES)}`),
        }
      : {}),
    by: text(`分组，至多两项，逗号分隔：${groups.join('，')}`),
    ...Object.fromEntries(Object.entries(filters).map(([name, field]) => [name, text(field.label)])),
  }
}
const questionOf = (raw: Record<string, unknown>, besides: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) => (typeof value === 'string' && !besides.includes(name) ? [[name, value]] : [])),
  )

const PAGE = {
  pageNo: z.coerce.number('页码应为正整数').int().min(1, '页码应为正整数').max(5000, '页码过大').default(1),
  pageSize: z.coerce.number('每页条数应为正整数').int().min(1).max(200, '每页最多 200 条').default(50),
}
const OF_ROWS = ['measure', 'key0', 'key1', 'part', 'pageNo', 'pageSize']
const keyOf = (key: string | undefined): string | null | undefined => (key === NO_KEY ? null : key)

function seenBy(ctx: Context, report: Report): Report {
  const seen = seenReport(report, (code) => ctx.access.can(code))
  if (Object.keys(seen.measures).length === 0) throw forbidden('没有查看这张报表数字的权限，请联系管理员开通')
  return seen
}

function routesOf(registry: Registry, report: Report): Route[] {
  const path = (verb: string): string => `/api/v1/report/${report.name}${verb}`
  const question = questionShape(registry, report)
  const rows = z.strictObject({
    ...question,
    measure: z.string('请指定数字').describe(
      Object.entries(report.measures)
        .map(([key, m]) => `${key} ${m.label}`)
        .join('，'),
    ),
    key0: text(`第一项分组的值，${NO_KEY} 表示无`),
    key1: text(`第二项分组的值，${NO_KEY} 表示无`),
    part: z.enum(['now', 'before'], '只能是 now 或 before').default('now').describe('now 本期，before 比较期'),
    ...PAGE,
  })
  return [
    route({
      method: 'GET',
      path: path(''),
      summary: report.label,
      right: report.right,
      input: z.strictObject(question),
      output: reportAnswer,
      handler: (ctx, raw) => reading(ctx, (db) => answerOf(asked(db, ctx, seenBy(ctx, report), questionOf(raw, [])))),
    }),
    route({
      method: 'GET',
      path: path('/rows'),
      summary: `${report.label}：一个数字由哪些记录组成`,
      right: report.right,
      input: rows,
      output: reportRowsAnswer,
      handler: (ctx, raw) =>
        reading(ctx, (db) => {
          const own = seenBy(ctx, report)
          const question = asked(db, ctx, own, questionOf(raw, OF_ROWS))
          const measure = own.measures[raw.measure]
          if (!measure || 'ratio' in measure) throw invalid({ measure: '没有这个数字，或它是比率：请指定分子或分母' })
          if (raw.part === 'before' && !question.ask.before) throw invalid({ part: '没有选择比较，没有比较期的记录' })
          const keys = [keyOf(raw['key0'] as string | undefined), keyOf(raw['key1'] as string | undefined)].slice(0, question.ask.by.length)
          return rowsOfCell(question, { ...raw, keys })
        }),
    }),
    route({
      method: 'POST',
      path: path('/export'),
      summary: `导出${report.label}`,
      right: functionCode(report.right, 'export'),
      input: z.strictObject({ query: z.record(z.string(), z.string().max(4000)).default({}).describe('与查询相同的条件') }),
      output: fileAnswer,
      handler: (ctx, { query }) => exportReport(ctx, seenBy(ctx, report), query),
    }),
  ]
}

export const reportRoutes = (registry: Registry): Route[] => registry.reports().flatMap(({ report }) => routesOf(registry, report))
