/** Screens of claims, loans and received invoices. */
import type { Module } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'

export const reimburseScreens: Module['screens'] = [
  ...pagesOf('reimbursement', '报销单', {
    list: {
      code: 'driverReimburse',
      title: '司机报销',
      path: '/finance/driverReimburse',
      menu: 'financeMenu',
      icon: 'solution',
      order: 7,
      keep: true,
      help: '司机与员工的报销，附票据提交，由另一位同事审批，生成应付账单付款。同一发票号码在整个公司只能用一次；可冲抵借款。',
    },
    promoted: ['submit', 'pass', 'reject'],
    detail: 'driverReimburseDetail',
    add: 'driverReimburseAdd',
  }),
  {
    code: 'reimburseStatics',
    title: '报销统计',
    path: '/statistics/reimburseStatics',
    kind: 'report',
    report: 'reimburseStatics',
    menu: 'financeMenu',
    icon: 'pie-chart',
    order: 8,
    help: '按费用、报销人、门店与月份统计报销金额，按费用发生日；草稿、驳回与撤回的不计。点数字看组成它的报销单。',
  },
  ...pagesOf('loan', '借款', {
    list: {
      code: 'loanList',
      title: '借款',
      path: '/finance/loanList',
      menu: 'financeMenu',
      icon: 'wallet',
      order: 27,
      help: '司机与员工的借款，由另一位同事同意后生成应付账单付款。归还时登记类型为「归还借款」的其他收款，或在报销单中冲抵。',
    },
    promoted: ['pass', 'reject'],
    detail: 'loanDetail',
    add: 'loanAdd',
  }),
  ...pagesOf('receivedInvoice', '收到的发票', {
    list: {
      code: 'receivedInvoiceList',
      title: '收到的发票',
      path: '/finance/receivedInvoiceList',
      menu: 'financeMenu',
      icon: 'inbox',
      order: 28,
      help: '公司收到的发票与报销用过的票据号码。一个号码只登记一次，用过的号码不能再报销。',
    },
    detail: 'receivedInvoiceDetail',
    add: { code: 'receivedInvoiceAdd', title: '登记收到的发票' },
  }),
]
