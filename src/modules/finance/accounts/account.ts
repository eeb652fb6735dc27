/** 支付方式 and 对公账户 (finance.md §2.1, §2.2): through what money comes and goes, and where it is. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const PAY_CHANNELS = {
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
/** Settled inside the house: no money moves, no account is needed. */
export const INTERNAL_CHANNELS = ['balance', 'depositDeduct', 'discount', 'offset'] as const
export const isInternal = (channel: string): boolean => (INTERNAL_CHANNELS as readonly string[]).includes(channel)

export const payType = defineEntity({
  name: 'payType',
  label: '支付方式',
  right: 'payTypeList',
  scope: { store: 'stores' },
  title: ['label'],
  search: ['label'],
  fields: {
    channel: f.choice('渠道', PAY_CHANNELS, { required: true, fixed: true }),
    label: f.text('名称', { required: true, unique: '该名称已存在', maxLength: 40 }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    direction: f.choice('收付方向', { both: '收款与付款', in: '只收款', out: '只付款' }, { required: true, default: 'both' }),
    account: f.ref('默认账户', 'companyAccount', { hint: '登记收付款时不指定账户，就记入这里', filter: { status: 'active' } }),
    fee: f.rate('手续费率', { required: true, default: 0, min: 0, max: 100, hint: '每笔按此估算手续费，凭证中记入手续费科目' }),
    needsTradeNo: f.flag('必须填写流水号'),
    needsVoucher: f.flag('必须上传凭证'),
    stores: f.refs('适用门店', 'store', { hint: '不选则全部门店可用' }),
  },
  check: (v) => (isInternal(String(v.channel)) && v.account ? { at: 'account', reason: '内部结转不经过账户，请清空默认账户' } : null),
  list: {
    columns: ['label', 'channel', 'status', 'direction', 'account', 'fee', 'needsTradeNo', 'needsVoucher', 'stores'],
    filters: ['label', 'channel', 'status', 'direction', 'account'],
    sort: 'id',
  },
  form: { 支付方式: ['label', 'channel', 'direction', 'account', 'fee', 'needsTradeNo', 'needsVoucher', 'stores'] },
})
export const payTypeActions = defineActions(payType, {
  disable: {
    label: '停用',
    from: ['active'],
    to: 'disabled',
    tone: 'danger',
    refuse: (p) => (isInternal(p.channel) ? '内部结转由程序使用，不能停用' : null),
    confirm: '停用后不再作为默认方式。确认停用？',
  },
  enable: { label: '启用', from: ['disabled'], to: 'active', confirm: '启用后登记收付款时可以再选择它。确认启用？' },
})

export const companyAccount = defineEntity({
  name: 'companyAccount',
  label: '对公账户',
  right: 'zlbPublicAccount',
  scope: { store: 'stores' },
  title: ['name'],
  search: ['name', 'bank'],
  fields: {
    name: f.text('账户名称', { required: true, unique: '该账户名称已存在', maxLength: 60 }),
    kind: f.choice(
      '账户类型',
      { bank: '银行账户', cash: '现金', wechat: '微信商户', alipay: '支付宝商户', card: '备用金卡' },
      { required: true, default: 'bank' },
    ),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    bank: f.dict('银行', 'bankOfAccount', { when: (v) => v['kind'] === 'bank' || v['kind'] === 'card' }),
    branch: f.text('开户行', { maxLength: 80 }),
    accountNo: f.text('账号', { maxLength: 40, mask: 'bankCard', unique: '该账号已登记' }),
    openingOn: f.day('期初日', { required: true }),
    opening: f.money('期初余额', { required: true, default: 0 }),
    currency: f.choice('币种', { CNY: '人民币' }, { required: true, default: 'CNY' }),
    moved: f.money('期初以来收支', { required: true, readOnly: true, default: 0 }),
    book: f.computed('账面余额', 'money', 'opening + moved'),
    bankBalance: f.money('银行余额', { readOnly: true, hint: '最近一次导入的流水余额' }),
    bankOn: f.day('银行余额日', { readOnly: true }),
    difference: f.computed('差额', 'money', 'bank_balance - opening - moved'),
    importMap: f.json<Record<string, string>>('列对应', { internal: true }),
    stores: f.refs('适用门店', 'store', { hint: '不选则全部门店可用' }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  list: {
    columns: [
      'name',
      'kind',
      'status',
      'bank',
      'accountNo',
      'book',
      'bankBalance',
      'bankOn',
      'difference',
      'opening',
      'openingOn',
      'stores',
    ],
    filters: ['name', 'kind', 'status', 'bank'],
    sort: 'id',
    totals: ['book', 'bankBalance'],
  },
  form: {
    账户: ['name', 'kind', 'bank', 'branch', 'accountNo', 'currency', 'stores', 'remark'],
    余额: ['openingOn', 'opening', 'moved', 'book', 'bankBalance', 'bankOn', 'difference'],
  },
  children: [
    { entity: 'cashEntry', by: 'account', label: '财务流水' },
    { entity: 'bankLine', by: 'account', label: '银行流水' },
  ],
})
export const companyAccountActions = defineActions(companyAccount, {
  disable: {
    label: '停用',
    from: ['active'],
    to: 'disabled',
    tone: 'danger',
    refuse: (a) => (a.book === 0 ? null : '账面余额不为零，请先转出'),
    confirm: '停用后不能再用该账户收付款。确认停用？',
  },
  enable: { label: '启用', from: ['disabled'], to: 'active', confirm: '启用后登记收付款时可以再选择它。确认启用？' },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    payType: RowOf<typeof payType>
    companyAccount: RowOf<typeof companyAccount>
  }
  interface ActionsOf {
    payType: typeof payTypeActions
    companyAccount: typeof companyAccountActions
  }
}
