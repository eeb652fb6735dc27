/** The demo company: is there one, and away with it. Administrators only. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { forbidden, refused } from '#kit/basics/errors.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { rightsChanged } from './rights/changed.server.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'
import { DEMO_STATE, type FirstStep } from './system.wire.ts'

/** Told before anything is taken away: who plays a part of the demo company stops. */
export const DEMO_LEAVING = 'demo_leaving'

/** What a new company does first; a step is done when its first record stands. */
const STEPS = [
  { code: 'store', label: '建立门店', screen: 'storeList', table: 'store' },
  { code: 'template', label: '建立数据权限模板，定谁看哪些门店的数据', screen: 'datatemplate', table: 'dataTemplate' },
  { code: 'role', label: '建立角色并授权', screen: 'role', table: 'role' },
  { code: 'user', label: '添加同事', screen: 'user', table: 'user' },
  { code: 'vehicle', label: '录入或导入车辆', screen: 'vehicleList', table: 'vehicle' },
  { code: 'lessee', label: '录入承租人', screen: 'memberList', table: 'lessee' },
  { code: 'product', label: '建立产品与租赁方案', screen: 'carProduct', table: 'vehicleProduct' },
  { code: 'contract', label: '签订第一份合同', screen: 'contracList', table: 'contract' },
] as const

async function firstDay(db: Db, ctx: Context): Promise<FirstStep[]> {
  const steps = []
  const used = STEPS.filter(({ screen }) => ctx.access.isUsed?.(ctx.registry.screen(screen)?.part) ?? true)
  for (const { table, ...step } of used) {
    const rows = await liveRows(db, table).select('id').limit(2).execute()
    // The administrator is a user from the start.
    steps.push({ ...step, done: rows.length > (table === 'user' ? 1 : 0) })
  }
  return steps
}

/** Sub-operations that were invented with it lose their rows and their parent; nobody signs in there any more. */
async function removeSubs(ctx: Context): Promise<void> {
  const { operatorId } = ctx.user
  const subs = await ctx.db.read(operatorId, (db) =>
    db.selectFrom('operator').select(['id', 'name']).where('parentId', '=', operatorId).where('demo', '=', true).execute(),
  )
  for (const { id, name } of subs)
    await ctx.db.write(
      id,
      async (tx) => {
        await sql`select remove_demo(${id})`.execute(tx)
        await tx
          .updateTable('operator')
          .set({ name: `${name}#${id}`, status: 'stopped', parentId: null })
          .where('id', '=', id)
          .execute()
      },
      { statementTimeoutMs: 120_000 },
    )
}

async function progress(db: Db): Promise<{ percent: number; secondsLeft: number | null; failed: boolean } | null> {
  const row = await allRows(db, 'demoMaking').select(['progress', 'secondsLeft', 'failed']).executeTakeFirst()
  return row ? { percent: Math.floor(row.progress / 10), secondsLeft: row.secondsLeft, failed: row.failed !== null } : null
}

export const demoRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/demo/state',
    summary: '是否为演示公司',
    right: 'signedIn',
    input: z.strictObject({}),
    output: DEMO_STATE,
    handler: (ctx) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        const operator = await db
          .selectFrom('operator')
          .select(['demo', 'demoMaking', 'name'])
          .where('id', '=', ctx.user.operatorId)
          .executeTakeFirstOrThrow()
        return {
          demo: operator.demo,
          name: operator.name,
          removable: operator.demo && ctx.user.isAdmin,
          making: operator.demoMaking ? await progress(db) : null,
          steps: operator.demo ? [] : await firstDay(db, ctx),
        }
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/demo/remove',
    summary: '移除演示公司',
    right: 'signedIn',
    input: z.strictObject({ name: z.string('请输入新的公司名称').trim().min(1, '请输入新的公司名称').max(60, '公司名称最多 60 字') }),
    output: doneAnswer,
    handler: async (ctx, { name }) => {
      if (!ctx.user.isAdmin) throw forbidden('只有管理员可以移除演示公司')
      await ctx.db.notify(DEMO_LEAVING, String(ctx.user.operatorId))
      await ctx.db.write(
        ctx.user.operatorId,
        async (tx) => {
          const operator = await tx.selectFrom('operator').select('demo').where('id', '=', ctx.user.operatorId).executeTakeFirstOrThrow()
          if (!operator.demo) throw refused('当前公司不是演示公司')
          // First of all, and waited for: whoever still fills it in takes no step from now on.
          await tx.deleteFrom('demoMaking').where('operatorId', '=', ctx.user.operatorId).execute()
          await sql`select remove_demo(${ctx.user.operatorId})`.execute(tx)
          await tx.updateTable('operator').set({ name, demoMaking: false }).where('id', '=', ctx.user.operatorId).execute()
          await audit(tx, ctx, { entity: 'operator', entityId: ctx.user.operatorId, title: name, action: 'removeDemo' })
          await rightsChanged(tx, ctx)
        },
        { statementTimeoutMs: 120_000 },
      )
      await removeSubs(ctx)
      return null
    },
  }),
]
