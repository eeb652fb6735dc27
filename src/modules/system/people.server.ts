/** Server part of users, roles, departments and data templates: credentials, guards, and "rights changed" for everybody signed in. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { attemptKey } from '#kit/access/attempts.server.ts'
import { accessChanged, sessionsChanged } from '#kit/access/loader.server.ts'
import { hashPassword } from '#kit/access/password.server.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { forbidden, invalid, refused } from '#kit/basics/errors.ts'
import { serve, serveEntity } from '#kit/entity/serve.server.ts'
import { dept, role, roleActions, user, userActions } from './org.ts'
import { dataTemplate, sysRuleName, sysRuleResource, type TemplateEntry } from './permission.ts'

/** `notify` inside the running transaction. */
const tools = (tx: Tx) => ({
  notify: async (channel: string, payload: string): Promise<void> => void (await sql`select pg_notify(${channel}, ${payload})`.execute(tx)),
})
export const rightsChanged = (tx: Tx, ctx: Context): Promise<void> => accessChanged(tx, tools(tx), ctx.user.operatorId)

export async function endSessions(tx: Tx, ctx: Context, userId: number, reason: string): Promise<void> {
  await tx.updateTable('session').set({ revokedAt: ctx.clock.now(), revokedReason: reason }).where('userId', '=', userId).where('revokedAt', 'is', null).execute()
  await sessionsChanged(tools(tx), userId)
}

/** Nobody gives what he lacks (CVE-2026-37669's class): roles and templates handed out must be covered by the giver's own. */
async function checkGiven(tx: Tx, ctx: Context, given: { roles?: readonly number[] | null; templates?: readonly number[] | null; stores?: readonly number[] | null }): Promise<void> {
  if (ctx.user.isAdmin) return
  const own = await tx.selectFrom('user').select(['roles', 'templates', 'stores']).where('id', '=', ctx.user.id).executeTakeFirstOrThrow()
  const roles = given.roles ?? []
  if (roles.length) {
    const grants = await tx.selectFrom('roleGrant').select('resourceCode').distinct().where('roleId', 'in', [...roles]).execute()
    const missing = grants.filter((g) => !ctx.access.can(g.resourceCode))
    if (missing.length) throw forbidden('不能授予自己没有的权限：所选角色包含你没有的菜单或功能')
    const roleTemplates = await tx.selectFrom('role').select('templates').where('id', 'in', [...roles]).execute()
    const ownRoles = await tx.selectFrom('role').select('templates').where('id', 'in', own.roles?.length ? own.roles : [-1]).execute()
    const mine = new Set([...(own.templates ?? []), ...ownRoles.flatMap((r) => r.templates ?? [])])
    if (roleTemplates.some((r) => (r.templates ?? []).some((t) => !mine.has(t)))) throw forbidden('不能授予自己没有的数据权限：所选角色的数据权限模板超出你的范围')
  }
  const beyond = (wanted: readonly number[] | null | undefined, has: readonly number[] | null): boolean => (wanted ?? []).some((v) => !(has ?? []).includes(v))
  if (beyond(given.templates, own.templates)) throw forbidden('不能授予自己没有的数据权限模板')
  if (beyond(given.stores, own.stores)) throw forbidden('不能把用户分配到自己不属于的门店')
}

export const servedUser = serve(userActions, {
  facts: async ({ tx, records }) => {
    const names = records.map((u) => attemptKey(u.username))
    const locks = await tx.selectFrom('loginAttempt').select(['key', 'lockedUntil']).where('key', 'in', names.length ? names : ['']).where('lockedUntil', '>', sql<string>`now()`).execute()
    const { admins } = await tx.selectFrom('user').select(sql<number>`count(*)`.as('admins')).where('isAdmin', '=', true).where('status', '=', 'active').where('deletedAt', 'is', null).executeTakeFirstOrThrow()
    return records.map((u) => ({ lockedUntil: locks.find((l) => l.key === attemptKey(u.username))?.lockedUntil ?? null, isLastAdmin: u.isAdmin && admins <= 1 }))
  },
  effects: {
    disable: async ({ tx, ctx, record }) => {
      await endSessions(tx, ctx, record.id, 'disabled')
      await rightsChanged(tx, ctx)
    },
    enable: async ({ tx, ctx }) => rightsChanged(tx, ctx),
    unlock: async ({ tx, record }) => void (await tx.deleteFrom('loginAttempt').where('key', '=', attemptKey(record.username)).execute()),
    kick: async ({ tx, ctx, record }) => endSessions(tx, ctx, record.id, 'kicked'),
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      await checkGiven(tx, ctx, values)
      const taken = await sql<{ taken: boolean }>`select exists(select 1 from auth_find_user(${values.username ?? ''})) as taken`.execute(tx)
      if (taken.rows[0]?.taken) throw invalid({ username: '该用户名已被使用' })
    },
    afterAdd: async ({ tx, ctx, record }) => {
      // Nobody knows this password: the account opens when an initial password is issued.
      await tx
        .insertInto('credential')
        .values({ userId: record.id, operatorId: ctx.user.operatorId, username: record.username, passwordHash: await hashPassword(randomBytes(32).toString('base64')), isFirst: true })
        .execute()
    },
    beforeEdit: async ({ tx, ctx, record, patch }) => {
      if (record.id === ctx.user.id && !ctx.user.isAdmin && ('roles' in patch || 'templates' in patch || 'stores' in patch || 'dept' in patch)) throw forbidden('不能修改自己的角色与数据权限')
      if (record.isAdmin && !ctx.user.isAdmin) throw forbidden('只有管理员可以修改管理员')
      await checkGiven(tx, ctx, patch)
    },
    afterEdit: async ({ tx, ctx }) => rightsChanged(tx, ctx),
    refuseDelete: (u) => (u.isAdmin ? '管理员不能删除' : u.status === 'active' ? '请先停用再删除' : null),
    beforeDelete: async ({ tx, ctx, record }) => {
      await tx.deleteFrom('credential').where('userId', '=', record.id).execute()
      await endSessions(tx, ctx, record.id, 'deleted')
      await rightsChanged(tx, ctx)
    },
  },
})

export const servedRole = serve(roleActions, {
  effects: { disable: async ({ tx, ctx }) => rightsChanged(tx, ctx), enable: async ({ tx, ctx }) => rightsChanged(tx, ctx) },
  hooks: {
    afterEdit: async ({ tx, ctx }) => rightsChanged(tx, ctx),
    refuseDelete: (r) => (r.kind === 'builtin' ? '内置角色不能删除' : null),
    beforeDelete: async ({ tx, ctx, record }) => {
      const used = await tx.selectFrom('user').select('name').where(sql<boolean>`${record.id} = any(roles)`).where('deletedAt', 'is', null).limit(3).execute()
      if (used.length) throw refused(`角色正被使用：${used.map((u) => u.name).join('、')}，请先移除`)
      await tx.deleteFrom('roleGrant').where('roleId', '=', record.id).execute()
      await rightsChanged(tx, ctx)
    },
  },
})

export const servedDept = serveEntity(dept, {
  beforeEdit: async ({ tx, record, patch }) => {
    if (!patch.parent) return
    const below = await sql<{ found: boolean }>`
      with recursive b(id) as (select ${record.id}::bigint union select d.id from dept d join b on d.parent = b.id)
      select exists(select 1 from b where id = ${patch.parent}) as found`.execute(tx)
    if (below.rows[0]?.found) throw invalid({ parent: '上级部门不能是自己或自己的下级' })
  },
  afterEdit: async ({ tx, ctx }) => rightsChanged(tx, ctx),
  beforeDelete: async ({ tx, ctx, record }) => {
    const child = await tx.selectFrom('dept').select('name').where('parent', '=', record.id).where('deletedAt', 'is', null).executeTakeFirst()
    if (child) throw refused(`请先删除或移走下级部门「${child.name}」`)
    const member = await tx.selectFrom('user').select('name').where('dept', '=', record.id).where('deletedAt', 'is', null).executeTakeFirst()
    if (member) throw refused(`部门下还有用户「${member.name}」，不能删除`)
    await rightsChanged(tx, ctx)
  },
})

const MODES = new Set(['all', 'self', 'ownDept', 'ownDeptTree', 'ownStore', 'custom'])

/** Shape of the entries, checked by hand: a json field has no definition of its own. */
export function checkEntries(entries: unknown): TemplateEntry[] {
  const wrong = invalid({ entries: '权限明细格式不正确' })
  if (!Array.isArray(entries) || entries.length > 500) throw wrong
  for (const e of entries as TemplateEntry[]) {
    if (typeof e?.resourceCode !== 'string' || !/^(\*|\w{1,60})$/.test(e.resourceCode) || !Array.isArray(e.rules) || e.rules.length > 20) throw wrong
    for (const r of e.rules) {
      const values = r.values ?? []
      if (typeof r.rule !== 'string' || !MODES.has(r.mode) || !Array.isArray(values) || values.length > 2000 || !values.every((v) => Number.isSafeInteger(v))) throw wrong
      if (r.mode === 'custom' && values.length === 0) throw invalid({ entries: '选择「指定」时请至少选一项' })
    }
  }
  return entries as TemplateEntry[]
}

/** A template may not reach further than its author (§3.14). */
function checkWithinOwn(ctx: Context, entries: readonly TemplateEntry[]): void {
  if (ctx.user.isAdmin) return
  for (const e of entries) {
    const own = e.resourceCode === '*' ? null : ctx.access.scopeOf(e.resourceCode)
    if (own === 'all') continue
    const wide = e.rules.some((r) => r.mode === 'all' || (r.mode === 'custom' && !(r.values ?? []).every((v) => (own ?? []).some((c) => Object.values(c).some((ids) => ids.includes(v))))))
    if (wide) throw forbidden('数据权限模板不能超出你自己的数据范围')
  }
}

export const servedTemplate = serveEntity(dataTemplate, {
  beforeAdd: async ({ ctx, values }) => checkWithinOwn(ctx, checkEntries(values.entries)),
  beforeEdit: async ({ ctx, patch }) => void ('entries' in patch && checkWithinOwn(ctx, checkEntries(patch.entries))),
  afterEdit: async ({ tx, ctx }) => rightsChanged(tx, ctx),
  beforeDelete: async ({ tx, ctx, record }) => {
    const used = await sql<{ name: string }>`
      select name from role where ${record.id} = any(templates) and deleted_at is null
      union all select name from "user" where ${record.id} = any(templates) and deleted_at is null limit 3`.execute(tx)
    if (used.rows.length) throw refused(`模板正被使用：${used.rows.map((r) => r.name).join('、')}，请先移除`)
    await rightsChanged(tx, ctx)
  },
})
const changesRights = {
  afterAdd: async ({ tx, ctx }: { tx: Tx; ctx: Context }) => rightsChanged(tx, ctx),
  afterEdit: async ({ tx, ctx }: { tx: Tx; ctx: Context }) => rightsChanged(tx, ctx),
  beforeDelete: async ({ tx, ctx }: { tx: Tx; ctx: Context }) => rightsChanged(tx, ctx),
}
export const servedRuleName = serveEntity(sysRuleName, changesRights)
export const servedRuleResource = serveEntity(sysRuleResource, changesRights)
