/**
 * `list.totalsBy` as SQL: beside the table stands one with its sums, per company and value of those fields. A trigger adds what
 * a statement changed, in the same transaction, so that both are seen or neither; it only adds rows, so that two who write at
 * once never wait for each other. Rows of the same values are folded into one by the housekeeping (totals.server.ts).
 */
import { sqlName } from '../names.ts'
import type { TableModel } from './schema.server.ts'

export const totalsTable = (table: string): string => `${table}_totals`

const names = (model: TableModel): { by: string[]; of: string[] } => {
  const { by, of } = model.totals!
  return { by: by.map(sqlName), of: of.map(sqlName) }
}

/** The living rows of a table, added up. */
const grouped = ({ by, of }: ReturnType<typeof names>, from: string): string =>
  `select operator_id, ${by.join(', ')}, count(*), ${of.map((c) => `coalesce(sum(${c}), 0)`).join(', ')} from ${from} where deleted_at is null group by ${['operator_id', ...by].join(', ')}`

function trigger(name: string, model: TableModel): string[] {
  const table = sqlName(name)
  const { by, of } = names(model)
  const target = `insert into ${totalsTable(name)} (operator_id, ${[...by, 'n', ...of].join(', ')})`
  const signed = (from: string, sign: string): string =>
    `select operator_id, ${by.join(', ')}, ${sign}1 as n, ${of.map((c) => `${sign}coalesce(${c}, 0) as ${c}`).join(', ')} from ${from} where deleted_at is null`
  const keys = ['operator_id', ...by].join(', ')
  const sums = ['n', ...of].map((c) => `sum(${c})`)
  const net = (from: string): string =>
    `${target}\n    select ${keys}, ${sums.join(', ')} from (${from}) as x group by ${keys}\n    having ${sums.map((s) => `${s} <> 0`).join(' or ')}`
  const body = `begin
  if tg_op = 'INSERT' then
    ${net(signed('fresh', ''))};
  elsif tg_op = 'DELETE' then
    ${net(signed('gone', '-'))};
  else
    ${net(`${signed('fresh', '')} union all ${signed('gone', '-')}`)};
  end if;
  return null;
end`
  const called = `${name}_totals_kept`
  const on = (event: string, tables: string): string =>
    `create trigger ${called}_${event} after ${event} on ${table} referencing ${tables} for each statement execute function ${called}()`
  return [
    `create function ${called}() returns trigger language plpgsql as $$\n${body}\n$$`,
    on('insert', 'new table as fresh'),
    on('update', 'old table as gone new table as fresh'),
    on('delete', 'old table as gone'),
  ]
}

/** Anew from the rows: when the table is made, and for rows that were written past the triggers. */
export function fillTotals(name: string, model: TableModel): string[] {
  const shape = names(model)
  return [
    `delete from ${totalsTable(name)}`,
    `insert into ${totalsTable(name)} (operator_id, ${[...shape.by, 'n', ...shape.of].join(', ')}) ${grouped(shape, sqlName(name))}`,
  ]
}

/** The groups (of every company one may see) whose number or sums are kept otherwise than the rows say. */
export function strayTotals(name: string, model: TableModel): string {
  const { by, of } = names(model)
  const [keys, sums] = [['operator_id', ...by].join(', '), ['n', ...of]]
  const rows = `select ${keys}, ${sums.map((c) => `-${c}`).join(', ')} from (${grouped({ by, of }, sqlName(name))}) as r (${keys}, ${sums.join(', ')})`
  return `select ${keys} from (select ${keys}, ${sums.join(', ')} from ${totalsTable(name)} union all ${rows}) as x
  group by ${keys} having ${sums.map((c) => `sum(${c}) <> 0`).join(' or ')}`
}

export function createTotals(name: string, model: TableModel, policy: (table: string) => string[]): string[] {
  if (!model.totals) return []
  const { by, of } = names(model)
  const table = totalsTable(name)
  const column = (key: string): string => `  ${sqlName(key)} ${model.columns[key]!.type}`
  return [
    `create table ${table} (\n${['  operator_id bigint not null', ...model.totals.by.map(column), ...['n', ...of].map((c) => `  ${c} bigint not null`), '  folded boolean not null default false'].join(',\n')}\n)`,
    `comment on table ${table} is '${model.comment}的合计（由触发器维护）'`,
    `create index ${table}_key on ${table} (${['operator_id', ...by].join(', ')})`,
    `create index ${table}_fresh on ${table} (operator_id) where not folded`,
    // The owner, too, sees no row of a company without saying which.
    ...(model.tenant ? [`alter table ${sqlName(name)} no force row level security`] : []),
    fillTotals(name, model)[1]!,
    ...(model.tenant ? [`alter table ${sqlName(name)} force row level security`] : []),
    ...(model.tenant ? policy(table) : []),
    ...trigger(name, model),
  ]
}

export function dropTotals(name: string, model: TableModel): string[] {
  if (!model.totals) return []
  return [
    ...['insert', 'update', 'delete'].map((event) => `drop trigger ${name}_totals_kept_${event} on ${sqlName(name)}`),
    `drop function ${name}_totals_kept()`,
    `drop table ${totalsTable(name)}`,
  ]
}
