/**
 * The only place that makes bills and moves money. Everything here runs in the caller's transaction, and the caller holds
 * the locks in one order: payment, lessee, bills by id. Ledgers are added to, never changed (leasing.md §3.5–§3.7).
 */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { fen, formatYuan, negated, sumFen, type Fen } from '#kit/basics/fen.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import { guarded } from '#kit/entity/write/failures.server.ts'
import { allRows, anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { nextSerials } from '#kit/entity/serial.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { writeBalance } from '#modules/parties/parties.public.ts'
import { bill, billItem, type Bill, type NewItem } from './bill.ts'
import { billStatus } from './bill.rules.ts'
import { followCredit, withdrawUses } from '../coupons/follow.server.ts'
import { accountOfBill, moveDeposit } from '../deposits/deposits.server.ts'
import { billsIssued } from '../hooks.server.ts'
import { accountEntry, allocation, payment } from '../payments/payment.ts'

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

const PATTERN = (bill.fields.no as unknown as { pattern: string }).pattern
/** Bills per statement: their text is one parameter, so memory sets the bound, not the number of parameters. */
const BATCH = 2000

/**
 * Numbers for bills that a later transaction will make. Drawn by themselves, because the counter stays locked until the
 * transaction that drew commits: drawn inside, two runs at once would take turns. A run that dies leaves a gap.
 */
export const drawBillNumbers = (ctx: Context, count: number): Promise<string[]> =>
  ctx.db.write(ctx.user.operatorId, (tx) => billNumbers(tx, ctx, count))
export const billNumbers = (tx: Tx, ctx: Context, count: number): Promise<string[]> => nextSerials(tx, ctx, bill.name, PATTERN, count)

/**
 * Bills with their items and lines of the log, in one statement for many of them, because the daily run makes thousands.
 * What `add` would check (references, values) has been decided by the program.
 */
export async function issueBills(tx: Tx, ctx: Context, wanted: readonly NewBill[]): Promise<{ id: number; no: string }[]> {
  if (wanted.length === 0) return []
  const numbers = await billNumbers(tx, ctx, wanted.length)
  const made: { id: number; no: string }[] = []
  for (let i = 0; i < wanted.length; i += BATCH)
    made.push(...(await listed(tx, ctx, wanted.slice(i, i + BATCH), numbers.slice(i, i + BATCH))))
  billsIssued(tx, ctx, wanted)
  return made
}

async function listed(tx: Tx, ctx: Context, wanted: readonly NewBill[], numbers: readonly string[]): Promise<{ id: number; no: string }[]> {
  const heads = wanted.map((b, n) => {
    const { items, ...head } = b
    const amount = sumFen(items.map((item) => item.amount))
    return { ...head, n, no: numbers[n], amount, status: billStatus({ amount, paid: 0, writtenOff: 0, issued: true, voided: false }) }
  })
  const items = wanted.flatMap((b, n) => b.items.map((item, k) => ({ ...item, n, k })))
  const rows = await writeBills<{ id: number; no: string }>(tx, ctx, {
    heads: sql`
      select n, no, status, "billType" as bill_type, lessee, contract, lease, vehicle, store, "startOn" as start_on, "endOn" as end_on, "issueOn" as issue_on, "dueOn" as due_on, amount, "lateGraceDays" as late_grace_days,
        "lateRateBp" as late_rate_bp, "lateCapBp" as late_cap_bp, "ofBill" as of_bill
      from json_to_recordset(${JSON.stringify(heads)}::json) as h(n int, no text, status text, "billType" text, lessee bigint, contract bigint, lease bigint, vehicle bigint, store bigint, "startOn" date, "endOn" date,
        "issueOn" date, "dueOn" date, amount bigint, "lateGraceDays" int, "lateRateBp" int, "lateCapBp" int, "ofBill" bigint)`,
    items: sql`
      select heads.id as bill, heads.store, heads.lessee, heads.vehicle, i."feeItem" as fee_item, i.description, i.amount, i."startOn" as start_on, i."endOn" as end_on, i.formula, i."idemKey" as idem_key
      from json_to_recordset(${JSON.stringify(items)}::json) as i(n int, k int, "feeItem" text, description text, amount bigint, "startOn" date, "endOn" date, formula text, "idemKey" text) join heads using (n) order by i.n, i.k`,
    result: sql`select id, no from heads order by n`,
  })
  if (rows.length !== wanted.length) throw new Error(`${rows.length} bills written of ${wanted.length}`)
  return rows
}

/** What bills are made of, as queries, so that what is in the database already need not travel. */
export interface BillSource {
  /** n (their order), no, status, bill_type, lessee, contract, lease, vehicle, store, start_on, end_on, issue_on, due_on, amount, late_grace_days, late_rate_bp, late_cap_bp, of_bill, and what the others want to read. */
  heads: RawBuilder<unknown>
  /** bill, store, lessee, vehicle, fee_item, description, amount, start_on, end_on, formula, idem_key; from `heads`, which has `id` by now. */
  items: RawBuilder<unknown>
  /** Further parts of the statement. */
  more?: RawBuilder<unknown>
  /** Its answer; `parts` has the amounts of the items. */
  result: RawBuilder<unknown>
}

/** The ids are drawn before the rows are written, so that nothing has to be joined to find them again. */
export async function writeBills<R>(tx: Tx, ctx: Context, { heads, items, more = sql``, result }: BillSource): Promise<R[]> {
  const [now, today, who, operator] = [ctx.clock.now(), ctx.clock.today(), author(ctx), ctx.user.operatorId]
  const { rows } = await guarded(billItem, () =>
    guarded(bill, () =>
      sql<R>`
    with heads as materialized (select nextval('bill_id_seq') as id, h.* from (${heads} order by n) h),
    made as (
      insert into bill (id, operator_id, created_by, created_at, updated_by, updated_at, no, status, direction, bill_type, lessee, contract, lease, vehicle, store, start_on, end_on, issue_on, issued_on, due_on, amount, paid, written_off,
        settled_on, late_grace_days, late_rate_bp, late_cap_bp, of_bill)
      overriding system value
      select id, ${operator}, ${who}::bigint, ${now}::timestamptz, ${who}::bigint, ${now}::timestamptz, no, status, 'receivable', bill_type, lessee, contract, lease, vehicle, store, start_on, end_on, issue_on, ${today}::date, due_on, amount, 0, 0,
        case when status = 'settled' then ${today}::date end, coalesce(late_grace_days, 0), coalesce(late_rate_bp, 0), late_cap_bp, of_bill from heads
    ), parts as (
      insert into bill_item (operator_id, created_by, created_at, updated_by, updated_at, bill, store, lessee, vehicle, fee_item, description, amount, start_on, end_on, formula, idem_key)
      select ${operator}, ${who}::bigint, ${now}::timestamptz, ${who}::bigint, ${now}::timestamptz, i.* from (${items}) i
      returning amount
    ), lines as (
      insert into audit_log (operator_id, at, user_id, user_name, entity, entity_id, title, action, to_state, changes, source, request_id, ip)
      select ${operator}, ${now}::timestamptz, ${who}::bigint, ${ctx.user.name || ctx.user.username}, 'bill', id, no, 'add', status, jsonb_build_object('amount', jsonb_build_array(null, amount), 'dueOn', jsonb_build_array(null, due_on)), ${ctx.source}, ${ctx.requestId}, ${ctx.ip}
      from heads
    ) ${more} ${result}`.execute(tx),
    ),
  )
  return rows
}

async function insertItems(
  tx: Tx,
  ctx: Context,
  wanted: readonly { bill: number; head: Pick<NewBill, 'store' | 'lessee' | 'vehicle'>; item: NewItem }[],
): Promise<void> {
  const rows = wanted.map(({ bill: id, head, item }) => ({
    bill: id,
    store: head.store,
    lessee: head.lessee,
    vehicle: item.vehicle ?? head.vehicle ?? null,
    feeItem: item.feeItem,
    description: item.description,
    amount: fen(item.amount),
    startOn: item.startOn ?? null,
    endOn: item.endOn ?? null,
    formula: item.formula ?? null,
    idemKey: item.idemKey,
  }))
  await storeOf(billItem).addMany(tx, ctx, rows, 'ledger')
}

export const issueBill = async (tx: Tx, ctx: Context, wanted: NewBill): Promise<{ id: number; no: string }> =>
  (await issueBills(tx, ctx, [wanted]))[0]!

/** Serialises all money of one customer. */
export async function lockLessee(
  tx: Tx,
  id: number,
): Promise<{ id: number; name: string; store: number; balance: number; autoUseBalance: boolean }> {
  const row = await allRows(tx, 'lessee')
    .select(['id', 'name', 'store', 'balance', 'autoUseBalance'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw absent('承租人已被删除，或不在您的数据权限内，请刷新后重新选择')
  return { ...row, balance: row.balance ?? 0 }
}

export const lockBills = (tx: Tx, ids: readonly number[]): Promise<Bill[]> =>
  liveRows(tx, 'bill').selectAll().where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate().execute() as Promise<unknown> as Promise<
    Bill[]
  >

/** A receipt that is being booked: what a credit gives back of it is its own to place, not yet the balance's. */
export interface OwnReceipt {
  payment: number
  /** Fen that came back so far. */
  back: number
}

/**
 * Changes the amount of an issued bill by further items. What was paid beyond the new amount goes to the balance, the
 * newest receipts first; coupons on the bill give back their part of a credit. The caller holds the lessee's lock.
 */
export async function appendItems(tx: Tx, ctx: Context, billId: number, items: readonly NewItem[], own?: OwnReceipt): Promise<Bill> {
  const [before] = await lockBills(tx, [billId])
  if (!before) throw new Error(`no bill ${billId}`)
  if (before.status === 'voided') throw refused(`账单 ${before.no} 已作废，不能调整`)
  const all = [...items, ...(await followCredit(tx, ctx, billId, items))]
  const delta = sumFen(all.map((item) => item.amount))
  if (before.amount + delta < 0)
    throw refused(`账单 ${before.no} 的金额只有 ${formatYuan(before.amount)}，不能再冲减 ${formatYuan(negated(delta))}`)
  if (before.writtenOff > before.amount + delta) throw refused(`账单 ${before.no} 有坏账核销，请先撤回核销再调整`)
  const excess = before.paid + before.writtenOff - (before.amount + delta)
  if (excess > 0) await releaseExcess(tx, ctx, before, excess, own)
  await insertItems(
    tx,
    ctx,
    all.map((item) => ({ bill: billId, head: before, item })),
  )
  return delta === 0 ? before : bills.act(tx, ctx, 'adjust', billId, { delta })
}

/** The contract it came from is void, or the receipt that made it was reversed. */
export async function cancelBill(tx: Tx, ctx: Context, billId: number, reason: string): Promise<Bill> {
  await freeCoupons(tx, ctx, billId, reason)
  return bills.act(tx, ctx, 'cancel', billId, { reason })
}

/** The period an issued bill stands for was moved before anything of it began: its days move with it. */
export async function moveBill(tx: Tx, ctx: Context, billId: number, days: Pick<Bill, 'startOn' | 'endOn' | 'dueOn'>): Promise<void> {
  await bills.writeMany(tx, ctx, [billId], () => days)
}

/** What live invoices of a bill come to, told by whoever keeps them; the caller holds the lock of the bill. */
export async function noteInvoiced(tx: Tx, ctx: Context, sums: ReadonlyMap<number, number>): Promise<void> {
  await bills.writeMany(tx, ctx, [...sums.keys()], (before) => ({ invoiced: fen(sums.get(before.id)!) }))
}

/** Before a bill is voided its coupons go back to the customer, and what they took off is on it again, for the record. */
export async function freeCoupons(tx: Tx, ctx: Context, billId: number, reason: string): Promise<void> {
  const [of] = await lockBills(tx, [billId])
  const items = of ? await withdrawUses(tx, ctx, of, reason) : []
  if (items.length) await appendItems(tx, ctx, billId, items)
}

export interface Part {
  payment: number
  bill: Bill
  amount: Fen
  /** The day the money was really paid: late fees count from it. */
  valueOn: Day
}

export async function allocateTo(tx: Tx, ctx: Context, { payment, bill: to, amount, valueOn }: Part): Promise<void> {
  const row = await allocations.add(tx, ctx, { payment, bill: to.id, store: to.store, amount, valueOn })
  await bills.act(tx, ctx, 'book', to.id, { delta: amount })
  if (to.billType === 'deposit') await fillDeposit(tx, ctx, to, amount, row.id)
}

/** What is paid on a deposit bill stands on the deposit account, and leaves it when the payment is taken back. */
async function fillDeposit(tx: Tx, ctx: Context, of: Bill, delta: number, allocationId: number): Promise<void> {
  const move = {
    kind: delta > 0 ? ('receive' as const) : ('reverse' as const),
    delta,
    allocation: allocationId,
    refKey: `allocation:${allocationId}`,
  }
  await moveDeposit(tx, ctx, await accountOfBill(tx, of), move, () => `账单 ${of.no} 的押金已被使用，不能冲销`)
}

/** The opposite row. The value date is the original's, so that a late fee comes out as if the receipt had never been. */
async function takeBack(
  tx: Tx,
  ctx: Context,
  original: { id: number; payment: number; valueOn: Day },
  from: Bill,
  amount: number,
  released: boolean,
): Promise<void> {
  const row = await allocations.add(tx, ctx, {
    payment: original.payment,
    bill: from.id,
    store: from.store,
    amount: fen(-amount),
    valueOn: original.valueOn,
    reverses: original.id,
  })
  await bills.act(tx, ctx, 'book', from.id, { delta: fen(-amount), released })
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
export async function liveAllocations(tx: Tx, by: { payment: number } | { bill: number }): Promise<LiveAllocation[]> {
  const column = 'payment' in by ? 'payment' : 'bill'
  const id = 'payment' in by ? by.payment : by.bill
  const rows = await liveRows(tx, 'allocation')
    .select(['id', 'payment', 'bill', 'amount', 'valueOn', 'reverses'])
    .where(column, '=', id)
    .orderBy('id', 'desc')
    .execute()
  const back = new Map<number, number>()
  for (const row of rows) if (row.reverses !== null) back.set(row.reverses, (back.get(row.reverses) ?? 0) - row.amount)
  return rows
    .filter((row) => row.reverses === null)
    .map((row) => ({ id: row.id, payment: row.payment, bill: row.bill, valueOn: row.valueOn, live: row.amount - (back.get(row.id) ?? 0) }))
    .filter((row) => row.live > 0)
}

/** All of a payment: returns the bills it had been spread over. */
export async function takeBackAll(tx: Tx, ctx: Context, payment: number): Promise<number[]> {
  const live = await liveAllocations(tx, { payment })
  const from = new Map(
    (
      await lockBills(
        tx,
        live.map((row) => row.bill),
      )
    ).map((b) => [b.id, b]),
  )
  for (const row of live) await takeBack(tx, ctx, row, from.get(row.bill)!, row.live, false)
  return [...from.keys()]
}

/** What one receipt had paid on a bill goes to the balance instead. */
export async function releaseAllocation(
  tx: Tx,
  ctx: Context,
  row: LiveAllocation,
  from: Bill,
  part: number,
  cause: string = 'release',
): Promise<void> {
  await takeBack(tx, ctx, row, from, part, true)
  await storeOf(payment).writeMany(tx, ctx, [row.payment], (before) => ({
    allocated: fen(before.allocated - part),
    toBalance: fen(before.toBalance + part),
  }))
  const times = await liveRows(tx, 'accountEntry')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('payment', '=', row.payment)
    .where('bill', '=', from.id)
    .where('kind', '=', 'released')
    .executeTakeFirstOrThrow()
  await moveBalance(tx, ctx, {
    lessee: from.lessee,
    delta: part,
    kind: 'released',
    payment: row.payment,
    bill: from.id,
    refKey: `${cause}:${row.id}:${times.n}`,
  })
}

const releasedBy = (payment: number): string => `released:${payment}`
/**
 * A receipt is taken back that had set other money free (a late fee it lowered): that goes where it was again, from the balance it
 * went to; spent meanwhile, the receipt stays. Returns the bills.
 */
export async function restoreReleased(tx: Tx, ctx: Context, cause: number): Promise<number[]> {
  const released = await liveRows(tx, 'accountEntry')
    .innerJoin('payment', 'payment.id', 'accountEntry.payment')
    .select(['accountEntry.bill', 'accountEntry.payment', 'accountEntry.lessee', 'accountEntry.delta', 'accountEntry.refKey'])
    .where('accountEntry.kind', '=', 'released')
    .where('accountEntry.lessee', '=', (eb) => eb.selectFrom('payment as p').select('p.lessee').where('p.id', '=', cause))
    .where('accountEntry.refKey', 'like', `${releasedBy(cause)}:%`)
    .where('payment.status', '=', 'confirmed')
    .orderBy('accountEntry.id', 'desc')
    .execute()
  const touched: number[] = []
  for (const { payment: from, bill: to, lessee, delta, refKey } of released) {
    const [{ valueOn }, [of]] = await Promise.all([
      tx
        .selectFrom('allocation')
        .select('valueOn')
        .where('id', '=', Number(refKey.split(':')[2]))
        .executeTakeFirstOrThrow(),
      lockBills(tx, [to!]),
    ])
    await moveBalance(tx, ctx, { lessee, delta: negated(delta), kind: 'reversed', payment: from, bill: to, refKey: `${refKey}:back` })
    await allocateTo(tx, ctx, { payment: from!, bill: of!, amount: fen(delta), valueOn })
    await storeOf(payment).writeMany(tx, ctx, [from!], (before) => ({
      allocated: fen(before.allocated + delta),
      toBalance: fen(before.toBalance - delta),
    }))
    touched.push(to!)
  }
  return touched
}

async function releaseExcess(tx: Tx, ctx: Context, from: Bill, excess: number, own?: OwnReceipt): Promise<void> {
  let left = excess
  for (const row of await liveAllocations(tx, { bill: from.id })) {
    const part = Math.min(row.live, left)
    if (part <= 0) break
    if (own && row.payment === own.payment) {
      await takeBack(tx, ctx, row, from, part, true)
      own.back += part
    } else await releaseAllocation(tx, ctx, row, from, part, own ? releasedBy(own.payment) : undefined)
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
  const owner = await lockLessee(tx, id)
  const after = owner.balance + delta
  if (after < 0) throw refused(`承租人 ${owner.name} 的预存余额不足，这笔余额已被使用`)
  await entries.add(tx, ctx, { lessee: id, store: owner.store, delta: fen(delta), after: fen(after), ...rest })
  await writeBalance(tx, ctx, id, fen(after))
}
