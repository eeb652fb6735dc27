/** What a line of the bank may already stand for in the house, and letting go of it. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day } from '#kit/basics/day.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { cashCandidates } from '#modules/billing/billing.public.ts'
import { bankLine } from './line.ts'
import type { Candidate, Target } from './recognise.rules.ts'

export type BankLine = Rec<typeof bankLine>
const lines = storeOf(bankLine)
const NEAR_DAYS = 3
const LIVE = ['toConfirm', 'confirmed'] as const

/** A receipt or payment that does not count any more leaves its line to be matched again. */
export async function releaseLine(tx: Tx, ctx: Context, source: Target, id: number): Promise<void> {
  const of = await tx
    .selectFrom('bankLine')
    .select('id')
    .where('operatorId', '=', ctx.user.operatorId)
    .where('matchedTo', '=', source)
    .where('matchedId', '=', id)
    .where('status', '=', 'matched')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  // Two of a transfer: one of each account.
  for (const { id: line } of of) await lines.act(tx, ctx, 'release', line)
}

/** Documents of just this amount, within three days; with another line on them they are taken. */
export async function candidatesFor(db: Db, ctx: Context, line: BankLine): Promise<Candidate[]> {
  const days = { from: addDays(line.bookedOn, -NEAR_DAYS), to: addDays(line.bookedOn, NEAR_DAYS) }
  const found: Candidate[] = [...(await cashCandidates(db, ctx, { direction: line.direction, amount: line.amount, ...days }))]
  found.push(...(await ownDocuments(db, ctx, line, days)))
  const taken = await db
    .selectFrom('bankLine')
    .select(['matchedTo', 'matchedId'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('status', '=', 'matched')
    .where('amount', '=', line.amount)
    .where('direction', '=', line.direction)
    .where('deletedAt', 'is', null)
    .execute()
  const busy = new Set(taken.map((t) => `${t.matchedTo}:${t.matchedId}`))
  return found.filter(
    (c) => !busy.has(`${c.target}:${c.id}`) && (c.account === null || line.account === null || c.account === line.account),
  )
}

async function ownDocuments(db: Db, ctx: Context, line: BankLine, days: { from: Day; to: Day }): Promise<Candidate[]> {
  const table = line.direction === 'in' ? 'otherReceipt' : 'otherPayment'
  const documents = await db
    .selectFrom(table)
    .select(['id', 'no', 'movedOn', 'tradeNo', 'account'])
    .select(table === 'otherReceipt' ? 'payer as party' : ('payee as party' as 'payer as party'))
    .where('operatorId', '=', ctx.user.operatorId)
    .where('amount', '=', line.amount)
    .where('movedOn', '>=', days.from)
    .where('movedOn', '<=', days.to)
    .where('status', 'in', LIVE)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(50)
    .execute()
  const side = line.direction === 'in' ? 'to' : 'from'
  const transfers = await db
    .selectFrom('accountTransfer')
    .select(['id', 'no', 'movedOn', 'tradeNo', side])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('amount', '=', line.amount)
    .where('movedOn', '>=', days.from)
    .where('movedOn', '<=', days.to)
    .where('status', 'in', LIVE)
    .where('deletedAt', 'is', null)
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
