/** What one decides a lease's papers by: whose, which vehicle, and the money. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { DecidingFacts } from '#modules/approval/approval.public.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { owedOfLessees } from '#modules/billing/billing.public.ts'
import { contract } from './contracts/contract.ts'
import { leaseExtension, renewal, rentReduction } from './changes/change.ts'
import { vehicleSwap } from './changes/swap.ts'
import { lease } from './lease.ts'
import { returnSettlement, vehicleReturn } from './returns/return.ts'

/** As many plates as one takes in. */
const PLATES = 3
async function plates(tx: Tx, ctx: Context, vehicles: readonly number[]): Promise<string> {
  const names = await titlesOf(tx, ctx, 'vehicle', vehicles.slice(0, PLATES))
  const shown = vehicles.slice(0, PLATES).map((id) => names.get(id) ?? '')
  return `${shown.join('、')}${vehicles.length > PLATES ? ` 等 ${vehicles.length} 辆` : ''}`
}

/** Empty where the starter may not see bills: a line that is left out says nothing, 0.00 would say that nothing is owed. */
async function owedNow(tx: Tx, ctx: Context, lessee: number | null): Promise<string> {
  if (!lessee || !ctx.access.can('billInfoList')) return ''
  return formatFen((await owedOfLessees(tx, ctx, [lessee])).get(lessee)?.total ?? 0)
}

const ofContract: DecidingFacts = {
  act: 'contract',
  of: async (tx, ctx, id) => {
    const of = await storeOf(contract).get(tx, ctx, id)
    const names = await titlesOf(tx, ctx, 'lessee', [of.lessee])
    return [
      { label: '月租金', value: `${formatFen(of.monthlyRent ?? 0)}${of.vehicles.length > 1 ? ` × ${of.vehicles.length} 辆` : ''}` },
      { label: '承租人', value: names.get(of.lessee) ?? '' },
      { label: '车牌', value: await plates(tx, ctx, of.vehicles) },
      { label: '起止', value: `${of.startOn} 至 ${of.endOn}` },
    ]
  },
}

const ofReduction: DecidingFacts = {
  act: 'rentReduction',
  of: async (tx, ctx, id) => {
    const reduction = await storeOf(rentReduction).get(tx, ctx, id)
    const { lessee, vehicle } = reduction
    const names = await titlesOf(tx, ctx, 'lessee', lessee ? [lessee] : [])
    return [
      { label: '减免金额', value: formatFen(reduction.amount ?? 0) },
      { label: '客户现欠', value: await owedNow(tx, ctx, lessee) },
      { label: '承租人', value: names.get(lessee ?? 0) ?? '' },
      { label: '车牌', value: await plates(tx, ctx, vehicle ? [vehicle] : []) },
    ]
  },
}

/** Whose lease it is, and of which vehicle. */
async function ofLease(tx: Tx, ctx: Context, id: number) {
  const row = await storeOf(lease).get(tx, ctx, id)
  const names = await titlesOf(tx, ctx, 'lessee', [row.lessee])
  return {
    lease: row,
    parties: [
      { label: '承租人', value: names.get(row.lessee) ?? '' },
      { label: '车牌', value: await plates(tx, ctx, [row.vehicle]) },
    ],
  }
}
const rentFromTo = (before: number | null, after: number | null): string =>
  before === after ? `${formatFen(before ?? 0)}（不变）` : `${formatFen(before ?? 0)} → ${formatFen(after ?? 0)}`

const ofRenewal: DecidingFacts = {
  act: 'renewal',
  of: async (tx, ctx, id) => {
    const asked = await storeOf(renewal).get(tx, ctx, id)
    const { lease: now, parties } = await ofLease(tx, ctx, asked.lease)
    return [
      { label: '月租金', value: rentFromTo(now.monthlyRent, asked.monthlyRent) },
      { label: '续租期限', value: `${asked.months} 个月${asked.endOn ? `，至 ${asked.endOn}` : ''}` },
      ...parties,
    ]
  },
}

const ofSwap: DecidingFacts = {
  act: 'vehicleSwap',
  of: async (tx, ctx, id) => {
    const asked = await storeOf(vehicleSwap).get(tx, ctx, id)
    const { lease: now, parties } = await ofLease(tx, ctx, asked.lease)
    const { kind, rentPolicy } = vehicleSwap.fields
    return [
      { label: '新车', value: `${await plates(tx, ctx, [asked.newVehicle])}（${kind.options[asked.kind]}）` },
      {
        label: '月租金',
        value: asked.newRent
          ? rentFromTo(now.monthlyRent, asked.newRent)
          : asked.rentPolicy
            ? (rentPolicy.options[asked.rentPolicy] ?? '')
            : '不变',
      },
      ...parties,
    ]
  },
}

const ofReturn: DecidingFacts = {
  act: 'vehicleReturn',
  of: async (tx, ctx, id) => {
    const asked = await storeOf(vehicleReturn).get(tx, ctx, id)
    const { lease: now, parties } = await ofLease(tx, ctx, asked.lease)
    return [
      { label: '退车日', value: `${asked.plannedOn}（合同到 ${now.endOn}）` },
      { label: '客户现欠', value: await owedNow(tx, ctx, now.lessee) },
      ...parties,
    ]
  },
}

const ofExtension: DecidingFacts = {
  act: 'leaseExtension',
  of: async (tx, ctx, id) => {
    const asked = await storeOf(leaseExtension).get(tx, ctx, id)
    const { parties } = await ofLease(tx, ctx, asked.lease)
    return [
      {
        label: leaseExtension.fields.kind.options[asked.kind] ?? '',
        value: `延至 ${(asked.kind === 'return' ? asked.newEndOn : asked.newDueOn) ?? ''}`,
      },
      { label: '延期原因', value: asked.reasonNote },
      ...parties,
    ]
  },
}

const ofSettlement: DecidingFacts = {
  act: 'returnSettlement',
  of: async (tx, ctx, id) => {
    const sheet = await storeOf(returnSettlement).get(tx, ctx, id)
    const { parties } = await ofLease(tx, ctx, sheet.lease)
    return [
      sheet.refund > 0 ? { label: '应退款', value: formatFen(sheet.refund) } : { label: '还应收', value: formatFen(sheet.receivable) },
      { label: '减免违约金', value: formatFen(sheet.penaltyWaived) },
      ...parties,
    ]
  },
}

export const leasingDecides: readonly DecidingFacts[] = [ofContract, ofReduction, ofRenewal, ofSwap, ofReturn, ofExtension, ofSettlement]
