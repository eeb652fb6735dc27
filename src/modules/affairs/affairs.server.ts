/** Server part of vehicle affairs, put together. */
import type { Context } from '#kit/access/context.server.ts'
import type { ScheduledJob, ServedModule } from '#kit/entity/registry.server.ts'
import { serveReport } from '#kit/report/statement.server.ts'
import type { LeaseHold } from '#modules/leasing/leasing.public.ts'
import type { VehicleFollower } from '#modules/vehicles/vehicles.public.ts'
import { affairsActs } from './acts.server.ts'
import { affairs } from './affairs.ts'
import { vehicleCosts } from './ground/cost-report.ts'
import { costRows } from './ground/cost-rows.server.ts'
import { rebuildDues } from './dues.server.ts'
import { nightlyDues, servedDue, servedRule } from './ground.server.ts'
import { affairSpans } from './calendar-spans.server.ts'
import { calendarRoutes } from './inspection/calendar.server.ts'
import { followCertificates, servedCertificate } from './inspection/certificate.server.ts'
import { openDueInspections, servedInspection, voidGoneInspections } from './inspection/inspection.server.ts'
import { claimReceipts } from './insurance/claim-money.server.ts'
import { servedClaim } from './insurance/claim.server.ts'
import { cargoPolicyAt, followPolicies, servedPolicy } from './insurance/policy.server.ts'
import { seedAffairs } from './seed.server.ts'
import { draftOrder, servedOrder } from './upkeep/order.server.ts'
import { servedPlan, servedPrice, servedShop, servedState, servedStatement, shopRoutes } from './upkeep/shop.server.ts'
import { candidateRoutes } from './violations/candidates.server.ts'
import { openOf, provedOf } from './violations/holds.server.ts'
import { violationRoutes } from './violations/import.server.ts'
import { followViolations, servedQuery, servedViolation, violationWatcher } from './violations/violation.server.ts'
import { affairsWork } from './work.server.ts'
import { affairsCardParts } from './ground/record-card.server.ts'

/** In this order: states by the calendar first, then what is due by them. Each for itself. */
const NIGHT: readonly ((ctx: Context) => Promise<unknown>)[] = [
  followPolicies,
  followCertificates,
  voidGoneInspections,
  openDueInspections,
  followViolations,
  nightlyDues,
]

const nightly: ScheduledJob = {
  name: 'affairsDue',
  cron: '20 0 * * *',
  run: async (ctx) => {
    const failed: unknown[] = []
    for (const step of NIGHT) await step(ctx).catch((error: unknown) => failed.push(error))
    if (failed.length === 1) throw failed[0]
    if (failed.length) throw new AggregateError(failed, failed.map((e) => (e instanceof Error ? e.message : String(e))).join('; '))
  },
}

const holds: LeaseHold = { why: openOf, proved: provedOf }
const follower: VehicleFollower = async (tx, ctx, vehicles) => void (await rebuildDues(tx, ctx, vehicles))

export const affairsServer: ServedModule = {
  module: affairs,
  entities: [
    servedRule,
    servedDue,
    servedShop,
    servedPrice,
    servedStatement,
    servedPlan,
    servedState,
    servedOrder,
    servedPolicy,
    servedClaim,
    servedInspection,
    servedCertificate,
    servedViolation,
    servedQuery,
  ],
  routes: [...shopRoutes, ...violationRoutes, ...candidateRoutes, ...calendarRoutes],
  watcher: violationWatcher,
  jobs: [nightly],
  reports: [serveReport(vehicleCosts, { costs: costRows })],
  work: affairsWork,
  seed: seedAffairs,
  provides: {
    approvalActs: affairsActs,
    cards: affairsCardParts,
    reminderEnds: [{ entity: 'violation', over: (v) => ['transferred', 'handled', 'cancelled'].includes(String(v['status'])) }],
    leaseHolds: [holds],
    vehicleSpans: affairSpans,
    vehicleChanged: [follower],
    receiptFollowers: [claimReceipts],
    vehicleCare: [{ draftRepair: (tx, ctx, of) => draftOrder(tx, ctx, { ...of, kind: 'repair' }), cargoPolicyAt }],
  },
}
