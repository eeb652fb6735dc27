/** What there is to save, read from the database itself: whoever adds a table need not think of the backup. */
import pg from 'pg'
import type { Figures, Manifest } from './manifest.ts'

/** Made by the migrations, which both sides run for themselves. */
const OWN_RECORD = 'schema_migration'
export const quoted = pg.escapeIdentifier

interface TableShape {
  name: string
  columns: string[]
  /** Of the amounts and quantities: whole numbers that are no keys. */
  summed: string[]
}

/** Ours are the tables of `public`; the queue of scheduled work (schema `jobs`) is made anew by each start. */
const OURS = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> '${OWN_RECORD}'
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

export async function tableNames(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query(`select c.relname as name from pg_class c where ${OURS} order by 1`)
  return rows.map((row) => row.name as string)
}

export async function tableShapes(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query(`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
      coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.atttypid in ('bigint'::regtype, 'numeric'::regtype)
        and a.attidentity = '' and a.attname <> 'id' and a.attname not like '%\\_id'
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))), '{}') as summed
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where ${OURS} group by c.relname order by 1`)
  return rows as TableShape[]
}

/** `rows::text` says every column; the settings of `steady` make it the same text everywhere. */
export async function figuresOf(client: pg.ClientBase, { name, summed }: TableShape): Promise<Figures> {
  const sums = summed.map((column, i) => `sum(${quoted(column)})::text as s${i}`)
  const { rows } = await client.query(
    `select ${['count(*)::int8 as rows', 'coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash', ...sums].join(', ')} from ${quoted(name)} t`,
  )
  const row = rows[0] as Record<string, string | null>
  const present = summed.map((column, i) => [column, row[`s${i}`]] as const).filter(([, value]) => value !== null)
  return { rows: Number(row['rows']), hash: row['hash'] ?? '0', sums: Object.fromEntries(present) as Record<string, string> }
}

/** So that the same row is the same text on both sides; for the rest of the transaction. */
export async function steady(client: pg.ClientBase): Promise<void> {
  await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
    set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = public`)
}

export interface CompanySize {
  id: number
  rows: number
  bytes: number
}

/** How much of a table is whose; adds to what other tables told. */
export async function countCompanies(client: pg.ClientBase, { name, columns }: TableShape, sizes: Map<number, CompanySize>): Promise<void> {
  if (!columns.includes('operator_id')) return
  const { rows } = await client.query(
    `select operator_id::int8 as id, count(*)::int8 as rows, sum(pg_column_size(t.*))::int8 as bytes from ${quoted(name)} t where operator_id is not null group by 1`,
  )
  for (const row of rows) {
    const id = Number(row.id)
    const size = sizes.get(id) ?? { id, rows: 0, bytes: 0 }
    sizes.set(id, { id, rows: size.rows + Number(row.rows), bytes: size.bytes + Number(row.bytes) })
  }
}

export async function partitionsOf(client: pg.ClientBase): Promise<Manifest['partitions']> {
  const { rows } = await client.query(`
    select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound,
      array(select pg_get_indexdef(i.indexrelid) from pg_index i where i.indrelid = c.oid
        and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid) order by 1) as indexes
    from pg_class c join pg_inherits n on n.inhrelid = c.oid join pg_class p on p.oid = n.inhparent
    where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1, 2`)
  return (rows as Manifest['partitions']).filter((row) => row.bound !== 'DEFAULT')
}

export async function sequencesOf(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows as Manifest['sequences']
}

export async function chainsOf(client: pg.ClientBase): Promise<Manifest['chains']> {
  const { rows } = await client.query(
    `select operator_id, lane, seq, encode(hash, 'hex') as hash from audit_head order by operator_id, lane`,
  )
  return rows.map((row) => ({
    operatorId: Number(row.operator_id),
    lane: Number(row.lane),
    seq: Number(row.seq),
    hash: row.hash as string,
  }))
}

export async function migrationsOf(client: pg.ClientBase): Promise<Manifest['migrations']> {
  const { rows } = await client.query(`select name, sha256 from ${OWN_RECORD} order by name`)
  return rows as Manifest['migrations']
}
