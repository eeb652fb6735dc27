/** 站点, 到离记录, 占用 (transport.md §2.8): what a mission does where, what was seen of it, and what it holds meanwhile. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const missionStop = defineEntity({
  name: 'missionStop',
  label: '任务站点',
  right: 'missionList',
  scope: { store: 'store' },
  title: ['mission', 'seq'],
  writes: 'none',
  fields: {
    mission: f.ref('任务单', 'mission', { required: true, onDelete: 'cascade' }),
    seq: f.int('站序', { required: true, min: 0 }),
    party: f.ref('收发货方', 'consignParty'),
    kind: f.choice(
      '类型',
      { load: '装', unload: '卸', transfer: '中转', rest: '休息', charge: '充电', depot: '回场' },
      { required: true, default: 'unload' },
    ),
    status: f.choice(
      '状态',
      { pending: '未到', enRoute: '在途', arrived: '已到达', working: '作业中', done: '已完成', failed: '未送达', skipped: '已跳过' },
      { required: true, default: 'pending' },
    ),
    consignments: f.refs('配送单', 'consignment'),
    planArrive: f.instant('计划到达'),
    planLeave: f.instant('计划离开'),
    eta: f.instant('预计到达'),
    // What programs of customers were told last, and when.
    toldEta: f.instant('已告知的预计到达', { internal: true }),
    toldEtaAt: f.instant('告知时间', { internal: true }),
    windowFrom: f.instant('时段从'),
    windowTo: f.instant('时段到'),
    serviceMin: f.int('作业', { required: true, default: 0, min: 0, unit: '分钟' }),
    arriveAt: f.instant('到达时间'),
    arriveBy: f.text('到达来源', { maxLength: 20 }),
    startAt: f.instant('开始作业'),
    endAt: f.instant('结束作业'),
    leaveAt: f.instant('离开时间'),
    leaveBy: f.text('离开来源', { maxLength: 20 }),
    waitMin: f.int('等待', { unit: '分钟' }),
    distanceM: f.int('段里程', { required: true, default: 0, min: 0, unit: 'm' }),
    locked: f.flag('锁定'),
    store: f.ref('门店', 'store'),
  },
  unique: [{ fields: ['mission', 'seq'], message: '站序重复' }],
  list: {
    columns: [
      'mission',
      'seq',
      'party',
      'kind',
      'status',
      'planArrive',
      'eta',
      'windowFrom',
      'windowTo',
      'arriveAt',
      'leaveAt',
      'waitMin',
      'distanceM',
    ],
    filters: ['mission', 'party', 'kind', 'status', 'planArrive', 'arriveAt'],
    sort: 'mission,seq',
  },
  form: {
    站点: ['mission', 'seq', 'party', 'kind', 'status', 'consignments', 'locked'],
    计划: ['planArrive', 'planLeave', 'eta', 'windowFrom', 'windowTo', 'serviceMin', 'distanceM'],
    实际: ['arriveAt', 'arriveBy', 'startAt', 'endAt', 'leaveAt', 'leaveBy', 'waitMin', 'store'],
  },
})

/** An event as the phone sent it (phone/events.wire.ts), and from which phone. */
export interface SaidByPhone {
  event: object
  deviceId: string
}

export const stopEvent = defineEntity({
  name: 'stopEvent',
  label: '到离记录',
  right: 'missionList',
  scope: { store: 'store' },
  title: ['mission', 'kind'],
  writes: 'none',
  fields: {
    clientId: f.text('客户端编号', { required: true, maxLength: 60, unique: true, internal: true }),
    bodyHash: f.text('内容摘要', { internal: true, maxLength: 64 }),
    mission: f.ref('任务单', 'mission', { required: true }),
    order: f.ref('运输订单', 'transportOrder'),
    stop: f.ref('站点', 'missionStop'),
    kind: f.choice(
      '事件',
      {
        arrive: '到达',
        startWork: '开始作业',
        endWork: '结束作业',
        leave: '离开',
        accept: '接单',
        refuse: '拒单',
        check: '出车检查',
        load: '装货完成',
        depart: '发车',
        sign: '签收',
        exception: '上报异常',
        skip: '跳过',
        note: '备注',
        odometer: '里程表',
        photo: '照片',
      },
      { required: true },
    ),
    at: f.instant('发生时间', { required: true }),
    recvAt: f.instant('接收时间', { required: true }),
    /** What the phone's clock said; `at` is that, put right. */
    saidAt: f.instant('手机时间'),
    doubt: f.text('时间存疑', { maxLength: 60 }),
    /** What a phone said in full: told again when something earlier is heard of. */
    said: f.json<SaidByPhone>('手机上报内容', { internal: true }),
    source: f.choice('来源', { fence: '围栏', terminal: '终端', driver: '司机', dispatcher: '调度', api: '接口' }, { required: true }),
    point: f.place('位置'),
    accuracyM: f.int('精度', { unit: 'm', min: 0 }),
    by: f.ref('操作人', 'user'),
    note: f.note('说明', { maxLength: 500 }),
    amends: f.text('更正的记录', { maxLength: 60, internal: true }),
    outcome: f.text('处理结果', { maxLength: 300 }),
    exception: f.ref('异常', 'exceptionCase'),
    files: f.files('照片', { maxCount: 9 }),
    store: f.ref('门店', 'store'),
  },
  list: {
    columns: ['mission', 'stop', 'kind', 'at', 'source', 'recvAt', 'doubt', 'accuracyM', 'by', 'note', 'outcome'],
    filters: ['mission', 'order', 'stop', 'kind', 'source', 'at'],
    sort: '-at',
  },
  form: {
    事件: ['mission', 'order', 'stop', 'kind', 'at', 'recvAt', 'saidAt', 'doubt', 'source', 'point', 'accuracyM', 'by', 'note'],
    处理: ['outcome', 'exception', 'files', 'store'],
  },
})

/** What a mission holds from when to when. The database refuses two at once for the same vehicle or driver. */
export const missionHold = defineEntity({
  name: 'missionHold',
  label: '运力占用',
  right: 'missionList',
  scope: { store: 'mission.store' },
  title: ['mission', 'kind'],
  writes: 'none',
  fields: {
    mission: f.ref('任务单', 'mission', { required: true }),
    kind: f.choice('运力', { vehicle: '车辆', driver: '司机' }, { required: true }),
    subject: f.int('运力编号', { required: true, internal: true }),
    fromAt: f.instant('占用从', { required: true }),
    toAt: f.instant('占用到', { required: true }),
    live: f.flag('占用中', { default: true }),
  },
  list: { columns: ['mission', 'kind', 'fromAt', 'toAt', 'live'], filters: ['mission', 'kind', 'fromAt', 'live'], sort: '-fromAt' },
  form: { 占用: ['mission', 'kind', 'fromAt', 'toAt', 'live'] },
  indexes: [['kind', 'subject', 'live']],
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    missionStop: RowOf<typeof missionStop>
    stopEvent: RowOf<typeof stopEvent>
    missionHold: RowOf<typeof missionHold>
  }
}
