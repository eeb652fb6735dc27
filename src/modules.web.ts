/** Browser parts of modules that have one: components for slots. One line each. */
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { affairsWeb } from '#modules/affairs/affairs.web.tsx'
import { freightWeb } from '#modules/freight/freight.web.tsx'
import { fuelWeb } from '#modules/fuel/fuel.web.tsx'
import { approvalWeb } from '#modules/approval/approval.web.tsx'
import { partnersWeb } from '#modules/partners/partners.web.tsx'
import { selfserviceWeb } from '#modules/selfservice/selfservice.web.tsx'
import { statisticsWeb } from '#modules/statistics/statistics.web.tsx'
import { systemWeb } from '#modules/system/system.web.tsx'
import { billingWeb } from '#modules/billing/billing.web.tsx'
import { dispatchWeb } from '#modules/dispatch/dispatch.web.tsx'
import { financeWeb } from '#modules/finance/finance.web.tsx'
import { esignWeb } from '#modules/esign/esign.web.tsx'
import { operatorsWeb } from '#modules/operators/operators.web.tsx'
import { leasingWeb } from '#modules/leasing/leasing.web.tsx'
import { telematicsWeb } from '#modules/telematics/telematics.web.tsx'
import { transportWeb } from '#modules/transport/transport.web.tsx'
import { vehiclesWeb } from '#modules/vehicles/vehicles.web.tsx'
import { shellWeb } from '#shell/shell.web.tsx'

export const webModules: readonly WebModule[] = [
  shellWeb,
  leasingWeb,
  billingWeb,
  financeWeb,
  affairsWeb,
  fuelWeb,
  approvalWeb,
  esignWeb,
  vehiclesWeb,
  telematicsWeb,
  dispatchWeb,
  transportWeb,
  freightWeb,
  partnersWeb,
  operatorsWeb,
  selfserviceWeb,
  statisticsWeb,
  systemWeb,
]
