/**
 * 离职转办: what waits for somebody who leaves goes to somebody else, and so does what will come: drawings that name him are
 * published anew with his successor, and cases that run on older ones find the successor once he is disabled.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError, forbidden, invalid } from '#kit/basics/errors.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { colleaguesOf } from '#modules/system/system.public.ts'
import { onCase } from './run.server.ts'
import { withSuccessor } from './leaver.rules.ts'
import { approvalProcess, approvalVersion } from '../process.ts'
import { LEAVING, refuseBeyond } from '../people/replacing.server.ts'
import { approvalRoleMember } from '../people/roles.ts'
import type { HandOverReport } from '../wire.ts'

const processes = storeOf(approvalProcess)
const versions = storeOf(approvalVersion)
const members = storeOf(approvalRoleMember)
const MOST_TASKS = 5000
const RIGHTS = ['workflowList_design', 'workflowList_edit', 'approvalRoles_edit']

export interface HandOver {
  from: number
  to: number
  reason: string
  /** Also where work will come from: drawings, approval roles, managers. */
  replace: boolean
}

const write = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.write(ctx.user.operatorId, work)
const read = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work)

/** Each task in its own transaction, so that one that cannot go is no obstacle to the rest. */
async function moveTasks(ctx: Context, { from, to, reason }: HandOver): Promise<{ moved: number; left: number }> {
  const rows = await read(ctx, (tx) =>
    allRows(tx, 'approvalTask')
      .select(['caseId', 'key'])
      .where('assignee', '=', from)
      .where('status', 'in', ['waiting', 'open', 'delegated'])
      .orderBy('id')
      .limit(MOST_TASKS)
      .execute(),
  )
  let moved = 0
  for (const row of rows) {
    const command = { kind: 'handOver', by: ctx.user.id, acting: [from], task: row.key, to, admin: true, opinion: reason } as const
    const done = await write(ctx, (tx) => onCase(tx, ctx, row.caseId, async () => ({ command, sent: { opinion: reason } }))).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false
        throw error
      },
    )
    if (done) moved += 1
  }
  return { moved, left: rows.length - moved }
}

async function succeed(tx: Tx, ctx: Context, from: number, to: number): Promise<void> {
  const row = { operatorId: ctx.user.operatorId, userId: from, successor: to, since: ctx.clock.now(), byUser: ctx.user.id || null }
  await tx
    .insertInto('approvalSuccessor')
    .values(row)
    .onConflict((c) => c.columns(['operatorId', 'userId']).doUpdateSet({ successor: to, since: row.since, byUser: row.byUser }))
    .execute()
  // Whoever comes back as a successor has not left.
  await tx.deleteFrom('approvalSuccessor').where('operatorId', '=', ctx.user.operatorId).where('userId', '=', to).execute()
}

async function replaceInRoles(tx: Tx, ctx: Context, from: number, to: number): Promise<number> {
  const rows = await liveRows(tx, 'approvalRoleMember')
    .select(['id', 'role', 'user', 'reach', 'store', 'region'])
    .where('user', 'in', [from, to])
    .orderBy('id')
    .execute()
  const mine = rows.filter((r) => r.user === from)
  for (const r of mine) {
    const there = rows.some(
      (x) => x.user === to && x.role === r.role && x.reach === r.reach && x.store === r.store && x.region === r.region,
    )
    if (there) await members.remove(tx, ctx, r.id)
    else await members.edit(tx, ctx, r.id, { user: to })
  }
  return mine.length
}

/** One process: its managers, its draft, and what is published. Answers what was changed, null when it does not name him. */
async function replaceInProcess(tx: Tx, ctx: Context, id: number, from: number, to: number): Promise<string | null> {
  const process = await processes.lock(tx, ctx, id)
  const said: string[] = []
  if (process.managers?.includes(from)) {
    await processes.edit(tx, ctx, id, { managers: [...new Set(process.managers.map((u) => (u === from ? to : u)))] })
    said.push('流程管理员')
  }
  const rows = await liveRows(tx, 'approvalVersion')
    .select(['id', 'number', 'status', 'definition'])
    .where('process', '=', id)
    .orderBy('number', 'desc')
    .execute()
  for (const row of rows.filter((r) => r.status === 'draft' || r.status === 'published')) {
    const definition = withSuccessor(row.definition, from, to)
    if (definition === row.definition) continue
    if (row.status === 'draft') {
      await versions.edit(tx, ctx, row.id, { definition })
      said.push('草稿')
      continue
    }
    const made = await versions.add(tx, ctx, { process: id, number: rows[0]!.number + 1, definition })
    await versions.act(tx, ctx, 'publish', made.id)
    said.push(`已发布第 ${rows[0]!.number + 1} 版`)
  }
  return said.length ? said.join('、') : null
}

async function replaceInProcesses(ctx: Context, from: number, to: number): Promise<HandOverReport['processes']> {
  const all = await read(ctx, (tx) => liveRows(tx, 'approvalProcess').select(['id', 'name']).orderBy('id').execute())
  const report: HandOverReport['processes'] = []
  for (const { id, name } of all) {
    const said = await write(ctx, (tx) => replaceInProcess(tx, ctx, id, from, to)).then(
      (what) => ({ ok: true, what }),
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        const first = error.kind === 'invalid' && error.data ? Object.values(error.data as Record<string, string>)[0] : null
        return { ok: false, what: first ?? error.message }
      },
    )
    if (said.what !== null) report.push({ name, ok: said.ok, message: said.what })
  }
  return report
}

export async function handOverAll(ctx: Context, h: HandOver): Promise<HandOverReport> {
  const { from, to } = h
  if (from === to) throw invalid({ to: '请选择另一位同事' })
  if (to === ctx.user.id) throw invalid({ to: '不能把审批任务转办给自己，请选择另一位同事，或由另一位管理员办理' })
  if (h.replace && !RIGHTS.every((right) => ctx.access.can(right)))
    throw forbidden('替换流程与审批角色中的人员需要流程设计和审批角色的权限')
  await read(ctx, async (tx) => {
    const rows = await colleaguesOf(tx, [from, to])
    const [leaver, successor] = [from, to].map((id) => rows.find((u) => u.id === id))
    if (!leaver) throw invalid({ from: '离职人员不存在' })
    if (successor?.status !== 'active' || successor.deletedAt !== null) throw invalid({ to: '接手人员不存在或已停用' })
    await refuseBeyond(tx, ctx, leaver, successor, LEAVING)
  })
  // First what is to come, then what is there: nothing falls between the two.
  const roles = await write(ctx, async (tx) => {
    await succeed(tx, ctx, from, to)
    return h.replace ? replaceInRoles(tx, ctx, from, to) : 0
  })
  const changed = h.replace ? await replaceInProcesses(ctx, from, to) : []
  return { ...(await moveTasks(ctx, h)), roles, processes: changed }
}
