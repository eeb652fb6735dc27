/** A mission is made of consignments: their sums, its stops in order, and every consignment in one live mission only (O5). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { nextSerial } from '#kit/entity/serial.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { consignment } from '../../orders/consignment.ts'
import { mission } from '../mission.ts'
import { missionStop } from '../stop.ts'
import { planStops, profile, type Load, type Spot } from './stops.rules.ts'

type Mission = Rec<typeof mission>
const missions = storeOf(mission)
const stops = storeOf(missionStop)
const consignments = storeOf(consignment)
const OPEN: readonly string[] = ['unassigned', 'redeliver', 'atHub']
const GONE = ['cancelled', 'returned', 'lost'] as const

/** Locked in the order of their numbers, so that two dispatchers never wait for each other in a circle. */
async function taken(tx: Tx, ctx: Context, ids: readonly number[]) {
  const rows = []
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    const c = await consignments.lock(tx, ctx, id)
    if (!OPEN.includes(c.status)) {
      const m = c.mission ? await tx.selectFrom('mission').select('no').where('id', '=', c.mission).executeTakeFirst() : undefined
      throw refused(m ? `配送单已在任务 ${m.no} 中` : `配送单 ${c.no} 已不在待配载状态`)
    }
    rows.push(c)
  }
  return rows
}

/** What a new mission knows of itself before its consignments are in it. */
export async function begun(tx: Tx, ctx: Context, values: Partial<Mission>): Promise<Partial<Mission>> {
  const ids = values.consignments ?? []
  if (ids.length === 0) {
    if (values.kind !== 'line' && !values.planKey && !values.relayOf) throw refused('请选择配送单')
    return values.no || values.kind !== 'line' ? {} : { no: await nextSerial(tx, ctx, 'mission', 'XL{yyyyMMdd}-{0000}') }
  }
  const rows = await taken(tx, ctx, ids)
  const orders = await tx
    .selectFrom('transportOrder')
    .select('project')
    .where('id', '=', anyOf(rows.map((c) => c.order)))
    .execute()
  const projects = [...new Set(orders.map((o) => o.project))]
  return {
    ...(values.kind === 'line' ? { no: await nextSerial(tx, ctx, 'mission', 'XL{yyyyMMdd}-{0000}') } : {}),
    project: projects.length === 1 ? projects[0]! : null,
    store: rows[0]!.store,
    departBy: values.departBy ?? values.planStart!,
  }
}

async function spotsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, Spot & { name: string }>> {
  const rows = await tx
    .selectFrom('consignParty')
    .select(['id', 'name', 'place', 'serviceMin', 'perTonMin'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(
    rows.map((r) => [
      r.id,
      { name: r.name, lng: r.place.lng ?? null, lat: r.place.lat ?? null, serviceMin: r.serviceMin, perTonMin: r.perTonMin },
    ]),
  )
}

/** Stops and sums of the consignments it has now. Only before it left: what was done is never planned anew. */
export async function relaid(tx: Tx, ctx: Context, m: Mission): Promise<Partial<Mission>> {
  const rows = await liveRows(tx, 'consignment')
    .selectAll()
    .where('mission', '=', m.id)
    .where('status', 'not in', [...GONE])
    .orderBy('id')
    .execute()
  const spots = await spotsOf(
    tx,
    rows.flatMap((c) => [c.from, c.to]),
  )
  const loads: Load[] = rows.map((c) => ({ ...c, weight: Number(c.weight) }))
  const planned = planStops(loads, spots, m.planStart)
  const old = await liveRows(tx, 'missionStop').select(['id']).where('mission', '=', m.id).execute()
  const seen = await tx.selectFrom('stopEvent').select('stop').where('mission', '=', m.id).where('stop', 'is not', null).executeTakeFirst()
  if (seen) throw refused('车辆已到站，不能再增减配送单；多出的货请另建任务')
  for (const s of old) await stops.remove(tx, ctx, s.id)
  for (const s of planned) await stops.add(tx, ctx, { mission: m.id, ...s, store: m.store })
  for (const c of rows) {
    const stop = planned.find((s) => s.kind === 'unload' && s.consignments.includes(c.id))
    if (stop) await consignments.edit(tx, ctx, c.id, { stopSeq: stop.seq })
  }
  const grams = new Map(rows.map((c) => [c.id, Math.round(Number(c.weight) * 1000)]))
  const names = planned.map((s) => spots.get(s.party)?.name ?? '')
  return {
    weight: [...grams.values()].reduce((a, b) => a + b, 0) / 1000,
    maxLoadKg: Math.max(0, ...profile(planned, grams)) / 1000,
    volume: rows.reduce((n, c) => n + Math.round(Number(c.volume) * 10_000), 0) / 10_000,
    pieces: rows.reduce((n, c) => n + c.pieces, 0),
    stopCount: planned.length,
    planKm: planned.reduce((n, s) => n + s.distanceM, 0) / 1000,
    routeText: names
      .filter((name, i) => name !== '' && name !== names[i - 1])
      .join('→')
      .slice(0, 300),
    consignments: rows.map((c) => c.id),
  }
}

/** Takes further consignments; those of before stay. */
export async function putIn(tx: Tx, ctx: Context, m: Mission, ids: readonly number[]): Promise<Partial<Mission>> {
  for (const c of await taken(tx, ctx, ids)) await consignments.act(tx, ctx, 'assign', c.id, { mission: m.id, stopSeq: null })
  if (m.status === 'toLoad') for (const id of new Set(ids)) await consignments.act(tx, ctx, 'await', id, {})
  return relaid(tx, ctx, m)
}

export async function fill(tx: Tx, ctx: Context, m: Mission): Promise<void> {
  const ids = m.consignments ?? []
  if (ids.length > 0) await missions.edit(tx, ctx, m.id, await putIn(tx, ctx, m, ids))
}
