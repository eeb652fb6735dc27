/** 租赁产品 and 租赁方案 (leasing.md §3.2). A contract freezes a copy of the plan's terms. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity, type AtField } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const EARLY_PENALTIES = { none: '不收', months: '赔几个月租金', remainingRate: '赔剩余租金的一部分', tiers: '按已租月数分档' }

/** Terms of a plan; the same fields stand in the plan and, frozen, in the contract. */
export const termFields = {
  monthlyRent: f.money('月租金', { required: true, min: 1 }),
  payCycleMonths: f.choice(
    '付款周期',
    { '1': '月付', '2': '两月付', '3': '季付', '6': '半年付', '12': '年付' },
    { required: true, default: '1' },
  ),
  billMode: f.choice('收租方式', { advance: '先付后用', arrears: '先用后付' }, { required: true, default: 'advance' }),
  anchorMode: f.choice(
    '账期起算',
    { startDay: '每期从起租日的同一天起', calendarMonth: '自然月', fixedDay: '固定账单日' },
    { required: true, default: 'startDay' },
  ),
  fixedDay: f.int('账单日', { min: 1, max: 28, unit: '日', when: (v) => v['anchorMode'] === 'fixedDay' }),
  prorateMode: f.choice(
    '不足一期的计算',
    { actual: '按实际天数', thirty: '按 30 天', daily: '按日租金' },
    { required: true, default: 'actual' },
  ),
  dailyRent: f.money('日租金', { min: 1, when: (v) => v['prorateMode'] === 'daily' }),
  dayRule: f.choice(
    '还车当天是否计租',
    { excludeEnd: '还车当天不计租', includeEnd: '还车当天计租' },
    { required: true, default: 'excludeEnd' },
  ),
  issueAheadDays: f.int('提前出账天数', { required: true, default: 7, min: 0, max: 60, unit: '天' }),
  dueOffsetDays: f.int('应付日比账期首日晚', {
    required: true,
    default: 0,
    min: 0,
    max: 60,
    unit: '天',
    hint: '先付后用：0 即账期第一天应付；先用后付：0 即账期最后一天应付',
  }),
  deposit: f.money('车辆押金', { required: true, default: 0, min: 0 }),
  violationDeposit: f.money('违章押金', { required: true, default: 0, min: 0 }),
  violationKeep: f.money('违章押金最少留存', {
    min: 0,
    hint: '退车欠款超出车辆押金时，违章押金中高于此金额的部分可以抵扣；不填则全部保留',
  }),
  depositHoldDays: f.int('违章押金保留天数', { required: true, default: 30, min: 0, max: 365, unit: '天' }),
  quotaKm: f.int('月里程额度', { min: 0, max: 100_000, unit: 'km' }),
  overKmPrice: f.money('超里程单价', { min: 0, hint: '元/公里' }),
  lateGraceDays: f.int('滞纳金宽限期', { required: true, default: 3, min: 0, max: 60, unit: '天' }),
  lateRateBp: f.int('滞纳金每天万分之', { required: true, default: 5, min: 0, max: 100, hint: '5 即每天按欠款本金的万分之 5 计收' }),
  lateCapBp: f.rate('滞纳金上限', { required: true, default: 2000, min: 0, max: 10_000, hint: '占欠款本金的比例' }),
  earlyPenalty: f.choice('提前退车违约金', EARLY_PENALTIES, { required: true, default: 'none' }),
  earlyPenaltyMonths: f.int('提前退车赔', { min: 1, max: 12, unit: '个月租金', when: (v) => v['earlyPenalty'] === 'months' }),
  earlyPenaltyBp: f.rate('赔剩余租金的', {
    min: 1,
    max: 10_000,
    hint: '占剩余未履行租金的比例',
    when: (v) => v['earlyPenalty'] === 'remainingRate',
  }),
  earlyPenaltyTiers: f.lines(
    '违约金分档',
    {
      servedUnder: f.int('已租不满', { required: true, min: 1, max: 120, unit: '个月' }),
      months: f.int('收取', { required: true, min: 1, max: 12, unit: '个月租金' }),
    },
    { hint: '按已租满的月数取第一个适用的档；租满最后一档的月数后不收', when: (v) => v['earlyPenalty'] === 'tiers' },
  ),
  overdueFactorBp: f.rate('超期用车计费', {
    required: true,
    default: 10_000,
    min: 0,
    max: 50_000,
    hint: '到期未还按日租金的多少计费，100% 为原租金',
  }),
}
export const TERM_SECTIONS = {
  租金: [
    'monthlyRent',
    'payCycleMonths',
    'billMode',
    'anchorMode',
    'fixedDay',
    'prorateMode',
    'dailyRent',
    'dayRule',
    'issueAheadDays',
    'dueOffsetDays',
  ],
  押金与里程: ['deposit', 'violationDeposit', 'violationKeep', 'depositHoldDays', 'quotaKm', 'overKmPrice'],
  滞纳金: ['lateGraceDays', 'lateRateBp', 'lateCapBp'],
  退车: ['earlyPenalty', 'earlyPenaltyMonths', 'earlyPenaltyBp', 'earlyPenaltyTiers', 'overdueFactorBp'],
} as const

interface Tier {
  servedUnder: number
  months: number
}
const tiersFault = (tiers: readonly Tier[]): AtField<'earlyPenaltyTiers'> | null =>
  tiers.length === 0
    ? { at: 'earlyPenaltyTiers', reason: '按已租月数收违约金时必须填写分档' }
    : tiers.some((tier, i) => i > 0 && tier.servedUnder <= tiers[i - 1]!.servedUnder)
      ? { at: 'earlyPenaltyTiers', reason: '违约金分档的月数必须从小到大' }
      : null

export const checkTerms = (v: Record<string, unknown>): AtField<keyof typeof termFields> | null =>
  v['anchorMode'] === 'fixedDay' && !v['fixedDay']
    ? { at: 'fixedDay', reason: '选择固定账单日时必须填写账单日' }
    : v['prorateMode'] === 'daily' && !v['dailyRent']
      ? { at: 'dailyRent', reason: '按日租金计算时必须填写日租金' }
      : Number(v['violationKeep'] ?? 0) > Number(v['violationDeposit'] ?? 0)
        ? { at: 'violationKeep', reason: '「违章押金最少留存」不能大于违章押金' }
        : v['earlyPenalty'] === 'months' && !v['earlyPenaltyMonths']
          ? { at: 'earlyPenaltyMonths', reason: '请填写提前退车赔几个月租金' }
          : v['earlyPenalty'] === 'remainingRate' && !v['earlyPenaltyBp']
            ? { at: 'earlyPenaltyBp', reason: '按剩余租金收违约金时必须填写比例' }
            : v['earlyPenalty'] === 'tiers'
              ? tiersFault((v['earlyPenaltyTiers'] ?? []) as readonly Tier[])
              : null

const vehicleProduct = defineEntity({
  name: 'vehicleProduct',
  label: '车型产品',
  right: 'carProduct',
  scope: { store: 'stores?' },
  title: ['name'],
  search: ['name', 'city'],
  pick: ['model', 'mode', 'city', 'status'],
  fields: {
    name: f.text('产品名称', { required: true, unique: '该产品名称已存在', maxLength: 80 }),
    model: f.ref('车型', 'vehicleModel', { required: true, filter: { status: 'active' } }),
    status: f.state('状态', { draft: '草稿', listed: '已上架', unlisted: '已下架' }, 'draft'),
    mode: f.choice(
      '租赁模式',
      { long: '经营性长租', short: '短租', rentToOwn: '以租代购', withDriver: '带司机' },
      { required: true, default: 'long' },
    ),
    city: f.text('适用城市', { maxLength: 60 }),
    stores: f.refs('适用门店', 'store'),
    images: f.files('图片', { maxCount: 6 }),
    remark: f.note('说明', { maxLength: 500 }),
  },
  list: {
    columns: ['name', 'model', 'status', 'mode', 'city', 'stores'],
    filters: ['name', 'model', 'status', 'mode'],
    sort: 'name',
    quick: { 已上架: { status: 'listed' }, 草稿: { status: 'draft' }, 已下架: { status: 'unlisted' } },
  },
  form: { 产品: ['name', 'model', 'mode', 'city', 'stores', 'images', 'remark'] },
  children: [
    { entity: 'leasePlan', by: 'product', label: '租赁方案' },
    { entity: 'productCost', by: 'product', label: '成本与毛利' },
  ],
})
export const vehicleProductActions = defineActions(vehicleProduct, facts<{ planCount: number }>(), {
  list: {
    label: '上架',
    from: ['draft', 'unlisted'],
    to: 'listed',
    tone: 'primary',
    bulk: true,
    refuse: (p) => (p.planCount ? null : '请先添加至少一个租赁方案'),
    confirm: '上架后新合同可以选择该产品的租赁方案。确认上架？',
  },
  unlist: { label: '下架', from: ['listed'], to: 'unlisted', tone: 'danger', bulk: true, confirm: '下架后不能再用于新合同。确认下架？' },
})

const leasePlan = defineEntity({
  name: 'leasePlan',
  label: '租赁方案',
  right: 'carProduct',
  scope: { store: 'product.stores[]?' },
  title: ['product', 'name'],
  search: ['name'],
  searchThrough: ['product'],
  pick: ['monthlyRent', 'payCycleMonths', 'deposit', 'minTermMonths', 'status'],
  fields: {
    product: f.ref('产品', 'vehicleProduct', { required: true, fixed: true }),
    name: f.text('方案名称', { required: true, maxLength: 60 }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    ...termFields,
    minTermMonths: f.int('最短租期', { min: 1, max: 120, unit: '个月' }),
  },
  check: (v) => checkTerms(v),
  unique: [{ fields: ['product', 'name'], message: '该产品下已有同名方案' }],
  list: {
    columns: ['product', 'name', 'status', 'monthlyRent', 'payCycleMonths', 'billMode', 'anchorMode', 'deposit', 'violationDeposit'],
    filters: ['product', 'name', 'status', 'monthlyRent'],
    sort: 'product,name',
  },
  form: { 方案: ['product', 'name', 'minTermMonths'], ...TERM_SECTIONS },
})
export const leasePlanActions = defineActions(leasePlan, {
  disable: {
    label: '停用',
    from: ['active'],
    to: 'disabled',
    tone: 'danger',
    confirm: '停用后不能再用于新合同，已签合同不受影响。确认停用？',
  },
  enable: { label: '启用', from: ['disabled'], to: 'active', confirm: '启用后新合同可以选择该方案。确认启用？' },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    vehicleProduct: RowOf<typeof vehicleProduct>
    leasePlan: RowOf<typeof leasePlan>
  }
  interface ActionsOf {
    vehicleProduct: typeof vehicleProductActions
    leasePlan: typeof leasePlanActions
  }
}
