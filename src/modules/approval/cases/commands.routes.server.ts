/** Calls of those who take part in a case. Signed in is enough to ask; whether one takes part is looked at each time. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, AppError, forbidden, invalid, refused } from '#kit/basics/errors.ts'
import { jsonb } from '#kit/database/jsonb.server.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { actOf, subjectOf } from '../acts.server.ts'
import { BUTTONS, isApproving, type Button } from '../engine/definition.ts'
import { plainYes } from '../engine/definition.rules.ts'
import { actingIn, allowedIn, principalsOf, standsIn } from '../people/access.server.ts'
import { handOverAll } from './leaver.server.ts'
import type { TaskInput } from '../wire.ts'
import { load, type Loaded, type Sent } from './case-store.server.ts'
import type { Command } from '../engine/command.ts'
import { choices, id, opinion, read, sentShape, users, values, write } from '../input.server.ts'
import { execute } from './run.server.ts'
import { seen } from './open-case.server.ts'
import { sameCase } from './command-input.server.ts'
import { HAND_OVER_REPORT } from '../wire.ts'

/** Colleagues who can be asked: there, enabled, of this operator. */
async function enabledOnly(tx: Tx, wanted: readonly number[]): Promise<void> {
  const rows = await liveRows(tx, 'user')
    .select('id')
    .where('id', 'in', [...wanted])
    .where('status', '=', 'active')
    .execute()
  if (rows.length !== new Set(wanted).size) throw invalid({ users: '所选人员已停用或被删除，请重新选择' })
}

type TaskCommand = 'approve' | 'reject' | 'sendBack' | 'handOver' | 'delegate' | 'addBefore' | 'addAfter' | 'removeAdded' | 'takeBack'
const { copy: _case, ...TASK_BUTTONS } = BUTTONS
const TASK_COMMANDS: Readonly<Record<TaskCommand, string>> = { ...TASK_BUTTONS, takeBack: '拿回' }

/** What the node does not offer, or 处理人权限 takes away, is refused here too: a button that is not there can still be called. */
async function mustOffer(tx: Tx, ctx: Context, loaded: Loaded, kind: TaskCommand, key: number): Promise<void> {
  const task = loaded.state.tasks.find((t) => t.key === key)
  const node = task && loaded.plan.places.get(task.node)?.node
  if (!node || !isApproving(node)) return
  if (kind !== 'takeBack' && node.buttons && !node.buttons.includes(kind as Button))
    throw refused(`这一步没有开放「${TASK_COMMANDS[kind]}」；需要时请联系流程管理员`)
  if (kind === 'approve') return
  if (!(await allowedIn(tx, ctx.user.operatorId, { process: loaded.row.process }))[kind])
    throw refused(`处理人权限中未开放「${TASK_COMMANDS[kind]}」`)
}

function commandOf(
  kind: TaskCommand,
  by: { by: number; acting: readonly number[]; task: number; opinion: string | null },
  i: TaskInput,
  added: number | null,
): Command {
  const [to] = i.users ?? []
  switch (kind) {
    case 'approve':
      return { kind, ...by, ...(i.choices ? { choices: i.choices } : {}) }
    case 'reject':
      return { kind, ...by, node: i.node ?? null }
    case 'sendBack':
      if (!i.node) throw invalid({ node: '请选择退回到哪一步' })
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
const sentOf = (i: TaskInput): Sent => ({
  opinion: i.opinion ?? null,
  ...(i.attachments ? { attachments: i.attachments } : {}),
  ...(i.signature ? { signature: i.signature } : {}),
  ...(i.values ? { values: i.values } : {}),
})

async function onTask(tx: Tx, ctx: Context, kind: TaskCommand, i: TaskBody): Promise<Record<string, never>> {
  if (i.users) await enabledOnly(tx, i.users)
  const loaded = await load(tx, ctx, { task: i.task }, true)
  const row = loaded.taskRows.find((t) => t.id === i.task)!
  const who = row.assignee === ctx.user.id ? [ctx.user.id] : actingIn(ctx.user.id, await principalsOf(tx, ctx), loaded.row.process)
  // Somebody who has nothing to do with it learns nothing about it.
  if (!loaded.taskRows.some((t) => who.includes(t.assignee) || t.actedBy === ctx.user.id || who.includes(t.owner)))
    throw absent('任务已被删除，或不在您的数据权限内，请刷新后重新选择')
  await mustOffer(tx, ctx, loaded, kind, row.key)
  if (ctx.source === 'bulk' && row.status === 'open' && !plainYes(loaded.plan.places.get(row.node)?.node))
    throw refused('这一步需要填写内容、意见或签名，请打开审批单逐件处理')
  sameCase(loaded, i.version, i)
  const added = i.added === undefined ? null : (loaded.taskRows.find((t) => t.id === i.added)?.key ?? null)
  await execute(
    tx,
    ctx,
    loaded,
    commandOf(kind, { by: ctx.user.id, acting: who, task: row.key, opinion: i.opinion ?? null }, i, added),
    sentOf(i),
  )
  return {}
}

/** Done; the case is read anew for what it looks like now. */
const DONE = z.strictObject({})

const TASK_BODY = z.strictObject({
  task: id,
  version: id.optional(),
  ...sentShape,
  node: z.string().max(40).optional(),
  users: users.optional(),
  added: id.optional(),
  choices,
})
const taskRoutes: Route[] = (Object.keys(TASK_COMMANDS) as TaskCommand[]).map((kind) =>
  route({
    method: 'POST',
    path: `/api/v1/workflow/${kind}`,
    summary: `审批：${TASK_COMMANDS[kind]}`,
    right: 'signedIn',
    input: TASK_BODY,
    output: DONE,
    single: true,
    handler: (ctx, i) => write(ctx, (tx) => onTask(tx, ctx, kind, i as TaskBody)),
  }),
)

type CaseCommand = 'withdraw' | 'urge' | 'copy' | 'resubmit' | 'terminate'
const CASE_COMMANDS: Readonly<Record<CaseCommand, string>> = {
  withdraw: '撤销',
  urge: '催办',
  copy: '抄送',
  resubmit: '重新提交',
  terminate: '终止',
}
const CASE_BODY = z.strictObject({
  id,
  version: id.optional(),
  reason: opinion,
  users: users.optional(),
  values: values.optional(),
  choices,
})

/** For a re-submission the facts are those of now: what was sent back has usually been mended. */
async function freshFacts(tx: Tx, ctx: Context, loaded: Loaded): Promise<Loaded> {
  const act = loaded.row.act ? actOf(ctx, loaded.row.act) : null
  if (!act || loaded.row.bizId === null) return loaded
  const { facts } = await subjectOf(tx, ctx, act, loaded.row.bizId)
  const all = { ...loaded.row.facts, ...facts }
  await tx
    .updateTable('approvalCase')
    .set({ facts: jsonb(all) })
    .where('id', '=', loaded.row.id)
    .execute()
  return { ...loaded, row: { ...loaded.row, facts: all } }
}

async function caseCommand(tx: Tx, ctx: Context, kind: CaseCommand, i: z.infer<typeof CASE_BODY>): Promise<Record<string, never>> {
  if (i.users) await enabledOnly(tx, i.users)
  const { loaded, who } = await seen(tx, ctx, i.id, true)
  if (kind === 'terminate' && !ctx.access.can('approvalCaseList_terminate')) throw forbidden()
  if (kind === 'terminate' && !i.reason) throw invalid({ reason: '请填写终止原因' })
  const allowed = await allowedIn(tx, ctx.user.operatorId, { process: loaded.row.process })
  if (kind !== 'resubmit' && kind !== 'terminate' && !allowed[kind]) throw refused(`该流程不允许${CASE_COMMANDS[kind]}`)
  sameCase(loaded, i.version, i.values ? { values: i.values } : {})
  const by = { by: ctx.user.id, opinion: i.reason ?? null, ...(standsIn(loaded, who) ? { forStarter: true } : {}) }
  const command: Command =
    kind === 'copy'
      ? { kind, ...by, users: i.users ?? [] }
      : kind === 'resubmit'
        ? { kind, ...by, ...(i.choices ? { choices: i.choices } : {}) }
        : { kind, ...by }
  await execute(tx, ctx, kind === 'resubmit' ? await freshFacts(tx, ctx, loaded) : loaded, command, {
    opinion: i.reason ?? null,
    ...(i.values ? { values: i.values } : {}),
  })
  return {}
}
const caseRoutes: Route[] = (Object.keys(CASE_COMMANDS) as CaseCommand[]).map((kind) =>
  route({
    method: 'POST',
    path: `/api/v1/workflow/${kind}`,
    summary: `审批单：${CASE_COMMANDS[kind]}`,
    right: kind === 'terminate' ? 'approvalCaseList_terminate' : 'signedIn',
    input: CASE_BODY,
    output: DONE,
    single: true,
    handler: (ctx, i) => write(ctx, (tx) => caseCommand(tx, ctx, kind, i)),
  }),
)

const BULK_ANSWER = z.object({
  done: z.number(),
  failed: z.number(),
  results: z.array(z.object({ id: z.number(), title: z.string(), ok: z.boolean(), message: z.string() })),
})
/** What these tasks are called, and whether he has answered them already: those that concern him, since of others he learns nothing. */
async function ownTasks(tx: Tx, ctx: Context, tasks: readonly number[]): Promise<ReadonlyMap<number, { name: string; mine: boolean }>> {
  const principals = await principalsOf(tx, ctx)
  const rows = await allRows(tx, 'approvalTask as t')
    .innerJoin('approvalCase as c', 'c.id', 't.caseId')
    .select(['t.id', 't.status', 't.assignee', 't.owner', 't.actedBy', 'c.process', 'c.title', 'c.no'])
    .where('t.id', 'in', tasks)
    .execute()
  const concerns = (r: (typeof rows)[number]): boolean => {
    const who = actingIn(ctx.user.id, principals, r.process)
    return who.includes(r.assignee) || who.includes(r.owner) || r.actedBy === ctx.user.id
  }
  return new Map(
    rows
      .filter(concerns)
      .map((r) => [r.id, { name: `${r.title}（${r.no}）`, mine: r.status === 'agreed' && r.actedBy === ctx.user.id }] as const),
  )
}
/** Each in its own transaction, each with its own answer. */
async function bulkApprove(ctx: Context, tasks: readonly { task: number; version?: number | undefined }[], text: string | undefined) {
  const results: { id: number; title: string; ok: boolean; message: string }[] = []
  const known = await read(ctx, (tx) =>
    ownTasks(
      tx,
      ctx,
      tasks.map((t) => t.task),
    ),
  )
  for (const { task } of tasks) {
    const one = known.get(task)
    // Done by an earlier attempt of this very call, which died before it could say so.
    const message = one?.mine
      ? null
      : await write(ctx, (tx) => onTask(tx, { ...ctx, source: 'bulk' }, 'approve', { task, ...(text ? { opinion: text } : {}) })).then(
          () => null,
          (error: unknown) => (error instanceof AppError ? error.message : `处理失败（编号 ${ctx.requestId}）`),
        )
    results.push({ id: task, title: one?.name ?? `#${task}`, ok: message === null, message: message ?? '已同意' })
  }
  const failed = results.filter((r) => !r.ok).length
  const answer = { done: results.length - failed, failed, results }
  if (failed) throw new AppError('partlyDone', `成功 ${answer.done} 条，失败 ${failed} 条`, answer)
  return answer
}

export const commandRoutes: readonly Route[] = [
  ...taskRoutes,
  ...caseRoutes,
  route({
    method: 'POST',
    path: '/api/v1/workflow/bulkApprove',
    summary: '批量同意',
    right: 'signedIn',
    input: z.strictObject({
      tasks: z
        .array(z.strictObject({ task: id, version: id.optional() }))
        .min(1, '请选择要处理的任务')
        .max(200, '一次最多 200 条'),
      opinion,
    }),
    output: BULK_ANSWER,
    resumes: true,
    handler: (ctx, i) => bulkApprove(ctx, i.tasks, i.opinion),
  }),
  route({
    method: 'POST',
    path: '/api/v1/workflow/handOverAll',
    summary: '离职转办',
    right: 'approvalCaseList_handOver',
    input: z.strictObject({
      from: id,
      to: id,
      reason: z.string().trim().min(1, '请填写原因').max(200),
      replace: z.boolean().default(false),
    }),
    output: HAND_OVER_REPORT,
    handler: (ctx, i) => handOverAll(ctx, i),
  }),
]
