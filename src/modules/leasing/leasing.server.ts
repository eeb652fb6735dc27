/** Server part of leasing, put together. */
import { sql, type Selectable } from 'kysely'
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { isDay } from '#kit/basics/time/day.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { usedBy } from '#kit/entity/write/references.server.ts'
import type { ScheduledJob, ServedModule } from '#kit/entity/registry.server.ts'
import { moveOnly, serve, serveEntity } from '#kit/entity/serve.server.ts'
import type { Tables } from '#kit/entity/tables.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { postMonthEnd } from '#modules/billing/billing.public.ts'
import { leasingActs } from './acts.server.ts'
import { servedApplication } from './contracts/application.server.ts'
import { leasingCards, leasingWork } from './cards.server.ts'
import { leasingDecides } from './deciding-facts.server.ts'
import { leasingCardParts } from './card.server.ts'
import { servedReduction, servedRenewal } from './changes/change.server.ts'
import { productCost } from './rent/cost.ts'
import { checkRentTerms, servedContract } from './contracts/contract.server.ts'
import { servedExtension, servedIncidental } from './changes/fees.server.ts'
import { servedHandover } from './handovers/handover.server.ts'
import { inspectionTemplateActions } from './handovers/handover.ts'
import { issueDue, issueNext, remindEnding, remindOverdue } from './rent/issue.server.ts'
import { leaseActions } from './lease.ts'
import { leasing } from './leasing.ts'
import { draftsFollow, draftsOfBills, refreshAll } from './returns/refresh.server.ts'
import { servedReturn } from './returns/return.server.ts'
import { servedSettlement, settleNightly } from './returns/settle.server.ts'
import { aheadWatcher } from './contracts/ahead.server.ts'
import { vehiclePicks } from './contracts/choosing.server.ts'
import { contractSubject } from './signing/contract.server.ts'
import { extensionSubject, handoverSubject, renewalSubject, returnSubject, swapSubject } from './signing/sheets.server.ts'
import { standingRoute } from './contracts/standing.server.ts'
import { followTerms } from './rent/terms.server.ts'
import { seedClauses, servedClause } from './contracts/clause.server.ts'
import { contractPaper } from './papers/contract-paper.server.ts'
import { fleetPapers } from './papers/fleet-papers.server.ts'
import { vehiclePapers } from './papers/vehicle-papers.server.ts'
import { changeRoutes } from './routes.server.ts'
import { holdJob, holdWatcher, servedHold } from './holds/hold.server.ts'
import { calendarRoutes } from './calendar/calendar.server.ts'
import { fleetRoutes } from './fleet/fleet.server.ts'
import { servedSwap } from './changes/swap.server.ts'
import { changeVehicle } from './changes/vehicle-change.server.ts'
import { leasePlanActions, termFields, vehicleProductActions } from './rent/plan.ts'
import { chargeEnd, checkPlan, previewPlan, type PlanInput } from './rent/plan.rules.ts'
import { ISSUED, PLAN_PREVIEW, TERMS_OF_PLAN } from './leasing.wire.ts'

const servedLease = serve(leaseActions, {
  effects: {
    issueNow: async ({ tx, ctx, record }) => {
      await issueNext(tx, ctx, record.id)
    },
    changeVehicle: ({ tx, ctx, record, input }) => changeVehicle(tx, ctx, record, input.newVehicle),
    sign: moveOnly,
    handOver: async ({ record, input }) => ({
      startOn: input.startOn,
      endOn: input.endOn,
      handedOverAt: input.at,
      startOdometer: input.odometer,
      revision: record.revision + (input.startOn === record.startOn ? 0 : 1),
    }),
    cancel: moveOnly,
    askSwap: moveOnly,
    askReturn: moveOnly,
    goOn: moveOnly,
    mayReturn: moveOnly,
    takeBack: async ({ input }) => ({ returnedAt: input.at, endOdometer: input.endOdometer }),
    askSettle: moveOnly,
    unsettle: moveOnly,
    settle: moveOnly,
  },
})

const servedProduct = serve(vehicleProductActions, {
  facts: async ({ tx, records }) => {
    const ids = records.map((p) => p.id)
    const rows = await liveRows(tx, 'leasePlan')
      .select(['product', sql<number>`count(*)`.as('n')])
      .where('product', '=', anyOf(ids))
      .where('status', '=', 'active')
      .groupBy('product')
      .execute()
    return records.map((p) => ({ planCount: Number(rows.find((row) => row.product === p.id)?.n ?? 0) }))
  },
  effects: { list: moveOnly, unlist: moveOnly },
})

const servedPlan = serve(leasePlanActions, {
  effects: { disable: moveOnly, enable: moveOnly },
  hooks: {
    beforeAdd: ({ tx, ctx, values }) => checkRentTerms(tx, ctx, values as Selectable<Tables['leasePlan']>),
    beforeEdit: ({ tx, ctx, record, patch }) => checkRentTerms(tx, ctx, { ...record, ...patch }),
    beforeDelete: async ({ tx, ctx, record }) => {
      const used = await usedBy(tx, ctx, record.id, { entity: 'contract', by: 'plan', shows: 'no', label: '合同' })
      if (used) throw refused(`方案已用于${used}，不能删除，可以停用`)
    },
  },
})

/** Without a rent of its own a cost is held against the cheapest plan of the product. */
const servedCost = serveEntity(productCost, {
  beforeAdd: async ({ tx, values }) => {
    if (values.rent) return
    const row = await liveRows(tx, 'leasePlan')
      .select((eb) => eb.fn.min('monthlyRent').as('rent'))
      .where('product', '=', values.product!)
      .where('status', '=', 'active')
      .executeTakeFirst()
    return { rent: row?.rent ?? null }
  },
})

const servedTemplate = serve(inspectionTemplateActions, { effects: { disable: moveOnly, enable: moveOnly } })

/** Types only: what the values may be is said by the money kernel, in its sentences. */
const PREVIEW = z.strictObject({
  monthlyRent: z.number(),
  payCycleMonths: z.number(),
  billMode: z.enum(['advance', 'arrears']),
  anchorMode: z.enum(['startDay', 'calendarMonth', 'fixedDay']),
  fixedDay: z.number().nullish(),
  prorateMode: z.enum(['actual', 'thirty', 'daily']),
  dailyRent: z.number().nullish(),
  dayRule: z.enum(['excludeEnd', 'includeEnd']),
  issueAheadDays: z.number(),
  dueOffsetDays: z.number(),
  startOn: z.string(),
  endOn: z.string(),
})

const routes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/leasePlan/preview',
    summary: '按条款预览收款计划',
    right: ['contracList_add', 'contracList_edit', 'carProduct'],
    safe: true,
    input: PREVIEW,
    output: PLAN_PREVIEW,
    handler: async (_ctx, { fixedDay, dailyRent, ...rest }) => {
      // 到期日, as people write it; the day rule says whether that day is charged, as in a contract.
      const endOn = isDay(rest.endOn) ? chargeEnd(rest.endOn, rest.dayRule) : rest.endOn
      const plan = { ...rest, endOn, fixedDay: fixedDay ?? undefined, dailyRent: dailyRent ?? undefined }
      const reason = checkPlan(plan)
      if (reason) throw invalid(reason)
      return previewPlan(plan as PlanInput)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/contract/terms',
    summary: '租赁方案的条款，用于填写合同',
    right: ['contracList_add', 'contracList_edit'],
    input: z.strictObject({ plan: z.coerce.number().int().min(1) }),
    output: TERMS_OF_PLAN,
    handler: (ctx, { plan }) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        const planRow = await liveRows(db, 'leasePlan').selectAll().where('id', '=', plan).executeTakeFirst()
        if (!planRow || planRow.status !== 'active') throw absent('租赁方案不存在或已停用')
        return {
          terms: Object.fromEntries(Object.keys(termFields).map((name) => [name, planRow[name as keyof typeof termFields]])),
          minTermMonths: planRow.minTermMonths,
        }
      }),
  }),
  ...changeRoutes,
  ...fleetRoutes,
  ...calendarRoutes,
  standingRoute,
  route({
    method: 'POST',
    path: '/api/v1/bill/issueRun',
    summary: '到期账单出账：全部到期的收款计划',
    right: 'billInfoList_issue',
    input: z.strictObject({}),
    output: ISSUED,
    handler: (ctx) => issueDue(ctx),
  }),
]

/** In this order, each for itself: reminders that fail must not keep deposits from being released. */
const NIGHT: readonly ((ctx: Context) => Promise<unknown>)[] = [
  issueDue,
  postMonthEnd,
  remindOverdue,
  remindEnding,
  settleNightly,
  refreshAll,
  followTerms,
]

const daily: ScheduledJob = {
  name: 'issueBills',
  cron: '0 2 * * *',
  run: async (ctx) => {
    const failed: unknown[] = []
    for (const step of NIGHT) await step(ctx).catch((error: unknown) => failed.push(error))
    if (failed.length === 1) throw failed[0]
    if (failed.length) throw new AggregateError(failed, failed.map((e) => (e instanceof Error ? e.message : String(e))).join('; '))
  },
}

export const leasingServer: ServedModule = {
  module: leasing,
  entities: [
    servedProduct,
    servedPlan,
    servedCost,
    servedApplication,
    servedClause,
    servedContract,
    servedLease,
    servedHandover,
    servedTemplate,
    servedSwap,
    servedReduction,
    servedRenewal,
    servedExtension,
    servedIncidental,
    servedReturn,
    servedSettlement,
    servedHold,
  ],
  routes,
  jobs: [daily, holdJob],
  seed: seedClauses,
  home: leasingCards,
  work: leasingWork,
  watcher: { ...aheadWatcher, ...holdWatcher, after: draftsFollow },
  provides: {
    approvalActs: leasingActs,
    signSubjects: [contractSubject, renewalSubject, extensionSubject, handoverSubject, swapSubject, returnSubject],
    pickNotes: [vehiclePicks],
    billsIssued: [draftsOfBills],
    papers: [contractPaper, ...vehiclePapers],
    manyPapers: fleetPapers,
    cards: leasingCardParts,
    decidingFacts: leasingDecides,
  },
}
