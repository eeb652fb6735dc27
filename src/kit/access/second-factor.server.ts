/** One-time codes of a user: enrol (shows the secret once), confirm with a code, accept a code once; codes for the day the telephone is lost. */
import { createHash, randomInt } from 'node:crypto'
import type { Clock } from '../basics/time/clock.ts'
import type { Database } from '../database/connection/pool.server.ts'
import type { Db, Tx } from './context.server.ts'
import { mark, seal, unseal } from './secrets.server.ts'
import { clearPasskeys } from './proofs/passkeys.server.ts'
import { base32, matchTotp, newTotpSecret, totpUri } from './totp.server.ts'
import './tables.ts'

const RECOVERY_CODES = 10
const RECOVERY_LENGTH = 12
/** Without the characters people confuse when they read from paper. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const recoveryCode = (): string => Array.from({ length: RECOVERY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
const recoveryBound = (userId: number): string => `recovery:${userId}`
/** Those made before the marks were keyed; each is good until it is used or new ones are made. */
const recoveryHashBefore = (userId: number, code: string): string => createHash('sha256').update(`${userId}:${code}`).digest('hex')

/** All of it: codes, passkeys and what stands in for them. */
export async function clearSecondFactor(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('userTotp').where('userId', '=', userId).execute()
  await clearPasskeys(tx, userId)
  await tx.deleteFrom('userRecovery').where('userId', '=', userId).execute()
}

/** Codes of an app or a passkey. */
export async function hasAny(tx: Db, userId: number): Promise<boolean> {
  const totp = await tx
    .selectFrom('userTotp')
    .select('userId')
    .where('userId', '=', userId)
    .where('enabledAt', 'is not', null)
    .executeTakeFirst()
  return Boolean(totp ?? (await tx.selectFrom('userPasskey').select('id').where('userId', '=', userId).executeTakeFirst()))
}
/** Whoever has neither codes nor a passkey any more has nothing that recovery codes could stand in for. */
export async function dropIdleRecovery(tx: Tx, userId: number): Promise<void> {
  if (!(await hasAny(tx, userId))) await tx.deleteFrom('userRecovery').where('userId', '=', userId).execute()
}

export class SecondFactor {
  private readonly db: Database
  private readonly clock: Clock
  private readonly key: Buffer

  constructor(db: Database, clock: Clock, key: Buffer) {
    if (key.length !== 32) throw new Error('the key of second-factor secrets is 32 bytes')
    this.db = db
    this.clock = clock
    this.key = key
  }

  private row(userId: number, operatorId: number) {
    return this.db.read(operatorId, (db) =>
      db.selectFrom('userTotp').select(['secret', 'enabledAt']).where('userId', '=', userId).executeTakeFirst(),
    )
  }

  /** Codes of an app or a passkey. */
  async any(userId: number, operatorId: number): Promise<boolean> {
    return this.db.read(operatorId, (db) => hasAny(db, userId))
  }

  /** Codes of an app. */
  async enabled(userId: number, operatorId: number): Promise<boolean> {
    return Boolean((await this.row(userId, operatorId))?.enabledAt)
  }

  /** A new secret, not yet in force; null when the factor is already enabled (it must be disabled first). */
  async enrol(userId: number, operatorId: number, issuer: string, username: string): Promise<{ secret: string; uri: string } | null> {
    const secret = newTotpSecret()
    const sealed = seal(this.key, secret, String(userId))
    const { numInsertedOrUpdatedRows } = await this.db.write(operatorId, (tx) =>
      tx
        .insertInto('userTotp')
        .values({ userId, operatorId, secret: sealed, enabledAt: null })
        .onConflict((c) =>
          c.columns(['operatorId', 'userId']).doUpdateSet({ secret: sealed, lastStep: 0 }).where('userTotp.enabledAt', 'is', null),
        )
        .executeTakeFirstOrThrow(),
    )
    if (!numInsertedOrUpdatedRows) return null
    return { secret: base32(secret), uri: totpUri(secret, issuer, username) }
  }

  /** True once per code: the step is moved forward in the same statement that looks at it. */
  async accept(userId: number, operatorId: number, code: string, enabling = false): Promise<boolean> {
    const row = await this.row(userId, operatorId)
    if (!row || (row.enabledAt === null) !== enabling) return false
    const step = matchTotp(unseal(this.key, row.secret, String(userId)), code, this.clock.now())
    if (step === null) return false
    const { numUpdatedRows } = await this.db.write(operatorId, (tx) =>
      tx
        .updateTable('userTotp')
        .set({ lastStep: step, ...(enabling ? { enabledAt: this.clock.now() } : {}) })
        .where('userId', '=', userId)
        .where('secret', '=', row.secret)
        .where('lastStep', '<', step)
        .executeTakeFirstOrThrow(),
    )
    return numUpdatedRows > 0n
  }

  /** By the user with a code. Passkeys stay; an administrator's 清除两步验证 clears those too (`clearSecondFactor`). */
  async disable(userId: number, operatorId: number): Promise<void> {
    await this.db.write(operatorId, async (tx) => {
      await tx.deleteFrom('userTotp').where('userId', '=', userId).execute()
      await dropIdleRecovery(tx, userId)
    })
  }

  /** Ten codes, each good for one login without the telephone. New ones take the place of those of before. */
  async newRecovery(userId: number, operatorId: number): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
    await this.db.write(operatorId, async (tx) => {
      await tx.deleteFrom('userRecovery').where('userId', '=', userId).execute()
      await tx
        .insertInto('userRecovery')
        .values(codes.map((code) => ({ operatorId, userId, codeHash: mark(this.key, code, recoveryBound(userId)), usedAt: null })))
        .execute()
    })
    return codes
  }

  /** True once per code. */
  async takeRecovery(userId: number, operatorId: number, typed: string): Promise<boolean> {
    const code = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
    if (code.length !== RECOVERY_LENGTH) return false
    const { numUpdatedRows } = await this.db.write(operatorId, (tx) =>
      tx
        .updateTable('userRecovery')
        .set({ usedAt: this.clock.now() })
        .where('userId', '=', userId)
        .where('codeHash', 'in', [mark(this.key, code, recoveryBound(userId)), recoveryHashBefore(userId, code)])
        .where('usedAt', 'is', null)
        .executeTakeFirstOrThrow(),
    )
    return numUpdatedRows > 0n
  }

  async recoveryLeft(userId: number, operatorId: number): Promise<number> {
    const { n } = await this.db.read(operatorId, (db) =>
      db
        .selectFrom('userRecovery')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('userId', '=', userId)
        .where('usedAt', 'is', null)
        .executeTakeFirstOrThrow(),
    )
    return Number(n)
  }
}
