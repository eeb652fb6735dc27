/** Making a plan: the snapshot, the run on a thread, the version it ends in. */
import { sql, type Selectable } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { act, add, lock } from '#kit/entity/store.server.ts'
import type { Tables } from '#kit/entity/tables.ts'
import { defineCall } from '#kit/ports/call.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import { jsonb } from '#kit/database/jsonb.server.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import type { Mode, Plan, Problem, Sequence } from '../solver/model.ts'
import { planningDoor } from './door.server.ts'
import { problemOf } from './problem.rules.ts'
import { planOnThreads } from './threads.server.ts'

/** Computing is no call to others, but as long, as repeatable, and begun by the commit: the outbox takes it to whichever worker is free. */
export const solveCall = defineCall({
  kind: 'dispatch.solve',
  label: '调度计算',
  payload: z.strictObject({ plan: z.int() }),
  open: true,
  summary: ({ plan }) => `调度方案（编号 ${plan}）`,
  deliver: (ctx, { plan }) => deliver(ctx, plan),
})
/** More stops are split by store or refused (transport.md §14). */
const MOST_ORDERS = 3_000

export interface Wish {
  day: string
  store?: number | undefined
  orders?: readonly number[] | undefined
  vehicles?: readonly number[] | undefined
  mode: Mode
  seconds: number
}

/** The orders and vehicles of the wish as they are now, as a problem. */
export async function snapshot(tx: Tx, ctx: Context, wish: Wish, seed: number) {
  const door = planningDoor(ctx)
  const where = { day: wish.day, ...(wish.store === undefined ? {} : { store: wish.store }) }
  const orders = await door.schedulable(tx, ctx, { ...where, ...(wish.orders ? { ids: wish.orders } : {}) })
  const vehicles = await door.dispatchable(tx, ctx, { ...where, ...(wish.vehicles ? { ids: wish.vehicles } : {}) })
  const p = (code: string): Promise<number> => parameterNumber(tx, ctx.registry, code)
  return problemOf({
    day: wish.day,
    orders,
    vehicles,
    mode: wish.mode,
    seed,
    prizeFen: await p('dispatch.prize'),
    fairHourFen: await p('dispatch.fairHour'),
    driveMaxMinutes: await p('dispatch.driveMax'),
    restMinutes: await p('dispatch.rest'),
    driveDayMinutes: await p('dispatch.driveDay'),
  })
}

export async function begin(tx: Tx, ctx: Context, wish: Wish): Promise<{ id: number; no: string }> {
  await oneAtATime(tx, ctx)
  const seed = 1
  const { problem, board } = await snapshot(tx, ctx, wish, seed)
  if (problem.jobs.length === 0) throw refused('这一天没有待调度的配送单，请改选配送日期或门店')
  if (problem.jobs.length > MOST_ORDERS) throw refused(`一次最多计算 ${MOST_ORDERS} 张配送单，请按门店分开计算`)
  if (problem.vehicles.length === 0)
    throw refused(board.barred.length > 0 ? `没有可用车辆：${board.barred[0]!.plateNo} ${board.barred[0]!.why}` : '没有可用车辆')
  const plan = await add(tx, ctx, 'dispatchPlan', {
    day: wish.day,
    store: wish.store ?? null,
    mode: wish.mode,
    seconds: wish.seconds,
    orders: problem.jobs.length,
    vehicles: problem.vehicles.length,
    problem,
    board,
    seed,
    current: 0,
  })
  await enqueue(tx, ctx, solveCall, { plan: plan.id }, { key: `${plan.id}:0` })
  return { id: plan.id, no: String(plan['no']) }
}

/** One plan is computed for a person at a time; a second would only make both slower. */
async function oneAtATime(tx: Tx, ctx: Context): Promise<void> {
  const running = await liveRows(tx, 'dispatchPlan')
    .select('no')
    .where('status', '=', 'computing')
    .where('createdBy', '=', ctx.user.id)
    .executeTakeFirst()
  if (running) throw refused(`方案 ${running.no} 还在计算，请等它完成或废弃它`)
}

/** Delivered by the outbox: once after the commit, again after a crash. The plan's state says whether there is still something to do. */
export async function deliver(ctx: Context, id: number): Promise<void> {
  const row = await readPlan(ctx, id)
  if (!row || row.status !== 'computing' || !row.problem || !row.board) return
  const start = await latest(ctx, id, row.current ?? 0)
  const run = planOnThreads({
    problem: row.problem,
    places: row.board.places,
    budget: { milliseconds: row.seconds * 1000 },
    start,
    progress: (progress) => {
      void note(ctx, id, progress).then((still) => {
        if (!still) run.stop()
      })
    },
  })
  try {
    const plan = await run.plan
    await ctx.db.write(ctx.user.operatorId, async (tx) => {
      const now = await lock(tx, ctx, 'dispatchPlan', id)
      if (now['status'] !== 'computing') return
      await keep(tx, ctx, id, { op: start.length > 0 ? '重新计算' : '计算', problem: row.problem!, plan })
      await act(tx, ctx, 'dispatchPlan', 'finish', id, null, {})
    })
  } catch (error) {
    await ctx.db.write(ctx.user.operatorId, async (tx) => {
      const now = await lock(tx, ctx, 'dispatchPlan', id)
      if (now['status'] === 'computing')
        await act(tx, ctx, 'dispatchPlan', 'fail', id, null, { error: `计算中断：${(error as Error).message}`.slice(0, 500) })
    })
  }
}

const readPlan = (ctx: Context, id: number) =>
  ctx.db.read(ctx.user.operatorId, (db) => liveRows(db, 'dispatchPlan').selectAll().where('id', '=', id).executeTakeFirst())

const latest = async (ctx: Context, plan: number, n: number): Promise<readonly Sequence[]> => {
  if (n === 0) return []
  const row = await ctx.db.read(ctx.user.operatorId, (db) =>
    allRows(db, 'dispatchVersion').select('sequences').where('plan', '=', plan).where('n', '=', n).executeTakeFirst(),
  )
  return row?.sequences ?? []
}

/** Progress is no change of the record: it is written beside its version. False when somebody has discarded the plan. */
const note = (ctx: Context, id: number, progress: Selectable<Tables['dispatchPlan']>['progress']): Promise<boolean> =>
  ctx.db.write(ctx.user.operatorId, async (tx) => {
    const done = await tx
      .updateTable('dispatchPlan')
      .set({ progress: jsonb(progress) })
      .where('id', '=', id)
      .where('status', '=', 'computing')
      .executeTakeFirst()
    return done.numUpdatedRows === 1n
  })

/** What the routes cost; what staying out and uneven hours are weighed at is no money. */
const spent = ({ cost }: Plan) => fen(cost.total - cost.prize - cost.fairness)

/** The next version, and the plan's figures with it. */
export async function keep(
  tx: Tx,
  ctx: Context,
  id: number,
  { op, plan, override, parent }: { op: string; problem: Problem; plan: Plan; override?: string | undefined; parent?: number },
): Promise<number> {
  const { last, current } = await tx
    .selectFrom('dispatchPlan as p')
    .select((e) => [
      'p.current',
      e
        .selectFrom('dispatchVersion as v')
        .select((x) => x.fn.coalesce(x.fn.max('v.n'), sql<number>`0`).as('n'))
        .where('v.plan', '=', id)
        .as('last'),
    ])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()
  const n = Number(last ?? 0) + 1
  const metres = Math.round(plan.routes.reduce((sum, r) => sum + r.metres, 0))
  await add(tx, ctx, 'dispatchVersion', {
    plan: id,
    n,
    parent: parent ?? current ?? 0,
    op,
    total: spent(plan),
    metres,
    unassigned: plan.unassigned.length,
    override: override ?? null,
    sequences: plan.routes.map((r) => ({ vehicle: r.vehicle, visits: r.visits })),
    result: plan,
  })
  await show(tx, ctx, id, n, plan)
  return n
}

export async function show(tx: Tx, ctx: Context, id: number, n: number, plan: Plan): Promise<void> {
  await tx
    .updateTable('dispatchPlan')
    .set({
      current: n,
      routes: plan.routes.length,
      unassigned: plan.unassigned.length,
      metres: Math.round(plan.routes.reduce((sum, r) => sum + r.metres, 0)),
      total: spent(plan),
      version: sql`version + 1`,
      updatedAt: ctx.clock.now(),
    })
    .where('id', '=', id)
    .execute()
}
