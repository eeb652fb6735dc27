/** Who wants to hear that a vehicle changed (its days, its kilometres): laid out as `provides: { vehicleChanged }`, told here. */
import type { Context, Tx } from '#kit/access/context.server.ts'

export type VehicleFollower = (tx: Tx, ctx: Context, vehicles: readonly number[]) => Promise<void>
declare module '#kit/entity/tables.ts' {
  interface Provided {
    vehicleChanged: VehicleFollower
  }
}

export async function tellFollowers(tx: Tx, ctx: Context, vehicles: readonly number[]): Promise<void> {
  for (const follow of ctx.registry.provided('vehicleChanged')) await follow(tx, ctx, vehicles)
}
