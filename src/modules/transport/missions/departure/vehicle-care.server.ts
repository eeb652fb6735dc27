/** What transport asks of whoever looks after vehicles, who lays it out: `provides: { vehicleCare: [door] }` of its served module. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'

interface VehicleCare {
  /** A draft of a repair, or the open one there is; its number. */
  draftRepair: (tx: Tx, ctx: Context, of: { vehicle: number; items: readonly string[]; symptom: string }) => Promise<string>
  /** The policy that covered what a vehicle carried at a moment. */
  cargoPolicyAt: (tx: Tx, vehicle: number, at: string) => Promise<{ policyNo: string | null; insurer: string | null }>
}
declare module '#kit/entity/tables.ts' {
  interface Provided {
    vehicleCare: VehicleCare
  }
}

export function vehicleCare(ctx: Pick<Context, 'registry'>): VehicleCare {
  const [door] = ctx.registry.provided('vehicleCare')
  if (!door) throw refused('没有装车务模块，不能登记维保与查询保单；请联系管理员')
  return door
}
