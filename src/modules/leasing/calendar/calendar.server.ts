/** 车辆排期: which vehicles stand in it, what each has on its days, which are free, and whether a lease may end later. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { find } from '#kit/entity/query/query.server.ts'
import { dayInput } from '#kit/http/inputs.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { leaseFacts } from '../approval.server.ts'
import { refuseLease } from '../audit.ts'
import { lease } from '../lease.ts'
import { chargeEnd } from '../rent/plan.rules.ts'
import { termsOf } from '../rent/terms.server.ts'
import { endAfter, endOfTerms } from '../rent/timeline.rules.ts'
import { CALENDAR_GROUPS, CALENDAR_ROWS, FREE_VEHICLES, MAY_PROLONG, type CalendarRow, type FreeVehicles } from './calendar.wire.ts'
import { calendarSpans } from './spans.server.ts'
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

/** Vehicles that are in the fleet, with what they are called, as far as whoever asks may see them. */
const vehiclesOf = (db: Db, ctx: Context, { store, model, status, plate }: Partial<Which>) =>
  seenRows(db, ctx, 'vehicle')
    .innerJoin('vehicleModel', 'vehicleModel.id', 't.model')
    .innerJoin('store', 'store.id', 't.store')
    .where('t.status', '<>', 'disposed')
    .$if(store !== undefined, (q) => q.where('t.store', '=', store!))
    .$if(model !== undefined, (q) => q.where('t.model', '=', model!))
    .$if(status !== undefined, (q) => q.where('t.status', '=', status!))
    .$if(Boolean(plate?.trim()), (q) => q.where('t.plateNo', 'ilike', `%${plate!.trim().replaceAll(/[\\%_]/g, '\\$&')}%`))

async function groups(db: Db, ctx: Context, which: Which) {
  const [id, name] = which.by === 'store' ? (['t.store', 'store.name'] as const) : (['t.model', 'vehicleModel.name'] as const)
  const rows = await vehiclesOf(db, ctx, which)
    .select((e) => [e.ref(id).as('id'), e.ref(name).as('name'), sql<number>`count(*)`.as('n')])
    .groupBy([id, name])
    .orderBy(name)
    .orderBy(id)
    .execute()
  const found = rows.map((g) => ({ id: g.id, name: g.name, count: Number(g.n) }))
  return { today: ctx.clock.today(), total: found.reduce((sum, g) => sum + g.count, 0), groups: found }
}

async function rows(
  db: Db,
  ctx: Context,
  asked: Which & { from: Day; days: number; offset: number; limit: number },
): Promise<CalendarRow[]> {
  const name = asked.by === 'store' ? ('store.name' as const) : ('vehicleModel.name' as const)
  const id = asked.by === 'store' ? ('t.store' as const) : ('t.model' as const)
  const found = await vehiclesOf(db, ctx, asked)
    .select(['t.id', 't.plateNo', 't.model', 't.store', 't.status', 'vehicleModel.name as modelName', 'store.name as storeName'])
    .orderBy(name)
    .orderBy(id)
    .orderBy('t.plateNo')
    .orderBy('t.id')
    .offset(asked.offset)
    .limit(asked.limit)
    .execute()
  const spans = await calendarSpans(db, ctx, { vehicles: found.map((v) => v.id), from: asked.from, to: addDays(asked.from, asked.days) })
  const states = (ctx.registry.entity('vehicle').entity.fields as unknown as { status: { options: Record<string, string> } }).status.options
  return found.map((v) => ({
    ...v,
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
  const all = await vehiclesOf(db, ctx, asked)
    .select(['t.id', 't.plateNo', 't.status', 'store.name as storeName'])
    .orderBy('t.plateNo')
    .orderBy('t.id')
    .limit(MOST_JUDGED + 1)
    .execute()
  if (all.length > MOST_JUDGED) throw invalid({ model: `车辆超过 ${MOST_JUDGED} 辆，请选择车型或门店` })
  const stands = await freeAmong(db, ctx, all, asked)
  const of = (v: (typeof all)[number]) => stands.get(v.id)!
  const free = all.filter((v) => of(v).free).toSorted((a, b) => of(a).note.length - of(b).note.length)
  const others = all.filter((v) => !of(v).free)
  return {
    free: free.map((v) => ({ id: v.id, plateNo: v.plateNo, storeName: v.storeName, note: of(v).note })),
    others: others.slice(0, MOST_OTHERS).map((v) => ({ id: v.id, plateNo: v.plateNo, storeName: v.storeName, why: of(v).why })),
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
