/** Which indexes a definition asks for: what is referred to, filtered by and ordered by, each ending in the order of the list. */
import type { Entity } from '../entity.ts'
import { fieldOf, fieldsOf, isTenant, mustBeFilled, searchedFields, shortName, snake, sqlName } from '../names.ts'

const ident = (name: string): string => sqlName(snake(name))

/** Order of a list as SQL: the id last and in the direction of the first key, so that one index serves both directions. */
export function orderColumns(entity: Entity, sort: string | undefined): { name: string; descending: boolean; nullable: boolean }[] {
  const keys = (sort ?? '-id')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const named = keys.map((key) => {
    const descending = key.startsWith('-')
    const name = descending ? key.slice(1) : key
    const field = fieldOf(entity, name)
    return { name, descending, nullable: field ? !mustBeFilled(field) : name === 'createdBy' || name === 'updatedBy' }
  })
  if (!named.some((key) => key.name === 'id')) named.push({ name: 'id', descending: named[0]?.descending ?? true, nullable: false })
  return named
}

export const uniqueIndexName = (entity: Pick<Entity, 'name'>, fields: readonly string[]): string =>
  shortName(snake(entity.name), ...fields.map(snake), 'key')

const LIST = /^on \S+ \((.*)\) (where .*)$/
const keysOf = (sql: string): string[] => LIST.exec(sql)?.[1]!.split(', ') ?? []
const column = (key: string): string => key.split(' ', 1)[0]!

/**
 * Whatever is found through `inner` is found through `outer` as well: its keys stand at the front of the other's, in the same
 * direction. The last may be turned round (an index is read from either end), unless empty values would then stand at the
 * other end.
 */
export function isContained(inner: string, outer: string): boolean {
  const [a, b] = [keysOf(inner), keysOf(outer)]
  if (a.length === 0 || a.length > b.length || LIST.exec(inner)![2] !== LIST.exec(outer)![2]) return false
  const last = a.length - 1
  const nulls = a[last]!.includes('nulls') || b[last]!.includes('nulls')
  return a.every((key, i) => key === b[i] || (i === last && !nulls && column(key) === column(b[i]!)))
}

/** An index that another contains costs every write and answers nothing. Of two that are equal the later one stays. */
function withoutContained(indexes: Record<string, string>): Record<string, string> {
  const remaining = new Map(Object.entries(indexes))
  for (const [name, sql] of Object.entries(indexes)) {
    if ([...remaining].some(([other, outer]) => other !== name && isContained(sql, outer))) remaining.delete(name)
  }
  return Object.fromEntries(remaining)
}

export function indexesOf(entity: Entity): Record<string, string> {
  const table = snake(entity.name)
  const on = sqlName(table)
  const tenant = isTenant(entity) ? ['operator_id'] : []
  const live = 'where deleted_at is null'
  const indexes: Record<string, string> = {}
  const order = orderColumns(entity, entity.list.sort)
  const orderKeys = order.map((key) => ({
    column: ident(key.name),
    sql: `${ident(key.name)}${key.descending ? (key.nullable ? ' desc nulls last' : ' desc') : ''}`,
  }))
  // Ends in the default order: a filtered list is then read off the index, also when hardly anything matches and
  // PostgreSQL would otherwise walk the whole table in list order.
  // Behind a range an order is of no use.
  const ranged = new Set(
    fieldsOf(entity)
      .filter(([, field]) => field.kind === 'day' || field.kind === 'instant' || field.mask)
      .map(([name]) => name),
  )
  const add = (suffix: string, columns: string[], names: readonly string[]): void => {
    const rest = ranged.has(names.at(-1)!) ? [] : orderKeys.filter((key) => !columns.includes(key.column)).map((key) => key.sql)
    indexes[shortName(table, ...names.map(snake), suffix)] = `on ${on} (${[...tenant, ...columns, ...rest].join(', ')}) ${live}`
  }
  const bare = new Set<string>(entity.unindexed)
  for (const [name, field] of fieldsOf(entity)) {
    if (bare.has(name)) continue
    if (field.unique) indexes[uniqueIndexName(entity, [name])] = `unique on ${on} (${[...tenant, ident(name)].join(', ')}) ${live}`
    else if (field.kind === 'ref' || field.kind === 'state') add('idx', [ident(name)], [name])
    else if (field.mask && (entity.search ?? []).includes(name)) add('idx', [ident(name)], [name])
    if (field.kind === 'refs') indexes[shortName(table, snake(name), 'gin')] = `on ${on} using gin (${ident(name)})`
  }
  for (const rule of entity.unique ?? []) {
    indexes[uniqueIndexName(entity, rule.fields)] = `unique on ${on} (${[...tenant, ...rule.fields.map(ident)].join(', ')}) ${live}`
  }
  const ordinary = (entity.list.filters ?? []).filter((name) => {
    const field = fieldOf(entity, name)
    return field && !bare.has(name) && !field.unique && !field.mask && ['choice', 'dict', 'day', 'instant'].includes(field.kind)
  })
  for (const name of ordinary) add('idx', [ident(name)], [name])
  for (const names of entity.indexes ?? []) add('idx', names.map(ident), names)
  indexes[shortName(table, 'order')] = `on ${on} (${[...tenant, ...orderKeys.map((key) => key.sql)].join(', ')}) ${live}`
  if (searchedFields(entity).length) indexes[shortName(table, 'search')] = `on ${on} using gin (search_text gin_trgm_ops)`
  return withoutContained(indexes)
}
