/** Figures and work of the home page about leases. Each opens the rows it counts. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { addDays, addMonths, endOfMonth, startOfMonth } from '#kit/basics/time/day.ts'
import type { HomeCard, WorkSource } from '#kit/entity/registry.server.ts'
import { barsOf, listFigures } from '#kit/report/list-total.server.ts'
import { listWork } from '#kit/report/work.server.ts'
import { parameterNumber } from '#modules/system/system.public.ts'

const reading = <T>(ctx: Context, work: (db: Db) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work)

const toHandOver = listWork('handover', {
  code: 'handoversPending',
  title: '待交车',
  act: '去交车',
  order: 22,
  tone: 'warn',
  screen: 'handVehicleList',
  filter: (ctx) => ({ status: 'pending', plannedOn: { to: ctx.clock.today() } }),
  sort: 'plannedOn',
  who: ['lessee'],
  what: ['vehicle', 'no'],
  since: 'plannedOn',
})
const toInspect = listWork('vehicleReturn', {
  code: 'returnsToInspect',
  title: '待验车',
  act: '去验车',
  order: 23,
  tone: 'warn',
  screen: 'vehicleReturnCheckList',
  filter: () => ({ status: 'toInspect' }),
  sort: 'plannedOn',
  who: ['lessee'],
  what: ['vehicle', 'no'],
  since: 'plannedOn',
})
const returnsToReview = listWork('vehicleReturn', {
  code: 'returnsToReview',
  title: '退车待审核',
  act: '去审核',
  order: 24,
  tone: 'warn',
  screen: 'vehicleReturnCheckList',
  filter: () => ({ status: 'approving' }),
  sort: 'plannedOn',
  who: ['lessee'],
  what: ['vehicle', 'reasonKind'],
  since: 'plannedOn',
})
const toSwap = listWork('vehicleSwap', {
  code: 'swapsPending',
  title: '换车待办',
  act: '去处理',
  order: 25,
  tone: 'warn',
  screen: 'swopCarAuditList',
  filter: () => ({ status: ['approving', 'toSwap'] }),
  sort: 'plannedOn',
  who: ['lessee'],
  what: ['oldVehicle', 'newVehicle', 'status'],
  since: 'plannedOn',
})
const toSettle = listWork('returnSettlement', {
  code: 'settlementsPending',
  title: '退车结算',
  act: '去结算',
  order: 26,
  tone: 'warn',
  screen: 'settleInfoList',
  filter: () => ({ status: ['draft', 'approving'] }),
  who: ['lessee'],
  what: ['vehicle', 'status'],
  since: 'createdAt',
})
const overstayed = listWork('lease', {
  code: 'leasesOverstayed',
  title: '到期未还',
  act: '去续租或退车',
  order: 21,
  tone: 'bad',
  screen: 'leaseList',
  filter: (ctx) => ({ status: 'active', endOn: { to: addDays(ctx.clock.today(), -1) } }),
  sort: 'endOn',
  who: ['lessee'],
  what: ['vehicle', 'no'],
  since: 'endOn',
})
const ending = listWork('lease', {
  code: 'leasesEnding',
  title: '租约将到期',
  act: '去续租',
  order: 40,
  tone: 'warn',
  screen: 'leaseList',
  filter: async (ctx, db) => {
    const today = ctx.clock.today()
    return { status: 'active', endOn: { from: today, to: addDays(today, await parameterNumber(db, ctx.registry, 'contractWarnDays')) } }
  },
  sort: 'endOn',
  who: ['lessee'],
  what: ['vehicle', 'no'],
  since: 'endOn',
})
export const leasingWork: readonly WorkSource[] = [overstayed, toHandOver, toInspect, returnsToReview, toSwap, toSettle, ending]

/** Up to how many days a vehicle has stood idle, one bar each. */
const IDLE_STEPS = [7, 15, 30, 60, Infinity]
const idle: HomeCard = {
  code: 'vehiclesIdle',
  title: '待租车辆闲置天数',
  page: 'homePage',
  order: 22,
  right: 'vehicleList',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const steps = IDLE_STEPS.map((most, i) => {
        const least = i === 0 ? 0 : IDLE_STEPS[i - 1]! + 1
        const idleSince = { from: least, ...(most === Infinity ? {} : { to: most }) }
        return { label: most === Infinity ? `${least - 1} 天以上` : `${least}–${most} 天`, filter: { status: 'available', idleSince } }
      })
      const days = await parameterNumber(db, ctx.registry, 'vehicleIdleWarnDays')
      const long = { status: 'available', idleSince: { from: days } }
      const figures = await listFigures(db, ctx, 'vehicleList', long, { label: `待租 ${days} 天以上`, tone: 'warn' })
      const bars = await Promise.all(steps.map(({ label, filter }) => listFigures(db, ctx, 'vehicleList', filter, { label })))
      return { ...barsOf(bars.flat(), '待租车辆', '辆'), figures }
    }),
}

const AHEAD = 6
/** Of what runs today: how many vehicles come back within days, and in which month, when nobody renews. */
const endings: HomeCard = {
  code: 'leasesEndingByMonth',
  title: '租约到期',
  page: 'homePage',
  order: 20,
  right: 'leaseList',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const today = ctx.clock.today()
      const first = startOfMonth(today)
      const months = Array.from({ length: AHEAD }, (_, i) => addMonths(first, i))
      const running = (label: string, endOn: { from?: string; to: string }, tone?: 'bad' | 'warn') =>
        listFigures(db, ctx, 'leaseList', { status: 'active', endOn }, { label, ...(tone ? { tone } : {}) })
      const [figures, bars] = await Promise.all([
        Promise.all([
          running('已到期未还', { to: addDays(today, -1) }, 'bad'),
          running('7 天内', { from: today, to: addDays(today, 7) }, 'warn'),
          running('30 天内', { from: today, to: addDays(today, 30) }),
        ]),
        Promise.all(months.map((month) => running(month.slice(0, 7), { from: month, to: endOfMonth(month) }))),
      ])
      return { ...barsOf(bars.flat(), '到期租约', '份'), figures: figures.flat() }
    }),
}

export const leasingCards: readonly HomeCard[] = [endings, idle]
