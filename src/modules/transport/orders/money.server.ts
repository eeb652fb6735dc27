/** What orders and missions ask of whoever reckons freight, who lays it out: `provides: { freightMoney: [door] }` of its served module. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { consignment } from './consignment.ts'
import type { transportOrder } from './order.ts'

type Order = Rec<typeof transportOrder>
type Consignment = Rec<typeof consignment>

export interface Priced {
  quote: number | null
  unpriced: boolean
  chargeableKg: number
}
export interface CodHandIn {
  amount: number | null
  means: 'cash' | 'qr' | 'transfer'
  note: string | null
}
export interface FreightMoney {
  /** The weight an order is charged by, of its own weight and volume. */
  chargeableKg: (tx: Tx, ctx: Context, order: Order, sums: { weight: number; volume: number }) => Promise<number>
  /** Its price is found and kept; `fee` and `adjust` (fen) come on top of what was agreed before. */
  priceOrder: (tx: Tx, ctx: Context, order: Order, why: string, fee?: number, adjust?: number) => Promise<Priced>
  /** Something about a mission was heard after it was reckoned. */
  recalculateOpen: (tx: Tx, ctx: Context, mission: number) => Promise<void>
  /** 代收货款 of these orders: what the drivers have of it, and what the company has. */
  custodyOf: (db: Db, orders: readonly number[]) => Promise<ReadonlyMap<number, { driver: number; company: number }>>
  handIn: (tx: Tx, ctx: Context, order: Order, input: CodHandIn) => Promise<void>
  remit: (tx: Tx, ctx: Context, order: Order) => Promise<void>
  /** Refuses a mission with COD to a driver who has not handed in what he collected. */
  mayCollect: (tx: Tx, ctx: Context, driver: number, mission: number) => Promise<void>
  collectedOf: (tx: Tx, consignment: number) => Promise<number>
  collect: (tx: Tx, ctx: Context, of: Consignment, taken: { amount: number; at: string }) => Promise<void>
}
declare module '#kit/entity/tables.ts' {
  interface Provided {
    freightMoney: FreightMoney
  }
}

export function freightMoney(ctx: Pick<Context, 'registry'>): FreightMoney {
  const [door] = ctx.registry.provided('freightMoney')
  if (!door) throw refused('没有装运费模块，不能计价与结算；请联系管理员')
  return door
}
