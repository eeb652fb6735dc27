/** Whether whoever is given a mission is asked, and for how long (order model: 免接单, 接单时限). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { parameterNumber } from '#modules/system/system.public.ts'

/** Of several models on one mission the shortest time counts, and nobody is asked only where none of them asks. Without orders the company's time. */
export async function asking(
  tx: Tx,
  ctx: Context,
  mission: { id: number; autoAccept: boolean | null },
): Promise<{ auto: boolean; minutes: number }> {
  const of = await liveRows(tx, 'consignment')
    .innerJoin('transportOrder', 'transportOrder.id', 'consignment.order')
    .innerJoin('orderModel', 'orderModel.id', 'transportOrder.model')
    .select([
      sql<boolean | null>`bool_and(order_model.auto_accept)`.as('auto'),
      sql<number | null>`min(order_model.accept_min)`.as('minutes'),
    ])
    .where('consignment.mission', '=', mission.id)
    .executeTakeFirstOrThrow()
  return {
    auto: Boolean(mission.autoAccept) || of.auto === true,
    minutes: of.minutes ?? (await parameterNumber(tx, ctx.registry, 'acceptMin')),
  }
}
