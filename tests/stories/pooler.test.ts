/** Behind a pooler that lends a connection for one transaction only, nobody sees another company and nothing is left behind. */
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pooledConfig } from '#kit/database/connection/connection.server.ts'
import type { Database, Handle } from '#kit/database/connection/pool.server.ts'
import { ABSENT, startPgbouncer } from '#tests/pgbouncer.ts'
import { testDatabase, twoOperators, type TestDatabase } from '#tests/database.ts'

let base: TestDatabase
let bouncer: Awaited<ReturnType<typeof startPgbouncer>>
let db: Database
let companies: number[]
beforeAll(async () => {
  if (ABSENT) return
  base = await testDatabase()
  bouncer = await startPgbouncer(base.app, 3)
  db = base.another({ pooler: bouncer.pooler, max: 20 })
  companies = await twoOperators(base.db)
})
afterAll(async () => {
  await base?.close()
  await bouncer?.stop()
})
beforeEach((context) => {
  if (ABSENT) context.skip(ABSENT)
})

const seen = async (tx: Handle): Promise<string[]> =>
  (await sql<{ name: string }>`select name from dept order by name`.execute(tx)).rows.map((row) => row.name)
const setting = async (tx: Handle, name: string): Promise<string> =>
  (await sql<{ value: string }>`select current_setting(${name}, true) as value`.execute(tx)).rows[0]!.value

test('twenty callers on three connections see their own company, whoever had the connection before', async () => {
  const mine = (id: number): string => `部门${id}`
  await Promise.all(
    companies.map((id) =>
      db.write(id, (tx) => sql`insert into dept (operator_id, code, name) values (${id}, ${`D${id}`}, ${mine(id)})`.execute(tx), {
        prepared: true,
      }),
    ),
  )
  const wrong: unknown[] = []
  const ask = async (i: number): Promise<void> => {
    const id = companies[i % 2]!
    const read = (tx: Handle): Promise<void> =>
      seen(tx).then(async (first) => {
        await sql`select pg_sleep(0.002)`.execute(tx)
        for (const names of [first, await seen(tx)]) if (names.join() !== mine(id)) wrong.push([id, names])
      })
    if (i % 3 === 0) await db.write(id, read)
    else await db.read(id, read, i % 3 === 1 ? { prepared: true } : { snapshot: true })
  }
  await Promise.all(Array.from({ length: 300 }, (_, i) => ask(i)))
  expect(wrong).toEqual([])
  expect(await db.read(null, seen)).toEqual([])
})

test('what a transaction sets ends with it; limits and zone hold in each', async () => {
  const raw = new pg.Client(pooledConfig(bouncer.pooler, { applicationName: 'raw' } as never))
  await raw.connect()
  for (let i = 0; i < 5; i++) {
    await db.read(companies[0]!, seen)
    const { rows } = await raw.query(`select current_setting('app.operator_id', true) as tenant, count(*)::int as n from dept`)
    expect([rows[0].tenant ?? '', rows[0].n]).toEqual(['', 0])
  }
  await raw.end()
  const settings = await db.read(companies[0]!, async (tx) => [await setting(tx, 'timezone'), await setting(tx, 'lock_timeout')])
  expect(settings).toEqual(['UTC', '10s'])
  const patient = db.read(companies[0]!, (tx) => sql`select pg_sleep(20)`.execute(tx), { statementTimeoutMs: 50 })
  await expect(patient).rejects.toThrow()
  await expect(db.read(companies[0]!, (tx) => sql`delete from dept`.execute(tx))).rejects.toThrow(/read-only/)
})

test('a query nobody waits for any more is cancelled, and no other', async () => {
  const other = db.read(companies[1]!, async (tx) => {
    await sql`select pg_sleep(1)`.execute(tx)
    return 'undisturbed'
  })
  const leaving = new AbortController()
  const began = performance.now()
  const gone = db.read(companies[0]!, (tx) => sql`select pg_sleep(20)`.execute(tx), { signal: leaving.signal })
  setTimeout(() => leaving.abort(new Error('left')), 200)
  await expect(gone).rejects.toThrow('left')
  // Before it would have ended by itself.
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(await other).toBe('undisturbed')
})

test('notices arrive: they are heard past the pooler and sent through it', async () => {
  const heard: string[] = []
  const subscription = db.listen('pooled', (text) => heard.push(text))
  await subscription.ready
  await db.write(companies[0]!, (_tx, tools) => tools.notify('pooled', 'hello'))
  await expect.poll(() => heard).toEqual(['hello'])
  subscription.stop()
})
