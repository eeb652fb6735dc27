/** A definition → the table it wants. Pure data, so that it can be committed as a snapshot and compared. */
import type { Entity } from './entity.ts'
import type { Field } from './field.ts'
import { fieldOf, fieldsOf, isPlainName, isTenant, searchedFields, shortName, snake, sqlName } from './names.ts'

export interface ColumnModel {
  type: string
  notNull: boolean
  /** SQL of the default for new rows. */
  default?: string
  /** SQL of a stored generated column. */
  generated?: string
  comment: string
}
export interface TableModel {
  comment: string
  tenant: boolean
  columns: Record<string, ColumnModel>
  /** Constraint name → SQL inside `check (…)`. */
  checks: Record<string, string>
  /** Index name → everything after `create index name`. `unique ` in front when it is. */
  indexes: Record<string, string>
  foreignKeys: Record<string, { column: string; table: string }>
}
export type SchemaModel = Record<string, TableModel>

/** As written into SQL; plain `snake` is the key of the model. */
const ident = (name: string): string => sqlName(snake(name))
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

const COMPUTED_TYPES = { text: 'text', money: 'bigint', int: 'bigint', flag: 'boolean', day: 'date' } as const

export function columnType(field: Field): string {
  switch (field.kind) {
    case 'ref':
    case 'money':
    case 'int':
      return 'bigint'
    case 'refs':
      return 'bigint[]'
    case 'day':
      return 'date'
    case 'instant':
      return 'timestamptz'
    case 'rate':
      return 'integer'
    case 'decimal':
      return `numeric(18,${field.scale})`
    case 'flag':
      return 'boolean'
    case 'files':
    case 'lines':
    case 'place':
    case 'json':
      return 'jsonb'
    case 'computed':
      return COMPUTED_TYPES[field.as]
    default:
      return 'text'
  }
}

function defaultOf(field: Field): string | undefined {
  if (field.kind === 'state') return quote(field.initial)
  const value = field.default
  if (value === undefined || value === null || typeof value === 'object') return undefined
  return typeof value === 'string' ? quote(value) : String(value)
}

/** A conditional field (`when`) may be empty although it is required where it applies. */
export const mustBeFilled = (field: Field): boolean => field.required && !field.when && field.kind !== 'computed'

function columnOf(field: Field): ColumnModel {
  const column: ColumnModel = { type: columnType(field), notNull: mustBeFilled(field), comment: field.label }
  const start = defaultOf(field)
  if (start !== undefined) column.default = start
  if (field.kind === 'computed') column.generated = field.sql
  return column
}

const STANDARD_COLUMNS: Record<string, ColumnModel> = {
  id: { type: 'bigint generated always as identity', notNull: true, comment: '编号' },
  operator_id: { type: 'bigint', notNull: true, comment: '运营公司' },
  created_by: { type: 'bigint', notNull: false, comment: '创建人' },
  created_at: { type: 'timestamptz', notNull: true, default: 'now()', comment: '创建时间' },
  updated_by: { type: 'bigint', notNull: false, comment: '修改人' },
  updated_at: { type: 'timestamptz', notNull: true, default: 'now()', comment: '修改时间' },
  version: { type: 'integer', notNull: true, default: '1', comment: '版本' },
  deleted_at: { type: 'timestamptz', notNull: false, comment: '删除时间' },
}

function checksOf(entity: Entity): Record<string, string> {
  const table = snake(entity.name)
  const checks: Record<string, string> = {}
  for (const [name, field] of fieldsOf(entity)) {
    const column = snake(name)
    if (field.kind === 'state' || field.kind === 'choice') {
      checks[shortName(table, column, 'values')] = `${ident(name)} in (${Object.keys(field.options).map(quote).join(', ')})`
    }
    if ((field.kind === 'money' || field.kind === 'int' || field.kind === 'rate' || field.kind === 'decimal') && (field.min ?? field.max) !== undefined) {
      const parts = [field.min === undefined ? '' : `${ident(name)} >= ${field.min}`, field.max === undefined ? '' : `${ident(name)} <= ${field.max}`]
      checks[shortName(table, column, 'range')] = parts.filter(Boolean).join(' and ')
    }
  }
  return checks
}

/** Order of a list as SQL: the id last and in the direction of the first key, so that one index serves both directions. */
export function orderColumns(entity: Entity, sort: string | undefined): { name: string; descending: boolean; nullable: boolean }[] {
  const keys = (sort ?? '-id').split(',').map((part) => part.trim()).filter(Boolean)
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

function indexesOf(entity: Entity): Record<string, string> {
  const table = snake(entity.name)
  const on = sqlName(table)
  const tenant = isTenant(entity) ? ['operator_id'] : []
  const live = 'where deleted_at is null'
  const indexes: Record<string, string> = {}
  const order = orderColumns(entity, entity.list.sort)
  const orderKeys = order.map((key) => ({ column: ident(key.name), sql: `${ident(key.name)}${key.descending ? (key.nullable ? ' desc nulls last' : ' desc') : ''}` }))
  // Ends in the default order: a filtered list is then read off the index, also when hardly anything matches and
  // PostgreSQL would otherwise walk the whole table in list order.
  // Behind a range an order is of no use.
  const ranged = new Set(fieldsOf(entity).filter(([, field]) => field.kind === 'day' || field.kind === 'instant' || field.mask).map(([name]) => name))
  const add = (suffix: string, columns: string[], names: readonly string[]): void => {
    const rest = ranged.has(names.at(-1)!) ? [] : orderKeys.filter((key) => !columns.includes(key.column)).map((key) => key.sql)
    indexes[shortName(table, ...names.map(snake), suffix)] = `on ${on} (${[...tenant, ...columns, ...rest].join(', ')}) ${live}`
  }
  for (const [name, field] of fieldsOf(entity)) {
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
    return field && !field.unique && !field.mask && ['choice', 'dict', 'day', 'instant'].includes(field.kind)
  })
  for (const name of ordinary) add('idx', [ident(name)], [name])
  for (const names of entity.indexes ?? []) add('idx', names.map(ident), names)
  indexes[shortName(table, 'order')] = `on ${on} (${[...tenant, ...orderKeys.map((key) => key.sql)].join(', ')}) ${live}`
  if (searchedFields(entity).length) indexes[shortName(table, 'search')] = `on ${on} using gin (search_text gin_trgm_ops)`
  return indexes
}

function checkNames(entity: Entity): void {
  for (const name of [entity.name, ...Object.keys(entity.fields)]) {
    if (!isPlainName(name)) throw new Error(`${entity.name}.${name}: a name is camelCase of at most 40 characters without capitals in a row`)
  }
  for (const name of ['id', 'operatorId', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt', 'version', 'deletedAt', 'pinyin', 'searchText', 'pageNo', 'pageSize', 'sort', 'keyword', 'view', 'quick', 'ids']) {
    if (Object.hasOwn(entity.fields, name)) throw new Error(`${entity.name}.${name}: the name is taken by the kit`)
  }
}

export function tableModel(entity: Entity): TableModel {
  checkNames(entity)
  const columns: Record<string, ColumnModel> = { ...STANDARD_COLUMNS }
  const foreignKeys: TableModel['foreignKeys'] = {}
  for (const [name, field] of fieldsOf(entity)) {
    columns[snake(name)] = columnOf(field)
    if (field.kind === 'ref') foreignKeys[shortName(snake(entity.name), snake(name), 'fk')] = { column: snake(name), table: snake(field.to) }
  }
  const searched = searchedFields(entity)
  if (searched.length) {
    columns['pinyin'] = { type: 'text', notNull: false, comment: '名称拼音' }
    const parts = [...searched.map(ident), 'pinyin'].map((column) => `coalesce(${column}, '')`)
    columns['search_text'] = { type: 'text', notNull: false, generated: `lower(${parts.join(` || ' ' || `)})`, comment: '检索文本' }
  }
  return {
    comment: entity.label, tenant: isTenant(entity), columns, checks: checksOf(entity), indexes: indexesOf(entity), foreignKeys,
  }
}

export const schemaModel = (entities: readonly Entity[]): SchemaModel =>
  Object.fromEntries(entities.map((entity) => [snake(entity.name), tableModel(entity)]))
