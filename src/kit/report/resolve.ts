/** A report with its fields looked up: labels and kinds come from the entities. Pure; a name that is no field is a fault at start. */
import { asText } from '../basics/text.ts'
import type { Entity } from '../entity/entity.ts'
import type { Field } from '../entity/field.ts'
import { fieldOf } from '../entity/names.ts'
import { sourceOf, type EntitySource, type Measure, type Report, type Source, type Unit } from './report.ts'

type EntityOf = (name: string) => Entity
export interface Dimension {
  name: string
  label: string
  field: Field
  /** Per source the way there: a field, or a field of what it refers to; a SQL source has a column of the dimension's name. */
  of: Readonly<Record<string, string>>
}
export interface ShownMeasure {
  name: string
  label: string
  hint: string | undefined
  unit: Unit
  suffix: string
  decimals: number
  /** A ratio has no rows of its own, its two parts have. */
  ratio: readonly [string, string] | null
}
export interface Resolved {
  report: Report
  dimensions: readonly Dimension[]
  measures: readonly ShownMeasure[]
  /** What the rows may be narrowed by: the dimensions and more. */
  filters: Readonly<Record<string, Field>>
  /** Filters that always have a value, with the one they have at first. */
  defaults: Readonly<Record<string, string>>
}

export const isEntitySource = (source: Source): source is EntitySource => 'entity' in source

/** `vehicle.model`: along references, the entity and field at the end. */
export function along(
  entity: Entity,
  path: string,
  entityOf: EntityOf,
): { steps: { field: string; to: string }[]; name: string; field: Field } {
  const names = path.split('.')
  const name = names.pop()!
  const steps: { field: string; to: string }[] = []
  let at = entity
  for (const one of names) {
    const ref = fieldOf(at, one)
    if (ref?.kind !== 'ref') throw new Error(`${at.name}.${one} refers to nothing (${path})`)
    steps.push({ field: one, to: ref.to })
    at = entityOf(ref.to)
  }
  const field = fieldOf(at, name)
  if (!field) throw new Error(`${at.name} has no field ${name} (${path})`)
  return { steps, name, field }
}

const DIVIDING = new Set(['ref', 'state', 'choice', 'dict', 'flag', 'text', 'serial', 'computed', 'int'])
const LISTED = new Set(['ref', 'state', 'choice', 'dict', 'flag'])

function dimensionOf(report: Report, name: string, entityOf: EntityOf): Dimension {
  const spec = report.dimensions[name]!
  const dimension = (field: Field, of: Record<string, string>, label = field.label): Dimension => {
    if (field.mask || !DIVIDING.has(field.kind)) throw new Error(`${report.name}: cannot be divided by ${name}`)
    return { name, label, field, of }
  }
  if (typeof spec === 'object' && 'kind' in spec) return dimension(spec, {})
  const paths = typeof spec === 'string' ? Object.fromEntries(Object.keys(report.sources).map((key) => [key, spec])) : spec.of
  const entries = Object.entries(paths).flatMap(([key, path]) => {
    const source = report.sources[key]
    if (!source) throw new Error(`${report.name}: no source ${key}`)
    return isEntitySource(source) ? [[key, path, along(entityOf(source.entity), path, entityOf).field] as const] : []
  })
  const field = (typeof spec === 'string' ? null : spec.field) ?? entries[0]?.[2]
  if (!field) throw new Error(`${report.name}: what is ${name}?`)
  return dimension(field, Object.fromEntries(entries.map(([key, path]) => [key, path])), typeof spec === 'string' ? undefined : spec.label)
}

function unitOf(report: Report, name: string, entityOf: EntityOf): Pick<ShownMeasure, 'unit' | 'suffix' | 'decimals'> {
  const measure = report.measures[name] as Measure
  const own = { suffix: measure.suffix ?? '', decimals: measure.decimals ?? 0 }
  if ('unit' in measure && measure.unit)
    return { ...own, unit: measure.unit, decimals: measure.decimals ?? (measure.unit === 'percent' ? 1 : 0) }
  if ('ratio' in measure) return { ...own, unit: 'percent', decimals: measure.decimals ?? 1 }
  if ('plus' in measure)
    return { ...unitOf(report, measure.plus[0]!, entityOf), ...('suffix' in measure ? { suffix: measure.suffix! } : {}) }
  const source = report.sources[sourceOf(report, name)]
  if (!('sum' in measure) || !source || !isEntitySource(source)) return { ...own, unit: 'number' }
  const field = along(entityOf(source.entity), measure.sum, entityOf).field
  const kind = field.kind === 'computed' ? field.as : field.kind
  if (kind === 'money') return { ...own, unit: 'money' }
  const suffix = measure.suffix ?? ('unit' in field ? (field.unit ?? '') : '')
  return { unit: 'number', suffix, decimals: measure.decimals ?? (field.kind === 'decimal' ? field.scale : 0) }
}

function filtersOf(report: Report, dimensions: readonly Dimension[], entityOf: EntityOf): Record<string, Field> {
  const filters: Record<string, Field> = {}
  for (const { name, field } of dimensions) if (LISTED.has(field.kind)) filters[name] = field
  if (!Array.isArray(report.filters)) return { ...filters, ...(report.filters as Readonly<Record<string, Field>>) }
  const entities = Object.values(report.sources).flatMap((source) => (isEntitySource(source) ? [entityOf(source.entity)] : []))
  for (const name of report.filters as readonly string[]) {
    const field = entities.map((entity) => fieldOf(entity, name)).find((one) => one !== undefined)
    if (!field) throw new Error(`${report.name}: no field ${name} to filter by`)
    filters[name] = field
  }
  return filters
}

/** Of the report's own filters alone: what a field of an entity begins with says nothing about a question. */
function defaultsOf({ filters }: Report): Record<string, string> {
  if (Array.isArray(filters)) return {}
  const own = Object.entries(filters as Readonly<Record<string, Field>>)
  return Object.fromEntries(own.flatMap(([name, field]) => (field.default === undefined ? [] : [[name, asText(field.default)]])))
}

const RESERVED = new Set([
  'id',
  'entity',
  'title',
  'day',
  'note',
  'period',
  'from',
  'to',
  'by',
  'step',
  'compare',
  'part',
  'measure',
  'saved',
])

/** Throws where the definition contradicts itself or the entities. */
export function resolveReport(report: Report, entityOf: EntityOf): Resolved {
  const fail = (what: string): never => {
    throw new Error(`report ${report.name}: ${what}`)
  }
  const dimensions = Object.keys(report.dimensions).map((name) => dimensionOf(report, name, entityOf))
  const known = new Set([...dimensions.map((d) => d.name), ...(report.period ? ['period'] : [])])
  for (const name of [...Object.keys(report.dimensions), ...Object.keys(report.measures)])
    if (RESERVED.has(name) || /^key\d$/.test(name)) fail(`${name} is a word of the question`)
  if (report.by.length > 2 || report.by.some((name) => !known.has(name))) fail(`cannot be divided by ${report.by.join()}`)
  for (const [key, source] of Object.entries(report.sources)) {
    if (!isEntitySource(source)) continue
    if ((report.period !== undefined) !== (source.day !== undefined)) fail(`a period needs the day of ${key}, and a day a period`)
    if (source.day && !['day', 'instant'].includes(along(entityOf(source.entity), source.day, entityOf).field.kind))
      fail(`${source.day} is no day`)
  }
  for (const [name, measure] of Object.entries(report.measures)) {
    if ('ratio' in measure || 'plus' in measure) {
      const parts = 'ratio' in measure ? measure.ratio : [...measure.plus, ...(measure.minus ?? [])]
      for (const part of parts)
        if (!report.measures[part] || part === name || 'ratio' in report.measures[part]) fail(`${name} is made of ${part}`)
      continue
    }
    const source = report.sources[sourceOf(report, name)] ?? fail(`${name} is from no source`)
    if (isEntitySource(source) === 'column' in measure) fail(`${name} does not fit its source`)
  }
  const measures = Object.entries(report.measures).map(([name, measure]): ShownMeasure => ({
    name,
    label: measure.label,
    hint: measure.hint,
    ...unitOf(report, name, entityOf),
    ratio: 'ratio' in measure ? measure.ratio : null,
  }))
  return { report, dimensions, measures, filters: filtersOf(report, dimensions, entityOf), defaults: defaultsOf(report) }
}
