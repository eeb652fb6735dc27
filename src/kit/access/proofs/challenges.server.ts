/**
 * What a browser has to answer once and soon while somebody signs in: the challenge of a passkey. 256 random
 * bits, known to the database by their hash; bound to purpose, person and session, and gone when they are taken, right or wrong.
 */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../../basics/time/clock.ts'
import type { Database } from '../../database/connection/pool.server.ts'
import { seal, unseal } from '../secrets.server.ts'
import '../tables.ts'

/** `register`: a passkey is added; `second`: after the password; `alone`: instead of it. */
export type Purpose = 'register' | 'second' | 'alone'
/** Of whom, and in which session, where that is known. */
export interface ChallengeOf {
  userId?: number
  sessionId?: number
}

const LIFE_MS = 5 * 60_000
const hashOf = (challenge: string): string => createHash('sha256').update(challenge).digest('hex')

export class Challenges {
  private readonly db: Database
  private readonly clock: Clock
  private readonly key: Buffer

  constructor(db: Database, clock: Clock, key: Buffer) {
    this.db = db
    this.clock = clock
    this.key = key
  }

  /** `carried` comes back when it is taken; nobody reads it meanwhile. */
  async make(purpose: Purpose, of: ChallengeOf, carried: string): Promise<string> {
    const challenge = randomBytes(32).toString('base64url')
    const hash = hashOf(challenge)
    await this.db.write(null, (tx) =>
      tx
        .insertInto('signInChallenge')
        .values({
          hash,
          purpose,
          userId: of.userId ?? null,
          sessionId: of.sessionId ?? null,
          sealed: seal(this.key, Buffer.from(carried), hash),
          expiresAt: new Date(Date.parse(this.clock.now()) + LIFE_MS).toISOString(),
        })
        .execute(),
    )
    return challenge
  }

  /** What it carries; null when it was never made, is used, too old, or another's. */
  async take(purpose: Purpose, of: ChallengeOf, challenge: string): Promise<string | null> {
    const hash = hashOf(challenge)
    const row = await this.db.write(null, (tx) =>
      tx
        .deleteFrom('signInChallenge')
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expiresAt', '>', this.clock.now())
        .where(sql<boolean>`user_id is not distinct from ${of.userId ?? null} and session_id is not distinct from ${of.sessionId ?? null}`)
        .returning('sealed')
        .executeTakeFirst(),
    )
    return row ? unseal(this.key, row.sealed, hash).toString() : null
  }

  async prune(): Promise<void> {
    await this.db.write(null, (tx) => tx.deleteFrom('signInChallenge').where('expiresAt', '<', this.clock.now()).execute())
  }
}
