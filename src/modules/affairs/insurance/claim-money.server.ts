/** Money of a claim: what insurers pay goes through the finance department, what lessee and driver bear becomes theirs once (§3.4, §5, A7). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf, type Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatFen, sumFen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { draftReceipt, type ReceiptFollower } from '#modules/finance/finance.public.ts'
import { draftIncidental, dropIncidental, incidentalsOf } from '#modules/leasing/leasing.public.ts'
import { deducted, draftDeduction, dropDeduction } from '#modules/freight/freight.public.ts'
import { arrived, CLAIM_FLOW, insuranceClaim } from './claim.ts'

type Claim = Rec<typeof insuranceClaim>
type Payout = NonNullable<Claim['payouts']>[number]
const claims = storeOf(insuranceClaim)
const PAY_DAYS = 7

const paidBy = (payouts: readonly Payout[]) => ({ payouts: [...payouts], paidOut: sumFen(payouts.map((p) => p.amount)) })

/** A claim pays no more than what was assessed. */
export function refuseOverpaid(c: Pick<Claim, 'paidOut' | 'loss'>, at = 'payouts'): void {
  if ((c.paidOut ?? 0) > (c.loss ?? 0)) throw invalid({ [at]: `赔款合计 ${formatFen(c.paidOut ?? 0)} 超过定损 ${formatFen(c.loss ?? 0)}` })
}

interface Received {
  payer: Payout['payer']
  payerName: string
  amount: number
  account: number
  receivedOn: Day
  tradeNo: string | null
  vouchers: Claim['photos']
}
export async function receive(tx: Tx, ctx: Context, c: Claim, input: Received): Promise<Partial<Claim>> {
  const { payer, amount, receivedOn, tradeNo } = input
  if (receivedOn < dayOf(c.occurredAt)) throw invalid({ receivedOn: '到账日期不能早于出险日期' })
  refuseOverpaid({ loss: c.loss, paidOut: fen((c.paidOut ?? 0) + amount) }, 'amount')
  const receiptNo = await draftReceipt(tx, ctx, {
    kind: 'claim',
    payer: input.payerName,
    amount,
    account: input.account,
    movedOn: receivedOn,
    tradeNo,
    vehicle: c.vehicle,
    store: c.store!,
    vouchers: input.vouchers,
    remark: `出险 ${c.no}（报案号 ${c.reportNo}）`,
  })
  return paidBy([...(c.payouts ?? []), { payer, amount: fen(amount), receivedOn, tradeNo, receiptNo, received: false }])
}

/** What the finance department wrote down is what counts; taken back, the payout is gone. */
export function noteReceipt(
  c: Claim,
  news: { receiptNo: string; received: boolean | null; amount: number; receivedOn: Day; tradeNo: string | null },
): Partial<Claim> {
  const { receiptNo, receivedOn, tradeNo } = news
  const others = (c.payouts ?? []).filter((p) => p.receiptNo !== receiptNo)
  if (!news.received) return paidBy(others)
  const own = (c.payouts ?? []).find((p) => p.receiptNo === receiptNo)!
  const after = paidBy([...others, { ...own, amount: fen(news.amount), receivedOn, tradeNo, received: true }])
  if (after.paidOut > (c.loss ?? 0))
    throw refused(`出险 ${c.no} 赔款合计 ${formatFen(after.paidOut)} 将超过定损 ${formatFen(c.loss ?? 0)}，请核对金额`)
  return after
}

export const claimReceipts: ReceiptFollower = async (tx, ctx, { no, kind, vehicle, received, amount, movedOn, tradeNo }) => {
  if (kind !== 'claim' || vehicle === null) return
  const rows = await liveRows(tx, 'insuranceClaim').select(['id', 'payouts']).where('vehicle', '=', vehicle).execute()
  const claim = rows.find((r) => (r.payouts ?? []).some((p) => p.receiptNo === no))
  if (!claim) return
  const c = await claims.lock(tx, ctx, claim.id)
  if (!CLAIM_FLOW.includes(c.status)) throw refused(`出险 ${c.no} 已办结，它的赔款不能再变动`)
  await claims.act(tx, ctx, 'noteReceipt', c.id, { receiptNo: no, received, amount: fen(amount), receivedOn: movedOn, tradeNo })
}

/** What is charged already does not change behind the bill. */
export async function refuseCharged(tx: Tx, c: Claim, patch: Partial<Claim>): Promise<void> {
  if (patch.driverShare !== undefined && patch.driverShare !== c.driverShare && c.deduction) {
    const taken = (await deducted(tx, [c.deduction])).get(c.deduction) ?? 0
    if (taken > 0 && taken !== patch.driverShare) throw invalid({ driverShare: `司机承担已生成扣款 ${formatFen(taken)}，请先免除它再改` })
  }
  if (patch.lesseeShare === undefined || patch.lesseeShare === c.lesseeShare || !c.incidental) return
  const [of] = await incidentalsOf(tx, [c.incidental])
  if (of && of.status !== 'cancelled') throw invalid({ lesseeShare: `承租人承担已生成杂费单 ${of.no}，请先取消它再改` })
}

export const charge = async (tx: Tx, ctx: Context, c: Claim): Promise<Partial<Claim>> => ({
  incidental: await draftIncidental(tx, ctx, {
    lease: c.lease!,
    occurredOn: dayOf(c.occurredAt),
    dueOn: addDays(ctx.clock.today(), PAY_DAYS),
    lines: [{ feeItem: 'DAMAGE', amount: c.lesseeShare, note: `出险 ${c.no}` }],
    remark: `出险 ${c.no}：承租人承担`,
  }),
})

export const chargeDriver = async (tx: Tx, ctx: Context, c: Claim): Promise<Partial<Claim>> => ({
  deduction: await draftDeduction(tx, ctx, {
    driver: c.driver!,
    store: c.store!,
    amount: c.driverShare,
    reason: 'damage',
    remark: `出险 ${c.no}：司机承担`,
  }),
})

/** A claim that comes to nothing leaves nobody charged for it, and no money of it in the books. */
export async function uncharge(tx: Tx, ctx: Context, c: Claim, why: string): Promise<Partial<Claim>> {
  const paid = (c.payouts ?? []).filter(arrived)
  if (paid.length) throw refused(`已有 ${paid.length} 笔赔款到账，不能${why}`)
  const waiting = (c.payouts ?? [])[0]
  if (waiting) throw refused(`收款单 ${waiting.receiptNo ?? ''} 等待财务复核，请先驳回它`)
  if (c.incidental && (await dropIncidental(tx, ctx, c.incidental)) === 'billed') throw refused('承租人分担已出账，请先作废杂费账单')
  if (c.deduction && (await dropDeduction(tx, ctx, c.deduction, `出险 ${c.no} ${why}`)) === 'used')
    throw refused('司机分担已从运费中扣除，请先在「扣款」中处理')
  return { incidental: null, deduction: null }
}
