/** 电子围栏, its vehicles and its events (fleet.md §2.6). Coordinates are WGS-84; the map converts at its edge. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { checkFence } from './fence.rules.ts'

const WEEKDAYS = {
  every: '每天',
  workdays: '周一至周五',
  weekend: '周六周日',
  d1: '周一',
  d2: '周二',
  d3: '周三',
  d4: '周四',
  d5: '周五',
  d6: '周六',
  d7: '周日',
}

export const fence = defineEntity({
  name: 'fence',
  label: '电子围栏',
  right: 'electronicFence',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name'],
  fields: {
    name: f.text('围栏名称', { required: true, maxLength: 60, unique: '该围栏名称已存在' }),
    status: f.state('状态', { draft: '草稿', active: '启用', stopped: '停用' }, 'draft'),
    shape: f.choice(
      '形状',
      { circle: '圆形', rectangle: '矩形', polygon: '多边形', corridor: '路线走廊', district: '行政区' },
      { required: true, default: 'circle' },
    ),
    points: f.note('坐标点', {
      maxLength: 60_000,
      when: (v) => v['shape'] !== 'district',
      hint: '每行一个「经度,纬度」（WGS-84）。圆形：圆心；矩形：两个对角；多边形：至少三个顶点；路线走廊：至少两个点；行政区：不填',
    }),
    radius: f.int('半径', { unit: 'm', min: 20, max: 500_000, when: (v) => v['shape'] === 'circle' }),
    width: f.int('走廊半宽', { unit: 'm', min: 20, max: 20_000, when: (v) => v['shape'] === 'corridor' }),
    district: f.text('行政区划代码', { maxLength: 6, when: (v) => v['shape'] === 'district', hint: '六位代码，例如 310115' }),
    purpose: f.choice(
      '用途',
      { watch: '进出提醒', forbidden: '禁止驶入', confined: '禁止驶出', speed: '限速', stay: '停留', site: '装卸点', store: '门店' },
      { required: true, default: 'watch' },
    ),
    onEnter: f.flag('进入时报警', { default: true }),
    onLeave: f.flag('离开时报警', { default: true }),
    stayMinutes: f.int('停留超时', { unit: '分钟', min: 1, max: 10_080, hint: '在围栏内超过此时长即报警；不填则不限' }),
    speedLimit: f.int('限速', { unit: 'km/h', min: 5, max: 200 }),
    nightSpeedLimit: f.int('夜间限速', { unit: 'km/h', min: 5, max: 200, hint: '22:00–06:00' }),
    overspeedSeconds: f.int('超速持续', { unit: '秒', min: 0, max: 600, default: 10, hint: '超过限速达到此时长才报警' }),
    bufferMeters: f.int('边界缓冲', { unit: 'm', min: 0, max: 2000, hint: '离开须超出边界这么远；不填为 15 m 与半径 10% 的较大者' }),
    confirmFixes: f.int('确认点数', {
      required: true,
      min: 1,
      max: 10,
      default: 2,
      hint: '连续几个点在内（外）才算进入（离开），防止漂移误报',
    }),
    windows: f.lines(
      '生效时段',
      {
        days: f.choice('星期', WEEKDAYS, { required: true, default: 'every' }),
        from: f.text('从', { required: true, maxLength: 5, hint: 'HH:mm' }),
        to: f.text('到', { required: true, maxLength: 5, hint: 'HH:mm，早于开始时间表示次日' }),
      },
      { hint: '不填 = 全天' },
    ),
    startOn: f.day('生效日期'),
    endOn: f.day('失效日期'),
    noCut: f.flag('禁止断油断电', {
      hint: '高速公路、桥梁、隧道等：生效期间，本公司任何车辆在此围栏内都不能断开油电，与适用车辆无关；恢复不受限制',
    }),
    appliesTo: f.choice('适用车辆', { bound: '指定车辆', store: '本门店车辆', all: '全部车辆' }, { required: true, default: 'bound' }),
    store: f.ref('所属门店', 'store', { filter: { status: 'active' } }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: checkFence,
  list: {
    columns: [
      'name',
      'status',
      'shape',
      'purpose',
      'onEnter',
      'onLeave',
      'speedLimit',
      'stayMinutes',
      'noCut',
      'appliesTo',
      'startOn',
      'endOn',
      'store',
    ],
    filters: ['name', 'status', 'shape', 'purpose', 'noCut', 'appliesTo', 'store'],
    sort: 'name',
    quick: { 启用: { status: 'active' }, 草稿: { status: 'draft' }, 停用: { status: 'stopped' } },
  },
  form: {
    围栏: ['name', 'shape', 'points', 'radius', 'width', 'district', 'purpose', 'store', 'appliesTo'],
    规则: [
      'onEnter',
      'onLeave',
      'stayMinutes',
      'speedLimit',
      'nightSpeedLimit',
      'overspeedSeconds',
      'bufferMeters',
      'confirmFixes',
      'noCut',
    ],
    生效: ['startOn', 'endOn', 'windows', 'remark'],
  },
  children: [
    { entity: 'fenceBinding', by: 'fence', label: '适用车辆' },
    { entity: 'fenceEvent', by: 'fence', label: '围栏事件' },
  ],
})
export const fenceActions = defineActions(fence, {
  activate: {
    label: '启用',
    from: ['draft', 'stopped'],
    to: 'active',
    tone: 'primary',
    bulk: true,
    confirm: '启用后开始按它判定进出、停留与超速。确认启用？',
  },
  stop: {
    label: '停用',
    from: ['active'],
    to: 'stopped',
    bulk: true,
    confirm: '停用后不再产生事件，已下发到终端的会从终端删除。确认停用？',
  },
  addVehicles: {
    label: '添加车辆',
    from: 'any',
    right: 'electronicFence_edit',
    input: { vehicles: f.refs('适用车辆', 'vehicle', { required: true }) },
    refuse: (r) => (r.appliesTo === 'bound' ? null : '该围栏适用于本门店或全部车辆，不需要逐辆指定'),
  },
  sync: {
    label: '下发到终端',
    from: ['active'],
    done: '已开始下发，进度见「适用车辆」',
    confirm: '把围栏下发到全部适用车辆的终端，由终端自己判定进出；进度见「适用车辆」。确认下发？',
  },
})

export const fenceBinding = defineEntity({
  name: 'fenceBinding',
  label: '围栏适用车辆',
  right: 'electronicFence',
  scope: { store: 'vehicle.store' },
  title: ['fence', 'vehicle'],
  fields: {
    fence: f.ref('围栏', 'fence', { required: true, fixed: true, onDelete: 'cascade' }),
    vehicle: f.ref('车辆', 'vehicle', { required: true, fixed: true }),
    sync: f.choice(
      '下发状态',
      { none: '未下发', pending: '待下发', sent: '已下发', stale: '已修改，待重新下发', removing: '待从终端删除', failed: '下发失败' },
      { required: true, default: 'none', readOnly: true },
    ),
    syncedAt: f.instant('下发时间', { readOnly: true }),
    remark: f.text('备注', { maxLength: 100 }),
  },
  unique: [{ fields: ['fence', 'vehicle'], message: '该车辆已适用此围栏' }],
  list: { columns: ['fence', 'vehicle', 'sync', 'syncedAt', 'remark'], filters: ['fence', 'vehicle', 'sync'], sort: 'fence,vehicle' },
  form: { 适用车辆: ['fence', 'vehicle', 'remark'] },
})

export const FENCE_EVENTS = { enter: '进入', leave: '离开', cross: '穿越', stay: '停留超时', overspeed: '区域超速', deviate: '偏离路线' }
/** In event time; when late data change the story the event is marked amended, never edited silently. */
export const fenceEvent = defineEntity({
  name: 'fenceEvent',
  label: '围栏事件',
  right: 'electronicFence',
  scope: { store: 'store' },
  writes: 'none',
  title: ['fence', 'kind'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    fence: f.ref('围栏', 'fence', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    kind: f.choice('事件', FENCE_EVENTS, { required: true }),
    at: f.instant('发生时间', { required: true }),
    detectedAt: f.instant('判定时间', { required: true }),
    enteredAt: f.instant('对应进入时间'),
    dwellSeconds: f.int('停留时长', { unit: '秒', min: 0 }),
    lng: f.decimal('经度（WGS-84）', 6, { required: true }),
    lat: f.decimal('纬度（WGS-84）', 6, { required: true }),
    speed: f.decimal('速度', 1, { unit: 'km/h' }),
    amendedAt: f.instant('更正时间', { hint: '补传数据表明事件未发生或时间不同' }),
  },
  list: {
    columns: ['at', 'vehicle', 'fence', 'kind', 'speed', 'dwellSeconds', 'detectedAt', 'amendedAt', 'store'],
    filters: ['vehicle', 'fence', 'kind', 'at', 'store', 'amendedAt'],
    sort: '-at',
  },
  form: {
    事件: ['vehicle', 'fence', 'kind', 'at', 'detectedAt', 'enteredAt', 'dwellSeconds', 'speed', 'lng', 'lat', 'amendedAt', 'store'],
  },
  indexes: [
    ['vehicle', 'at'],
    ['fence', 'at'],
  ],
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    fence: RowOf<typeof fence>
    fenceBinding: RowOf<typeof fenceBinding>
    fenceEvent: RowOf<typeof fenceEvent>
  }
  interface ActionsOf {
    fence: typeof fenceActions
  }
}
