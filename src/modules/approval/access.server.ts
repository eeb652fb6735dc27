/** Who may see a case, act on it, and read what it is about: taking part is what counts, not screens or data permission. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent } from '#kit/basics/errors.ts'
import { find } from '#kit/entity/query.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { CaseRow, Loaded } from './case-store.server.ts'
import type { Button } from './definition.ts'

export interface Principal {
  user: number
  /** Null: all processes. */
  processes: readonly number[] | null
}
/** Whom a person stands in for at this moment. Not handed on: a deputy of a deputy is nobody. */
export async function principalsOf(tx: Tx, ctx: Context): Promise<Principal[]> {
  const now = ctx.clock.now()
  const rows = await tx
    .selectFrom('approvalDeputy').select(['user', 'processes']).where('operatorId', '=', ctx.user.operatorId).where('deputy', '=', ctx.user.id).where('status', '=', 'active')
    .where('fromAt', '<=', now).where('toAt', '>', now).where('deletedAt', 'is', null).execute()
  return rows.map((r) => ({ user: r.user, processes: r.processes?.length ? r.processes : null }))
}
export const actingIn = (me: number, principals: readonly Principal[], process: number): number[] => [me, ...principals.filter((p) => p.processes === null || p.processes.includes(process)).map((p) => p.user)]

export const acting = async (tx: Tx, ctx: Context, process: number): Promise<number[]> => actingIn(ctx.user.id, await principalsOf(tx, ctx), process)

/** Whether somebody has (or had) a task or a copy of this case, or started it. */
export async function takesPart(tx: Tx, ctx: Context, row: Pick<CaseRow, 'id' | 'starter' | 'process'>): Promise<boolean> {
  const who = await acting(tx, ctx, row.process)
  if (who.includes(row.starter)) return true
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from approval_task where case_id = ${row.id} and (assignee = any(${sql.val(who)}::bigint[]) or owner = any(${sql.val(who)}::bigint[]) or acted_by = ${ctx.user.id}))
      or exists (select 1 from approval_copy where case_id = ${row.id} and user_id = ${ctx.user.id})
      or exists (select 1 from approval_history where case_id = ${row.id} and user_id = ${ctx.user.id}) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** 404 like everywhere: that there is a case at all is nobody else's business. */
export async function mustSee(tx: Tx, ctx: Context, loaded: Loaded): Promise<void> {
  if (await takesPart(tx, ctx, loaded.row)) return
  if (ctx.access.can('approvalCaseList') || ctx.user.isAdmin) return void (await find(tx, ctx, ctx.registry.entity('approvalCase').entity as Entity, loaded.row.id))
  throw absent('审批单不存在或无权查看')
}

/** Reading of the business record and of files, while or after taking part in one of its cases. */
export const mayRead = (ctx: Context, entity: string, id: number): Promise<boolean> =>
  ctx.db.read(ctx.user.operatorId, async (tx) => {
    const q = tx.selectFrom('approvalCase').select(['id', 'starter', 'process']).where('operatorId', '=', ctx.user.operatorId).where('deletedAt', 'is', null)
    const rows = await (entity === 'approvalCase' ? q.where('id', '=', id) : q.where('bizType', '=', entity).where('bizId', '=', id)).orderBy('id', 'desc').limit(20).execute()
    for (const row of rows) if (await takesPart(tx, ctx, row)) return true
    return false
  })

const FLAGS = { reject: 'reject', sendBack: 'sendBack', handOver: 'handOver', delegate: 'delegate', addBefore: 'addSigner', addAfter: 'addSigner', removeAdded: 'addSigner', copy: 'copy' } as const
export type Allowed = Readonly<Record<Exclude<Button, 'approve'> | 'takeBack' | 'withdraw' | 'urge', boolean>>

/** 处理人权限: the row of the process, else the newest general one, else everything the node offers. */
export async function allowedIn(tx: Tx, operatorId: number, process: number): Promise<Allowed> {
  const rows = await tx.selectFrom('processorPermission').selectAll().where('operatorId', '=', operatorId).where('deletedAt', 'is', null).where((eb) => eb.or([eb('process', '=', process), eb('process', 'is', null)])).orderBy('id', 'desc').execute()
  const row = rows.find((r) => r.process === process) ?? rows.find((r) => r.process === null)
  const own = Object.fromEntries(Object.entries(FLAGS).map(([button, flag]) => [button, row ? row[flag] : true]))
  return { ...own, takeBack: row?.takeBack ?? true, withdraw: row?.withdraw ?? true, urge: row?.urge ?? true } as Allowed
}

/** 发起人权限: without a row everybody may start it. */
export async function mayStart(tx: Tx, ctx: Context, processes: readonly number[]): Promise<Set<number>> {
  if (processes.length === 0) return new Set()
  const rows = await tx.selectFrom('promoterPermission').select(['process', 'everyone', 'users', 'roles', 'depts']).where('process', 'in', [...processes]).where('deletedAt', 'is', null).execute()
  if (ctx.user.isAdmin || rows.length === 0) return new Set(processes)
  const me = await tx.selectFrom('user').select(['roles', 'dept']).where('id', '=', ctx.user.id).executeTakeFirst()
  const { rows: above } = await sql<{ id: number }>`
    with recursive up(id, parent) as (select id, parent from dept where id = ${me?.dept ?? -1} union all select d.id, d.parent from dept d join up on d.id = up.parent)
    select id from up limit 50`.execute(tx)
  const depts = new Set(above.map((d) => d.id))
  const fits = (r: (typeof rows)[number]): boolean =>
    r.everyone || (r.users ?? []).includes(ctx.user.id) || (r.roles ?? []).some((x) => (me?.roles ?? []).includes(x)) || (r.depts ?? []).some((x) => depts.has(x))
  return new Set(processes.filter((id) => !rows.some((r) => r.process === id) || rows.some((r) => r.process === id && fits(r))))
}
