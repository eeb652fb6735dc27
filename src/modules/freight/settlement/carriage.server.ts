/** For the invoice of freight (transport.md §4.8): from where to where, in which vehicle, what; told by the consignments of the orders on a bill. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { platesOf } from '#modules/vehicles/vehicles.public.ts'

const MOST_LETTERS = 100

export async function carriageOf(tx: Tx, ctx: Context, bills: readonly number[]) {
  if (bills.length === 0) return []
  const rows = await liveRows(tx, 'chargeSheet')
    .innerJoin('consignment', (join) => join.onRef('consignment.order', '=', 'chargeSheet.order').on('consignment.deletedAt', 'is', null))
    .innerJoin('consignParty as sender', 'sender.id', 'consignment.from')
    .innerJoin('consignParty as receiver', 'receiver.id', 'consignment.to')
    .leftJoin('mission', 'mission.id', 'consignment.mission')
    .select(['consignment.goods', 'sender.place as fromPlace', 'receiver.place as toPlace', 'mission.vehicle', 'mission.trailer'])
    .where('chargeSheet.bill', 'in', [...bills])
    .where('chargeSheet.direction', '=', 'receivable')
    .where('chargeSheet.status', '<>', 'voided')
    .where('consignment.status', '<>', 'cancelled')
    .where('consignment.returnOf', 'is', null)
    .orderBy('consignment.id')
    .execute()
  const wheels = rows.map((r) => [r.vehicle, r.trailer].filter((id) => id !== null))
  const plates = await platesOf(tx, [...new Set(wheels.flat())])
  return rows.map((r, i) => ({
    from: r.fromPlace.address || null,
    to: r.toPlace.address || null,
    tool: 'road' as const,
    plate: wheels[i]!.map((id) => plates.get(id)).join('、') || null,
    goods: [...new Set((r.goods ?? []).map((g) => g.name))].join('、').slice(0, MOST_LETTERS) || null,
  }))
}
