/** Payables that other modules owe: drafted here, confirmed and paid by people as every other. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { payableBill, type PAY_MEDIA, type PAY_STAGES, type PAYABLE_FEES, type PAYABLE_PARTIES } from './payable.ts'

const bills = storeOf(payableBill)

interface NewPayable {
  partyKind: keyof typeof PAYABLE_PARTIES
  payee: string
  fee: keyof typeof PAYABLE_FEES
  store: number
  vehicle?: number | null
  channel?: number | null
  dueOn: Day
  theirNo?: string | null
  bankName?: string | null
  /** Whom freight is owed, and for which sheet and stage. */
  carrier?: number | null
  driver?: number | null
  chargeSheet?: number | null
  stage?: keyof typeof PAY_STAGES | null
  medium?: keyof typeof PAY_MEDIA | null
  bankAccount?: string | null
  startOn?: Day | null
  endOn?: Day | null
  items: readonly { description: string; amount: number }[]
  remark?: string | null
}

/**
 * Owed and agreed at once: whoever approved the cause agreed to the payable too. It is drafted in nobody's name, so that the one who
 * agrees is never the one who drew it up.
 */
export async function approvedPayable(tx: Tx, ctx: Context, p: NewPayable): Promise<{ id: number; no: string }> {
  const made = await draftPayable(tx, { ...ctx, user: { ...ctx.user, id: 0 } }, p)
  await bills.act(tx, ctx, 'confirm', made.id, {})
  return made
}

/** The payable a payout pays. */
export async function payableOf(tx: Tx, payout: number) {
  const row = await allRows(tx, 'payout')
    .innerJoin('payableBill', 'payableBill.id', 'payout.payableBill')
    .select(['payableBill.id', 'payableBill.fee', 'payableBill.status'])
    .where('payout.id', '=', payout)
    .executeTakeFirst()
  return row ?? null
}

/** Void, where nothing of it was paid and no payment of it waits for somebody; false: it stands. */
export async function dropPayable(tx: Tx, ctx: Context, id: number, reason: string): Promise<boolean> {
  const b = await bills.lock(tx, ctx, id)
  const waiting = await liveRows(tx, 'payout')
    .select('id')
    .where('payableBill', '=', id)
    .where('status', '=', 'toConfirm')
    .executeTakeFirst()
  if (!['toConfirm', 'unpaid'].includes(b.status) || (b.paid ?? 0) > 0 || waiting) return false
  await bills.act(tx, ctx, 'void', id, { reason })
  return true
}

export async function draftPayable(tx: Tx, ctx: Context, p: NewPayable): Promise<{ id: number; no: string }> {
  const made = await bills.add(tx, ctx, {
    vehicle: null,
    theirNo: null,
    bankName: null,
    bankAccount: null,
    startOn: null,
    endOn: null,
    remark: null,
    ...p,
    items: p.items.map((i) => ({ ...i, amount: fen(i.amount) })),
  })
  return { id: made.id, no: made.no }
}
