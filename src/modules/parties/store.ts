/** 门店、渠道、车源方: where business is done and with whom (leasing.md §3.11). */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const store = defineEntity({
  name: 'store',
  label: '门店',
  right: 'storeList',
  scope: { store: 'id' },
  title: ['name'],
  search: ['name', 'code', 'city'],
  fields: {
    code: f.text('门店编码', { required: true, format: 'code', unique: '该门店编码已存在', maxLength: 40 }),
    name: f.text('门店名称', { required: true, unique: '该门店名称已存在', maxLength: 60 }),
    status: f.state('状态', { active: '营业', closed: '停业' }, 'active'),
    city: f.text('城市', { required: true, maxLength: 40 }),
    place: f.place('地址'),
    hours: f.text('营业时间', { maxLength: 60 }),
    manager: f.ref('店长', 'user'),
    phone: f.text('联系电话', { format: 'phone' }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  list: {
    columns: ['code', 'name', 'status', 'city', 'place', 'manager', 'phone', 'hours'],
    filters: ['code', 'name', 'city', 'status'],
    sort: 'code',
  },
  form: { 门店: ['code', 'name', 'city', 'place', 'hours', 'manager', 'phone', 'remark'] },
  children: [
    { entity: 'vehicle', by: 'store', label: '在店车辆' },
    { entity: 'contract', by: 'store', label: '合同' },
    { entity: 'lease', by: 'store', label: '租约' },
    { entity: 'lessee', by: 'store', label: '承租人' },
    { entity: 'user', by: 'stores', label: '员工' },
  ],
})
export const storeActions = defineActions(store, {
  close: { label: '停业', from: ['active'], to: 'closed', tone: 'danger', confirm: '停业后不能再选择该门店。确认停业？' },
  reopen: { label: '恢复营业', from: ['closed'], to: 'active', confirm: '恢复后新的车辆、合同与人员可以再选择该门店。确认恢复营业？' },
})

const channel = defineEntity({
  name: 'channel',
  label: '渠道',
  right: 'channelList',
  scope: { channel: 'id' },
  title: ['name'],
  search: ['name', 'contact'],
  fields: {
    name: f.text('渠道名称', { required: true, unique: '该渠道名称已存在', maxLength: 60 }),
    kind: f.choice('类型', { online: '线上', offline: '线下', person: '个人' }, { required: true, default: 'offline' }),
    status: f.state('状态', { active: '合作中', ended: '已终止' }, 'active'),
    contact: f.text('联系人', { maxLength: 40 }),
    mobile: f.text('联系电话', { format: 'mobile', mask: 'mobile' }),
    commissionRate: f.rate('佣金比例', { min: 0, max: 10_000 }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  list: { columns: ['name', 'kind', 'status', 'contact', 'mobile', 'commissionRate'], filters: ['name', 'kind', 'status'], sort: 'name' },
  form: { 渠道: ['name', 'kind', 'contact', 'mobile', 'commissionRate', 'remark'] },
  children: [
    { entity: 'contract', by: 'channel', label: '合同' },
    { entity: 'lessee', by: 'channel', label: '承租人' },
    { entity: 'splitRecord', by: 'channel', label: '佣金' },
    { entity: 'payableBill', by: 'channel', label: '应付账单' },
  ],
})
export const channelActions = defineActions(channel, {
  end: {
    label: '终止合作',
    from: ['active'],
    to: 'ended',
    tone: 'danger',
    confirm: '终止后新的合同与承租人不能再选择该渠道，已有的不变。确认终止合作？',
  },
  resume: { label: '恢复合作', from: ['ended'], to: 'active', confirm: '恢复后新的合同与承租人可以再选择该渠道。确认恢复合作？' },
})

const vehicleSource = defineEntity({
  name: 'vehicleSource',
  label: '车源方',
  right: 'vehicleSourceList',
  // Those of the vehicles he sees, and those that have none yet.
  scope: { store: 'vehicle:vehicleSource.store?' },
  title: ['name'],
  search: ['name', 'creditCode', 'contact'],
  fields: {
    name: f.text('车源方名称', { required: true, maxLength: 80 }),
    kind: f.choice('类型', { company: '企业', person: '个人' }, { required: true, default: 'company' }),
    creditCode: f.text('统一社会信用代码', { format: 'creditCode', unique: true, certificate: true, when: (v) => v['kind'] === 'company' }),
    idNo: f.text('身份证号', { format: 'idNo', unique: true, certificate: true, mask: 'idNo', when: (v) => v['kind'] === 'person' }),
    status: f.state('状态', { active: '合作中', ended: '已终止' }, 'active'),
    contact: f.text('联系人', { required: true, maxLength: 40 }),
    mobile: f.text('联系电话', { required: true, format: 'mobile', mask: 'mobile' }),
    shareRate: f.rate('租金分成比例', { min: 0, max: 10_000 }),
    bankName: f.text('开户行', { maxLength: 80 }),
    bankAccount: f.text('银行账号', { format: 'bankCard', mask: 'bankCard', twoPeople: true }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) =>
    v.kind === 'company' && !v.creditCode
      ? { at: 'creditCode', reason: '企业车源方必须填写统一社会信用代码' }
      : v.kind === 'person' && !v.idNo
        ? { at: 'idNo', reason: '个人车源方必须填写身份证号' }
        : null,
  list: { columns: ['name', 'kind', 'status', 'contact', 'mobile', 'shareRate'], filters: ['name', 'kind', 'status'], sort: 'name' },
  form: {
    车源方: ['name', 'kind', 'creditCode', 'idNo', 'contact', 'mobile', 'shareRate'],
    收款账户: ['bankName', 'bankAccount'],
    其他: ['remark'],
  },
  children: [
    { entity: 'vehicle', by: 'vehicleSource', label: '名下车辆' },
    { entity: 'splitRule', by: 'vehicleSource', label: '分账规则' },
    { entity: 'splitRecord', by: 'vehicleSource', label: '分账记录' },
    { entity: 'payableBill', by: 'vehicleSource', label: '应付账单' },
  ],
})
export const vehicleSourceActions = defineActions(vehicleSource, {
  end: {
    label: '终止合作',
    from: ['active'],
    to: 'ended',
    tone: 'danger',
    confirm: '终止后新的车辆不能再选择该车源方，已有车辆与分账不变。确认终止合作？',
  },
  resume: { label: '恢复合作', from: ['ended'], to: 'active', confirm: '恢复后新的车辆可以再选择该车源方。确认恢复合作？' },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    store: RowOf<typeof store>
    channel: RowOf<typeof channel>
    vehicleSource: RowOf<typeof vehicleSource>
  }
  interface ActionsOf {
    store: typeof storeActions
    channel: typeof channelActions
    vehicleSource: typeof vehicleSourceActions
  }
}
