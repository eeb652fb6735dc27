/**
 * The accountant of the demo company: bank statements taken in and matched, statements of parties, invoices, and every month before the
 * last full one closed with its vouchers exported. Runs last: what is written under a day of a closed month would be refused.
 */
import { addDays, startOfMonth, type Day } from '#kit/basics/time/day.ts'
import { AppError } from '#kit/basics/errors.ts'
import { ZERO } from '#kit/basics/fen.ts'
import { edit } from '#kit/entity/store.server.ts'
import { postMonthEnd } from '#modules/billing/billing.public.ts'
import { lastOf, monthOf, nextMonth } from '#modules/finance/period/period.rules.ts'
import { CASHIER, FINANCE } from './approval-plans.ts'
import { importBank } from './books-bank.ts'
import { makeInvoices } from './books-invoices.ts'
import { makeStatements } from './books-statements.ts'
import type { World } from './world.ts'

/** What was on the account when the company began; cannot be said any more once money has moved. */
const OPENING = 80_000_000

/** The account as its owner completed it, before the first receipt. */
export async function completeAccounts(w: World): Promise<void> {
  w.at(w.from, '08:40')
  const accounts = await w.db.read(w.operatorId, (db) => db.selectFrom('companyAccount').select(['id', 'kind']).orderBy('id').execute())
  for (const { id, kind } of accounts)
    await w.write((tx) =>
      edit(tx, w.as(FINANCE), 'companyAccount', id, null, {
        openingOn: w.from,
        ...(kind === 'bank'
          ? { opening: OPENING, bank: 'cmb', branch: '招商银行上海虹桥支行', accountNo: '121908821610301' }
          : { opening: kind === 'cash' ? 500_000 : 0 }),
      }),
    )
}

/** The months of the company in order, and how many of them are closed: all before the last full one. */
export function monthsOf(from: Day, until: Day): { closed: string[]; last: string } {
  const last = monthOf(addDays(startOfMonth(until), -1))
  const closed: string[] = []
  for (let month = monthOf(from); month < last; month = nextMonth(month)) closed.push(month)
  return { closed, last }
}

/** What still waits in closed months is decided: the second person looks at it as on any day. */
async function decideWaiting(w: World, upTo: Day): Promise<void> {
  const waiting = await w.db.read(w.operatorId, async (db) => ({
    payment: await db.selectFrom('payment').select(['id', 'paidAt as on']).where('status', '=', 'toConfirm').orderBy('id').execute(),
    payout: await db.selectFrom('payout').select(['id', 'paidOn as on']).where('status', '=', 'toConfirm').orderBy('id').execute(),
    otherReceipt: await db
      .selectFrom('otherReceipt')
      .select(['id', 'movedOn as on'])
      .where('status', '=', 'toConfirm')
      .orderBy('id')
      .execute(),
  }))
  for (const { id, on } of waiting.payment) if (on < w.instant(addDays(upTo, 1), '00:00')) await w.act(FINANCE, 'payment', 'confirm', id)
  for (const { id, on } of waiting.payout) if (on <= upTo) await w.act(FINANCE, 'payout', 'approve', id)
  for (const { id, on } of waiting.otherReceipt) if (on <= upTo) await w.act(FINANCE, 'otherReceipt', 'confirm', id)
}

/** Shops and stations are paid on the day that was agreed; what falls due later is the next accountant's day. */
async function payShops(w: World, upTo: Day): Promise<void> {
  const bills = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('payableBill')
      .select(['id', 'dueOn', 'amount'])
      .where('status', '=', 'toConfirm')
      .where('partyKind', 'in', ['shop', 'authority'])
      .where('amount', '>', ZERO)
      .where('dueOn', '<=', upTo)
      .orderBy('dueOn')
      .orderBy('id')
      .execute(),
  )
  for (const { id, dueOn, amount } of bills) {
    w.at(dueOn, '09:40')
    await w.act(FINANCE, 'payableBill', 'confirm', id)
    w.at(dueOn, '10:30')
    await w.act(CASHIER, 'payableBill', 'pay', id, { amount, channel: 'transfer', paidOn: dueOn, tradeNo: `FK${w.random.digits(12)}` })
    w.at(dueOn, '16:30')
    const payout = await w.db.read(w.operatorId, (db) =>
      db.selectFrom('payout').select('id').where('payableBill', '=', id).executeTakeFirstOrThrow(),
    )
    await w.act(FINANCE, 'payout', 'approve', payout.id)
  }
}

/** On the sixth of the month after: vouchers made and taken to the accounting program, the checks looked through, the month closed. */
async function closeMonth(w: World, month: string): Promise<void> {
  w.at(addDays(lastOf(month), 6), '10:00')
  const { id } = await w.call<{ id: number }>(FINANCE, '/api/v1/accountPeriod/open', { month })
  const { count } = await w.call<{ count: number }>(FINANCE, '/api/v1/voucher/generate', { month })
  // The company may have begun on the last days of a month, before anything happened.
  if (count) await w.call(FINANCE, '/api/v1/voucher/exportMonth', { month, system: 'kingdee' })
  await w.act(FINANCE, 'accountPeriod', 'close', id, { reason: null }).catch((error: unknown) => {
    // Something asks to be looked at: it was, and is said.
    if (!(error instanceof AppError)) throw error
    return w.act(FINANCE, 'accountPeriod', 'close', id, { reason: '已逐项核对' })
  })
}

export async function makeBooks(w: World): Promise<void> {
  const { closed, last } = monthsOf(w.from, w.until)
  const before = closed.at(-1)!
  const end = lastOf(before)
  await makeInvoices(w)
  await payShops(w, end)
  await decideWaiting(w, end)
  // As every first of the month does.
  w.at(addDays(end, 1), '02:00')
  await w.once('postMonthEnd', () => postMonthEnd(w.as()))
  await importBank(w, end)
  await makeStatements(w, before, last)
  for (const month of closed) await closeMonth(w, month)
  w.at(addDays(lastOf(last), 2), '09:00')
  await w.call(FINANCE, '/api/v1/accountPeriod/open', { month: last })
}
