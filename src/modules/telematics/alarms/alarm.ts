/** 报警 and 风险上报: opened and closed by their own rules, handled by people (fleet.md §2.5). */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

/** Bits 0–31 of the terminal's alarm word by their number, then what the platform finds out itself. */
export const ALARM_KINDS = {
  b0: '紧急报警',
  b1: '超速报警',
  b2: '疲劳驾驶',
  b3: '危险预警',
  b4: '卫星定位模块故障',
  b5: '定位天线未接或被剪断',
  b6: '定位天线短路',
  b7: '主电源欠压',
  b8: '主电源掉电',
  b9: '显示器故障',
  b10: '语音模块故障',
  b11: '摄像头故障',
  b12: '道路运输证读卡模块故障',
  b13: '超速预警',
  b14: '疲劳驾驶预警',
  b15: '违规行驶报警',
  b16: '胎压预警',
  b17: '右转盲区异常',
  b18: '当天累计驾驶超时',
  b19: '超时停车',
  b20: '进出区域',
  b21: '进出路线',
  b22: '路段行驶时间不足或过长',
  b23: '路线偏离',
  b24: '车速传感器故障',
  b25: '油量异常',
  b26: '车辆被盗',
  b27: '非法点火',
  b28: '非法位移',
  b29: '碰撞预警',
  b30: '侧翻预警',
  b31: '非法开门',
  fenceEnter: '进入围栏',
  fenceLeave: '离开围栏',
  fenceStay: '围栏停留超时',
  fenceSpeed: '围栏超速',
  routeDeviate: '偏离路线',
  temperature: '温湿度超限',
  offline: '长时间离线',
  spoofed: '终端身份异常',
  clock: '终端时钟异常',
}

export const alarm = defineEntity({
  name: 'alarm',
  label: '报警',
  right: 'assistant',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no', 'detail'],
  fields: {
    no: f.serial('报警编号', 'BJ{yyyyMMdd}-{00000}'),
    vehicle: f.ref('车辆', 'vehicle'),
    terminal: f.ref('GPS设备', 'terminal'),
    store: f.ref('门店', 'store'),
    kind: f.choice('报警类型', ALARM_KINDS, { required: true }),
    grade: f.choice('等级', { notice: '提示', normal: '一般', severe: '严重' }, { required: true, default: 'normal' }),
    status: f.state('处理状态', { open: '待处理', assigned: '处理中', handled: '已处理', falseAlarm: '误报' }, 'open'),
    source: f.choice('来源', { terminal: '终端', platform: '平台' }, { required: true, default: 'terminal' }),
    startAt: f.instant('开始时间', { required: true }),
    endAt: f.instant('解除时间', { hint: '空 = 仍在报警' }),
    lastAt: f.instant('最近上报', { required: true }),
    times: f.int('上报次数', { required: true, default: 1 }),
    lng: f.decimal('经度（WGS-84）', 6, {}),
    lat: f.decimal('纬度（WGS-84）', 6, {}),
    speed: f.decimal('速度', 1, { unit: 'km/h' }),
    maxValue: f.decimal('最大值', 1, {}),
    detail: f.text('说明', { maxLength: 300 }),
    assignee: f.ref('处理人', 'user'),
    handledAt: f.instant('处理时间'),
    handling: f.text('处理结果', { maxLength: 500 }),
  },
  list: {
    columns: ['no', 'vehicle', 'kind', 'grade', 'status', 'startAt', 'endAt', 'times', 'speed', 'detail', 'assignee', 'handling', 'store'],
    filters: ['no', 'vehicle', 'kind', 'grade', 'status', 'startAt', 'endAt', 'source', 'assignee', 'store'],
    sort: '-startAt',
    quick: {
      待处理: { status: 'open' },
      处理中: { status: 'assigned' },
      严重: { grade: 'severe', status: ['open', 'assigned'] },
      已处理: { status: ['handled', 'falseAlarm'] },
    },
  },
  form: {
    报警: [
      'no',
      'vehicle',
      'terminal',
      'kind',
      'grade',
      'source',
      'startAt',
      'endAt',
      'lastAt',
      'times',
      'speed',
      'maxValue',
      'detail',
      'lng',
      'lat',
    ],
    处理: ['assignee', 'handledAt', 'handling', 'store'],
  },
  indexes: [
    ['vehicle', 'startAt'],
    ['status', 'startAt'],
    ['vehicle', 'kind', 'startAt'],
  ],
})
export const alarmActions = defineActions(alarm, {
  assign: {
    label: '分派',
    from: ['open', 'assigned'],
    to: 'assigned',
    bulk: true,
    input: { assignee: f.ref('处理人', 'user', { required: true }) },
  },
  handle: {
    label: '处理',
    from: ['open', 'assigned'],
    to: 'handled',
    tone: 'primary',
    bulk: true,
    input: { handling: f.text('处理结果', { required: true, maxLength: 500 }) },
  },
  dismiss: {
    label: '误报',
    from: ['open', 'assigned'],
    to: 'falseAlarm',
    bulk: true,
    input: { handling: f.text('说明', { required: true, maxLength: 500 }) },
  },
  report: {
    label: '上报风险',
    from: 'any',
    right: 'riskReportList_add',
    input: {
      level: f.choice('风险等级', { low: '低', medium: '中', high: '高' }, { required: true, default: 'medium' }),
      description: f.note('情况说明', { required: true, maxLength: 1000 }),
    },
  },
})

export const riskReport = defineEntity({
  name: 'riskReport',
  label: '风险上报',
  right: 'riskReportList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'description'],
  fields: {
    no: f.serial('上报编号', 'FX{yyyyMMdd}-{0000}'),
    status: f.state('状态', { open: '待处理', assigned: '处理中', closed: '已关闭' }, 'open'),
    level: f.choice('风险等级', { low: '低', medium: '中', high: '高' }, { required: true, default: 'medium' }),
    category: f.choice(
      '风险类型',
      { vehicle: '车辆安全', driving: '驾驶行为', arrears: '欠费失联', theft: '盗抢', other: '其他' },
      { required: true, default: 'vehicle' },
    ),
    vehicle: f.ref('车辆', 'vehicle'),
    lessee: f.ref('承租人', 'lessee'),
    subject: f.text('其他对象', { maxLength: 100, hint: '司机或其他人员、地点' }),
    alarm: f.ref('来源报警', 'alarm', { readOnly: true }),
    store: f.ref('门店', 'store', { filter: { status: 'active' }, hint: '空 = 车辆或承租人所属门店' }),
    occurredAt: f.instant('发生时间', { required: true }),
    description: f.note('情况说明', { required: true, maxLength: 1000 }),
    evidence: f.files('证据', { maxCount: 12 }),
    assignee: f.ref('处理人', 'user', { readOnly: true }),
    dueOn: f.day('处理期限', { readOnly: true }),
    result: f.note('处理结果', { readOnly: true, maxLength: 1000 }),
    closedAt: f.instant('关闭时间', { readOnly: true }),
  },
  check: (v) => (v.vehicle || v.lessee || v.subject ? null : '请选择车辆或承租人，或填写其他对象'),
  list: {
    columns: [
      'no',
      'level',
      'status',
      'category',
      'vehicle',
      'lessee',
      'occurredAt',
      'description',
      'assignee',
      'dueOn',
      'closedAt',
      'store',
    ],
    filters: ['no', 'level', 'status', 'category', 'vehicle', 'lessee', 'assignee', 'store', 'occurredAt', 'dueOn'],
    sort: '-occurredAt',
    quick: {
      待处理: { status: 'open' },
      处理中: { status: 'assigned' },
      高风险: { level: 'high', status: ['open', 'assigned'] },
      已关闭: { status: 'closed' },
    },
  },
  form: {
    风险: ['level', 'category', 'vehicle', 'lessee', 'subject', 'store', 'occurredAt', 'description', 'evidence'],
    处理: ['assignee', 'dueOn', 'result', 'closedAt', 'alarm'],
  },
})
export const riskReportActions = defineActions(riskReport, {
  assign: {
    label: '分派',
    from: ['open', 'assigned'],
    to: 'assigned',
    bulk: true,
    input: { assignee: f.ref('处理人', 'user', { required: true }), dueOn: f.day('处理期限', { required: true }) },
  },
  regrade: {
    label: '调整等级',
    from: ['open', 'assigned'],
    input: {
      level: f.choice('风险等级', { low: '低', medium: '中', high: '高' }, { required: true }),
      reason: f.text('原因', { required: true, maxLength: 200 }),
    },
    checkInput: (i, r) => (i['level'] === r.level ? '风险已经是这个等级' : null),
  },
  close: {
    label: '关闭',
    from: ['open', 'assigned'],
    to: 'closed',
    tone: 'primary',
    input: { result: f.note('处理结果', { required: true, maxLength: 1000 }) },
  },
  reopen: { label: '重新打开', from: ['closed'], to: 'open', input: { reason: f.text('原因', { required: true, maxLength: 200 }) } },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    alarm: RowOf<typeof alarm>
    riskReport: RowOf<typeof riskReport>
  }
  interface ActionsOf {
    alarm: typeof alarmActions
    riskReport: typeof riskReportActions
  }
}
