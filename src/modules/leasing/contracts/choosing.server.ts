/** What leasing knows of vehicles that stand in a picker: who has one and until when, and why it cannot be leased now. */
import { sql } from 'kysely'
import { addDays } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { PickNote, PickNotes } from '#kit/entity/query/pick.server.ts'
import { promisedIn, promiseTexts } from '../holds/occupancy.server.ts'
import { blockedVehicles } from './blocked.server.ts'

const OUT = ['active', 'swapping', 'returning', 'toInspect'] as const
/** Days ahead in which a hold is told to whoever chooses a vehicle. */
const LOOK_AHEAD = 366
const DRAFTS = ['draft', 'rejected'] as const

export const vehiclePicks: PickNotes = {
  entity: 'vehicle',
  of: async (db, ctx, ids, asked) => {
    const leased = await liveRows(db, 'lease')
      .select(['vehicle', 'endOn'])
      .where('vehicle', 'in', [...ids])
      .where('status', 'in', [...OUT])
      .execute()
    const words = new Map<number, string[]>()
    for (const { vehicle, endOn } of leased) words.set(vehicle, [`租至 ${endOn}`])
    const today = ctx.clock.today()
    const holds = (await promisedIn(db, ctx, ids, { from: today, to: addDays(today, LOOK_AHEAD) })).filter((p) => p.kind === 'hold')
    const texts = await promiseTexts(db, ctx, holds)
    for (const p of holds) words.set(p.vehicle, [...(words.get(p.vehicle) ?? []), texts.get(p)!])
    // Chosen to be leased: what would refuse the contract when it is submitted is said before it is written.
    const leasing = asked['status'] === 'available'
    const blocked = leasing
      ? await blockedVehicles(
          db,
          ctx,
          ids.map((id) => ({ contract: -id, vehicles: [id] })),
        )
      : new Map<number, string[]>()
    if (leasing) {
      const drafts = await liveRows(db, 'contract')
        .select(['no', 'vehicles'])
        .where('status', 'in', [...DRAFTS])
        .where(sql<boolean>`vehicles && ${sql.val([...ids])}::bigint[]`)
        .limit(200)
        .execute()
      for (const { no, vehicles } of drafts)
        for (const id of vehicles) if (ids.includes(id)) words.set(id, [...(words.get(id) ?? []), `也在草稿 ${no} 中`])
    }
    return new Map(
      ids.map((id): [number, PickNote] => [id, { words: words.get(id) ?? [], refuse: (blocked.get(-id) ?? []).join('；') || null }]),
    )
  },
}
