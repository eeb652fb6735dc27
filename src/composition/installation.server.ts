/** What must stand before anybody signs in: the resource tree, a first operator, its administrator, everybody's seeds. */
import { randomPassword } from '#kit/access/password.server.ts'
import type { Clock } from '#kit/basics/time/clock.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { alone, firstOperator, operatorsOf, seedAdmin, seedCompany } from '#modules/system/seed.server.ts'

export interface Installation {
  db: Database
  clock: Clock
  registry: Registry
  /** Null: a random one is made, and told once. */
  adminPassword: string | null
}

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
  for (const operator of await db.read(null, operatorsOf)) await seedCompany(at, operator.id)
  return { newAdminPassword: admin !== null && at.adminPassword === null ? password : null }
}
