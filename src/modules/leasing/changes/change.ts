/** 减租, 续租, 延期, 杂费 (leasing.md §3.4): what changes on a lease while it runs. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { AUDIT_SECTION, AUDIT_STATES, auditFields, CANCEL, PASS, refuseLease, REJECT, SUBMIT, type LeaseFacts } from '../audit.ts'

/** Who and what it is about: filled in from the lease. */
const parties = () => ({
  contract: f.ref('合同', 'contract', { readOnly: true }),
  lessee: f.ref('承租人', 'lessee', { readOnly: true }),
  vehicle: f.ref('车辆', 'vehicle', { readOnly: true }),
  store: f.ref('门店', 'store', { readOnly: true }),
})
const PARTIES = ['contract', 'lessee', 'vehicle', 'store'] as const

const byRange = (v: Record<string, unknown>): boolean => v['method'] !== 'newRent'

export const rentReduction = defineEntity({
  name: 'rentReduction',
  label: '减租单',
  right: 'reduceRentList',
  scope: { store: 'store' },
  money: 'amountOff',
  title: ['no'],
  search: ['no'],
  searchThrough: ['lessee', 'vehicle', 'contract'],
  fields: {
    no: f.serial('减租单号', 'JZ{yyyyMMdd}-{0000}'),
    status: f.state('状态', { ...AUDIT_STATES, effective: '已生效', withdrawn: '已撤回' }, 'draft'),
    lease: f.ref('租约', 'lease', { required: true, fixed: true, filter: { status: 'active' } }),
    ...parties(),
    method: f.choice(
      '减租方式',
      { freeDays: '免租天数', amount: '固定金额', rate: '按比例', newRent: '自某日起调价' },
      { required: true, default: 'freeDays' },
    ),
    startOn: f.day('减租起日', { required: true, begins: 'now', hint: '调价时为新租金开始的日子' }),
    lastOn: f.day('减租止日', { required: true, begins: 'now', hint: '含该日', when: byRange }),
    amountOff: f.money('减免金额', { required: true, min: 1, when: (v) => v['method'] === 'amount' }),
    rateBp: f.rate('减免比例', { required: true, min: 1, max: 10_000, when: (v) => v['method'] === 'rate' }),
    newRent: f.money('新月租金', { required: true, min: 1, when: (v) => v['method'] === 'newRent' }),
    newDailyRent: f.money('新日租金', { min: 1, hint: '合同按日租金折算时填写；不填沿用原日租金', when: (v) => v['method'] === 'newRent' }),
    most: f.money('减免上限', { min: 1, hint: '系统算出的金额可以调低，不能调高；不填按系统金额', when: byRange }),
    reasonKind: f.choice(
      '减租原因',
      { fault: '车辆故障停运', forceMajeure: '不可抗力', care: '客户关怀', bargain: '议价', other: '其他' },
      { required: true, default: 'fault' },
    ),
    reasonNote: f.note('说明', { required: true, maxLength: 300 }),
    attachments: f.files('附件', { maxCount: 6 }),
    amount: f.money('减免合计', { readOnly: true, hint: '提交时按收款计划计算' }),
    parts: f.json<ReductionPart[]>('减免明细', {
      of: {
        startOn: f.day('账期起'),
        endOn: f.day('账期止', { exclusive: true }),
        amount: f.money('金额'),
        billNo: f.text('账单编号'),
        formula: f.text('算式'),
      },
    }),
    ...auditFields(),
  },
  check: (v) =>
    v.method === 'newRent'
      ? v.newRent
        ? null
        : { at: 'newRent', reason: '请填写新月租金' }
      : !v.lastOn
        ? { at: 'lastOn', reason: '请填写减租止日' }
        : v.lastOn < v.startOn
          ? { at: 'lastOn', reason: '减租止日不能早于起日' }
          : v.method === 'amount' && !v.amountOff
            ? { at: 'amountOff', reason: '请填写减免金额' }
            : v.method === 'rate' && !v.rateBp
              ? { at: 'rateBp', reason: '请填写减免比例' }
              : null,
  list: {
    columns: ['no', 'status', 'lease', 'lessee', 'vehicle', 'method', 'startOn', 'lastOn', 'amount', 'reasonKind', 'store'],
    filters: ['no', 'status', 'lease', 'lessee', 'vehicle', 'method', 'startOn', 'reasonKind', 'store'],
    sort: '-createdAt',
    totals: ['amount'],
    totalsWithout: { status: ['rejected', 'withdrawn'] },
    quick: { 草稿与驳回: { status: ['draft', 'rejected'] }, 审批中: { status: 'approving' }, 已生效: { status: 'effective' } },
  },
  form: {
    减租: [
      'lease',
      'method',
      'startOn',
      'lastOn',
      'amountOff',
      'rateBp',
      'newRent',
      'newDailyRent',
      'most',
      'reasonKind',
      'reasonNote',
      'attachments',
    ],
    双方与车辆: [...PARTIES],
    结果: ['amount'],
    审核: [...AUDIT_SECTION],
  },
})

/** What a reduction takes off one month of the lease. */
export interface ReductionPart {
  startOn: string
  endOn: string
  amount: number
  /** The bill it is credited on; none while the month is not billed yet. */
  bill: number | null
  billNo: string | null
  formula: string
}

export const rentReductionActions = defineActions(rentReduction, facts<LeaseFacts>(), {
  submit: {
    ...SUBMIT,
    to: 'approving',
    refuse: (r) => refuseLease({ ...r, underWay: null }, '减租'),
    confirm: '按当前收款计划计算减免金额并提交审批。确认提交？',
  },
  pass: {
    ...PASS,
    money: 'amount',
    to: 'effective',
    refuse: (r) => refuseLease({ ...r, underWay: null }, '减租'),
    confirm: '通过后立即冲减账单；已付部分退入预存余额。确认通过？',
  },
  reject: REJECT,
  withdraw: {
    label: '撤回',
    from: ['draft', 'approving', 'rejected'],
    to: 'withdrawn',
    tone: 'danger',
    input: { reason: f.text('撤回原因', { required: true, maxLength: 200 }) },
  },
})

export const renewal = defineEntity({
  name: 'renewal',
  label: '续租单',
  right: 'renewalOfLease',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no'],
  searchThrough: ['lessee', 'vehicle', 'contract'],
  fields: {
    no: f.serial('续租单号', 'XZ{yyyyMMdd}-{0000}'),
    status: f.state('状态', { ...AUDIT_STATES, toSign: '待签补充协议', effective: '已生效', cancelled: '已取消' }, 'draft'),
    lease: f.ref('租约', 'lease', { required: true, fixed: true, filter: { status: 'active' } }),
    ...parties(),
    months: f.int('续租期限', { required: true, default: 12, min: 1, max: 120, unit: '个月' }),
    monthlyRent: f.money('续租月租金', { required: true, min: 1 }),
    dailyRent: f.money('续租日租金', { min: 1, hint: '合同按日租金折算时填写' }),
    depositDelta: f.money('补收车辆押金', { required: true, default: 0, min: 0 }),
    remark: f.note('说明', { maxLength: 300 }),
    attachments: f.files('附件', { maxCount: 6 }),
    startOn: f.day('续租起', { readOnly: true, hint: '接在现租期之后，没有空档' }),
    endOn: f.day('续租后到期日', { readOnly: true }),
    totalRent: f.money('续租租金合计', { readOnly: true }),
    signedOn: f.day('签署日期', { readOnly: true }),
    signedScans: f.files('补充协议扫描件', { readOnly: true }),
    ...auditFields(),
  },
  list: {
    columns: [
      'no',
      'status',
      'lease',
      'lessee',
      'vehicle',
      'months',
      'startOn',
      'endOn',
      'monthlyRent',
      'totalRent',
      'depositDelta',
      'store',
    ],
    filters: ['no', 'status', 'lease', 'lessee', 'vehicle', 'startOn', 'endOn', 'store'],
    sort: '-createdAt',
    totals: ['totalRent'],
    totalsWithout: { status: ['rejected', 'cancelled'] },
    quick: {
      草稿与驳回: { status: ['draft', 'rejected'] },
      审批中: { status: 'approving' },
      待签补充协议: { status: 'toSign' },
      已生效: { status: 'effective' },
    },
  },
  form: {
    续租: ['lease', 'months', 'monthlyRent', 'dailyRent', 'depositDelta', 'remark', 'attachments'],
    双方与车辆: [...PARTIES],
    结果: ['startOn', 'endOn', 'totalRent', 'signedOn', 'signedScans'],
    审核: [...AUDIT_SECTION],
  },
})

/** From this day on a renewal may be asked for; whoever is overdue may ask too. */
export interface RenewalFacts extends LeaseFacts {
  mayAskFrom: string | null
  /** Number of the electronic signing that is under way. */
  liveFlow: string | null
}
const flowLives = (r: RenewalFacts): string | null => (r.liveFlow ? '有进行中的签署流程，请先撤销' : null)

export const renewalActions = defineActions(renewal, facts<RenewalFacts>(), {
  submit: {
    ...SUBMIT,
    to: 'approving',
    refuse: (r, { today }) =>
      refuseLease(r, '续租') ?? (r.mayAskFrom && today < r.mayAskFrom ? `还不能续租，最早 ${r.mayAskFrom} 可以提交（见运营设置）` : null),
    confirm: '提交后由审核人审批，通过后签订补充协议，续租才生效。确认提交？',
  },
  pass: { ...PASS, money: 'totalRent', to: 'toSign', refuse: (r) => refuseLease(r, '续租'), confirm: '同意续租？通过后签订补充协议。' },
  reject: REJECT,
  sign: {
    label: '登记签署',
    money: 'totalRent',
    from: ['toSign'],
    to: 'effective',
    tone: 'primary',
    refuse: (r) => flowLives(r) ?? refuseLease(r, '续租'),
    input: {
      signedOn: f.day('签署日期', { required: true, begins: 'now' }),
      signedScans: f.files('补充协议扫描件', { required: true, maxCount: 10 }),
    },
  },
  cancel: { ...CANCEL, from: ['draft', 'approving', 'rejected', 'toSign'], to: 'cancelled', refuse: flowLives },
})

export const leaseExtension = defineEntity({
  name: 'leaseExtension',
  label: '延期单',
  right: 'extensionRecord',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no'],
  searchThrough: ['lessee', 'vehicle', 'contract'],
  fields: {
    no: f.serial('延期单号', 'YQ{yyyyMMdd}-{0000}'),
    status: f.state('状态', { ...AUDIT_STATES, effective: '已生效', cancelled: '已取消' }, 'draft'),
    lease: f.ref('租约', 'lease', { required: true, fixed: true, filter: { status: 'active' } }),
    ...parties(),
    kind: f.choice('延期类型', { payment: '延期付款', return: '延期还车' }, { required: true, default: 'payment' }),
    bill: f.ref('延期账单', 'bill', {
      required: true,
      filter: { status: ['unpaid', 'partlyPaid'] },
      within: { lease: 'lease' },
      hint: '该租约尚未付清的账单',
      when: (v) => v['kind'] !== 'return',
    }),
    newDueOn: f.day('新应付日', { required: true, when: (v) => v['kind'] !== 'return' }),
    newEndOn: f.day('新还车日', { required: true, when: (v) => v['kind'] === 'return' }),
    reasonNote: f.note('延期原因', { required: true, maxLength: 300 }),
    attachments: f.files('附件', { maxCount: 6 }),
    oldDay: f.day('原日期', { readOnly: true }),
    newDay: f.day('延至', { readOnly: true }),
    effect: f.text('影响', { readOnly: true, maxLength: 200 }),
    amount: f.money('增加租金', { readOnly: true }),
    ...auditFields(),
  },
  check: (v) =>
    v.kind === 'return'
      ? v.newEndOn
        ? null
        : { at: 'newEndOn', reason: '请填写新还车日' }
      : !v.bill
        ? { at: 'bill', reason: '请选择延期账单' }
        : v.newDueOn
          ? null
          : { at: 'newDueOn', reason: '请填写新应付日' },
  list: {
    columns: ['no', 'status', 'kind', 'lease', 'lessee', 'bill', 'oldDay', 'newDay', 'amount', 'effect', 'reasonNote', 'store'],
    filters: ['no', 'status', 'kind', 'lease', 'lessee', 'newDay', 'store'],
    sort: '-createdAt',
    quick: { 草稿与驳回: { status: ['draft', 'rejected'] }, 审批中: { status: 'approving' }, 已生效: { status: 'effective' } },
  },
  form: {
    延期: ['lease', 'kind', 'bill', 'newDueOn', 'newEndOn', 'reasonNote', 'attachments'],
    双方与车辆: [...PARTIES],
    结果: ['oldDay', 'newDay', 'amount', 'effect'],
    审核: [...AUDIT_SECTION],
  },
})

export const leaseExtensionActions = defineActions(leaseExtension, facts<LeaseFacts>(), {
  submit: {
    ...SUBMIT,
    to: 'approving',
    refuse: (r) => (r.kind === 'return' ? refuseLease(r, '延期还车') : null),
    confirm: '提交后由审核人审批，通过后立即生效。确认提交？',
  },
  pass: {
    ...PASS,
    money: 'amount',
    to: 'effective',
    refuse: (r) => (r.kind === 'return' ? refuseLease(r, '延期还车') : null),
    confirm: '同意延期？通过后立即生效。',
  },
  reject: REJECT,
  sheetSigned: {
    label: '延期协议电子签署完成',
    from: ['effective'],
    internal: true,
    input: { attachments: f.files('附件', { required: true, maxCount: 7 }) },
  },
  cancel: { ...CANCEL, from: ['draft', 'approving', 'rejected'], to: 'cancelled' },
})

/** Fees that come up by the way; the names are billing's. */
export const INCIDENTAL_FEES = {
  TOW: '拖车费',
  CLEAN: '清洁费',
  ENERGY: '补电/补油费',
  REPAIR: '维修费',
  DAMAGE: '车损费',
  MISSING: '缺件赔偿',
  VIOL: '违章代缴',
  VIOL_SVC: '违章处理服务费',
  INS_UP: '保险上浮',
  SERVICE: '服务费',
  MGMT: '管理费',
  OTHER: '其他',
}

export const incidental = defineEntity({
  name: 'incidental',
  label: '杂费单',
  right: 'incidental',
  scope: { store: 'store' },
  next: 'issue',
  money: 'lines.amount',
  title: ['no'],
  search: ['no'],
  searchThrough: ['lessee', 'vehicle', 'contract'],
  fields: {
    no: f.serial('杂费单号', 'ZF{yyyyMMdd}-{0000}'),
    status: f.state('状态', { draft: '待出账', billed: '已出账', cancelled: '已取消' }, 'draft'),
    lease: f.ref('租约', 'lease', {
      required: true,
      fixed: true,
      filter: { status: ['active', 'swapping', 'returning', 'toInspect', 'toSettle', 'settling'] },
    }),
    ...parties(),
    lines: f.lines(
      '费用',
      {
        feeItem: f.choice('费用科目', INCIDENTAL_FEES, { required: true, default: 'OTHER' }),
        amount: f.money('金额', { required: true, min: 1, max: 1_000_000_000 }),
        note: f.text('说明', { maxLength: 100 }),
      },
      { required: true },
    ),
    occurredOn: f.day('发生日期', { required: true, begins: 'now' }),
    dueOn: f.day('应付日', { required: true, begins: 'now' }),
    attachments: f.files('凭证', { maxCount: 10 }),
    remark: f.note('备注', { maxLength: 300 }),
    amount: f.money('合计', { readOnly: true, default: 0 }),
    bill: f.ref('账单', 'bill', { readOnly: true }),
  },
  check: (v) => (v.lines && v.lines.length === 0 ? { at: 'lines', reason: '请至少填写一项费用' } : null),
  list: {
    columns: ['no', 'status', 'lease', 'lessee', 'vehicle', 'amount', 'occurredOn', 'dueOn', 'bill', 'store'],
    filters: ['no', 'status', 'lease', 'lessee', 'vehicle', 'occurredOn', 'store'],
    sort: '-createdAt',
    totals: ['amount'],
    totalsWithout: { status: ['cancelled'] },
    quick: { 待出账: { status: 'draft' }, 已出账: { status: 'billed' } },
  },
  form: { 杂费: ['lease', 'lines', 'occurredOn', 'dueOn', 'attachments', 'remark'], 双方与车辆: [...PARTIES], 结果: ['amount', 'bill'] },
})

export const incidentalActions = defineActions(incidental, facts<{ leaseStatus: string; leaseLabel: string; proofAbove: number }>(), {
  issue: {
    label: '出账',
    money: 'amount',
    from: ['draft'],
    to: 'billed',
    tone: 'primary',
    bulk: true,
    refuse: (r) =>
      ['active', 'swapping', 'returning', 'toInspect', 'toSettle', 'settling'].includes(r.leaseStatus)
        ? (r.amount ?? 0) > r.proofAbove && !r.attachments?.length
          ? `金额超过 ${r.proofAbove / 100} 元的杂费必须上传凭证`
          : null
        : `租约当前为「${r.leaseLabel}」，不能再收杂费`,
    confirm: '出账后生成杂费账单，不能修改。确认出账？',
  },
  cancel: { ...CANCEL, from: ['draft'], to: 'cancelled' },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    rentReduction: RowOf<typeof rentReduction>
    renewal: RowOf<typeof renewal>
    leaseExtension: RowOf<typeof leaseExtension>
    incidental: RowOf<typeof incidental>
  }
  interface ActionsOf {
    rentReduction: typeof rentReductionActions
    renewal: typeof renewalActions
    leaseExtension: typeof leaseExtensionActions
    incidental: typeof incidentalActions
  }
}
