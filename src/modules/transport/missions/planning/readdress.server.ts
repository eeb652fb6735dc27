/** 改址 (transport.md §2.6): the goods go elsewhere, so the delivery note and the stop do too. What is on board with others stays with them. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { consignment, deliveryNote } from '../../orders/consignment.ts'
import { relaid } from './make.server.ts'
import { mission } from '../mission.ts'
import { missionStop } from '../stop.ts'

const consignments = storeOf(consignment)
const notes = storeOf(deliveryNote)
const missions = storeOf(mission)
const stops = storeOf(missionStop)
const ENDED = ['signed', 'partSigned', 'returning', 'returned', 'lost', 'receipted', 'cancelled'] as const
const BEFORE_ROAD: readonly string[] = ['draft', 'open', 'refused', 'offered', 'toLoad', 'toDepart']

/** On the road: its stop becomes another, or it gets one of its own behind the last. */
async function moveStop(tx: Tx, ctx: Context, missionId: number, leg: number, to: number): Promise<void> {
  const rows = await liveRows(tx, 'missionStop').selectAll().where('mission', '=', missionId).orderBy('seq').execute()
  const own = rows.find((s) => s.kind === 'unload' && (s.consignments ?? []).includes(leg) && ['pending', 'enRoute'].includes(s.status))
  if (!own) return
  const others = (own.consignments ?? []).filter((id) => id !== leg)
  if (others.length === 0) {
    await stops.edit(tx, ctx, own.id, { party: to, eta: null })
    return
  }
  await stops.edit(tx, ctx, own.id, { consignments: others })
  const seq = Math.max(...rows.map((s) => s.seq)) + 1
  const { windowFrom, windowTo, serviceMin, store } = own
  await stops.add(tx, ctx, {
    mission: missionId,
    seq,
    party: to,
    kind: 'unload',
    consignments: [leg],
    windowFrom,
    windowTo,
    serviceMin,
    store,
  })
  await consignments.edit(tx, ctx, leg, { stopSeq: seq })
  await missions.edit(tx, ctx, missionId, { stopCount: rows.length + 1 })
}

export async function readdress(tx: Tx, ctx: Context, order: number, to: number): Promise<void> {
  const legs = await liveRows(tx, 'consignment')
    .select(['id', 'mission'])
    .where('order', '=', order)
    .where('returnOf', 'is', null)
    .where('status', 'not in', [...ENDED])
    .orderBy('id')
    .execute()
  for (const leg of legs) {
    await consignments.edit(tx, ctx, leg.id, { to })
    const note = await tx
      .selectFrom('deliveryNote')
      .select('id')
      .where('consignment', '=', leg.id)
      .where('status', 'in', ['waiting', 'delivering'])
      .executeTakeFirst()
    if (note) await notes.edit(tx, ctx, note.id, { receiver: to })
    if (leg.mission === null) continue
    const m = await missions.get(tx, ctx, leg.mission)
    const seen = await tx.selectFrom('stopEvent').select('id').where('mission', '=', m.id).where('stop', 'is not', null).executeTakeFirst()
    if (BEFORE_ROAD.includes(m.status) && !seen) await missions.edit(tx, ctx, m.id, await relaid(tx, ctx, m))
    else await moveStop(tx, ctx, m.id, leg.id, to)
  }
}
