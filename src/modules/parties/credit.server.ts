/** 信用记录: the facts of our own, counted from bills. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { fen } from '#kit/basics/fen.ts'
import { serveEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { creditRecord } from './credit.ts'

const records = storeOf(creditRecord)

interface Facts {
  overdue: number
  longest: number
  arrears: number
  paid: number
}

/** Late counts from the last day of grace to the day the last money was really paid, or to today. */
async function factsOf(tx: Tx, ctx: Context, lessee: number): Promise<Facts> {
  const today = ctx.clock.today()
  const { rows } = await sql<Facts>`
    select count(*) filter (where late > 0)::int as overdue, coalesce(max(late), 0)::int as longest,
      coalesce(sum(remain) filter (where open and late > 0), 0)::bigint as arrears, coalesce(sum(paid), 0)::bigint as paid
    from (select b.remain, b.paid, b.status in ('unpaid', 'partlyPaid') as open,
        greatest(0, case when b.status in ('unpaid', 'partlyPaid') then ${today}::date
          else coalesce((select max(a.value_on) from allocation a where a.bill = b.id and a.amount > 0 and a.deleted_at is null), b.grace_until) end - b.grace_until) as late
      from bill b where b.operator_id = ${ctx.user.operatorId} and b.lessee = ${lessee} and b.direction = 'receivable' and b.bill_type <> 'deposit' and b.status <> 'voided' and b.deleted_at is null) x`.execute(
    tx,
  )
  const [row] = rows
  return {
    overdue: Number(row?.overdue ?? 0),
    longest: Number(row?.longest ?? 0),
    arrears: Number(row?.arrears ?? 0),
    paid: Number(row?.paid ?? 0),
  }
}

/** Of 100: what late bills, their length and open arrears leave. Said in the note, so that nobody takes it for a bank's. */
const scoreOf = (f: Facts): number => Math.max(0, 100 - f.overdue * 3 - Math.min(40, f.longest) - (f.arrears > 0 ? 15 : 0))

/** One line with what the bills say today. */
export async function recordCredit(tx: Tx, ctx: Context, lessee: number, occasion: string): Promise<void> {
  const { store } = await tx.selectFrom('lessee').select('store').where('id', '=', lessee).executeTakeFirstOrThrow()
  const f = await factsOf(tx, ctx, lessee)
  await records.add(tx, ctx, {
    lessee,
    store,
    source: 'internal',
    kind: 'payment',
    recordedOn: ctx.clock.today(),
    score: scoreOf(f),
    overdueCount: f.overdue,
    maxOverdueDays: f.longest,
    arrears: fen(f.arrears),
    paidTotal: fen(f.paid),
    note: `${occasion}：按账单统计，逾期账单每张扣 3 分，最长逾期每天扣 1 分（至多 40 分），有欠款扣 15 分`,
  })
}

export const servedCredit = serveEntity(creditRecord, {
  beforeAdd: async ({ tx, values }) => ({
    store:
      values.store ?? (await tx.selectFrom('lessee').select('store').where('id', '=', values.lessee!).executeTakeFirst())?.store ?? null,
  }),
  refuseEdit: (r) => (r.source === 'internal' ? '内部统计由系统生成，不能修改' : null),
  refuseDelete: (r) => (r.source === 'internal' ? '内部统计由系统生成，不能删除' : null),
})

/** A fact that another module found out, one line. */
export async function noteCredit(tx: Tx, ctx: Context, lessee: number, kind: 'violation' | 'damage', note: string): Promise<void> {
  const { store } = await tx.selectFrom('lessee').select('store').where('id', '=', lessee).executeTakeFirstOrThrow()
  await records.add(tx, ctx, { lessee, store, source: 'internal', kind, recordedOn: ctx.clock.today(), note })
}
