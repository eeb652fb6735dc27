/** Server part of statistics: whose rows each report counts. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { serveReport } from '#kit/report/statement.server.ts'
import { openPayableRows } from '#modules/billing/billing.public.ts'
import { freightPartRows, missionRows, orderRows } from '#modules/transport/transport.public.ts'
import { carpoolStatics, freightDetail, orderStatistics } from './orders.ts'
import { operationStatistics } from './daily.ts'
import { payableAgeing } from './payables.ts'
import { statistics } from './statistics.ts'
import { vehicleReports } from './vehicles.server.ts'
import { servedWarning, warningJob, warningNotices } from './warning.server.ts'

export const statisticsServer: ServedModule = {
  module: statistics,
  entities: [servedWarning],
  jobs: [warningJob],
  notices: warningNotices,
  reports: [
    ...vehicleReports,
    serveReport(orderStatistics, { orders: orderRows }),
    serveReport(carpoolStatics, { missions: missionRows }),
    serveReport(freightDetail, { parts: freightPartRows }),
    serveReport(payableAgeing, { open: openPayableRows }),
    serveReport(operationStatistics, { orders: orderRows }),
  ],
}
