/** What happened in a month and what it says in the books: read from the ledgers of billing and from the cash book, which stay as they are. */
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { mulDivRound, ZERO } from '#kit/basics/fen.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { cashOrigins, postedBilling, type CashOrigin, type PostedItem } from '#modules/billing/billing.public.ts'
import type { cashEntry } from '../cash/entry.ts'
import { taxCodesOf } from '../invoices/open.server.ts'
import { RATE_BP } from '../invoices/tax-code.ts'
import { firstOf, lastOf } from '../period/period.rules.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { EVENTS, credit, debit, earned, itemLegs, red, type EventKind, type Happening, type Leg } from './voucher.rules.ts'

type Entry = Pick<
  Rec<typeof cashEntry>,
  'id' | 'kind' | 'source' | 'sourceId' | 'sourceNo' | 'account' | 'amount' | 'direction' | 'party' | 'postedOn' | 'store' | 'vehicle'
>
const happening = (event: EventKind, id: number, h: Omit<Happening, 'event' | 'id' | 'key' | 'text'> & { text?: string }): Happening => ({
  event,
  id,
  key: `${event}:${id}`,
  text: EVENTS[event],
  ...h,
})

async function billingOf(db: Db, ctx: Context, from: Day, to: Day): Promise<Happening[]> {
  const [posted, codes] = [await postedBilling(db, ctx, from, to), await taxCodesOf(db)]
  const legsOf = (i: PostedItem) => {
    const code = codes(i.feeItem, i.issuedOn)
    return itemLegs({ ...i, rateBp: code ? RATE_BP[code.rate] : null })
  }
  const bill = (i: PostedItem) => ({ group: `bill:${i.bill}`, docNo: i.no, on: i.on, store: i.store })
  const items = posted.items.map((i) => {
    const { legs, deferred } = legsOf(i)
    return happening('item', i.id, {
      ...bill(i),
      legs,
      deferred: deferred ? { ...deferred, feeItem: i.feeItem, vehicle: i.vehicle } : null,
    })
  })
  const voided = posted.voided.map((i) => happening('void', i.id, { ...bill(i), legs: red(legsOf(i).legs) }))
  const allocations = posted.allocations.map((a) =>
    happening('allocation', a.id, {
      ...a,
      docNo: a.no,
      legs: [debit('advance', a.amount, a), credit(a.deposit ? 'deposit' : 'receivable', a.amount, { party: a.party, vehicle: a.vehicle })],
    }),
  )
  const deposits = posted.deposits.map((d) =>
    happening('deposit', d.id, {
      ...d,
      docNo: d.no,
      text: d.kind === 'forfeit' ? '没收押金' : '押金抵扣',
      legs: [debit('deposit', d.amount, d), d.kind === 'forfeit' ? credit('forfeited', d.amount) : credit('advance', d.amount, d)],
    }),
  )
  const loss = (w: (typeof posted.losses)[0]): Leg[] => [debit('badDebt', w.amount), credit('receivable', w.amount, w)]
  const owed = (p: (typeof posted.payables)[0]): Leg[] => [
    debit('cost', p.amount, { ...p, about: `pay.${p.fee}` }),
    credit('payable', p.amount, { party: p.party }),
  ]
  return [
    ...items,
    ...voided,
    ...allocations,
    ...deposits,
    ...posted.losses.map((w) => happening('loss', w.id, { ...w, docNo: w.no, legs: loss(w) })),
    ...posted.lossesBack.map((w) => happening('lossBack', w.id, { ...w, docNo: w.no, legs: red(loss(w)) })),
    ...posted.payables.map((p) => happening('payable', p.id, { ...p, docNo: p.no, legs: owed(p) })),
    ...posted.payablesVoid.map((p) => happening('payableVoid', p.id, { ...p, docNo: p.no, legs: red(owed(p)) })),
  ]
}

/** Fees of channels, in ten thousandths; what arrives on the account is less by them. */
async function feesOf(db: Db): Promise<Map<string, number>> {
  const rows = await liveRows(db, 'payType').select(['channel', 'fee']).orderBy('id', 'desc').execute()
  return new Map(rows.map((r) => [r.channel, r.fee]))
}

/** A receipt has one entry until it is taken back, and nothing else of its voucher is a fee. */
async function feesThen(db: Db, ctx: Context, payments: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; fee: number }>`
    select e.source_id as id, (select coalesce(sum((l->>'amount')::bigint), 0) from jsonb_array_elements(v.legs) l where l->>'role' = 'fee') as fee
      from cash_entry e join voucher_source s on s.operator_id = e.operator_id and s.live_key = 'cash:' || e.id and s.deleted_at is null
      join voucher v on v.operator_id = s.operator_id and v.id = s.voucher
      where e.operator_id = ${ctx.user.operatorId} and e.source = 'payment' and e.kind <> 'reversal' and e.deleted_at is null
        and e.source_id = any(${sql.val([...payments])}::bigint[])`.execute(db)
  return new Map(rows.map((r) => [Number(r.id), Number(r.fee)]))
}

interface Around {
  origins: ReadonlyMap<string, CashOrigin>
  fees: ReadonlyMap<string, number>
  kinds: ReadonlyMap<string, string>
  accountKinds: ReadonlyMap<number, string>
  transferFees: ReadonlyMap<number, number>
  /** Of receipts taken back: what their vouchers said of the fee, whatever the rate is now. */
  feesThen: ReadonlyMap<number, number>
}
function cashLegs(e: Entry, a: Around): Leg[] {
  const origin = a.origins.get(`${e.source}:${e.sourceId}`)
  const at = { account: e.account, about: `acct.${a.accountKinds.get(e.account)}` }
  const who = { party: origin?.party ?? e.party, vehicle: e.vehicle }
  const kind = a.kinds.get(`${e.source}:${e.sourceId}`)
  const then = e.kind === 'reversal' ? a.feesThen.get(e.sourceId) : undefined
  const fee = then ?? mulDivRound(e.amount, a.fees.get(origin?.channel ?? '') ?? 0, 10_000)
  switch (e.source) {
    case 'payment':
      return [
        debit('cash', e.amount - fee, at),
        ...(fee === 0 ? [] : [debit('fee', fee)]),
        credit('advance', e.amount, { party: who.party }),
      ]
    case 'refund':
      return [debit(origin?.deposit ? 'deposit' : 'advance', e.amount, { party: who.party }), credit('cash', e.amount, at)]
    case 'payout':
      return [debit('payable', e.amount, { party: who.party }), credit('cash', e.amount, at)]
    case 'otherReceipt':
      return [
        debit('cash', e.amount, at),
        kind === 'loan' ? credit('lent', e.amount, who) : credit('otherIn', e.amount, { ...who, about: `in.${kind}` }),
      ]
    case 'otherPayment':
      return [debit('otherOut', e.amount, { ...who, about: `out.${kind}` }), credit('cash', e.amount, at)]
    case 'accountTransfer':
      if (e.kind === 'transferIn') return [debit('cash', e.amount, at)]
      return e.kind === 'fee' ? [debit('fee', e.amount), credit('cash', e.amount, at)] : [credit('cash', e.amount, at)]
  }
}
/** What was mirrored: the same sides in red. Of a transfer, what left with its fee comes back in one entry. */
function mirrored(e: Entry, a: Around): Leg[] {
  if (e.source !== 'accountTransfer') return red(cashLegs(e, a))
  if (e.direction === 'out') return red(cashLegs({ ...e, kind: 'transferIn' }, a))
  const fee = a.transferFees.get(e.sourceId) ?? 0
  const left = red(cashLegs({ ...e, kind: 'transferOut', amount: (e.amount - fee) as Entry['amount'] }, a))
  return fee === 0 ? left : [...left, ...red(cashLegs({ ...e, kind: 'fee', amount: fee as Entry['amount'] }, a))]
}

async function cashOf(db: Db, ctx: Context, from: Day, to: Day): Promise<Happening[]> {
  const operator = ctx.user.operatorId
  const entries = (await liveRows(db, 'cashEntry')
    .select(['id', 'kind', 'source', 'sourceId', 'sourceNo', 'account', 'amount', 'direction', 'party', 'postedOn', 'store', 'vehicle'])
    .where('postedOn', '>=', from)
    .where('postedOn', '<=', to)
    .orderBy('id')
    .execute()) as Entry[]
  const ids = (source: Entry['source']): number[] => [...new Set(entries.filter((e) => e.source === source).map((e) => e.sourceId))]
  const own = await sql<{ key: string; kind: string }>`
    select 'otherReceipt:' || id as key, kind from other_receipt where operator_id = ${operator} and id = any(${sql.val(ids('otherReceipt'))}::bigint[])
    union all select 'otherPayment:' || id, kind from other_payment where operator_id = ${operator} and id = any(${sql.val(ids('otherPayment'))}::bigint[])`.execute(
    db,
  )
  const transfers = await sql<{ id: number; fee: number }>`
    select id, fee from account_transfer where operator_id = ${operator} and id = any(${sql.val(ids('accountTransfer'))}::bigint[])`.execute(
    db,
  )
  const accounts = await allRows(db, 'companyAccount').select(['id', 'kind']).execute()
  const around: Around = {
    origins: await cashOrigins(db, ctx, { payment: ids('payment'), refund: ids('refund'), payout: ids('payout') }),
    fees: await feesOf(db),
    kinds: new Map(own.rows.map((r) => [r.key, r.kind])),
    accountKinds: new Map(accounts.map((r) => [r.id, r.kind])),
    feesThen: await feesThen(
      db,
      ctx,
      entries.filter((e) => e.source === 'payment' && e.kind === 'reversal').map((e) => e.sourceId),
    ),
    transferFees: new Map(transfers.rows.map((r) => [Number(r.id), Number(r.fee)])),
  }
  return entries.map((e) =>
    happening('cash', e.id, {
      group: `${e.source}:${e.sourceId}`,
      docNo: e.sourceNo,
      on: e.postedOn,
      store: e.store,
      text:
        e.kind === 'reversal'
          ? '冲销'
          : {
              payment: '收款',
              refund: '退款',
              payout: '付款',
              otherReceipt: '其他收款',
              otherPayment: '其他付款',
              accountTransfer: '账户互转',
            }[e.source],
      legs: e.kind === 'reversal' ? mirrored(e, around) : cashLegs(e, around),
    }),
  )
}

/** Claims set off against a loan: that part is spent and never paid. */
async function offsetsOf(db: Db, from: Day, to: Day): Promise<Happening[]> {
  const rows = await liveRows(db, 'reimbursement')
    .select(['id', 'no', 'payee', 'loanOffset', 'approvedOn', 'store', 'vehicle'])
    .where('approvedOn', '>=', from)
    .where('approvedOn', '<=', to)
    .where('loanOffset', '>', ZERO)
    .where('status', 'in', ['toPay', 'partlyPaid', 'paid'])
    .orderBy('id')
    .execute()
  return rows.map((r) =>
    happening('offset', r.id, {
      group: `reimbursement:${r.id}`,
      docNo: r.no,
      on: r.approvedOn!,
      store: r.store,
      legs: [
        debit('cost', r.loanOffset!, { about: 'pay.reimburse', vehicle: r.vehicle }),
        credit('lent', r.loanOffset!, { party: r.payee }),
      ],
    }),
  )
}

/** The tax of what is invoiced falls due: an invoice of an earlier month that is registered only now is of now. */
async function invoicesOf(db: Db, ctx: Context, from: Day, to: Day): Promise<Happening[]> {
  const { rows } = await sql<{ id: number; no: string; tax: number; on: Day; store: number }>`
    select i.id, i.no, i.tax, greatest(i.issued_on, ${from}::date) as "on", i.store from invoice i
    where i.operator_id = ${ctx.user.operatorId} and i.deleted_at is null and i.number is not null and i.tax <> 0 and i.issued_on <= ${to}::date
      and i.status in ('issued', 'reding', 'red', 'partlyRed')
      and i.issued_on >= coalesce((select min(booked_on) from voucher_source s where s.operator_id = i.operator_id and s.live_key is not null), ${from}::date)
      and not exists (select from voucher_source s where s.operator_id = i.operator_id and s.live_key = 'invoice:' || i.id and s.deleted_at is null) order by i.id`.execute(
    db,
  )
  return rows.map((i) =>
    happening('invoice', i.id, {
      group: `invoice:${i.id}`,
      docNo: i.no,
      on: i.on,
      store: i.store,
      legs: [debit('taxWaiting', i.tax), credit('taxOutput', i.tax)],
    }),
  )
}

interface Deferred {
  eventId: number
  docNo: string
  earns: number
  earnsFrom: Day
  earnsTo: Day
  earnsAs: string
  vehicle: number | null
  store: number
  voided: boolean
  before: number
}
/** What of the deferred revenue the month has earned: all that is earned by now less what earlier months took, so that no fen is lost. */
async function accrualsOf(db: Db, ctx: Context, month: string, fresh: readonly Happening[]): Promise<Happening[]> {
  const until = lastOf(month)
  if (until >= ctx.clock.today()) return []
  // What is earned to its end and taken by earlier months has nothing left: of years of bills only the last months are looked at.
  // Grouped, not joined: just after a month's vouchers were made the planner knows of no rows and would walk them once per row.
  const { rows } = await sql<Deferred>`
    with told as (
      select event_id, event = 'item' and earns <> 0 and booked_on <= ${until}::date as item, event, doc_no, earns, earns_from, earns_to, earns_as, vehicle, store, booked_on
        from voucher_source
        where operator_id = ${ctx.user.operatorId} and event in ('item', 'accrual', 'void') and live_key is not null and deleted_at is null),
    of as (
      select event_id, min(doc_no) filter (where item) as doc_no, min(earns) filter (where item) as earns, min(earns_from) filter (where item) as earns_from,
        min(earns_to) filter (where item) as earns_to, min(earns_as) filter (where item) as earns_as, min(vehicle) filter (where item) as vehicle,
        min(store) filter (where item) as store, bool_or(event = 'void') as voided,
        coalesce(sum(earns) filter (where event = 'accrual'), 0)::bigint as before, coalesce(bool_or(event = 'accrual' and booked_on >= ${until}::date), false) as later
        from told group by event_id having bool_or(item))
    select event_id as "eventId", doc_no as "docNo", earns, earns_from as "earnsFrom", earns_to as "earnsTo", earns_as as "earnsAs", vehicle, store, voided, before
      from of where not later and (voided or before <> earns) order by event_id`.execute(db)
  const gone = new Set(fresh.filter((h) => h.event === 'void').map((h) => h.id))
  const known: Deferred[] = rows.map((r) => ({ ...r, eventId: Number(r.eventId), earns: Number(r.earns), before: Number(r.before) }))
  const added = fresh.flatMap((h): Deferred[] =>
    h.event === 'item' && h.deferred
      ? [
          {
            eventId: h.id,
            docNo: h.docNo,
            earns: h.deferred.amount,
            earnsFrom: h.deferred.from,
            earnsTo: h.deferred.to,
            earnsAs: h.deferred.feeItem,
            vehicle: h.deferred.vehicle,
            store: h.store,
            voided: false,
            before: 0,
          },
        ]
      : [],
  )
  return [...known, ...added].flatMap((d): Happening[] => {
    const target = d.voided || gone.has(d.eventId) ? 0 : earned({ amount: d.earns, from: d.earnsFrom, to: d.earnsTo }, until)
    const part = target - d.before
    if (part === 0) return []
    const around = { about: `fee.${d.earnsAs}`, vehicle: d.vehicle }
    return [
      {
        event: 'accrual',
        id: d.eventId,
        key: `accrual:${d.eventId}:${month}`,
        // Of a store and month comes one voucher.
        group: `accrual:${d.store}`,
        docNo: `${month} 收入确认`,
        on: until,
        store: d.store,
        text: `${Number(month.slice(5))} 月收入确认`,
        legs: [debit('deferred', part, around), credit('revenue', part, around)],
        deferred: { amount: part, from: d.earnsFrom, to: d.earnsTo, feeItem: d.earnsAs, vehicle: d.vehicle },
      },
    ]
  })
}

async function takenKeys(db: Db, ctx: Context, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select live_key as key from voucher_source where operator_id = ${ctx.user.operatorId} and live_key = any(${sql.val([...keys])}::text[]) and deleted_at is null`.execute(
    db,
  )
  return new Set(rows.map((r) => r.key))
}

/** All that happened in the month, whether it has a voucher or not; invoices and what a month earns aside, which are asked for when they are open. */
export async function happenedIn(db: Db, ctx: Context, month: string): Promise<Happening[]> {
  const [from, to] = [firstOf(month), lastOf(month)]
  return [...(await billingOf(db, ctx, from, to)), ...(await cashOf(db, ctx, from, to)), ...(await offsetsOf(db, from, to))]
}

/** What of it has no voucher yet. */
export async function openHappenings(db: Db, ctx: Context, month: string, happened: readonly Happening[]): Promise<Happening[]> {
  const all = [...happened, ...(await invoicesOf(db, ctx, firstOf(month), lastOf(month)))]
  const taken = await takenKeys(
    db,
    ctx,
    all.map((h) => h.key),
  )
  const fresh = all.filter((h) => !taken.has(h.key))
  return [...fresh, ...(await accrualsOf(db, ctx, month, fresh))]
}
