/**
 * Signing in as something to guess at. Three counters: a name from one origin (the one a person meets), a name from everywhere, and an
 * address over all names. Only the first pauses whoever has signed in from there lately; strangers may hammer at him as they like.
 * All count whether or not such a user exists, so the answers tell nothing.
 */
import { sql } from 'kysely'
import type { Clock } from '../../basics/time/clock.ts'
import type { Database } from '../../database/connection/pool.server.ts'
import type { Db, Tx } from '../context.server.ts'
import {
  beginTry,
  countWrong,
  forgiven,
  networkOf,
  pausesOf,
  subjectKey,
  takenBack,
  triesKey,
  waitText,
  type Counted,
  type Patience,
} from './tries.server.ts'

/** Of one name, wherever from: beyond it only known origins try, and whoever has a second factor. */
const EVERYWHERE: Patience = { free: 99, pauses: [3600], forgives: 3600 }
/** Of one address, whatever names: a hundred in a quarter of an hour. */
const AN_ADDRESS: Patience = { free: 99, pauses: [900], forgives: 9 }

/** Names are compared without case, as at login. */
const nameKey = (username: string): string => `user:${username.toLowerCase().slice(0, 64)}`
const addressKey = (ip: string): string => `ip:${networkOf(ip)}`
const originKey = (username: string, ip: string): string => triesKey(nameKey(username), ip)

/** Everything that was counted against a name, whichever origins it came from. */
const ofName = (username: string) => sql<boolean>`(key = ${nameKey(username)} or key like ${`${subjectKey(nameKey(username))}%`})`

/** The end of the longest pause of each name; names without one are left out. */
export async function namesPaused(db: Db, clock: Clock, usernames: readonly string[]): Promise<Map<string, string>> {
  if (usernames.length === 0) return new Map()
  const prefixes = usernames.map((name) => subjectKey(nameKey(name)))
  const { rows } = await sql<{ key: string; until: string }>`
    select case when key like 'from:%' then left(key, ${prefixes[0]!.length}) else key end as key, max(locked_until) as until
    from login_attempt where locked_until > ${clock.now()}
      and (key = any(${sql.val(usernames.map(nameKey))}::text[]) or left(key, ${prefixes[0]!.length}) = any(${sql.val(prefixes)}::text[]))
    group by 1`.execute(db)
  const ends = new Map(rows.map((row) => [row.key, row.until]))
  return new Map(
    usernames.flatMap((name) => {
      const all = [ends.get(nameKey(name)), ends.get(subjectKey(nameKey(name)))].filter((until) => until !== undefined)
      return all.length === 0 ? [] : [[name, all.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0]!] as const]
    }),
  )
}

/** Lifts every pause of a name and forgets what was counted; answers how many origins waited or were about to. */
export async function liftPauses(tx: Tx, username: string): Promise<number> {
  const gone = await tx.deleteFrom('loginAttempt').where(ofName(username)).returning('key').execute()
  return gone.filter(({ key }) => key.startsWith('from:')).length
}

/** Who came in from here in these days, and may again while others guess. */
const KNOWN_DAYS = 30

/** Until when each of them waits, or null. */
interface Standing {
  origin: string | null
  name: string | null
  address: string | null
}

export class Attempts {
  private readonly db: Database
  private readonly clock: Clock
  private readonly queues = new Map<string, { tail: Promise<unknown>; length: number }>()

  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async standing(username: string, ip: string): Promise<Standing> {
    const keys = [originKey(username, ip), nameKey(username), addressKey(ip)] as const
    const pauses = await this.db.read(null, (db) => pausesOf(db, this.clock, keys))
    const [origin, name, address] = keys.map((key) => pauses.get(key) ?? null)
    return { origin: origin!, name: name!, address: address! }
  }

  /** Whether this person signed in from this origin lately. */
  async isAtHome(record: { id: number; operatorId: number }, ip: string): Promise<boolean> {
    const since = new Date(Date.parse(this.clock.now()) - KNOWN_DAYS * 86_400_000).toISOString()
    const rows = await this.db.read(record.operatorId, (db) =>
      db.selectFrom('session').select('ip').distinct().where('userId', '=', record.id).where('createdAt', '>', since).limit(200).execute(),
    )
    return rows.some((row) => networkOf(row.ip) === networkOf(ip))
  }

  /** Null: this origin has to wait. */
  begin(username: string, ip: string): Promise<Counted | null> {
    return this.db.write(null, (tx) => beginTry(tx, this.clock, originKey(username, ip)))
  }

  /** What was begun was wrong. */
  async failed(username: string, ip: string): Promise<void> {
    await this.db.write(null, async (tx) => {
      await countWrong(tx, this.clock, addressKey(ip), AN_ADDRESS)
      await countWrong(tx, this.clock, nameKey(username), EVERYWHERE)
    })
  }

  async succeeded(begun: Counted): Promise<void> {
    await this.db.write(null, (tx) => forgiven(tx, begun.key))
  }

  /** Neither right nor wrong: the other half is still to come. */
  async undecided(begun: Counted): Promise<void> {
    await this.db.write(null, (tx) => takenBack(tx, begun))
  }

  wait(until: string): string {
    return waitText(this.clock, until)
  }

  /**
   * A proof asked again of who is signed in: he has a session from here, so only his own origin counts. Whether it was right, or how
   * long to wait, in words.
   */
  async proven(username: string, ip: string, isRight: () => Promise<boolean>): Promise<boolean | string> {
    const begun = await this.begin(username, ip)
    if (!begun) return this.wait((await this.standing(username, ip)).origin ?? this.clock.now())
    const right = await isRight()
    await (right ? this.succeeded(begun) : this.failed(username, ip))
    return right
  }

  async prune(): Promise<void> {
    const before = new Date(Date.parse(this.clock.now()) - 86_400_000).toISOString()
    await this.db.write(null, (tx) => tx.deleteFrom('loginAttempt').where('since', '<', before).execute())
  }

  /**
   * One attempt per name and origin at a time in this process: checking a password costs, a burst of them more. Null when too many wait
   * already; those of another origin stand in another row.
   */
  async inTurn<T>(username: string, ip: string, work: () => Promise<T>): Promise<T | null> {
    const key = originKey(username, ip)
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
