/** All that stands between the company and one of its parties, document by document, for whoever writes statements of it. */
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { platesOf } from '#modules/vehicles/vehicles.public.ts'
import { BILL_TYPES } from '../bills/bill.ts'
import { CHANNELS } from '../payments/payment.ts'
import { PAYABLE_FEES, PAYABLE_PARTIES } from '../shares/payable.ts'

export interface PartyOf {
  store: number
  /** A customer, or whoever is owed something: by kind and name, as on the payables. */
  lessee: number | null
  partyKind: string
  payee: string
}
export interface PartyDocument {
  docType: 'bill' | 'writeOff' | 'allocation' | 'payable' | 'payout'
  docId: number
  docNo: string
  bill: number | null
  payableBill: number | null
  day: Day
  text: string
  charge: number
  credit: number
  payment: number
}
interface Raw extends Omit<PartyDocument, 'text'> {
  kind: string
  vehicle: number | null
  startOn: Day | null
  endOn: Day | null
}

const WORDS: Readonly<Record<PartyDocument['docType'], Readonly<Record<string, string>>>> = {
  bill: BILL_TYPES,
  writeOff: {},
  allocation: CHANNELS,
  payable: PAYABLE_FEES,
  payout: CHANNELS,
}
const worded = ({ kind, vehicle, startOn, endOn, ...row }: Raw, plates: ReadonlyMap<number, string>): PartyDocument => {
  const word = WORDS[row.docType][kind] ?? kind
  const what =
    row.docType === 'allocation'
      ? `收款 ${word}`
      : row.docType === 'payout'
        ? `付款 ${word}`
        : row.docType === 'writeOff'
          ? '坏账核销'
          : word
  const numbers = { docId: Number(row.docId), charge: Number(row.charge), credit: Number(row.credit), payment: Number(row.payment) }
  return {
    ...row,
    ...numbers,
    text: [what, vehicle === null ? null : plates.get(vehicle), startOn && endOn ? `${startOn}~${addDays(endOn, -1)}` : null]
      .filter(Boolean)
      .join(' '),
  }
}

/**
 * What does not count any more is there with nothing in it, so that whoever wrote it down before sees the difference: over all
 * rows, charge − credit − payment is what is open on the bills of the party.
 */
export async function partyDocuments(db: Db, ctx: Context, p: PartyOf): Promise<PartyDocument[]> {
  const operator = ctx.user.operatorId
  const { rows } = p.lessee
    ? await sql<Raw>`
      select 'bill' as "docType", b.id as "docId", b.no as "docNo", b.id as bill, null::bigint as "payableBill", b.issued_on as day, b.bill_type as kind, b.vehicle as vehicle,
        b.start_on as "startOn", b.end_on as "endOn", case when b.status = 'voided' then 0 else b.amount end as charge, 0 as credit, 0 as payment
        from bill b
        where b.operator_id = ${operator} and b.lessee = ${p.lessee} and b.store = ${p.store} and b.direction = 'receivable' and b.status <> 'draft' and b.deleted_at is null
      union all
      select 'writeOff', w.id, w.no, w.bill, null, coalesce((w.decided_at at time zone 'Asia/Shanghai')::date, b.issued_on), 'writeOff', null, null, null, 0,
        case when w.status = 'approved' then w.amount else 0 end, 0
        from write_off w join bill b on b.operator_id = w.operator_id and b.id = w.bill
        where w.operator_id = ${operator} and b.lessee = ${p.lessee} and b.store = ${p.store} and b.direction = 'receivable' and w.status in ('approved', 'reversed') and w.deleted_at is null
      union all
      select 'allocation', a.id, r.no, a.bill, null, a.value_on, r.channel, null, null, null, 0, 0,
        a.amount + coalesce((select sum(z.amount) from allocation z where z.operator_id = a.operator_id and z.reverses = a.id and z.deleted_at is null), 0)::bigint
        from allocation a join bill b on b.operator_id = a.operator_id and b.id = a.bill join payment r on r.operator_id = a.operator_id and r.id = a.payment
        where a.operator_id = ${operator} and b.lessee = ${p.lessee} and b.store = ${p.store} and b.direction = 'receivable' and a.reverses is null and a.deleted_at is null`.execute(
        db,
      )
    : await sql<Raw>`
      select 'payable' as "docType", b.id as "docId", b.no as "docNo", null::bigint as bill, b.id as "payableBill", coalesce(b.posted_on, (b.created_at at time zone 'Asia/Shanghai')::date) as day,
        b.fee as kind, b.vehicle as vehicle, b.start_on as "startOn", b.end_on as "endOn", case when b.status = 'voided' then 0 else b.amount end as charge, 0 as credit, 0 as payment
        from payable_bill b
        where b.operator_id = ${operator} and b.party_kind = ${p.partyKind} and b.payee = ${p.payee} and b.store = ${p.store} and b.status <> 'toConfirm' and b.deleted_at is null
      union all
      select 'payout', o.id, o.no, null, o.payable_bill, o.paid_on, o.channel, null, null, null, 0, 0, case when o.status = 'confirmed' then o.amount else 0 end
        from payout o join payable_bill b on b.operator_id = o.operator_id and b.id = o.payable_bill
        where o.operator_id = ${operator} and b.party_kind = ${p.partyKind} and b.payee = ${p.payee} and b.store = ${p.store} and o.status in ('confirmed', 'reversed') and o.deleted_at is null`.execute(
        db,
      )
  const plates = await platesOf(db, [...new Set(rows.map((r) => r.vehicle).filter((id) => id !== null))])
  return rows.map((row) => worded(row, plates))
}

/** Whoever has documents up to a day: for writing the statements of a month at once. */
export async function partiesWith(db: Db, ctx: Context, store: number, partyKind: string, until: Day): Promise<Omit<PartyOf, 'store'>[]> {
  const operator = ctx.user.operatorId
  if (partyKind === 'lessee') {
    const { rows } = await sql<{ lessee: number }>`
      select distinct b.lessee from bill b where b.operator_id = ${operator} and b.store = ${store} and b.direction = 'receivable' and b.status <> 'draft'
        and b.issued_on <= ${until}::date and b.deleted_at is null order by 1`.execute(db)
    return rows.map((row) => ({ lessee: Number(row.lessee), partyKind, payee: '' }))
  }
  if (!(partyKind in PAYABLE_PARTIES)) return []
  const { rows } = await sql<{ payee: string }>`
    select distinct b.payee from payable_bill b where b.operator_id = ${operator} and b.store = ${store} and b.party_kind = ${partyKind}
      and b.status not in ('toConfirm', 'voided') and b.deleted_at is null order by 1`.execute(db)
  return rows.map((row) => ({ lessee: null, partyKind, payee: row.payee }))
}

/** What is still open on these bills, or on these payables. */
export async function openAmounts(
  db: Db,
  which: 'bill' | 'payableBill',
  ids: readonly number[],
): Promise<{ id: number; remain: number; payable: boolean }[]> {
  if (ids.length === 0) return []
  const rows = await liveRows(db, which)
    .select(['id', 'remain', 'status'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, remain: row.remain ?? 0, payable: row.status === 'unpaid' || row.status === 'partlyPaid' }))
}
