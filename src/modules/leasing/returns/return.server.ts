/** 退车: asked for, agreed, and the vehicle looked over; from then on no rent runs (leasing.md §3.4). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import { invalid } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve, type InputOf } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { lockLessee } from '#modules/billing/billing.public.ts'
import { parameterNumber, parameterValue } from '#modules/system/system.public.ts'
import { seenVehicle, takeBackVehicle } from '#modules/vehicles/vehicles.public.ts'
import { decided, leaseFacts, partiesOf, submitted } from '../approval.server.ts'
import { deletableDraft, editableDraft } from '../audit.ts'
import { contract } from '../contracts/contract.ts'
import { lease } from '../lease.ts'
import { vehicleReturn, vehicleReturnActions, type ReturnFacts } from './return.ts'
import { closeSegment, openSegmentOf } from '../handovers/segments.server.ts'
import { openSettlement } from './settlement.server.ts'
import { notInFuture } from '../changes/swap.server.ts'
import { mustBeChecked, templateFor } from '../handovers/checks.server.ts'

type Return = Rec<typeof vehicleReturn>
type Inspection = InputOf<(typeof vehicleReturnActions)['all']['inspect']>
const leases = storeOf(lease)
const contracts = storeOf(contract)

async function returnFacts(tx: Tx, ctx: Context, records: readonly Return[]): Promise<ReturnFacts[]> {
  const of = await leaseFacts(tx, records, 'vehicleReturn')
  const ids = records.map((r) => r.lease)
  const open = await liveRows(tx, 'leaseSegment')
    .select(['lease', 'startOdometer'])
    .where('lease', '=', anyOf(ids))
    .where('toAt', 'is', null)
    .execute()
  const rules = {
    inspectionRequired: (await parameterValue(tx, ctx.registry, 'returnInspectionRequired')) === true,
    photosMin: await parameterNumber(tx, ctx.registry, 'returnPhotosMin'),
    odometerCheck: (await parameterValue(tx, ctx.registry, 'returnOdometerCheck')) === true,
    cleaningRequired: (await parameterValue(tx, ctx.registry, 'returnCleaningConfirm')) === true,
  }
  return records.map((r, i) => ({ ...of[i]!, ...rules, segmentKm: open.find((s) => s.lease === r.lease)?.startOdometer ?? 0 }))
}

/** The last vehicle is back: the contract waits for its settlement. */
async function lastOneBack(tx: Tx, ctx: Context, contractId: number): Promise<void> {
  const c = await contracts.lock(tx, ctx, contractId)
  const out = await liveRows(tx, 'lease')
    .select('id')
    .where('contract', '=', contractId)
    .where('status', 'in', ['toPickUp', 'toHandOver', 'active', 'swapping', 'returning', 'toInspect'])
    .limit(1)
    .executeTakeFirst()
  if (!out && c.status === 'active') await contracts.act(tx, ctx, 'allReturned', contractId)
}

/** The vehicle is back: its segment closes, no rent runs on, and the settlement stands as a draft. */
async function comeBack(tx: Tx, ctx: Context, r: Return, input: Pick<Inspection, 'actualAt' | 'odometer'>): Promise<object> {
  notInFuture(ctx, 'actualAt', input.actualAt, '实际退车时间')
  const of = await leases.lock(tx, ctx, r.lease)
  await lockLessee(tx, of.lessee)
  if (dayOf(input.actualAt) < of.startOn) throw invalid({ actualAt: `实际退车时间不能早于起租日 ${of.startOn}` })
  const open = await openSegmentOf(tx, of.id)
  // With the check switched off a broken odometer may read less than before; it then counts as not driven.
  const odometer = Math.max(input.odometer, open?.startOdometer ?? 0)
  await closeSegment(tx, ctx, of.id, input.actualAt, odometer, 'actualAt', 'odometer')
  const known = (await seenVehicle(tx, of.vehicle))!
  await takeBackVehicle(tx, ctx, of.vehicle, { odometer: Math.max(odometer, known.odometer ?? 0), at: input.actualAt })
  await leases.act(tx, ctx, 'takeBack', of.id, { endOdometer: odometer, at: input.actualAt })
  await lastOneBack(tx, ctx, of.contract)
  const after = { ...r, ...input, vehicle: of.vehicle } as Return
  await openSettlement(tx, ctx, after)
  return { ...input, vehicle: of.vehicle }
}

export const servedReturn = serve(vehicleReturnActions, {
  facts: ({ tx, ctx, records }) => returnFacts(tx, ctx, records),
  effects: {
    submit: async ({ tx, ctx, record }) => {
      await leases.act(tx, ctx, 'askReturn', record.lease)
      return { ...(await partiesOf(tx, record.lease)), ...submitted(ctx) }
    },
    pass: async ({ tx, ctx, record }) => {
      await leases.act(tx, ctx, 'mayReturn', record.lease)
      return decided(tx, ctx, 'vehicleReturn', record)
    },
    reject: async ({ tx, ctx, record, input }) => {
      await leases.act(tx, ctx, 'goOn', record.lease)
      return decided(tx, ctx, 'vehicleReturn', record, input.reason)
    },
    inspect: async ({ tx, ctx, record, input }) => {
      const { vehicle } = await partiesOf(tx, record.lease)
      mustBeChecked('items', input.items, await templateFor(tx, vehicle))
      return { ...(await comeBack(tx, ctx, record, input as Inspection)), inspectedBy: ctx.user.id || null }
    },
    takeBack: ({ tx, ctx, record, input }) => comeBack(tx, ctx, record, input),
    settle: async () => {},
    sheetSigned: async ({ input }) => ({ signedSheet: input.signedSheet }),
    cancel: async ({ tx, ctx, record }) => {
      if (record.status === 'approving' || record.status === 'toInspect') await leases.act(tx, ctx, 'goOn', record.lease)
    },
  },
  hooks: { beforeAdd: ({ tx, values }) => partiesOf(tx, values.lease!), refuseEdit: editableDraft, refuseDelete: deletableDraft },
})
