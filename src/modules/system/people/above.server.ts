/** Nobody acts on who is above him: of these people those who may or see more than the asking one, and the sentence that says so. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { forbidden } from '#kit/basics/errors.ts'
import { allRows, anyOf } from '#kit/entity/query/live-rows.server.ts'
import { allBeyondOwn, type Reaching } from '../rights/reach.server.ts'
import { givesByDuty, hasDuty } from '../rights/security/duties.server.ts'
import { separated } from '../rights/security/policy.server.ts'

const ABOVE = '该用户的权限超出您的权限，请联系管理员'

/** Per person that may more than the asking one: why he is not to be touched. Nobody but an administrator looks after his own betters. */
export async function aboveAsker(tx: Db, ctx: Context, people: readonly Reaching[]): Promise<Map<number, string>> {
  // Whose duty the accounts are keeps them for everybody, while duties are divided.
  if (ctx.user.isAdmin || ctx.source === 'job' || (hasDuty(ctx, 'system') && (await separated(tx, ctx)))) return new Map()
  const above = await allBeyondOwn(
    tx,
    ctx,
    people.filter((who) => who.id !== ctx.user.id),
  )
  return new Map([...above.keys()].map((id) => [id, ABOVE]))
}

/** As he is: what a change would leave of him is another question. */
export async function refuseAbove(tx: Tx, ctx: Context, who: Reaching): Promise<void> {
  const why = (await aboveAsker(tx, ctx, [who])).get(who.id)
  if (why) throw forbidden(why)
}

/** Where these people work, whoever has left among them: what other modules judge them by. */
export const colleaguesOf = (db: Db, ids: readonly number[]) =>
  allRows(db, 'user').select(['id', 'status', 'deletedAt', 'dept', 'stores']).where('id', '=', anyOf(ids)).execute()

/** The same of people other modules name, whoever has left among them; an administrator is above everybody else. By no duty but that of giving rights. */
export async function peopleAbove(tx: Db, ctx: Context, ids: readonly number[]): Promise<Set<number>> {
  const others = [...new Set(ids)].filter((id) => id !== ctx.user.id)
  if (others.length === 0 || ctx.user.isAdmin || ctx.source === 'job' || (await givesByDuty(tx, ctx))) return new Set()
  const people = await allRows(tx, 'user')
    .select(['id', 'dept', 'stores', 'roles', 'templates', 'isAdmin'])
    .where('id', 'in', others)
    .execute()
  const beyond = await allBeyondOwn(tx, ctx, people)
  return new Set(people.filter((who) => who.isAdmin || beyond.has(who.id)).map((who) => who.id))
}
