/**
 * When a vehicle stood at places somebody else names (stops of a mission): judged by the rule that judges fences, so that drift on the
 * line and a jump of the receiver say nothing here either.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { stepFences, type FenceState } from '../engine/fences.rules.ts'
import { fenceOf, FenceIndex, type Fence } from '../fences/fence.shape.rules.ts'
import type { Point } from '../engine/point.ts'
import { UNUSABLE } from '../places/flags.ts'

interface Spot {
  id: number
  lng: number
  lat: number
  radius: number
}
interface Visit {
  spot: number
  /** First report of the confirmed entry, first one beyond the fence of the confirmed exit; null: still there. */
  from: string
  to: string | null
  lng: number
  lat: number
  /** It was there already when the reports that were looked at begin. */
  before: boolean
}
interface Row {
  at: number
  lng: number
  lat: number
  speed: number
}
const MOST = 20_000
const CONFIRM = 2
/** Shorter than this and never slower than that it only passed by (fleet.md §2.6). */
const PASSING_MS = 60_000
const PASSING_KMH = 15

const circle = (s: Spot): Fence =>
  fenceOf({
    id: s.id,
    name: '',
    shape: 'circle',
    points: `${s.lng},${s.lat}`,
    radius: s.radius,
    width: null,
    onEnter: false,
    onLeave: false,
    purpose: 'site',
    stayMinutes: null,
    speedLimit: null,
    nightSpeedLimit: null,
    overspeedSeconds: null,
    bufferMeters: null,
    confirmFixes: CONFIRM,
    windows: [],
    startOn: null,
    endOn: null,
  })

const pointOf = (r: Row): Point => ({
  at: Number(r.at),
  lng: r.lng / 1e6,
  lat: r.lat / 1e6,
  speed: r.speed / 10,
  status: 0,
  alarm: 0,
  odometer: null,
  located: true,
  temperatures: null,
})
const iso = (ms: number): string => new Date(ms).toISOString()

/** Of a track in time order; pure. */
function visitsIn(points: readonly Point[], spots: readonly Spot[]): Visit[] {
  const fences = spots.map(circle)
  const index = new FenceIndex(fences)
  const known = new Map(fences.map((f) => [f.id, f]))
  const state: FenceState = {}
  const open = new Map<number, { at: number; lng: number; lat: number; stood: boolean }>()
  const visits: Visit[] = []
  const first = points[0]?.at ?? 0
  const end = (spot: number, to: number | null): void => {
    const v = open.get(spot)
    open.delete(spot)
    if (v?.stood) visits.push({ spot, from: iso(v.at), to: to === null ? null : iso(to), lng: v.lng, lat: v.lat, before: v.at === first })
  }
  for (const p of points) {
    for (const h of stepFences(state, null, p, index, known, () => true)) {
      if (h.kind === 'enter') open.set(h.fence.id, { at: h.at, lng: h.lng, lat: h.lat, stood: false })
      if (h.kind === 'leave') end(h.fence.id, h.at)
    }
    for (const [id, v] of open) if (state[id]?.streak === 0 && (p.speed <= PASSING_KMH || p.at - v.at >= PASSING_MS)) v.stood = true
  }
  for (const id of open.keys().toArray()) end(id, null)
  return visits.toSorted((a, b) => a.from.localeCompare(b.from) || a.spot - b.spot)
}

export async function visitsOf(
  tx: Tx,
  ctx: Context,
  { vehicle, from, until, spots }: { vehicle: number; from: string; until: string; spots: readonly Spot[] },
): Promise<Visit[]> {
  if (spots.length === 0) return []
  const { rows } = await sql<Row>`
    select round(extract(epoch from q.at) * 1000)::bigint as at, q.lng, q.lat, q.speed
    from terminal_binding b join position q on q.terminal = b.terminal and q.vehicle = b.vehicle and q.at >= b.from_at and (b.to_at is null or q.at < b.to_at)
    where b.operator_id = ${ctx.user.operatorId} and b.vehicle = ${vehicle} and b.deleted_at is null and q.at between ${from} and ${until} and q.flags & ${UNUSABLE} = 0
    order by q.at, q.serial limit ${MOST}`.execute(tx)
  return visitsIn(rows.map(pointOf), spots)
}

/** Where each vehicle was last seen; one that never reported is left out. */
export async function lastSeen(
  tx: Tx,
  ctx: Context,
  vehicles: readonly number[],
): Promise<Map<number, { lng: number; lat: number; at: string; speed: number; online: boolean }>> {
  if (vehicles.length === 0) return new Map()
  const rows = await tx
    .selectFrom('vehiclePosition')
    .select(['vehicle', 'lng', 'lat', 'at', 'speed', 'online'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('vehicle', 'in', [...vehicles])
    .where('at', 'is not', null)
    .where('lng', 'is not', null)
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(
    rows.map((r) => [r.vehicle, { lng: Number(r.lng), lat: Number(r.lat), at: r.at!, speed: Number(r.speed ?? 0), online: r.online }]),
  )
}
