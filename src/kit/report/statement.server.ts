/**
 * A report as SQL. Each source is a selection of rows: what the row is, its day, its keys, its part of every measure. Figures add the parts
 * up, the drill lists them: both begin with the same selection, so a figure is the sum of its rows. One statement a question.
 */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { seenRows, type Seen, type Which } from '../entity/query/live-rows.server.ts'
import type { Context, Db } from '../access/context.server.ts'
import { addDays, instantAt, type Day } from '../basics/time/day.ts'
import { fixedConditions, type Condition } from '../entity/query/conditions.ts'
import { conditionsSql } from '../entity/query/conditions.server.ts'
import type { Entity, Filter } from '../entity/entity.ts'
import type { TableName } from '../entity/tables.ts'
import { fieldOf, isTenant } from '../entity/names.ts'
import { and, col, live } from '../entity/query/rows.server.ts'
import { listWhere, scopeSql } from '../entity/query/scope.server.ts'
import { keptBy, keptRows, type KeptBy } from '../entity/query/totals.server.ts'
import type { Ask } from './ask.ts'
import { daysOfStep, type Period, type Shift, type Step } from './period.rules.ts'
import { sourceOf, summedMeasures, type EntitySource, type Report, type SqlSource, type Where } from './report.ts'
import { keptFrom } from './report.server.ts'
import { along, isEntitySource, type Resolved } from './resolve.ts'
import { NO_SHIFT, shifted, stepSql } from './steps.server.ts'

/** What a SQL source is asked: rows with `id, entity, title, day, note`, a column a dimension that is wanted, a column a measure. */
export interface SourceArgs extends Period {
  db: Db
  ctx: Context
  today: Day
  /** The step of the time axis: what lasts longer than one must come in parts. Years where the question has no such axis. */
  step: Step
  /** The question has no time axis: what lasts comes in one part. */
  whole: boolean
  /** How far these days are moved on the time axis: what comes in parts of a step is cut where the axis has its steps. */
  shift: Shift
  /** Whether the question divides or narrows by this dimension; the column may be left null where it does not. */
  wants: (dimension: string) => boolean
  /** Chosen values of filters that are no dimensions; of dimensions too, for sources that can be quicker with them. */
  filters: Readonly<Record<string, readonly (string | number | boolean)[]>>
  /** Living rows of an entity as alias `t`, within company and data permission. */
  scoped: <W extends Which>(which: W) => Seen<W>
  /** The sums kept of them, by the fields of `totalsBy` or those of another table; null where the data permission asks for more. */
  keptSumsOf: (entity: Entity<any> | TableName, table?: KeptBy) => SelectQueryBuilder<any, any, {}> | null
}
export type Sources<Q extends string = string> = Readonly<Record<Q, (args: SourceArgs) => RawBuilder<unknown>>>
/** Sums in place of the rows of a source, for figures alone: its day, dimensions and measures. Null where the question asks for what is not kept. */
export interface KeptSums<Q extends string = string> {
  /** Whose writes change them. */
  readonly of: readonly string[]
  readonly sources: Readonly<Partial<Record<Q, (args: SourceArgs) => RawBuilder<unknown> | null>>>
}
export interface ServedReport {
  readonly report: Report
  readonly sources: Sources
  readonly keptSums?: KeptSums
}
/** The SQL sources of a report; one that is missing does not compile. */
export const serveReport = <Q extends string>(report: Report<string, Q>, sources: Sources<Q>, keptSums?: KeptSums<Q>): ServedReport => ({
  report: report as Report,
  sources: sources as Sources,
  ...(keptSums && { keptSums: keptSums as KeptSums }),
})

export interface Asked {
  db: Db
  ctx: Context
  resolved: Resolved
  sources: Sources
  keptSums?: KeptSums | undefined
  ask: Ask
}
export type Part = 'now' | 'before'

const filterOf = (where: Where | undefined, today: Day): Filter => (typeof where === 'function' ? where(today) : (where ?? {}))

/** Joins along the references of dimensions, each once. */
class Joins {
  readonly sql: RawBuilder<unknown>[] = []
  readonly #known = new Map<string, string>()
  readonly #asked: Asked
  constructor(asked: Asked) {
    this.#asked = asked
  }
  column(entity: Entity, path: string): RawBuilder<unknown> {
    const { registry } = this.#asked.ctx
    const { steps, name } = along(entity, path, (other) => registry.entity(other).entity as Entity)
    let alias = 't'
    let key = ''
    for (const { field, to } of steps) {
      key += `.${field}`
      const known = this.#known.get(key) ?? `j${this.#known.size}`
      if (!this.#known.has(key)) {
        this.#known.set(key, known)
        const other = registry.entity(to).entity as Entity
        const own = isTenant(other) ? sql`${sql.ref(`${known}.operatorId`)} = ${this.#asked.ctx.user.operatorId} and ` : sql``
        this.sql.push(
          sql` left join ${sql.table(to)} as ${sql.ref(known)} on ${own}${sql.ref(`${known}.id`)} = ${sql.ref(`${alias}.${field}`)}`,
        )
      }
      alias = known
    }
    return sql.ref(`${alias}.${name}`)
  }
}

interface DayParts {
  day: RawBuilder<unknown>
  within: RawBuilder<boolean>
}
function dayOfRows(entity: Entity, name: string, { from, to }: Period): DayParts {
  const field = fieldOf(entity, name)!
  if (field.kind === 'instant')
    return {
      day: sql`(${col(name)} at time zone 'Asia/Shanghai')::date`,
      within: sql<boolean>`${col(name)} >= ${instantAt(from)}::timestamptz and ${col(name)} < ${instantAt(addDays(to, 1))}::timestamptz`,
    }
  // A day that is stored as the day after the last.
  const after = field.kind === 'day' && field.exclusive ? 1 : 0
  return {
    day: after ? sql`(${col(name)} - 1)` : col(name),
    within: sql<boolean>`${col(name)} between ${addDays(from, after)}::date and ${addDays(to, after)}::date`,
  }
}

/** Conditions of the question on this source; null where it can have no such rows. */
function narrowed({ resolved, ctx, ask }: Asked, key: string, entity: Entity, joins: Joins): RawBuilder<boolean>[] | null {
  const parts: RawBuilder<boolean>[] = []
  for (const condition of ask.conditions) {
    const dimension = resolved.dimensions.find((d) => d.name === condition.name)
    const path = dimension ? dimension.of[key] : fieldOf(entity, condition.name) ? condition.name : undefined
    if (path === undefined) return null
    const own = path.includes('.') ? null : fieldOf(entity, path)
    if (own) parts.push(conditionsSql(ctx.registry, entity, [{ ...condition, name: path, field: own } as Condition]))
    else parts.push(keyed(joins.column(entity, path), condition))
  }
  return parts
}
function keyed(column: RawBuilder<unknown>, condition: Condition): RawBuilder<boolean> {
  if (condition.op === 'empty') return sql<boolean>`${column} is null`
  if (condition.op === 'filled') return sql<boolean>`${column} is not null`
  if (condition.op === 'in') return sql<boolean>`${column}::text = any(${condition.values.map(String)}::text[])`
  throw new Error(`${condition.name}: only single values can be asked for`)
}

/** The rows of a source, and whether they are what is kept of them. */
interface Selected {
  rows: RawBuilder<unknown>
  fromKept: boolean
}
const asRows = (rows: RawBuilder<unknown>): Selected => ({ rows, fromKept: false })
const asKept = (rows: RawBuilder<unknown>): Selected => ({ rows, fromKept: true })

/** The rows of one source: `id, entity, title, day, note, k_…, m_…`, or sums of them in fewer; null where the question leaves it none. */
function rowsOf(asked: Asked, key: string, period: Period | null, sums: boolean): Selected | null {
  const source = asked.resolved.report.sources[key]!
  return isEntitySource(source) ? entityRows(asked, key, source, period, sums) : sqlRows(asked, key, source, period, sums)
}

function entityRows(asked: Asked, key: string, source: EntitySource, period: Period | null, sums: boolean): Selected | null {
  const { db, ctx, resolved, ask } = asked
  const { report } = resolved
  const entity = ctx.registry.entity(source.entity).entity as Entity
  const today = ctx.clock.today()
  const joins = new Joins(asked)
  const narrow = narrowed(asked, key, entity, joins)
  if (!narrow) return null
  const conditionOf = (where: Where | undefined): RawBuilder<boolean> =>
    conditionsSql(ctx.registry, entity, fixedConditions(entity, filterOf(where, today)))
  const counted = (days: DayParts | null): RawBuilder<boolean> =>
    and([live(entity, ctx.user.operatorId), listWhere(ctx, entity), conditionOf(source.where), ...narrow, ...(days ? [days.within] : [])])
  const daysBy = (name: string | undefined): DayParts | null => (name && period ? dayOfRows(entity, name, period) : null)
  const keys = ask.by
    .filter((name) => name !== 'period')
    .map((name) => {
      const path = resolved.dimensions.find((d) => d.name === name)!.of[key]
      return sql`${path === undefined ? sql`null` : joins.column(entity, path)}::text as ${sql.ref(name)}`
    })
  const measures = summedMeasures(report)
    .filter((name) => sourceOf(report, name) === key)
    .map((name) => {
      const { where: only, sum } = report.measures[name] as { where?: Where; sum?: string }
      return { name, sum, only: only && conditionOf(only) }
    })
  const selected = (
    head: (day: RawBuilder<unknown>) => RawBuilder<unknown>,
    n: RawBuilder<unknown>,
    from: RawBuilder<unknown>,
    days: DayParts | null,
  ): RawBuilder<unknown> => {
    const values = measures.map(({ name, sum, only }) => {
      const value = sum ? sql`coalesce(${joins.column(entity, sum)}, 0)` : n
      return only ? sql`case when ${only} then ${value} else 0 end as ${sql.ref(name)}` : sql`${value} as ${sql.ref(name)}`
    })
    const columns = sql.join([head(days?.day ?? sql`null::date`), ...keys, ...values])
    return sql`select ${columns} from ${from} as t${sql.join(joins.sql, sql``)} where ${counted(days)}`
  }
  const by = keptBy(entity)
  if (
    sums &&
    by &&
    joins.sql.length === 0 &&
    measures.every(({ sum }) => !sum || (entity.list.totals as readonly string[]).includes(sum))
  ) {
    const days = daysBy(source.keptDay ?? source.day)
    const storedRows = keptRows(db, by, sql.join([counted(days), ...keys, ...measures.map(({ only }) => only ?? sql`true`)]))
    if (storedRows) return asKept(selected((day) => sql`${day} as day`, sql`t.n`, storedRows, days))
  }
  const head = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`t.id, ${sql.lit(entity.name)}::text as entity, null::text as title, ${day} as day, null::text as note`
  return asRows(selected(head, sql`1`, sql`${sql.table(entity.name)}`, daysBy(source.day)))
}

function sqlRows(asked: Asked, key: string, source: SqlSource, period: Period | null, sums: boolean): Selected {
  const { db, ctx, resolved, ask, sources, keptSums } = asked
  const today = ctx.clock.today()
  const made = sources[key]
  if (!made) throw new Error(`${resolved.report.name}: source ${key} is not served`)
  const names = new Set(resolved.dimensions.map((d) => d.name))
  const args: SourceArgs = {
    db,
    ctx,
    today,
    step: ask.by.includes('period') ? ask.step : 'year',
    whole: !ask.by.includes('period'),
    shift: period && period === ask.before ? ask.before.shift : NO_SHIFT,
    ...(period ?? { from: today, to: today }),
    wants: (name) => ask.by.includes(name) || ask.conditions.some((c) => c.name === name),
    filters: Object.fromEntries(ask.conditions.flatMap((c) => (c.op === 'in' ? [[c.name, c.values]] : []))),
    scoped: (which) => seenRows(db, ctx, which),
    keptSumsOf: (entity, table) => keptFrom(db, ctx, entity, table),
  }
  const stored = (sums ? keptSums?.sources[key]?.(args) : null) ?? null
  const rows = stored ?? made(args)
  const narrow = ask.conditions.filter((c) => names.has(c.name)).map((c) => keyed(col(c.name), c))
  if (source.scope) {
    narrow.push(sql<boolean>`${col('operatorId')} = ${ctx.user.operatorId}`)
    const facts = { name: key, fields: {}, scope: source.scope } as unknown as Entity
    narrow.push(scopeSql(facts, ctx.access.scopeOf(resolved.report.right)))
  }
  return { rows: narrow.length ? sql`select * from (${rows}) as t where ${and(narrow)}` : sql`${rows}`, fromKept: stored !== null }
}

/** What tells the keys apart: a day or an id is compared more quickly than what is written for it. */
const groupsOf = (ask: Ask): RawBuilder<unknown>[] => ask.by.map((name) => (name === 'period' ? sql`r.day` : sql.ref(`r.${name}`)))
/** The keys of a row `r`, one per dimension of the question. */
const keysOf = (ask: Ask, shift: Shift): RawBuilder<unknown>[] =>
  ask.by.map((name) => (name === 'period' ? stepSql(ask.step, shifted(sql`r.day`, shift)) : sql`${sql.ref(`r.${name}`)}::text`))

/** Every source in every period asked for; `sums`: what is kept may stand for the rows. */
function* selections(asked: Asked, sums: boolean): Generator<Selected & { key: string; part: Part; shift: Shift }> {
  const { ask, resolved } = asked
  for (const key of Object.keys(resolved.report.sources)) {
    const now = rowsOf(asked, key, ask.period, sums)
    if (now) yield { key, part: 'now', ...now, shift: NO_SHIFT }
    const before = ask.before ? rowsOf(asked, key, ask.before, sums) : null
    if (before) yield { key, part: 'before', ...before, shift: ask.before!.shift }
  }
}

/** Sums per line and over all: columns k0, k1, `all`, a0… now and b0… before, in the order of summedMeasures. */
export function figuresSql(asked: Asked, limit: number): RawBuilder<unknown> {
  const { ask, resolved } = asked
  const names = summedMeasures(resolved.report)
  const keys = ask.by.map((_, i) => sql.ref(`k${i}`))
  const columns = [...names.map((_, i) => `a${i}`), ...(ask.before ? names.map((_, i) => `b${i}`) : [])]
  const parts = [...selections(asked, true)].map(({ key, part, rows, shift, fromKept }) => {
    const sumOf = (name: string): RawBuilder<unknown> => sql`sum(${sql.ref(`r.${name}`)})::numeric`
    const sums = columns.map((column) => {
      const name = names[Number(column.slice(1))]!
      const own = sourceOf(resolved.report, name) === key && (column[0] === 'a') === (part === 'now')
      return sql`${own ? sumOf(name) : sql`null::numeric`} as ${sql.ref(column)}`
    })
    // Where the last row has gone, sums of nothing are kept until they are swept: no line of a report.
    const nonZero = names.filter((name) => sourceOf(resolved.report, name) === key).map((name) => sql`${sumOf(name)} <> 0`)
    const having = fromKept && nonZero.length ? sql` having ${sql.join(nonZero, sql` or `)}` : sql``
    const divided = keys.length ? sql` group by ${sql.join(groupsOf(ask))}${having}` : sql``
    return sql`(select ${sql.join([...keysOf(ask, shift).map((k, i) => sql`${k} as ${keys[i]}`), ...sums])} from (${rows}) as r${divided})`
  })
  // No source can have such rows: one line of nothing.
  if (parts.length === 0)
    return sql`select true as "all", ${sql.join([...keys.map((k) => sql`null as ${k}`), ...columns.map((c) => sql`null as ${sql.ref(c)}`)])}`
  const sums = columns.map((column) => sql`sum(${sql.ref(`u.${column}`)}) as ${sql.ref(column)}`)
  const from = sql`from (${sql.join(parts, sql` union all `)}) as u`
  if (keys.length === 0) return sql`select true as "all", ${sql.join(sums)} ${from}`
  const list = sql.join(keys)
  const order = [...ask.by.map((name, i) => (name === 'period' ? sql.ref(`k${i}`) : null)), sql`${sql.ref('a0')} desc nulls last`, ...keys]
  return sql`select grouping(${keys[0]}) = 1 as "all", ${list}, ${sql.join(sums)} ${from}
    group by grouping sets ((${list}), ()) order by 1 desc, ${sql.join(order.filter((one) => one !== null))} limit ${limit + 2}`
}

export interface CellAsk {
  /** Measure of the sources → how often it counts. */
  parts: ReadonlyMap<string, number>
  /** One per dimension; undefined = all, null = rows without a value. */
  keys: readonly (string | null | undefined)[]
  part: Part
}
/** Asked for the days of the cell alone: of half a year, a month. */
function ofStep(asked: Asked, { keys, part }: CellAsk): Asked {
  const { ask } = asked
  const key = keys[ask.by.indexOf('period')]
  if (typeof key !== 'string') return asked
  const days = part === 'now' ? ask.period && daysOfStep(ask.period, ask.step, key) : null
  if (days) return { ...asked, ask: { ...ask, period: days } }
  const before = part === 'before' && ask.before ? daysOfStep(ask.before, ask.step, key, ask.before.shift) : null
  return before ? { ...asked, ask: { ...ask, before: { ...before, shift: ask.before!.shift } } } : asked
}

/** The rows behind one figure, as `x` with id, entity, title, day, note, amount; null where no source has any. */
export function cellSql(asked: Asked, cell: CellAsk): RawBuilder<unknown> | null {
  const { resolved, ask } = asked
  const { parts, keys, part } = cell
  const queries = [...selections(ofStep(asked, cell), false)].flatMap(({ key, part: of, rows, shift }) => {
    const own = [...parts].filter(([name]) => sourceOf(resolved.report, name) === key)
    if (of !== part || own.length === 0) return []
    const amount = sql.join(
      own.map(([name, n]) => sql`${sql.lit(n)} * ${sql.ref(`r.${name}`)}`),
      sql` + `,
    )
    const inCell = keysOf(ask, shift).flatMap((column, i) =>
      keys[i] === undefined ? [] : [sql<boolean>`${column} is not distinct from ${keys[i]}::text`],
    )
    return [sql`(select r.id, r.entity, r.title, r.day, r.note, (${amount})::numeric as amount from (${rows}) as r where ${and(inCell)})`]
  })
  return queries.length ? sql`(${sql.join(queries, sql` union all `)}) as x where x.amount <> 0` : null
}
