/** Freight becomes money on a real database (transport.md §4, J1, J8, J12, J13; invariants S1–S7). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addMonths } from '#kit/basics/time/day.ts'
import { edit } from '#kit/entity/store.server.ts'
import { answerOf, asked } from '#kit/report/answer.server.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { freightDesk } from '#tests/stories/freight.ts'
import { flat, tons } from '#tests/stories/tariff.ts'
import { EMPTY } from '../rating/engine/schema.rules.ts'
import { freightDetail } from '../statistics/reports.ts'

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

const {
  write,
  read,
  put,
  sample,
  act,
  confirm,
  why,
  soon,
  rule,
  world,
  orderOf,
  legOf,
  onTheRoad,
  sign,
  sheetsOf,
  sheetOf,
  billOf,
  itemsOf,
  orderStatus,
  coupon,
} = freightDesk(() => ctx)

describe('what a customer owes', () => {
  test.each([
    [4680, 131_580, 10_864, 123_580],
    [5200, 135_811, 11_214, 127_811],
  ])('%i kg signed: sheet %i, tax %i, on the bill after the coupon %i', async (weight, total, tax, due) => {
    const w = await world()
    const order = await orderOf(w, weight, { coupon: await coupon(w) })
    await onTheRoad(w, [order])
    expect(await sheetsOf('order', order)).toEqual([])
    await sign(order)
    const sheet = await sheetOf('order', order)
    expect([sheet.direction, sheet.status, sheet.total, sheet.tax, sheet.pending]).toEqual(['receivable', 'calculated', total, tax, false])
    await act('chargeSheet', 'confirm', sheet.id)
    expect(await orderStatus(order)).toBe('priced')
    await act('chargeSheet', 'issue', sheet.id)
    const billed = await sheetOf('order', order)
    expect(billed.status).toBe('billed')
    const bill = await billOf(billed.bill!)
    expect([bill.billType, bill.lessee, bill.amount, bill.status]).toEqual(['freight', w.customer, due, 'unpaid'])
    const items = await itemsOf(bill.id)
    expect(items.map((i) => i.feeItem)).toEqual(['FREIGHT', 'FR_SUR', 'FR_INSURE', 'COUPON'])
    expect(items.filter((i) => i.feeItem !== 'COUPON').reduce((n, i) => n + i.amount, 0)).toBe(total)
    expect(await why(act('bill', 'voidBill', bill.id, { reason: '试试' }))).toMatch(/^运费账单由费用单 FY.* 生成，不能作废/)
  })

  test('单结 is billed with the confirmation; a month of sheets is one bill, each sheet once, whoever presses', async () => {
    const single = await world(flat(50_000), { freightSettle: 'single' })
    const one = await orderOf(single, 100)
    await onTheRoad(single, [one])
    await sign(one)
    const s = await sheetOf('order', one)
    await act('chargeSheet', 'confirm', s.id)
    expect([(await sheetOf('order', one)).status, (await billOf((await sheetOf('order', one)).bill!)).amount]).toEqual(['billed', 50_000])

    const w = await world(flat(50_000))
    const orders = [await orderOf(w, 100), await orderOf(w, 100), await orderOf(w, 100)]
    await onTheRoad(w, orders)
    for (const o of orders) await sign(o)
    const ids = []
    for (const o of orders) ids.push((await sheetOf('order', o)).id)
    for (const id of ids) await act('chargeSheet', 'confirm', id)
    // Two clerks at once, each for the whole month from another row.
    const answers = await Promise.all(ids.slice(0, 2).map((id) => why(act('chargeSheet', 'issue', id, { until: ctx.clock.today() }))))
    expect(answers.includes('done')).toBe(true)
    for (const id of ids) await why(act('chargeSheet', 'issue', id, { until: ctx.clock.today() }))
    const after = []
    for (const o of orders) after.push(await sheetOf('order', o))
    expect(after.map((x) => x.status)).toEqual(['billed', 'billed', 'billed'])
    const bills = [...new Set(after.map((x) => x.bill!))]
    const sum = (await Promise.all(bills.map(billOf))).reduce((n, b) => n + b.amount, 0)
    expect(sum).toBe(150_000)
  })

  test('a confirmed sheet never changes; an adjustment is a sheet of its own and lowers the bill it belongs to (S1, S2, S3)', async () => {
    const w = await world(flat(50_000))
    const order = await orderOf(w, 100)
    await onTheRoad(w, [order])
    await sign(order)
    const sheet = await sheetOf('order', order)
    await act('chargeSheet', 'confirm', sheet.id)
    expect(await why(act('chargeSheet', 'calculate', sheet.id))).toContain('只有「预估、待确认」才能重新计算')
    await act('chargeSheet', 'issue', sheet.id)
    await act('chargeSheet', 'adjustAfter', sheet.id, { amount: -4_000, reason: '等待费有争议' })
    const [, diff] = await sheetsOf('order', order)
    expect([diff!.kind, diff!.status, diff!.total, diff!.corrects]).toEqual(['adjust', 'calculated', -4_000, sheet.id])
    await write((tx) => tx.updateTable('chargeSheet').set({ adjustedBy: null }).where('id', '=', diff!.id).execute())
    await act('chargeSheet', 'confirm', diff!.id)
    await act('chargeSheet', 'issue', diff!.id)
    const [first, second] = await sheetsOf('order', order)
    expect([first!.total, second!.bill]).toEqual([50_000, first!.bill])
    expect((await billOf(first!.bill!)).amount).toBe(46_000)
    expect((await itemsOf(first!.bill!)).reduce((n, i) => n + i.amount, 0)).toBe(first!.total! + second!.total!)
  })

  test('without a rule nothing is free: the sheet waits; with the rule it is computed', async () => {
    const w = await world(flat(50_000))
    await write((tx) => tx.updateTable('rateRule').set({ fromArea: '99' }).where('customer', '=', w.customer).execute())
    const order = await orderOf(w, 100)
    await onTheRoad(w, [order])
    await sign(order)
    const sheet = await sheetOf('order', order)
    expect([sheet.status, sheet.pending, sheet.pendingText]).toEqual(['estimated', true, '没有适用的应收规则，请新建或发布规则后重新计算'])
    await write((tx) => tx.updateTable('rateRule').set({ fromArea: null }).where('customer', '=', w.customer).execute())
    await act('chargeSheet', 'calculate', sheet.id)
    const now = await sheetOf('order', order)
    expect([now.id, now.status, now.total, now.pending]).toEqual([sheet.id, 'calculated', 50_000, false])
  })

  test('92 of 100 signed and 8 refused by the customer: 294.40 + 12.80 = 307.20 (C8, J8)', async () => {
    const piece = { ...tons.charges[0]!, label: '按件', unit: 'piece' as const, mode: 1 as const, bands: [{ to: null, e4: 32_000 }] }
    const w = await world({ ...EMPTY, charges: [piece], partial: 'signedReturn', returnBp: 5000 })
    const order = await orderOf(w, 100)
    await onTheRoad(w, [order])
    await sign(order, { lines: [{ goods: '面粉', refused: 8, short: 0, damaged: false, reason: '规格不符' }], responsible: 'customer' })
    const sheet = await sheetOf('order', order)
    expect([sheet.total, sheet.lines!.map((l) => l.amount)]).toEqual([30_720, [29_440, 1_280]])
  })

  test('by the month: what was confirmed comes first, also when two confirm at once; the month costs C(all) (C10)', async () => {
    const steps = [
      { to: 2_000_000, e4: 32_000 },
      { to: null, e4: 29_000 },
    ]
    const byMonth = { ...tons.charges[0]!, label: '按件', unit: 'piece' as const, mode: 1 as const, monthly: true, bands: steps }
    const w = await world({ ...EMPTY, charges: [byMonth] })
    const goods = (pieces: number) => [{ name: '面粉', category: '1700', pieces, weight: 100, volume: 0, declared: null }]
    const orders: number[] = []
    for (const pieces of [1950, 120, 300, 40]) orders.push(await orderOf(w, 100, { goods: goods(pieces), insure: false }))
    await onTheRoad(w, orders)
    for (const o of orders) await sign(o)
    const totals = async () => Promise.all(orders.map(async (o) => (await sheetOf('order', o)).total!))
    // Nothing of the month is confirmed: each is an estimate from the first piece.
    expect(await totals()).toEqual([624_000, 38_400, 96_000, 12_800])
    const [first, second, ...rest] = await Promise.all(orders.map(async (o) => (await sheetOf('order', o)).id))
    await confirm(first!)
    await confirm(second!)
    expect((await totals()).slice(0, 2)).toEqual([624_000, 36_300])
    expect((await sheetOf('order', orders[1]!)).lines!.map((l) => l.formula)).toEqual(['月累计 1950 → 2070 件：6603.00 − 6240.00'])
    await Promise.all(rest.map((id) => confirm(id)))
    // 2,410 pieces: 2,000 × 3.20 + 410 × 2.90, whoever of the two came first.
    expect((await totals()).reduce((n, t) => n + t, 0)).toBe(640_000 + 118_900)
    const quoted = await read((db) =>
      db
        .selectFrom('quote')
        .select('total')
        .where('order', 'in', orders)
        .where('current', '=', true)
        .where('direction', '=', 'receivable')
        .execute(),
    )
    expect(quoted.map((q) => q.total).toSorted((a, b) => a - b)).toEqual((await totals()).toSorted((a, b) => a - b))
    // The next one of the month is quoted behind them, and one of another month from its beginning.
    const next = await orderOf(w, 100, { goods: goods(100), insure: false })
    const price = async (order: number) =>
      (
        await read((db) =>
          db.selectFrom('quote').select('total').where('order', '=', order).where('current', '=', true).executeTakeFirstOrThrow(),
        )
      ).total
    expect(await price(next)).toBe(29_000)
    await write((tx) =>
      tx
        .updateTable('chargeSheet')
        .set({ pricingDay: addMonths(ctx.clock.today(), -1) })
        .where('order', 'in', orders)
        .execute(),
    )
    const later = await orderOf(w, 100, { goods: goods(100), insure: false })
    expect(await price(later)).toBe(32_000)
    // The month goes on through a new version, so it may not count tons from then on.
    const tonnage = { ...byMonth, unit: 't' as const }
    const { id: of } = await read((db) =>
      db.selectFrom('rateRule').select('id').where('customer', '=', w.customer).executeTakeFirstOrThrow(),
    )
    const tonsNow = await put('rateVersion', {
      rule: of,
      number: 2,
      effectiveOn: ctx.clock.today(),
      components: { ...EMPTY, charges: [tonnage] },
    })
    expect(await why(act('rateVersion', 'publish', tonsNow))).toBe('第 1 版按月累计的是件，不能改为吨：请新建一条规则')
  })

  test('a driver is paid by the month, too: two missions confirmed at once come one after the other', async () => {
    const trips = { ...tons.charges[0]!, label: '趟', unit: 'trip' as const, mode: 1 as const, monthly: true }
    const bands = [
      { to: 1000, e4: 5_000_000 },
      { to: null, e4: 3_000_000 },
    ]
    const pay = await rule(
      { name: `趟次应付${randomUUID().slice(0, 6)}`, type: '3', direction: 'payable', fromArea: '99' },
      { ...EMPTY, charges: [{ ...trips, bands }] },
    )
    const w = await world(flat(50_000))
    const made: { mission: number; driver: number; sheet: number }[] = []
    for (let i = 0; i < 2; i++) {
      const order = await orderOf(w, 100)
      const { mission, driver } = await onTheRoad(w, [order], { driver: { payRule: pay } })
      await sign(order)
      made.push({ mission, driver, sheet: (await sheetOf('mission', mission)).id })
    }
    // Both of one driver, as a month has it.
    await write((tx) =>
      tx
        .updateTable('chargeSheet')
        .set({ driver: made[0]!.driver })
        .where(
          'id',
          'in',
          made.map((m) => m.sheet),
        )
        .execute(),
    )
    await Promise.all(made.map((m) => confirm(m.sheet, 'confirmPay')))
    const totals: number[] = []
    for (const m of made) totals.push((await sheetOf('mission', m.mission)).total!)
    expect(totals.toSorted((a, b) => a - b)).toEqual([30_000, 50_000])
  })

  test('waiting at the receiver is charged to the cap, and paid by its own policy (J7)', async () => {
    const policy = { clock: 'later' as const, late: 'forfeit' as const, unitMin: 15, capDay: null, capOrder: null, overnight: null }
    const w = await world(flat(50_000, { waiting: { ...policy, freeLoad: 60, freeUnload: 60, fen: 1800, capStop: 10_000 } }))
    const order = await orderOf(w, 100, { pickFrom: soon(-9), pickTo: soon(-8), dropFrom: soon(-5), dropTo: soon(4) })
    const pay = await rule(
      { name: `等待应付${randomUUID().slice(0, 6)}`, type: '3', direction: 'payable' },
      flat(20_000, { waiting: { ...policy, freeLoad: 90, freeUnload: 90, fen: 1500, capStop: null } }),
    )
    const { mission } = await onTheRoad(w, [order], { driver: { payRule: pay } })
    const stop = await read((db) =>
      db.selectFrom('missionStop').selectAll().where('mission', '=', mission).where('kind', '=', 'unload').executeTakeFirstOrThrow(),
    )
    const from = Date.parse(stop.windowFrom!)
    const at = (minutes: number): string => new Date(from + minutes * 60_000).toISOString()
    await act('mission', 'report', mission, { seq: stop.seq, event: 'arrive', at: at(-50), note: null })
    await act('mission', 'report', mission, { seq: stop.seq, event: 'startWork', at: at(145), note: null })
    await sign(order)
    const wait = (lines: { code: string; amount: number }[] | null): number =>
      (lines ?? []).filter((l) => l.code === 'wait').reduce((n, l) => n + l.amount, 0)
    expect(wait((await sheetOf('order', order)).lines)).toBe(10_000)
    expect(wait((await sheetOf('mission', mission)).lines)).toBe(6_000)
  })
})

describe('another address', () => {
  test('on the road: the stop moves alone, the others keep theirs, +46.40 by distance and 50.00 for the change (J11)', async () => {
    const km = (to: number | null, e4: number) => ({ to, e4 })
    const byKm = {
      ...tons.charges[0]!,
      label: '里程费',
      unit: 'km' as const,
      mode: 1 as const,
      included: 5000,
      bands: [km(30_000, 40_000), km(100_000, 32_000), km(null, 26_000)],
    }
    const w = await world(flat(8_000, { charges: [byKm] }))
    const [moved, stays] = [await orderOf(w, 100, { distanceM: 47_300 }), await orderOf(w, 100, { distanceM: 47_300 })]
    const { mission } = await onTheRoad(w, [moved, stays])
    const elsewhere = await put('consignParty', {
      name: `新店${randomUUID().slice(0, 6)}`,
      receives: true,
      place: { address: '上海 新店', lng: 121.8, lat: 31.1 },
      store: w.store,
    })
    const quoted = async () =>
      (
        await read((db) =>
          db.selectFrom('quote').select('total').where('order', '=', moved).where('current', '=', true).executeTakeFirstOrThrow(),
        )
      ).total
    expect(await quoted()).toBe(23_536)
    await act('transportOrder', 'changeAddress', moved, { receiver: elsewhere, distanceM: 61_800, fee: 5_000, consent: '客户电话同意' })
    expect(await quoted()).toBe(23_536 + 4_640 + 5_000)
    const stops = await read((db) =>
      db
        .selectFrom('missionStop')
        .select(['party', 'consignments', 'kind'])
        .where('mission', '=', mission)
        .where('kind', '=', 'unload')
        .where('deletedAt', 'is', null)
        .orderBy('seq')
        .execute(),
    )
    const [a, b] = [(await legOf(moved)).id, (await legOf(stays)).id]
    expect(stops.map((s) => [s.party, s.consignments])).toEqual([
      [w.to, [b]],
      [elsewhere, [a]],
    ])
    const note = await read((db) => db.selectFrom('deliveryNote').select('receiver').where('consignment', '=', a).executeTakeFirstOrThrow())
    expect(note.receiver).toBe(elsewhere)
    await sign(moved)
    const sheet = await sheetOf('order', moved)
    expect([sheet.total, sheet.lines!.at(-1)!.code]).toEqual([33_176, 'change'])
  })
})

describe('what a carrier is paid', () => {
  const PLAN = [
    { stage: 'advance', bp: 2800, medium: 'transfer' },
    { stage: 'advance', bp: 1200, medium: 'oilCard' },
    { stage: 'arrival', bp: 4000, medium: 'transfer' },
    { stage: 'receipt', bp: 2000, medium: 'transfer' },
  ]
  async function carried(more: object = {}) {
    const w = await world(flat(200_000))
    const carrier = await sample('carrier', { status: 'active', serviceFeeBp: 0, ...more })
    await write((tx) => edit(tx, ctx, 'carrier', carrier, null, { payPlan: PLAN, ...more }))
    await rule({ name: `应付${randomUUID().slice(0, 8)}`, type: '3', direction: 'payable', carrier }, flat(102_501))
    const order = await orderOf(w, 100, { receiptNeed: true })
    const trip = await onTheRoad(w, [order], { carrier, driver: { source: 'carrier', carrier } })
    return { w, carrier, order, ...trip }
  }
  const payables = (sheet: number) =>
    read((db) =>
      db.selectFrom('payableBill').selectAll().where('chargeSheet', '=', sheet).where('status', '<>', 'voided').orderBy('id').execute(),
    )

  test('1,025.01: advance 410.01 on the road, the rest after confirming, receipts last; a claim of 360.00 takes 205.00 and carries 155.00', async () => {
    const { w, carrier, order, mission } = await carried()
    const sheet = await sheetOf('mission', mission)
    expect([sheet.direction, sheet.status, sheet.total, sheet.carrier]).toEqual(['payable', 'estimated', 102_501, carrier])
    await act('chargeSheet', 'advance', sheet.id)
    expect((await payables(sheet.id)).map((p) => [p.stage, p.medium, p.amount])).toEqual([
      ['advance', 'transfer', 28_701],
      ['advance', 'oilCard', 12_300],
    ])
    expect(await why(act('chargeSheet', 'advance', sheet.id))).toBe('预付已生成应付账单，不能重复预付')
    await sign(order)
    expect((await sheetOf('mission', mission)).status).toBe('calculated')
    await act('chargeSheet', 'confirmPay', sheet.id)
    await act('chargeSheet', 'issue', sheet.id)
    const all = await payables(sheet.id)
    expect(all.map((p) => p.amount)).toEqual([28_701, 12_300, 41_000, 20_500])
    const receipt = all.at(-1)!
    expect(await why(act('payableBill', 'confirm', receipt.id))).toMatch(/回单未收齐：1 份|录入人不能确认/)
    // Void and drawn again: the claim meets it.
    await act('payableBill', 'void', receipt.id, { reason: '有货损' })
    expect((await sheetOf('mission', mission)).status).toBe('confirmed')
    const claim = await put('deduction', {
      party: 'carrier',
      carrier,
      reason: 'damage',
      amount: 36_000,
      openAmount: 36_000,
      store: w.store,
    })
    await act('chargeSheet', 'issue', sheet.id)
    const again = (await payables(sheet.id)).at(-1)!
    expect([again.stage, again.amount]).toEqual(['receipt', 0])
    const open = () =>
      read((db) => db.selectFrom('deduction').select(['openAmount', 'status']).where('id', '=', claim).executeTakeFirstOrThrow())
    expect(await open()).toEqual({ openAmount: 15_500, status: 'open' })
    await act('payableBill', 'void', again.id, { reason: '重来' })
    expect(await open()).toEqual({ openAmount: 36_000, status: 'open' })
  })

  test('what is objected to is not taken; the service fee is taken once', async () => {
    const { carrier, order, mission, w } = await carried({ payPlan: [], serviceFeeBp: 600 })
    const appealed = await put('deduction', { party: 'carrier', carrier, reason: 'fine', amount: 5_000, openAmount: 5_000, store: w.store })
    await act('deduction', 'appeal', appealed, { appealReason: '不是我方责任' })
    await sign(order)
    const sheet = await sheetOf('mission', mission)
    await act('chargeSheet', 'confirmPay', sheet.id)
    await act('chargeSheet', 'issue', sheet.id)
    const [p] = await payables(sheet.id)
    expect([p!.amount, p!.stage]).toEqual([102_501 - 6_150, 'monthly'])
    await act('payableBill', 'void', p!.id, { reason: '重来' })
    await act('chargeSheet', 'issue', sheet.id)
    expect((await payables(sheet.id)).map((x) => x.amount)).toEqual([96_351])
    const fees = await read((db) =>
      db.selectFrom('deduction').select('amount').where('carrier', '=', carrier).where('reason', '=', 'serviceFee').execute(),
    )
    expect(fees).toEqual([{ amount: 6_150 }])
  })

  test('a mission is settled when its sheets are billed', async () => {
    const { order, mission } = await carried({ payPlan: [] })
    await sign(order)
    await act('consignment', 'receipt', (await legOf(order)).id, { receiptNo: 'HD1' })
    expect(await why(act('mission', 'settle', mission))).toBe('1 张费用单未确认')
    const sheet = await sheetOf('mission', mission)
    await act('chargeSheet', 'confirmPay', sheet.id)
    await act('chargeSheet', 'issue', sheet.id)
    await act('mission', 'settle', mission)
    expect((await read((db) => db.selectFrom('mission').select('status').where('id', '=', mission).executeTakeFirstOrThrow())).status).toBe(
      'settled',
    )
  })
})

describe('claims and COD', () => {
  test('a claim agreed credits the customer and is recovered from who answers for it', async () => {
    const w = await world(flat(200_000))
    const carrier = await sample('carrier', { status: 'active', payPlan: [], serviceFeeBp: 0 })
    await rule({ name: `应付${randomUUID().slice(0, 8)}`, type: '3', direction: 'payable', carrier }, flat(102_501))
    const order = await orderOf(w, 100, {
      goods: [{ name: '面粉', category: '1700', pieces: 50, weight: 100, volume: 0, declared: 225_000 }],
    })
    const { mission } = await onTheRoad(w, [order], { carrier, driver: { source: 'carrier', carrier } })
    await sign(order, { lines: [{ goods: '面粉', refused: 8, short: 0, damaged: true, reason: '破损' }], responsible: 'carrier' })
    const claim = await read((db) => db.selectFrom('cargoClaim').selectAll().where('order', '=', order).executeTakeFirstOrThrow())
    expect([claim.amount, claim.recoverFrom]).toEqual([36_000, 'carrier'])
    await act('cargoClaim', 'submit', claim.id)
    await act('cargoClaim', 'pass', claim.id)
    const sheets = await sheetsOf('order', order)
    expect(sheets.map((s) => [s.kind, s.total])).toEqual([
      ['freight', 200_000],
      ['claim', -36_000],
    ])
    for (const s of sheets) await act('chargeSheet', 'confirm', s.id)
    await act('chargeSheet', 'issue', sheets[0]!.id, { until: ctx.clock.today() })
    const bill = await billOf((await sheetOf('order', order)).bill!)
    expect(bill.amount).toBe(164_000)
    const pay = await sheetOf('mission', mission)
    await act('chargeSheet', 'confirmPay', pay.id)
    await act('chargeSheet', 'issue', pay.id)
    const { payable } = await sheetOf('mission', mission)
    const owed = await read((db) => db.selectFrom('payableBill').select('amount').where('id', '=', payable!).executeTakeFirstOrThrow())
    expect(owed.amount).toBe(102_501 - 36_000)
    expect(
      (await read((db) => db.selectFrom('cargoClaim').select('recovered').where('id', '=', claim.id).executeTakeFirstOrThrow())).recovered,
    ).toBe(36_000)
    // 2,000.00 less 360.00 credited, less 1,025.01 paid, and the 360.00 the carrier bore.
    const query = { from: ctx.clock.today(), to: ctx.clock.today(), by: 'order', order: String(order) }
    const { total } = await read((db) => answerOf(asked(db as Tx, ctx, freightDetail, query)))
    const { receivable, payable: paid, paidOut, recovered, margin } = total.values
    expect({ receivable, paid, paidOut, recovered, margin }).toEqual({
      receivable: 164_000,
      paid: 102_501,
      paidOut: 0,
      recovered: 36_000,
      margin: 97_499,
    })
  })

  test('COD 3,860.00: collected, handed in once, remitted less 1 %: 3,821.40; custody never below nothing (S6)', async () => {
    const w = await world(flat(50_000))
    const order = await orderOf(w, 100, { cod: 386_000 })
    await onTheRoad(w, [order])
    await sign(order, { codTaken: 386_000 })
    expect(await why(act('transportOrder', 'codRemit', order))).toBe('没有可返款的代收货款，请先登记上缴')
    const twice = await Promise.all(
      [1, 2].map(() => why(act('transportOrder', 'codHandIn', order, { amount: 386_000, means: 'cash', note: null }))),
    )
    expect(twice.toSorted()).toEqual(['done', '司机没有待上缴的代收货款'].toSorted())
    await act('transportOrder', 'codRemit', order)
    const rows = await read((db) => db.selectFrom('codEntry').select(['kind', 'amount']).where('order', '=', order).orderBy('id').execute())
    expect(Object.fromEntries(rows.map((r) => [r.kind, r.amount]))).toEqual({
      due: 386_000,
      collected: 386_000,
      handedIn: 386_000,
      fee: 3_860,
      remitted: 382_140,
    })
    const owed = await read((db) =>
      db.selectFrom('payableBill').select(['amount', 'fee']).where('fee', '=', 'cod').orderBy('id', 'desc').executeTakeFirstOrThrow(),
    )
    expect(owed).toEqual({ amount: 382_140, fee: 'cod' })
    expect(await why(act('transportOrder', 'codRemit', order))).toBe('没有可返款的代收货款，请先登记上缴')
  })
})
