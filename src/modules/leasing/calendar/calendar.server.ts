/** 车辆排期: which vehicles stand in it, what each has on its days, which are free, and whether a lease may end later. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { find } from '#kit/entity/query/query.server.ts'
import { dayInput } from '#kit/http/inputs.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { fleetVehicles } from '#modules/vehicles/vehicles.public.ts'
import { leaseFacts } from '../approval.server.ts'
import { refuseLease } from '../audit.ts'
import { lease } from '../lease.ts'
import { chargeEnd } from '../rent/plan.rules.ts'
import { termsOf } from '../rent/terms.server.ts'
import { endAfter, endOfTerms } from '../rent/timeline.rules.ts'
import { CALENDAR_GROUPS, CALENDAR_ROWS, FREE_VEHICLES, MAY_PROLONG, type CalendarRow, type FreeVehicles } from './calendar.wire.ts'
import { calendarSpans, namesOf } from './spans.server.ts'
import { freeAmong, promisedIn, promiseTexts } from '../holds/occupancy.server.ts'

const ID = z.coerce.number('编号不正确').int('编号不正确').min(1, '编号不正确')
/** Who is asked for; the same for the groups and for the rows. */
const WHICH = {
  by: z.enum(['model', 'store']).default('model'),
  store: ID.optional(),
  model: ID.optional(),
  status: z.enum(['preparing', 'available', 'reserved', 'leased', 'repairing', 'suspended']).optional(),
  plate: z.string().max(20).optional(),
}
const WHICH_SHAPE = z.object(WHICH)
type Which = z.output<typeof WHICH_SHAPE>
const MOST_DAYS = 92
const PAGE = 100
/** Of a model so many are judged; a company with more of one model looks store by store. */
const MOST_JUDGED = 2000
/** Why a vehicle is not free is told of so many. */
const MOST_OTHERS = 200
const MOST_MONTHS = 120

/** By name of the model; stores as they were opened. */
const ordered = (vehicles: ReturnType<typeof fleetVehicles>, by: Which['by']) =>
  by === 'store' ? vehicles.orderBy('t.store') : vehicles.orderBy('vehicleModel.name').orderBy('t.model')
const storeNames = (db: Db, ctx: Context, vehicles: readonly { store: number }[]) =>
  namesOf(
    db,
    ctx,
    'store',
    vehicles.map((v) => v.store),
  )

async function groups(db: Db, ctx: Context, which: Which) {
  const rows = await ordered(fleetVehicles(db, ctx, which), which.by)
    .select((e) => [e.ref(which.by === 'store' ? 't.store' : 't.model').as('id'), sql<number>`count(*)`.as('vehicles')])
    .groupBy(which.by === 'store' ? ['t.store'] : ['t.model', 'vehicleModel.name'])
    .execute()
  const name = await namesOf(
    db,
    ctx,
    which.by === 'store' ? 'store' : 'vehicleModel',
    rows.map((group) => group.id),
  )
  const counted = rows.map(({ id, vehicles }) => ({ id, name: name(id), count: Number(vehicles) }))
  return { today: ctx.clock.today(), total: counted.reduce((sum, group) => sum + group.count, 0), groups: counted }
}

async function rows(
  db: Db,
  ctx: Context,
  asked: Which & { from: Day; days: number; offset: number; limit: number },
): Promise<CalendarRow[]> {
  const vehicles = await ordered(fleetVehicles(db, ctx, asked), asked.by)
    .select(['t.id', 't.plateNo', 't.model', 't.store', 't.status', 't.energy', 't.isTrailer', 'vehicleModel.name as modelName'])
    .orderBy('t.plateNo')
    .orderBy('t.id')
    .offset(asked.offset)
    .limit(asked.limit)
    .execute()
  const spans = await calendarSpans(db, ctx, { vehicles: vehicles.map((v) => v.id), from: asked.from, to: addDays(asked.from, asked.days) })
  const states = (ctx.registry.entity('vehicle').entity.fields as unknown as { status: { options: Record<string, string> } }).status.options
  const store = await storeNames(db, ctx, vehicles)
  return vehicles.map((v) => ({
    ...v,
    storeName: store(v.store),
    group: asked.by === 'store' ? v.store : v.model,
    statusLabel: states[v.status] ?? v.status,
    spans: spans.get(v.id) ?? [],
  }))
}

async function freeVehicles(
  db: Db,
  ctx: Context,
  asked: { model?: number | undefined; store?: number | undefined; from: Day; to: Day },
): Promise<FreeVehicles> {
  if (asked.to <= asked.from) throw invalid({ to: '还车日必须晚于取车日' })
  if (asked.from < ctx.clock.today()) throw invalid({ from: '取车日不能早于今天' })
  const all = await fleetVehicles(db, ctx, asked)
    .select(['t.id', 't.plateNo', 't.status', 't.store'])
    .orderBy('t.plateNo')
    .orderBy('t.id')
    .limit(MOST_JUDGED + 1)
    .execute()
  if (all.length > MOST_JUDGED) throw invalid({ model: `车辆超过 ${MOST_JUDGED} 辆，请选择车型或门店` })
  const stands = await freeAmong(db, ctx, all, asked)
  const store = await storeNames(db, ctx, all)
  const of = (v: (typeof all)[number]) => stands.get(v.id)!
  const free = all.filter((v) => of(v).free).toSorted((a, b) => of(a).note.length - of(b).note.length)
  const others = all.filter((v) => !of(v).free)
  return {
    free: free.map((v) => ({ id: v.id, plateNo: v.plateNo, storeName: store(v.store), note: of(v).note })),
    others: others.slice(0, MOST_OTHERS).map((v) => ({ id: v.id, plateNo: v.plateNo, storeName: store(v.store), why: of(v).why })),
    more: Math.max(0, others.length - MOST_OTHERS),
  }
}

/** Whether the lease could end on that day: the state of the lease, its days, and who has the vehicle afterwards. */
async function mayProlong(db: Db, ctx: Context, asked: { lease: number; endOn: Day }) {
  const of = await find(db, ctx, lease, asked.lease)
  const { dayRule } = await db.selectFrom('contract').select('dayRule').where('id', '=', of.contract).executeTakeFirstOrThrow()
  const [facts] = await leaseFacts(db as Tx, [{ id: 0, lease: of.id }], null)
  const terms = await termsOf(db as Tx, of.id)
  const [now, then] = [endOfTerms(terms), chargeEnd(asked.endOn, dayRule)]
  const refused =
    refuseLease(facts!, '续租或延期') ??
    (then <= now
      ? `新的到期日须晚于现在的 ${of.endOn}；提前还车请在租约上申请退车`
      : await takenBehind(db, ctx, of.vehicle, now, then, of.id))
  const months = Array.from({ length: MOST_MONTHS }, (_, i) => i + 1).find((n) => endAfter(terms[0]!.anchorOn, now, n) === then) ?? null
  return { refused, months, endOn: of.endOn, monthlyRent: of.monthlyRent }
}
async function takenBehind(db: Db, ctx: Context, vehicle: number, from: Day, to: Day, own: number): Promise<string | null> {
  const texts = await promiseTexts(db, ctx, await promisedIn(db, ctx, [vehicle], { from, to }, { lease: own }))
  return texts.size ? `${[...texts.values()].join('；')}，请先把它改到别的车或改期` : null
}

export const calendarRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/vehicleCalendar/groups',
    summary: '车辆排期：车型或门店各有多少辆',
    right: 'vehicleCalendar',
    input: z.strictObject(WHICH),
    output: CALENDAR_GROUPS,
    handler: (ctx, which) => ctx.db.read(ctx.user.operatorId, (db) => groups(db, ctx, which)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/vehicleCalendar/rows',
    summary: '车辆排期：一段日子里各车的租约、预留、维保、年检与任务',
    right: 'vehicleCalendar',
    input: z.strictObject({
      ...WHICH,
      from: dayInput(),
      days: z.coerce.number().int().min(1).max(MOST_DAYS, `一次最多 ${MOST_DAYS} 天`),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(PAGE).default(PAGE),
    }),
    output: CALENDAR_ROWS,
    handler: (ctx, asked) => ctx.db.read(ctx.user.operatorId, async (db) => ({ rows: await rows(db, ctx, asked) })),
  }),
  route({
    method: 'GET',
    path: '/api/v1/vehicleCalendar/free',
    summary: '两天之间空闲的车辆，其余的为什么不空闲',
    right: 'vehicleCalendar',
    input: z.strictObject({ model: ID.optional(), store: ID.optional(), from: dayInput(), to: dayInput() }),
    output: FREE_VEHICLES,
    handler: (ctx, asked) => ctx.db.read(ctx.user.operatorId, (db) => freeVehicles(db, ctx, asked)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/vehicleCalendar/mayProlong',
    summary: '租约能否延到某一天：不能时说明原因',
    right: ['renewalOfLease_add', 'extensionRecord_add'],
    input: z.strictObject({ lease: ID, endOn: dayInput() }),
    output: MAY_PROLONG,
    handler: (ctx, asked) => ctx.db.read(ctx.user.operatorId, (db) => mayProlong(db, ctx, asked)),
  }),
]
