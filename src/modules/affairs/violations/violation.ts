/** 违章规则, 违章, 车辆违章, 违章查询 (affairs.md §2.5). */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { whyNotDispose, whyNotTransfer } from './violation.rules.ts'

const POINTS = { 0: '0 分', 1: '1 分', 3: '3 分', 6: '6 分', 9: '9 分', 12: '12 分' } as const

export const violationCode = defineEntity({
  name: 'violationCode',
  label: '违章规则',
  right: 'violationRules',
  title: ['code', 'behaviour'],
  search: ['code', 'behaviour'],
  fields: {
    code: f.text('违法代码', { required: true, maxLength: 5, hint: 'GA/T 408 的 4 位代码，可带 1 位地方扩展' }),
    behaviour: f.text('违法行为', { required: true, maxLength: 100 }),
    points: f.choice('记分', POINTS, { required: true, default: '0' }),
    fine: f.money('罚款', { required: true, min: 0, default: 0 }),
    city: f.text('适用城市', { maxLength: 20, hint: '不填则适用全国；各地罚款不同时分别登记' }),
    serviceFee: f.money('代办服务费', { required: true, min: 0, default: 0 }),
    severe: f.flag('严重违法'),
    effectiveOn: f.day('施行日期', { required: true }),
    source: f.text('依据', { maxLength: 200 }),
  },
  check: (v) => (v.code && !/^\d{4,5}$/.test(v.code) ? { at: 'code', reason: '违法代码为 4 位或 5 位数字' } : null),
  unique: [{ fields: ['code', 'city', 'effectiveOn'], message: '该代码在此城市已有同日施行的规则' }],
  list: {
    columns: ['code', 'behaviour', 'points', 'fine', 'city', 'serviceFee', 'severe', 'effectiveOn', 'source'],
    filters: ['code', 'behaviour', 'points', 'city', 'severe'],
    sort: 'code',
  },
  form: { 规则: ['code', 'behaviour', 'points', 'fine', 'city', 'serviceFee', 'severe', 'effectiveOn', 'source'] },
})

const SURENESS = { sure: '确定', likely: '较可靠', weak: '待核实', none: '无法认定' }
const HOLDERS = { lessee: '承租人', driver: '司机', company: '公司', unknown: '待认领' }
export const OPEN_STATES = ['toClaim', 'toHandle', 'notified', 'handling', 'transferring', 'appealing'] as const

export const violation = defineEntity({
  name: 'violation',
  label: '违章',
  right: 'breRegulationsL',
  // Of no vehicle yet, it is for everybody who deals with violations to claim.
  scope: { store: 'store?' },
  title: ['no'],
  search: ['no', 'plateNo', 'recordNo', 'behaviour'],
  fields: {
    no: f.serial('违章编号', 'WZ{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      {
        toClaim: '待认领',
        toHandle: '待处理',
        notified: '已通知',
        handling: '处理中',
        transferring: '转移中',
        transferred: '已转移',
        handled: '已处理',
        appealing: '申诉中',
        cancelled: '已撤销',
      },
      'toClaim',
    ),
    plateNo: f.text('车牌号', { required: true, fixed: true, maxLength: 12 }),
    occurredAt: f.instant('违法时间', { required: true, fixed: true }),
    place: f.text('违法地点', { maxLength: 200 }),
    city: f.text('城市', { maxLength: 20 }),
    code: f.text('违法代码', { maxLength: 5, hint: '4 位或 5 位数字；没有代码的记为 0000' }),
    // Two of one moment that are not one: without a code, or on a day without a time (decision 0098).
    part: f.int('同时序号', { required: true, readOnly: true, internal: true, default: 1, min: 1 }),
    behaviour: f.text('违法行为', { maxLength: 200 }),
    points: f.int('记分', { min: 0, max: 12, hint: '不填则按违章规则' }),
    fine: f.money('罚款', { min: 0, hint: '不填则按违章规则' }),
    serviceFee: f.money('代办服务费', { readOnly: true }),
    recordNo: f.text('文书编号', { maxLength: 40, unique: '该文书编号已登记' }),
    dueOn: f.day('处理期限'),
    surcharge: f.money('加处罚款', { readOnly: true, default: 0 }),
    source: f.choice(
      '来源',
      { import: '导入', manual: '人工登记', api: '接口查询', notice: '通知书' },
      { required: true, readOnly: true, default: 'manual' },
    ),
    vehicle: f.ref('车辆', 'vehicle', { readOnly: true }),
    holderKind: f.choice('责任方', HOLDERS, { required: true, readOnly: true, default: 'unknown' }),
    lessee: f.ref('承租人', 'lessee', { readOnly: true }),
    lease: f.ref('租约', 'lease', { readOnly: true }),
    driver: f.ref('司机', 'driver', { readOnly: true }),
    mission: f.ref('任务单', 'mission', { readOnly: true }),
    sure: f.choice('责任认定', SURENESS, { readOnly: true }),
    driverName: f.text('驾驶人', { maxLength: 40, hint: '记分只能由实际驾驶人处理' }),
    firstLicenceOn: f.day('驾驶人初次领证日', { hint: '记分周期从这一天起每 12 个月' }),
    why: f.text('归责依据', { readOnly: true, maxLength: 300 }),
    near: f.flag('临近交接，待确认', { readOnly: true }),
    pinned: f.flag('人工认定', { readOnly: true }),
    way: f.choice('处理方式', { self: '自行处理', agent: '代办', company: '公司处理' }, { readOnly: true }),
    decidedOn: f.day('处理日期', { readOnly: true }),
    decisionNo: f.text('决定书编号', { readOnly: true, maxLength: 40 }),
    paidBy: f.choice('缴款方', { lessee: '承租人', driver: '司机', company: '公司' }, { readOnly: true }),
    receipts: f.files('缴款凭证', { readOnly: true, maxCount: 6 }),
    transferOn: f.day('转移申请日', { readOnly: true }),
    transferNo: f.text('转移受理号', { readOnly: true, maxLength: 40 }),
    incidental: f.ref('杂费单', 'incidental', { readOnly: true }),
    deduction: f.ref('司机扣款', 'deduction', { readOnly: true }),
    deposit: f.money('已从违章押金扣', { readOnly: true, default: 0 }),
    billed: f.money('已计入客户的罚款', { readOnly: true, default: 0 }),
    notifiedAt: f.instant('通知时间', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  unique: [{ fields: ['plateNo', 'occurredAt', 'code', 'part'], message: '该违章已登记' }],
  list: {
    columns: [
      'no',
      'status',
      'plateNo',
      'occurredAt',
      'behaviour',
      'fine',
      'points',
      'surcharge',
      'holderKind',
      'lessee',
      'driverName',
      'sure',
      'near',
      'dueOn',
      'place',
      'store',
    ],
    filters: [
      'no',
      'status',
      'vehicle',
      'plateNo',
      'occurredAt',
      'holderKind',
      'lessee',
      'lease',
      'driver',
      'sure',
      'near',
      'dueOn',
      'decidedOn',
      'source',
      'store',
    ],
    sort: '-occurredAt',
    totals: ['fine', 'points', 'surcharge'],
    totalsWithout: { status: ['cancelled'] },
    quick: {
      待认领: { status: 'toClaim' },
      待确认: { near: true },
      待处理: { status: 'toHandle' },
      已通知: { status: 'notified' },
      处理中: { status: ['handling', 'transferring', 'appealing'] },
      已处理: { status: ['handled', 'transferred'] },
    },
  },
  form: {
    违章: ['plateNo', 'occurredAt', 'place', 'city', 'code', 'behaviour', 'points', 'fine', 'recordNo', 'dueOn', 'source'],
    责任方: [
      'holderKind',
      'vehicle',
      'lessee',
      'lease',
      'driver',
      'mission',
      'driverName',
      'firstLicenceOn',
      'why',
      'sure',
      'near',
      'pinned',
    ],
    处理: [
      'way',
      'decidedOn',
      'decisionNo',
      'paidBy',
      'receipts',
      'surcharge',
      'serviceFee',
      'incidental',
      'deduction',
      'billed',
      'deposit',
      'transferOn',
      'transferNo',
      'notifiedAt',
    ],
    其他: ['remark', 'store'],
  },
  indexes: [
    ['vehicle', 'status'],
    ['lease', 'status'],
  ],
})

export interface ViolationFacts {
  /** Last day of the contract of the lease; null while it runs. */
  leaseEnd: Day | null
  lesseeMobile: string | null
  /** The fee is on a bill that has been paid. */
  billPaid: boolean
}
const reason = (label = '原因') => ({ reason: f.text(label, { required: true, maxLength: 200 }) })
const right = 'violationDispose_dispose'

/** Two clerks at one violation: the second is told what the first began. */
const inHand = (v: { status: string }): string | null => (v.status === 'handling' ? '该违章已在处理中' : null)

export const violationActions = defineActions(violation, facts<ViolationFacts>(), {
  claim: {
    label: '认领',
    from: ['toClaim', 'toHandle', 'notified'],
    to: 'toHandle',
    input: {
      holderKind: f.choice('责任方', { lessee: '承租人', driver: '司机', company: '公司' }, { required: true }),
      lessee: f.ref('承租人', 'lessee', { when: (v) => v['holderKind'] === 'lessee' }),
      driver: f.ref('司机', 'driver', { when: (v) => v['holderKind'] === 'driver' }),
      driverName: f.text('驾驶人', { maxLength: 40, hint: '没有登记为司机的填写姓名' }),
      ...reason('依据'),
    },
    checkInput: (i) =>
      i['holderKind'] === 'lessee' && !i['lessee']
        ? '请选择承租人'
        : i['holderKind'] === 'driver' && !i['driverName'] && !i['driver']
          ? '请填写驾驶人'
          : null,
  },
  confirmHolder: {
    label: '确认责任方',
    from: ['toHandle', 'notified'],
    refuse: (v) => (v.near || v.sure === 'weak' ? null : '责任方已确定'),
    confirm: '违法时间临近交接，或记录不足以确定。已核对交接单与任务记录，确认责任方无误？',
  },
  notify: {
    label: '通知',
    from: ['toHandle'],
    to: 'notified',
    tone: 'primary',
    bulk: true,
    refuse: (v) =>
      v.holderKind === 'lessee' && !v.lesseeMobile ? '承租人没有手机号' : v.near || v.sure === 'weak' ? '请先确认责任方' : null,
    confirm: '把违法时间、地点、罚款、记分与处理期限发给责任方，违章转为「已通知」。确认通知？',
  },
  /** One form: whose it is, who deals with it, what it costs whom and until when. */
  dispose: {
    label: '处理',
    from: ['toHandle', 'notified'],
    to: 'handling',
    tone: 'primary',
    right,
    refuse: (v) => (v.near ? '请先确认责任方' : null),
    elsewhere: inHand,
    input: {
      bearer: f.choice('责任方', { lessee: '承租人', driver: '司机', company: '公司' }, { hint: '不填则按归责结果；改为他人须写明依据' }),
      toLessee: f.ref('承租人', 'lessee', { when: (v) => v['bearer'] === 'lessee' }),
      toDriver: f.ref('司机', 'driver', { when: (v) => v['bearer'] === 'driver' }),
      reason: f.text('改责任方的依据', { maxLength: 200, when: (v) => Boolean(v['bearer']) }),
      driverName: f.text('驾驶人', { maxLength: 40, hint: '有记分时须由本人处理' }),
      way: f.choice(
        '处理方式',
        { self: '责任方自行处理', agent: '代办（缴款与手续）', company: '公司承担' },
        { required: true, default: 'self' },
      ),
      collect: f.choice(
        '收款方式',
        { bill: '生成杂费单，由人出账', deposit: '从违章押金扣' },
        {
          required: true,
          default: 'bill',
          when: (v) => v['way'] === 'agent' && v['bearer'] !== 'driver',
          hint: '司机的部分生成司机扣款，从运费中扣',
        },
      ),
      serviceFee: f.money('代办服务费', { min: 0, when: (v) => v['way'] === 'agent', hint: '不填则按违章规则' }),
      points: f.int('记分', { min: 0, max: 12, hint: '不填则不变' }),
      dueOn: f.day('处理期限', { hint: '不填则不变；没有时按通知期限' }),
      remark: f.text('说明', { maxLength: 200 }),
    },
    checkInput: (i, v) => whyNotDispose(i, v),
  },
  /** The company bears what was the lessee's; may be held for approval (scene 23). */
  waive: {
    label: '公司承担承租人罚款',
    from: ['toHandle', 'notified'],
    to: 'handling',
    tone: 'danger',
    right: 'violationDispose_waive',
    refuse: (v) => (v.holderKind === 'lessee' ? null : '责任方不是承租人，请用「处理」'),
    elsewhere: inHand,
    input: reason(),
  },
  transfer: {
    label: '转移',
    from: ['toHandle', 'notified'],
    to: 'transferring',
    right: 'violationDispose_transfer',
    refuse: (v, m) => (v.holderKind !== 'lessee' ? '只有承租人的违章可以转移' : whyNotTransfer(v.leaseEnd, m.today)),
    input: { transferOn: f.day('申请日期', { required: true }), transferNo: f.text('受理号', { maxLength: 40 }) },
    done: '已登记转移申请：24 小时内告知承租人，承租人 5 个工作日内可以申诉',
  },
  accepted: {
    label: '转移成功',
    from: ['transferring'],
    to: 'transferred',
    tone: 'primary',
    right: 'violationDispose_transfer',
    input: { transferNo: f.text('受理号', { maxLength: 40 }) },
  },
  appealUpheld: { label: '承租人申诉成立', from: ['transferring'], to: 'notified', right: 'violationDispose_transfer', input: reason() },
  handle: {
    label: '已处理',
    from: ['handling', 'notified'],
    to: 'handled',
    tone: 'primary',
    right: 'violationDispose_handle',
    input: {
      decidedOn: f.day('处理日期', { required: true }),
      decisionNo: f.text('决定书编号', { maxLength: 40 }),
      paidBy: f.choice('缴款方', { lessee: '承租人', driver: '司机', company: '公司' }, { required: true, default: 'lessee' }),
      receipts: f.files('缴款凭证', { maxCount: 6 }),
      driverName: f.text('接受记分的驾驶人', { maxLength: 40 }),
    },
    checkInput: (i, v) =>
      !(i['receipts'] as unknown[] | null)?.length && (v.fine ?? 0) > 0
        ? '请上传缴款凭证'
        : (v.points ?? 0) > 0 && !i['driverName'] && !v.driverName
          ? '有记分的违章请填写接受记分的驾驶人'
          : null,
  },
  appeal: { label: '申诉', from: ['toHandle', 'notified', 'handling'], to: 'appealing', right, input: reason('申诉理由') },
  uphold: { label: '申诉成立，撤销', from: ['appealing'], to: 'cancelled', right, input: reason('结果') },
  dismiss: { label: '申诉不成立', from: ['appealing'], to: 'toHandle', right, input: reason('结果') },
  reopen: {
    label: '重新打开',
    from: ['handled'],
    to: 'toHandle',
    tone: 'danger',
    right: 'violationDispose_reopen',
    refuse: (v) => (v.billPaid ? '已收款，请先冲销' : null),
    input: reason(),
  },
  rematch: { label: '重新归责', from: ['toClaim', 'toHandle', 'notified'], confirm: '按现在的交接记录重新认定责任方？人工认定的不变。' },
  follow: { label: '系统更新', from: 'any', internal: true },
  markHandled: {
    label: '计为已处理',
    from: 'any',
    to: 'handled',
    internal: true,
    // A sheet may say that it is handled and not when.
    input: { decidedOn: f.day('处理日期') },
  },
  markTransferred: { label: '计为已转移', from: 'any', to: 'transferred', internal: true },
  markCancelled: { label: '计为已撤销', from: 'any', to: 'cancelled', internal: true },
  markOpen: { label: '计为待处理', from: 'any', to: 'toHandle', internal: true },
})

/** Sums of one vehicle, so that the list opens at once. Made anew whenever one of its violations moves. */
export const vehicleViolation = defineEntity({
  name: 'vehicleViolation',
  label: '车辆违章',
  right: 'vehicleVioList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['vehicle'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true, unique: true, onDelete: 'cascade' }),
    total: f.int('违章数', { required: true, default: 0 }),
    open: f.int('未处理', { required: true, default: 0 }),
    fine: f.money('罚款', { required: true, default: 0 }),
    openFine: f.money('未处理罚款', { required: true, default: 0 }),
    points: f.int('记分', { required: true, default: 0 }),
    openPoints: f.int('未处理记分', { required: true, default: 0 }),
    surcharge: f.money('加处罚款', { required: true, default: 0 }),
    lastAt: f.instant('最近一次'),
    queriedAt: f.instant('最近查询'),
    store: f.ref('门店', 'store'),
  },
  list: {
    columns: ['vehicle', 'open', 'openFine', 'openPoints', 'surcharge', 'total', 'fine', 'points', 'lastAt', 'queriedAt', 'store'],
    filters: ['vehicle', 'open', 'openFine', 'lastAt', 'queriedAt', 'store'],
    sort: '-open,-openFine',
    totals: ['total', 'open', 'fine', 'openFine', 'points', 'surcharge'],
    quick: { 有未处理: { open: { from: 1 } } },
  },
  form: { 合计: ['vehicle', 'open', 'openFine', 'openPoints', 'surcharge', 'total', 'fine', 'points', 'lastAt', 'queriedAt', 'store'] },
})

/** That somebody looked, when, and how much there was: «none» is a fact with its time. */
export const violationQuery = defineEntity({
  name: 'violationQuery',
  label: '违章查询记录',
  right: 'vehicleVioList',
  scope: { store: 'store' },
  writes: 'append',
  title: ['vehicle', 'queriedAt'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true, onDelete: 'cascade' }),
    queriedAt: f.instant('查询时间', { required: true }),
    found: f.int('查到', { required: true, min: 0, max: 10_000, default: 0, unit: '条' }),
    source: f.choice(
      '途径',
      { manual: '人工查询', import: '导入', api: '接口查询' },
      { required: true, default: 'manual', readOnly: true },
    ),
    note: f.text('说明', { maxLength: 200 }),
    store: f.ref('门店', 'store', { readOnly: true }),
  },
  list: {
    columns: ['vehicle', 'queriedAt', 'found', 'source', 'note', 'store'],
    filters: ['vehicle', 'queriedAt', 'source', 'store'],
    sort: '-queriedAt',
  },
  form: { 查询: ['vehicle', 'queriedAt', 'found', 'note', 'source', 'store'] },
  indexes: [['vehicle', 'queriedAt']],
})

declare module '#kit/entity/tables.ts' {
  interface ActionsOf {
    violation: typeof violationActions
  }
  interface Tables {
    violationCode: RowOf<typeof violationCode>
    violation: RowOf<typeof violation>
    vehicleViolation: RowOf<typeof vehicleViolation>
    violationQuery: RowOf<typeof violationQuery>
  }
}
