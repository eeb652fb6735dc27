/** Server part of 运营商, put together. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { adoptCompanies, profileRoutes, servedProfile } from './companies/profile.server.ts'
import { summaryRoute } from './companies/summary.server.ts'
import { applyActs, applyRoute, servedApply } from './franchise/apply.server.ts'
import { merchantPort } from './merchants/merchant-port.server.ts'
import { queryCall, submitCall } from './merchants/merchant-calls.server.ts'
import { merchantActs, servedAccount, servedMerchant, splitAccounts } from './merchants/merchant.server.ts'
import { noticeRoute } from './merchants/notice.server.ts'
import { waitingJob } from './merchants/waiting.server.ts'
import { servedPromoCode, visitRoute } from './promotion/promo.server.ts'
import { servedPromote } from './promotion/promote.server.ts'
import { operators } from './operators.ts'

export const operatorsServer: ServedModule = {
  module: operators,
  entities: [servedApply, servedProfile, servedMerchant, servedAccount, servedPromoCode],
  routes: [applyRoute, ...profileRoutes, summaryRoute, visitRoute, noticeRoute],
  reports: [servedPromote],
  ports: [merchantPort],
  calls: [submitCall, queryCall],
  jobs: [waitingJob],
  seed: adoptCompanies,
  provides: { approvalActs: [...applyActs, ...merchantActs], splitAccounts: [splitAccounts] },
}
