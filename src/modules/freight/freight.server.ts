/** Server part of freight: what its folders serve, put together. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { ratingEntities, ratingRoutes } from './rating/rating.server.ts'
import { carriageOf } from './settlement/carriage.server.ts'
import { followMoney, freightBillLock, receiptLock } from './settlement/follow.server.ts'
import { moneyDoor } from './settlement/money-door.server.ts'
import { settlementEntities } from './settlement/settlement.server.ts'
import { freightReports } from './statistics/reports.server.ts'
import { freightActs } from './acts.server.ts'
import { freight } from './freight.ts'

export const freightServer: ServedModule = {
  module: freight,
  entities: [...ratingEntities, ...settlementEntities],
  reports: freightReports,
  routes: ratingRoutes,
  watcher: { after: followMoney },
  provides: {
    approvalActs: freightActs,
    billLocks: [freightBillLock],
    carriage: [carriageOf],
    freightMoney: [moneyDoor],
    payableLocks: [receiptLock],
  },
}
