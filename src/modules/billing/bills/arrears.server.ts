/** 催收 and 减免: what people do about bills that are not paid. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { fen, formatYuan } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { billReminder, type Bill } from './bill.ts'
import { overdueDays } from './bill.rules.ts'
import { checkPromise, tellOwner, type Talk } from './dunning/dunning.server.ts'
import { increase, lateStates } from './late-fees.server.ts'
import { appendItems, lockLessee } from './ledger.server.ts'
import { prove } from './prove.server.ts'

const reminders = storeOf(billReminder)

/** Recorded with what was open that day; whoever looks after the customer hears of it, unless it was he. */
export async function remind(tx: Tx, ctx: Context, b: Bill, input: Talk): Promise<Partial<Bill>> {
  checkPromise(ctx, input)
  const today = ctx.clock.today()
  const overdue = overdueDays(
    { amount: b.amount, paid: b.paid, writtenOff: b.writtenOff, issued: true, voided: false, dueOn: b.dueOn, graceDays: b.lateGraceDays },
    today,
  )
  const late = increase((await lateStates(tx, [b], today)).get(b.id))
  await reminders.add(tx, ctx, {
    bill: b.id,
    lessee: b.lessee,
    store: b.store,
    way: input.way,
    remindedAt: ctx.clock.now(),
    clerk: ctx.user.id || null,
    remain: fen(b.remain ?? 0),
    overdueDays: overdue,
    content: input.content,
    promisedOn: input.promisedOn ?? null,
    promised: input.promisedOn ? fen(input.promised ?? (b.remain ?? 0) + late) : null,
  })
  await tellOwner(tx, ctx, b.lessee, {
    what: `账单 ${b.no} `,
    amount: (b.remain ?? 0) + late,
    content: input.content,
    link: `/bill/billInfoDetail?id=${b.id}`,
    key: String(b.id),
  })
  return { remindedOn: today, promisedOn: input.promisedOn ?? null }
}

/** A credit on the late-fee bill; what was already paid is not touched. */
export async function waiveLate(tx: Tx, ctx: Context, b: Bill, amount: number, reason: string): Promise<Partial<Bill>> {
  await lockLessee(tx, b.lessee)
  const after = await appendItems(tx, ctx, b.id, [
    {
      feeItem: 'LATE',
      description: `滞纳金减免：${reason}`,
      amount: -amount,
      formula: `未收 ${formatYuan(b.remain ?? 0)} 中减免 ${formatYuan(amount)}`,
      idemKey: `waiveLate:${b.id}:${ctx.clock.now()}`,
    },
  ])
  await prove(tx, ctx, { bills: [b.id] })
  return { amount: after.amount, paid: after.paid, status: after.status, settledOn: after.settledOn }
}
