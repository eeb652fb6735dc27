/** A claim agreed to is money: a credit on the customer's freight, or paid out to him, and taken off who answers for it (transport.md §2.9, §4.4). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { fen, negated } from '#kit/basics/fen.ts'
import { refused } from '#kit/basics/errors.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { shipperOf } from '#modules/parties/parties.public.ts'
import { draftPayable } from '#modules/billing/billing.public.ts'
import type { cargoClaim } from '#modules/transport/missions/exception.ts'
import { chargeSheet, deduction } from './sheet.ts'

const sheets = storeOf(chargeSheet)
const deductions = storeOf(deduction)
type Claim = Rec<typeof cargoClaim>
const TAX_BP = 900
const PAY_DAYS = 7

export async function followClaim(tx: Tx, ctx: Context, c: Claim): Promise<void> {
  // Whoever answers pays it back out of what he is paid next (J8, §4.4).
  if (c.recoverFrom === 'carrier' || c.recoverFrom === 'driver')
    await deductions.add(tx, ctx, {
      party: c.recoverFrom,
      ...(c.recoverFrom === 'carrier' ? { carrier: c.carrier } : { driver: c.driver }),
      reason: 'damage',
      amount: c.amount ?? fen(0),
      openAmount: c.amount ?? fen(0),
      claim: c.id,
      exception: c.exception,
      store: c.store!,
    })
  await creditClaim(tx, ctx, c)
}

async function creditClaim(tx: Tx, ctx: Context, c: Claim): Promise<void> {
  const amount = c.amount ?? 0
  if (amount === 0) throw refused('赔付金额为 0，请先填写损失明细的单价')
  if (c.customer === null || c.store === null) throw refused('该异常涉及多张订单，无法确定赔付给哪个客户，请按订单登记异常')
  if (c.payMode === 'payout') {
    const { name } = await shipperOf(tx, c.customer)
    await draftPayable(tx, ctx, {
      partyKind: 'customer',
      payee: name,
      fee: 'claim',
      store: c.store,
      dueOn: addDays(ctx.clock.today(), PAY_DAYS),
      theirNo: c.no,
      items: [{ description: `货损赔付 ${c.no}`, amount }],
    })
    return
  }
  await sheets.add(tx, ctx, {
    direction: 'receivable',
    kind: 'claim',
    status: 'calculated',
    customer: c.customer,
    order: c.order,
    claim: c.id,
    pricingDay: ctx.clock.today(),
    lines: [{ code: 'claim', label: `货损扣款 ${c.no}`, amount: negated(fen(amount)), formula: null }],
    total: negated(fen(amount)),
    taxBp: TAX_BP,
    tax: fen(-Math.round((amount * TAX_BP) / (10_000 + TAX_BP))),
    store: c.store,
  })
}
