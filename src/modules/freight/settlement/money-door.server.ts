/** What orders and missions ask of freight. */
import type { FreightMoney } from '#modules/transport/transport.public.ts'
import { priceOrder, questionOf } from '../rating/order-price.server.ts'
import { chargeableKg } from '../rating/engine/quantity.rules.ts'
import { recalculateOpen } from './calculate.server.ts'
import { codOverdue, collect, collectedOf, custodyOf, handIn, remit } from './cod.server.ts'

export const moneyDoor: FreightMoney = {
  // What takes up no room is charged by its weight, whatever the factor.
  chargeableKg: async (tx, ctx, order, { weight, volume }) =>
    chargeableKg(weight, volume, volume > 0 ? (await questionOf(tx, ctx, order, 'receivable')).factor : 0),
  priceOrder,
  recalculateOpen,
  custodyOf,
  handIn,
  remit,
  mayCollect: codOverdue,
  collectedOf,
  collect,
}
