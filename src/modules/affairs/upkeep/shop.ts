/** 维保门店, 门店价目, 门店对账 (affairs.md §2.2): who repairs, at what price, and what a month of it comes to. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const repairShop = defineEntity({
  name: 'repairShop',
  label: '维保门店',
  right: 'maintenanceStoreL',
  title: ['name'],
  search: ['name', 'contact'],
  fields: {
    name: f.text('门店名称', { required: true, unique: '该维保门店已存在', maxLength: 60 }),
    status: f.state('状态', { active: '合作中', paused: '暂停', ended: '已终止' }, 'active'),
    creditCode: f.text('统一社会信用代码', { format: 'creditCode', unique: true, certificate: true }),
    place: f.place('地址'),
    hours: f.text('营业时间', { maxLength: 60 }),
    kinds: f.lines('服务范围', { kind: f.dict('项目', 'shopKind', { required: true }) }),
    settleCycle: f.choice('结算方式', { each: '按单结算', month: '月结' }, { required: true, default: 'each' }),
    settleDay: f.int('每月结算日', { min: 1, max: 28, when: (v) => v['settleCycle'] === 'month' }),
    taxRate: f.rate('税率', { min: 0, max: 10_000 }),
    rebateBp: f.rate('返点', { required: true, default: 0, min: 0, max: 5000, hint: '月结时从合计中扣除' }),
    labourRate: f.money('工时单价', { min: 0, hint: '每小时' }),
    needsInvoice: f.flag('凭发票结算', { hint: '没有发票不能结算' }),
    bankName: f.text('开户行', { maxLength: 80 }),
    bankAccount: f.text('收款账号', { maxLength: 40, mask: 'bankCard', twoPeople: true }),
    contact: f.text('联系人', { maxLength: 40 }),
    mobile: f.text('联系电话', { format: 'phone' }),
    orders: f.int('完成单数', { readOnly: true, default: 0 }),
    reworks: f.int('返工次数', { readOnly: true, default: 0 }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) => (v.settleCycle === 'month' && !v.settleDay ? { at: 'settleDay', reason: '月结门店请填写每月结算日' } : null),
  list: {
    columns: ['name', 'status', 'settleCycle', 'settleDay', 'labourRate', 'rebateBp', 'contact', 'mobile', 'orders', 'reworks', 'place'],
    filters: ['name', 'status', 'settleCycle'],
    sort: 'name',
    quick: { 合作中: { status: 'active' }, 暂停: { status: 'paused' } },
  },
  form: {
    门店: ['name', 'creditCode', 'place', 'hours', 'kinds', 'contact', 'mobile'],
    结算: ['settleCycle', 'settleDay', 'taxRate', 'rebateBp', 'labourRate', 'needsInvoice', 'bankName', 'bankAccount'],
    其他: ['orders', 'reworks', 'remark'],
  },
  children: [
    { entity: 'shopPrice', by: 'shop', label: '价目' },
    { entity: 'upkeepOrder', by: 'shop', label: '维保单' },
    { entity: 'shopStatement', by: 'shop', label: '对账' },
  ],
})
export const repairShopActions = defineActions(repairShop, {
  pause: { label: '暂停', from: ['active'], to: 'paused', input: { reason: f.text('原因', { required: true, maxLength: 200 }) } },
  resume: { label: '恢复', from: ['paused'], to: 'active', confirm: '恢复后可以再选用该门店。确认？' },
  end: {
    label: '终止合作',
    from: ['active', 'paused'],
    to: 'ended',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
})

export const shopPrice = defineEntity({
  name: 'shopPrice',
  label: '门店价目',
  right: 'maintenanceStoreL',
  title: ['shop', 'item'],
  fields: {
    shop: f.ref('维保门店', 'repairShop', { required: true, fixed: true, onDelete: 'cascade' }),
    item: f.dict('项目', 'upkeepItem', { required: true }),
    model: f.ref('车型', 'vehicleModel', { hint: '不填则适用全部车型' }),
    unit: f.text('单位', { maxLength: 10 }),
    price: f.money('单价', { required: true, min: 0 }),
    labourHours: f.decimal('工时', 2, { unit: '小时', min: 0, max: 200 }),
    fromOn: f.day('生效日', { required: true }),
    toOn: f.day('失效日', { exclusive: true }),
  },
  check: (v) => (v.fromOn && v.toOn && v.toOn <= v.fromOn ? { at: 'toOn', reason: '失效日不能早于生效日' } : null),
  list: {
    columns: ['shop', 'item', 'model', 'unit', 'price', 'labourHours', 'fromOn', 'toOn'],
    filters: ['shop', 'item', 'model', 'fromOn'],
    sort: 'shop,item,-fromOn',
  },
  form: { 价目: ['shop', 'item', 'model', 'unit', 'price', 'labourHours', 'fromOn', 'toOn'] },
})

export const shopStatement = defineEntity({
  name: 'shopStatement',
  label: '门店对账单',
  right: 'shopStatementList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no'],
  fields: {
    no: f.serial('对账单号', 'DZ{yyyyMMdd}-{0000}'),
    status: f.state('状态', { draft: '待核对', confirmed: '已结算', cancelled: '已取消' }, 'draft'),
    shop: f.ref('维保门店', 'repairShop', { required: true }),
    startOn: f.day('账期起', { required: true }),
    endOn: f.day('账期止', { required: true, exclusive: true }),
    orders: f.refs('维保单', 'upkeepOrder'),
    sum: f.money('合计', { required: true, default: 0 }),
    rebate: f.money('返点', { required: true, default: 0 }),
    pay: f.money('应付', { required: true, default: 0 }),
    payable: f.ref('应付账单', 'payableBill'),
    store: f.ref('门店', 'store'),
  },
  unique: [{ fields: ['shop', 'startOn', 'store'], message: '该门店本期已有对账单' }],
  list: {
    columns: ['no', 'status', 'shop', 'startOn', 'endOn', 'sum', 'rebate', 'pay', 'payable', 'store'],
    filters: ['no', 'status', 'shop', 'startOn', 'store'],
    sort: '-startOn',
    totals: ['sum', 'rebate', 'pay'],
    totalsWithout: { status: ['cancelled'] },
  },
  form: { 对账: ['no', 'shop', 'startOn', 'endOn', 'orders', 'sum', 'rebate', 'pay', 'payable', 'store'] },
})
export const shopStatementActions = defineActions(shopStatement, {
  confirm: {
    label: '核对无误，结算',
    from: ['draft'],
    to: 'confirmed',
    tone: 'primary',
    confirm: '确认后生成一张应付账单，各维保单转为已结算。',
  },
  cancel: { label: '取消', from: ['draft'], to: 'cancelled', tone: 'danger', confirm: '取消后维保单回到待结算。确认？' },
})

declare module '#kit/entity/tables.ts' {
  interface ActionsOf {
    repairShop: typeof repairShopActions
    shopStatement: typeof shopStatementActions
  }
  interface Tables {
    repairShop: RowOf<typeof repairShop>
    shopPrice: RowOf<typeof shopPrice>
    shopStatement: RowOf<typeof shopStatement>
  }
}
