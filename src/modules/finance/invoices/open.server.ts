/** What of bills is invoiced and what may still be: the one place that says so, read by requests, by the bill’s page and kept on the bill. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { allRows, anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { FEE_ITEMS } from '#modules/billing/bills/fee-items.rules.ts'
import { chargesOf, noteInvoiced } from '#modules/billing/billing.public.ts'
import { RATE_BP } from './tax-code.ts'
import { invoiceable } from './tax.rules.ts'

export interface OpenCharge {
  id: number
  bill: number
  feeItem: keyof typeof FEE_ITEMS
  description: string
  amount: number
  name: string
  taxCode: string | null
  /** Null: 不征税. */
  rateBp: number | null
  /** Live: on a blue invoice that is not cancelled, less what red ones took back. */
  gross: number
  tax: number
  /** May still be invoiced. Below zero: a credit came after the invoice, and a red letter is due. */
  open: number
}

/** By which code a fee item is taxed on a day. */
export async function taxCodesOf(tx: Db) {
  const rows = await liveRows(tx, 'taxCode').select(['feeItem', 'fromOn', 'rate', 'name', 'code']).orderBy('fromOn', 'desc').execute()
  return (feeItem: string, on: string) => rows.find((r) => r.feeItem === feeItem && r.fromOn <= on) ?? null
}

/** While an act on an invoice runs its row has its old state: what it will count as is said. */
export interface Becoming {
  id: number
  counts: boolean
}

async function liveOf(tx: Tx, bills: readonly number[], becoming?: Becoming): Promise<Map<number, { gross: number; tax: number }>> {
  const rows = await allRows(tx, 'invoiceLine')
    .innerJoin('invoice', 'invoice.id', 'invoiceLine.invoice')
    .select(['invoice.id', 'invoice.status', 'invoice.colour', 'invoiceLine.billItem', 'invoiceLine.gross', 'invoiceLine.tax'])
    .where('invoiceLine.bill', '=', anyOf(bills))
    .execute()
  // A red letter takes back when it is issued, not when it is asked for.
  const counts = (r: (typeof rows)[0]): boolean =>
    r.id === becoming?.id ? becoming.counts : r.colour === 'blue' ? r.status !== 'cancelled' : r.status === 'issued'
  const live = new Map<number, { gross: number; tax: number }>()
  for (const row of rows.filter(counts)) {
    const sum = live.get(row.billItem) ?? { gross: 0, tax: 0 }
    live.set(row.billItem, { gross: sum.gross + row.gross, tax: sum.tax + row.tax })
  }
  return live
}

export async function openCharges(tx: Tx, bills: readonly number[], becoming?: Becoming): Promise<OpenCharge[]> {
  const [charges, codeFor, live] = [await chargesOf(tx, bills), await taxCodesOf(tx), await liveOf(tx, bills, becoming)]
  const taxed = charges.map((c) => {
    const code = codeFor(c.feeItem, c.issuedOn)
    return { ...c, code, rateBp: code ? RATE_BP[code.rate] : null }
  })
  const most = new Map<number, number>()
  for (const of of Map.groupBy(taxed, (c) => c.bill).values()) for (const [id, amount] of invoiceable(of)) most.set(id, amount)
  return taxed.map(({ code, issuedOn: _day, ...c }) => {
    const { gross, tax } = live.get(c.id) ?? { gross: 0, tax: 0 }
    return {
      ...c,
      name: code?.name ?? c.description.slice(0, 60),
      taxCode: code?.code ?? null,
      gross,
      tax,
      open: (most.get(c.id) ?? 0) - gross,
    }
  })
}

/** Of a whole bill: one charge above what it may carry lessens what the others may, so that a bill is never invoiced beyond its sum. */
export const openOfBill = (charges: readonly OpenCharge[]): number =>
  Math.max(
    0,
    charges.reduce((sum, c) => sum + c.open, 0),
  )

/** After requests, cancellations and red letters; the caller holds the locks of the bills. */
export async function tellBills(tx: Tx, ctx: Context, bills: readonly number[], becoming?: Becoming): Promise<void> {
  const sums = new Map(bills.map((id) => [id, 0]))
  for (const c of await openCharges(tx, bills, becoming)) sums.set(c.bill, sums.get(c.bill)! + c.gross)
  for (const [bill, sum] of sums) if (sum < 0) throw new Error(`bill ${bill}: invoiced ${sum}`)
  await noteInvoiced(tx, ctx, sums)
}
