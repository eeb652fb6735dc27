/** Who follows an order from outside is told when its goods will be there: `provides: { etaFollowers: [follower] }` of the module that tells. */
import type { Context, Tx } from '#kit/access/context.server.ts'

interface EtaOfStop {
  consignments: readonly number[]
  eta: string
  /** The arrival that followers were told last, and when. */
  told: string | null
  toldAt: string | null
  windowTo: string | null
}
/** Whether it was worth telling, and so was told. */
export type EtaFollower = (tx: Tx, ctx: Context, of: EtaOfStop) => Promise<boolean>
declare module '#kit/entity/tables.ts' {
  interface Provided {
    etaFollowers: EtaFollower
  }
}

export async function tellEta(tx: Tx, ctx: Context, of: EtaOfStop): Promise<boolean> {
  let anyTold = false
  for (const follow of ctx.registry.provided('etaFollowers')) anyTold = (await follow(tx, ctx, of)) || anyTold
  return anyTold
}
