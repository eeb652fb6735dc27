/** 年检规则, 年检单, 证件要求, 证件 (affairs.md §2.4). */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { asText } from '#kit/basics/text.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const CLASSES = { goods: '载货', passengerSmall: '小微型载客', passengerMid: '中大型载客', trailer: '挂车', special: '专项作业' }
const NATURES = { operating: '营运', private: '非营运' }

export const inspectionRule = defineEntity({
  name: 'inspectionRule',
  label: '年检规则',
  right: 'inspectionRuleList',
  title: ['vehicleClass', 'ageFrom'],
  fields: {
    vehicleClass: f.choice('车辆类别', CLASSES, { required: true }),
    useNature: f.choice('使用性质', NATURES, { required: true, default: 'operating' }),
    ageFrom: f.int('车龄起', { required: true, unit: '个月', min: 0, max: 1200 }),
    ageTo: f.int('车龄止', { unit: '个月', min: 1, max: 1200, hint: '不含；不填则不限' }),
    everyMonths: f.int('间隔', { required: true, unit: '个月', min: 1, max: 120 }),
    kind: f.choice('方式', { line: '上线检测', label: '免检申领标志' }, { required: true, default: 'line' }),
    effectiveOn: f.day('施行日期', { required: true }),
    source: f.text('依据', { required: true, maxLength: 200 }),
  },
  check: (v) => (v.ageTo !== null && v.ageFrom !== null && v.ageTo <= v.ageFrom ? { at: 'ageTo', reason: '车龄止必须大于车龄起' } : null),
  unique: [{ fields: ['vehicleClass', 'useNature', 'ageFrom', 'effectiveOn'], message: '该类别在此车龄已有同日施行的规则' }],
  list: {
    columns: ['vehicleClass', 'useNature', 'ageFrom', 'ageTo', 'everyMonths', 'kind', 'effectiveOn', 'source'],
    filters: ['vehicleClass', 'useNature', 'kind'],
    sort: 'vehicleClass,useNature,ageFrom',
  },
  form: { 规则: ['vehicleClass', 'useNature', 'ageFrom', 'ageTo', 'everyMonths', 'kind', 'effectiveOn', 'source'] },
})

export const inspection = defineEntity({
  name: 'inspection',
  label: '年检单',
  right: 'annualList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'station'],
  fields: {
    no: f.serial('年检单号', 'NJ{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      { toDo: '待办理', booked: '已预约', doing: '办理中', passed: '合格', failed: '不合格', void: '已作废' },
      'toDo',
    ),
    vehicle: f.ref('车辆', 'vehicle', { required: true, fixed: true, onDelete: 'cascade' }),
    kind: f.choice(
      '类型',
      { annual: '年检', technical: '综检·二级维护', permit: '运输证年审', tank: '罐体检验', reefer: '冷机检定' },
      { required: true, fixed: true, default: 'annual' },
    ),
    way: f.choice('方式', { line: '上线检测', label: '免检申领标志' }, { readOnly: true }),
    dueOn: f.day('到期日', { hint: '年检不填则按规则计算' }),
    windowFrom: f.day('可办理起', { readOnly: true }),
    bookedOn: f.day('预约日期'),
    station: f.text('检测站', { maxLength: 60 }),
    doneOn: f.day('办理日期', { readOnly: true }),
    failedItems: f.text('不合格项目', { readOnly: true, maxLength: 300 }),
    fee: f.money('费用', { readOnly: true }),
    km: f.decimal('里程', 1, { readOnly: true, unit: 'km' }),
    files: f.files('标志或报告', { maxCount: 6 }),
    nextDueOn: f.day('下次到期', { readOnly: true }),
    orderRef: f.ref('整改维保单', 'upkeepOrder', { readOnly: true }),
    payable: f.ref('应付账单', 'payableBill', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  list: {
    columns: [
      'no',
      'status',
      'vehicle',
      'kind',
      'way',
      'dueOn',
      'windowFrom',
      'bookedOn',
      'station',
      'doneOn',
      'nextDueOn',
      'fee',
      'store',
    ],
    filters: ['no', 'status', 'vehicle', 'kind', 'dueOn', 'bookedOn', 'doneOn', 'store'],
    sort: 'dueOn',
    quick: {
      待办理: { status: 'toDo' },
      已预约: { status: ['booked', 'doing'] },
      不合格: { status: 'failed' },
      合格: { status: 'passed' },
    },
  },
  form: {
    年检: ['vehicle', 'kind', 'dueOn', 'way', 'windowFrom', 'bookedOn', 'station'],
    结果: ['doneOn', 'failedItems', 'fee', 'km', 'files', 'nextDueOn', 'orderRef', 'payable'],
    其他: ['remark', 'store'],
  },
})
export const inspectionActions = defineActions(inspection, {
  book: {
    label: '预约',
    from: ['toDo', 'failed'],
    to: 'booked',
    input: { bookedOn: f.day('预约日期', { required: true }), station: f.text('检测站', { required: true, maxLength: 60 }) },
  },
  start: { label: '开始办理', from: ['booked'], to: 'doing', confirm: '确认车辆已送检，开始办理年检？' },
  pass: {
    label: '合格',
    money: 'fee',
    from: ['toDo', 'booked', 'doing', 'failed'],
    to: 'passed',
    tone: 'primary',
    input: {
      doneOn: f.day('办理日期', { required: true }),
      files: f.files('标志或报告', { maxCount: 6 }),
      fee: f.money('费用', { min: 0 }),
      km: f.decimal('里程', 1, { unit: 'km', min: 0, max: 5_000_000 }),
      station: f.text('检测站', { maxLength: 60 }),
    },
    checkInput: (i, r) => ((i['files'] as unknown[] | null)?.length || r.files?.length ? null : '合格须上传标志或报告'),
  },
  fail: {
    label: '不合格',
    money: 'fee',
    from: ['booked', 'doing'],
    to: 'failed',
    tone: 'danger',
    input: {
      doneOn: f.day('检测日期', { required: true }),
      failedItems: f.text('不合格项目', { required: true, maxLength: 300 }),
      fee: f.money('费用', { min: 0 }),
    },
    done: '已登记，并生成整改维保单草稿',
  },
  void: {
    label: '作废',
    from: ['toDo', 'booked'],
    to: 'void',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
})

export const CERTIFICATES = {
  drivingLicence: '行驶证',
  registration: '登记证书',
  roadPermit: '道路运输证',
  operatingPermit: '营运证',
  compulsoryLabel: '交强险标志',
  driverLicence: '驾驶证',
  qualification: '从业资格证',
  businessPermit: '经营许可',
  rentalFiling: '租赁备案',
  businessLicence: '营业执照',
}

export const certificateRule = defineEntity({
  name: 'certificateRule',
  label: '证件要求',
  right: 'certificateRuleList',
  title: ['kind', 'vehicleClass'],
  fields: {
    kind: f.choice('证件', CERTIFICATES, { required: true }),
    vehicleClass: f.choice('车辆类别', { any: '全部', ...CLASSES }, { required: true, default: 'any' }),
    useNature: f.choice('使用性质', { any: '全部', ...NATURES }, { required: true, default: 'any' }),
    grossAbove: f.int('总质量大于', { unit: 'kg', min: 0, max: 100_000, hint: '不填则不限' }),
    onlyUse: f.choice('仅限用途', { hazardous: '危化', cold: '冷藏', cargo: '营运货运', lease: '租赁' }),
    source: f.text('依据', { required: true, maxLength: 200 }),
  },
  list: {
    columns: ['kind', 'vehicleClass', 'useNature', 'grossAbove', 'onlyUse', 'source'],
    filters: ['kind', 'vehicleClass'],
    sort: 'kind,vehicleClass',
  },
  form: { 要求: ['kind', 'vehicleClass', 'useNature', 'grossAbove', 'onlyUse', 'source'] },
})

export const certificate = defineEntity({
  name: 'certificate',
  label: '证件',
  right: 'certificateList',
  scope: { store: 'store' },
  title: ['kind', 'certificateNo'],
  search: ['certificateNo', 'holderName'],
  fields: {
    status: f.state('状态', { missing: '缺少', valid: '有效', soon: '即将到期', expired: '已过期', lost: '遗失', void: '已作废' }, 'valid'),
    holderKind: f.choice(
      '持有方',
      { vehicle: '车辆', driver: '司机', company: '公司' },
      { required: true, fixed: true, default: 'vehicle' },
    ),
    vehicle: f.ref('车辆', 'vehicle', { fixed: true, onDelete: 'cascade', when: (v) => v['holderKind'] === 'vehicle' }),
    holderName: f.text('持有人', { maxLength: 60, when: (v) => v['holderKind'] !== 'vehicle' }),
    kind: f.choice('证件', CERTIFICATES, { required: true, fixed: true }),
    certificateNo: f.text('证件编号', { maxLength: 40, mask: 'idNo', hint: '同类证件的编号不能重复' }),
    issuedOn: f.day('发证日期'),
    dueOn: f.day('有效期至', { hint: '不填则长期有效' }),
    front: f.files('正面', { maxCount: 2 }),
    back: f.files('反面', { maxCount: 2 }),
    replacedBy: f.ref('换发为', 'certificate', { readOnly: true }),
    store: f.ref('门店', 'store', { filter: { status: 'active' }, hint: '不填为车辆所属门店' }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) =>
    v.holderKind === 'vehicle' && !v.vehicle
      ? { at: 'vehicle', reason: '请选择车辆' }
      : v.holderKind !== 'vehicle' && !v.holderName
        ? { at: 'holderName', reason: '请填写持有人' }
        : v.issuedOn && v.dueOn && v.dueOn < v.issuedOn
          ? { at: 'dueOn', reason: '有效期不能早于发证日期' }
          : null,
  unique: [{ fields: ['kind', 'certificateNo'], message: '该类证件的此编号已登记' }],
  list: {
    columns: ['kind', 'status', 'holderKind', 'vehicle', 'holderName', 'certificateNo', 'issuedOn', 'dueOn', 'front', 'store'],
    filters: ['kind', 'status', 'holderKind', 'vehicle', 'holderName', 'dueOn', 'store'],
    sort: 'dueOn',
    quick: { 缺少: { status: 'missing' }, 已过期: { status: 'expired' }, 即将到期: { status: 'soon' }, 有效: { status: 'valid' } },
  },
  form: {
    证件: ['holderKind', 'vehicle', 'holderName', 'kind', 'certificateNo', 'issuedOn', 'dueOn', 'store'],
    扫描件: ['front', 'back', 'replacedBy', 'remark'],
  },
})
export const certificateActions = defineActions(certificate, {
  replace: {
    label: '换发',
    from: ['valid', 'soon', 'expired', 'lost', 'missing'],
    tone: 'primary',
    input: {
      certificateNo: f.text('新证件编号', { maxLength: 40 }),
      issuedOn: f.day('发证日期', { required: true }),
      dueOn: f.day('有效期至'),
      front: f.files('正面', { maxCount: 2 }),
      back: f.files('反面', { maxCount: 2 }),
    },
    checkInput: (i) => (i['dueOn'] && asText(i['dueOn']) < asText(i['issuedOn']) ? '有效期不能早于发证日期' : null),
  },
  report: {
    label: '登记遗失',
    from: ['valid', 'soon', 'expired'],
    to: 'lost',
    tone: 'danger',
    input: { reason: f.text('经过', { required: true, maxLength: 200 }) },
  },
  retire: {
    label: '作废',
    from: ['valid', 'soon', 'expired', 'lost', 'missing'],
    to: 'void',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  follow: { label: '状态更新', from: 'any', internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface ActionsOf {
    inspection: typeof inspectionActions
    certificate: typeof certificateActions
  }
  interface Tables {
    inspectionRule: RowOf<typeof inspectionRule>
    inspection: RowOf<typeof inspection>
    certificateRule: RowOf<typeof certificateRule>
    certificate: RowOf<typeof certificate>
  }
}
