/** 禁止断油断电: fences around places where a vehicle must not be stopped. They are about the place, so about every vehicle of the company. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { districtRings } from '../fences/district.server.ts'
import { inForce } from '../engine/fences.rules.ts'
import type { LngLat } from '../fences/fence.rules.ts'
import { fenceOf, inBox, outsideBy, type FenceRow } from '../fences/fence.shape.rules.ts'

/** Not the engine's memory of fences: what protects a life is read from the books at that moment, whatever the user's own stores are. */
export async function zonesAt(tx: Tx, ctx: Context): Promise<(at: LngLat) => string | null> {
  const rows = await liveRows(tx, 'fence').selectAll().where('noCut', '=', true).where('status', '=', 'active').orderBy('id').execute()
  const now = Date.parse(ctx.clock.now())
  const zones = rows
    .map((row) => fenceOf(row as unknown as FenceRow, row.shape === 'district' ? (districtRings(row.district ?? '') ?? []) : []))
    .filter((zone) => inForce(zone, now))
  return (at) => zones.find((zone) => inBox(zone.box, at) && outsideBy(zone, at) <= 0)?.name ?? null
}
