/**
 * 代收货款 (transport.md §4.7): a ledger of rows. Custody of the driver = collected − handed in − given back; custody of the company =
 * handed in − remitted − fee − given back. Neither falls below nothing (S6), and none of it is revenue.
 */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen, formatYuan } from '#kit/basics/fen.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { shipperOf } from '#modules/parties/parties.public.ts'
import { draftPayable } from '#modules/billing/billing.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import type { consignment } from '#modules/transport/orders/consignment.ts'
import type { CodHandIn } from '#modules/transport/transport.public.ts'
import type { transportOrder } from '#modules/transport/orders/order.ts'
import { feeOf } from './plan.rules.ts'
import { codEntry } from './sheet.ts'

type Order = Rec<typeof transportOrder>
const entries = storeOf(codEntry)
const REMIT_DAYS = 3

export interface Custody {
  driver: number
  company: number
}
export async function custodyOf(db: Db, orders: readonly number[]): Promise<Map<number, Custody>> {
  const rows = await liveRows(db, 'codEntry')
    .select(['order', 'kind', sql<number>`sum(amount)::bigint`.as('sum')])
    .where('order', '=', anyOf(orders))
    .groupBy(['order', 'kind'])
    .execute()
  const sum = (order: number, kind: string): number => Number(rows.find((r) => r.order === order && r.kind === kind)?.sum ?? 0)
  return new Map(
    orders.map((id) => [
      id,
      {
        driver: sum(id, 'collected') - sum(id, 'handedIn'),
        company: sum(id, 'handedIn') - sum(id, 'remitted') - sum(id, 'fee') - sum(id, 'returned'),
      },
    ]),
  )
}

/** Under the lock of the order: two cashiers at once take what is there, once. */
export async function handIn(tx: Tx, ctx: Context, o: Order, input: CodHandIn): Promise<void> {
  const held = (await custodyOf(tx, [o.id])).get(o.id)!.driver
  const amount = input.amount ?? held
  if (amount > held) throw refused(`司机手上只有 ${formatYuan(held)} 未上缴`)
  if (amount <= 0) throw refused('该司机没有待上缴的代收货款，请核对司机与订单')
  const from = await tx
    .selectFrom('codEntry')
    .select('driver')
    .where('order', '=', o.id)
    .where('kind', '=', 'collected')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  await entries.add(tx, ctx, {
    order: o.id,
    kind: 'handedIn',
    amount: fen(amount),
    means: input.means,
    driver: from?.driver ?? null,
    customer: o.customer,
    at: ctx.clock.now(),
    note: input.note,
    store: o.store,
  })
}

/** What the company holds goes to the shipper, less the fee: a payable, confirmed and paid as every other. */
export async function remit(tx: Tx, ctx: Context, o: Order): Promise<void> {
  const held = (await custodyOf(tx, [o.id])).get(o.id)!.company
  if (held <= 0) throw refused('没有可返款的代收货款，请先登记上缴')
  if (o.store === null) throw refused('订单没有门店，不能返款；请先在订单上选择门店')
  const fee = feeOf(held, await parameterNumber(tx, ctx.registry, 'codFeeBp'))
  const { name } = await shipperOf(tx, o.customer)
  const common = { order: o.id, customer: o.customer, at: ctx.clock.now(), means: 'transfer' as const, driver: null, store: o.store }
  const due = await draftPayable(tx, ctx, {
    partyKind: 'customer',
    payee: name,
    fee: 'cod',
    store: o.store,
    dueOn: addDays(ctx.clock.today(), REMIT_DAYS),
    theirNo: o.no,
    items: [{ description: `代收货款 ${o.no}`, amount: held }, ...(fee > 0 ? [{ description: '代收手续费', amount: -fee }] : [])],
  })
  if (fee > 0) await entries.add(tx, ctx, { ...common, payable: due.id, kind: 'fee', amount: fen(fee), note: '代收手续费' })
  await entries.add(tx, ctx, { ...common, payable: due.id, kind: 'remitted', amount: fen(held - fee), note: due.no })
}

/** The payable is void before it was paid: the company holds the money again. */
export async function giveBackRemitted(tx: Tx, ctx: Context, payable: number): Promise<void> {
  const rows = await liveRows(tx, 'codEntry').select('id').where('payable', '=', payable).orderBy('id').execute()
  for (const { id } of rows) await entries.remove(tx, ctx, id)
}

/** What was collected of a consignment already: it is owed once, however often it is delivered. */
export async function collectedOf(tx: Tx, consignment: number): Promise<number> {
  const rows = await liveRows(tx, 'codEntry')
    .select('amount')
    .where('consignment', '=', consignment)
    .where('kind', '=', 'collected')
    .execute()
  return rows.reduce((n, r) => n + r.amount, 0)
}

/** A driver took it with the goods: what is due of the consignment is written down with the first of it. */
export async function collect(
  tx: Tx,
  ctx: Context,
  c: Rec<typeof consignment>,
  { amount, at }: { amount: number; at: string },
): Promise<void> {
  const m = c.mission ? await tx.selectFrom('mission').select('driver').where('id', '=', c.mission).executeTakeFirst() : undefined
  const due = await liveRows(tx, 'codEntry').select('id').where('consignment', '=', c.id).where('kind', '=', 'due').executeTakeFirst()
  const entry = { order: c.order, consignment: c.id, customer: c.customer, at, note: c.no, store: c.store }
  if (!due && c.cod > 0) await entries.add(tx, ctx, { ...entry, kind: 'due', amount: c.cod })
  await entries.add(tx, ctx, { ...entry, kind: 'collected', amount: fen(amount), driver: m?.driver ?? null })
}

/** Who has not handed in what he collected gets no further orders with COD. */
export async function codOverdue(tx: Tx, ctx: Context, driver: number, mission: number): Promise<void> {
  const wants = await liveRows(tx, 'consignment').select('id').where('mission', '=', mission).where('cod', '>', fen(0)).executeTakeFirst()
  if (!wants) return
  const hours = await parameterNumber(tx, ctx.registry, 'codHandInH')
  const before = new Date(Date.parse(ctx.clock.now()) - hours * 3_600_000).toISOString()
  const rows = await liveRows(tx, 'codEntry')
    .select('order')
    .distinct()
    .where('driver', '=', driver)
    .where('kind', '=', 'collected')
    .where('at', '<', before)
    .execute()
  const held = [
    ...(
      await custodyOf(
        tx,
        rows.map((r) => r.order),
      )
    ).values(),
  ].reduce((n, c) => n + c.driver, 0)
  if (held > 0) throw refused(`该司机有 ${formatYuan(held)} 代收货款超过 ${hours} 小时未上缴，不能再派代收订单`)
}
