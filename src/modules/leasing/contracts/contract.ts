/** 租赁合同 (leasing.md §3.3). One lease per vehicle; expiry and arrears are derived, never states. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { PASS, REJECT } from '../audit.ts'
import { checkTerms, TERM_SECTIONS, termFields } from '../rent/plan.ts'

export const contract = defineEntity({
  name: 'contract',
  label: '租赁合同',
  right: 'contracList',
  scope: { store: 'store', owner: 'owner', channel: 'channel' },
  title: ['no'],
  search: ['no'],
  searchThrough: ['lessee', 'vehicles'],
  papers: { contract: '车辆租赁合同' },
  pick: ['lessee', 'vehicles', 'startOn', 'endOn', 'status'],
  fields: {
    no: f.serial('合同编号', 'HT{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      {
        draft: '草稿',
        approving: '审批中',
        rejected: '审批驳回',
        toSign: '待签署',
        signing: '签署中',
        toHandOver: '待交车',
        active: '履约中',
        toSettle: '待结算',
        done: '已完成',
        endedEarly: '提前解约',
        void: '已作废',
      },
      'draft',
    ),
    kind: f.choice('合同类型', { lease: '租赁', rentToOwn: '以租代购', framework: '框架' }, { required: true, default: 'lease' }),
    lessee: f.ref('承租人', 'lessee', { required: true, filter: { status: 'normal' } }),
    store: f.ref('签约门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    owner: f.ref('业务员', 'user', { begins: 'me' }),
    channel: f.ref('来源渠道', 'channel', { filter: { status: 'active' } }),
    application: f.ref('用车申请', 'carApplication', { fixed: true, filter: { status: 'approved' }, within: { lessee: 'lessee' } }),
    hold: f.ref('预留', 'vehicleHold', { fixed: true, filter: { status: 'held' } }),
    plan: f.ref('租赁方案', 'leasePlan', {
      required: true,
      filter: { status: 'active' },
      within: { 'product.model': 'vehicles.model' },
      hint: '选择后带出租金与押金条款，可在合同中调整',
    }),
    vehicles: f.refs('租赁车辆', 'vehicle', {
      required: true,
      filter: { status: 'available' },
      hint: '只能选择待租车辆，每辆车生成一张租约',
    }),
    startOn: f.day('起租日', { required: true, begins: 'now' }),
    endOn: f.day('到期日', { required: true, hint: '租期到这一天为止；这一天收不收租金见「还车当天是否计租」' }),
    ...termFields,
    // Signed on paper; the other way is chosen by the process that signs, never typed.
    signMode: f.choice('签署方式', { offline: '线下', electronic: '电子' }, { required: true, readOnly: true, default: 'offline' }),
    signedOn: f.day('签署日期', { readOnly: true }),
    signedScans: f.files('已签合同扫描件', { readOnly: true, maxCount: 10 }),
    signingEnded: f.text('上次电子签署未完成的原因', { readOnly: true, maxLength: 200 }),
    clause: f.ref('合同条款版本', 'contractClause', { readOnly: true }),
    totalRent: f.money('租金总额', { readOnly: true, default: 0 }),
    rejectReason: f.text('驳回原因', { readOnly: true, maxLength: 200 }),
    attachments: f.files('附件', { maxCount: 10 }),
    remark: f.note('备注', { maxLength: 1000 }),
  },
  check: (v) => (v.endOn <= v.startOn ? { at: 'endOn', reason: '到期日必须晚于起租日' } : checkTerms(v)),
  list: {
    columns: ['no', 'status', 'lessee', 'vehicles', 'startOn', 'endOn', 'monthlyRent', 'payCycleMonths', 'totalRent', 'store', 'owner'],
    filters: ['no', 'status', 'lessee', 'store', 'startOn', 'endOn', 'owner', 'channel', 'kind'],
    sort: '-createdAt',
    quick: {
      草稿: { status: 'draft' },
      待签署: { status: ['toSign', 'signing'] },
      待交车: { status: 'toHandOver' },
      履约中: { status: 'active' },
      待结算: { status: 'toSettle' },
      已结束: { status: ['done', 'endedEarly', 'void'] },
    },
    totals: ['totalRent'],
    totalsWithout: { status: ['void'] },
  },
  form: {
    合同双方: ['kind', 'lessee', 'store', 'owner', 'channel', 'application', 'hold'],
    车辆与租期: ['vehicles', 'plan', 'startOn', 'endOn'],
    ...TERM_SECTIONS,
    附件与备注: ['attachments', 'remark'],
  },
  children: [
    { entity: 'signFlow', by: 'contract', label: '电子合同' },
    { entity: 'lease', by: 'contract', label: '租约' },
    { entity: 'bill', by: 'contract', label: '账单' },
    { entity: 'planPeriod', by: 'contract', label: '收款计划' },
    { entity: 'handover', by: 'contract', label: '交车单' },
    { entity: 'depositAccount', by: 'contract', label: '押金' },
    { entity: 'vehicleSwap', by: 'contract', label: '换车' },
    { entity: 'renewal', by: 'contract', label: '续租' },
    { entity: 'rentReduction', by: 'contract', label: '减租' },
    { entity: 'incidental', by: 'contract', label: '杂费' },
    { entity: 'returnSettlement', by: 'contract', label: '结算' },
  ],
})

export interface ContractFacts {
  lesseeStatus: string
  lesseeLabel: string
  /** Vehicles that cannot be leased now, with the reason. */
  blockedVehicles: string[]
  /** Money received on this contract and not given back, fen. */
  netReceived: number
  /** Held as its deposits, also what was carried over from other leases. */
  deposits: number
  handedOver: number
  /** Receipts registered for its bills and not yet judged. */
  pendingReceipts: number
}

/** Asked at every step until both have signed: between submitting and signing somebody may have found out who the customer is. */
export const notYet = (c: ContractFacts): string | null =>
  c.lesseeStatus === 'reviewing'
    ? '承租人还没审核，请先在承租人详情「审核通过」，再办合同'
    : c.lesseeStatus !== 'normal'
      ? `承租人状态为「${c.lesseeLabel}」，不能签约`
      : c.blockedVehicles.length
        ? c.blockedVehicles.join('；')
        : null

/** While a flow lives, the flow decides: it is revoked first. */
const flowLives = (c: { status: string }): string | null => (c.status === 'signing' ? '有进行中的签署流程，请先撤销' : null)

export const contractActions = defineActions(contract, facts<ContractFacts>(), {
  submit: {
    label: '提交',
    money: 'totalRent',
    from: ['draft', 'rejected'],
    tone: 'primary',
    refuse: notYet,
    confirm: '提交后生成收款计划，并出具押金与首期租金账单；配置了合同审批流程的，审批通过后生成。确认提交？',
  },
  pass: {
    ...PASS,
    money: 'totalRent',
    to: 'toSign',
    refuse: notYet,
    confirm: '通过后生成收款计划，并出具押金与首期租金账单。确认通过？',
  },
  reject: REJECT,
  sign: {
    label: '登记签署',
    from: ['toSign', 'signing'],
    to: 'toHandOver',
    tone: 'primary',
    input: {
      signedOn: f.day('签署日期', { required: true, begins: 'now' }),
      signedScans: f.files('已签合同扫描件', { required: true, maxCount: 10 }),
    },
    checkInput: (i, c) => (String(i['signedOn']) > c.endOn ? '签署日期不能晚于合同到期日' : null),
    refuse: (c) => flowLives(c) ?? notYet(c),
  },
  void: {
    label: '作废',
    from: ['draft', 'approving', 'rejected', 'toSign', 'signing', 'toHandOver'],
    to: 'void',
    tone: 'danger',
    refuse: (c) =>
      flowLives(c) ??
      (c.handedOver
        ? '已有车辆交付，不能作废'
        : c.netReceived
          ? '已有收款，请先退款再作废'
          : c.deposits
            ? '已转入押金，请先转回原租约再作废'
            : c.pendingReceipts
              ? `有 ${c.pendingReceipts} 笔收款待审核，请先确认或驳回`
              : null),
    input: { reason: f.text('作废原因', { required: true, maxLength: 200 }) },
  },
  startSigning: { label: '发起电子签署', from: ['toSign'], to: 'signing', internal: true, refuse: notYet },
  signed: {
    label: '电子签署完成',
    from: ['signing'],
    to: 'toHandOver',
    internal: true,
    refuse: notYet,
    input: {
      signedOn: f.day('签署日期', { required: true, begins: 'now' }),
      signedScans: f.files('已签合同', { required: true, maxCount: 1 }),
    },
  },
  signingEnded: {
    label: '电子签署未完成',
    from: ['signing'],
    to: 'toSign',
    internal: true,
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  rescinded: {
    label: '解约',
    from: ['toHandOver'],
    to: 'void',
    internal: true,
    refuse: (c) => (c.handedOver ? '租约履行中，请先办理退车结算' : c.netReceived ? '请先退款再解约' : null),
    input: { reason: f.text('解约原因', { required: true, maxLength: 200 }) },
  },
  begin: { label: '开始履约', from: ['toHandOver'], to: 'active', internal: true },
  allReturned: { label: '全部退车', from: ['active'], to: 'toSettle', internal: true },
  goOn: { label: '继续履约', from: ['toSettle'], to: 'active', internal: true },
  finish: { label: '结清完成', from: ['toSettle'], internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    contract: RowOf<typeof contract>
  }
  interface ActionsOf {
    contract: typeof contractActions
  }
}
