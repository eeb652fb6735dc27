/** Calls around rights: initial passwords, grants of a role, the resource tree, and "why do I not see this". */
import { sql } from 'kysely'
import { z } from 'zod'
import { checkAuthUrl } from '#kit/access/authorise.ts'
import { hashPassword, randomPassword } from '#kit/access/password.server.ts'
import type { Context } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { absent, forbidden, invalid, refused } from '#kit/basics/errors.ts'
import type { AccessLoader } from '#kit/access/loader.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { endSessions, rightsChanged } from './people.server.ts'
import { allResources, treeOf } from './resources.server.ts'

const ID = z.strictObject({ id: z.int('缺少编号') })
const CODE = z.string().regex(/^\w{1,60}$/, '资源编码只能包含数字、字母和下划线')

async function resetPassword(ctx: Context, id: number): Promise<object> {
  const password = randomPassword(12)
  const passwordHash = await hashPassword(password)
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const target = await tx.selectFrom('user').select(['id', 'name', 'isAdmin', 'status']).where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()
    if (!target) throw absent()
    if (target.status !== 'active') throw refused('用户已停用，请先启用')
    if (target.isAdmin && !ctx.user.isAdmin) throw forbidden('只有管理员可以重置管理员的密码')
    await tx.updateTable('credential').set({ passwordHash, isFirst: true, changedAt: ctx.clock.now() }).where('userId', '=', id).execute()
    await endSessions(tx, ctx, id, 'passwordReset')
    await rightsChanged(tx, ctx)
    await audit(tx, ctx, { entity: 'user', entityId: id, title: target.name, action: 'resetPassword' })
  })
  return { password }
}

async function grantsOf(ctx: Context, roleId: number): Promise<object> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const role = await db.selectFrom('role').select(['id', 'name', 'code']).where('id', '=', roleId).where('deletedAt', 'is', null).executeTakeFirst()
    if (!role) throw absent()
    const grants = await db.selectFrom('roleGrant').select('resourceCode').where('roleId', '=', roleId).execute()
    const rows = await allResources(db)
    // Only what the giver has can be given; the rest is shown but cannot be ticked.
    return { role, granted: grants.map((g) => g.resourceCode), tree: treeOf(rows, new Map(), () => true), grantable: rows.filter((r) => ctx.access.can(r.code)).map((r) => r.code) }
  })
}

async function saveGrants(ctx: Context, roleId: number, codes: readonly string[]): Promise<null> {
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const role = await tx.selectFrom('role').select(['id', 'name']).where('id', '=', roleId).where('deletedAt', 'is', null).forUpdate().executeTakeFirst()
    if (!role) throw absent()
    const before = new Set((await tx.selectFrom('roleGrant').select('resourceCode').where('roleId', '=', roleId).execute()).map((r) => r.resourceCode))
    const after = new Set(codes)
    const known = new Set((await tx.selectFrom('resource').select('code').execute()).map((r) => r.code))
    const unknown = codes.filter((c) => !known.has(c))
    if (unknown.length) throw invalid({ codes: `资源不存在：${unknown.slice(0, 5).join('、')}` })
    const added = codes.filter((c) => !before.has(c))
    const removed = [...before].filter((c) => !after.has(c))
    if ([...added, ...removed].some((c) => !ctx.access.can(c))) throw forbidden('不能授予或收回自己没有的权限')
    if (removed.length) await tx.deleteFrom('roleGrant').where('roleId', '=', roleId).where('resourceCode', 'in', removed).execute()
    if (added.length) await tx.insertInto('roleGrant').values(added.map((resourceCode) => ({ operatorId: ctx.user.operatorId, roleId, resourceCode }))).onConflict((oc) => oc.doNothing()).execute()
    await rightsChanged(tx, ctx)
    await audit(tx, ctx, { entity: 'role', entityId: roleId, title: role.name, action: 'grant', changes: { 新增授权: ['', added.join('、')], 收回授权: [removed.join('、'), ''] } })
  })
  return null
}

/** What somebody would see with this role: menus, buttons and scopes; read-only. */
async function previewRole(ctx: Context, roleId: number): Promise<object> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const grants = new Set((await db.selectFrom('roleGrant').select('resourceCode').where('roleId', '=', roleId).execute()).map((g) => g.resourceCode))
    return treeOf(await allResources(db), new Map(), (code) => grants.has(code))
  })
}

/** Why this user sees, or does not see, a screen: grant by grant and rule by rule, in sentences. */
async function explain(ctx: Context, loader: () => AccessLoader, userId: number, code: string): Promise<object> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
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
          ...roles.map((r) => `角色「${r.name}」${r.status === 'active' ? '' : '（已停用）'}${r.granted ? '授予了' : '没有授予'}「${resource.name}」`),
          ...(roles.length ? [] : ['没有任何角色']),
          granted ? `数据范围：${loaded.scopeText(code)}` : `因此看不到「${resource.name}」，请在角色授权中勾选`,
        ]
    return { visible: granted, lines }
  })
}

const RESOURCE = {
  name: z.string('请填写名称').trim().min(1, '请填写名称').max(40, '名称最多 40 字'),
  parentCode: CODE.nullable(),
  icon: z.string().regex(/^[\w-]{0,40}$/, '图标名称不正确').nullish(),
  description: z.string().max(300, '说明最多 300 字').nullish(),
  idx: z.int().min(0).max(9999).default(0),
  hidden: z.boolean().default(false),
  permissionControlled: z.boolean().default(true),
  authUrls: z.array(z.string().max(200)).max(50).default([]),
}

/** The resource tree is shared by all operators of the installation: only administrators change it. */
function mayShape(ctx: Context, authUrls: readonly string[]): void {
  if (!ctx.user.isAdmin) throw forbidden('只有管理员可以修改资源')
  for (const url of authUrls) {
    const problem = checkAuthUrl(url)
    if (problem) throw invalid({ authUrls: problem })
  }
}

const resourceRoutes: Route[] = [
  route({ method: 'GET', path: '/api/v1/resource/tree', summary: '资源树', right: ['resource', 'menu'], input: z.strictObject({}),
    handler: (ctx) => ctx.db.read(ctx.user.operatorId, (db) => allResources(db)) }),
  route({
    method: 'POST', path: '/api/v1/resource/add', summary: '新增资源', right: 'resource_add',
    input: z.strictObject({ ...RESOURCE, code: CODE, type: z.enum(['menu', 'menu_item', 'function']), path: z.string().regex(/^\/[\w/-]{0,100}$/, '路径应以 / 开头').nullish() }),
    handler: async (ctx, r) => {
      mayShape(ctx, r.authUrls)
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        const taken = await tx.selectFrom('resource').select('code').where('code', '=', r.code).executeTakeFirst()
        if (taken) throw invalid({ code: '该资源编码已存在' })
        await tx.insertInto('resource').values({ ...r, path: r.path ?? null, icon: r.icon ?? null, description: r.description ?? null, authUrls: JSON.stringify(r.authUrls) as never, builtin: false, touched: true }).execute()
        await audit(tx, ctx, { entity: 'resource', entityId: null, title: r.code, action: 'add' })
        await rightsChanged(tx, ctx)
      })
      return null
    },
  }),
  route({
    method: 'POST', path: '/api/v1/resource/edit', summary: '修改资源', right: ['resource_edit', 'menu_edit'], input: z.strictObject({ ...RESOURCE, code: CODE }),
    handler: async (ctx, { code, ...r }) => {
      mayShape(ctx, r.authUrls)
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        const before = await tx.selectFrom('resource').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()
        if (!before) throw absent()
        if (await isBelow(tx as never, r.parentCode, code)) throw invalid({ parentCode: '上级不能是自己或自己的下级' })
        await tx.updateTable('resource').set({ ...r, icon: r.icon ?? null, description: r.description ?? before.description, authUrls: JSON.stringify(r.authUrls) as never, touched: true }).where('code', '=', code).execute()
        await audit(tx, ctx, { entity: 'resource', entityId: null, title: code, action: 'edit', changes: { 名称: [before.name, r.name], 上级: [before.parentCode ?? '', r.parentCode ?? ''], 接口: [JSON.stringify(before.authUrls), JSON.stringify(r.authUrls)] } })
        await rightsChanged(tx, ctx)
      })
      return null
    },
  }),
  route({
    method: 'POST', path: '/api/v1/resource/delete', summary: '删除资源', right: 'resource_delete', input: z.strictObject({ code: CODE }),
    handler: async (ctx, { code }) => {
      mayShape(ctx, [])
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        const row = await tx.selectFrom('resource').select(['builtin']).where('code', '=', code).executeTakeFirst()
        if (!row) throw absent()
        if (row.builtin) throw refused('系统内置资源不能删除，可以隐藏')
        if (await tx.selectFrom('resource').select('code').where('parentCode', '=', code).executeTakeFirst()) throw refused('请先删除下级资源')
        await tx.deleteFrom('roleGrant').where('resourceCode', '=', code).execute()
        await tx.deleteFrom('resource').where('code', '=', code).execute()
        await audit(tx, ctx, { entity: 'resource', entityId: null, title: code, action: 'delete' })
        await rightsChanged(tx, ctx)
      })
      return null
    },
  }),
  route({
    method: 'POST', path: '/api/v1/resource/sort', summary: '拖动排序', right: ['resource_sort', 'menu_edit'],
    input: z.strictObject({ parentCode: CODE.nullable(), codes: z.array(CODE).min(1).max(500) }),
    handler: async (ctx, { parentCode, codes }) => {
      mayShape(ctx, [])
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        for (const [idx, code] of codes.entries()) {
          if (await isBelow(tx as never, parentCode, code)) throw invalid({ parentCode: '上级不能是自己或自己的下级' })
          await tx.updateTable('resource').set({ parentCode, idx, touched: true }).where('code', '=', code).execute()
        }
        await audit(tx, ctx, { entity: 'resource', entityId: null, title: parentCode ?? '顶层', action: 'sort', changes: { 顺序: ['', codes.join('、')] } })
        await rightsChanged(tx, ctx)
      })
      return null
    },
  }),
]

async function isBelow(db: Parameters<Parameters<Context['db']['write']>[1]>[0], candidate: string | null, code: string): Promise<boolean> {
  if (candidate === null) return false
  const { rows } = await sql<{ found: boolean }>`
    with recursive b(code) as (select ${code}::text union select r.code from resource r join b on r.parent_code = b.code)
    select exists(select 1 from b where code = ${candidate}) as found`.execute(db)
  return rows[0]?.found ?? false
}

export const rightsRoutes = (_registry: Registry, loader: () => AccessLoader): readonly Route[] => [
  route({ method: 'POST', path: '/api/v1/userPassword/reset', summary: '重置密码，返回一次性初始密码', right: 'user_resetPassword', input: ID, handler: (ctx, i) => resetPassword(ctx, i.id) }),
  route({ method: 'GET', path: '/api/v1/roleGrant/detail', summary: '角色的授权', right: ['role'], input: z.strictObject({ id: z.coerce.number().int() }), handler: (ctx, i) => grantsOf(ctx, i.id) }),
  route({ method: 'POST', path: '/api/v1/roleGrant/save', summary: '保存角色授权', right: 'role_grant', input: z.strictObject({ id: z.int(), codes: z.array(CODE).max(5000, '授权项过多') }), handler: (ctx, i) => saveGrants(ctx, i.id, i.codes) }),
  route({ method: 'GET', path: '/api/v1/roleGrant/preview', summary: '以角色预览', right: ['role_preview', 'role_grant'], input: z.strictObject({ id: z.coerce.number().int() }), handler: (ctx, i) => previewRole(ctx, i.id) }),
  route({ method: 'GET', path: '/api/v1/userAccess/explain', summary: '为什么看得到/看不到', right: ['user_whyNot'], input: z.strictObject({ id: z.coerce.number().int(), code: CODE }), handler: (ctx, i) => explain(ctx, loader, i.id, i.code) }),
  ...resourceRoutes,
]
