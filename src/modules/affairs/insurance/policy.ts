/** 保单 and 批改 (affairs.md §2.3). Its state follows the calendar; only the surrender is a step a person takes. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const POLICY_KINDS = { compulsory: '交强险', commercial: '商业险', carrier: '承运人责任险', cargo: '货运险', accident: '驾乘意外险' }
const COVERAGES = {
  own: '车辆损失',
  third: '第三者责任',
  driverSeat: '司机座位',
  passengerSeat: '乘客座位',
  deductibleWaiver: '绝对免赔率',
  beyondMedical: '医保外用药',
  wheel: '车轮单独损失',
  scratch: '车身划痕',
  compulsory: '交强责任',
  other: '附加险',
}
const LATER = { deregistered: '注销登记', laidUp: '办理停驶', lost: '被盗丢失', other: '其他' }

export const insurancePolicy = defineEntity({
  name: 'insurancePolicy',
  label: '保单',
  right: 'insureList',
  scope: { store: 'store' },
  money: 'wholePremium',
  title: ['policyNo'],
  search: ['policyNo'],
  fields: {
    policyNo: f.text('保单号', { required: true, unique: '该保单号已登记', maxLength: 40 }),
    status: f.state(
      '状态',
      {
        draft: '待出单',
        pending: '待生效',
        active: '保障中',
        soon: '即将到期',
        expired: '已过期',
        surrendered: '已退保',
        voided: '已作废',
      },
      'draft',
    ),
    vehicle: f.ref('车辆', 'vehicle', { required: true, fixed: true, onDelete: 'cascade' }),
    kind: f.choice('险种', POLICY_KINDS, { required: true, fixed: true, default: 'compulsory' }),
    insurer: f.dict('保险公司', 'insurer', { required: true }),
    startAt: f.instant('保险起期', { required: true }),
    endAt: f.instant('保险止期', { required: true, hint: '最后一天的 24:00，即次日 0 点' }),
    coverages: f.lines(
      '保障项目',
      {
        code: f.choice('项目', COVERAGES, { required: true }),
        limit: f.money('保额', { min: 0 }),
        deductible: f.money('免赔额', { min: 0 }),
        deductibleBp: f.rate('免赔率', { min: 0, max: 10_000 }),
        premium: f.money('保费', { required: true, min: 0 }),
      },
      { hint: '只知道整单保费的可以不分项' },
    ),
    // A sheet has a cell for it and none for lines: what is given here becomes the one line, and is not kept.
    wholePremium: f.money('整单保费', { min: 0, hint: '没有分项时填写，保存后记为一个保障项目' }),
    premium: f.money('保费合计', { readOnly: true, default: 0 }),
    vehicleTax: f.money('车船税', { required: true, min: 0, default: 0 }),
    floatBp: f.rate('浮动系数', { hint: '相对基准保费，−30.00% 至 +30.00%', min: -10_000, max: 30_000 }),
    brokerRebate: f.money('经纪返佣', { min: 0 }),
    payer: f.choice('投保方', { company: '公司', source: '车源方', lessee: '承租人' }, { required: true, default: 'company' }),
    attachments: f.files('保单照片或电子保单', { maxCount: 8 }),
    renewalOf: f.ref('续自', 'insurancePolicy', { readOnly: true }),
    surrenderedOn: f.day('退保日期', { readOnly: true }),
    refund: f.money('退保金额', { readOnly: true }),
    payable: f.ref('应付账单', 'payableBill', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) =>
    v.startAt && v.endAt && Date.parse(v.endAt) <= Date.parse(v.startAt)
      ? { at: 'endAt', reason: '保险止期必须晚于起期' }
      : !v.coverages?.length && v.wholePremium === null
        ? { at: 'coverages', reason: '请至少填写一个保障项目，或填写整单保费' }
        : v.coverages?.length && v.wholePremium !== null
          ? { at: 'wholePremium', reason: '已分项填写保费，整单保费请留空' }
          : null,
  list: {
    columns: ['policyNo', 'status', 'vehicle', 'kind', 'insurer', 'startAt', 'endAt', 'premium', 'vehicleTax', 'payer', 'payable', 'store'],
    filters: ['policyNo', 'status', 'vehicle', 'kind', 'insurer', 'endAt', 'payer', 'store'],
    sort: 'endAt',
    totals: ['premium', 'vehicleTax'],
    totalsWithout: { status: ['voided'] },
    quick: {
      保障中: { status: ['active', 'soon'] },
      即将到期: { status: 'soon' },
      待生效: { status: ['draft', 'pending'] },
      已过期: { status: 'expired' },
      已退保: { status: 'surrendered' },
    },
  },
  form: {
    附件: ['attachments'],
    保单: ['vehicle', 'kind', 'insurer', 'policyNo', 'startAt', 'endAt', 'payer'],
    保障项目: ['coverages', 'wholePremium'],
    费用: ['premium', 'vehicleTax', 'floatBp', 'brokerRebate', 'payable', 'surrenderedOn', 'refund'],
    其他: ['remark', 'renewalOf', 'store'],
  },
  indexes: [['vehicle', 'kind', 'status']],
  children: [
    { entity: 'policyChange', by: 'policy', label: '批改' },
    { entity: 'insuranceClaim', by: 'policy', label: '出险' },
  ],
})

const LIVE = ['pending', 'active', 'soon', 'expired'] as const
export const insurancePolicyActions = defineActions(insurancePolicy, {
  issue: {
    label: '出单',
    money: (p) => Number(p['premium'] ?? 0) + Number(p['vehicleTax'] ?? 0),
    from: ['draft'],
    tone: 'primary',
    bulk: true,
    confirm: '出单后保单生效，保费计入成本并生成应付账单，车辆的保险到期日随之更新。确认？',
  },
  renew: {
    label: '续保',
    from: [...LIVE],
    bulk: true,
    tone: 'primary',
    input: { floatBp: f.rate('浮动系数', { hint: '例如 −10.00%；不填则保费不变', min: -10_000, max: 30_000 }) },
    done: '已生成续保草稿，起期为原止期；核对保单号后出单',
  },
  endorse: {
    label: '批改',
    money: 'delta',
    from: ['pending', 'active', 'soon'],
    input: {
      on: f.day('批改日期', { required: true }),
      delta: f.money('保费变动', { required: true, hint: '退费填负数' }),
      note: f.text('批改内容', { required: true, maxLength: 200 }),
      files: f.files('批单', { maxCount: 4 }),
    },
  },
  surrender: {
    label: '退保',
    money: 'refund',
    from: ['pending', 'active', 'soon'],
    to: 'surrendered',
    tone: 'danger',
    input: {
      on: f.day('退保日期', { required: true }),
      case: f.choice('情形', LATER, { required: true, default: 'other' }),
      refund: f.money('保险公司退还金额', { min: 0, hint: '不填则按未使用天数计算；以保险公司金额为准' }),
      reason: f.text('说明', { required: true, maxLength: 200 }),
    },
    checkInput: (i, p) => (p.kind === 'compulsory' && i['case'] === 'other' ? '交强险只有注销、停驶、被盗可以退保' : null),
  },
  /** Premium is owed; may be held for approval (scene 21). */
  pay: {
    label: '生成应付',
    money: (p) => Number(p['premium'] ?? 0) + Number(p['vehicleTax'] ?? 0),
    from: [...LIVE],
    refuse: (p) => (p.payable ? '已生成应付账单' : null),
    confirm: '按保费与车船税生成对保险公司的应付账单，由另一位同事确认后付款。确认生成？',
  },
  follow: { label: '状态更新', from: 'any', internal: true },
  end: { label: '保障终止', from: 'any', to: 'surrendered', internal: true, input: { on: f.day('终止日期', { required: true }) } },
  void: {
    label: '作废',
    from: ['draft'],
    to: 'voided',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
})

export const policyChange = defineEntity({
  name: 'policyChange',
  label: '保单批改',
  right: 'insureList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['policy', 'changedOn'],
  fields: {
    policy: f.ref('保单', 'insurancePolicy', { required: true }),
    changedOn: f.day('批改日期', { required: true }),
    delta: f.money('保费变动', { required: true }),
    note: f.text('批改内容', { required: true, maxLength: 200 }),
    files: f.files('批单', { maxCount: 4 }),
    store: f.ref('门店', 'store'),
  },
  list: {
    columns: ['policy', 'changedOn', 'delta', 'note', 'store'],
    filters: ['policy', 'changedOn', 'store'],
    sort: '-changedOn',
    totals: ['delta'],
  },
  form: { 批改: ['policy', 'changedOn', 'delta', 'note', 'files', 'store'] },
})

declare module '#kit/entity/tables.ts' {
  interface ActionsOf {
    insurancePolicy: typeof insurancePolicyActions
  }
  interface Tables {
    insurancePolicy: RowOf<typeof insurancePolicy>
    policyChange: RowOf<typeof policyChange>
  }
}
