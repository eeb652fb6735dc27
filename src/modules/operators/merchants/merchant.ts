/** 商户进件与支付账户 (finance.md §2.9, §2.11): what a payment provider wants to know of a company, where its application stands, and the accounts that come of it. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { BY_HAND, heard, MERCHANT_STATES, NEEDED, notReady, type MerchantState } from './merchant.rules.ts'

export const PROVIDERS = { wechat: '微信支付', alipay: '支付宝', bank: '银行', ys: '银盛支付' }

export const merchant = defineEntity({
  name: 'merchant',
  label: '商户进件',
  right: 'openAccount',
  scope: { store: null },
  title: ['no', 'shopName'],
  search: ['no', 'subjectName', 'shopName', 'subMerchantId'],
  pick: ['profile', 'provider', 'status'],
  fields: {
    // Kept through every rejection: the provider knows the application by it.
    no: f.serial('进件编号', 'MC{yyyyMMdd}{0000}'),
    profile: f.ref('运营商', 'operatorProfile', { required: true, fixed: true }),
    provider: f.choice('支付平台', PROVIDERS, { required: true, default: 'wechat', fixed: true }),
    status: f.state('状态', MERCHANT_STATES, 'editing'),
    subjectKind: f.choice('主体类型', { enterprise: '企业', individual: '个体工商户' }, { required: true, default: 'enterprise' }),
    subjectName: f.text('主体名称', { maxLength: 80, hint: '与营业执照一致' }),
    subjectCode: f.text('统一社会信用代码', { format: 'creditCode' }),
    licence: f.files('营业执照照片', { maxCount: 2 }),
    legalName: f.text('法人姓名', { maxLength: 40, mask: 'name' }),
    legalIdNo: f.text('法人身份证号', { format: 'idNo', mask: 'idNo' }),
    legalIdDueOn: f.day('身份证有效期至', { hint: '长期有效填 2099-12-31' }),
    legalMobile: f.text('法人手机号', { format: 'mobile', mask: 'mobile' }),
    legalImages: f.files('身份证照片', { maxCount: 4, hint: '人像面与国徽面各一张' }),
    accountKind: f.choice('账户类型', { public: '对公账户', private: '法人对私账户' }, { default: 'public' }),
    accountName: f.text('账户名称', { maxLength: 80, hint: '对公账户与主体名称一致，对私账户为法人本人' }),
    bankName: f.text('开户银行', { maxLength: 80 }),
    accountNo: f.text('银行账号', { maxLength: 32, mask: 'bankCard' }),
    shopName: f.text('店铺简称', { maxLength: 30, hint: '付款人在付款成功页看到的名称' }),
    shopPlace: f.place('店铺地址'),
    servicePhone: f.text('客服电话', { format: 'phone' }),
    shopImages: f.files('店铺照片', { maxCount: 4, hint: '门头与店内照片' }),
    providerState: f.text('平台状态', { readOnly: true, maxLength: 60 }),
    providerSeq: f.int('平台消息序号', { internal: true, min: 1 }),
    flagged: f.flag('状态待核实', { readOnly: true, hint: '平台返回了未知的状态，进件状态保持不变，请到支付平台核实' }),
    rejectReasons: f.lines(
      '驳回原因',
      { field: f.text('资料项', { required: true }), reason: f.text('原因', { required: true }) },
      { readOnly: true },
    ),
    signUrl: f.text('签约链接', { readOnly: true, maxLength: 500, hint: '由法人用手机打开或扫码完成账户验证、签约' }),
    subMerchantId: f.text('商户号', { readOnly: true, maxLength: 64 }),
    approach: f.choice('办理方式', { manual: '人工办理', gateway: '平台接口' }, { readOnly: true }),
    sentAt: f.instant('提交时间', { readOnly: true }),
    movedAt: f.instant('进度时间', { readOnly: true }),
    attempt: f.int('提交次数', { required: true, default: 0, readOnly: true }),
    problem: f.text('未送达原因', { readOnly: true, maxLength: 300 }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) =>
    v.accountKind === 'private' && v.subjectKind === 'enterprise' ? { at: 'accountKind', reason: '企业主体须使用对公账户' } : null,
  list: {
    columns: ['no', 'status', 'profile', 'provider', 'shopName', 'subjectName', 'flagged', 'subMerchantId', 'sentAt', 'movedAt', 'attempt'],
    filters: ['no', 'status', 'profile', 'provider', 'flagged', 'subMerchantId'],
    sort: '-createdAt',
    quick: {
      编辑中: { status: ['editing', 'rejected'] },
      办理中: { status: ['checking', 'toVerify', 'auditing', 'toSign', 'opening'] },
      已完成: { status: 'done' },
      状态待核实: { flagged: true },
    },
  },
  form: {
    进件: [
      'no',
      'profile',
      'provider',
      'rejectReasons',
      'signUrl',
      'subMerchantId',
      'providerState',
      'flagged',
      'approach',
      'sentAt',
      'movedAt',
      'attempt',
      'problem',
    ],
    主体: ['subjectKind', 'subjectName', 'subjectCode', 'licence'],
    法人: ['legalName', 'legalIdNo', 'legalIdDueOn', 'legalMobile', 'legalImages'],
    账户: ['accountKind', 'accountName', 'bankName', 'accountNo'],
    店铺: ['shopName', 'shopPlace', 'servicePhone', 'shopImages', 'remark'],
  },
  children: [{ entity: 'providerAccount', by: 'merchant', label: '支付账户' }],
})

const UNDER_WAY: readonly MerchantState[] = ['checking', 'toVerify', 'auditing', 'toSign', 'opening', 'done', 'frozen']
const word = {
  signUrl: f.text('签约链接', { format: 'url', maxLength: 500 }),
  subMerchantId: f.text('商户号', { format: 'code', maxLength: 64 }),
  reasons: f.lines('驳回原因', {
    field: f.choice('资料项', { ...NEEDED, other: '其他' }, { required: true }),
    reason: f.text('原因', { required: true, maxLength: 200 }),
  }),
}

export const merchantActions = defineActions(merchant, {
  submit: {
    label: '提交进件',
    from: ['editing', 'rejected'],
    to: 'checking',
    tone: 'primary',
    refuse: (m, { today }) => notReady(m, today),
    confirm: '提交后资料不能修改，被驳回后可以修改并以同一进件编号再次提交。确认提交？',
    done: '已提交进件',
  },
  register: {
    label: '登记进度',
    from: UNDER_WAY,
    tone: 'primary',
    refuse: (m) => (m.approach === 'gateway' ? '该进件由支付平台接口办理，进度由平台回传' : null),
    checkInput: (input, m) => {
      const state = String(input['state'])
      const to = heard(m.status, state)
      if (to.kind === 'stays') return '与当前状态相同'
      if (to.kind !== 'moves') return `当前为「${MERCHANT_STATES[m.status]}」，不能登记为「${BY_HAND[state as keyof typeof BY_HAND]}」`
      if (to.to === 'rejected' && !(input['reasons'] as unknown[] | null)?.length) return '请填写驳回的资料项与原因'
      return to.to === 'done' && !input['subMerchantId'] && !m.subMerchantId ? '请填写支付平台分配的商户号' : null
    },
    input: {
      state: f.choice('平台状态', BY_HAND, { required: true }),
      reasons: { ...word.reasons, when: (v: Record<string, unknown>) => v['state'] === 'REJECTED' },
      signUrl: { ...word.signUrl, when: (v: Record<string, unknown>) => ['ACCOUNT_NEED_VERIFY', 'NEED_SIGN'].includes(String(v['state'])) },
      subMerchantId: { ...word.subMerchantId, when: (v: Record<string, unknown>) => v['state'] === 'FINISHED' },
    },
  },
  query: {
    label: '查询进度',
    from: UNDER_WAY,
    refuse: (m) => (m.approach === 'gateway' ? null : '没有接入支付平台接口，请到支付平台查看后登记进度'),
    done: '已向支付平台查询，稍后更新',
  },
  void: {
    label: '作废',
    from: ['editing', 'rejected'],
    to: 'voided',
    tone: 'danger',
    input: { remark: f.text('作废原因', { required: true, maxLength: 200 }) },
  },
  // What the provider says, or that it could not be reached.
  told: {
    label: '平台回传',
    from: UNDER_WAY,
    internal: true,
    input: { state: f.text('平台状态', { required: true, maxLength: 60 }), seq: f.int('平台消息序号', { min: 1 }), ...toldReasons() },
  },
  note: { label: '未送达', from: ['checking'], internal: true, input: { reason: f.text('原因', { required: true, maxLength: 300 }) } },
})
/** Nobody chooses: fields as the provider names them. */
function toldReasons() {
  return {
    reasons: f.lines('驳回原因', { field: f.text('资料项', { required: true }), reason: f.text('原因', { required: true }) }),
    signUrl: f.text('签约链接', { maxLength: 500 }),
    subMerchantId: f.text('商户号', { maxLength: 64 }),
  }
}

export const ACCOUNT_STATES = { toOpen: '待开户', opening: '开户中', active: '正常', frozen: '已冻结', closed: '已销户' }
export const providerAccount = defineEntity({
  name: 'providerAccount',
  label: '支付账户',
  right: 'openAccount',
  scope: { store: null },
  writes: 'none',
  title: ['kind', 'accountNo'],
  search: ['accountNo'],
  fields: {
    merchant: f.ref('商户进件', 'merchant', { required: true }),
    profile: f.ref('运营商', 'operatorProfile', { required: true }),
    kind: f.choice('账户用途', { settle: '结算账户', split: '分账账户' }, { required: true }),
    status: f.state('状态', ACCOUNT_STATES, 'toOpen'),
    accountNo: f.text('账号', { maxLength: 64 }),
    openedAt: f.instant('开户时间'),
  },
  unique: [{ fields: ['merchant', 'kind'], message: '该进件已有此用途的账户' }],
  list: {
    columns: ['profile', 'merchant', 'kind', 'status', 'accountNo', 'openedAt'],
    filters: ['profile', 'merchant', 'kind', 'status', 'accountNo'],
    sort: '-id',
  },
  form: { 支付账户: ['profile', 'merchant', 'kind', 'accountNo', 'openedAt'] },
})
export const providerAccountActions = defineActions(providerAccount, {
  apply: {
    label: '申请开户',
    from: ['toOpen'],
    to: 'opening',
    tone: 'primary',
    right: 'openAccount_open',
    confirm: '确认后账户转为「开户中」，支付平台开好后再「登记开户」。已向支付平台申请开户？',
  },
  open: {
    label: '登记开户',
    from: ['toOpen', 'opening'],
    to: 'active',
    tone: 'primary',
    input: { accountNo: f.text('账号', { required: true, format: 'code', maxLength: 64 }) },
  },
  freeze: {
    label: '冻结',
    from: ['active'],
    to: 'frozen',
    tone: 'danger',
    confirm: '确认后该账户不能再用于结算与分账。支付平台确已冻结该账户？',
  },
  thaw: {
    label: '解冻',
    from: ['frozen'],
    to: 'active',
    right: 'openAccount_freeze',
    confirm: '确认后该账户恢复用于结算与分账。支付平台确已解冻该账户？',
  },
  close: {
    label: '销户',
    from: ['toOpen', 'opening', 'active', 'frozen'],
    to: 'closed',
    tone: 'danger',
    confirm: '销户后不能恢复，需要时只能重新申请开户。确认销户？',
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    merchant: RowOf<typeof merchant>
    providerAccount: RowOf<typeof providerAccount>
  }
  interface ActionsOf {
    merchant: typeof merchantActions
    providerAccount: typeof providerAccountActions
  }
}
