/** Server part of transport: what its folders serve, put together. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { carrierRoutes } from './carriers/desk.server.ts'
import { follower } from './follow.server.ts'
import { transportCards, transportNotices, transportWork } from './home.server.ts'
import { deskRoutes, missionJobs } from './missions/desk.server.ts'
import { missionSpans } from './watch/calendar-spans.server.ts'
import { watchRoutes } from './watch/on-road.server.ts'
import { watchJobs } from './watch/watch.server.ts'
import { consignmentEntities } from './missions/delivery/consignments.server.ts'
import { missionEntities } from './missions/missions.server.ts'
import { orderEntities } from './orders/projects.server.ts'
import { holidayYearEnd, seedHolidays } from './orders/holiday-year.server.ts'
import { recurringJobs, recurringRoutes } from './orders/recurring.server.ts'
import { partyEntities, partyJobs } from './parties/parties.server.ts'
import { driverSubject, providerSubject } from './parties/signing.server.ts'
import { phoneEntities, phoneRoutes } from './phone/phone.server.ts'
import { pushEntities, pushJobs } from './push/push.server.ts'
import { transportPapers } from './reporting/papers.server.ts'
import { recruitEntities } from './recruit/recruit.server.ts'
import { reportingEntities, reportingJobs, reportingRoutes } from './reporting/reporting.server.ts'
import { reviewWork, reviewEntity, reviewRoutes } from './reviews/reviews.server.ts'
import { routeEntities } from './routes/routes.server.ts'
import { driverByPapers } from './parties/find-driver.server.ts'
import { transportActs } from './acts.server.ts'
import { transportReports } from './statistics/reports.server.ts'
import { dispatchable, openMission, schedulable } from './dispatch-door.server.ts'
import { transport } from './transport.ts'
import { transportCardParts } from './card.server.ts'

export const transportServer: ServedModule = {
  module: transport,
  entities: [
    ...partyEntities,
    ...recruitEntities,
    ...routeEntities,
    ...orderEntities,
    ...missionEntities,
    ...consignmentEntities,
    ...pushEntities,
    ...phoneEntities,
    ...reportingEntities,
    reviewEntity,
  ],
  reports: transportReports,
  jobs: [...partyJobs, ...recurringJobs, ...missionJobs, ...watchJobs, ...pushJobs, ...reportingJobs],
  seed: seedHolidays,
  watcher: follower,
  home: transportCards,
  work: [...transportWork, reviewWork],
  notices: transportNotices,
  routes: [...reviewRoutes, ...recurringRoutes, ...deskRoutes, ...watchRoutes, ...phoneRoutes, ...carrierRoutes, ...reportingRoutes],
  provides: {
    approvalActs: transportActs,
    identity: [
      { entity: 'carrier', by: 'account' },
      { entity: 'provider', by: 'account' },
      { entity: 'driver', by: 'user' },
    ],
    cards: transportCardParts,
    papers: transportPapers,
    signSubjects: [driverSubject, providerSubject],
    driverByPapers: [driverByPapers],
    reminderEnds: [holidayYearEnd],
    vehicleSpans: [missionSpans],
    planningDoor: [{ schedulable, dispatchable, openMission }],
  },
}
