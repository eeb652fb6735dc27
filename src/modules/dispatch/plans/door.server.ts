/** Where the owner of orders and missions lays out what planning needs: `provides: { planningDoor: [door] }` of its served module. */
import type { Context } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import type { TransportDoor } from '../needs.ts'

declare module '#kit/entity/tables.ts' {
  interface Provided {
    planningDoor: TransportDoor
  }
}

export function planningDoor(ctx: Context): TransportDoor {
  const [door] = ctx.registry.provided('planningDoor')
  if (!door) throw refused('没有装运输模块，读不到订单与车辆；请联系管理员')
  return door
}
