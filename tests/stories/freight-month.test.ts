/** J13 (transport.md §11): a month of freight agreed on, disputed in part, paid in part and invoiced, to the fen; and the same with other amounts. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditCodeCheckCharacter } from '#kit/basics/identifiers/credit-code.ts'
import { applyInvoice } from '#modules/finance/invoices/apply.server.ts'
import { build } from '#modules/finance/statements/build.server.ts'
import { Company, refusal } from './company.ts'
import { freightDesk } from './freight.ts'
import { flat } from './tariff.ts'

let company: Company
const desk = freightDesk(() => company.as())
beforeAll(async () => {
  company = await Company.open('2026-09-30')
})
afterAll(() => company?.close())

interface Month {
  freight: readonly number[]
  waiting: number
  lessened: number
  received: number
}
let companies = 0
const ownCode = (): string => {
  const first = `91310000MA1FL0M${String(10 + companies++)}`
  return first + creditCodeCheckCharacter(first)
}

/** Every order is sold for 100.00 and adjusted to what it cost; waiting is the order that stays at its price. */
async function month({ freight, waiting, lessened, received }: Month) {
  const world = await desk.world(flat(waiting), { store: company.store, kind: 'company', creditCode: ownCode() })
  const orders: number[] = []
  for (const amount of [...freight, waiting]) {
    const order = await desk.orderOf(world, 1000, { insure: false })
    if (amount !== waiting) await desk.act('transportOrder', 'adjust', order, { amount: amount - waiting, reason: '按量结算' })
    orders.push(order)
  }
  const { mission } = await desk.onTheRoad(world, orders)
  for (const order of orders) await desk.sign(order)
  for (const order of orders) await desk.confirm((await desk.sheetOf('order', order)).id)
  const doubtful = await desk.sheetOf('order', orders.at(-1)!)
  await desk.act('chargeSheet', 'dispute', doubtful.id, { reason: '等待时间有争议' })
  await desk.act('chargeSheet', 'resolve', doubtful.id, { reason: '双方各退一步' })
  await desk.act('chargeSheet', 'adjustAfter', doubtful.id, { amount: -lessened, reason: '等待费协商' })
  const less = (await desk.sheetsOf('order', orders.at(-1)!)).find((s) => s.kind === 'adjust')!
  await desk.write((tx) => tx.updateTable('chargeSheet').set({ adjustedBy: null }).where('id', '=', less.id).execute())
  await desk.confirm(less.id)
  await desk.act('chargeSheet', 'issue', (await desk.sheetOf('order', orders[0]!)).id, { until: company.clock.today() })
  const sheets = await Promise.all(orders.map((o) => desk.sheetsOf('order', o)))
  const bills = [...new Set(sheets.flat().map((s) => s.bill))]
  return { w: world, bill: bills[0]!, bills, received, mission }
}

test.each([
  [
    'J13',
    { freight: [131_580, 42_890, 127_985], waiting: 10_000, lessened: 4_000, received: 150_000 },
    { sum: 308_455, closing: 158_455, net: 282_985, tax: 25_470 },
  ],
  [
    'another month',
    { freight: [99_999, 1], waiting: 12_345, lessened: 2_345, received: 1 },
    { sum: 110_000, closing: 109_999, net: 100_918, tax: 9_082 },
  ],
] as const)('%s', async (_name, given, want) => {
  const { w, bill, bills, mission } = await month(given)
  expect(bills).toEqual([bill])
  expect((await desk.billOf(bill)).amount).toBe(want.sum)
  await company.pay([bill], given.received)
  const day = company.clock.today()
  const { id } = await company.write((tx) =>
    build(tx, company.as('finance'), {
      store: (w as { store: number }).store,
      partyKind: 'lessee',
      lessee: w.customer,
      payee: '',
      fromOn: day,
      toOn: day,
    }),
  )
  const s = await company.read((db) => db.selectFrom('statement').select('closing').where('id', '=', id).executeTakeFirstOrThrow())
  expect(s.closing).toBe(want.closing)
  const title = await company.add('invoiceTitle', { lessee: w.customer, title: '华东商贸', taxNo: '913100001234567890' })
  const asked = { title, kind: 'general', bills: [{ id: bill, amount: want.sum }], beforePaid: '客户先票后款', remark: null } as const
  const made = await company.write((tx) => applyInvoice(tx, company.as('sales'), asked))
  const { rows } = await company.read((db) =>
    sql<{
      net: string
      tax: string
    }>`select sum(net) as net, sum(tax) as tax from invoice_line where invoice = ${made.id} and deleted_at is null`.execute(db),
  )
  // Rounded on each line, as every invoice of ours is (finance.md G5): a fen from the 254.69 the journey finds by rounding the whole.
  expect([Number(rows[0]!.net), Number(rows[0]!.tax)]).toEqual([want.net, want.tax])
  // 特定要素 04: what the orders say of themselves; all of them went one way in one vehicle.
  const [places, plates] = await company.read(async (db) => [
    new Map((await db.selectFrom('consignParty').select(['id', 'place']).execute()).map((p) => [p.id, p.place.address])),
    await db
      .selectFrom('mission')
      .innerJoin('vehicle', 'vehicle.id', 'mission.vehicle')
      .select('vehicle.plateNo')
      .where('mission.id', '=', mission)
      .execute(),
  ])
  const way = { from: places.get(w.from), to: places.get(w.to), tool: 'road', plate: plates[0]!.plateNo, goods: '面粉' }
  const written = await company.read((db) =>
    db.selectFrom('invoice').select(['special', 'carriage']).where('id', '=', made.id).executeTakeFirstOrThrow(),
  )
  expect(written).toEqual({ special: 'freight', carriage: [way] })
  // Nothing is asked of the bureau while an answer is missing; then it is told all four, and the code.
  await company.write((tx) =>
    tx
      .updateTable('invoice')
      .set({ carriage: JSON.stringify([{ ...way, plate: null }]) as never })
      .where('id', '=', made.id)
      .execute(),
  )
  expect((await refusal(company.act('invoice', 'issue', made.id, {}, 'finance'))).message).toBe(
    '运输信息第 1 行缺少运输工具牌号，请先补全运输信息',
  )
  await company.act('invoice', 'carry', made.id, { carriage: [way] }, 'finance')
  await company.act('invoice', 'issue', made.id, {}, 'finance')
  const { payload } = await company.read((db) =>
    db.selectFrom('outgoingCall').select('payload').where('key', 'like', `invoice:%-${made.id}-1`).executeTakeFirstOrThrow(),
  )
  expect((payload as { document: { special: object } }).document.special).toEqual({ code: '04', lines: [{ ...way, tool: '公路运输' }] })
})

test('freight is invoiced alone: with rent on it the bureau would not take it', async () => {
  const { w, bill } = await month({ freight: [10_000], waiting: 5_000, lessened: 1, received: 0 })
  await company.sign(
    await company.contract({
      lessee: w.customer,
      vehicles: [await company.vehicle()],
      startOn: company.clock.today(),
      endOn: '2027-09-29',
    }),
  )
  const rent = await company.read((db) =>
    db.selectFrom('bill').select(['id', 'no']).where('lessee', '=', w.customer).where('billType', '=', 'rent').executeTakeFirstOrThrow(),
  )
  const title = await company.add('invoiceTitle', { lessee: w.customer, title: '华东商贸', taxNo: '913100001234567890' })
  const bills = [bill, rent.id].map((id) => ({ id, amount: 1_000 }))
  const asked = { title, kind: 'general', bills, beforePaid: '客户先票后款', remark: null } as const
  expect((await refusal(company.write((tx) => applyInvoice(tx, company.as('sales'), asked)))).message).toBe(
    `账单 ${rent.no} 不是运费，货物运输服务的发票要单独开，请分开申请`,
  )
})
