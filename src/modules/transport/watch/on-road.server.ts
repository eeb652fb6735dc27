/** GET mission/onRoad: who is on the road with what, where he was last seen and when he will be at his next stop. */
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import type { Place } from '#kit/entity/field.ts'
import { allOf, anyOf, liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { lastSeen } from '#modules/telematics/telematics.public.ts'
import { platesOf } from '#modules/vehicles/vehicles.public.ts'
import { withoutConsent } from '../parties/consent.server.ts'
import { driver } from '../parties/driver.ts'
import { mission } from '../missions/mission.ts'
import { isLate } from './eta.rules.ts'
import { ON_ROAD, type OnRoad, type RoadRow } from './wire.ts'

const LIVE = ['toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned'] as const
const OVER: readonly string[] = ['done', 'failed', 'skipped']
const MOST = 500

interface MissionRow {
  id: number
  no: string
  status: string
  planStart: string
  weight: number
  vehicle: number | null
  driver: number | null
  driverName: string | null
  workStatus: string | null
  position: Place | null
  heartbeatAt: string | null
  carrierName: string | null
}
const missionsOf = (db: Db, ctx: Context) =>
  seenRows(db, ctx, mission)
    .leftJoin('driver as d', 'd.id', 't.driver')
    .leftJoin('carrier as c', 'c.id', 't.carrier')
    .select([
      't.id',
      't.no',
      't.status',
      't.planStart',
      't.weight',
      't.vehicle',
      't.driver',
      'd.name as driverName',
      'd.workStatus',
      'd.position',
      'd.heartbeatAt',
      'c.name as carrierName',
    ])
    .where('t.status', 'in', LIVE)
    .where((e) => e.or([e('t.driver', 'is not', null), e('t.vehicle', 'is not', null)]))
    .orderBy('t.planStart')
    .limit(MOST)
    .execute() as Promise<MissionRow[]>

interface DriverRow {
  id: number
  name: string
  workStatus: string
  vehicle: number | null
  position: Place | null
  heartbeatAt: string | null
  carrierName: string | null
}
const idleOf = (db: Db, ctx: Context, busy: readonly number[]) =>
  seenRows(db, ctx, driver)
    .leftJoin('carrier as c', 'c.id', 't.carrier')
    .select(['t.id', 't.name', 't.workStatus', 't.vehicle', 't.position', 't.heartbeatAt', 'c.name as carrierName'])
    .where('t.workStatus', '<>', 'offline')
    .where('t.id', '<>', allOf(busy))
    .orderBy('t.name')
    .limit(MOST)
    .execute() as Promise<DriverRow[]>

const stopsOf = (db: Db, missions: readonly number[]) =>
  liveRows(db, 'missionStop')
    .leftJoin('consignParty', 'consignParty.id', 'missionStop.party')
    .select([
      'missionStop.mission',
      'missionStop.kind',
      'missionStop.status',
      'missionStop.eta',
      'missionStop.windowTo',
      'missionStop.arriveAt',
      'consignParty.name',
      'consignParty.place',
    ])
    .where('missionStop.mission', '=', anyOf(missions))
    .orderBy('missionStop.seq')
    .execute()
type Stop = Awaited<ReturnType<typeof stopsOf>>[number]

type Terminal = Awaited<ReturnType<typeof lastSeen>>
/** The terminal of the vehicle is believed before the phone (transport.md §6). */
function positionOf(vehicle: number | null, phone: Place | null, at: string | null, terminals: Terminal): RoadRow['position'] {
  const t = vehicle === null ? undefined : terminals.get(vehicle)
  if (t) return { lng: t.lng, lat: t.lat, at: t.at, speed: t.speed, by: 'terminal' }
  if (phone?.lng === undefined || phone.lat === undefined || at === null) return null
  return { lng: phone.lng, lat: phone.lat, at, speed: null, by: 'phone' }
}

const LOADING: readonly string[] = ['toLoad', 'toDepart']
/** Before it departed the places of loading, then those of unloading. */
function progressOf(
  m: MissionRow,
  stops: readonly Stop[],
  lateMin: number,
  now: string,
): Pick<NonNullable<RoadRow['mission']>, 'done' | 'total' | 'next'> {
  const drops = stops.filter((s) => s.kind === 'unload')
  const ahead = stops.find((s) => s.kind === (LOADING.includes(m.status) ? 'load' : 'unload') && !OVER.includes(s.status))
  return {
    done: drops.filter((s) => OVER.includes(s.status)).length,
    total: drops.length,
    next: ahead
      ? {
          name: ahead.name ?? '—',
          lng: ahead.place?.lng ?? null,
          lat: ahead.place?.lat ?? null,
          eta: ahead.arriveAt === null ? ahead.eta : null,
          windowTo: ahead.windowTo,
          arriveAt: ahead.arriveAt,
          // Whatever was estimated: it is not there yet.
          late: isLate(ahead.arriveAt ?? (ahead.eta !== null && ahead.eta > now ? ahead.eta : now), ahead.windowTo, lateMin),
        }
      : null,
  }
}

async function onRoad(ctx: Context): Promise<OnRoad> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const missions = await missionsOf(db, ctx)
    const idle = await idleOf(
      db,
      ctx,
      missions.flatMap((m) => (m.driver ? [m.driver] : [])),
    )
    const vehicles = [...missions, ...idle].flatMap((x) => (x.vehicle ? [x.vehicle] : []))
    const [stops, terminals, plates, lateMin] = await Promise.all([
      stopsOf(
        db,
        missions.map((m) => m.id),
      ),
      lastSeen(db, vehicles),
      platesOf(db, vehicles),
      parameterNumber(db, ctx.registry, 'lateMin'),
    ])
    const by = Map.groupBy(stops, (s) => s.mission)
    const hidden = await withoutConsent(db, ctx, [...missions.flatMap((m) => (m.driver ? [m.driver] : [])), ...idle.map((d) => d.id)])
    return {
      now: ctx.clock.now(),
      list: [
        ...missions.map((m) => ({
          key: `m${m.id}`,
          driver: m.driver,
          name: m.driverName ?? '未指定司机',
          work: m.workStatus ?? 'busy',
          plate: plates.get(m.vehicle ?? 0) ?? null,
          carrier: m.carrierName,
          position: hidden.has(m.driver ?? 0) ? null : positionOf(m.vehicle, m.position, m.heartbeatAt, terminals),
          mission: {
            id: m.id,
            no: m.no,
            status: m.status,
            weight: Number(m.weight),
            planStart: m.planStart,
            ...progressOf(m, by.get(m.id) ?? [], lateMin, ctx.clock.now()),
          },
        })),
        ...idle.map((d) => ({
          key: `d${d.id}`,
          driver: d.id,
          name: d.name,
          work: d.workStatus,
          plate: plates.get(d.vehicle ?? 0) ?? null,
          carrier: d.carrierName,
          position: hidden.has(d.id) ? null : positionOf(d.vehicle, d.position, d.heartbeatAt, terminals),
          mission: null,
        })),
      ],
    }
  })
}

export const watchRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/mission/onRoad',
    summary: '在途司机与任务',
    right: 'driverOnline',
    input: z.strictObject({}),
    output: ON_ROAD,
    handler: onRoad,
  }),
]
