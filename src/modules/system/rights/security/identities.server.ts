/**
 * Accounts that are somebody by a record of another module: a carrier's, a driver's, whoever keeps a seal or decides in an approval role. None
 * of their rights says so; what they may do follows from the record. Whoever does not look after that record has them above himself.
 */
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { functionCode, type Entity } from '#kit/entity/entity.ts'
import { anyOf, liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { fieldOf } from '#kit/entity/names.ts'
import type { TableName } from '#kit/entity/tables.ts'

/** Account → numbers of the records it is somebody by. */
type Records = ReadonlyMap<number, readonly number[]>
/** Rows of `entity` give the accounts in `by` a power, a field or what the module reads itself; `until`: the instant at which it ends. */
interface Identity {
  entity: TableName
  by: string | ((tx: Db, ctx: Context) => Promise<Records>)
  until?: string
}
declare module '#kit/entity/tables.ts' {
  interface Provided {
    identity: Identity
  }
}

async function recordsOf(tx: Db, ctx: Context, { entity, by, until }: Identity, accounts: readonly number[]): Promise<Records> {
  if (typeof by !== 'string') return new Map([...(await by(tx, ctx))].filter(([account]) => accounts.includes(account)))
  const definition = ctx.registry.entity(entity).entity as Entity
  const named = fieldOf(definition, by)?.kind === 'refs' ? sql`unnest(${sql.ref(by)})` : sql`${sql.ref(by)}`
  // A deputy's ends by the clock alone.
  const current = until === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(until)} > ${ctx.clock.now()}::timestamptz`
  const rows = await tx
    .selectFrom(
      liveRows(tx, entity as 'driver')
        .select(['id', named.as('account')])
        .where(current)
        .as('n'),
    )
    .select(['n.id', sql<number>`n.account`.as('account')])
    .where(sql<boolean>`n.account = ${anyOf(accounts)}`)
    .execute()
  const records = new Map<number, number[]>()
  for (const { id, account } of rows) records.set(account, [...(records.get(account) ?? []), id])
  return records
}

/** Of these accounts those that are somebody by a record the asking one does not look after: may not change, or does not see. With what that record is called. */
export async function identitiesBeyond(tx: Db, ctx: Context, accounts: readonly number[]): Promise<Map<number, string>> {
  const beyond = new Map<number, string>()
  if (accounts.length === 0) return beyond
  for (const identity of ctx.registry.provided('identity')) {
    const records = await recordsOf(tx, ctx, identity, accounts)
    if (records.size === 0) continue
    const { label, right } = ctx.registry.entity(identity.entity).entity as Entity
    const looksAfter = ctx.access.can(right) && ctx.access.can(functionCode(right, 'edit'))
    const ids = [...records.values()].flat()
    const seen = looksAfter
      ? await seenRows(tx, ctx, identity.entity as 'driver')
          .select('t.id')
          .where('t.id', '=', anyOf(ids))
          .execute()
      : []
    const own = new Set(seen.map(({ id }) => id))
    for (const [account, his] of records) if (his.some((id) => !own.has(id))) beyond.set(account, label)
  }
  return beyond
}
