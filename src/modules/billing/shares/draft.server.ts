/** Payables that other modules owe: drafted here, confirmed and paid by people as every other. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { payableBill, type PAY_MEDIA, type PAY_STAGES, type PAYABLE_FEES, type PAYABLE_PARTIES } from './payable.ts'

const bills = storeOf(payableBill)

interface NewPayable {
  partyKind: keyof typeof PAYABLE_PARTIES
  payee: string
  fee: keyof typeof PAYABLE_FEES
  store: number
  vehicle?: number | null
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
