/** Server part of transport: what its folders serve, put together. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { apiEntities, apiJobs, apiPorts } from './api/api.server.ts'
import { carrierRoutes } from './carriers/desk.server.ts'
import { keyRoutes } from './api/keys.server.ts'
import { openRoutes } from './api/routes.server.ts'
import { webhookCall } from './api/webhooks.server.ts'
import { linkRoutes } from './public/link.server.ts'
import { pageRoutes } from './public/page.server.ts'
import { follower } from './follow.server.ts'
import { transportCards, transportNotices } from './home.server.ts'
import { deskRoutes, missionJobs } from './missions/desk.server.ts'
import { watchRoutes } from './watch/on-road.server.ts'
import { watchJobs } from './watch/watch.server.ts'
import { missionEntities } from './missions/missions.server.ts'
import { orderEntities } from './orders/more.server.ts'
import { holidayYearEnd, seedHolidays } from './orders/holiday-year.server.ts'
import { recurringJobs, recurringRoutes } from './orders/recurring.server.ts'
import { partyEntities, partyJobs } from './parties/parties.server.ts'
import { driverSubject, providerSubject } from './parties/signing.server.ts'
import { phoneEntities, phoneRoutes } from './phone/phone.server.ts'
import { pushEntities, pushJobs } from './push/push.server.ts'
import { ratingEntities, ratingRoutes } from './rating/rating.server.ts'
import { transportPapers } from './reporting/papers.server.ts'
import { recruitRoutes } from './recruit/page.server.ts'
import { recruitEntities } from './recruit/recruit.server.ts'
import { reportingEntities, reportingJobs, reportingRoutes } from './reporting/reporting.server.ts'
import { reviewCard, reviewEntity, reviewRoutes } from './reviews/reviews.server.ts'
import { routeEntities } from './routes/routes.server.ts'
import { settlementEntities } from './settlement/settlement.server.ts'
import { driverByPapers } from './parties/find-driver.server.ts'
import { transportActs } from './acts.server.ts'
import { carriageOf } from './settlement/carriage.server.ts'
import { freightBillLock, receiptLock } from './settlement/follow.server.ts'
import { transportReports } from './statistics/reports.server.ts'
import { dispatchable, openMission, schedulable } from './dispatch-door.server.ts'
import { transport } from './transport.ts'

export const transportServer: ServedModule = {
  module: transport,
  entities: [
    ...partyEntities,
    ...recruitEntities,
    ...routeEntities,
    ...orderEntities,
    ...missionEntities,
    ...ratingEntities,
    ...settlementEntities,
    ...pushEntities,
    ...phoneEntities,
    ...apiEntities,
    ...reportingEntities,
    reviewEntity,
  ],
  reports: transportReports,
  jobs: [...apiJobs, ...partyJobs, ...recurringJobs, ...missionJobs, ...watchJobs, ...pushJobs, ...reportingJobs],
  calls: [webhookCall],
  ports: apiPorts,
  seed: seedHolidays,
  watcher: follower,
  home: [...transportCards, reviewCard],
  notices: transportNotices,
  routes: [
    ...reviewRoutes,
    ...ratingRoutes,
    ...recurringRoutes,
    ...deskRoutes,
    ...watchRoutes,
    ...phoneRoutes,
    ...carrierRoutes,
    ...keyRoutes,
    ...pageRoutes,
    ...recruitRoutes,
    ...reportingRoutes,
  ],
  provides: {
    approvalActs: transportActs,
    billLocks: [freightBillLock],
    carriage: [carriageOf],
    payableLocks: [receiptLock],
    papers: transportPapers,
    signSubjects: [driverSubject, providerSubject],
    driverByPapers: [driverByPapers],
    reminderEnds: [holidayYearEnd],
    planningDoor: [{ schedulable, dispatchable, openMission }],
  },
}

/** Calls that hand out files, which lie with the house. */
export const openApiRoutes = (house: { files: FileKeeper }): readonly Route[] => [...openRoutes(house), ...linkRoutes(house)]
