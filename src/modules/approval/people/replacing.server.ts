/**
 * Who may put whom in whose place. Whoever names a deputy, a successor or a member of an approval role gives him somebody's voice: he
 * gives nobody more than he has and sees himself, takes nothing from who is above him, and gives himself nothing (decision 0120).
 */
import { sql } from 'kysely'
import type { Context, Scope, Tx } from '#kit/access/context.server.ts'
import { forbidden, invalid, refused } from '#kit/basics/errors.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { reachesStore, visibleWhere } from '#kit/entity/query/scope.server.ts'
import { storesInCity } from '#modules/parties/parties.public.ts'
import { colleaguesOf, peopleAbove } from '#modules/system/system.public.ts'

interface Colleague {
  id: number
  dept: number | null
  stores: readonly number[] | null
}
/** Whether the whole of what somebody works on lies within this data permission: whose stores are not all in it may decide beyond it. */
function within(scope: Scope, { id, dept, stores }: Colleague): boolean {
  if (scope === 'all') return true
  return scope.some(
    (c) =>
      (c.store === undefined || (stores?.length && stores.every((store) => c.store!.includes(store)))) &&
      (c.dept === undefined || (dept !== null && c.dept.includes(dept))) &&
      (c.owner === undefined || c.owner.includes(id)),
  )
}

interface Words {
  from: { field: string; label: string }
  to: { field: string; label: string }
}
export const LEAVING: Words = { from: { field: 'from', label: '离职人员' }, to: { field: 'to', label: '接手人员' } }
const STANDING_IN: Words = { from: { field: 'user', label: '委托人' }, to: { field: 'deputy', label: '代理人' } }

/** `to` acts for `from` from then on: neither may or sees more than the asking one. */
export async function refuseBeyond(tx: Tx, ctx: Context, from: Colleague, to: Colleague, words: Words): Promise<void> {
  const scope = ctx.access.scopeOf('approvalCaseList')
  const above = await peopleAbove(tx, ctx, [from.id, to.id])
  for (const [who, { field, label }] of [
    [from, words.from],
    [to, words.to],
  ] as const) {
    if (!within(scope, who)) throw invalid({ [field]: `${label}不在您的数据权限内` })
    if (above.has(who.id)) throw invalid({ [field]: `${label}的权限超出您的权限，请联系管理员` })
  }
  if (scope === 'all') return
  const seen = visibleWhere(ctx, ctx.registry.entity('approvalCase').entity as Entity)
  const { rows } = await sql<{ hidden: boolean }>`
    select exists (select from approval_case t where t.operator_id = ${ctx.user.operatorId} and t.deleted_at is null and (${seen}) is not true
      and exists (select from approval_task k where k.operator_id = t.operator_id and k.case_id = t.id and k.assignee = ${from.id}
        and k.status in ('waiting', 'open', 'delegated'))) as hidden`.execute(tx)
  if (rows[0]!.hidden) throw refused(`${words.from.label}还有不在您数据权限内的审批任务，请由数据权限覆盖这些任务的管理员办理`)
}

/** Everybody chooses his own deputy. For others it is done by who may hand over their work, and never in his own favour. */
export async function refuseDeputy(tx: Tx, ctx: Context, { user, deputy }: { user: number; deputy: number }): Promise<void> {
  if (user === ctx.user.id || ctx.source === 'job') return
  if (deputy === ctx.user.id) throw invalid({ deputy: '不能把自己设为他人的代理人，请由委托人本人或另一位管理员设置' })
  if (ctx.user.isAdmin) return
  const people = await colleaguesOf(tx, [user, deputy])
  const [from, to] = [user, deputy].map((id) => people.find((who) => who.id === id))
  if (from && to) await refuseBeyond(tx, ctx, from, to, STANDING_IN)
}

/** A deputy of who is above him is not his to take away. */
export async function refuseTakingAway(tx: Tx, ctx: Context, user: number): Promise<void> {
  if ((await peopleAbove(tx, ctx, [user])).size > 0) throw forbidden('委托人的权限超出您的权限，请由委托人本人或管理员取消')
}

export interface Member {
  user: number
  reach: string
  store: number | null
  region: string | null
}
/** Whether what a member decides about lies within the data permission of who names him. */
async function isWithin(tx: Tx, ctx: Context, { reach, store, region }: Member): Promise<boolean> {
  const { storeIds } = ctx.user
  const scope: Scope = ctx.access.can('approvalCaseList') ? ctx.access.scopeOf('approvalCaseList') : [{ store: storeIds }]
  if (scope === 'all') return true
  if (reach === 'store') return store !== null && reachesStore(scope, store)
  if (reach !== 'region' || !region) return false
  return (await storesInCity(tx, region)).every((id) => reachesStore(scope, id))
}
/** As the member was and as he would be; null: there was none, or will be none. */
export async function refuseMember(tx: Tx, ctx: Context, before: Member | null, after: Member | null): Promise<void> {
  if (ctx.user.isAdmin || ctx.source === 'job') return
  if (after?.user === ctx.user.id) throw forbidden('不能把自己加入审批角色，请由另一位管理员设置')
  const both = [before, after].filter((member) => member !== null)
  const above = await peopleAbove(
    tx,
    ctx,
    both.map(({ user }) => user),
  )
  if (above.size > 0) throw forbidden('该成员的权限超出您的权限，请由管理员设置他的审批角色')
  for (const member of both)
    if (!(await isWithin(tx, ctx, member))) throw forbidden('审批角色的负责范围超出您的数据权限，请由数据权限覆盖该范围的管理员设置')
}
