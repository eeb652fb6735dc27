/** Home figures about vehicles on the road; each opens the rows it counts. */
import type { Context, Db } from '#kit/access/context.server.ts'
import type { FilterOf } from '#kit/entity/entity.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { HomeCard, WorkSource } from '#kit/entity/registry.server.ts'
import { reportCard } from '#kit/report/card.server.ts'
import type { HomeFigure } from '#kit/report/home.wire.ts'
import { filterTexts } from '#kit/report/list-total.server.ts'
import { figure } from '#kit/report/report.server.ts'
import { listWork } from '#kit/report/work.server.ts'
import { fleetDays } from '../tracks/fleet-days.ts'
import { vehiclePosition } from '../tracks/track.ts'

const reading = <T>(ctx: Context, work: (db: Db) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work)

/** Where the vehicles are: how many report, and those that drive. */
const online: HomeCard = {
  code: 'fleetOnline',
  title: '车辆在线',
  page: 'homePage',
  order: 40,
  right: 'trainWorker',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const count = (label: string, filter: FilterOf<Rec<typeof vehiclePosition>>, tone?: 'good'): Promise<HomeFigure> =>
        figure(db, ctx, vehiclePosition, filter).then((value) => ({
          label,
          value,
          to: `/telematics/trainWorker?${new URLSearchParams({ show: 'list', ...filterTexts(filter) }).toString()}`,
          ...(tone ? { tone } : {}),
        }))
      const figures = await Promise.all([
        count('已装设备车辆', {}),
        count('在线', { online: true }, 'good'),
        count('行驶中', { online: true, motion: 'driving' }),
        count('不在线', { online: false }),
      ])
      return { kind: 'figures', figures }
    }),
}
/** How many vehicles reported on each of thirty days, and what they raised. */
const byDay = reportCard({
  code: 'fleetByDay',
  title: '在线车辆与报警',
  page: 'homePage',
  order: 41,
  right: 'dataStatistics',
  report: fleetDays,
  charted: ['days', 'alarms', 'severeAlarms'],
  chart: 'line',
  to: '/telematics/dataStatistics',
})
const cards = [online, byDay]
export const telematicsCards: readonly HomeCard[] = [...cards, ...cards.map((card) => ({ ...card, page: 'tmsHomePage' as const }))]

const severe = listWork('alarm', {
  code: 'alarmsSevere',
  title: '严重报警',
  act: '去处理',
  order: 5,
  tone: 'bad',
  screen: 'assistant',
  filter: () => ({ status: ['open', 'assigned'], grade: 'severe' }),
  who: ['vehicle', 'terminal'],
  what: ['kind', 'detail'],
  since: 'startAt',
})
const alarms = listWork('alarm', {
  code: 'alarmsOpen',
  title: '待处理报警',
  act: '去处理',
  order: 35,
  tone: 'warn',
  screen: 'assistant',
  filter: () => ({ status: 'open', grade: ['notice', 'normal'] }),
  who: ['vehicle', 'terminal'],
  what: ['kind', 'detail'],
  since: 'startAt',
})
const cold = listWork('excursion', {
  code: 'excursionsOpen',
  title: '温湿度超限',
  act: '去处理',
  order: 6,
  tone: 'bad',
  screen: 'excursionList',
  filter: () => ({ status: 'open' }),
  who: ['vehicle'],
  what: ['kind'],
  since: 'startAt',
})
export const telematicsWork: readonly WorkSource[] = [severe, cold, alarms]
