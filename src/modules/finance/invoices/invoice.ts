/** 发票 (finance.md §2.6): asked for over bills, issued by the tax bureau or its gateway, reversed by red letters. Lines add up to it. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { FEE_ITEMS } from '#modules/billing/bills/fee-items.rules.ts'
import { carriageProblem, TOOLS } from './carriage.rules.ts'
import { wrongNumber, wrongTaxNo } from './tax.rules.ts'

const RED_REASONS = { mistake: '开票有误', returned: '销货退回', stopped: '服务中止', allowance: '销售折让' }
/** Of the confirmation of a red letter, as the bureau words it. */
const RED_STATES = {
  '01': '无需确认',
  '02': '销方录入待购方确认',
  '03': '购方录入待销方确认',
  '04': '购销双方已确认',
  '05': '作废（销方录入购方否认）',
  '06': '作废（购方录入销方否认）',
  '07': '作废（超 72 小时未确认）',
  '08': '作废（发起方已撤销）',
  '09': '作废（确认后撤销）',
  '10': '申请中',
}

const PLACE = { maxLength: 200 }

export const invoice = defineEntity({
  name: 'invoice',
  label: '发票',
  right: 'invoiceManage',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no', 'number', 'title'],
  fields: {
    no: f.serial('申请编号', 'FP{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      {
        toIssue: '待开票',
        issuing: '开票中',
        issued: '已开票',
        failed: '开票失败',
        reding: '红冲中',
        partlyRed: '部分红冲',
        red: '已红冲',
        cancelled: '已作废',
      },
      'toIssue',
    ),
    colour: f.choice('蓝红', { blue: '蓝字发票', red: '红字发票' }, { required: true, default: 'blue' }),
    kind: f.choice('发票种类', { special: '数电专票', general: '数电普票' }, { required: true, default: 'general' }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    title: f.text('抬头名称', { required: true, maxLength: 80 }),
    taxNo: f.text('纳税人识别号', { maxLength: 20 }),
    address: f.text('注册地址', { maxLength: 120 }),
    phone: f.text('注册电话', { maxLength: 30 }),
    bank: f.text('开户银行', { maxLength: 80 }),
    bankAccount: f.text('银行账号', { maxLength: 40 }),
    // A red invoice has amounts below zero, as on paper: sums of a list are what is truly invoiced.
    gross: f.money('价税合计', { required: true }),
    net: f.money('不含税金额', { required: true }),
    tax: f.money('税额', { required: true }),
    reversed: f.money('已红冲金额', { required: true, default: 0, min: 0 }),
    number: f.text('发票号码', { maxLength: 20, unique: '该发票号码已登记' }),
    issuedOn: f.day('开票日期'),
    provider: f.text('开票方式', { maxLength: 20 }),
    providerNo: f.text('开票流水号', { maxLength: 64 }),
    failReason: f.text('失败原因', { maxLength: 300 }),
    files: f.files('发票文件', { maxCount: 6 }),
    redOf: f.ref('对应蓝字发票', 'invoice'),
    redReason: f.choice('红冲原因', RED_REASONS),
    redState: f.choice('红字确认单', RED_STATES),
    attempt: f.int('开票次数', { required: true, default: 0, internal: true }),
    beforePaid: f.text('先票后款说明', { maxLength: 200 }),
    special: f.choice('特定业务', { freight: '货物运输服务' }),
    carriage: f.lines('运输信息', {
      from: f.text('起运地', PLACE),
      to: f.text('到达地', PLACE),
      tool: f.choice('运输工具种类', TOOLS, { required: true, default: 'road' }),
      plate: f.text('运输工具牌号', { maxLength: 40 }),
      goods: f.text('货物名称', { maxLength: 100 }),
    }),
    remark: f.text('备注', { maxLength: 200 }),
  },
  list: {
    columns: [
      'no',
      'status',
      'colour',
      'kind',
      'title',
      'lessee',
      'gross',
      'net',
      'tax',
      'reversed',
      'number',
      'issuedOn',
      'store',
      'failReason',
    ],
    filters: ['no', 'status', 'colour', 'kind', 'special', 'title', 'lessee', 'number', 'issuedOn', 'gross', 'redOf', 'store'],
    sort: '-id',
    totals: ['gross', 'net', 'tax'],
    totalsWithout: { status: ['cancelled'] },
    quick: {
      待开票: { status: ['toIssue', 'issuing', 'failed'] },
      已开票: { status: ['issued', 'partlyRed', 'reding'] },
      红字: { colour: 'red' },
      已红冲: { status: 'red' },
      已作废: { status: 'cancelled' },
    },
  },
  form: {
    发票: ['no', 'colour', 'kind', 'number', 'issuedOn', 'gross', 'net', 'tax', 'reversed', 'lessee', 'store'],
    抬头: ['title', 'taxNo', 'address', 'phone', 'bank', 'bankAccount'],
    货物运输服务: ['special', 'carriage'],
    红字: ['redOf', 'redReason', 'redState'],
    开票: ['provider', 'providerNo', 'failReason', 'beforePaid', 'files', 'remark'],
  },
  children: [
    { entity: 'invoiceLine', by: 'invoice', label: '发票明细' },
    { entity: 'invoice', by: 'redOf', label: '红字发票' },
  ],
})

export const invoiceLine = defineEntity({
  name: 'invoiceLine',
  label: '发票明细',
  right: 'invoiceManage',
  scope: { store: 'store' },
  writes: 'none',
  title: ['name'],
  fields: {
    invoice: f.ref('发票', 'invoice', { required: true }),
    bill: f.ref('账单', 'bill', { required: true }),
    billItem: f.ref('账单明细', 'billItem', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    feeItem: f.choice('费用科目', FEE_ITEMS, { required: true }),
    name: f.text('货物或服务名称', { required: true, maxLength: 60 }),
    taxCode: f.text('税收分类编码', { maxLength: 19 }),
    rateBp: f.rate('税率', { required: true }),
    gross: f.money('价税合计', { required: true }),
    net: f.money('不含税金额', { required: true }),
    tax: f.money('税额', { required: true }),
    redOf: f.ref('对应蓝字明细', 'invoiceLine'),
  },
  list: {
    columns: ['invoice', 'bill', 'feeItem', 'name', 'taxCode', 'rateBp', 'gross', 'net', 'tax'],
    filters: ['invoice', 'bill', 'feeItem', 'rateBp'],
    sort: '-id',
    totals: ['gross', 'net', 'tax'],
  },
  form: { 明细: ['invoice', 'bill', 'feeItem', 'name', 'taxCode', 'rateBp', 'gross', 'net', 'tax'] },
})

const number = f.text('发票号码', { required: true, maxLength: 20, hint: '20 位数字，与税务局平台一致' })
const files = f.files('发票文件', { maxCount: 6, hint: 'PDF、OFD 或 XML' })

export const invoiceActions = defineActions(invoice, {
  issue: {
    label: '开票',
    money: 'gross',
    from: ['toIssue', 'failed'],
    to: 'issuing',
    tone: 'primary',
    bulk: true,
    refuse: (i) =>
      i.colour === 'red' ? '红字发票随红冲申请一并提交' : (wrongTaxNo(i.kind, i.taxNo) ?? carriageProblem(i.special, i.carriage)),
    confirm: '提交开票？没有接入开票平台时，请在税务局平台开具后登记发票号码。',
    done: '已提交开票',
  },
  register: {
    label: '登记发票',
    money: 'gross',
    from: ['issuing'],
    tone: 'primary',
    right: 'invoiceManage_issue',
    refuse: (i) => (i.provider === 'gateway' ? '该发票由开票平台开具，号码由平台回传' : null),
    checkInput: (input, i) =>
      wrongNumber(String(input['number'])) ??
      (Number(input['gross']) === Math.abs(i.gross) ? null : '价税合计与申请不符，请核对后登记，或作废后重新申请'),
    input: {
      number,
      issuedOn: f.day('开票日期', { required: true }),
      gross: f.money('价税合计', { required: true, min: 1, hint: '按发票票面填写，与申请金额核对' }),
      files,
    },
  },
  red: {
    label: '红冲',
    money: 'amount',
    from: ['issued', 'partlyRed'],
    to: 'reding',
    tone: 'danger',
    refuse: (i) => (i.colour === 'red' ? '红字发票不能再红冲' : null),
    checkInput: (input, i) =>
      input['amount'] !== null && Number(input['amount']) > i.gross - i.reversed ? '红冲金额不能超过发票剩余的价税合计' : null,
    input: {
      amount: f.money('红冲金额', { min: 1, hint: '价税合计；不填则红冲剩余的全部金额' }),
      reason: f.choice('红冲原因', RED_REASONS, { required: true, default: 'mistake' }),
      remark: f.text('说明', { maxLength: 200 }),
    },
    done: '已提交红冲',
  },
  lapse: {
    label: '红字未成',
    from: ['issuing'],
    to: 'cancelled',
    tone: 'danger',
    right: 'invoiceManage_red',
    refuse: (i) => (i.colour === 'red' ? (i.provider === 'gateway' ? '红字确认单的结果由开票平台回传' : null) : '只有红字发票可以登记未成'),
    input: {
      redState: f.choice(
        '红字确认单',
        { '05': RED_STATES['05'], '06': RED_STATES['06'], '07': RED_STATES['07'], '08': RED_STATES['08'], '09': RED_STATES['09'] },
        { required: true, default: '07' },
      ),
    },
  },
  carry: {
    label: '补全运输信息',
    from: ['toIssue', 'failed'],
    right: 'invoiceManage_apply',
    refuse: (i) => (i.special === null ? '不是货物运输服务的发票' : null),
    input: {
      carriage: f.lines(
        '运输信息',
        {
          from: f.text('起运地', { required: true, ...PLACE }),
          to: f.text('到达地', { required: true, ...PLACE }),
          tool: f.choice('运输工具种类', TOOLS, { required: true, default: 'road' }),
          plate: f.text('运输工具牌号', { required: true, maxLength: 40 }),
          goods: f.text('货物名称', { required: true, maxLength: 100 }),
        },
        { required: true },
      ),
    },
    done: '已补全运输信息',
  },
  cancel: {
    label: '作废申请',
    from: ['toIssue', 'failed'],
    to: 'cancelled',
    tone: 'danger',
    right: 'invoiceManage_issue',
    input: { remark: f.text('作废原因', { required: true, maxLength: 200 }) },
  },
  file: {
    label: '上传文件',
    from: ['issued', 'reding', 'partlyRed', 'red'],
    input: { files: f.files('发票文件', { required: true, maxCount: 6, hint: 'PDF、OFD 或 XML' }) },
  },
  // What the provider says, and what follows for the blue one of a red.
  send: { label: '提交红字', from: ['toIssue'], to: 'issuing', internal: true },
  taken: {
    label: '平台受理',
    from: ['issuing'],
    internal: true,
    input: {
      provider: f.text('开票方式', { required: true }),
      providerNo: f.text('开票流水号'),
      redState: f.choice('红字确认单', RED_STATES),
    },
  },
  arrived: {
    label: '平台开具',
    from: ['issuing', 'failed'],
    to: 'issued',
    internal: true,
    input: { number, issuedOn: f.day('开票日期', { required: true }), providerNo: f.text('开票流水号') },
  },
  fail: {
    label: '平台退回',
    from: ['issuing'],
    internal: true,
    input: { reason: f.text('失败原因', { required: true, maxLength: 300 }), redState: f.choice('红字确认单', RED_STATES) },
  },
  note: { label: '未送达', from: ['issuing'], internal: true, input: { reason: f.text('失败原因', { required: true, maxLength: 300 }) } },
  reddened: { label: '红冲完成', from: ['reding'], internal: true, input: { gross: f.money('红冲金额', { required: true, min: 1 }) } },
  restored: { label: '红冲未成', from: ['reding'], internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    invoice: RowOf<typeof invoice>
    invoiceLine: RowOf<typeof invoiceLine>
  }
  interface ActionsOf {
    invoice: typeof invoiceActions
  }
}
