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
import { listWork } from '#kit/report/work.server.ts'

const toConfirm = listWork('chargeSheet', {
  code: 'chargeSheetsToConfirm',
  title: '待确认费用单',
  act: '去确认',
  order: 27,
  tone: 'warn',
  screen: 'chargeSheetList',
  filter: () => ({ status: ['calculated', 'disputed'] }),
  who: ['customer', 'carrier', 'driver', 'provider'],
  what: ['direction', 'kind', 'no', 'status'],
  since: 'pricingDay',
  amount: 'total',
})

export const freightServer: ServedModule = {
  module: freight,
  entities: [...ratingEntities, ...settlementEntities],
  reports: freightReports,
  work: [toConfirm],
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
