/**
 * A figure is a report's cell: one definition says what is counted, by what it is divided, and which rows stand behind each figure.
 * Page, chart, comparison, drill, Excel, API, home cards and the conformance test read it. Pure: runs in the server, the browser and tests.
 */
import type { Day } from '../basics/time/day.ts'
import type { Dimension as ScopeDimension, Filter } from '../entity/entity.ts'
import type { Field } from '../entity/field.ts'
import type { TableName, Tables } from '../entity/tables.ts'
import type { PeriodName, Step } from './period.rules.ts'

/** fen · a fraction shown as percent · plain · seconds shown as hours and minutes · metres shown as kilometres */
export type Unit = 'money' | 'percent' | 'number' | 'duration' | 'distance'
export const CHARTS = { line: '折线', bar: '柱状', stacked: '堆叠', pie: '饼图', heat: '热力' } as const
export type ChartKind = keyof typeof CHARTS

/** Rows that count; a function where the rule knows today (overdue). */
export type Where = Filter | ((today: Day) => Filter)

/** Living rows of an entity within the data permission. `day`: the field whose day is the period's. */
export interface EntitySource {
  entity: TableName
  day?: string
  /** The stored day of that instant, where sums are kept by it. */
  keptDay?: string
  where?: Where
}
/**
 * Rows a server part selects (serveReport). It begins at `scoped(entity)`; or it reads a table of facts that has columns `operator_id`
 * and those named in `scope`, and the kit narrows it.
 */
export interface SqlSource {
  sql: true
  scope?: Partial<Record<ScopeDimension, string>>
}
export type Source = EntitySource | SqlSource

/** A field of the source (`store`), a field of what it refers to (`vehicle.model`), one of these per source, or for SQL a column with its field. */
type Dimension = string | Field | { label: string; field: Field | null; of: Readonly<Record<string, string>> }

interface Named {
  label: string
  hint?: string
  /** Unit behind a plain number: km, 辆. */
  suffix?: string
  decimals?: number
  /** Function code it takes besides that of the report; what is made of measures takes theirs as well. */
  seenBy?: string
}
type From<S extends string> = { from?: S }
export type Measure<M extends string = string, S extends string = string, F extends string = string> = Named &
  (
    | ({ count: true; where?: Where } & From<S>)
    | ({ sum: F; where?: Where; unit?: Unit } & From<S>)
    /** A column of that measure's name in a SQL source. */
    | ({ column: true; unit: Unit } & Required<From<S>>)
    | { plus: readonly M[]; minus?: readonly M[] }
    /** `times`: where the divisor is kept in a smaller unit than one divides by, 1000 for metres and a price per km. */
    | { ratio: readonly [M, M]; unit?: Unit; times?: number }
  )

interface Common<M extends string, D extends string> {
  /** API path: /api/v1/report/{name}. */
  name: string
  label: string
  hint?: string
  /** Resource code of its screen; the data permission is that of the rows. */
  right: string
  /** Has a period, and this one at first; without it the report tells what is true now. */
  period?: PeriodName
  step?: Step
  /** Divided by these at first, at most two. */
  by?: readonly (NoInfer<D> | 'period')[]
  chart?: ChartKind
  /** Measures of the chart; otherwise those with the unit of the first. */
  charted?: readonly NoInfer<M>[]
  /** Longest period in days. */
  mostDays?: number
}
/** Besides all dimensions: fields of the entity, or for SQL sources fields whose values the source is given. */
type Filters<F extends string> = readonly F[] | Readonly<Record<string, Field>>

export interface SourcesSpec<M extends string, D extends string, S extends Readonly<Record<string, Source>>> extends Common<M, D> {
  sources: S
  dimensions: Readonly<Record<D, Dimension>>
  measures: { readonly [K in M]: Measure<NoInfer<M>, keyof S & string> }
  filters?: Filters<string>
}
type Name<N extends TableName> = keyof Tables[N] & string
export interface OverSpec<M extends string, D extends string, N extends TableName> extends Common<M, D> {
  over: N
  day?: Name<NoInfer<N>>
  where?: Where
  dimensions: Readonly<Record<D, Name<NoInfer<N>> | `${Name<NoInfer<N>>}.${string}`>>
  measures: { readonly [K in M]: Measure<NoInfer<M>, 'rows', Name<NoInfer<N>>> }
  filters?: Filters<Name<NoInfer<N>>>
}

export interface Report<M extends string = string, Q extends string = string> extends Omit<Common<string, string>, 'by'> {
  sources: Readonly<Record<string, Source>>
  dimensions: Readonly<Record<string, Dimension>>
  measures: Readonly<Record<M, Measure>>
  filters: Filters<string>
  by: readonly string[]
  /** Names of the SQL sources: only a type, so that serveReport must be given every one of them. */
  readonly served?: Q
}
type SqlNames<S> = { [K in keyof S]: S[K] extends SqlSource ? K : never }[keyof S] & string

export function defineReport<const M extends string, const D extends string, const N extends TableName>(
  spec: OverSpec<M, D, N>,
): Report<M, never>
export function defineReport<const M extends string, const D extends string, const S extends Readonly<Record<string, Source>>>(
  spec: SourcesSpec<M, D, S>,
): Report<M, SqlNames<S>>
export function defineReport(
  spec: OverSpec<string, string, TableName> | SourcesSpec<string, string, Readonly<Record<string, Source>>>,
): Report<string, never> {
  const { over, day, where, ...common } = spec as OverSpec<string, string, TableName>
  const rows: EntitySource = { entity: over, ...(day ? { day } : {}), ...(where ? { where } : {}) }
  const sources = 'sources' in spec ? spec.sources : { rows }
  return {
    ...(common as Common<string, string>),
    sources,
    dimensions: spec.dimensions as Report['dimensions'],
    measures: spec.measures as Report['measures'],
    filters: spec.filters ?? [],
    by: spec.by ?? (spec.period ? ['period'] : Object.keys(spec.dimensions).slice(0, 1)),
  }
}

/** Every figure but a ratio is a sum over rows: which measures of the sources it adds, with which sign. */
export function partsOf(report: Report, name: string): ReadonlyMap<string, number> {
  const measure = report.measures[name]!
  if ('ratio' in measure) return new Map()
  if (!('plus' in measure)) return new Map([[name, 1]])
  const parts = new Map<string, number>()
  const add = (names: readonly string[], sign: number): void => {
    for (const one of names) for (const [part, n] of partsOf(report, one)) parts.set(part, (parts.get(part) ?? 0) + sign * n)
  }
  add(measure.plus, 1)
  add(measure.minus ?? [], -1)
  return parts
}
/** What the sources are asked for. */
export const summedMeasures = (report: Report): string[] =>
  Object.entries(report.measures).flatMap(([name, measure]) => ('ratio' in measure || 'plus' in measure ? [] : [name]))
export const sourceOf = (report: Report, measure: string): string => {
  const definition = report.measures[measure] as { from?: string }
  return definition.from ?? Object.keys(report.sources)[0]!
}

export type Value = number | null
/** All figures of a cell from the sums: what is combined is added, a ratio divides. Null: nothing to divide by. */
export function figuresOf(report: Report, sums: Readonly<Record<string, number>>): Record<string, Value> {
  const added = (name: string): number => [...partsOf(report, name)].reduce((sum, [part, n]) => sum + n * (sums[part] ?? 0), 0)
  return Object.fromEntries(
    Object.entries(report.measures).map(([name, measure]) => {
      if (!('ratio' in measure)) return [name, added(name)]
      const below = added(measure.ratio[1])
      if (below === 0) return [name, null]
      const value = (added(measure.ratio[0]) * (measure.times ?? 1)) / below
      return [name, measure.unit === 'money' || measure.unit === 'duration' || measure.unit === 'distance' ? Math.round(value) : value]
    }),
  )
}
