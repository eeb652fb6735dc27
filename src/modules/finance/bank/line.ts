/** 银行流水 (finance.md §2.2): what the bank says came and went. A person accepts whose it is and for what; nothing is matched by itself. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

/** What a line may be: one document of the same account and amount, or a batch of payments. */
export const MATCH_TARGETS = {
  payment: '收款',
  payout: '付款单',
  refund: '退款单',
  otherReceipt: '其他收款',
  otherPayment: '其他付款',
  accountTransfer: '账户互转',
  payBatch: '付款批次',
}

export const bankLine = defineEntity({
  name: 'bankLine',
  label: '银行流水',
  right: 'bankLineList',
  scope: { store: 'lessee.store' },
  writes: 'append',
  title: ['tradeNo'],
  search: ['tradeNo', 'payerName', 'memo'],
  fields: {
    tradeNo: f.text('交易流水号', { required: true, maxLength: 64, width: 200 }),
    // A transfer and its fee have one number, and two lines that say the same have one made of what they say (decision 0097).
    part: f.int('同号序号', { required: true, readOnly: true, internal: true, default: 1, min: 1 }),
    status: f.state('状态', { open: '待匹配', matched: '已匹配', ignored: '不处理' }, 'open'),
    bookedOn: f.day('入账日', { required: true }),
    direction: f.choice('方向', { in: '收入', out: '支出' }, { required: true, default: 'in' }),
    amount: f.money('金额', { required: true, min: 1 }),
    income: f.computed('收入', 'money', "case when direction = 'in' then amount end"),
    outgo: f.computed('支出', 'money', "case when direction = 'out' then amount end"),
    balanceAfter: f.money('流水余额'),
    occurredAt: f.instant('交易时间'),
    kind: f.text('交易类型', { maxLength: 40 }),
    payerName: f.text('对方户名', { maxLength: 80 }),
    payerAccount: f.text('对方账号', { maxLength: 40, mask: 'bankCard' }),
    memo: f.text('摘要附言', { maxLength: 200 }),
    account: f.ref('账户', 'companyAccount'),
    matchedTo: f.choice('匹配类型', MATCH_TARGETS, { readOnly: true }),
    matchedId: f.int('匹配编号', { readOnly: true, internal: true }),
    matchedNo: f.text('匹配单号', { readOnly: true, maxLength: 40 }),
    lessee: f.ref('承租人', 'lessee', { readOnly: true }),
    payment: f.ref('收款', 'payment', { readOnly: true }),
    reason: f.text('处理说明', { readOnly: true, maxLength: 200 }),
  },
  unique: [{ fields: ['tradeNo', 'part'], message: '该流水号已导入' }],
  list: {
    columns: [
      'tradeNo',
      'status',
      'bookedOn',
      'income',
      'outgo',
      'balanceAfter',
      'payerName',
      'memo',
      'matchedTo',
      'matchedNo',
      'lessee',
      'account',
      'reason',
    ],
    filters: ['tradeNo', 'status', 'direction', 'bookedOn', 'amount', 'matchedTo', 'payerName', 'lessee', 'memo', 'account'],
    sort: '-bookedOn',
    totals: ['income', 'outgo'],
    quick: { 待匹配: { status: 'open' }, 已匹配: { status: 'matched' }, 不处理: { status: 'ignored' } },
  },
  form: {
    银行流水: [
      'tradeNo',
      'account',
      'direction',
      'bookedOn',
      'occurredAt',
      'amount',
      'balanceAfter',
      'kind',
      'payerName',
      'payerAccount',
      'memo',
    ],
    处理: ['matchedTo', 'matchedNo', 'lessee', 'payment', 'reason'],
  },
})
export const bankLineActions = defineActions(bankLine, {
  accept: {
    label: '匹配账单',
    from: ['open'],
    to: 'matched',
    tone: 'primary',
    refuse: (l) => (l.direction === 'in' ? null : '支出的流水没有应收账单，请用「对上已有单据」'),
    input: { bills: f.refs('账单', 'bill', { required: true, hint: '同一承租人尚未结清的账单；多出的金额转入其预存余额' }) },
  },
  recognise: {
    label: '对上已有单据',
    from: ['open'],
    to: 'matched',
    input: {
      target: f.choice('单据类型', MATCH_TARGETS, { required: true }),
      targetId: f.int('单据编号', { required: true, min: 1 }),
    },
  },
  undo: {
    label: '撤销匹配',
    from: ['matched'],
    to: 'open',
    tone: 'danger',
    confirm: '流水恢复为待匹配；由匹配登记、尚未审核的收款会一并驳回。确认撤销？',
  },
  ignore: {
    label: '不处理',
    from: ['open'],
    to: 'ignored',
    input: { reason: f.text('原因', { required: true, maxLength: 200, hint: '例如：内部转账、利息' }) },
  },
  reopen: {
    label: '重新匹配',
    from: ['ignored'],
    to: 'open',
    confirm: '恢复后这笔流水回到「待匹配」，需要重新匹配或标为不处理。确认重新匹配？',
  },
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
