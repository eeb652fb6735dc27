/** 保养方案, 保养状态, 维保单 (affairs.md §2.2). */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const interval = {
  item: f.dict('项目', 'upkeepItem', { required: true }),
  everyKm: f.int('每', { unit: 'km', min: 1, max: 1_000_000 }),
  everyDays: f.int('每', { unit: '天', min: 1, max: 3650 }),
  everyHours: f.int('每', { unit: '发动机小时', min: 1, max: 100_000 }),
  leadKm: f.int('提前', { required: true, unit: 'km', min: 0, max: 100_000, default: 500 }),
  leadDays: f.int('提前', { required: true, unit: '天', min: 0, max: 365, default: 15 }),
  leadHours: f.int('提前', { required: true, unit: '小时', min: 0, max: 10_000, default: 20 }),
  firstKm: f.int('首次', { unit: 'km', min: 1, max: 1_000_000 }),
  firstDays: f.int('首次', { unit: '天', min: 1, max: 3650 }),
}

const upkeepPlan = defineEntity({
  name: 'upkeepPlan',
  label: '保养方案',
  right: 'upkeepPlanList',
  title: ['name'],
  search: ['name'],
  fields: {
    name: f.text('方案名称', { required: true, unique: '该方案名称已存在', maxLength: 60 }),
    status: f.state('状态', { draft: '草稿', active: '启用', ended: '停用' }, 'draft'),
    models: f.refs('适用车型', 'vehicleModel'),
    vehicles: f.refs('适用车辆', 'vehicle', { hint: '指定车辆的方案优先于车型的方案' }),
    items: f.lines('项目与周期', interval, { required: true }),
    remark: f.note('说明', { maxLength: 300 }),
  },
  check: (v) => {
    if (!v.models?.length && !v.vehicles?.length) return { at: 'models', reason: '请选择适用车型或车辆' }
    if (!v.items?.length) return { at: 'items', reason: '请至少填写一个项目' }
    const empty = v.items.findIndex((i) => !i.everyKm && !i.everyDays && !i.everyHours)
    if (empty >= 0) return { at: 'items', reason: `第 ${empty + 1} 项请至少填写里程、天数、小时中的一个周期` }
    return new Set(v.items.map((i) => i.item)).size < v.items.length ? { at: 'items', reason: '同一项目只能填写一次' } : null
  },
  list: { columns: ['name', 'status', 'models', 'vehicles', 'remark'], filters: ['name', 'status'], sort: 'name' },
  form: { 方案: ['name', 'models', 'vehicles', 'remark'], 项目与周期: ['items'] },
})
export const upkeepPlanActions = defineActions(upkeepPlan, {
  activate: { label: '启用', from: ['draft', 'ended'], to: 'active', tone: 'primary', confirm: '启用后按方案计算各车辆的保养待办。确认？' },
  end: { label: '停用', from: ['active'], to: 'ended', confirm: '停用后不再计算该方案的保养待办。确认？' },
})

/** What was last done on a vehicle. One row a vehicle and item. */
export const upkeepState = defineEntity({
  name: 'upkeepState',
  label: '保养状态',
  right: 'upkeepStateList',
  scope: { store: 'store' },
  title: ['vehicle', 'item'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true, fixed: true, onDelete: 'cascade' }),
    item: f.dict('项目', 'upkeepItem', { required: true, fixed: true }),
    lastOn: f.day('上次日期', { required: true }),
    lastKm: f.decimal('上次里程', 1, { required: true, unit: 'km', min: 0, max: 5_000_000 }),
    lastHours: f.int('上次发动机小时', { unit: '小时', min: 0 }),
    upkeepOrder: f.ref('维保单', 'upkeepOrder', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
  },
  unique: [{ fields: ['vehicle', 'item'], message: '该车辆的此项目已有记录' }],
  list: {
    columns: ['vehicle', 'item', 'lastOn', 'lastKm', 'lastHours', 'upkeepOrder', 'store'],
    filters: ['vehicle', 'item', 'lastOn', 'store'],
    sort: 'vehicle,item',
  },
  form: { 上次保养: ['vehicle', 'item', 'lastOn', 'lastKm', 'lastHours', 'upkeepOrder', 'store'] },
})

const orderLines = {
  item: f.dict('项目', 'upkeepItem', { required: true }),
  part: f.text('配件', { maxLength: 60 }),
  qty: f.decimal('数量', 2, { required: true, min: -10_000, max: 10_000, default: 1 }),
  unit: f.text('单位', { maxLength: 10 }),
  price: f.money('单价', { required: true, each: true, min: 0, max: 100_000_000 }),
  labourHours: f.decimal('工时', 2, { required: true, min: -1000, max: 1000, default: 0 }),
  labourRate: f.money('工时单价', { required: true, each: true, min: 0, max: 10_000_000, default: 0 }),
  warrantyMonths: f.int('质保', { unit: '个月', min: 0, max: 120 }),
  warrantyKm: f.int('质保', { unit: 'km', min: 0, max: 1_000_000 }),
  oldPartBack: f.flag('旧件已回收'),
}

export const upkeepOrder = defineEntity({
  name: 'upkeepOrder',
  label: '维保单',
  right: 'upkeepList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'symptom', 'invoiceNo'],
  fields: {
    no: f.serial('维保单号', 'WB{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      {
        draft: '草稿',
        quoted: '待审批',
        rejected: '已驳回',
        toEnter: '待进厂',
        repairing: '维修中',
        waitingParts: '待配件',
        toAccept: '待验收',
        done: '已完成',
        settled: '已结算',
        cancelled: '已取消',
      },
      'draft',
    ),
    vehicle: f.ref('车辆', 'vehicle', { required: true, fixed: true, onDelete: 'cascade' }),
    kind: f.choice(
      '类型',
      { upkeep: '保养', repair: '维修', accident: '事故维修', tyre: '轮胎', refit: '改装', recall: '召回' },
      { required: true, fixed: true, default: 'upkeep' },
    ),
    shop: f.ref('维保门店', 'repairShop', { filter: { status: 'active' } }),
    symptom: f.note('故障或需求', { maxLength: 500 }),
    lines: f.lines('报价明细', orderLines),
    quote: f.money('报价', { readOnly: true, default: 0 }),
    approved: f.money('批准金额', { readOnly: true }),
    actual: f.money('实际金额', { readOnly: true }),
    overReason: f.text('高于价目的理由', { readOnly: true, maxLength: 200 }),
    payer: f.choice(
      '承担方',
      { company: '公司', lessee: '承租人', insurer: '保险公司', shopWarranty: '门店质保', driver: '司机' },
      { required: true, default: 'company' },
    ),
    lesseeShareBp: f.rate('承租人分担比例', { min: 0, max: 10_000, when: (v) => v['payer'] === 'lessee', default: 10_000 }),
    lease: f.ref('租约', 'lease', { readOnly: true }),
    lessee: f.ref('承租人', 'lessee', { readOnly: true }),
    claim: f.ref('出险', 'insuranceClaim', {
      filter: { status: ['reported', 'surveying', 'assessing', 'repairing', 'approving', 'paid'] },
      when: (v) => v['kind'] === 'accident',
    }),
    inAt: f.instant('进厂时间', { readOnly: true }),
    inKm: f.decimal('进厂里程', 1, { readOnly: true, unit: 'km' }),
    outAt: f.instant('完工时间', { readOnly: true }),
    outKm: f.decimal('出厂里程', 1, { readOnly: true, unit: 'km' }),
    downtimeHours: f.int('停运', { readOnly: true, unit: '小时' }),
    beforePhotos: f.files('维修前照片', { maxCount: 12 }),
    afterPhotos: f.files('维修后照片', { readOnly: true, maxCount: 12 }),
    invoiceNo: f.text('发票号码', { maxLength: 40 }),
    submittedBy: f.ref('提交人', 'user', { readOnly: true }),
    submittedAt: f.instant('提交时间', { readOnly: true }),
    rejectReason: f.text('驳回原因', { readOnly: true, maxLength: 200 }),
    acceptedOn: f.day('验收日期', { readOnly: true }),
    reworks: f.int('返工次数', { readOnly: true, default: 0 }),
    ofOrder: f.ref('冲减的维保单', 'upkeepOrder', {
      fixed: true,
      hint: '已结算的维保单只能用冲减单更正，明细数量填负数',
      filter: { status: 'settled' },
    }),
    payable: f.ref('应付账单', 'payableBill', { readOnly: true }),
    statement: f.ref('对账单', 'shopStatement', { readOnly: true }),
    incidental: f.ref('杂费单', 'incidental', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
  },
  list: {
    columns: [
      'no',
      'status',
      'vehicle',
      'kind',
      'shop',
      'quote',
      'approved',
      'actual',
      'payer',
      'inAt',
      'outAt',
      'downtimeHours',
      'lessee',
      'store',
    ],
    filters: ['no', 'status', 'vehicle', 'kind', 'shop', 'payer', 'inAt', 'acceptedOn', 'lessee', 'store'],
    sort: '-createdAt',
    totals: ['quote', 'actual'],
    totalsWithout: { status: ['cancelled'] },
    quick: {
      待审批: { status: 'quoted' },
      待进厂: { status: 'toEnter' },
      维修中: { status: ['repairing', 'waitingParts'] },
      待验收: { status: 'toAccept' },
      待结算: { status: 'done' },
    },
  },
  form: {
    维保: ['vehicle', 'kind', 'shop', 'symptom', 'payer', 'lesseeShareBp', 'claim', 'ofOrder', 'beforePhotos', 'invoiceNo'],
    报价明细: ['lines'],
    金额: ['quote', 'approved', 'actual', 'overReason'],
    进厂与完工: ['inAt', 'inKm', 'outAt', 'outKm', 'downtimeHours', 'afterPhotos', 'acceptedOn', 'reworks'],
    审批与结算: ['submittedBy', 'submittedAt', 'rejectReason', 'payable', 'statement', 'incidental', 'lease', 'lessee', 'store'],
  },
})

export interface UpkeepOrderFacts {
  shopStatus: string
  shopCycle: string
  needsInvoice: boolean
  photosAbove: number
}
const reason = (label = '原因') => ({ reason: f.text(label, { required: true, maxLength: 200 }) })

export const upkeepOrderActions = defineActions(upkeepOrder, facts<UpkeepOrderFacts>(), {
  submit: {
    label: '提交审批',
    money: 'quote',
    from: ['draft', 'rejected'],
    to: 'quoted',
    tone: 'primary',
    refuse: (o) =>
      o.lines?.length
        ? o.shop
          ? o.shopStatus === 'active'
            ? null
            : '该维保门店已暂停合作，请改选'
          : '请选择维保门店'
        : '请填写报价明细',
    input: { overReason: f.text('高于价目的理由', { maxLength: 200, hint: '报价高于门店价目时必填' }) },
  },
  pass: {
    label: '审批通过',
    money: 'quote',
    from: ['quoted'],
    to: 'toEnter',
    tone: 'primary',
    right: 'upkeepList_approve',
    secondPerson: { own: '登记人不能审批自己登记的维保单，请由另一位同事审批' },
    refuse: (o, m) => (o.submittedBy !== null && o.submittedBy === m.user.id ? '提交人不能审批自己的维保单' : null),
    confirm: '批准后维保单转为待进厂，实际金额超过批准的 110% 须重新审批。确认按报价批准？',
  },
  reject: { label: '驳回', from: ['quoted'], to: 'rejected', tone: 'danger', right: 'upkeepList_approve', input: reason('驳回原因') },
  enter: {
    label: '进厂',
    from: ['toEnter'],
    to: 'repairing',
    tone: 'primary',
    input: {
      at: f.instant('进厂时间', { required: true }),
      km: f.decimal('进厂里程', 1, { required: true, unit: 'km', min: 0, max: 5_000_000 }),
      beforePhotos: f.files('维修前照片', { maxCount: 12 }),
    },
  },
  wait: { label: '待配件', from: ['repairing'], to: 'waitingParts', input: reason('所缺配件') },
  goOn: { label: '继续维修', from: ['waitingParts'], to: 'repairing', confirm: '配件到齐后转回「维修中」。配件确已到齐，继续维修？' },
  finish: {
    label: '完工',
    from: ['repairing', 'waitingParts'],
    tone: 'primary',
    input: {
      at: f.instant('完工时间', { required: true }),
      km: f.decimal('出厂里程', 1, { required: true, unit: 'km', min: 0, max: 5_000_000 }),
      lines: f.lines('实际明细', orderLines, { required: true }),
      afterPhotos: f.files('维修后照片', { maxCount: 12 }),
    },
    done: '已登记；实际金额超过批准的 110% 时转回待审批',
  },
  rework: { label: '返工', from: ['toAccept'], to: 'repairing', tone: 'danger', right: 'upkeepList_accept', input: reason() },
  accept: {
    label: '验收',
    from: ['toAccept'],
    to: 'done',
    tone: 'primary',
    refuse: (o) =>
      (o.actual ?? 0) > o.photosAbove && !o.afterPhotos?.length
        ? '请上传维修后照片'
        : (o.actual ?? 0) > o.photosAbove && !o.beforePhotos?.length
          ? '请上传维修前照片'
          : null,
    confirm: '验收合格后，保养周期从本次里程和日期重新起算，车辆停用解除。确认？',
  },
  addPhotos: {
    label: '补传照片',
    from: ['toEnter', 'repairing', 'waitingParts', 'toAccept'],
    right: 'upkeepList_edit',
    input: { beforePhotos: f.files('维修前照片', { maxCount: 12 }), afterPhotos: f.files('维修后照片', { maxCount: 12 }) },
  },
  settle: {
    label: '结算',
    money: 'actual',
    from: ['done'],
    to: 'settled',
    tone: 'primary',
    refuse: (o) =>
      o.statement
        ? '已列入对账单，请在对账单结算'
        : o.shopCycle === 'month'
          ? '该门店月结，请在对账单结算'
          : o.needsInvoice && !o.invoiceNo
            ? '没有发票，按合同不能结算'
            : null,
    input: { dueOn: f.day('应付日', { required: true }) },
  },
  noteInvoice: {
    label: '登记发票',
    from: ['toAccept', 'done'],
    right: 'upkeepList_settle',
    input: { invoiceNo: f.text('发票号码', { required: true, maxLength: 40 }) },
  },
  cancel: { label: '取消', from: ['draft', 'quoted', 'rejected', 'toEnter'], to: 'cancelled', tone: 'danger', input: reason() },
  // By a month's statement.
  list: { label: '列入对账', from: ['done'], internal: true, input: { statement: f.ref('对账单', 'shopStatement') } },
  settleListed: { label: '对账结算', from: ['done'], to: 'settled', internal: true, input: { payable: f.ref('应付账单', 'payableBill') } },
})

declare module '#kit/entity/tables.ts' {
  interface ActionsOf {
    upkeepPlan: typeof upkeepPlanActions
    upkeepOrder: typeof upkeepOrderActions
  }
  interface Tables {
    upkeepPlan: RowOf<typeof upkeepPlan>
    upkeepState: RowOf<typeof upkeepState>
    upkeepOrder: RowOf<typeof upkeepOrder>
  }
}
