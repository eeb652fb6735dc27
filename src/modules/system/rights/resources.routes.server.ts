/** The resource tree as an administrator shapes it (screens 资源管理 and 菜单管理). */
import { sql } from 'kysely'
import { z } from 'zod'
import { checkAuthUrl } from '#kit/access/authorise.ts'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { absent, forbidden, invalid, refused } from '#kit/basics/errors.ts'
import { jsonb } from '#kit/database/jsonb.server.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { givesByDuty } from './security/duties.server.ts'
import { rightsChanged } from './changed.server.ts'
import { allResources } from './resources.server.ts'

export const CODE = z.string().regex(/^\w{1,60}$/, '资源编码只能包含数字、字母和下划线')
const PATH = z
  .string()
  .regex(/^\/[\w/{}-]{0,100}$/, '路径应以 / 开头，只能包含字母、数字、- 和 /')
  .nullish()
const RESOURCE = {
  name: z.string('请填写名称').trim().min(1, '请填写名称').max(40, '名称最多 40 字'),
  parentCode: CODE.nullable(),
  icon: z
    .string()
    .regex(/^[\w-]{0,40}$/, '图标名称不正确')
    .nullish(),
  description: z.string().max(300, '说明最多 300 字').nullish(),
  idx: z.int().min(0).max(9999).default(0),
  hidden: z.boolean().default(false),
  permissionControlled: z.boolean().default(true),
  authUrls: z.array(z.string().max(200)).max(50).default([]),
}

/** Named as they are answered (spec §3: resourceCode, resourceName …) or as the table has them. */
const SPEC_NAMES: Readonly<Record<string, string>> = {
  resourceCode: 'code',
  resourceTypeCode: 'type',
  resourceName: 'name',
  resourceDesc: 'description',
}
function bothNames<S extends z.ZodType>(schema: S) {
  const { $schema: _s, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
  const renamed = (sent: unknown): unknown =>
    typeof sent === 'object' && sent !== null && !Array.isArray(sent)
      ? Object.fromEntries(Object.entries(sent).map(([name, value]) => [Object.hasOwn(SPEC_NAMES, name) ? SPEC_NAMES[name]! : name, value]))
      : sent
  return z.preprocess(renamed, schema).meta(shape)
}

/** What a resource opens is for administrators to say. */
async function mayShape(tx: Tx, ctx: Context, authUrls: readonly string[]): Promise<void> {
  if (!ctx.user.isAdmin && !(await givesByDuty(tx, ctx))) throw forbidden('只有管理员可以修改资源')
  for (const url of authUrls) {
    const problem = checkAuthUrl(url)
    if (problem) throw invalid({ authUrls: problem })
  }
}

export const resourceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/resource/tree',
    summary: '资源树',
    right: ['resource', 'menu'],
    input: z.strictObject({}),
    handler: (ctx) => ctx.db.read(ctx.user.operatorId, (db) => allResources(db)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/resource/add',
    summary: '新增资源',
    output: doneAnswer,
    right: 'resource_add',
    input: bothNames(z.strictObject({ ...RESOURCE, code: CODE, type: z.enum(['menu', 'menu_item', 'function']), path: PATH })),
    handler: async (ctx, r) => {
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        await mayShape(tx, ctx, r.authUrls)
        const taken = await tx.selectFrom('resource').select('code').where('code', '=', r.code).executeTakeFirst()
        if (taken) throw invalid({ code: '该资源编码已存在' })
        await checkParent(tx, r.parentCode)
        await tx
          .insertInto('resource')
          .values({
            ...r,
            operatorId: ctx.user.operatorId,
            path: r.path ?? null,
            icon: r.icon ?? null,
            description: r.description ?? null,
            authUrls: jsonb(r.authUrls),
            builtin: false,
            touched: true,
          })
          .execute()
        await audit(tx, ctx, { entity: 'resource', entityId: null, title: r.name, action: 'add', changes: { 编码: ['', r.code] } })
        await rightsChanged(tx, ctx)
      })
      return null
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/resource/edit',
    summary: '修改资源',
    output: doneAnswer,
    right: ['resource_edit', 'menu_edit'],
    input: bothNames(z.strictObject({ ...RESOURCE, code: CODE, path: PATH })),
    handler: async (ctx, { code, path, ...r }) => {
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        await mayShape(tx, ctx, r.authUrls)
        const before = await tx.selectFrom('resource').selectAll().where('code', '=', code).forNoKeyUpdate().executeTakeFirst()
        if (!before) throw absent()
        // The program knows its own pages by their paths.
        if (path !== undefined && path !== before.path && before.builtin) throw invalid({ path: '系统内置资源的路径不能修改' })
        await checkParent(tx, r.parentCode)
        if (await isBelow(tx, r.parentCode, code)) throw invalid({ parentCode: '上级不能是自己或自己的下级' })
        await tx
          .updateTable('resource')
          .set({
            ...r,
            path: path === undefined ? before.path : path,
            icon: r.icon ?? null,
            description: r.description ?? before.description,
            authUrls: jsonb(r.authUrls),
            touched: true,
          })
          .where('code', '=', code)
          .execute()
        await audit(tx, ctx, {
          entity: 'resource',
          entityId: null,
          title: r.name,
          action: 'edit',
          changes: {
            名称: [before.name, r.name],
            上级: [before.parentCode ?? '', r.parentCode ?? ''],
            接口: [(before.authUrls as unknown as string[]).join('\n'), r.authUrls.join('\n')],
            隐藏: [yesNo(before.hidden as unknown as boolean), yesNo(r.hidden)],
            受权限控制: [yesNo(before.permissionControlled as unknown as boolean), yesNo(r.permissionControlled)],
          },
        })
        await rightsChanged(tx, ctx)
      })
      return null
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/resource/delete',
    summary: '删除资源',
    output: doneAnswer,
    right: 'resource_delete',
    input: bothNames(z.strictObject({ code: CODE })),
    handler: async (ctx, { code }) => {
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        await mayShape(tx, ctx, [])
        const row = await tx.selectFrom('resource').select(['builtin', 'name']).where('code', '=', code).executeTakeFirst()
        if (!row) throw absent()
        if (row.builtin) throw refused('系统内置资源不能删除，可以隐藏')
        if (await tx.selectFrom('resource').select('code').where('parentCode', '=', code).executeTakeFirst())
          throw refused('请先删除下级资源')
        await tx.deleteFrom('roleGrant').where('resourceCode', '=', code).execute()
        await tx.deleteFrom('resource').where('code', '=', code).execute()
        await audit(tx, ctx, { entity: 'resource', entityId: null, title: row.name, action: 'delete', changes: { 编码: [code, ''] } })
        await rightsChanged(tx, ctx)
      })
      return null
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/resource/sort',
    summary: '拖动排序',
    output: doneAnswer,
    right: ['resource_sort', 'menu_edit'],
    input: z.strictObject({ parentCode: CODE.nullable(), codes: z.array(CODE).min(1).max(500) }),
    handler: async (ctx, { parentCode, codes }) => {
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        await mayShape(tx, ctx, [])
        await checkParent(tx, parentCode)
        for (const [idx, code] of codes.entries()) {
          if (await isBelow(tx, parentCode, code)) throw invalid({ parentCode: '上级不能是自己或自己的下级' })
          await tx.updateTable('resource').set({ parentCode, idx, touched: true }).where('code', '=', code).execute()
        }
        const names = new Map((await tx.selectFrom('resource').select(['code', 'name']).execute()).map((r) => [r.code, r.name]))
        await audit(tx, ctx, {
          entity: 'resource',
          entityId: null,
          title: parentCode === null ? '顶层' : (names.get(parentCode) ?? parentCode),
          action: 'sort',
          changes: { 顺序: ['', codes.map((code) => names.get(code) ?? code).join('、')] },
        })
        await rightsChanged(tx, ctx)
      })
      return null
    },
  }),
]

const yesNo = (value: boolean): string => (value ? '是' : '否')

async function checkParent(db: Db, parentCode: string | null): Promise<void> {
  if (parentCode === null) return
  const parent = await db.selectFrom('resource').select('type').where('code', '=', parentCode).executeTakeFirst()
  if (!parent) throw invalid({ parentCode: '上级菜单已被删除，请重新选择' })
  if (parent.type === 'function') throw invalid({ parentCode: '功能按钮下面不能再有资源' })
}

async function isBelow(db: Db, candidate: string | null, code: string): Promise<boolean> {
  if (candidate === null) return false
  const { rows } = await sql<{ below: boolean }>`
    with recursive b(code) as (select ${code}::text union select r.code from resource r join b on r.parent_code = b.code)
    select exists(select 1 from b where code = ${candidate}) as below`.execute(db)
  return rows[0]?.below ?? false
}
