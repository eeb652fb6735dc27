/** 优惠券, 客户优惠券 and their use on bills (leasing.md §3.11, fleet.md §2.26; docs/decisions/0020-coupons.md). */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { FEE_ITEMS } from '../bills/bill.ts'

const { RENT, SERVICE, MGMT, CLEAN, ENERGY, TOW, MISSING, DAMAGE, REPAIR, INS_UP, OVER_KM, OVERDUE_USE, PENALTY, BUYOUT, OTHER } = FEE_ITEMS
const { FREIGHT, FR_STOP, FR_HANDLE, FR_SUR, FR_INSURE } = FEE_ITEMS
/** Not deposits, which are the customer's own, not late fees, and not what is paid on for the customer. */
const COUPON_ITEMS = {
  RENT,
  SERVICE,
  MGMT,
  CLEAN,
  ENERGY,
  TOW,
  MISSING,
  DAMAGE,
  REPAIR,
  INS_UP,
  OVER_KM,
  OVERDUE_USE,
  PENALTY,
  BUYOUT,
  OTHER,
  FREIGHT,
  FR_STOP,
  FR_HANDLE,
  FR_SUR,
  FR_INSURE,
}

export const coupon = defineEntity({
  name: 'coupon',
  label: '优惠券',
  right: 'couponsList',
  scope: { store: 'store?' },
  title: ['name'],
  search: ['no', 'name'],
  fields: {
    no: f.serial('优惠券编号', 'YH{yyyyMMdd}-{0000}'),
    name: f.text('优惠券名称', { required: true, unique: '该名称已存在', maxLength: 60 }),
    status: f.state(
      '状态',
      { draft: '草稿', upcoming: '未开始', active: '进行中', paused: '已暂停', ended: '已结束', voided: '已作废' },
      'draft',
    ),
    kind: f.choice(
      '优惠方式',
      { fullCut: '满减', direct: '立减', discount: '折扣', freeDays: '免租天数' },
      { required: true, default: 'fullCut' },
    ),
    threshold: f.money('使用门槛', {
      min: 1,
      hint: '账单上适用费用达到该金额才能使用；满减必填',
      when: (v) => v['kind'] !== 'direct',
    }),
    amountOff: f.money('减免金额', { required: true, min: 1, when: (v) => v['kind'] === 'fullCut' || v['kind'] === 'direct' }),
    payBp: f.rate('折后比例', { required: true, min: 1, max: 9_999, hint: '8.5 折填 85%', when: (v) => v['kind'] === 'discount' }),
    cap: f.money('最高减免', { min: 1, hint: '不填为不设上限', when: (v) => v['kind'] === 'discount' }),
    freeDays: f.int('免租天数', { required: true, min: 1, max: 366, unit: '天', when: (v) => v['kind'] === 'freeDays' }),
    feeItems: f.lines(
      '适用费用科目',
      { feeItem: f.choice('费用科目', COUPON_ITEMS, { required: true, default: 'RENT' }) },
      { hint: '不填为租金' },
    ),
    stackable: f.flag('可与其他优惠券叠加'),
    store: f.ref('适用门店', 'store', { hint: '不选则全部门店可用' }),
    stock: f.int('发行总量', { required: true, min: 1, max: 1_000_000, unit: '张' }),
    perCustomer: f.int('每客户限领', { required: true, default: 1, min: 1, max: 1000, unit: '张' }),
    issued: f.int('已发放', { required: true, default: 0, min: 0, readOnly: true, unit: '张' }),
    startOn: f.day('活动开始日', { required: true }),
    lastOn: f.day('活动截止日', { required: true, hint: '含该日；之后不再发放' }),
    validity: f.choice('券有效期', { fixed: '与活动日期相同', relative: '自发放日起若干天' }, { required: true, default: 'fixed' }),
    validDays: f.int('有效天数', { required: true, min: 1, max: 3660, unit: '天', when: (v) => v['validity'] === 'relative' }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) =>
    v.startOn && v.lastOn && v.lastOn < v.startOn
      ? { at: 'lastOn', reason: '活动截止日不能早于开始日' }
      : v.kind === 'fullCut' && !v.threshold
        ? { at: 'threshold', reason: '满减券请填写使用门槛，没有门槛请选立减' }
        : v.kind === 'fullCut' && (v.amountOff ?? 0) > (v.threshold ?? 0)
          ? { at: 'amountOff', reason: '减免金额不能超过使用门槛' }
          : null,
  list: {
    columns: [
      'no',
      'name',
      'status',
      'kind',
      'threshold',
      'amountOff',
      'payBp',
      'freeDays',
      'stock',
      'issued',
      'startOn',
      'lastOn',
      'store',
    ],
    filters: ['no', 'name', 'status', 'kind', 'startOn', 'lastOn', 'store'],
    sort: '-createdAt',
    quick: { 进行中: { status: 'active' }, 未开始: { status: ['draft', 'upcoming'] }, 已结束: { status: ['ended', 'voided'] } },
  },
  form: {
    优惠内容: ['no', 'name', 'kind', 'threshold', 'amountOff', 'payBp', 'cap', 'freeDays', 'feeItems', 'stackable', 'store'],
    发放与期限: ['stock', 'perCustomer', 'issued', 'startOn', 'lastOn', 'validity', 'validDays', 'remark'],
  },
  children: [
    { entity: 'customerCoupon', by: 'coupon', label: '已发放' },
    { entity: 'couponUse', by: 'coupon', label: '使用记录' },
  ],
})

export const couponActions = defineActions(coupon, {
  publish: {
    label: '发布',
    from: ['draft'],
    tone: 'primary',
    refuse: (c, { today }) => (c.lastOn < today ? '活动截止日已过，请先修改日期' : null),
    confirm: '发布后优惠内容不能再修改；到活动开始日即可发放。确认发布？',
  },
  pause: { label: '暂停', from: ['active'], to: 'paused', confirm: '暂停后不能再发放，已发放的仍可使用。确认暂停？' },
  resume: { label: '恢复', from: ['paused'], to: 'active', confirm: '恢复后可以继续发放，已发放的不受影响。确认恢复？' },
  end: {
    label: '结束',
    from: ['upcoming', 'active', 'paused'],
    to: 'ended',
    tone: 'danger',
    confirm: '结束后不能再发放，已发放的在有效期内仍可使用。确认结束？',
  },
  void: {
    label: '作废',
    from: ['draft', 'upcoming', 'active', 'paused', 'ended'],
    to: 'voided',
    tone: 'danger',
    input: { reason: f.text('作废原因', { required: true, maxLength: 200, hint: '未使用的券一并回收；已用在账单上的不受影响' }) },
  },
  begin: { label: '开始', from: ['upcoming'], to: 'active', internal: true },
})

export const customerCoupon = defineEntity({
  name: 'customerCoupon',
  label: '客户优惠券',
  right: 'customerCouponList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no'],
  fields: {
    no: f.serial('券号', 'YQ{yyyyMMdd}-{00000}'),
    status: f.state('状态', { unused: '未使用', locked: '已锁定', used: '已使用', expired: '已过期', recalled: '已回收' }, 'unused'),
    coupon: f.ref('优惠券', 'coupon', { required: true }),
    offer: f.text('优惠内容', { required: true, maxLength: 100 }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    issuedOn: f.day('发放日', { required: true }),
    startOn: f.day('可用起日', { required: true }),
    lastOn: f.day('可用止日', { required: true }),
    order: f.ref('占用订单', 'transportOrder'),
    bill: f.ref('使用账单', 'bill'),
    reason: f.text('回收原因', { maxLength: 200 }),
  },
  list: {
    columns: ['no', 'status', 'coupon', 'offer', 'lessee', 'startOn', 'lastOn', 'order', 'bill', 'issuedOn', 'store'],
    filters: ['no', 'status', 'coupon', 'lessee', 'order', 'bill', 'lastOn', 'issuedOn', 'store'],
    sort: '-id',
    quick: {
      未使用: { status: 'unused' },
      已锁定: { status: 'locked' },
      已使用: { status: 'used' },
      已过期: { status: ['expired', 'recalled'] },
    },
  },
  form: { 客户优惠券: ['no', 'coupon', 'offer', 'lessee', 'store', 'issuedOn', 'startOn', 'lastOn', 'order', 'bill', 'reason'] },
  indexes: [['status', 'lastOn']],
  children: [{ entity: 'couponUse', by: 'customerCoupon', label: '使用记录' }],
})

export const customerCouponActions = defineActions(customerCoupon, {
  recall: {
    label: '回收',
    from: ['unused'],
    to: 'recalled',
    tone: 'danger',
    bulk: true,
    input: { reason: f.text('回收原因', { required: true, maxLength: 200 }) },
  },
  // Moved by the order it was taken for, the bill it stands on, and the day.
  hold: {
    label: '订单占用',
    from: ['unused'],
    to: 'locked',
    internal: true,
    input: { order: f.ref('占用订单', 'transportOrder', { required: true }) },
  },
  lock: {
    label: '锁定',
    from: ['unused', 'locked'],
    to: 'locked',
    internal: true,
    input: { bill: f.ref('使用账单', 'bill', { required: true }) },
  },
  use: { label: '核销', from: ['locked'], to: 'used', internal: true },
  reopen: { label: '恢复锁定', from: ['used'], to: 'locked', internal: true },
  release: { label: '退回', from: ['locked', 'used'], to: 'unused', internal: true },
  expire: { label: '过期', from: ['unused'], to: 'expired', internal: true },
})

/** One coupon on one bill: what it took off, of which charges, and what of that stands. */
export const couponUse = defineEntity({
  name: 'couponUse',
  label: '优惠券使用',
  right: 'customerCouponList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['formula'],
  fields: {
    bill: f.ref('账单', 'bill', { required: true }),
    coupon: f.ref('优惠券', 'coupon', { required: true }),
    customerCoupon: f.ref('券号', 'customerCoupon', { required: true }),
    status: f.state('状态', { applied: '已抵扣', withdrawn: '已撤回' }, 'applied'),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    usedOn: f.day('使用日', { required: true }),
    base: f.money('适用费用', { required: true, min: 1 }),
    amount: f.money('抵扣金额', { required: true, min: 1 }),
    live: f.money('现抵扣', { required: true, min: 0, hint: '账单后来冲减时，优惠券按比例收回' }),
    formula: f.text('算式', { required: true, maxLength: 200 }),
    reason: f.text('撤回原因', { maxLength: 200 }),
  },
  list: {
    columns: ['bill', 'coupon', 'customerCoupon', 'status', 'lessee', 'usedOn', 'formula', 'amount', 'live', 'reason'],
    filters: ['bill', 'coupon', 'customerCoupon', 'lessee', 'status', 'usedOn'],
    sort: '-id',
    totals: ['live'],
  },
  form: { 使用: ['bill', 'coupon', 'customerCoupon', 'lessee', 'usedOn', 'base', 'amount', 'live', 'formula', 'reason'] },
})

export const couponUseActions = defineActions(couponUse, {
  withdraw: {
    label: '撤回',
    from: ['applied'],
    to: 'withdrawn',
    internal: true,
    input: { reason: f.text('撤回原因', { required: true, maxLength: 200 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    coupon: RowOf<typeof coupon>
    customerCoupon: RowOf<typeof customerCoupon>
    couponUse: RowOf<typeof couponUse>
  }
  interface ActionsOf {
    coupon: typeof couponActions
    customerCoupon: typeof customerCouponActions
    couponUse: typeof couponUseActions
  }
}
