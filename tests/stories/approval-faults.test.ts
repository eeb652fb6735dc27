/**
 * R-91, the whole of it and fast: every command dies behind each of its statements. What is left is the state before; done
 * again, everything is as it always is. With processes that are really killed: approval-kills.test.ts.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { actNamed } from '#kit/entity/store.server.ts'
import { Fragile, LIVES, type Doors } from './approval-lives.ts'
import { Company } from './company.ts'

class Killed extends Error {}

/** The database as a process sees it that dies when its n-th statement is answered: nothing of it is ever committed. */
function dying(db: Database, dieAt: number): Database {
  let count = 0
  const own = Object.create(db) as Database
  own.write = (operatorId, work, options) =>
    db.write(
      operatorId,
      (tx, tools) =>
        work(
          tx.withPlugin({
            transformQuery: ({ node }) => node,
            // Where every statement passes, also one that was built before.
            transformResult: async ({ result }) => {
              count += 1
              if (count === dieAt) throw new Killed('killed')
              return result
            },
          }) as Tx,
          tools,
        ),
      options,
    )
  return own
}

let company: Company
let fragile: Fragile

/** This process's own routes, on a database that may be about to die. */
function doors(db?: Database): Doors {
  const as = (who: string): Context => ({ ...company.as(who), db: db ?? company.db })
  return {
    async call(who, path, body) {
      const route = company.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.method === 'POST' && r.path === path)!
      return route.handler(as(who), await route.input.parseAsync(body), { files: [], signal: new AbortController().signal })
    },
    act: (who, entity, action, id, input) =>
      (db ?? company.db).write(company.operatorId, (tx) => actNamed(tx, as(who), entity, action, id, null, { ...input }, 'person')),
  }
}

beforeAll(async () => {
  company = await Company.open('2026-03-02')
  fragile = await Fragile.prepare(company, doors())
})
afterAll(() => company?.close())

const died = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    (error: unknown) => {
      if (error instanceof Killed) return true
      throw error
    },
  )

describe('R-91: a command that dies behind any of its statements leaves nothing; repeated, it leaves what it always leaves', () => {
  test.each(LIVES)('$name', async ({ before, command }) => {
    const calm = await before(fragile, doors())
    await command(fragile, doors(), calm)
    const wanted = await fragile.left(calm)
    const word = await before(fragile, doors())
    const untouched = await fragile.left(word)
    expect(untouched).not.toEqual(wanted)
    let kills = 0
    while (await died(command(fragile, doors(dying(company.db, kills + 1)), word))) {
      kills += 1
      expect(await fragile.left(word), `behind statement ${kills}`).toEqual(untouched)
    }
    // The lock, the places and the tasks, somebody asked, and each of the writes.
    expect(kills).toBeGreaterThan(6)
    expect(await fragile.left(word)).toEqual(wanted)
  })
})
