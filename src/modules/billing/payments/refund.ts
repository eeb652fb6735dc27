/** 退款单 and 坏账核销 (leasing.md §3.7): asked for by one person, decided by another, and only then money or debt is gone. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const REFUND_SOURCES = { balance: '预存余额', deposit: '押金' }

export const refund = defineEntity({
  name: 'refund',
  label: '退款单',
  right: 'refundList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no', 'payee'],
  searchThrough: ['lessee'],
  fields: {
    no: f.serial('退款编号', 'TK{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      { submitted: '审批中', toPay: '待付款', paid: '已付款', failed: '付款失败', rejected: '已驳回', cancelled: '已取消' },
      'submitted',
    ),
    source: f.choice('退款来源', REFUND_SOURCES, { required: true }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    depositAccount: f.ref('押金账户', 'depositAccount'),
    contract: f.ref('合同', 'contract'),
    lease: f.ref('租约', 'lease'),
    amount: f.money('退款金额', { required: true, min: 1 }),
    payee: f.text('收款人', { required: true, maxLength: 80 }),
    bankName: f.text('开户行', { maxLength: 80 }),
    bankAccount: f.text('收款账号', { maxLength: 40, mask: 'bankCard' }),
    reason: f.text('退款原因', { required: true, maxLength: 200 }),
    decidedBy: f.ref('审批人', 'user'),
    decidedAt: f.instant('审批时间'),
    paidOn: f.day('付款日期'),
    postedOn: f.day('记账日'),
    account: f.ref('付款账户', 'companyAccount'),
    payTradeNo: f.text('付款流水号', { maxLength: 64 }),
    payVouchers: f.files('付款凭证', { maxCount: 6 }),
    answer: f.text('处理说明', { maxLength: 200 }),
  },
  list: {
    columns: ['no', 'status', 'source', 'lessee', 'amount', 'payee', 'bankAccount', 'reason', 'paidOn', 'payTradeNo', 'store'],
    filters: ['no', 'status', 'source', 'lessee', 'amount', 'paidOn', 'store'],
    sort: '-createdAt',
    totals: ['amount'],
    totalsWithout: { status: ['rejected', 'cancelled'] },
    quick: {
      审批中: { status: 'submitted' },
      待付款: { status: ['toPay', 'failed'] },
      已付款: { status: 'paid' },
      未通过: { status: ['rejected', 'cancelled'] },
    },
  },
  form: {
    退款: ['no', 'source', 'lessee', 'depositAccount', 'contract', 'lease', 'amount', 'reason', 'store'],
    收款账户: ['payee', 'bankName', 'bankAccount'],
    处理: ['decidedBy', 'decidedAt', 'paidOn', 'postedOn', 'account', 'payTradeNo', 'payVouchers', 'answer'],
  },
  indexes: [['lessee', 'status']],
})

const OWN_REQUEST = '申请人不能审批自己的申请，请由另一位同事处理'

export const refundActions = defineActions(refund, {
  approve: {
    label: '审批通过',
    money: 'amount',
    from: ['submitted'],
    to: 'toPay',
    tone: 'primary',
    bulk: true,
    secondPerson: { own: OWN_REQUEST },
    confirm: '同意退款？通过后由出纳付款。',
  },
  reject: {
    label: '驳回',
    from: ['submitted'],
    to: 'rejected',
    tone: 'danger',
    input: { answer: f.text('驳回原因', { required: true, maxLength: 200 }) },
  },
  pay: {
    // Many at once: the vehicles of a fleet are refunded by one transfer.
    label: '登记付款',
    money: 'amount',
    from: ['toPay', 'failed'],
    to: 'paid',
    tone: 'primary',
    bulk: true,
    checkInput: (input) =>
      input['payTradeNo'] || (input['payVouchers'] as unknown[] | null)?.length ? null : '请填写付款流水号或上传付款凭证',
    input: {
      paidOn: f.day('付款日期', { required: true, begins: 'now' }),
      account: f.ref('付款账户', 'companyAccount', { filter: { status: 'active' }, hint: '不选则按支付方式的默认账户' }),
      payTradeNo: f.text('付款流水号', { maxLength: 64 }),
      payVouchers: f.files('付款凭证', { maxCount: 6 }),
    },
  },
  fail: { label: '付款失败', from: ['toPay'], to: 'failed', input: { answer: f.text('失败原因', { required: true, maxLength: 200 }) } },
  cancel: {
    label: '取消',
    from: ['submitted', 'toPay', 'failed'],
    to: 'cancelled',
    tone: 'danger',
    input: { answer: f.text('取消原因', { required: true, maxLength: 200 }) },
  },
})

export const writeOff = defineEntity({
  name: 'writeOff',
  label: '坏账核销',
  right: 'writeOffList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no'],
  fields: {
    no: f.serial('核销编号', 'HX{yyyyMMdd}-{0000}'),
    status: f.state('状态', { submitted: '审批中', approved: '已核销', rejected: '已驳回', reversed: '已撤回' }, 'submitted'),
    bill: f.ref('账单', 'bill', { required: true }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    amount: f.money('核销金额', { required: true, min: 1 }),
    reason: f.text('核销原因', { required: true, maxLength: 200 }),
    proofs: f.files('依据材料', { maxCount: 6 }),
    decidedBy: f.ref('审批人', 'user'),
    decidedAt: f.instant('审批时间'),
    answer: f.text('处理说明', { maxLength: 200 }),
  },
  list: {
    columns: ['no', 'status', 'bill', 'lessee', 'amount', 'reason', 'decidedBy', 'decidedAt', 'store'],
    filters: ['no', 'status', 'bill', 'lessee', 'amount', 'store'],
    sort: '-createdAt',
    totals: ['amount'],
    totalsWithout: { status: ['rejected', 'reversed'] },
    quick: {
      审批中: { status: 'submitted' },
      已核销: { status: 'approved' },
      已驳回: { status: 'rejected' },
      已撤回: { status: 'reversed' },
    },
  },
  form: { 坏账核销: ['no', 'bill', 'lessee', 'amount', 'reason', 'proofs', 'store'], 处理: ['decidedBy', 'decidedAt', 'answer'] },
})

export const writeOffActions = defineActions(writeOff, {
  approve: {
    label: '同意核销',
    money: 'amount',
    from: ['submitted'],
    to: 'approved',
    tone: 'primary',
    bulk: true,
    secondPerson: { own: OWN_REQUEST },
    confirm: '同意将该金额作坏账核销？账单未收金额随之减少。',
  },
  reject: {
    label: '驳回',
    from: ['submitted'],
    to: 'rejected',
    tone: 'danger',
    input: { answer: f.text('驳回原因', { required: true, maxLength: 200 }) },
  },
  reverse: {
    label: '撤回核销',
    money: 'amount',
    from: ['approved'],
    to: 'reversed',
    tone: 'danger',
    input: { answer: f.text('撤回原因', { required: true, maxLength: 200, hint: '账单恢复未收，可以继续催收' }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    refund: RowOf<typeof refund>
    writeOff: RowOf<typeof writeOff>
  }
  interface ActionsOf {
    refund: typeof refundActions
    writeOff: typeof writeOffActions
  }
}
