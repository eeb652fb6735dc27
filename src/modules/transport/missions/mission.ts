/** 任务单 and 线路单 (transport.md §2.8): one entity with a kind; two screens show it. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { SEES } from '../parties/seen.rules.ts'

export const MISSION_STATES = {
  draft: '草稿',
  open: '待分配',
  offered: '待接单',
  refused: '已拒绝',
  toLoad: '待装货',
  toDepart: '待发车',
  running: '运输中',
  suspended: '异常挂起',
  arrived: '待签收',
  partSigned: '部分签收',
  done: '已完成',
  settled: '已结算',
  cancelled: '已取消',
  voided: '已作废',
}

export const mission = defineEntity({
  name: 'mission',
  label: '任务单',
  right: 'missionList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'routeText'],
  papers: { waybill: '电子运单' },
  fields: {
    no: f.serial('任务号', 'RW{yyyyMMdd}-{0000}'),
    kind: f.choice('类型', { task: '任务', line: '线路' }, { required: true, default: 'task', fixed: true }),
    status: f.state('状态', MISSION_STATES, 'open'),
    project: f.ref('项目', 'project', { readOnly: true }),
    goodsRoute: f.ref('货运线路', 'goodsRoute', { filter: { status: 'active' } }),
    consignments: f.refs('配送单', 'consignment', { fixed: true, filter: { status: ['unassigned', 'redeliver', 'atHub'] } }),
    vehicle: f.ref('车辆', 'vehicle', { readOnly: true }),
    trailer: f.ref('挂车', 'vehicle', { readOnly: true }),
    driver: f.ref('司机', 'driver', { readOnly: true }),
    coDriver: f.ref('副驾', 'driver', { readOnly: true }),
    carrier: f.ref('承运商', 'carrier', { readOnly: true }),
    relayOf: f.ref('上一段任务', 'mission', { readOnly: true }),
    planStart: f.instant('计划开始', { required: true }),
    planEnd: f.instant('计划结束', { required: true }),
    departBy: f.instant('计划发车'),
    actualStart: f.instant('实际发车', { readOnly: true }),
    actualEnd: f.instant('实际完成', { readOnly: true }),
    planKm: f.decimal('计划里程', 3, { required: true, default: 0, min: 0, unit: 'km', readOnly: true }),
    actualKm: f.decimal('实际里程', 3, { min: 0, unit: 'km', readOnly: true }),
    actualKmFrom: f.choice('实际里程来源', { track: '车辆轨迹', odometer: '里程表' }, { readOnly: true }),
    odometerFrom: f.decimal('发车里程表', 1, { min: 0, unit: 'km', readOnly: true }),
    odometerTo: f.decimal('收车里程表', 1, { min: 0, unit: 'km', readOnly: true }),
    weight: f.decimal('重量', 3, { required: true, default: 0, min: 0, unit: 'kg', readOnly: true }),
    volume: f.decimal('体积', 4, { required: true, default: 0, min: 0, unit: 'm³', readOnly: true }),
    pieces: f.int('件数', { required: true, default: 0, min: 0, readOnly: true }),
    maxLoadKg: f.decimal('最大载重', 3, { required: true, default: 0, min: 0, unit: 'kg', readOnly: true }),
    stopCount: f.int('站点数', { required: true, default: 0, min: 0, readOnly: true }),
    routeText: f.text('路线', { maxLength: 300, readOnly: true }),
    sealNos: f.text('铅封号', { maxLength: 200, readOnly: true }),
    splitMode: f.choice(
      '费用分摊',
      { weight: '计费重量', tkm: '吨公里', pieces: '件数', volume: '体积', equal: '均摊' },
      { required: true, default: 'weight' },
    ),
    plan: f.int('调度计划', { internal: true }),
    planKey: f.text('计划路线', { internal: true, maxLength: 80, unique: true }),
    payableRule: f.ref('应付规则', 'rateRule'),
    agreedPrice: f.money('议定运价', { readOnly: true, seenBy: SEES.payable, hint: '竞价中标的价格，应付按此计算' }),
    autoAccept: f.flag('免接单'),
    noLoading: f.flag('无装货步骤'),
    offeredTo: f.text('派给', { maxLength: 80, readOnly: true }),
    acceptBy: f.instant('接单截止', { readOnly: true }),
    eta: f.instant('预计到达', { readOnly: true }),
    refuseReason: f.text('拒单原因', { maxLength: 200, readOnly: true }),
    suspendReason: f.text('挂起原因', { maxLength: 200, readOnly: true }),
    remark: f.note('备注', { maxLength: 500 }),
    store: f.ref('门店', 'store', { readOnly: true }),
  },
  list: {
    columns: [
      'no',
      'kind',
      'status',
      'routeText',
      'vehicle',
      'driver',
      'carrier',
      'planStart',
      'planEnd',
      'weight',
      'volume',
      'stopCount',
      'eta',
      'project',
      'store',
    ],
    filters: ['no', 'kind', 'status', 'vehicle', 'driver', 'carrier', 'project', 'goodsRoute', 'planStart', 'planEnd', 'store'],
    sort: '-planStart',
    quick: {
      待分配: { status: ['open', 'refused'] },
      待接单: { status: 'offered' },
      待装货: { status: 'toLoad' },
      待发车: { status: 'toDepart' },
      运输中: { status: ['running', 'suspended'] },
      待签收: { status: ['arrived', 'partSigned'] },
      已完成: { status: ['done', 'settled'] },
    },
  },
  form: {
    任务: [
      'no',
      'kind',
      'consignments',
      'project',
      'goodsRoute',
      'routeText',
      'planStart',
      'planEnd',
      'departBy',
      'eta',
      'stopCount',
      'autoAccept',
      'noLoading',
    ],
    运力: ['vehicle', 'trailer', 'driver', 'coDriver', 'carrier', 'offeredTo', 'acceptBy', 'refuseReason', 'suspendReason'],
    装载与里程: ['weight', 'volume', 'pieces', 'maxLoadKg', 'planKm', 'actualKm', 'actualKmFrom', 'odometerFrom', 'odometerTo'],
    实际: ['actualStart', 'actualEnd', 'sealNos'],
    结算: ['payableRule', 'agreedPrice', 'splitMode', 'relayOf', 'store', 'remark'],
  },
  check: (v) => (v.planEnd <= v.planStart ? { at: 'planEnd', reason: '计划结束应晚于计划开始' } : null),
  indexes: [
    ['status', 'planStart'],
    ['driver', 'status'],
    ['vehicle', 'status'],
  ],
  children: [
    { entity: 'missionStop', by: 'mission', label: '站点' },
    { entity: 'consignment', by: 'mission', label: '配送单' },
    { entity: 'stopEvent', by: 'mission', label: '到离记录' },
    { entity: 'tripCheck', by: 'mission', label: '出车检查' },
    { entity: 'exceptionCase', by: 'mission', label: '异常' },
    { entity: 'chargeSheet', by: 'mission', label: '费用单' },
  ],
})

/** Numeric codes of the wire and of exports. */
export const MISSION_CODES: Readonly<Record<string, number>> = {
  draft: 5,
  open: 10,
  offered: 20,
  refused: 21,
  toLoad: 30,
  toDepart: 31,
  running: 40,
  suspended: 41,
  arrived: 50,
  partSigned: 51,
  done: 60,
  settled: 70,
  cancelled: 91,
  voided: 92,
}

export interface MissionFacts {
  /** Why the chosen vehicle or driver may not go, looked up by the server. */
  gap: string | null
  /** Consignments not scanned on board. */
  unloaded: number
  /** Consignments on board. */
  aboard: number
  /** Sheets not billed. */
  openSheets: number
}

const reason = f.text('原因', { required: true, maxLength: 200 })

export const missionActions = defineActions(mission, facts<MissionFacts>(), {
  assign: {
    label: '派车',
    from: ['draft', 'open', 'refused'],
    to: 'offered',
    tone: 'primary',
    input: {
      carrier: f.ref('承运商', 'carrier', { filter: { status: 'active' } }),
      vehicle: f.ref('车辆', 'vehicle'),
      driver: f.ref('司机', 'driver', { filter: { audit: 'verified' } }),
      coDriver: f.ref('副驾', 'driver', { filter: { audit: 'verified' } }),
      trailer: f.ref('挂车', 'vehicle'),
    },
    checkInput: (i) =>
      !i['carrier'] && !(i['vehicle'] && i['driver'])
        ? '请选择承运商，或同时选择车辆和司机'
        : i['driver'] && i['driver'] === i['coDriver']
          ? '副驾不能与司机是同一人，请选择另一位'
          : null,
  },
  accept: {
    label: '接单',
    from: ['offered'],
    to: 'toLoad',
    tone: 'primary',
    refuse: (m, at) => (m.acceptBy !== null && m.acceptBy < at.now ? '接单已超时' : null),
    confirm: '接单后任务转为「待装货」，须按计划时间执行。确认接单？',
  },
  refuse: { label: '拒单', from: ['offered'], to: 'refused', tone: 'danger', input: { reason } },
  expire: { label: '接单超时', from: ['offered'], to: 'refused', internal: true },
  load: {
    label: '装货完成',
    from: ['toLoad'],
    to: 'toDepart',
    tone: 'primary',
    refuse: (m) => (m.vehicle === null || m.driver === null ? '请先填写车辆和司机' : null),
    input: {
      all: f.flag('全部装齐', { hint: '未逐票扫描时选择；没装上的请填短装原因，留给下一趟' }),
      sealNos: f.text('铅封号', { maxLength: 200 }),
      shortReason: f.text('短装原因', { maxLength: 200 }),
    },
    checkInput: (i, m) => (m.unloaded > 0 && !i['all'] && !i['shortReason'] ? `还有 ${m.unloaded} 票未扫描` : null),
  },
  depart: {
    label: '发车',
    from: ['toDepart', 'toLoad'],
    to: 'running',
    tone: 'primary',
    refuse: (m) =>
      m.vehicle === null || m.driver === null ? '请先填写车辆和司机' : m.status === 'toLoad' && !m.noLoading ? '请先完成装货' : m.gap,
    input: { at: f.instant('发车时间', { hint: '不填为现在' }) },
  },
  suspend: { label: '挂起', from: ['running'], to: 'suspended', tone: 'danger', input: { reason } },
  resume: { label: '恢复', from: ['suspended'], to: 'running', confirm: '恢复后任务转为「运输中」，继续按计划执行。确认恢复？' },
  transfer: {
    label: '换车换人',
    from: ['toLoad', 'toDepart', 'running', 'suspended'],
    input: {
      vehicle: f.ref('新车辆', 'vehicle', { required: true }),
      driver: f.ref('新司机', 'driver', { required: true, filter: { audit: 'verified' } }),
      reason,
    },
  },
  addTo: {
    label: '加配送单',
    from: ['draft', 'open', 'refused', 'offered', 'toLoad'],
    input: {
      consignments: f.refs('配送单', 'consignment', { required: true, filter: { status: ['unassigned', 'redeliver', 'atHub'] } }),
    },
  },
  takeOff: {
    label: '减配送单',
    from: ['draft', 'open', 'refused', 'offered', 'toLoad'],
    tone: 'danger',
    input: { consignment: f.ref('配送单', 'consignment', { required: true, filter: { status: ['loadedPlan', 'toPick'] } }) },
  },
  report: {
    label: '登记到离',
    from: ['toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned'],
    input: {
      seq: f.int('站序', { required: true, min: 0, hint: '见「站点」页签' }),
      event: f.choice(
        '事件',
        { arrive: '到达', startWork: '开始作业', endWork: '结束作业', leave: '离开', skip: '跳过' },
        { required: true, default: 'arrive' },
      ),
      at: f.instant('发生时间', { required: true }),
      note: f.text('说明', { maxLength: 200 }),
    },
    checkInput: (i) => (i['event'] === 'skip' && !i['note'] ? '跳过站点请填写说明' : null),
  },
  odometer: {
    label: '登记里程表',
    from: ['toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned', 'done'],
    input: {
      odometerFrom: f.decimal('发车里程表', 1, { min: 0, max: 9_999_999, unit: 'km' }),
      odometerTo: f.decimal('收车里程表', 1, { min: 0, max: 9_999_999, unit: 'km', hint: '车辆没有轨迹时，实际里程按里程表计' }),
    },
    checkInput: (i, m) => {
      const from = Number(i['odometerFrom'] ?? m.odometerFrom ?? 0)
      const to = i['odometerTo'] ?? m.odometerTo
      if (i['odometerFrom'] == null && i['odometerTo'] == null) return '请填写里程表读数'
      return to != null && Number(to) < from ? '收车里程表不能小于发车里程表' : null
    },
  },
  arriveLast: { label: '到达', from: ['running'], to: 'arrived', internal: true },
  follow: { label: '状态更新', from: ['arrived', 'partSigned', 'running'], internal: true },
  /** Nothing is on board any more; receipts are still to come. Vehicle and driver are free. */
  emptied: { label: '卸完', from: ['running', 'arrived', 'partSigned'], internal: true },
  finish: { label: '完成', from: ['arrived', 'partSigned', 'running'], to: 'done', internal: true },
  settle: {
    label: '结算',
    from: ['done'],
    to: 'settled',
    bulk: true,
    refuse: (m) => (m.openSheets ? `${m.openSheets} 张费用单未确认` : null),
    confirm: '结算后任务不能再改费用。费用都已出账，确认结算？',
  },
  cancel: {
    label: '取消',
    from: ['draft', 'open', 'offered', 'refused', 'toLoad', 'toDepart'],
    to: 'cancelled',
    tone: 'danger',
    input: { reason },
  },
  void: {
    label: '作废',
    from: ['running', 'suspended', 'arrived', 'partSigned', 'done'],
    to: 'voided',
    tone: 'danger',
    refuse: (m) => (m.aboard ? '货物仍在车上' : null),
    input: { reason },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    mission: RowOf<typeof mission>
  }
  interface ActionsOf {
    mission: typeof missionActions
  }
}
