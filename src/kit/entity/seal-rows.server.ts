/** Seals what lies open, and what lies under an older key: at the start, table by table, in portions; and opens everything again when asked. */
import type pg from 'pg'
import { withRawClient, type Endpoint } from '../database/connection/connection.server.ts'
import { isSealed, keyName, numbersSealed, numbersSealedJson, opened, openedJson, seal, stateOf } from '../database/sealing.server.ts'
import type { Entity } from './entity.ts'
import type { Field } from './field.ts'
import { fieldsOf, snake, sqlName } from './names.ts'

const PORTION = 500
/** 1: declared columns; 2: what stands inside JSON and sentences as well; 3: certificates of drivers. One more when a release seals what lay open before. */
const REACH = 3

export interface SealedColumns {
  table: string
  texts: string[]
  /** jsonb columns with sealed fields in their lines: column → names. */
  lines: Map<string, string[]>
}

export function sealedColumns(entities: readonly Entity[]): SealedColumns[] {
  return entities.flatMap((entity) => {
    const texts = fieldsOf(entity).flatMap(([name, field]) => (isSealed(field) ? [name] : []))
    const lines = new Map(
      fieldsOf(entity).flatMap(([name, field]) => {
        if (field.kind !== 'lines') return []
        const inner = Object.entries(field.of as Record<string, Field>).flatMap(([own, of]) => (isSealed(of) ? [own] : []))
        return inner.length ? [[name, inner] as const] : []
      }),
    )
    return texts.length || lines.size ? [{ table: entity.name, texts, lines }] : []
  })
}

/** Values of lines as they are stored. */
export function sealedLines(value: unknown, names: readonly string[], how: (text: string) => string = seal): unknown {
  if (!Array.isArray(value)) return value
  return value.map((line) => {
    const next = { ...(line as Record<string, unknown>) }
    for (const name of names) if (typeof next[name] === 'string') next[name] = how(next[name])
    return next
  })
}

interface Lying {
  table: string
  /** A whole number each. */
  texts: string[]
  /** Sentences with numbers in them. */
  inside: string[]
  /** JSON, in a column of its own type or as a text; of lines the names of sealed fields. */
  json: Map<string, readonly string[]>
  forced: boolean
}

/** Tables without a definition whose texts hold numbers; their columns as they are called in the database. */
const BY_HAND: Record<string, { texts?: string[]; inside?: string[]; json?: string[] }> = {
  order_visitor: { texts: ['mobile'] },
  recruit_visitor: { texts: ['mobile'] },
  lessee_visitor: { texts: ['mobile'] },
  outgoing_call: { inside: ['key', 'summary'] },
}
/**
 * JSON that stays as it was written. The log is hashed and never changed, and what it tells of numbers was masked before; places and
 * readings of terminals have none.
 */
const AS_WRITTEN = ['audit_log', 'engine_state', 'position', 'position_other']

/** What a definition declares, what is listed above, and every column of JSON there is: a new one is sealed without being named. */
async function lying(client: pg.Client, entities: readonly Entity[]): Promise<Lying[]> {
  const { rows } = await client.query<{ table: string; forced: boolean; json: string[] }>(`
    select c.relname as "table", c.relforcerowsecurity as forced,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.atttypid = 'jsonb'::regtype and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as json
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and pg_get_userbyid(c.relowner) = current_user order by c.relname`)
  const declared = new Map(sealedColumns(entities).map((one) => [snake(one.table), one]))
  return rows.flatMap(({ table, forced, json }) => {
    if (AS_WRITTEN.includes(table)) return []
    const own = declared.get(table)
    const byHand = BY_HAND[table] ?? {}
    const lines = new Map([...(own?.lines ?? [])].map(([column, names]) => [snake(column), names]))
    const one: Lying = {
      table,
      forced,
      texts: [...(own?.texts ?? []).map(snake), ...(byHand.texts ?? [])],
      inside: byHand.inside ?? [],
      json: new Map([...json, ...(byHand.json ?? [])].map((column) => [column, lines.get(column) ?? []])),
    }
    return one.texts.length || one.inside.length || one.json.size ? [one] : []
  })
}

/** How a value lies when all is done. */
function anew(one: Lying, column: string, stored: string, how: 'seal' | 'open'): string {
  const whole = (text: string): string => (how === 'open' ? opened(text) : stateOf(text) === 'current' ? text : seal(opened(text)))
  if (one.texts.includes(column)) return whole(stored)
  if (one.inside.includes(column)) return how === 'open' ? opened(stored) : numbersSealed(opened(stored))
  const open = openedJson(stored)
  if (how === 'open') return open
  const names = one.json.get(column)!
  if (names.length === 0) return numbersSealedJson(open)
  const before: unknown = JSON.parse(stored)
  const after = JSON.stringify(sealedLines(JSON.parse(open), names))
  const next = numbersSealedJson(after)
  return next === JSON.stringify(before) ? stored : next
}

/** A definition says that there is a number, whatever it looks like. */
const isNamed = (one: Lying, column: string): boolean => one.texts.includes(column) || (one.json.get(column) ?? []).length > 0
/** Of the others what may hold a number, or does hold a sealed one; the rest of a table is not even read. */
const mayHold = (column: string): string => `"${column}"::text ~ '\\d[- \\d]{9,}\\d|[$]zyt1[$]'`

/**
 * One transaction a table, the switches included: triggers that guard closed months and ledgers judge what people change, and nothing
 * changes here; a process that dies half-way leaves the table, its triggers and its row-level security as they were.
 */
async function tableAnew(client: pg.Client, one: Lying, how: 'seal' | 'open'): Promise<number> {
  const columns = [...one.texts, ...one.inside, ...one.json.keys()]
  const name = sqlName(one.table)
  const shown = columns.map((column) => `"${column}"::text`).join(', ')
  const wanted = columns.map((column) => (isNamed(one, column) ? `"${column}" is not null` : mayHold(column))).join(' or ')
  let done = 0
  await client.query(`alter table ${name} no force row level security, disable trigger user`)
  // What the portions write is not seen by the cursor: each row comes once, under the place it had.
  await client.query(`declare anew no scroll cursor for select ctid::text as "at", ${shown} from ${name} where ${wanted}`)
  for (;;) {
    const { rows } = await client.query<Record<string, string | null>>(`fetch ${PORTION} from anew`)
    for (const row of rows) {
      const changed = columns.flatMap((column) => {
        const stored = row[column]
        if (stored === null || stored === undefined || stored === '') return []
        const next = anew(one, column, stored, how)
        return next === stored ? [] : [[column, next] as const]
      })
      if (changed.length === 0) continue
      const sets = changed.map(([column], i) => `"${column}" = $${i + 2}${one.json.has(column) ? '' : '::text'}`).join(', ')
      await client.query(`update ${name} set ${sets} where ctid = $1::tid`, [row['at'], ...changed.map(([, next]) => next)])
      done++
    }
    if (rows.length < PORTION) break
  }
  await client.query('close anew')
  await client.query(`alter table ${name} ${one.forced ? 'force' : 'no force'} row level security, enable trigger user`)
  return done
}

/** Any constant; the same for every node: one seals, the others wait and find it done. */
const LOCK_KEY = 7_310_044

/**
 * By the owner of the tables, before anybody is served. `sealed_with` remembers under which key everything lies, and how far the release
 * that sealed it reached, so that a start with nothing to do costs one look.
 */
export async function sealRows(
  owner: Endpoint,
  entities: readonly Entity[],
  how: 'seal' | 'open' = 'seal',
  onTable: (table: string, rows: number) => void = () => {},
): Promise<number> {
  const key = how === 'seal' ? keyName() : ''
  return withRawClient(owner, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    const { rows: known } = await client.query<{ key: string; reach: number }>('select key, reach from sealed_with')
    if ((known[0]?.key ?? '') === key && (key === '' || known[0]?.reach === REACH)) return 0
    let all = 0
    for (const one of await lying(client, entities)) {
      await client.query('begin')
      const rows = await tableAnew(client, one, how)
      await client.query('commit')
      if (rows) onTable(one.table, rows)
      all += rows
    }
    await client.query('delete from sealed_with')
    if (key !== '') await client.query('insert into sealed_with (key, reach, at) values ($1, $2, now())', [key, REACH])
    return all
  })
}
