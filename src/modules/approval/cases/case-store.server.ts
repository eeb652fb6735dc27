/** Cases in the tables: read under their lock, written as differences. */
import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { worded, wordedRows } from '#kit/database/compiled-statement.server.ts'
import { jsonText } from '#kit/database/jsonb.server.ts'
import type { FileLink } from '#kit/entity/field.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { approvalCase } from './case.ts'
import { LIVE, type CaseStatus } from '../engine/state.ts'
import { GONE, type Command, type HistoryLine } from '../engine/command.ts'
import type { ProcessDefinition } from '../engine/definition.ts'
import { placesOf, type Places } from '../engine/definition.rules.ts'
import { starterOf, type Starter } from '../people/directory.server.ts'
import { EMPTY_FORM, type FormSchema, type FormValues } from '../forms/form.ts'
import type { CaseState, Task, TaskStatus, Token } from '../engine/state.ts'
import type { ApprovalHistoryRow, ApprovalTaskRow, ApprovalTokenRow } from '../tables.ts'

export type CaseRow = Rec<typeof approvalCase>
export interface Plan {
  version: number
  definition: ProcessDefinition
  places: Places
  form: FormSchema
}
export interface Process {
  id: number
  key: string
  name: string
  act: string | null
  managers: readonly number[]
}
export interface Loaded {
  row: CaseRow
  process: Process
  plan: Plan
  state: CaseState
  taskRows: readonly ApprovalTaskLoaded[]
  starter: Starter
  /** Of the department it was started in. */
  deptName: string | null
}
type ApprovalTaskLoaded = Omit<ApprovalTaskRow, 'id' | 'reminded'> & { id: number; reminded: number }

/** Published versions never change, so what was read once holds for the life of the process: in the database it was read from. */
const plansOf = new WeakMap<Database, Map<string, Plan>>()
const MAX_PLANS = 500

export async function planOf(tx: Tx, ctx: Pick<Context, 'db' | 'user'>, version: number): Promise<Plan> {
  const plans = plansOf.get(ctx.db) ?? new Map<string, Plan>()
  plansOf.set(ctx.db, plans)
  const key = `${ctx.user.operatorId}:${version}`
  const known = plans.get(key)
  if (known) return known
  const row = await tx
    .selectFrom('approvalVersion')
    .leftJoin('approvalFormVersion', 'approvalFormVersion.id', 'approvalVersion.formVersion')
    .select(['approvalVersion.number', 'approvalVersion.definition', 'approvalVersion.status', 'approvalFormVersion.schema'])
    .where('approvalVersion.id', '=', version)
    .executeTakeFirst()
  if (!row) throw absent('这一版流程已被删除，请刷新后重试')
  const plan: Plan = { version: row.number, definition: row.definition, places: placesOf(row.definition), form: row.schema ?? EMPTY_FORM }
  if (plans.size >= MAX_PLANS) plans.delete(plans.keys().next().value!)
  if (row.status !== 'draft') plans.set(key, plan)
  return plan
}

const tokenOf = (r: ApprovalTokenRow): Token => ({
  key: r.key,
  node: r.node,
  parent: r.parent,
  branch: r.branch,
  status: r.status,
  resume: r.resume,
  returned: r.returned,
  wakeAt: r.wakeAt,
})
const taskOf = (r: ApprovalTaskLoaded): Task => ({
  key: r.key,
  token: r.token,
  node: r.node,
  round: r.round,
  kind: r.kind,
  origin: r.origin,
  parent: r.parent,
  assignee: r.assignee,
  owner: r.owner,
  status: r.status,
  seq: r.seq,
  weight: r.weight,
  actedBy: r.actedBy,
  actedAt: r.actedAt,
  opinion: r.opinion,
  openedAt: r.openedAt,
  dueAt: r.dueAt,
  reminded: r.reminded,
})

interface Key {
  operatorId: number
  /** Of the case, or of one of its tasks. */
  id: number
}
type IdOf = (p: Key) => RawBuilder<number>
const itself: IdOf = (p) => sql`${p.id}::bigint`
const ofTask: IdOf = (p) => sql`(select case_id from approval_task where id = ${p.id})`

const which = (tx: Tx, p: Key, id: IdOf) =>
  liveRows(tx, 'approvalCase')
    .innerJoin('approvalProcess', 'approvalProcess.id', 'approvalCase.process')
    .leftJoin('user', 'user.id', 'approvalCase.starter')
    .leftJoin('dept', 'dept.id', 'approvalCase.starterDept')
    .selectAll('approvalCase')
    .select([
      'approvalProcess.key as processKey',
      'approvalProcess.name as processName',
      'approvalProcess.act as processAct',
      'approvalProcess.managers as processManagers',
      'user.dept as hisDept',
      'user.stores as hisStores',
      'user.roles as hisRoles',
      'user.status as hisStatus',
      'user.deletedAt as hisEnd',
      'dept.name as deptName',
    ])
    .where('approvalCase.id', '=', id(p))
const questions = (id: IdOf) => ({
  read: worded((tx, p: Key) => which(tx, p, id)),
  lock: worded((tx, p: Key) => which(tx, p, id).forNoKeyUpdate('approvalCase')),
  tokens: worded((tx, p: Key) => tx.selectFrom('approvalToken').selectAll().where('caseId', '=', id(p)).orderBy('key')),
  tasks: worded((tx, p: Key) => tx.selectFrom('approvalTask').selectAll().where('caseId', '=', id(p)).orderBy('key')),
})
// Two wordings and no "or": PostgreSQL would plan that anew each time.
const [byId, byTask] = [questions(itself), questions(ofTask)]

/** By its own number, or as the case of a task. All in one burst. */
export async function load(tx: Tx, ctx: Context, of: number | { task: number }, forUpdate: boolean): Promise<Loaded> {
  const [ask, id] = typeof of === 'number' ? [byId, of] : [byTask, of.task]
  const key = { operatorId: ctx.user.operatorId, id }
  // The lock first, and PostgreSQL carries out what comes behind it when it has it: what is read there is current.
  const [
    {
      rows: [caseRow],
    },
    tokens,
    tasks,
  ] = await Promise.all([(forUpdate ? ask.lock : ask.read)(tx, key), ask.tokens(tx, key), ask.tasks(tx, key)])
  if (!caseRow)
    throw absent(
      typeof of === 'number'
        ? '审批单已被删除，或不在您的数据权限内，请刷新后重新选择'
        : '任务已被删除，或不在您的数据权限内，请刷新后重新选择',
    )
  const { processKey, processName, processAct, processManagers, hisDept, hisStores, hisRoles, hisStatus, hisEnd, deptName, ...rest } =
    caseRow
  const row = rest as unknown as CaseRow
  const state: CaseState = {
    status: row.status,
    round: row.round,
    tokens: tokens.rows.map(tokenOf),
    tasks: tasks.rows.map(taskOf),
    memory: row.memory,
  }
  return {
    row,
    state,
    taskRows: tasks.rows,
    process: { id: row.process, key: processKey, name: processName, act: processAct, managers: processManagers ?? [] },
    plan: await planOf(tx, ctx, row.processVersion),
    starter: starterOf(row.starter, { dept: hisDept, stores: hisStores, roles: hisRoles, status: hisStatus ?? 'gone', deletedAt: hisEnd }),
    deptName,
  }
}

/** What a person sends along with a command. */
export interface Sent {
  opinion?: string | null
  attachments?: readonly FileLink[]
  signature?: readonly FileLink[]
  values?: FormValues
}

export interface Saving {
  row: CaseRow
  plan: Plan
  before: CaseState | null
  after: CaseState
  values: FormValues
  sent: Sent
  command: Command
}

const same = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)
const jsonb = (text: string) => sql<never>`${text}::jsonb`
const textOf = (value: readonly unknown[] | undefined): string | null => (value?.length ? jsonText(value) : null)

const saveCase = worded(
  (
    tx,
    p: {
      id: number
      status: string
      round: number
      memory: string
      values: string
      at: string
      by: number | null
      endedAt: string | null
      urgedAt: string | null
      urges: number
    },
  ) =>
    tx
      .updateTable('approvalCase')
      .set({
        status: p.status as CaseStatus,
        round: p.round,
        memory: jsonb(p.memory),
        values: jsonb(p.values),
        updatedAt: p.at,
        updatedBy: p.by,
        version: sql<number>`version + 1`,
        endedAt: sql<string>`coalesce(${p.endedAt}, ended_at)`,
        urgedAt: sql<string>`coalesce(${p.urgedAt}, urged_at)`,
        urgeCount: sql<number>`urge_count + ${p.urges}`,
      })
      .where('id', '=', p.id),
)
const addTokens = wordedRows((tx, tokens: readonly (Token & { operatorId: number; caseId: number })[]) =>
  tx.insertInto('approvalToken').values(
    tokens.map((t) => ({
      operatorId: t.operatorId,
      caseId: t.caseId,
      key: t.key,
      node: t.node,
      parent: t.parent,
      branch: t.branch,
      status: t.status,
      resume: t.resume as string[],
      returned: t.returned,
      wakeAt: t.wakeAt,
    })),
  ),
)
const saveToken = worded((tx, t: Token & { caseId: number }) =>
  tx
    .updateTable('approvalToken')
    .set({ node: t.node, status: t.status, resume: t.resume as string[], returned: t.returned, wakeAt: t.wakeAt })
    .where('caseId', '=', t.caseId)
    .where('key', '=', t.key),
)
const addTasks = wordedRows((tx, tasks: readonly (Task & { operatorId: number; caseId: number; nodeName: string; createdAt: string })[]) =>
  tx.insertInto('approvalTask').values(
    tasks.map((t) => ({
      operatorId: t.operatorId,
      caseId: t.caseId,
      key: t.key,
      token: t.token,
      node: t.node,
      nodeName: t.nodeName,
      round: t.round,
      kind: t.kind,
      origin: t.origin,
      parent: t.parent,
      assignee: t.assignee,
      owner: t.owner,
      status: t.status,
      seq: t.seq,
      weight: t.weight,
      actedBy: t.actedBy,
      actedAt: t.actedAt,
      opinion: t.opinion,
      openedAt: t.openedAt,
      dueAt: t.dueAt,
      reminded: t.reminded,
      createdAt: t.createdAt,
    })),
  ),
)
interface TaskChange extends Task {
  caseId: number
  was: TaskStatus
}
const changed = (tx: Tx, t: TaskChange) =>
  tx
    .updateTable('approvalTask')
    // Whoever it goes to has not seen it.
    .set({
      assignee: t.assignee,
      status: t.status,
      actedBy: t.actedBy,
      actedAt: t.actedAt,
      opinion: t.opinion,
      openedAt: t.openedAt,
      dueAt: t.dueAt,
      reminded: t.reminded,
      viewedAt: sql<string>`case when assignee = ${t.assignee} then viewed_at end`,
    })
    // Compare-and-set besides the row lock of the case: whatever else might write here would lose.
    .where('caseId', '=', t.caseId)
    .where('key', '=', t.key)
    .where('status', '=', t.was)
const saveTask = worded(changed)
const answerTask = worded((tx, t: TaskChange & { attachments: string | null; signature: string | null }) =>
  changed(tx, t).set({ attachments: jsonb(t.attachments as string), signature: jsonb(t.signature as string) }),
)

/** All of it in one burst: PostgreSQL carries it out in this order, and nothing here needs an answer of another. */
export async function saveState(tx: Tx, ctx: Context, { row, plan, before, after, values, sent, command }: Saving): Promise<void> {
  const now = ctx.clock.now()
  const ended = !LIVE.includes(after.status)
  const asStored = before === null && after.status === 'running'
  const base = { operatorId: ctx.user.operatorId, caseId: row.id }
  const writes: Promise<unknown>[] = []
  // A new one was stored as it stands while it runs; it may have ended, or lie with its starter, before anybody was asked.
  if (!asStored) {
    const urged = command.kind === 'urge'
    writes.push(
      saveCase(tx, {
        id: row.id,
        status: after.status,
        round: after.round,
        memory: jsonText(after.memory),
        values: jsonText(values),
        at: now,
        by: ctx.user.id || null,
        endedAt: ended ? now : null,
        urgedAt: urged ? now : null,
        urges: urged ? 1 : 0,
      }),
    )
  }
  const oldTokens = new Map((before?.tokens ?? []).map((t) => [t.key, t]))
  const newTokens = after.tokens.filter((t) => !oldTokens.has(t.key))
  if (newTokens.length)
    writes.push(
      addTokens(
        tx,
        newTokens.map((t) => ({ ...base, ...t })),
      ),
    )
  for (const t of after.tokens) {
    const was = oldTokens.get(t.key)
    if (was && !same(was, t)) writes.push(saveToken(tx, { ...t, caseId: row.id }))
  }
  const oldTasks = new Map((before?.tasks ?? []).map((t) => [t.key, t]))
  const newTasks = after.tasks.filter((t) => !oldTasks.has(t.key))
  if (newTasks.length)
    writes.push(
      addTasks(
        tx,
        newTasks.map((t) => ({ ...base, ...t, nodeName: plan.places.get(t.node)?.node.name ?? t.node, createdAt: now })),
      ),
    )
  const acted = 'task' in command ? command.task : null
  for (const t of after.tasks) {
    const was = oldTasks.get(t.key)
    if (!was || same(was, t)) continue
    const change = { ...t, actedBy: t.actedBy || null, caseId: row.id, was: was.status }
    const written =
      t.key === acted
        ? answerTask(tx, { ...change, attachments: textOf(sent.attachments), signature: textOf(sent.signature) })
        : saveTask(tx, change)
    writes.push(
      written.then(({ numAffectedRows }) => {
        if (numAffectedRows !== 1n) throw refused(GONE, { gone: true })
      }),
    )
  }
  await Promise.all(writes)
}

type HistoryRow = Omit<Insertable<ApprovalHistoryRow>, 'attachments' | 'changes'> & { attachments: string | null; changes: string | null }
const addHistory = wordedRows((tx, lines: readonly HistoryRow[]) =>
  tx.insertInto('approvalHistory').values(
    lines.map((h) => ({
      operatorId: h.operatorId,
      caseId: h.caseId,
      at: h.at,
      userId: h.userId,
      onBehalfOf: h.onBehalfOf,
      action: h.action,
      node: h.node,
      nodeName: h.nodeName,
      task: h.task,
      toUsers: h.toUsers,
      toNode: h.toNode,
      opinion: h.opinion,
      round: h.round,
      attachments: jsonb(h.attachments as string),
      changes: jsonb(h.changes as string),
    })),
  ),
)

export async function writeHistory(
  tx: Tx,
  ctx: Context,
  caseId: number,
  plan: Plan,
  lines: readonly HistoryLine[],
  sent: Sent,
  changes: Record<string, [unknown, unknown]> | null,
): Promise<void> {
  const at = ctx.clock.now()
  const rows = lines.map((h, i): HistoryRow => ({
    operatorId: ctx.user.operatorId,
    caseId,
    at,
    userId: h.by || null,
    onBehalfOf: h.onBehalfOf,
    action: h.action,
    node: h.node,
    nodeName: h.node === null ? null : (plan.places.get(h.node)?.node.name ?? h.node),
    task: h.task,
    toUsers: h.to.length ? [...h.to] : null,
    toNode: h.toNode,
    opinion: h.opinion,
    round: h.round,
    attachments: i === 0 ? textOf(sent.attachments) : null,
    changes: i === 0 && changes ? jsonText(changes) : null,
  }))
  if (rows.length) await addHistory(tx, rows)
}
