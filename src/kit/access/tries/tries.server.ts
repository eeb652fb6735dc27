/**
 * Guessing is slow, for whoever guesses and for nobody else: wrong tries are counted by what is guessed at and by where they come from.
 * Pauses grow with what went wrong, and a quiet time forgives. Counters are rows (0002_access.sql): a restart or another node forgets
 * nothing. Addresses are those of the connection, never of a header the guesser writes.
 */
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Clock } from '../../basics/time/clock.ts'
import type { Db, Tx } from '../context.server.ts'
import '../tables.ts'

export interface Patience {
  /** So many wrong ones are nobody's malice. */
  free: number
  /** Seconds after each further one; the last of them from then on. */
  pauses: readonly [number, ...number[]]
  /** Seconds in which one wrong try is forgiven. */
  forgives: number
}
/** Of one origin at one name, key, link or number: some thirty tries a day. */
export const GUESSES: Patience = { free: 4, pauses: [30, 60, 300, 900, 3600], forgives: 3600 }

/** One customer line has a whole /64 of IPv6: counted as one, or every guess would come from a fresh address. */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip
  const [head = '', tail = ''] = ip.split('%', 1)[0]!.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const all = [...before, ...zeros, ...after].slice(0, 4)
  return `${all.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/64`
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
/** An address is personal, and what is guessed at may be a telephone: only their hashes lie there, for a day. The first 38 characters are the subject's. */
export const subjectKey = (subject: string): string => `from:${digest(subject)}:`
export const triesKey = (subject: string, ip: string): string => `${subjectKey(subject)}${digest(networkOf(ip))}`

/** 30 秒, 15 分钟, 1 小时. */
export function waitText(clock: Clock, until: string): string {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - Date.parse(clock.now())) / 1000))
  return seconds < 60 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分钟`
}

/** Those of the keys that wait, and until when. */
export async function pausesOf(db: Db, clock: Clock, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('loginAttempt')
    .select(['key', 'lockedUntil'])
    .where('key', 'in', keys)
    .where('lockedUntil', '>', clock.now())
    .execute()
  return new Map(rows.map((row) => [row.key, row.lockedUntil!]))
}

export interface Counted {
  key: string
  /** Wrong ones so far, this one among them. */
  wrong: number
  /** How many more before there is a pause. */
  left: number
  /** The pause that this one began. */
  until: string | null
}

const upsert = async (tx: Tx, clock: Clock, key: string, patience: Patience, unlessPaused: boolean): Promise<Counted | null> => {
  const now = clock.now()
  const { free, pauses, forgives } = patience
  const wrong = sql`greatest(0, a.failures - greatest(0, floor(extract(epoch from ${now}::timestamptz - a.since) / ${forgives})))::int + 1`
  const { rows } = await sql<{ failures: number; lockedUntil: string | null }>`
    insert into login_attempt as a (key, failures, since) values (${key}, 1, ${now})
    on conflict (key) do update set failures = ${wrong}, since = ${now},
      locked_until = ${now}::timestamptz + make_interval(secs => (${sql.val([...pauses])}::int[])[least(${wrong} - ${free}, ${pauses.length})])
    ${unlessPaused ? sql`where a.locked_until is null or a.locked_until <= ${now}` : sql``}
    returning failures, locked_until`.execute(tx)
  const row = rows[0]
  return row ? { key, wrong: row.failures, left: Math.max(0, free + 1 - row.failures), until: row.lockedUntil } : null
}

export async function countWrong(tx: Tx, clock: Clock, key: string, patience: Patience = GUESSES): Promise<Counted> {
  return (await upsert(tx, clock, key, patience, false))!
}

/**
 * Counts a try as wrong before it is judged: of twenty at once, on whichever nodes, five are judged. Null: it has to wait.
 * What was right is `forgiven`, what was neither `takenBack`.
 */
export const beginTry = (tx: Tx, clock: Clock, key: string, patience: Patience = GUESSES): Promise<Counted | null> =>
  upsert(tx, clock, key, patience, true)

export async function forgiven(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('loginAttempt').where('key', '=', key).execute()
}

/** Only the pause that this try began goes with it: one that another has begun meanwhile stays. */
export async function takenBack(tx: Tx, { key, until }: Counted): Promise<void> {
  await sql`update login_attempt set failures = greatest(0, failures - 1),
    locked_until = case when locked_until = ${until}::timestamptz then null else locked_until end where key = ${key}`.execute(tx)
}
