/** Cases in the tables: read under their lock, written as differences. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import type { FileLink } from '#kit/entity/field.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { approvalCase } from './case.ts'
import { LIVE } from './case.ts'
import { GONE, type Command, type HistoryLine } from './command.ts'
import type { ProcessDefinition } from './definition.ts'
import { placesOf, type Places } from './definition.rules.ts'
import { starterOf, type Starter } from './directory.server.ts'
import { EMPTY_FORM, type FormSchema, type FormValues } from './form.ts'
import type { CaseState, Task, Token } from './state.ts'
import type { ApprovalTaskRow, ApprovalTokenRow } from './tables.ts'

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
}
export type ApprovalTaskLoaded = Omit<ApprovalTaskRow, 'id' | 'reminded'> & { id: number; reminded: number }

/** Published versions never change, so what was read once holds for the life of the process. */
const plans = new Map<string, Plan>()
const MAX_PLANS = 500

export async function planOf(tx: Tx, operatorId: number, version: number): Promise<Plan> {
  const key = `${operatorId}:${version}`
  const known = plans.get(key)
  if (known) return known
  const row = await tx
    .selectFrom('approvalVersion').leftJoin('approvalFormVersion', 'approvalFormVersion.id', 'approvalVersion.formVersion')
    .select(['approvalVersion.number', 'approvalVersion.definition', 'approvalVersion.status', 'approvalFormVersion.schema']).where('approvalVersion.id', '=', version).executeTakeFirst()
  if (!row) throw absent('流程版本不存在')
  const plan: Plan = { version: row.number, definition: row.definition, places: placesOf(row.definition), form: row.schema ?? EMPTY_FORM }
  if (plans.size >= MAX_PLANS) plans.delete(plans.keys().next().value!)
  if (row.status !== 'draft') plans.set(key, plan)
  return plan
}

const tokenOf = (r: ApprovalTokenRow): Token => ({ key: r.key, node: r.node, parent: r.parent, branch: r.branch, status: r.status, resume: r.resume, returned: r.returned, wakeAt: r.wakeAt })
const taskOf = (r: ApprovalTaskLoaded): Task => ({
  key: r.key, token: r.token, node: r.node, round: r.round, kind: r.kind, origin: r.origin, parent: r.parent, assignee: r.assignee, owner: r.owner, status: r.status,
  seq: r.seq, weight: r.weight, actedBy: r.actedBy, actedAt: r.actedAt, opinion: r.opinion, openedAt: r.openedAt, dueAt: r.dueAt, reminded: r.reminded,
})

/** By its own number, or as the case of a task. All in one burst. */
export async function load(tx: Tx, ctx: Context, of: number | { task: number }, forUpdate: boolean): Promise<Loaded> {
  const id = typeof of === 'number' ? sql<number>`${of}::bigint` : sql<number>`(select case_id from approval_task where id = ${of.task})`
  const which = tx
    .selectFrom('approvalCase').innerJoin('approvalProcess', 'approvalProcess.id', 'approvalCase.process').leftJoin('user', 'user.id', 'approvalCase.starter')
    .selectAll('approvalCase')
    .select(['approvalProcess.key as processKey', 'approvalProcess.name as processName', 'approvalProcess.act as processAct', 'approvalProcess.managers as processManagers', 'user.dept as hisDept', 'user.stores as hisStores', 'user.roles as hisRoles', 'user.status as hisStatus', 'user.deletedAt as hisEnd'])
    .where('approvalCase.id', '=', id).where('approvalCase.operatorId', '=', ctx.user.operatorId).where('approvalCase.deletedAt', 'is', null)
  // The lock first, and PostgreSQL carries out what comes behind it when it has it: what is read there is current.
  const [found, tokens, tasks] = await Promise.all([
    (forUpdate ? which.forNoKeyUpdate('approvalCase') : which).executeTakeFirst(),
    tx.selectFrom('approvalToken').selectAll().where('caseId', '=', id).orderBy('key').execute(),
    tx.selectFrom('approvalTask').selectAll().where('caseId', '=', id).orderBy('key').execute(),
  ])
  if (!found) throw absent(typeof of === 'number' ? '审批单不存在或无权查看' : '任务不存在或无权查看')
  const { processKey, processName, processAct, processManagers, hisDept, hisStores, hisRoles, hisStatus, hisEnd, ...rest } = found
  const row = rest as unknown as CaseRow
  const state: CaseState = { status: row.status, round: row.round, tokens: (tokens as ApprovalTokenRow[]).map(tokenOf), tasks: tasks.map(taskOf), memory: row.memory }
  return {
    row, state, taskRows: tasks,
    process: { id: row.process, key: processKey, name: processName, act: processAct, managers: processManagers ?? [] },
    plan: await planOf(tx, ctx.user.operatorId, row.processVersion),
    starter: starterOf(row.starter, { dept: hisDept, stores: hisStores, roles: hisRoles, status: hisStatus ?? 'gone', deletedAt: hisEnd }),
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

const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`
const same = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

/** All of it in one burst: PostgreSQL carries it out in this order, and nothing here needs an answer of another. */
export async function saveState(tx: Tx, ctx: Context, { row, plan, before, after, values, sent, command }: Saving): Promise<void> {
  const now = ctx.clock.now()
  const ended = !LIVE.includes(after.status)
  const set = {
    status: after.status, round: after.round, memory: json(after.memory), values: json(values), updatedAt: now, updatedBy: ctx.user.id || null, version: sql<number>`version + 1`,
    ...(ended ? { endedAt: now } : {}), ...(command.kind === 'urge' ? { urgedAt: now, urgeCount: sql<number>`urge_count + 1` } : {}),
  }
  const writes: Promise<unknown>[] = [tx.updateTable('approvalCase').set(set as never).where('id', '=', row.id).execute()]
  const base = { operatorId: ctx.user.operatorId, caseId: row.id }
  const oldTokens = new Map((before?.tokens ?? []).map((t) => [t.key, t]))
  const newTokens = after.tokens.filter((t) => !oldTokens.has(t.key))
  if (newTokens.length) writes.push(tx.insertInto('approvalToken').values(newTokens.map((t) => ({ ...base, ...t, resume: [...t.resume] }))).execute())
  for (const t of after.tokens) {
    const was = oldTokens.get(t.key)
    if (was && !same(was, t)) writes.push(tx.updateTable('approvalToken').set({ node: t.node, status: t.status, resume: [...t.resume], returned: t.returned, wakeAt: t.wakeAt }).where('caseId', '=', row.id).where('key', '=', t.key).execute())
  }
  const oldTasks = new Map((before?.tasks ?? []).map((t) => [t.key, t]))
  const newTasks = after.tasks.filter((t) => !oldTasks.has(t.key))
  if (newTasks.length) {
    writes.push(tx.insertInto('approvalTask').values(newTasks.map((t) => ({ ...base, ...t, nodeName: plan.places.get(t.node)?.node.name ?? t.node, attachments: null, signature: null, viewedAt: null, createdAt: now }))).execute())
  }
  const acted = 'task' in command ? command.task : null
  for (const t of after.tasks) {
    const was = oldTasks.get(t.key)
    if (!was || same(was, t)) continue
    const proof = t.key === acted ? { attachments: sent.attachments?.length ? json(sent.attachments) : null, signature: sent.signature?.length ? json(sent.signature) : null } : {}
    const change = { assignee: t.assignee, status: t.status, actedBy: t.actedBy || null, actedAt: t.actedAt, opinion: t.opinion, openedAt: t.openedAt, dueAt: t.dueAt, reminded: t.reminded, ...(t.assignee === was.assignee ? {} : { viewedAt: null }), ...proof }
    // Compare-and-set besides the row lock of the case: whatever else might write here would lose.
    const written = tx.updateTable('approvalTask').set(change as never).where('caseId', '=', row.id).where('key', '=', t.key).where('status', '=', was.status).executeTakeFirst()
    writes.push(
      written.then(({ numUpdatedRows }) => {
        if (numUpdatedRows !== 1n) throw refused(GONE, { gone: true })
      }),
    )
  }
  await Promise.all(writes)
}

export async function writeHistory(tx: Tx, ctx: Context, caseId: number, plan: Plan, lines: readonly HistoryLine[], round: number, sent: Sent, changes: Record<string, [unknown, unknown]> | null): Promise<void> {
  const at = ctx.clock.now()
  const rows = lines.map((h, i) => ({
    operatorId: ctx.user.operatorId, caseId, at, userId: h.by || null, onBehalfOf: h.onBehalfOf, action: h.action, node: h.node, nodeName: h.node === null ? null : (plan.places.get(h.node)?.node.name ?? h.node),
    task: h.task, toUsers: h.to.length ? [...h.to] : null, toNode: h.toNode, opinion: h.opinion, round,
    attachments: i === 0 && sent.attachments?.length ? json(sent.attachments) : null, changes: i === 0 && changes ? json(changes) : null,
  }))
  if (rows.length) await tx.insertInto('approvalHistory').values(rows).execute()
}

