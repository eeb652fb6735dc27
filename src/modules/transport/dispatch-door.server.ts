/**
 * What planning needs of transport: consignments that wait, vehicles that may be sent, and the mission that is made of a route.
 * The shapes are those dispatch asks for; quantities are integers (grams, 1/10000 m³, pieces, pallets), instants ISO.
 */
import { sql, type Selectable } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, day as asDay, instantAt } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { allRows, anyOf, liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { nextSerial } from '#kit/entity/serial.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Tables } from '#kit/entity/tables.ts'
import { hold, sendable, vehicleGap } from './missions/planning/holds.server.ts'
import { mission } from './missions/mission.ts'
import { missionStop } from './missions/stop.ts'
import { consignment } from './orders/consignment.ts'
import { driverGap } from './parties/party.rules.ts'

const missions = storeOf(mission)
const stops = storeOf(missionStop)
const consignments = storeOf(consignment)

interface Stop {
  party: number | null
  name: string
  address: string
  lng: number | null
  lat: number | null
  confirmed: boolean
  windows: readonly { from: string; to: string }[]
  serviceSeconds: number
}
const OPEN = ['unassigned', 'redeliver', 'atHub'] as const
const FOOD = new Set(['1100', '1601', '1602'])

async function partiesOf(tx: Tx, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('consignParty')
    .select(['id', 'name', 'place', 'placeState', 'serviceMin', 'perTonMin', 'tailLift', 'skills'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((r) => [r.id, r]))
}

/** Consignments of the day (or exactly these) that no mission holds and the user may see. */
export async function schedulable(tx: Tx, ctx: Context, ask: { day: string; store?: number; project?: number; ids?: readonly number[] }) {
  const from = instantAt(asDay(ask.day))
  const to = instantAt(addDays(asDay(ask.day), 1))
  let query = seenRows(tx, ctx, consignment)
    .innerJoin('transportOrder as o', 'o.id', 't.order')
    .leftJoin('orderModel as m', 'm.id', 'o.model')
    .leftJoin('temperaturePolicy as p', 'p.id', 't.tempPolicy')
    .select([
      't.id',
      't.no',
      't.version',
      't.order',
      't.store',
      't.from',
      't.to',
      't.weight',
      't.volume',
      't.pieces',
      't.goods',
      't.status',
      't.pickFrom',
      't.pickTo',
      't.dropFrom',
      't.dropTo',
      'o.no as orderNo',
      'o.version as orderVersion',
      'o.project',
      'o.priority',
      'o.releaseAt',
      'o.skills',
      'o.vehicleClass',
      'm.lifo',
      'p.lowest',
      'p.highest',
    ])
    .where('t.status', 'in', [...OPEN])
    .where('o.status', 'in', ['open', 'planned', 'running', 'partSigned'])
  if (ask.ids) query = query.where('t.id', '=', anyOf(ask.ids))
  else query = query.where('t.pickFrom', '<', to).where('t.dropTo', '>=', from)
  if (ask.store !== undefined) query = query.where('t.store', '=', ask.store)
  if (ask.project !== undefined) query = query.where('o.project', '=', ask.project)
  const rows = await query.orderBy('t.id').limit(5000).execute()
  const parties = await partiesOf(
    tx,
    rows.flatMap((r) => [r.from, r.to]),
  )
  const stopOf = (id: number, window: { from: string; to: string }, kg: number): Stop | null => {
    const p = parties.get(id)
    if (!p) return null
    const minutes = p.serviceMin + Math.ceil((p.perTonMin * kg) / 1000)
    const { address, lng, lat } = p.place
    return {
      party: id,
      name: p.name,
      address,
      lng: lng ?? null,
      lat: lat ?? null,
      confirmed: p.placeState === 'confirmed',
      windows: [window],
      serviceSeconds: minutes * 60,
    }
  }
  return rows.map((r) => {
    const [kg, tags] = [Number(r.weight), [parties.get(r.to), parties.get(r.from)]]
    const words = [r.skills, ...tags.map((p) => p?.skills)].flatMap((s) => (s ?? '').split(/[,，、\s]+/)).filter(Boolean)
    if (tags.some((p) => p?.tailLift)) words.push('尾板')
    if (r.vehicleClass) words.push(`class:${r.vehicleClass}`)
    const goods = r.goods as readonly { category: string; unNo: string | null }[]
    return {
      id: r.id,
      no: r.no,
      version: r.version,
      order: r.order,
      orderNo: r.orderNo,
      orderVersion: r.orderVersion,
      store: r.store,
      project: r.project,
      pickup: stopOf(r.from, { from: r.pickFrom, to: r.pickTo }, kg),
      delivery: stopOf(r.to, { from: r.dropFrom, to: r.dropTo }, kg),
      demand: { grams: Math.round(kg * 1000), volume: Math.round(Number(r.volume) * 10_000), pieces: r.pieces, pallets: 0 },
      cold:
        r.lowest === null || r.highest === null
          ? null
          : { min: Math.round(Number(r.lowest) * 10), max: Math.round(Number(r.highest) * 10) },
      goods: goods.some((g) => g.unNo)
        ? ('dangerous' as const)
        : goods.some((g) => FOOD.has(g.category))
          ? ('food' as const)
          : ('plain' as const),
      skills: [...new Set(words)],
      lifo: r.lifo ?? false,
      priority: r.priority,
      releaseAt: r.releaseAt,
    }
  })
}

const PLATE_TAGS: Readonly<Record<string, string>> = { blue: '蓝牌', yellow: '黄牌', green: '新能源' }

/** Who drives each vehicle that day: the one whose usual vehicle it is. */
async function driversOf(tx: Tx, vehicles: readonly number[]) {
  const rows = await liveRows(tx, 'driver')
    .select([
      'id',
      'name',
      'vehicle',
      'audit',
      'account',
      'licenceClass',
      'licenceDueOn',
      'qualificationDueOn',
      'driveDayMin',
      'driveSinceRestMin',
    ])
    .where('vehicle', '=', anyOf(vehicles))
    .where('account', '=', 'active')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (r) => r.vehicle!)
}

/** Vehicles of the user's scope on that day; those that may not be sent say why. */
export async function dispatchable(tx: Tx, ctx: Context, ask: { day: string; store?: number; ids?: readonly number[] }) {
  const wanted = asDay(ask.day)
  const [from, to] = [instantAt(wanted), instantAt(addDays(wanted, 1))]
  let query = seenRows(tx, ctx, 'vehicle')
    .innerJoin('vehicleModel as vm', 'vm.id', 't.model')
    .select(VEHICLE)
    .where('t.opMode', 'in', ['transport', 'both'])
    .where('t.status', '<>', 'disposed')
  if (ask.ids) query = query.where('t.id', '=', anyOf(ask.ids))
  if (ask.store !== undefined) query = query.where('t.store', '=', ask.store)
  const rows: VehicleRow[] = await query.orderBy('t.id').limit(2000).execute()
  const ids = rows.map((r) => r.id)
  const [drivers, held, places] = [await driversOf(tx, ids), await heldOn(tx, ids, from, to), await depotsOf(tx, rows)]
  return rows.map((v) => {
    const driver = drivers.get(v.id)?.[0] ?? null
    const place = places.get(v.store ?? 0) ?? null
    const gap =
      vehicleGap(v, wanted) ??
      held.get(v.id) ??
      (driver ? driverGap(driver, { grossKg: v.grossKg, trailer: v.isTrailer }, wanted) : null) ??
      (v.loadKg === null ? '车辆未登记核定载质量' : null)
    const whole = { name: '车厢', minC: null, maxC: null, maxKg: v.loadKg ?? 0, maxM3: Number(v.volume ?? 0) }
    const zones = v.zones?.length ? v.zones : [whole]
    return {
      id: v.id,
      plateNo: v.plateNo,
      version: v.version,
      store: v.store,
      why: gap,
      driver: driver
        ? {
            id: driver.id,
            name: driver.name,
            drivenSeconds: (driver.driveDayMin ?? 0) * 60,
            sinceRestSeconds: (driver.driveSinceRestMin ?? 0) * 60,
            weekSeconds: 0,
          }
        : null,
      twoDrivers: (drivers.get(v.id)?.length ?? 0) > 1,
      zones: zones.map((z) => ({
        name: z.name,
        minC: z.minC === null ? null : Math.round(Number(z.minC) * 10),
        maxC: z.maxC === null ? null : Math.round(Number(z.maxC) * 10),
        grams: z.maxKg * 1000,
        volume: Math.round(Number(z.maxM3) * 10_000) || 1_000_000,
        pieces: 1_000_000,
        pallets: v.pallets ?? 1000,
      })),
      start: place,
      end: place,
      shift: { from: instantAt(wanted, '06:00'), to: instantAt(wanted, '22:00'), overtimeSeconds: 0 },
      cost: { fixed: v.costFixed, km: Math.round(Number(v.costKm) * 100), hour: v.costHour, overtimeHour: Math.round(v.costHour * 1.5) },
      limits: { stops: null, metres: null, seconds: null },
      skills: [
        ...(v.tailLift ? ['尾板'] : []),
        ...(v.skills ?? '').split(/[,，、\s]+/).filter(Boolean),
        ...(v.category ? [`class:${v.category}`] : []),
      ],
      plateTags: [PLATE_TAGS[v.plateColor] ?? '其他'],
      passes: (v.passes ?? []).filter((p) => p.dueOn >= wanted).map((p) => p.area || p.city),
      trips: 1,
    }
  })
}

const VEHICLE = [
  't.id',
  't.plateNo',
  't.plateColor',
  't.version',
  't.store',
  't.status',
  't.opMode',
  't.inspectionDueOn',
  't.compulsoryInsuranceDueOn',
  't.loadKg',
  't.grossKg',
  't.volume',
  't.pallets',
  't.isTrailer',
  't.tailLift',
  't.skills',
  't.zones',
  't.passes',
  't.costFixed',
  't.costKm',
  't.costHour',
  'vm.category',
] as const
type VehicleRow = Pick<
  Selectable<Tables['vehicle']>,
  (typeof VEHICLE)[number] extends infer N ? (N extends `t.${infer F}` ? F & keyof Tables['vehicle'] : never) : never
> & { category: string }

async function heldOn(tx: Tx, ids: readonly number[], from: string, to: string): Promise<Map<number, string>> {
  const rows = await allRows(tx, 'missionHold')
    .innerJoin('mission', 'mission.id', 'missionHold.mission')
    .select(['missionHold.subject', 'mission.no'])
    .where('missionHold.kind', '=', 'vehicle')
    .where('missionHold.subject', '=', anyOf(ids))
    .where('missionHold.live', '=', true)
    .where('missionHold.fromAt', '<', to)
    .where('missionHold.toAt', '>', from)
    .execute()
  return new Map(rows.map((r) => [r.subject, `已在任务 ${r.no} 中`]))
}

/** Routes begin and end at the vehicle's store. */
async function depotsOf(tx: Tx, rows: readonly VehicleRow[]) {
  const stores = await allRows(tx, 'store')
    .select(['id', 'name', 'place'])
    .where('id', '=', anyOf(rows.flatMap((r) => (r.store ? [r.store] : []))))
    .execute()
  return new Map(
    stores.flatMap((s) =>
      s.place?.lng === undefined || s.place.lat === undefined
        ? []
        : [[s.id, { name: s.name, lng: s.place.lng, lat: s.place.lat }] as const],
    ),
  )
}

interface Route {
  key: string
  plan: number
  vehicle: number
  driver: number | null
  project: number | null
  store: number | null
  startAt: string
  endAt: string
  metres: number
  stops: readonly {
    kind: 'load' | 'unload' | 'rest' | 'reload'
    consignments: readonly number[]
    party: number | null
    name: string
    arriveAt: string
    leaveAt: string
    serviceSeconds: number
    metres: number
  }[]
}
const STOP_KINDS = { load: 'load', unload: 'unload', rest: 'rest', reload: 'load' } as const

/** The mission of a route, with its vehicle held; the same key again gives the same mission. */
export async function openMission(tx: Tx, ctx: Context, route: Route): Promise<{ id: number; no: string }> {
  await sql`select pg_advisory_xact_lock(hashtext(${`mission:${ctx.user.operatorId}:${route.key}`}))`.execute(tx)
  const before = await liveRows(tx, 'mission').select(['id', 'no']).where('planKey', '=', route.key).executeTakeFirst()
  if (before) return before
  const ids = [...new Set(route.stops.flatMap((s) => s.consignments))].toSorted((a, b) => a - b)
  if (ids.length === 0) throw refused('这条线路上没有配送单，不能采用；请先排入配送单')
  const loads = []
  for (const id of ids) {
    const c = await consignments.lock(tx, ctx, id)
    if (!(OPEN as readonly string[]).includes(c.status)) throw refused(await heldBy(tx, c.mission, c.no))
    loads.push(c)
  }
  const weight = loads.reduce((n, c) => n + Math.round(c.weight * 1000), 0) / 1000
  const made = await missions.add(tx, ctx, {
    no: await nextSerial(tx, ctx, 'mission', 'RW{yyyyMMdd}-{0000}'),
    kind: 'task',
    project: route.project,
    planStart: route.startAt,
    planEnd: route.endAt,
    departBy: route.startAt,
    planKm: route.metres / 1000,
    weight,
    maxLoadKg: weight,
    volume: loads.reduce((n, c) => n + Math.round(c.volume * 10_000), 0) / 10_000,
    pieces: loads.reduce((n, c) => n + c.pieces, 0),
    stopCount: route.stops.length,
    routeText: route.stops
      .map((s) => s.name)
      .filter((name, i, all) => name !== '' && all.indexOf(name) === i)
      .join('→')
      .slice(0, 300),
    plan: route.plan,
    planKey: route.key,
    vehicle: route.vehicle,
    driver: route.driver,
    store: route.store,
  })
  await sendable(tx, made, route.vehicle, route.driver)
  await hold(tx, ctx, made, { vehicle: route.vehicle, drivers: [route.driver] })
  for (const [seq, s] of route.stops.entries())
    await stops.add(tx, ctx, {
      mission: made.id,
      seq,
      party: s.party,
      kind: STOP_KINDS[s.kind],
      consignments: [...s.consignments],
      planArrive: s.arriveAt,
      planLeave: s.leaveAt,
      serviceMin: Math.ceil(s.serviceSeconds / 60),
      distanceM: Math.round(s.metres),
      store: route.store,
    })
  for (const c of loads) {
    const stopSeq = route.stops.findIndex((s) => s.kind === 'unload' && s.consignments.includes(c.id))
    await consignments.act(tx, ctx, 'assign', c.id, { mission: made.id, stopSeq: stopSeq < 0 ? null : stopSeq })
  }
  return { id: made.id, no: made.no }
}

async function heldBy(tx: Tx, missionId: number | null, no: string): Promise<string> {
  const m = missionId ? await tx.selectFrom('mission').select('no').where('id', '=', missionId).executeTakeFirst() : null
  return m ? `配送单已在任务 ${m.no} 中` : `配送单 ${no} 已不在待配载状态`
}
