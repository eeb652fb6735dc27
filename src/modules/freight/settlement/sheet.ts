/** 费用单, 扣款, 代收货款 (transport.md §4): what stands between operations and bills. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { DEDUCTION_REASONS } from '#modules/transport/parties/pay.rules.ts'
import { BY_DIRECTION, SEES } from '#modules/transport/parties/seen.rules.ts'

export const SHEET_KINDS = { freight: '运费', return: '退货', address: '改址', empty: '放空', claim: '理赔', adjust: '调整' }

export const chargeSheet = defineEntity({
  name: 'chargeSheet',
  label: '费用单',
  right: 'chargeSheetList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no'],
  seenBy: BY_DIRECTION,
  writes: 'none',
  fields: {
    no: f.serial('费用单号', 'FY{yyyyMMdd}-{0000}'),
    direction: f.choice('方向', { receivable: '应收', payable: '应付' }, { required: true }),
    kind: f.choice('类别', SHEET_KINDS, { required: true, default: 'freight' }),
    status: f.state(
      '状态',
      {
        estimated: '预估',
        calculated: '待确认',
        confirmed: '已确认',
        disputed: '有争议',
        billed: '已出账',
        settled: '已结算',
        voided: '已作废',
      },
      'estimated',
    ),
    customer: f.ref('客户', 'lessee'),
    carrier: f.ref('承运商', 'carrier'),
    driver: f.ref('司机', 'driver'),
    provider: f.ref('服务商', 'provider'),
    order: f.ref('运输订单', 'transportOrder'),
    mission: f.ref('任务单', 'mission'),
    corrects: f.ref('更正费用单', 'chargeSheet'),
    quote: f.ref('报价', 'quote'),
    rule: f.ref('计费规则', 'rateRule'),
    pricingDay: f.day('计价日'),
    lines: f.lines('明细', {
      code: f.text('代码', { required: true, maxLength: 40 }),
      label: f.text('项目', { required: true, maxLength: 80 }),
      amount: f.money('金额', { required: true }),
      formula: f.text('算式', { maxLength: 300 }),
    }),
    total: f.money('合计', { required: true, default: 0 }),
    taxBp: f.rate('税率', { required: true, default: 900, min: 0, max: 2000 }),
    tax: f.money('其中税额', { required: true, default: 0 }),
    monthQuantity: f.int('计入月累计', { internal: true, min: 0 }),
    pending: f.flag('有待核项'),
    pendingText: f.text('待核说明', { maxLength: 300 }),
    loss: f.flag('负毛利', {
      readOnly: true,
      seenBy: SEES.margin,
      hint: '任务的应付多于它所运订单按重量分到的应收；应收还没有价格的不算',
    }),
    project: f.ref('项目', 'project'),
    claim: f.ref('理赔', 'cargoClaim'),
    adjustedBy: f.ref('调整人', 'user'),
    confirmedBy: f.ref('确认人', 'user'),
    confirmedAt: f.instant('确认时间'),
    disputeReason: f.text('争议原因', { maxLength: 200 }),
    bill: f.ref('账单', 'bill'),
    payable: f.ref('应付账单', 'payableBill'),
    idemKey: f.text('入账依据', { internal: true, maxLength: 80 }),
    store: f.ref('门店', 'store'),
  },
  list: {
    columns: [
      'no',
      'direction',
      'kind',
      'status',
      'total',
      'customer',
      'carrier',
      'driver',
      'order',
      'mission',
      'tax',
      'pricingDay',
      'bill',
      'payable',
      'store',
    ],
    filters: [
      'no',
      'direction',
      'kind',
      'status',
      'customer',
      'carrier',
      'driver',
      'order',
      'mission',
      'project',
      'pending',
      'bill',
      'payable',
      'pricingDay',
      'store',
    ],
    sort: '-createdAt',
    quick: {
      待确认: { status: ['estimated', 'calculated'] },
      已确认: { status: 'confirmed' },
      有争议: { status: 'disputed' },
      已出账: { status: ['billed', 'settled'] },
    },
    totals: ['total', 'tax'],
    totalsEach: 'direction',
    totalsWithout: { status: ['voided'] },
  },
  form: {
    费用单: [
      'direction',
      'kind',
      'customer',
      'carrier',
      'driver',
      'provider',
      'order',
      'mission',
      'project',
      'corrects',
      'claim',
      'pricingDay',
      'rule',
      'quote',
    ],
    金额: ['lines', 'total', 'taxBp', 'tax', 'pending', 'pendingText', 'loss', 'adjustedBy'],
    结算: ['confirmedBy', 'confirmedAt', 'disputeReason', 'bill', 'payable', 'store'],
  },
  indexes: [['direction', 'status', 'createdAt']],
  children: [
    { entity: 'payableBill', by: 'chargeSheet', label: '应付账单' },
    { entity: 'chargeSheet', by: 'corrects', label: '调整单' },
    { entity: 'deduction', by: 'chargeSheet', label: '扣款' },
  ],
})

/** Asked back where confirming would take another total than the one that was seen; answered by sending the new one with the same call. */
export const TOTAL_ASKED = 'sheetTotal'
export interface OtherTotal {
  ask: typeof TOTAL_ASKED
  seen: number
  now: number
}

export interface SheetFacts {
  /** Paper receipts not in, or other duties open: 「请先补全回单」. */
  duty: string | null
  /** Why the person who looks does not decide: he has set its figure himself. */
  own: string | null
}
const reason = f.text('原因', { required: true, maxLength: 200 })
export const chargeSheetActions = defineActions(chargeSheet, facts<SheetFacts>(), {
  calculate: {
    label: '重新计算',
    from: ['estimated', 'calculated'],
    bulk: true,
    refuse: (s) => (s.kind === 'freight' ? null : '只有运费费用单可以重新计算'),
    confirm: '按实际的里程、签收与等待重新计算，原来的金额由新的结果替换。确认重新计算？',
  },
  /** What was computed is taken over; the server alone says it. */
  reckon: { label: '计算', from: ['estimated', 'calculated'], internal: true },
  confirm: {
    label: '确认应收',
    money: 'total',
    from: ['calculated'],
    to: 'confirmed',
    tone: 'primary',
    bulk: true,
    refuse: (s) => (s.direction !== 'receivable' ? '应付费用请用「确认应付」' : s.pending ? '还有待核的等待费' : (s.own ?? s.duty)),
    confirm: '确认后金额不能再改，有误只能用「费用调整」更正。确认费用？',
  },
  confirmPay: {
    label: '确认应付',
    money: 'total',
    from: ['calculated'],
    to: 'confirmed',
    tone: 'primary',
    bulk: true,
    refuse: (s) => (s.direction !== 'payable' ? '应收费用请用「确认应收」' : s.pending ? '还有待核的等待费' : (s.own ?? s.duty)),
    confirm: '确认后金额不能再改，有误只能用「费用调整」更正。确认费用？',
  },
  dispute: { label: '提出争议', from: ['confirmed'], to: 'disputed', tone: 'danger', input: { reason } },
  resolve: { label: '争议解决', from: ['disputed'], to: 'confirmed', input: { reason } },
  adjustAfter: {
    label: '费用调整',
    money: 'amount',
    from: ['confirmed', 'disputed', 'billed', 'settled'],
    input: { amount: f.money('调整金额', { required: true, min: -10_000_000, max: 10_000_000 }), reason },
    checkInput: (i) => (i['amount'] === 0 ? '调整金额不能为 0' : null),
  },
  advance: {
    label: '预付',
    from: ['estimated', 'calculated'],
    refuse: (s) => (s.direction !== 'payable' ? '只有应付费用可以预付' : (s.total ?? 0) > 0 ? null : '还没有算出应付金额，不能预付'),
    confirm: '按付款计划的预付比例生成应付账单，由另一位同事确认后付款。确认生成？',
  },
  issue: {
    label: '出账',
    from: ['confirmed'],
    to: 'billed',
    tone: 'primary',
    bulk: true,
    input: { until: f.day('合并到计价日', { hint: '填写后，同一往来方到这一天为止已确认的费用单合并成一张；不填只出这一张' }) },
  },
  bill: {
    label: '随同出账',
    from: ['confirmed'],
    to: 'billed',
    internal: true,
    input: { bill: f.ref('账单', 'bill'), payable: f.ref('应付账单', 'payableBill') },
  },
  unbill: { label: '退回待出账', from: ['billed'], to: 'confirmed', internal: true },
  settle: { label: '结算', from: ['billed'], to: 'settled', internal: true },
  unsettle: { label: '恢复未结算', from: ['settled'], to: 'billed', internal: true },
  void: { label: '作废', from: ['estimated', 'calculated', 'confirmed', 'disputed'], to: 'voided', tone: 'danger', input: { reason } },
})

export const deduction = defineEntity({
  name: 'deduction',
  label: '扣款',
  right: 'deductionList',
  scope: { store: 'store' },
  money: 'amount',
  title: ['no'],
  search: ['no'],
  fields: {
    no: f.serial('扣款号', 'KK{yyyyMMdd}-{0000}'),
    status: f.state('状态', { open: '待抵扣', applied: '已抵扣', waived: '已免除' }, 'open'),
    party: f.choice('扣款对象', { carrier: '承运商', driver: '司机', provider: '服务商' }, { required: true, default: 'carrier' }),
    carrier: f.ref('承运商', 'carrier', { required: true, when: (v) => v['party'] === 'carrier' }),
    driver: f.ref('司机', 'driver', { required: true, when: (v) => v['party'] === 'driver' }),
    provider: f.ref('服务商', 'provider', { required: true, when: (v) => v['party'] === 'provider' }),
    reason: f.choice('事由', DEDUCTION_REASONS, { required: true, default: 'damage' }),
    amount: f.money('金额', { required: true, min: 1 }),
    openAmount: f.money('未抵扣', { readOnly: true, min: 0 }),
    claim: f.ref('理赔', 'cargoClaim'),
    chargeSheet: f.ref('费用单', 'chargeSheet', { readOnly: true }),
    exception: f.ref('异常', 'exceptionCase'),
    appeal: f.flag('申诉中', { readOnly: true }),
    appealReason: f.text('申诉原因', { readOnly: true, maxLength: 200 }),
    store: f.ref('门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    remark: f.note('备注', { maxLength: 500 }),
  },
  list: {
    columns: ['no', 'status', 'carrier', 'driver', 'provider', 'reason', 'amount', 'openAmount', 'appeal', 'claim', 'store', 'remark'],
    filters: ['no', 'status', 'carrier', 'driver', 'reason', 'appeal', 'store'],
    sort: '-createdAt',
    quick: { 待抵扣: { status: 'open' }, 申诉中: { appeal: true }, 已抵扣: { status: 'applied' } },
    totals: ['amount', 'openAmount'],
    totalsWithout: { status: ['waived'] },
  },
  form: {
    扣款: [
      'party',
      'carrier',
      'driver',
      'provider',
      'reason',
      'amount',
      'openAmount',
      'claim',
      'chargeSheet',
      'exception',
      'appeal',
      'appealReason',
      'store',
      'remark',
    ],
  },
  children: [{ entity: 'deductionUse', by: 'deduction', label: '抵扣记录' }],
})
export const deductionActions = defineActions(deduction, {
  waive: { label: '免除', money: 'openAmount', from: ['open'], to: 'waived', tone: 'danger', input: { reason } },
  appeal: {
    label: '登记申诉',
    from: ['open'],
    refuse: (d) => (d.appeal ? '已在申诉中' : null),
    input: { appealReason: f.text('申诉原因', { required: true, maxLength: 200 }) },
  },
  endAppeal: {
    label: '申诉结束',
    from: ['open'],
    refuse: (d) => (d.appeal ? null : '没有进行中的申诉'),
    confirm: '申诉结束后，这笔扣款继续从后续应付中抵扣。确认结束申诉？',
  },
  use: { label: '抵扣', from: ['open'], internal: true, input: { amount: f.money('金额', { required: true, min: 1 }) } },
  giveBack: {
    label: '退回抵扣',
    from: ['open', 'applied', 'waived'],
    internal: true,
    input: { amount: f.money('金额', { required: true, min: 1 }) },
  },
})

export const deductionUse = defineEntity({
  name: 'deductionUse',
  label: '抵扣记录',
  right: 'deductionList',
  scope: { store: 'deduction.store' },
  title: ['deduction'],
  writes: 'none',
  fields: {
    deduction: f.ref('扣款', 'deduction', { required: true }),
    payable: f.ref('应付账单', 'payableBill', { required: true }),
    amount: f.money('抵扣金额', { required: true, min: 1 }),
    at: f.instant('时间', { required: true }),
  },
  list: { columns: ['deduction', 'payable', 'amount', 'at'], filters: ['deduction', 'payable', 'at'], sort: '-at' },
  form: { 抵扣: ['deduction', 'payable', 'amount', 'at'] },
})

export const codEntry = defineEntity({
  name: 'codEntry',
  label: '代收货款流水',
  right: 'codList',
  scope: { store: 'store' },
  title: ['order', 'kind'],
  writes: 'none',
  fields: {
    order: f.ref('运输订单', 'transportOrder', { required: true }),
    consignment: f.ref('配送单', 'consignment'),
    payable: f.ref('应付账单', 'payableBill'),
    kind: f.choice(
      '类型',
      { due: '应收', collected: '已收', handedIn: '上缴', remitted: '返款', fee: '手续费', returned: '退回' },
      { required: true },
    ),
    amount: f.money('金额', { required: true, min: 1 }),
    driver: f.ref('司机', 'driver'),
    customer: f.ref('客户', 'lessee', { required: true }),
    means: f.choice('方式', { cash: '现金', qr: '扫码', transfer: '转账' }, { required: true, default: 'cash' }),
    at: f.instant('时间', { required: true }),
    note: f.text('备注', { maxLength: 200 }),
    store: f.ref('门店', 'store'),
  },
  list: {
    columns: ['order', 'consignment', 'kind', 'amount', 'means', 'driver', 'customer', 'at', 'payable', 'note', 'store'],
    filters: ['order', 'consignment', 'kind', 'driver', 'customer', 'payable', 'means', 'at', 'store'],
    sort: '-at',
  },
  form: { 代收: ['order', 'consignment', 'kind', 'amount', 'means', 'driver', 'customer', 'at', 'payable', 'note', 'store'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    chargeSheet: RowOf<typeof chargeSheet>
    deduction: RowOf<typeof deduction>
    deductionUse: RowOf<typeof deductionUse>
    codEntry: RowOf<typeof codEntry>
  }
  interface ActionsOf {
    chargeSheet: typeof chargeSheetActions
    deduction: typeof deductionActions
  }
}
