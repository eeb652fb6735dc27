/**
 * What the customer of an order may see of it on the road: through the open API and behind a link. No telephone number, no price, no name of a
 * driver or carrier leaves through here, whatever is added to the rows (transport.md §2.1).
 */
import type { Context, Db } from '#kit/access/context.server.ts'
import { absent } from '#kit/basics/errors.ts'
import type { FileLink } from '#kit/entity/field.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { lastSeen } from '#modules/telematics/telematics.public.ts'
import type { PodOut, TrackOut } from './wire.ts'
import { ORDER_STATES, withoutConsent } from '#modules/transport/transport.public.ts'

/** Near the goal one may know the house, before only the quarter: 100 m. */
const NEAR_MS = 30 * 60_000
/** A position older than this is where it was, not where it is. */
const FRESH_MS = 60 * 60_000
const METRES_A_DEGREE = 111_195
const SIGN_WAYS: Readonly<Record<string, string>> = { self: '本人', other: '代收', seal: '电子章', code: '验证码', contactless: '无接触' }

/** To the corner of a square of 100 m. */
export function coarse(lng: number, lat: number): { lng: number; lat: number } {
  const step = 100 / METRES_A_DEGREE
  const to = (value: number, by: number): number => Math.round(Math.round(value / by) * by * 1e6) / 1e6
  const row = to(lat, step)
  // How wide a degree is follows from the row: from the true latitude the digits of the other would tell it.
  return { lng: to(lng, step / Math.max(0.2, Math.cos((row * Math.PI) / 180))), lat: row }
}

interface Shown {
  id: number
  no: string
  status: keyof typeof ORDER_STATES
  createdAt: string
}

const legsOf = (db: Db, order: number) =>
  liveRows(db, 'consignment')
    .select(['id', 'status', 'mission', 'pickedAt', 'arrivedAt', 'signedAt', 'to', 'dropTo'])
    .where('order', '=', order)
    .where('returnOf', 'is', null)
    .where('status', '<>', 'cancelled')
    .orderBy('seq')
    .execute()
type Leg = Awaited<ReturnType<typeof legsOf>>[number]

const UNDERWAY = new Set(['carrying', 'arrived'])

async function onTheWay(db: Db, ctx: Context, legs: readonly Leg[]): Promise<Pick<TrackOut, 'eta' | 'position'>> {
  const leg = legs.find((l) => UNDERWAY.has(l.status)) ?? legs.find((l) => ['loadedPlan', 'toPick'].includes(l.status))
  if (!leg || leg.mission === null) return { eta: null, position: null }
  const mission = await db.selectFrom('mission').select(['vehicle', 'driver', 'status']).where('id', '=', leg.mission).executeTakeFirst()
  const stops = await liveRows(db, 'missionStop')
    .select(['eta', 'planArrive', 'consignments', 'kind'])
    .where('mission', '=', leg.mission)
    .where('kind', '=', 'unload')
    .orderBy('seq')
    .execute()
  const stop = stops.find((s) => (s.consignments ?? []).includes(leg.id))
  const expected = leg.status === 'arrived' ? null : (stop?.eta ?? stop?.planArrive ?? null)
  const now = Date.parse(ctx.clock.now())
  // What was expected an hour ago and has not come is no expectation any more.
  const eta = expected !== null && Date.parse(expected) > now ? expected : null
  const moving = leg.status === 'carrying' && mission?.status === 'running' && mission.vehicle !== null
  // The customer sees where the vehicle is, and so where its driver is: with his consent, where the company asks for it.
  if (moving && mission.driver !== null && (await withoutConsent(db, ctx, [mission.driver])).size > 0) return { eta, position: null }
  const seen = moving ? (await lastSeen(db, [mission.vehicle!])).get(mission.vehicle!) : null
  if (!seen || now - Date.parse(seen.at) > FRESH_MS) return { eta, position: null }
  const near = expected !== null && Date.parse(expected) - now <= NEAR_MS
  return { eta, position: { ...(near ? { lng: seen.lng, lat: seen.lat } : coarse(seen.lng, seen.lat)), at: seen.at } }
}

export async function trackOf(db: Db, ctx: Context, order: Shown): Promise<TrackOut> {
  const legs = await legsOf(db, order.id)
  const first = (of: 'pickedAt' | 'arrivedAt'): string | null => legs.flatMap((l) => l[of] ?? []).toSorted()[0] ?? null
  const last =
    legs.length && legs.every((l) => l.signedAt)
      ? legs
          .flatMap((l) => l.signedAt ?? [])
          .toSorted()
          .at(-1)!
      : null
  const events = [
    { at: order.createdAt, what: '下单' },
    ...(first('pickedAt') ? [{ at: first('pickedAt')!, what: '已提货' }] : []),
    ...(first('arrivedAt') ? [{ at: first('arrivedAt')!, what: '已到达收货地' }] : []),
    ...(last ? [{ at: last, what: '已签收' }] : []),
  ]
  return { no: order.no, status: order.status, label: ORDER_STATES[order.status], events, ...(await onTheWay(db, ctx, legs)) }
}

const podsOf = (db: Db, order: number) =>
  liveRows(db, 'pod')
    .innerJoin('consignment', (join) =>
      join.onRef('consignment.id', '=', 'pod.consignment').onRef('consignment.operatorId', '=', 'pod.operatorId'),
    )
    .select(['pod.at', 'pod.signer', 'pod.signType', 'pod.lines', 'pod.photos', 'pod.signature'])
    .where('consignment.order', '=', order)
    .where('pod.review', '<>', 'rejected')
    .orderBy('pod.at')
    .execute()
const filesOf = (p: { photos: FileLink[] | null; signature: FileLink[] | null }): FileLink[] => [
  ...(p.signature ?? []),
  ...(p.photos ?? []),
]

/** Of somebody's name what a neighbour would recognise: 王*. */
const shortName = (name: string | null): string | null =>
  name ? `${Array.from(name)[0]}${'*'.repeat(Math.max(1, Array.from(name).length - 1))}` : null

export async function podOf(db: Db, order: Shown, options: { fullName: boolean }): Promise<PodOut> {
  const rows = await podsOf(db, order.id)
  return {
    no: order.no,
    proofs: rows.map((p) => ({
      at: p.at,
      signer: options.fullName ? p.signer : shortName(p.signer),
      way: SIGN_WAYS[p.signType] ?? p.signType,
      lines: (p.lines ?? []).map(({ goods, plan, signed, refused, short }) => ({ goods, plan, signed, refused, short })),
      photos: filesOf(p).map(({ id }) => id),
    })),
  }
}

/** Only a picture of a proof of this very order; any other number is nobody's. */
export async function photoOf(db: Db, order: number, file: string): Promise<string> {
  const rows = await podsOf(db, order)
  if (!rows.some((p) => filesOf(p).some(({ id }) => id === file))) throw absent('没有这张照片，或它不属于这张订单，请核对编号')
  return file
}
