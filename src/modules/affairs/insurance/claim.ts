/** 出险 (affairs.md §2.3, §3.4): from the accident report to the day every fen of the loss has somebody who bears it. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { conserved } from './insurance.rules.ts'

const LIABILITIES = { full: '全责', main: '主责', equal: '同责', minor: '次责', none: '无责' }
const FLOW = ['reported', 'surveying', 'assessing', 'repairing', 'approving', 'paid'] as const
export const CLAIM_FLOW: readonly string[] = FLOW
const PAYERS = {
  own: '本车商业险',
  ownCompulsory: '本车交强险',
  theirCompulsory: '对方交强险',
  theirCommercial: '对方商业险',
  party: '对方自付',
}
const PAPERS = {
  report: '事故认定书',
  licence: '驾驶证、行驶证',
  assessment: '定损单',
  invoice: '维修发票',
  settlement: '赔款计算书',
  bank: '收款凭证',
}

export const insuranceClaim = defineEntity({
  name: 'insuranceClaim',
  label: '出险',
  right: 'insureOccur',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'reportNo', 'driverName'],
  fields: {
    no: f.serial('出险单号', 'CX{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      {
        reported: '已报案',
        surveying: '查勘',
        assessing: '定损',
        repairing: '维修',
        approving: '核赔',
        paid: '已赔付',
        closed: '已结案',
        declined: '拒赔',
        withdrawn: '撤案',
      },
      'reported',
    ),
    vehicle: f.ref('车辆', 'vehicle', { required: true, fixed: true }),
    occurredAt: f.instant('出险时间', { required: true, fixed: true }),
    reportedAt: f.instant('报案时间', { required: true }),
    reportNo: f.text('报案号', { required: true, unique: '该报案号已登记', maxLength: 40 }),
    place: f.place('出险地点'),
    kind: f.choice(
      '类型',
      { own: '单方损失', third: '涉及第三方', injury: '人员伤亡', glass: '玻璃', theft: '盗抢', other: '其他' },
      { required: true, default: 'own' },
    ),
    liability: f.choice('责任', LIABILITIES, { required: true, default: 'full' }),
    liabilityBp: f.rate('责任比例', { min: 0, max: 10_000, hint: '不填则按全责 100%、主责 70%、同责 50%、次责 30%、无责 0 计' }),
    driverName: f.text('驾驶人', { maxLength: 40 }),
    driver: f.ref('司机', 'driver', { hint: '本公司司机；司机承担的部分从他的运费中扣' }),
    driverMobile: f.text('驾驶人手机号', { format: 'mobile', mask: 'mobile' }),
    thirdParties: f.lines('第三方', {
      name: f.text('姓名或单位', { required: true, maxLength: 60 }),
      plateNo: f.text('车牌号', { maxLength: 12 }),
      insurer: f.text('承保公司', { maxLength: 40 }),
      loss: f.money('损失', { required: true, min: 0, default: 0 }),
    }),
    estimate: f.money('预计损失', { min: 0 }),
    assessed: f.lines('定损', {
      part: f.text('部位或项目', { required: true, maxLength: 60 }),
      amount: f.money('金额', { required: true, min: 0 }),
    }),
    loss: f.money('本车损失', { readOnly: true, default: 0 }),
    deductible: f.money('合同约定承租人承担免赔', { min: 0 }),
    payouts: f.lines(
      '赔款',
      {
        payer: f.choice('来源', PAYERS, { required: true }),
        amount: f.money('金额', { required: true, min: 1 }),
        receivedOn: f.day('到账日期', { required: true }),
        tradeNo: f.text('流水号', { maxLength: 64 }),
        receiptNo: f.text('收款单', { maxLength: 40 }),
        received: f.flag('已到账'),
      },
      { readOnly: true },
    ),
    paidOut: f.money('赔款合计', { readOnly: true, default: 0 }),
    lesseeShare: f.money('承租人承担', { required: true, min: 0, default: 0 }),
    driverShare: f.money('司机承担', { required: true, min: 0, default: 0 }),
    companyLoss: f.money('公司承担', { required: true, min: 0, default: 0 }),
    papers: f.lines('已收资料', { paper: f.choice('资料', PAPERS, { required: true }), files: f.files('文件', { maxCount: 6 }) }),
    photos: f.files('现场照片', { maxCount: 20 }),
    policy: f.ref('保单', 'insurancePolicy', { readOnly: true }),
    lease: f.ref('租约', 'lease', { readOnly: true }),
    lessee: f.ref('承租人', 'lessee', { readOnly: true }),
    upkeepOrder: f.ref('维修单', 'upkeepOrder', { filter: { kind: 'accident' }, within: { vehicle: 'vehicle' } }),
    incidental: f.ref('杂费单', 'incidental', { readOnly: true }),
    deduction: f.ref('司机扣款', 'deduction', { readOnly: true }),
    why: f.text('驾驶依据', { readOnly: true, maxLength: 300 }),
    late: f.flag('报案超过 48 小时', { readOnly: true }),
    closedOn: f.day('结案日期', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 500 }),
  },
  check: (v) =>
    v.reportedAt && v.occurredAt && Date.parse(v.reportedAt) < Date.parse(v.occurredAt)
      ? { at: 'reportedAt', reason: '报案时间不能早于出险时间' }
      : null,
  list: {
    columns: [
      'no',
      'status',
      'vehicle',
      'occurredAt',
      'reportNo',
      'kind',
      'liability',
      'loss',
      'paidOut',
      'lesseeShare',
      'companyLoss',
      'lessee',
      'driverName',
      'store',
    ],
    filters: ['no', 'status', 'vehicle', 'occurredAt', 'reportNo', 'liability', 'lessee', 'store'],
    sort: '-occurredAt',
    totals: ['loss', 'paidOut', 'lesseeShare', 'companyLoss'],
    totalsWithout: { status: ['withdrawn'] },
    quick: {
      办理中: { status: [...FLOW] },
      待结案: { status: 'paid' },
      已结案: { status: 'closed' },
      拒赔撤案: { status: ['declined', 'withdrawn'] },
    },
  },
  form: {
    事故: [
      'vehicle',
      'occurredAt',
      'reportedAt',
      'reportNo',
      'place',
      'kind',
      'liability',
      'liabilityBp',
      'driver',
      'driverName',
      'driverMobile',
      'photos',
    ],
    第三方: ['thirdParties'],
    损失: ['estimate', 'assessed', 'loss', 'upkeepOrder'],
    赔款: ['payouts', 'paidOut'],
    分担: ['deductible', 'lesseeShare', 'driverShare', 'companyLoss'],
    资料: ['papers', 'remark'],
    关联: ['policy', 'lease', 'lessee', 'why', 'incidental', 'deduction', 'late', 'closedOn', 'store'],
  },
})

export interface ClaimFacts {
  /** State of its repair order, '' when there is none. */
  orderStatus: string
  orderNo: string
  /** How far the charge of the lessee has come; '' when there is none, or it was cancelled. */
  charge: '' | 'draft' | 'billed'
  /** What that charge says. */
  charged: number
  /** What is taken off the driver's pay for it. */
  deducted: number
}
/** Entered before receipts were kept, it has no number and counts as received. */
export const arrived = (p: { receiptNo?: string | null; received?: boolean | null }): boolean => !p.receiptNo || p.received === true
/** Of the payouts, one that the finance department has not confirmed yet. */
const waiting = (c: { payouts: { receiptNo?: string | null; received?: boolean | null }[] | null }): string | null => {
  const open = (c.payouts ?? []).find((p) => !arrived(p))
  return open ? `赔款尚未到账：收款单 ${open.receiptNo ?? ''} 等待财务复核` : null
}
const reason = { reason: f.text('原因', { required: true, maxLength: 200 }) }
const right = 'insureOccur_claim'
export const insuranceClaimActions = defineActions(insuranceClaim, facts<ClaimFacts>(), {
  next: {
    label: '下一步',
    from: ['reported', 'surveying', 'assessing', 'repairing', 'approving'],
    tone: 'primary',
    right,
    refuse: (c) => missing(c.status, c),
    confirm: '这一步的资料已齐，进入下一步后仍可「退回上一步」。确认进入下一步？',
  },
  back: { label: '退回上一步', from: ['surveying', 'assessing', 'repairing', 'approving', 'paid'], right, input: reason },
  propose: {
    label: '按责任计算分担',
    from: [...FLOW],
    right,
    confirm: '按责任比例、保额与免赔计算各方承担，填入分担与赔款建议（未到账的赔款不写入）。确认？',
  },
  close: {
    label: '结案',
    from: ['paid'],
    to: 'closed',
    tone: 'primary',
    refuse: (c) =>
      conserved({
        loss: c.loss ?? 0,
        payouts: (c.payouts ?? []).map((p) => p.amount),
        lessee: c.lesseeShare,
        driver: c.driverShare,
        company: c.companyLoss,
      }) ??
      waiting(c) ??
      (c.orderStatus !== '' && !['settled', 'cancelled'].includes(c.orderStatus)
        ? `维修单 ${c.orderNo} 尚未结算`
        : c.lesseeShare > 0 && c.lessee && c.charge !== 'billed'
          ? '承租人分担未出账'
          : c.charge === 'billed' && c.charged !== c.lesseeShare
            ? `杂费单金额 ${formatFen(c.charged)} 与承租人承担 ${formatFen(c.lesseeShare)} 不符`
            : c.driverShare > 0 && c.driver && !c.deducted
              ? '司机分担未生成扣款'
              : c.deducted > 0 && c.deducted !== c.driverShare
                ? `司机扣款 ${formatFen(c.deducted)} 与司机承担 ${formatFen(c.driverShare)} 不符`
                : null),
    confirm: '结案后不能再修改。确认每一分损失都有承担方？',
  },
  /** An insurer's money: entered here, confirmed by the finance department, then it counts. */
  receive: {
    label: '登记赔款',
    money: 'amount',
    from: [...FLOW],
    right,
    input: {
      payer: f.choice('来源', PAYERS, { required: true, default: 'own' }),
      payerName: f.text('付款方', { required: true, maxLength: 80, hint: '保险公司或对方名称，与银行流水一致' }),
      amount: f.money('金额', { required: true, min: 1 }),
      account: f.ref('收款账户', 'companyAccount', { required: true, filter: { status: 'active' } }),
      receivedOn: f.day('到账日期', { required: true }),
      tradeNo: f.text('流水号', { maxLength: 64 }),
      vouchers: f.files('到账凭证', { maxCount: 6 }),
    },
    done: '已生成其他收款，财务复核后计为到账',
  },
  charge: {
    label: '生成承租人杂费',
    money: 'lesseeShare',
    from: [...FLOW],
    right,
    refuse: (c) => (c.charge ? '已生成杂费单' : !c.lease ? '出险时车辆不在租，没有承租人' : c.lesseeShare > 0 ? null : '承租人承担为 0'),
    confirm: '按承租人承担的金额生成杂费单，出账后由承租人支付。确认生成？',
  },
  chargeDriver: {
    label: '生成司机扣款',
    money: 'driverShare',
    from: [...FLOW],
    right,
    refuse: (c) => (c.deducted ? '已生成司机扣款' : !c.driver ? '请先在出险单填写司机' : c.driverShare > 0 ? null : '司机承担为 0'),
    confirm: '按司机承担的金额生成扣款，从他后续的运费中抵扣。确认生成？',
  },
  noteReceipt: {
    label: '赔款到账更新',
    from: 'any',
    internal: true,
    input: {
      receiptNo: f.text('收款单', { required: true, maxLength: 40 }),
      received: f.flag('已到账'),
      amount: f.money('金额', { required: true }),
      receivedOn: f.day('到账日期', { required: true }),
      tradeNo: f.text('流水号', { maxLength: 64 }),
    },
  },
  decline: { label: '拒赔', from: [...FLOW], to: 'declined', tone: 'danger', right, input: reason },
  withdraw: { label: '撤案', from: [...FLOW], to: 'withdrawn', tone: 'danger', right, input: reason },
})

/** What a step needs before the next: by name. */
const NEEDED: Record<string, readonly (keyof typeof PAPERS)[]> = {
  surveying: ['report'],
  assessing: ['assessment'],
  repairing: ['invoice'],
  approving: ['bank'],
}
function missing(
  status: string,
  c: {
    papers: { paper: keyof typeof PAPERS }[] | null
    payouts: { receiptNo?: string | null; received?: boolean | null }[] | null
    assessed: unknown[] | null
  },
): string | null {
  const have = new Set((c.papers ?? []).map((p) => p.paper))
  const lacking = (NEEDED[status] ?? []).filter((p) => !have.has(p))
  if (lacking.length) return `缺少资料：${lacking.map((p) => PAPERS[p]).join('、')}`
  if (status === 'assessing' && !c.assessed?.length) return '请先填写定损明细'
  if (status !== 'approving') return null
  return c.payouts?.length ? waiting(c) : '请先登记到账的赔款'
}

declare module '#kit/entity/tables.ts' {
  interface ActionsOf {
    insuranceClaim: typeof insuranceClaimActions
  }
  interface Tables {
    insuranceClaim: RowOf<typeof insuranceClaim>
  }
}
