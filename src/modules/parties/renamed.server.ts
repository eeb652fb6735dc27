/** Who wants to hear that a customer is called or numbered otherwise: laid out as `provides: { lesseeRenamed }`, told here. */
import type { Context, Tx } from '#kit/access/context.server.ts'

type RenameFollower = (tx: Tx, ctx: Context, lessee: number) => Promise<void>
declare module '#kit/entity/tables.ts' {
  interface Provided {
    lesseeRenamed: RenameFollower
  }
}

export async function tellRenamed(tx: Tx, ctx: Context, lessee: number): Promise<void> {
  for (const follow of ctx.registry.provided('lesseeRenamed')) await follow(tx, ctx, lessee)
}
