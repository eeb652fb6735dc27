/** Book and bank of one account side by side (finance.md §3.3): what each says, and what of each the other does not know. */
import { z } from 'zod'
import { sql, type NotNull } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { absent, invalid } from '#kit/basics/errors.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { dayInput } from '#kit/http/inputs.ts'
import { route } from '#kit/http/route.server.ts'
import { figure } from '#kit/report/report.server.ts'
import { companyAccount } from '../accounts/account.ts'

const SIDE = z.object({ opening: z.number().nullable(), income: z.number(), outgo: z.number(), closing: z.number().nullable() })
const ITEM = z.object({ id: z.number(), no: z.string(), day: z.string(), party: z.string(), signed: z.number() })
const ANSWER = z.object({
  account: z.string(),
  book: SIDE,
  bank: SIDE,
  difference: z.number().nullable(),
  onlyBook: z.array(ITEM),
  onlyBank: z.array(ITEM),
})
export type Reconciled = z.infer<typeof ANSWER>
const MOST = 500

/** `null`: the bank has said no balance yet, so there is nothing to differ from. */
export async function reconcile(db: Db, ctx: Context, account: number, from: Day, to: Day): Promise<Reconciled> {
  if ((await figure(db, ctx, companyAccount, { id: account })) === 0) throw absent('账户已被删除，或不在您的数据权限内，请刷新后重新选择')
  const operator = ctx.user.operatorId
  const { rows: heads } = await sql<{ name: string; opening: number; before: number; income: number; outgo: number }>`
    select a.name, a.opening,
      coalesce(sum(e.signed) filter (where e.business_on < ${from}::date), 0)::bigint as before,
      coalesce(sum(e.amount) filter (where e.business_on >= ${from}::date and e.direction = 'in'), 0)::bigint as income,
      coalesce(sum(e.amount) filter (where e.business_on >= ${from}::date and e.direction = 'out'), 0)::bigint as outgo
    from company_account a left join cash_entry e on e.operator_id = a.operator_id and e.account = a.id and e.business_on <= ${to}::date
    where a.operator_id = ${operator} and a.id = ${account} group by a.name, a.opening`.execute(db)
  const { rows: stated } = await sql<{ income: number; outgo: number; closing: number | null }>`
    select coalesce(sum(amount) filter (where direction = 'in'), 0)::bigint as income, coalesce(sum(amount) filter (where direction = 'out'), 0)::bigint as outgo,
      (select balance_after from bank_line l where l.operator_id = ${operator} and l.account = ${account} and l.booked_on <= ${to}::date and l.balance_after is not null and l.deleted_at is null
        order by l.booked_on desc, l.id desc limit 1) as closing
    from bank_line where operator_id = ${operator} and account = ${account} and booked_on between ${from}::date and ${to}::date and deleted_at is null`.execute(
    db,
  )
  const [head] = heads
  const [bank] = stated
  const closing = head!.opening + head!.before + head!.income - head!.outgo
  const stands = bank!.closing
  return {
    account: head!.name,
    book: { opening: head!.opening + head!.before, income: head!.income, outgo: head!.outgo, closing },
    bank: {
      opening: stands === null ? null : stands - bank!.income + bank!.outgo,
      income: bank!.income,
      outgo: bank!.outgo,
      closing: stands,
    },
    difference: stands === null ? null : closing - stands,
    ...(await leftOver(db, ctx, account, from, to)),
  }
}

/** Entries of documents on no line, and lines on no document; what was taken back meets its opposite and is left out with it. */
async function leftOver(db: Db, ctx: Context, account: number, from: Day, to: Day): Promise<Pick<Reconciled, 'onlyBook' | 'onlyBank'>> {
  const onlyBook = await seenRows(db, ctx, 'cashEntry')
    .where('t.account', '=', account)
    .where('t.businessOn', '>=', from)
    .where('t.businessOn', '<=', to)
    .where(
      sql<boolean>`not exists (select from bank_line l where l.operator_id = t.operator_id and l.matched_to = t.source and l.matched_id = t.source_id and l.direction = t.direction and l.status = 'matched' and l.deleted_at is null)`,
    )
    .where(
      sql<boolean>`not exists (select from pay_batch p cross join lateral unnest(p.payouts) x join bank_line l on l.operator_id = p.operator_id and l.matched_to = 'payBatch' and l.matched_id = p.id and l.status = 'matched' and l.deleted_at is null
        where p.operator_id = t.operator_id and t.source = 'payout' and x = t.source_id)`,
    )
    .where(
      sql<boolean>`not exists (select from cash_entry o where o.operator_id = t.operator_id and o.account = t.account and o.source = t.source and o.source_id = t.source_id and (o.kind = 'reversal') <> (t.kind = 'reversal'))`,
    )
    .select(['t.id', 't.no', 't.businessOn as day', 't.party', 't.signed'])
    .$narrowType<{ signed: NotNull }>()
    .orderBy('t.businessOn')
    .orderBy('t.id')
    .limit(MOST)
    .execute()
  const onlyBank = await seenRows(db, ctx, 'bankLine')
    .where('t.account', '=', account)
    .where('t.bookedOn', '>=', from)
    .where('t.bookedOn', '<=', to)
    .where('t.status', '<>', 'matched')
    .select(['t.id', 't.tradeNo as no', 't.bookedOn as day', 't.payerName as party'])
    .select(sql<number>`case when t.direction = 'in' then t.amount else -t.amount end`.as('signed'))
    .orderBy('t.bookedOn')
    .orderBy('t.id')
    .limit(MOST)
    .execute()
  const said = <R extends { party: string | null }>(list: readonly R[]) => list.map((row) => ({ ...row, party: row.party ?? '' }))
  return { onlyBook: said(onlyBook), onlyBank: said(onlyBank) }
}

export const reconcileRoute = route({
  method: 'GET',
  path: '/api/v1/cashEntry/reconcile',
  summary: '账户的账面与银行对账',
  right: 'financialList',
  input: z.strictObject({ account: z.coerce.number().int().min(1), from: dayInput('开始日不正确'), to: dayInput('结束日不正确') }),
  output: ANSWER,
  handler: (ctx, { account, from, to }) => {
    if (to < from) throw invalid({ to: '结束日不能早于开始日' })
    return ctx.db.read(ctx.user.operatorId, (db) => reconcile(db, ctx, account, from, to))
  },
})
