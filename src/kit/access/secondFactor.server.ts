/** The optional second factor of a user: enrol (shows the secret once), confirm with a code, accept a code once. */
import type { Clock } from '../basics/clock.ts'
import type { Database } from '../database/pool.server.ts'
import { base32, matchTotp, newTotpSecret, seal, totpUri, unseal } from './totp.server.ts'
import './tables.ts'

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

  /** By the user with a code, or by an administrator for a lost telephone. */
  async disable(userId: number, operatorId: number): Promise<void> {
    await this.db.write(operatorId, (tx) => tx.deleteFrom('userTotp').where('userId', '=', userId).execute())
  }
}
