/**
 * Guessing is slow: five failures lock a name for 15 minutes, whether or not such a user exists (so the answer tells
 * nothing), and an address with many failures over any names has to wait. Counters are rows: a restart or another
 * node does not reset them. Addresses are those of the connection, never of a header the guesser writes.
 */
import { sql } from 'kysely'
import { isIP } from 'node:net'
import type { Clock } from '../basics/time/clock.ts'
import type { Database } from '../database/connection/pool.server.ts'
import './tables.ts'

const WINDOW_MS = 15 * 60_000
const NAME_LIMIT = 5
const ADDRESS_LIMIT = 100

/** Also for whoever shows or lifts a lock: names are compared without case, as at login. */
export const attemptKey = (username: string): string => `user:${username.toLowerCase().slice(0, 64)}`
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
const keyOfAddress = (ip: string): string => `ip:${networkOf(ip)}`

/** Who came in from here in these days, and may again while others guess from the same address: an office has one for everybody. */
const KNOWN_DAYS = 30

interface Locks {
  /** Minutes left, rounded up, or null. */
  nameMinutes: number | null
  addressMinutes: number | null
}

export class Attempts {
  private readonly db: Database
  private readonly clock: Clock
  private readonly queues = new Map<string, { tail: Promise<unknown>; length: number }>()

  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async locks(username: string, ip: string): Promise<Locks> {
    const now = this.clock.now()
    const rows = await this.db.read(null, (db) =>
      db
        .selectFrom('loginAttempt')
        .select(['key', 'lockedUntil'])
        .where('key', 'in', [attemptKey(username), keyOfAddress(ip)])
        .where('lockedUntil', '>', now)
        .execute(),
    )
    const minutes = (key: string): number | null => {
      const until = rows.find((row) => row.key === key)?.lockedUntil
      return until ? Math.max(1, Math.ceil((Date.parse(until) - Date.parse(now)) / 60_000)) : null
    }
    return { nameMinutes: minutes(attemptKey(username)), addressMinutes: minutes(keyOfAddress(ip)) }
  }

  /** Whether this person signed in from this address lately. Guessers of one address lock the others out, not those at home there. */
  async isAtHome(record: { id: number; operatorId: number }, ip: string): Promise<boolean> {
    const since = new Date(Date.parse(this.clock.now()) - KNOWN_DAYS * 86_400_000).toISOString()
    const rows = await this.db.read(record.operatorId, (db) =>
      db.selectFrom('session').select('ip').distinct().where('userId', '=', record.id).where('createdAt', '>', since).limit(200).execute(),
    )
    return rows.some((row) => networkOf(row.ip) === networkOf(ip))
  }

  /** Returns how many tries the name has left. */
  async failed(username: string, ip: string): Promise<number> {
    const now = this.clock.now()
    return this.db.write(null, async (tx) => {
      const count = async (key: string, limit: number): Promise<number> => {
        const windowStart = new Date(Date.parse(now) - WINDOW_MS).toISOString()
        const until = new Date(Date.parse(now) + WINDOW_MS).toISOString()
        const { rows } = await sql<{ failures: number }>`
          insert into login_attempt as a (key, failures, since) values (${key}, 1, ${now})
          on conflict (key) do update set
            failures = case when a.since <= ${windowStart} then 1 else a.failures + 1 end,
            since = case when a.since <= ${windowStart} then ${now} else a.since end,
            locked_until = case when a.since > ${windowStart} and a.failures + 1 >= ${limit} then ${until}::timestamptz else a.locked_until end
          returning failures`.execute(tx)
        return Math.max(0, limit - rows[0]!.failures)
      }
      const left = await count(attemptKey(username), NAME_LIMIT)
      await count(keyOfAddress(ip), ADDRESS_LIMIT)
      return left
    })
  }

  /** After a success, or when an administrator unlocks the account. */
  async clear(username: string): Promise<void> {
    await this.db.write(null, (tx) => tx.deleteFrom('loginAttempt').where('key', '=', attemptKey(username)).execute())
  }

  async prune(): Promise<void> {
    const before = new Date(Date.parse(this.clock.now()) - 86_400_000).toISOString()
    await this.db.write(null, (tx) => tx.deleteFrom('loginAttempt').where('since', '<', before).execute())
  }

  /**
   * One attempt per name at a time in this process: otherwise a burst of guesses would all be checked before the
   * first of them is counted. Null when too many wait already.
   */
  async inTurn<T>(username: string, work: () => Promise<T>): Promise<T | null> {
    const key = attemptKey(username)
    const queue = this.queues.get(key) ?? { tail: Promise.resolve(), length: 0 }
    if (queue.length >= 50) return null
    this.queues.set(key, queue)
    queue.length++
    const result = queue.tail.then(work)
    queue.tail = result.catch(() => {})
    try {
      return await result
    } finally {
      if (--queue.length === 0) this.queues.delete(key)
    }
  }
}
