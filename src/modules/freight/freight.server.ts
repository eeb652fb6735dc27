/** Server part of freight: what its folders serve, put together. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { ratingEntities, ratingRoutes } from '../transport/rating/rating.server.ts'
import { carriageOf } from '../transport/settlement/carriage.server.ts'
import { followMoney, freightBillLock, receiptLock } from '../transport/settlement/follow.server.ts'
import { moneyDoor } from '../transport/settlement/money-door.server.ts'
import { settlementEntities } from '../transport/settlement/settlement.server.ts'
import { freightReports } from '../transport/statistics/money-reports.server.ts'
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
