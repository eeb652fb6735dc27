/** Server part of routes and line drivers: versions are copied, never changed; one main driver per line and weekday. */
import type { Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { copyInput, moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { goodsRoute, goodsRouteActions, lineDriver, lineDriverActions, roadRoute, roadRouteActions } from './route.ts'

const roads = storeOf(roadRoute)
const lines = storeOf(goodsRoute)
const assignments = storeOf(lineDriver)

/** The next free number of a code. */
async function nextNumber(tx: Tx, table: 'roadRoute' | 'goodsRoute', code: string): Promise<number> {
  const rows = await liveRows(tx, table).select('number').where('code', '=', code).execute()
  return Math.max(0, ...rows.map((r) => r.number ?? 0)) + 1
}
const onlyDraft = (r: { status: string }): string | null => (r.status === 'draft' ? null : '启用后的版本不能修改，请新建版本')

const servedRoad = serve(roadRouteActions, {
  effects: {
    publish: moveOnly,
    disable: moveOnly,
    newVersion: async ({ tx, ctx, record }) => {
      const { code, name, from, to, points, distanceM, durationS, toll, corridorM, store, remark } = record
      await roads.add(tx, ctx, {
        code,
        name,
        from,
        to,
        points,
        distanceM,
        durationS,
        toll,
        corridorM,
        store,
        remark,
        number: await nextNumber(tx, 'roadRoute', code),
      })
    },
  },
  hooks: { refuseEdit: onlyDraft },
})

const servedLine = serve(goodsRouteActions, {
  effects: {
    publish: moveOnly,
    disable: moveOnly,
    newVersion: async ({ tx, ctx, record }) => {
      const { code, name, stops, roadRoute: road, departTimes, receivableRule, payableRule } = record
      const { vehicleClass, capacityKg, distanceM, durationS, store, remark } = record
      await lines.add(tx, ctx, {
        code,
        name,
        stops,
        roadRoute: road,
        departTimes,
        receivableRule,
        payableRule,
        vehicleClass,
        capacityKg,
        distanceM,
        durationS,
        store,
        remark,
        number: await nextNumber(tx, 'goodsRoute', code),
      })
    },
  },
  hooks: { refuseEdit: onlyDraft },
})

interface Span {
  id: number
  goodsRoute: number
  role: string
  weekdays: string
  from: Day
  to: Day | null
}
/** Two main drivers of one line on one weekday would both be told to drive. */
async function oneMain(tx: Tx, r: Span): Promise<void> {
  if (r.role !== 'main') return
  await tx.selectFrom('goodsRoute').select('id').where('id', '=', r.goodsRoute).forNoKeyUpdate().execute()
  const others = await liveRows(tx, 'lineDriver')
    .select(['weekdays', 'from', 'to'])
    .where('goodsRoute', '=', r.goodsRoute)
    .where('role', '=', 'main')
    .where('status', '=', 'active')
    .where('id', '<>', r.id)
    .execute()
  const clash = others.some(
    (o) =>
      o.weekdays.split('').some((day) => r.weekdays.includes(day)) &&
      (o.to === null || o.to >= r.from) &&
      (r.to === null || r.to >= o.from),
  )
  if (clash) throw refused('该线路当日已有主司机，请用「更换司机」')
}

const servedLineDriver = serve(lineDriverActions, {
  effects: {
    replace: async ({ tx, ctx, record, input }) => {
      // Its days end before the successor's begin, who would otherwise clash with them.
      await assignments.writeMany(tx, ctx, [record.id], () => ({ to: addDays(input.from, -1) }))
      const { goodsRoute: line, vehicle, role, rank, weekdays, to } = record
      await assignments.add(tx, ctx, { goodsRoute: line, driver: input.driver, vehicle, role, rank, weekdays, from: input.from, to })
      return { status: 'ended' as const, to: addDays(input.from, -1) }
    },
    end: copyInput,
  },
  hooks: {
    beforeAdd: async ({ tx, values }) => {
      const line = await tx.selectFrom('goodsRoute').select('store').where('id', '=', values.goodsRoute!).executeTakeFirst()
      return { store: line?.store ?? null }
    },
    afterAdd: async ({ tx, record }) => oneMain(tx, record),
    afterEdit: async ({ tx, record }) => oneMain(tx, record),
  },
})

export const routeEntities: readonly ServedEntity[] = [servedRoad, servedLine, servedLineDriver]
