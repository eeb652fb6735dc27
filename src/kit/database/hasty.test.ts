import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { withClient } from './connection/connection.server.ts'
import type { Database, WriteOptions } from './connection/pool.server.ts'

let base: TestDatabase
let db: Database
beforeAll(async () => {
  base = await testDatabase({ empty: true })
  // The tests' own cluster never waits for its disk; the product's does.
  await withClient(base.owner, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    await client.query(`alter database ${rows[0]!.name} set synchronous_commit = on`)
  })
  db = base.another({ max: 1 })
})
afterAll(() => base?.close())

const waits = (options: WriteOptions): Promise<string> =>
  db.write(
    1,
    async (tx) => (await sql<{ on: string }>`select current_setting('synchronous_commit') as on`.execute(tx)).rows[0]!.on,
    options,
  )

test('a hasty transaction does not wait for the disk, and those after it on the same connection do', async () => {
  expect(await waits({})).toBe('on')
  expect(await waits({ hasty: true })).toBe('off')
  expect(await waits({ hasty: true, statementTimeoutMs: 5000 })).toBe('off')
  expect(await waits({})).toBe('on')
})
