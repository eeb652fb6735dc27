/** Who may see a case, act on it, and read what it is about: taking part is what counts, not screens or data permission. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, AppError } from '#kit/basics/errors.ts'
import { worded } from '#kit/database/compiled-statement.server.ts'
import { find } from '#kit/entity/query/query.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { CaseRow, Loaded } from '../cases/case-store.server.ts'
import type { Button } from '../engine/definition.ts'

export interface Principal {
  user: number
  /** Null: all processes. */
  processes: readonly number[] | null
  /** Has left: his part as a starter has fallen to this person too. */
  gone: boolean
}

/** `u` is a user who can do nothing any more. */
const GONE = sql<boolean>`(u.status <> 'active' or u.deleted_at is not null)`
/** Those who have left and whose nearest enabled successor is one of `heirs`. */
const leftTo = (operatorId: number, heirs: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select s.user_id from approval_successor s join "user" u on u.id = s.user_id join "user" h on h.id = s.successor where s.operator_id = ${operatorId} and ${GONE} and ${heirs}`
const leftOn = (operatorId: number, name: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  union select s.user_id from ${name} l join approval_successor s on s.operator_id = ${operatorId} and s.successor = l.id join "user" u on u.id = s.user_id where ${GONE}`

/**
 * Whom a person stands in for at this moment. Not handed on: a deputy of a deputy is nobody. For whoever has left it is his
 * successor, and where there is none an administrator: nothing may wait for somebody who does not come any more.
 */
export async function principalsOf(tx: Tx, ctx: Context): Promise<Principal[]> {
  const { id, operatorId, isAdmin } = ctx.user
  const now = ctx.clock.now()
  const [mine, succeeded] = [sql`mine`, sql`succeeded`]
  const orphans = isAdmin
    ? sql`, succeeded(id) as (${leftTo(operatorId, sql<boolean>`h.status = 'active' and h.deleted_at is null`)} ${leftOn(operatorId, succeeded)}),
      orphans as (select u.id from "user" u where u.operator_id = ${operatorId} and ${GONE} and u.id not in (select id from succeeded)
        and (exists (select from approval_task t where t.operator_id = ${operatorId} and t.assignee = u.id and t.status in ('waiting', 'open', 'delegated'))
          or exists (select from approval_case c where c.operator_id = ${operatorId} and c.starter = u.id and c.status = 'returned' and c.deleted_at is null)))`
    : sql``
  const { rows } = await sql<{ user: number; processes: number[] | null; gone: boolean }>`
    with recursive mine(id) as (${leftTo(operatorId, sql<boolean>`h.id = ${id}`)} ${leftOn(operatorId, mine)}) ${orphans}
    select "user", processes, false as gone from approval_deputy
      where operator_id = ${operatorId} and deputy = ${id} and status = 'active' and from_at <= ${now} and to_at > ${now} and deleted_at is null
    union all select id, null, true from mine ${isAdmin ? sql`union all select id, null, true from orphans` : sql``}`.execute(tx)
  return rows.map((r) => ({ user: r.user, processes: r.processes?.length ? r.processes : null, gone: r.gone }))
}
export const actingIn = (me: number, principals: readonly Principal[], process: number): number[] => [
  me,
  ...principals.filter((p) => p.processes === null || p.processes.includes(process)).map((p) => p.user),
]

/** For a starter who has left. */
export const standsIn = ({ row, starter }: Pick<Loaded, 'row' | 'starter'>, who: readonly number[]): boolean =>
  starter.gone && who.includes(row.starter)

/** Whether somebody has (or had) a task or a copy of this case, or started it. `who`: himself, and whom he stands in for. */
async function takesPart(tx: Tx, ctx: Context, row: Pick<CaseRow, 'id' | 'starter'>, who: readonly number[]): Promise<boolean> {
  if (who.includes(row.starter)) return true
  const { rows } = await sql<{ takesPart: boolean }>`
    select exists (select 1 from approval_task where case_id = ${row.id} and (assignee = any(${sql.val([...who])}::bigint[]) or owner = any(${sql.val([...who])}::bigint[]) or acted_by = ${ctx.user.id}))
      or exists (select 1 from approval_copy where case_id = ${row.id} and user_id = ${ctx.user.id})
      or exists (select 1 from approval_history where case_id = ${row.id} and user_id = ${ctx.user.id}) as "takesPart"`.execute(tx)
  return rows[0]?.takesPart ?? false
}
/** The same of a case that is loaded: most people are seen by their tasks. */
const hasTask = (ctx: Context, { taskRows }: Loaded, who: readonly number[]): boolean =>
  taskRows.some((t) => who.includes(t.assignee) || who.includes(t.owner) || t.actedBy === ctx.user.id)

/** 404 like everywhere: that there is a case at all is nobody else's business. */
export async function mustSee(tx: Tx, ctx: Context, loaded: Loaded, who: readonly number[]): Promise<void> {
  if (hasTask(ctx, loaded, who) || (await takesPart(tx, ctx, loaded.row, who))) return
  await mustMonitor(tx, ctx, loaded.row.id)
}
async function mustMonitor(tx: Tx, ctx: Context, caseId: number): Promise<void> {
  if (!ctx.access.can('approvalCaseList') && !ctx.user.isAdmin) throw absent('审批单已被删除，或不在您的数据权限内，请刷新后重新选择')
  await find(tx, ctx, ctx.registry.entity('approvalCase').entity as Entity, caseId)
}
/** The same as a question: whether a link to the case would lead anywhere. */
export async function maySee(tx: Tx, ctx: Context, row: Pick<CaseRow, 'id' | 'starter' | 'process'>): Promise<boolean> {
  if (await takesPart(tx, ctx, row, actingIn(ctx.user.id, await principalsOf(tx, ctx), row.process))) return true
  return mustMonitor(tx, ctx, row.id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.kind === 'absent') return false
      throw error
    },
  )
}

/** Reading of the business record and of files, while or after taking part in one of its cases. */
export const mayRead = (ctx: Context, entity: string, id: number): Promise<boolean> =>
  ctx.db.read(ctx.user.operatorId, async (tx) => {
    const q = liveRows(tx, 'approvalCase').select(['id', 'starter', 'process'])
    const rows = await (entity === 'approvalCase' ? q.where('id', '=', id) : q.where('bizType', '=', entity).where('bizId', '=', id))
      .orderBy('id', 'desc')
      .limit(20)
      .execute()
    const principals = await principalsOf(tx, ctx)
    for (const row of rows) if (await takesPart(tx, ctx, row, actingIn(ctx.user.id, principals, row.process))) return true
    return false
  })

const FLAGS = {
  reject: 'reject',
  sendBack: 'sendBack',
  handOver: 'handOver',
  delegate: 'delegate',
  addBefore: 'addSigner',
  addAfter: 'addSigner',
  removeAdded: 'addSigner',
  copy: 'copy',
} as const
export type Allowed = Readonly<Record<Exclude<Button, 'approve'> | 'takeBack' | 'withdraw' | 'urge', boolean>>

const permissionOf = (process: RawBuilder<number>, tx: Tx) =>
  liveRows(tx, 'processorPermission')
    .selectAll()
    .where((eb) => eb.or([eb('process', '=', process), eb('process', 'is', null)]))
    .orderBy(sql`process is null`)
    .orderBy('id', 'desc')
    .limit(1)
const permissionOfProcess = worded((tx, p: { operatorId: number; process: number }) => permissionOf(sql`${p.process}::bigint`, tx))
const permissionOfCase = worded((tx, p: { operatorId: number; case: number }) =>
  permissionOf(sql`(select process from approval_case where id = ${p.case})`, tx),
)
/** 处理人权限: the newest row of the process, else the newest general one, else everything the node offers. `of`: the process, or one of its cases. */
export async function allowedIn(tx: Tx, operatorId: number, of: { process: number } | { case: number }): Promise<Allowed> {
  const {
    rows: [row],
  } = await ('case' in of ? permissionOfCase(tx, { operatorId, ...of }) : permissionOfProcess(tx, { operatorId, ...of }))
  const own = Object.fromEntries(Object.entries(FLAGS).map(([button, flag]) => [button, row ? row[flag] : true]))
  return { ...own, takeBack: row?.takeBack ?? true, withdraw: row?.withdraw ?? true, urge: row?.urge ?? true } as Allowed
}

type Promoters = readonly { process: number; everyone: boolean; users: number[] | null; roles: number[] | null; depts: number[] | null }[]
const promoters = (tx: Tx) => liveRows(tx, 'promoterPermission').select(['process', 'everyone', 'users', 'roles', 'depts'])
const promotersByKey = worded((tx, p: { key: string; operatorId: number }) =>
  promoters(tx).where('process', '=', (eb) => liveRows(eb, 'approvalProcess').select('id').where('key', '=', p.key)),
)
export const promotersOf = async (tx: Tx, ctx: Context, key: string): Promise<Promoters> =>
  (await promotersByKey(tx, { key, operatorId: ctx.user.operatorId })).rows

/** 发起人权限: without a row everybody may start it. */
export async function mayStart(tx: Tx, ctx: Context, processes: readonly number[], known?: Promoters): Promise<Set<number>> {
  if (processes.length === 0) return new Set()
  const rows =
    known ??
    (await promoters(tx)
      .where('process', 'in', [...processes])
      .execute())
  if (ctx.user.isAdmin || rows.length === 0) return new Set(processes)
  const me = await tx.selectFrom('user').select(['roles', 'dept']).where('id', '=', ctx.user.id).executeTakeFirst()
  const { rows: above } = await sql<{ id: number }>`
    with recursive up(id, parent) as (select id, parent from dept where id = ${me?.dept ?? -1} union all select d.id, d.parent from dept d join up on d.id = up.parent)
    select id from up limit 50`.execute(tx)
  const depts = new Set(above.map((d) => d.id))
  const includesUser = (r: Promoters[number]): boolean =>
    r.everyone ||
    (r.users ?? []).includes(ctx.user.id) ||
    (r.roles ?? []).some((x) => (me?.roles ?? []).includes(x)) ||
    (r.depts ?? []).some((x) => depts.has(x))
  return new Set(processes.filter((id) => !rows.some((r) => r.process === id) || rows.some((r) => r.process === id && includesUser(r))))
}
