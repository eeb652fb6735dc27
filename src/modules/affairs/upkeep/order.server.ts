/** 维保单: quoted against the shop's list, approved by another, repaired while the vehicle stands blocked, accepted, settled (§2.2). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf, type Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatFen, sumFen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { draftPayable } from '#modules/billing/billing.public.ts'
import { draftIncidental, draftReduction, holderAt, leaseKept } from '#modules/leasing/leasing.public.ts'
import { parameterNumber, sendMessages } from '#modules/system/system.public.ts'
import { block, holdVehicle, noteReading, seenVehicle, unblock } from '#modules/vehicles/vehicles.public.ts'
import { addCost } from '../ground/costs.server.ts'
import { rebuildDues } from '../dues.server.ts'
import { upkeepOrder, upkeepOrderActions, upkeepState } from './upkeep.ts'
import { aboveList, lineAmount, overApproved, wholeDaysDown, type OrderLine } from './upkeep.rules.ts'

type Order = Rec<typeof upkeepOrder>
const orders = storeOf(upkeepOrder)
const states = storeOf(upkeepState)
const OPEN = ['draft', 'quoted', 'rejected', 'toEnter', 'repairing', 'waitingParts', 'toAccept'] as const

const totalOf = (lines: Order['lines']) => sumFen((lines ?? []).map((l) => lineAmount(l as unknown as OrderLine)))
const blockRef = (id: number): string => `upkeepOrder:${id}`

async function openOrder(tx: Tx, vehicle: number, kind: Order['kind']): Promise<{ id: number; no: string } | undefined> {
  return liveRows(tx, 'upkeepOrder')
    .select(['id', 'no'])
    .where('vehicle', '=', vehicle)
    .where('kind', '=', kind)
    .where('status', 'in', [...OPEN])
    .where('ofOrder', 'is', null)
    .executeTakeFirst()
}

/** One open order a vehicle and kind (A3); under the lock of the vehicle, so that two clerks do not both open it. */
async function refuseSecond(tx: Tx, vehicle: number, kind: Order['kind']): Promise<void> {
  await holdVehicle(tx, vehicle)
  const open = await openOrder(tx, vehicle, kind)
  if (open) throw refused(`该车有未完成的维保单 ${open.no}`)
}

/** A draft from the work list, an inspection that failed, a claim; or the open one there is. Returns its number. */
export async function draftOrder(
  tx: Tx,
  ctx: Context,
  d: { vehicle: number; kind: Order['kind']; items: readonly string[]; symptom?: string },
): Promise<string> {
  await holdVehicle(tx, d.vehicle)
  const open = await openOrder(tx, d.vehicle, d.kind)
  if (open) return open.no
  const made = await orders.add(tx, ctx, {
    vehicle: d.vehicle,
    kind: d.kind,
    payer: 'company',
    symptom: d.symptom ?? null,
    lines: d.items.map((item) => ({
      item,
      part: null,
      qty: 1,
      unit: null,
      price: fen(0),
      labourHours: 0,
      labourRate: fen(0),
      warrantyMonths: null,
      warrantyKm: null,
      oldPartBack: false,
    })),
  })
  return made.no
}

async function pricesOf(tx: Tx, shop: number, model: number | null) {
  const rows = await liveRows(tx, 'shopPrice').select(['item', 'model', 'price', 'fromOn', 'toOn']).where('shop', '=', shop).execute()
  // A price of the model comes before the one of all models.
  return rows
    .filter((p) => p.model === null || p.model === model)
    .toSorted((a, b) => Number(b.model !== null) - Number(a.model !== null))
    .map((p) => ({ item: p.item, price: p.price, from: p.fromOn, to: p.toOn }))
}

async function submit(tx: Tx, ctx: Context, o: Order, overReason: string | null): Promise<Partial<Order>> {
  const { model } = (await seenVehicle(tx, o.vehicle))!
  const above = aboveList((o.lines ?? []) as unknown as OrderLine[], await pricesOf(tx, o.shop!, model), ctx.clock.today())
  if (above.length && !overReason) throw invalid({ overReason: `${above.map((a) => a.text).join('；')}，请填写理由` })
  return {
    quote: totalOf(o.lines),
    overReason: above.length ? overReason : null,
    submittedBy: ctx.user.id || null,
    submittedAt: ctx.clock.now(),
    rejectReason: null,
  }
}

async function enter(tx: Tx, ctx: Context, o: Order, at: string, km: number): Promise<void> {
  if (Date.parse(at) > Date.parse(ctx.clock.now()) + 60_000) throw invalid({ at: '进厂时间不能晚于现在' })
  const noted = await noteReading(tx, ctx, { vehicle: o.vehicle, at, km, source: 'upkeep', ref: o.no })
  if (!noted.accepted) throw invalid({ km: `进厂里程${noted.why}，请核对` })
  await block(tx, ctx, { vehicle: o.vehicle, kind: 'repair', ref: blockRef(o.id), reason: `维保单 ${o.no} 在修` })
  const v = (await seenVehicle(tx, o.vehicle))!
  if (v.status === 'preparing' || v.status === 'available')
    await act(tx, ctx, 'vehicle', 'sendToRepair', o.vehicle, null, { reason: `维保单 ${o.no} 进厂` })
}

async function finish(
  tx: Tx,
  ctx: Context,
  o: Order,
  input: { at: string; km: number; lines: NonNullable<Order['lines']>; afterPhotos: Order['afterPhotos'] },
): Promise<Partial<Order>> {
  if (Date.parse(input.at) > Date.parse(ctx.clock.now()) + 60_000) throw invalid({ at: '完工时间不能晚于现在' })
  if (o.inAt && Date.parse(input.at) < Date.parse(o.inAt)) throw invalid({ at: '完工时间不能早于进厂时间' })
  if (input.km < Number(o.inKm ?? 0)) throw invalid({ km: `出厂里程不能小于进厂里程 ${o.inKm} km` })
  const noted = await noteReading(tx, ctx, { vehicle: o.vehicle, at: input.at, km: input.km, source: 'upkeep', ref: o.no })
  if (!noted.accepted) throw invalid({ km: `出厂里程${noted.why}，请核对` })
  const actual = totalOf(input.lines)
  if (actual < 0) throw invalid({ lines: '明细合计不能为负数' })
  const outcome = {
    lines: input.lines,
    actual,
    outAt: input.at,
    outKm: input.km,
    downtimeHours: o.inAt ? Math.floor((Date.parse(input.at) - Date.parse(o.inAt)) / 3_600_000) : 0,
    afterPhotos: input.afterPhotos ?? o.afterPhotos,
  }
  const over = overApproved(actual, o.approved ?? 0)
  if (!over) return { ...outcome, status: 'toAccept' }
  return { ...outcome, status: 'quoted', quote: actual, rejectReason: over, submittedBy: ctx.user.id || null, submittedAt: ctx.clock.now() }
}

/** Passed for the first time it waits for the vehicle; passed again after the work, for the acceptance. */
const passed = (ctx: Context, o: Order): Partial<Order> => ({
  // A credit has no work to wait for.
  ...(o.ofOrder ? { actual: o.quote, outAt: ctx.clock.now() } : {}),
  approved: o.quote,
  rejectReason: null,
  status: o.ofOrder || o.outAt ? 'toAccept' : o.inAt ? 'repairing' : 'toEnter',
})

/** Upkeep starts again from what was done, when it was done. */
async function resetItems(tx: Tx, ctx: Context, o: Order): Promise<void> {
  const [on, km] = [dayOf(o.outAt!), Number(o.outKm)]
  for (const item of new Set((o.lines ?? []).filter((l) => Number(l.qty) > 0).map((l) => l.item))) {
    const known = await liveRows(tx, 'upkeepState')
      .select(['id', 'lastOn'])
      .where('vehicle', '=', o.vehicle)
      .where('item', '=', item)
      .executeTakeFirst()
    if (!known) await states.add(tx, ctx, { vehicle: o.vehicle, item, lastOn: on, lastKm: km, upkeepOrder: o.id, store: o.store })
    else if (known.lastOn <= on) await states.edit(tx, ctx, known.id, { lastOn: on, lastKm: km, upkeepOrder: o.id })
  }
}

const BEARER = { company: 'company', lessee: 'lessee', insurer: 'insurer', shopWarranty: 'company', driver: 'driver' } as const

async function accept(tx: Tx, ctx: Context, o: Order): Promise<Partial<Order>> {
  const today = ctx.clock.today()
  await resetItems(tx, ctx, o)
  await unblock(tx, ctx, o.vehicle, blockRef(o.id))
  const v = (await seenVehicle(tx, o.vehicle))!
  if (v.status === 'repairing' && !(await otherInShop(tx, o)))
    await act(tx, ctx, 'vehicle', 'prepareAgain', o.vehicle, null, { reason: `维保单 ${o.no} 验收` })
  if (o.payer !== 'shopWarranty')
    await addCost(tx, ctx, {
      vehicle: o.vehicle,
      store: v.store,
      on: today,
      kind: o.kind === 'upkeep' ? 'upkeep' : 'repair',
      amount: o.actual ?? 0,
      bearer: BEARER[o.payer],
      description: `维保单 ${o.no}`,
      source: o.no,
      key: `upkeepOrder:${o.id}`,
    })
  if (!o.ofOrder)
    await tx
      .updateTable('repairShop')
      .set((eb) => ({ orders: eb('orders', '+', 1) }))
      .where('id', '=', o.shop!)
      .execute()
  const incidental = await chargeLessee(tx, ctx, o)
  await proposeReduction(tx, ctx, o)
  await rebuildDues(tx, ctx, [o.vehicle])
  return { acceptedOn: today, ...(incidental ? { incidental } : {}) }
}

const otherInShop = async (tx: Tx, o: Order): Promise<boolean> =>
  (await liveRows(tx, 'upkeepOrder')
    .select('id')
    .where('vehicle', '=', o.vehicle)
    .where('id', '!=', o.id)
    .where('status', 'in', ['repairing', 'waitingParts', 'toAccept'])
    .executeTakeFirst()) !== undefined

/** What the lessee bears of a repair he caused: drafted, a person issues it. */
async function chargeLessee(tx: Tx, ctx: Context, o: Order): Promise<number | null> {
  if (o.payer !== 'lessee' || !o.lease || !o.actual) return null
  const share = fen(Math.floor((o.actual * (o.lesseeShareBp ?? 10_000)) / 10_000))
  if (share <= 0) return null
  const today = ctx.clock.today()
  return draftIncidental(tx, ctx, {
    lease: o.lease,
    occurredOn: dayOf(o.outAt!),
    dueOn: addDays(today, 7),
    lines: [{ feeItem: 'REPAIR', amount: share, note: `维保单 ${o.no}` }],
    remark: `维保单 ${o.no}：实际 ${formatFen(o.actual)} 元`,
  })
}

/** A leased vehicle that stood too long: a reduction is drafted and those who keep the lease are told. Nothing by itself: a person submits it. */
async function proposeReduction(tx: Tx, ctx: Context, o: Order): Promise<void> {
  if (!o.lease || !o.inAt || !o.outAt) return
  const days = wholeDaysDown(o.inAt, o.outAt, await parameterNumber(tx, ctx.registry, 'downtimeFreeHours'))
  if (days === 0) return
  const of = await leaseKept(tx, o.lease)
  const reason = `车辆维修停运 ${days} 天：维保单 ${o.no}，${dayOf(o.inAt)} 进厂，${dayOf(o.outAt)} 完工`
  const draft = await draftReduction(tx, ctx, { lease: o.lease, startOn: dayOf(o.inAt), days, reason })
  await sendMessages(tx, ctx, {
    receivers: [of.owner ?? ctx.user.id].filter((id): id is number => Boolean(id)),
    category: 'expiry',
    title: `租约 ${of.no} 车辆维修停运 ${days} 天，可申请减租或临时换车`,
    content: `维保单 ${o.no}：${dayOf(o.inAt)} 进厂，${dayOf(o.outAt)} 完工`,
    link: draft ? `/lease/reduceRentDetails?id=${draft}` : `/lease/leaseDetails?id=${o.lease}`,
    dedupe: `downtime:${o.id}`,
  })
}

export async function payShop(
  tx: Tx,
  ctx: Context,
  shopId: number,
  p: { store: number; vehicle: number | null; dueOn: Day; items: { description: string; amount: number }[]; theirNo: string | null },
) {
  const shop = await tx
    .selectFrom('repairShop')
    .select(['name', 'bankName', 'bankAccount'])
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow()
  return draftPayable(tx, ctx, {
    partyKind: 'shop',
    payee: shop.name,
    bankName: shop.bankName,
    bankAccount: shop.bankAccount,
    fee: 'repair',
    ...p,
  })
}

async function settle(tx: Tx, ctx: Context, o: Order, dueOn: Day): Promise<Partial<Order>> {
  if (!o.actual || o.actual < 0) return {}
  const { id } = await payShop(tx, ctx, o.shop!, {
    store: o.store!,
    vehicle: o.vehicle,
    dueOn,
    items: (o.lines ?? []).map((l) => ({ description: `${o.no} ${l.part ?? l.item}`, amount: lineAmount(l as unknown as OrderLine) })),
    theirNo: o.invoiceNo,
  })
  return { payable: id }
}

async function partiesOfOrder(tx: Tx, ctx: Context, vehicle: number): Promise<Partial<Order>> {
  const v = await seenVehicle(tx, vehicle)
  const held = await holderAt(tx, vehicle, ctx.clock.now())
  return { store: v?.store ?? null, lease: held?.lease ?? null, lessee: held?.lessee ?? null }
}

export const servedOrder = serve(upkeepOrderActions, {
  facts: async ({ tx, ctx, records }) => {
    const photosAbove = await parameterNumber(tx, ctx.registry, 'upkeepPhotoAbove')
    const ids = [...new Set(records.map((o) => o.shop).filter((id): id is number => id !== null))]
    const shops = ids.length
      ? await tx.selectFrom('repairShop').select(['id', 'status', 'settleCycle', 'needsInvoice']).where('id', 'in', ids).execute()
      : []
    return records.map((o) => {
      const shop = shops.find((s) => s.id === o.shop)
      return { shopStatus: shop?.status ?? '', shopCycle: shop?.settleCycle ?? '', needsInvoice: shop?.needsInvoice ?? false, photosAbove }
    })
  },
  effects: {
    submit: ({ tx, ctx, record, input }) => submit(tx, ctx, record, input.overReason),
    pass: async ({ ctx, record }) => passed(ctx, record),
    reject: async ({ input }) => ({ rejectReason: input.reason }),
    enter: async ({ tx, ctx, record, input }) => {
      await enter(tx, ctx, record, input.at, input.km)
      return { inAt: input.at, inKm: input.km, beforePhotos: input.beforePhotos ?? record.beforePhotos }
    },
    wait: moveOnly,
    goOn: moveOnly,
    finish: ({ tx, ctx, record, input }) => finish(tx, ctx, record, input),
    rework: async ({ tx, record }) => {
      await tx
        .updateTable('repairShop')
        .set((eb) => ({ reworks: eb('reworks', '+', 1) }))
        .where('id', '=', record.shop!)
        .execute()
      return { reworks: (record.reworks ?? 0) + 1, outAt: null, outKm: null }
    },
    accept: ({ tx, ctx, record }) => accept(tx, ctx, record),
    addPhotos: async ({ record, input }) => ({
      beforePhotos: input.beforePhotos ?? record.beforePhotos,
      afterPhotos: input.afterPhotos ?? record.afterPhotos,
    }),
    settle: ({ tx, ctx, record, input }) => settle(tx, ctx, record, input.dueOn),
    noteInvoice: async ({ input }) => ({ invoiceNo: input.invoiceNo }),
    cancel: async ({ record }) => {
      if (record.inAt) throw refused('车辆已进厂，不能取消，请完工后验收')
    },
    list: async ({ input }) => ({ statement: input.statement }),
    settleListed: async ({ input }) => ({ payable: input.payable }),
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      if (!values.ofOrder) await refuseSecond(tx, values.vehicle!, values.kind!)
      return { ...(await partiesOfOrder(tx, ctx, values.vehicle!)), quote: totalOf(values.lines ?? null) }
    },
    beforeEdit: async ({ patch }) => (patch.lines === undefined ? undefined : { quote: totalOf(patch.lines ?? null) }),
    refuseEdit: (o) => (o.status === 'draft' || o.status === 'rejected' ? null : '提交后的维保单不能修改；被驳回后可以修改再提交'),
    refuseDelete: (o) => (o.status === 'draft' ? null : '只有草稿可以删除，其余请取消'),
  },
})
