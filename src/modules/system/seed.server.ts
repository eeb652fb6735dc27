/** Rows every installation and every operator needs from the start. Repeatable: what exists stays. */
import { hashPassword } from '#kit/access/password.server.ts'
import type { Tx } from '#kit/access/context.server.ts'
import type { Dimension } from '#kit/entity/entity.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { seedDictionaries } from './dictionary.server.ts'
import { syncResources } from './resources.server.ts'

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
  const known = await tx
    .selectFrom('user')
    .select('id')
    .where('operatorId', '=', operatorId)
    .where('isAdmin', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (known) return null
  const dept =
    (await tx.selectFrom('dept').select('id').where('operatorId', '=', operatorId).where('code', '=', 'root').executeTakeFirst()) ??
    (await tx
      .insertInto('dept')
      .values({ operatorId, name: '总公司', code: 'root', idx: 0 } as never)
      .returning('id')
      .executeTakeFirstOrThrow())
  const admin = await tx
    .insertInto('user')
    .values({
      operatorId,
      username: 'admin',
      name: '系统管理员',
      status: 'active',
      mobile: '',
      dept: dept.id,
      customerType: 'staff',
      carrier: false,
      isAdmin: true,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('credential')
    .values({ userId: admin.id, operatorId, username: 'admin', passwordHash: await hashPassword(password), isFirst: mustChange })
    .execute()
  return admin.id
}

/** The resource tree, dictionaries, rule names and which screens they bind. Stores bind by default; other dimensions can be switched on. */
export async function seedOperator(tx: Tx, operatorId: number, registry: Registry): Promise<void> {
  const company = await tx.selectFrom('operator').select(['id', 'platform']).where('id', '=', operatorId).executeTakeFirstOrThrow()
  await syncResources(tx, registry, company)
  await seedDictionaries(tx, operatorId, registry)
  const have = new Map(
    (await tx.selectFrom('sysRuleName').select(['id', 'code']).where('operatorId', '=', operatorId).execute()).map((r) => [r.code, r.id]),
  )
  for (const rule of RULES.filter((r) => !have.has(r.code))) {
    const { id } = await tx
      .insertInto('sysRuleName')
      .values({ operatorId, ...rule, enabled: true } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    have.set(rule.code, id)
  }
  const known = new Set(
    (await tx.selectFrom('sysRuleResource').select(['resourceCode', 'ruleName']).where('operatorId', '=', operatorId).execute()).map(
      (r) => `${r.resourceCode}:${r.ruleName}`,
    ),
  )
  const scopes = new Map(registry.entities().map(({ entity }) => [entity.name, entity.scope ?? {}]))
  const rows = registry
    .screens()
    .filter((s) => !s.of && s.entity)
    .flatMap((s) => Object.keys(scopes.get(s.entity!) ?? {}).map((dimension) => ({ resourceCode: s.code, dimension })))
    .flatMap(({ resourceCode, dimension }) => {
      const ruleName = have.get(dimension)
      if (!ruleName || known.has(`${resourceCode}:${ruleName}`)) return []
      return [{ operatorId, resourceCode, ruleName, bound: dimension === 'store' }]
    })
  if (rows.length)
    await tx
      .insertInto('sysRuleResource')
      .values(rows as never)
      .onConflict((oc) => oc.doNothing())
      .execute()
}

export const operatorsOf = (tx: Tx): Promise<{ id: number; name: string }[]> =>
  tx.selectFrom('operator').select(['id', 'name']).where('status', '=', 'active').orderBy('id').execute()
