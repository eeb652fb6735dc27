/** 远程指令 and 断油断电: what is sent to a terminal, and what became of it (fleet.md §2.9). */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const COMMAND_KINDS = {
  locate: '立即定位',
  interval: '设置上报间隔',
  track: '临时跟踪',
  text: '文本下发',
  readParameters: '查询参数',
  setParameters: '设置参数',
  calibrate: '里程校准',
  upgrade: '终端升级',
  restart: '终端复位',
  factoryReset: '恢复出厂设置',
  photo: '拍照',
  lockDoor: '车门加锁',
  unlockDoor: '车门解锁',
  properties: '查询终端属性',
  fenceSync: '围栏下发',
  fenceRemove: '围栏删除',
  confirmAlarm: '人工确认报警',
  raw: '透传',
  cut: '断开油电',
  limit: '限制启动',
  restore: '恢复油电',
}
export const COMMAND_STATES = {
  queued: '待下发',
  sent: '已下发待应答',
  acknowledged: '已应答待确认',
  effective: '执行成功',
  rejected: '终端拒绝',
  timedOut: '应答超时',
  unconfirmed: '未确认生效',
  expired: '已过期',
  cancelled: '已取消',
}

export const command = defineEntity({
  name: 'command',
  label: '远程指令',
  right: 'remoteCommand',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no', 'summary'],
  searchThrough: ['vehicle'],
  fields: {
    no: f.serial('指令编号', 'KZ{yyyyMMdd}-{0000}'),
    vehicle: f.ref('车辆', 'vehicle'),
    terminal: f.ref('GPS设备', 'terminal', { required: true }),
    store: f.ref('门店', 'store'),
    kind: f.choice('指令', COMMAND_KINDS, { required: true }),
    status: f.state('状态', COMMAND_STATES, 'queued'),
    summary: f.text('内容', { maxLength: 500 }),
    payload: f.json<Record<string, unknown>>('参数'),
    queueable: f.flag('离线时排队'),
    expiresAt: f.instant('有效期至', { required: true }),
    attempts: f.int('发送次数', { required: true, default: 0 }),
    serial: f.int('消息流水号'),
    sentAt: f.instant('下发时间'),
    ackAt: f.instant('应答时间'),
    ackResult: f.choice('应答结果', { ok: '成功', failed: '失败', wrong: '消息有误', unsupported: '不支持' }),
    effectAt: f.instant('生效时间'),
    effectSource: f.text('生效依据', { maxLength: 100 }),
    outcome: f.text('结果说明', { maxLength: 500 }),
    answer: f.json<Record<string, unknown>>('终端应答内容'),
    photos: f.files('照片', { maxCount: 20 }),
    cutOrder: f.ref('断油断电单', 'cutOrder'),
  },
  list: {
    columns: ['no', 'vehicle', 'terminal', 'kind', 'status', 'summary', 'attempts', 'sentAt', 'ackAt', 'effectAt', 'outcome', 'store'],
    filters: ['no', 'vehicle', 'terminal', 'kind', 'status', 'store', 'sentAt'],
    sort: '-createdAt',
    quick: {
      进行中: { status: ['queued', 'sent', 'acknowledged'] },
      成功: { status: 'effective' },
      失败: { status: ['rejected', 'timedOut', 'unconfirmed', 'expired'] },
    },
  },
  form: {
    指令: ['no', 'vehicle', 'terminal', 'kind', 'summary', 'queueable', 'expiresAt', 'cutOrder'],
    结果: ['attempts', 'serial', 'sentAt', 'ackAt', 'ackResult', 'effectAt', 'effectSource', 'outcome', 'photos', 'store'],
  },
  indexes: [
    ['terminal', 'status'],
    ['status', 'expiresAt'],
  ],
})
export const commandActions = defineActions(command, {
  cancel: { label: '取消', from: ['queued'], to: 'cancelled', confirm: '取消后不再下发，终端不会执行。确认取消指令？' },
  send: { label: '下发', from: ['queued', 'sent'], to: 'sent', internal: true, input: { serial: f.int('流水号', { required: true }) } },
  acknowledge: {
    label: '应答',
    from: ['sent'],
    to: 'acknowledged',
    internal: true,
    input: { result: f.choice('应答结果', { ok: '成功', failed: '失败', wrong: '消息有误', unsupported: '不支持' }, { required: true }) },
  },
  reject: {
    label: '终端拒绝',
    from: ['sent'],
    to: 'rejected',
    internal: true,
    input: {
      result: f.choice('应答结果', { ok: '成功', failed: '失败', wrong: '消息有误', unsupported: '不支持' }, { required: true }),
      outcome: f.text('说明'),
    },
  },
  timeOut: { label: '应答超时', from: ['sent'], to: 'timedOut', internal: true, input: { outcome: f.text('说明') } },
  takeEffect: {
    label: '生效',
    from: ['sent', 'acknowledged', 'unconfirmed', 'timedOut'],
    to: 'effective',
    internal: true,
    input: { source: f.text('依据', { required: true }), at: f.instant('时间', { required: true }) },
  },
  receive: { label: '终端主动上传', from: ['queued'], to: 'effective', internal: true },
  giveUp: { label: '未确认生效', from: ['acknowledged'], to: 'unconfirmed', internal: true, input: { outcome: f.text('说明') } },
  expire: { label: '过期', from: ['queued'], to: 'expired', internal: true, input: { outcome: f.text('说明') } },
})

export const CUT_REASONS = {
  arrears: '欠费',
  overdue: '合同逾期未还车',
  stolen: '车辆被盗',
  driverRequest: '司机求助',
  test: '设备测试',
}

/** Cutting is a decision of two people about a standing vehicle, restricting its next start one about any; every step is a line of the timeline. */
export const cutOrder = defineEntity({
  name: 'cutOrder',
  label: '断油断电单',
  right: 'oilAndElectricityControl',
  scope: { store: 'store' },
  // Requested at the vehicle (vehiclePosition.requestCut), where its state is in sight.
  writes: 'none',
  title: ['no'],
  search: ['no', 'reasonText'],
  searchThrough: ['vehicle'],
  fields: {
    no: f.serial('单号', 'DY{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      {
        pending: '待审批',
        rejected: '已驳回',
        approved: '待执行',
        executing: '执行中',
        armed: '已设置，下次熄火后生效',
        effective: '已生效',
        failed: '执行失败',
        cancelled: '已取消',
        expired: '已过期',
        lifted: '已解除',
      },
      'pending',
    ),
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    kind: f.choice('操作', { cut: '断开油电', limit: '限制启动', restore: '恢复油电' }, { required: true, default: 'cut' }),
    terminal: f.ref('GPS设备', 'terminal'),
    store: f.ref('门店', 'store'),
    // An order to restore has a reason of its own, which nobody chooses.
    reason: f.choice('事由', { ...CUT_REASONS, released: '解除限制' }, { required: true, default: 'arrears' }),
    contract: f.ref('租赁合同', 'contract'),
    reasonText: f.note('情况说明', { required: true, maxLength: 500 }),
    warned: f.flag('已告知承租人并知晓风险'),
    requester: f.ref('申请人', 'user'),
    approver: f.ref('审批人', 'user'),
    approvedAt: f.instant('审批时间'),
    validUntil: f.instant('执行期限'),
    fixAt: f.instant('执行时定位时间'),
    fixSpeed: f.decimal('执行时速度', 1, { unit: 'km/h' }),
    executedAt: f.instant('执行时间'),
    effectiveAt: f.instant('生效时间'),
    outcome: f.text('结果说明', { maxLength: 500 }),
    restores: f.ref('恢复的断开单', 'cutOrder'),
  },
  list: {
    columns: [
      'no',
      'vehicle',
      'kind',
      'status',
      'reason',
      'contract',
      'requester',
      'approver',
      'approvedAt',
      'executedAt',
      'effectiveAt',
      'outcome',
      'store',
    ],
    filters: ['no', 'vehicle', 'kind', 'status', 'reason', 'requester', 'store', 'executedAt'],
    sort: '-createdAt',
    quick: {
      待审批: { status: 'pending' },
      待执行: { status: 'approved' },
      执行中: { status: 'executing' },
      待熄火生效: { status: 'armed' },
      已生效: { status: 'effective' },
    },
  },
  form: {
    断油断电: ['vehicle', 'kind', 'reason', 'contract', 'reasonText', 'warned'],
    审批: ['requester', 'approver', 'approvedAt', 'validUntil'],
    执行: ['terminal', 'fixAt', 'fixSpeed', 'executedAt', 'effectiveAt', 'outcome', 'restores', 'store'],
  },
  children: [{ entity: 'command', by: 'cutOrder', label: '下发的指令' }],
  indexes: [['vehicle', 'status']],
})

export interface CutFacts {
  /** It stands where nothing is cut (motorway, bridge, tunnel); null for a restore. */
  zone: string | null
  /** Why it could not be sent this moment (offline, fix too old, too fast, profile unknown); null when it could. */
  obstacle: string | null
  /** The device profile can restrict the next start. */
  limitable: boolean
}
export const cutOrderActions = defineActions(cutOrder, facts<CutFacts>(), {
  approve: {
    label: '同意',
    from: ['pending'],
    to: 'approved',
    tone: 'primary',
    confirm: '同意后须在期限内由申请人或审批人再次确认执行。确认同意？',
    refuse: (o, { user }) => (o.kind !== 'restore' && o.requester === user.id ? '申请人不能审批自己的申请' : o.zone),
  },
  reject: {
    label: '驳回',
    from: ['pending'],
    to: 'rejected',
    input: { reason: f.text('驳回原因', { required: true, maxLength: 200 }) },
    refuse: (o, { user }) => (o.requester === user.id ? '申请人不能审批自己的申请，可以取消' : null),
  },
  execute: {
    label: '确认执行',
    from: ['approved'],
    to: 'executing',
    tone: 'danger',
    done: '指令已提交，是否生效以终端上报的状态为准',
    input: { plate: f.text('再次输入车牌号', { required: true, maxLength: 12, hint: '与申请车辆一致才会下发' }) },
    refuse: (o, { now }) => (o.validUntil && o.validUntil < now ? '执行期限已过，请重新申请' : o.obstacle),
  },
  // The weaker measure: who agreed to cutting agreed to it.
  soften: {
    label: '改为限制启动',
    right: 'oilAndElectricityControl_execute',
    from: ['approved'],
    confirm: '不再断开油电，改为限制启动：车辆可继续行驶，熄火后不能再次启动。确认改为限制启动？',
    refuse: (o) => (o.kind !== 'cut' ? '只有断开油电可以改为限制启动' : o.limitable ? null : '设备型号未配置限制启动指令'),
  },
  cancel: {
    label: '取消',
    from: ['pending', 'approved'],
    to: 'cancelled',
    input: { reason: f.text('取消原因', { required: true, maxLength: 200 }) },
  },
  expire: { label: '过期', from: ['pending', 'approved'], to: 'expired', internal: true },
  arm: { label: '已设置', from: ['executing'], to: 'armed', internal: true },
  lift: { label: '解除', from: ['armed'], to: 'lifted', internal: true, input: { outcome: f.text('说明', { required: true }) } },
  succeed: {
    label: '生效',
    from: ['executing', 'armed', 'failed'],
    to: 'effective',
    internal: true,
    input: { at: f.instant('生效时间', { required: true }), outcome: f.text('说明') },
  },
  fail: { label: '执行失败', from: ['executing'], to: 'failed', internal: true, input: { outcome: f.text('说明', { required: true }) } },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    command: RowOf<typeof command>
    cutOrder: RowOf<typeof cutOrder>
  }
  interface ActionsOf {
    command: typeof commandActions
    cutOrder: typeof cutOrderActions
  }
}
