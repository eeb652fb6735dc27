/** A question answered: lines with names and figures, and the rows behind one figure. */
import { sql, type CompiledQuery } from 'kysely'
import type { Context, Db } from '../access/context.server.ts'
import { sharedOf } from '../database/handle.server.ts'
import { tablesRead } from '../database/shared-answers.server.ts'
import { dictionaryOf } from '../entity/dictionary.server.ts'
import type { Entity } from '../entity/entity.ts'
import { snake } from '../entity/names.ts'
import type { Registry } from '../entity/registry.server.ts'
import { labelsOfIds, titlesOf } from '../entity/query/labels.server.ts'
import { readAsk } from './ask.ts'
import { listLink } from './link.server.ts'
import { stepLabel, type Step } from './period.rules.ts'
import { figuresOf, partsOf, summedMeasures, type Report } from './report.ts'
import { isEntitySource, resolveReport, type Dimension, type Resolved } from './resolve.ts'
import { cellSql, figuresSql, type Asked, type Part } from './statement.server.ts'
import type { ReportAnswer, ReportLine, ReportRow, ReportRows } from './wire.ts'

/** More lines than a person reads; the total still counts all of them. */
const LINES = 1000
const KEEP_MS = 5000

const resolvedOf = new WeakMap<Report, Resolved>()
export function resolved(registry: Registry, report: Report): Resolved {
  const known = resolvedOf.get(report)
  if (known) return known
  const made = resolveReport(report, (name) => registry.entity(name).entity as Entity)
  resolvedOf.set(report, made)
  return made
}

export function asked(db: Db, ctx: Context, report: Report, raw: Record<string, string>): Asked {
  const resolvedReport = resolved(ctx.registry, report)
  const { sources, keptSums } = ctx.registry.report(report.name)
  return { db, ctx, resolved: resolvedReport, sources, keptSums, ask: readAsk(resolvedReport, raw, ctx.clock.today()) }
}

type Line = Record<string, unknown>
/** What is kept of entities changes by a trigger, when their rows do. */
const entitiesOf = ({ sources }: Report): string[] =>
  Object.values(sources).flatMap((source) => (isEntitySource(source) ? [snake(source.entity)] : []))
/** As totals of lists: whoever asks the same within seconds shares the answer, until a write of this process to one of its tables. */
async function shared(db: Db, query: CompiledQuery, also: readonly string[]): Promise<readonly Line[]> {
  const sharedAnswers = sharedOf(db)
  const ask = async (): Promise<readonly Line[]> => (await db.executeQuery<Line>(query)).rows
  if (!sharedAnswers) return ask()
  const key = `report:${JSON.stringify([query.sql, query.parameters])}`
  const now = performance.now()
  const known = sharedAnswers.get<Promise<readonly Line[]>>(key, now)
  if (known) return known
  const pending = ask()
  sharedAnswers.keep(key, pending, { tables: [...tablesRead(query.sql), ...also], clock: sharedAnswers.clock, ms: KEEP_MS, now })
  return pending.catch((error: unknown) => {
    sharedAnswers.drop(key)
    throw error
  })
}

const EMPTY = '（无）'
/** Names of the keys of one dimension. */
async function named(db: Db, ctx: Context, { field }: Dimension, keys: ReadonlySet<string>): Promise<(key: string) => string> {
  if (field.kind === 'ref') {
    const ids = new Set([...keys].map(Number))
    const names = (await labelsOfIds(db, ctx, new Map([[field.to, ids]]))).get(field.to)
    return (key) => names?.get(Number(key)) ?? `#${key}`
  }
  if (field.kind === 'flag') return (key) => (key === 'true' ? '是' : '否')
  const words = field.kind === 'dict' ? await dictionaryOf(db, ctx, field.group) : 'options' in field ? (field.options ?? {}) : {}
  return (key) => words[key] ?? key
}

async function labelled(
  asked: Asked,
  lines: readonly { keys: (string | null)[] }[],
): Promise<(keys: readonly (string | null)[]) => string[]> {
  const { db, ctx, ask, resolved } = asked
  const namers = await Promise.all(
    ask.by.map(async (name, i): Promise<(key: string) => string> => {
      if (name === 'period') return (key) => stepLabel(key, ask.step as Step)
      const keys = new Set(lines.flatMap((line) => (line.keys[i] === null ? [] : [line.keys[i]!])))
      return named(
        db,
        ctx,
        resolved.dimensions.find((d) => d.name === name)!,
        keys,
      )
    }),
  )
  return (keys) => keys.map((key, i) => (key === null ? EMPTY : namers[i]!(key)))
}

/** `lines`: at most so many. */
export async function answerOf(asked: Asked, lines = LINES): Promise<ReportAnswer> {
  const { db, ask, resolved } = asked
  const names = summedMeasures(resolved.report)
  const rows = await shared(db, figuresSql(asked, lines).compile(db), [...(asked.keptSums?.of ?? []), ...entitiesOf(resolved.report)])
  const sums = (row: Line, part: 'a' | 'b') =>
    figuresOf(resolved.report, Object.fromEntries(names.map((name, i) => [name, Number(row[`${part}${i}`] ?? 0)])))
  const figures = (row: Line): Pick<ReportLine, 'values' | 'before'> => ({
    values: sums(row, 'a'),
    ...(ask.before ? { before: sums(row, 'b') } : {}),
  })
  const total = rows.find((row) => row['all'] === true)
  const groups = ask.by.length === 0 ? [] : rows.filter((row) => row['all'] !== true)
  const shown = groups.slice(0, lines).map((row) => ({ keys: ask.by.map((_, i) => row[`k${i}`] as string | null), ...figures(row) }))
  const labels = await labelled(asked, shown)
  return {
    period: ask.period,
    before: ask.before && { from: ask.before.from, to: ask.before.to },
    by: [...ask.by],
    step: ask.step,
    compare: ask.compare,
    lines: shown.map((line) => ({ ...line, labels: labels(line.keys) })),
    total: figures(total ?? {}),
    more: groups.length > lines,
  }
}

export interface RowsAsk {
  measure: string
  keys: readonly (string | null | undefined)[]
  part: Part
  pageNo: number
  pageSize: number
}

/** What a figure is made of; the sum over all pages is the figure. */
export async function rowsOfCell(asked: Asked, { measure, keys, part, pageNo, pageSize }: RowsAsk): Promise<ReportRows> {
  const { db, ctx, resolved } = asked
  const cell = { parts: partsOf(resolved.report, measure), keys, part }
  const source = cellSql(asked, cell)
  if (!source) return { list: [], total: 0, sum: 0, pageNo, pageSize }
  const [page, counted] = await Promise.all([
    sql<ReportRow>`select id, entity, title, day::text as day, note, amount from ${source} order by day, entity, id, amount limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(
      db,
    ),
    sql<{ n: unknown; total: unknown }>`select count(*) as n, coalesce(sum(amount), 0) as total from ${source}`.execute(db),
  ])
  const list = page.rows.map((row) => ({ ...row, id: Number(row.id), amount: Number(row.amount) }))
  await entitle(db, ctx, list)
  const to = listLink(asked, cell)
  return { list, total: Number(counted.rows[0]!.n), sum: Number(counted.rows[0]!.total), pageNo, pageSize, ...(to ? { to } : {}) }
}

/** Rows of entities are called what they are called everywhere. */
async function entitle(db: Db, ctx: Context, list: ReportRow[]): Promise<void> {
  const nameless = Map.groupBy(
    list.filter((row) => row.title === null),
    (row) => row.entity,
  )
  for (const [entity, rows] of nameless) {
    const titles = await titlesOf(db, ctx, entity, [...new Set(rows.map((row) => row.id))])
    for (const row of rows) row.title = titles.get(row.id) ?? `#${row.id}`
  }
}
