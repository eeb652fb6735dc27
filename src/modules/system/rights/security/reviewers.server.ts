/** Who else could decide: a change waits for somebody only where there is somebody, and one who could really approve it. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { loadRoles, selfOf } from '../grants.server.ts'
import { allBeyond, powersOf, roleBeyond, type Reaching } from '../reach.server.ts'
import { securityPolicy } from './policy.server.ts'
import { DUTIES, type SecurityPolicy } from './profile.rules.ts'

/** What somebody is about to be given: a person as he would be (id −1: a new one), or codes and templates of a role. */
export type Given = { who: Reaching } | { grants: readonly string[]; templates: readonly number[] }

interface Reviewer extends Reaching {
  name: string
  isAdmin: boolean
  byDuty: boolean
  seesRows: boolean
}
/** Whoever else may decide what waits and can sign in. While duties are divided, an administrator is none. */
async function reviewers(
  tx: Db,
  ctx: Context,
  { separateAdmins }: SecurityPolicy,
  except: readonly (number | null)[],
  leaving: { role?: number; codes?: readonly string[] } = {},
): Promise<Reviewer[]> {
  // A role that leaves gives nothing but what is left of its codes.
  const without = (code: string): number | null => (leaving.codes?.includes(code) ? null : (leaving.role ?? null))
  const roles = liveRows(tx, 'role').select(['id', 'templates']).where('status', '=', 'active').as('r')
  const holds = (code: string): RawBuilder<boolean> =>
    sql<boolean>`exists (select from ${roles} join role_grant g on g.role_id = r.id where g.resource_code = ${code} and r.id = any("user".roles) and r.id is distinct from ${without(code)}::bigint)`
  const isAdmin = sql<boolean>`"user".is_admin and ${!separateAdmins}`
  return liveRows(tx, 'user')
    .select(['id', 'name', 'dept', 'stores', 'roles', 'templates', isAdmin.as('isAdmin'), holds(DUTIES.security.code).as('byDuty')])
    .select(
      sql<boolean>`cardinality("user".templates) > 0 or exists (select from ${roles} where r.id = any("user".roles) and cardinality(r.templates) > 0)`.as(
        'seesRows',
      ),
    )
    .where('id', '!=', sql<number>`all(${sql.val(except.filter((id) => id !== null))}::bigint[])`)
    .where('status', '=', 'active')
    .where(sql<boolean>`(${isAdmin} or ${holds('heldChange_approve')})`)
    .execute()
}

/** All there are, the asking one among them. */
export const reviewerCount = async (db: Db, ctx: Context): Promise<number> =>
  (await reviewers(db, ctx, await securityPolicy(db, ctx.registry), [])).length

/** For what gives nobody rights: an account, a number, a setting. `except`: whose it is. */
export async function reviewerExists(tx: Db, ctx: Context, except: number | null = null): Promise<boolean> {
  return (await reviewers(tx, ctx, await securityPolicy(tx, ctx.registry), [ctx.user.id, except])).length > 0
}

/** For whom it waits: who could decide what `author` asked for. */
export async function reviewerNames(db: Db, ctx: Context, author: number | null): Promise<string[]> {
  return (await reviewers(db, ctx, await securityPolicy(db, ctx.registry), [author])).map(({ name }) => name)
}

async function showsRows(tx: Db, given: Given): Promise<boolean> {
  if ('grants' in given) return given.templates.length > 0
  const roles = await loadRoles(tx, given.who.roles ?? [], { disabled: true })
  return (given.who.templates ?? []).length > 0 || roles.some((role) => role.templateIds.length > 0)
}

/**
 * Of rights nobody but an administrator, or the one whose duty it is, gives what he lacks (P4), nor anything to himself: waiting for
 * somebody who has less, or for the person himself, would be waiting for ever. While duties are divided, rights are given by that duty alone.
 */
export async function giverExists(tx: Db, ctx: Context, given: Given): Promise<boolean> {
  const policy = await securityPolicy(tx, ctx.registry)
  const all = await reviewers(tx, ctx, policy, [ctx.user.id, 'who' in given ? given.who.id : null])
  if (policy.separateAdmins) return all.some((one) => one.byDuty)
  if (all.some((one) => one.isAdmin)) return true
  const rows = await showsRows(tx, given)
  const powers = await powersOf(tx, all)
  for (const [i, power] of powers.entries()) {
    if (rows && !all[i]!.seesRows) continue
    const why =
      'who' in given
        ? (await allBeyond(tx, power, [given.who])).get(given.who.id)
        : await roleBeyond(tx, power, await selfOf(tx, all[i]!), given.grants, given.templates)
    if (!why) return true
  }
  return false
}

/** What a change takes away that is about to be written: a person, or his roles but these; a role, or its codes but these. */
type Leaving = { user: number; roles?: readonly number[] } | { role: number; codes?: readonly string[] }

/**
 * Where two persons are asked for and there are two, none takes the second one away: the rest would do alone what had to be looked at. While
 * duties are divided, that needs a second person anyway (way-in.server.ts). `name`: of whom or what leaves.
 */
export async function refuseLastReviewer(tx: Tx, ctx: Context, name: string, leaving: Leaving): Promise<void> {
  const policy = await securityPolicy(tx, ctx.registry)
  if (ctx.source === 'job' || policy.separateAdmins || !policy.twoPersonsRights) return
  const before = await reviewers(tx, ctx, policy, [])
  if (before.length < 2) return
  const after =
    'role' in leaving
      ? await reviewers(tx, ctx, policy, [], leaving)
      : before.filter((one) => one.id !== leaving.user || (leaving.roles !== undefined && one.isAdmin))
  if (after.length >= 2 || after.length === before.length) return
  if ('user' in leaving && leaving.roles !== undefined) {
    const roles = await loadRoles(tx, leaving.roles)
    if (roles.some((role) => role.grants.has('heldChange_approve'))) return
  }
  const way = '请先给另一位同事授予「待复核变更」的复核权限；不需要双人复核时，请先关闭参数「授权双人复核」（复核后生效）'
  // Whoever has to go at once can be kept out without it.
  throw refused(
    'user' in leaving && leaving.roles === undefined
      ? `停用「${name}」后没有第二个能复核的人，须由两人办理的变更会由一人办理。${way}。要让其马上不能登录，请重置密码并强制下线`
      : `这样一来没有第二个能复核的人（「${name}」），须由两人办理的变更会由一人办理。${way}`,
  )
}
