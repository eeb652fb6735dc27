/**
 * Sign-ins on their way to somebody else and back: a state that is good once and for minutes, in the very browser that began (whoever is
 * sent a link with another's code has not what that browser keeps). Both lie here as hashes; what was said of him is sealed.
 */
import { randomBytes } from 'node:crypto'
import type { Context } from '../../../access/context.server.ts'
import { sha256 } from '../../../access/link-token.server.ts'

type Purpose = 'signIn' | 'bind'
interface PendingRow {
  operatorId: number
  hash: string
  verifierHash: string
  way: string
  code: string
  purpose: Purpose
  back: string
  proof: string | null
  expiresAt: string
}
declare module '../../../entity/tables.ts' {
  interface Tables {
    signInPending: PendingRow
  }
}

export type Pending = Pick<PendingRow, 'operatorId' | 'way' | 'code' | 'purpose' | 'back'> & { proof: object | null }
const LIFE_MS = 10 * 60_000

/** 企业微信 takes letters and digits alone. */
const newKey = (operatorId: number): string => `${randomBytes(24).toString('hex')}${operatorId.toString(36)}`
const operatorOf = (key: string): number | null => {
  const [, operator] = /^[0-9a-f]{48}([0-9a-z]{1,7})$/.exec(key) ?? []
  const n = operator ? Number.parseInt(operator, 36) : 0
  return n > 0 && n < 2_000_000_000 ? n : null
}
const boundOf = (operatorId: number, hash: string): string => `signInPending:${operatorId}:${hash}`

/** Answers the state, or the ticket of a proof that waits. */
export async function remember(ctx: Context, pending: Pending, verifierHash: string): Promise<string> {
  const { operatorId, proof, ...of } = pending
  const key = newKey(operatorId)
  const hash = sha256(key)
  const now = ctx.clock.now()
  await ctx.db.write(operatorId, async (tx) => {
    await tx.deleteFrom('signInPending').where('expiresAt', '<', now).execute()
    await tx
      .insertInto('signInPending')
      .values({
        ...of,
        operatorId,
        hash,
        verifierHash,
        proof: proof && ctx.ports.vault.seal(JSON.stringify(proof), boundOf(operatorId, hash)),
        expiresAt: new Date(Date.parse(now) + LIFE_MS).toISOString(),
      })
      .execute()
  })
  return key
}

function open(ctx: Context, row: PendingRow): Pending {
  const { operatorId, hash, way, code, purpose, back, proof } = row
  const said = proof === null ? null : (JSON.parse(ctx.ports.vault.unseal(proof, boundOf(operatorId, hash))) as object)
  return { operatorId, way, code, purpose, back, proof: said }
}

/** Once: of two with one state, one goes on. Null: never made, used, too old, or of another browser. */
export async function take(ctx: Context, key: string, verifier: string, proven: boolean): Promise<Pending | null> {
  const operatorId = operatorOf(key)
  if (operatorId === null) return null
  const row = await ctx.db.write(operatorId, (tx) =>
    tx
      .deleteFrom('signInPending')
      .where('hash', '=', sha256(key))
      .where('verifierHash', '=', sha256(verifier))
      .where('expiresAt', '>', ctx.clock.now())
      .where('proof', proven ? 'is not' : 'is', null)
      .returningAll()
      .executeTakeFirst(),
  )
  return row ? open(ctx, row) : null
}

/** A proof that goes on waiting: a wrong one-time code is no reason to begin anew. */
export async function look(ctx: Context, key: string, verifier: string): Promise<Pending | null> {
  const operatorId = operatorOf(key)
  if (operatorId === null) return null
  const row = await ctx.db.read(operatorId, (db) =>
    db
      .selectFrom('signInPending')
      .selectAll()
      .where('hash', '=', sha256(key))
      .where('verifierHash', '=', sha256(verifier))
      .where('expiresAt', '>', ctx.clock.now())
      .where('proof', 'is not', null)
      .executeTakeFirst(),
  )
  return row ? open(ctx, row) : null
}
