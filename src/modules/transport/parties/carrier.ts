/** 承运商 and 服务商 (transport.md §2.2): who carries for us, and who helps: permit, bank, terms, standing. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { formatYuan } from '#kit/basics/fen.ts'
import { payPlanProblem } from './party.rules.ts'

const STATES = {
  draft: '待提交',
  reviewing: '待审核',
  rejected: '审核驳回',
  active: '合作中',
  paused: '已暂停',
  expired: '资质过期',
  blacklisted: '黑名单',
  ended: '已终止',
}
const SETTLE = { single: '单结', weekly: '周结', monthly: '月结' }
const STAGES = { advance: '预付', arrival: '到付', receipt: '回单付', monthly: '月结' }
const MEDIA = { transfer: '转账', oilCard: '油卡', etc: 'ETC' }

const payPlan = () =>
  f.lines('付款计划', {
    stage: f.choice('阶段', STAGES, { required: true, default: 'monthly' }),
    bp: f.rate('比例', { required: true, min: 1, max: 10_000 }),
    medium: f.choice('方式', MEDIA, { required: true, default: 'transfer' }),
  })

const shared = {
  status: f.state('状态', STATES, 'draft'),
  creditCode: f.text('统一社会信用代码', { format: 'creditCode', unique: true, certificate: true }),
  contact: f.text('联系人', { maxLength: 40 }),
  mobile: f.text('联系电话', { format: 'mobile', mask: 'mobile' }),
  bankName: f.text('开户行', { maxLength: 80 }),
  bankAccount: f.text('银行账户', { maxLength: 40, mask: 'bankCard', twoPeople: true }),
  taxpayer: f.choice('纳税人', { general: '一般纳税人', small: '小规模纳税人' }, { required: true, default: 'general' }),
  taxBp: f.rate('税率', { required: true, default: 900, min: 0, max: 2000 }),
  settle: f.choice('结算方式', SETTLE, { required: true, default: 'monthly' }),
  settleDay: f.int('结算日', { min: 1, max: 28, unit: '日' }),
  files: f.files('证照', { maxCount: 9 }),
  store: f.ref('门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
  submittedBy: f.ref('提交人', 'user', { readOnly: true }),
  rejectReason: f.text('驳回原因', { readOnly: true, maxLength: 200 }),
  remark: f.note('备注', { quick: true, maxLength: 500 }),
} as const

export const carrier = defineEntity({
  name: 'carrier',
  label: '承运商',
  right: 'carriersL',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name', 'creditCode', 'contact', 'permitNo'],
  fields: {
    name: f.text('名称', { required: true, maxLength: 80 }),
    kind: f.choice('类型', { company: '企业', selfEmployed: '个体', owner: '个人车主' }, { required: true, default: 'company' }),
    ...shared,
    permitNo: f.text('道路运输经营许可证', { maxLength: 40 }),
    permitDueOn: f.day('许可证有效期至'),
    insuranceDueOn: f.day('承运险有效期至'),
    scopeText: f.text('经营范围', { maxLength: 100 }),
    payPlan: payPlan(),
    deposit: f.money('保证金', { min: 0 }),
    areas: f.text('服务区域', { maxLength: 300 }),
    customer: f.ref('对应客户', 'lessee'),
    serviceFeeBp: f.rate('平台服务费', { required: true, default: 0, min: 0, max: 5000 }),
    account: f.ref('登录账号', 'user', {
      readOnly: true,
      unique: '该账号已是另一家承运商的账号',
      hint: '用此账号登录的人在承运商工作台看到本承运商的任务与费用',
    }),
    score: f.int('评分', { readOnly: true, min: 0, max: 100 }),
    scoreParts: f.json<Record<string, number>>('评分构成', { internal: true }),
  },
  check: (v) => {
    const plan = payPlanProblem(v.payPlan)
    return plan ? { at: 'payPlan', reason: plan } : null
  },
  list: {
    columns: ['name', 'kind', 'status', 'contact', 'mobile', 'permitDueOn', 'settle', 'score', 'store', 'remark'],
    filters: ['name', 'kind', 'status', 'settle', 'permitDueOn', 'insuranceDueOn', 'store'],
    sort: '-createdAt',
    quick: {
      合作中: { status: 'active' },
      待审核: { status: 'reviewing' },
      资质过期: { status: 'expired' },
      黑名单: { status: 'blacklisted' },
    },
  },
  form: {
    基本信息: ['name', 'kind', 'creditCode', 'contact', 'mobile', 'areas', 'store'],
    资质: ['permitNo', 'permitDueOn', 'insuranceDueOn', 'scopeText', 'files'],
    结算: ['bankName', 'bankAccount', 'taxpayer', 'taxBp', 'settle', 'settleDay', 'payPlan', 'deposit', 'serviceFeeBp', 'customer'],
    其他: ['score', 'account', 'submittedBy', 'rejectReason', 'remark'],
  },
  children: [
    { entity: 'driver', by: 'carrier', label: '司机' },
    { entity: 'mission', by: 'carrier', label: '任务' },
  ],
})

export const provider = defineEntity({
  name: 'provider',
  label: '服务商',
  right: 'facilitatorManagerL',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name', 'creditCode', 'contact'],
  fields: {
    name: f.text('名称', { required: true, maxLength: 80 }),
    kind: f.choice(
      '服务类型',
      { handling: '装卸', storage: '仓储', rescue: '救援', escort: '押运', collection: '代收', information: '信息服务' },
      { required: true, default: 'handling' },
    ),
    ...shared,
    permitNo: f.text('经营许可证', { maxLength: 40 }),
    permitDueOn: f.day('许可证有效期至'),
    prices: f.lines('服务价目', {
      item: f.text('项目', { required: true, maxLength: 60 }),
      unit: f.text('单位', { required: true, maxLength: 20 }),
      price: f.money('单价', { required: true, each: true, min: 0 }),
    }),
    account: f.ref('登录账号', 'user', { readOnly: true }),
    contracts: f.files('已签合同', { maxCount: 50, readOnly: true }),
  },
  list: {
    columns: ['name', 'kind', 'status', 'contact', 'mobile', 'permitDueOn', 'settle', 'account', 'store', 'remark'],
    filters: ['name', 'kind', 'status', 'settle', 'permitDueOn', 'store'],
    sort: '-createdAt',
    quick: { 合作中: { status: 'active' }, 待审核: { status: 'reviewing' }, 资质过期: { status: 'expired' } },
  },
  form: {
    基本信息: ['name', 'kind', 'creditCode', 'contact', 'mobile', 'store'],
    资质: ['permitNo', 'permitDueOn', 'files', 'contracts'],
    结算: ['bankName', 'bankAccount', 'taxpayer', 'taxBp', 'settle', 'settleDay', 'prices'],
    其他: ['account', 'submittedBy', 'rejectReason', 'remark'],
  },
})

const reason = (label: string) => ({ reason: f.text(label, { required: true, maxLength: 200 }) })

interface StandingFacts {
  /** Freight not yet paid, fen. */
  openFreight: number
}
const ready = (r: { permitNo: string | null; bankAccount: string | null; creditCode: string | null }) =>
  r.permitNo && r.bankAccount && r.creditCode ? null : '请补全许可证、银行账户和开票资料'
const another = (what: string) => (r: { submittedBy: number | null }, m: { user: { id: number } }) =>
  r.submittedBy !== null && r.submittedBy === m.user.id ? `提交人不能审核自己提交的${what}` : null
const endable = (r: StandingFacts) => (r.openFreight > 0 ? `尚有未结算运费 ${formatYuan(r.openFreight)}，不能终止` : null)

export const carrierActions = defineActions(carrier, facts<StandingFacts>(), {
  submit: {
    label: '提交审核',
    from: ['draft', 'rejected'],
    to: 'reviewing',
    tone: 'primary',
    refuse: ready,
    confirm: '提交后由另一位同事审核资质，通过后才能合作。确认提交？',
  },
  approve: {
    label: '审核通过',
    from: ['reviewing'],
    to: 'active',
    tone: 'primary',
    secondPerson: { own: '录入人不能审核自己录入的承运商，请由另一位同事审核' },
    refuse: another('承运商'),
    confirm: '通过后转为「合作中」，可以向其派单。已核对资质，确认通过？',
  },
  reject: { label: '驳回', from: ['reviewing'], to: 'rejected', tone: 'danger', input: reason('驳回原因') },
  pause: { label: '暂停合作', from: ['active'], to: 'paused', tone: 'danger', input: reason('暂停原因') },
  resume: { label: '恢复合作', from: ['paused'], to: 'active', confirm: '恢复后可以重新向其派单。确认恢复合作？' },
  openAccount: {
    label: '开通账号',
    from: ['active', 'paused', 'expired'],
    input: { user: f.ref('登录账号', 'user', { required: true, filter: { status: 'active' } }) },
  },
  expire: { label: '资质过期', from: ['active'], to: 'expired', internal: true },
  renew: {
    label: '资质续期',
    from: ['expired'],
    to: 'active',
    tone: 'primary',
    input: { permitDueOn: f.day('许可证有效期至', { required: true }), insuranceDueOn: f.day('承运险有效期至') },
  },
  blacklist: {
    label: '列入黑名单',
    from: ['draft', 'reviewing', 'rejected', 'active', 'paused', 'expired'],
    to: 'blacklisted',
    tone: 'danger',
    input: reason('原因'),
  },
  end: {
    label: '终止合作',
    from: ['active', 'paused', 'expired'],
    to: 'ended',
    tone: 'danger',
    refuse: endable,
    input: reason('终止原因'),
  },
})

export const providerActions = defineActions(provider, facts<StandingFacts>(), {
  submit: {
    label: '提交审核',
    from: ['draft', 'rejected'],
    to: 'reviewing',
    tone: 'primary',
    refuse: ready,
    confirm: '提交后由另一位同事审核资质，通过后才能合作。确认提交？',
  },
  approve: {
    label: '审核通过',
    from: ['reviewing'],
    to: 'active',
    tone: 'primary',
    secondPerson: { own: '录入人不能审核自己录入的服务商，请由另一位同事审核' },
    refuse: another('服务商'),
    confirm: '通过后转为「合作中」，可以向其派单。已核对资质，确认通过？',
  },
  reject: { label: '驳回', from: ['reviewing'], to: 'rejected', tone: 'danger', input: reason('驳回原因') },
  pause: { label: '暂停合作', from: ['active'], to: 'paused', tone: 'danger', input: reason('暂停原因') },
  resume: { label: '恢复合作', from: ['paused'], to: 'active', confirm: '恢复后可以重新向其派单。确认恢复合作？' },
  openAccount: {
    label: '开通账号',
    from: ['active'],
    input: { user: f.ref('登录账号', 'user', { required: true }) },
  },
  expire: { label: '资质过期', from: ['active'], to: 'expired', internal: true },
  renew: {
    label: '资质续期',
    from: ['expired'],
    to: 'active',
    tone: 'primary',
    input: { permitDueOn: f.day('许可证有效期至', { required: true }) },
  },
  blacklist: {
    label: '列入黑名单',
    from: ['draft', 'reviewing', 'rejected', 'active', 'paused', 'expired'],
    to: 'blacklisted',
    tone: 'danger',
    input: reason('原因'),
  },
  end: {
    label: '终止合作',
    from: ['active', 'paused', 'expired'],
    to: 'ended',
    tone: 'danger',
    refuse: endable,
    input: reason('终止原因'),
  },
  contractSigned: {
    label: '合同签署完成',
    from: 'any',
    internal: true,
    input: { contracts: f.files('已签合同', { required: true, maxCount: 50 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    carrier: RowOf<typeof carrier>
    provider: RowOf<typeof provider>
  }
  interface ActionsOf {
    carrier: typeof carrierActions
    provider: typeof providerActions
  }
}
