/**
 * What the engines found out, as rows. Found out again it changes nothing; what late data have made untrue is taken back: stretches are
 * replaced, events and excursions are marked as amended, alarms are ended with a word.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { publish } from '#kit/http/events.server.ts'
import { add } from '#kit/entity/store.server.ts'
import { gradeOf, gradeOfBit, safetyScore } from '../alarm.rules.ts'
import { dayMileage } from './day.rules.ts'
import type { Outcome } from './engine.rules.ts'
import type { FenceHappening } from './fences.rules.ts'
import { mileageOf } from './trips.rules.ts'
import type { Channel } from './rules.server.ts'

export interface Subject {
  vehicle: number
  store: number
  terminal: number | null
}
const iso = (ms: number): string => new Date(ms).toISOString()
const tenth = (n: number): number => Math.round(n * 10) / 10

/** `from`: everything found out from here on is contained in `out`, so what is not was wrong. Null: only new points were looked at. */
export async function storeOutcome(tx: Tx, ctx: Context, subject: Subject, out: Outcome, from: number | null, channels: readonly Channel[]): Promise<void> {
  await trips(tx, ctx, subject, out, from)
  await fenceEvents(tx, ctx, subject, out, from)
  await alarms(tx, ctx, subject, alarmsOf(out), from)
  await readings(tx, ctx, subject, out, channels)
  await excursions(tx, ctx, subject, out, from, channels)
  await days(tx, ctx, subject, out)
}

async function trips(tx: Tx, ctx: Context, { vehicle, store }: Subject, out: Outcome, from: number | null): Promise<void> {
  const { operatorId } = ctx.user
  if (from !== null) {
    const kept = out.segments.map((s) => iso(s.from))
    await sql`update trip set deleted_at = ${ctx.clock.now()} where operator_id = ${operatorId} and vehicle = ${vehicle} and start_at >= ${iso(from)} and deleted_at is null and not (start_at = any(${sql.val(kept)}::timestamptz[]))`.execute(tx)
  }
  if (out.segments.length === 0) return
  const until = out.days.at(-1)?.lastAt ?? 0
  const rows = out.segments.map((s) => {
    const { distance, method, odometer } = mileageOf(s)
    return {
      operatorId, vehicle, store, startAt: iso(s.from), kind: s.kind, endAt: s.to === null ? null : iso(s.to), seconds: Math.round(((s.to ?? Math.max(s.from, until)) - s.from) / 1000), distance, method, gpsDistance: Math.round(s.gps), odometerDistance: odometer === null ? null : Math.max(0, odometer),
      maxSpeed: tenth(s.maxSpeed), idleSeconds: Math.round(s.idleMs / 1000), startLng: s.lng, startLat: s.lat, endLng: s.endLng, endLat: s.endLat, points: s.points, updatedAt: ctx.clock.now(),
    }
  })
  // Two stretches cannot begin at one instant; were it so the last one counts.
  const unique = [...new Map(rows.map((row) => [row.startAt, row])).values()]
  for (let i = 0; i < unique.length; i += 500)
    await tx.insertInto('trip').values(unique.slice(i, i + 500) as never)
      .onConflict((c) => c.columns(['operatorId', 'vehicle', 'startAt']).where('deletedAt', 'is', null).doUpdateSet((eb) => Object.fromEntries(MOVING_OF_TRIP.map((name) => [name, eb.ref(`excluded.${name}`)])) as never)).execute()
}
const MOVING_OF_TRIP = ['kind', 'endAt', 'seconds', 'distance', 'method', 'gpsDistance', 'odometerDistance', 'maxSpeed', 'idleSeconds', 'startLng', 'startLat', 'endLng', 'endLat', 'points', 'updatedAt'] as const

async function fenceEvents(tx: Tx, ctx: Context, { vehicle, store }: Subject, out: Outcome, from: number | null): Promise<void> {
  const { operatorId } = ctx.user
  const now = ctx.clock.now()
  if (from !== null) {
    const kept = out.fences.map((h) => `${h.fence.id}/${h.kind}/${h.at}`)
    await sql`update fence_event set amended_at = ${now} where operator_id = ${operatorId} and vehicle = ${vehicle} and at >= ${iso(from)} and amended_at is null and deleted_at is null
      and not (fence || '/' || kind || '/' || round(extract(epoch from at) * 1000)::bigint = any(${sql.val(kept)}::text[]))`.execute(tx)
  }
  if (out.fences.length === 0) return
  await tx.insertInto('fenceEvent').values(out.fences.map((h) => ({
    operatorId, vehicle, fence: h.fence.id, store, kind: h.kind, at: iso(h.at), detectedAt: now, enteredAt: h.enteredAt === null ? null : iso(h.enteredAt), dwellSeconds: h.dwellMs === null ? null : Math.round(h.dwellMs / 1000), lng: h.lng, lat: h.lat, speed: tenth(h.speed),
  })) as never).onConflict((c) => c.doNothing()).execute()
}

interface FoundAlarm {
  kind: string
  from: number
  to: number | null
  last: number
  times: number
  lng: number | null
  lat: number | null
  speed: number | null
  maxValue: number | null
  source: 'terminal' | 'platform'
  detail: string | null
}
const FENCE_ALARMS: Partial<Record<FenceHappening['kind'], string>> = { enter: 'fenceEnter', leave: 'fenceLeave', stay: 'fenceStay', overspeed: 'fenceSpeed', deviate: 'routeDeviate' }

/** A fence says what it wants to be told of; a depot one drives to every day need not alarm anybody. */
function wanted({ fence, kind }: FenceHappening): boolean {
  if (kind === 'enter') return fence.onEnter && (fence.purpose === 'watch' || fence.purpose === 'forbidden')
  if (kind === 'leave') return fence.onLeave && (fence.purpose === 'watch' || fence.purpose === 'confined')
  return kind !== 'cross' || fence.purpose === 'forbidden'
}
function alarmsOf(out: Outcome): FoundAlarm[] {
  const own = out.alarms.map((a): FoundAlarm => ({ kind: `b${a.bit}`, from: a.from, to: a.to, last: a.last, times: a.times, lng: a.located ? a.lng : null, lat: a.located ? a.lat : null, speed: a.speed, maxValue: a.maxSpeed, source: 'terminal', detail: null }))
  const fences = out.fences.filter(wanted).flatMap((h): FoundAlarm[] => {
    const kind = FENCE_ALARMS[h.kind] ?? 'fenceEnter'
    return [{ kind, from: h.at, to: h.at, last: h.at, times: 1, lng: h.lng, lat: h.lat, speed: h.speed, maxValue: null, source: 'platform', detail: `围栏「${h.fence.name}」` }]
  })
  return [...own, ...fences]
}

async function alarms(tx: Tx, ctx: Context, { vehicle, store, terminal }: Subject, found: readonly FoundAlarm[], from: number | null): Promise<void> {
  const { operatorId } = ctx.user
  if (from !== null) {
    const kept = found.map((a) => `${a.kind}/${a.from}`)
    await sql`update alarm set end_at = coalesce(end_at, start_at), detail = coalesce(detail || '；', '') || '补传数据表明未发生' where operator_id = ${operatorId} and vehicle = ${vehicle} and start_at >= ${iso(from)} and deleted_at is null
      and (kind ~ '^b\\d+$' or kind in ('fenceEnter', 'fenceLeave', 'fenceStay', 'fenceSpeed', 'routeDeviate')) and coalesce(detail, '') not like '%补传数据表明未发生' and not (kind || '/' || round(extract(epoch from start_at) * 1000)::bigint = any(${sql.val(kept)}::text[]))`.execute(tx)
  }
  if (found.length === 0) return
  const { rows: known } = await sql<{ id: number; kind: string; at: number }>`select id, kind, round(extract(epoch from start_at) * 1000)::bigint as at from alarm where operator_id = ${operatorId} and vehicle = ${vehicle} and deleted_at is null
    and start_at = any(${sql.val(found.map((a) => iso(a.from)))}::timestamptz[])`.execute(tx)
  const ids = new Map(known.map((row) => [`${row.kind}/${row.at}`, row.id]))
  for (const a of found) {
    const id = ids.get(`${a.kind}/${a.from}`)
    const moving = { endAt: a.to === null ? null : iso(a.to), lastAt: iso(a.last), times: a.times, maxValue: a.maxValue }
    if (id) {
      await tx.updateTable('alarm').set(moving as never).where('id', '=', id).execute()
      continue
    }
    const grade = /^b\d+$/.test(a.kind) ? gradeOfBit(Number(a.kind.slice(1))) : gradeOf(a.kind)
    const made = await add(tx, ctx, 'alarm', { vehicle, terminal, store, kind: a.kind, grade, source: a.source, startAt: iso(a.from), lng: a.lng, lat: a.lat, speed: a.speed === null ? null : tenth(a.speed), detail: a.detail, ...moving })
    ids.set(`${a.kind}/${a.from}`, made.id)
    await tell(tx, ctx, { id: made.id, kind: a.kind, grade, vehicle })
  }
}

/** People who are signed in hear that there is something; what it is they ask with their own rights. */
const tell = (tx: Tx, ctx: Context, data: { id: number; kind: string; grade: string; vehicle: number }): Promise<void> =>
  publish({ notify: async (channel, payload) => void (await sql`select pg_notify(${channel}, ${payload})`.execute(tx)) }, { operatorId: ctx.user.operatorId, userIds: null, name: 'alarm', data })

async function readings(tx: Tx, ctx: Context, { vehicle, store }: Subject, out: Outcome, channels: readonly Channel[]): Promise<void> {
  if (out.readings.length === 0) return
  const { operatorId } = ctx.user
  const now = ctx.clock.now()
  const late = Date.parse(now) - 600_000
  const list = (of: (r: Outcome['readings'][number]) => number | null): string => `{${out.readings.map((r) => of(r) ?? 'null').join(',')}}`
  await sql`insert into temperature_reading (operator_id, vehicle, sensor_no, at, value, quality, late, received_at)
    select ${operatorId}, ${vehicle}, u.sensor, 'epoch'::timestamptz + u.at * interval '1 ms', u.value, case when u.value is null then 'broken' else 'ok' end, u.at < ${late}, ${now}
    from unnest(${list((r) => r.sensorNo)}::bigint[], ${list((r) => r.at)}::bigint[], ${list((r) => r.value)}::bigint[]) as u(sensor, at, value) on conflict do nothing`.execute(tx)
  const newest = new Map(out.readings.map((r) => [r.sensorNo, r]))
  for (const [sensorNo, r] of newest) {
    if (!channels.some((c) => c.sensorNo === sensorNo)) await sql`insert into temperature_channel (operator_id, vehicle, store, sensor_no) values (${operatorId}, ${vehicle}, ${store}, ${sensorNo}) on conflict (operator_id, vehicle, sensor_no) where deleted_at is null do nothing`.execute(tx)
    await tx.updateTable('temperatureChannel').set({ lastAt: iso(r.at), lastValue: r.value === null ? null : r.value / 10, lastQuality: r.value === null ? 'broken' : 'ok' } as never).where('operatorId', '=', operatorId).where('vehicle', '=', vehicle).where('sensorNo', '=', sensorNo).where('deletedAt', 'is', null).where((eb) => eb.or([eb('lastAt', 'is', null), eb('lastAt', '<=', iso(r.at))])).execute()
  }
}

async function excursions(tx: Tx, ctx: Context, subject: Subject, out: Outcome, from: number | null, channels: readonly Channel[]): Promise<void> {
  const { vehicle, store } = subject
  const { operatorId } = ctx.user
  const byChannel = new Map(channels.map((c) => [c.sensorNo, c.id]))
  if (from !== null) {
    const kept = out.excursions.map((e) => `${byChannel.get(e.sensorNo)}/${e.kind}/${e.from}`)
    await sql`update excursion set amended_at = ${ctx.clock.now()}, end_at = coalesce(end_at, start_at) where operator_id = ${operatorId} and vehicle = ${vehicle} and start_at >= ${iso(from)} and amended_at is null and deleted_at is null
      and not (channel || '/' || kind || '/' || round(extract(epoch from start_at) * 1000)::bigint = any(${sql.val(kept)}::text[]))`.execute(tx)
  }
  for (const e of out.excursions) {
    const channel = byChannel.get(e.sensorNo)
    if (channel === undefined) continue
    const moving = { endAt: e.to === null ? null : iso(e.to), peak: e.peak === null ? null : e.peak / 10, degreeMinutes: e.area === null ? null : tenth(e.area / 10), limit: e.limit === null ? null : e.limit / 10 }
    const known = await tx.selectFrom('excursion').select('id').where('operatorId', '=', operatorId).where('channel', '=', channel).where('kind', '=', e.kind).where('startAt', '=', iso(e.from)).where('deletedAt', 'is', null).executeTakeFirst()
    if (known) await tx.updateTable('excursion').set({ ...moving, amendedAt: null } as never).where('id', '=', known.id).execute()
    else {
      await add(tx, ctx, 'excursion', { channel, vehicle, store, policy: e.policy, kind: e.kind, startAt: iso(e.from), confirmedAt: iso(e.confirmedAt), ...moving })
      if (e.kind !== 'noData') await alarms(tx, ctx, subject, [{ kind: 'temperature', from: e.from, to: e.to, last: e.to ?? e.confirmedAt, times: 1, lng: null, lat: null, speed: null, maxValue: e.peak === null ? null : e.peak / 10, source: 'platform', detail: `探头 ${e.sensorNo} ${e.kind === 'high' ? '高于' : '低于'} ${(e.limit ?? 0) / 10} ℃` }], null)
    }
    if (e.to !== null) await sql`update alarm set end_at = ${iso(e.to)} where operator_id = ${operatorId} and vehicle = ${vehicle} and kind = 'temperature' and start_at = ${iso(e.from)} and end_at is null and deleted_at is null`.execute(tx)
  }
  const open = new Map(out.excursions.filter((e) => e.to === null).map((e) => [e.sensorNo, e.kind]))
  for (const c of channels) if (out.readings.some((r) => r.sensorNo === c.sensorNo)) await tx.updateTable('temperatureChannel').set({ excursion: open.get(c.sensorNo) ?? 'none' } as never).where('id', '=', c.id).where('excursion', '!=', (open.get(c.sensorNo) ?? 'none') as never).execute()
}

interface AlarmsOfDay {
  day: string
  severe: number
  normal: number
  notice: number
}
async function days(tx: Tx, ctx: Context, { vehicle, store }: Subject, out: Outcome): Promise<void> {
  if (out.days.length === 0) return
  const { operatorId } = ctx.user
  const { rows: counts } = await sql<AlarmsOfDay>`select (start_at at time zone 'Asia/Shanghai')::date::text as day, count(*) filter (where grade = 'severe') as severe, count(*) filter (where grade = 'normal') as normal, count(*) filter (where grade = 'notice') as notice
    from alarm where operator_id = ${operatorId} and vehicle = ${vehicle} and deleted_at is null and status <> 'falseAlarm'
      and start_at >= (${out.days[0]!.day}::date)::timestamp at time zone 'Asia/Shanghai' and start_at < (${out.days.at(-1)!.day}::date + 1)::timestamp at time zone 'Asia/Shanghai' group by 1`.execute(tx)
  const byDay = new Map(counts.map((row) => [row.day, row]))
  const rows = out.days.map((d) => {
    const { distance, method } = dayMileage(d)
    const n = byDay.get(d.day) ?? { severe: 0, normal: 0, notice: 0 }
    const elapsed = Math.max(1, Math.min(86_400_000, Date.parse(ctx.clock.now()) - Date.parse(`${d.day}T00:00:00+08:00`)))
    return {
      operatorId, vehicle, store, day: d.day, distance, method, trips: d.trips, stops: d.stops, drivingSeconds: Math.round(d.drivingMs / 1000), idleSeconds: Math.round(d.idleMs / 1000), onlineSeconds: Math.round(d.onlineMs / 1000),
      onlineRate: Math.min(10_000, Math.round((d.onlineMs / elapsed) * 10_000)), nightSeconds: Math.round(d.nightMs / 1000), maxSpeed: tenth(d.maxSpeed), alarms: n.severe + n.normal + n.notice, severeAlarms: n.severe,
      score: safetyScore({ ...n, nightSeconds: d.nightMs / 1000, maxSpeed: d.maxSpeed }), points: d.points, updatedAt: ctx.clock.now(),
    }
  })
  const moving = Object.keys(rows[0]!).filter((name) => !['operatorId', 'vehicle', 'store', 'day'].includes(name))
  await tx.insertInto('vehicleDay').values(rows as never)
    .onConflict((c) => c.columns(['operatorId', 'vehicle', 'day']).where('deletedAt', 'is', null).doUpdateSet((eb) => Object.fromEntries(moving.map((name) => [name, eb.ref(`excluded.${name}` as never)])) as never)).execute()
}
