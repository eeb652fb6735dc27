/** What a transaction can do besides queries. */
import type { CompiledQuery } from 'kysely'
import { notifyOn, type Loan } from './handle.server.ts'

export interface LastStatement {
  query: CompiledQuery
  /** What its error means. */
  failed: (error: unknown) => unknown
}

/** What belongs to the running transaction besides its queries. */
export interface WriteTools {
  /** Runs once, after the commit is acknowledged; never when the transaction was rolled back. */
  afterCommit(work: () => void | Promise<void>): void
  /** The last statement, not waited for: it is sent together with the COMMIT, which undoes everything when it fails. */
  last(query: CompiledQuery, failed: (error: unknown) => unknown): void
  /** Delivered by PostgreSQL at commit, to every node (`notifyIn`). */
  notify: (channel: string, payload: string) => Promise<void>
  /** Undoes only `work` when it throws: one bad row of a batch does not spoil the others. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
}

export function toolsOf(loan: Loan, last: LastStatement[]): WriteTools {
  let depth = 0
  const { client, after } = loan
  return {
    afterCommit: (callback) => void after.push(callback),
    last: (query, failed) => void last.push({ query, failed }),
    notify: (channel, payload) => notifyOn(loan, channel, payload),
    async savepoint(inner) {
      const name = `step_${++depth}`
      const [registered, ending, sent] = [after.length, last.length, loan.sent.length]
      await client.query(`savepoint ${name}`)
      try {
        const value = await inner()
        await client.query(`release savepoint ${name}`)
        return value
      } catch (refusal) {
        after.length = registered
        last.length = ending
        // What was sent along and failed is undone with the rest, and says more than whatever failed because of it.
        await Promise.allSettled(loan.sent)
        const error = loan.failed ?? refusal
        loan.failed = undefined
        loan.sent.length = Math.min(loan.sent.length, sent)
        await client.query(`rollback to savepoint ${name}; release savepoint ${name}`)
        throw error
      } finally {
        depth--
      }
    },
  }
}
