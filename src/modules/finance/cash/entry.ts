/** 财务流水 (finance.md §2.3): every movement of money, written in the transaction of its cause and never changed again. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const CASH_KINDS = {
  receipt: '收款',
  refund: '退款',
  payout: '付款',
  otherReceipt: '其他收款',
  otherPayment: '其他付款',
  transferIn: '转入',
  transferOut: '转出',
  fee: '手续费',
  reversal: '冲销',
}
export const cashEntry = defineEntity({
  name: 'cashEntry',
  label: '财务流水',
  right: 'financialList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no', 'party', 'sourceNo'],
  fields: {
    no: f.serial('流水编号', 'LS{yyyyMMdd}-{0000}'),
    account: f.ref('账户', 'companyAccount', { required: true }),
    kind: f.choice('类型', CASH_KINDS, { required: true }),
    direction: f.choice('方向', { in: '收入', out: '支出' }, { required: true }),
    amount: f.money('金额', { required: true, min: 1 }),
    signed: f.computed('收支净额', 'money', "case when direction = 'in' then amount else -amount end"),
    income: f.computed('收入', 'money', "case when direction = 'in' then amount end"),
    outgo: f.computed('支出', 'money', "case when direction = 'out' then amount end"),
    after: f.money('账户余额', { required: true, hint: '该账户记入这笔之后的账面余额' }),
    businessOn: f.day('业务日', { required: true }),
    postedOn: f.day('记账日', { required: true }),
    party: f.text('对方', { maxLength: 80 }),
    source: f.choice(
      '来源',
      {
        payment: '收款',
        refund: '退款单',
        payout: '付款单',
        otherReceipt: '其他收款',
        otherPayment: '其他付款',
        accountTransfer: '账户互转',
      },
      { required: true },
    ),
    sourceId: f.int('来源编号', { required: true, internal: true }),
    sourceNo: f.text('来源单号', { required: true, maxLength: 40, width: 160 }),
    store: f.ref('门店', 'store', { required: true }),
    vehicle: f.ref('车辆', 'vehicle'),
  },
  unique: [{ fields: ['source', 'sourceId', 'kind', 'direction'], message: '该笔收支已记账' }],
  list: {
    columns: ['no', 'postedOn', 'account', 'kind', 'party', 'income', 'outgo', 'after', 'sourceNo', 'businessOn', 'store', 'vehicle'],
    filters: ['account', 'kind', 'direction', 'postedOn', 'businessOn', 'amount', 'party', 'sourceNo', 'store', 'vehicle'],
    sort: '-id',
    totals: ['income', 'outgo', 'signed'],
    quick: { 收入: { direction: 'in' }, 支出: { direction: 'out' }, 冲销: { kind: 'reversal' } },
  },
  form: {
    流水: ['no', 'account', 'kind', 'direction', 'amount', 'after', 'businessOn', 'postedOn'],
    来源: ['party', 'source', 'sourceNo', 'store', 'vehicle'],
  },
  indexes: [['account', 'postedOn']],
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    cashEntry: RowOf<typeof cashEntry>
  }
}
