/** Nobody acts on who is above him: of these people those who may or see more than the asking one, and the sentence that says so. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { forbidden } from '#kit/basics/errors.ts'
import { allRows, anyOf } from '#kit/entity/query/live-rows.server.ts'
import { allBeyondOwn, type Reaching } from '../reach.server.ts'
import { givesByDuty, hasDuty } from './duties.server.ts'
import { separated } from './policy.server.ts'
import { identitiesBeyond } from './identities.server.ts'

const ABOVE = '该用户的权限超出您的权限，请联系管理员'
const ofRecord = (label: string): string => `该账号属于您不能修改的「${label}」，不能由您办理；请由管理该资料的同事或管理员办理`

/** Per person that may more than the asking one: why he is not to be touched. Nobody but an administrator looks after his own betters. */
export async function aboveAsker(tx: Db, ctx: Context, people: readonly Reaching[]): Promise<Map<number, string>> {
  // Whose duty the accounts are keeps them for everybody, while duties are divided.
  if (ctx.user.isAdmin || ctx.source === 'job' || (hasDuty(ctx, 'system') && (await separated(tx, ctx)))) return new Map()
  const others = people.filter((who) => who.id !== ctx.user.id)
  const byRights = await allBeyondOwn(tx, ctx, others)
  const byRecord = await identitiesBeyond(
    tx,
    ctx,
    others.map(({ id }) => id),
  )
  return new Map([
    ...[...byRecord].map(([id, label]) => [id, ofRecord(label)] as const),
    ...[...byRights.keys()].map((id) => [id, ABOVE] as const),
  ])
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

/**
 * Whoever is asked for an answer by his place (leader of a department, manager of a store): nobody makes himself that, nor puts somebody
 * above him in or out of it. `place`: what he would be, in a sentence.
 */
export async function refuseVoice(
  tx: Tx,
  ctx: Context,
  { before, after, place }: { before: number | null; after: number | null | undefined; place: string },
): Promise<void> {
  if (after === undefined || after === before || ctx.user.isAdmin || ctx.source === 'job') return
  if (after === ctx.user.id) throw forbidden(`不能把自己设为${place}：申请由他审批。请由管理员设置`)
  const byDuty = hasDuty(ctx, 'system') && (await separated(tx, ctx))
  const named = [before, after].filter((id) => id !== null)
  if (!byDuty && (await peopleAbove(tx, ctx, named)).size > 0)
    throw forbidden(`原${place}或新${place}的权限超出您的权限，不能由您更换；请联系管理员`)
}
