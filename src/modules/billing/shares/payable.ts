/** 应付账单 and 付款 (leasing.md §3.10): what the company owes to sources, workshops, insurers, channels and others. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { PAYABLE_FEES, PAYABLE_PARTIES } from './payable-words.rules.ts'

export { PAYABLE_FEES, PAYABLE_PARTIES }
/** Freight is paid in stages, where that was agreed. */
export const PAY_STAGES = { advance: '预付', arrival: '到付', receipt: '回单付', monthly: '月结' }
export const PAY_MEDIA = { transfer: '转账', oilCard: '油卡', etc: 'ETC' }
const PAY_CHANNELS = { transfer: '银行转账', wechat: '微信', alipay: '支付宝', cash: '现金' }

export const payableBill = defineEntity({
  name: 'payableBill',
  label: '应付账单',
  right: 'payableBillList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'payee', 'theirNo'],
  fields: {
    no: f.serial('应付编号', 'YF{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      { toConfirm: '待确认', unpaid: '待付款', partlyPaid: '部分付款', settled: '已付清', voided: '已作废' },
      'toConfirm',
    ),
    partyKind: f.choice('往来类型', PAYABLE_PARTIES, { required: true, default: 'shop' }),
    vehicleSource: f.ref('车源方', 'vehicleSource', { when: (v) => v['partyKind'] === 'source' }),
    channel: f.ref('渠道', 'channel', { when: (v) => v['partyKind'] === 'channel' }),
    carrier: f.ref('承运商', 'carrier', { readOnly: true }),
    driver: f.ref('司机', 'driver', { readOnly: true }),
    chargeSheet: f.ref('费用单', 'chargeSheet', { readOnly: true }),
    stage: f.choice('付款阶段', PAY_STAGES, { readOnly: true }),
    medium: f.choice('付款载体', PAY_MEDIA, { readOnly: true }),
    payee: f.text('收款方', { required: true, maxLength: 80 }),
    bankName: f.text('开户行', { maxLength: 80 }),
    bankAccount: f.text('收款账号', { maxLength: 40, mask: 'bankCard' }),
    fee: f.choice('费用类型', PAYABLE_FEES, { required: true, default: 'repair' }),
    theirNo: f.text('对方单号', { maxLength: 60 }),
    store: f.ref('门店', 'store', { required: true, begins: 'mine' }),
    vehicle: f.ref('车辆', 'vehicle'),
    startOn: f.day('账期起'),
    endOn: f.day('账期止', { exclusive: true }),
    dueOn: f.day('应付日', { required: true }),
    items: f.lines(
      '明细',
      { description: f.text('说明', { required: true, maxLength: 200 }), amount: f.money('金额', { required: true }) },
      { required: true },
    ),
    amount: f.money('应付金额', { readOnly: true, default: 0, min: 0 }),
    paid: f.money('已付金额', { readOnly: true, default: 0, min: 0 }),
    remain: f.computed('未付金额', 'money', "case when status = 'voided' then 0 else amount - paid end"),
    settledOn: f.day('付清日期', { readOnly: true }),
    postedOn: f.day('记账日', { readOnly: true }),
    attachments: f.files('附件', { maxCount: 6 }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) => (v.startOn && v.endOn && v.endOn <= v.startOn ? '账期止不能早于账期起' : null),
  list: {
    columns: ['no', 'status', 'partyKind', 'payee', 'fee', 'stage', 'vehicle', 'dueOn', 'amount', 'paid', 'remain', 'store', 'theirNo'],
    filters: [
      'no',
      'status',
      'partyKind',
      'payee',
      'vehicleSource',
      'channel',
      'carrier',
      'driver',
      'chargeSheet',
      'fee',
      'stage',
      'vehicle',
      'dueOn',
      'amount',
      'store',
      'theirNo',
    ],
    sort: '-dueOn',
    totals: ['amount', 'paid', 'remain'],
    totalsWithout: { status: ['voided'] },
    totalsBy: ['store', 'status', 'partyKind', 'fee', 'dueOn'],
    quick: {
      待确认: { status: 'toConfirm' },
      待付款: { status: ['unpaid', 'partlyPaid'] },
      已付清: { status: 'settled' },
      已作废: { status: 'voided' },
    },
  },
  form: {
    往来: ['partyKind', 'vehicleSource', 'channel', 'payee', 'bankName', 'bankAccount'],
    运费: ['carrier', 'driver', 'chargeSheet', 'stage', 'medium'],
    应付: ['fee', 'theirNo', 'store', 'vehicle', 'startOn', 'endOn', 'dueOn', 'amount', 'paid', 'remain', 'settledOn', 'postedOn'],
    明细: ['items'],
    其他: ['attachments', 'remark'],
  },
  indexes: [['status', 'dueOn']],
  children: [
    { entity: 'payout', by: 'payableBill', label: '付款' },
    { entity: 'splitRecord', by: 'payableBill', label: '分账记录' },
  ],
})

export const payableActions = defineActions(payableBill, {
  confirm: {
    label: '确认应付',
    money: 'amount',
    from: ['toConfirm'],
    to: 'unpaid',
    tone: 'primary',
    bulk: true,
    secondPerson: { own: '录入人不能确认自己录入的应付账单，请由另一位同事确认' },
    refuse: (b) => ((b.amount ?? 0) > 0 || (b.items ?? []).some((item) => item.amount !== 0) ? null : '应付金额为零，请先补充明细'),
    confirm: '确认后转为「待付款」，金额不能再改。已与对方核对无误，确认应付？',
  },
  pay: {
    label: '登记付款',
    money: 'amount',
    from: ['unpaid', 'partlyPaid'],
    tone: 'primary',
    checkInput: (input, b) =>
      Number(input['amount']) > (b.remain ?? 0)
        ? '付款金额不能超过未付金额'
        : input['channel'] !== 'cash' && !input['tradeNo'] && !(input['vouchers'] as unknown[] | null)?.length
          ? '请填写交易流水号或上传付款凭证'
          : null,
    input: {
      amount: f.money('付款金额', { required: true, min: 1 }),
      channel: f.choice('付款方式', PAY_CHANNELS, { required: true, default: 'transfer' }),
      paidOn: f.day('付款日期', { required: true, begins: 'now' }),
      account: f.ref('付款账户', 'companyAccount', { filter: { status: 'active' }, hint: '不选则按支付方式的默认账户' }),
      tradeNo: f.text('交易流水号', { maxLength: 64 }),
      vouchers: f.files('付款凭证', { maxCount: 6 }),
    },
  },
  void: {
    label: '作废',
    from: ['toConfirm', 'unpaid'],
    to: 'voided',
    tone: 'danger',
    refuse: (b) => (b.paid ? '已有付款，不能作废' : null),
    input: { reason: f.text('作废原因', { required: true, maxLength: 200 }) },
  },
  book: { label: '付款入账', from: 'any', internal: true, input: { delta: f.money('付款变动', { required: true }) } },
})

export const payout = defineEntity({
  name: 'payout',
  label: '付款单',
  right: 'payableBillList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no', 'tradeNo'],
  fields: {
    no: f.serial('付款编号', 'FK{yyyyMMdd}-{0000}'),
    status: f.state('状态', { toConfirm: '待复核', confirmed: '已付款', rejected: '已驳回', reversed: '已冲销' }, 'toConfirm'),
    payableBill: f.ref('应付账单', 'payableBill', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    payee: f.text('收款方', { required: true, maxLength: 80 }),
    amount: f.money('付款金额', { required: true, min: 1 }),
    channel: f.choice('付款方式', PAY_CHANNELS, { required: true }),
    paidOn: f.day('付款日期', { required: true }),
    postedOn: f.day('记账日'),
    account: f.ref('付款账户', 'companyAccount'),
    tradeNo: f.text('交易流水号', { maxLength: 64 }),
    vouchers: f.files('付款凭证', { maxCount: 6 }),
    confirmedBy: f.ref('复核人', 'user'),
    answer: f.text('处理说明', { maxLength: 200 }),
  },
  list: {
    columns: ['no', 'status', 'payableBill', 'payee', 'amount', 'channel', 'paidOn', 'tradeNo', 'confirmedBy', 'store'],
    filters: ['no', 'status', 'payableBill', 'channel', 'paidOn', 'tradeNo', 'store'],
    sort: '-paidOn',
    totals: ['amount'],
    totalsWithout: { status: ['rejected', 'reversed'] },
  },
  form: {
    付款: ['no', 'payableBill', 'payee', 'amount', 'channel', 'paidOn', 'account', 'tradeNo', 'vouchers', 'store'],
    复核: ['confirmedBy', 'postedOn', 'answer'],
  },
})
export const payoutActions = defineActions(payout, {
  approve: {
    label: '复核通过',
    money: 'amount',
    from: ['toConfirm'],
    to: 'confirmed',
    tone: 'primary',
    bulk: true,
    secondPerson: { own: '登记人不能复核自己登记的付款，请由另一位同事处理' },
    confirm: '确认后记入财务流水，应付账单减少相应的未付金额。款项确已付出？',
  },
  decline: {
    label: '驳回付款',
    from: ['toConfirm'],
    to: 'rejected',
    tone: 'danger',
    input: { answer: f.text('驳回原因', { required: true, maxLength: 200 }) },
  },
  reverse: {
    label: '冲销付款',
    money: 'amount',
    from: ['confirmed'],
    to: 'reversed',
    tone: 'danger',
    input: { answer: f.text('冲销原因', { required: true, maxLength: 200 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    payableBill: RowOf<typeof payableBill>
    payout: RowOf<typeof payout>
  }
  interface ActionsOf {
    payableBill: typeof payableActions
    payout: typeof payoutActions
  }
}
