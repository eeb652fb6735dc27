/** Screens and parameters of invoices. */
import type { Module } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'

export const invoiceScreens: Module['screens'] = [
  ...pagesOf('invoice', '发票', {
    list: {
      code: 'invoiceManage',
      title: '发票管理',
      path: '/finance/invoiceManage',
      menu: 'financeMenu',
      icon: 'audit',
      order: 6,
      keep: true,
      functions: { invoiceManage_apply: '申请开票' },
      help: '从一位客户的一张或多张账单申请发票，开具后登记号码，有误时红冲。同一分钱不会开两次票：可开金额随申请立即占用，作废或红冲后释放。',
    },
    promoted: ['issue', 'register', 'red'],
    detail: 'invoiceDetail',
  }),
  ...pagesOf('invoiceTitle', '发票抬头', {
    list: {
      code: 'invoiceTitleList',
      title: '发票抬头',
      path: '/finance/invoiceTitleList',
      menu: 'financeMenu',
      icon: 'idcard',
      order: 25,
      help: '客户开票用的名称、税号、地址电话与开户行。申请开票时照抄到发票上，之后修改不影响已申请的发票。',
    },
    detail: 'invoiceTitleDetail',
    add: 'invoiceTitleAdd',
  }),
  ...pagesOf('taxCode', '税目', {
    list: {
      code: 'taxCodeList',
      title: '税目',
      path: '/finance/taxCodeList',
      menu: 'financeMenu',
      icon: 'tag',
      order: 26,
      help: '每个费用科目从哪天起按什么税率、以什么名称开票。押金与代缴违章款不征税，不能开票。',
    },
    detail: 'taxCodeDetail',
    add: 'taxCodeAdd',
  }),
]

export const invoiceParameters: NonNullable<Module['parameters']> = [
  {
    code: 'invoiceBeforePaid',
    label: '未收款先开票',
    group: '发票',
    kind: 'choice',
    default: 'ask',
    options: { allow: '允许', ask: '须说明原因', refuse: '不允许' },
    hint: '账单尚未结清时能否申请开票',
  },
]
