/** Home figures about leases. Each opens the rows it counts. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { addDays, addMonths, endOfMonth, startOfMonth } from '#kit/basics/time/day.ts'
import type { HomeCard } from '#kit/entity/registry.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { figure, figuresBy } from '#kit/report/report.server.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { handover } from './handovers/handover.ts'
import { lease } from './lease.ts'
import { returnSettlement, vehicleReturn } from './returns/return.ts'
import { vehicleSwap } from './changes/swap.ts'

const reading = <T>(ctx: Context, work: (db: Db) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work)

const ending: HomeCard = {
  code: 'leasesEnding',
  title: '租约到期',
  page: 'homePage',
  group: '今天要做的事',
  order: 20,
  right: 'leaseList',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const today = ctx.clock.today()
      const days = await parameterNumber(db, ctx.registry, 'contractWarnDays')
      const [from, until, past] = [today, addDays(today, days), addDays(today, -1)]
      const soon = await figure(db, ctx, lease, { status: 'active', endOn: { from, to: until } })
      const gone = await figure(db, ctx, lease, { status: 'active', endOn: { to: past } })
      return {
        kind: 'figures',
        figures: [
          {
            label: `${days} 天内到期租约`,
            value: soon,
            to: `/lease/leaseList?status=active&endOn=${from}~${until}`,
            tone: soon ? 'warn' : 'good',
          },
          { label: '已到期未还', value: gone, to: `/lease/leaseList?status=active&endOn=~${past}`, tone: gone ? 'bad' : 'good' },
        ],
      }
    }),
}

const toHandOver: HomeCard = {
  code: 'handoversPending',
  title: '待交车',
  page: 'homePage',
  group: '今天要做的事',
  order: 18,
  right: 'handVehicleList',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const today = ctx.clock.today()
      const all = await figure(db, ctx, handover, { status: 'pending' })
      const late = await figure(db, ctx, handover, { status: 'pending', plannedOn: { to: today } })
      return {
        kind: 'figures',
        figures: [
          { label: '待交车', value: all, to: '/lease/handVehicleList?status=pending', tone: all ? 'warn' : 'good' },
          {
            label: '今天及以前应交',
            value: late,
            to: `/lease/handVehicleList?status=pending&plannedOn=~${today}`,
            tone: late ? 'warn' : 'good',
          },
        ],
      }
    }),
}

const idle: HomeCard = {
  code: 'vehiclesIdle',
  title: '闲置车辆',
  page: 'homePage',
  group: '今天要做的事',
  order: 28,
  right: 'vehicleList',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const days = await parameterNumber(db, ctx.registry, 'vehicleIdleWarnDays')
      const since = addDays(ctx.clock.today(), -days)
      const value = await figure(db, ctx, 'vehicle', { status: 'available', idleSince: { to: since } })
      return {
        kind: 'figures',
        figures: [
          {
            label: `待租 ${days} 天以上`,
            value,
            to: `/vehicle/vehicleList?status=available&idleSince=~${since}`,
            tone: value ? 'warn' : 'good',
          },
        ],
      }
    }),
}

const queue = (
  code: string,
  title: string,
  order: number,
  right: string,
  entity: Entity<any>,
  steps: readonly { label: string; status: string; to: string }[],
): HomeCard => ({
  code,
  title,
  page: 'homePage',
  group: '今天要做的事',
  order,
  right,
  load: (ctx) =>
    reading(ctx, async (db) => {
      const countByStatus = await figuresBy(db, ctx, entity, 'status', { status: steps.map((s) => s.status) })
      return {
        kind: 'figures',
        figures: steps.map(({ label, status, to }) => ({
          label,
          value: countByStatus.get(status) ?? 0,
          to: `${to}?status=${status}`,
          tone: countByStatus.get(status) ? ('warn' as const) : ('good' as const),
        })),
      }
    }),
})

const returns = queue('returnsPending', '退车', 21, 'vehicleReturnCheckList', vehicleReturn, [
  { label: '退车待审核', status: 'approving', to: '/lease/vehicleReturnCheckList' },
  { label: '退车待验车', status: 'toInspect', to: '/lease/vehicleReturnCheckList' },
])
const toSettle = queue('settlementsPending', '退车结算', 22, 'settleInfoList', returnSettlement, [
  { label: '结算待提交', status: 'draft', to: '/lease/settleInfoList' },
  { label: '结算待审核', status: 'approving', to: '/lease/settleInfoList' },
])
const swaps = queue('swapsPending', '换车', 23, 'swopCarAuditList', vehicleSwap, [
  { label: '换车待审核', status: 'approving', to: '/lease/swopCarAuditList' },
  { label: '待换车', status: 'toSwap', to: '/lease/swopCarAuditList' },
])

const AHEAD = 6
/** Of what runs today: how many vehicles come back in which month, when nobody renews. */
const endings: HomeCard = {
  code: 'leasesEndingByMonth',
  title: '未来 6 个月到期的租约',
  page: 'homePage',
  group: '经营趋势',
  order: 14,
  right: 'leaseList',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const first = startOfMonth(ctx.clock.today())
      const months = Array.from({ length: AHEAD }, (_, i) => addMonths(first, i))
      const to = endOfMonth(months.at(-1)!)
      const values: number[] = []
      for (const month of months)
        values.push(await figure(db, ctx, lease, { status: 'active', endOn: { from: month, to: endOfMonth(month) } }))
      return {
        kind: 'series',
        chart: 'bar',
        data: {
          labels: months.map((month) => month.slice(0, 7)),
          shape: { unit: 'number', suffix: '辆' },
          series: [{ name: '到期', values }],
        },
        to: `/lease/leaseList?status=active&endOn=${first}~${to}`,
      }
    }),
}

export const leasingCards: readonly HomeCard[] = [endings, toHandOver, ending, returns, toSettle, swaps, idle]
