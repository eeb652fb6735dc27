/**
 * 三员分立: while it is on, nobody is an administrator of everything. Accounts are kept by the system administrator, rights are given
 * by the security administrator, the log is read by the audit administrator, and each of the three is somebody.
 */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { hasSecondFactor } from '#kit/access/proofs/passkeys.server.ts'
import { forbidden, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { loadRoles } from '../grants.server.ts'
import { rightsChanged } from '../changed.server.ts'
import { clash, DUTIES, dutyNames, type Duty } from './profile.rules.ts'
import { separated } from './policy.server.ts'

/** Whoever keeps a duty does it for everybody: it is not bounded by what he may do himself. */
export const hasDuty = (ctx: Context, duty: Duty): boolean => ctx.access.can(DUTIES[duty].code)

/** Throws unless the asking one keeps this duty, while duties are divided. */
export async function onDuty(tx: Db, ctx: Context, duty: Duty): Promise<void> {
  if (ctx.source === 'job' || hasDuty(ctx, duty) || !(await separated(tx, ctx))) return
  throw forbidden(`三员分立：这项操作由${DUTIES[duty].label}办理`)
}

/** Whether rights are given here by the one whose duty that is; then they may be more than his own. */
export const givesByDuty = async (tx: Db, ctx: Context): Promise<boolean> => hasDuty(ctx, 'security') && (await separated(tx, ctx))

export async function refuseClash(
  tx: Db,
  ctx: Context,
  roles: readonly number[],
  instead?: { role: number; codes: readonly string[] },
): Promise<void> {
  if (!(await separated(tx, ctx))) return
  const granted = new Set(
    (await loadRoles(tx, roles, { disabled: true })).flatMap((role) => (role.id === instead?.role ? [...instead.codes] : [...role.grants])),
  )
  const why = clash((code) => granted.has(code))
  if (why) throw refused(why)
}

/** Whom, or which role, a change takes away that is about to be written. */
export interface Leaving {
  user?: number
  role?: number
}
/** Duties nobody who can sign in keeps. `proven`: with a second factor. */
export async function vacant(tx: Db, proven = false, leaving: Leaving = {}): Promise<Duty[]> {
  const rows = await sql<{ code: string; user: number }>`
    select distinct g.resource_code as code, u.id as user from "user" u
    join role r on r.id = any(u.roles) and r.status = 'active' and r.deleted_at is null and r.id is distinct from ${leaving.role ?? null}::bigint
    join role_grant g on g.role_id = r.id and g.resource_code = any(${Object.values(DUTIES).map((d) => d.code)}::text[])
    where u.status = 'active' and u.deleted_at is null and u.id is distinct from ${leaving.user ?? null}::bigint
      and (${!proven} or ${hasSecondFactor('u')})`.execute(tx)
  const held = new Set(rows.rows.map((row) => row.code))
  return (Object.keys(DUTIES) as Duty[]).filter((duty) => !held.has(DUTIES[duty].code))
}

/** After a change of accounts or rights, or before one (`leaving`): a duty that nobody keeps any more could be given by nobody. */
export async function refuseVacancy(tx: Tx, ctx: Context, leaving?: Leaving): Promise<void> {
  if (!(await separated(tx, ctx))) return
  const missing = await vacant(tx, false, leaving)
  if (missing.length) throw refused(`三员分立：这样一来没有人担任${dutyNames(missing)}，请先安排接任的人`)
}

const ROLES: Record<Duty, { code: string; grants: readonly string[]; remark: string }> = {
  system: {
    code: 'sys_admin',
    remark: '三员之一：管账号、部门与参数，不管权限，不看日志',
    grants: [
      'user',
      'user_add',
      'user_edit',
      'user_delete',
      'user_disable',
      'user_enable',
      'user_unlock',
      'user_kick',
      'user_resetPassword',
      'user_clearTotp',
      'dept',
      'dept_add',
      'dept_edit',
      'dept_delete',
      'dictionary',
      'dictionary_edit',
      'securityCenter',
    ],
  },
  security: {
    code: 'sec_admin',
    remark: '三员之一：管角色、授权、数据权限与安全策略，不管账号，不看日志',
    grants: [
      'user',
      'user_edit',
      'user_whyNot',
      'role',
      'role_add',
      'role_edit',
      'role_delete',
      'role_disable',
      'role_enable',
      'role_grant',
      'role_preview',
      'datatemplate',
      'datatemplate_add',
      'datatemplate_edit',
      'datatemplate_delete',
      'parameterSett',
      'parameterSett_edit',
      'heldChange',
      'heldChange_approve',
      'heldChange_refuse',
      'securityCenter',
      'securityCenter_edit',
      'securityCenter_oidc',
    ],
  },
  audit: {
    code: 'aud_admin',
    remark: '三员之一：查看、导出与校验全部日志，复核另外两员提出的变更，不管账号与权限',
    grants: [
      'systemLog',
      'systemLog_export',
      'systemLog_verify',
      'systemLog_all',
      'heldChange',
      'heldChange_approve',
      'heldChange_refuse',
      'securityCenter',
    ],
  },
}

/** The three roles, made once; what an administrator changed in them since stays. */
export async function makeDutyRoles(ctx: Context): Promise<string[]> {
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const known = new Set((await tx.selectFrom('resource').select('code').execute()).map((row) => row.code))
    const made: string[] = []
    for (const [duty, { code, grants, remark }] of Object.entries(ROLES) as [Duty, (typeof ROLES)[Duty]][]) {
      if (await liveRows(tx, 'role').select('id').where('code', '=', code).executeTakeFirst()) continue
      const { id } = await tx
        .insertInto('role')
        .values({ operatorId: ctx.user.operatorId, code, name: DUTIES[duty].label, kind: 'builtin', status: 'active', remark })
        .returning('id')
        .executeTakeFirstOrThrow()
      const codes = [...grants, DUTIES[duty].code].filter((one) => known.has(one))
      await tx
        .insertInto('roleGrant')
        .values(codes.map((resourceCode) => ({ operatorId: ctx.user.operatorId, roleId: id, resourceCode })))
        .execute()
      made.push(DUTIES[duty].label)
    }
    if (made.length) await rightsChanged(tx, ctx)
    return made
  })
}
