import type { Day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import type { Fen } from '#kit/basics/fen.ts'

/**
 * LAW: debt by debt in the order they fell due, and inside a debt first the cost of collecting it, then late fees, then the
 * principal (Civil Code articles 560 and 561). PRINCIPAL_FIRST, where the contract says so: all principal in the order it
 * fell due, then all late fees, then all costs.
 */
export type AllocationOrder = 'LAW' | 'PRINCIPAL_FIRST'

export type ItemKind = 'cost' | 'late' | 'principal'

export type OpenItem = { id: string; kind: ItemKind; remain: number }

export type OpenBill = {
  id: string
  dueOn: Day
  issueOn: Day
  items: readonly OpenItem[]
  /** A late-fee bill stands beside the bill it was charged on: both are one debt in the sense of the law. */
  belongsTo?: string | undefined
}

export type Allocation = { billId: string; itemId: string; amount: Fen }

const LAW_RANK: Record<ItemKind, number> = { cost: 0, late: 1, principal: 2 }
const PRINCIPAL_RANK: Record<ItemKind, number> = { principal: 0, late: 1, cost: 2 }

/** The law for a fee item: what serves to collect the debt is cost; everything owed for itself is principal. */
export function itemKind(feeItem: string): ItemKind {
  if (feeItem === 'LATE') return 'late'
  return feeItem === 'COLLECT' ? 'cost' : 'principal'
}

type Place = { billId: string; item: OpenItem; debt: OpenBill; designated: number }

/**
 * Spreads a payment over open items. Bills the payer named (`designation`) come first, in the order named, as article 560
 * gives him the choice. What is left over belongs to the customer's balance.
 */
export function allocate(
  amount: number,
  bills: readonly OpenBill[],
  order: AllocationOrder,
  designation: readonly string[] = [],
): { allocations: Allocation[]; left: Fen } {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`cannot allocate ${amount}`)
  let left = amount
  const allocations: Allocation[] = []
  for (const { billId, item } of places(bills, designation).toSorted(byOrder(order))) {
    const part = Math.min(left, item.remain)
    if (part <= 0) continue
    allocations.push({ billId, itemId: item.id, amount: fen(part) })
    left -= part
  }
  return { allocations, left: fen(left) }
}

function places(bills: readonly OpenBill[], designation: readonly string[]): Place[] {
  const byId = new Map(bills.map((bill) => [bill.id, bill]))
  return bills.flatMap((bill) => {
    const debt = byId.get(bill.belongsTo ?? '') ?? bill
    const at = designation.indexOf(bill.id)
    return bill.items.map((item) => ({ billId: bill.id, item, debt, designated: at < 0 ? designation.length : at }))
  })
}

function byOrder(order: AllocationOrder): (a: Place, b: Place) => number {
  const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  const byDebt = (a: Place, b: Place): number =>
    byText(a.debt.dueOn, b.debt.dueOn) || byText(a.debt.issueOn, b.debt.issueOn) || byText(a.debt.id, b.debt.id)
  const rank = order === 'LAW' ? LAW_RANK : PRINCIPAL_RANK
  const byKind = (a: Place, b: Place): number => rank[a.item.kind] - rank[b.item.kind]
  // Items of a bill stay in their order: sorting is stable.
  const within = (a: Place, b: Place): number => byText(a.billId, b.billId)
  const chosen = (a: Place, b: Place): number => a.designated - b.designated
  return order === 'LAW'
    ? (a, b) => chosen(a, b) || byDebt(a, b) || byKind(a, b) || within(a, b)
    : (a, b) => chosen(a, b) || byKind(a, b) || byDebt(a, b) || within(a, b)
}

/**
 * The items of a bill as they stand for payment: credits (negative items) are taken off the item they name, or else off the
 * items in order, and what was already allocated is subtracted.
 */
export function openItems(
  items: ReadonlyArray<{ id: string; kind: ItemKind; amount: number; paid: number; reduces?: string | undefined }>,
): OpenItem[] {
  const open = items.filter((item) => item.amount > 0).map(({ id, kind, amount, paid }) => ({ id, kind, remain: amount - paid }))
  const take = (target: { remain: number }, credit: number): number => {
    const part = Math.min(credit, Math.max(0, target.remain))
    target.remain -= part
    return credit - part
  }
  for (const credit of items.filter((item) => item.amount < 0)) {
    const named = open.find((item) => item.id === credit.reduces)
    let rest = -credit.amount
    for (const target of named ? [named, ...open.filter((item) => item !== named)] : open) rest = take(target, rest)
    if (rest > 0) throw new RangeError('credits exceed what is open; release the payments beyond the new amount first')
  }
  return open.filter((item) => item.remain > 0)
}
