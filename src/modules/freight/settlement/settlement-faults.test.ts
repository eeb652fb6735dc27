/** Freight money where something was taken back, said twice or done by two at once (transport.md §4; S1–S7). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { fen } from '#kit/basics/fen.ts'
import { actNamed, edit, remove } from '#kit/entity/store.server.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { freightDesk } from '#tests/stories/freight.ts'
import { flat } from '#tests/stories/tariff.ts'

let rig: Rig
let ctx: Context
beforeAll(async () => {
  rig = await startRig()
  ctx = rig.admin.ctx
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})
const { write, read, put, sample, act, why, soon, rule, world, orderOf, legOf, onTheRoad, sign, sheetsOf, sheetOf, billOf, coupon } =
  freightDesk(() => ctx)

const PLAN = [
  { stage: 'advance', bp: 4000, medium: 'transfer' },
  { stage: 'arrival', bp: 4000, medium: 'transfer' },
  { stage: 'receipt', bp: 2000, medium: 'transfer' },
]
async function carried(amount: number, more: object = {}) {
  const w = await world(flat(200_000))
  const carrier = await sample('carrier', { status: 'active', serviceFeeBp: 0 })
  await write((tx) => edit(tx, ctx, 'carrier', carrier, null, { payPlan: PLAN, ...more }))
  await rule({ name: `应付${randomUUID().slice(0, 8)}`, type: '3', direction: 'payable', carrier }, flat(amount))
  const order = await orderOf(w, 100)
  const trip = await onTheRoad(w, [order], { carrier, driver: { source: 'carrier', carrier } })
  return { w, carrier, order, ...trip }
}
const payablesTo = (carrier: number) =>
  read((db) =>
    db.selectFrom('payableBill').selectAll().where('carrier', '=', carrier).where('deletedAt', 'is', null).orderBy('id').execute(),
  )
const owedTo = async (carrier: number): Promise<number> =>
  (await payablesTo(carrier)).filter((p) => p.status !== 'voided').reduce((n, p) => n + (p.amount ?? 0), 0)
const openWith = (carrier: number): Promise<number> =>
  read(async (db) =>
    (await db.selectFrom('deduction').select('openAmount').where('carrier', '=', carrier).where('status', '=', 'open').execute()).reduce(
      (n, d) => n + (d.openAmount ?? 0),
      0,
    ),
  )
/** Somebody else confirms what the test's own clerk adjusted, and what he drew up. */
const adjustedBySomebodyElse = (id: number): Promise<unknown> =>
  write((tx) => tx.updateTable('chargeSheet').set({ adjustedBy: null }).where('id', '=', id).execute())
const confirmedBySomebodyElse = (payable: number): Promise<unknown> =>
  write((tx) => actNamed(tx, { ...ctx, user: { ...ctx.user, id: 0 } }, 'payableBill', 'confirm', payable, null, {}))

describe('who set the price of an order by hand', () => {
  test('does not confirm it, another does; a company of one does', async () => {
    const w = await world(flat(50_000))
    const twoOrders = [await orderOf(w, 100), await orderOf(w, 100)]
    for (const order of twoOrders) await act('transportOrder', 'adjust', order, { amount: -49_000, reason: '老客户让利' })
    await onTheRoad(w, twoOrders)
    for (const order of twoOrders) await sign(order)
    const [first, second] = [(await sheetOf('order', twoOrders[0]!)).id, (await sheetOf('order', twoOrders[1]!)).id]
    expect(await why(act('chargeSheet', 'confirm', first))).toBe('您手工调整过这张订单的运费，须由另一位同事确认')
    const clerk = await sample('user', {})
    const other: Context = { ...ctx, user: { ...ctx.user, id: clerk } }
    await write((tx) => actNamed(tx, other, 'chargeSheet', 'confirm', first, null, {}))
    const parameter = await put('parameterValue', { code: 'twoPersons', value: false })
    await act('chargeSheet', 'confirm', second)
    await write((tx) => tx.deleteFrom('parameterValue').where('id', '=', parameter).execute())
  })
})

describe('a carrier', () => {
  test('whose pay is adjusted downwards is owed less, with a plan of stages too (S4)', async () => {
    const { carrier, order, mission } = await carried(100_000)
    await sign(order)
    const sheet = await sheetOf('mission', mission)
    await act('chargeSheet', 'confirmPay', sheet.id)
    await act('chargeSheet', 'adjustAfter', sheet.id, { amount: -10_000, reason: '晚到扣减' })
    const less = (await sheetsOf('mission', mission)).at(-1)!
    await adjustedBySomebodyElse(less.id)
    await act('chargeSheet', 'confirmPay', less.id)
    await act('chargeSheet', 'issue', sheet.id, { until: ctx.clock.today() })
    expect((await sheetsOf('mission', mission)).map((s) => s.status).includes('confirmed')).toBe(false)
    expect((await owedTo(carrier)) - (await openWith(carrier))).toBe(90_000)
  })

  test('paid already and adjusted alone: the rest is carried to what he is paid next', async () => {
    const { carrier, order, mission } = await carried(100_000, { payPlan: [] })
    await sign(order)
    const sheet = await sheetOf('mission', mission)
    await act('chargeSheet', 'confirmPay', sheet.id)
    await act('chargeSheet', 'issue', sheet.id)
    await act('chargeSheet', 'adjustAfter', sheet.id, { amount: -10_000, reason: '晚到扣减' })
    const less = (await sheetsOf('mission', mission)).at(-1)!
    await adjustedBySomebodyElse(less.id)
    await act('chargeSheet', 'confirmPay', less.id)
    expect(await why(act('chargeSheet', 'issue', less.id))).toBe('done')
    expect([await owedTo(carrier), await openWith(carrier)]).toEqual([100_000, 10_000])
  })

  test('whose mission is void is owed nothing: drafts of an advance are void, what was paid is owed back', async () => {
    const drafted = await carried(100_000)
    const s = await sheetOf('mission', drafted.mission)
    await act('chargeSheet', 'advance', s.id)
    expect(await owedTo(drafted.carrier)).toBe(40_000)
    await sign(drafted.order)
    await act('mission', 'void', drafted.mission, { reason: '重复派车' })
    expect([await owedTo(drafted.carrier), await openWith(drafted.carrier)]).toEqual([0, 0])

    const paid = await carried(100_000)
    await act('chargeSheet', 'advance', (await sheetOf('mission', paid.mission)).id)
    const [bill] = await payablesTo(paid.carrier)
    await confirmedBySomebodyElse(bill!.id)
    await act('payableBill', 'pay', bill!.id, { amount: 10_000, channel: 'cash', paidOn: ctx.clock.today(), tradeNo: null, vouchers: [] })
    await sign(paid.order)
    expect(await why(act('mission', 'void', paid.mission, { reason: '重复派车' }))).toMatch(/付款单 .+ 待复核|done/)
    expect((await owedTo(paid.carrier)) - (await openWith(paid.carrier))).toBe(0)
  })

  test('billed and then void: a sheet of the reverse waits for who confirms it', async () => {
    const { carrier, order, mission } = await carried(100_000, { payPlan: [] })
    await sign(order)
    const sheet = await sheetOf('mission', mission)
    await act('chargeSheet', 'confirmPay', sheet.id)
    await act('chargeSheet', 'issue', sheet.id)
    await act('mission', 'void', mission, { reason: '重复派车' })
    const back = (await sheetsOf('mission', mission)).at(-1)!
    expect([back.kind, back.status, back.total, back.corrects]).toEqual(['adjust', 'calculated', -100_000, sheet.id])
    await adjustedBySomebodyElse(back.id)
    await act('chargeSheet', 'confirmPay', back.id)
    await act('chargeSheet', 'issue', back.id)
    expect((await owedTo(carrier)) - (await openWith(carrier))).toBe(0)
  })

  test('a sheet that is void takes its service fee with it; a waived deduction does not stop a payable from being void', async () => {
    const { carrier, order, mission, w } = await carried(100_000, { payPlan: [], serviceFeeBp: 600 })
    const fine = await put('deduction', { party: 'carrier', carrier, reason: 'fine', amount: 150_000, store: w.store })
    await sign(order)
    const sheet = await sheetOf('mission', mission)
    await act('chargeSheet', 'confirmPay', sheet.id)
    await act('chargeSheet', 'issue', sheet.id)
    const [p] = await payablesTo(carrier)
    expect(p!.amount).toBe(0)
    await act('deduction', 'waive', fine, { reason: '协商' })
    await act('payableBill', 'void', p!.id, { reason: '重来' })
    await act('chargeSheet', 'void', sheet.id, { reason: '重复派车' })
    expect(await openWith(carrier)).toBe(0)
  })

  test('all of it advanced and paid: the sheet is settled when it is billed', async () => {
    const { carrier, order, mission } = await carried(100_000, { payPlan: [{ stage: 'advance', bp: 10_000, medium: 'transfer' }] })
    await act('chargeSheet', 'advance', (await sheetOf('mission', mission)).id)
    const [p] = await payablesTo(carrier)
    await write((tx) =>
      tx
        .updateTable('payableBill')
        .set({ status: 'settled', paid: fen(100_000) })
        .where('id', '=', p!.id)
        .execute(),
    )
    await sign(order)
    const sheet = await sheetOf('mission', mission)
    await act('chargeSheet', 'confirmPay', sheet.id)
    await act('chargeSheet', 'issue', sheet.id)
    expect((await sheetOf('mission', mission)).status).toBe('settled')
  })

  test('what a sheet made is not edited or deleted by hand', async () => {
    const { carrier, order, mission } = await carried(100_000, { payPlan: [] })
    await sign(order)
    const sheet = await sheetOf('mission', mission)
    await act('chargeSheet', 'confirmPay', sheet.id)
    await act('chargeSheet', 'issue', sheet.id)
    const [p] = await payablesTo(carrier)
    const changed = write((tx) =>
      edit(tx, ctx, 'payableBill', p!.id, null, { items: [{ description: '多付', amount: 900_000 }] }, 'person'),
    )
    expect(await why(changed)).toMatch(/费用单/)
    expect(await why(write((tx) => remove(tx, ctx, 'payableBill', p!.id, null, 'person')))).toMatch(/作废/)
    expect(await owedTo(carrier)).toBe(100_000)
  })
})

describe('代收货款', () => {
  const codOf = (order: number) =>
    read((db) =>
      db
        .selectFrom('codEntry')
        .select(['kind', 'amount'])
        .where('order', '=', order)
        .where('deletedAt', 'is', null)
        .orderBy('id')
        .execute(),
    )
  test('is collected once, though it is delivered twice', async () => {
    const w = await world(flat(50_000))
    const order = await orderOf(w, 100, { cod: 386_000 })
    await onTheRoad(w, [order])
    await sign(order, {
      codTaken: 386_000,
      lines: [{ goods: '面粉', refused: 8, short: 0, damaged: false, reason: '改日收' }],
      responsible: 'open',
    })
    const leg = (await legOf(order)).id
    await act('consignment', 'redeliver', leg, { reason: '改日收', dropFrom: soon(1), dropTo: soon(5) })
    await onTheRoad(w, [order])
    expect(await why(sign(order, { codTaken: 386_000 }))).toBe('该单代收货款已收 ¥3,860.00，只剩 ¥0.00 未收')
    await sign(order, { codTaken: 0, codNote: '上次已收' })
    expect(await codOf(order)).toEqual([
      { kind: 'due', amount: 386_000 },
      { kind: 'collected', amount: 386_000 },
    ])
  })

  test('a payment to the shipper that is void is owed again', async () => {
    const w = await world(flat(50_000))
    const order = await orderOf(w, 100, { cod: 386_000 })
    await onTheRoad(w, [order])
    await sign(order, { codTaken: 386_000 })
    await act('transportOrder', 'codHandIn', order, { means: 'cash' })
    await act('transportOrder', 'codRemit', order)
    const newest = await read((db) =>
      db.selectFrom('payableBill').select('id').where('fee', '=', 'cod').orderBy('id', 'desc').executeTakeFirstOrThrow(),
    )
    await act('payableBill', 'void', newest.id, { reason: '账号有误' })
    expect(await why(act('transportOrder', 'codRemit', order))).toBe('done')
    expect((await codOf(order)).map((r) => r.amount)).toEqual([386_000, 386_000, 386_000, 3_860, 382_140])
  })
})

describe('a coupon of the customer', () => {
  const couponNow = (id: number) =>
    read((db) => db.selectFrom('customerCoupon').select(['status', 'order', 'bill']).where('id', '=', id).executeTakeFirstOrThrow())

  test('is held by one order from the day it is taken, and free again when that is cancelled', async () => {
    const w = await world(flat(131_580))
    const c = await coupon(w)
    const first = await orderOf(w, 100, { coupon: c })
    expect(await couponNow(c)).toEqual({ status: 'locked', order: first, bill: null })
    expect(await why(orderOf(w, 100, { coupon: c }))).toMatch(/已用在另一张/)
    await act('transportOrder', 'cancel', first, { reason: '客户取消' })
    expect(await couponNow(c)).toEqual({ status: 'unused', order: null, bill: null })
    const two = await Promise.all([1, 2].map(() => why(orderOf(w, 100, { coupon: c }))))
    expect(two.filter((x) => x === 'done')).toHaveLength(1)
  })

  test('moves to the bill of a month with several orders, and gives back its part of a lower freight', async () => {
    const w = await world(flat(131_580))
    const c = await coupon(w)
    const orders = [await orderOf(w, 100, { coupon: c }), await orderOf(w, 100)]
    await onTheRoad(w, orders)
    for (const o of orders) await sign(o)
    for (const o of orders) await act('chargeSheet', 'confirm', (await sheetOf('order', o)).id)
    await act('chargeSheet', 'issue', (await sheetOf('order', orders[1]!)).id, { until: ctx.clock.today() })
    const sheet = await sheetOf('order', orders[0]!)
    expect((await billOf(sheet.bill!)).amount).toBe(2 * 131_580 - 8_000)
    expect(await couponNow(c)).toEqual({ status: 'locked', order: orders[0], bill: sheet.bill })
    // Half of what it was for is not charged: half of it goes back.
    await act('chargeSheet', 'adjustAfter', sheet.id, { amount: -131_580, reason: '退运费' })
    const less = (await sheetsOf('order', orders[0]!)).at(-1)!
    await adjustedBySomebodyElse(less.id)
    await act('chargeSheet', 'confirm', less.id)
    await act('chargeSheet', 'issue', less.id)
    expect((await billOf(sheet.bill!)).amount).toBe(131_580 - 4_000)
  })
})
