/** 有异常 of an order: any exception about it, its consignments or its missions that nobody has found to be none. */
import type { Tx } from '#kit/access/context.server.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'

interface About {
  id: number
  order: number | null
  consignment: number | null
  mission: number | null
}

/** Orders an exception touches. */
export async function ordersOf(tx: Tx, e: Omit<About, 'id'>): Promise<number[]> {
  if (e.order) return [e.order]
  if (!e.consignment && !e.mission) return []
  const rows = await tx
    .selectFrom('consignment')
    .select('order')
    .where(e.consignment ? 'id' : 'mission', '=', (e.consignment ?? e.mission)!)
    .execute()
  return [...new Set(rows.map((r) => r.order))]
}

export async function markTrouble(tx: Tx, e: About): Promise<void> {
  for (const id of await ordersOf(tx, e)) await tx.updateTable('transportOrder').set({ trouble: true }).where('id', '=', id).execute()
}

/** This one is none: the orders it touched are quiet again, where nothing else is the matter with them. */
export async function calm(tx: Tx, e: About): Promise<void> {
  for (const id of await ordersOf(tx, e)) {
    const legs = await tx.selectFrom('consignment').select(['id', 'mission']).where('order', '=', id).execute()
    const missions = legs.flatMap((c) => (c.mission ? [c.mission] : []))
    const other = await liveRows(tx, 'exceptionCase')
      .select('id')
      .where('id', '<>', e.id)
      .where('status', '<>', 'rejected')
      .where((x) =>
        x.or([
          x('order', '=', id),
          x(
            'consignment',
            'in',
            legs.map((c) => c.id),
          ),
          x('mission', '=', anyOf(missions)),
        ]),
      )
      .executeTakeFirst()
    if (!other) await tx.updateTable('transportOrder').set({ trouble: false }).where('id', '=', id).execute()
  }
}
