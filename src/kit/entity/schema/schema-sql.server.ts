/** The difference between two schemas as SQL that a person reads before it is committed. */
import { sqlName } from '../names.ts'
import { createTotals, dropTotals } from './totals-sql.server.ts'
import type { ColumnModel, SchemaModel, TableModel } from './schema.server.ts'

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

function columnSql(name: string, column: ColumnModel): string {
  if (column.generated) return `${name} ${column.type} generated always as (${column.generated}) stored`
  const start = column.default === undefined ? '' : ` default ${column.default}`
  return `${name} ${column.type}${start}${column.notNull ? ' not null' : ''}`
}

/** The company stands first in every key: no row refers to one of another company, and a key leads to one company's rows alone. */
const keyOf = (model: Pick<TableModel, 'tenant'>): string[] => (model.tenant ? ['operator_id', 'id'] : ['id'])

/** Row-level security: what a forgotten WHERE shows is nothing. FORCE, because the owner must not see more either. */
const TENANT_POLICY = `operator_id = nullif(current_setting('app.operator_id', true), '')::bigint`

function policySql(table: string): string[] {
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table}\n  using (${TENANT_POLICY})\n  with check (${TENANT_POLICY})`,
  ]
}

const indexSql = (name: string, sql: string): string =>
  sql.startsWith('unique ') ? `create unique index ${name} ${sql.slice(7)}` : `create index ${name} ${sql}`

const checkSql = (table: string, name: string, sql: string): string => `alter table ${table} add constraint ${name} check (${sql})`

function createTable(name: string, model: TableModel): string[] {
  const table = sqlName(name)
  const columns = Object.entries(model.columns).map(([column, spec]) => `  ${columnSql(sqlName(column), spec)}`)
  const checks = Object.entries(model.checks).map(([check, sql]) => `  constraint ${check} check (${sql})`)
  return [
    `create table ${table} (\n${[...columns, `  primary key (${keyOf(model).join(', ')})`, ...checks].join(',\n')}\n)`,
    `comment on table ${table} is ${quote(model.comment)}`,
    ...Object.entries(model.columns).map(([column, spec]) => `comment on column ${table}.${sqlName(column)} is ${quote(spec.comment)}`),
    ...Object.entries(model.indexes).map(([index, sql]) => indexSql(index, sql)),
    ...(model.tenant ? policySql(table) : []),
    ...createTotals(name, model, policySql),
  ]
}

/** With the company on both sides, where both have one: the database itself refuses what belongs to somebody else. */
function foreignKeySql(schema: SchemaModel, table: string, name: string): string {
  const { foreignKeys, tenant } = schema[table]!
  const key = foreignKeys[name]!
  const company = tenant && (schema[key.table]?.tenant ?? true) ? 'operator_id, ' : ''
  return `alter table ${sqlName(table)} add constraint ${name} foreign key (${company}${sqlName(key.column)}) references ${sqlName(key.table)} (${company}id) on delete restrict`
}

/** A required column without a default: rows that exist already need a value, which only a person can know. */
function addColumn(table: string, name: string, column: ColumnModel): string[] {
  const lines = [`alter table ${table} add column ${columnSql(sqlName(name), column)}`]
  if (column.notNull && column.default === undefined && !column.generated) {
    lines[0] = `-- rows that exist already need a value: add an update between these two statements if there can be any\nalter table ${table} add column ${columnSql(sqlName(name), { ...column, notNull: false })}`
    lines.push(`alter table ${table} alter column ${sqlName(name)} set not null`)
  }
  return [...lines, `comment on column ${table}.${sqlName(name)} is ${quote(column.comment)}`]
}

function changeColumn(table: string, name: string, before: ColumnModel, after: ColumnModel): string[] {
  const alter = `alter table ${table} alter column ${sqlName(name)}`
  const lines: string[] = []
  if (before.generated !== after.generated && before.generated && after.generated)
    lines.push(`${alter} set expression as (${after.generated})`)
  else if (before.generated !== after.generated) {
    lines.push(`alter table ${table} drop column ${sqlName(name)}`, ...addColumn(table, name, after))
    return lines
  }
  if (before.type !== after.type) lines.push(`${alter} type ${after.type} using ${sqlName(name)}::${after.type}`)
  if (before.default !== after.default)
    lines.push(after.default === undefined ? `${alter} drop default` : `${alter} set default ${after.default}`)
  if (before.notNull !== after.notNull) lines.push(`${alter} ${after.notNull ? 'set' : 'drop'} not null`)
  if (before.comment !== after.comment) lines.push(`comment on column ${table}.${sqlName(name)} is ${quote(after.comment)}`)
  return lines
}

/** What the table of sums is made from. */
const totalsModel = ({ totals, columns }: TableModel): unknown =>
  totals && [totals, [...totals.by, ...totals.of].map((name) => [columns[name]?.type, columns[name]?.generated])]

interface Options {
  allowDrop?: boolean
}

function changeTable(name: string, before: TableModel, after: TableModel, options: Options): string[] {
  const table = sqlName(name)
  const lines: string[] = []
  const gone = <T>(was: Record<string, T>, is: Record<string, T>, changed: (a: T, b: T) => boolean): string[] =>
    Object.keys(was).filter((key) => !Object.hasOwn(is, key) || changed(was[key]!, is[key]!))
  const fresh = <T>(was: Record<string, T>, is: Record<string, T>, changed: (a: T, b: T) => boolean): string[] =>
    Object.keys(is).filter((key) => !Object.hasOwn(was, key) || changed(was[key]!, is[key]!))
  const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b)

  // Columns the trigger names may go or change: it is made anew behind them.
  const summed = differs(totalsModel(before), totalsModel(after))
  if (summed) lines.push(...dropTotals(name, before))
  if (before.comment !== after.comment) lines.push(`comment on table ${table} is ${quote(after.comment)}`)
  for (const key of gone(before.foreignKeys, after.foreignKeys, differs)) lines.push(`alter table ${table} drop constraint ${key}`)
  for (const key of gone(before.checks, after.checks, differs)) lines.push(`alter table ${table} drop constraint ${key}`)
  for (const key of gone(before.indexes, after.indexes, differs)) lines.push(`drop index ${key}`)
  for (const [column, spec] of Object.entries(after.columns)) {
    const old = before.columns[column]
    lines.push(...(old ? changeColumn(table, column, old, spec) : addColumn(table, column, spec)))
  }
  for (const column of Object.keys(before.columns).filter((c) => !after.columns[c])) {
    lines.push(...dropColumn(table, column, before.columns[column]!, options))
  }
  for (const key of fresh(before.checks, after.checks, differs)) lines.push(checkSql(table, key, after.checks[key]!))
  for (const key of fresh(before.indexes, after.indexes, differs)) lines.push(indexSql(key, after.indexes[key]!))
  if (after.tenant && !before.tenant) lines.push(...policySql(table))
  if (!after.tenant && before.tenant) lines.push(`drop policy tenant on ${table}`, `alter table ${table} disable row level security`)
  if (summed) lines.push(...createTotals(name, after, policySql))
  return lines
}

/** Without permission the column stays, but must not stop inserts that no longer know it. */
function dropColumn(table: string, column: string, model: ColumnModel, options: Options): string[] {
  if (options.allowDrop || model.generated) return [`alter table ${table} drop column ${sqlName(column)}`]
  return model.notNull
    ? [`-- kept with its data; remove it with --allow-drop\nalter table ${table} alter column ${sqlName(column)} drop not null`]
    : []
}

export function diffSchema(before: SchemaModel, after: SchemaModel, options: Options = {}): string[] {
  const lines: string[] = []
  const late: string[] = []
  for (const [name, model] of Object.entries(after)) {
    const old = before[name]
    lines.push(...(old ? changeTable(name, old, model, options) : createTable(name, model)))
    for (const [key, target] of Object.entries(model.foreignKeys)) {
      if (JSON.stringify(old?.foreignKeys[key]) !== JSON.stringify(target)) late.push(foreignKeySql(after, name, key))
    }
  }
  for (const name of Object.keys(before).filter((n) => !after[n])) {
    if (options.allowDrop) lines.push(`drop table ${sqlName(name)} cascade`)
  }
  // Tables refer to each other in any order, so references come last.
  return [...lines, ...late]
}

/** What a table is made of stands together: a blank line before a table, none before what is said of the one above. */
const CONTINUES = /^(comment on|create (unique )?index|create policy|alter table \w+ (enable|force) row)/

export const renderSql = (title: string, lines: readonly string[]): string =>
  `-- ${title}\n-- Generated from the definitions by \`npm run migration\`, then read by a person. Never edited after release.\n${lines
    .map((line, i) => `${i > 0 && CONTINUES.test(line) ? '' : '\n'}${line};\n`)
    .join('')}`
