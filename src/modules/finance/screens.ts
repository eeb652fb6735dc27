/** Screens of the accountant, under the codes of the specification. */
import type { Module } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'

export const menus: Module['menus'] = [{ code: 'financeMenu', title: '财务管理', icon: 'fund', order: 36 }]

export const cashScreens: Module['screens'] = [
  ...pagesOf('cashEntry', '财务流水', {
    list: {
      code: 'financialList',
      title: '财务流水',
      path: '/finance/financialList',
      menu: 'financeMenu',
      icon: 'unordered-list',
      order: 3,
      keep: true,
      help: '每一笔收付在其发生的同一时刻记入，不能修改或删除；冲销是反向的一笔。「对账」把账面与银行流水并排，差额为零才算对平。',
    },
    detail: 'financialDetail',
  }),
  ...pagesOf('companyAccount', '对公账户', {
    list: {
      code: 'zlbPublicAccount',
      title: '对公账户',
      path: '/finance/zlbPublicAccount',
      menu: 'financeMenu',
      icon: 'bank',
      order: 4,
      help: '公司的银行、现金、微信、支付宝账户。账面余额 = 期初 + 财务流水；银行余额取自最近导入的流水；两者之差应为零。',
    },
    detail: 'publicAccountDetail',
    add: 'publicAccountAdd',
  }),
  ...pagesOf('bankLine', '银行流水', {
    list: {
      code: 'bankLineList',
      title: '银行流水',
      path: '/bill/bankLineList',
      menu: 'billMenu',
      icon: 'bank',
      order: 10,
      keep: true,
      view: { promoted: ['accept', 'recognise', 'ignore'] },
      help: '导入或粘贴银行流水，同一流水号只收一次，余额逐笔核对。已登记的收付款按流水号、金额、日期对上；没有登记的收入可匹配账单，由另一位同事确认到账。',
    },
    detail: { code: 'bankLineDetail', view: { promoted: ['accept', 'recognise', 'ignore', 'undo'] } },
  }),
  ...pagesOf('payType', '支付方式', {
    list: {
      code: 'payTypeList',
      title: '支付方式',
      path: '/finance/payTypeList',
      menu: 'financeMenu',
      icon: 'pay-circle',
      order: 5,
      help: '每种收付渠道的名称、默认账户与手续费率。登记收付款时不指定账户，就记入默认账户。',
    },
    detail: 'payTypeDetail',
    add: 'payTypeAdd',
  }),
]

export const otherScreens: Module['screens'] = [
  ...pagesOf('otherReceipt', '其他收款', {
    list: {
      code: 'otherReceiptList',
      title: '其他收款',
      path: '/finance/otherReceiptList',
      menu: 'financeMenu',
      icon: 'wallet',
      order: 20,
      help: '保险赔款、处置收入、返利、利息等不属于承租人的收款。一人登记，另一人复核后记入财务流水。',
    },
    promoted: ['confirm', 'reject'],
    detail: 'otherReceiptDetail',
    add: 'otherReceiptAdd',
  }),
  ...pagesOf('otherPayment', '其他付款', {
    list: {
      code: 'otherPaymentList',
      title: '其他付款',
      path: '/finance/otherPaymentList',
      menu: 'financeMenu',
      icon: 'credit-card',
      order: 21,
      help: '税款、手续费、工资等没有应付账单的付款。一人登记，另一人复核后记入财务流水。',
    },
    promoted: ['confirm', 'reject'],
    detail: 'otherPaymentDetail',
    add: 'otherPaymentAdd',
  }),
  ...pagesOf('accountTransfer', '账户互转', {
    list: {
      code: 'accountTransferList',
      title: '账户互转',
      path: '/finance/accountTransferList',
      menu: 'financeMenu',
      icon: 'swap',
      order: 22,
      help: '公司自己的账户之间转账、提现、存现。复核后两个账户同时记账，手续费由转出账户承担。',
    },
    promoted: ['confirm', 'reject'],
    detail: 'accountTransferDetail',
    add: 'accountTransferAdd',
  }),
]

export const accountantScreens: Module['screens'] = [
  {
    code: 'receivableList',
    title: '应收管理',
    path: '/finance/receivableList',
    kind: 'list',
    entity: 'bill',
    menu: 'financeMenu',
    icon: 'account-book',
    order: 1,
    keep: true,
    view: {
      filter: { direction: 'receivable', status: ['unpaid', 'partlyPaid', 'settled', 'writtenOff'] },
      columns: [
        'no',
        'status',
        'lessee',
        'vehicle',
        'billType',
        'issuedOn',
        'dueOn',
        'amount',
        'paid',
        'writtenOff',
        'remain',
        'settledOn',
        'store',
      ],
      sort: '-dueOn',
    },
    help: '全部应收账单及其收取情况。勾选同一承租人的账单可一次登记收款。',
  },
  {
    code: 'dealWithList',
    title: '应付管理',
    path: '/finance/dealWithList',
    kind: 'list',
    entity: 'payableBill',
    menu: 'financeMenu',
    icon: 'transaction',
    order: 2,
    keep: true,
    view: {
      filter: { status: ['toConfirm', 'unpaid', 'partlyPaid', 'settled'] },
      columns: ['no', 'status', 'partyKind', 'payee', 'fee', 'dueOn', 'amount', 'paid', 'remain', 'bankName', 'bankAccount', 'store'],
      sort: 'dueOn',
      promoted: ['confirm', 'pay'],
    },
    help: '全部应付账单。勾选待付款的账单可从一个账户批量付款：每张生成一张付款单，由另一位同事复核，复核后得到带校验和的银行付款文件。',
  },
  ...pagesOf('payBatch', '付款批次', {
    list: {
      code: 'payBatchList',
      title: '付款批次',
      path: '/finance/payBatchList',
      menu: 'financeMenu',
      icon: 'carry-out',
      order: 23,
      help: '一次从一个账户付出的多张付款单，以及交给银行的付款文件。',
    },
    detail: 'payBatchDetail',
  }),
  ...pagesOf('accountPeriod', '会计期间', {
    list: {
      code: 'accountPeriodList',
      title: '会计期间',
      path: '/finance/accountPeriodList',
      menu: 'financeMenu',
      icon: 'calendar',
      order: 24,
      functions: { fincialList_close: '关账', fincialList_reopen: '反关账' },
      help: '月份按顺序关账。关账之后发生在该月的收付仍可登记，记账日落在下一个未关账的月份。',
    },
    promoted: ['close', 'reopen'],
    detail: 'accountPeriodDetail',
  }),
]

export const statementScreens: Module['screens'] = [
  ...pagesOf('statement', '结算对账单', {
    list: {
      code: 'statements',
      title: '结算对账单',
      path: '/finance/statements',
      menu: 'financeMenu',
      icon: 'file-done',
      order: 6,
      keep: true,
      view: { promoted: ['send', 'answer'] },
      functions: { statements_build: '生成' },
      help: '按往来方与期间汇总账单与收付：期初、应计、冲减、收付、期末逐期相接。发送后对方凭链接与验证码逐行核对；确认后其中的账单不能再作废、取消核销或使用优惠券。',
    },
    detail: { code: 'statementDetail', view: { promoted: ['send', 'answer', 'confirmPaper'] } },
  }),
  {
    code: 'fincialList',
    title: '财务账单',
    path: '/finance/fincialList',
    kind: 'page',
    menu: 'financeMenu',
    icon: 'profile',
    order: 7,
    help: '账单、收款、退款、坏账、应付、付款、其他收付与互转在一张表里，按记账日排列。作废、驳回、冲销的单据列出而不计入合计。',
  },
]
