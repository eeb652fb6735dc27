/** 换车单 (leasing.md §3.4): another vehicle for good, or for the days the first one is in the workshop. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { AUDIT_SECTION, AUDIT_STATES, auditFields, CANCEL, PASS, refuseLease, REJECT, SUBMIT, type LeaseFacts } from '../audit.ts'
import { INSPECTION_GROUPS, UNCHECKED } from '../handovers/handover.ts'

const RENT_POLICIES = { none: '租金不调整', difference: '按剩余天数补差', nextPeriod: '下一账期起调整' }

/** Whether the rent changes with the vehicle. */
export const adjusts = (v: Readonly<Record<string, unknown>>): boolean =>
  v['kind'] !== 'temporary' && (v['rentPolicy'] === 'difference' || v['rentPolicy'] === 'nextPeriod')

/** What is paid a month after it, in fen; null: as before. A figure left over from another choice does not count. */
export const rentAfter = (v: { kind: string; rentPolicy: string | null; newRent: number | null }): number | null =>
  adjusts(v) ? v.newRent : null

const sheet = (label: string) =>
  f.lines(label, {
    group: f.choice('分组', INSPECTION_GROUPS, { required: true }),
    name: f.text('检查项', { required: true, maxLength: 40 }),
    normal: f.flag('正常', { open: UNCHECKED, required: true }),
    note: f.text('说明', { maxLength: 100 }),
  })

const exchange = {
  effectiveAt: f.instant('实际换车时间', { required: true, hint: '租金按日归新车，违章按此时刻划分责任' }),
  oldOdometer: f.int('原车里程表读数', { required: true, min: 0, max: 5_000_000, unit: 'km' }),
  oldEnergyPercent: f.int('原车电量/油量', { required: true, min: 0, max: 100, unit: '%' }),
  oldItems: sheet('原车检查结果'),
  newOdometer: f.int('新车里程表读数', { required: true, min: 0, max: 5_000_000, unit: 'km' }),
  newEnergyPercent: f.int('新车电量/油量', { required: true, min: 0, max: 100, unit: '%' }),
  newItems: sheet('新车检查结果'),
  photos: f.files('验车照片', { required: true, maxCount: 20 }),
  lesseeSign: f.files('换车人签名', { maxCount: 1, drawn: true, hint: '承租方的换车人当面用手指签名，印在换车交接单上；不签则打印后手签' }),
  signedSheet: f.files('双方签字换车单', { maxCount: 5 }),
}

export const vehicleSwap = defineEntity({
  name: 'vehicleSwap',
  label: '换车单',
  right: 'changeCarList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no'],
  papers: { swap: '换车交接单' },
  fields: {
    no: f.serial('换车单号', 'HC{yyyyMMdd}-{0000}'),
    status: f.state('状态', { ...AUDIT_STATES, toSwap: '待换车', away: '临时替换中', done: '已完成', cancelled: '已取消' }, 'draft'),
    lease: f.ref('租约', 'lease', { required: true, fixed: true, filter: { status: 'active' } }),
    contract: f.ref('合同', 'contract', { readOnly: true }),
    lessee: f.ref('承租人', 'lessee', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
    kind: f.choice('换车方式', { permanent: '永久换车', temporary: '临时替换' }, { required: true, default: 'permanent' }),
    oldVehicle: f.ref('原车', 'vehicle', { readOnly: true }),
    newVehicle: f.ref('新车', 'vehicle', { required: true, filter: { status: 'available' } }),
    plannedOn: f.day('计划换车日', { required: true, begins: 'now' }),
    expectedBackOn: f.day('预计换回日', { when: (v) => v['kind'] === 'temporary' }),
    rentPolicy: f.choice('租金处理', RENT_POLICIES, { default: 'none', when: (v) => v['kind'] !== 'temporary' }),
    newRent: f.money('新月租金', { required: true, min: 1, when: adjusts }),
    newDailyRent: f.money('新日租金', { min: 1, hint: '合同按日租金折算时填写；不填沿用原日租金', when: adjusts }),
    renewalRent: f.choice(
      '续租期租金',
      { agreed: '按续租约定不变', same: '也按新月租金' },
      { default: 'agreed', hint: '已签续租、续租期在换车之后开始时适用：续租单约定的租金默认不变', when: adjusts },
    ),
    reasonKind: f.choice(
      '换车原因',
      { fault: '车辆故障', accident: '事故', maintenance: '保养维修', upgrade: '客户换型', other: '其他' },
      { required: true, default: 'fault' },
    ),
    reasonNote: f.note('说明', { maxLength: 300 }),
    attachments: f.files('附件', { maxCount: 6 }),
    effectiveAt: f.instant('实际换车时间', { readOnly: true }),
    oldOdometer: f.int('原车里程', { unit: 'km', readOnly: true }),
    oldEnergyPercent: f.int('原车电量/油量', { unit: '%', readOnly: true }),
    newOdometer: f.int('新车里程', { unit: 'km', readOnly: true }),
    newEnergyPercent: f.int('新车电量/油量', { unit: '%', readOnly: true }),
    oldItems: f.lines(
      '原车检查结果',
      {
        group: f.choice('分组', INSPECTION_GROUPS, { required: true }),
        name: f.text('检查项', { required: true }),
        normal: f.flag('正常', { open: UNCHECKED, required: true }),
        note: f.text('说明'),
      },
      { readOnly: true },
    ),
    newItems: f.lines(
      '新车检查结果',
      {
        group: f.choice('分组', INSPECTION_GROUPS, { required: true }),
        name: f.text('检查项', { required: true }),
        normal: f.flag('正常', { open: UNCHECKED, required: true }),
        note: f.text('说明'),
      },
      { readOnly: true },
    ),
    photos: f.files('验车照片', { readOnly: true }),
    lesseeSign: f.files('换车人签名', { maxCount: 1, readOnly: true }),
    signedSheet: f.files('双方签字换车单', { readOnly: true }),
    backAt: f.instant('换回时间', { readOnly: true }),
    difference: f.money('租金差额', { readOnly: true, hint: '正数补收，负数退还' }),
    bill: f.ref('补差账单', 'bill', { readOnly: true }),
    ...auditFields(),
  },
  check: (v) =>
    v.kind === 'temporary'
      ? v.expectedBackOn && v.expectedBackOn < v.plannedOn
        ? { at: 'expectedBackOn', reason: '预计换回日不能早于计划换车日' }
        : null
      : (v.rentPolicy === 'difference' || v.rentPolicy === 'nextPeriod') && !v.newRent
        ? { at: 'newRent', reason: '调整租金时必须填写新月租金' }
        : null,
  list: {
    columns: [
      'no',
      'status',
      'kind',
      'lease',
      'lessee',
      'oldVehicle',
      'newVehicle',
      'plannedOn',
      'effectiveAt',
      'rentPolicy',
      'newRent',
      'difference',
      'store',
    ],
    filters: ['no', 'status', 'kind', 'lease', 'lessee', 'oldVehicle', 'newVehicle', 'plannedOn', 'effectiveAt', 'store'],
    sort: '-createdAt',
    quick: {
      草稿与驳回: { status: ['draft', 'rejected'] },
      审批中: { status: 'approving' },
      待换车: { status: 'toSwap' },
      临时替换中: { status: 'away' },
      已完成: { status: 'done' },
    },
  },
  form: {
    换车: ['lease', 'kind', 'newVehicle', 'plannedOn', 'expectedBackOn', 'reasonKind', 'reasonNote', 'attachments'],
    租金: ['rentPolicy', 'newRent', 'newDailyRent', 'renewalRent'],
    双方与车辆: ['contract', 'lessee', 'store', 'oldVehicle'],
    办理: [
      'effectiveAt',
      'oldOdometer',
      'oldEnergyPercent',
      'newOdometer',
      'newEnergyPercent',
      'oldItems',
      'newItems',
      'photos',
      'lesseeSign',
      'signedSheet',
      'backAt',
      'difference',
      'bill',
    ],
    审核: [...AUDIT_SECTION],
  },
})

export interface SwapFacts extends LeaseFacts {
  /** Why the new vehicle cannot be taken now. */
  blocked: string | null
  oldKm: number
  newKm: number
}

export const vehicleSwapActions = defineActions(vehicleSwap, facts<SwapFacts>(), {
  submit: {
    ...SUBMIT,
    to: 'approving',
    refuse: (s) => refuseLease(s, '换车') ?? s.blocked,
    confirm: '提交后租约进入「换车中」，新车在审核通过时预占。确认提交？',
  },
  pass: { ...PASS, to: 'toSwap', refuse: (s) => s.blocked, confirm: '同意换车？通过后预占新车。' },
  reject: REJECT,
  complete: {
    label: '办理换车',
    from: ['toSwap'],
    tone: 'primary',
    input: exchange,
    checkInput: (i, s) =>
      Number(i['oldOdometer']) < s.oldKm
        ? `原车里程表读数不能小于 ${s.oldKm} km`
        : Number(i['newOdometer']) < s.newKm
          ? `新车里程表读数不能小于 ${s.newKm} km`
          : null,
  },
  bringBack: {
    label: '换回原车',
    from: ['away'],
    to: 'done',
    tone: 'primary',
    input: {
      backAt: f.instant('实际换回时间', { required: true }),
      tempOdometer: f.int('替换车里程表读数', { required: true, min: 0, max: 5_000_000, unit: 'km' }),
      mainOdometer: f.int('原车里程表读数', { required: true, min: 0, max: 5_000_000, unit: 'km' }),
    },
  },
  sheetSigned: {
    label: '换车协议电子签署完成',
    from: ['away', 'done'],
    internal: true,
    input: { signedSheet: f.files('双方签字换车单', { required: true, maxCount: 1 }) },
  },
  cancel: { ...CANCEL, from: ['draft', 'approving', 'rejected', 'toSwap'], to: 'cancelled' },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    vehicleSwap: RowOf<typeof vehicleSwap>
  }
  interface ActionsOf {
    vehicleSwap: typeof vehicleSwapActions
  }
}
