/** What leasing knows of vehicles that stand in a picker: who has one and until when, and why it cannot be leased now. */
import { sql } from 'kysely'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { PickNote, PickNotes } from '#kit/entity/query/pick.server.ts'
import { blockedVehicles } from './contract.server.ts'

const OUT = ['active', 'swapping', 'returning', 'toInspect'] as const
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
