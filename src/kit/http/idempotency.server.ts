/**
 * A write with the same Idempotency-Key happens once, whatever repeats it: a double click, a retry after a lost
 * connection, a crash in between.
 *
 * The row of the key is claimed before the handler runs (a lease, renewed while it runs), marked `applied` inside the
 * first transaction of the handler, and gets the answer afterwards. So: nothing applied → the key is free again
 * (a refused or invalid call may be corrected and sent with the same key); applied but not answered, because the
 * process died → the caller is told so, and nothing is done twice. Calls that are one transaction take a shorter way:
 * idempotency-single.server.ts.
 *
 * What is kept of a call is its caller's alone: two callers never meet in one key, the answer is sealed whatever stands in it (a password,
 * a key that is shown once), and of what was sent a keyed hash remains (decision 0122).
 */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { conflict, invalid, refused } from '../basics/errors.ts'
import type { Tx } from '../access/context.server.ts'
import { companies } from '../access/sessions.server.ts'
import type { Vault } from '../access/secrets.server.ts'
import type { Database } from '../database/connection/pool.server.ts'
import '../access/tables.ts'

export interface Attempt {
  /** With whose it is before it (`keyOf`). */
  key: string
  route: string
  bodyHash: string
  operatorId: number | null
  userId: number | null
}
export interface StoredAnswer {
  status: number
  body: string
}
export interface Claim {
  readonly key: string
  /** The keys belong to nobody's company; asked on the caller's tenant so that the connection need not change it. */
  readonly operatorId: number | null
  /** True once a transaction of the handler has been committed. */
  applied: boolean
}

export const STILL_RUNNING = '上一次提交还在处理，请稍候，不要重复提交'
export const APPLIED_BEFORE = '该操作此前已提交成功，但结果未能返回，请刷新后查看'
export const WITH_OTHER_CONTENT = '重复请求参数不一致，没有执行；请刷新页面后重新提交'

const LEASE_SECONDS = 60
const RENEW_MS = 20_000
const KEEP_HOURS = 24
/** Programs of partners repeat what they did not hear about for days; their keys begin with `open:`. */
const KEEP_OPEN_HOURS = 7 * 24

/** Keyed: a body may be a telephone and a code of six digits, which whoever reads a plain hash finds by trying. */
export function hashBody(vault: Vault, parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return vault.mark(hash.digest('hex'), 'body')
}
/** Rows of before the hashes were keyed (0026_answers_sealed.sql) say nothing of what was sent. */
export const sameBody = (stored: string, sent: string): boolean => stored === sent || stored === ''

const boundOf = (key: string): string => `answer:${key}`
export const sealedAnswer = (vault: Vault, key: string, body: string): string => vault.seal(body, boundOf(key))
export function openedAnswer(
  vault: Vault,
  key: string,
  { httpStatus, response }: { httpStatus: number; response: string | null },
): StoredAnswer {
  try {
    return { status: httpStatus, body: vault.unseal(response ?? '', boundOf(key)) }
  } catch {
    // Sealed under a key that this installation has no longer.
    throw conflict(APPLIED_BEFORE)
  }
}

/** Who sent a key, as far as that is known: of visitors what they came with. */
export interface Caller {
  /** Said by the gate of the route: a partner's program, a link. */
  who?: string | undefined
  userId: number | null
  route: string
  /** Tokens of visitors: of a page, a link, a telephone that was proved. */
  tokens: readonly string[]
}

/** One key of two callers is two: nobody is told of the other's call, nor given its answer. */
function ownerOf(vault: Vault, { who, userId, route, tokens }: Caller): string {
  if (who !== undefined) return who
  return userId === null ? `visitor:${vault.mark([route, ...tokens].join('\n'), 'visitor')}` : `user:${userId}`
}

/** The customer's contract (section 7) asks for no key: a call without one is a call nobody repeats. */
export function keyOf(vault: Vault, header: unknown, caller: Caller): string {
  if (header !== undefined && (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)))
    throw invalid('请求标识（Idempotency-Key）应为 1–255 个可见 ASCII 字符')
  return `${ownerOf(vault, caller)}:${header ?? randomUUID()}`
}

/** Until this transaction ends. */
const within = async (tx: Tx, operatorId: number | null): Promise<void> =>
  void (await sql`select set_config('app.operator_id', ${operatorId === null ? '' : String(operatorId)}, true)`.execute(tx))

interface Row {
  operatorId: number | null
  userId: number | null
  route: string
  bodyHash: string
  applied: boolean
  httpStatus: number | null
  response: string | null
  free: boolean
}

export class Idempotency {
  private readonly db: Database
  private readonly vault: Vault
  private readonly holder = randomUUID()
  /** Key → whose it is. */
  private readonly held = new Map<string, number | null>()
  private renewal: NodeJS.Timeout | null = null

  constructor(db: Database, vault: Vault) {
    this.db = db
    this.vault = vault
  }

  /** The answer given before, or the claim to go on. Throws 409 while another call holds the key, 422 on misuse. */
  async begin(attempt: Attempt): Promise<StoredAnswer | Claim> {
    for (let round = 0; round < 3; round++) {
      if (await this.claim(attempt)) return this.hold(attempt)
      const row = await this.find(attempt)
      if (!row) continue // released or pruned just now
      // The caller is compared too: another user's key never shows that user's answer.
      const same =
        row.route === attempt.route &&
        sameBody(row.bodyHash, attempt.bodyHash) &&
        row.userId === attempt.userId &&
        row.operatorId === attempt.operatorId
      if (!same) throw refused(WITH_OTHER_CONTENT)
      if (row.httpStatus !== null) return openedAnswer(this.vault, attempt.key, { ...row, httpStatus: row.httpStatus })
      if (!row.free) throw conflict(STILL_RUNNING)
      if (row.applied) throw conflict(APPLIED_BEFORE)
      if (await this.takeOver(attempt)) return this.hold(attempt)
    }
    throw conflict(STILL_RUNNING)
  }

  /** Looked for first: "on conflict" alone waits for the end of the transaction that has just marked the key as applied. */
  private async claim({ key, route, bodyHash, operatorId, userId }: Attempt): Promise<boolean> {
    const { numAffectedRows } = await this.db.write(operatorId, (tx) =>
      sql`insert into idempotency (key, route, body_hash, operator_id, user_id, holder, leased_until, created_at)
        select ${key}, ${route}, ${bodyHash}, ${operatorId}::bigint, ${userId}::bigint, ${this.holder}, now() + make_interval(secs => ${LEASE_SECONDS}), now()
        where not exists (select from idempotency where key = ${key}) on conflict (key) do nothing`.execute(tx),
    )
    return numAffectedRows === 1n
  }

  private find({ key, operatorId }: Attempt): Promise<Row | undefined> {
    return this.db.read(operatorId, (db) =>
      db
        .selectFrom('idempotency')
        .select(['operatorId', 'userId', 'route', 'bodyHash', 'applied', 'httpStatus', 'response'])
        .select(sql<boolean>`leased_until < now()`.as('free'))
        .where('key', '=', key)
        .executeTakeFirst(),
    )
  }

  /** Of a process that died before it changed anything. */
  private async takeOver({ key, operatorId }: Attempt): Promise<boolean> {
    const { numUpdatedRows } = await this.db.write(operatorId, (tx) =>
      tx
        .updateTable('idempotency')
        .set({ holder: this.holder, leasedUntil: sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})` })
        .where('key', '=', key)
        .where('applied', '=', false)
        .where('httpStatus', 'is', null)
        .where('leasedUntil', '<', sql<string>`now()`)
        .executeTakeFirstOrThrow(),
    )
    return numUpdatedRows === 1n
  }

  private hold({ key, operatorId }: Attempt): Claim {
    this.held.set(key, operatorId)
    this.renewal ??= setInterval(() => void this.renew().catch(() => {}), RENEW_MS).unref()
    return { key, operatorId, applied: false }
  }

  private async renew(): Promise<void> {
    for (const [operatorId, held] of Map.groupBy(this.held, ([, owner]) => owner))
      await this.db.write(operatorId, (tx) =>
        tx
          .updateTable('idempotency')
          .set({ leasedUntil: sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})` })
          .where(
            'key',
            'in',
            held.map(([key]) => key),
          )
          .where('holder', '=', this.holder)
          .execute(),
      )
  }

  /**
   * The database as the handler sees it: its first transaction marks the key, in the same commit as the data.
   * Whoever lost the lease in the meantime (a pause of a minute) finds the row taken and rolls back.
   */
  guard(db: Database, claim: Claim): Database {
    const guarded = Object.create(db) as Database
    guarded.write = (operatorId, work, options) =>
      db.write(
        operatorId,
        async (tx, tools) => {
          if (!claim.applied) {
            // The row is its caller's, whose work may begin in another company's rows, or in nobody's.
            const elsewhere = operatorId !== claim.operatorId
            if (elsewhere) await within(tx, claim.operatorId)
            const { numUpdatedRows } = await tx
              .updateTable('idempotency')
              .set({ applied: true })
              .where('key', '=', claim.key)
              .where('holder', '=', this.holder)
              .executeTakeFirstOrThrow()
            if (numUpdatedRows !== 1n) throw conflict(STILL_RUNNING)
            if (elsewhere) await within(tx, operatorId)
            tools.afterCommit(() => void (claim.applied = true))
          }
          return work(tx, tools)
        },
        options,
      )
    return guarded
  }

  /**
   * After the handler: keep the answer when something was applied, free the key when nothing was. The row decides,
   * not our memory: of a COMMIT whose acknowledgement was lost only the row knows. `repeatable`: a file was sent.
   */
  async finish(claim: Claim, answer: StoredAnswer | 'repeatable'): Promise<void> {
    this.held.delete(claim.key)
    await this.db.write(claim.operatorId, async (tx) => {
      const ours = tx.updateTable('idempotency').where('key', '=', claim.key).where('holder', '=', this.holder)
      if (claim.applied && answer !== 'repeatable')
        return void (await ours.set({ httpStatus: answer.status, response: sealedAnswer(this.vault, claim.key, answer.body) }).execute())
      const done = tx.deleteFrom('idempotency').where('key', '=', claim.key).where('holder', '=', this.holder)
      if (answer === 'repeatable') return void (await done.execute())
      await done.where('applied', '=', false).execute()
      await ours.set({ leasedUntil: sql<string>`now()` }).execute()
    })
  }

  async prune(): Promise<void> {
    // Those of visitors with none, and of each company its own.
    for (const id of [null, ...(await companies(this.db))])
      await this.db.write(id, (tx) =>
        tx
          .deleteFrom('idempotency')
          .where(
            'createdAt',
            '<',
            sql<string>`now() - make_interval(hours => case when key like 'open:%' then ${KEEP_OPEN_HOURS}::int else ${KEEP_HOURS}::int end)`,
          )
          .execute(),
      )
  }

  stop(): void {
    if (this.renewal) clearInterval(this.renewal)
  }
}

export const isClaim = (value: StoredAnswer | Claim): value is Claim => 'applied' in value
