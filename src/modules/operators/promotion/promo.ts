/** 推广 (finance.md §2.10): codes that somebody hands round, who came by them, and what that somebody is owed. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const PROMOTERS = { channel: '渠道', user: '员工', lessee: '客户' }

export const promoCode = defineEntity({
  name: 'promoCode',
  label: '推广码',
  right: 'promoCodeList',
  scope: { store: 'store' },
  title: ['name', 'code'],
  search: ['code', 'name'],
  pick: ['promoter', 'store', 'status'],
  fields: {
    code: f.text('推广码', {
      required: true,
      fixed: true,
      format: 'code',
      maxLength: 20,
      unique: '该推广码已存在',
      hint: '出现在推广链接中，保存后不能修改',
    }),
    name: f.text('推广名称', { required: true, maxLength: 40 }),
    status: f.state('状态', { active: '推广中', ended: '已结束' }, 'active'),
    promoter: f.choice('推广人类型', PROMOTERS, { required: true, default: 'channel' }),
    channel: f.ref('推广渠道', 'channel', { filter: { status: 'active' }, when: (v) => v['promoter'] === 'channel' }),
    user: f.ref('推广员工', 'user', { filter: { status: 'active' }, when: (v) => v['promoter'] === 'user' }),
    lessee: f.ref('推荐客户', 'lessee', { filter: { status: 'normal' }, when: (v) => v['promoter'] === 'lessee' }),
    store: f.ref('归属门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    rewardRate: f.rate('首期租金奖励', {
      required: true,
      default: 0,
      min: 0,
      max: 5000,
      hint: '客户付清首期租金后，按首期租金的比例奖励推广人',
    }),
    fromOn: f.day('开始日', { required: true }),
    lastOn: f.day('截止日', { hint: '不填为长期有效' }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) => (v.lastOn !== null && v.lastOn < v.fromOn ? { at: 'lastOn', reason: '截止日不能早于开始日' } : null),
  list: {
    columns: ['code', 'name', 'status', 'promoter', 'channel', 'user', 'lessee', 'store', 'rewardRate', 'fromOn', 'lastOn'],
    filters: ['code', 'name', 'status', 'promoter', 'channel', 'store', 'fromOn'],
    sort: '-createdAt',
    quick: { 推广中: { status: 'active' }, 已结束: { status: 'ended' } },
  },
  form: {
    推广码: ['code', 'name', 'store', 'fromOn', 'lastOn', 'remark'],
    推广人与奖励: ['promoter', 'channel', 'user', 'lessee', 'rewardRate'],
  },
  children: [
    { entity: 'franchiseApply', by: 'promoCode', label: '加盟申请' },
    { entity: 'lessee', by: 'promoCode', label: '推广客户' },
    { entity: 'promoReward', by: 'promoCode', label: '推广奖励' },
  ],
})
export const promoCodeActions = defineActions(promoCode, {
  end: { label: '结束推广', from: ['active'], to: 'ended', tone: 'danger', confirm: '结束后通过该码的访问与登记不再计入。确认结束？' },
  resume: { label: '恢复推广', from: ['ended'], to: 'active', confirm: '恢复后通过该码的访问与登记重新计入。确认恢复推广？' },
  settle: {
    label: '结算奖励',
    from: 'any',
    refuse: (p) =>
      p.rewardRate === 0 ? '该推广码没有设置奖励' : p[p.promoter] === null ? `请先在推广码上选择${PROMOTERS[p.promoter]}` : null,
    confirm: '为已付清首期租金、尚未奖励的客户生成推广奖励，并起草应付账单。确认结算？',
    done: '已结算，应付账单在「应付账单」中确认付款',
  },
})

/** One per address and day: who comes again on the same day is the same visit. No address is kept. */
export const promoVisit = defineEntity({
  name: 'promoVisit',
  label: '推广访问',
  right: 'promoCodeList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['promoCode', 'day'],
  fields: {
    promoCode: f.ref('推广码', 'promoCode', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    day: f.day('访问日', { required: true }),
    visitor: f.text('访客摘要', { required: true, maxLength: 64, internal: true }),
  },
  unique: [{ fields: ['promoCode', 'day', 'visitor'], message: '该访客当日已计入' }],
  unindexed: ['store'],
  list: { columns: ['promoCode', 'day', 'store'], filters: ['promoCode', 'day', 'store'], sort: '-id' },
  form: { 访问: ['promoCode', 'day', 'store'] },
})

export const promoReward = defineEntity({
  name: 'promoReward',
  label: '推广奖励',
  right: 'promoCodeList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['promoCode', 'lessee'],
  fields: {
    promoCode: f.ref('推广码', 'promoCode', { required: true }),
    lessee: f.ref('客户', 'lessee', { required: true, unique: '该客户已结算过推广奖励' }),
    bill: f.ref('首期租金账单', 'bill', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    day: f.day('结算日', { required: true }),
    base: f.money('首期租金', { required: true }),
    amount: f.money('奖励金额', { required: true }),
    payableBill: f.ref('应付账单', 'payableBill', { required: true }),
  },
  list: {
    columns: ['promoCode', 'lessee', 'bill', 'day', 'base', 'amount', 'payableBill', 'store'],
    filters: ['promoCode', 'lessee', 'day', 'store'],
    sort: '-id',
    totals: ['amount'],
  },
  form: { 奖励: ['promoCode', 'lessee', 'bill', 'day', 'base', 'amount', 'payableBill', 'store'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    promoCode: RowOf<typeof promoCode>
    promoVisit: RowOf<typeof promoVisit>
    promoReward: RowOf<typeof promoReward>
  }
  interface ActionsOf {
    promoCode: typeof promoCodeActions
  }
}
