/** The status of an order is looked at again whenever one of its consignments or sheets moved, in the same transaction. */
import type { Watcher } from '#kit/entity/registry.server.ts'
import { followAddress, followConsignment, followDeparture } from './missions/follow.server.ts'
import { followOrders } from './orders/follow.server.ts'
import { followWebhooks } from './api/webhooks.server.ts'
import { followMoney } from './settlement/follow.server.ts'

const FOLLOWED = new Set(['consignment', 'chargeSheet'])

export const follower: Watcher = {
  after: async ({ tx, ctx, entity, record, action, from, to }) => {
    if (FOLLOWED.has(entity) && typeof record['order'] === 'number') await followOrders(tx, ctx, [record['order']])
    if (entity === 'consignment') await followConsignment(tx, ctx, record, action)
    if (entity === 'transportOrder') await followAddress(tx, ctx, record, action)
    await followMoney(tx, ctx, entity, record, action, from)
    if (entity === 'mission') await followDeparture(tx, ctx, record.id, action)
    await followWebhooks(tx, ctx, { entity, action, record, from, to })
  },
}
