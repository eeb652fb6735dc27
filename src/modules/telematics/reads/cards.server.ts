/** Home figures about vehicles on the road; each opens the rows it counts. */
import type { Context, Db } from '#kit/access/context.server.ts'
import type { FilterOf } from '#kit/entity/entity.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { HomeCard } from '#kit/entity/registry.server.ts'
import { reportCard } from '#kit/report/card.server.ts'
import { figure } from '#kit/report/report.server.ts'
import { alarm } from '../alarms/alarm.ts'
import { excursion } from '../cold/temperature.ts'
import { fleetDays } from '../tracks/fleet-days.ts'
import { vehiclePosition } from '../tracks/track.ts'

const reading = <T>(ctx: Context, work: (db: Db) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work)

const online: HomeCard = {
  code: 'fleetOnline',
  title: '车辆在线',
  page: 'homePage',
  group: '车联网',
  order: 60,
  right: 'trainWorker',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const count = (filter: FilterOf<Rec<typeof vehiclePosition>>): Promise<number> => figure(db, ctx, vehiclePosition, filter)
      const to = (query: string): string => `/telematics/trainWorker?show=list${query && `&${query}`}`
      const [all, on, driving, off] = [
        await count({}),
        await count({ online: true }),
        await count({ online: true, motion: 'driving' }),
        await count({ online: false }),
      ]
      return {
        kind: 'figures',
        figures: [
          { label: '已装设备车辆', value: all, to: to('') },
          { label: '在线', value: on, to: to('online=true'), tone: 'good' },
          { label: '行驶中', value: driving, to: to('online=true&motion=driving') },
          { label: '不在线', value: off, to: to('online=false') },
        ],
      }
    }),
}
const alarms: HomeCard = {
  code: 'openAlarms',
  title: '待处理报警',
  page: 'homePage',
  group: '车联网',
  order: 61,
  right: 'assistant',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const [open, severe, cold] = [
        await figure(db, ctx, alarm, { status: 'open' }),
        await figure(db, ctx, alarm, { status: ['open', 'assigned'], grade: 'severe' }),
        ctx.access.can('coldChainTemperatureControl') ? await figure(db, ctx, excursion, { status: 'open' }) : 0,
      ]
      return {
        kind: 'figures',
        figures: [
          { label: '待处理报警', value: open, to: '/telematics/assistant?status=open', tone: open ? 'warn' : 'good' },
          {
            label: '严重报警',
            value: severe,
            to: '/telematics/assistant?status=open,assigned&grade=severe',
            tone: severe ? 'bad' : 'good',
          },
          {
            label: '温湿度超限待处理',
            value: cold,
            ...(ctx.access.can('excursionList') ? { to: '/telematics/excursionList?status=open' } : {}),
            tone: cold ? 'bad' : 'good',
          },
        ],
      }
    }),
}
/** How many vehicles reported on each of thirty days, and what they raised. */
const byDay = reportCard({
  code: 'fleetByDay',
  title: '在线车辆与报警',
  page: 'homePage',
  group: '经营趋势',
  order: 30,
  right: 'dataStatistics',
  report: fleetDays,
  charted: ['days', 'alarms', 'severeAlarms'],
  chart: 'line',
  to: '/telematics/dataStatistics',
})
const both = [online, alarms, byDay]
export const telematicsCards: readonly HomeCard[] = [...both, ...both.map((card) => ({ ...card, page: 'tmsHomePage' as const }))]
