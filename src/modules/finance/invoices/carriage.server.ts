/** What was carried for the charges of bills; whoever carries says so: `provides: { carriage: [..] }`. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { onceEach, type Carriage } from './carriage.rules.ts'

type CarriageOf = (tx: Tx, ctx: Context, bills: readonly number[]) => Promise<readonly Carriage[]>

declare module '#kit/entity/tables.ts' {
  interface Provided {
    carriage: CarriageOf
  }
}

/** Freight and what goes with it: FREIGHT, FR_STOP … */
const isFreight = (feeItem: string): boolean => feeItem.startsWith('FR')

/** Of an invoice over these charges; null: no freight. The bureau takes freight on an invoice of its own. */
export async function carriageOn(
  tx: Tx,
  ctx: Context,
  bills: readonly { id: number; no: string }[],
  charges: readonly { bill: number; feeItem: string }[],
): Promise<Carriage[] | null> {
  const carried = new Set(charges.filter((c) => isFreight(c.feeItem)).map((c) => c.bill))
  if (carried.size === 0) return null
  const other = bills.filter((b) => !carried.has(b.id)).map((b) => b.no)
  if (other.length) throw refused(`账单 ${other.join('、')} 不是运费，货物运输服务的发票要单独开，请分开申请`)
  const shipments = await Promise.all(ctx.registry.provided('carriage').map((of) => of(tx, ctx, [...carried])))
  return onceEach(shipments.flat())
}
