/** 处理 in one form: the fine becomes the lessee's bill or the driver's deduction once, or stays with whoever pays it himself (§2.5, A11). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf, type Day } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen, formatYuan } from '#kit/basics/fen.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { depositsOf, payInternally } from '#modules/billing/billing.public.ts'
import { draftIncidental, issueIncidental } from '#modules/leasing/leasing.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { draftDeduction } from '#modules/freight/freight.public.ts'
import { mostBilled, surcharge } from './violation.rules.ts'
import type { violation } from './violation.ts'

type Violation = Rec<typeof violation>
interface Disposal {
  way: 'self' | 'agent' | 'company'
  collect: 'bill' | 'deposit' | null
  serviceFee: number | null
  points: number | null
  dueOn: Day | null
  driverName: string | null
  remark: string | null
}
const PAY_DAYS = 7

/** Bill and payment in one transaction: the deposit never pays what is not on a bill, and never twice. */
async function fromDeposit(tx: Tx, ctx: Context, v: Violation, incidental: number, total: number): Promise<void> {
  const deposit = (await depositsOf(tx, [v.lease!])).find((d) => d.kind === 'violation')
  if (!deposit) throw refused('该租约没有违章押金，请改为生成杂费单')
  if (deposit.balance < total) throw refused(`违章押金余额只有 ${formatYuan(deposit.balance)}，不够 ${formatYuan(total)}，请改为生成杂费单`)
  const bill = await issueIncidental(tx, ctx, incidental)
  await payInternally(tx, ctx, {
    lessee: v.lessee!,
    bills: [bill],
    amount: total,
    depositAccount: deposit.id,
    remark: `违章 ${v.no} 代办`,
    refKey: `violation:${v.id}:${v.version}:deposit`,
  })
}

/** Never more than the fine and what came on top for being late, and a fee that is said. */
async function collect(tx: Tx, ctx: Context, v: Violation, input: Disposal): Promise<Partial<Violation>> {
  if ((v.billed ?? 0) > 0) throw refused('该违章的罚款已向责任方收取，不能再次收费；有误请先撤销原来的收费')
  const today = ctx.clock.today()
  const late = surcharge(v.fine ?? 0, v.dueOn, today)
  const fine = mostBilled(v.fine ?? 0, late)
  const fee = input.serviceFee ?? v.serviceFee ?? 0
  if (fine + fee <= 0) throw refused('罚款和服务费都是 0，不需要代办；请先填写代办服务费，或改选「责任方自行处理」')
  const remark = `违章 ${v.no}：${v.plateNo} ${dayOf(v.occurredAt)} ${v.place ?? ''}`.slice(0, 300)
  const collected = { way: 'agent' as const, billed: fine, surcharge: late, serviceFee: fen(fee) }
  if (v.holderKind === 'driver')
    return { ...collected, deduction: await draftDeduction(tx, ctx, { driver: v.driver!, store: v.store!, amount: fine + fee, remark }) }
  if (!v.lease) throw refused('该违章没有对应的租约，不能向承租人收费')
  const incidental = await draftIncidental(tx, ctx, {
    lease: v.lease,
    occurredOn: dayOf(v.occurredAt),
    dueOn: addDays(today, PAY_DAYS),
    lines: [
      ...(fine > 0 ? [{ feeItem: 'VIOL' as const, amount: fine, note: `${v.no} ${v.behaviour ?? ''}`.slice(0, 100) }] : []),
      ...(fee > 0 ? [{ feeItem: 'VIOL_SVC' as const, amount: fee, note: v.no }] : []),
    ],
    remark,
  })
  if (input.collect !== 'deposit') return { ...collected, incidental }
  await fromDeposit(tx, ctx, v, incidental, fine + fee)
  return { ...collected, incidental, deposit: fen(fine + fee) }
}

export async function dispose(tx: Tx, ctx: Context, v: Violation, input: Disposal): Promise<Partial<Violation>> {
  const dueOn = input.dueOn ?? v.dueOn ?? addDays(ctx.clock.today(), await parameterNumber(tx, ctx.registry, 'violNotifyDays'))
  const said = {
    dueOn,
    points: input.points ?? v.points,
    driverName: input.driverName ?? v.driverName,
    remark: input.remark ?? v.remark,
  }
  if (input.way !== 'agent') return { ...said, way: input.way }
  return { ...said, ...(await collect(tx, ctx, { ...v, ...said }, input)) }
}
