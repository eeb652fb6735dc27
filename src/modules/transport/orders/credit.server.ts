/** 信用额度 (transport.md §2.2): what a customer owes for freight, billed or not, and what one more order would make of it. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { formatYuan } from '#kit/basics/fen.ts'
import { lockLessee, openFreightOf } from '#modules/billing/billing.public.ts'
import { creditLimitOf } from '#modules/parties/parties.public.ts'

/** Fen: bills not paid, sheets not billed, and orders on their way that have no sheet yet, at the price they were sold. */
async function owedBy(tx: Tx, ctx: Context, customer: number): Promise<number> {
  const { rows } = await sql<{ sheets: string | null; orders: string | null }>`
    select
      (select sum(s.total) from charge_sheet s where s.operator_id = ${ctx.user.operatorId} and s.customer = ${customer}
        and s.direction = 'receivable' and s.status in ('estimated', 'calculated', 'confirmed', 'disputed') and s.deleted_at is null) as sheets,
      (select sum(q.total) from transport_order o join quote q on q.operator_id = o.operator_id and q.id = o.quote
        where o.operator_id = ${ctx.user.operatorId} and o.customer = ${customer} and o.deleted_at is null
          and o.status in ('open', 'planned', 'running', 'partSigned', 'signed', 'receipted')
          and not exists (select 1 from charge_sheet s where s.operator_id = o.operator_id and s."order" = o.id and s.direction = 'receivable'
            and s.status <> 'voided' and s.deleted_at is null)) as orders`.execute(tx)
  return (await openFreightOf(tx, customer)) + Number(rows[0]?.sheets ?? 0) + Number(rows[0]?.orders ?? 0)
}

/** One order after the other: two that fit alone must not pass together. */
export async function withinCredit(tx: Tx, ctx: Context, order: { customer: number }, quote: number | null): Promise<void> {
  const limit = await creditLimitOf(tx, order.customer)
  if (limit === null) return
  await lockLessee(tx, order.customer)
  const price = quote === null ? 0 : (await tx.selectFrom('quote').select('total').where('id', '=', quote).executeTakeFirstOrThrow()).total
  const over = (await owedBy(tx, ctx, order.customer)) + price - limit
  if (over > 0) throw refused(`超出信用额度 ${formatYuan(over)}，请先收款，或由有权的人「超额提交」`)
}
