/** 主账户, 油卡, 油卡流水, 油站 (affairs.md §2.6). The three pots are moved by their entries alone. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { whyNotCancel } from './pots.rules.ts'
import { COLUMN_NAMES } from '../statements/statement.rules.ts'

const SUPPLIERS = { sinopec: '中国石化', petrochina: '中国石油', shell: '壳牌', third: '第三方平台', charger: '充电运营商' }
export const FUELS = {
  p92: '92# 汽油',
  p95: '95# 汽油',
  p98: '98# 汽油',
  d0: '0# 柴油',
  'd-10': '-10# 柴油',
  lng: '液化天然气',
  cng: '压缩天然气',
  h2: '氢气',
  electric: '电能',
}

const fuelAccount = defineEntity({
  name: 'fuelAccount',
  label: '油电主账户',
  right: 'oilCardInfo',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name'],
  fields: {
    name: f.text('账户名称', { required: true, unique: '该账户名称已存在', maxLength: 60 }),
    status: f.state('状态', { active: '正常', frozen: '冻结', closed: '已销户' }, 'active'),
    supplier: f.choice('供应商', SUPPLIERS, { required: true, fixed: true, default: 'sinopec' }),
    mainCardNo: f.text('主卡号', { required: true, fixed: true, maxLength: 30, mask: 'bankCard', unique: '该主卡号已登记' }),
    balance: f.money('额度余额', { readOnly: true, default: 0 }),
    creditLimit: f.money('信用额度', { required: true, min: 0, default: 0 }),
    warnBelow: f.money('余额低于提醒', { min: 0 }),
    contact: f.text('客户经理', { maxLength: 40 }),
    mobile: f.text('联系电话', { format: 'phone' }),
    headings: f.lines('对账单列名', {
      column: f.choice('内容', COLUMN_NAMES, { required: true }),
      heading: f.text('供应商的列名', { required: true, maxLength: 40 }),
    }),
    store: f.ref('门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  list: {
    columns: ['name', 'status', 'supplier', 'mainCardNo', 'balance', 'creditLimit', 'warnBelow', 'contact', 'store'],
    filters: ['name', 'status', 'supplier', 'balance', 'store'],
    sort: 'name',
    totals: ['balance'],
  },
  form: {
    账户: ['name', 'supplier', 'mainCardNo', 'store', 'balance', 'creditLimit', 'warnBelow', 'contact', 'mobile'],
    对账单: ['headings', 'remark'],
  },
  children: [
    { entity: 'fuelCard', by: 'account', label: '油卡' },
    { entity: 'fuelEntry', by: 'account', label: '流水' },
  ],
})
const reason = { reason: f.text('原因', { required: true, maxLength: 200 }) }
const AMOUNT = { required: true, min: 1, max: 10_000_000_000 } as const
export const fuelAccountActions = defineActions(fuelAccount, {
  recharge: {
    label: '充值',
    money: 'amount',
    from: ['active'],
    tone: 'primary',
    right: 'oilCardInfo_recharge',
    input: {
      amount: f.money('充值金额', AMOUNT),
      on: f.day('充值日期', { required: true, begins: 'now' }),
      supplierNo: f.text('供应商流水号', { maxLength: 40 }),
      receipts: f.files('凭证', { maxCount: 4 }),
    },
  },
  adjust: {
    label: '调整',
    money: 'amount',
    from: ['active', 'frozen'],
    tone: 'danger',
    right: 'oilCardInfo_adjust',
    input: { amount: f.money('调整金额', { required: true, hint: '减少填负数' }), ...reason },
    checkInput: (i) => (Number(i['amount']) === 0 ? '调整金额不能为 0' : null),
  },
  freeze: { label: '冻结', from: ['active'], to: 'frozen', tone: 'danger', input: reason },
  unfreeze: { label: '解冻', from: ['frozen'], to: 'active', confirm: '解冻后该账户可以重新充值和分配。确认解冻？' },
  close: {
    label: '销户',
    from: ['active', 'frozen'],
    to: 'closed',
    tone: 'danger',
    refuse: (a) => (a.balance ? '额度余额不为零，请先退款或调整' : null),
    input: reason,
  },
})

export const fuelCard = defineEntity({
  name: 'fuelCard',
  label: '油卡',
  right: 'oilCardList',
  scope: { store: 'store' },
  title: ['cardNo'],
  search: ['cardNo', 'driverName'],
  fields: {
    cardNo: f.text('卡号', { required: true, fixed: true, maxLength: 30, mask: 'bankCard', unique: '该卡号已登记' }),
    status: f.state(
      '状态',
      { toActivate: '待激活', active: '正常', lost: '挂失', frozen: '冻结', expired: '已过期', cancelled: '已注销' },
      'toActivate',
    ),
    account: f.ref('主账户', 'fuelAccount', { required: true, fixed: true, filter: { status: 'active' } }),
    kind: f.choice('卡类型', { main: '主卡', sub: '副卡', virtual: '电子卡' }, { required: true, default: 'sub' }),
    vehicle: f.ref('绑定车辆', 'vehicle'),
    driver: f.ref('绑定司机', 'driver'),
    driverName: f.text('绑定司机姓名', { maxLength: 40, hint: '没有登记为司机的填写姓名' }),
    fuels: f.lines('允许油品', { fuel: f.choice('油品', FUELS, { required: true }) }),
    limitOnce: f.money('单次限额', { min: 0 }),
    limitDay: f.money('单日限额', { min: 0 }),
    limitMonth: f.money('单月限额', { min: 0 }),
    litresOnce: f.decimal('单次限量', 2, { min: 0, max: 10_000 }),
    cities: f.text('限定城市', { maxLength: 100, hint: '用顿号分隔；不填则不限' }),
    weekdays: f.text('限定星期', { maxLength: 20, hint: '1–7，用逗号分隔；不填则每天都可用' }),
    hourFrom: f.int('时段起', { min: 0, max: 23, unit: '时' }),
    hourTo: f.int('时段止', { min: 1, max: 24, unit: '时' }),
    reserve: f.money('备付金', { readOnly: true, default: 0 }),
    wallet: f.money('卡内余额', { readOnly: true, default: 0 }),
    transit: f.money('在途', { readOnly: true, default: 0 }),
    validTo: f.day('有效期至'),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) =>
    v.weekdays && !/^[1-7](?:[,，、][1-7])*$/.test(v.weekdays)
      ? { at: 'weekdays', reason: '限定星期应为 1–7，用逗号分隔，例如 1,2,3,4,5' }
      : (v.hourFrom === null) !== (v.hourTo === null)
        ? { at: 'hourTo', reason: '时段起止请同时填写' }
        : v.hourFrom !== null && v.hourTo !== null && v.hourTo <= v.hourFrom
          ? { at: 'hourTo', reason: '时段止必须晚于时段起' }
          : null,
  list: {
    columns: [
      'cardNo',
      'status',
      'account',
      'kind',
      'vehicle',
      'driver',
      'driverName',
      'reserve',
      'wallet',
      'transit',
      'limitOnce',
      'limitMonth',
      'validTo',
      'store',
    ],
    filters: ['cardNo', 'status', 'account', 'vehicle', 'driver', 'driverName', 'wallet', 'validTo', 'store'],
    sort: '-createdAt',
    totals: ['reserve', 'wallet', 'transit'],
    quick: { 正常: { status: 'active' }, 冻结挂失: { status: ['frozen', 'lost'] }, 已过期: { status: 'expired' } },
  },
  form: {
    油卡: ['cardNo', 'account', 'kind', 'vehicle', 'driver', 'driverName', 'validTo'],
    限制: ['fuels', 'limitOnce', 'limitDay', 'limitMonth', 'litresOnce', 'cities', 'weekdays', 'hourFrom', 'hourTo'],
    余额: ['reserve', 'wallet', 'transit', 'store', 'remark'],
  },
  children: [
    { entity: 'fuelEntry', by: 'card', label: '流水' },
    { entity: 'fuelling', by: 'card', label: '加油充电' },
  ],
})
export const fuelCardActions = defineActions(fuelCard, {
  activate: {
    label: '激活',
    from: ['toActivate'],
    to: 'active',
    tone: 'primary',
    confirm: '激活后该卡可以分配金额、绑定车辆并登记加油。供应商确已启用该卡？',
  },
  bind: {
    label: '绑定',
    from: ['toActivate', 'active', 'frozen'],
    input: {
      vehicle: f.ref('车辆', 'vehicle'),
      driver: f.ref('司机', 'driver'),
      driverName: f.text('司机姓名', { maxLength: 40, hint: '没有登记为司机的填写姓名' }),
    },
  },
  allocate: {
    label: '分配',
    money: 'amount',
    from: ['active'],
    tone: 'primary',
    input: {
      amount: f.money('分配金额', AMOUNT),
      supplierNo: f.text('供应商流水号', { maxLength: 40, hint: '不填则等待供应商确认，期间为在途' }),
    },
  },
  confirmTransit: {
    label: '确认在途',
    from: ['active', 'frozen'],
    right: 'oilCardList_allocate',
    refuse: (c) => (c.transit ? null : '没有在途金额'),
    input: { arrived: f.flag('已到账', { default: true }), supplierNo: f.text('供应商流水号', { maxLength: 40 }) },
    checkInput: (i) => (i['arrived'] && !i['supplierNo'] ? '到账请填写供应商流水号' : null),
  },
  load: {
    label: '圈存',
    money: 'amount',
    from: ['active'],
    input: { amount: f.money('圈存金额', AMOUNT), supplierNo: f.text('供应商流水号', { maxLength: 40 }) },
  },
  recall: {
    label: '回收',
    money: 'amount',
    from: ['active', 'frozen', 'lost', 'expired'],
    input: {
      pot: f.choice('从', { reserve: '备付金', wallet: '卡内余额' }, { required: true, default: 'reserve' }),
      amount: f.money('回收金额', AMOUNT),
      supplierNo: f.text('供应商流水号', { maxLength: 40 }),
    },
  },
  freeze: { label: '冻结', from: ['active'], to: 'frozen', tone: 'danger', input: reason },
  unfreeze: {
    label: '解冻',
    from: ['frozen'],
    to: 'active',
    confirm: '解冻后该卡可以重新使用和分配金额。确认解冻？',
    right: 'oilCardList_freeze',
  },
  lose: { label: '挂失', from: ['active', 'frozen'], to: 'lost', tone: 'danger', right: 'oilCardList_lost', input: reason },
  find: { label: '解除挂失', from: ['lost'], to: 'active', right: 'oilCardList_lost', confirm: '解除挂失后该卡可以继续使用。卡确已找回？' },
  expire: { label: '过期', from: ['toActivate', 'active', 'frozen'], to: 'expired', internal: true },
  cancel: {
    label: '注销',
    from: ['toActivate', 'active', 'frozen', 'lost', 'expired'],
    to: 'cancelled',
    tone: 'danger',
    refuse: (c) => (c.transit ? '有在途金额，请先确认' : whyNotCancel(c.reserve ?? 0, c.wallet ?? 0)),
    input: reason,
  },
})

export const fuelEntry = defineEntity({
  name: 'fuelEntry',
  label: '油卡流水',
  right: 'oilCardEntryList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['at', 'kind'],
  search: ['supplierNo'],
  fields: {
    account: f.ref('主账户', 'fuelAccount', { required: true }),
    card: f.ref('油卡', 'fuelCard'),
    pot: f.choice('账', { quota: '主卡额度', reserve: '备付金', wallet: '卡内余额', transit: '在途' }, { required: true }),
    kind: f.choice(
      '类型',
      { recharge: '充值', allocate: '分配', load: '圈存', spend: '消费', recall: '回收', refund: '退款', fee: '手续费', adjust: '调整' },
      { required: true },
    ),
    delta: f.money('变动', { required: true }),
    after: f.money('变动后', { required: true }),
    at: f.instant('时间', { required: true }),
    supplierNo: f.text('供应商流水号', { maxLength: 40 }),
    station: f.text('网点', { maxLength: 60 }),
    fuelling: f.ref('加油充电', 'fuelling'),
    reverses: f.ref('冲正', 'fuelEntry'),
    note: f.text('说明', { maxLength: 200 }),
    pairKey: f.text('转账配对', { required: true, maxLength: 60, internal: true }),
    store: f.ref('门店', 'store'),
  },
  list: {
    columns: ['at', 'kind', 'account', 'card', 'pot', 'delta', 'after', 'supplierNo', 'station', 'fuelling', 'note', 'store'],
    filters: ['account', 'card', 'pot', 'kind', 'at', 'supplierNo', 'store'],
    sort: '-at,-id',
    totals: ['delta'],
    quick: { 充值: { kind: 'recharge' }, 分配圈存: { kind: ['allocate', 'load', 'recall'] }, 消费: { kind: 'spend' } },
  },
  form: {
    流水: ['account', 'card', 'pot', 'kind', 'delta', 'after', 'at', 'supplierNo', 'station', 'fuelling', 'reverses', 'note', 'store'],
  },
  unindexed: ['reverses'],
})

export const stationPlace = defineEntity({
  name: 'stationPlace',
  label: '加油充电站',
  right: 'stationPlaceList',
  title: ['name'],
  search: ['name'],
  fields: {
    name: f.text('站名', { required: true, unique: '该站已登记', maxLength: 60 }),
    supplier: f.choice('供应商', SUPPLIERS, { required: true, default: 'sinopec' }),
    city: f.text('城市', { maxLength: 20 }),
    lng: f.decimal('经度', 6, { min: 73, max: 136 }),
    lat: f.decimal('纬度', 6, { min: 3, max: 54 }),
    learnt: f.int('学习到的停车次数', { readOnly: true, default: 0, hint: '未填位置的站，由车辆加油时的停车位置学习，至少 3 次' }),
  },
  check: (v) => ((v.lng === null) !== (v.lat === null) ? { at: 'lat', reason: '经纬度请同时填写' } : null),
  list: { columns: ['name', 'supplier', 'city', 'lng', 'lat', 'learnt'], filters: ['name', 'supplier', 'city'], sort: 'name' },
  form: { 站点: ['name', 'supplier', 'city', 'lng', 'lat', 'learnt'] },
})

declare module '#kit/entity/tables.ts' {
  interface ActionsOf {
    fuelAccount: typeof fuelAccountActions
    fuelCard: typeof fuelCardActions
  }
  interface Tables {
    fuelAccount: RowOf<typeof fuelAccount>
    fuelCard: RowOf<typeof fuelCard>
    fuelEntry: RowOf<typeof fuelEntry>
    stationPlace: RowOf<typeof stationPlace>
  }
}
