/** Server parts of modules that have one: effects, routes, jobs. One line each. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { affairsServer } from '#modules/affairs/affairs.server.ts'
import { approvalServer } from '#modules/approval/approval.server.ts'
import { billingServer } from '#modules/billing/billing.server.ts'
import { dispatchServer } from '#modules/dispatch/dispatch.server.ts'
import { financeServer } from '#modules/finance/finance.server.ts'
import { freightServer } from '#modules/freight/freight.server.ts'
import { fuelServer } from '#modules/fuel/fuel.server.ts'
import { esignServer } from '#modules/esign/esign.server.ts'
import { leasingServer } from '#modules/leasing/leasing.server.ts'
import { operatorsServer } from '#modules/operators/operators.server.ts'
import { partiesServer } from '#modules/parties/parties.server.ts'
import { partnersServer } from '#modules/partners/partners.server.ts'
import { selfserviceServer } from '#modules/selfservice/selfservice.server.ts'
import { statisticsServer } from '#modules/statistics/statistics.server.ts'
import { systemServer } from '#modules/system/system.server.ts'
import { telematicsServer } from '#modules/telematics/telematics.server.ts'
import { transportServer } from '#modules/transport/transport.server.ts'
import { vehiclesServer } from '#modules/vehicles/vehicles.server.ts'
import { shellServer } from '#shell/shell.server.ts'

export const servedModules: readonly ServedModule[] = [
  shellServer,
  statisticsServer,
  systemServer,
  partiesServer,
  vehiclesServer,
  telematicsServer,
  leasingServer,
  billingServer,
  financeServer,
  affairsServer,
  fuelServer,
  approvalServer,
  esignServer,
  transportServer,
  freightServer,
  partnersServer,
  dispatchServer,
  operatorsServer,
  selfserviceServer,
]
