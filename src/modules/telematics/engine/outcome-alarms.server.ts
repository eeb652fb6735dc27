/** Alarms that terminals raise and that fences and thresholds give rise to, as rows: opened once, moved on while they last, ended. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { publish } from '#kit/http/sending/events.server.ts'
import { add } from '#kit/entity/store.server.ts'
import { cardsAt } from '../cards/card.server.ts'
import { gradeOf, gradeOfBit } from '../alarms/alarm.rules.ts'
import type { FenceHappening } from './fences.rules.ts'
import type { Subject, VehicleOutcome } from './findings.server.ts'

export interface FoundAlarm {
  subject: Subject
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
/** How an alarm says that late data took it back, and what it says when later data bring it again. */
const WITHDRAWN = '补传数据表明未发生'
export const isWithdrawn = sql<boolean>`(coalesce(detail, '') like ${`%${WITHDRAWN}`})`
export const withdrawn = sql`coalesce(detail || '；', '') || ${WITHDRAWN}`
export const restored = sql`nullif(regexp_replace(detail, ${`(^|；)${WITHDRAWN}$`}, ''), '')`
const FENCE_ALARMS: Partial<Record<FenceHappening['kind'], string>> = {
  enter: 'fenceEnter',
  leave: 'fenceLeave',
  stay: 'fenceStay',
  overspeed: 'fenceSpeed',
  deviate: 'routeDeviate',
}
const iso = (ms: number): string => new Date(ms).toISOString()
const tenth = (n: number): number => Math.round(n * 10) / 10

/** A fence says what it wants to be told of; a depot one drives to every day need not alarm anybody. */
function wanted({ fence, kind }: FenceHappening): boolean {
  if (kind === 'enter') return fence.onEnter && (fence.purpose === 'watch' || fence.purpose === 'forbidden')
  if (kind === 'leave') return fence.onLeave && (fence.purpose === 'watch' || fence.purpose === 'confined')
  return kind !== 'cross' || fence.purpose === 'forbidden'
}
export function alarmsOf({ subject, out }: VehicleOutcome): FoundAlarm[] {
  const own = out.alarms.map((a): FoundAlarm => ({
    subject,
    kind: `b${a.bit}`,
    from: a.from,
    to: a.to,
    last: a.last,
    times: a.times,
    lng: a.located ? a.lng : null,
    lat: a.located ? a.lat : null,
    speed: a.speed,
    maxValue: a.maxSpeed,
    source: 'terminal',
    detail: null,
  }))
  const fences = out.fences.filter(wanted).map((h): FoundAlarm => {
    const kind = FENCE_ALARMS[h.kind] ?? 'fenceEnter'
    return {
      subject,
      kind,
      from: h.at,
      to: h.at,
      last: h.at,
      times: 1,
      lng: h.lng,
      lat: h.lat,
      speed: h.speed,
      maxValue: null,
      source: 'platform',
      detail: `围栏「${h.fence.name}」`,
    }
  })
  return [...own, ...fences]
}

/** Of vehicles whose day was folded again: an alarm of the stored day that the new run does not raise is withdrawn. */
async function amend(tx: Tx, ctx: Context, alarms: readonly FoundAlarm[], outcomes: readonly VehicleOutcome[]): Promise<void> {
  for (const { subject, from } of outcomes) {
    if (from === null) continue
    const standing = alarms.filter((a) => a.subject === subject).map((a) => `${a.kind}/${a.from}`)
    await sql`update alarm set end_at = coalesce(end_at, start_at), detail = ${withdrawn} where operator_id = ${ctx.user.operatorId} and vehicle = ${subject.vehicle} and start_at >= ${iso(from)} and deleted_at is null
      and (kind ~ '^b\\d+$' or kind in ('fenceEnter', 'fenceLeave', 'fenceStay', 'fenceSpeed', 'routeDeviate')) and not ${isWithdrawn} and not (kind || '/' || round(extract(epoch from start_at) * 1000)::bigint = any(${sql.val(standing)}::text[]))`.execute(
      tx,
    )
  }
}

export async function storeAlarms(
  tx: Tx,
  ctx: Context,
  alarms: readonly FoundAlarm[],
  outcomes: readonly VehicleOutcome[] = [],
): Promise<void> {
  const { operatorId } = ctx.user
  await amend(tx, ctx, alarms, outcomes)
  if (alarms.length === 0) return
  const { rows } = await sql<{
    id: number
    vehicle: number
    kind: string
    at: number
  }>`select a.id, a.vehicle, a.kind, round(extract(epoch from a.start_at) * 1000)::bigint as at from alarm a
    join (select distinct vehicle, at from unnest(${sql.val(alarms.map((a) => a.subject.vehicle))}::bigint[], ${sql.val(alarms.map((a) => iso(a.from)))}::timestamptz[]) as f(vehicle, at)) f on a.vehicle = f.vehicle and a.start_at = f.at
    where a.operator_id = ${operatorId} and a.deleted_at is null`.execute(tx)
  const known = new Map(rows.map((row) => [`${row.vehicle}/${row.kind}/${row.at}`, row.id]))
  const moving = new Map<number, FoundAlarm>()
  for (const a of alarms) {
    const key = `${a.subject.vehicle}/${a.kind}/${a.from}`
    const id = known.get(key)
    if (id) moving.set(id, a)
    else known.set(key, await openAlarm(tx, ctx, a))
  }
  await moveOn(tx, moving)
}

export async function openAlarm(tx: Tx, ctx: Context, a: FoundAlarm): Promise<number> {
  const { vehicle, store, terminal } = a.subject
  const grade = /^b\d+$/.test(a.kind) ? gradeOfBit(Number(a.kind.slice(1))) : gradeOf(a.kind)
  const [card] = await cardsAt(tx, [{ vehicle, at: iso(a.from) }])
  const made = await add(tx, ctx, 'alarm', {
    vehicle,
    driver: card?.driver ?? null,
    terminal,
    store,
    kind: a.kind,
    grade,
    source: a.source,
    startAt: iso(a.from),
    lng: a.lng,
    lat: a.lat,
    speed: a.speed === null ? null : tenth(a.speed),
    detail: a.detail,
    endAt: a.to === null ? null : iso(a.to),
    lastAt: iso(a.last),
    times: a.times,
    maxValue: a.maxValue,
  })
  await tell(tx, ctx, { id: made.id, kind: a.kind, grade, vehicle })
  return made.id
}

async function moveOn(tx: Tx, moving: ReadonlyMap<number, FoundAlarm>): Promise<void> {
  if (moving.size === 0) return
  const all = [...moving.values()]
  await sql`update alarm a set end_at = u.ended, last_at = u.latest, times = u.times, max_value = u.most, detail = ${restored}
    from unnest(${sql.val([...moving.keys()])}::bigint[], ${sql.val(all.map((a) => (a.to === null ? null : iso(a.to))))}::timestamptz[], ${sql.val(all.map((a) => iso(a.last)))}::timestamptz[], ${sql.val(all.map((a) => a.times))}::bigint[], ${sql.val(all.map((a) => a.maxValue))}::numeric[])
      as u(id, ended, latest, times, most) where a.id = u.id`.execute(tx)
}

/** People who are signed in hear that there is something; what it is they ask with their own rights. */
const tell = (tx: Tx, ctx: Context, data: { id: number; kind: string; grade: string; vehicle: number }): Promise<void> =>
  publish(
    { notify: async (channel, payload) => void (await sql`select pg_notify(${channel}, ${payload})`.execute(tx)) },
    { operatorId: ctx.user.operatorId, userIds: null, name: 'alarm', data },
  )
