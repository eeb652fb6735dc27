/** What became of the demo company's freight in money: sheets confirmed, months billed and paid, COD handed in, claims agreed. */
import { addDays, type Day } from '#kit/basics/time/day.ts'
import type { World } from './world.ts'

const FINANCE = 'yunqiao_finance'
const CASHIER = 'yunqiao_cashier'

const sheetsOf = (w: World, before: Day, status: 'calculated' | 'confirmed') =>
  w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('chargeSheet')
      .selectAll()
      .where('status', '=', status)
      .where('pending', '=', false)
      .where('pricingDay', '<', before)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute(),
  )

async function confirmAll(w: World, before: Day): Promise<void> {
  for (const s of await sheetsOf(w, before, 'calculated')) {
    const due = await w.db.read(w.operatorId, (db) =>
      db
        .selectFrom('consignment')
        .select('id')
        .where('order', '=', s.order ?? -1)
        .where('receiptState', '=', 'due')
        .executeTakeFirst(),
    )
    if (due) continue
    await w.act(FINANCE, 'chargeSheet', s.direction === 'receivable' ? 'confirm' : 'confirmPay', s.id)
  }
}

/** The confirmed sheets of each party in one bill or payable. */
async function issueAll(w: World, before: Day): Promise<void> {
  for (;;) {
    const open = (await sheetsOf(w, before, 'confirmed')).filter((s) => (s.total ?? 0) > 0)
    const first = open[0]
    if (!first) return
    await w.act(FINANCE, 'chargeSheet', 'issue', first.id, { until: addDays(before, -1) })
  }
}

async function receive(w: World, day: Day): Promise<void> {
  w.at(day, '10:20')
  const open = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('bill')
      .innerJoin('lessee', 'lessee.id', 'bill.lessee')
      .select(['bill.id', 'bill.remain', 'bill.lessee', 'lessee.name'])
      .where('bill.billType', '=', 'freight')
      .where('bill.status', '=', 'unpaid')
      .where('bill.issueOn', '<', day)
      .orderBy('bill.id')
      .execute(),
  )
  for (const [lessee, bills] of Map.groupBy(open, (b) => b.lessee)) {
    await w.call(CASHIER, '/api/v1/payment/register', {
      bills: bills.map((b) => b.id),
      amount: bills.reduce((n, b) => n + (b.remain ?? 0), 0),
      channel: 'transfer',
      paidAt: w.instant(day, '10:05'),
      payerName: bills[0]!.name,
      tradeNo: `YF${day.replaceAll('-', '')}${w.random.digits(8)}`,
      vouchers: [],
    })
    const { id } = await w.db.read(w.operatorId, (db) =>
      db.selectFrom('payment').select('id').where('lessee', '=', lessee).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    )
    w.at(day, '16:20')
    await w.act(FINANCE, 'payment', 'confirm', id)
  }
}

async function payOut(w: World, day: Day): Promise<void> {
  const owed = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('payableBill')
      .select(['id', 'amount'])
      .where('fee', 'in', ['freight', 'driverPay'])
      .where('status', '=', 'toConfirm')
      .orderBy('id')
      .execute(),
  )
  for (const [i, p] of owed.entries()) {
    w.at(day, '14:00')
    await w.act(CASHIER, 'payableBill', 'confirm', p.id)
    if ((p.amount ?? 0) === 0 || i % 4 === 3) continue
    await w.act(CASHIER, 'payableBill', 'pay', p.id, {
      amount: p.amount,
      channel: 'transfer',
      paidOn: day,
      tradeNo: `YFK${p.id}${w.random.digits(8)}`,
    })
    const { id } = await w.db.read(w.operatorId, (db) =>
      db.selectFrom('payout').select('id').where('payableBill', '=', p.id).orderBy('id', 'desc').executeTakeFirstOrThrow(),
    )
    await w.act(FINANCE, 'payout', 'approve', id)
  }
}

/** What was handed in goes to the shippers; the newest waits. */
async function remit(w: World): Promise<void> {
  const rows = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('codEntry').select('order').where('kind', '=', 'handedIn').orderBy('id').execute(),
  )
  w.at(addDays(w.until, -2), '11:00')
  for (const r of rows.slice(0, -3)) await w.act(FINANCE, 'transportOrder', 'codRemit', r.order)
}

async function claims(w: World): Promise<void> {
  const rows = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('cargoClaim').select('id').where('status', '=', 'draft').orderBy('id').execute(),
  )
  for (const [i, c] of rows.entries()) {
    await w.act('yunqiao_service', 'cargoClaim', 'submit', c.id)
    if (i === 0) await w.act('yunqiao_manager', 'cargoClaim', 'pass', c.id)
  }
}

export async function settleFreight(w: World): Promise<void> {
  const month = addDays(w.until, -20)
  w.at(addDays(w.until, -18), '10:00')
  await confirmAll(w, month)
  await issueAll(w, month)
  await receive(w, addDays(w.until, -8))
  await payOut(w, addDays(w.until, -7))
  await remit(w)
  w.at(addDays(w.until, -1), '15:00')
  await claims(w)
  await confirmAll(w, addDays(w.until, -4))
}
