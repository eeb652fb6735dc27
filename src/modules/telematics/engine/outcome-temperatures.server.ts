/** Readings of refrigerated vehicles and what is out of range, as rows. Readings are added and never changed. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { add } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { kindOf, numberOf, UNITS, type Measure } from '../cold/channel.rules.ts'
import { addSealed } from './seal.server.ts'
import { isWithdrawn, openAlarm, restored, withdrawn } from './outcome-alarms.server.ts'
import type { Excursion } from './temperature.rules.ts'
import type { temperatureChannel } from '../cold/temperature.ts'
import type { VehicleOutcome } from './findings.server.ts'

const LATE_MS = 600_000
const iso = (ms: number): string => new Date(ms).toISOString()
const tenth = (n: number): number => Math.round(n * 10) / 10

export async function storeReadings(tx: Tx, ctx: Context, outcomes: readonly VehicleOutcome[]): Promise<void> {
  // Terminals send all their sockets: one that never held a probe is no broken one.
  const all = outcomes.flatMap(({ subject, out, channels }) => {
    const fitted = new Set([...channels.map((c) => c.sensorNo), ...out.readings.filter((r) => r.value !== null).map((r) => r.sensorNo)])
    return out.readings.filter((r) => fitted.has(r.sensorNo)).map((r) => ({ ...r, subject }))
  })
  if (all.length === 0) return
  const { operatorId } = ctx.user
  const now = ctx.clock.now()
  const late = Date.parse(now) - LATE_MS
  const list = <T>(rows: readonly T[], of: (r: T) => number | null) => sql`${`{${rows.map((r) => of(r) ?? 'null').join(',')}}`}::bigint[]`
  await addSealed(
    tx,
    operatorId,
    all.map((r) => ({ ...r, vehicle: r.subject.vehicle })),
    { now, late },
  )
  const newest = [...new Map(all.map((r) => [`${r.subject.vehicle}/${r.sensorNo}`, r])).values()]
  const columns = sql`unnest(${list(newest, (r) => r.subject.vehicle)}, ${list(newest, (r) => r.subject.store)}, ${list(newest, (r) => r.sensorNo)}, ${list(newest, (r) => r.at)}, ${list(newest, (r) => r.value)}) as u(vehicle, store, sensor, at, value)`
  const channels = new Set(outcomes.flatMap((one) => one.channels.map((c) => `${c.vehicle}/${c.sensorNo}`)))
  if (newest.some((r) => !channels.has(`${r.subject.vehicle}/${r.sensorNo}`)))
    await sql`insert into temperature_channel (operator_id, vehicle, store, kind, sensor_no) select ${operatorId}, u.vehicle, u.store, case when u.sensor < 10 then 'temperature' else 'humidity' end, u.sensor % 10 from ${columns} on conflict (operator_id, vehicle, kind, sensor_no) where deleted_at is null do nothing`.execute(
      tx,
    )
  await sql`update temperature_channel c set last_at = 'epoch'::timestamptz + u.at * interval '1 ms', last_value = case when u.sensor < 20 then u.value / 10.0 else u.value end, last_quality = case when u.value is null then 'broken' else 'ok' end
    from ${columns} where c.operator_id = ${operatorId} and c.vehicle = u.vehicle and c.slot = u.sensor and c.deleted_at is null and (c.last_at is null or c.last_at <= 'epoch'::timestamptz + u.at * interval '1 ms')`.execute(
    tx,
  )
}

/** Two probes may leave the range with the same report: each has an alarm of its own, told apart by the first five letters it says (index alarm_key). */
const words = (kind: Excursion['kind'], slot: number): string => {
  const [measure, n] = [measureOf(slot), numberOf(slot)]
  if (kind === 'spread') return `${measure === 'humidity' ? '湿差' : '温差'} ${n} 号探头组`
  return `${measure === 'humidity' ? '湿度' : '探头'} ${n} `
}
/** Switches have no limits. */
const measureOf = (slot: number): Measure => (kindOf(slot) === 'humidity' ? 'humidity' : 'temperature')
const BEYOND = { high: '高于', low: '低于', spread: '大于', noData: '' }

/** A day folded again: an excursion that the new run does not raise is withdrawn, with its alarm, which nothing else would ever end. */
async function amend(tx: Tx, ctx: Context, { subject: { vehicle }, out, channels }: VehicleOutcome, since: number): Promise<void> {
  const { operatorId } = ctx.user
  const byChannel = new Map(channels.map((c) => [c.id, c.sensorNo]))
  const bySensor = new Map(channels.map((c) => [c.sensorNo, c.id]))
  const standing = out.excursions.map((e) => `${bySensor.get(e.sensorNo)}/${e.kind}/${e.from}`)
  const { rows } = await sql<{
    at: string
    channel: number
    kind: Excursion['kind']
  }>`update excursion set amended_at = ${ctx.clock.now()}, end_at = coalesce(end_at, start_at) where operator_id = ${operatorId} and vehicle = ${vehicle} and start_at >= ${iso(since)} and amended_at is null and deleted_at is null
    and not (channel || '/' || kind || '/' || round(extract(epoch from start_at) * 1000)::bigint = any(${sql.val(standing)}::text[])) returning start_at as at, channel, kind`.execute(
    tx,
  )
  for (const { at, channel, kind } of rows)
    await sql`update alarm set end_at = coalesce(end_at, start_at), detail = ${withdrawn} where operator_id = ${operatorId} and vehicle = ${vehicle} and kind = 'temperature' and start_at = ${at} and starts_with(detail, ${words(kind, byChannel.get(channel) ?? 0)}) and deleted_at is null`.execute(
      tx,
    )
}

export async function storeExcursions(tx: Tx, ctx: Context, outcome: VehicleOutcome): Promise<void> {
  const { subject, out, from, channels } = outcome
  const { vehicle, store } = subject
  const { operatorId } = ctx.user
  const byChannel = new Map(channels.map((c) => [c.sensorNo, c.id]))
  if (from !== null) await amend(tx, ctx, outcome, from)
  for (const e of out.excursions) {
    const channel = byChannel.get(e.sensorNo)
    if (channel === undefined) continue
    const moving = {
      endAt: e.to === null ? null : iso(e.to),
      peak: e.peak === null ? null : e.peak / 10,
      degreeMinutes: e.area === null ? null : tenth(e.area / 10),
      limit: e.limit === null ? null : e.limit / 10,
      doorSeconds: e.doorMs === null ? null : Math.round(e.doorMs / 1000),
    }
    const known = await tx
      .selectFrom('excursion')
      .select('id')
      .where('operatorId', '=', operatorId)
      .where('channel', '=', channel)
      .where('kind', '=', e.kind)
      .where('startAt', '=', iso(e.from))
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (known)
      await tx
        .updateTable('excursion')
        .set({ ...moving, amendedAt: null })
        .where('id', '=', known.id)
        .execute()
    else {
      await add(tx, ctx, 'excursion', {
        channel,
        vehicle,
        store,
        policy: e.policy,
        measure: measureOf(e.sensorNo),
        kind: e.kind,
        startAt: iso(e.from),
        confirmedAt: iso(e.confirmedAt),
        ...moving,
      })
      if (e.kind !== 'noData')
        await openAlarm(tx, ctx, {
          subject,
          kind: 'temperature',
          from: e.from,
          to: e.to,
          last: e.to ?? e.confirmedAt,
          times: 1,
          lng: null,
          lat: null,
          speed: null,
          maxValue: e.peak === null ? null : e.peak / 10,
          source: 'platform',
          detail: `${words(e.kind, e.sensorNo)}${BEYOND[e.kind]} ${(e.limit ?? 0) / 10} ${UNITS[measureOf(e.sensorNo)]}`,
        })
    }
    const ended = e.to === null ? null : iso(e.to)
    await sql`update alarm set end_at = ${ended}, detail = ${restored} where operator_id = ${operatorId} and vehicle = ${vehicle} and kind = 'temperature' and start_at = ${iso(e.from)} and starts_with(detail, ${words(e.kind, e.sensorNo)}) and (end_at is distinct from ${ended}::timestamptz or ${isWithdrawn}) and deleted_at is null`.execute(
      tx,
    )
  }
  await showOnChannels(tx, outcome)
}

/** What the list of channels says: what is open, or else that a limit is near. A probe's own excursion counts before the distance to others. */
async function showOnChannels(tx: Tx, { out, channels }: VehicleOutcome): Promise<void> {
  const shown = new Map<number, Rec<typeof temperatureChannel>['excursion']>(out.near.map((n) => [n, 'warning']))
  const open = out.excursions.filter((e) => e.to === null)
  for (const e of [...open.filter((one) => one.kind === 'spread'), ...open.filter((one) => one.kind !== 'spread')])
    shown.set(e.sensorNo, e.kind)
  const read = new Set(out.readings.map((r) => r.sensorNo))
  for (const c of channels) {
    const word = shown.get(c.sensorNo) ?? 'none'
    if (read.has(c.sensorNo))
      await tx.updateTable('temperatureChannel').set({ excursion: word }).where('id', '=', c.id).where('excursion', '!=', word).execute()
  }
}
