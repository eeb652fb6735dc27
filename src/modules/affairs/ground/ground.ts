/** 车务规则, 车务待办, 车辆成本 (affairs.md §2.1). The work list and the ledger are made by the program; people decide over the rules. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { DEFAULT_LADDER, readLadder, type Level } from './due.rules.ts'

export const AFFAIR_KINDS = {
  upkeep: '保养',
  compulsory: '交强险',
  commercial: '商业险',
  inspection: '年检',
  permit: '道路运输证',
  licence: '行驶证',
  driverLicence: '驾驶证',
  qualification: '从业资格证',
  violation: '违章',
  deviceSim: '设备物联网卡',
}
export type AffairKind = keyof typeof AFFAIR_KINDS
/** What is far off stands on no list. */
const LEVELS: Record<Exclude<Level, 'normal'>, string> = { overdue: '已逾期', due: '今天到期', soon: '即将到期', snoozed: '已延后' }

const affairRule = defineEntity({
  name: 'affairRule',
  label: '车务规则',
  right: 'trafficRules',
  title: ['kind'],
  fields: {
    kind: f.choice('事项', AFFAIR_KINDS, { required: true, fixed: true }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    store: f.ref('适用门店', 'store', { fixed: true, hint: '不填则适用全公司' }),
    model: f.ref('适用车型', 'vehicleModel', { fixed: true, hint: '不填则适用全部车型' }),
    ladder: f.text('提前几天提醒', {
      required: true,
      default: DEFAULT_LADDER,
      maxLength: 60,
      hint: '到期前多少天各提醒一次，用逗号分隔；逾期后每 7 天提醒',
    }),
    roles: f.refs('提醒角色', 'role', { hint: '不填则提醒门店内有车务列表权限的全部人员' }),
    block: f.choice(
      '逾期后',
      { none: '不限制', warn: '只提醒', lease: '不能出租', dispatch: '不能派车' },
      { required: true, default: 'warn' },
    ),
    remark: f.note('说明', { maxLength: 300 }),
  },
  check: (v) =>
    v.ladder && !readLadder(v.ladder)
      ? { at: 'ladder', reason: '提前几天提醒应填 0 到 365 的整数，用逗号分隔，例如 60,30,15,7,3,0' }
      : null,
  unique: [{ fields: ['kind', 'store', 'model'], message: '该事项在此范围已有规则' }],
  list: {
    columns: ['kind', 'status', 'store', 'model', 'ladder', 'roles', 'block', 'remark'],
    filters: ['kind', 'status', 'store', 'block'],
    sort: 'kind',
  },
  form: { 规则: ['kind', 'store', 'model', 'ladder', 'roles', 'block', 'remark'] },
})
export const affairRuleActions = defineActions(affairRule, {
  disable: {
    label: '停用',
    from: ['active'],
    to: 'disabled',
    confirm: '停用后这类事项按全公司规则处理；没有其他规则时按系统默认的天数提醒。确认停用？',
  },
  enable: { label: '启用', from: ['disabled'], to: 'active', confirm: '启用后这类事项按该规则提醒和限制。确认启用？' },
})

export const affairDue = defineEntity({
  name: 'affairDue',
  label: '车务待办',
  right: 'trafficL',
  scope: { store: 'store' },
  writes: 'none',
  title: ['name'],
  search: ['name', 'holder'],
  fields: {
    name: f.text('事项', { required: true, maxLength: 100 }),
    kind: f.choice('类型', AFFAIR_KINDS, { required: true }),
    level: f.choice('紧急程度', LEVELS, { required: true, default: 'soon' }),
    vehicle: f.ref('车辆', 'vehicle', { onDelete: 'cascade' }),
    holder: f.text('人员', { maxLength: 60 }),
    dueOn: f.day('到期日'),
    dueKm: f.decimal('到期里程', 1, { unit: 'km' }),
    kmLeft: f.decimal('剩余里程', 1, { unit: 'km' }),
    forecastOn: f.day('预计到期'),
    owner: f.ref('负责人', 'user'),
    snoozedUntil: f.day('延后至'),
    snoozed: f.flag('延后过', { internal: true }),
    note: f.text('处理说明', { maxLength: 200 }),
    store: f.ref('门店', 'store'),
    link: f.text('办理页面', { maxLength: 120, internal: true }),
    ref: f.text('来源', { required: true, unique: '该事项已在待办中', maxLength: 80, internal: true }),
    step: f.int('已提醒到', { internal: true }),
  },
  list: {
    columns: [
      'level',
      'kind',
      'vehicle',
      'holder',
      'name',
      'dueOn',
      'dueKm',
      'kmLeft',
      'forecastOn',
      'owner',
      'snoozedUntil',
      'note',
      'store',
    ],
    filters: ['level', 'kind', 'vehicle', 'dueOn', 'forecastOn', 'owner', 'store'],
    sort: 'forecastOn',
    quick: {
      已逾期: { level: 'overdue' },
      今天到期: { level: 'due' },
      即将到期: { level: 'soon' },
      已延后: { level: 'snoozed' },
    },
  },
  form: {
    事项: ['name', 'kind', 'level', 'vehicle', 'holder', 'dueOn', 'dueKm', 'kmLeft', 'forecastOn', 'store'],
    处理: ['owner', 'snoozedUntil', 'note'],
  },
  indexes: [
    ['level', 'forecastOn'],
    ['kind', 'level'],
  ],
})
export const affairDueActions = defineActions(affairDue, {
  handle: {
    label: '办理',
    from: 'any',
    tone: 'primary',
    confirm: '生成办理单据（保养生成维保单，保险生成续保单，年检生成年检单），或登记为办理中。确认？',
  },
  assign: {
    label: '分派',
    from: 'any',
    bulk: true,
    input: { owner: f.ref('负责人', 'user', { required: true }), note: f.text('说明', { maxLength: 200 }) },
  },
  snooze: {
    label: '延后',
    from: 'any',
    bulk: true,
    refuse: (d) => (d.snoozed ? '每项待办只能延后一次' : null),
    input: {
      until: f.day('延后至', { required: true, hint: '最多 30 天' }),
      reason: f.text('原因', { required: true, maxLength: 200 }),
    },
  },
})

export const COST_KINDS = {
  upkeep: '保养',
  repair: '维修',
  insurance: '保险',
  tax: '车船税',
  inspection: '年检',
  fine: '罚款',
  fuel: '燃油',
  charge: '充电',
  toll: '通行费',
  depreciation: '折旧',
  other: '其他',
}
export const vehicleCost = defineEntity({
  name: 'vehicleCost',
  label: '车辆成本',
  right: 'vehicleCostList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['vehicle', 'costOn'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    costOn: f.day('发生日期', { required: true }),
    kind: f.choice('类型', COST_KINDS, { required: true }),
    amount: f.money('金额', { required: true }),
    startOn: f.day('分摊起'),
    endOn: f.day('分摊止', { exclusive: true }),
    bearer: f.choice(
      '承担方',
      { company: '公司', lessee: '承租人', driver: '司机', insurer: '保险公司' },
      { required: true, default: 'company' },
    ),
    description: f.text('说明', { required: true, maxLength: 200 }),
    source: f.text('来源单据', { maxLength: 60 }),
    store: f.ref('门店', 'store', { required: true }),
    key: f.text('唯一标识', { required: true, unique: '该成本已入账', maxLength: 80, internal: true }),
  },
  list: {
    columns: ['vehicle', 'costOn', 'kind', 'amount', 'startOn', 'endOn', 'bearer', 'description', 'source', 'store'],
    filters: ['vehicle', 'costOn', 'kind', 'bearer', 'store'],
    sort: '-costOn',
    totals: ['amount'],
    quick: { 公司承担: { bearer: 'company' } },
  },
  form: { 成本: ['vehicle', 'costOn', 'kind', 'amount', 'startOn', 'endOn', 'bearer', 'description', 'source', 'store'] },
  indexes: [['vehicle', 'costOn']],
})

declare module '#kit/entity/tables.ts' {
  interface ActionsOf {
    affairRule: typeof affairRuleActions
    affairDue: typeof affairDueActions
  }
  interface Tables {
    affairRule: RowOf<typeof affairRule>
    affairDue: RowOf<typeof affairDue>
    vehicleCost: RowOf<typeof vehicleCost>
  }
}
