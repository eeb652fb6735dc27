/** Server part of statistics: whose rows each report counts. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { serveReport } from '#kit/report/statement.server.ts'
import { orderRows } from '#modules/transport/transport.public.ts'
import { operationStatistics } from './daily.ts'
import { statistics } from './statistics.ts'
import { vehicleReports } from './vehicles.server.ts'
import { servedWarning, warningJob, warningNotices, warningWork } from './warning.server.ts'

export const statisticsServer: ServedModule = {
  module: statistics,
  entities: [servedWarning],
  jobs: [warningJob],
  notices: warningNotices,
  work: [warningWork],
  reports: [...vehicleReports, serveReport(operationStatistics, { orders: orderRows })],
}
