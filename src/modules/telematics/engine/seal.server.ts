/**
 * Readings are added and sealed in one statement a day: what was really added of a vehicle's day is digested and linked to what the day
 * had before (decision 0017). The engine looks at a vehicle once at a time, so nobody else links to the same end meanwhile.
 */
import { sql } from 'kysely'
import type { Tx } from '#kit/access/context.server.ts'
import { dayOf } from '#kit/basics/time/day.ts'

/** A reading as it is summed up: everything stored of it, in one text. */
export const READING_TEXT = sql`concat_ws(chr(124), vehicle, sensor_no, round(extract(epoch from at) * 1000)::bigint, coalesce(value::text, chr(45)), quality, late, round(extract(epoch from received_at) * 1000)::bigint)`

export interface NewReading {
  vehicle: number
  sensorNo: number
  at: number
  value: number | null
}

export async function addSealed(
  tx: Tx,
  operatorId: number,
  readings: readonly NewReading[],
  { now, late }: { now: string; late: number },
): Promise<void> {
  // In the order of days: each is linked to the one begun before it.
  for (const [day, rows] of [...Map.groupBy(readings, (r) => dayOf(r.at))].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const list = (of: (r: NewReading) => number | null) => sql`${`{${rows.map((r) => of(r) ?? 'null').join(',')}}`}::bigint[]`
    await sql`
      with head as materialized (select vehicle, batches from temperature_seal where operator_id = ${operatorId} and day = ${day}::date and vehicle = any(${list((r) => r.vehicle)})),
      added as (
        insert into temperature_reading (operator_id, vehicle, sensor_no, at, value, quality, late, received_at, batch)
        select ${operatorId}, u.vehicle, u.sensor, 'epoch'::timestamptz + u.at * interval '1 ms', u.value, case when u.value is null then 'broken' else 'ok' end, u.at < ${late}, ${now}::timestamptz, coalesce(h.batches, 0) + 1
        from unnest(${list((r) => r.vehicle)}, ${list((r) => r.sensorNo)}, ${list((r) => r.at)}, ${list((r) => r.value)}) as u(vehicle, sensor, at, value) left join head h on h.vehicle = u.vehicle
        on conflict do nothing returning vehicle, sensor_no, at, value, quality, late, received_at, batch),
      sums as (select vehicle, batch, count(*) as n, sha256(convert_to(string_agg(${READING_TEXT}, chr(10) order by sensor_no, at), 'UTF8')) as digest from added a group by vehicle, batch)
      insert into temperature_seal as s (operator_id, vehicle, day, seq, batches, readings, hash, before_hash, before_batches, begun_at)
      select ${operatorId}, x.vehicle, ${day}::date, coalesce(p.seq, 0) + 1, 1, x.n, sha256(coalesce(p.hash, decode('00', 'hex')) || x.digest), coalesce(p.hash, decode('00', 'hex')), coalesce(p.batches, 0), ${now}::timestamptz
      from sums x left join lateral (select seq, hash, batches from temperature_seal where operator_id = ${operatorId} and vehicle = x.vehicle order by seq desc limit 1) p on true
      on conflict (operator_id, vehicle, day) do update set batches = s.batches + 1, readings = s.readings + excluded.readings, hash = sha256(s.hash || (select digest from sums where vehicle = s.vehicle))`.execute(
      tx,
    )
  }
}
