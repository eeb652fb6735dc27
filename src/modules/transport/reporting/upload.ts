/**
 * 网络货运上报 (transport.md §15): what a freight platform owes the authorities, one row per waybill, its payments, vehicle and driver. A row
 * is computed from what happened, held with every fault named, and only what has none leaves the house.
 */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import type { Document } from './upload.rules.ts'

export const UPLOAD_KINDS = { waybill: '运单', money: '资金流水', vehicle: '车辆', driver: '驾驶员' } as const

export const freightUpload = defineEntity({
  name: 'freightUpload',
  label: '上报记录',
  right: 'freightUploadList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'subject'],
  writes: 'none',
  fields: {
    no: f.serial('上报号', 'SB{yyyyMMdd}-{0000}'),
    kind: f.choice('单据', UPLOAD_KINDS, { required: true }),
    status: f.state('状态', { pending: '待上报', held: '待补正', sent: '已上报', accepted: '已受理', rejected: '被退回' }, 'pending'),
    subject: f.text('对象', { required: true, maxLength: 80 }),
    key: f.text('上报依据', { required: true, internal: true, maxLength: 80, unique: true }),
    day: f.day('业务日期', { required: true }),
    order: f.ref('运输订单', 'transportOrder'),
    mission: f.ref('任务单', 'mission'),
    vehicle: f.ref('车辆', 'vehicle'),
    driver: f.ref('司机', 'driver'),
    faults: f.int('问题数', { required: true, default: 0, min: 0 }),
    problems: f.lines('问题', {
      field: f.text('接口字段', { required: true, maxLength: 60 }),
      text: f.text('问题', { required: true, maxLength: 200 }),
    }),
    document: f.json<Document>('上报内容', { secret: true }),
    sentAt: f.instant('上报时间'),
    sentBy: f.ref('上报人', 'user'),
    fileHash: f.text('文件摘要', { maxLength: 64 }),
    answer: f.text('退回原因', { maxLength: 300 }),
    store: f.ref('门店', 'store'),
  },
  list: {
    columns: ['no', 'kind', 'status', 'subject', 'day', 'faults', 'order', 'mission', 'vehicle', 'driver', 'sentAt', 'answer', 'store'],
    filters: ['no', 'kind', 'status', 'day', 'order', 'mission', 'vehicle', 'driver', 'sentAt', 'store'],
    sort: '-day',
    quick: {
      待上报: { status: 'pending' },
      待补正: { status: 'held' },
      已上报: { status: 'sent' },
      被退回: { status: 'rejected' },
      已受理: { status: 'accepted' },
    },
  },
  form: {
    上报: ['kind', 'subject', 'day', 'order', 'mission', 'vehicle', 'driver', 'store'],
    检查: ['faults', 'problems'],
    结果: ['sentAt', 'sentBy', 'fileHash', 'answer'],
  },
  indexes: [['kind', 'status', 'day']],
})

export const freightUploadActions = defineActions(freightUpload, {
  check: {
    label: '重新检查',
    from: ['pending', 'held', 'rejected'],
    bulk: true,
    tone: 'primary',
    confirm: '按现在的资料重新生成这条上报并检查，仍有问题的留在「待补正」。确认重新检查？',
  },
  /** With a file alone: `POST /api/v1/freightUpload/file`. */
  send: {
    label: '上报',
    from: ['pending'],
    to: 'sent',
    internal: true,
    input: { hash: f.text('文件摘要', { required: true, maxLength: 64 }) },
  },
  accept: {
    label: '登记受理',
    from: ['sent'],
    to: 'accepted',
    bulk: true,
    confirm: '登记后这条上报转为「已受理」，不再变化。监管平台确已受理？',
  },
  reject: {
    label: '登记退回',
    from: ['sent'],
    to: 'rejected',
    tone: 'danger',
    bulk: true,
    input: { reason: f.text('退回原因', { required: true, maxLength: 300 }) },
  },
})

/** 危险货物运单: one vehicle, one trip, one waybill; nothing is loaded before it is complete. */
const DANGER_CLASSES = {
  '1': '1 爆炸品',
  '2.1': '2.1 易燃气体',
  '2.2': '2.2 非易燃无毒气体',
  '2.3': '2.3 毒性气体',
  '3': '3 易燃液体',
  '4.1': '4.1 易燃固体',
  '4.2': '4.2 易于自燃的物质',
  '4.3': '4.3 遇水放出易燃气体的物质',
  '5.1': '5.1 氧化性物质',
  '5.2': '5.2 有机过氧化物',
  '6.1': '6.1 毒性物质',
  '6.2': '6.2 感染性物质',
  '7': '7 放射性物质',
  '8': '8 腐蚀性物质',
  '9': '9 杂项危险物质',
} as const
export const LOADING_CHECKS = {
  papers: '车辆行驶证、道路运输证有效',
  people: '驾驶员、押运员从业资格有效',
  tank: '车辆、罐体检验合格且在有效期内',
  goods: '货物与运单载明的一致',
  medium: '货物在罐体适装介质范围内，或不使用罐体',
} as const
type Checked = { [K in keyof typeof LOADING_CHECKS]: boolean }
const unchecked = (d: Checked): string[] =>
  (Object.keys(LOADING_CHECKS) as (keyof typeof LOADING_CHECKS)[]).flatMap((key) => (d[key] ? [] : [LOADING_CHECKS[key]]))

export const dangerNote = defineEntity({
  name: 'dangerNote',
  label: '危险货物运单',
  right: 'dangerNoteList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'goodsName', 'unNo'],
  papers: { dangerNote: '危险货物运单' },
  fields: {
    no: f.serial('运单号', 'WY{yyyyMMdd}-{0000}'),
    status: f.state('状态', { draft: '待完成', complete: '已完成', voided: '已作废' }, 'draft'),
    mission: f.ref('任务单', 'mission', { required: true, fixed: true, unique: '该任务已有危险货物运单' }),
    goodsName: f.text('品名', { required: true, maxLength: 80 }),
    unNo: f.text('联合国编号', { required: true, maxLength: 8 }),
    dangerClass: f.choice('类别', DANGER_CLASSES, { required: true, default: '3' }),
    packing: f.choice('包装类别', { I: 'I 类', II: 'II 类', III: 'III 类', none: '无' }, { required: true, default: 'II' }),
    quantityKg: f.decimal('数量', 3, { required: true, min: 0.001, max: 100_000, unit: 'kg' }),
    tank: f.flag('罐式车辆'),
    tankPermitNo: f.text('罐体检验证号', { maxLength: 40, required: true, when: (v) => v['tank'] === true }),
    vehiclePermitNo: f.text('道路运输证号', { required: true, maxLength: 40 }),
    driverCertNo: f.text('驾驶员从业资格证号', { required: true, maxLength: 40, mask: 'idNo' }),
    escort: f.text('押运员', { required: true, maxLength: 40 }),
    escortCertNo: f.text('押运员从业资格证号', { required: true, maxLength: 40, mask: 'idNo' }),
    emergencyPhone: f.text('应急电话', { required: true, format: 'phone' }),
    papers: f.flag(LOADING_CHECKS.papers),
    people: f.flag(LOADING_CHECKS.people),
    tankOk: f.flag(LOADING_CHECKS.tank),
    goods: f.flag(LOADING_CHECKS.goods),
    medium: f.flag(LOADING_CHECKS.medium),
    completedBy: f.ref('完成人', 'user', { readOnly: true }),
    completedAt: f.instant('完成时间', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) => (/^(?:UN)?\d{4}$/i.test(v.unNo) ? null : { at: 'unNo', reason: '联合国编号应为 4 位数字，例如 1203' }),
  list: {
    columns: ['no', 'status', 'mission', 'goodsName', 'unNo', 'dangerClass', 'packing', 'quantityKg', 'escort', 'completedAt', 'store'],
    filters: ['no', 'status', 'mission', 'unNo', 'dangerClass', 'store'],
    sort: '-createdAt',
    quick: { 待完成: { status: 'draft' }, 已完成: { status: 'complete' } },
  },
  form: {
    运单: ['mission', 'goodsName', 'unNo', 'dangerClass', 'packing', 'quantityKg'],
    车辆与人员: ['tank', 'tankPermitNo', 'vehiclePermitNo', 'driverCertNo', 'escort', 'escortCertNo', 'emergencyPhone'],
    装货前五必查: ['papers', 'people', 'tankOk', 'goods', 'medium'],
    其他: ['completedBy', 'completedAt', 'store', 'remark'],
  },
})
export const dangerNoteActions = defineActions(dangerNote, {
  complete: {
    label: '完成运单',
    from: ['draft'],
    to: 'complete',
    tone: 'primary',
    refuse: (d) => {
      const open = unchecked({ papers: d.papers, people: d.people, tank: d.tankOk, goods: d.goods, medium: d.medium })
      return open.length ? `装货前五必查未完成：${open.join('；')}` : null
    },
    confirm: '五项都已查验，完成后不能再修改。确认？',
  },
  void: {
    label: '作废',
    from: ['draft', 'complete'],
    to: 'voided',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    freightUpload: RowOf<typeof freightUpload>
    dangerNote: RowOf<typeof dangerNote>
  }
  interface ActionsOf {
    freightUpload: typeof freightUploadActions
    dangerNote: typeof dangerNoteActions
  }
}
