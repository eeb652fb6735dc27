/** Invoices of the demo company: asked for over paid rent by the cashier, issued by the accountant by hand; two were reversed. */
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { negated } from '#kit/basics/fen.ts'
import { CASHIER, FINANCE } from './approval-plans.ts'
import type { World } from './world.ts'

const BLUE = 18

interface Paid {
  id: number
  lessee: number
  name: string
  creditCode: string
  dueOn: Day
}

/** Paid rent of companies, spread over the year; of each bill one. */
async function paidRents(w: World): Promise<Paid[]> {
  const rows = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('bill')
      .innerJoin('lessee', 'lessee.id', 'bill.lessee')
      .select(['bill.id', 'bill.lessee', 'lessee.name', 'lessee.creditCode', 'bill.dueOn'])
      .where('bill.status', '=', 'settled')
      .where('bill.billType', '=', 'rent')
      .where('bill.direction', '=', 'receivable')
      .where('bill.dueOn', '<', addDays(w.until, -12))
      .where('lessee.creditCode', 'is not', null)
      .orderBy('bill.dueOn')
      .orderBy('bill.id')
      .execute(),
  )
  const step = rows.length / BLUE
  return Array.from({ length: Math.min(BLUE, rows.length) }, (_, i) => rows[Math.floor(i * Math.max(1, step))]!) as Paid[]
}

async function titleOf(w: World, known: Map<number, number>, { lessee, name, creditCode }: Paid): Promise<number> {
  const id =
    known.get(lessee) ??
    (await w.add(CASHIER, 'invoiceTitle', {
      lessee,
      title: name,
      taxNo: creditCode,
      address: '上海市闵行区申虹路 958 号',
      phone: `021-6${w.random.digits(7)}`,
      bank: '中国工商银行上海虹桥支行',
      bankAccount: `1001${w.random.digits(15)}`,
    }))
  known.set(lessee, id)
  return id
}

const register = (w: World, id: number, gross: number): Promise<void> =>
  w.act(FINANCE, 'invoice', 'register', id, { number: `26312${w.random.digits(15)}`, issuedOn: w.clock.today(), gross, files: [] })

async function issued(w: World, id: number, gross: number, on: Day): Promise<void> {
  w.at(on, '15:10')
  await w.act(FINANCE, 'invoice', 'issue', id)
  w.at(on, '15:40')
  await register(w, id, gross)
}

/** A red letter over all of it or a part, registered a day later under its own number. */
async function reversed(w: World, id: number, amount: number | null, on: Day): Promise<void> {
  w.at(on, '10:30')
  await w.act(FINANCE, 'invoice', 'red', id, {
    amount,
    reason: amount === null ? 'mistake' : 'stopped',
    remark: amount === null ? '抬头开错，客户要求重开' : '提前还车，退回部分租金',
  })
  const letter = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('invoice').select(['id', 'gross']).where('redOf', '=', id).orderBy('id', 'desc').executeTakeFirstOrThrow(),
  )
  w.at(addDays(on, 1), '11:00')
  await register(w, letter.id, negated(letter.gross))
}

export async function makeInvoices(w: World): Promise<void> {
  const rents = await paidRents(w)
  const titles = new Map<number, number>()
  // Through a gateway of the real company nothing invented is ever sent.
  const byHand = w.registry.ports.invoice.name === 'manual'
  for (const [n, rent] of rents.entries()) {
    const on = addDays(rent.dueOn, 10)
    w.at(on, '14:20')
    const title = await titleOf(w, titles, rent)
    const { bills } = await w.ask<{ bills: { id: number; open: number }[] }>(CASHIER, '/api/v1/invoice/open', { lessee: rent.lessee })
    const open = bills.find((b) => b.id === rent.id)?.open ?? 0
    if (open === 0) continue
    const made = await w.call<{ id: number }>(CASHIER, '/api/v1/invoice/apply', {
      title,
      kind: n % 3 === 0 ? 'special' : 'general',
      bills: [{ id: rent.id, amount: open }],
    })
    const fromEnd = rents.length - 1 - n
    if (!byHand || fromEnd === 0) continue
    if (fromEnd === 1) await w.act(FINANCE, 'invoice', 'issue', made.id)
    else if (fromEnd === 2) await w.act(CASHIER, 'invoice', 'cancel', made.id, { remark: '客户改为下月合并开票' })
    else {
      await issued(w, made.id, open, addDays(on, 1))
      if (n === 2) await reversed(w, made.id, null, addDays(on, 6))
      if (fromEnd === 4) await reversed(w, made.id, Math.ceil(open / 3), addDays(on, 3))
    }
  }
}
