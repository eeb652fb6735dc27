/** A company that worked before it had a cash book: its movements so far stand there as if they had been written then. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { earlierMoves } from '#modules/billing/billing.public.ts'
import { writeCash } from './cash.server.ts'

const KIND = { payment: 'receipt', refund: 'refund', payout: 'payout' } as const

export async function takeOver(tx: Tx, ctx: Context, accountOf: (channel: string) => number): Promise<void> {
  const moves = await earlierMoves(tx, ctx)
  if (moves.length === 0) return
  for (const m of moves)
    await writeCash(tx, ctx, {
      account: accountOf(m.channel),
      kind: KIND[m.source],
      direction: m.source === 'payment' ? 'in' : 'out',
      amount: m.amount,
      businessOn: m.day,
      postedOn: m.day,
      party: m.party,
      source: m.source,
      sourceId: m.id,
      sourceNo: m.no,
      store: m.store,
    })
  const [{ day }] = moves as [(typeof moves)[0]]
  await sql`update company_account set opening_on = least(opening_on, ${day}::date) where operator_id = ${ctx.user.operatorId}`.execute(tx)
}
