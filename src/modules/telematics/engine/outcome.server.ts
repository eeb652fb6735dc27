/**
 * Stores what the engines yield for many vehicles at once. A second run over the same reports changes nothing; what late data make untrue is
 * taken back: stretches are replaced, events and excursions are marked as amended, alarms are ended with a word.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { safetyScore } from '../alarms/alarm.rules.ts'
import { alarmsOf, isWithdrawn, storeAlarms } from './outcome-alarms.server.ts'
import { storePlaces } from './outcome-places.server.ts'
import { storeExcursions, storeReadings } from './outcome-temperatures.server.ts'
import { dayMileage } from './day.rules.ts'
import type { FenceHappening } from './fences.rules.ts'
import type { VehicleOutcome } from './findings.server.ts'
import { cardsAt } from '../cards/card.server.ts'
import { mileageOf } from './trips.rules.ts'

const MOST_ROWS = 500
const iso = (ms: number): string => new Date(ms).toISOString()
const tenth = (n: number): number => Math.round(n * 10) / 10

export async function storeOutcomes(tx: Tx, ctx: Context, outcomes: readonly VehicleOutcome[]): Promise<void> {
  await storePlaces(tx, ctx, outcomes)
  await storeTrips(tx, ctx, outcomes)
  await storeFenceEvents(tx, ctx, outcomes)
  await storeAlarms(tx, ctx, outcomes.flatMap(alarmsOf), outcomes)
  await storeReadings(tx, ctx, outcomes)
  for (const one of outcomes) await storeExcursions(tx, ctx, one)
  await storeDays(tx, ctx, outcomes)
}

async function storeTrips(tx: Tx, ctx: Context, outcomes: readonly VehicleOutcome[]): Promise<void> {
  const { operatorId } = ctx.user
  for (const { subject, out, from } of outcomes) {
    if (from === null) continue
    const standing = out.segments.map((s) => iso(s.from))
    await sql`update trip set deleted_at = ${ctx.clock.now()} where operator_id = ${operatorId} and vehicle = ${subject.vehicle} and start_at >= ${iso(from)} and deleted_at is null and not (start_at = any(${sql.val(standing)}::timestamptz[]))`.execute(
      tx,
    )
  }
  const rows = await withDrivers(
    tx,
    outcomes.flatMap((one) => tripRows(ctx, one)),
  )
  // Two stretches cannot begin at one instant; were it so the last one counts.
  const unique = [...new Map(rows.map((row) => [`${row.vehicle}/${row.startAt}`, row])).values()]
  for (let i = 0; i < unique.length; i += MOST_ROWS)
    await tx
      .insertInto('trip')
      .values(unique.slice(i, i + MOST_ROWS))
      .onConflict((c) =>
        c
          .columns(['operatorId', 'vehicle', 'startAt'])
          .where('deletedAt', 'is', null)
          .doUpdateSet((eb) => Object.fromEntries(MOVING_OF_TRIP.map((name) => [name, eb.ref(`excluded.${name}`)]))),
      )
      .execute()
}
const MOVING_OF_TRIP = [
  'kind',
  'endAt',
  'seconds',
  'distance',
  'method',
  'gpsDistance',
  'odometerDistance',
  'maxSpeed',
  'idleSeconds',
  'startLng',
  'startLat',
  'endLng',
  'endLat',
  'points',
  'driver',
  'updatedAt',
] as const

/** Whose card was in the recorder when it ended, or is now: at its beginning it may not have been in yet. */
async function withDrivers(tx: Tx, rows: ReturnType<typeof tripRows>) {
  const driven = rows.filter((row) => row.kind === 'trip')
  const cards = await cardsAt(
    tx,
    driven.map((row) => ({ vehicle: row.vehicle, at: iso(Date.parse(row.startAt) + row.seconds * 1000) })),
  )
  const drivers = new Map(driven.map((row, i) => [row, cards[i]?.driver ?? null]))
  return rows.map((row) => ({ ...row, driver: drivers.get(row) ?? null }))
}

const tripRows = (ctx: Context, { subject: { vehicle, store }, out }: VehicleOutcome) =>
  out.segments.map((s) => {
    const until = out.days.at(-1)?.lastAt ?? 0
    const { distance, method, odometer } = mileageOf(s)
    return {
      operatorId: ctx.user.operatorId,
      vehicle,
      store,
      startAt: iso(s.from),
      kind: s.kind,
      endAt: s.to === null ? null : iso(s.to),
      seconds: Math.round(((s.to ?? Math.max(s.from, until)) - s.from) / 1000),
      distance,
      method,
      gpsDistance: Math.round(s.gps),
      odometerDistance: odometer === null ? null : Math.max(0, odometer),
      maxSpeed: tenth(s.maxSpeed),
      idleSeconds: Math.round(s.idleMs / 1000),
      startLng: s.lng,
      startLat: s.lat,
      endLng: s.endLng,
      endLat: s.endLat,
      points: s.points,
      updatedAt: ctx.clock.now(),
    }
  })

/** What an event says, all of it: an exit whose entry turns out to be an earlier one is another event, with another dwell. */
const fenceRow = (h: FenceHappening) => ({
  fence: h.fence.id,
  kind: h.kind,
  at: iso(h.at),
  enteredAt: h.enteredAt === null ? null : iso(h.enteredAt),
  dwellSeconds: h.dwellMs === null ? null : Math.round(h.dwellMs / 1000),
  lng: h.lng,
  lat: h.lat,
  speed: tenth(h.speed),
})
async function storeFenceEvents(tx: Tx, ctx: Context, outcomes: readonly VehicleOutcome[]): Promise<void> {
  const { operatorId } = ctx.user
  const now = ctx.clock.now()
  for (const { subject, out, from } of outcomes) {
    if (from === null) continue
    const standing = out.fences.map(fenceRow)
    await sql`update fence_event e set amended_at = ${now} where operator_id = ${operatorId} and vehicle = ${subject.vehicle} and at >= ${iso(from)} and amended_at is null and deleted_at is null
      and not exists (select from jsonb_to_recordset(${JSON.stringify(standing)}::jsonb) as k (fence bigint, kind text, at timestamptz, "enteredAt" timestamptz, "dwellSeconds" bigint, speed numeric)
        where k.fence = e.fence and k.kind = e.kind and k.at = e.at and k."enteredAt" is not distinct from e.entered_at and k."dwellSeconds" is not distinct from e.dwell_seconds and k.speed is not distinct from e.speed)`.execute(
      tx,
    )
  }
  const rows = outcomes.flatMap(({ subject: { vehicle, store }, out }) =>
    out.fences.map((h) => ({ operatorId, vehicle, store, detectedAt: now, ...fenceRow(h) })),
  )
  for (let i = 0; i < rows.length; i += MOST_ROWS)
    await tx
      .insertInto('fenceEvent')
      .values(rows.slice(i, i + MOST_ROWS))
      .onConflict((c) => c.doNothing())
      .execute()
}

interface AlarmsOfDay {
  vehicle: number
  day: string
  severe: number
  normal: number
  notice: number
}
async function alarmCounts(tx: Tx, ctx: Context, outcomes: readonly VehicleOutcome[]): Promise<Map<string, AlarmsOfDay>> {
  const days = outcomes.flatMap(({ out }) => out.days.map((d) => d.day)).toSorted()
  const { rows } =
    await sql<AlarmsOfDay>`select vehicle, (start_at at time zone 'Asia/Shanghai')::date::text as day, count(*) filter (where grade = 'severe') as severe, count(*) filter (where grade = 'normal') as normal, count(*) filter (where grade = 'notice') as notice
    from alarm where operator_id = ${ctx.user.operatorId} and vehicle = any(${sql.val(outcomes.map((one) => one.subject.vehicle))}::bigint[]) and deleted_at is null and status <> 'falseAlarm' and not ${isWithdrawn}
      and start_at >= (${days[0]!}::date)::timestamp at time zone 'Asia/Shanghai' and start_at < (${days.at(-1)!}::date + 1)::timestamp at time zone 'Asia/Shanghai' group by 1, 2`.execute(
      tx,
    )
  return new Map(rows.map((row) => [`${row.vehicle}/${row.day}`, row]))
}

async function storeDays(tx: Tx, ctx: Context, outcomes: readonly VehicleOutcome[]): Promise<void> {
  const { operatorId } = ctx.user
  const ofDays = outcomes.filter(({ out }) => out.days.length > 0)
  if (ofDays.length === 0) return
  const counts = await alarmCounts(tx, ctx, ofDays)
  const now = ctx.clock.now()
  const rows = ofDays.flatMap(({ subject: { vehicle, store }, out }) =>
    out.days.map((d) => {
      const { distance, method } = dayMileage(d)
      const n = counts.get(`${vehicle}/${d.day}`) ?? { severe: 0, normal: 0, notice: 0 }
      const elapsed = Math.max(1, Math.min(86_400_000, Date.parse(now) - Date.parse(`${d.day}T00:00:00+08:00`)))
      return {
        operatorId,
        vehicle,
        store,
        day: d.day,
        distance,
        method,
        trips: d.trips,
        stops: d.stops,
        drivingSeconds: Math.round(d.drivingMs / 1000),
        idleSeconds: Math.round(d.idleMs / 1000),
        onlineSeconds: Math.round(d.onlineMs / 1000),
        onlineRate: Math.min(10_000, Math.round((d.onlineMs / elapsed) * 10_000)),
        nightSeconds: Math.round(d.nightMs / 1000),
        maxSpeed: tenth(d.maxSpeed),
        alarms: n.severe + n.normal + n.notice,
        severeAlarms: n.severe,
        score: safetyScore({ ...n, nightSeconds: d.nightMs / 1000, maxSpeed: d.maxSpeed }),
        points: d.points,
        updatedAt: now,
      }
    }),
  )
  const moving = (Object.keys(rows[0]!) as (keyof (typeof rows)[number])[]).filter(
    (name) => !['operatorId', 'vehicle', 'store', 'day'].includes(name),
  )
  for (let i = 0; i < rows.length; i += MOST_ROWS)
    await tx
      .insertInto('vehicleDay')
      .values(rows.slice(i, i + MOST_ROWS))
      .onConflict((c) =>
        c
          .columns(['operatorId', 'vehicle', 'day'])
          .where('deletedAt', 'is', null)
          .doUpdateSet((eb) => Object.fromEntries(moving.map((name) => [name, eb.ref(`excluded.${name}`)]))),
      )
      .execute()
}
