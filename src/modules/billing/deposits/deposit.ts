/** 押金台账 (leasing.md §3.6): a liability, never revenue. balance = Σ signed entries ≥ 0. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

/** What stands on the account itself; a hold past its day is still a hold until somebody releases it. */
const STANDING = `case when balance > 0 and hold_until is not null then 'held' when balance > 0 and balance >= required then 'full' when balance > 0 then 'partial' when received + transferred > 0 then 'cleared' when required > 0 then 'none' else 'waived' end`

export const depositAccount = defineEntity({
  name: 'depositAccount',
  label: '保证金',
  right: 'userEnsure',
  scope: { store: 'store' },
  writes: 'none',
  title: ['lease', 'kind'],
  fields: {
    lease: f.ref('租约', 'lease', { required: true }),
    contract: f.ref('合同', 'contract', { required: true }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    kind: f.choice('类型', { vehicle: '车辆押金', violation: '违章押金' }, { required: true }),
    required: f.money('应收押金', { required: true }),
    received: f.money('已收取', { required: true, default: 0 }),
    transferred: f.money('转入转出', { required: true, default: 0, hint: '转入为正，转出为负' }),
    deducted: f.money('已抵扣', { required: true, default: 0, min: 0 }),
    refunded: f.money('已退还', { required: true, default: 0, min: 0 }),
    forfeited: f.money('已没收', { required: true, default: 0, min: 0 }),
    frozen: f.money('退款中', { required: true, default: 0, min: 0 }),
    balance: f.money('押金余额', { required: true, default: 0, min: 0 }),
    waived: f.money('已减免', { required: true, default: 0, min: 0 }),
    holdUntil: f.day('保留至'),
    standing: f.computed('状况', 'text', STANDING, {
      options: { none: '未收', partial: '部分收取', full: '已收齐', held: '保留中', cleared: '已退清', waived: '已减免' },
    }),
  },
  unique: [{ fields: ['lease', 'kind'], message: '该租约已有此类押金' }],
  list: {
    columns: [
      'lease',
      'lessee',
      'kind',
      'standing',
      'balance',
      'required',
      'received',
      'deducted',
      'refunded',
      'frozen',
      'forfeited',
      'holdUntil',
      'store',
    ],
    filters: ['lessee', 'lease', 'kind', 'standing', 'balance', 'holdUntil', 'store'],
    sort: '-id',
    totals: ['required', 'received', 'deducted', 'refunded', 'forfeited', 'frozen', 'balance'],
    quick: { 未收: { standing: 'none' }, 已收齐: { standing: 'full' }, 保留中: { standing: 'held' }, 已退清: { standing: 'cleared' } },
  },
  form: {
    押金: ['lease', 'contract', 'lessee', 'kind', 'standing', 'holdUntil', 'store'],
    金额: ['required', 'waived', 'received', 'transferred', 'deducted', 'refunded', 'forfeited', 'frozen', 'balance'],
  },
  children: [
    { entity: 'depositEntry', by: 'account', label: '押金流水' },
    { entity: 'refund', by: 'depositAccount', label: '退款单' },
  ],
})

const AMOUNT = { required: true, min: 1 } as const
const REASON = { required: true, maxLength: 200 } as const
const left = (d: { balance: number }, input: Record<string, unknown>): string | null =>
  Number(input['amount']) > d.balance ? '金额不能超过押金余额' : null

export const depositActions = defineActions(depositAccount, {
  deduct: {
    label: '抵扣账单',
    money: 'amount',
    from: 'any',
    tone: 'primary',
    refuse: (d) => (d.balance > 0 ? null : '押金余额为零，没有可抵扣的金额'),
    checkInput: (input, d) => left(d, input),
    input: {
      bill: f.ref('账单', 'bill', {
        required: true,
        filter: { status: ['unpaid', 'partlyPaid'] },
        within: { lessee: 'lessee' },
        hint: '同一承租人尚未结清的账单',
      }),
      amount: f.money('抵扣金额', AMOUNT),
      reason: f.text('抵扣原因', REASON),
    },
  },
  refund: {
    label: '申请退还',
    money: 'amount',
    from: 'any',
    refuse: (d) => (d.balance > 0 ? null : '押金余额为零，没有可退还的金额'),
    checkInput: (input, d) => left(d, input),
    input: {
      amount: f.money('退还金额', AMOUNT),
      payee: f.text('收款人', { required: true, maxLength: 80 }),
      bankName: f.text('开户行', { maxLength: 80 }),
      bankAccount: f.text('收款账号', { maxLength: 40 }),
      reason: f.text('退还原因', REASON),
    },
  },
  transfer: {
    label: '转入其他租约',
    money: 'amount',
    from: 'any',
    refuse: (d) => (d.balance > 0 ? null : '押金余额为零，没有可转出的金额'),
    checkInput: (input, d) => left(d, input),
    input: {
      to: f.ref('转入押金账户', 'depositAccount', {
        required: true,
        within: { lessee: 'lessee', kind: 'kind' },
        hint: '同一承租人的另一份租约，抵作该租约尚未收取的押金',
      }),
      amount: f.money('转出金额', AMOUNT),
      reason: f.text('转出原因', REASON),
    },
  },
  forfeit: {
    label: '没收',
    money: 'amount',
    from: 'any',
    tone: 'danger',
    refuse: (d) => (d.balance > 0 ? null : '押金余额为零，没有可没收的金额'),
    checkInput: (input, d) => left(d, input),
    input: { amount: f.money('没收金额', AMOUNT), reason: f.text('没收依据', REASON) },
  },
  hold: {
    label: '保留',
    from: 'any',
    refuse: (d) => (d.balance > 0 ? null : '押金余额为零，不需要保留'),
    input: { until: f.day('保留至', { required: true }), reason: f.text('保留原因', REASON) },
  },
  release: {
    label: '解除保留',
    from: 'any',
    refuse: (d, m) =>
      d.holdUntil === null ? '这笔押金没有保留' : m.today < d.holdUntil ? `保留期至 ${d.holdUntil}，到期后才能解除` : null,
    confirm: '确认违章已查清，解除保留？解除后可以申请退还。',
  },
  waive: {
    label: '减免',
    money: 'amount',
    from: 'any',
    refuse: (d) => (d.required > d.balance + d.deducted + d.refunded + d.forfeited + d.frozen ? null : '没有尚未收取的押金可以减免'),
    input: { amount: f.money('减免金额', AMOUNT), reason: f.text('减免原因', REASON) },
  },
})

export const depositEntry = defineEntity({
  name: 'depositEntry',
  label: '押金流水',
  right: 'userEnsure',
  scope: { store: 'store' },
  writes: 'none',
  title: ['kind'],
  fields: {
    account: f.ref('押金账户', 'depositAccount', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    kind: f.choice(
      '类型',
      {
        receive: '收取',
        transferIn: '转入',
        transferOut: '转出',
        deduct: '抵扣',
        freeze: '退款冻结',
        unfreeze: '退款解冻',
        refund: '退还',
        forfeit: '没收',
        reverse: '冲销',
      },
      { required: true },
    ),
    delta: f.money('变动', { required: true }),
    after: f.money('余额', { required: true, min: 0 }),
    allocation: f.ref('核销明细', 'allocation'),
    payment: f.ref('抵扣收款', 'payment'),
    refund: f.ref('退款单', 'refund'),
    reason: f.text('原因', { maxLength: 200 }),
    refKey: f.text('来源键', { required: true, unique: '该笔押金变动已记录', maxLength: 120, internal: true }),
  },
  list: {
    columns: ['account', 'kind', 'delta', 'after', 'allocation', 'payment', 'refund', 'reason'],
    filters: ['account', 'kind'],
    sort: '-id',
    totals: ['delta'],
  },
  form: { 押金流水: ['account', 'kind', 'delta', 'after', 'payment', 'refund', 'reason'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    depositAccount: RowOf<typeof depositAccount>
    depositEntry: RowOf<typeof depositEntry>
  }
  interface ActionsOf {
    depositAccount: typeof depositActions
  }
}
