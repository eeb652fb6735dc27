/** Positions as rows: one statement for any number of them. Again is the same. */
import { sql } from 'kysely'
import { codeOf } from '#kit/database/errors.ts'
import type { Handle } from '#kit/database/connection/pool.server.ts'
import { causeOf } from '../../terminals/refused.rules.ts'
import type { Fix } from './fix.rules.ts'

export type Stored = Fix & { vehicle: number | null }

const NUMBERS = [
  'terminal',
  'vehicle',
  'at',
  'receivedAt',
  'serial',
  'lng',
  'lat',
  'altitude',
  'speed',
  'direction',
  'flags',
  'alarm',
  'status',
  'odometer',
  'fuel',
  'signal',
  'satellites',
] as const

/** Array literals written by hand: numbers need no quoting, and this is what the gateway does all day. */
function numbers(rows: readonly Stored[], name: (typeof NUMBERS)[number]): string {
  let text = '{'
  for (let i = 0; i < rows.length; i++) text += `${i ? ',' : ''}${rows[i]![name] ?? 'null'}`
  return `${text}}`
}
const texts = (rows: readonly Stored[], name: 'sentTime' | 'items'): (string | null)[] | null =>
  rows.some((row) => row[name] !== null) ? rows.map((row) => row[name]) : null

/** What reports of one key say together: one statement takes a key once. The first stands, the others add to it. */
function oneOfEach(rows: readonly Stored[]): readonly Stored[] {
  const byKey = new Map<string, Stored>()
  for (const row of rows) {
    const key = `${row.terminal}/${row.at}/${row.serial}`
    const first = byKey.get(key)
    byKey.set(key, first ? added(first, row) : row)
  }
  return byKey.size === rows.length ? rows : [...byKey.values()]
}
type Items = Record<string, unknown> & { i?: readonly unknown[] }
function added(to: Stored, from: Stored): Stored {
  const [a, b] = [to, from].map(({ items }) => (items === null ? {} : (JSON.parse(items) as Items))) as [Items, Items]
  const present = new Set((a.i ?? []).map((item) => JSON.stringify(item)))
  const i = [...(a.i ?? []), ...(b.i ?? []).filter((item) => !present.has(JSON.stringify(item)))]
  return {
    ...to,
    receivedAt: Math.max(to.receivedAt, from.receivedAt),
    alarm: (to.alarm | from.alarm) >>> 0,
    odometer: to.odometer ?? from.odometer,
    fuel: to.fuel ?? from.fuel,
    signal: to.signal ?? from.signal,
    satellites: to.satellites ?? from.satellites,
    items: to.items === null && from.items === null ? null : JSON.stringify({ ...b, ...a, ...(i.length ? { i } : {}) }),
  }
}

/** As `added`, for a point that is stored. Whoever looks for what came since then finds it. */
const ADDED = sql`
    received_at = greatest(p.received_at, excluded.received_at), alarm = p.alarm | excluded.alarm, odometer = coalesce(p.odometer, excluded.odometer), fuel = coalesce(p.fuel, excluded.fuel),
    signal = coalesce(p.signal, excluded.signal), satellites = coalesce(p.satellites, excluded.satellites),
    items = case when excluded.items is null then p.items when p.items is null then excluded.items else excluded.items || p.items ||
      case when p.items ? 'i' and excluded.items ? 'i' then jsonb_build_object('i', (p.items->'i') || (select coalesce(jsonb_agg(x), '[]') from jsonb_array_elements(excluded.items->'i') x where not (p.items->'i') @> jsonb_build_array(x))) else '{}' end end
  where p.alarm | excluded.alarm <> p.alarm or (p.odometer is null and excluded.odometer is not null) or (p.fuel is null and excluded.fuel is not null)
    or (excluded.items is not null and not coalesce(p.items @> excluded.items, false))`

const TWO_DAYS_MS = 2 * 86_400_000

/**
 * The key is (terminal, time, serial), so what is sent again is there already; what a second report of the same key adds is written onto it. A
 * report whose clock is wrong (`odd`) stands at the time it was received, which differs when it is sent again; it is recognised by the time
 * as sent and its alarms, within two days of when it came. In the order of the key: the same reports may come to two nodes, each with others.
 */
export async function insertPositions(tx: Handle, operatorId: number, all: readonly Stored[], odd: boolean): Promise<void> {
  const rows = oneOfEach(all)
  const column = (name: (typeof NUMBERS)[number]) => sql`${numbers(rows, name)}::bigint[]`
  const received = rows.map((row) => row.receivedAt)
  const from = new Date(Math.min(...received) - TWO_DAYS_MS).toISOString()
  const to = new Date(Math.max(...received) + TWO_DAYS_MS).toISOString()
  const known = odd
    ? sql`where not exists (select 1 from position p where p.terminal = u.terminal and p.serial = u.serial and p.sent_time = u.sent_time and p.alarm | u.alarm = p.alarm and p.at > ${from} and p.at < ${to})`
    : sql``
  await sql`
    insert into position as p (operator_id, terminal, vehicle, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status, odometer, fuel, signal, satellites, sent_time, items)
    select ${operatorId}, u.terminal, u.vehicle, 'epoch'::timestamptz + u.at * interval '1 ms', 'epoch'::timestamptz + u.received_at * interval '1 ms', u.serial, u.lng, u.lat, u.altitude, u.speed, u.direction,
      u.flags, u.alarm, u.status, u.odometer, u.fuel, u.signal, u.satellites, u.sent_time, u.items::jsonb
    from unnest(${sql.join(NUMBERS.map(column))}, ${texts(rows, 'sentTime')}::text[], ${texts(rows, 'items')}::text[])
      as u(terminal, vehicle, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status, odometer, fuel, signal, satellites, sent_time, items)
    ${known} order by u.terminal, u.at, u.serial on conflict (operator_id, terminal, at, serial) do update set ${ADDED}`.execute(tx)
}

export interface Refusal {
  fix: Fix
  error: unknown
}
/** What the table will never take is kept as text beside it, so that a person can look at it and nothing is asked for again. */
export async function setAside(tx: Handle, operatorId: number, refused: readonly Refusal[]): Promise<void> {
  const numbers = (what: (r: Refusal) => number) => sql`${`{${refused.map(what).join(',')}}`}::bigint[]`
  const words = (what: (r: Refusal) => string | null) => sql`${sql.val(refused.map(what))}::text[]`
  await sql`insert into refused_position (operator_id, terminal, vehicle, store, reported_at, received_at, serial, cause, why, frame, content)
    select ${operatorId}, u.terminal, b.vehicle, t.store, u.at, 'epoch'::timestamptz + u.received_at * interval '1 ms', u.serial, u.cause, u.why, u.frame, u.content
    from (select r.*, 'epoch'::timestamptz + r.at_ms * interval '1 ms' as at
        from unnest(${numbers((r) => r.fix.terminal)}, ${numbers((r) => r.fix.at)}, ${numbers((r) => r.fix.receivedAt)}, ${numbers((r) => r.fix.serial)}, ${words((r) => causeOf(codeOf(r.error)))}, ${words(whyOf)}, ${words((r) => r.fix.frame?.() ?? null)}, ${words(({ fix }) => contentOf(fix))})
          as r(terminal, at_ms, received_at, serial, cause, why, frame, content)) u
      left join terminal t on t.id = u.terminal
      left join lateral (select vehicle from terminal_binding where terminal = u.terminal and from_at <= u.at and (to_at is null or to_at > u.at) and deleted_at is null limit 1) b on true
    on conflict do nothing`.execute(tx)
}
const MOST_TEXT = 4000
const whyOf = ({ error }: Refusal): string =>
  `${codeOf(error)} ${error instanceof Error ? error.message : String(error)}`.replaceAll('\0', '').slice(0, 500)
const contentOf = (fix: Fix): string => {
  const text = JSON.stringify(fix)
  return text.length <= MOST_TEXT ? text : JSON.stringify({ ...fix, items: null })
}
