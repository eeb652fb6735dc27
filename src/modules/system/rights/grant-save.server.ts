/** Grants of a role as they are written: at once, or after somebody else has looked (security/held-change.server.ts). */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { absent } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { refuseClash, refuseVacancy } from './security/duties.server.ts'
import { separated } from './security/policy.server.ts'
import { refuseLastReviewer } from './security/reviewers.server.ts'
import { rightsChanged } from './changed.server.ts'
import { checkRole } from './reach.server.ts'

/** 「车辆列表」 for a page, 「车辆列表·导出」 for a button of it. */
export async function grantWords(db: Db, codes: readonly string[]): Promise<string> {
  if (codes.length === 0) return ''
  const known = new Map((await db.selectFrom('resource').select(['code', 'name', 'parentCode', 'type']).execute()).map((r) => [r.code, r]))
  const name = (code: string): string => {
    const row = known.get(code)
    if (row?.type !== 'function') return row?.name ?? code
    return `${known.get(row.parentCode ?? '')?.name ?? ''}·${row.name}`
  }
  return codes.map(name).join('、')
}

export const grantedTo = async (db: Db, roleId: number): Promise<string[]> =>
  (await db.selectFrom('roleGrant').select('resourceCode').where('roleId', '=', roleId).execute()).map((r) => r.resourceCode)

export async function lockRole(tx: Tx, roleId: number): Promise<{ id: number; name: string; templates: number[] | null }> {
  const role = await liveRows(tx, 'role').select(['id', 'name', 'templates']).where('id', '=', roleId).forNoKeyUpdate().executeTakeFirst()
  if (!role) throw absent()
  return role
}

/** Alone, and together with what its people have besides. */
async function refuseClashOfRole(tx: Tx, ctx: Context, role: number, codes: readonly string[]): Promise<void> {
  if (!(await separated(tx, ctx))) return
  await refuseClash(tx, ctx, [role], { role, codes })
  const holders = await liveRows(tx, 'user')
    .select('roles')
    .where(sql<boolean>`${role} = any(roles)`)
    .execute()
  for (const holder of holders) await refuseClash(tx, ctx, holder.roles ?? [], { role, codes })
}

export async function saveGrantsNow(
  tx: Tx,
  ctx: Context,
  roleId: number,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  const role = await lockRole(tx, roleId)
  const before = await grantedTo(tx, roleId)
  const codes = [...before.filter((code) => !removed.includes(code)), ...added]
  await refuseClashOfRole(tx, ctx, roleId, codes)
  await refuseLastReviewer(tx, ctx, role.name, { role: roleId, codes })
  // A page new to the role comes with the rows its templates show.
  await checkRole(tx, ctx, added, role.templates ?? [])
  if (removed.length)
    await tx
      .deleteFrom('roleGrant')
      .where('roleId', '=', roleId)
      .where('resourceCode', 'in', [...removed])
      .execute()
  if (added.length)
    await tx
      .insertInto('roleGrant')
      .values(added.map((resourceCode) => ({ operatorId: ctx.user.operatorId, roleId, resourceCode })))
      .onConflict((oc) => oc.doNothing())
      .execute()
  await rightsChanged(tx, ctx)
  await refuseVacancy(tx, ctx)
  await audit(tx, ctx, {
    entity: 'role',
    entityId: roleId,
    title: role.name,
    action: 'grant',
    changes: { 新增授权: ['', await grantWords(tx, added)], 收回授权: [await grantWords(tx, removed), ''] },
  })
}
