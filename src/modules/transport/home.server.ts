/** What the carrier's home says of orders and missions, what waits to be done with them, and what the notice panel reminds of. */
import type { Context } from '#kit/access/context.server.ts'
import type { FilterOf } from '#kit/entity/entity.ts'
import type { Tables } from '#kit/entity/tables.ts'
import type { Notices } from '#kit/report/home.wire.ts'
import type { HomeCard, WorkSource } from '#kit/entity/registry.server.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { barsOf, listFigures } from '#kit/report/list-total.server.ts'
import { figure } from '#kit/report/report.server.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { listWork } from '#kit/report/work.server.ts'
import { mission } from './missions/mission.ts'

const FIRST = 'tmsHomePage' as const
const order = (
  code: string,
  title: string,
  act: string,
  at: number,
  tone: 'warn' | 'bad',
  filter: FilterOf<Tables['transportOrder']>,
): WorkSource =>
  listWork('transportOrder', {
    code,
    title,
    act,
    order: at,
    tone,
    first: FIRST,
    screen: 'projectOrderList',
    filter: () => filter,
    sort: 'pickFrom',
    who: ['customer'],
    what: ['no', 'goodsText'],
    since: 'pickFrom',
  })

const late = listWork('mission', {
  code: 'missionsLate',
  title: '超时未发车',
  act: '去发车',
  order: 7,
  tone: 'bad',
  first: FIRST,
  screen: 'linePageList',
  filter: (ctx) => ({ status: 'toDepart', planStart: { to: ctx.clock.now() } }),
  sort: 'planStart',
  who: ['driver', 'carrier', 'vehicle'],
  what: ['vehicle', 'no', 'routeText'],
  since: 'planStart',
})
const undistributed = listWork('mission', {
  code: 'missionsToAssign',
  title: '待分配任务',
  act: '去分配',
  order: 11,
  tone: 'warn',
  first: FIRST,
  screen: 'linePageList',
  filter: () => ({ status: ['open', 'refused'] }),
  sort: 'planStart',
  who: ['carrier', 'project', 'no'],
  what: ['no', 'routeText', 'status'],
  since: 'planStart',
})
const exceptions = listWork('exceptionCase', {
  code: 'transportExceptions',
  title: '运输异常',
  act: '去处理',
  order: 8,
  tone: 'bad',
  first: FIRST,
  screen: 'exceptionList',
  filter: () => ({ status: ['open', 'handling'] }),
  who: ['handler', 'order', 'mission', 'no'],
  what: ['kind', 'level', 'detail'],
  since: 'at',
})
export const transportWork: readonly WorkSource[] = [
  late,
  exceptions,
  order('ordersUnpriced', '待定价订单', '去定价', 9, 'bad', {
    unpriced: true,
    status: ['open', 'planned', 'running', 'signed', 'partSigned'],
  }),
  order('ordersToConfirm', '待确认订单', '去确认', 13, 'warn', { status: 'toConfirm' }),
  undistributed,
  order('ordersToPlan', '待调度订单', '去调度', 15, 'warn', { status: 'open' }),
  order('ordersUnlocated', '待补坐标订单', '去补坐标', 17, 'warn', { located: false, status: ['toConfirm', 'open'] }),
]

/** Orders and missions by state, from the first to the last step. */
const byState = (
  code: string,
  title: string,
  at: number,
  screen: string,
  steps: Readonly<Record<string, readonly string[]>>,
  unit: string,
): HomeCard => ({
  code,
  title,
  page: FIRST,
  order: at,
  right: screen,
  load: (ctx) =>
    ctx.db.read(ctx.user.operatorId, async (db) => {
      const each = Object.entries(steps).map(([label, status]) => listFigures(db, ctx, screen, { status: [...status] }, { label }))
      return barsOf((await Promise.all(each)).flat(), title, unit)
    }),
})
const orders = byState(
  'transportOrders',
  '运输订单',
  10,
  'projectOrderList',
  {
    待确认: ['toConfirm'],
    待调度: ['open'],
    运输中: ['planned', 'running'],
    部分签收: ['partSigned'],
    已签收: ['signed', 'receipted'],
  },
  '单',
)
const missions = byState(
  'transportMissions',
  '任务',
  20,
  'linePageList',
  {
    待分配: ['open', 'refused'],
    待接单: ['offered'],
    待装货: ['toLoad'],
    待发车: ['toDepart'],
    运输中: ['running', 'suspended'],
    待签收: ['arrived', 'partSigned'],
  },
  '趟',
)

const MINUTE = 60_000
/** About to depart (T−30), due (T), late (T+15): one line per mission, gone with its state. */
export async function transportNotices(ctx: Context): Promise<Partial<Notices>> {
  const [sees, reminded] = [ctx.access.can('missionList') || ctx.access.can('linePageList'), ctx.access.can('linePageList')]
  if (!sees) return {}
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const undistributedTaskCount = await figure(db, ctx, mission, { status: ['open', 'refused'] })
    if (!reminded) return { undistributedTaskCount }
    const now = Date.parse(ctx.clock.now())
    const rows = await seenRows(db, ctx, mission)
      .leftJoin('vehicle as v', 'v.id', 't.vehicle')
      .leftJoin('driver as d', 'd.id', 't.driver')
      .select(['t.no', 't.planStart', 'v.plateNo', 'd.name'])
      .where('t.status', '=', 'toDepart')
      .where('t.planStart', '<=', new Date(now + 30 * MINUTE).toISOString())
      .orderBy('t.planStart')
      .limit(50)
      .execute()
    const kind = (at: number): string => (now >= at + 15 * MINUTE ? '超时未发车' : now >= at ? '已到发车时间' : '即将发车')
    return {
      undistributedTaskCount,
      reminderList: rows.map((r) => ({
        reminderType: kind(Date.parse(r.planStart)),
        carpoolNo: r.no,
        vehicleNo: r.plateNo ?? '',
        driverName: r.name ?? '',
        executeTime: formatTime(r.planStart),
      })),
    }
  })
}

export const transportCards: readonly HomeCard[] = [orders, missions]
