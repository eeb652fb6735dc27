/** 报销单, 借款 and 收到的发票 (finance.md §2.7): what people spent for the company, what they were lent, and whose receipt was used where. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { claimTotal, whyNotSubmitted } from './claim.rules.ts'

export const CLAIM_FEES = {
  toll: '通行费',
  parking: '停车费',
  fuel: '加油费',
  charging: '充电费',
  repair: '维修费',
  lodging: '餐宿费',
  other: '其他',
}
const PERSON = {
  kind: f.choice('报销人类型', { driver: '司机', staff: '员工' }, { required: true, default: 'driver', fixed: true }),
  driver: f.ref('司机', 'driver', { required: true, when: (v) => v['kind'] === 'driver' }),
  staff: f.ref('员工', 'user', { required: true, when: (v) => v['kind'] === 'staff' }),
}
const PAYEE = {
  payee: f.text('收款人', { required: true, maxLength: 80 }),
  bankName: f.text('开户行', { maxLength: 80 }),
  bankAccount: f.text('收款账号', { maxLength: 40, mask: 'bankCard' }),
}
const answer = { answer: f.text('处理说明', { required: true, maxLength: 200 }) }
const ownRequest = (what: string): string => `申请人不能审批自己的${what}，请由另一位同事处理`
/** Whoever entered it, and whom the money is for. */
const own = (what: string) => ({
  secondPerson: { own: ownRequest(what) },
  refuse: (r: { kind: string; staff: number | null }, m: { user: { id: number } }) =>
    r.kind === 'staff' && r.staff === m.user.id ? ownRequest(what) : null,
})

export const loan = defineEntity({
  name: 'loan',
  label: '借款',
  right: 'loanList',
  scope: { store: 'store' },
  money: 'amount',
  title: ['no'],
  search: ['no', 'payee'],
  fields: {
    no: f.serial('借款编号', 'JK{yyyyMMdd}-{0000}'),
    status: f.state('状态', { draft: '待审批', toPay: '待付款', open: '未结清', settled: '已结清', rejected: '已驳回' }, 'draft'),
    ...PERSON,
    amount: f.money('借款金额', { required: true, min: 1 }),
    purpose: f.text('用途', { required: true, maxLength: 200 }),
    dueOn: f.day('归还日', { required: true }),
    ...PAYEE,
    store: f.ref('门店', 'store', { required: true, begins: 'mine' }),
    setOff: f.money('已冲抵', { readOnly: true, default: 0, min: 0 }),
    repaid: f.money('已归还', { readOnly: true, default: 0, min: 0 }),
    remain: f.computed('未还金额', 'money', "case when status = 'open' or status = 'settled' then amount - set_off - repaid else 0 end"),
    payableBill: f.ref('应付账单', 'payableBill', { readOnly: true }),
    answer: f.text('处理说明', { readOnly: true, maxLength: 200 }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  list: {
    columns: ['no', 'status', 'kind', 'driver', 'staff', 'amount', 'setOff', 'repaid', 'remain', 'dueOn', 'purpose', 'store'],
    filters: ['no', 'status', 'kind', 'driver', 'staff', 'dueOn', 'remain', 'store'],
    sort: '-id',
    totals: ['amount', 'remain'],
    totalsWithout: { status: ['rejected'] },
    quick: { 待审批: { status: 'draft' }, 待付款: { status: 'toPay' }, 未结清: { status: 'open' }, 已结清: { status: 'settled' } },
  },
  form: {
    借款: ['kind', 'driver', 'staff', 'amount', 'purpose', 'dueOn', 'store'],
    收款: ['payee', 'bankName', 'bankAccount'],
    归还: ['setOff', 'repaid', 'remain', 'payableBill'],
    其他: ['answer', 'remark'],
  },
  children: [{ entity: 'reimbursement', by: 'loan', label: '冲抵的报销' }],
})
export const loanActions = defineActions(loan, {
  pass: {
    label: '同意',
    money: 'amount',
    from: ['draft'],
    to: 'toPay',
    tone: 'primary',
    ...own('借款'),
    confirm: '同意这笔借款？将生成待付款的应付账单。',
  },
  reject: { label: '驳回', from: ['draft'], to: 'rejected', tone: 'danger', input: answer },
  // By payouts, claims and receipts only.
  paid: { label: '已付出', from: ['toPay', 'open'], internal: true, input: { whole: f.flag('已付清') } },
  settle: {
    label: '冲抵或归还',
    from: ['open', 'settled'],
    internal: true,
    input: { offset: f.money('冲抵变动', { required: true }), repaid: f.money('归还变动', { required: true }) },
  },
})

export const reimbursement = defineEntity({
  name: 'reimbursement',
  label: '报销单',
  right: 'driverReimburse',
  scope: { store: 'store' },
  money: 'lines.amount',
  title: ['no'],
  search: ['no', 'payee'],
  fields: {
    no: f.serial('报销编号', 'BX{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      {
        draft: '草稿',
        approving: '审批中',
        rejected: '已驳回',
        toPay: '待付款',
        partlyPaid: '部分付款',
        paid: '已付款',
        withdrawn: '已撤回',
      },
      'draft',
    ),
    ...PERSON,
    store: f.ref('门店', 'store', { required: true, begins: 'mine' }),
    lines: f.lines(
      '报销明细',
      {
        fee: f.choice('费用', CLAIM_FEES, { required: true, default: 'toll' }),
        spentOn: f.day('发生日期', { required: true }),
        amount: f.money('金额', { required: true, min: 1 }),
        invoiceNo: f.text('发票号码', { maxLength: 20 }),
        description: f.text('说明', { maxLength: 100 }),
      },
      { required: true },
    ),
    vehicle: f.ref('车辆', 'vehicle'),
    receipts: f.files('票据', { maxCount: 20 }),
    total: f.money('报销金额', { readOnly: true, default: 0, min: 0 }),
    loan: f.ref('冲抵借款', 'loan', { filter: { status: 'open' } }),
    loanOffset: f.money('冲抵金额', { min: 0, when: (v) => Boolean(v['loan']) }),
    pay: f.computed('应付金额', 'money', 'coalesce(total, 0) - coalesce(loan_offset, 0)'),
    ...PAYEE,
    payableBill: f.ref('应付账单', 'payableBill', { readOnly: true }),
    submittedOn: f.day('提交日期', { readOnly: true }),
    approvedOn: f.day('同意日期', { readOnly: true }),
    approvedBy: f.ref('审批人', 'user', { readOnly: true }),
    answer: f.text('处理说明', { readOnly: true, maxLength: 200 }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) => ((v.loanOffset ?? 0) > claimTotal(v.lines ?? []) ? { at: 'loanOffset', reason: '冲抵金额不能超过报销金额' } : null),
  list: {
    columns: [
      'no',
      'status',
      'kind',
      'driver',
      'staff',
      'total',
      'loanOffset',
      'pay',
      'payee',
      'vehicle',
      'submittedOn',
      'approvedBy',
      'store',
    ],
    filters: ['no', 'status', 'kind', 'driver', 'staff', 'vehicle', 'submittedOn', 'total', 'store'],
    sort: '-id',
    totals: ['total', 'pay'],
    totalsWithout: { status: ['rejected', 'withdrawn'] },
    quick: {
      草稿: { status: ['draft', 'rejected'] },
      审批中: { status: 'approving' },
      待付款: { status: ['toPay', 'partlyPaid'] },
      已付款: { status: 'paid' },
    },
  },
  form: {
    报销: ['kind', 'driver', 'staff', 'vehicle', 'store'],
    明细: ['lines', 'receipts', 'total'],
    借款: ['loan', 'loanOffset', 'pay'],
    收款: ['payee', 'bankName', 'bankAccount', 'payableBill'],
    审批: ['submittedOn', 'approvedOn', 'approvedBy', 'answer', 'remark'],
  },
})

export const reimbursementActions = defineActions(reimbursement, {
  submit: {
    label: '提交',
    money: 'total',
    from: ['draft', 'rejected'],
    to: 'approving',
    tone: 'primary',
    refuse: whyNotSubmitted,
    confirm: '提交后由另一位同事审批，审批期间不能修改。确认提交？',
  },
  pass: {
    label: '同意',
    money: 'total',
    from: ['approving'],
    to: 'toPay',
    tone: 'primary',
    bulk: true,
    ...own('报销'),
    confirm: '同意这张报销单？将生成待付款的应付账单。',
  },
  reject: { label: '驳回', from: ['approving'], to: 'rejected', tone: 'danger', input: answer },
  withdraw: {
    label: '撤回',
    from: ['draft', 'approving'],
    to: 'withdrawn',
    tone: 'danger',
    input: { answer: f.text('撤回原因', { required: true, maxLength: 200 }) },
  },
  paid: {
    label: '付款进度',
    from: ['toPay', 'partlyPaid', 'paid'],
    internal: true,
    input: { state: f.choice('进度', { toPay: '待付款', partlyPaid: '部分付款', paid: '已付款' }, { required: true }) },
  },
})

/** One row a number: the home of “no invoice is used twice”, whoever brings it. */
export const receivedInvoice = defineEntity({
  name: 'receivedInvoice',
  label: '收到的发票',
  right: 'receivedInvoiceList',
  scope: { store: 'store' },
  title: ['number'],
  search: ['number', 'seller'],
  fields: {
    number: f.text('发票号码', { required: true, maxLength: 20, unique: '该发票号码已登记' }),
    amount: f.money('价税合计', { required: true, min: 1 }),
    issuedOn: f.day('开票日期', { required: true }),
    seller: f.text('销售方', { maxLength: 80 }),
    reimbursement: f.ref('报销单', 'reimbursement', { readOnly: true }),
    store: f.ref('门店', 'store', { required: true, begins: 'mine' }),
    files: f.files('发票文件', { maxCount: 6 }),
    remark: f.text('备注', { maxLength: 200 }),
  },
  list: {
    columns: ['number', 'amount', 'issuedOn', 'seller', 'reimbursement', 'store', 'remark'],
    filters: ['number', 'issuedOn', 'seller', 'reimbursement', 'store'],
    sort: '-id',
    totals: ['amount'],
  },
  form: { 发票: ['number', 'amount', 'issuedOn', 'seller', 'reimbursement', 'store', 'files', 'remark'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    loan: RowOf<typeof loan>
    reimbursement: RowOf<typeof reimbursement>
    receivedInvoice: RowOf<typeof receivedInvoice>
  }
  interface ActionsOf {
    loan: typeof loanActions
    reimbursement: typeof reimbursementActions
  }
}
