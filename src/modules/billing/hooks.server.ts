/**
 * Where others join when money moves or a bill changes: asked inside the transaction of the cause, under its locks, so that what
 * they write stands or falls with it. Billing knows nobody by name; whoever cares lays out a part (`provides`).
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'

type CashSource = 'payment' | 'refund' | 'payout'
/** Money that came from outside or went there. */
export interface CashMove {
  source: CashSource
  sourceId: number
  no: string
  /** The opposite of what was moved before: a receipt or payment that is taken back. */
  reversal: boolean
  direction: 'in' | 'out'
  amount: number
  channel: string
  account: number | null
  businessOn: Day
  postedOn: Day
  store: number
  party: string
  vehicle: number | null
}
interface CashListener {
  /** Which account money of this channel goes through when nobody said it; null when none is kept. */
  accountOf(tx: Tx, ctx: Context, channel: string, store: number): Promise<number | null>
  moved(tx: Tx, ctx: Context, move: CashMove): Promise<void>
  /** A receipt or payment that does not count any more: whoever refers to it lets go. */
  dropped(tx: Tx, ctx: Context, source: CashSource, id: number): Promise<void>
}
export type LockedAct = 'void' | 'takeBack' | 'reverse' | 'coupon' | 'adjust'
/** Null, or why these bills may not be changed so. */
type BillLock = (tx: Tx, ctx: Context, bills: readonly number[], act: LockedAct) => Promise<string | null>
/** Null, or why this payable may not be confirmed yet. */
type PayableLock = (tx: Tx, ctx: Context, payable: number) => Promise<string | null>
/** The day something is written under in the books: its own, or the first one that is still open. */
type DocPosting = (tx: Tx, ctx: Context, businessOn: Day) => Promise<Day>

/** What is known of accounts at payment providers that a share may go to. */
export interface SplitAccount {
  payee: string
  bankName: string
  bankAccount: string
  /** Null, or why nothing may go to it now. */
  problem: string | null
}
type SplitAccounts = (tx: Tx, ctx: Context, ids: readonly number[]) => Promise<ReadonlyMap<number, SplitAccount>>

/** Bills that were just issued, as many as one statement wrote. */
type IssuedListener = (tx: Tx, ctx: Context, bills: readonly { lease: number | null; lessee: number }[]) => void

declare module '#kit/entity/tables.ts' {
  interface Provided {
    cashListeners: CashListener
    billLocks: BillLock
    payableLocks: PayableLock
    docPosting: DocPosting
    billsIssued: IssuedListener
    splitAccounts: SplitAccounts
  }
}

export async function accountFor(
  tx: Tx,
  ctx: Context,
  given: number | null | undefined,
  channel: string,
  store: number,
): Promise<number | null> {
  if (given) return given
  for (const listener of ctx.registry.provided('cashListeners')) {
    const account = await listener.accountOf(tx, ctx, channel, store)
    if (account !== null) return account
  }
  return null
}
export async function cashMoved(tx: Tx, ctx: Context, move: CashMove): Promise<void> {
  for (const listener of ctx.registry.provided('cashListeners')) await listener.moved(tx, ctx, move)
}
export async function cashDropped(tx: Tx, ctx: Context, source: CashSource, id: number): Promise<void> {
  for (const listener of ctx.registry.provided('cashListeners')) await listener.dropped(tx, ctx, source, id)
}
export function billsIssued(tx: Tx, ctx: Context, bills: readonly { lease?: number | null; lessee: number }[]): void {
  for (const listener of ctx.registry.provided('billsIssued'))
    listener(
      tx,
      ctx,
      bills.map((b) => ({ lease: b.lease ?? null, lessee: b.lessee })),
    )
}
/** Null, or why these bills may not be changed so. */
export async function lockedBy(tx: Tx, ctx: Context, bills: readonly number[], act: LockedAct): Promise<string | null> {
  if (bills.length === 0) return null
  for (const lock of ctx.registry.provided('billLocks')) {
    const why = await lock(tx, ctx, bills, act)
    if (why) return why
  }
  return null
}
export async function refuseLocked(tx: Tx, ctx: Context, bills: readonly number[], act: LockedAct): Promise<void> {
  const why = await lockedBy(tx, ctx, bills, act)
  if (why) throw refused(why)
}
export async function refusePayable(tx: Tx, ctx: Context, payable: number): Promise<void> {
  for (const lock of ctx.registry.provided('payableLocks')) {
    const why = await lock(tx, ctx, payable)
    if (why) throw refused(why)
  }
}
/** Whoever keeps such accounts says what they are; nobody keeps them: there are none. */
export async function splitAccounts(tx: Tx, ctx: Context, ids: readonly number[]): Promise<ReadonlyMap<number, SplitAccount>> {
  const accountById = new Map<number, SplitAccount>()
  if (ids.length === 0) return accountById
  for (const accounts of ctx.registry.provided('splitAccounts'))
    for (const [id, one] of await accounts(tx, ctx, ids)) accountById.set(id, one)
  return accountById
}
export async function postedOn(tx: Tx, ctx: Context, businessOn: Day): Promise<Day> {
  let on = businessOn
  for (const posting of ctx.registry.provided('docPosting')) {
    const day = await posting(tx, ctx, businessOn)
    if (day > on) on = day
  }
  return on
}
