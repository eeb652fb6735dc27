/** «我已转账»: becomes a receipt that waits at the desk like any other. Nothing is paid by it until somebody has seen the money. */
import type { z } from 'zod'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { dayOf, instantAt, type Day } from '#kit/basics/time/day.ts'
import { openBillsOf, receiptsOf, registerPayment } from '#modules/billing/billing.public.ts'
import { held, type Guest } from './guest.server.ts'
import type { PAID } from './own.wire.ts'
import { payCodesOf } from './page.server.ts'
import { ownPicture } from './papers.server.ts'
import { sumOf } from './todo.rules.ts'
import { refuseClaim } from './wish.rules.ts'

/** Receipts said and not confirmed yet. */
const MOST_WAITING = 10

export async function claimPaid(guest: Guest, input: z.output<typeof PAID>): Promise<{ no: string }> {
  const { ctx, lessee } = guest
  const today = ctx.clock.today()
  const paidOn = input.paidOn as Day
  return held(guest, async (tx) => {
    const chosen = new Set(input.bills)
    const bills = (await openBillsOf(tx, ctx, lessee.id)).filter((b) => chosen.has(b.id))
    if (bills.length !== chosen.size) throw absent('所选账单不存在或已付清，请刷新页面')
    const why = refuseClaim({ amount: input.amount, paidOn }, sumOf(bills, chosen), today, formatFen)
    if (why) throw refused(why)
    const waiting = (await receiptsOf(tx, lessee.id)).filter((p) => p.status === 'toConfirm')
    const same = waiting.find((p) => p.amount === input.amount && p.paidOn === paidOn)
    if (same) throw refused(`同一天同样金额的付款已告知门店（${same.no}），待门店确认，请勿重复提交`)
    if (waiting.length >= MOST_WAITING) throw refused('待门店确认的付款过多，请等门店确认后再提交')
    if (input.code && !(await payCodesOf(tx, ctx, lessee)).some((code) => code.id === input.code && code.channel === input.channel))
      throw invalid({ code: '所选收款码不存在或已停用，请刷新页面' })
    const picture = await ownPicture(tx, lessee.id, input.file)
    // Of a day without a time: the middle of it, or now when that is still to come.
    const noon = instantAt(paidOn, '12:00')
    const paidAt = noon < ctx.clock.now() ? noon : paidOn === dayOf(ctx.clock.now()) ? ctx.clock.now() : noon
    const receipt = await registerPayment(tx, ctx, {
      source: 'online',
      bills: bills.map((b) => b.id),
      amount: input.amount,
      channel: input.channel,
      paidAt,
      payerName: input.payer || lessee.name,
      payQrCode: input.code ?? undefined,
      vouchers: [picture],
      remark: `客户在自助页告知${input.remark ? `：${input.remark}` : ''}`,
    })
    return { no: receipt.no }
  })
}
