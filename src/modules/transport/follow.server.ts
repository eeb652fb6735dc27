/** The status of an order is looked at again whenever one of its consignments or sheets moved, in the same transaction; missions and goods follow each other. */
import type { Watcher } from '#kit/entity/registry.server.ts'
import { followAddress, followConsignment, followDeparture } from './missions/follow.server.ts'
import { followOrders } from './orders/follow.server.ts'

const FOLLOWED = new Set(['consignment', 'chargeSheet'])

export const follower: Watcher = {
  after: async ({ tx, ctx, entity, record, action }) => {
    if (FOLLOWED.has(entity) && typeof record['order'] === 'number') await followOrders(tx, ctx, [record['order']])
    if (entity === 'consignment') await followConsignment(tx, ctx, record, action)
    if (entity === 'transportOrder') await followAddress(tx, ctx, record, action)
    if (entity === 'mission') await followDeparture(tx, ctx, record.id, action)
  },
}
