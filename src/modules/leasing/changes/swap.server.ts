/** 换车: the old vehicle back and the new one out in one transaction, the rent difference by the day (leasing.md §3.4). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf, maxDay, type Day } from '#kit/basics/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { plainYuan, sumFen } from '#kit/basics/fen.ts'
import { serve, type InputOf } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { appendItems, issueBill, lockLessee, prove, useBalance, type NewItem } from '#modules/billing/billing.public.ts'
import { handOverVehicle, leaseGaps, releaseReservation, reserveVehicle, takeBackVehicle } from '#modules/vehicles/vehicles.public.ts'
import { decided, leaseFacts, partiesOf, submitted } from '../approval.server.ts'
import { deletableDraft, editableDraft } from '../audit.ts'
import { creditsOn, differenceOf, repricing, spanText } from './change.rules.ts'
import { contract } from '../contracts/contract.ts'
import { lease } from '../lease.ts'
import type { Contract, Lease } from '../rent/periods.server.ts'
import { closeSegment, openSegment } from '../handovers/segments.server.ts'
import { adjusts, vehicleSwap, vehicleSwapActions, type SwapFacts } from './swap.ts'
import { billedOf, chargedFor, replan, reliefsOf, showRent, sound, termsOf, writeTerms } from '../rent/terms.server.ts'
import { monthsOf, plannedPeriods, renewedFrom, repriced, termAt, type Term } from '../rent/timeline.rules.ts'

type Swap = Rec<typeof vehicleSwap>
type Exchange = InputOf<(typeof vehicleSwapActions)['all']['complete']>
const leases = storeOf(lease)
const contracts = storeOf(contract)

const some = (ids: readonly number[]): number[] => (ids.length ? [...new Set(ids)] : [-1])

async function swapFacts(tx: Tx, ctx: Context, records: readonly Swap[]): Promise<SwapFacts[]> {
  const of = await leaseFacts(tx, records, 'vehicleSwap')
  const waiting = records.filter((s) => s.status === 'draft' || s.status === 'rejected' || s.status === 'approving')
  const rows = await tx
    .selectFrom('vehicle')
    .select(['id', 'plateNo', 'status', 'odometer'])
    .where('id', 'in', some(records.map((s) => s.newVehicle)))
    .execute()
  const known = waiting.filter((s) => rows.some((v) => v.id === s.newVehicle)).map((s) => s.newVehicle)
  const gaps = await leaseGaps(tx, ctx, [...new Set(known)])
  const open = await tx
    .selectFrom('leaseSegment')
    .innerJoin('vehicle', 'vehicle.id', 'leaseSegment.vehicle')
    .select(['leaseSegment.lease', 'leaseSegment.startOdometer', 'vehicle.odometer'])
    .where('leaseSegment.lease', 'in', some(records.map((s) => s.lease)))
    .where('leaseSegment.toAt', 'is', null)
    .where('leaseSegment.deletedAt', 'is', null)
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

export function notInFuture(ctx: Context, field: string, at: string, label: string): void {
  if (Date.parse(at) > Date.parse(ctx.clock.now()) + 60_000) throw invalid({ [field]: `${label}不能晚于现在` })
}
export function explained(
  field: string,
  items: readonly { name: string; normal: boolean; note: string | null }[] | null | undefined,
): void {
  const silent = (items ?? []).filter((item) => !item.normal && !item.note).map((item) => item.name)
  if (silent.length) throw invalid({ [field]: `异常项请填写说明：${silent.join('、')}` })
}

interface Adjusted {
  c: Contract
  before: Term[]
  after: Term[]
  billedUntil: Day
}

/** The terms when the vehicles are exchanged on that day. A renewal that begins later keeps the price it was agreed for, unless the swap says otherwise. */
async function adjusted(tx: Tx, ctx: Context, s: Swap, on: Day): Promise<Adjusted> {
  const of = await leases.get(tx, ctx, s.lease)
  const c = await contracts.get(tx, ctx, of.contract)
  const before = await termsOf(tx, of.id)
  const { until } = await billedOf(tx, of.id, before[0]!.startOn)
  const running =
    s.rentPolicy === 'difference'
      ? null
      : plannedPeriods(c, before, until, await reliefsOf(tx, of.id)).find((p) => p.startOn <= on && on < p.endOn)
  const from = s.rentPolicy === 'difference' ? on : maxDay(until, running?.endOn ?? until)
  sound(c, s.newRent, s.newDailyRent ?? termAt(before, from).dailyRent, 'newRent')
  return {
    c,
    before,
    after: repriced(before, from, s.newRent!, s.newDailyRent, s.renewalRent === 'same' ? null : renewedFrom(before, on)),
    billedUntil: until,
  }
}

/** A rent that no day would be charged at is a mistake. */
async function refuseIdle(tx: Tx, ctx: Context, s: Swap): Promise<void> {
  if (!adjusts(s) || !s.newRent) return
  const { before, after } = await adjusted(tx, ctx, s, maxDay(s.plannedOn, ctx.clock.today()))
  if (
    after.length === before.length &&
    after.every((t, i) => t.monthlyRent === before[i]!.monthlyRent && t.dailyRent === before[i]!.dailyRent) &&
    renewedFrom(before, s.plannedOn)
  )
    throw invalid({ renewalRent: '从换车起只剩已签续租的租期，新月租金不会用到；要让续租期也用新月租金，请选「也按新月租金」' })
}

interface Pair {
  bill: number
  items: NewItem[]
}

/** Credits and charges of billed months: the old rent from the swap on goes back, the new one comes in. */
async function difference(
  tx: Tx,
  s: Swap,
  { c, before, after, billedUntil }: Adjusted,
  on: Day,
): Promise<{ pairs: Pair[]; sum: number; endOn: Day | null }> {
  const plates = await tx.selectFrom('vehicle').select(['id', 'plateNo']).where('id', 'in', [s.oldVehicle!, s.newVehicle]).execute()
  const plate = (id: number): string => plates.find((v) => v.id === id)?.plateNo ?? ''
  const changes = repricing(monthsOf(c, before), monthsOf(c, after), await reliefsOf(tx, s.lease), on, billedUntil)
  const charged = await chargedFor(tx, s.lease)
  const pairs = changes.flatMap((r): Pair[] => {
    const span = spanText(r.startOn, r.endOn)
    const cut = r.item.amount - r.oldUsed - r.oldCredit
    const old = (bill: number, amount: number, tail = ''): NewItem => ({
      feeItem: 'SWAP_DIFF',
      description: `换车 ${s.no}：原车 ${plate(s.oldVehicle!)} 剩余租金（${span}）`,
      amount: -amount,
      startOn: r.startOn,
      endOn: r.endOn,
      formula: `${plainYuan(r.item.amount)} − 已用 ${plainYuan(r.oldUsed)}${cut > 0 ? ` − 已减租 ${plainYuan(cut)}` : ''}`,
      idemKey: `swap:${s.id}:${r.item.startOn}:old${tail}`,
    })
    const fresh: NewItem = {
      feeItem: 'SWAP_DIFF',
      description: `换车 ${s.no}：新车 ${plate(s.newVehicle)} 租金（${span}）`,
      amount: r.newCharge,
      startOn: r.startOn,
      endOn: r.endOn,
      formula: `${plainYuan(s.newRent!)} 按剩余天数`,
      idemKey: `swap:${s.id}:${r.item.startOn}:new`,
    }
    const [first, ...more] = creditsOn(charged, r.item.month, Math.max(0, -differenceOf(r)))
    const bill = first?.bill ?? charged.find((i) => i.startOn >= r.item.month.startOn && i.startOn < r.item.month.endOn)?.bill
    if (bill === undefined) return []
    charged.push(...[first, ...more].flatMap((x) => (x ? [{ bill: x.bill, startOn: r.startOn, amount: -x.amount }] : [])))
    const rest = sumFen(more.map((x) => x.amount))
    return [
      { bill, items: [old(bill, r.oldCredit - rest), fresh].filter((item) => item.amount !== 0) },
      ...more.map((x) => ({ bill: x.bill, items: [old(x.bill, x.amount, `:${x.bill}`)] })),
    ]
  })
  return { pairs, sum: sumFen(changes.map(differenceOf)), endOn: changes.at(-1)?.endOn ?? null }
}

/** Dearer: one bill for the difference. Cheaper: credited on the bills that charged the old rent. */
async function bookDifference(
  tx: Tx,
  ctx: Context,
  s: Swap,
  of: Lease,
  all: Adjusted,
  on: Day,
): Promise<{ difference: number; bill: number | null }> {
  const { pairs, sum, endOn } = await difference(tx, s, all, on)
  const items = pairs.flatMap((x) => x.items)
  if (sum === 0) return { difference: 0, bill: null }
  const touched: number[] = []
  let made: number | null = null
  if (sum > 0) {
    const today = ctx.clock.today()
    const { lateGraceDays, lateRateBp, lateCapBp } = all.c
    const { id } = await issueBill(tx, ctx, {
      billType: 'swap',
      lessee: of.lessee,
      store: of.store,
      contract: of.contract,
      lease: of.id,
      vehicle: s.newVehicle,
      issueOn: today,
      dueOn: today,
      startOn: on,
      endOn,
      lateGraceDays,
      lateRateBp,
      lateCapBp,
      items,
    })
    await useBalance(tx, ctx, of.lessee, [id])
    made = id
    touched.push(id)
  } else
    for (const [bill, on_] of Map.groupBy(pairs, (x) => x.bill)) {
      await appendItems(
        tx,
        ctx,
        bill,
        on_.flatMap((x) => x.items),
      )
      touched.push(bill)
    }
  await prove(tx, ctx, { bills: touched, lessees: [of.lessee] })
  return { difference: sum, bill: made }
}

async function adjustRent(tx: Tx, ctx: Context, s: Swap, of: Lease, on: Day): Promise<{ difference: number; bill: number | null }> {
  if (!adjusts(s) || !s.newRent) return { difference: 0, bill: null }
  const all = await adjusted(tx, ctx, s, on)
  const booked = s.rentPolicy === 'difference' ? await bookDifference(tx, ctx, s, of, all, on) : { difference: 0, bill: null }
  await writeTerms(tx, ctx, of, all.after)
  await replan(tx, ctx, of, all.c, all.after)
  await showRent(tx, ctx, of.id, all.after)
  return booked
}

async function complete(tx: Tx, ctx: Context, s: Swap, input: Exchange): Promise<object> {
  notInFuture(ctx, 'effectiveAt', input.effectiveAt, '实际换车时间')
  explained('oldItems', input.oldItems)
  explained('newItems', input.newItems)
  const of = await leases.lock(tx, ctx, s.lease)
  await lockLessee(tx, ctx, of.lessee)
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
  if (s.kind === 'permanent') await takeBackVehicle(tx, ctx, of.vehicle, { odometer: input.oldOdometer })
  await handOverVehicle(tx, ctx, s.newVehicle, { odometer: input.newOdometer })
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
  if (of.status !== 'active' || of.vehicle !== s.newVehicle) throw refused('租约当前用的不是这辆替换车，不能换回')
  const main = await tx.selectFrom('vehicle').select(['odometer', 'plateNo']).where('id', '=', s.oldVehicle!).executeTakeFirstOrThrow()
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
  await takeBackVehicle(tx, ctx, s.newVehicle, { odometer: input.tempOdometer })
  await leases.edit(tx, ctx, of.id, { vehicle: s.oldVehicle! })
  return { backAt: input.backAt }
}

async function cancel(tx: Tx, ctx: Context, s: Swap): Promise<void> {
  if (s.status === 'toSwap') await releaseReservation(tx, ctx, s.newVehicle)
  if (s.status === 'toSwap' || s.status === 'approving') await leases.act(tx, ctx, 'goOn', s.lease)
}

async function fill(tx: Tx, ctx: Context, values: Partial<Swap>): Promise<Partial<Swap>> {
  const { vehicle, ...rest } = await partiesOf(tx, ctx, values.lease!)
  if (vehicle === values.newVehicle) throw invalid({ newVehicle: '新车与原车相同' })
  // What does not apply is not there, or the record would show an answer to a question nobody was asked.
  return { ...rest, oldVehicle: vehicle, ...(adjusts(values) ? {} : { newDailyRent: null, renewalRent: null }) }
}

export const servedSwap = serve(vehicleSwapActions, {
  facts: ({ tx, ctx, records }) => swapFacts(tx, ctx, records),
  effects: {
    submit: async ({ tx, ctx, record }) => {
      await leases.act(tx, ctx, 'askSwap', record.lease)
      await refuseIdle(tx, ctx, record)
      return { ...(await fill(tx, ctx, record)), ...submitted(ctx) }
    },
    pass: async ({ tx, ctx, record }) => {
      await reserveVehicle(tx, ctx, record.newVehicle)
      return decided(tx, ctx, 'vehicleSwap', record)
    },
    reject: async ({ tx, ctx, record, input }) => {
      await leases.act(tx, ctx, 'goOn', record.lease)
      return decided(tx, ctx, 'vehicleSwap', record, input.reason)
    },
    complete: async ({ tx, ctx, record, input }) => complete(tx, ctx, record, input as Exchange),
    bringBack: async ({ tx, ctx, record, input }) => bringBack(tx, ctx, record, input),
    cancel: ({ tx, ctx, record }) => cancel(tx, ctx, record),
  },
  hooks: {
    beforeAdd: ({ tx, ctx, values }) => fill(tx, ctx, values),
    beforeEdit: async ({ record, patch }) => {
      if (patch.newVehicle === record.oldVehicle) throw invalid({ newVehicle: '新车与原车相同' })
    },
    refuseEdit: editableDraft,
    refuseDelete: deletableDraft,
  },
})
