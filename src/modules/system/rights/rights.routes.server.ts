/** Calls around rights: initial passwords, grants of a role, sessions of somebody, and "why do I not see this". */
import { sql } from 'kysely'
import { z } from 'zod'
import { hashPassword, randomPassword } from '#kit/access/password.server.ts'
import { rememberPassword } from '#kit/access/password-change.server.ts'
import type { Context } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { absent, forbidden, invalid, refused } from '#kit/basics/errors.ts'
import type { AccessLoader } from '#kit/access/loader.server.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { find } from '#kit/entity/query/query.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { ACCESS_GAPS, type AccessGaps } from '../system.wire.ts'
import { accessGaps, roleGaps } from './access-gaps.rules.ts'
import { endSessions, rightsChanged } from './changed.server.ts'
import { loadBindings, loadRoles, loadTemplates, selfOf } from './grants.server.ts'
import { user } from './org.ts'
import { givesByDuty, hasDuty, onDuty } from './security/duties.server.ts'
import { holdGrant, rightsWait } from './security/held-change.server.ts'
import { grantedTo, grantWords, lockRole, saveGrantsNow } from './grant-save.server.ts'
import { separated } from './security/policy.server.ts'
import { wayInWaits } from './security/way-in.server.ts'
import { beyondOwn } from './reach.server.ts'
import { refuseAbove } from './security/above.server.ts'
import { CODE, resourceRoutes } from './resources.routes.server.ts'
import { allResources, treeOf } from './resources.server.ts'
import { templateRoutes } from './template.routes.server.ts'

const ID = z.strictObject({ id: z.int('缺少编号') })

/** Whoever knows somebody's password is that somebody: resetting is giving oneself his rights. */
async function resetPassword(ctx: Context, id: number): Promise<{ password: string } | { held: string }> {
  const password = randomPassword(12)
  const passwordHash = await hashPassword(password)
  const { operatorId } = ctx.user
  const held = await ctx.db.write(operatorId, async (tx) => {
    const target = (await find(tx, ctx, user, id)) as unknown as Rec<typeof user>
    if (target.status !== 'active') throw refused('用户已停用，请先启用')
    await onDuty(tx, ctx, 'system')
    // Whoever keeps the accounts by duty is judged by nobody's rights, and comes into no account: a second factor stands before it.
    const byDuty = hasDuty(ctx, 'system') && (await separated(tx, ctx))
    if (target.isAdmin && !ctx.user.isAdmin && !byDuty) throw forbidden('只有管理员可以重置管理员的密码')
    if (!byDuty && (await beyondOwn(tx, ctx, target))) throw forbidden('该用户的权限比您的多，不能由您重置密码；请由管理员重置')
    await refuseAbove(tx, ctx, target)
    const waits = await wayInWaits(tx, ctx, target, 'resetPassword')
    if (waits !== null) return waits
    const at = ctx.clock.now()
    const former = await tx.selectFrom('credential').select('passwordHash').where('userId', '=', id).executeTakeFirst()
    if (former) await rememberPassword(tx, { userId: id, operatorId, passwordHash: former.passwordHash, at })
    await tx
      .insertInto('credential')
      .values({ userId: id, operatorId, username: target.username, passwordHash, isFirst: true, changedAt: at })
      .onConflict((oc) => oc.columns(['operatorId', 'userId']).doUpdateSet({ passwordHash, isFirst: true, changedAt: at }))
      .execute()
    await endSessions(tx, ctx, id, 'passwordReset')
    await rightsChanged(tx, ctx)
    await audit(tx, ctx, { entity: 'user', entityId: id, title: target.name, action: 'resetPassword' })
    return null
  })
  return held === null ? { password } : { held }
}

async function grantsOf(ctx: Context, roleId: number): Promise<object> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const role = await liveRows(db, 'role').select(['id', 'name', 'code']).where('id', '=', roleId).executeTakeFirst()
    if (!role) throw absent()
    const grants = await db.selectFrom('roleGrant').select('resourceCode').where('roleId', '=', roleId).execute()
    const rows = await allResources(db)
    // Only what the giver has can be given; the rest is shown but cannot be ticked.
    return {
      role,
      granted: grants.map((g) => g.resourceCode),
      tree: treeOf(rows, new Map(), () => true),
      grantable: (await givesByDuty(db, ctx)) ? rows.map((r) => r.code) : rows.filter((r) => ctx.access.can(r.code)).map((r) => r.code),
    }
  })
}

async function saveGrants(ctx: Context, roleId: number, codes: readonly string[]): Promise<{ held: string } | null> {
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const role = await lockRole(tx, roleId)
    const before = new Set(await grantedTo(tx, roleId))
    const after = new Set(codes)
    const known = new Set((await tx.selectFrom('resource').select('code').execute()).map((r) => r.code))
    const unknown = codes.filter((c) => !known.has(c))
    if (unknown.length) throw invalid({ codes: `资源不存在：${unknown.slice(0, 5).join('、')}` })
    const added = codes.filter((c) => !before.has(c))
    const removed = [...before].filter((c) => !after.has(c))
    await onDuty(tx, ctx, 'security')
    if (!(await givesByDuty(tx, ctx)) && [...added, ...removed].some((c) => !ctx.access.can(c)))
      throw forbidden('不能授予或收回自己没有的权限，请由拥有该权限的管理员办理')
    const held = added.length > 0 && (await rightsWait(tx, ctx, { grants: added, templates: role.templates ?? [] }))
    if (removed.length || !held) await saveGrantsNow(tx, ctx, roleId, { added: held ? [] : added, removed })
    if (!held) return null
    await holdGrant(tx, ctx, role, added, await grantWords(tx, added))
    return { held: '新增的授权须由另一位管理员复核后生效，已放入「待复核变更」；收回的授权已生效' }
  })
}

/** What somebody would see with this role, as it is or as it is being ticked: menus and buttons; read-only. */
async function previewRole(ctx: Context, roleId: number, codes: readonly string[] | undefined): Promise<object> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const grants = new Set(
      codes ?? (await db.selectFrom('roleGrant').select('resourceCode').where('roleId', '=', roleId).execute()).map((g) => g.resourceCode),
    )
    return treeOf(await allResources(db), new Map(), (code) => grants.has(code))
  })
}

/** Why this user sees, or does not see, a screen: grant by grant and rule by rule, in sentences. */
async function explain(ctx: Context, loader: () => AccessLoader, userId: number, code: string): Promise<object> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    await find(db, ctx, user, userId)
    const loaded = await loader().loadUser(db, userId)
    const resource = await db.selectFrom('resource').select(['code', 'name']).where('code', '=', code).executeTakeFirst()
    if (!loaded || !resource) throw absent()
    const roles = await db
      .selectFrom('user')
      .innerJoin('role', (join) => join.on(sql<boolean>`role.id = any("user".roles)`))
      .leftJoin('roleGrant', (join) => join.onRef('roleGrant.roleId', '=', 'role.id').on('roleGrant.resourceCode', '=', code))
      .select(['role.name', 'role.status', 'roleGrant.resourceCode as granted'])
      .where('user.id', '=', userId)
      .execute()
    const granted = loaded.grantedCodes.has(code)
    const lines = loaded.user.isAdmin
      ? ['管理员拥有全部菜单、按钮与数据']
      : [
          ...roles.map(
            (r) => `角色「${r.name}」${r.status === 'active' ? '' : '（已停用）'}${r.granted ? '授予了' : '没有授予'}「${resource.name}」`,
          ),
          ...(roles.length ? [] : ['没有任何角色']),
          granted ? `数据范围：${loaded.scopeText(code)}` : `因此看不到「${resource.name}」，请在角色授权中勾选`,
        ]
    return { visible: granted, lines }
  })
}

/** Where somebody is signed in, for whoever may send him out. */
async function sessionsOf(ctx: Context, userId: number): Promise<object[]> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    await find(db, ctx, user, userId)
    const now = ctx.clock.now()
    const rows = await allRows(db, 'session')
      .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'idleMinutes', 'ip', 'userAgent'])
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now)
      .orderBy('lastSeenAt', 'desc')
      .orderBy('id', 'desc')
      .limit(100)
      .execute()
    return rows.filter((r) => Date.parse(now) - Date.parse(r.lastSeenAt) < r.idleMinutes * 60_000)
  })
}

/** Pages of a list (details, forms) are ruled by the list. */
const ruledPages = (ctx: Context) => ctx.registry.screens().filter((screen) => !screen.of)

/** What a user with these would not see, by the rules that will decide it. */
async function gapsOf(ctx: Context, asked: { dept?: number; stores: number[]; roles: number[]; templates: number[] }): Promise<AccessGaps> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const roles = await loadRoles(db, asked.roles)
    const ownTemplates = [...(await loadTemplates(db, asked.templates)).values()].flat()
    const self = await selfOf(db, { id: 0, dept: asked.dept ?? null, stores: asked.stores })
    return { lines: accessGaps({ roles, ownTemplates, self }, await loadBindings(db), ruledPages(ctx)) }
  })
}

/** What a role would show to nobody: with these templates and grants instead of its own, where they are given. */
async function roleGapsOf(ctx: Context, asked: { id?: number; templates?: number[]; codes?: string[] }): Promise<AccessGaps> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const [stored] = asked.id === undefined ? [] : await loadRoles(db, [asked.id], { disabled: true })
    const templates = asked.templates ? [...(await loadTemplates(db, asked.templates)).values()].flat() : (stored?.templates ?? [])
    const grants = asked.codes ? new Set(asked.codes) : (stored?.grants ?? new Set<string>())
    return { lines: roleGaps({ grants, templates }, await loadBindings(db), ruledPages(ctx)) }
  })
}

const QUERY_IDS = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,199}$/, '编号不正确')
  .optional()
  .transform((text) => (text ? text.split(',').map(Number) : []))
const QUERY_ID = z.coerce.number('编号应为数字').int('编号应为整数')

export const rightsRoutes = (loader: () => AccessLoader): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/userPassword/reset',
    summary: '重置密码，返回一次性初始密码；须由另一人同意的，返回等待复核的说明',
    right: 'user_resetPassword',
    input: ID,
    handler: (ctx, i) => resetPassword(ctx, i.id),
  }),
  route({
    method: 'GET',
    path: '/api/v1/roleGrant/detail',
    summary: '角色的授权',
    right: ['role'],
    input: z.strictObject({ id: QUERY_ID }),
    handler: (ctx, i) => grantsOf(ctx, i.id),
  }),
  route({
    method: 'POST',
    path: '/api/v1/roleGrant/save',
    summary: '保存角色授权',
    right: 'role_grant',
    input: z.strictObject({ id: z.int(), codes: z.array(CODE).max(5000, '授权项过多') }),
    handler: (ctx, i) => saveGrants(ctx, i.id, i.codes),
  }),
  route({
    method: 'POST',
    path: '/api/v1/roleGrant/preview',
    summary: '以角色预览',
    right: ['role_preview', 'role_grant'],
    safe: true,
    input: z.strictObject({ id: z.int('缺少编号'), codes: z.array(CODE).max(5000, '授权项过多').optional() }),
    handler: (ctx, i) => previewRole(ctx, i.id, i.codes),
  }),
  route({
    method: 'GET',
    path: '/api/v1/userAccess/explain',
    summary: '为什么看得到/看不到',
    right: ['user_whyNot'],
    input: z.strictObject({ id: QUERY_ID, code: CODE }),
    handler: (ctx, i) => explain(ctx, loader, i.id, i.code),
  }),
  route({
    method: 'GET',
    path: '/api/v1/userAccess/sessions',
    summary: '用户的登录',
    right: ['user_kick'],
    input: z.strictObject({ id: QUERY_ID }),
    handler: (ctx, i) => sessionsOf(ctx, i.id),
  }),
  route({
    method: 'GET',
    path: '/api/v1/userAccess/gaps',
    summary: '用户这样设置会看不到什么',
    right: ['user_add', 'user_edit'],
    input: z.strictObject({ dept: QUERY_ID.optional(), stores: QUERY_IDS, roles: QUERY_IDS, templates: QUERY_IDS }),
    output: ACCESS_GAPS,
    handler: (ctx, i) => gapsOf(ctx, i),
  }),
  route({
    method: 'POST',
    path: '/api/v1/roleAccess/gaps',
    summary: '角色这样设置会看不到什么',
    right: ['role_add', 'role_edit', 'role_grant'],
    safe: true,
    input: z.strictObject({
      id: z.int('缺少编号').optional(),
      templates: z.array(z.int()).max(200, '最多 200 个模板').optional(),
      codes: z.array(CODE).max(5000, '授权项过多').optional(),
    }),
    output: ACCESS_GAPS,
    handler: (ctx, i) => roleGapsOf(ctx, i),
  }),
  ...templateRoutes,
  ...resourceRoutes,
]
