/** 签署份数: lots that run out, a ledger that only grows, and orders that fill it. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const signQuotaLot = defineEntity({
  name: 'signQuotaLot',
  label: '份数批次',
  right: 'contractRecharge',
  scope: { store: null },
  writes: 'none',
  title: ['source'],
  fields: {
    source: f.choice('来源', { order: '充值', gift: '赠送', adjust: '调整' }, { required: true }),
    total: f.int('总份数', { required: true, min: 0 }),
    used: f.int('已用', { required: true, default: 0, min: 0 }),
    frozen: f.int('冻结', { required: true, default: 0, min: 0 }),
    expired: f.int('已过期', { required: true, default: 0, min: 0 }),
    expiresOn: f.day('有效期至'),
    unlimited: f.flag('不限份数'),
    rechargeOrder: f.ref('充值单', 'rechargeOrder'),
  },
  list: {
    columns: ['source', 'total', 'used', 'frozen', 'expired', 'unlimited', 'expiresOn'],
    filters: ['source', 'expiresOn'],
    sort: 'expiresOn',
  },
  form: { 批次: ['source', 'total', 'used', 'frozen', 'expired', 'unlimited', 'expiresOn', 'rechargeOrder'] },
})

export const signQuotaEntry = defineEntity({
  name: 'signQuotaEntry',
  label: '份数流水',
  right: 'contractRecharge',
  writes: 'none',
  scope: { store: 'store' },
  title: ['kind'],
  fields: {
    lot: f.ref('批次', 'signQuotaLot', { required: true }),
    flow: f.ref('签署流程', 'signFlow'),
    store: f.ref('门店', 'store', { internal: true }),
    cycle: f.int('周期', { internal: true }),
    kind: f.choice(
      '类型',
      { recharge: '充值', freeze: '冻结', consume: '使用', release: '退还', expire: '过期', adjust: '调整' },
      { required: true },
    ),
    delta: f.int('份数', { required: true }),
    refKey: f.text('去重键', { required: true, maxLength: 80, internal: true, unique: '该笔份数已记录' }),
  },
  list: { columns: ['lot', 'kind', 'delta', 'flow'], filters: ['kind', 'flow'], sort: '-createdAt' },
  form: { 流水: ['lot', 'kind', 'delta', 'flow'] },
})

const rechargePlan = defineEntity({
  name: 'rechargePlan',
  label: '充值套餐',
  right: 'contractRecharge',
  title: ['name'],
  fields: {
    name: f.text('套餐名称', { required: true, maxLength: 40, unique: '已有同名套餐' }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    copies: f.int('份数', { required: true, min: 1, max: 1_000_000 }),
    price: f.money('价格', { required: true, min: 0 }),
    validDays: f.int('有效天数', { min: 1, max: 3650, unit: '天', hint: '不填为长期有效' }),
  },
  list: { columns: ['name', 'copies', 'price', 'validDays', 'status'], filters: ['name', 'status'], sort: 'copies' },
  form: { 套餐: ['name', 'copies', 'price', 'validDays'] },
})
export const rechargePlanActions = defineActions(rechargePlan, {
  disable: { label: '停用', from: ['active'], to: 'disabled', confirm: '停用后不能再购买。确认停用？' },
  enable: { label: '启用', from: ['disabled'], to: 'active' },
})

export const rechargeOrder = defineEntity({
  name: 'rechargeOrder',
  label: '充值单',
  right: 'contractRecharge',
  scope: { store: null },
  writes: 'none',
  title: ['no'],
  search: ['no'],
  fields: {
    no: f.serial('充值单号', 'CZ{yyyyMMdd}-{0000}'),
    status: f.state('状态', { toPay: '待支付', paid: '已支付', closed: '已关闭' }, 'toPay'),
    plan: f.ref('套餐', 'rechargePlan', { required: true }),
    quantity: f.int('数量', { required: true, min: 1, max: 100 }),
    copies: f.int('份数', { required: true }),
    amount: f.money('金额', { required: true }),
    validDays: f.int('有效天数', { unit: '天' }),
    orderedBy: f.ref('下单人', 'user'),
    expireAt: f.instant('支付截止'),
    paidAt: f.instant('到账时间'),
    confirmedBy: f.ref('确认人', 'user'),
    voucher: f.text('付款凭证号', { maxLength: 60 }),
  },
  list: {
    columns: ['no', 'plan', 'quantity', 'copies', 'amount', 'status', 'orderedBy', 'confirmedBy', 'paidAt'],
    filters: ['no', 'status', 'plan'],
    sort: '-createdAt',
  },
  form: { 充值单: ['no', 'status', 'plan', 'quantity', 'copies', 'amount', 'orderedBy', 'expireAt', 'voucher', 'confirmedBy', 'paidAt'] },
})
export const rechargeOrderActions = defineActions(rechargeOrder, facts<{ orderedById: number | null }>(), {
  confirm: {
    label: '确认到账',
    money: 'amount',
    right: 'contractRecharge_confirm',
    from: ['toPay'],
    to: 'paid',
    tone: 'primary',
    refuse: (r, m) => (r.orderedById === m.user.id ? '须由下单人以外的人员确认到账' : null),
    input: { voucher: f.text('付款凭证号', { required: true, maxLength: 60 }) },
  },
  close: {
    label: '关闭',
    right: 'contractRecharge_recharge',
    from: ['toPay'],
    to: 'closed',
    confirm: '关闭后不能再付款，份数不会增加；需要时请重新下单。确认关闭？',
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    signQuotaLot: RowOf<typeof signQuotaLot>
    signQuotaEntry: RowOf<typeof signQuotaEntry>
    rechargePlan: RowOf<typeof rechargePlan>
    rechargeOrder: RowOf<typeof rechargeOrder>
  }
  interface ActionsOf {
    rechargePlan: typeof rechargePlanActions
    rechargeOrder: typeof rechargeOrderActions
  }
}
