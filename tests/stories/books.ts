/** The slow double-entry model of finance: what the subjects of all vouchers say must be what the ledgers say, added up another way (finance.md G1, G2, G4–G6, G8). */
import { sql } from 'kysely'
import type { Company } from './company.ts'

/** Faults, empty when all vouchers of all months together agree with the books. Months without vouchers are no fault of those with. */
export async function againstBooks(c: Company): Promise<string[]> {
  const rows = await c.read(
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
  const unequal = await c.read(
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
