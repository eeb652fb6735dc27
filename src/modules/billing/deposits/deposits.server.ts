/** 押金台账: the one place that adds a row to it. The caller holds the lessee's lock; every sum of the account follows from the rows. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { refused } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { depositAccount, depositEntry } from './deposit.ts'

export type DepositAccount = Rec<typeof depositAccount>
type DepositKind = Rec<typeof depositEntry>['kind']
const accounts = storeOf(depositAccount)
const entries = storeOf(depositEntry)

export interface DepositMove {
  kind: DepositKind
  delta: number
  /** Says what made it; the second attempt is refused by the database. */
  refKey: string
  allocation?: number | null
  payment?: number | null
  refund?: number | null
  reason?: string | null
}

/** Which sum of the account a row belongs to, and with which sign. `reverse` gives back what an allocation or a deduction had moved. */
function sumsAfter(d: DepositAccount, { kind, delta, payment }: DepositMove): Partial<DepositAccount> {
  switch (kind) {
    case 'receive':
      return { received: fen(d.received + delta) }
    case 'transferIn':
    case 'transferOut':
      return { transferred: fen(d.transferred + delta) }
    case 'deduct':
      return { deducted: fen(d.deducted - delta) }
    case 'refund':
      return { refunded: fen(d.refunded - delta) }
    case 'forfeit':
      return { forfeited: fen(d.forfeited - delta) }
    case 'freeze':
    case 'unfreeze':
      return { frozen: fen(d.frozen - delta) }
    case 'reverse':
      return payment ? { deducted: fen(d.deducted - delta) } : { received: fen(d.received + delta) }
  }
}

export async function moveDeposit(
  tx: Tx,
  ctx: Context,
  id: number,
  move: DepositMove,
  short: (d: DepositAccount) => string = () => '押金余额不足',
): Promise<DepositAccount> {
  const account = await accounts.lock(tx, ctx, id)
  const after = account.balance + move.delta
  if (after < 0) throw refused(short(account))
  await entries.add(tx, ctx, {
    account: id,
    store: account.store,
    kind: move.kind,
    delta: fen(move.delta),
    after: fen(after),
    allocation: move.allocation ?? null,
    payment: move.payment ?? null,
    refund: move.refund ?? null,
    reason: move.reason ?? null,
    refKey: move.refKey,
  })
  // A hold is of money; without money there is none.
  return accounts.edit(tx, ctx, id, { ...sumsAfter(account, move), balance: fen(after), ...(after === 0 ? { holdUntil: null } : {}) })
}

export async function openDepositAccount(
  tx: Tx,
  ctx: Context,
  account: { lease: number; contract: number; lessee: number; store: number; kind: 'vehicle' | 'violation'; required: number },
): Promise<number> {
  return (await accounts.add(tx, ctx, { ...account, required: fen(account.required) })).id
}

/** Which account a deposit bill fills is said by its first item. */
export async function accountOfBill(tx: Tx, of: { id: number; lease: number | null }): Promise<number> {
  const item = await liveRows(tx, 'billItem').select('feeItem').where('bill', '=', of.id).orderBy('id').limit(1).executeTakeFirstOrThrow()
  const kind = item.feeItem === 'VIOL_DEPOSIT' ? 'violation' : 'vehicle'
  const account = await liveRows(tx, 'depositAccount')
    .select('id')
    .where('lease', '=', of.lease)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!account) throw new Error(`deposit bill ${of.id} has no account`)
  return account.id
}

/** A deposit that will not be collected after all. */
export async function lowerDeposit(tx: Tx, ctx: Context, of: { id: number; lease: number | null; amount: number }): Promise<void> {
  const account = await accounts.lock(tx, ctx, await accountOfBill(tx, of))
  await accounts.edit(tx, ctx, account.id, { required: fen(Math.max(0, account.required - of.amount)) })
}

/** Of these leases, for settlement. */
export const depositsOf = (
  tx: Tx,
  leases: readonly number[],
): Promise<{ id: number; lease: number; kind: 'vehicle' | 'violation'; balance: number; holdUntil: string | null }[]> =>
  liveRows(tx, 'depositAccount')
    .select(['id', 'lease', 'kind', 'balance', 'holdUntil'])
    .where('lease', '=', anyOf(leases))
    .orderBy('id')
    .execute()
/** The leases that these accounts belong to. */
export const leasesOfDeposits = async (tx: Tx, accounts: readonly number[]): Promise<number[]> =>
  (await tx.selectFrom('depositAccount').select('lease').where('id', '=', anyOf(accounts)).execute()).map((account) => account.lease)

export const holdDeposit = (tx: Tx, ctx: Context, id: number, until: Day | null): Promise<DepositAccount> =>
  accounts.edit(tx, ctx, id, { holdUntil: until })
