/**
 * The shorter way for a call that is one transaction (`single` of a route): key, change and answer are committed together.
 * There is nothing to renew, to take over or to store afterwards, and a crash leaves either nothing or the answer too.
 *
 * A repetition that comes while the first still runs is told so at once: the key is locked for the transaction, and nobody
 * waits for that lock. What makes it happen once in the end is the primary key: whoever slipped between a look and the
 * lock fails at the insert, and everything he did is rolled back.
 */
import { sql } from 'kysely'
import type { Tx } from '../access/context.server.ts'
import type { Vault } from '../access/secrets.server.ts'
import { conflict, refused } from '../basics/errors.ts'
import { worded, wording } from '../database/compiled-statement.server.ts'
import { codeOf } from '../database/errors.ts'
import type { Database, WriteTools } from '../database/connection/pool.server.ts'
import {
  APPLIED_BEFORE,
  openedAnswer,
  sameBody,
  sealedAnswer,
  STILL_RUNNING,
  WITH_OTHER_CONTENT,
  type Attempt,
  type StoredAnswer,
} from './idempotency.server.ts'
import '../access/tables.ts'

/** Found in the middle of a transaction, which ends here: this call was answered before. */
export class Replay extends Error {
  readonly answer: StoredAnswer
  constructor(answer: StoredAnswer) {
    super('answered before')
    this.name = 'Replay'
    this.answer = answer
  }
}

interface Look {
  mine: boolean
  operatorId: number | null
  userId: number | null
  /** Null: there is no row. */
  route: string | null
  bodyHash: string | null
  applied: boolean | null
  httpStatus: number | null
  response: string | null
  free: boolean | null
}

const find = worded(
  (_tx, p: { key: string }) => sql<Look>`
  select pg_try_advisory_xact_lock(hashtextextended(${p.key}, 0)) as mine, i.operator_id, i.user_id, i.route, i.body_hash, i.applied, i.http_status, i.response, i.leased_until < now() as free
  from (select) as one left join idempotency i on i.key = ${p.key}`,
)

async function look(tx: Tx, vault: Vault, { key, route, bodyHash, operatorId, userId }: Attempt): Promise<void> {
  const { rows } = await find(tx, { key })
  const row = rows[0]!
  if (row.route !== null) {
    // The caller is compared too: another user's key never shows that user's answer.
    if (row.route !== route || !sameBody(row.bodyHash!, bodyHash) || row.userId !== userId || row.operatorId !== operatorId)
      throw refused(WITH_OTHER_CONTENT)
    if (row.httpStatus !== null) throw new Replay(openedAnswer(vault, key, { httpStatus: row.httpStatus, response: row.response }))
    if (row.free && row.applied) throw conflict(APPLIED_BEFORE)
  }
  if (!row.mine || row.free === false) throw conflict(STILL_RUNNING)
  // Left by a process that died before it changed anything.
  if (row.free)
    await tx.deleteFrom('idempotency').where('key', '=', key).where('applied', '=', false).where('httpStatus', 'is', null).execute()
}

const UNIQUE_VIOLATION = '23505'
const insert = wording((tx, p: Attempt & StoredAnswer) => {
  const now = sql<string>`now()`
  return tx.insertInto('idempotency').values({
    key: p.key,
    route: p.route,
    bodyHash: p.bodyHash,
    operatorId: p.operatorId,
    userId: p.userId,
    holder: '',
    leasedUntil: now,
    createdAt: now,
    applied: true,
    httpStatus: p.status,
    response: p.body,
  })
})
function keep(tx: Tx, tools: WriteTools, vault: Vault, attempt: Attempt, answer: StoredAnswer): void {
  tools.last(insert(tx, { ...attempt, ...answer, body: sealedAnswer(vault, attempt.key, answer.body) }), (error) =>
    codeOf(error) === UNIQUE_VIOLATION ? conflict(STILL_RUNNING) : error,
  )
}

/** The database as the handler of such a route sees it; `answer` is what was committed, null when nothing was written. */
export function committedTogether(
  db: Database,
  vault: Vault,
  attempt: Attempt,
  answerOf: (value: unknown) => StoredAnswer,
): { db: Database; answer: (value: unknown) => StoredAnswer | null } {
  let written: { value: unknown; answer: StoredAnswer } | null = null
  let begun = false
  const own = Object.create(db) as Database
  own.write = (operatorId, work, options) => {
    if (written) throw new Error(`${attempt.route} says it is one transaction and begins a second one`)
    // Inside the first one, for another company for instance: that one decides.
    if (begun) return db.write(operatorId, work, options)
    begun = true
    return db.write(
      operatorId,
      async (tx, tools) => {
        // Waited for: a repetition is told at once, and does not queue for a record behind the call it repeats.
        await look(tx, vault, attempt)
        const value = await work(tx, tools)
        const answer = answerOf(value)
        keep(tx, tools, vault, attempt, answer)
        tools.afterCommit(() => void (written = { value, answer }))
        return value
      },
      options,
    )
  }
  return {
    db: own,
    answer(value) {
      if (written && written.value !== value)
        throw new Error(`${attempt.route} says it is one transaction and answers something else than that`)
      return written?.answer ?? null
    },
  }
}
