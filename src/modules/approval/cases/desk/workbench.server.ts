/** 审批工作台: what waits for me, what I started, what was copied to me, what I have handled. Each box is one index. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { CaseStatus } from '../../engine/state.ts'
import { principalsOf, type Principal } from '../../people/access.server.ts'
import { actsOn } from '../../acts.server.ts'
import { plainYes } from '../../engine/definition.rules.ts'
import { namesOf } from '../../people/directory.server.ts'
import { planOf } from '../case-store.server.ts'
import { hidesFields, linesSeen, sightOf, standsOfMany, type Stands } from '../form-sight.server.ts'
import type { TaskStatus } from '../../engine/state.ts'
import type { Counts, WorkItem } from '../../wire.ts'

type Box = keyof Counts
export interface WorkQuery {
  box: Box
  pageNo: number
  pageSize: number
  keyword?: string | undefined
  process?: number | undefined
  status?: CaseStatus | undefined
}
/** Beyond this a badge says «9999+». */
const COUNT_LIMIT = 10_000

const TRUE = sql<boolean>`true`
const and = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length ? sql<boolean>`${sql.join(parts, sql` and `)}` : TRUE
const list = (ids: readonly number[]): RawBuilder<unknown> => sql`${sql.val([...ids])}::bigint[]`

/** My own tasks, and those of whoever I stand in for, as far as I do. `t` task, `c` case. */
function mine(ctx: Context, principals: readonly Principal[]): RawBuilder<boolean> {
  const open = sql<boolean>`t.operator_id = ${ctx.user.operatorId} and t.status = 'open'`
  const whole = [ctx.user.id, ...principals.filter((p) => p.processes === null).map((p) => p.user)]
  // One assignee: the index gives them in order; several are few.
  const own = whole.length === 1 ? sql<boolean>`t.assignee = ${whole[0]!}` : sql<boolean>`t.assignee = any(${list(whole)})`
  const limited = principals.filter((p) => p.processes !== null)
  if (limited.length === 0) return and([open, own])
  return and([
    open,
    sql<boolean>`(${own} or ${sql.join(
      limited.map((p) => sql`(t.assignee = ${p.user} and c.process = any(${list(p.processes!)}))`),
      sql` or `,
    )})`,
  ])
}

interface Source {
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
  order: RawBuilder<unknown>
  needsCase: boolean
}
/** What was sent back to somebody who has left waits for whoever stands in for him. */
function started({ user: { id, operatorId } }: Context, principals: readonly Principal[]): RawBuilder<boolean> {
  const gone = principals.filter((p) => p.gone).map((p) => p.user)
  const own = gone.length
    ? sql<boolean>`(c.starter = ${id} or (c.starter = any(${list(gone)}) and c.status = 'returned'))`
    : sql<boolean>`c.starter = ${id}`
  return sql<boolean>`c.operator_id = ${operatorId} and ${own} and c.deleted_at is null`
}

async function sourceOf(tx: Tx, ctx: Context, box: Box): Promise<Source> {
  const { id, operatorId } = ctx.user
  switch (box) {
    case 'waiting': {
      const principals = await principalsOf(tx, ctx)
      return {
        from: sql`approval_task t`,
        where: mine(ctx, principals),
        order: sql`t.id desc`,
        needsCase: principals.some((p) => p.processes !== null),
      }
    }
    case 'handled':
      return {
        from: sql`approval_task t`,
        where: sql<boolean>`t.operator_id = ${operatorId} and t.acted_by = ${id}`,
        order: sql`t.acted_at desc, t.id desc`,
        needsCase: false,
      }
    case 'started':
      return { from: sql`approval_case c`, where: started(ctx, await principalsOf(tx, ctx)), order: sql`c.id desc`, needsCase: false }
    case 'copied':
      return {
        from: sql`approval_copy y`,
        where: sql<boolean>`y.operator_id = ${operatorId} and y.user_id = ${id}`,
        order: sql`y.created_at desc, y.case_id desc`,
        needsCase: false,
      }
  }
}

const joinCase = (box: Box): RawBuilder<unknown> =>
  box === 'started'
    ? sql``
    : box === 'copied'
      ? sql` join approval_case c on c.id = y.case_id`
      : sql` join approval_case c on c.id = t.case_id`

async function countOf(tx: Tx, box: Box, s: Source, extra: readonly RawBuilder<boolean>[]): Promise<{ total: number; exact: boolean }> {
  const join = extra.length || s.needsCase ? joinCase(box) : sql``
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 from ${s.from}${join} where ${and([s.where, ...extra])} limit ${COUNT_LIMIT + 1}) as bounded`.execute(
    tx,
  )
  const n = Number(rows[0]!.n)
  return { total: Math.min(n, COUNT_LIMIT), exact: n <= COUNT_LIMIT }
}

export async function counts(tx: Tx, ctx: Context): Promise<Counts> {
  const of = async (box: Box): Promise<number> => (await countOf(tx, box, await sourceOf(tx, ctx, box), [])).total
  // Of copies the unread ones are what a badge is for; the whole box is a list.
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 from approval_copy where operator_id = ${ctx.user.operatorId} and user_id = ${ctx.user.id} and read_at is null limit ${COUNT_LIMIT}) b`.execute(
    tx,
  )
  const [waiting, started, handled] = [await of('waiting'), await of('started'), await of('handled')]
  return { waiting, started, copied: Number(rows[0]!.n), handled }
}

interface WorkRow {
  id: number
  version: number
  no: string
  title: string
  process: number
  processVersion: number
  status: CaseStatus
  starter: number
  startedAt: string
  endedAt: string | null
  summary: { label: string; value: string }[] | null
  act: string | null
  bizType: string | null
  bizId: number | null
  taskId: number | null
  node: string | null
  taskStatus: TaskStatus | null
  assignee: number | null
  openedAt: string | null
  dueAt: string | null
  actedAt: string | null
  viewedAt: string | null
  readAt: string | null
}

const TASK_COLUMNS = sql`t.id as "taskId", t.node, t.status as "taskStatus", t.assignee, t.opened_at as "openedAt", t.due_at as "dueAt", t.acted_at as "actedAt", t.viewed_at as "viewedAt", null::timestamptz as "readAt"`
const NO_TASK = (readAt: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`null::bigint as "taskId", null as node, null as "taskStatus", null::bigint as assignee, null::timestamptz as "openedAt", null::timestamptz as "dueAt", null::timestamptz as "actedAt", null::timestamptz as "viewedAt", ${readAt} as "readAt"`

async function workRows(tx: Tx, q: WorkQuery, s: Source, extra: readonly RawBuilder<boolean>[]): Promise<WorkRow[]> {
  const columns =
    q.box === 'waiting' || q.box === 'handled' ? TASK_COLUMNS : NO_TASK(q.box === 'copied' ? sql`y.read_at` : sql`null::timestamptz`)
  const { rows } = await sql<WorkRow>`
    select c.id, c.version, c.no, c.title, c.process, c.process_version as "processVersion", c.status, c.starter, c.started_at as "startedAt", c.ended_at as "endedAt", c.summary, c.act, c.biz_type as "bizType", c.biz_id as "bizId", ${columns}
    from ${s.from}${joinCase(q.box)} where ${and([s.where, ...extra])} order by ${s.order} limit ${q.pageSize} offset ${(q.pageNo - 1) * q.pageSize}`.execute(
    tx,
  )
  return rows
}

export async function workList(
  tx: Tx,
  ctx: Context,
  q: WorkQuery,
): Promise<{ list: WorkItem[]; total: number; exact: boolean; pageNo: number; pageSize: number }> {
  const s = await sourceOf(tx, ctx, q.box)
  const like = q.keyword?.trim() ? `%${q.keyword.trim().replace(/[\\%_]/g, (c) => `\\${c}`)}%` : null
  const extra = [
    ...(like === null
      ? []
      : [
          sql<boolean>`(c.title ilike ${like} or c.no ilike ${like} or c.starter in (select u.id from "user" u where u.operator_id = ${ctx.user.operatorId} and u.name ilike ${like}))`,
        ]),
    ...(q.process === undefined ? [] : [sql<boolean>`c.process = ${q.process}`]),
    ...(q.status === undefined ? [] : [sql<boolean>`c.status = ${q.status}`]),
  ]
  const [rows, counted] = await Promise.all([workRows(tx, q, s, extra), countOf(tx, q.box, s, extra)])
  return { list: await dressed(tx, ctx, rows, q.box), ...counted, pageNo: q.pageNo, pageSize: q.pageSize }
}

async function dressed(tx: Tx, ctx: Context, rows: readonly WorkRow[], box: Box): Promise<WorkItem[]> {
  if (rows.length === 0) return []
  const cases = [...new Set(rows.map((r) => r.id))]
  const [open, processes] = await Promise.all([
    tx
      .selectFrom('approvalTask')
      .select(['caseId', 'assignee'])
      .where('caseId', 'in', cases)
      .where('status', '=', 'open')
      .orderBy('id')
      .execute(),
    tx
      .selectFrom('approvalProcess')
      .select(['id', 'name'])
      .where('id', 'in', [...new Set(rows.map((r) => r.process))])
      .execute(),
  ])
  const names = await namesOf(tx, [...rows.flatMap((r) => [r.starter, r.assignee]), ...open.map((t) => t.assignee)])
  const hiding: WorkRow[] = []
  for (const r of rows) if (hidesFields(await planOf(tx, ctx, r.processVersion))) hiding.push(r)
  const stands = await standsOfMany(tx, ctx, hiding)
  const items: WorkItem[] = []
  for (const r of rows)
    items.push(
      await item(tx, ctx, r, {
        names,
        process: processes.find((p) => p.id === r.process)?.name ?? '',
        open: open.filter((t) => t.caseId === r.id).map((t) => t.assignee),
        summary: await summarySeen(tx, ctx, r, stands.get(r.id) ?? null, box),
      }),
    )
  return items
}

/** What the reader may see of the summary: as the one who is asked at that node, as the starter in his own box, else by his part in the case. */
async function summarySeen(tx: Tx, ctx: Context, r: WorkRow, stands: Stands, box: Box): Promise<WorkItem['summary']> {
  const plan = await planOf(tx, ctx, r.processVersion)
  const lines = r.summary ?? []
  if (!hidesFields(plan)) return lines
  const own = box === 'started' && stands ? new Set([...stands, 'start']) : stands
  return linesSeen(plan, lines, r.bizId !== null, sightOf(plan, own, box === 'waiting' ? r.node : null))
}

async function item(
  tx: Tx,
  ctx: Context,
  r: WorkRow,
  known: { names: ReadonlyMap<number, string>; process: string; open: readonly number[]; summary: WorkItem['summary'] },
): Promise<WorkItem> {
  const name = (id: number | null): string => (id === null ? '' : (known.names.get(id) ?? `#${id}`))
  const node = r.node === null ? undefined : (await planOf(tx, ctx, r.processVersion)).places.get(r.node)?.node
  const scene = r.bizType === null ? null : (actsOn(ctx, r.bizType).find((a) => a.code === r.act)?.scene ?? null)
  return {
    id: r.id,
    version: r.version,
    no: r.no,
    title: r.title,
    process: known.process,
    status: r.status,
    starter: name(r.starter),
    startedAt: r.startedAt,
    endedAt: r.endedAt,
    summary: known.summary,
    scene,
    businessId: r.bizId,
    waitsFor: [...new Set(known.open)].map(name),
    ...(r.taskId === null
      ? {}
      : {
          task: {
            id: r.taskId,
            node: node?.name ?? r.node ?? '',
            status: r.taskStatus!,
            openedAt: r.openedAt,
            dueAt: r.dueAt,
            actedAt: r.actedAt,
            unread: r.viewedAt === null,
            principal: r.assignee === ctx.user.id ? null : name(r.assignee),
            bulk: plainYes(node),
          },
        }),
    ...(r.readAt === null && r.taskId === null ? { unread: true } : {}),
  }
}
