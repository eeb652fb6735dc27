/** 换车: the old vehicle back and the new one out in one transaction, the rent difference by the day (leasing.md §3.4). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf, maxDay, minDay, type Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve, type InputOf } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { lockLessee } from '#modules/billing/billing.public.ts'
import {
  handOverVehicle,
  leaseGaps,
  releaseReservation,
  reserveVehicle,
  seenVehicle,
  takeBackVehicle,
} from '#modules/vehicles/vehicles.public.ts'
import { decided, leaseFacts, partiesOf, submitted } from '../approval.server.ts'
import { deletableDraft, editableDraft } from '../audit.ts'
import type { Days } from '../holds/days.rules.ts'
import { refuseTaken } from '../holds/occupancy.server.ts'
import { lease } from '../lease.ts'
import { chargeEnd } from '../rent/plan.rules.ts'
import { mustBeChecked, templateFor } from '../handovers/checks.server.ts'
import { closeSegment, openSegment } from '../handovers/segments.server.ts'
import { adjusts, vehicleSwapActions, type SwapFacts } from './swap.ts'
import { adjustRent, refuseIdle, type Swap } from './swap-rent.server.ts'

type Exchange = InputOf<(typeof vehicleSwapActions)['all']['complete']>
const leases = storeOf(lease)

async function swapFacts(tx: Tx, ctx: Context, records: readonly Swap[]): Promise<SwapFacts[]> {
  const of = await leaseFacts(tx, records, 'vehicleSwap')
  const waiting = records.filter((s) => s.status === 'draft' || s.status === 'rejected' || s.status === 'approving')
  const rows = await tx
    .selectFrom('vehicle')
    .select(['id', 'plateNo', 'status', 'odometer'])
    .where('id', '=', anyOf(records.map((s) => s.newVehicle)))
    .execute()
  const known = waiting.filter((s) => rows.some((v) => v.id === s.newVehicle)).map((s) => s.newVehicle)
  const gaps = await leaseGaps(tx, ctx, [...new Set(known)])
  const open = await liveRows(tx, 'leaseSegment')
    .innerJoin('vehicle', 'vehicle.id', 'leaseSegment.vehicle')
    .select(['leaseSegment.lease', 'leaseSegment.startOdometer', 'vehicle.odometer'])
    .where('leaseSegment.lease', '=', anyOf(records.map((s) => s.lease)))
    .where('leaseSegment.toAt', 'is', null)
    .execute()
  return records.map((s, i) => {
    const v = rows.find((row) => row.id === s.newVehicle)
    const free =
      v?.status === 'available' ? (gaps.get(s.newVehicle) ?? []).join('；') || null : `新车 ${v?.plateNo ?? ''} 不是待租车辆，请重新选择`
    const main = open.find((row) => row.lease === s.lease)
    return {
      ...of[i]!,
      blocked: waiting.includes(s) ? free : null,
      oldKm: Math.max(main?.startOdometer ?? 0, main?.odometer ?? 0),
      newKm: v?.odometer ?? 0,
    }
  })
}

/** The days the new vehicle is wanted for: until the lease ends, or until it is expected back. */
async function wantedDays(tx: Tx, s: Pick<Swap, 'lease' | 'kind' | 'expectedBackOn'>, from: Day): Promise<Days> {
  const { endOn, dayRule } = await liveRows(tx, 'lease')
    .innerJoin('contract', 'contract.id', 'lease.contract')
    .select(['lease.endOn', 'contract.dayRule'])
    .where('lease.id', '=', s.lease)
    .executeTakeFirstOrThrow()
  const end = chargeEnd(endOn, dayRule)
  return { from, to: s.kind === 'temporary' && s.expectedBackOn ? minDay(end, s.expectedBackOn) : end }
}

export function notInFuture(ctx: Context, field: string, at: string, label: string): void {
  if (Date.parse(at) > Date.parse(ctx.clock.now()) + 60_000) throw invalid({ [field]: `${label}不能晚于现在` })
}
async function complete(tx: Tx, ctx: Context, s: Swap, input: Exchange): Promise<object> {
  notInFuture(ctx, 'effectiveAt', input.effectiveAt, '实际换车时间')
  const of = await leases.lock(tx, ctx, s.lease)
  const days = await wantedDays(tx, s, dayOf(input.effectiveAt))
  await refuseTaken(tx, ctx, s.newVehicle, days, { lease: s.lease })
  mustBeChecked('oldItems', input.oldItems, await templateFor(tx, of.vehicle))
  mustBeChecked('newItems', input.newItems, await templateFor(tx, s.newVehicle))
  await lockLessee(tx, of.lessee)
  await closeSegment(tx, ctx, of.id, input.effectiveAt, input.oldOdometer, 'effectiveAt')
  await openSegment(tx, ctx, {
    ...of,
    lease: of.id,
    vehicle: s.newVehicle,
    kind: s.kind === 'temporary' ? 'temporary' : 'swap',
    fromAt: input.effectiveAt,
    startOdometer: input.newOdometer,
  })
  // The vehicle of a temporary swap stays promised to this lease; it comes back to it.
  if (s.kind === 'permanent') await takeBackVehicle(tx, ctx, of.vehicle, { odometer: input.oldOdometer, at: input.effectiveAt })
  await handOverVehicle(tx, ctx, s.newVehicle, { odometer: input.newOdometer, at: input.effectiveAt })
  const booked = await adjustRent(tx, ctx, s, of, dayOf(input.effectiveAt))
  await leases.edit(tx, ctx, of.id, { vehicle: s.newVehicle })
  await leases.act(tx, ctx, 'goOn', of.id)
  return { ...input, ...booked, status: s.kind === 'temporary' ? 'away' : 'done' }
}

async function bringBack(
  tx: Tx,
  ctx: Context,
  s: Swap,
  input: { backAt: string; tempOdometer: number; mainOdometer: number },
): Promise<object> {
  notInFuture(ctx, 'backAt', input.backAt, '实际换回时间')
  const of = await leases.lock(tx, ctx, s.lease)
  if (of.status !== 'active' || of.vehicle !== s.newVehicle) throw refused('租约现在用的不是这辆替换车，不能换回；请从最近一次换车单办理')
  const main = (await seenVehicle(tx, s.oldVehicle!))!
  if (input.mainOdometer < Math.max(main.odometer ?? 0, s.oldOdometer ?? 0))
    throw invalid({ mainOdometer: `原车里程表读数不能小于 ${Math.max(main.odometer ?? 0, s.oldOdometer ?? 0)} km` })
  await closeSegment(tx, ctx, of.id, input.backAt, input.tempOdometer, 'backAt', 'tempOdometer')
  await openSegment(tx, ctx, {
    ...of,
    lease: of.id,
    vehicle: s.oldVehicle!,
    kind: 'main',
    fromAt: input.backAt,
    startOdometer: input.mainOdometer,
  })
  await takeBackVehicle(tx, ctx, s.newVehicle, { odometer: input.tempOdometer, at: input.backAt })
  await leases.edit(tx, ctx, of.id, { vehicle: s.oldVehicle! })
  return { backAt: input.backAt }
}

async function cancel(tx: Tx, ctx: Context, s: Swap): Promise<void> {
  if (s.status === 'toSwap') await releaseReservation(tx, ctx, s.newVehicle)
  if (s.status === 'toSwap' || s.status === 'approving') await leases.act(tx, ctx, 'goOn', s.lease)
}

async function fill(tx: Tx, values: Partial<Swap>): Promise<Partial<Swap>> {
  const { vehicle, ...rest } = await partiesOf(tx, values.lease!)
  if (vehicle === values.newVehicle) throw invalid({ newVehicle: '新车就是现在的车，请选择另一辆' })
  // What does not apply is not there, or the record would show an answer to a question nobody was asked.
  return { ...rest, oldVehicle: vehicle, ...(adjusts(values) ? {} : { newDailyRent: null, renewalRent: null }) }
}

export const servedSwap = serve(vehicleSwapActions, {
  facts: ({ tx, ctx, records }) => swapFacts(tx, ctx, records),
  effects: {
    submit: async ({ tx, ctx, record }) => {
      await leases.act(tx, ctx, 'askSwap', record.lease)
      await refuseIdle(tx, ctx, record)
      return { ...(await fill(tx, record)), ...submitted(ctx) }
    },
    pass: async ({ tx, ctx, record }) => {
      const from = maxDay(record.plannedOn, ctx.clock.today())
      await refuseTaken(tx, ctx, record.newVehicle, await wantedDays(tx, record, from), { lease: record.lease })
      await reserveVehicle(tx, ctx, record.newVehicle)
      return decided(tx, ctx, 'vehicleSwap', record)
    },
    reject: async ({ tx, ctx, record, input }) => {
      await leases.act(tx, ctx, 'goOn', record.lease)
      return decided(tx, ctx, 'vehicleSwap', record, input.reason)
    },
    complete: async ({ tx, ctx, record, input }) => complete(tx, ctx, record, input as Exchange),
    bringBack: async ({ tx, ctx, record, input }) => bringBack(tx, ctx, record, input),
    sheetSigned: async ({ input }) => ({ signedSheet: input.signedSheet }),
    cancel: ({ tx, ctx, record }) => cancel(tx, ctx, record),
  },
  hooks: {
    beforeAdd: ({ tx, values }) => fill(tx, values),
    beforeEdit: async ({ record, patch }) => {
      if (patch.newVehicle === record.oldVehicle) throw invalid({ newVehicle: '新车就是现在的车，请选择另一辆' })
    },
    refuseEdit: editableDraft,
    refuseDelete: deletableDraft,
  },
})
