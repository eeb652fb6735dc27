/** 收款 and 核销 (leasing.md §3.7): registered by one clerk, confirmed by another; money exists only when confirmed. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const CHANNELS = {
  wechat: '微信',
  alipay: '支付宝',
  transfer: '银行转账',
  cash: '现金',
  pos: 'POS',
  balance: '余额',
  depositDeduct: '押金抵扣',
  discount: '优惠',
  offset: '对冲',
}

/** A bill this receipt is for; `amount` 0 leaves the share to the default order, anything else is the payer's own word. */
export interface Designation {
  bill: number
  amount: number
}

export const payment = defineEntity({
  name: 'payment',
  label: '收款',
  right: 'paymentDetails',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no', 'tradeNo', 'payerName'],
  searchThrough: ['lessee'],
  papers: { receipt: '收款收据' },
  pick: ['lessee', 'amount', 'paidAt', 'channel', 'status'],
  fields: {
    no: f.serial('收款编号', 'SK{yyyyMMdd}-{0000}'),
    status: f.state('状态', { toConfirm: '待审核', confirmed: '已确认', rejected: '已驳回', reversed: '已冲销' }, 'toConfirm'),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    payerName: f.text('付款人', { required: true, maxLength: 80 }),
    channel: f.choice('收款方式', CHANNELS, { required: true }),
    source: f.choice('来源', { online: '线上', offline: '线下登记', internal: '内部' }, { required: true, default: 'offline' }),
    amount: f.money('收款金额', { required: true, min: 1 }),
    paidAt: f.instant('付款时间', { required: true }),
    paidDay: f.computed('付款日', 'day', "(paid_at at time zone 'Asia/Shanghai')::date", { internal: true }),
    tradeNo: f.text('交易流水号', { maxLength: 64 }),
    payQrCode: f.ref('收款码', 'payQrCode'),
    account: f.ref('收款账户', 'companyAccount'),
    depositAccount: f.ref('押金账户', 'depositAccount'),
    vouchers: f.files('付款凭证', { maxCount: 6 }),
    designation: f.json<Designation[]>('指定核销', {
      required: true,
      default: [],
      of: { bill: f.ref('账单', 'bill'), amount: f.money('指定金额（0.00 为不指定）') },
    }),
    allocated: f.money('已核销', { required: true, default: 0 }),
    toBalance: f.money('转入余额', { required: true, default: 0 }),
    confirmedBy: f.ref('审核人', 'user'),
    confirmedAt: f.instant('审核时间'),
    postedOn: f.day('记账日'),
    rejectReason: f.text('驳回原因', { maxLength: 200 }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  list: {
    columns: [
      'no',
      'status',
      'lessee',
      'payerName',
      'channel',
      'amount',
      'paidAt',
      'tradeNo',
      'allocated',
      'toBalance',
      'store',
      'confirmedBy',
    ],
    filters: ['no', 'status', 'lessee', 'channel', 'amount', 'paidAt', 'tradeNo', 'store', 'payerName'],
    sort: '-paidAt',
    totals: ['amount', 'allocated', 'toBalance'],
    totalsWithout: { status: ['rejected', 'reversed'] },
    totalsBy: ['store', 'status', 'channel', 'paidDay'],
    quick: {
      待审核: { status: 'toConfirm' },
      已确认: { status: 'confirmed' },
      已驳回: { status: 'rejected' },
      已冲销: { status: 'reversed' },
    },
  },
  form: {
    收款: [
      'no',
      'lessee',
      'payerName',
      'channel',
      'amount',
      'paidAt',
      'tradeNo',
      'payQrCode',
      'account',
      'depositAccount',
      'vouchers',
      'store',
    ],
    核销: ['allocated', 'toBalance', 'confirmedBy', 'confirmedAt', 'postedOn', 'rejectReason', 'remark'],
  },
  indexes: [
    ['lessee', 'status'],
    ['status', 'paidAt'],
  ],
  children: [{ entity: 'allocation', by: 'payment', label: '核销明细' }],
})

export const paymentActions = defineActions(payment, facts<{ registrar: string }>(), {
  confirm: {
    label: '确认到账',
    money: 'amount',
    from: ['toConfirm'],
    to: 'confirmed',
    tone: 'primary',
    bulk: true,
    secondPerson: { own: '登记人不能审核自己登记的收款，请由另一位同事确认' },
    confirm: '确认款项已到账？确认后立即核销账单。',
  },
  reject: {
    label: '驳回',
    from: ['toConfirm'],
    to: 'rejected',
    tone: 'danger',
    input: { reason: f.text('驳回原因', { required: true, maxLength: 200 }) },
  },
  reverse: {
    label: '冲销',
    money: 'amount',
    from: ['confirmed'],
    to: 'reversed',
    tone: 'danger',
    input: { reason: f.text('冲销原因', { required: true, maxLength: 200 }) },
  },
  takeBack: {
    label: '取消核销',
    from: ['confirmed'],
    tone: 'danger',
    refuse: (p) => (p.allocated > 0 ? null : '这笔收款没有核销任何账单'),
    input: {
      bill: f.ref('账单', 'bill', { required: true, within: { lessee: 'lessee' }, hint: '该账单恢复未收，款项转入预存余额' }),
      reason: f.text('取消核销的原因', { required: true, maxLength: 200 }),
    },
  },
})

/** 核销明细. Append-only: a reversal is a row of its own that names the reversed one. */
export const allocation = defineEntity({
  name: 'allocation',
  label: '核销明细',
  right: 'paymentDetails',
  scope: { store: 'store' },
  writes: 'none',
  title: ['payment'],
  fields: {
    payment: f.ref('收款', 'payment', { required: true }),
    bill: f.ref('账单', 'bill', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    amount: f.money('核销金额', { required: true, hint: '负数为取消的核销' }),
    valueOn: f.day('记账日', { required: true }),
    reverses: f.ref('冲销的明细', 'allocation'),
  },
  list: {
    columns: ['payment', 'bill', 'amount', 'valueOn', 'reverses'],
    filters: ['payment', 'bill', 'valueOn', 'store'],
    sort: '-id',
    totals: ['amount'],
  },
  form: { 核销: ['payment', 'bill', 'amount', 'valueOn', 'reverses'] },
})

/** 预存余额流水. `after` of entry i = `after` of entry i-1 + delta (M3). */
export const accountEntry = defineEntity({
  name: 'accountEntry',
  label: '余额流水',
  right: 'memberList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['lessee', 'kind'],
  fields: {
    lessee: f.ref('承租人', 'lessee', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    kind: f.choice(
      '类型',
      {
        overpaid: '多付转入',
        released: '核销释放',
        applied: '抵扣账单',
        frozen: '退款冻结',
        unfrozen: '退款解冻',
        refunded: '退款',
        reversed: '冲销',
      },
      { required: true },
    ),
    delta: f.money('变动', { required: true }),
    after: f.money('余额', { required: true, min: 0 }),
    payment: f.ref('收款', 'payment'),
    bill: f.ref('账单', 'bill'),
    refund: f.ref('退款单', 'refund'),
    refKey: f.text('来源键', { required: true, unique: '该笔余额变动已记录', maxLength: 120, internal: true }),
  },
  list: {
    columns: ['lessee', 'kind', 'delta', 'after', 'payment', 'bill', 'refund'],
    filters: ['lessee', 'kind', 'payment', 'bill'],
    sort: '-id',
    totals: ['delta'],
  },
  form: { 余额: ['lessee', 'kind', 'delta', 'after', 'payment', 'bill', 'refund'] },
})

const payQrCode = defineEntity({
  name: 'payQrCode',
  label: '收款码',
  right: 'payQrCode',
  scope: { store: 'stores' },
  title: ['name'],
  search: ['name', 'accountName'],
  fields: {
    name: f.text('名称', { required: true, unique: '该名称已存在', maxLength: 60 }),
    channel: f.choice('收款方式', { wechat: '微信', alipay: '支付宝', transfer: '银行转账' }, { required: true }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    accountName: f.text('收款账户名', { required: true, maxLength: 80 }),
    accountNo: f.text('账号', { maxLength: 40 }),
    image: f.files('收款码图片', { required: true, maxCount: 1, accept: ['image/png', 'image/jpeg', 'image/webp'] }),
    stores: f.refs('适用门店', 'store', { hint: '不选则全部门店可用' }),
    dayLimit: f.money('单日限额', { min: 1 }),
  },
  list: {
    columns: ['name', 'channel', 'status', 'accountName', 'accountNo', 'stores', 'image', 'dayLimit'],
    filters: ['name', 'channel', 'status'],
    sort: 'name',
  },
  form: { 收款码: ['name', 'channel', 'accountName', 'accountNo', 'image', 'stores', 'dayLimit'] },
})
export const payQrCodeActions = defineActions(payQrCode, {
  disable: { label: '停用', from: ['active'], to: 'disabled', tone: 'danger', confirm: '停用后不能再用该收款码登记收款。确认停用？' },
  enable: { label: '启用', from: ['disabled'], to: 'active', confirm: '启用后登记收款时可以再选择该收款码。确认启用？' },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    payment: RowOf<typeof payment>
    allocation: RowOf<typeof allocation>
    accountEntry: RowOf<typeof accountEntry>
    payQrCode: RowOf<typeof payQrCode>
  }
  interface ActionsOf {
    payment: typeof paymentActions
    payQrCode: typeof payQrCodeActions
  }
}
