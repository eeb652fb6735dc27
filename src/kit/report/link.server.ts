/** From a figure to the list that shows the same rows: where source, measure and question are all filters a list knows. */
import type { Day } from '../basics/time/day.ts'
import type { Condition } from '../entity/query/conditions.ts'
import { filterText } from '../entity/query/filter-text.ts'
import type { Entity, Filter } from '../entity/entity.ts'
import { fieldOf } from '../entity/names.ts'
import { daysOfStep, type Period } from './period.rules.ts'
import { sourceOf, type Where } from './report.ts'
import { isEntitySource } from './resolve.ts'
import { resourceOf, screensOf } from '../entity/query/scope.server.ts'
import type { Context } from '../access/context.server.ts'
import type { Asked, CellAsk } from './statement.server.ts'

const filterOf = (where: Where | undefined, today: Day): Filter => (typeof where === 'function' ? where(today) : (where ?? {}))

/** The path of the list of an entity that this person may open; null when there is none. */
function listPath(ctx: Context, entity: string): string | null {
  const { entity: definition } = ctx.registry.entity(entity)
  const lists = screensOf(ctx, definition as Entity).filter(
    (screen) => screen.kind === 'list' && !screen.view?.filter && !screen.path.includes(':'),
  )
  const open = lists.find((screen) => screen.code === definition.right) ?? lists[0]
  return open && ctx.access.can(resourceOf(open)) ? open.path : null
}

/** The list with this filter; a figure and its link are then one thing. */
function linkTo(ctx: Context, entity: string, filter: Filter): string | null {
  const path = listPath(ctx, entity)
  if (path === null) return null
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, filterText(value)]))
  return query.size ? `${path}?${query.toString()}` : path
}

function asFilter(condition: Condition): unknown {
  if (condition.op === 'in') return condition.values
  if (condition.op === 'empty') return null
  if (condition.op === 'range' && condition.below === undefined) return { from: condition.from, to: condition.to }
  return undefined
}

export function listLink({ ctx, resolved, ask }: Asked, { parts, keys, part }: CellAsk): string | null {
  const [only] = parts
  if (!only || parts.size > 1 || only[1] !== 1) return null
  const key = sourceOf(resolved.report, only[0])
  const source = resolved.report.sources[key]!
  if (!isEntitySource(source)) return null
  const entity = ctx.registry.entity(source.entity).entity as Entity
  const today = ctx.clock.today()
  const measure = resolved.report.measures[only[0]] as { where?: Where }
  const filter: Filter = {}
  /** False when the same field is asked for twice: a list has one filter a field. */
  const put = (name: string, value: unknown): boolean => {
    if (value === undefined || Object.hasOwn(filter, name)) return false
    filter[name] = value
    return true
  }
  let period: Period | null = part === 'now' ? ask.period : ask.before
  const dimension = (name: string): string | undefined => resolved.dimensions.find((d) => d.name === name)?.of[key]
  for (const [name, value] of [...Object.entries(filterOf(source.where, today)), ...Object.entries(filterOf(measure.where, today))])
    if (!put(name, value)) return null
  for (const [i, name] of ask.by.entries()) {
    const wanted = keys[i]
    if (wanted === undefined) continue
    if (name === 'period' && period && part === 'now' && typeof wanted === 'string') {
      period = daysOfStep(period, ask.step, wanted)
      continue
    }
    const path = dimension(name)
    if (path === undefined || path.includes('.') || !put(path, wanted === null ? null : [wanted])) return null
  }
  for (const condition of ask.conditions) {
    const path = dimension(condition.name) ?? condition.name
    if (path.includes('.') || !fieldOf(entity, path) || !put(path, asFilter(condition))) return null
  }
  const day = source.day ? fieldOf(entity, source.day) : undefined
  if (day?.kind === 'day' && day.exclusive) return null
  if (source.day && period && !put(source.day, { from: period.from, to: period.to })) return null
  return linkTo(ctx, entity.name, filter)
}
