/** The demo company: is there one, and away with it. Administrators only. */
import { sql } from 'kysely'
import { z } from 'zod'
import { audit } from '#kit/audit/audit.server.ts'
import { forbidden, refused } from '#kit/basics/errors.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { rightsChanged } from './changed.server.ts'

export const demoRoutes: readonly Route[] = [
  route({
    method: 'GET', path: '/api/v1/demo/state', summary: '是否为演示公司', right: 'signedIn', input: z.strictObject({}),
    handler: (ctx) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        const operator = await db.selectFrom('operator').select(['demo', 'name']).where('id', '=', ctx.user.operatorId).executeTakeFirstOrThrow()
        return { demo: operator.demo, name: operator.name, removable: operator.demo && ctx.user.isAdmin }
      }),
  }),
  route({
    method: 'POST', path: '/api/v1/demo/remove', summary: '移除演示公司', right: 'signedIn', input: z.strictObject({ name: z.string('请输入新的公司名称').trim().min(1, '请输入新的公司名称').max(60, '公司名称最多 60 字') }),
    handler: async (ctx, { name }) => {
      if (!ctx.user.isAdmin) throw forbidden('只有管理员可以移除演示公司')
      await ctx.db.write(
        ctx.user.operatorId,
        async (tx) => {
          const operator = await tx.selectFrom('operator').select('demo').where('id', '=', ctx.user.operatorId).executeTakeFirstOrThrow()
          if (!operator.demo) throw refused('当前公司不是演示公司')
          await sql`select remove_demo(${ctx.user.operatorId})`.execute(tx)
          await tx.updateTable('operator').set({ name }).where('id', '=', ctx.user.operatorId).execute()
          await audit(tx, ctx, { entity: 'operator', entityId: ctx.user.operatorId, title: name, action: 'removeDemo' })
          await rightsChanged(tx, ctx)
        },
        { statementTimeoutMs: 120_000 },
      )
      return null
    },
  }),
]
