/** Calls of leasing that are no action of one record: previews, starting a lease, who had a vehicle when. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { absent, AppError, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { find, recordsOf } from '#kit/entity/query/query.server.ts'
import { act } from '#kit/entity/store.server.ts'
import { dayInput, instantInput } from '#kit/http/inputs.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { lesseeNamed } from '#modules/parties/parties.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { contract } from './contracts/contract.ts'
import { addVehicle } from './contracts/contract.server.ts'
import { templateFor } from './handovers/checks.server.ts'
import { handover } from './handovers/handover.ts'
import { countedKm, ownReceivers } from './handovers/known.server.ts'
import { reductionParts, renewalFigures } from './changes/change.server.ts'
import { rentReduction, renewal } from './changes/change.ts'
import { leaseSegment } from './lease.ts'
import { returnSettlement, vehicleReturn } from './returns/return.ts'
import { settleDaily } from './returns/settle.server.ts'
import { computeSheet, type SettlementRec } from './returns/settlement.server.ts'
import { vehicleSwap } from './changes/swap.ts'
import { swapFigures } from './changes/swap-preview.server.ts'
import {
  HANDOVER_KNOWN,
  HOLDER,
  LEASE_STARTED,
  REDUCTION_PREVIEW,
  RENEWAL_PREVIEW,
  SETTLED,
  SHEET_ANSWER,
  RETURN_DIFFERENCES,
  SWAP_PREVIEW,
  SWAP_SHEETS,
  type Holder,
  type LeaseStarted,
} from './leasing.wire.ts'

const ID = z.int('编号不正确').min(1, '编号不正确')
const DAY = dayInput()
const QUERY_ID = z.coerce.number('编号不正确').int('编号不正确').min(1, '编号不正确')

/** A lock taken for a preview would make others wait for a person who only looks. */
const looking = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, (db) => work(db))

/** A page that shows a sheet asks what it would do; that it can do nothing any more is an answer to that, not a failed call. */
async function orWhyNot<T>(work: Promise<T>): Promise<T | { refused: string }> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'refused' || error.kind === 'invalid')) return { refused: error.message }
    throw error
  }
}

/** 新增租约: submits the draft the vehicle stands in, or adds the vehicle to a contract that runs. */
async function startLease(
  tx: Tx,
  ctx: Context,
  input: { contract: number; vehicles: number[]; startOn?: Day | undefined },
): Promise<LeaseStarted> {
  const c = await find(tx, ctx, contract, input.contract)
  const before = new Set((await tx.selectFrom('lease').select('id').where('contract', '=', c.id).execute()).map((row) => row.id))
  if (c.status === 'draft' || c.status === 'rejected') {
    const missing = input.vehicles.filter((id) => !c.vehicles.includes(id))
    if (missing.length) throw refused('所选车辆不在该合同草稿中，请先修改合同，或另选合同')
    await act(tx, ctx, 'contract', 'submit', c.id, null, {}, 'person')
  } else if (c.status === 'toSign' || c.status === 'toHandOver' || c.status === 'active') {
    if (!ctx.access.can('leaseList_start')) throw refused('没有在已有合同上增加车辆的权限，请联系管理员开通')
    for (const vehicle of input.vehicles)
      await addVehicle(tx, ctx, await find(tx, ctx, contract, c.id), vehicle, input.startOn ?? ctx.clock.today())
  } else throw refused(`合同 ${c.no} 当前为「${contract.fields.status.options[c.status]}」，不能新增租约`)
  const made = (await tx.selectFrom('lease').select('id').where('contract', '=', c.id).orderBy('id').execute())
    .map((row) => row.id)
    .filter((id) => !before.has(id))
  return { contract: c.id, leases: made }
}

/** The one responsible for what happened to a vehicle at a moment (F4). */
async function holderAt(tx: Tx, ctx: Context, plateNo: string, at: string): Promise<Holder> {
  const {
    rows: [vehicle],
  } = await sql<{ id: number; plateNo: string }>`
    select v.id, v.plate_no from vehicle v where v.operator_id = ${ctx.user.operatorId} and v.deleted_at is null
      and (v.plate_no = ${plateNo} or v.id in (select p.vehicle from plate_change p where p.old_plate_no = ${plateNo} and p.operator_id = ${ctx.user.operatorId})) order by (v.plate_no = ${plateNo}) desc limit 1`.execute(
    tx,
  )
  if (!vehicle) throw absent(`没有车牌号为 ${plateNo} 的车辆`)
  const inUse = await liveRows(tx, 'leaseSegment')
    .select('id')
    .where('vehicle', '=', vehicle.id)
    .where('fromAt', '<=', at)
    .where((eb) => eb.or([eb('toAt', 'is', null), eb('toAt', '>', at)]))
    .executeTakeFirst()
  if (!inUse) return { segment: null }
  const [segment] = await recordsOf(tx, ctx, leaseSegment, [inUse.id])
  if (!segment) throw absent('您没有查看那段租赁记录的权限，请联系管理员开通')
  const { lessee, lease: of, contract: c } = segment as unknown as { lessee: number; lease: number; contract: number }
  const nos = await tx
    .selectFrom('lease')
    .innerJoin('contract', 'contract.id', 'lease.contract')
    .select(['lease.no as leaseNo', 'contract.no as contractNo'])
    .where('lease.id', '=', of)
    .executeTakeFirstOrThrow()
  return { segment: { ...segment, plateNo: vehicle.plateNo, lesseeName: await lesseeNamed(tx, lessee), ...nos, contract: c } }
}

const EXTRA = z.strictObject({
  feeItem: z.string().max(20),
  amount: z.int('金额应为整数（单位：分）').min(1, '金额必须大于 0').max(1e12, '金额超出允许的范围'),
  note: z.string().max(100).nullish(),
})

export const changeRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/returnSettlement/preview',
    summary: '预览退车结算',
    right: 'settleInfoList',
    safe: true,
    input: z.strictObject({
      id: ID,
      extras: z.array(EXTRA).max(50).optional(),
      penaltyWaived: z.int('金额应为整数（单位：分）').min(0, '减免金额不能为负数').max(1e12).optional(),
    }),
    output: SHEET_ANSWER,
    handler: (ctx, { id, extras, penaltyWaived }) =>
      looking(ctx, async (tx) => {
        const s = await find(tx, ctx, returnSettlement, id)
        if (s.confirmedOn && s.sheet) return { sheet: s.sheet, hash: s.inputHash, confirmed: true }
        const computed = await computeSheet(tx, ctx, {
          ...s,
          extras: (extras ?? s.extras) as SettlementRec['extras'],
          penaltyWaived: (penaltyWaived ?? s.penaltyWaived) as SettlementRec['penaltyWaived'],
        })
        return { ...computed, confirmed: false }
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/returnSettlement/settleRun',
    summary: '批量推进结算：释放到期的违章押金，核对已收已付的款项',
    right: 'settleInfoList_release',
    input: z.strictObject({}),
    output: SETTLED,
    handler: (ctx) => settleDaily(ctx),
  }),
  route({
    method: 'POST',
    path: '/api/v1/rentReduction/preview',
    summary: '预览减租对各期账单的影响',
    right: 'reduceRentList',
    safe: true,
    input: z.strictObject({ id: ID }),
    output: REDUCTION_PREVIEW,
    handler: (ctx, { id }) =>
      looking(ctx, async (tx) => {
        const r = await find(tx, ctx, rentReduction, id)
        return r.status === 'effective' || r.status === 'approving'
          ? { parts: r.parts ?? [], amount: r.amount ?? 0 }
          : orWhyNot(reductionParts(tx, ctx, r))
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/renewal/preview',
    summary: '预览续租的账期',
    right: 'renewalOfLease',
    safe: true,
    input: z.strictObject({ id: ID }),
    output: RENEWAL_PREVIEW,
    handler: (ctx, { id }) =>
      looking(ctx, async (tx) => {
        const figures = await orWhyNot(renewalFigures(tx, ctx, await find(tx, ctx, renewal, id)))
        if ('refused' in figures) return figures
        const { startOn, endOn, totalRent, periods } = figures
        return { startOn, endOn, totalRent, periods }
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/vehicleSwap/preview',
    summary: '预览换车的租金差额；已完成的为实际入账的明细',
    right: ['changeCarList', 'swopCarAuditList'],
    safe: true,
    input: z.strictObject({ id: ID, on: DAY.optional() }),
    output: SWAP_PREVIEW,
    handler: (ctx, { id, on }) => looking(ctx, async (tx) => orWhyNot(swapFigures(tx, ctx, await find(tx, ctx, vehicleSwap, id), on))),
  }),
  route({
    method: 'GET',
    path: '/api/v1/handover/known',
    summary: '交车前已知的内容：终端里程、本人提车的承租人',
    right: 'handVehicleList',
    input: z.strictObject({ id: QUERY_ID }),
    output: HANDOVER_KNOWN,
    handler: (ctx, { id }) =>
      looking(ctx, async (tx) => {
        const h = await find(tx, ctx, handover, id)
        return {
          counted: (await countedKm(tx, [h.vehicle])).get(h.vehicle) ?? null,
          receiver: (await ownReceivers(tx, [h.lessee])).get(h.lessee) ?? null,
        }
      }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/vehicleReturn/differences',
    summary: '退车与交车的差异',
    right: ['backCarList', 'vehicleReturnCheckList', 'settleInfoList'],
    input: z.strictObject({ id: QUERY_ID }),
    output: RETURN_DIFFERENCES,
    handler: (ctx, { id }) =>
      looking(ctx, async (tx) => {
        const r = await find(tx, ctx, vehicleReturn, id)
        const given = await liveRows(tx, 'handover')
          .select(['no', 'actualAt', 'odometer', 'energyPercent', 'items', 'photos'])
          .where('lease', '=', r.lease)
          .where('status', '=', 'done')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
        const swapped = await liveRows(tx, 'vehicleSwap')
          .select([
            'no',
            'effectiveAt as actualAt',
            'newOdometer as odometer',
            'newEnergyPercent as energyPercent',
            'newItems as items',
            'photos',
          ])
          .where('lease', '=', r.lease)
          .where('newVehicle', '=', r.vehicle ?? 0)
          .where('status', '=', 'done')
          .where('kind', '=', 'permanent')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
        // A vehicle that went out without a sheet is looked over by the one of its category.
        const sheet = ((await templateFor(tx, r.vehicle ?? 0).catch(() => null))?.items ?? []).map(({ group, name }) => ({
          group,
          name,
        }))
        const vehicle = r.vehicle ?? 0
        const counted = await countedKm(tx, [vehicle])
        return {
          given: swapped ?? given ?? null,
          sheet,
          cleaningFee: await parameterNumber(tx, ctx.registry, 'returnCleaningFee'),
          counted: counted.get(vehicle) ?? null,
        }
      }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/vehicleSwap/sheets',
    summary: '换车时两辆车的检查清单与里程',
    right: ['changeCarList', 'swopCarAuditList'],
    input: z.strictObject({ id: QUERY_ID }),
    output: SWAP_SHEETS,
    handler: (ctx, { id }) =>
      looking(ctx, async (tx) => {
        const s = await find(tx, ctx, vehicleSwap, id)
        const cars = await tx
          .selectFrom('vehicle')
          .select(['id', 'plateNo', 'odometer'])
          .where('id', 'in', [s.oldVehicle ?? 0, s.newVehicle])
          .execute()
        const counted = await countedKm(
          tx,
          cars.map((v) => v.id),
        )
        const car = async (vehicle: number) => ({
          counted: counted.get(vehicle) ?? null,
          ...cars.find((v) => v.id === vehicle),
          items: (await templateFor(tx, vehicle))?.items ?? [],
        })
        return { old: await car(s.oldVehicle ?? s.newVehicle), new: await car(s.newVehicle) }
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/lease/start',
    summary: '新增租约：提交草稿合同，或在已有合同上增加车辆',
    right: ['contracList_submit', 'leaseList_start'],
    input: z.strictObject({
      contract: ID,
      vehicles: z.array(ID).min(1, '请选择车辆').max(300, '一次最多 300 辆车'),
      startOn: DAY.optional(),
    }),
    output: LEASE_STARTED,
    handler: (ctx, input) => ctx.db.write(ctx.user.operatorId, (tx) => startLease(tx, ctx, input)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/leaseSegment/at',
    summary: '某车在某时刻由谁使用',
    right: 'leaseRoredList',
    input: z.strictObject({ plateNo: z.string().trim().min(1, '请填写车牌号').max(12, '车牌号不正确'), at: instantInput() }),
    output: HOLDER,
    handler: (ctx, { plateNo, at }) => looking(ctx, (tx) => holderAt(tx, ctx, plateNo.toUpperCase(), at)),
  }),
]
