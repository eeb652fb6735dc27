/** What a line of the bank may already stand for in the house, and letting go of it. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { cashByTradeNo, cashCandidates } from '#modules/billing/billing.public.ts'
import { bankLine } from './line.ts'
import type { Candidate, Target } from './recognise.rules.ts'

export type BankLine = Rec<typeof bankLine>
const lines = storeOf(bankLine)
const NEAR_DAYS = 3
const LIVE = ['toConfirm', 'confirmed'] as const

/** A receipt or payment that does not count any more leaves its line to be matched again. */
export async function releaseLine(tx: Tx, ctx: Context, source: Target, id: number): Promise<void> {
  const of = await liveRows(tx, 'bankLine')
    .select('id')
    .where('matchedTo', '=', source)
    .where('matchedId', '=', id)
    .where('status', '=', 'matched')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  // Two of a transfer: one of each account.
  for (const { id: line } of of) await lines.act(tx, ctx, 'release', line)
}

/** Documents of just this amount, within three days; with another line on them they are taken. */
export async function candidatesFor(db: Db, ctx: Context, line: BankLine): Promise<Candidate[]> {
  const days = { from: addDays(line.bookedOn, -NEAR_DAYS), to: addDays(line.bookedOn, NEAR_DAYS) }
  const candidates: Candidate[] = [
    ...(await cashCandidates(db, ctx, { direction: line.direction, amount: line.amount, tradeNo: line.tradeNo, ...days })),
  ]
  candidates.push(...(await ownDocuments(db, line, days)))
  const taken = await liveRows(db, 'bankLine')
    .select(['matchedTo', 'matchedId'])
    .where('status', '=', 'matched')
    .where('amount', '=', line.amount)
    .where('direction', '=', line.direction)
    .execute()
  const busy = new Set(taken.map((t) => `${t.matchedTo}:${t.matchedId}`))
  return candidates.filter(
    (c) => !busy.has(`${c.target}:${c.id}`) && (c.account === null || line.account === null || c.account === line.account),
  )
}

async function ownDocuments(db: Db, line: BankLine, days: { from: Day; to: Day }): Promise<Candidate[]> {
  const table = line.direction === 'in' ? 'otherReceipt' : 'otherPayment'
  const documents = await liveRows(db, table)
    .select(['id', 'no', 'movedOn', 'tradeNo', 'account'])
    .select(table === 'otherReceipt' ? 'payer as party' : ('payee as party' as 'payer as party'))
    .where('amount', '=', line.amount)
    .where('movedOn', '>=', days.from)
    .where('movedOn', '<=', days.to)
    .where('status', 'in', LIVE)
    .orderBy(sql<boolean>`trade_no is distinct from ${line.tradeNo}`)
    .orderBy('id')
    .limit(50)
    .execute()
  const side = line.direction === 'in' ? 'to' : 'from'
  const transfers = await liveRows(db, 'accountTransfer')
    .select(['id', 'no', 'movedOn', 'tradeNo', side])
    .where('amount', '=', line.amount)
    .where('movedOn', '>=', days.from)
    .where('movedOn', '<=', days.to)
    .where('status', 'in', LIVE)
    .orderBy(sql<boolean>`trade_no is distinct from ${line.tradeNo}`)
    .orderBy('id')
    .limit(50)
    .execute()
  return [
    ...documents.map(
      (d) => ({ target: table, id: d.id, no: d.no, day: d.movedOn, tradeNo: d.tradeNo, account: d.account, party: d.party }) as Candidate,
    ),
    ...transfers.map((t): Candidate => ({
      target: 'accountTransfer',
      id: t.id,
      no: t.no,
      day: t.movedOn,
      tradeNo: t.tradeNo,
      account: (t as unknown as Record<string, number>)[side]!,
      party: '账户互转',
    })),
  ]
}

type Numbered = Candidate & { amount: number; direction: 'in' | 'out' }
async function ownByTradeNo(db: Db, ctx: Context, tradeNos: readonly string[]): Promise<Numbered[]> {
  const { rows } = await sql<Numbered>`
    select x.target, x.id, x.no, x.day::text as day, x.trade_no as "tradeNo", x.account, x.party, x.amount, x.direction from (
      select 'otherReceipt' as target, id, no, moved_on as day, trade_no, account, payer as party, amount, 'in' as direction, status, deleted_at, operator_id from other_receipt
      union all select 'otherPayment', id, no, moved_on, trade_no, account, payee, amount, 'out', status, deleted_at, operator_id from other_payment
      union all select 'accountTransfer', id, no, moved_on, trade_no, "to", '账户互转', amount, 'in', status, deleted_at, operator_id from account_transfer
      union all select 'accountTransfer', id, no, moved_on, trade_no, "from", '账户互转', amount, 'out', status, deleted_at, operator_id from account_transfer) x
    where x.operator_id = ${ctx.user.operatorId} and x.deleted_at is null and x.status in ('toConfirm', 'confirmed') and x.trade_no = any(${sql.val([...tradeNos])}::text[])`.execute(
    db,
  )
  return rows
}

/** The lines whose document is told by its number (score 100), each once: what `candidatesFor` finds for one, for all of them at once. */
export async function certainFor(db: Db, ctx: Context, open: readonly BankLine[]): Promise<Map<number, Candidate>> {
  const numbers = open.map((line) => line.tradeNo)
  const documents: Numbered[] = [...(await cashByTradeNo(db, ctx, numbers)), ...(await ownByTradeNo(db, ctx, numbers))]
  const taken = await liveRows(db, 'bankLine')
    .select(['matchedTo', 'matchedId', 'direction'])
    .where('status', '=', 'matched')
    .where(sql<boolean>`matched_id = any(${sql.val(documents.map((c) => Number(c.id)))}::bigint[])`)
    .execute()
  const busy = new Set(taken.map((t) => `${t.matchedTo}:${t.matchedId}:${t.direction}`))
  const byNumber = Map.groupBy(documents, (c) => c.tradeNo)
  const certain = new Map<number, Candidate>()
  for (const line of open) {
    const matching = (byNumber.get(line.tradeNo) ?? []).filter(
      (c) =>
        Number(c.amount) === line.amount &&
        c.direction === line.direction &&
        c.day >= addDays(line.bookedOn, -NEAR_DAYS) &&
        c.day <= addDays(line.bookedOn, NEAR_DAYS) &&
        !busy.has(`${c.target}:${c.id}:${c.direction}`) &&
        (c.account === null || line.account === null || Number(c.account) === line.account),
    )
    if (matching.length !== 1) continue
    certain.set(line.id, matching[0]!)
    busy.add(`${matching[0]!.target}:${matching[0]!.id}:${matching[0]!.direction}`)
  }
  return certain
}
