/** What the odometer showed, told by driver or dispatcher, also after the end of the trip. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { freightMoney } from '../../orders/money.server.ts'
import { measure, odometerOf } from './driven.server.ts'
import { mission } from '../mission.ts'

const missions = storeOf(mission)

export async function followOdometer(tx: Tx, ctx: Context, id: number): Promise<void> {
  const m = await missions.edit(tx, ctx, id, await odometerOf(tx, id))
  if (m.actualEnd === null) return
  await measure(tx, ctx, m)
  await freightMoney(ctx).recalculateOpen(tx, ctx, id)
}
