/** What billing knows that a line of a bank statement may be: open bills, registered receipts, refunds and payments. */
import { sql, type NotNull } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { dayOf, type Day } from '#kit/basics/time/day.ts'
import type { Fen } from '#kit/basics/fen.ts'
import { liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { bill } from '../bills/bill.ts'
import { OUTSIDE } from '../payments/channels.rules.ts'
import { payment } from '../payments/payment.ts'
import { refund } from '../payments/refund.ts'
import { payout } from '../shares/payable.ts'

interface OpenDebt {
  lessee: number
  name: string
  /** Names under which this customer has paid before. */
  payers: string[]
  bills: { id: number; no: string; remain: number; dueOn: Day; plate: string | null; contractNo: string | null }[]
}

/** Trade numbers of receipts somebody registered by hand → which. */
export async function registeredTradeNos(db: Db, ctx: Context, tradeNos: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ tradeNo: string; why: string }>`
    select trade_no as "tradeNo", '已登记收款 ' || no as why from payment where operator_id = ${ctx.user.operatorId} and channel = 'transfer' and status in ('toConfirm', 'confirmed')
      and trade_no = any(${sql.val([...tradeNos])}::text[]) and deleted_at is null`.execute(db)
  return new Map(rows.map((row) => [row.tradeNo, row.why]))
}

/** Open debts that a line may be for: what the user may see, of customers the line names, or with a bill of just that amount. */
export async function openDebts(
  db: Db,
  ctx: Context,
  line: { amount: Fen; payerName: string | null; memo: string | null },
): Promise<OpenDebt[]> {
  const open = seenRows(db, ctx, bill).where('t.status', 'in', ['unpaid', 'partlyPaid']).where('t.direction', '=', 'receivable')
  const name = line.payerName ?? ''
  const near = [...new Set(Array.from({ length: Math.max(0, name.length - 1) }, (_, i) => name.slice(i, i + 2)))]
    .filter((pair) => !/有限|公司|责任/.test(pair))
    .slice(0, 12)
  const words = (line.memo ?? '').toUpperCase().match(/[A-Z]{2}\d{8}-\d{4,}|[\u4e00-\u9fff][A-Z][A-Z0-9]{4,6}/g) ?? []
  const candidates = await open
    .innerJoin('lessee as l', 'l.id', 't.lessee')
    .leftJoin('vehicle as v', 'v.id', 't.vehicle')
    .leftJoin('contract as c', 'c.id', 't.contract')
    .where((eb) =>
      eb.or([
        eb('t.remain', '=', line.amount),
        eb('l.name', '=', name),
        ...near.map((pair) => eb('l.name', 'like', `%${pair.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`)),
        ...words.flatMap((word) => [eb('t.no', '=', word), eb('v.plateNo', '=', word), eb('c.no', '=', word)]),
        sql<boolean>`t.lessee in (select lessee from payment where operator_id = ${ctx.user.operatorId} and payer_name = ${name} and ${name} <> '' and deleted_at is null)`,
      ]),
    )
    .select('t.lessee')
    .distinct()
    .orderBy('t.lessee')
    .limit(200)
    .execute()
  if (candidates.length === 0) return []
  const ids = candidates.map((row) => row.lessee)
  const rows = await seenRows(db, ctx, bill)
    .innerJoin('lessee as l', 'l.id', 't.lessee')
    .leftJoin('vehicle as v', 'v.id', 't.vehicle')
    .leftJoin('contract as c', 'c.id', 't.contract')
    .where('t.status', 'in', ['unpaid', 'partlyPaid'])
    .where('t.direction', '=', 'receivable')
    .where('t.lessee', 'in', ids)
    .select(['t.id', 't.no', 't.remain', 't.dueOn', 't.lessee', 'l.name', 'v.plateNo as plate', 'c.no as contractNo'])
    .$narrowType<{ remain: NotNull }>()
    .orderBy('t.dueOn')
    .orderBy('t.id')
    .limit(2000)
    .execute()
  const payers = await liveRows(db, 'payment')
    .select(['lessee', 'payerName'])
    .distinct()
    .where('lessee', 'in', ids)
    .where('status', '=', 'confirmed')
    .execute()
  return [...Map.groupBy(rows, (row) => row.lessee)].map(([lessee, bills]) => ({
    lessee,
    name: bills[0]!.name,
    payers: payers.filter((p) => p.lessee === lessee).map((p) => p.payerName),
    bills,
  }))
}

interface CashCandidate {
  target: 'payment' | 'payout' | 'refund'
  id: number
  no: string
  day: Day
  tradeNo: string | null
  account: number | null
  party: string
}
type Asked = { direction: 'in' | 'out'; amount: Fen; from: Day; to: Day; tradeNo: string }
/** Where there are many of one amount, the one with this number is not among those left off. */
const thisNumberFirst = (column: string, tradeNo: string) => sql<boolean>`${sql.ref(column)} is distinct from ${tradeNo}`

/** Documents of just this amount around a day that the user may see. */
export async function cashCandidates(db: Db, ctx: Context, { direction, amount, from, to, tradeNo }: Asked): Promise<CashCandidate[]> {
  if (direction === 'in') {
    const rows = await seenRows(db, ctx, payment)
      .where('t.amount', '=', amount)
      .where('t.status', 'in', ['toConfirm', 'confirmed'])
      .where('t.channel', 'in', [...OUTSIDE])
      .where(sql<boolean>`(t.paid_at at time zone 'Asia/Shanghai')::date between ${from} and ${to}`)
      .select(['t.id', 't.no', 't.paidAt', 't.tradeNo', 't.account', 't.payerName as party'])
      .orderBy(thisNumberFirst('t.tradeNo', tradeNo))
      .orderBy('t.id')
      .limit(50)
      .execute()
    return rows.map(({ paidAt, ...row }) => ({ ...row, target: 'payment', day: dayOf(paidAt) }))
  }
  const paid = await seenRows(db, ctx, payout)
    .where('t.amount', '=', amount)
    .where('t.status', 'in', ['toConfirm', 'confirmed'])
    .where('t.paidOn', '>=', from)
    .where('t.paidOn', '<=', to)
    .select(['t.id', 't.no', 't.paidOn as day', 't.tradeNo', 't.account', 't.payee as party'])
    .orderBy(thisNumberFirst('t.tradeNo', tradeNo))
    .orderBy('t.id')
    .limit(50)
    .execute()
  const refunded = await seenRows(db, ctx, refund)
    .where('t.amount', '=', amount)
    .where('t.status', '=', 'paid')
    .where('t.paidOn', '>=', from)
    .where('t.paidOn', '<=', to)
    .select(['t.id', 't.no', 't.paidOn as day', 't.payTradeNo as tradeNo', 't.account', 't.payee as party'])
    .$narrowType<{ day: NotNull }>()
    .orderBy(thisNumberFirst('t.payTradeNo', tradeNo))
    .orderBy('t.id')
    .limit(50)
    .execute()
  return [...paid.map((row) => ({ ...row, target: 'payout' as const })), ...refunded.map((row) => ({ ...row, target: 'refund' as const }))]
}

/** A document the bank may know by one of these numbers. */
export interface NumberedCash extends CashCandidate {
  direction: 'in' | 'out'
  amount: number
}
/** All of them at once: a month of lines is not asked for one by one. */
export async function cashByTradeNo(db: Db, ctx: Context, tradeNos: readonly string[]): Promise<NumberedCash[]> {
  const numbers = sql`any(${sql.val([...tradeNos])}::text[])`
  const received = await seenRows(db, ctx, payment)
    .where('t.status', 'in', ['toConfirm', 'confirmed'])
    .where('t.channel', 'in', [...OUTSIDE])
    .where(sql<boolean>`t.trade_no = ${numbers}`)
    .select(['t.id', 't.no', 't.paidAt', 't.tradeNo', 't.account', 't.payerName as party', 't.amount'])
    .execute()
  const paid = await seenRows(db, ctx, payout)
    .where('t.status', 'in', ['toConfirm', 'confirmed'])
    .where(sql<boolean>`t.trade_no = ${numbers}`)
    .select(['t.id', 't.no', 't.paidOn as day', 't.tradeNo', 't.account', 't.payee as party', 't.amount'])
    .execute()
  const refunded = await seenRows(db, ctx, refund)
    .where('t.status', '=', 'paid')
    .where(sql<boolean>`t.pay_trade_no = ${numbers}`)
    .select(['t.id', 't.no', 't.paidOn as day', 't.payTradeNo as tradeNo', 't.account', 't.payee as party', 't.amount'])
    .$narrowType<{ day: NotNull }>()
    .execute()
  return [
    ...received.map(({ paidAt, ...row }) => ({ ...row, target: 'payment' as const, direction: 'in' as const, day: dayOf(paidAt) })),
    ...paid.map((row) => ({ ...row, target: 'payout' as const, direction: 'out' as const })),
    ...refunded.map((row) => ({ ...row, target: 'refund' as const, direction: 'out' as const })),
  ]
}

interface EarlierMove {
  source: 'payment' | 'payout' | 'refund'
  id: number
  no: string
  amount: number
  channel: string
  day: Day
  store: number
  party: string
}
/** All that came from outside or went there and stands, in the order of days: for a cash book that begins later than the company. */
export async function earlierMoves(db: Db, ctx: Context): Promise<EarlierMove[]> {
  const operator = ctx.user.operatorId
  const { rows } = await sql<EarlierMove>`
    select * from (
      select 'payment' as source, id, no, amount, channel, (paid_at at time zone 'Asia/Shanghai')::date as day, store, payer_name as party from payment
        where operator_id = ${operator} and status = 'confirmed' and source <> 'internal' and deleted_at is null
      union all
      select 'refund', id, no, amount, 'transfer', paid_on, store, payee from refund where operator_id = ${operator} and status = 'paid' and deleted_at is null
      union all
      select 'payout', id, no, amount, channel, paid_on, store, payee from payout where operator_id = ${operator} and status = 'confirmed' and deleted_at is null
    ) m order by day, source, id`.execute(db)
  return rows
}
