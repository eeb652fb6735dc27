/** What must stand before anybody signs in: the resource tree, a first operator, its administrator, everybody's seeds. */
import { sql } from 'kysely'
import type { Tx } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/systemContext.server.ts'
import { randomPassword } from '#kit/access/password.server.ts'
import type { Clock } from '#kit/basics/clock.ts'
import type { Database } from '#kit/database/pool.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { firstOperator, operatorsOf, seedAdmin, seedOperator } from '#modules/system/seed.server.ts'

export interface Installation {
  db: Database
  clock: Clock
  registry: Registry
  /** Null: a random one is made, and told once. */
  adminPassword: string | null
}

/** Several nodes may start at once: one puts things in place, the others wait and find them. Any constant. */
const alone = (tx: Tx): Promise<unknown> => sql`select pg_advisory_xact_lock(7310043)`.execute(tx)

/** Repeatable; runs at every start. Returns what is to be told once: the password of a new administrator. */
export async function install(at: Installation): Promise<{ newAdminPassword: string | null }> {
  const { db } = at
  const operatorId = await db.write(null, async (tx) => {
    await alone(tx)
    return firstOperator(tx, '默认运营公司')
  })
  const password = at.adminPassword ?? randomPassword()
  const admin = await db.write(operatorId, async (tx) => {
    await alone(tx)
    return seedAdmin(tx, { operatorId, password, mustChange: at.adminPassword === null })
  })
  for (const operator of await db.read(null, operatorsOf)) await seedOne(at, operator.id)
  return { newAdminPassword: admin !== null && at.adminPassword === null ? password : null }
}

/** What every operator has from the start; repeatable. */
export async function seedOne({ db, clock, registry }: Pick<Installation, 'db' | 'clock' | 'registry'>, operatorId: number): Promise<void> {
  const ctx = systemContext({ db, clock, registry, operatorId, requestId: 'seed' })
  const steps = [
    (tx: Tx) => seedOperator(tx, operatorId, registry),
    ...registry.modules.flatMap(({ seed }) => (seed ? [(tx: Tx) => seed(tx, ctx)] : [])),
  ]
  for (const step of steps) {
    await db.write(operatorId, async (tx) => {
      await alone(tx)
      await step(tx)
    })
  }
}
