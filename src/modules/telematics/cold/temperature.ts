/** 冷链温控: channels, thresholds by goods, excursions. Readings are an append-only table of their own (fleet.md §2.7). */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { CHANNEL_KINDS, DOORS, isSwitch, MEASURES, REEFER_SIGNALS, SLOT_SQL, type ChannelKind } from './channel.rules.ts'

const BY_MEASURE = '单位随测量项目：温度 ℃，湿度 %RH'
const measures = (v: Record<string, unknown>): boolean => !isSwitch(v['kind'] as ChannelKind)

const temperaturePolicy = defineEntity({
  name: 'temperaturePolicy',
  label: '温控标准',
  right: 'temperaturePolicyList',
  title: ['name'],
  search: ['name'],
  fields: {
    name: f.text('标准名称', { required: true, maxLength: 60, unique: '该标准名称已存在', hint: '例如 冷藏药品 2–8 ℃' }),
    kind: f.choice('测量项目', MEASURES, { required: true, default: 'temperature', fixed: true }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    lowest: f.decimal('下限', 1, { required: true, min: -60, max: 100, hint: BY_MEASURE }),
    highest: f.decimal('上限', 1, { required: true, min: -60, max: 100, hint: BY_MEASURE }),
    hysteresis: f.decimal('回差', 1, {
      required: true,
      min: 0,
      max: 5,
      default: 0.5,
      hint: '回到范围内这么多才算恢复，防止在边界反复报警',
    }),
    maxSpread: f.decimal('最大温差', 1, { min: 0.1, max: 60, hint: '同一车辆用此标准的各探头之间；湿度标准则为湿度之差；不填则不判断' }),
    warnMargin: f.decimal('预警余量', 1, {
      required: true,
      min: 0,
      max: 20,
      default: 0,
      hint: '距上下限不足此值时通道显示预警，不报警；0 表示不预警',
    }),
    minSeconds: f.int('持续时长', { required: true, unit: '秒', min: 0, max: 7200, default: 300, hint: '超限达到此时长才报警' }),
    doorSeconds: f.int('开门宽限', {
      required: true,
      unit: '秒',
      min: 0,
      max: 7200,
      default: 0,
      hint: '一次超限中开着车门的时间，至多此时长不计入持续时长',
    }),
    requireCargo: f.flag('仅载货时报警', { hint: '须终端上报载货状态；不上报的终端视为空载' }),
    noDataSeconds: f.int('无数据报警', { required: true, unit: '秒', min: 60, max: 86_400, default: 300 }),
    recordSeconds: f.int('在途记录间隔', {
      required: true,
      unit: '秒',
      min: 30,
      max: 3600,
      default: 300,
      hint: '行驶途中两次读数相隔不得超过此值，记录中逐段核对；药品规范要求不超过 5 分钟',
    }),
    recordOutSeconds: f.int('超限记录间隔', {
      required: true,
      unit: '秒',
      min: 10,
      max: 3600,
      default: 120,
      hint: '超限期间两次读数相隔不得超过此值；药品规范要求不超过 2 分钟',
    }),
    firstUsers: f.refs('立即通知', 'user', { filter: { status: 'active' }, hint: '超限报警时发消息给这些人' }),
    firstRoles: f.refs('立即通知角色', 'role', { filter: { status: 'active' }, hint: '该角色中属于车辆所在门店的人，以及不限门店的人' }),
    tellDriver: f.flag('车内语音提醒司机', { hint: '超限报警时由终端播报一次；终端不在线则不补发' }),
    secondMinutes: f.int('第二级：未恢复满', { required: true, unit: '分钟', min: 1, max: 1440, default: 10 }),
    secondUsers: f.refs('第二级通知', 'user', { filter: { status: 'active' }, hint: '不填则不通知' }),
    secondRoles: f.refs('第二级通知角色', 'role', { filter: { status: 'active' } }),
    thirdMinutes: f.int('第三级：未恢复满', { required: true, unit: '分钟', min: 1, max: 1440, default: 30 }),
    thirdUsers: f.refs('第三级通知', 'user', { filter: { status: 'active' }, hint: '不填则不通知' }),
    thirdRoles: f.refs('第三级通知角色', 'role', { filter: { status: 'active' } }),
    remark: f.note('适用货物', { maxLength: 300 }),
  },
  check: (v) => {
    if (v.kind === 'temperature' && v.highest > 60) return { at: 'highest', reason: '温度上限不能高于 60 ℃' }
    if (v.kind === 'humidity' && v.lowest < 0) return { at: 'lowest', reason: '湿度下限不能低于 0' }
    if (v.highest <= v.lowest) return { at: 'highest', reason: '上限必须高于下限' }
    if (v.thirdMinutes <= v.secondMinutes) return { at: 'thirdMinutes', reason: '第三级通知的时长必须大于第二级' }
    if (v.warnMargin * 2 >= v.highest - v.lowest) return { at: 'warnMargin', reason: '预警余量应小于上下限之差的一半，否则始终预警' }
    return v.maxSpread !== null && v.maxSpread <= v.hysteresis ? { at: 'maxSpread', reason: '最大温差必须大于回差，否则不会恢复' } : null
  },
  list: {
    columns: [
      'name',
      'kind',
      'status',
      'lowest',
      'highest',
      'warnMargin',
      'maxSpread',
      'hysteresis',
      'minSeconds',
      'doorSeconds',
      'requireCargo',
      'noDataSeconds',
      'remark',
    ],
    filters: ['name', 'kind', 'status'],
    sort: 'name',
  },
  form: {
    温控标准: [
      'name',
      'kind',
      'lowest',
      'highest',
      'warnMargin',
      'maxSpread',
      'hysteresis',
      'minSeconds',
      'doorSeconds',
      'requireCargo',
      'noDataSeconds',
      'recordSeconds',
      'recordOutSeconds',
      'remark',
    ],
    通知: [
      'firstRoles',
      'firstUsers',
      'tellDriver',
      'secondMinutes',
      'secondRoles',
      'secondUsers',
      'thirdMinutes',
      'thirdRoles',
      'thirdUsers',
    ],
  },
})
export const temperaturePolicyActions = defineActions(temperaturePolicy, {
  disable: { label: '停用', from: ['active'], to: 'disabled', confirm: '停用后不能再选择该标准。确认停用？' },
  enable: { label: '启用', from: ['disabled'], to: 'active', confirm: '启用后冷链通道可以选用它，读数按它判定超限。确认启用？' },
})

export const temperatureChannel = defineEntity({
  name: 'temperatureChannel',
  label: '冷链通道',
  right: 'coldChainTemperatureControl',
  scope: { store: 'store' },
  title: ['vehicle', 'zone'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true, fixed: true }),
    kind: f.choice('类型', CHANNEL_KINDS, {
      required: true,
      default: 'temperature',
      fixed: true,
      hint: '温度、湿度取自终端的附加信息，门磁取自状态位（门 1 至门 5），冷机另选信号',
    }),
    sensorNo: f.int('探头序号', { required: true, min: 1, max: 8, default: 1, fixed: true, hint: '门磁即门的编号' }),
    slot: f.computed('读数编号', 'int', SLOT_SQL),
    signal: f.choice('运行信号', REEFER_SIGNALS, {
      required: true,
      default: 'aircon',
      when: (v) => v['kind'] === 'reefer',
      hint: '终端以哪一位上报冷机运行，见安装记录',
    }),
    zone: f.choice(
      '位置',
      { front: '前部', middle: '中部', rear: '后部', frozen: '冷冻仓', chilled: '冷藏仓', door: '门口' },
      { required: true, default: 'middle' },
    ),
    policy: f.ref('温控标准', 'temperaturePolicy', {
      filter: { status: 'active' },
      within: { kind: 'kind' },
      when: measures,
      hint: '不填则只记录，不报警',
    }),
    probe: f.ref('探头设备', 'equipment', { filter: { kind: 'probe' }, when: measures }),
    store: f.ref('门店', 'store', { readOnly: true }),
    lastAt: f.instant('最近读数时间', { readOnly: true }),
    lastValue: f.decimal('最近读数', 1, { readOnly: true }),
    lastQuality: f.choice('读数质量', { ok: '正常', broken: '传感器断线', invalid: '无效值' }, { readOnly: true }),
    excursion: f.choice(
      '当前异常',
      { none: '正常', warning: '预警', high: '超高', low: '超低', spread: '温差过大', noData: '无数据' },
      { required: true, readOnly: true, default: 'none' },
    ),
    remark: f.text('备注', { maxLength: 200 }),
  },
  unique: [{ fields: ['vehicle', 'kind', 'sensorNo'], message: '该车辆已有此序号的探头' }],
  check: (v) => (v.kind === 'door' && v.sensorNo > DOORS ? { at: 'sensorNo', reason: `状态位只有门 1 至门 ${DOORS}` } : null),
  list: {
    columns: ['vehicle', 'kind', 'sensorNo', 'zone', 'lastValue', 'lastAt', 'excursion', 'policy', 'lastQuality', 'probe', 'store'],
    filters: ['vehicle', 'kind', 'zone', 'policy', 'excursion', 'store', 'lastAt'],
    sort: 'vehicle,slot',
    quick: {
      超限: { excursion: ['high', 'low', 'spread'] },
      预警: { excursion: 'warning' },
      无数据: { excursion: 'noData' },
      正常: { excursion: 'none' },
    },
  },
  form: {
    冷链通道: ['vehicle', 'kind', 'sensorNo', 'signal', 'zone', 'policy', 'probe', 'remark'],
    最近状态: ['lastAt', 'lastValue', 'lastQuality', 'excursion'],
  },
  children: [{ entity: 'excursion', by: 'channel', label: '超限记录' }],
})

const excursion = defineEntity({
  name: 'excursion',
  label: '温湿度超限',
  right: 'coldChainTemperatureControl',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no'],
  searchThrough: ['vehicle'],
  fields: {
    no: f.serial('超限编号', 'WD{yyyyMMdd}-{0000}'),
    channel: f.ref('冷链通道', 'temperatureChannel', { required: true }),
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    policy: f.ref('温控标准', 'temperaturePolicy', { required: true }),
    measure: f.choice('测量项目', MEASURES, { required: true, default: 'temperature' }),
    kind: f.choice('类型', { high: '超高', low: '超低', noData: '无数据', spread: '温差过大' }, { required: true }),
    status: f.state('处理状态', { open: '待处理', handled: '已处理', falseAlarm: '误报' }, 'open'),
    startAt: f.instant('开始时间', { required: true }),
    confirmedAt: f.instant('确认时间', { required: true }),
    endAt: f.instant('恢复时间', { hint: '空着表示仍在超限' }),
    peak: f.decimal('极值', 1),
    degreeMinutes: f.decimal('超限量', 1, { hint: '超出限值的幅度乘以分钟' }),
    limit: f.decimal('限值', 1),
    doorSeconds: f.int('其中开门', { unit: '秒' }),
    told: f.int('已通知级数', { required: true, min: 0, max: 3, default: 0 }),
    amendedAt: f.instant('更正时间'),
    handledAt: f.instant('处理时间'),
    handling: f.text('处理结果', { maxLength: 500 }),
  },
  list: {
    columns: [
      'no',
      'vehicle',
      'channel',
      'measure',
      'kind',
      'status',
      'startAt',
      'endAt',
      'peak',
      'limit',
      'degreeMinutes',
      'doorSeconds',
      'handling',
      'store',
    ],
    filters: ['no', 'vehicle', 'channel', 'measure', 'kind', 'status', 'startAt', 'endAt', 'store'],
    sort: '-startAt',
    quick: { 待处理: { status: 'open' }, 已处理: { status: ['handled', 'falseAlarm'] } },
  },
  form: {
    超限: [
      'no',
      'channel',
      'vehicle',
      'policy',
      'measure',
      'kind',
      'startAt',
      'confirmedAt',
      'endAt',
      'peak',
      'limit',
      'degreeMinutes',
      'doorSeconds',
      'told',
      'amendedAt',
    ],
    处理: ['handledAt', 'handling', 'store'],
  },
  indexes: [
    ['channel', 'startAt'],
    ['vehicle', 'startAt'],
  ],
})
export const excursionActions = defineActions(excursion, {
  handle: {
    label: '处理',
    from: ['open'],
    to: 'handled',
    tone: 'primary',
    bulk: true,
    input: { handling: f.text('处理结果', { required: true, maxLength: 500 }) },
  },
  dismiss: {
    label: '误报',
    from: ['open'],
    to: 'falseAlarm',
    bulk: true,
    input: { handling: f.text('说明', { required: true, maxLength: 500 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    temperaturePolicy: RowOf<typeof temperaturePolicy>
    temperatureChannel: RowOf<typeof temperatureChannel>
    excursion: RowOf<typeof excursion>
  }
  interface ActionsOf {
    temperaturePolicy: typeof temperaturePolicyActions
    excursion: typeof excursionActions
  }
}
