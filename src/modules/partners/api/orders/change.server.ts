/**
 * 改址 by a partner's program (transport.md §8, §2.6): before anybody planned the order its receiver is another one at once, with a new
 * price; later a vehicle is on its way and a fee may be due, so the wish becomes a case that a clerk decides with the same act as always.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { exceptionCases, transportOrders } from '#modules/transport/transport.public.ts'
import type { transportOrder } from '#modules/transport/orders/order.ts'
import { partyFor } from './party.server.ts'
import { distanceBetween, outOf, type Buyer } from './book.server.ts'
import type { ChangeIn, ChangeOut } from './wire.ts'

type Order = Rec<typeof transportOrder>

const because = (reason: string, sentence: string) => Object.assign(refused(sentence), { reason })

/** One open case a wish: said again, it is the same one. */
async function ask(tx: Tx, ctx: Context, o: Order, detail: string): Promise<string> {
  const open = await liveRows(tx, 'exceptionCase')
    .select('no')
    .where('order', '=', o.id)
    .where('kind', '=', 'address')
    .where('status', 'in', ['open', 'handling'])
    .where('detail', '=', detail)
    .executeTakeFirst()
  if (open) return open.no
  return (await exceptionCases.add(tx, ctx, { kind: 'address', about: 'order', order: o.id, level: 'middle', at: ctx.clock.now(), detail }))
    .no
}

const wish = (label: string, { receiver: r, reason }: ChangeIn): string =>
  `接口「${label}」申请改址到：${r.name}，${r.address}${r.contact ? `，${r.contact}` : ''}${r.mobile ? ` ${r.mobile}` : ''}。原因：${reason}`

export async function changeOrder(
  tx: Tx,
  ctx: Context,
  buyer: Buyer & { price: boolean },
  id: number,
  input: ChangeIn,
): Promise<ChangeOut> {
  const o = await transportOrders.lock(tx, ctx, id)
  const answer = async (order: Order, more: Pick<ChangeOut, 'done' | 'caseNo'>, warnings: string[] = []): Promise<ChangeOut> => ({
    ...more,
    order: await outOf(tx, order, { price: buyer.price, warnings }),
  })
  if (o.status === 'planned' || o.status === 'running') {
    const caseNo = await ask(tx, ctx, o, wish(buyer.label, input))
    return answer(o, { done: false, caseNo }, ['订单已调度，改址需要承运方确认，可能产生改址费'])
  }
  if (o.status !== 'open' && o.status !== 'toConfirm') throw because('open.change.state', '订单已结束，不能改址')
  const to = await partyFor(tx, ctx, { customer: o.customer, store: o.store! }, input.receiver, 'receives')
  if (to.id === o.receiver) return answer(o, { done: true, caseNo: null })
  const sender = await tx.selectFrom('consignParty').select('place').where('id', '=', o.sender).executeTakeFirstOrThrow()
  const distanceM = input.distanceM ?? distanceBetween(sender.place ?? {}, input.receiver) ?? o.distanceM
  const changed =
    o.status === 'open'
      ? await transportOrders.act(tx, ctx, 'changeAddress', id, {
          receiver: to.id,
          distanceM,
          fee: fen(0),
          consent: `接口「${buyer.label}」：${input.reason}`.slice(0, 200),
        })
      : await transportOrders.edit(tx, ctx, id, { receiver: to.id, distanceM })
  return answer(changed, { done: true, caseNo: null }, [
    ...(to.placeState === 'confirmed' ? [] : ['收货地址的位置尚未确认，确认后才能调度']),
    ...(o.status === 'toConfirm' ? ['价格在确认接单时重新计算'] : []),
  ])
}
