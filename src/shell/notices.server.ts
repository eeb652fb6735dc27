/** The notice panel's figures (spec §2, fleet.md §2.28) and the badge of undistributed tasks: gathered from the modules. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { TOTALS, UNDISTRIBUTED, type Notices } from '#kit/report/home.wire.ts'
import { route, type Route } from '#kit/http/route.server.ts'

/** At most this many items of one kind travel; the total counts what is sent. */
const MAX_ITEMS = 50

async function noticesOf(ctx: Context): Promise<Notices & { unapprovedCount: number; total: number }> {
  const all: Notices = { unapprovedTaskList: [], reminderList: [], vehicleRevenueWarnVoList: [], undistributedTaskCount: 0 }
  for (const { notices } of ctx.registry.modules) {
    if (!notices) continue
    const part = await notices(ctx)
    all.unapprovedTaskList.push(...(part.unapprovedTaskList ?? []))
    all.reminderList.push(...(part.reminderList ?? []))
    all.vehicleRevenueWarnVoList.push(...(part.vehicleRevenueWarnVoList ?? []))
    all.undistributedTaskCount += part.undistributedTaskCount ?? 0
  }
  const unapprovedCount = all.unapprovedTaskList.length
  const cut = {
    ...all,
    reminderList: all.reminderList.slice(0, MAX_ITEMS),
    vehicleRevenueWarnVoList: all.vehicleRevenueWarnVoList.slice(0, MAX_ITEMS),
  }
  return { ...cut, unapprovedCount, total: unapprovedCount + cut.reminderList.length + cut.vehicleRevenueWarnVoList.length }
}

export const noticeRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/projectTask/total',
    summary: '待办与提醒汇总（每 30 秒轮询）',
    right: 'signedIn',
    input: z.strictObject({}),
    passive: true,
    output: TOTALS,
    handler: (ctx) => noticesOf(ctx),
  }),
  route({
    method: 'GET',
    path: '/api/v1/project/projectask/assign/total',
    summary: '待分配任务数',
    right: 'signedIn',
    input: z.looseObject({}),
    passive: true,
    output: UNDISTRIBUTED,
    handler: async (ctx) => ({ undistributedTaskCount: (await noticesOf(ctx)).undistributedTaskCount }),
  }),
]
