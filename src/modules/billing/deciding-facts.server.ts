/** What one decides by when money goes out or is given up: the amount, and of how much. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { DecidingFacts } from '#modules/approval/approval.public.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { bill } from './bills/bill.ts'
import { depositAccount } from './deposits/deposit.ts'
import { refund, writeOff } from './payments/refund.ts'
import { payableBill, payout } from './shares/payable.ts'

/** The number itself is not for everybody who takes part. */
const tail = (account: string | null): string => (account ? `尾号 ${account.slice(-4)}` : '未填写')

const lesseeLine = async (tx: Tx, ctx: Context, id: number) => ({
  label: bill.fields.lessee.label,
  value: (await titlesOf(tx, ctx, 'lessee', [id])).get(id) ?? '',
})

const ofPayout: DecidingFacts = {
  act: 'payout',
  of: async (tx, ctx, id) => {
    const paid = await storeOf(payout).get(tx, ctx, id)
    const owed = await storeOf(payableBill).get(tx, ctx, paid.payableBill)
    return [
      { label: '付款金额', value: formatFen(paid.amount) },
      { label: '收款方', value: paid.payee },
      { label: '收款账号', value: tail(owed.bankAccount) },
      { label: '用途', value: `${payableBill.fields.fee.options[owed.fee]}（应付 ${formatFen(owed.amount ?? 0)}）` },
    ]
  },
}

const ofWaiver: DecidingFacts = {
  act: 'bill.waiveLate',
  of: async (tx, ctx, id, input) => {
    const late = await storeOf(bill).get(tx, ctx, id)
    const off = typeof input?.['amount'] === 'number' ? input['amount'] : null
    return [
      { label: '减免金额', value: off === null ? '' : formatFen(off) },
      { label: '滞纳金未收', value: formatFen(late.remain ?? 0) },
      await lesseeLine(tx, ctx, late.lessee),
      { label: '减免原因', value: typeof input?.['reason'] === 'string' ? input['reason'] : '' },
    ]
  },
}

const ofRefund: DecidingFacts = {
  act: 'refund',
  of: async (tx, ctx, id) => {
    const asked = await storeOf(refund).get(tx, ctx, id)
    return [
      { label: '退款金额', value: formatFen(asked.amount) },
      await lesseeLine(tx, ctx, asked.lessee),
      { label: '收款方', value: `${asked.payee}（${tail(asked.bankAccount)}）` },
      { label: '退款原因', value: asked.reason },
    ]
  },
}

const ofWriteOff: DecidingFacts = {
  act: 'writeOff',
  of: async (tx, ctx, id) => {
    const asked = await storeOf(writeOff).get(tx, ctx, id)
    const lost = await storeOf(bill).get(tx, ctx, asked.bill)
    return [
      { label: '核销金额', value: `${formatFen(asked.amount)}（账单 ${formatFen(lost.amount)}）` },
      await lesseeLine(tx, ctx, asked.lessee),
      { label: '应付日', value: lost.dueOn },
      { label: '核销原因', value: asked.reason },
    ]
  },
}

/** Of a deposit: how much, and how much there is. */
const ofDeposit = (act: 'waive' | 'forfeit', what: string): DecidingFacts => ({
  act: `depositAccount.${act}`,
  of: async (tx, ctx, id, input) => {
    const held = await storeOf(depositAccount).get(tx, ctx, id)
    return [
      { label: what, value: typeof input?.['amount'] === 'number' ? formatFen(input['amount']) : '' },
      { label: '应收押金', value: `${formatFen(held.required)}（余额 ${formatFen(held.balance)}）` },
      await lesseeLine(tx, ctx, held.lessee),
      { label: '原因', value: typeof input?.['reason'] === 'string' ? input['reason'] : '' },
    ]
  },
})

export const billingDecides: readonly DecidingFacts[] = [
  ofPayout,
  ofWaiver,
  ofRefund,
  ofWriteOff,
  ofDeposit('waive', '豁免金额'),
  ofDeposit('forfeit', '没收金额'),
]
