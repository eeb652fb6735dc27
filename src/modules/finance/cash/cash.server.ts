/** 财务流水: one row a movement, under the lock of its account, so that each knows the balance after it. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { fen, negated } from '#kit/basics/fen.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { companyAccount } from '../accounts/account.ts'
import { cashEntry } from './entry.ts'

type CashEntry = Rec<typeof cashEntry>
const entries = storeOf(cashEntry)
const accounts = storeOf(companyAccount)

interface Movement {
  account: number
  kind: CashEntry['kind']
  direction: CashEntry['direction']
  amount: number
  businessOn: Day
  postedOn: Day
  party: string | null
  source: CashEntry['source']
  sourceId: number
  sourceNo: string
  store: number
  vehicle?: number | null
}

export async function writeCash(tx: Tx, ctx: Context, m: Movement): Promise<void> {
  const account = await accounts.lock(tx, ctx, m.account)
  const moved = account.moved + (m.direction === 'in' ? m.amount : -m.amount)
  await entries.add(tx, ctx, {
    ...m,
    amount: fen(m.amount),
    after: fen(account.opening + moved),
    party: m.party?.slice(0, 80) ?? null,
    vehicle: m.vehicle ?? null,
  })
  await tx
    .updateTable('companyAccount')
    .set({ moved: fen(moved) })
    .where('operatorId', '=', ctx.user.operatorId)
    .where('id', '=', m.account)
    .execute()
}

/** The rows of a document that do not count any more, mirrored on the same accounts. */
export async function mirrorCash(
  tx: Tx,
  ctx: Context,
  source: CashEntry['source'],
  sourceId: number,
  days: { businessOn: Day; postedOn: Day },
): Promise<void> {
  const rows = await allRows(tx, 'cashEntry')
    .selectAll()
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .where('kind', '<>', 'reversal')
    .orderBy('account')
    .orderBy('id')
    .execute()
  // Both sides of a transfer with its fee: one opposite row an account.
  for (const [account, of] of Map.groupBy(rows, (row) => row.account)) {
    const sum = of.reduce((total, row) => total + (row.direction === 'in' ? row.amount : negated(row.amount)), 0)
    const [first] = of
    await writeCash(tx, ctx, {
      account,
      kind: 'reversal',
      direction: sum > 0 ? 'out' : 'in',
      amount: Math.abs(sum),
      ...days,
      party: first!.party,
      source,
      sourceId,
      sourceNo: first!.sourceNo,
      store: first!.store,
      vehicle: first!.vehicle,
    })
  }
}
