/** 扣款: taken off the next payables of its party, oldest first; the rest is carried (transport.md §4.4, S5). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen, negated } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { dropPayable, payablesOf } from '#modules/billing/billing.public.ts'
import { cargoClaims } from '#modules/transport/transport.public.ts'
import { feeOf } from './plan.rules.ts'
import { deduction, deductionUse, type chargeSheet } from './sheet.ts'

const deductions = storeOf(deduction)
const uses = storeOf(deductionUse)

interface Party {
  carrier: number | null
  driver: number | null
}
interface Open {
  id: number
  no: string
  openAmount: number
}
/** Locked, so that two payables at once do not take the same. What is objected to waits. */
export async function openOf(tx: Tx, { carrier, driver }: Party): Promise<Open[]> {
  const rows = await liveRows(tx, 'deduction')
    .select(['id', 'no', 'openAmount'])
    .where(carrier === null ? 'driver' : 'carrier', '=', (carrier ?? driver)!)
    .where('status', '=', 'open')
    .where('appeal', '=', false)
    .where('openAmount', '>', fen(0))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((r) => ({ ...r, openAmount: r.openAmount ?? 0 }))
}

/** What a claim got back from who answers for it. */
async function recovered(tx: Tx, ctx: Context, id: number, delta: number): Promise<void> {
  const d = await deductions.get(tx, ctx, id)
  if (d.claim === null) return
  const c = await cargoClaims.get(tx, ctx, d.claim)
  await cargoClaims.edit(tx, ctx, d.claim, { recovered: fen((c.recovered ?? 0) + delta) })
}

export async function noteUses(tx: Tx, ctx: Context, payable: number, taken: readonly { of: Open; amount: number }[]): Promise<void> {
  for (const t of taken) {
    await deductions.act(tx, ctx, 'use', t.of.id, { amount: fen(t.amount) })
    await uses.add(tx, ctx, { deduction: t.of.id, payable, amount: fen(t.amount), at: ctx.clock.now() })
    await recovered(tx, ctx, t.of.id, t.amount)
  }
}

/** A payable that is void gives back what it took. */
export async function giveBackUses(tx: Tx, ctx: Context, payable: number): Promise<void> {
  const rows = await liveRows(tx, 'deductionUse')
    .select(['id', 'deduction', 'amount'])
    .where('payable', '=', payable)
    .orderBy('id')
    .execute()
  for (const u of rows) {
    await deductions.act(tx, ctx, 'giveBack', u.deduction, { amount: u.amount })
    await uses.remove(tx, ctx, u.id)
    await recovered(tx, ctx, u.deduction, negated(u.amount))
  }
}

/** 平台服务费 of a sheet, once. */
export async function addServiceFee(tx: Tx, ctx: Context, s: Rec<typeof chargeSheet>, bp: number): Promise<void> {
  const amount = feeOf(Math.max(0, s.total ?? 0), bp)
  if (amount === 0 || s.carrier === null || s.store === null) return
  const had = await liveRows(tx, 'deduction')
    .select('id')
    .where('chargeSheet', '=', s.id)
    .where('reason', '=', 'serviceFee')
    .where('status', '<>', 'waived')
    .executeTakeFirst()
  if (!had) await owe(tx, ctx, s, 'serviceFee', amount, `平台服务费 ${s.no}`)
}

/** The party of the sheet owes us: taken off what it is paid next. */
export async function owe(
  tx: Tx,
  ctx: Context,
  s: Rec<typeof chargeSheet>,
  reason: Rec<typeof deduction>['reason'],
  amount: number,
  remark: string,
): Promise<void> {
  if (s.store === null) throw refused('费用单没有门店，不能登记扣款；请先在任务上选择门店')
  await deductions.add(tx, ctx, {
    ...(s.carrier === null ? { party: 'driver', driver: s.driver! } : { party: 'carrier', carrier: s.carrier }),
    reason,
    amount: fen(amount),
    chargeSheet: s.id,
    store: s.store,
    remark,
  })
}

/**
 * A sheet that is void is owed nothing: what was drawn of it and nobody paid is void too, what was paid is owed back, and the service
 * fee on it is not asked for.
 */
export async function takeBackDrawn(tx: Tx, ctx: Context, s: Rec<typeof chargeSheet>): Promise<void> {
  if (s.direction !== 'payable') return
  for (const p of await payablesOf(tx, s.id)) {
    if (await dropPayable(tx, ctx, p.id, `费用单 ${s.no} 作废`)) continue
    await owe(tx, ctx, s, 'advance', p.gross, `费用单 ${s.no} 作废，已付款待扣回`)
  }
  const fees = await liveRows(tx, 'deduction')
    .select('id')
    .where('chargeSheet', '=', s.id)
    .where('reason', '=', 'serviceFee')
    .where('status', '=', 'open')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of fees) await deductions.act(tx, ctx, 'waive', id, { reason: `费用单 ${s.no} 作废` })
}
