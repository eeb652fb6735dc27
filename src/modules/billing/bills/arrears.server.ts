/** 催收 and 减免: what people do about bills that are not paid. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { invalid } from '#kit/basics/errors.ts'
import { fen, formatYuan } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { sendMessages } from '#modules/system/system.public.ts'
import { billReminder, type Bill } from './bill.ts'
import { overdueDays } from './bill.rules.ts'
import { appendItems, lockLessee } from './ledger.server.ts'
import { prove } from './prove.server.ts'

const reminders = storeOf(billReminder)

/** Recorded with what was open that day; whoever looks after the customer hears of it, unless it was he. */
export async function remind(
  tx: Tx,
  ctx: Context,
  b: Bill,
  input: { way: Rec<typeof billReminder>['way']; content: string; promisedOn: Day | null },
): Promise<Partial<Bill>> {
  const today = ctx.clock.today()
  if (input.promisedOn !== null && input.promisedOn < today) throw invalid({ promisedOn: '承诺付款日不能早于今天' })
  const overdue = overdueDays(
    { amount: b.amount, paid: b.paid, writtenOff: b.writtenOff, issued: true, voided: false, dueOn: b.dueOn, graceDays: b.lateGraceDays },
    today,
  )
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
    promisedOn: input.promisedOn,
  })
  const { name, owner } = await tx.selectFrom('lessee').select(['name', 'owner']).where('id', '=', b.lessee).executeTakeFirstOrThrow()
  if (owner !== null && owner !== ctx.user.id) {
    await sendMessages(tx, ctx, {
      receivers: [owner],
      category: 'arrears',
      title: `${name} 的账单 ${b.no} 已催收，未收 ${formatYuan(b.remain ?? 0)}`,
      content: input.content,
      link: `/bill/billInfoDetail?id=${b.id}`,
      dedupe: `remind:${b.id}:${ctx.clock.now()}`,
    })
  }
  return { remindedOn: today, promisedOn: input.promisedOn }
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
