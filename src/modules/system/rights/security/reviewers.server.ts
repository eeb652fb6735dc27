/** Who else could decide: a change waits for somebody only where there is somebody, and one who could really approve it. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { loadRoles, selfOf } from '../grants.server.ts'
import { allBeyond, powersOf, roleBeyond, type Reaching } from '../reach.server.ts'
import { securityPolicy } from './policy.server.ts'
import { DUTIES, type SecurityPolicy } from './profile.rules.ts'

/** What somebody is about to be given: a person as he would be (id −1: a new one), or codes and templates of a role. */
export type Given = { who: Reaching } | { grants: readonly string[]; templates: readonly number[] }

interface Reviewer extends Reaching {
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
): Promise<Reviewer[]> {
  const roles = liveRows(tx, 'role').select(['id', 'templates']).where('status', '=', 'active').as('r')
  const holds = (code: string): RawBuilder<boolean> =>
    sql<boolean>`exists (select from ${roles} join role_grant g on g.role_id = r.id where g.resource_code = ${code} and r.id = any("user".roles))`
  const isAdmin = sql<boolean>`"user".is_admin and ${!separateAdmins}`
  return liveRows(tx, 'user')
    .select(['id', 'dept', 'stores', 'roles', 'templates', isAdmin.as('isAdmin'), holds(DUTIES.security.code).as('byDuty')])
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
