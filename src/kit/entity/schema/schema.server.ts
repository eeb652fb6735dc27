/** A definition → the table it wants. Pure data, so that it can be committed as a snapshot and compared. */
import { asText } from '../../basics/text.ts'
import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'
import { indexesOf } from './indexes.server.ts'
import { fieldOf, fieldsOf, isPlainName, isTenant, mustBeFilled, searchedFields, shortName, snake, sqlName } from '../names.ts'

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
  /** Columns whose sums `of` are kept in a table of their own, per value of `by`. */
  totals?: { by: string[]; of: string[] }
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
  return typeof value === 'string' ? quote(value) : asText(value)
}

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
    if (
      (field.kind === 'money' || field.kind === 'int' || field.kind === 'rate' || field.kind === 'decimal') &&
      (field.min ?? field.max) !== undefined
    ) {
      const parts = [
        field.min === undefined ? '' : `${ident(name)} >= ${field.min}`,
        field.max === undefined ? '' : `${ident(name)} <= ${field.max}`,
      ]
      checks[shortName(table, column, 'range')] = parts.filter(Boolean).join(' and ')
    }
  }
  return checks
}

function checkNames(entity: Entity): void {
  for (const name of [entity.name, ...Object.keys(entity.fields)]) {
    if (!isPlainName(name))
      throw new Error(`${entity.name}.${name}: a name is camelCase of at most 40 characters without capitals in a row`)
  }
  for (const name of [
    'id',
    'operatorId',
    'createdBy',
    'createdAt',
    'updatedBy',
    'updatedAt',
    'version',
    'deletedAt',
    'pinyin',
    'searchText',
    'pageNo',
    'pageSize',
    'sort',
    'keyword',
    'view',
    'quick',
    'ids',
  ]) {
    if (Object.hasOwn(entity.fields, name)) throw new Error(`${entity.name}.${name}: the name is taken by the kit`)
  }
}

const kindOf = (entity: Entity, name: string): string => {
  const field = fieldOf(entity, name)
  return field?.kind === 'computed' ? field.as : (field?.kind ?? '')
}

function totalsOf(entity: Entity): Pick<TableModel, 'totals'> {
  const { totalsBy, totals = [] } = entity.list
  if (!totalsBy) return {}
  if (!isTenant(entity)) throw new Error(`${entity.name}: sums are kept per company, so a table of all of them has none`)
  const wrong = totals.find((name) => !['money', 'int'].includes(kindOf(entity, name)))
  if (wrong) throw new Error(`${entity.name}.${wrong}: only whole numbers are kept as sums`)
  return { totals: { by: totalsBy.map(snake), of: totals.map(snake) } }
}

export function tableModel(entity: Entity): TableModel {
  checkNames(entity)
  const columns: Record<string, ColumnModel> = { ...STANDARD_COLUMNS }
  const foreignKeys: TableModel['foreignKeys'] = {}
  for (const [name, field] of fieldsOf(entity)) {
    columns[snake(name)] = columnOf(field)
    if (field.kind === 'ref')
      foreignKeys[shortName(snake(entity.name), snake(name), 'fk')] = { column: snake(name), table: snake(field.to) }
  }
  const searched = searchedFields(entity)
  if (searched.length) {
    columns['pinyin'] = { type: 'text', notNull: false, comment: '名称拼音' }
    const parts = [...searched.map(ident), 'pinyin'].map((column) => `coalesce(${column}, '')`)
    columns['search_text'] = { type: 'text', notNull: false, generated: `lower(${parts.join(` || ' ' || `)})`, comment: '检索文本' }
  }
  return {
    comment: entity.label,
    tenant: isTenant(entity),
    columns,
    checks: checksOf(entity),
    indexes: indexesOf(entity),
    foreignKeys,
    ...totalsOf(entity),
  }
}

export const schemaModel = (entities: readonly Entity[]): SchemaModel =>
  Object.fromEntries(entities.map((entity) => [snake(entity.name), tableModel(entity)]))
