/** 银行流水: what the bank says came in. A person accepts whose it is and for what; nothing is matched by itself. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const bankLine = defineEntity({
  name: 'bankLine',
  label: '银行流水',
  right: 'bankLineList',
  scope: { store: 'lessee.store' },
  writes: 'append',
  title: ['tradeNo'],
  search: ['tradeNo', 'payerName', 'memo'],
  fields: {
    tradeNo: f.text('交易流水号', { required: true, unique: '该流水号已导入', maxLength: 64, width: 200 }),
    status: f.state('状态', { open: '待匹配', matched: '已匹配', ignored: '不处理' }, 'open'),
    bookedOn: f.day('入账日', { required: true }),
    amount: f.money('收入金额', { required: true, min: 1 }),
    payerName: f.text('付款人', { maxLength: 80 }),
    payerAccount: f.text('付款账号', { maxLength: 40 }),
    memo: f.text('摘要附言', { maxLength: 200 }),
    account: f.text('入账账户', { maxLength: 80 }),
    lessee: f.ref('承租人', 'lessee', { readOnly: true }),
    payment: f.ref('收款', 'payment', { readOnly: true }),
    reason: f.text('处理说明', { readOnly: true, maxLength: 200 }),
  },
  list: {
    columns: ['tradeNo', 'status', 'bookedOn', 'amount', 'payerName', 'memo', 'lessee', 'payment', 'account', 'reason'],
    filters: ['tradeNo', 'status', 'bookedOn', 'amount', 'payerName', 'lessee', 'memo', 'account'],
    sort: '-bookedOn',
    totals: ['amount'],
    quick: { 待匹配: { status: 'open' }, 已匹配: { status: 'matched' }, 不处理: { status: 'ignored' } },
  },
  form: {
    银行流水: ['tradeNo', 'bookedOn', 'amount', 'payerName', 'payerAccount', 'memo', 'account'],
    处理: ['lessee', 'payment', 'reason'],
  },
})
export const bankLineActions = defineActions(bankLine, {
  accept: {
    label: '匹配账单',
    from: ['open'],
    to: 'matched',
    tone: 'primary',
    input: { bills: f.refs('账单', 'bill', { required: true, hint: '同一承租人尚未结清的账单；多出的金额转入其预存余额' }) },
  },
  ignore: {
    label: '不处理',
    from: ['open'],
    to: 'ignored',
    input: { reason: f.text('原因', { required: true, maxLength: 200, hint: '例如：内部转账、利息' }) },
  },
  reopen: { label: '重新匹配', from: ['ignored'], to: 'open', confirm: '恢复为待匹配？' },
  release: { label: '解除匹配', from: ['matched'], to: 'open', internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    bankLine: RowOf<typeof bankLine>
  }
  interface ActionsOf {
    bankLine: typeof bankLineActions
  }
}
