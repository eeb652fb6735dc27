/**
 * Missions on the road are watched (transport.md §2.8): every minute what the terminals reported is held against the places of their
 * stops, as evidence beside what drivers and dispatchers said, and the stops ahead get the time somebody will be there.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { lastSeen, visitsOf } from '#modules/telematics/telematics.public.ts'
import { watchCold } from './cold-watch.server.ts'
import { arrivals, type Said, type WatchedStop } from './arrivals.rules.ts'
import { etas } from './eta.rules.ts'
import { tellEta } from './eta-followers.server.ts'
import { keep } from '../missions/road/events.server.ts'
import { missionStop } from '../missions/stop.ts'

const stops = storeOf(missionStop)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LIVE = ['toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned'] as const
const ENDED: readonly string[] = ['done', 'failed', 'skipped']
/** A track is looked at from here before the plan, and never further back than that. */
const EARLY_MS = 2 * HOUR
const BACK_MS = 12 * HOUR
/** An estimate that moves less says nothing new. */
const STEP_MS = 3 * MINUTE
/** Older positions say nothing of when somebody will be where. */
const FRESH_MS = 30 * MINUTE

interface Watched {
  id: number
  vehicle: number
  status: string
  planStart: string
  actualStart: string | null
}
type Last = { lng: number; lat: number; at: string; speed: number; online: boolean }

async function stopsOf(tx: Tx, mission: number) {
  const rows = await liveRows(tx, 'missionStop')
    .leftJoin('consignParty', 'consignParty.id', 'missionStop.party')
    .select([
      'missionStop.id',
      'missionStop.seq',
      'missionStop.kind',
      'missionStop.status',
      'missionStop.party',
      'missionStop.eta',
      'missionStop.toldEta',
      'missionStop.toldEtaAt',
      'missionStop.consignments',
      'missionStop.windowFrom',
      'missionStop.windowTo',
      'missionStop.arriveAt',
      'missionStop.startAt',
      'missionStop.serviceMin',
      'consignParty.place',
      'consignParty.radius',
    ])
    .where('missionStop.mission', '=', mission)
    .orderBy('missionStop.seq')
    .execute()
  return rows.map((r) => ({
    ...r,
    point: r.place?.lng !== undefined && r.place.lat !== undefined ? { lng: r.place.lng, lat: r.place.lat } : null,
  }))
}
type Stop = Awaited<ReturnType<typeof stopsOf>>[number]

async function saidOf(tx: Tx, mission: number): Promise<Said[]> {
  const rows = await liveRows(tx, 'stopEvent')
    .select(['clientId', 'stop', 'kind', 'at', 'amends'])
    .where('mission', '=', mission)
    .where('source', '=', 'fence')
    .where('stop', 'is not', null)
    .where('kind', 'in', ['arrive', 'leave'])
    .orderBy('id')
    .execute()
  const corrected = new Set(rows.map((r) => r.amends))
  return rows
    .filter((r) => !corrected.has(r.clientId))
    .map((r) => ({ clientId: r.clientId, stop: r.stop!, kind: r.kind as Said['kind'], at: r.at }))
}

const spotted = (all: readonly Stop[]): WatchedStop[] =>
  all.flatMap((s) =>
    (s.kind === 'load' || s.kind === 'unload') && s.point && s.party !== null
      ? [{ id: s.id, seq: s.seq, spot: s.party, kind: s.kind, ended: ENDED.includes(s.status) }]
      : [],
  )

/** Stores the arrivals and departures of one mission that are not stored yet; returns how many. */
async function watchStops(tx: Tx, ctx: Context, m: Watched): Promise<number> {
  const all = await stopsOf(tx, m.id)
  const watched = spotted(all)
  const spots = [...new Map(watched.map((w) => [w.spot, all.find((s) => s.party === w.spot)!])).entries()]
  const begin = Math.min(Date.parse(m.planStart), Date.parse(m.actualStart ?? m.planStart)) - EARLY_MS
  const now = Date.parse(ctx.clock.now())
  const visits = await visitsOf(tx, ctx, {
    vehicle: m.vehicle,
    from: new Date(Math.max(begin, now - BACK_MS)).toISOString(),
    until: ctx.clock.now(),
    spots: spots.map(([id, s]) => ({ id, ...s.point!, radius: s.radius ?? 200 })),
  })
  const sightings = visits.length ? arrivals(watched, await saidOf(tx, m.id), visits, m.actualStart) : []
  for (const { clientId, stop, kind, at, lng, lat, amends } of sightings)
    await keep(tx, ctx, {
      clientId,
      mission: m.id,
      stop,
      kind,
      at,
      source: 'fence',
      point: { address: '终端定位', lng, lat },
      amends,
    })
  return sightings.length
}

/** The stops ahead: a new estimate where it moved by more than a little. */
async function estimate(tx: Tx, ctx: Context, m: Watched, last: Last | undefined): Promise<void> {
  if (m.status !== 'running' || !last || Date.parse(ctx.clock.now()) - Date.parse(last.at) > FRESH_MS) return
  // All of it is on board since it departed.
  const all = (await stopsOf(tx, m.id)).filter((s) => s.kind !== 'load')
  const now = ctx.clock.now()
  for (const { id, eta } of etas(last, now, all)) {
    const stop = all.find((s) => s.id === id)!
    const of = { consignments: stop.consignments ?? [], eta, told: stop.toldEta, toldAt: stop.toldEtaAt, windowTo: stop.windowTo }
    const isTold = stop.kind === 'unload' && (await tellEta(tx, ctx, of))
    if (isTold || stop.eta === null || Math.abs(Date.parse(stop.eta) - Date.parse(eta)) >= STEP_MS)
      await stops.edit(tx, ctx, id, { eta, ...(isTold ? { toldEta: eta, toldEtaAt: now } : {}) })
  }
}

/** Where each vehicle was when it was looked at last; a vehicle nothing was heard of since is left. Only saves work: a new process looks once more. */
const looked = new Map<string, string>()

export async function watchMissions(ctx: Context): Promise<number> {
  const { operatorId } = ctx.user
  const { missions, last } = await ctx.db.read(operatorId, async (db) => {
    const rows = (await liveRows(db, 'mission')
      .select(['id', 'vehicle', 'status', 'planStart', 'actualStart'])
      .where('status', 'in', LIVE)
      .where('vehicle', 'is not', null)
      .where('planStart', '<', new Date(Date.parse(ctx.clock.now()) + EARLY_MS).toISOString())
      .orderBy('id')
      .limit(5000)
      .execute()) as Watched[]
    return {
      missions: rows,
      last: await lastSeen(
        db,
        rows.map((m) => m.vehicle),
      ),
    }
  })
  let sightingCount = 0
  for (const m of missions) {
    const at = last.get(m.vehicle)
    const key = `${operatorId}/${m.id}`
    const sign = `${m.status} ${at?.at}`
    if (!at || looked.get(key) === sign) continue
    sightingCount += await ctx.db.write(operatorId, async (tx) => {
      const n = await watchStops(tx, ctx, m)
      await estimate(tx, ctx, m, at)
      return n
    })
    looked.set(key, sign)
  }
  if (looked.size > 20_000) looked.clear()
  return sightingCount
}

export const watchJobs: readonly ScheduledJob[] = [
  { name: 'mission.watch', cron: '* * * * *', run: async (ctx) => void (await watchMissions(ctx)) },
  { name: 'mission.cold', cron: '* * * * *', run: async (ctx) => void (await watchCold(ctx)) },
]
