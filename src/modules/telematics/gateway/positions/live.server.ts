/**
 * What is true now: last positions, who is online. Kept in memory and written once a second, so that ten thousand reports a second do not
 * become ten thousand updates; a crash loses nothing but that second, and the next start makes it up from the stored positions.
 */
import { sql } from 'kysely'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import { movesVehicle } from './fix.rules.ts'
import { NO_FIX, UNUSABLE } from '../../places/flags.ts'
import { motionOf } from '../../tracks/motion.rules.ts'
import type { Stored } from './insert.server.ts'
import { goOffline, lockLinks, lockPlaces, lockTerminals } from '../admission/locks.server.ts'

/** The newest report, and the newest that said a place: without a fix the vehicle stays where it was seen. */
interface Latest {
  row: Stored
  place: { lng: number; lat: number } | null
}
interface Seen {
  operatorId: number
  lastSeen: number
  lastFix: number
}
interface Gone {
  operatorId: number
  terminal: number
  generation: number
}
export interface Dirty {
  since: number
  until: number
}
export interface LiveOptions {
  db: Database
  log: Log
  node: string
  now: () => number
  /** Vehicles with new positions, by operator; called after the positions are stored and the last ones written. */
  onDirty: (operatorId: number, vehicles: Map<number, Dirty>) => void
}
/** Of one vehicle. Of one instant each adds its alarms to the other; the place is that of the one that has one. */
function newerOf(before: Latest | undefined, next: Latest): Latest {
  if (!before || before.row.at < next.row.at) return { row: next.row, place: next.place ?? before?.place ?? null }
  if (before.row.at > next.row.at) return before
  const row = before.row.flags & NO_FIX ? next.row : before.row
  return { row: { ...row, alarm: (before.row.alarm | next.row.alarm) >>> 0 }, place: before.place ?? next.place }
}
const SEEN_EVERY_MS = 60_000
/** Without anything new to write; a node that says nothing for half a minute is taken for dead (node.server.ts). */
const ALIVE_EVERY_MS = 5000
const DAY_MS = 86_400_000
const RECOVER_MS = 2 * DAY_MS

export class Live {
  private readonly options: LiveOptions
  private latest = new Map<number, Map<number, Latest>>()
  private dirty = new Map<number, Map<number, Dirty>>()
  private seen = new Map<number, Seen>()
  private gone: Gone[] = []
  private seenAt = 0
  private saidAliveAt = -Infinity
  private running: Promise<void> = Promise.resolve()

  constructor(options: LiveOptions) {
    this.options = options
    this.seenAt = options.now()
  }

  stored(operatorId: number, rows: readonly Stored[]): void {
    const latest = this.latest.get(operatorId) ?? new Map<number, Latest>()
    const dirty = this.dirty.get(operatorId) ?? new Map<number, Dirty>()
    this.latest.set(operatorId, latest)
    this.dirty.set(operatorId, dirty)
    for (const row of rows) {
      this.recordContact(operatorId, row.terminal, row.receivedAt, row.flags & UNUSABLE ? 0 : Math.min(row.at, row.receivedAt))
      if (row.vehicle === null) continue
      const span = dirty.get(row.vehicle)
      if (!span) dirty.set(row.vehicle, { since: row.at, until: row.at })
      else {
        if (row.at < span.since) span.since = row.at
        if (row.at > span.until) span.until = row.at
      }
      if (!movesVehicle(row)) continue
      latest.set(row.vehicle, newerOf(latest.get(row.vehicle), { row, place: row.flags & NO_FIX ? null : row }))
    }
  }

  recordContact(operatorId: number, terminal: number, at: number, fixAt = 0): void {
    const known = this.seen.get(terminal)
    if (!known) this.seen.set(terminal, { operatorId, lastSeen: at, lastFix: fixAt })
    else {
      if (at > known.lastSeen) known.lastSeen = at
      if (fixAt > known.lastFix) known.lastFix = fixAt
    }
  }

  left(operatorId: number, terminal: number, generation: number): void {
    this.gone.push({ operatorId, terminal, generation })
  }

  /** One after another; a failed one leaves everything for the next. */
  flush(): Promise<void> {
    this.running = this.running
      .then(() => this.write())
      .catch((error: unknown) => this.options.log('warn', 'live state not written, will be tried again', { error: String(error) }))
    return this.running
  }

  private async write(): Promise<void> {
    const [latest, dirty, gone] = [this.latest, this.dirty, this.gone]
    this.latest = new Map()
    this.dirty = new Map()
    this.gone = []
    const now = this.options.now()
    const began = new Date(now).toISOString()
    const nothingNew = latest.size === 0 && dirty.size === 0 && gone.length === 0
    try {
      for (const [operatorId, rows] of latest) if (rows.size) await this.positions(operatorId, [...rows.values()])
      for (const [operatorId, list] of Map.groupBy(gone, (g) => g.operatorId)) await this.offline(operatorId, list)
      if (this.options.now() - this.seenAt >= SEEN_EVERY_MS) await this.contacts()
    } catch (error) {
      this.gone.unshift(...gone)
      for (const [operatorId, rows] of latest) this.giveBack(operatorId, rows)
      this.giveBackDirty(dirty)
      throw error
    }
    if (nothingNew && now - this.saidAliveAt < ALIVE_EVERY_MS) return
    await this.options.db.write(null, (tx) =>
      tx
        .insertInto('gatewayNode')
        .values({ id: this.options.node, startedAt: began, beatAt: began, flushedAt: began })
        // Others may have taken it for dead.
        .onConflict((already) => already.column('id').doUpdateSet({ beatAt: began, flushedAt: began }))
        .execute(),
    )
    this.saidAliveAt = now
    for (const [operatorId, vehicles] of dirty) if (vehicles.size) this.options.onDirty(operatorId, vehicles)
  }

  private giveBack(operatorId: number, rows: Map<number, Latest>): void {
    const newer = this.latest.get(operatorId) ?? new Map<number, Latest>()
    this.latest.set(operatorId, newer)
    for (const [vehicle, one] of rows) newer.set(vehicle, newerOf(one, newer.get(vehicle) ?? one))
  }
  private giveBackDirty(dirty: Map<number, Map<number, Dirty>>): void {
    for (const [operatorId, vehicles] of dirty) {
      const newer = this.dirty.get(operatorId) ?? new Map<number, Dirty>()
      this.dirty.set(operatorId, newer)
      for (const [vehicle, span] of vehicles) {
        const other = newer.get(vehicle)
        newer.set(vehicle, other ? { since: Math.min(span.since, other.since), until: Math.max(span.until, other.until) } : span)
      }
    }
  }

  /** Only forward: late data never move a vehicle back; another report of the same instant adds its alarms. Without a fix the place stays and the state says so. */
  private async positions(operatorId: number, latest: readonly Latest[]): Promise<void> {
    const numbers = (of: (row: Stored, place: Latest['place']) => number | null) =>
      sql`${`{${latest.map(({ row, place }) => of(row, place) ?? 'null').join(',')}}`}::bigint[]`
    await this.options.db.write(operatorId, async (tx) => {
      await lockPlaces(
        tx,
        operatorId,
        latest.flatMap(({ row }) => row.vehicle ?? []),
      )
      await sql`update vehicle_position p set terminal = u.terminal, at = 'epoch'::timestamptz + u.at * interval '1 ms', received_at = 'epoch'::timestamptz + u.received_at * interval '1 ms', online = true,
          lng = coalesce(u.lng / 1e6, p.lng), lat = coalesce(u.lat / 1e6, p.lat), altitude = u.altitude, speed = u.speed / 10.0, direction = u.direction,
          motion = case when p.at = 'epoch'::timestamptz + u.at * interval '1 ms' and u.motion = 'unlocated' then p.motion else u.motion end, changed_at = case when p.motion is distinct from u.motion then 'epoch'::timestamptz + u.at * interval '1 ms' else p.changed_at end,
          acc_on = u.status & 1 = 1, oil_cut = u.status & 1024 = 1024, circuit_cut = u.status & 2048 = 2048, odometer = coalesce(u.odometer / 10.0, p.odometer),
          alarms = case when p.at = 'epoch'::timestamptz + u.at * interval '1 ms' then coalesce(p.alarms, 0) | u.alarm else u.alarm end, updated_at = now()
        from unnest(${numbers((r) => r.vehicle)}, ${numbers((r) => r.terminal)}, ${numbers((r) => r.at)}, ${numbers((r) => r.receivedAt)}, ${numbers((_, place) => place?.lng ?? null)}, ${numbers((_, place) => place?.lat ?? null)},
          ${numbers((r) => r.altitude)}, ${numbers((r) => r.speed)}, ${numbers((r) => r.direction)}, ${numbers((r) => r.status)}, ${numbers((r) => r.odometer)}, ${numbers((r) => r.alarm)}, ${sql.val(latest.map(({ row: r }) => motionOf(r.status, r.speed, (r.flags & NO_FIX) === 0)))}::text[])
          as u(vehicle, terminal, at, received_at, lng, lat, altitude, speed, direction, status, odometer, alarm, motion)
        where p.operator_id = ${operatorId} and p.vehicle = u.vehicle and p.deleted_at is null and (p.at is null or p.at < 'epoch'::timestamptz + u.at * interval '1 ms'
          or (p.at = 'epoch'::timestamptz + u.at * interval '1 ms' and coalesce(p.alarms, 0) | u.alarm <> coalesce(p.alarms, 0)))`.execute(
        tx,
      )
    })
  }

  /** Of links that are still the newest of their terminal: one that came back a moment ago is not offline. */
  private async offline(operatorId: number, list: readonly Gone[]): Promise<void> {
    const now = new Date(this.options.now()).toISOString()
    await this.options.db.write(operatorId, async (tx) => goOffline(tx, operatorId, await lockLinks(tx, this.options.node, list), now))
  }

  private async contacts(): Promise<void> {
    const { seen } = this
    this.seen = new Map()
    this.seenAt = this.options.now()
    const all = [...seen].map(([terminal, s]) => ({ terminal, ...s }))
    for (const [operatorId, list] of Map.groupBy(all, (s) => s.operatorId)) {
      const numbers = (of: (s: (typeof list)[number]) => number) => sql`${`{${list.map(of).join(',')}}`}::bigint[]`
      await this.options.db.write(operatorId, async (tx) => {
        await lockTerminals(
          tx,
          list.map((s) => s.terminal),
        )
        await sql`update terminal t set last_seen_at = 'epoch'::timestamptz + u.seen * interval '1 ms', last_fix_at = case when u.fix > 0 then greatest(t.last_fix_at, 'epoch'::timestamptz + u.fix * interval '1 ms') else t.last_fix_at end
          from unnest(${numbers((s) => s.terminal)}, ${numbers((s) => s.lastSeen)}, ${numbers((s) => s.lastFix)}) as u(terminal, seen, fix) where t.id = u.terminal`.execute(
          tx,
        )
      })
    }
  }

  /** Links of nodes that died are closed, and what they stored but did not yet evaluate is found again. */
  async recover(operatorId: number, since: string, nodes: readonly string[]): Promise<void> {
    const now = this.options.now()
    const recovered = await this.options.db.write(operatorId, async (tx) => {
      const dead = await sql<{ terminal: number }>`select terminal from terminal_link where operator_id = ${operatorId} and node is not null
        and (node = any(${sql.val(nodes)}::text[]) or node not in (select id from gateway_node)) order by terminal for no key update`.execute(
        tx,
      )
      await goOffline(
        tx,
        operatorId,
        dead.rows.map((row) => row.terminal),
        new Date(now).toISOString(),
      )
      const { rows } = await sql<{
        vehicle: number
        since: string
        until: string
      }>`select vehicle, min(at) as since, max(at) as until from position
        where operator_id = ${operatorId} and vehicle is not null and received_at >= ${since} and at >= ${new Date(now - RECOVER_MS).toISOString()} group by vehicle`.execute(
        tx,
      )
      await lockPlaces(
        tx,
        operatorId,
        rows.map((row) => row.vehicle),
      )
      await sql`update vehicle_position p set at = q.at, received_at = q.received_at, terminal = q.terminal, lng = q.lng / 1e6, lat = q.lat / 1e6, speed = q.speed / 10.0, direction = q.direction,
          acc_on = q.status & 1 = 1, oil_cut = q.status & 1024 = 1024, circuit_cut = q.status & 2048 = 2048,
          alarms = (select bit_or(s.alarm) from position s where s.operator_id = ${operatorId} and s.terminal = q.terminal and s.at = q.at and s.vehicle = q.vehicle)
        from (select distinct on (vehicle) * from position where operator_id = ${operatorId} and vehicle is not null and received_at >= ${since} and at >= ${new Date(now - RECOVER_MS).toISOString()} and flags & ${UNUSABLE} = 0 order by vehicle, at desc) q
        where p.operator_id = ${operatorId} and p.vehicle = q.vehicle and p.deleted_at is null and (p.at is null or p.at <= q.at)`.execute(
        tx,
      )
      return rows
    })
    if (recovered.length)
      this.options.onDirty(
        operatorId,
        new Map(recovered.map((row) => [row.vehicle, { since: Date.parse(row.since), until: Date.parse(row.until) }])),
      )
  }
}
