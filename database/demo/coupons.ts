/** Offers of the last weeks: one that runs, has been used and waits on a bill; one that nobody used in time; one still to begin. */
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { turnCoupons } from '#modules/billing/coupons/issue.server.ts'
import type { World } from './world.ts'
import { fen } from '#kit/basics/fen.ts'

const FINANCE = 'yunqiao_finance'
const CASHIER = 'yunqiao_cashier'

interface Open {
  id: number
  lessee: number
}
/** Rent that is not due for long, of customers who pay: nobody gives coupons to those who are chased. */
const newestRent = (w: World): Promise<Open[]> =>
  w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('bill')
      .innerJoin('lessee', 'lessee.id', 'bill.lessee')
      .select(['bill.id', 'bill.lessee'])
      .distinctOn('bill.lessee')
      .where('bill.billType', '=', 'rent')
      .where('bill.status', '=', 'unpaid')
      .where('bill.amount', '>=', fen(300_000))
      .where('bill.dueOn', '>=', addDays(w.until, -3))
      .where('lessee.status', '=', 'normal')
      .orderBy('bill.lessee')
      .orderBy('bill.dueOn', 'desc')
      .orderBy('bill.id')
      .limit(5)
      .execute(),
  )

const offer = async (w: World, name: string, startOn: Day, lastOn: Day, terms: object): Promise<number> => {
  const id = await w.add(FINANCE, 'coupon', { name, startOn, lastOn, ...terms })
  await w.act(FINANCE, 'coupon', 'publish', id)
  return id
}
const issue = (w: World, id: number, lessees: readonly number[]): Promise<unknown> =>
  w.call(FINANCE, '/api/v1/coupon/issue', { id, lessees })
const heldBy = (w: World, coupon: number, lessee: number): Promise<{ id: number }> =>
  w.db.read(w.operatorId, (db) =>
    db.selectFrom('customerCoupon').select('id').where('coupon', '=', coupon).where('lessee', '=', lessee).executeTakeFirstOrThrow(),
  )

export async function makeCoupons(w: World): Promise<void> {
  const open = await newestRent(w)
  const lessees = open.map((b) => b.lessee)
  if (lessees.length === 0) return
  w.at(addDays(w.until, -40), '09:20')
  const CUT = { kind: 'fullCut', threshold: 300_000, amountOff: 30_000, stock: 200, perCustomer: 2, remark: '续租客户优先' }
  const loyal = await offer(w, '老客户满减', addDays(w.until, -40), addDays(w.until, 50), CUT)
  const short = await offer(w, '周年庆租金九五折', addDays(w.until, -40), addDays(w.until, -26), {
    kind: 'discount',
    payBp: 9500,
    cap: 20_000,
    stock: 50,
  })
  await issue(w, short, lessees.slice(0, 3))
  w.at(addDays(w.until, -25), '09:00')
  await w.once('turnCoupons', () => turnCoupons(w.as()))
  w.at(w.until, '09:35')
  await offer(w, '新春免租三天', addDays(w.until, 10), addDays(w.until, 40), { kind: 'freeDays', freeDays: 3, stock: 100, stackable: true })
  await w.add(FINANCE, 'coupon', {
    name: '清洁费立减',
    kind: 'direct',
    amountOff: 5_000,
    feeItems: [{ feeItem: 'CLEAN' }],
    stock: 30,
    startOn: w.until,
    lastOn: addDays(w.until, 30),
  })
  await issue(w, loyal, lessees)
  const [paid, locked] = open
  for (const b of [paid, locked]) if (b) await w.act(CASHIER, 'bill', 'useCoupon', b.id, { coupon: (await heldBy(w, loyal, b.lessee)).id })
  await payRest(w, paid!.id)
}

async function payRest(w: World, bill: number): Promise<void> {
  const { remain } = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('bill').select('remain').where('id', '=', bill).executeTakeFirstOrThrow(),
  )
  const made = await w.call<{ id: number }>(CASHIER, '/api/v1/payment/register', {
    bills: [bill],
    amount: remain ?? 0,
    channel: 'transfer',
    paidAt: w.clock.now(),
    tradeNo: `${w.until.replaceAll('-', '')}${w.random.digits(10)}`,
    remark: '用券后付款',
  })
  await w.act(FINANCE, 'payment', 'confirm', made.id)
}
