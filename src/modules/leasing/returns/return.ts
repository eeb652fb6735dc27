/** 退车单 and 退车结算 (leasing.md §3.4, §3.8). */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { AUDIT_SECTION, AUDIT_STATES, auditFields, CANCEL, PASS, refuseLease, REJECT, SUBMIT, type LeaseFacts } from '../audit.ts'
import { INCIDENTAL_FEES } from '../changes/change.ts'
import { INSPECTION_GROUPS, UNCHECKED } from '../handovers/handover.ts'
import type { SettlementSheet } from './return.rules.ts'

const items = () => ({
  group: f.choice('分组', INSPECTION_GROUPS, { required: true }),
  name: f.text('检查项', { required: true, maxLength: 40 }),
  normal: f.flag('正常', { open: UNCHECKED, required: true }),
  note: f.text('说明', { maxLength: 100 }),
})
const damages = () => ({
  part: f.text('部位', { required: true, maxLength: 40 }),
  level: f.choice('程度', { light: '轻微', medium: '中等', heavy: '严重' }, { required: true, default: 'light' }),
  responsibility: f.choice('责任', { lessee: '承租人', insurance: '保险', company: '公司' }, { required: true, default: 'lessee' }),
  amount: f.money('定损金额', { required: true, min: 0, max: 1_000_000_000 }),
  note: f.text('说明', { maxLength: 100 }),
})
const missing = () => ({
  name: f.text('物品', { required: true, maxLength: 40 }),
  amount: f.money('赔偿金额', { required: true, min: 0, max: 100_000_000 }),
})

const RETURN_REASONS = { expired: '到期退车', early: '提前退车', recovered: '违约收车', fault: '车辆故障', accident: '事故', other: '其他' }

const inspection = {
  actualAt: f.instant('实际退车时间', { required: true }),
  odometer: f.int('里程表读数', { required: true, min: 0, max: 5_000_000, unit: 'km' }),
  energyPercent: f.int('电量/油量', { required: true, min: 0, max: 100, unit: '%' }),
  items: f.lines('检查结果', items()),
  damages: f.lines('车损', damages()),
  missing: f.lines('缺件', missing()),
  cleaningFee: f.money('清洁费', { min: 0, max: 10_000_000 }),
  photos: f.files('退车照片', { maxCount: 20 }),
  returnerSign: f.files('退车人签名', { maxCount: 1, drawn: true, hint: '退车人当面用手指签名，印在验收单上；不签则打印后手签' }),
  signedSheet: f.files('双方签字验车单', { maxCount: 5 }),
  inspectNote: f.note('验车说明', { maxLength: 500 }),
}

export const vehicleReturn = defineEntity({
  name: 'vehicleReturn',
  label: '退车单',
  right: 'backCarList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no'],
  papers: { inspection: '退车验收单' },
  paperOfMany: { kind: 'fleet', label: '整批验收单' },
  searchThrough: ['lessee', 'vehicle', 'contract'],
  fields: {
    no: f.serial('退车单号', 'TC{yyyyMMdd}-{0000}'),
    status: f.state('状态', { ...AUDIT_STATES, toInspect: '待验车', inspected: '已验车', settled: '已结算', cancelled: '已取消' }, 'draft'),
    lease: f.ref('租约', 'lease', { required: true, fixed: true, filter: { status: 'active' } }),
    contract: f.ref('合同', 'contract', { readOnly: true }),
    lessee: f.ref('承租人', 'lessee', { readOnly: true }),
    vehicle: f.ref('车辆', 'vehicle', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
    reasonKind: f.choice('退车原因', RETURN_REASONS, { required: true }),
    plannedOn: f.day('计划退车日', { required: true, begins: 'now' }),
    reasonNote: f.note('说明', { maxLength: 300 }),
    attachments: f.files('附件', { maxCount: 6 }),
    actualAt: f.instant('实际退车时间', { readOnly: true }),
    odometer: f.int('里程表读数', { unit: 'km', readOnly: true }),
    energyPercent: f.int('电量/油量', { unit: '%', readOnly: true }),
    items: f.lines('检查结果', items(), { readOnly: true }),
    damages: f.lines('车损', damages(), { readOnly: true }),
    missing: f.lines('缺件', missing(), { readOnly: true }),
    cleaningFee: f.money('清洁费', { readOnly: true }),
    photos: f.files('退车照片', { readOnly: true }),
    returnerSign: f.files('退车人签名', { maxCount: 1, readOnly: true }),
    signedSheet: f.files('双方签字验车单', { readOnly: true }),
    inspectNote: f.note('验车说明', { readOnly: true }),
    inspectedBy: f.ref('验车人', 'user', { readOnly: true }),
    ...auditFields(),
  },
  list: {
    columns: ['no', 'status', 'lease', 'lessee', 'vehicle', 'reasonKind', 'plannedOn', 'actualAt', 'odometer', 'energyPercent', 'store'],
    filters: ['no', 'status', 'lease', 'lessee', 'vehicle', 'reasonKind', 'plannedOn', 'actualAt', 'store'],
    sort: '-createdAt',
    quick: {
      草稿与驳回: { status: ['draft', 'rejected'] },
      审批中: { status: 'approving' },
      待验车: { status: 'toInspect' },
      待结算: { status: 'inspected' },
      已结算: { status: 'settled' },
    },
  },
  form: {
    退车: ['lease', 'reasonKind', 'plannedOn', 'reasonNote', 'attachments'],
    双方与车辆: ['contract', 'lessee', 'vehicle', 'store'],
    验车: [
      'actualAt',
      'odometer',
      'energyPercent',
      'items',
      'damages',
      'missing',
      'cleaningFee',
      'photos',
      'returnerSign',
      'signedSheet',
      'inspectNote',
      'inspectedBy',
    ],
    审核: [...AUDIT_SECTION],
  },
  children: [{ entity: 'returnSettlement', by: 'vehicleReturn', label: '结算单' }],
})

export interface ReturnFacts extends LeaseFacts {
  inspectionRequired: boolean
  segmentKm: number
  photosMin: number
  odometerCheck: boolean
  cleaningRequired: boolean
}

export const vehicleReturnActions = defineActions(vehicleReturn, facts<ReturnFacts>(), {
  submit: {
    ...SUBMIT,
    to: 'approving',
    refuse: (r) => refuseLease(r, '退车'),
    confirm: '提交后租约进入「退车申请中」，审核通过后等待验车。确认提交？',
  },
  pass: { ...PASS, to: 'toInspect', confirm: '同意后租约转为「待验车」，车到后办理验车确认。确认同意？' },
  reject: REJECT,
  inspect: {
    label: '验车确认',
    from: ['toInspect'],
    to: 'inspected',
    tone: 'primary',
    input: inspection,
    checkInput: (i, r) =>
      r.odometerCheck && Number(i['odometer']) < r.segmentKm
        ? `退车里程不能小于交车里程 ${r.segmentKm} km`
        : ((i['photos'] as unknown[] | null)?.length ?? 0) < r.photosMin
          ? `退车照片至少 ${r.photosMin} 张`
          : r.cleaningRequired && (i['cleaningFee'] === null || i['cleaningFee'] === undefined)
            ? '请填写清洁费，不收也要填 0'
            : null,
  },
  takeBack: {
    label: '免验收车',
    from: ['toInspect'],
    to: 'inspected',
    input: {
      actualAt: f.instant('实际退车时间', { required: true }),
      odometer: f.int('里程表读数', { required: true, min: 0, max: 5_000_000, unit: 'km' }),
      inspectNote: f.note('免验原因', { required: true, maxLength: 500 }),
    },
    refuse: (r) => (r.inspectionRequired ? '运营设置要求退车必须验车，请办理验车确认' : null),
    checkInput: (i, r) => (r.odometerCheck && Number(i['odometer']) < r.segmentKm ? `退车里程不能小于交车里程 ${r.segmentKm} km` : null),
  },
  settle: { label: '结算', from: ['inspected'], to: 'settled', internal: true },
  sheetSigned: {
    label: '退车单电子签署完成',
    from: ['inspected', 'settled'],
    internal: true,
    input: { signedSheet: f.files('双方签字验车单', { required: true, maxCount: 1 }) },
  },
  cancel: { ...CANCEL, from: ['draft', 'approving', 'rejected', 'toInspect'], to: 'cancelled' },
})

export const returnSettlement = defineEntity({
  name: 'returnSettlement',
  label: '退车结算单',
  right: 'settleInfoList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no'],
  papers: { settlement: '退车结算单' },
  paperOfMany: { kind: 'fleet', label: '整批结算单' },
  searchThrough: ['lessee', 'vehicle', 'contract'],
  fields: {
    no: f.serial('结算单号', 'JS{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      {
        draft: '待提交',
        approving: '审批中',
        rejected: '已驳回',
        toCollect: '待收款',
        toRefund: '待退款',
        holding: '违章押金保留中',
        done: '已完成',
      },
      'draft',
    ),
    vehicleReturn: f.ref('退车单', 'vehicleReturn', { required: true }),
    lease: f.ref('租约', 'lease', { required: true }),
    contract: f.ref('合同', 'contract', { required: true }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    returnedOn: f.day('退车日', { required: true }),
    extras: f.lines('其他费用', {
      feeItem: f.choice('费用科目', INCIDENTAL_FEES, { required: true, default: 'OTHER' }),
      amount: f.money('金额', { required: true, min: 1 }),
      note: f.text('说明', { maxLength: 100 }),
    }),
    penaltyWaived: f.money('减免违约金', { required: true, default: 0, min: 0 }),
    violationsChecked: f.flag('已核对违章'),
    payee: f.text('退款收款人', { maxLength: 80 }),
    bankName: f.text('开户行', { maxLength: 80 }),
    bankAccount: f.text('收款账号', { maxLength: 40, mask: 'bankCard' }),
    remark: f.note('结算说明', { maxLength: 500 }),
    charges: f.money('应收合计', { required: true, default: 0 }),
    credits: f.money('退还租金', { required: true, default: 0 }),
    net: f.money('净额', { required: true, default: 0, hint: '正数为承租人应付，负数为公司应退' }),
    depositUsed: f.money('押金抵扣', { required: true, default: 0 }),
    receivable: f.money('还应收', { required: true, default: 0 }),
    refund: f.money('应退款', { required: true, default: 0 }),
    violationHeld: f.money('违章押金保留', { required: true, default: 0 }),
    holdUntil: f.day('保留至'),
    sheet: f.json<SettlementSheet | null>('结算明细', {
      of: {
        returnedOn: f.day('退车日'),
        endOn: f.day('计租至', { exclusive: true }),
        driven: f.int('行驶里程', { unit: 'km' }),
        lines: f.lines('费用', { label: f.text('项目'), amount: f.money('金额'), formula: f.text('算式') }),
        backs: f.lines('退还租金', {
          bill: f.ref('账单', 'bill'),
          startOn: f.day('起'),
          endOn: f.day('止', { exclusive: true }),
          amount: f.money('金额'),
          formula: f.text('算式'),
        }),
      },
    }),
    inputHash: f.text('核对码', { maxLength: 64, internal: true }),
    bill: f.ref('结算账单', 'bill'),
    confirmedOn: f.day('结算日'),
    closedOn: f.day('完成日'),
    ...auditFields(),
  },
  list: {
    columns: [
      'no',
      'status',
      'lessee',
      'vehicle',
      'returnedOn',
      'net',
      'receivable',
      'refund',
      'charges',
      'credits',
      'depositUsed',
      'violationHeld',
      'holdUntil',
      'lease',
      'store',
    ],
    filters: ['no', 'status', 'lease', 'contract', 'lessee', 'vehicle', 'returnedOn', 'holdUntil', 'store'],
    sort: '-createdAt',
    totals: ['charges', 'credits', 'depositUsed', 'receivable', 'refund', 'violationHeld'],
    quick: {
      待提交: { status: ['draft', 'rejected'] },
      审批中: { status: 'approving' },
      待收款: { status: 'toCollect' },
      待退款: { status: 'toRefund' },
      违章押金保留: { status: 'holding' },
      已完成: { status: 'done' },
    },
  },
  form: {
    结算: ['no', 'vehicleReturn', 'lease', 'contract', 'lessee', 'vehicle', 'store', 'returnedOn'],
    结果: [
      'charges',
      'credits',
      'net',
      'depositUsed',
      'receivable',
      'refund',
      'violationHeld',
      'holdUntil',
      'bill',
      'confirmedOn',
      'closedOn',
    ],
    其他费用与退款: ['extras', 'penaltyWaived', 'violationsChecked', 'payee', 'bankName', 'bankAccount', 'remark'],
    审核: [...AUDIT_SECTION],
  },
})

export interface SettlementFacts {
  /** Fen still to come in on bills of the lease; refunds not paid; deposit still held. */
  openBills: number
  openRefunds: number
  held: number
  /** Of which the violation deposit. */
  keptForFines: number
  /** Why it has to stay, e.g. 「尚有 1 起未处理违章 WZ…」. */
  keptBack: string | null
}

export const returnSettlementActions = defineActions(returnSettlement, facts<SettlementFacts>(), {
  fill: {
    label: '填写费用',
    from: ['draft', 'rejected'],
    input: {
      extras: f.lines('其他费用', {
        feeItem: f.choice('费用科目', INCIDENTAL_FEES, { required: true, default: 'OTHER' }),
        amount: f.money('金额', { required: true, min: 1, max: 1_000_000_000 }),
        note: f.text('说明', { maxLength: 100 }),
      }),
      penaltyWaived: f.money('减免违约金', { required: true, default: 0, min: 0 }),
      violationsChecked: f.flag('已核对违章'),
      payee: f.text('退款收款人', { maxLength: 80 }),
      bankName: f.text('开户行', { maxLength: 80 }),
      bankAccount: f.text('收款账号', { maxLength: 40 }),
      remark: f.note('结算说明', { maxLength: 500 }),
    },
  },
  submit: {
    label: '提交结算',
    from: ['draft', 'rejected'],
    tone: 'primary',
    input: { hash: f.text('核对码', { required: true, maxLength: 64, internal: true }) },
  },
  pass: { ...PASS, money: (s) => Number(s['receivable'] ?? 0) || Number(s['refund'] ?? 0), label: '审核通过' },
  reject: REJECT,
  advance: {
    label: '核对完成',
    from: ['toCollect', 'toRefund', 'holding'],
    refuse: (s) =>
      s.openBills > 0
        ? `还有 ${(s.openBills / 100).toFixed(2)} 元账单未收`
        : s.openRefunds > 0
          ? `还有 ${(s.openRefunds / 100).toFixed(2)} 元退款未付`
          : s.held > 0 && s.status === 'holding'
            ? s.keptForFines > 0
              ? `违章押金 ${(s.keptForFines / 100).toFixed(2)} 元尚未释放`
              : `车辆押金 ${(s.held / 100).toFixed(2)} 元尚未退还，请在「保证金管理」申请退还`
            : null,
    confirm: '按已收、已付的款项更新结算单的状态，收付齐了即完成。确认核对？',
    bulk: true,
  },
  release: {
    // Also while the lessee still owes: it is what the deposit was kept for.
    label: '释放违章押金',
    money: 'violationHeld',
    from: ['toCollect', 'toRefund', 'holding'],
    tone: 'primary',
    refuse: (s, m) =>
      s.keptForFines === 0
        ? '没有保留的违章押金'
        : s.holdUntil && m.today < s.holdUntil
          ? `违章押金保留至 ${s.holdUntil}，到期后才能释放`
          : s.keptBack,
    confirm: '先抵扣该租约未付清的账单，余额申请退款。确认释放？',
    bulk: true,
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    vehicleReturn: RowOf<typeof vehicleReturn>
    returnSettlement: RowOf<typeof returnSettlement>
  }
  interface ActionsOf {
    vehicleReturn: typeof vehicleReturnActions
    returnSettlement: typeof returnSettlementActions
  }
}
