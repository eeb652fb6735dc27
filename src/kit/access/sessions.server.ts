/**
 * Sessions: an opaque 256-bit token, known to the database only as its sha256. A look-up is remembered for at most
 * one second, so a revoked session dies within a second everywhere even when a notice is lost.
 */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../basics/time/clock.ts'
import type { Database, WriteTools } from '../database/connection/pool.server.ts'
import { worded } from '../database/compiled-statement.server.ts'
import type { Tx } from './context.server.ts'
import { loginEvent } from './log.server.ts'
import { sessionsChanged, type AccessNotice, type SessionPolicy } from './loader.server.ts'
import './tables.ts'

export interface Session {
  id: number
  userId: number
  operatorId: number
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  idleMinutes: number
  /** The way of `provides.signInWays` by which he came; null: his password or passkey. */
  way: string | null
  /** A first or too old password is changed before anything else. */
  asksPassword: boolean
  /** A second factor was asked where he came from. */
  provenElsewhere: boolean
  /** Version of the operator's rights at the time of the look-up. */
  accessVersion: number
}
/** For whom, from where, and by what. */
interface Opening extends Pick<Session, 'way' | 'asksPassword' | 'provenElsewhere'> {
  userId: number
  operatorId: number
  username: string
  ip: string
  userAgent: string
}
export interface SessionView {
  id: number
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  ip: string
  userAgent: string
  current: boolean
}

/** Rows of a company are its own also when they are swept. */
export async function companies(db: Database): Promise<number[]> {
  const rows = await db.read(null, (tx) => tx.selectFrom('operator').select('id').orderBy('id').execute())
  return rows.map((row) => row.id)
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
const TOKEN = /^[\w-]{43}$/

const findSession = worded(
  // The one question about sessions that is asked before a company is known (0004_security.sql).
  (_db, p: { tokenHash: string }) => sql<Session>`select * from session_by_token(${p.tokenHash})`,
)

/** Remembered look-ups, milliseconds. Bounds how long a revoked token can still pass. */
const REMEMBER_MS = 1000
/** Activity is written at most this often: a click a second need not be a write a second. */
const TOUCH_MS = 30_000
/** Of one person at once: devices and programs under one account. A script that signs in at every call would have as many as the disk. */
export const MOST_SESSIONS = 50

export class Sessions {
  private readonly db: Database
  private readonly clock: Clock
  private readonly known = new Map<string, { at: number; session: Promise<Session | null> }>()

  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async create(tx: Tx, { username, ...of }: Opening, policy: SessionPolicy) {
    const token = randomBytes(32).toString('base64url')
    const now = this.clock.now()
    const expiresAt = new Date(Date.parse(now) + policy.absoluteHours * 3_600_000).toISOString()
    await this.makeRoom(tx, { username, ...of })
    const { id } = await tx
      .insertInto('session')
      .values({
        ...of,
        userAgent: of.userAgent.slice(0, 300),
        tokenHash: hashToken(token),
        createdAt: now,
        lastSeenAt: now,
        expiresAt,
        idleMinutes: policy.idleMinutes,
        revokedAt: null,
        revokedReason: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, token, expiresIn: policy.absoluteHours * 3600 }
  }

  /**
   * One more for this person: of too many the one unused longest ends, which the login log says. Those that are over already are put out of
   * the index they are counted by. Two at once pass over each other's rows and may leave one too many.
   */
  private async makeRoom(tx: Tx, { userId, operatorId, username, ip, userAgent }: Opening): Promise<void> {
    const now = this.clock.now()
    const { rows } = await sql<{ live: boolean }>`
      with ranked as (
        select id, expires_at > ${now} and last_seen_at + idle_minutes * interval '1 minute' > ${now} as live,
          row_number() over (order by last_seen_at desc, id desc) as place
        from session where operator_id = ${operatorId} and user_id = ${userId} and revoked_at is null
      ), over as (
        select s.id, r.live from session s join ranked r on r.id = s.id
        where s.operator_id = ${operatorId} and (not r.live or r.place >= ${MOST_SESSIONS}) order by s.id for update of s skip locked
      )
      update session set revoked_at = ${now}, revoked_reason = case when over.live then 'tooMany' else 'over' end
      from over where session.operator_id = ${operatorId} and session.id = over.id returning over.live`.execute(tx)
    const ended = rows.filter(({ live }) => live).length
    if (ended === 0) return
    this.known.clear()
    await loginEvent(tx, this.clock, {
      result: 'sessionsEnded',
      username,
      ip,
      userAgent,
      operatorId,
      userId,
      detail: `同时登录超过 ${MOST_SESSIONS} 处，最久未使用的 ${ended} 个已结束`,
    })
  }

  /** The live session of a token, or null. `active`: a person did something, so the idle time starts anew. */
  async verify(token: string, active: boolean): Promise<Session | null> {
    if (!TOKEN.test(token)) return null
    const session = await this.lookUp(hashToken(token))
    if (!session) return null
    const now = Date.parse(this.clock.now())
    const idleSince = now - Date.parse(session.lastSeenAt)
    if (now >= Date.parse(session.expiresAt) || idleSince >= session.idleMinutes * 60_000) return null
    if (active && idleSince >= TOUCH_MS) await this.touch(session)
    return session
  }

  private lookUp(tokenHash: string): Promise<Session | null> {
    const at = performance.now()
    const known = this.known.get(tokenHash)
    if (known && at - known.at < REMEMBER_MS) return known.session
    if (this.known.size > 10_000) this.known.clear()
    const session = this.db.read(
      null,
      async (db) => {
        const { rows } = await findSession(db, { tokenHash })
        return rows[0] ?? null
      },
      { prepared: true },
    )
    const entry = { at, session }
    this.known.set(tokenHash, entry)
    session.catch(() => {
      if (this.known.get(tokenHash) === entry) this.known.delete(tokenHash)
    })
    return session
  }

  private async touch(session: Session): Promise<void> {
    session.lastSeenAt = this.clock.now()
    await this.db.write(session.operatorId, (tx) =>
      tx
        .updateTable('session')
        .set({ lastSeenAt: session.lastSeenAt })
        .where('operatorId', '=', session.operatorId)
        .where('id', '=', session.id)
        .execute(),
    )
  }

  async list(userId: number, operatorId: number, currentId: number): Promise<SessionView[]> {
    const now = this.clock.now()
    const rows = await this.db.read(operatorId, (db) =>
      db
        .selectFrom('session')
        .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'ip', 'userAgent', 'idleMinutes'])
        .where('userId', '=', userId)
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', now)
        .orderBy('lastSeenAt', 'desc')
        .orderBy('id', 'desc')
        .limit(100)
        .execute(),
    )
    return rows
      .filter((row) => Date.parse(now) - Date.parse(row.lastSeenAt) < row.idleMinutes * 60_000)
      .map((row) => ({
        id: row.id,
        createdAt: row.createdAt,
        lastSeenAt: row.lastSeenAt,
        expiresAt: row.expiresAt,
        ip: row.ip,
        userAgent: row.userAgent,
        current: row.id === currentId,
      }))
  }

  /** Ends sessions of one user; returns how many. Used by logout, "end others", an administrator's kick, disabling. */
  async end(
    tx: Tx,
    tools: Pick<WriteTools, 'notify'>,
    which: { userId: number; id?: number; except?: number },
    reason: string,
  ): Promise<number> {
    let query = tx
      .updateTable('session')
      .set({ revokedAt: this.clock.now(), revokedReason: reason })
      .where('userId', '=', which.userId)
      .where('revokedAt', 'is', null)
    if (which.id !== undefined) query = query.where('id', '=', which.id)
    if (which.except !== undefined) query = query.where('id', '!=', which.except)
    const ended = await query.returning('id').execute()
    if (ended.length > 0) await sessionsChanged(tools, which.userId)
    return ended.length
  }

  /** Rows of no further use; the login log keeps what happened. */
  async prune(): Promise<void> {
    const before = new Date(Date.parse(this.clock.now()) - 30 * 86_400_000).toISOString()
    for (const id of await companies(this.db))
      await this.db.write(id, (tx) => tx.deleteFrom('session').where('expiresAt', '<', before).execute())
  }

  forget(notice: AccessNotice): void {
    // Keyed by token, and few: dropping all costs one query per signed-in user.
    if (notice.userId !== undefined || notice.operatorId !== undefined) this.known.clear()
  }

  clear(): void {
    this.known.clear()
  }
}
