/** 异常 and 理赔 (transport.md §2.9). */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { RESPONSIBLE } from '../orders/consignment.ts'

export const exceptionCase = defineEntity({
  name: 'exceptionCase',
  label: '异常',
  right: 'exceptionList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'detail'],
  fields: {
    no: f.serial('异常号', 'YC{yyyyMMdd}-{0000}'),
    kind: f.choice(
      '异常类型',
      {
        late: '延误',
        refusal: '拒收',
        part: '部分签收',
        damage: '货损',
        short: '货差少',
        surplus: '货差多',
        address: '改址',
        breakdown: '车辆故障',
        accident: '事故',
        temperature: '温度超限',
        unreachable: '联系不上',
        waiting: '等待超时',
        papers: '证照超限',
        basis: '计费依据变更',
      },
      { required: true },
    ),
    status: f.state('状态', { open: '待处理', handling: '处理中', closed: '已关闭', rejected: '已驳回' }, 'open'),
    about: f.choice('发生于', { order: '运输订单', consignment: '配送单', mission: '任务单' }, { required: true, default: 'order' }),
    order: f.ref('运输订单', 'transportOrder', { required: true, when: (v) => v['about'] === 'order' }),
    consignment: f.ref('配送单', 'consignment', { required: true, when: (v) => v['about'] === 'consignment' }),
    mission: f.ref('任务单', 'mission', { required: true, when: (v) => v['about'] === 'mission' }),
    level: f.choice('级别', { low: '一般', middle: '较重', high: '严重' }, { required: true, default: 'low' }),
    at: f.instant('发生时间', { required: true }),
    place: f.place('地点'),
    responsible: f.choice('责任方', RESPONSIBLE, { required: true, default: 'open', readOnly: true }),
    detail: f.note('情况说明', { required: true, maxLength: 1000 }),
    files: f.files('附件', { maxCount: 9 }),
    due: f.instant('处理期限', { readOnly: true }),
    handler: f.ref('处理人', 'user', { readOnly: true }),
    conclusion: f.note('处理结果', { readOnly: true, maxLength: 1000 }),
    noFee: f.flag('无费用', { readOnly: true }),
    reopened: f.int('重开次数', { readOnly: true, default: 0 }),
    store: f.ref('门店', 'store', { readOnly: true }),
  },
  list: {
    columns: ['no', 'kind', 'status', 'level', 'order', 'mission', 'at', 'responsible', 'due', 'handler', 'detail', 'store'],
    filters: ['no', 'kind', 'status', 'level', 'order', 'mission', 'at', 'responsible', 'handler', 'due', 'store'],
    sort: '-at',
    quick: { 待处理: { status: 'open' }, 处理中: { status: 'handling' }, 已关闭: { status: 'closed' } },
  },
  form: {
    异常: ['kind', 'level', 'about', 'order', 'consignment', 'mission', 'at', 'place', 'detail', 'files'],
    处理: ['responsible', 'due', 'handler', 'conclusion', 'noFee', 'reopened', 'store'],
  },
  children: [{ entity: 'cargoClaim', by: 'exception', label: '理赔' }],
})
export const exceptionCaseActions = defineActions(exceptionCase, {
  handle: {
    label: '开始处理',
    from: ['open'],
    to: 'handling',
    tone: 'primary',
    bulk: true,
    confirm: '开始后处理人是您，同事会看到正在处理。确认开始处理？',
  },
  close: {
    label: '关闭',
    from: ['open', 'handling'],
    to: 'closed',
    tone: 'primary',
    input: {
      responsible: f.choice('责任方', RESPONSIBLE, { required: true }),
      conclusion: f.note('处理结果', { required: true, maxLength: 1000 }),
      noFee: f.flag('无费用'),
    },
    checkInput: (i) => (i['responsible'] === 'open' ? '关闭前请确定责任方' : null),
  },
  reject: {
    label: '驳回',
    from: ['open', 'handling'],
    to: 'rejected',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  reopen: {
    label: '重开',
    from: ['closed', 'rejected'],
    to: 'handling',
    refuse: (c) => ((c.reopened ?? 0) > 0 ? '已重开过一次，请新建异常' : null),
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
})

export const cargoClaim = defineEntity({
  name: 'cargoClaim',
  label: '理赔',
  right: 'cargoClaimList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no'],
  fields: {
    no: f.serial('理赔号', 'LP{yyyyMMdd}-{0000}'),
    status: f.state('状态', { draft: '草稿', approving: '待审批', agreed: '已核定', settled: '已结清', rejected: '已驳回' }, 'draft'),
    exception: f.ref('异常', 'exceptionCase', { required: true, fixed: true }),
    customer: f.ref('客户', 'lessee', { readOnly: true }),
    order: f.ref('运输订单', 'transportOrder', { readOnly: true }),
    lines: f.lines(
      '损失明细',
      {
        goods: f.text('货物', { required: true, maxLength: 80 }),
        quantity: f.decimal('数量', 3, { required: true, min: 0 }),
        unitValue: f.money('单价', { each: true, required: true, min: 0 }),
        salvage: f.money('残值', { required: true, default: 0, min: 0 }),
      },
      { required: true },
    ),
    amount: f.money('赔付金额', { readOnly: true, min: 0 }),
    recoverFrom: f.choice(
      '追偿对象',
      { none: '不追偿', carrier: '承运商', driver: '司机', insurer: '保险公司' },
      { required: true, default: 'none' },
    ),
    carrier: f.ref('承运商', 'carrier', { required: true, when: (v) => v['recoverFrom'] === 'carrier' }),
    driver: f.ref('司机', 'driver', { required: true, when: (v) => v['recoverFrom'] === 'driver' }),
    recovered: f.money('已追偿', { readOnly: true, default: 0, min: 0 }),
    payMode: f.choice('赔付方式', { credit: '抵扣运费', payout: '付款' }, { required: true, default: 'credit' }),
    decidedBy: f.ref('核定人', 'user', { readOnly: true }),
    decidedOn: f.day('核定日期', { readOnly: true }),
    rejectReason: f.text('驳回原因', { readOnly: true, maxLength: 200 }),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 500 }),
  },
  list: {
    columns: [
      'no',
      'status',
      'exception',
      'order',
      'customer',
      'amount',
      'recoverFrom',
      'carrier',
      'driver',
      'recovered',
      'payMode',
      'decidedOn',
      'store',
    ],
    filters: ['no', 'status', 'customer', 'order', 'recoverFrom', 'carrier', 'driver', 'decidedOn', 'store'],
    sort: '-createdAt',
    quick: { 待审批: { status: 'approving' }, 已核定: { status: 'agreed' }, 已结清: { status: 'settled' } },
    totals: ['amount', 'recovered'],
    totalsWithout: { status: ['rejected'] },
  },
  form: {
    理赔: ['exception', 'order', 'customer', 'lines', 'amount', 'payMode'],
    追偿: ['recoverFrom', 'carrier', 'driver', 'recovered', 'decidedBy', 'decidedOn', 'rejectReason', 'remark', 'store'],
  },
})
export const cargoClaimActions = defineActions(cargoClaim, {
  submit: {
    label: '提交',
    money: 'amount',
    from: ['draft', 'rejected'],
    to: 'approving',
    tone: 'primary',
    confirm: '提交后由另一位同事核定赔付金额，核定前不能修改。确认提交？',
  },
  pass: {
    label: '核定',
    money: 'amount',
    from: ['approving'],
    to: 'agreed',
    tone: 'primary',
    confirm: '核定后金额不能再改，按赔付方式生成付款或抵扣。确认赔付金额无误？',
  },
  reject: {
    label: '驳回',
    from: ['approving'],
    to: 'rejected',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  settle: { label: '结清', money: 'amount', from: ['agreed'], to: 'settled', confirm: '结清后理赔不能再改。赔付与追偿确已办结？' },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    exceptionCase: RowOf<typeof exceptionCase>
    cargoClaim: RowOf<typeof cargoClaim>
  }
  interface ActionsOf {
    exceptionCase: typeof exceptionCaseActions
    cargoClaim: typeof cargoClaimActions
  }
}
