/**
 * The only place that makes bills and moves money. Everything here runs in the caller's transaction, and the caller holds
 * the locks in one order: payment, lessee, bills by id. Ledgers are added to, never changed (leasing.md §3.5–§3.7).
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { auditAll } from '#kit/audit/audit.server.ts'
import type { Day } from '#kit/basics/day.ts'
import { sumFen } from '#kit/basics/fen.ts'
import { refused } from '#kit/basics/errors.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { guarded } from '#kit/entity/failures.server.ts'
import { loose } from '#kit/entity/rows.server.ts'
import { drawAhead, nextSerial } from '#kit/entity/serial.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { bill, billItem, type FEE_ITEMS } from './bill.ts'
import { billStatus } from './bill.rules.ts'
import { accountOfBill, moveDeposit } from './deposits.server.ts'
import { accountEntry, allocation } from './payment.ts'

export type Bill = Rec<typeof bill>
export type FeeItem = keyof typeof FEE_ITEMS

export interface NewItem {
  feeItem: FeeItem
  description: string
  amount: number
  startOn?: Day | null
  endOn?: Day | null
  formula?: string | null
  /** Says what this item is; the second attempt to make it is refused by the database. */
  idemKey: string
}
export interface NewBill {
  billType: Bill['billType']
  lessee: number
  store: number
  contract?: number | null
  lease?: number | null
  vehicle?: number | null
  startOn?: Day | null
  endOn?: Day | null
  issueOn: Day
  dueOn: Day
  lateGraceDays?: number
  lateRateBp?: number
  lateCapBp?: number | null
  ofBill?: number | null
  items: readonly NewItem[]
}

const bills = storeOf(bill)
const allocations = storeOf(allocation)
const entries = storeOf(accountEntry)
const author = (ctx: Context): number | null => ctx.user.id || null

const standard = (ctx: Context) => ({
  operatorId: ctx.user.operatorId, createdBy: author(ctx), createdAt: ctx.clock.now(), updatedBy: author(ctx), updatedAt: ctx.clock.now(),
})

const PATTERN = (bill.fields.no as unknown as { pattern: string }).pattern
/** Rows per statement: a bill has some thirty columns and a statement at most 65,535 parameters. */
const BATCH = 1000

/**
 * Bills with their items. Set-based rather than one `add` per record, because the daily run makes thousands; what `add`
 * would check (references, values) has been decided by the program, and the log gets its lines all the same.
 */
export async function issueBills(tx: Tx, ctx: Context, wanted: readonly NewBill[]): Promise<{ id: number; no: string }[]> {
  if (wanted.length === 0) return []
  const today = ctx.clock.today()
  await drawAhead(tx, ctx, bill as unknown as Entity, wanted.length)
  const numbers: string[] = []
  for (let i = 0; i < wanted.length; i++) numbers.push(await nextSerial(tx, ctx, bill.name, PATTERN))
  const amounts = wanted.map((b) => sumFen(b.items.map((item) => item.amount)))
  const rows = wanted.map((b, i) => {
    const { items: _items, ...head } = b
    const amount = amounts[i]!
    const status = billStatus({ amount, paid: 0, writtenOff: 0, issued: true, voided: false })
    return {
      ...standard(ctx), ...head, no: numbers[i]!, status, direction: 'receivable', issuedOn: today, amount, settledOn: status === 'settled' ? today : null,
      lateGraceDays: b.lateGraceDays ?? 0, lateRateBp: b.lateRateBp ?? 0, lateCapBp: b.lateCapBp ?? null, ofBill: b.ofBill ?? null,
    }
  })
  const idOf = new Map<string, number>()
  for (let i = 0; i < rows.length; i += BATCH) {
    const made = await guarded(bill, () => loose(tx).insertInto('bill').values(rows.slice(i, i + BATCH)).returning(['id', 'no']).execute())
    for (const { id, no } of made) idOf.set(no as string, id as number)
  }
  const made = numbers.map((no) => ({ id: idOf.get(no)!, no }))
  await insertItems(tx, ctx, wanted.flatMap((b, i) => b.items.map((item) => ({ bill: made[i]!.id, head: b, item }))))
  await auditAll(tx, ctx, made.map(({ id, no }, i) => ({
    entity: bill.name, entityId: id, action: 'add', title: no, to: rows[i]!.status, changes: { amount: [null, amounts[i]!], dueOn: [null, wanted[i]!.dueOn] },
  })))
  return made
}

async function insertItems(tx: Tx, ctx: Context, wanted: readonly { bill: number; head: Pick<NewBill, 'store' | 'lessee' | 'vehicle'>; item: NewItem }[]): Promise<void> {
  const rows = wanted.map(({ bill: id, head, item }) => ({
    ...standard(ctx), bill: id, store: head.store, lessee: head.lessee, vehicle: head.vehicle ?? null, feeItem: item.feeItem, description: item.description,
    amount: item.amount, startOn: item.startOn ?? null, endOn: item.endOn ?? null, formula: item.formula ?? null, idemKey: item.idemKey,
  }))
  for (let i = 0; i < rows.length; i += BATCH) {
    await guarded(billItem, () => loose(tx).insertInto('billItem').values(rows.slice(i, i + BATCH)).execute())
  }
}

export const issueBill = async (tx: Tx, ctx: Context, wanted: NewBill): Promise<{ id: number; no: string }> => (await issueBills(tx, ctx, [wanted]))[0]!

/** Serialises all money of one customer. */
export async function lockLessee(tx: Tx, ctx: Context, id: number): Promise<{ id: number; name: string; store: number; balance: number; autoUseBalance: boolean }> {
  const row = await tx.selectFrom('lessee').select(['id', 'name', 'store', 'balance', 'autoUseBalance']).where('operatorId', '=', ctx.user.operatorId).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  return { ...row, balance: row.balance ?? 0 }
}

export const lockBills = (tx: Tx, ctx: Context, ids: readonly number[]): Promise<Bill[]> =>
  tx.selectFrom('bill').selectAll().where('operatorId', '=', ctx.user.operatorId).where('id', 'in', ids.length ? [...ids] : [-1]).where('deletedAt', 'is', null).orderBy('id').forUpdate().execute() as Promise<unknown> as Promise<Bill[]>

/**
 * Changes the amount of an issued bill by further items. What was paid beyond the new amount goes to the balance, the
 * newest receipts first. The caller holds the lessee's lock.
 */
export async function appendItems(tx: Tx, ctx: Context, billId: number, items: readonly NewItem[]): Promise<Bill> {
  const delta = sumFen(items.map((item) => item.amount))
  const [before] = await lockBills(tx, ctx, [billId])
  if (!before) throw new Error(`no bill ${billId}`)
  if (before.status === 'voided') throw refused(`账单 ${before.no} 已作废，不能调整`)
  if (before.writtenOff > before.amount + delta) throw refused(`账单 ${before.no} 有坏账核销，请先撤回核销再调整`)
  const excess = before.paid + before.writtenOff - (before.amount + delta)
  if (excess > 0) await releaseExcess(tx, ctx, before, excess)
  await insertItems(tx, ctx, items.map((item) => ({ bill: billId, head: before, item })))
  return delta === 0 ? before : bills.act(tx, ctx, 'adjust', billId, { delta })
}

/** The contract it came from is void, or the receipt that made it was reversed. */
export const cancelBill = (tx: Tx, ctx: Context, billId: number, reason: string): Promise<Bill> => bills.act(tx, ctx, 'cancel', billId, { reason })

export interface Part {
  payment: number
  bill: Bill
  amount: number
  /** The day the money was really paid: late fees count from it. */
  valueOn: Day
}

export async function allocateTo(tx: Tx, ctx: Context, { payment, bill: to, amount, valueOn }: Part): Promise<void> {
  const row = await allocations.add(tx, ctx, { payment, bill: to.id, store: to.store, amount: amount as never, valueOn })
  await bills.act(tx, ctx, 'book', to.id, { delta: amount })
  if (to.billType === 'deposit') await fillDeposit(tx, ctx, to, amount, row.id)
}

/** What is paid on a deposit bill stands on the deposit account, and leaves it when the payment is taken back. */
async function fillDeposit(tx: Tx, ctx: Context, of: Bill, delta: number, allocationId: number): Promise<void> {
  const move = { kind: delta > 0 ? ('receive' as const) : ('reverse' as const), delta, allocation: allocationId, refKey: `allocation:${allocationId}` }
  await moveDeposit(tx, ctx, await accountOfBill(tx, of), move, () => `账单 ${of.no} 的押金已被使用，不能冲销`)
}

/** The opposite row. The value date is the original's, so that a late fee comes out as if the receipt had never been. */
async function takeBack(tx: Tx, ctx: Context, original: { id: number; payment: number; valueOn: Day }, from: Bill, amount: number, released: boolean): Promise<void> {
  const row = await allocations.add(tx, ctx, { payment: original.payment, bill: from.id, store: from.store, amount: -amount as never, valueOn: original.valueOn, reverses: original.id })
  await bills.act(tx, ctx, 'book', from.id, { delta: -amount, released })
  if (from.billType === 'deposit') await fillDeposit(tx, ctx, from, -amount, row.id)
}

export interface LiveAllocation {
  id: number
  payment: number
  bill: number
  valueOn: Day
  /** What of it still stands. */
  live: number
}

/** Allocations that still stand, newest first. */
export async function liveAllocations(tx: Tx, ctx: Context, by: { payment: number } | { bill: number }): Promise<LiveAllocation[]> {
  const column = 'payment' in by ? 'payment' : 'bill'
  const id = 'payment' in by ? by.payment : by.bill
  const rows = await tx.selectFrom('allocation').select(['id', 'payment', 'bill', 'amount', 'valueOn', 'reverses']).where('operatorId', '=', ctx.user.operatorId).where(column, '=', id).where('deletedAt', 'is', null).orderBy('id', 'desc').execute()
  const back = new Map<number, number>()
  for (const row of rows) if (row.reverses !== null) back.set(row.reverses, (back.get(row.reverses) ?? 0) - row.amount)
  return rows.filter((row) => row.reverses === null).map((row) => ({ id: row.id, payment: row.payment, bill: row.bill, valueOn: row.valueOn, live: row.amount - (back.get(row.id) ?? 0) })).filter((row) => row.live > 0)
}

/** All of a payment: returns the bills it had been spread over. */
export async function takeBackAll(tx: Tx, ctx: Context, payment: number): Promise<number[]> {
  const live = await liveAllocations(tx, ctx, { payment })
  const from = new Map((await lockBills(tx, ctx, live.map((row) => row.bill))).map((b) => [b.id, b]))
  for (const row of live) await takeBack(tx, ctx, row, from.get(row.bill)!, row.live, false)
  return [...from.keys()]
}

/** What one receipt had paid on a bill goes to the balance instead. */
export async function releaseAllocation(tx: Tx, ctx: Context, row: LiveAllocation, from: Bill, part: number): Promise<void> {
  await takeBack(tx, ctx, row, from, part, true)
  await tx.updateTable('payment').set((eb) => ({ allocated: eb('allocated', '-', part as never), toBalance: eb('toBalance', '+', part as never), version: eb('version', '+', 1) })).where('id', '=', row.payment).execute()
  const times = await tx.selectFrom('accountEntry').select((eb) => eb.fn.countAll<number>().as('n')).where('payment', '=', row.payment).where('bill', '=', from.id).where('kind', '=', 'released').where('deletedAt', 'is', null).executeTakeFirstOrThrow()
  await moveBalance(tx, ctx, { lessee: from.lessee, delta: part, kind: 'released', payment: row.payment, bill: from.id, refKey: `release:${row.id}:${times.n}` })
}

async function releaseExcess(tx: Tx, ctx: Context, from: Bill, excess: number): Promise<void> {
  let left = excess
  for (const row of await liveAllocations(tx, ctx, { bill: from.id })) {
    const part = Math.min(row.live, left)
    if (part <= 0) break
    await releaseAllocation(tx, ctx, row, from, part)
    left -= part
  }
  if (left > 0) throw new Error(`bill ${from.id}: more paid than its allocations say`)
}

export interface BalanceMove {
  lessee: number
  delta: number
  kind: Rec<typeof accountEntry>['kind']
  payment?: number | null
  bill?: number | null
  refund?: number | null
  refKey: string
}

export async function moveBalance(tx: Tx, ctx: Context, { lessee: id, delta, ...rest }: BalanceMove): Promise<void> {
  if (delta === 0) return
  const owner = await lockLessee(tx, ctx, id)
  const after = owner.balance + delta
  if (after < 0) throw refused(`承租人 ${owner.name} 的预存余额不足，这笔余额已被使用`)
  await entries.add(tx, ctx, { lessee: id, store: owner.store, delta: delta as never, after: after as never, ...rest })
  await tx.updateTable('lessee').set((eb) => ({ balance: after as never, version: eb('version', '+', 1), updatedAt: ctx.clock.now() })).where('id', '=', id).execute()
}
