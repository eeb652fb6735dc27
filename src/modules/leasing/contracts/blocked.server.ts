/** Which vehicles cannot go to a contract, and why. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { maxDay, minDay, type Day } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { leaseGaps } from '#modules/vehicles/vehicles.public.ts'
import { overlap } from '../holds/days.rules.ts'
import { promisedIn, promiseTexts } from '../holds/occupancy.server.ts'
import type { Contract } from '../rent/periods.server.ts'
import { chargeEnd } from '../rent/plan.rules.ts'

/** A lease that holds its vehicle although nobody drives it yet. */
const WAITING = ['toPickUp', 'toHandOver'] as const

export const stateLabels = (ctx: Context, entity: string): Record<string, string> =>
  (ctx.registry.entity(entity).entity.fields as unknown as { status: { options: Record<string, string> } }).status.options

interface Wanted {
  contract: number
  vehicles: readonly number[]
  /** Which days; without them only what is asked for now is judged. `hold`: the one it is made of, which is not in its way. */
  days?: { from: Day; to: Day; hold: number | null }
}
export const wants = (c: Pick<Contract, 'id' | 'vehicles' | 'startOn' | 'endOn' | 'dayRule' | 'hold'>, vehicles = c.vehicles): Wanted => ({
  contract: c.id,
  vehicles,
  days: { from: c.startOn, to: chargeEnd(c.endOn, c.dayRule), hold: c.hold },
})

/** Holds of others that lie over the days of these contracts: contract → vehicle → whose. One look for all of them. */
async function heldFor(tx: Db, ctx: Context, wanted: readonly Wanted[]): Promise<Map<number, Map<number, string>>> {
  const dated = wanted.flatMap((w) => (w.days ? [{ ...w, days: w.days }] : []))
  const [first] = dated
  if (!first) return new Map()
  const window = {
    from: minDay(first.days.from, ...dated.map((w) => w.days.from)),
    to: maxDay(first.days.to, ...dated.map((w) => w.days.to)),
  }
  // Leases are told apart below, by the contract they belong to.
  const vehicles = [...new Set(dated.flatMap((w) => w.vehicles))]
  const held = (await promisedIn(tx, ctx, vehicles, window)).filter((p) => p.kind === 'hold')
  const texts = await promiseTexts(tx, ctx, held)
  const ofContract = (w: (typeof dated)[number]): Map<number, string> =>
    new Map(
      held
        .filter((p) => p.source !== w.days.hold && w.vehicles.includes(p.vehicle) && overlap(p, w.days))
        .map((p) => [p.vehicle, texts.get(p)!]),
    )
  return new Map(dated.map((w) => [w.contract, ofContract(w)]))
}

/** Why vehicles cannot go to this contract: 「沪A12345 当前为「在租」」, papers, another contract that has them, or somebody they are kept for. */
export async function blockedVehicles(tx: Db, ctx: Context, wanted: readonly Wanted[]): Promise<Map<number, string[]>> {
  const ids = [...new Set(wanted.flatMap((w) => w.vehicles))]
  if (ids.length === 0) return new Map()
  const rows = await liveRows(tx, 'vehicle').select(['id', 'plateNo', 'status']).where('id', 'in', ids).execute()
  const gaps = await leaseGaps(
    tx,
    ctx,
    rows.map((v) => v.id),
  )
  const taken = await liveRows(tx, 'lease')
    .innerJoin('contract', 'contract.id', 'lease.contract')
    .select(['lease.vehicle', 'lease.contract', 'contract.no'])
    .where('lease.vehicle', 'in', ids)
    .where('lease.status', 'in', [...WAITING])
    .execute()
  const labels = stateLabels(ctx, 'vehicle')
  const held = await heldFor(tx, ctx, wanted)
  const reasons = (contractId: number, id: number): string[] => {
    const v = rows.find((row) => row.id === id)
    if (!v) return ['所选车辆已被删除']
    const other = taken.find((row) => row.vehicle === id && row.contract !== contractId)
    if (other) return [`${v.plateNo} 已列入合同 ${other.no}`]
    const keeper = held.get(contractId)?.get(id)
    if (keeper) return [`${v.plateNo} ${keeper}`]
    return v.status === 'available' ? (gaps.get(id) ?? []) : [`${v.plateNo} 当前为「${labels[v.status] ?? v.status}」，只能选择待租车辆`]
  }
  return new Map(wanted.map((w) => [w.contract, w.vehicles.flatMap((id) => reasons(w.contract, id))]))
}
