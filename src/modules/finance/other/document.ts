/** 其他收款, 其他付款 and 账户互转 (finance.md §2.3): money that is no customer's and no supplier's. Entered by one, confirmed by another. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const STATES = { toConfirm: '待复核', confirmed: '已确认', rejected: '已驳回', reversed: '已冲销' } as const
const QUICK = {
  待复核: { status: 'toConfirm' },
  已确认: { status: 'confirmed' },
  已驳回: { status: 'rejected' },
  已冲销: { status: 'reversed' },
} as const
const ended = { answer: f.text('处理说明', { required: true, maxLength: 200 }) }
const own = (what: string) => ({ own: `登记人不能复核自己登记的${what}，请由另一位同事处理` })

export const otherReceipt = defineEntity({
  name: 'otherReceipt',
  label: '其他收款',
  right: 'otherReceiptList',
  scope: { store: 'store' },
  money: 'amount',
  title: ['no'],
  search: ['no', 'payer', 'tradeNo'],
  fields: {
    no: f.serial('收款编号', 'SQ{yyyyMMdd}-{0000}'),
    status: f.state('状态', STATES, 'toConfirm'),
    payer: f.text('付款方', { required: true, maxLength: 80 }),
    kind: f.choice(
      '收款类型',
      {
        claim: '保险赔款',
        scrap: '处置收入',
        rebate: '返利',
        deposit: '收回押金',
        interest: '利息',
        penalty: '违约罚款',
        loan: '归还借款',
        other: '其他',
      },
      { required: true, default: 'claim' },
    ),
    amount: f.money('金额', { required: true, min: 1 }),
    account: f.ref('收款账户', 'companyAccount', { required: true, begins: 'last', filter: { status: 'active' } }),
    movedOn: f.day('收款日期', { required: true, begins: 'now' }),
    tradeNo: f.text('交易流水号', { maxLength: 64 }),
    loan: f.ref('借款', 'loan', { required: true, filter: { status: 'open' }, when: (v) => v['kind'] === 'loan' }),
    vehicle: f.ref('车辆', 'vehicle'),
    store: f.ref('门店', 'store', { required: true, begins: 'mine' }),
    vouchers: f.files('凭证', { maxCount: 6 }),
    remark: f.note('备注', { maxLength: 300 }),
    postedOn: f.day('记账日', { readOnly: true }),
    confirmedBy: f.ref('复核人', 'user', { readOnly: true }),
    answer: f.text('处理说明', { readOnly: true, maxLength: 200 }),
  },
  list: {
    columns: ['no', 'status', 'kind', 'payer', 'amount', 'account', 'movedOn', 'tradeNo', 'vehicle', 'store', 'confirmedBy'],
    filters: ['no', 'status', 'kind', 'payer', 'amount', 'account', 'movedOn', 'tradeNo', 'vehicle', 'store'],
    sort: '-movedOn',
    totals: ['amount'],
    totalsWithout: { status: ['rejected', 'reversed'] },
    quick: QUICK,
  },
  form: {
    其他收款: ['payer', 'kind', 'loan', 'amount', 'account', 'movedOn', 'tradeNo', 'vehicle', 'store', 'vouchers', 'remark'],
    复核: ['postedOn', 'confirmedBy', 'answer'],
  },
})

export const otherPayment = defineEntity({
  name: 'otherPayment',
  label: '其他付款',
  right: 'otherPaymentList',
  scope: { store: 'store' },
  money: 'amount',
  title: ['no'],
  search: ['no', 'payee', 'tradeNo'],
  fields: {
    no: f.serial('付款编号', 'FQ{yyyyMMdd}-{0000}'),
    status: f.state('状态', STATES, 'toConfirm'),
    payee: f.text('收款方', { required: true, maxLength: 80 }),
    kind: f.choice(
      '付款类型',
      { tax: '税款', fee: '手续费', salary: '工资', deposit: '支付押金', penalty: '罚款', other: '其他' },
      { required: true, default: 'fee' },
    ),
    amount: f.money('金额', { required: true, min: 1 }),
    account: f.ref('付款账户', 'companyAccount', { required: true, begins: 'last', filter: { status: 'active' } }),
    movedOn: f.day('付款日期', { required: true, begins: 'now' }),
    tradeNo: f.text('交易流水号', { maxLength: 64 }),
    vehicle: f.ref('车辆', 'vehicle'),
    store: f.ref('门店', 'store', { required: true, begins: 'mine' }),
    vouchers: f.files('凭证', { maxCount: 6 }),
    remark: f.note('备注', { maxLength: 300 }),
    postedOn: f.day('记账日', { readOnly: true }),
    confirmedBy: f.ref('复核人', 'user', { readOnly: true }),
    answer: f.text('处理说明', { readOnly: true, maxLength: 200 }),
  },
  list: {
    columns: ['no', 'status', 'kind', 'payee', 'amount', 'account', 'movedOn', 'tradeNo', 'vehicle', 'store', 'confirmedBy'],
    filters: ['no', 'status', 'kind', 'payee', 'amount', 'account', 'movedOn', 'tradeNo', 'vehicle', 'store'],
    sort: '-movedOn',
    totals: ['amount'],
    totalsWithout: { status: ['rejected', 'reversed'] },
    quick: QUICK,
  },
  form: {
    其他付款: ['payee', 'kind', 'amount', 'account', 'movedOn', 'tradeNo', 'vehicle', 'store', 'vouchers', 'remark'],
    复核: ['postedOn', 'confirmedBy', 'answer'],
  },
})

export const accountTransfer = defineEntity({
  name: 'accountTransfer',
  label: '账户互转',
  right: 'accountTransferList',
  scope: { store: 'store' },
  money: 'amount',
  title: ['no'],
  search: ['no', 'tradeNo'],
  fields: {
    no: f.serial('互转编号', 'HZ{yyyyMMdd}-{0000}'),
    status: f.state('状态', STATES, 'toConfirm'),
    from: f.ref('转出账户', 'companyAccount', { required: true, begins: 'last', filter: { status: 'active' } }),
    to: f.ref('转入账户', 'companyAccount', { required: true, begins: 'last', filter: { status: 'active' } }),
    amount: f.money('转账金额', { required: true, min: 1 }),
    fee: f.money('手续费', { required: true, default: 0, min: 0, hint: '由转出账户支付' }),
    movedOn: f.day('转账日期', { required: true, begins: 'now' }),
    tradeNo: f.text('交易流水号', { maxLength: 64 }),
    store: f.ref('门店', 'store', { required: true, begins: 'mine' }),
    vouchers: f.files('凭证', { maxCount: 6 }),
    remark: f.note('备注', { maxLength: 300 }),
    postedOn: f.day('记账日', { readOnly: true }),
    confirmedBy: f.ref('复核人', 'user', { readOnly: true }),
    answer: f.text('处理说明', { readOnly: true, maxLength: 200 }),
  },
  check: (v) => (v.from && v.from === v.to ? { at: 'to', reason: '转入账户不能与转出账户相同' } : null),
  list: {
    columns: ['no', 'status', 'from', 'to', 'amount', 'fee', 'movedOn', 'tradeNo', 'store', 'confirmedBy'],
    filters: ['no', 'status', 'from', 'to', 'amount', 'movedOn', 'tradeNo', 'store'],
    sort: '-movedOn',
    totals: ['amount', 'fee'],
    totalsWithout: { status: ['rejected', 'reversed'] },
    quick: QUICK,
  },
  form: {
    互转: ['from', 'to', 'amount', 'fee', 'movedOn', 'tradeNo', 'store', 'vouchers', 'remark'],
    复核: ['postedOn', 'confirmedBy', 'answer'],
  },
})

const confirm = { label: '复核通过', money: 'amount', from: ['toConfirm'], to: 'confirmed', tone: 'primary', bulk: true } as const
const reject = { label: '驳回', from: ['toConfirm'], to: 'rejected', tone: 'danger', input: ended } as const
const reverse = { label: '冲销', money: 'amount', from: ['confirmed'], to: 'reversed', tone: 'danger', input: ended } as const

export const otherReceiptActions = defineActions(otherReceipt, {
  confirm: { ...confirm, secondPerson: own('收款'), confirm: '确认款项已到账？确认后记入财务流水。' },
  reject,
  reverse,
})
export const otherPaymentActions = defineActions(otherPayment, {
  confirm: { ...confirm, secondPerson: own('付款'), confirm: '确认款项已付出？确认后记入财务流水。' },
  reject,
  reverse,
})
export const accountTransferActions = defineActions(accountTransfer, {
  confirm: { ...confirm, secondPerson: own('互转'), confirm: '确认后两个账户同时记入财务流水。款项确已转出并到账？' },
  reject,
  reverse,
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    otherReceipt: RowOf<typeof otherReceipt>
    otherPayment: RowOf<typeof otherPayment>
    accountTransfer: RowOf<typeof accountTransfer>
  }
  interface ActionsOf {
    otherReceipt: typeof otherReceiptActions
    otherPayment: typeof otherPaymentActions
    accountTransfer: typeof accountTransferActions
  }
}
