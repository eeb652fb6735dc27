/**
 * `addMany`: records that the server makes by the thousand, of one paper: one `insert` for 250 of them (decision 0067). What is written
 * to rows that are there already is `writeMany` (store-write).
 */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '../../access/context.server.ts'
import { auditAll, changesOf, type AuditLine } from '../../audit/audit.server.ts'
import { invalid } from '../../basics/errors.ts'
import { arrayText } from '../../database/array-text.ts'
import { together } from '../../database/errors.ts'
import { guarded } from './failures.server.ts'
import type { Entity } from '../entity.ts'
import { fieldOf, fieldsOf, STANDARD_FIELDS } from '../names.ts'
import { toRow, type Record_ } from '../query/rows.server.ts'
import { columnType } from '../schema/schema.server.ts'
import { drawAhead, fillSerials } from '../serial.server.ts'
import { namesOf, standardOf, type Values } from './store-steps.server.ts'
import { checkValues } from '../value/values.ts'
import { tellWatchers } from '../watchers.server.ts'

/** Rows of a statement: while PostgreSQL writes one, the next is made, and what follows from the one before. */
const PORTION = 250
/** What has been said so far goes out, and what has been answered comes in. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

interface Made {
  /** As whoever reads it will find it. */
  record: Record_
  /** As it is stored; a column of JSON holds its text, numbers sealed. */
  row: Values
}

const made = (entity: Entity, values: Values, every: Values): Made => ({
  row: Object.assign(toRow(entity, values), every),
  record: { ...every, ...values, version: 1, deletedAt: null } as unknown as Record_,
})

/** Of each column that a row may have. A list of numbers comes as text: an array of arrays would lose its rows. */
const typeOf = (entity: Entity, name: string): { sent: string; stored: string } => {
  const field = fieldOf(entity, name) ?? STANDARD_FIELDS[name]
  // Beside them there are the number of the company and the search text.
  const stored = field ? columnType(field) : name === 'operatorId' ? 'bigint' : 'text'
  return { sent: stored.endsWith('[]') ? 'text' : stored, stored }
}

/** A parameter for what all rows share and one for each other column, whatever the number of rows. PostgreSQL says what only it knows. */
async function insertAll(tx: Tx, entity: Entity, rows: readonly Made[]): Promise<Record_[]> {
  const names = Object.keys(rows[0]!.row)
  const first = rows[0]!.row
  const differing = names.filter((name) => rows.some(({ row }) => row[name] !== first[name]))
  // Rows that are all alike are as many as the values of any of their columns.
  const varying = new Set(differing.length ? differing : names.slice(0, 1))
  const typed = new Map(names.map((name) => [name, typeOf(entity, name)]))
  const cast = (value: RawBuilder<unknown>, type: string) => sql`${value}::${sql.raw(type)}`
  const arrays = [...varying].map((name) =>
    cast(sql.val(arrayText(rows.map(({ row }) => row[name] ?? null))), `${typed.get(name)!.sent}[]`),
  )
  const values = names.map((name) => cast(varying.has(name) ? sql.ref(`u.${name}`) : sql.val(first[name] ?? null), typed.get(name)!.stored))
  const own = ['id', ...fieldsOf(entity).flatMap(([name, { kind }]) => (kind === 'computed' ? [name] : []))]
  const columns = (of: Iterable<string>) => sql.join([...of].map((name) => sql.ref(name)))
  const { rows: written } = await guarded(entity, () =>
    sql<Values>`
      insert into ${sql.table(entity.name)} (${columns(names)}) select ${sql.join(values)} from unnest(${sql.join(arrays)}) as u(${columns(varying)})
      returning ${columns(own)}`.execute(tx),
  )
  if (written.length !== rows.length) throw new Error(`${written.length} ${entity.name} written of ${rows.length}`)
  return written.map((row, i) => Object.assign(rows[i]!.record, row))
}

/**
 * Many records that the server makes of one paper (a supplier's statement): checked and numbered like any other, written in a few
 * statements, in their order. What `beforeAdd` completes and `afterAdd` begins is the caller's, for all of them at once; he has also seen
 * that what they point to is there. `ledger`: rows that are never changed and name the paper they come from, which is their journal.
 */
export async function addMany(tx: Tx, ctx: Context, name: string, raw: readonly Values[], kind: 'records' | 'ledger'): Promise<Record_[]> {
  if (raw.length === 0) return []
  const { entity } = ctx.registry.entity(name)
  await drawAhead(tx, ctx, entity, raw.length)
  const every = standardOf(ctx, entity)
  // All of them before any is written: who is told of a wrong one has nothing to take back.
  const checked: Values[] = []
  for (const one of raw) {
    const result = checkValues(entity, one, { mode: 'add', server: true })
    if (!result.ok) throw invalid(result.errors)
    checked.push(result.values)
  }
  if (fieldsOf(entity).some(([, field]) => field.kind === 'serial'))
    for (const values of checked) await fillSerials(tx, ctx, entity, values)
  const portions: Promise<Record_[]>[] = []
  for (let i = 0; i < checked.length; i += PORTION) {
    const rows = checked.slice(i, i + PORTION).map((values) => made(entity, values, every))
    const portion = written(tx, ctx, entity, rows, kind)
    // Told below, when all are there.
    portion.catch(() => {})
    portions.push(portion)
    await turn()
  }
  return (await together(portions)).flat()
}

/** A portion, with its lines in the journal, told to whoever watches. */
async function written(tx: Tx, ctx: Context, entity: Entity, rows: readonly Made[], kind: 'records' | 'ledger'): Promise<Record_[]> {
  const records = await insertAll(tx, entity, rows)
  const to = (record: Record_): string | null => (entity.state ? String(record[entity.state]) : null)
  if (kind === 'records') {
    const titles = await namesOf(tx, ctx, entity, records)
    const line = (record: Record_, i: number): AuditLine => ({
      entity: entity.name,
      entityId: record.id,
      action: 'add',
      title: titles[i]!,
      to: to(record),
      changes: changesOf(entity, null, record),
    })
    await auditAll(tx, ctx, records.map(line))
  }
  for (const record of records) await tellWatchers({ tx, ctx, entity: entity.name, action: 'add', record, from: null, to: to(record) })
  return records
}
