/** 道路线路, 货运线路, 线路司机 (transport.md §2.2, §2.4): where trucks drive, what is served on the way, who drives it. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const VERSIONED = { draft: '草稿', active: '启用', disabled: '停用' }

export const roadRoute = defineEntity({
  name: 'roadRoute',
  label: '道路线路',
  right: 'roadRoute',
  scope: { store: 'store' },
  title: ['name'],
  search: ['code', 'name'],
  fields: {
    code: f.text('编码', { required: true, format: 'code', maxLength: 40 }),
    name: f.text('名称', { required: true, maxLength: 80 }),
    status: f.state('状态', VERSIONED, 'draft'),
    number: f.int('版本号', { readOnly: true, default: 1, min: 1 }),
    from: f.ref('起点', 'consignParty'),
    to: f.ref('终点', 'consignParty'),
    points: f.lines('途经点', {
      name: f.text('名称', { maxLength: 80 }),
      lng: f.decimal('经度', 6, { required: true, min: 73, max: 136 }),
      lat: f.decimal('纬度', 6, { required: true, min: 3, max: 54 }),
    }),
    distanceM: f.int('里程', { required: true, default: 0, min: 0, max: 10_000_000, unit: 'm' }),
    durationS: f.int('时长', { required: true, default: 0, min: 0, max: 1_000_000, unit: '秒' }),
    toll: f.money('过路费', { required: true, default: 0, min: 0 }),
    corridorM: f.int('走廊半宽', { required: true, default: 500, min: 50, max: 10_000, unit: 'm' }),
    store: f.ref('门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    remark: f.note('备注', { maxLength: 500, quick: true }),
  },
  unique: [{ fields: ['code', 'number'], message: '该编码已有此版本' }],
  list: {
    columns: ['code', 'name', 'status', 'number', 'from', 'to', 'distanceM', 'durationS', 'toll', 'store'],
    filters: ['code', 'name', 'status', 'from', 'to', 'store'],
    sort: '-createdAt',
    quick: { 启用: { status: 'active' }, 草稿: { status: 'draft' } },
  },
  form: {
    线路: ['code', 'name', 'from', 'to', 'corridorM', 'toll', 'store', 'remark'],
    走向: ['points', 'distanceM', 'durationS', 'number'],
  },
})

const publish = {
  label: '启用',
  from: ['draft'],
  to: 'active',
  tone: 'primary',
  confirm: '启用后不能再修改，要改请新建版本。确认启用？',
} as const
const disable = {
  label: '停用',
  from: ['active'],
  to: 'disabled',
  tone: 'danger',
  confirm: '停用后新的货运线路与订单不能再选择这条线路，已有的不变。确认停用？',
} as const
const newVersion = { label: '新建版本', from: ['active', 'disabled'], confirm: '以当前内容新建草稿版本？' } as const

export const roadRouteActions = defineActions(roadRoute, {
  publish: {
    ...publish,
    refuse: (r) => ((r.points ?? []).length < 2 ? '请先在地图上画出线路，至少两个点' : null),
  },
  disable,
  newVersion,
})

export const goodsRoute = defineEntity({
  name: 'goodsRoute',
  label: '货运线路',
  right: 'goodsRoute',
  scope: { store: 'store' },
  title: ['name'],
  search: ['code', 'name'],
  fields: {
    code: f.text('编码', { required: true, format: 'code', maxLength: 40 }),
    name: f.text('名称', { required: true, maxLength: 80 }),
    status: f.state('状态', VERSIONED, 'draft'),
    number: f.int('版本号', { readOnly: true, default: 1, min: 1 }),
    stops: f.lines('站点', {
      party: f.ref('收发货方', 'consignParty', { required: true }),
      kind: f.choice('类型', { load: '装货', unload: '卸货', transfer: '中转', pass: '途经' }, { required: true, default: 'unload' }),
      serviceMin: f.int('作业', { required: true, default: 15, min: 0, max: 600, unit: '分钟' }),
      from: f.text('最早', { maxLength: 5 }),
      to: f.text('最晚', { maxLength: 5 }),
      dayOffset: f.int('第几天', { required: true, default: 0, min: 0, max: 14 }),
    }),
    roadRoute: f.ref('道路线路', 'roadRoute', { filter: { status: 'active' } }),
    departTimes: f.text('发车时刻', { maxLength: 100 }),
    receivableRule: f.ref('应收规则', 'rateRule', { filter: { direction: 'receivable' } }),
    payableRule: f.ref('应付规则', 'rateRule', { filter: { direction: 'payable' } }),
    vehicleClass: f.dict('车型要求', 'vehicleCategory'),
    capacityKg: f.int('运力', { min: 0, max: 100_000, unit: 'kg' }),
    distanceM: f.int('里程', { required: true, default: 0, min: 0, max: 10_000_000, unit: 'm' }),
    durationS: f.int('时长', { required: true, default: 0, min: 0, max: 1_000_000, unit: '秒' }),
    store: f.ref('门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    remark: f.note('备注', { maxLength: 500, quick: true }),
  },
  unique: [{ fields: ['code', 'number'], message: '该编码已有此版本' }],
  list: {
    columns: ['code', 'name', 'status', 'number', 'departTimes', 'vehicleClass', 'distanceM', 'receivableRule', 'payableRule', 'store'],
    filters: ['code', 'name', 'status', 'vehicleClass', 'store'],
    sort: '-createdAt',
    quick: { 启用: { status: 'active' }, 草稿: { status: 'draft' } },
  },
  form: {
    线路: ['code', 'name', 'roadRoute', 'departTimes', 'vehicleClass', 'capacityKg', 'store'],
    站点: ['stops', 'distanceM', 'durationS'],
    价格: ['receivableRule', 'payableRule'],
    其他: ['number', 'remark'],
  },
  children: [{ entity: 'lineDriver', by: 'goodsRoute', label: '线路司机' }],
})
export const goodsRouteActions = defineActions(goodsRoute, {
  publish: { ...publish, refuse: (r) => ((r.stops ?? []).length < 2 ? '线路至少要有两个站点' : null) },
  disable,
  newVersion,
})

export const lineDriver = defineEntity({
  name: 'lineDriver',
  label: '线路司机',
  right: 'goodsDriver',
  scope: { store: 'store' },
  title: ['goodsRoute', 'driver'],
  fields: {
    goodsRoute: f.ref('货运线路', 'goodsRoute', { required: true, filter: { status: 'active' } }),
    driver: f.ref('司机', 'driver', { required: true, filter: { audit: 'verified' } }),
    status: f.state('状态', { active: '在岗', ended: '已结束' }, 'active'),
    vehicle: f.ref('车辆', 'vehicle'),
    role: f.choice('主备', { main: '主司机', spare: '备司机' }, { required: true, default: 'main' }),
    rank: f.int('顺位', { required: true, default: 1, min: 1, max: 99 }),
    weekdays: f.text('星期', { required: true, default: '1234567', maxLength: 7 }),
    from: f.day('开始日期', { required: true }),
    to: f.day('结束日期'),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 200, quick: true }),
  },
  check: (v) =>
    v.to !== null && v.to < v.from
      ? { at: 'to', reason: '结束日期不能早于开始日期' }
      : /^[1-7]+$/.test(v.weekdays)
        ? null
        : { at: 'weekdays', reason: '星期请填 1 到 7，例如 12345 表示周一至周五' },
  list: {
    columns: ['goodsRoute', 'driver', 'status', 'vehicle', 'role', 'rank', 'weekdays', 'from', 'to', 'store', 'remark'],
    filters: ['goodsRoute', 'driver', 'status', 'role', 'vehicle', 'from', 'store'],
    sort: 'goodsRoute,rank',
    quick: { 在岗: { status: 'active' }, 已结束: { status: 'ended' } },
  },
  form: { 线路司机: ['goodsRoute', 'driver', 'vehicle', 'role', 'rank', 'weekdays', 'from', 'to', 'remark'] },
})
export const lineDriverActions = defineActions(lineDriver, {
  replace: {
    label: '更换司机',
    from: ['active'],
    input: {
      driver: f.ref('新司机', 'driver', { required: true, filter: { audit: 'verified' } }),
      from: f.day('起始日期', { required: true }),
    },
    checkInput: (i, r) =>
      i['driver'] === r.driver ? '新司机就是现在的司机，请选择另一位' : String(i['from']) <= r.from ? '起始日期应晚于现任的开始日期' : null,
  },
  end: { label: '结束', from: ['active'], to: 'ended', tone: 'danger', input: { to: f.day('结束日期', { required: true }) } },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    roadRoute: RowOf<typeof roadRoute>
    goodsRoute: RowOf<typeof goodsRoute>
    lineDriver: RowOf<typeof lineDriver>
  }
  interface ActionsOf {
    roadRoute: typeof roadRouteActions
    goodsRoute: typeof goodsRouteActions
    lineDriver: typeof lineDriverActions
  }
}
