/**
 * A report as SQL. Each source is a selection of rows: what the row is, its day, its keys, its part of every measure. Figures add the parts
 * up, the drill lists them: both begin with the same selection, so a figure is the sum of its rows. One statement a question.
 */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Context, Db } from '../access/context.server.ts'
import { addDays, instantAt, type Day } from '../basics/day.ts'
import { fixedConditions, type Condition } from '../entity/query/conditions.ts'
import { conditionsSql } from '../entity/query/conditions.server.ts'
import type { Entity, Filter } from '../entity/entity.ts'
import type { TableName } from '../entity/tables.ts'
import { fieldOf, isTenant } from '../entity/names.ts'
import { and, col, live } from '../entity/query/rows.server.ts'
import { listWhere, scopeSql } from '../entity/query/scope.server.ts'
import type { Ask } from './ask.ts'
import type { Period, Shift, Step } from './period.rules.ts'
import { sourceOf, summedMeasures, type EntitySource, type Report, type SqlSource, type Where } from './report.ts'
import { scopedFrom } from './report.server.ts'
import { along, isEntitySource, type Resolved } from './resolve.ts'

/** What a SQL source is asked: rows with `id, entity, title, day, note`, a column a dimension that is wanted, a column a measure. */
export interface SourceArgs extends Period {
  db: Db
  ctx: Context
  today: Day
  /** The step of the time axis: what lasts longer than one must come in parts. Years where the question has no such axis. */
  step: Step
  /** Whether the question divides or narrows by this dimension; the column may be left null where it does not. */
  wants: (dimension: string) => boolean
  /** Chosen values of filters that are no dimensions; of dimensions too, for sources that can be quicker with them. */
  filters: Readonly<Record<string, readonly (string | number | boolean)[]>>
  /** Living rows of an entity as alias `t`, within company and data permission. */
  scoped: (entity: Entity<any> | TableName) => SelectQueryBuilder<any, any, {}>
}
export type Sources<Q extends string = string> = Readonly<Record<Q, (args: SourceArgs) => RawBuilder<unknown>>>
export interface ServedReport {
  readonly report: Report
  readonly sources: Sources
}
/** The SQL sources of a report; one that is missing does not compile. */
export const serveReport = <Q extends string>(report: Report<string, Q>, sources: Sources<Q>): ServedReport => ({
  report: report as Report,
  sources: sources as Sources,
})

export interface Asked {
  db: Db
  ctx: Context
  resolved: Resolved
  sources: Sources
  ask: Ask
}
export type Part = 'now' | 'before'

const STEP_SQL: Record<Step, (day: RawBuilder<unknown>) => RawBuilder<string>> = {
  day: (day) => sql`to_char(${day}, 'YYYY-MM-DD')`,
  week: (day) => sql`to_char(date_trunc('week', ${day}::timestamp), 'YYYY-MM-DD')`,
  month: (day) => sql`to_char(${day}, 'YYYY-MM')`,
  quarter: (day) => sql`to_char(${day}, 'YYYY"-Q"Q')`,
  year: (day) => sql`to_char(${day}, 'YYYY')`,
}
const shifted = (day: RawBuilder<unknown>, { months, days }: Shift): RawBuilder<unknown> =>
  months === 0 && days === 0 ? day : sql`(${day} + make_interval(months => ${months}, days => ${days}))::date`

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

/** The rows of one source: `id, entity, title, day, note, k_…, m_…`; null where the question leaves it none. */
function rowsOf(asked: Asked, key: string, period: Period | null): RawBuilder<unknown> | null {
  const source = asked.resolved.report.sources[key]!
  return isEntitySource(source) ? entityRows(asked, key, source, period) : sqlRows(asked, key, source, period)
}

function entityRows(asked: Asked, key: string, source: EntitySource, period: Period | null): RawBuilder<unknown> | null {
  const { ctx, resolved, ask } = asked
  const { report } = resolved
  const entity = ctx.registry.entity(source.entity).entity as Entity
  const today = ctx.clock.today()
  const joins = new Joins(asked)
  const narrow = narrowed(asked, key, entity, joins)
  if (!narrow) return null
  const days = source.day && period ? dayOfRows(entity, source.day, period) : null
  const where = and([
    live(entity, ctx.user.operatorId),
    listWhere(ctx, entity),
    conditionsSql(ctx.registry, entity, fixedConditions(entity, filterOf(source.where, today))),
    ...narrow,
    ...(days ? [days.within] : []),
  ])
  const keys = ask.by
    .filter((name) => name !== 'period')
    .map((name) => {
      const path = resolved.dimensions.find((d) => d.name === name)!.of[key]
      return sql`${path === undefined ? sql`null` : joins.column(entity, path)}::text as ${sql.ref(name)}`
    })
  const values = summedMeasures(report)
    .filter((name) => sourceOf(report, name) === key)
    .map((name) => {
      const measure = report.measures[name] as { where?: Where; sum?: string }
      const value = measure.sum ? sql`coalesce(${joins.column(entity, measure.sum)}, 0)` : sql`1`
      if (!measure.where) return sql`${value} as ${sql.ref(name)}`
      const only = conditionsSql(ctx.registry, entity, fixedConditions(entity, filterOf(measure.where, today)))
      return sql`case when ${only} then ${value} else 0 end as ${sql.ref(name)}`
    })
  const head = sql`t.id, ${sql.lit(entity.name)}::text as entity, null::text as title, ${days?.day ?? sql`null::date`} as day, null::text as note`
  return sql`select ${sql.join([head, ...keys, ...values])} from ${sql.table(entity.name)} as t${sql.join(joins.sql, sql``)} where ${where}`
}

function sqlRows(asked: Asked, key: string, source: SqlSource, period: Period | null): RawBuilder<unknown> {
  const { db, ctx, resolved, ask, sources } = asked
  const today = ctx.clock.today()
  const made = sources[key]
  if (!made) throw new Error(`${resolved.report.name}: source ${key} is not served`)
  const names = new Set(resolved.dimensions.map((d) => d.name))
  const rows = made({
    db,
    ctx,
    today,
    step: ask.by.includes('period') ? ask.step : 'year',
    ...(period ?? { from: today, to: today }),
    wants: (name) => ask.by.includes(name) || ask.conditions.some((c) => c.name === name),
    filters: Object.fromEntries(ask.conditions.flatMap((c) => (c.op === 'in' ? [[c.name, c.values]] : []))),
    scoped: (entity) => scopedFrom(db, ctx, entity),
  })
  const narrow = ask.conditions.filter((c) => names.has(c.name)).map((c) => keyed(col(c.name), c))
  if (source.scope) {
    narrow.push(sql<boolean>`${col('operatorId')} = ${ctx.user.operatorId}`)
    const facts = { name: key, fields: {}, scope: source.scope } as unknown as Entity
    narrow.push(scopeSql(facts, ctx.access.scopeOf(resolved.report.right)))
  }
  return narrow.length ? sql`select * from (${rows}) as t where ${and(narrow)}` : sql`${rows}`
}

/** The keys of a row `r`, one per dimension of the question. */
const keysOf = (ask: Ask, shift: Shift): RawBuilder<unknown>[] =>
  ask.by.map((name) => (name === 'period' ? STEP_SQL[ask.step](shifted(sql`r.day`, shift)) : sql`${sql.ref(`r.${name}`)}::text`))

const NO_SHIFT: Shift = { months: 0, days: 0 }
/** Every source in every period asked for. */
function* selections(asked: Asked): Generator<{ key: string; part: Part; rows: RawBuilder<unknown>; shift: Shift }> {
  const { ask, resolved } = asked
  for (const key of Object.keys(resolved.report.sources)) {
    const now = rowsOf(asked, key, ask.period)
    if (now) yield { key, part: 'now', rows: now, shift: NO_SHIFT }
    const before = ask.before ? rowsOf(asked, key, ask.before) : null
    if (before) yield { key, part: 'before', rows: before, shift: ask.before!.shift }
  }
}

/** Sums per line and over all: columns k0, k1, `all`, a0… now and b0… before, in the order of summedMeasures. */
export function figuresSql(asked: Asked, limit: number): RawBuilder<unknown> {
  const { ask, resolved } = asked
  const names = summedMeasures(resolved.report)
  const keys = ask.by.map((_, i) => sql.ref(`k${i}`))
  const columns = [...names.map((_, i) => `a${i}`), ...(ask.before ? names.map((_, i) => `b${i}`) : [])]
  const parts = [...selections(asked)].map(({ key, part, rows, shift }) => {
    const sums = columns.map((column) => {
      const name = names[Number(column.slice(1))]!
      const own = sourceOf(resolved.report, name) === key && (column[0] === 'a') === (part === 'now')
      return sql`${own ? sql`sum(${sql.ref(`r.${name}`)})::numeric` : sql`null::numeric`} as ${sql.ref(column)}`
    })
    const divided = keys.length ? sql` group by ${sql.join(keys.map((_, i) => sql.lit(i + 1)))}` : sql``
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
/** The rows behind one figure, as `x` with id, entity, title, day, note, amount; null where no source has any. */
export function cellSql(asked: Asked, { parts, keys, part }: CellAsk): RawBuilder<unknown> | null {
  const { resolved, ask } = asked
  const found = [...selections(asked)].flatMap(({ key, part: of, rows, shift }) => {
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
  return found.length ? sql`(${sql.join(found, sql` union all `)}) as x where x.amount <> 0` : null
}
