/** Calls of those who take part: start, act, read. Signed in is enough to ask; whether one takes part is looked at each time. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, AppError, forbidden, invalid, refused } from '#kit/basics/errors.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { act as runAction } from '#kit/entity/store.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { actionRight, type ActionSpec } from '#kit/action/action.ts'
import { find } from '#kit/entity/query.server.ts'
import { actingIn, allowedIn, mayStart, mustSee, principalsOf, promotersOf, standsIn } from '../people/access.server.ts'
import { actOf, allActs, isReview, subjectOf } from '../acts.server.ts'
import { CASE_STATES, type CaseStatus } from './case.ts'
import { load, planOf, type Loaded, type Sent } from './case-store.server.ts'
import type { Command } from './command.ts'
import { BUTTONS, isApproving, type Button } from '../engine/definition.ts'
import { starterFacts } from '../people/directory.server.ts'
import { choicesAhead, dryRun } from '../designer/dryrun.server.ts'
import { formFacts, type FormValues } from '../forms/form.ts'
import { handOverAll } from '../people/leaver.server.ts'
import { recordView } from './record.server.ts'
import { execute, publishedOf, startCase } from './run.server.ts'
import { closedAtStart, factValues, sameCase } from './sent.server.ts'
import { caseView, printSheet, trailOf } from './view.server.ts'
import { sheetForm, withSheet } from './sheet.server.ts'
import { describeRecord } from '../watcher.server.ts'
import { counts, workList } from './workbench.server.ts'
import type { ApplyForm, Startable, TaskInput } from '../wire.ts'

const id = z.int().min(1)
const queryId = z.coerce.number().int().min(1)
const users = z.array(id).min(1, '请选择人员').max(50, '一次最多 50 人')
const choices = z.record(z.string().max(40), z.array(id).max(50)).optional()
const values = z.record(z.string().max(40), z.unknown())
const file = z.strictObject({ id: z.string().max(64), name: z.string().max(200), mime: z.string().max(100), size: z.number() })
const opinion = z.string().trim().max(1000, '意见最多 1000 字').optional()
const sentShape = { opinion, attachments: z.array(file).max(10).optional(), signature: z.array(file).max(1).optional(), values: values.optional() }
const write = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.write(ctx.user.operatorId, work, { prepared: true })
const read = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work, { prepared: true })

/** Colleagues who can be asked: there, enabled, of this operator. */
async function enabledOnly(tx: Tx, ctx: Context, wanted: readonly number[]): Promise<void> {
  const rows = await tx.selectFrom('user').select('id').where('id', 'in', [...wanted]).where('operatorId', '=', ctx.user.operatorId).where('status', '=', 'active').where('deletedAt', 'is', null).execute()
  if (rows.length !== new Set(wanted).size) throw invalid({ users: '所选人员不存在或已停用' })
}

type TaskCommand = 'approve' | 'reject' | 'sendBack' | 'handOver' | 'delegate' | 'addBefore' | 'addAfter' | 'removeAdded' | 'takeBack'
const { copy: _case, ...TASK_BUTTONS } = BUTTONS
const TASK_COMMANDS: Readonly<Record<TaskCommand, string>> = { ...TASK_BUTTONS, takeBack: '拿回' }

/** What the node does not offer, or 处理人权限 takes away, is refused here too: a button that is not there can still be called. */
async function mustOffer(tx: Tx, ctx: Context, loaded: Loaded, kind: TaskCommand, key: number): Promise<void> {
  const task = loaded.state.tasks.find((t) => t.key === key)
  const node = task && loaded.plan.places.get(task.node)?.node
  if (!node || !isApproving(node)) return
  if (kind !== 'takeBack' && node.buttons && !node.buttons.includes(kind as Button)) throw refused(`该节点没有开放「${TASK_COMMANDS[kind]}」`)
  if (kind === 'approve') return
  if (!(await allowedIn(tx, ctx.user.operatorId, { process: loaded.row.process }))[kind]) throw refused(`处理人权限中未开放「${TASK_COMMANDS[kind]}」`)
}

function commandOf(kind: TaskCommand, by: { by: number; acting: readonly number[]; task: number; opinion: string | null }, i: TaskInput, added: number | null): Command {
  const [to] = i.users ?? []
  switch (kind) {
    case 'approve':
      return { kind, ...by, ...(i.choices ? { choices: i.choices } : {}) }
    case 'reject':
      return { kind, ...by, node: i.node ?? null }
    case 'sendBack':
      if (!i.node) throw invalid({ node: '请选择要退回的节点' })
      return { kind, ...by, node: i.node }
    case 'handOver':
    case 'delegate':
      if (!to || i.users!.length !== 1) throw invalid({ users: '请选择一位人员' })
      return { kind, ...by, to }
    case 'addBefore':
    case 'addAfter':
      return { kind, ...by, users: i.users ?? [] }
    case 'removeAdded':
      return { kind, ...by, added: added ?? 0 }
    case 'takeBack':
      return { kind, ...by }
  }
}

interface TaskBody extends TaskInput {
  task: number
  version?: number | undefined
}
const sentOf = (i: TaskInput): Sent => ({ opinion: i.opinion ?? null, ...(i.attachments ? { attachments: i.attachments } : {}), ...(i.signature ? { signature: i.signature } : {}), ...(i.values ? { values: i.values } : {}) })

async function onTask(tx: Tx, ctx: Context, kind: TaskCommand, i: TaskBody): Promise<object> {
  if (i.users) await enabledOnly(tx, ctx, i.users)
  const loaded = await load(tx, ctx, { task: i.task }, true)
  const row = loaded.taskRows.find((t) => t.id === i.task)!
  const who = row.assignee === ctx.user.id ? [ctx.user.id] : actingIn(ctx.user.id, await principalsOf(tx, ctx), loaded.row.process)
  // Somebody who has nothing to do with it learns nothing about it.
  if (!loaded.taskRows.some((t) => who.includes(t.assignee) || t.actedBy === ctx.user.id || who.includes(t.owner))) throw absent('任务不存在或无权查看')
  await mustOffer(tx, ctx, loaded, kind, row.key)
  sameCase(loaded, i.version, i)
  const added = i.added === undefined ? null : (loaded.taskRows.find((t) => t.id === i.added)?.key ?? null)
  await execute(tx, ctx, loaded, commandOf(kind, { by: ctx.user.id, acting: who, task: row.key, opinion: i.opinion ?? null }, i, added), sentOf(i))
  return {}
}

const TASK_BODY = z.strictObject({ task: id, version: id.optional(), ...sentShape, node: z.string().max(40).optional(), users: users.optional(), added: id.optional(), choices })
const taskRoutes: Route[] = (Object.keys(TASK_COMMANDS) as TaskCommand[]).map((kind) =>
  route({
    method: 'POST', path: `/api/v1/workflow/${kind}`, summary: `审批：${TASK_COMMANDS[kind]}`, right: 'signedIn', input: TASK_BODY, single: true,
    handler: (ctx, i) => write(ctx, (tx) => onTask(tx, ctx, kind, i as TaskBody)),
  }),
)

type CaseCommand = 'withdraw' | 'urge' | 'copy' | 'resubmit' | 'terminate'
const CASE_COMMANDS: Readonly<Record<CaseCommand, string>> = { withdraw: '撤销', urge: '催办', copy: '抄送', resubmit: '重新提交', terminate: '终止' }
const CASE_BODY = z.strictObject({ id, version: id.optional(), reason: opinion, users: users.optional(), values: values.optional(), choices })

/** For a re-submission the facts are those of now: what was sent back has usually been mended. */
async function freshFacts(tx: Tx, ctx: Context, loaded: Loaded): Promise<Loaded> {
  const act = loaded.row.act ? actOf(ctx, loaded.row.act) : null
  if (!act || loaded.row.bizId === null) return loaded
  const { facts } = await subjectOf(tx, ctx, act, loaded.row.bizId)
  const all = { ...loaded.row.facts, ...facts }
  await tx.updateTable('approvalCase').set({ facts: JSON.stringify(all) as never }).where('id', '=', loaded.row.id).execute()
  return { ...loaded, row: { ...loaded.row, facts: all } }
}

async function caseCommand(tx: Tx, ctx: Context, kind: CaseCommand, i: z.infer<typeof CASE_BODY>): Promise<object> {
  if (i.users) await enabledOnly(tx, ctx, i.users)
  const { loaded, who } = await seen(tx, ctx, i.id, true)
  if (kind === 'terminate' && !ctx.access.can('approvalCaseList_terminate')) throw forbidden()
  if (kind === 'terminate' && !i.reason) throw invalid({ reason: '请填写终止原因' })
  const allowed = await allowedIn(tx, ctx.user.operatorId, { process: loaded.row.process })
  if (kind !== 'resubmit' && kind !== 'terminate' && !allowed[kind]) throw refused(`该流程不允许${CASE_COMMANDS[kind]}`)
  sameCase(loaded, i.version, i.values ? { values: i.values } : {})
  const by = { by: ctx.user.id, opinion: i.reason ?? null, ...(standsIn(loaded, who) ? { forStarter: true } : {}) }
  const command: Command = kind === 'copy' ? { kind, ...by, users: i.users ?? [] } : kind === 'resubmit' ? { kind, ...by, ...(i.choices ? { choices: i.choices } : {}) } : { kind, ...by }
  await execute(tx, ctx, kind === 'resubmit' ? await freshFacts(tx, ctx, loaded) : loaded, command, { opinion: i.reason ?? null, ...(i.values ? { values: i.values } : {}) })
  return {}
}
const caseRoutes: Route[] = (Object.keys(CASE_COMMANDS) as CaseCommand[]).map((kind) =>
  route({
    method: 'POST', path: `/api/v1/workflow/${kind}`, summary: `审批单：${CASE_COMMANDS[kind]}`, right: kind === 'terminate' ? 'approvalCaseList_terminate' : 'signedIn', input: CASE_BODY, single: true,
    handler: (ctx, i) => write(ctx, (tx) => caseCommand(tx, ctx, kind, i)),
  }),
)

/** Each in its own transaction, each with its own answer. */
async function bulkApprove(ctx: Context, tasks: readonly { task: number; version?: number | undefined }[], text: string | undefined) {
  const results: { id: number; title: string; ok: boolean; message: string }[] = []
  const titles = await read(ctx, async (tx) => new Map((await tx.selectFrom('approvalTask').innerJoin('approvalCase', 'approvalCase.id', 'approvalTask.caseId').select(['approvalTask.id', 'approvalCase.title', 'approvalCase.no']).where('approvalTask.id', 'in', tasks.map((t) => t.task)).where('approvalTask.operatorId', '=', ctx.user.operatorId).execute()).map((r) => [r.id, `${r.title}（${r.no}）`])))
  for (const { task } of tasks) {
    const message = await write(ctx, (tx) => onTask(tx, { ...ctx, source: 'bulk' }, 'approve', { task, ...(text ? { opinion: text } : {}) })).then(() => null, (error: unknown) => (error instanceof AppError ? error.message : `处理失败（编号 ${ctx.requestId}）`))
    results.push({ id: task, title: titles.get(task) ?? `#${task}`, ok: message === null, message: message ?? '已同意' })
  }
  const failed = results.filter((r) => !r.ok).length
  const answer = { done: results.length - failed, failed, results }
  if (failed) throw new AppError('partlyDone', `成功 ${answer.done} 条，失败 ${failed} 条`, answer)
  return answer
}

// --- starting

async function applyGround(tx: Tx, ctx: Context, key: string, businessId: number | null) {
  const [{ process, version }, promoters, starter] = await Promise.all([publishedOf(tx, ctx, { key }), promotersOf(tx, ctx, key), starterFacts(tx, ctx.user.id)])
  if (!(await mayStart(tx, ctx, [process.id], promoters)).has(process.id)) throw forbidden('你没有发起该流程的权限')
  const act = process.act ? actOf(ctx, process.act) : null
  if (process.act && businessId === null) throw refused('该流程由业务操作发起，请从业务页面提交')
  if (act && businessId !== null) await find(tx, ctx, ctx.registry.entity(act.entity).entity as Entity, businessId)
  return { process, version, act, starter, plan: await planOf(tx, ctx.user.operatorId, version) }
}

async function applyForm(tx: Tx, ctx: Context, key: string, businessId: number | null): Promise<ApplyForm> {
  const { process, plan, act, starter } = await applyGround(tx, ctx, key, businessId)
  const sheet = await sheetForm(tx, process, plan, starter, choicesAhead(plan.definition, starter.values, 'starterChoice'))
  return { ...sheet, subject: act && businessId !== null ? await describeRecord(tx, ctx, act.entity, businessId) : null }
}

async function preview(tx: Tx, ctx: Context, key: string, given: FormValues, businessId: number | null, chosen: Record<string, number[]> | undefined) {
  const { process, plan, act, starter } = await applyGround(tx, ctx, key, businessId)
  const subject = act && businessId !== null ? await subjectOf(tx, ctx, act, businessId) : { store: starter.stores[0] ?? null, facts: {} }
  return dryRun(tx, plan.definition, { operatorId: ctx.user.operatorId, starter: ctx.user.id, store: subject.store, managers: process.managers, values: { ...formFacts(plan.form, given), ...factValues(subject.facts), ...starter.values } }, ctx.clock.now(), chosen)
}

/** A free flow, or a business act with its form filled in: then the act itself is run, and held or waiting as it always is. */
async function start(tx: Tx, ctx: Context, key: string, given: FormValues, businessId: number | null, chosen: Record<string, number[]> | undefined, input: Record<string, unknown>): Promise<{ id: number; no: string }> {
  const { process, version, act, plan, starter } = await applyGround(tx, ctx, key, businessId)
  const closed = closedAtStart(plan, given)
  if (Object.keys(closed).length) throw invalid(closed)
  if (!act || businessId === null) return startCase(tx, ctx, { process, version, starter: ctx.user.id, known: starter, values: given, choices: chosen }).then((made) => ({ id: made.id, no: made.no }))
  const entity = ctx.registry.entity(act.entity)
  const specs = (entity.actions?.all ?? {}) as Record<string, ActionSpec>
  const name = isReview(act) ? (Object.entries(specs).find(([, s]) => s.to === act.waits)?.[0] ?? 'submit') : act.action
  const spec = specs[name]
  if (!spec || !ctx.access.can(actionRight(entity.entity as Entity, name, spec))) throw forbidden()
  const before = await newestCase(tx, ctx, act.code, businessId)
  await runAction(tx, withSheet(ctx, key, { values: given, choices: chosen }), act.entity, name, businessId, null, input, 'person')
  const made = await newestCase(tx, ctx, act.code, businessId)
  if (!made || made.id === before?.id) throw refused('该业务没有配置审批流程，已直接处理')
  return made
}

const newestCase = (tx: Tx, ctx: Context, act: string, bizId: number) =>
  tx.selectFrom('approvalCase').select(['id', 'no']).where('operatorId', '=', ctx.user.operatorId).where('act', '=', act).where('bizId', '=', bizId).where('deletedAt', 'is', null).orderBy('id', 'desc').limit(1).executeTakeFirst()

async function startable(tx: Tx, ctx: Context): Promise<Startable[]> {
  const rows = await tx.selectFrom('approvalProcess').select(['id', 'key', 'name', 'category', 'icon', 'remark']).where('operatorId', '=', ctx.user.operatorId).where('status', '=', 'active').where('act', 'is', null).where('deletedAt', 'is', null).orderBy('category').orderBy('name').orderBy('id').limit(500).execute()
  const may = await mayStart(tx, ctx, rows.map((r) => r.id))
  return rows.filter((r) => may.has(r.id)).map(({ id: _i, ...r }) => r)
}

// --- reading

async function caseIdOf(tx: Tx, ctx: Context, q: { id?: number | undefined; businessId?: number | undefined; approvalScene?: number | undefined }): Promise<number> {
  if (q.id !== undefined) return q.id
  if (q.businessId === undefined || q.approvalScene === undefined) throw invalid('缺少审批单编号')
  // A free flow is about itself: the notice panel names it by its own number.
  if (q.approvalScene === 0) return q.businessId
  const codes = allActs(ctx).filter((a) => a.scene === q.approvalScene).map((a) => a.code)
  const row = codes.length ? await tx.selectFrom('approvalCase').select('id').where('operatorId', '=', ctx.user.operatorId).where('act', 'in', codes).where('bizId', '=', q.businessId).where('deletedAt', 'is', null).orderBy('id', 'desc').limit(1).executeTakeFirst() : undefined
  if (!row) throw absent('审批单不存在或无权查看')
  return row.id
}
interface Seen {
  loaded: Loaded
  /** As whom the reader may act: himself, and those he stands in for. */
  who: readonly number[]
}
async function seen(tx: Tx, ctx: Context, caseId: number, forUpdate = false): Promise<Seen> {
  const loaded = await load(tx, ctx, caseId, forUpdate)
  const asked = loaded.taskRows.some((t) => t.status === 'open' && t.assignee === ctx.user.id)
  // Whoever is asked himself acts for himself.
  const who = asked && !loaded.starter.gone ? [ctx.user.id] : actingIn(ctx.user.id, await principalsOf(tx, ctx), loaded.row.process)
  await mustSee(tx, ctx, loaded, who)
  return { loaded, who }
}

async function markRead(tx: Tx, ctx: Context, caseId: number): Promise<null> {
  await seen(tx, ctx, caseId)
  const now = ctx.clock.now()
  await Promise.all([
    tx.updateTable('approvalTask').set({ viewedAt: now }).where('caseId', '=', caseId).where('assignee', '=', ctx.user.id).where('viewedAt', 'is', null).execute(),
    tx.updateTable('approvalCopy').set({ readAt: now }).where('caseId', '=', caseId).where('userId', '=', ctx.user.id).where('readAt', 'is', null).execute(),
  ])
  return null
}

const PEOPLE = z.strictObject({ keyword: z.string().max(50).optional(), all: z.literal('1').optional(), ids: z.string().regex(/^\d{1,15}(,\d{1,15}){0,199}$/, '人员编号不正确').optional() })
async function people(tx: Tx, ctx: Context, q: z.infer<typeof PEOPLE>) {
  const base = tx.selectFrom('user').leftJoin('dept', 'dept.id', 'user.dept').select(['user.id', 'user.name as label', 'dept.name as dept']).where('user.operatorId', '=', ctx.user.operatorId)
  // Names of old values: the disabled and deleted ones too.
  if (q.ids) return { list: await base.where('user.id', 'in', q.ids.split(',').map(Number)).execute() }
  const word = q.keyword?.trim().toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)
  // Whoever leaves has often been disabled before anybody thinks of his tasks.
  const some = q.all ? base : base.where('user.status', '=', 'active').where('user.deletedAt', 'is', null)
  return { list: await (word ? some.where(sql<boolean>`"user".search_text like ${`%${word}%`}`) : some).orderBy('user.name').orderBy('user.id').limit(50).execute() }
}

const LIST = z.strictObject({
  box: z.enum(['waiting', 'started', 'copied', 'handled'], '请选择工作台页签'), pageNo: z.coerce.number().int().min(1).max(500).default(1), pageSize: z.coerce.number().int().min(1).max(200).default(20),
  keyword: z.string().max(100).optional(), process: queryId.optional(), status: z.enum(Object.keys(CASE_STATES) as [CaseStatus]).optional(),
})
const CASE = z.strictObject({ id: queryId.optional(), businessId: queryId.optional(), approvalScene: z.coerce.number().int().min(0).max(1000).optional(), type: z.coerce.number().int().optional() })
const START = z.strictObject({ flowKey: z.string().max(40), values, businessId: id.nullish(), choices, input: values.optional() })

export const commandRoutes: readonly Route[] = [
  ...taskRoutes,
  ...caseRoutes,
  route({ method: 'POST', path: '/api/v1/workflow/bulkApprove', summary: '批量同意', right: 'signedIn', input: z.strictObject({ tasks: z.array(z.strictObject({ task: id, version: id.optional() })).min(1, '请选择要处理的任务').max(200, '一次最多 200 条'), opinion }), handler: (ctx, i) => bulkApprove(ctx, i.tasks, i.opinion) }),
  route({ method: 'POST', path: '/api/v1/workflow/handOverAll', summary: '离职转办', right: 'approvalCaseList_handOver', input: z.strictObject({ from: id, to: id, reason: z.string().trim().min(1, '请填写原因').max(200), replace: z.boolean().default(false) }), handler: (ctx, i) => handOverAll(ctx, i) }),
  route({ method: 'GET', path: '/api/v1/flow/startable', summary: '我可以发起的流程', right: 'signedIn', input: z.strictObject({}), handler: (ctx) => read(ctx, (tx) => startable(tx, ctx)) }),
  route({ method: 'GET', path: '/api/v1/flow/apply', summary: '发起页面内容', right: 'signedIn', input: z.strictObject({ flowKey: z.string().max(40), businessId: queryId.optional() }), handler: (ctx, i) => read(ctx, (tx) => applyForm(tx, ctx, i.flowKey, i.businessId ?? null)) }),
  route({ method: 'POST', path: '/api/v1/flow/preview', summary: '预览审批路径', right: 'signedIn', safe: true, input: START, handler: (ctx, i) => read(ctx, (tx) => preview(tx, ctx, i.flowKey, i.values, i.businessId ?? null, i.choices)) }),
  route({ method: 'POST', path: '/api/v1/flow/start', summary: '发起审批', right: 'signedIn', input: START, single: true, handler: (ctx, i) => write(ctx, (tx) => start(tx, ctx, i.flowKey, i.values, i.businessId ?? null, i.choices, i.input ?? {})) }),
  route({ method: 'GET', path: '/api/v1/workbench/counts', summary: '工作台数量', right: 'signedIn', passive: true, input: z.strictObject({}), handler: (ctx) => read(ctx, (tx) => counts(tx, ctx)) }),
  route({ method: 'GET', path: '/api/v1/workbench/list', summary: '工作台列表', right: 'signedIn', input: LIST, handler: (ctx, i) => read(ctx, (tx) => workList(tx, ctx, i)) }),
  route({ method: 'GET', path: '/api/v1/workflow/case', summary: '审批单内容', right: 'signedIn', input: CASE, handler: (ctx, i) => read(ctx, async (tx) => {
    const id = await caseIdOf(tx, ctx, i)
    const [{ loaded, who }, trail] = await Promise.all([seen(tx, ctx, id), trailOf(tx, ctx, id)])
    return caseView(tx, ctx, loaded, trail, { who, readOnly: i.type === 3 })
  }) }),
  route({ method: 'POST', path: '/api/v1/workflow/read', summary: '标记已阅', right: 'signedIn', input: z.strictObject({ id }), single: true, handler: (ctx, i) => write(ctx, (tx) => markRead(tx, ctx, i.id)) }),
  route({ method: 'GET', path: '/api/v1/workflow/record', summary: '审批对应的业务记录', right: 'signedIn', input: z.strictObject({ id: queryId }), handler: (ctx, i) => read(ctx, async (tx) => recordView(tx, ctx, (await seen(tx, ctx, i.id)).loaded)) }),
  route({ method: 'GET', path: '/api/v1/workflow/print', summary: '审批单打印内容', right: 'signedIn', input: z.strictObject({ id: queryId }), handler: (ctx, i) => read(ctx, async (tx) => printSheet(tx, ctx, (await seen(tx, ctx, i.id)).loaded)) }),
  route({ method: 'GET', path: '/api/v1/workflow/people', summary: '选择同事', right: 'signedIn', input: PEOPLE, handler: (ctx, i) => read(ctx, (tx) => people(tx, ctx, i)) }),
]
