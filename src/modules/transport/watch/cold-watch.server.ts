/**
 * Cold goods on the road (transport.md §2.8, §2.9, J9): a box that was too warm or too cold for long enough is an exception of the mission,
 * one at a time, with what was on board. What counts as long enough, doors and all, was decided where the readings come in.
 */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { timeOf } from '#kit/basics/time/day.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { excursionsOf } from '#modules/telematics/telematics.public.ts'
import { exceptionCase } from '../missions/exception.ts'
import { mission } from '../missions/mission.ts'

const cases = storeOf(exceptionCase)
const missions = storeOf(mission)
/** Readings may come late: a terminal without a network sends them when it has one. */
const BACK_MS = 12 * 3_600_000
const ON_ROAD = ['toDepart', 'running', 'suspended', 'arrived', 'partSigned'] as const
type Warm = Awaited<ReturnType<typeof excursionsOf>>[number]

const casesOf = (db: Db, ids: readonly number[]) =>
  liveRows(db, 'exceptionCase')
    .select(['mission', 'status', 'at'])
    .where('mission', '=', anyOf(ids))
    .where('kind', '=', 'temperature')
    .execute()
/** One at a time: while one is open, and for what it has told already. */
const hasCase = (known: Awaited<ReturnType<typeof casesOf>>, id: number, e: Warm): boolean =>
  known.some((c) => c.mission === id && (c.status === 'open' || c.status === 'handling' || Date.parse(c.at) >= Date.parse(e.startAt)))

async function open(tx: Tx, ctx: Context, id: number, e: Warm): Promise<boolean> {
  const m = await missions.lock(tx, ctx, id)
  const end = e.endAt ?? ctx.clock.now()
  const aboard = await liveRows(tx, 'consignment')
    .select('no')
    .where('mission', '=', id)
    .where('tempPolicy', 'is not', null)
    .where('pickedAt', '<', end)
    .where((x) => x.or([x('signedAt', 'is', null), x('signedAt', '>', e.startAt)]))
    .orderBy('id')
    .execute()
  if (aboard.length === 0) return false
  if (hasCase(await casesOf(tx, [id]), id, e)) return false
  const word = e.kind === 'high' ? '高于' : '低于'
  const lasted = Math.max(1, Math.round((Date.parse(end) - Date.parse(e.startAt)) / 60_000))
  const numbers = aboard.map((c) => c.no)
  const freight = `${numbers.slice(0, 10).join('、')}${numbers.length > 10 ? ` 等 ${numbers.length} 张` : ''}`
  await cases.add(tx, ctx, {
    kind: 'temperature',
    about: 'mission',
    mission: m.id,
    at: e.startAt,
    level: 'high',
    detail: `${e.zone}探头 ${timeOf(e.startAt).slice(0, 5)} 起${word} ${e.limit ?? '限值'} ℃，极值 ${e.peak ?? '不明'} ℃，已持续 ${lasted} 分钟。在车温控配送单：${freight}`,
  })
  return true
}

export async function watchCold(ctx: Context): Promise<number> {
  const { operatorId } = ctx.user
  const {
    running,
    warm,
    cases: knownCases,
  } = await ctx.db.read(operatorId, async (db) => {
    const rows = await liveRows(db, 'mission')
      .select(['id', 'vehicle'])
      .where('status', 'in', [...ON_ROAD])
      .where('vehicle', 'is not', null)
      .where((m) =>
        m.exists(
          liveRows(m, 'consignment')
            .select('consignment.id')
            .whereRef('consignment.mission', '=', 'mission.id')
            .where('consignment.tempPolicy', 'is not', null),
        ),
      )
      .orderBy('id')
      .limit(5000)
      .execute()
    const since = new Date(Date.parse(ctx.clock.now()) - BACK_MS).toISOString()
    const vehicles = rows.map((m) => m.vehicle!)
    const excursions = await excursionsOf(db, vehicles, since)
    const hit = rows.filter((m) => excursions.some((e) => e.vehicle === m.vehicle))
    const ids = hit.map((m) => m.id)
    return { running: hit, warm: excursions, cases: await casesOf(db, ids) }
  })
  let opened = 0
  for (const e of warm)
    for (const m of running.filter((r) => r.vehicle === e.vehicle))
      if (!hasCase(knownCases, m.id, e) && (await ctx.db.write(operatorId, (tx) => open(tx, ctx, m.id, e)))) opened += 1
  return opened
}
