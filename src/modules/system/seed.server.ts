/** Rows every installation and every operator needs from the start. Repeatable: what exists stays. */
import { seal } from '#kit/database/sealing.server.ts'
import { sql } from 'kysely'
import { hashPassword } from '#kit/access/password.server.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import type { Dimension, Entity } from '#kit/entity/entity.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { seedDictionaries } from './settings/dictionary.server.ts'
import { syncResources } from './rights/resources.server.ts'

/** Rule names of a new operator: one per dimension in use. */
const RULES: { code: string; name: string; dimension: Dimension }[] = [
  { code: 'store', name: '门店', dimension: 'store' },
  { code: 'dept', name: '部门', dimension: 'dept' },
  { code: 'owner', name: '业务员/创建人', dimension: 'owner' },
  { code: 'channel', name: '渠道', dimension: 'channel' },
]

export async function firstOperator(tx: Tx, name: string): Promise<number> {
  const known = await tx.selectFrom('operator').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (known) return known.id
  return (await tx.insertInto('operator').values({ name, shortName: null }).returning('id').executeTakeFirstOrThrow()).id
}

export interface AdminSeed {
  operatorId: number
  password: string
  /** False when the operator of the installation chose the password himself. */
  mustChange: boolean
}

/** The first administrator; null when there is one already. */
export async function seedAdmin(tx: Tx, { operatorId, password, mustChange }: AdminSeed): Promise<number | null> {
  const known = await allRows(tx, 'user').select('id').where('isAdmin', '=', true).limit(1).executeTakeFirst()
  if (known) return null
  const admin = await addAdministrator(tx, { operatorId, username: 'admin', name: '系统管理员', mobile: '' })
  await tx
    .insertInto('credential')
    .values({ userId: admin, operatorId, username: 'admin', passwordHash: await hashPassword(password), isFirst: mustChange })
    .execute()
  return admin
}

/** An account that may do everything, in the root department; without a password yet. */
async function addAdministrator(
  tx: Tx,
  { operatorId, username, name, mobile }: { operatorId: number; username: string; name: string; mobile: string },
): Promise<number> {
  const dept =
    (await allRows(tx, 'dept').select('id').where('code', '=', 'root').executeTakeFirst()) ??
    (await tx.insertInto('dept').values({ operatorId, name: '总公司', code: 'root', idx: 0 }).returning('id').executeTakeFirstOrThrow())
  const { id } = await tx
    .insertInto('user')
    .values({
      operatorId,
      username,
      name,
      status: 'active',
      mobile: seal(mobile),
      dept: dept.id,
      customerType: 'staff',
      carrier: false,
      isAdmin: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What rows of a page know of: those it lists, and those whose own page it is though it draws them otherwise (a calendar, a tool). */
function dimensionsByScreen(registry: Registry): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>()
  const note = (code: string, entity: Entity): void => {
    const dimensions = Object.keys(entity.scope ?? {})
    if (dimensions.length) known.set(code, new Set([...(known.get(code) ?? []), ...dimensions]))
  }
  for (const { code, of, entity } of registry.screens()) if (!of && entity) note(code, registry.entity(entity).entity as Entity)
  for (const { entity } of registry.entities()) {
    const screen = registry.screen(entity.right)
    if (screen && !screen.of) note(screen.code, entity as Entity)
  }
  return known
}

/** The resource tree, dictionaries, rule names and which screens they bind. Stores bind by default; other dimensions can be switched on. */
export async function seedOperator(tx: Tx, operatorId: number, registry: Registry): Promise<void> {
  const company = await tx.selectFrom('operator').select(['id', 'platform']).where('id', '=', operatorId).executeTakeFirstOrThrow()
  await syncResources(tx, registry, company)
  await seedDictionaries(tx, operatorId, registry)
  const have = new Map((await allRows(tx, 'sysRuleName').select(['id', 'code']).execute()).map((r) => [r.code, r.id]))
  for (const rule of RULES.filter((r) => !have.has(r.code))) {
    const { id } = await tx
      .insertInto('sysRuleName')
      .values({ operatorId, ...rule, enabled: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    have.set(rule.code, id)
  }
  const known = new Set(
    (await allRows(tx, 'sysRuleResource').select(['resourceCode', 'ruleName']).execute()).map((r) => `${r.resourceCode}:${r.ruleName}`),
  )
  const rows = [...dimensionsByScreen(registry)]
    .flatMap(([resourceCode, dimensions]) => [...dimensions].map((dimension) => ({ resourceCode, dimension })))
    .flatMap(({ resourceCode, dimension }) => {
      const ruleName = have.get(dimension)
      if (!ruleName || known.has(`${resourceCode}:${ruleName}`)) return []
      return [{ operatorId, resourceCode, ruleName, bound: dimension === 'store' }]
    })
  if (rows.length)
    await tx
      .insertInto('sysRuleResource')
      .values(rows)
      .onConflict((oc) => oc.doNothing())
      .execute()
}

/** Several nodes may start at once: one puts things in place, the others wait and find them. Any constant. */
export const alone = (tx: Tx): Promise<unknown> => sql`select pg_advisory_xact_lock(7310043)`.execute(tx)

/** What every company has from the start; repeatable. */
export async function seedCompany({ db, clock, registry }: Pick<Context, 'db' | 'clock' | 'registry'>, operatorId: number): Promise<void> {
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

export interface FirstAdministrator {
  operatorId: number
  username: string
  name: string
  mobile: string
  passwordHash: string
  at: string
  /** One that was issued after this moment is not replaced. */
  notSince: string
}

/**
 * The password of a company's first administrator, issued by whoever opened the company: until its owner has made it his own.
 * Runs in a transaction of that company.
 */
export async function firstAdministrator(tx: Tx, a: FirstAdministrator): Promise<'issued' | 'own' | 'recent' | 'taken'> {
  await alone(tx)
  const { operatorId, username, passwordHash } = a
  const known = await allRows(tx, 'credential')
    .select(['userId', 'isFirst', 'changedAt'])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst()
  if (known) {
    if (!known.isFirst) return 'own'
    if (known.changedAt > a.notSince) return 'recent'
    await tx
      .updateTable('credential')
      .set({ passwordHash, changedAt: a.at })
      .where('operatorId', '=', operatorId)
      .where('userId', '=', known.userId)
      .execute()
    return 'issued'
  }
  const { rows } = await sql<{ taken: boolean }>`select exists (select 1 from auth_find_user(${username})) as taken`.execute(tx)
  if (rows[0]?.taken) return 'taken'
  const userId = await addAdministrator(tx, a)
  await tx.insertInto('credential').values({ userId, operatorId, username, passwordHash, isFirst: true, changedAt: a.at }).execute()
  return 'issued'
}

export const operatorsOf = (tx: Tx): Promise<{ id: number; name: string }[]> =>
  tx.selectFrom('operator').select(['id', 'name']).where('status', '=', 'active').orderBy('id').execute()
