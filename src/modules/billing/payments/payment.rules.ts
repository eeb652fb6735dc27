/** How one receipt is spread over the bills it is for (leasing.md §3.7). Pure. */
import type { Day } from '#kit/basics/time/day.ts'
import { fen, type Fen } from '#kit/basics/fen.ts'
import { allocate, type AllocationOrder, type OpenBill } from './allocation.rules.ts'

export interface PayableBill {
  id: number
  billType: string
  dueOn: Day
  issueOn: Day
  remain: number
  ofBill: number | null
}
export interface Share {
  bill: number
  amount: Fen
}

/** Ids are compared as text by the kernel; padded so that the older bill comes first. */
const key = (id: number): string => String(id).padStart(16, '0')

const openBill = (bill: PayableBill, remain: number): OpenBill => ({
  id: key(bill.id),
  dueOn: bill.dueOn,
  issueOn: bill.issueOn,
  items: [{ id: key(bill.id), kind: bill.billType === 'late' ? 'late' : 'principal', remain }],
  belongsTo: bill.ofBill === null ? undefined : key(bill.ofBill),
})

/**
 * First what the payer named with an amount, then the rest over all the given bills in the order of law or contract.
 * A named share never exceeds what is still open: a bill may have been paid otherwise since the receipt was registered.
 */
export function spread(
  amount: number,
  bills: readonly PayableBill[],
  order: AllocationOrder,
  named: readonly { bill: number; amount: number }[] = [],
): { shares: Share[]; left: Fen } {
  let left = amount
  const got = new Map<number, number>(bills.map((bill) => [bill.id, 0]))
  const remainOf = (bill: PayableBill): number => bill.remain - (got.get(bill.id) ?? 0)
  for (const wish of named) {
    const bill = bills.find((b) => b.id === wish.bill)
    if (!bill || wish.amount <= 0) continue
    const part = Math.min(wish.amount, remainOf(bill), left)
    got.set(bill.id, (got.get(bill.id) ?? 0) + part)
    left -= part
  }
  const rest = allocate(
    left,
    bills.map((bill) => openBill(bill, remainOf(bill))),
    order,
  )
  for (const { billId, amount: part } of rest.allocations) got.set(Number(billId), (got.get(Number(billId)) ?? 0) + part)
  const shares = [...got].filter(([, part]) => part > 0).map(([bill, part]) => ({ bill, amount: fen(part) }))
  return { shares, left: rest.left }
}
