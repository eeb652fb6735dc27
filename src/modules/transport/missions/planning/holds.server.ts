/** What a mission holds: vehicle and driver for its time. Who else has them is said by name and hour. */
import { roadworthiness } from '#modules/vehicles/vehicles.public.ts'
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { timeOf, dayOf } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { driverGap } from '../../parties/party.rules.ts'
import { missionHold } from '../stop.ts'
import { overload } from './stops.rules.ts'

const holds = storeOf(missionHold)

interface Planned {
  id: number
  planStart: string
  planEnd: string
  maxLoadKg: number
  weight: number
}

/** Why the vehicle or the driver may not go on this mission: papers, licence, load. */
export async function sendable(tx: Tx, m: Planned, vehicleId: number | null, driverId: number | null): Promise<void> {
  const until = dayOf(Date.parse(m.planEnd))
  const v = vehicleId ? await roadworthiness(tx, vehicleId) : null
  if (v) {
    const why = vehicleGap(v, until)
    if (why) throw refused(why)
    const load = Math.max(m.maxLoadKg, m.weight)
    const over = overload(v, load)
    if (over) throw refused(over)
  }
  if (!driverId) return
  const d = await tx
    .selectFrom('driver')
    .select(['audit', 'account', 'licenceClass', 'licenceDueOn', 'qualificationDueOn'])
    .where('id', '=', driverId)
    .executeTakeFirstOrThrow()
  const why = driverGap(d, { grossKg: v?.grossKg ?? null, trailer: v?.isTrailer ?? false }, until)
  if (why) throw refused(why)
}

interface VehicleRow {
  status: string
  opMode: string
  inspectionDueOn: string | null
  compulsoryInsuranceDueOn: string | null
}
/** The first reason why a vehicle may not be sent until that day, or null. */
export function vehicleGap(v: VehicleRow, until: string): string | null {
  if (v.opMode === 'lease') return '该车运营方式为租赁，不能派车'
  if (v.inspectionDueOn !== null && v.inspectionDueOn < until) return '年检已过期'
  if (v.compulsoryInsuranceDueOn !== null && v.compulsoryInsuranceDueOn < until) return '交强险已过期'
  if (v.status === 'leased') return '该车在租给他人'
  return v.status === 'available' ? null : '车辆不是待用状态'
}

const ON_THE_ROAD = ['running', 'suspended', 'arrived', 'partSigned'] as const
const NAMES = { vehicle: '车辆', driver: '司机' } as const

/** The vehicle and the drivers are this mission's from start to end. The constraint in the database has the last word. */
export async function hold(
  tx: Tx,
  ctx: Context,
  m: Planned,
  what: { vehicle: number | null; trailer?: number | null; drivers: readonly (number | null)[] },
): Promise<void> {
  await releaseHolds(tx, ctx, m.id)
  const wanted = [
    ...[what.vehicle, what.trailer].flatMap((subject) => (subject ? [{ kind: 'vehicle' as const, subject }] : [])),
    ...what.drivers.flatMap((subject) => (subject ? [{ kind: 'driver' as const, subject }] : [])),
  ]
  // Who is still on the road beyond his planned end is not free for what begins now.
  const soon = m.planStart <= ctx.clock.now()
  for (const { kind, subject } of wanted) {
    // Whoever asks for the same one waits here, and then sees what was taken.
    await sql`select pg_advisory_xact_lock(hashtext(${`hold:${ctx.user.operatorId}:${kind}`}), ${subject}::int)`.execute(tx)
    const taken = await allRows(tx, 'missionHold')
      .innerJoin('mission', 'mission.id', 'missionHold.mission')
      .select(['mission.no', 'missionHold.fromAt', 'missionHold.toAt'])
      .where('missionHold.kind', '=', kind)
      .where('missionHold.subject', '=', subject)
      .where('missionHold.live', '=', true)
      .where('missionHold.fromAt', '<', m.planEnd)
      .where((e) => e.or([e('missionHold.toAt', '>', m.planStart), ...(soon ? [e('mission.status', 'in', ON_THE_ROAD)] : [])]))
      .executeTakeFirst()
    if (taken)
      throw refused(
        kind === 'vehicle'
          ? `${NAMES.vehicle}已在任务 ${taken.no} 中`
          : `${NAMES.driver} ${timeOf(taken.fromAt).slice(0, 5)}–${timeOf(taken.toAt).slice(0, 5)} 已有任务`,
      )
    await holds.add(tx, ctx, { mission: m.id, kind, subject, fromAt: m.planStart, toAt: m.planEnd, live: true })
  }
}

export async function releaseHolds(tx: Tx, ctx: Context, mission: number): Promise<void> {
  const own = await allRows(tx, 'missionHold').select('id').where('mission', '=', mission).where('live', '=', true).execute()
  for (const { id } of own) await holds.edit(tx, ctx, id, { live: false })
}
