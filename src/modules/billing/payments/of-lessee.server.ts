/** Bills, receipts and payment codes of a customer, for his own page: the same figures as at the desk. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { addDays, dayOf } from '#kit/basics/time/day.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { BILL_TYPES } from '../bills/fee-items.rules.ts'
import { owedBills } from '../bills/owed/owed.server.ts'
import { CHANNELS, payment } from './payment.ts'

const MOST_RECEIPTS = 60

/** Open bills with the late fee of today, in words; the last day of the period is said as people say it. */
export async function openBillsOf(db: Db, ctx: Context, lessee: number) {
  const bills = await owedBills(db, ctx, { lessee: [lessee] })
  const periods = await liveRows(db, 'bill')
    .select(['id', 'startOn', 'endOn'])
    .where('id', '=', anyOf(bills.map((b) => b.id)))
    .execute()
  const byId = new Map(periods.map((p) => [p.id, p]))
  return bills.map((b) => {
    const period = byId.get(b.id)
    return {
      ...b,
      label: BILL_TYPES[b.billType],
      startOn: period?.startOn ?? null,
      lastOn: period?.endOn ? addDays(period.endOn, -1) : null,
    }
  })
}

/** What came in from him or was said to have, the newest first; nothing that was only moved inside the house. */
export async function receiptsOf(db: Db, lessee: number) {
  const rows = await liveRows(db, 'payment')
    .select(['id', 'no', 'status', 'channel', 'source', 'amount', 'paidAt', 'rejectReason', 'designation'])
    .where('lessee', '=', lessee)
    .where('source', '<>', 'internal')
    .orderBy('id', 'desc')
    .limit(MOST_RECEIPTS)
    .execute()
  return rows.map((p) => ({
    ...p,
    label: payment.fields.status.options[p.status] ?? '',
    way: CHANNELS[p.channel],
    paidOn: dayOf(p.paidAt),
  }))
}

/** Codes of the company that are on, by name. */
export const usableCodes = (db: Db) =>
  liveRows(db, 'payQrCode')
    .select(['id', 'name', 'channel', 'accountName', 'accountNo', 'image', 'stores', 'dayLimit'])
    .where('status', '=', 'active')
    .orderBy('name')
    .execute()
