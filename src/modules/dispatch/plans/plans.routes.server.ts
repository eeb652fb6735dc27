/** The calls of the planning page. What they answer is what the page shows: the board, a version, what became of the routes. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError, conflict, refused } from '#kit/basics/errors.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { get, lock } from '#kit/entity/store.server.ts'
import { route } from '#kit/http/route.server.ts'
import type { Plan, Problem, Sequence } from '../solver/model.ts'
import { malformed, neverKept, replanned } from './change.rules.ts'
import { commitPlan } from './commit.server.ts'
import { begin, keep, show } from './compute.server.ts'
import { judgeAmong } from './narrow.rules.ts'
import type { Board } from './problem.rules.ts'
import { violationText } from './sentences.rules.ts'
import { ADOPTED, PLAN_ANSWER, SHOWN, type PlanAnswer } from './wire.ts'

const DAY = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, '日期应为 YYYY-MM-DD')
const ID = z.coerce.number('编号应为正整数').int().positive('编号应为正整数')
const WISH = z.strictObject({
  day: DAY,
  store: ID.optional(),
  orders: z.array(ID).max(3000, '一次最多 3000 张配送单').optional(),
  vehicles: z.array(ID).max(500, '一次最多 500 辆车').optional(),
  mode: z.enum(['cost', 'vehicles', 'balance'], '目标应为 cost、vehicles 或 balance').default('cost'),
  seconds: z.coerce.number('计算时长应为 1–300 秒').int().min(1, '计算时长至少 1 秒').max(300, '计算时长最多 300 秒').default(10),
})
const VISIT = z.strictObject({
  job: z.string().max(20).optional(),
  part: z.enum(['pickup', 'delivery', 'reload']),
  place: z.number().int().optional(),
})
const EDIT = z.strictObject({
  id: ID,
  /** The version it was made from. */
  from: z.number().int().positive(),
  op: z.string().trim().min(1).max(200, '操作说明最多 200 字'),
  sequences: z
    .array(z.strictObject({ vehicle: z.string().max(20), visits: z.array(VISIT).max(500), departAt: z.number().optional() }))
    .max(500),
  override: z.string().trim().max(300, '原因最多 300 字').optional(),
})

async function version(tx: Tx, plan: number, n: number) {
  return allRows(tx, 'dispatchVersion').selectAll().where('plan', '=', plan).where('n', '=', n).executeTakeFirst()
}

async function board(ctx: Context, id: number, n: number | undefined): Promise<PlanAnswer> {
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const p = await get(tx, ctx, 'dispatchPlan', id, 'person')
    const current = n ?? (p['current'] as number)
    const shown = current > 0 ? await version(tx, id, current) : undefined
    const versions = await allRows(tx, 'dispatchVersion')
      .select(['n', 'parent', 'op', 'total', 'metres', 'unassigned'])
      .where('plan', '=', id)
      .orderBy('n', 'desc')
      .limit(100)
      .execute()
    return {
      id,
      no: String(p['no']),
      status: String(p['status']),
      seconds: p['seconds'] as number,
      version: p.version,
      error: p['error'] as string | null,
      current: p['current'] as number,
      progress: p['progress'] as PlanAnswer['progress'],
      results: (p['results'] as PlanAnswer['results']) ?? [],
      problem: p['problem'] as Problem,
      board: p['board'] as PlanAnswer['board'],
      shown: shown ? { n: shown.n, plan: shown.result as Plan } : null,
      versions,
    }
  })
}

async function change(ctx: Context, e: z.infer<typeof EDIT>): Promise<{ n: number; plan: Plan }> {
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const p = await lock(tx, ctx, 'dispatchPlan', e.id, 'person')
    if (p['status'] !== 'ready') throw refused('方案已不是「待确认」，不能再调整；请重新计算一个方案')
    if (p['current'] !== e.from) throw conflict('方案已被他人调整，请刷新后重试')
    const problem = p['problem'] as Problem
    const sequences = e.sequences as Sequence[]
    const bad = malformed(problem, sequences)
    if (bad) throw refused(bad)
    const before = (await version(tx, e.id, e.from))!.result as Plan
    const plan = replanned(judgeAmong(problem, (p['board'] as Board).places), problem, before, sequences)
    const broken = plan.routes.flatMap((r) => r.violations)
    if (broken.length > 0) {
      const never = neverKept(broken)
      if (never) throw refused(violationText(never))
      if (!e.override) throw refused([...new Set(broken.map(violationText))].join('，'))
      if (!ctx.access.can('smartScheduling_override')) throw new AppError('forbidden', '没有「超限保留」权限，不能保留违反规则的线路')
    }
    const n = await keep(tx, ctx, e.id, { op: e.op, problem, plan, override: e.override, parent: e.from })
    return { n, plan }
  })
}

/** Undo and redo: another version is the current one again; none is lost. */
async function goTo(ctx: Context, id: number, n: number): Promise<{ n: number; plan: Plan }> {
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const p = await lock(tx, ctx, 'dispatchPlan', id, 'person')
    if (p['status'] !== 'ready') throw refused('方案已不是「待确认」，不能切换版本；请重新计算一个方案')
    const v = await version(tx, id, n)
    if (!v) throw refused('没有这个版本，请刷新后重新选择')
    const plan = v.result as Plan
    await show(tx, ctx, id, n, plan)
    return { n, plan }
  })
}

export const planRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/dispatchPlan/begin',
    summary: '按日期取配送单与车辆，开始计算调度方案',
    right: 'smartScheduling_solve',
    input: WISH,
    output: z.object({ id: z.number(), no: z.string() }),
    single: true,
    handler: (ctx, wish) => ctx.db.write(ctx.user.operatorId, (tx) => begin(tx, ctx, wish)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/dispatchPlan/board',
    summary: '调度方案的输入、当前版本与进度',
    right: 'smartScheduling',
    input: z.strictObject({ id: ID, n: ID.optional() }),
    output: PLAN_ANSWER,
    handler: (ctx, { id, n }) => board(ctx, id, n),
  }),
  route({
    method: 'POST',
    path: '/api/v1/dispatchPlan/change',
    summary: '调整方案：保存为新版本',
    right: 'smartScheduling_edit',
    input: EDIT,
    output: SHOWN,
    big: true,
    single: true,
    handler: (ctx, e) => change(ctx, e),
  }),
  route({
    method: 'POST',
    path: '/api/v1/dispatchPlan/version',
    summary: '撤销或重做：切换到另一版本',
    right: 'smartScheduling_edit',
    input: z.strictObject({ id: ID, n: ID }),
    output: SHOWN,
    single: true,
    handler: (ctx, { id, n }) => goTo(ctx, id, n),
  }),
  route({
    method: 'POST',
    path: '/api/v1/dispatchPlan/adopt',
    summary: '采用方案：按线路生成任务，逐线路返回结果',
    right: 'smartScheduling_commit',
    input: z.strictObject({ id: ID }),
    output: ADOPTED,
    resumes: true,
    handler: async (ctx, { id }) => {
      const results = await commitPlan(ctx, id)
      if (results.some((r) => !r.ok)) throw new AppError('partlyDone', '部分线路未能采用', { results })
      return { results }
    },
  }),
]
