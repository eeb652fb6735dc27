/** The slow double-entry model of finance: what the subjects of all vouchers say must be what the ledgers say, added up another way (finance.md G1, G2, G4–G6, G8). */
import { sql } from 'kysely'
import type { Company } from './company.ts'

/** Faults, empty when all vouchers of all months together agree with the books. Months without vouchers are no fault of those with. */
export async function againstBooks(company: Company): Promise<string[]> {
  const rows = await company.read(
    async (db) =>
      (
        await sql<{ role: string; said: number; ought: number }>`
    with legs as (
      select l->>'role' as role, sum((l->>'amount')::bigint * case when l->>'side' = 'debit' then 1 else -1 end)::bigint as said
        from voucher v cross join lateral jsonb_array_elements(v.legs) l where v.life = 'live' and v.deleted_at is null group by 1),
    ought(role, ought) as (
      select 'cash', (select coalesce(sum(signed), 0) from cash_entry)
      union all select 'receivable', (select coalesce(sum(remain), 0) from bill where bill_type <> 'deposit' and deleted_at is null)
      union all select 'advance', -(select coalesce(sum(balance), 0) from lessee) - (select coalesce(sum(amount), 0) from refund where source = 'balance' and status in ('submitted', 'toPay', 'failed'))
      union all select 'deposit', -(select coalesce(sum(balance + frozen), 0) from deposit_account)
      union all select 'payable', -(select coalesce(sum(remain), 0) from payable_bill where status not in ('toConfirm', 'voided') and deleted_at is null)
      union all select 'badDebt', (select coalesce(sum(amount), 0) from write_off where status = 'approved')
    )
    select o.role, coalesce(l.said, 0) as said, o.ought::bigint as ought from ought o left join legs l using (role)`.execute(db)
      ).rows,
  )
  const wrong = rows.filter((r) => Number(r.said) !== Number(r.ought)).map((r) => `${r.role}: vouchers say ${r.said}, ledgers ${r.ought}`)
  const unequal = await company.read(
    async (db) =>
      (
        await sql<{ no: string }>`
    select v.no from voucher v where (select coalesce(sum((l->>'debit')::bigint - (l->>'credit')::bigint), 0) from jsonb_array_elements(v.lines) l) <> 0`.execute(
          db,
        )
      ).rows,
  )
  return [...wrong, ...unequal.map((v) => `${v.no} is not balanced`)]
}

/**
 * Faults of the cash book. G1: every account is its opening and its entries, and each entry knows the balance after it. G2: entries are what
 * moved them, one a source and kind. G3: a line has at most one document of its amount and account, a document at most one line. G17: nothing
 * is posted before its day, nor into a month that was closed.
 */
export async function againstCash(company: Company): Promise<{ what: string; id: number }[]> {
  const { rows } = await company.read((db) =>
    sql<{ what: string; id: number }>`
      select 'G1 account' as what, a.id from company_account a where a.moved <> coalesce((select sum(e.signed) from cash_entry e where e.account = a.id), 0)
      union all
      select 'G1 entry', e.id from (select e.id, after, opening + sum(signed) over (partition by account order by e.id) as ought from cash_entry e join company_account a on a.id = e.account) e where after <> ought
      union all
      select 'G1 twice', min(id) from cash_entry group by source, source_id, kind, direction having count(*) > 1
      union all
      select 'G2', 0 where (select coalesce(sum(signed), 0) from cash_entry) <>
        (select coalesce(sum(amount), 0) from payment where status = 'confirmed' and source <> 'internal')
        - (select coalesce(sum(amount), 0) from refund where status = 'paid') - (select coalesce(sum(amount), 0) from payout where status = 'confirmed')
        + (select coalesce(sum(amount), 0) from other_receipt where status = 'confirmed') - (select coalesce(sum(amount), 0) from other_payment where status = 'confirmed')
        - (select coalesce(sum(fee), 0) from account_transfer where status = 'confirmed')
      union all
      select 'G3 document', min(id) from bank_line where status = 'matched' and matched_id is not null group by account, matched_to, matched_id, direction having count(*) > 1
      union all
      select 'G17 early', id from cash_entry where posted_on < business_on
      union all
      select 'G17 closed', e.id from cash_entry e join account_period p on p.month = to_char(e.posted_on, 'YYYY-MM') and p.status = 'closed' and p.reopened = 0
        where e.created_at > p.closed_at`.execute(db),
  )
  return rows.map((r) => ({ what: r.what, id: Number(r.id) }))
}

/**
 * Faults of what others are given. G4: a statement rolls forward, from its opening to its closing and to the next one, its lines make it, and a
 * document is taken for what it says once. G5: net and tax make the price of each line, lines make the invoice. G6: reds take back no more than
 * the blue one has, and of a red one nothing is left.
 */
export async function againstPapers(company: Company): Promise<{ what: string; id: number }[]> {
  const { rows } = await company.read((db) =>
    sql<{ what: string; id: number }>`
      with s as (select * from statement where status <> 'voided' and deleted_at is null),
        l as (select statement, sum(charge) as charges, sum(credit) as credits, sum(payment) as payments from statement_line where deleted_at is null group by 1),
        r as (select red_of, -sum(gross) as gross, -sum(net) as net, -sum(tax) as tax from invoice where red_of is not null and status = 'issued' and deleted_at is null group by 1)
      select 'G4 closing' as what, id from s where opening + charges - credits - payments <> closing
      union all
      select 'G4 lines', s.id from s left join l on l.statement = s.id
        where (s.charges, s.credits, s.payments) is distinct from (coalesce(l.charges, 0), coalesce(l.credits, 0), coalesce(l.payments, 0))
      union all
      select 'G4 next', id from (select id, opening, lag(closing) over (partition by store, party_kind, lessee, party order by from_on, id) as before from s) x where before <> opening
      union all
      select 'G5 line', id from invoice_line where net + tax <> gross and deleted_at is null
      union all
      select 'G5 header', i.id from invoice i join (select invoice, sum(gross) as gross, sum(net) as net, sum(tax) as tax from invoice_line where deleted_at is null group by 1) x on x.invoice = i.id
        where (i.gross, i.net, i.tax) <> (x.gross, x.net, x.tax)
      union all
      select 'G6', b.id from invoice b join r on r.red_of = b.id where r.gross > b.gross or r.net > b.net or r.tax > b.tax or (b.status = 'red') <> (r.gross = b.gross)
        or (b.status = 'red' and (r.net, r.tax) <> (b.net, b.tax))
      union all
      select 'G6 status', id from invoice where status = 'red' and id not in (select red_of from r)`.execute(db),
  )
  return rows.map((row) => ({ what: row.what, id: Number(row.id) }))
}
