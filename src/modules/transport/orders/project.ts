/** 项目 and 订单模式 (transport.md §2.5): what was agreed with a customer, and what an order of a kind has to have. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const project = defineEntity({
  name: 'project',
  label: '项目',
  right: 'projectList',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name', 'code'],
  fields: {
    code: f.text('项目编码', { required: true, format: 'code', maxLength: 40, unique: '该项目编码已存在' }),
    name: f.text('项目名称', { required: true, maxLength: 80, unique: '该项目名称已存在' }),
    status: f.state(
      '状态',
      { draft: '草稿', approving: '待审批', active: '进行中', paused: '已暂停', ended: '已结束', terminated: '已终止' },
      'draft',
    ),
    customer: f.ref('客户', 'lessee', { required: true, filter: { status: 'normal' } }),
    contract: f.ref('关联合同', 'contract', { within: { lessee: 'customer' } }),
    contractFiles: f.files('合同文件', { maxCount: 9 }),
    manager: f.ref('项目经理', 'user'),
    dispatchers: f.refs('调度员', 'user'),
    cities: f.text('城市', { maxLength: 100 }),
    from: f.day('开始日期', { required: true }),
    to: f.day('结束日期', { required: true }),
    models: f.refs('订单模式', 'orderModel', { filter: { status: 'active' } }),
    receivableRules: f.refs('应收规则', 'rateRule', { filter: { direction: 'receivable' } }),
    payableRules: f.refs('应付规则', 'rateRule', { filter: { direction: 'payable' } }),
    lines: f.refs('线路', 'goodsRoute', { filter: { status: 'active' } }),
    quota: f.lines('运力配额', {
      vehicleClass: f.dict('车型', 'vehicleCategory', { required: true }),
      count: f.int('数量', { required: true, default: 1, min: 1, max: 1000 }),
    }),
    onTimeBp: f.rate('准时率要求', { required: true, default: 9500, min: 0, max: 10_000 }),
    earlyMin: f.int('可早到', { required: true, default: 60, min: 0, max: 1440, unit: '分钟' }),
    lateMin: f.int('可晚到', { required: true, default: 15, min: 0, max: 1440, unit: '分钟' }),
    receiptDays: f.int('回单期限', { required: true, default: 7, min: 0, max: 90, unit: '天' }),
    volumeFactor: f.int('抛重系数', { required: true, default: 333, min: 1, max: 2000, unit: 'kg/m³' }),
    insureBp: f.rate('保价费率', { required: true, default: 0, min: 0, max: 1000 }),
    tempPolicy: f.ref('温控标准', 'temperaturePolicy'),
    store: f.ref('门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    decidedBy: f.ref('审批人', 'user', { readOnly: true }),
    decidedAt: f.instant('审批时间', { readOnly: true }),
    rejectReason: f.text('驳回原因', { readOnly: true, maxLength: 200 }),
    remark: f.note('备注', { maxLength: 500, quick: true }),
  },
  check: (v) => (v.to < v.from ? { at: 'to', reason: '结束日期不能早于开始日期' } : null),
  list: {
    columns: ['code', 'name', 'status', 'customer', 'manager', 'from', 'to', 'cities', 'store', 'remark'],
    filters: ['code', 'name', 'status', 'customer', 'manager', 'from', 'to', 'store'],
    sort: '-createdAt',
    quick: { 进行中: { status: 'active' }, 待审批: { status: 'approving' }, 已暂停: { status: 'paused' }, 已结束: { status: 'ended' } },
  },
  form: {
    基本信息: ['code', 'name', 'customer', 'contract', 'contractFiles', 'from', 'to', 'cities', 'store'],
    人员与运力: ['manager', 'dispatchers', 'lines', 'quota'],
    模式与价格: ['models', 'receivableRules', 'payableRules', 'volumeFactor', 'insureBp'],
    服务标准: ['onTimeBp', 'earlyMin', 'lateMin', 'receiptDays', 'tempPolicy'],
    其他: ['decidedBy', 'decidedAt', 'rejectReason', 'remark'],
  },
  children: [
    { entity: 'transportOrder', by: 'project', label: '运输订单' },
    { entity: 'mission', by: 'project', label: '任务' },
    { entity: 'recurringRule', by: 'project', label: '周期订单' },
  ],
})

const reason = (label: string) => ({ reason: f.text(label, { required: true, maxLength: 200 }) })
export const projectActions = defineActions(project, facts<{ openOrders: number }>(), {
  submit: {
    label: '提交',
    from: ['draft'],
    to: 'approving',
    tone: 'primary',
    refuse: (p) =>
      (p.models ?? []).length === 0 ? '请至少选择一个订单模式' : (p.receivableRules ?? []).length === 0 ? '请至少选择一条应收规则' : null,
    confirm: '提交后由另一位同事审批，通过后才能下单。确认提交？',
  },
  pass: {
    label: '审批通过',
    from: ['approving'],
    to: 'active',
    tone: 'primary',
    confirm: '通过后项目转为「进行中」，可以下单。确认通过？',
  },
  reject: { label: '驳回', from: ['approving'], to: 'draft', tone: 'danger', input: reason('驳回原因') },
  pause: { label: '暂停', from: ['active'], to: 'paused', tone: 'danger', input: reason('暂停原因') },
  resume: { label: '恢复', from: ['paused'], to: 'active', confirm: '恢复后该项目可以重新下单。确认恢复？' },
  end: {
    label: '结束',
    from: ['active', 'paused'],
    to: 'ended',
    refuse: (p) => (p.openOrders ? `尚有 ${p.openOrders} 张未完成订单` : null),
    confirm: '结束后不能再下单。确认结束？',
  },
  terminate: { label: '终止', from: ['active', 'paused'], to: 'terminated', tone: 'danger', input: reason('终止原因') },
})

const STEP_KINDS = { arriveLoad: '到达装货', load: '装货完成', depart: '发车', arrive: '到达', sign: '签收', receipt: '回单' }

export const orderModel = defineEntity({
  name: 'orderModel',
  label: '订单模式',
  right: 'orderModelList',
  title: ['name'],
  search: ['name'],
  fields: {
    name: f.text('名称', { required: true, maxLength: 60 }),
    status: f.state('状态', { draft: '草稿', active: '启用', disabled: '停用' }, 'draft'),
    number: f.int('版本号', { readOnly: true, default: 1, min: 1 }),
    base: f.choice('基础类型', { full: '整车', shared: '拼车', city: '城配', charter: '包车' }, { required: true, default: 'city' }),
    fields: f.lines('订单字段', {
      name: f.choice(
        '字段',
        {
          outerNo: '外部单号',
          vehicleClass: '车型要求',
          declared: '声明价值',
          cod: '代收货款',
          tempPolicy: '温控标准',
          dropWindow: '送货时段',
          remark: '备注',
        },
        { required: true },
      ),
      required: f.flag('必填'),
      driverSees: f.flag('司机可见', { default: true }),
    }),
    steps: f.lines('作业步骤', {
      step: f.choice('步骤', STEP_KINDS, { required: true }),
      required: f.flag('必做', { default: true }),
      photoMin: f.int('照片至少', { required: true, default: 0, min: 0, max: 9, unit: '张' }),
      geofence: f.choice('围栏', { off: '不校验', warn: '提醒', block: '禁止' }, { required: true, default: 'warn' }),
      temperature: f.flag('校验温度'),
    }),
    checks: f.lines('出车检查项', {
      item: f.text('检查项', { required: true, maxLength: 60 }),
      must: f.flag('必须合格', { default: true }),
    }),
    signTypes: f.text('签收方式', { maxLength: 60 }),
    cutoff: f.text('截单时间', { maxLength: 5 }),
    leadH: f.int('提前生成', { required: true, default: 24, min: 1, max: 168, unit: '小时' }),
    acceptMin: f.int('接单时限', { required: true, default: 30, min: 5, max: 720, unit: '分钟' }),
    autoAccept: f.flag('免接单'),
    askFirst: f.flag('接口订单先确认'),
    receiptPaper: f.choice('回单', { none: '无', electronic: '电子', paper: '纸质' }, { required: true, default: 'electronic' }),
    podReview: f.choice('签收复核', { all: '全部', odd: '异常', none: '不复核' }, { required: true, default: 'odd' }),
    receivableBasis: f.choice('应收计价日', { order: '下单日', load: '装货日', sign: '签收日' }, { required: true, default: 'order' }),
    payableBasis: f.choice('应付计价日', { order: '下单日', load: '装货日', sign: '签收日' }, { required: true, default: 'order' }),
    softWindow: f.flag('时间窗可超'),
    lateFenPerMin: f.money('迟到每分钟', { required: true, default: 0, min: 0 }),
    lifo: f.flag('后装先卸'),
    driverUnloads: f.flag('司机卸货', { default: true }),
    remark: f.note('备注', { maxLength: 300, quick: true }),
  },
  unique: [{ fields: ['name', 'number'], message: '该名称已有此版本' }],
  check: (v) => (v.cutoff && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(v.cutoff) ? { at: 'cutoff', reason: '截单时间请按 17:30 填写' } : null),
  list: {
    columns: ['name', 'status', 'number', 'base', 'acceptMin', 'receiptPaper', 'podReview', 'receivableBasis', 'payableBasis', 'remark'],
    filters: ['name', 'status', 'base', 'receiptPaper'],
    sort: 'name,-number',
    quick: { 启用: { status: 'active' }, 草稿: { status: 'draft' }, 停用: { status: 'disabled' } },
  },
  form: {
    模式: ['name', 'base', 'cutoff', 'leadH', 'acceptMin', 'autoAccept', 'askFirst'],
    字段与步骤: ['fields', 'steps', 'checks', 'signTypes', 'receiptPaper', 'podReview'],
    计价: ['receivableBasis', 'payableBasis'],
    调度: ['softWindow', 'lateFenPerMin', 'lifo', 'driverUnloads'],
    其他: ['number', 'remark'],
  },
})
export const orderModelActions = defineActions(orderModel, {
  publish: {
    label: '启用',
    from: ['draft'],
    to: 'active',
    tone: 'primary',
    refuse: (m) => ((m.steps ?? []).some((s) => s.step === 'sign') ? null : '作业步骤中至少要有「签收」'),
    confirm: '启用后不能再修改，要改请新建版本。确认启用？',
  },
  newVersion: { label: '新建版本', from: ['active', 'disabled'], confirm: '以当前内容新建草稿版本？' },
  disable: {
    label: '停用',
    from: ['active'],
    to: 'disabled',
    tone: 'danger',
    confirm: '停用后不能再下单，执行中的订单不受影响。确认停用？',
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    project: RowOf<typeof project>
    orderModel: RowOf<typeof orderModel>
  }
  interface ActionsOf {
    project: typeof projectActions
    orderModel: typeof orderModelActions
  }
}
