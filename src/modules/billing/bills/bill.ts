/** 账单 and 账单明细 (leasing.md §3.5). Amounts are written by billing commands only; status is a pure function of amounts. */
import { defineActions, facts } from '#kit/action/action.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { Rec, RowOf } from '#kit/entity/tables.ts'
import { refuseKind } from '../coupons/coupon.rules.ts'
import { BILL_TYPES, FEE_ITEMS, REMIND_WAYS } from './fee-items.rules.ts'

export { BILL_TYPES, FEE_ITEMS } from './fee-items.rules.ts'

/** What counts: a voided bill keeps its amount for the record, and nobody owes it. */
export const VALID_BILLS = ['unpaid', 'partlyPaid', 'settled', 'writtenOff'] as const

export const bill = defineEntity({
  name: 'bill',
  label: '账单',
  right: 'billInfoList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no'],
  papers: { reminder: '催款函' },
  searchThrough: ['lessee', 'vehicle', 'contract'],
  pick: ['billType', 'lessee', 'vehicle', 'dueOn', 'remain', 'status'],
  fields: {
    no: f.serial('账单编号', 'ZD{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      { draft: '待出账', unpaid: '待支付', partlyPaid: '部分支付', settled: '已结清', voided: '已作废', writtenOff: '坏账核销' },
      'unpaid',
    ),
    direction: f.choice('方向', { receivable: '应收', payable: '应付' }, { required: true, default: 'receivable' }),
    billType: f.choice('账单类型', BILL_TYPES, { required: true }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    contract: f.ref('合同', 'contract'),
    lease: f.ref('租约', 'lease'),
    vehicle: f.ref('车辆', 'vehicle'),
    store: f.ref('门店', 'store', { required: true }),
    startOn: f.day('账期起'),
    endOn: f.day('账期止', { exclusive: true }),
    issueOn: f.day('出账日', { required: true }),
    issuedOn: f.day('实际出账日', { required: true }),
    dueOn: f.day('应付日', { required: true }),
    amount: f.money('应收金额', { required: true, min: 0 }),
    paid: f.money('已收金额', { required: true, default: 0, min: 0 }),
    writtenOff: f.money('核销金额', { required: true, default: 0, min: 0 }),
    remain: f.computed('未收金额', 'money', "case when status = 'voided' then 0 else amount - paid - written_off end"),
    settledOn: f.day('结清日期'),
    // Told by whoever makes invoices (noteInvoiced); asked for and not cancelled counts.
    invoiced: f.money('已开票金额', { required: true, default: 0, min: 0, readOnly: true, hint: '含申请中，已减去红冲' }),
    invoiceState: f.computed(
      '开票情况',
      'text',
      "case when invoiced = 0 then 'none' when status = 'voided' or invoiced > amount then 'over' when invoiced = amount then 'full' else 'part' end",
      { options: { none: '未开票', part: '部分开票', full: '已开票', over: '待红冲' } },
    ),
    // Frozen from the contract when the bill is made, so that later changes of terms never reach back.
    lateGraceDays: f.int('滞纳金宽限期', { required: true, default: 0, unit: '天' }),
    lateRateBp: f.int('滞纳金每天万分之', { required: true, default: 0 }),
    lateCapBp: f.rate('滞纳金上限', { hint: '占欠款本金的比例；不填为不设上限' }),
    graceUntil: f.computed('宽限至', 'day', 'due_on + late_grace_days::integer'),
    ofBill: f.ref('滞纳金所属账单', 'bill'),
    remindedOn: f.day('最近催收'),
    promisedOn: f.day('承诺付款日'),
    remark: f.text('备注', { maxLength: 200 }),
  },
  list: {
    columns: [
      'no',
      'status',
      'billType',
      'lessee',
      'vehicle',
      'dueOn',
      'amount',
      'remain',
      'paid',
      'writtenOff',
      'startOn',
      'endOn',
      'contract',
      'store',
      'invoiced',
      'invoiceState',
    ],
    filters: [
      'no',
      'status',
      'billType',
      'lessee',
      'vehicle',
      'contract',
      'lease',
      'store',
      'dueOn',
      'graceUntil',
      'issueOn',
      'amount',
      'remain',
    ],
    sort: '-dueOn',
    totals: ['amount', 'paid', 'writtenOff', 'remain'],
    totalsWithout: { status: ['voided'] },
    totalsBy: ['store', 'status', 'direction', 'billType', 'dueOn', 'issuedOn', 'graceUntil'],
    quick: {
      有效: { status: [...VALID_BILLS] },
      待支付: { status: ['unpaid', 'partlyPaid'] },
      已结清: { status: 'settled' },
      已作废: { status: 'voided' },
    },
  },
  form: {
    账单: ['no', 'billType', 'lessee', 'contract', 'lease', 'vehicle', 'store', 'startOn', 'endOn', 'issueOn', 'issuedOn', 'dueOn'],
    金额: ['amount', 'paid', 'writtenOff', 'remain', 'settledOn', 'invoiced', 'invoiceState'],
    滞纳金: ['lateGraceDays', 'lateRateBp', 'lateCapBp', 'graceUntil', 'ofBill'],
    催收: ['remindedOn', 'promisedOn', 'remark'],
  },
  indexes: [['status', 'graceUntil']],
  children: [
    { entity: 'billItem', by: 'bill', label: '明细与算式' },
    { entity: 'allocation', by: 'bill', label: '核销明细' },
    { entity: 'couponUse', by: 'bill', label: '优惠券' },
    { entity: 'billReminder', by: 'bill', label: '催收记录' },
    { entity: 'writeOff', by: 'bill', label: '坏账核销' },
  ],
})

export interface BillFacts {
  /** Late fee as of today on the unpaid principal, fen; shown, not yet posted. */
  lateFee: number
  overdueDays: number
  /** Coupons that stand on it. */
  coupons: number
}
export const billActions = defineActions(bill, facts<BillFacts>(), {
  voidBill: {
    label: '作废',
    from: ['unpaid'],
    to: 'voided',
    tone: 'danger',
    refuse: (b) => (b.paid ? '账单已有收款，不能作废' : b.billType === 'rent' ? '租金账单由收款计划生成，不能单独作废' : null),
    input: { reason: f.text('作废原因', { required: true, maxLength: 200 }) },
  },
  remind: {
    label: '催收',
    from: ['unpaid', 'partlyPaid'],
    bulk: true,
    input: {
      way: f.choice('催收方式', REMIND_WAYS, { required: true, default: 'phone' }),
      content: f.note('沟通内容', { required: true, maxLength: 300 }),
      promisedOn: f.day('承诺付款日'),
      promised: f.money('承诺金额', { min: 1, when: (v) => Boolean(v['promisedOn']), hint: '不填则为未收金额与滞纳金的合计' }),
    },
  },
  useCoupon: {
    label: '使用优惠券',
    from: ['unpaid', 'partlyPaid'],
    refuse: refuseKind,
    input: {
      coupon: f.ref('优惠券', 'customerCoupon', { required: true, filter: { status: 'unused' }, within: { lessee: 'lessee' } }),
    },
  },
  returnCoupon: {
    label: '撤回优惠券',
    from: ['unpaid', 'partlyPaid', 'settled'],
    tone: 'danger',
    refuse: (b) => (b.coupons > 0 ? null : '账单没有使用优惠券'),
    input: {
      coupon: f.ref('优惠券', 'customerCoupon', {
        filter: { status: ['locked', 'used'] },
        within: { bill: 'id' },
        hint: '不选则撤回该账单的全部优惠券',
      }),
      reason: f.text('撤回原因', { required: true, maxLength: 150 }),
    },
  },
  waiveLate: {
    label: '减免滞纳金',
    money: 'amount',
    from: ['unpaid', 'partlyPaid'],
    tone: 'danger',
    refuse: (b) => (b.billType === 'late' ? null : '只有滞纳金账单可以减免'),
    checkInput: (input, b) => (Number(input['amount']) > (b.remain ?? 0) ? '减免金额不能超过未收金额' : null),
    input: { amount: f.money('减免金额', { required: true, min: 1 }), reason: f.text('减免原因', { required: true, maxLength: 200 }) },
  },
  writeOff: {
    label: '申请坏账核销',
    money: 'amount',
    from: ['unpaid', 'partlyPaid'],
    tone: 'danger',
    checkInput: (input, b) => (Number(input['amount']) > (b.remain ?? 0) ? '核销金额不能超过未收金额' : null),
    input: {
      amount: f.money('核销金额', { required: true, min: 1 }),
      reason: f.text('核销原因', { required: true, maxLength: 200 }),
      proofs: f.files('依据材料', { maxCount: 6 }),
    },
  },
  postLate: {
    label: '计收滞纳金',
    from: ['unpaid', 'partlyPaid', 'settled'],
    refuse: (b) => (b.lateFee > 0 ? null : '没有需要计收的滞纳金'),
    confirm: '按今天计算滞纳金并出具滞纳金账单，已计收的部分不会重复计收。确认？',
  },
  // Run by billing's own commands only: receipts and their reversals, appended items, contracts that are void.
  book: {
    label: '核销入账',
    from: 'any',
    internal: true,
    input: { delta: f.money('核销变动', { required: true }), released: f.flag('退回客户') },
  },
  adjust: { label: '调整金额', from: 'any', internal: true, input: { delta: f.money('金额变动', { required: true }) } },
  bookLoss: { label: '坏账入账', from: 'any', internal: true, input: { delta: f.money('核销变动', { required: true }) } },
  noteReminder: {
    label: '登记催收',
    from: ['unpaid', 'partlyPaid'],
    internal: true,
    input: { promisedOn: f.day('承诺付款日') },
  },
  cancel: {
    label: '作废',
    from: ['unpaid'],
    to: 'voided',
    internal: true,
    refuse: (b) => (b.paid ? '账单已有收款，不能作废' : null),
    input: { reason: f.text('作废原因', { required: true, maxLength: 200 }) },
  },
})

/** One fee of one period, with the formula that made it. Append-only. */
export const billItem = defineEntity({
  name: 'billItem',
  label: '账单明细',
  right: 'subbillList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['bill', 'feeItem'],
  fields: {
    bill: f.ref('账单', 'bill', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    vehicle: f.ref('车辆', 'vehicle'),
    feeItem: f.choice('费用科目', FEE_ITEMS, { required: true }),
    description: f.text('说明', { required: true, maxLength: 300 }),
    amount: f.money('金额', { required: true }),
    startOn: f.day('账期起'),
    endOn: f.day('账期止', { exclusive: true }),
    formula: f.text('算式', { maxLength: 300 }),
    idemKey: f.text('幂等键', { required: true, unique: '该明细已生成', maxLength: 120, internal: true }),
  },
  list: {
    columns: ['bill', 'lessee', 'vehicle', 'feeItem', 'amount', 'startOn', 'endOn', 'formula', 'description'],
    filters: ['bill', 'lessee', 'vehicle', 'feeItem', 'startOn', 'store'],
    sort: '-id',
    totals: ['amount'],
    totalsWithout: { bill: { status: ['voided'] } },
  },
  form: { 明细: ['bill', 'feeItem', 'description', 'amount', 'startOn', 'endOn', 'formula'] },
})

/** 催收记录: who spoke to the customer, about one bill or (without one) about all that is overdue, and what he promised. */
export const billReminder = defineEntity({
  name: 'billReminder',
  label: '催收记录',
  right: 'shouldbillList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['lessee', 'way'],
  fields: {
    bill: f.ref('账单', 'bill', { hint: '空着表示全部逾期账单' }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    way: f.choice('催收方式', REMIND_WAYS, { required: true }),
    remindedAt: f.instant('催收时间', { required: true }),
    clerk: f.ref('催收人', 'user'),
    remain: f.money('当时未收', { required: true }),
    overdueDays: f.int('当时逾期', { required: true, unit: '天' }),
    content: f.note('沟通内容', { required: true, maxLength: 300 }),
    promisedOn: f.day('承诺付款日'),
    promised: f.money('承诺金额', { min: 1 }),
  },
  list: {
    columns: ['remindedAt', 'clerk', 'lessee', 'bill', 'way', 'remain', 'overdueDays', 'content', 'promisedOn', 'promised', 'store'],
    filters: ['bill', 'lessee', 'way', 'clerk', 'remindedAt', 'promisedOn', 'store'],
    sort: '-remindedAt',
  },
  form: { 催收: ['bill', 'lessee', 'way', 'remindedAt', 'clerk', 'remain', 'overdueDays', 'content', 'promisedOn', 'promised', 'store'] },
})

export type Bill = Rec<typeof bill>
export type FeeItem = keyof typeof FEE_ITEMS

/** A line of a bill that is still to be written. */
export interface NewItem {
  feeItem: FeeItem
  description: string
  amount: number
  startOn?: Day | null
  endOn?: Day | null
  formula?: string | null
  /** Only when it is not the vehicle of the bill. */
  vehicle?: number
  /** Says what this item is; the second attempt to make it is refused by the database. */
  idemKey: string
}

declare module '#kit/entity/tables.ts' {
  interface Tables {
    bill: RowOf<typeof bill>
    billItem: RowOf<typeof billItem>
    billReminder: RowOf<typeof billReminder>
  }
  interface ActionsOf {
    bill: typeof billActions
  }
}
