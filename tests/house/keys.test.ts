/**
 * The company stands in every key, read from the catalogue of a migrated database: who adds a table, an index or a reference by
 * hand is told here. Without it nothing but the program would stop a lease of one company on a vehicle of another.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '#kit/access/context.server.ts'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { testDatabase, twoOperators, type TestDatabase } from '#tests/database.ts'

/** Unique in the installation on purpose: each leads to its company before anybody knows which one that is. */
const WITHOUT: Record<string, string> = {
  user_passkey_mark_key: 'a passkey is shown before anybody typed a name',
  session_token_hash_key: 'a token is looked up before its company is known',
  credential_username_key: 'signing in names no company',
  terminal_no_everywhere: 'a terminal connects with its number alone',
  operator_host_pkey: 'a host leads to its company; it has one owner',
  idempotency_pkey: 'the key of a call is claimed before its company is known; visitors have none',
  login_log_pkey: 'attempts with unknown names belong to no company',
}

/** Tables without a wall, and what is in them. */
const OPEN: Record<string, string> = {
  gateway_node: 'which processes take terminals in',
  login_attempt: 'hashes of names and addresses that were wrong, before anybody knows whose they are',
  schema_migration: 'which migrations ran',
  sealed_with: 'which key numbers are sealed with',
  sign_in_challenge: 'what passkeys are asked, before anybody has signed in',
}

let t: TestDatabase
beforeAll(async () => {
  t = await testDatabase()
})
afterAll(() => t.close())

const WITH_COMPANY = `exists (select from pg_attribute a where a.attrelid = %s and a.attname = 'operator_id' and not a.attisdropped)`
const companyOf = (table: string) => sql.raw(WITH_COMPANY.replace('%s', table))
const ask = async (query: ReturnType<typeof sql<{ name: string }>>): Promise<string[]> =>
  (await t.db.read(null, (db) => query.execute(db))).rows.map((row) => row.name)

describe('a table with operator_id', () => {
  it('has it in every unique key, but for those that lead to the company', async () => {
    const without = await ask(sql<{ name: string }>`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and i.indisunique and ${companyOf('i.indrelid')}
        and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'operator_id' and a.attnum = any (i.indkey::int2[]))
      order by 1`)
    expect(without).toEqual(Object.keys(WITHOUT).toSorted())
  })

  it('has a primary key, an index entry of exactly one row', async () => {
    const keyless = await ask(sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${companyOf('c.oid')}
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')
      order by 1`)
    // Rows of sums are added to one another and folded by the housekeeping: there may be several for one key.
    expect(keyless.filter((name) => !name.endsWith('_totals'))).toEqual([])
  })

  it('has it in every exclusion and on both sides of every reference', async () => {
    const without = await ask(sql<{ name: string }>`
      select k.conname as name from pg_constraint k
      where k.connamespace = 'public'::regnamespace and k.contype in ('x', 'f') and ${companyOf('k.conrelid')}
        and (not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'operator_id' and a.attnum = any (k.conkey))
          or k.contype = 'f' and k.confrelid <> 'operator'::regclass
            and not exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'operator_id' and a.attnum = any (k.confkey)))
      order by 1`)
    expect(without).toEqual([])
    const [count] = (
      await t.db.read(null, (db) =>
        sql<{ n: number }>`select count(*)::int as n from pg_constraint where contype = 'f' and cardinality(conkey) = 2`.execute(db),
      )
    ).rows
    expect(count!.n).toBeGreaterThan(250)
  })

  it('shows the rows of its own company alone', async () => {
    const open = await ask(sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and ${companyOf('c.oid')}
        and not (c.relrowsecurity and c.relforcerowsecurity)
      order by 1`)
    expect(open).toEqual([])
  })
})

describe('the list of companies', () => {
  it('shows and lets change what concerns the company that asks, and all to the platform', async () => {
    // The first company of an installation is the platform.
    const [platform, above, below, other] = await t.db.write(null, async (tx) => {
      const make = async (name: string, parentId: number | null = null): Promise<number> =>
        (await tx.insertInto('operator').values({ name, shortName: null, parentId }).returning('id').executeTakeFirstOrThrow()).id
      const first = await tx.selectFrom('operator').select('id').where('platform', '=', true).executeTakeFirst()
      const platform = first?.id ?? (await make('平台公司'))
      const parent = await make('上级公司')
      return [platform, parent, await make('下级公司', parent), await make('别家公司')] as const
    })
    const seenBy = async (company: number | null): Promise<number[]> => {
      const rows = await t.db.read(company, (db) => db.selectFrom('operator').select('id').orderBy('id').execute())
      return rows.map(({ id }) => id).filter((id) => [platform, above, below, other].includes(id))
    }
    const all = [platform, above, below, other].toSorted((a, b) => a - b)
    expect(await seenBy(null)).toEqual(all)
    expect(await seenBy(platform)).toEqual(all)
    expect(await seenBy(above)).toEqual([above, below])
    expect(await seenBy(below)).toEqual([above, below])
    expect(await seenBy(other)).toEqual([other])

    const renamedBy = async (company: number): Promise<number> =>
      t.db.write(company, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('operator')
          .set({ shortName: '改' })
          .where('platform', '=', false)
          .executeTakeFirstOrThrow()
        return Number(numUpdatedRows)
      })
    expect(await renamedBy(other)).toBe(1)
    expect(await renamedBy(above)).toBe(1)
    expect(await renamedBy(platform)).toBeGreaterThanOrEqual(3)
    const begun = (company: number) => t.db.write(company, (tx) => sql`insert into operator (name) values ('新公司')`.execute(tx))
    const added = await t.db.write(platform, (tx) =>
      sql`insert into operator (name, parent_id) values ('再一家公司', ${above}) returning id`.execute(tx),
    )
    expect(added.rows).toHaveLength(1)
    await expect(begun(other)).rejects.toMatchObject({ code: '42501' })
    await expect(t.db.write(platform, (tx) => sql`delete from operator where id = ${other}`.execute(tx))).resolves.toMatchObject({
      numAffectedRows: 0n,
    })
  })

  it('is the last table that every company could read: what is left names nobody', async () => {
    const open = await ask(sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and not (relrowsecurity and relforcerowsecurity)
      order by 1`)
    expect(open).toEqual(Object.keys(OPEN).toSorted())
  })
})

/** What a column must be given: of which type, from which words, or a row of which other table. */
interface Needed {
  name: string
  type: string
  word: string | null
  of: string | null
}
const neededBy = (table: string) => sql<Needed>`
  select a.attname as name, format_type(a.atttypid, null) as type,
    (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''') from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]) as word,
    (select f.confrelid::regclass::text from pg_constraint f where f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any (f.conkey) limit 1) as of
  from pg_attribute a
  where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attname <> 'operator_id'`
let made = 0
const PLAIN: Record<string, unknown> = { date: '2026-03-01', bigint: 1, integer: 1, numeric: 1, boolean: false, jsonb: '{}' }

/** A row of a company with what it cannot do without; what it must refer to is made as well. */
async function rowOf(tx: Tx, operatorId: number, table: string): Promise<number> {
  const values: Record<string, unknown> = { operator_id: operatorId }
  for (const { name, type, word, of } of (await neededBy(table).execute(tx)).rows)
    values[name] = of
      ? await rowOf(tx, operatorId, of)
      : (word ?? (type === 'text' ? `X${++made}` : (PLAIN[type] ?? (type.endsWith('[]') ? '{}' : null))) ?? '2026-03-01T00:00:00Z')
  const names = sql.join(Object.keys(values).map((name) => sql.ref(name)))
  const { rows } = await sql<{
    id: number
  }>`insert into ${sql.raw(table)} (${names}) values (${sql.join(Object.values(values))}) returning id`.execute(tx)
  return rows[0]!.id
}

describe('the database itself', () => {
  it('refuses a lease of one company on a vehicle of another, and one of its own vehicles not', async () => {
    const [mine = 0, theirs = 0] = await twoOperators(t.db)
    const of = (operatorId: number, table: string) => t.db.write(operatorId, (tx) => rowOf(tx, operatorId, table))
    const lease = await of(mine, 'lease')
    const other = await of(theirs, 'vehicle')
    const [ours] = (await t.db.read(mine, (tx) => sql<{ id: number }>`select id from vehicle`.execute(tx))).rows
    const put = (vehicle: number) => t.db.write(mine, (tx) => sql`update lease set vehicle = ${vehicle} where id = ${lease}`.execute(tx))
    await expect(put(other)).rejects.toMatchObject({ code: '23503', constraint: 'lease_vehicle_fk' })
    await put(ours!.id)
    // Nor by whoever owns the tables, whom a forgotten filter would not stop.
    await withClient(t.owner, async (client) => {
      await client.query(`alter table lease no force row level security`)
      await expect(client.query('update lease set vehicle = $1 where id = $2', [other, lease])).rejects.toMatchObject({ code: '23503' })
      await client.query('update lease set vehicle = $1 where id = $2', [ours!.id, lease])
    })
  })
})
