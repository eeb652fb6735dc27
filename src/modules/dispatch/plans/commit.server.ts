/** Adopting a plan, route by route: each route is checked against what is true now and becomes a mission, or says why not. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import { act, lock } from '#kit/entity/store.server.ts'
import { jsonb } from '#kit/database/jsonb.server.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import type { Plan, Problem, Route } from '../solver/model.ts'
import type { MissionToBe } from '../needs.ts'
import { snapshot } from './compute.server.ts'
import { planningDoor } from './door.server.ts'
import { judgeAmong } from './narrow.rules.ts'
import type { RouteResult } from './plan.ts'
import { instantOf, type Board } from './problem.rules.ts'
import { violationText } from './sentences.rules.ts'

/** What the plan stands on: read under the lock that all writers of it take. */
async function standing(tx: Tx, ctx: Context, id: number) {
  const plan = await lock(tx, ctx, 'dispatchPlan', id, 'person')
  const status = String(plan['status'])
  if (!['ready', 'partCommitted', 'committed'].includes(status)) throw refused('只有「待确认」或「部分采用」的方案才能采用')
  const version = await allRows(tx, 'dispatchVersion')
    .select(['result', 'override'])
    .where('plan', '=', id)
    .where('n', '=', plan['current'] as number)
    .executeTakeFirstOrThrow()
  return {
    status,
    n: plan['current'] as number,
    day: plan['day'] as string,
    store: plan['store'] as number | null,
    board: plan['board'] as Board,
    problem: plan['problem'] as Problem,
    results: (plan['results'] as RouteResult[] | null) ?? [],
    plan: version.result as Plan,
    override: version.override,
  }
}

/** Said again by somebody who did not hear of it, or by two at once: the missions there are, and the routes that are still left. */
export async function commitPlan(ctx: Context, id: number): Promise<RouteResult[]> {
  const { plan } = await ctx.db.write(ctx.user.operatorId, (tx) => standing(tx, ctx, id))
  for (const route of plan.routes) await ctx.db.write(ctx.user.operatorId, (tx) => commitOne(tx, ctx, id, route.vehicle))
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const now = await standing(tx, ctx, id)
    if (now.status !== 'committed') await act(tx, ctx, 'dispatchPlan', 'commit', id, null, {})
    return now.results
  })
}

/** One route in one transaction. Its own refusal is a result, never the end of the others. */
async function commitOne(tx: Tx, ctx: Context, id: number, vehicle: string): Promise<void> {
  const now = await standing(tx, ctx, id)
  const route = now.plan.routes.find((r) => r.vehicle === vehicle)
  const of = now.board.vehicles.find((v) => String(v.id) === vehicle)
  if (!route || !of || now.results.some((r) => r.vehicle === of.id && r.ok)) return
  const base = { vehicle: of.id, plateNo: of.plateNo }
  await sql`savepoint route`.execute(tx)
  let result: RouteResult
  try {
    const { note, fresh, board } = await recheck(tx, ctx, now, route)
    const mission = await planningDoor(ctx).openMission(tx, ctx, missionOf(id, { ...now, board }, fresh, of))
    result = { ...base, ok: true, note, mission: mission.id, missionNo: mission.no }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint route`.execute(tx)
    result = { ...base, ok: false, note: error.message, mission: null, missionNo: null }
  }
  const results = [...now.results.filter((r) => r.vehicle !== of.id), result].sort((a, b) => (a.plateNo < b.plateNo ? -1 : 1))
  await tx
    .updateTable('dispatchPlan')
    .set({ results: jsonb(results) })
    .where('id', '=', id)
    .execute()
}

type Standing = Awaited<ReturnType<typeof standing>>

/** The route with orders and vehicle as they are now. What changed and still fits is noted; what no longer fits is refused. */
async function recheck(tx: Tx, ctx: Context, now: Standing, route: Route): Promise<{ note: string; fresh: Route; board: Board }> {
  const ids = [...new Set(route.visits.flatMap((v) => (v.job === undefined ? [] : [Number(v.job)])))]
  const today = await snapshot(
    tx,
    ctx,
    { day: now.day, orders: ids, vehicles: [Number(route.vehicle)], mode: now.problem.mode, seconds: 1 },
    now.problem.seed,
  )
  const gone = ids.filter((x) => !today.board.orders.some((o) => o.id === x))
  if (gone.length > 0) throw refused(`${nameOf(now.board, gone[0]!)} 已被安排或取消`)
  const barred = today.board.barred[0]
  if (barred || today.problem.vehicles.length === 0)
    throw refused(barred ? `${barred.plateNo} ${barred.why}` : '车辆在方案算好之后已被占用或停用，请重新计算')
  const changes = ids.flatMap((x) => changed(now.board, today.board, x))
  const fresh = judgeAmong(
    today.problem,
    today.board.places,
  )({
    vehicle: route.vehicle,
    // Places have other numbers today; a reload is where the vehicle reloads.
    visits: route.visits.map(({ place: _place, ...v }) => v),
  })
  if (fresh.violations.length > 0 && !now.override) throw refused([...changes, fresh.violations.map(violationText).join('，')].join('，'))
  return { note: changes.join('，'), fresh, board: today.board }
}

const nameOf = (board: Board, id: number): string => board.orders.find((o) => o.id === id)?.no ?? String(id)
const tons = (grams: number): string => {
  const t = Math.round(grams / 1000) / 1000
  return Number.isInteger(t * 10) || t === 0 ? t.toFixed(1) : String(t)
}
/** 「YS… 重量 1.5→2.0 t」 */
function changed(was: Board, is: Board, id: number): string[] {
  const a = was.orders.find((o) => o.id === id)!
  const b = is.orders.find((o) => o.id === id)!
  if (a.grams !== b.grams) return [`${b.orderNo} 重量 ${tons(a.grams)}→${tons(b.grams)} t`]
  return a.version !== b.version || a.orderVersion !== b.orderVersion ? [`${b.orderNo} 已修改`] : []
}

function missionOf(id: number, now: Standing, route: Route, of: Board['vehicles'][number]): MissionToBe {
  const order = (job: string) => now.board.orders.find((o) => String(o.id) === job)!
  const at = (second: number): string => instantOf(now.day, Math.round(second))
  const projects = new Set(route.visits.flatMap((v) => (v.job === undefined ? [] : [order(v.job).project])))
  return {
    key: `${id}:${now.n}:${of.id}`,
    plan: id,
    vehicle: of.id,
    driver: of.driver,
    project: projects.size === 1 ? [...projects][0]! : null,
    store: now.store,
    startAt: at(route.start),
    endAt: at(route.end),
    metres: Math.round(route.metres),
    stops: route.steps
      .filter((s) => s.kind !== 'start' && s.kind !== 'end')
      .map((s) => {
        const o = s.job === undefined ? null : order(s.job)
        const end = s.kind === 'pickup' ? o?.pickup : o?.delivery
        const place = s.place >= 0 ? now.board.places[s.place] : undefined
        const kind = s.kind === 'pickup' ? 'load' : s.kind === 'delivery' ? 'unload' : s.kind === 'rest' ? 'rest' : 'reload'
        return {
          kind,
          consignments: o ? [o.id] : [],
          party: end?.party ?? null,
          name: end?.name ?? (s.kind === 'rest' ? '停车休息' : (place?.name ?? '')),
          lng: place?.lng ?? null,
          lat: place?.lat ?? null,
          arriveAt: at(s.arrive),
          leaveAt: at(s.leave),
          serviceSeconds: Math.round(s.leave - s.begin),
          metres: Math.round(s.metres),
        } as const
      }),
  }
}
