/** What the TMS home says of orders and missions, and what the notice panel reminds of. */
import type { Context } from '#kit/access/context.server.ts'
import type { Notices } from '#kit/report/home.wire.ts'
import type { HomeCard } from '#kit/entity/registry.server.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { figure, figuresBy } from '#kit/report/report.server.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { exceptionCase } from './missions/exception.ts'
import { mission } from './missions/mission.ts'
import { transportOrder } from './orders/order.ts'

const orders: HomeCard = {
  code: 'transportOrders',
  title: '运输订单',
  page: 'tmsHomePage',
  group: '今天要做的事',
  order: 10,
  right: 'projectOrderList',
  load: (ctx) =>
    ctx.db.read(ctx.user.operatorId, async (db) => {
      const by = await figuresBy(db, ctx, transportOrder, 'status', {})
      const unpriced = await figure(db, ctx, transportOrder, {
        unpriced: true,
        status: ['open', 'planned', 'running', 'signed', 'partSigned'],
      })
      const unlocated = await figure(db, ctx, transportOrder, { located: false, status: ['toConfirm', 'open'] })
      const n = (...names: string[]): number => names.reduce((sum, name) => sum + (by.get(name) ?? 0), 0)
      const at = (status: string): string => `/transport/projectOrderList?status=${status}`
      return {
        kind: 'figures',
        figures: [
          { label: '待确认', value: n('toConfirm'), to: at('toConfirm'), tone: n('toConfirm') ? 'warn' : 'good' },
          { label: '待调度', value: n('open'), to: at('open'), tone: n('open') ? 'warn' : 'good' },
          { label: '运输中', value: n('planned', 'running'), to: '/transport/projectOrderList?quick=运输中' },
          { label: '待定价', value: unpriced, to: '/transport/projectOrderList?quick=待定价', tone: unpriced ? 'bad' : 'good' },
          { label: '待补坐标', value: unlocated, to: '/transport/projectOrderList?quick=待补坐标', tone: unlocated ? 'warn' : 'good' },
        ],
      }
    }),
}

const missions: HomeCard = {
  code: 'transportMissions',
  title: '任务',
  page: 'tmsHomePage',
  group: '今天要做的事',
  order: 20,
  right: 'linePageList',
  load: (ctx) =>
    ctx.db.read(ctx.user.operatorId, async (db) => {
      const by = await figuresBy(db, ctx, mission, 'status', {})
      const late = await figure(db, ctx, mission, { status: 'toDepart', planStart: { to: ctx.clock.now() } })
      const n = (...names: string[]): number => names.reduce((sum, name) => sum + (by.get(name) ?? 0), 0)
      const quick = (name: string): string => `/transport/linePageList?quick=${name}`
      return {
        kind: 'figures',
        figures: [
          { label: '待分配', value: n('open', 'refused'), to: quick('待分配'), tone: n('open', 'refused') ? 'warn' : 'good' },
          { label: '待发车', value: n('toDepart'), to: quick('待发车') },
          { label: '超时未发车', value: late, to: quick('待发车'), tone: late ? 'bad' : 'good' },
          { label: '运输中', value: n('running', 'suspended'), to: quick('运输中') },
        ],
      }
    }),
}

const exceptions: HomeCard = {
  code: 'transportExceptions',
  title: '运输异常',
  page: 'tmsHomePage',
  group: '今天要做的事',
  order: 30,
  right: 'exceptionList',
  load: (ctx) =>
    ctx.db.read(ctx.user.operatorId, async (db) => {
      const open = await figure(db, ctx, exceptionCase, { status: ['open', 'handling'] })
      const overdue = await figure(db, ctx, exceptionCase, { status: ['open', 'handling'], due: { to: ctx.clock.now() } })
      return {
        kind: 'figures',
        figures: [
          { label: '未关闭异常', value: open, to: '/transport/exceptionList?status=open,handling', tone: open ? 'warn' : 'good' },
          { label: '已过期限', value: overdue, to: '/transport/exceptionList?status=open,handling', tone: overdue ? 'bad' : 'good' },
        ],
      }
    }),
}

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

export const transportCards: readonly HomeCard[] = [orders, missions, exceptions]
