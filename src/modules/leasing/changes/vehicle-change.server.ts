/** 更换车辆 before the keys are given: nothing was driven yet, so only what stands on paper changes (leasing.md §3.3). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { negated } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { edit, storeOf } from '#kit/entity/store.server.ts'
import { appendItems, lockBills, lockLessee, moveShares, prove, type NewItem } from '#modules/billing/billing.public.ts'
import { holdVehicles, releaseReservation, reserveVehicle } from '#modules/vehicles/vehicles.public.ts'
import { blockedVehicles, wants } from '../contracts/blocked.server.ts'
import { templateFor } from '../handovers/checks.server.ts'
import { contract } from '../contracts/contract.ts'
import { handover } from '../handovers/handover.ts'
import type { Lease } from '../rent/periods.server.ts'

const contracts = storeOf(contract)
const handovers = storeOf(handover)

/** Items cannot be changed, so each goes out for the old vehicle and comes in for the new one. */
async function moveBills(tx: Tx, ctx: Context, of: Lease, next: number): Promise<void> {
  const ids = (
    await liveRows(tx, 'bill').select('id').where('lease', '=', of.id).where('status', '!=', 'voided').orderBy('id').execute()
  ).map((row) => row.id)
  for (const b of await lockBills(tx, ids)) {
    const { id } = b
    const items = await liveRows(tx, 'billItem')
      .select(['id', 'feeItem', 'description', 'amount', 'startOn', 'endOn', 'formula', 'vehicle', 'idemKey'])
      .where('bill', '=', id)
      .where('feeItem', 'in', ['RENT', 'COUPON'])
      .orderBy('id')
      .execute()
    // Changed before: what went out then, and came in for it, is settled between those two.
    const gone = new Set(items.flatMap(({ idemKey }) => /^change:(\d+):out$/.exec(idemKey)?.[1] ?? []).map(Number))
    const standing = items.filter((item) => !gone.has(item.id) && !/^change:\d+:out$/.test(item.idemKey))
    const pairs = standing.flatMap(({ id: item, vehicle, description, ...same }): NewItem[] => [
      {
        ...same,
        description: `${description}：更换车辆，冲回原车`,
        amount: negated(same.amount),
        vehicle: vehicle ?? of.vehicle,
        idemKey: `change:${item}:out`,
      },
      { ...same, description, vehicle: next, idemKey: `change:${item}:in` },
    ])
    if (pairs.length) await appendItems(tx, ctx, id, pairs)
    await edit(tx, ctx, 'bill', id, null, { vehicle: next })
    await moveShares(tx, ctx, { ...b, vehicle: next })
  }
  await prove(tx, ctx, { bills: ids, lessees: [of.lessee] })
}

/** The caller holds the lock of the lease. */
export async function changeVehicle(tx: Tx, ctx: Context, of: Lease, next: number): Promise<{ vehicle: number }> {
  if (next === of.vehicle) throw invalid({ newVehicle: '新车就是现在的车，请选择另一辆' })
  await lockLessee(tx, of.lessee)
  // Whoever submits a contract with one of these waits here and then finds it taken.
  await holdVehicles(tx, [of.vehicle, next])
  const c = await contracts.lock(tx, ctx, of.contract)
  if (c.vehicles.includes(next)) throw invalid({ newVehicle: '该车辆已在这份合同中，不能重复添加' })
  const blocked = (await blockedVehicles(tx, ctx, [wants({ ...c, startOn: of.startOn, endOn: of.endOn }, [next])])).get(c.id) ?? []
  if (blocked.length) throw refused(blocked.join('；'))
  if (of.status === 'toHandOver') {
    await releaseReservation(tx, ctx, of.vehicle)
    await reserveVehicle(tx, ctx, next)
  }
  const template = await templateFor(tx, next)
  const items = (template?.items ?? []).map(({ group, name }) => ({ group, name, normal: null, note: null }))
  const orders = await liveRows(tx, 'handover').select('id').where('lease', '=', of.id).where('status', '=', 'pending').execute()
  for (const { id } of orders) await handovers.edit(tx, ctx, id, { vehicle: next, template: template?.id ?? null, items })
  await moveBills(tx, ctx, of, next)
  await contracts.edit(tx, ctx, c.id, { vehicles: c.vehicles.map((v) => (v === of.vehicle ? next : v)) })
  return { vehicle: next }
}
