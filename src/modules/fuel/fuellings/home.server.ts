/** 油电异常 on the home pages: fuellings that wait for somebody to look into them. */
import type { HomeCard } from '#kit/entity/registry.server.ts'
import { figure } from '#kit/report/report.server.ts'
import { fuelling } from './fuelling.ts'

export const fuelHome: HomeCard = {
  code: 'fuelSuspect',
  title: '油电异常',
  page: 'homePage',
  group: '今天要做的事',
  order: 31,
  right: 'oilCardRecord',
  load: (ctx) =>
    ctx.db.read(ctx.user.operatorId, async (db) => {
      const n = await figure(db, ctx, fuelling, { status: 'suspect' })
      return {
        kind: 'figures',
        figures: [{ label: '待核实加油', value: n, to: '/oilcard/oilCardRecord?status=suspect', tone: n ? 'warn' : 'good' }],
      }
    }),
}
