/**
 * Who looks at the map hears what moves on it. One query a second and operator, whatever the number of viewers; each viewer gets what
 * changed inside the part of the map they look at, and only of vehicles they may see.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { vehiclePosition } from '../tracks/track.ts'
import { LIVE_STATES, type LiveChange, type LiveColumns, type LiveCounts, type LiveState } from '../wire.ts'

export interface LiveRow {
  vehicle: number
  row: number
  plate: string
  state: LiveState
  /** 1e-6 degrees, as in wire.ts. */
  lng: number | null
  lat: number | null
  speed: number
  direction: number
  at: number | null
  flags: number
  alarm: number
  /** Milliseconds; of the row in the database. */
  changed: number
}
interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

// Positions move `received_at`, losing the link only `changed_at` (which otherwise is the time of a fix, so perhaps ahead of us).
const CHANGED = sql`greatest(p.updated_at, p.received_at, case when not p.online then p.changed_at end)`
const SELECTED = sql`p.id as "row", p.vehicle, v.plate_no as plate, p.online, p.motion, p.at, p.changed_at is null as silent, p.lng, p.lat, p.speed, p.direction, p.acc_on as acc, p.oil_cut as oil, p.circuit_cut as circuit, ${CHANGED} as changed`
interface Raw {
  row: number
  vehicle: number
  plate: string
  online: boolean
  motion: string
  at: string | null
  /** No terminal of it has ever signed in. */
  silent: boolean
  lng: unknown
  lat: unknown
  speed: unknown
  direction: number | null
  acc: boolean | null
  oil: boolean | null
  circuit: boolean | null
  changed: string
}
const micro = (degrees: unknown): number | null => (degrees === null ? null : Math.round(Number(degrees) * 1e6))
function rowOf(raw: Raw): LiveRow {
  const state = raw.online ? (raw.motion as LiveState) : raw.at === null && raw.silent ? 'never' : 'offline'
  return {
    vehicle: Number(raw.vehicle),
    row: Number(raw.row),
    plate: raw.plate,
    state,
    lng: micro(raw.lng),
    lat: micro(raw.lat),
    speed: Math.round(Number(raw.speed ?? 0)),
    direction: Number(raw.direction ?? 0),
    at: raw.at === null ? null : Math.round(Date.parse(raw.at) / 1000),
    flags: (raw.oil ? 1 : 0) | (raw.circuit ? 2 : 0) | (raw.acc ? 4 : 0),
    alarm: 0,
    changed: Date.parse(raw.changed),
  }
}

export async function readRows(db: Db, operatorId: number, since: string | null): Promise<LiveRow[]> {
  const { rows } = await sql<Raw>`select ${SELECTED} from vehicle_position p join vehicle v on v.id = p.vehicle and v.deleted_at is null
    where p.operator_id = ${operatorId} and p.deleted_at is null ${since === null ? sql`` : sql`and ${CHANGED} >= ${since}`}`.execute(db)
  return rows.map(rowOf)
}
/** Highest grade (1 notice, 2 normal, 3 severe) of alarms that still last and nobody has closed, by vehicle. */
export const alarmsSql = (
  operatorId: number,
): RawBuilder<unknown> => sql`select vehicle, max(case grade when 'severe' then 3 when 'normal' then 2 else 1 end) as grade from alarm
    where operator_id = ${operatorId} and deleted_at is null and status in ('open', 'assigned') and end_at is null and vehicle is not null group by vehicle`
export async function readAlarms(db: Db, operatorId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ vehicle: number; grade: number }>`${alarmsSql(operatorId)}`.execute(db)
  return new Map(rows.map((row) => [Number(row.vehicle), Number(row.grade)]))
}
/** Index into LIVE_STATES of a row `s` of 车辆动态: what `rowOf` says, said by the database. */
export const stateSql = sql`case when s.at is null and s.changed_at is null and not s.online then ${sql.lit(LIVE_STATES.indexOf('never'))} when not s.online then ${sql.lit(LIVE_STATES.indexOf('offline'))} else array_position(array[${sql.join(LIVE_STATES.map((state) => sql.lit(state)))}], s.motion) - 1 end`
async function allowedVehicles(db: Db, ctx: Context): Promise<Set<number>> {
  const rows = await seenRows(db, ctx, vehiclePosition).select('t.vehicle').execute()
  return new Set(rows.map((row) => Number(row.vehicle)))
}

export function columnsOf(rows: readonly LiveRow[], withAlarms: boolean): LiveColumns {
  return {
    id: rows.map((r) => r.vehicle),
    row: rows.map((r) => r.row),
    plate: rows.map((r) => r.plate),
    state: rows.map((r) => LIVE_STATES.indexOf(r.state)),
    lng: rows.map((r) => r.lng),
    lat: rows.map((r) => r.lat),
    speed: rows.map((r) => r.speed),
    direction: rows.map((r) => r.direction),
    at: rows.map((r) => r.at),
    flags: rows.map((r) => r.flags),
    alarm: rows.map((r) => (withAlarms ? r.alarm : 0)),
  }
}
/** 在线 + 离线 + 从未上线 = 总数; 行驶 + 怠速 + 熄火 + 未定位 = 在线 (invariant 26). */
export function countsOf(rows: Iterable<LiveRow>, withAlarms: boolean): LiveCounts {
  const counts: LiveCounts = { total: 0, online: 0, driving: 0, idling: 0, parked: 0, unlocated: 0, offline: 0, never: 0, alarm: 0 }
  for (const row of rows) {
    counts.total++
    counts[row.state]++
    if (row.state !== 'offline' && row.state !== 'never') counts.online++
    if (withAlarms && row.alarm > 0) counts.alarm++
  }
  return counts
}

interface Viewer {
  ctx: Context
  bounds: Bounds
  /** What changed later than this is news to them. */
  since: number
  withAlarms: boolean
  send: (name: string, data: unknown) => boolean
}
interface Watching extends Viewer {
  allowed: ReadonlySet<number>
  allowedAt: number
  pending: Set<number>
  counts: string
}
const EVERY_MS = 1000
/** Rights may change while somebody looks; and vehicles are added. */
const ALLOWED_MS = 30_000
const ALARMS_EVERY = 3
/** A transaction may become visible this much after the time it wrote: a little nearly always, which every look allows for, seldom more, which now and then one does. */
const OVERLAP_MS = 2000
const LONG_OVERLAP_MS = 30_000
const LONG_EVERY = 10

const now = ({ ctx }: Viewer): number => Date.parse(ctx.clock.now())
const within = (b: Bounds, row: LiveRow): boolean =>
  row.lng !== null &&
  row.lat !== null &&
  row.lng >= b.west * 1e6 &&
  row.lng <= b.east * 1e6 &&
  row.lat >= b.south * 1e6 &&
  row.lat <= b.north * 1e6

class Fleet {
  private readonly db: Database
  private readonly operatorId: number
  private readonly rows = new Map<number, LiveRow>()
  private readonly viewers = new Set<Watching>()
  private cursor = 0
  private round = 0
  private running: Promise<void> = Promise.resolve()
  private timer: NodeJS.Timeout | null = null

  constructor(db: Database, operatorId: number) {
    this.db = db
    this.operatorId = operatorId
  }

  async watch(viewer: Viewer, signal: AbortSignal): Promise<void> {
    const allowed = await this.db.read(this.operatorId, (db) => allowedVehicles(db, viewer.ctx))
    if (signal.aborted) return
    const watching: Watching = { ...viewer, allowed, allowedAt: now(viewer), pending: new Set(), counts: '' }
    if (this.viewers.size === 0) await this.refresh()
    if (signal.aborted) return
    for (const row of this.rows.values())
      if (row.changed >= viewer.since - LONG_OVERLAP_MS && within(viewer.bounds, row)) watching.pending.add(row.vehicle)
    this.viewers.add(watching)
    signal.addEventListener('abort', () => this.leave(watching), { once: true })
    this.tell(watching)
    this.timer ??= setInterval(() => this.turn(), EVERY_MS)
    this.timer.unref()
  }
  private leave(viewer: Watching): void {
    this.viewers.delete(viewer)
    if (this.viewers.size > 0 || !this.timer) return
    clearInterval(this.timer)
    this.timer = null
  }
  private turn(): void {
    // A slow database is not asked again before it answered; while it is away viewers keep what they have.
    this.running = this.running
      .then(() => this.refresh())
      .then(() => this.viewers.forEach((viewer) => this.tell(viewer)))
      .catch(() => {})
  }

  private async refresh(): Promise<void> {
    const since =
      this.cursor === 0 ? null : new Date(this.cursor - (this.round % LONG_EVERY === 0 ? LONG_OVERLAP_MS : OVERLAP_MS)).toISOString()
    const withAlarms = this.round++ % ALARMS_EVERY === 0
    const { fresh, alarms } = await this.db.read(this.operatorId, async (db) => ({
      fresh: await readRows(db, this.operatorId, since),
      alarms: withAlarms ? await readAlarms(db, this.operatorId) : null,
    }))
    for (const row of fresh) {
      const before = this.rows.get(row.vehicle)
      this.cursor = Math.max(this.cursor, row.changed)
      if (before && before.changed === row.changed && before.plate === row.plate) continue
      this.put({ ...row, alarm: before?.alarm ?? 0 }, before)
    }
    if (alarms)
      for (const row of this.rows.values())
        if (row.alarm !== (alarms.get(row.vehicle) ?? 0)) this.put({ ...row, alarm: alarms.get(row.vehicle) ?? 0 }, row)
    await this.renew()
  }
  private put(row: LiveRow, before: LiveRow | undefined): void {
    this.rows.set(row.vehicle, row)
    // Who leaves the picture is news too: it must not stay behind as a ghost.
    for (const viewer of this.viewers)
      if (within(viewer.bounds, row) || (before && within(viewer.bounds, before))) viewer.pending.add(row.vehicle)
  }
  private async renew(): Promise<void> {
    for (const viewer of this.viewers) {
      if (now(viewer) - viewer.allowedAt < ALLOWED_MS) continue
      viewer.allowedAt = now(viewer)
      viewer.allowed = await this.db.read(this.operatorId, (db) => allowedVehicles(db, viewer.ctx))
    }
  }
  private tell(viewer: Watching): void {
    const seen = [...viewer.allowed].flatMap((id) => this.rows.get(id) ?? [])
    const counts = countsOf(seen, viewer.withAlarms)
    const text = JSON.stringify(counts)
    const rows = [...viewer.pending].filter((id) => viewer.allowed.has(id)).flatMap((id) => this.rows.get(id) ?? [])
    if (rows.length === 0 && text === viewer.counts) return
    const change: LiveChange = { at: new Date(this.cursor).toISOString(), counts, vehicles: columnsOf(rows, viewer.withAlarms) }
    if (!viewer.send('positions', change)) return
    viewer.pending.clear()
    viewer.counts = text
  }
}

const fleets = new WeakMap<Database, Map<number, Fleet>>()
export function fleetOf(db: Database, operatorId: number): Fleet {
  const all = fleets.get(db) ?? new Map<number, Fleet>()
  fleets.set(db, all)
  const fleet = all.get(operatorId) ?? new Fleet(db, operatorId)
  all.set(operatorId, fleet)
  return fleet
}
