/**
 * The one place where data permission becomes SQL. What a user sees of an entity is the union over the granted
 * resources that show it: its own screen, and queue screens with their fixed filter; each with the scope of that resource.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Scope } from '../../access/context.server.ts'
import { forbidden, invalid } from '../../basics/errors.ts'
import { fixedConditions } from './conditions.ts'
import { conditionsSql } from './conditions.server.ts'
import { scopePath, type Dimension, type Entity, type ScopePath } from '../entity.ts'
import { fieldOf, fieldsOf } from '../names.ts'
import type { Screen } from '../module.ts'
import type { Registry } from '../registry.server.ts'
import type { ServedEntity } from '../serve.server.ts'
import { and, col, or } from './rows.server.ts'

/** What follows from a list that a registry never changes is made once for it. */
function remembered<K extends object, T, R extends unknown[]>(make: (list: K, ...rest: R) => T): (list: K, ...rest: R) => T {
  const known = new WeakMap<K, T>()
  return (list, ...rest) => {
    const made = known.get(list) ?? make(list, ...rest)
    known.set(list, made)
    return made
  }
}

const FALSE = sql<boolean>`false`
const TRUE = sql<boolean>`true`

/** Which column holds a dimension: as declared; the owner is who created the row, the operator the tenant. Null: of the whole company. */
function columnFor(entity: Entity, dimension: Dimension): string | null | undefined {
  const declared = entity.scope?.[dimension]
  return declared !== undefined ? declared : dimension === 'owner' ? 'createdBy' : dimension === 'operator' ? 'operatorId' : undefined
}

function dimensionSql(entity: Entity, dimension: Dimension, values: readonly number[]): RawBuilder<boolean> {
  const column = columnFor(entity, dimension)
  // The entity knows nothing of this dimension, so the rule cannot mean its rows.
  if (column === undefined) return TRUE
  if (column === null || values.length === 0) return FALSE
  const list = sql`${sql.val(values)}::bigint[]`
  const path = scopePath(column)
  const { field, shared } = path
  const own = path.from === null ? fieldOf(entity, field) : undefined
  if (path.of !== null) return otherSql(path, own?.kind === 'ref' ? own.to : field, list)
  const inside = own?.kind === 'refs' ? sql<boolean>`${col(field)} && ${list}` : sql<boolean>`${col(field)} = any(${list})`
  return shared
    ? or([inside, own?.kind === 'refs' ? sql<boolean>`coalesce(cardinality(${col(field)}), 0) = 0` : sql<boolean>`${col(field)} is null`])
    : inside
}

/** The value stands with another record: one this row refers to (`of` of `to`), or those that refer to it (`from`). */
function otherSql({ from, field, of, many, shared }: ScopePath, to: string, list: RawBuilder<unknown>): RawBuilder<boolean> {
  const value = sql.ref(`s.${of!}`)
  const join = from === null ? sql`${sql.ref('s.id')} = ${col(field)}` : sql`${sql.ref(`s.${field}`)} = ${col('id')}`
  const there = (more: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql<boolean>`exists (select 1 from ${sql.table(from ?? to)} as s where ${sql.ref('s.operatorId')} = ${col('operatorId')} and ${join}${more})`
  const inside = there(many ? sql` and ${value} && ${list}` : sql` and ${value} = any(${list})`)
  if (!shared) return inside
  const open = many ? sql` and coalesce(cardinality(${value}), 0) = 0` : sql` and ${value} is null`
  return or([inside, from === null ? there(open) : sql<boolean>`not ${there(sql``)}`])
}

/** Whether a data permission reaches the rows of one store, for what is asked by store and not by record. */
export const reachesStore = (scope: Scope, store: number): boolean =>
  scope === 'all' || scope.some((conjunction) => conjunction.store?.includes(store) ?? true)

/** `all`, or a union of conjunctions; the empty union is false (default deny). */
export function scopeSql(entity: Entity, scope: Scope): RawBuilder<boolean> {
  if (scope === 'all') return TRUE
  return or(
    scope.map((conjunction) =>
      and(Object.entries(conjunction).map(([dimension, values]) => dimensionSql(entity, dimension as Dimension, values ?? []))),
    ),
  )
}

/** Somebody's letters: those addressed to him, and those he sent himself (`letter`). */
function ownLetters(ctx: Context, { to, with: sent }: NonNullable<Entity['letter']>): RawBuilder<boolean> {
  const me = ctx.user.id
  return or([sql<boolean>`${col(to)} = ${me}`, sql<boolean>`${col('createdBy')} = ${me} and ${col(sent)} is not null`])
}

/** What is left of these rows to whoever may not see some of them (`letter`, `seenBy`). */
function unheld(ctx: Context, entity: Entity, all: RawBuilder<boolean>): RawBuilder<boolean> {
  const where = entity.letter ? and([all, ownLetters(ctx, entity.letter)]) : all
  const { field, rights } = entity.seenBy ?? { field: '', rights: {} }
  const shut = Object.entries(rights).flatMap(([value, right]) => (ctx.access.can(right) ? [] : [value]))
  return shut.length === 0 ? where : and([where, sql<boolean>`${col(field)} <> all(${sql.val(shut)}::text[])`])
}

/** Data permission of the entity's own resource: for statistics and server code. */
const scopeWhere = (ctx: Context, entity: Entity): RawBuilder<boolean> =>
  unheld(ctx, entity, scopeSql(entity, ctx.access.scopeOf(entity.right)))

export const resourceOf = (screen: Screen): string => screen.of ?? screen.code

/** Screens that show this entity, besides its own resource. */
export const screensOf = (ctx: Pick<Context, 'registry'>, entity: Entity): readonly Screen[] =>
  screensByEntity(ctx.registry.screens()).get(entity.name) ?? []

const screensByEntity = remembered((screens: readonly Screen[]) => Map.groupBy(screens, (screen) => screen.entity))

/** The resource whose data permission rules a list: that of the named screen, else the entity's own. */
export const ruling = (ctx: Context, entity: Entity, view: string | null | undefined): string =>
  view ? resourceOf(viewWhere(ctx, entity, view).screen) : entity.right

const viewSql = (ctx: Context, entity: Entity, screen: Screen): RawBuilder<boolean> =>
  unheld(
    ctx,
    entity,
    and([
      conditionsSql(ctx.registry, entity, fixedConditions(entity, screen.view?.filter ?? {})),
      scopeSql(entity, ctx.access.scopeOf(resourceOf(screen))),
    ]),
  )

/** A page may take a function besides: what it lists is told by being listed. */
const opens = (ctx: Context, screen: Screen): boolean =>
  ctx.access.can(resourceOf(screen)) && (!screen.right || ctx.access.can(screen.right))

/** Rows of one named screen. */
export function viewWhere(ctx: Context, entity: Entity, code: string): { where: RawBuilder<boolean>; screen: Screen } {
  const screen = screensOf(ctx, entity).find((s) => s.code === code)
  if (!screen) throw invalid({ view: `没有名为「${code.slice(0, 40)}」的页面` })
  if (!opens(ctx, screen)) throw forbidden()
  return { where: viewSql(ctx, entity, screen), screen }
}

/** Screens that list rows; a detail or form page shows what a list has shown. */
const isList = (screen: Screen): boolean => screen.kind === 'list' || screen.kind === 'tree'

/** Everything of this entity the user may see, on whichever screen. */
export function visibleWhere(ctx: Context, entity: Entity): RawBuilder<boolean> {
  const own = ctx.access.can(entity.right)
  if (own && ctx.access.scopeOf(entity.right) === 'all') return unheld(ctx, entity, TRUE)
  const screens = screensOf(ctx, entity).filter((s) => isList(s) && resourceOf(s) !== entity.right && opens(ctx, s))
  return or([...(own ? [scopeWhere(ctx, entity)] : []), ...screens.map((screen) => viewSql(ctx, entity, screen))])
}

/** The tree beside a list, or the list that is one: of what can be chosen anywhere, what these pages show and no more. */
export const treeWhere = (ctx: Context, entity: Entity, beside: Entity): RawBuilder<boolean> =>
  !entity.chosenByPages
    ? pickerWhere(ctx, entity)
    : ctx.access.can(entity.right)
      ? visibleWhere(ctx, entity)
      : unheld(ctx, entity, scopeSql(entity, ctx.access.scopeOf(beside.right)))

/** A list without a named screen: the entity's own one; where that is not granted, what the granted ones show. */
export const listWhere = (ctx: Context, entity: Entity): RawBuilder<boolean> =>
  ctx.access.can(entity.right) ? scopeWhere(ctx, entity) : visibleWhere(ctx, entity)

/** Entities with a field that refers to this one. */
export function referrers(ctx: Pick<Context, 'registry'>, name: string): { entity: Entity; field: string; kind: 'ref' | 'refs' }[] {
  return ctx.registry.entities().flatMap(({ entity }) => {
    const own = fieldsOf(entity).filter(([, field]) => (field.kind === 'ref' || field.kind === 'refs') && field.to === name)
    return own.map(([field, spec]) => ({ entity: entity as Entity, field, kind: spec.kind as 'ref' | 'refs' }))
  })
}

/** Resources whose forms or actions refer to this entity. */
const referringResources = ({ registry }: Pick<Context, 'registry'>, name: string): readonly string[] => [
  ...(resourcesByTarget(registry.entities(), registry).get(name) ?? []),
]

/** Per entity, the resources whose forms or actions refer to it: asked at each look-up, and the same for as long as the process lives. */
const resourcesByTarget = remembered((entities: readonly ServedEntity[], registry: Registry) => {
  const targets = new Map<string, Set<string>>()
  for (const { entity, actions } of entities) {
    const inputs = Object.values((actions?.all ?? {}) as Record<string, { input?: object }>).flatMap((a) => Object.values(a.input ?? {}))
    const lines = fieldsOf(entity).flatMap(([, f]) => (f.kind === 'lines' ? Object.values(f.of) : []))
    const fields = [...Object.values(entity.fields), ...inputs, ...lines] as { kind: string; to?: string }[]
    const codes = [
      entity.right,
      ...screensOf({ registry }, entity as Entity)
        .filter(isList)
        .map(resourceOf),
    ]
    for (const { kind, to } of fields) {
      if ((kind !== 'ref' && kind !== 'refs') || to === undefined) continue
      const known = targets.get(to) ?? new Set()
      targets.set(to, known)
      for (const code of codes) known.add(code)
    }
  }
  return targets
})

/** Resource codes that let a user choose from this entity. */
export const pickerRights = (ctx: Pick<Context, 'registry'>, entity: Entity): string[] => [
  ...new Set([entity.right, ...screensOf(ctx, entity).map(resourceOf), ...referringResources(ctx, entity.name)]),
]

/**
 * What may be chosen: what may be seen; besides, a clerk whose screens refer to this entity chooses within the data
 * permission of those screens, even when the entity's own screen is not granted.
 */
export function pickerWhere(ctx: Context, entity: Entity): RawBuilder<boolean> {
  if (ctx.access.can(entity.right) && !entity.chosenByPages) return visibleWhere(ctx, entity)
  const codes = referringResources(ctx, entity.name).filter((code) => ctx.access.can(code))
  const scopes = codes.map((code) => ctx.access.scopeOf(code))
  if (scopes.includes('all')) return unheld(ctx, entity, TRUE)
  return unheld(ctx, entity, or([visibleWhere(ctx, entity), ...scopes.map((scope) => scopeSql(entity, scope))]))
}
