/** Screens of rules, quotes, charge sheets, deductions and COD. */
import type { Screen } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'
import { SEES, SEES_FUNCTIONS } from '#modules/transport/parties/seen.rules.ts'

const MENU = 'freightMenu'
const path = (code: string): string => `/transport/${code}`

export const moneyScreens: Screen[] = [
  ...pagesOf('rateRule', '计费规则', {
    list: {
      code: 'billRulesList',
      title: '计费规则',
      path: path('billRulesList'),
      menu: MENU,
      icon: 'fund',
      order: 1,
      help: '里程、货量、趟次时长三类计费规则。一条规则有多个版本，发布后不能修改；计价日当天生效、范围最具体的一条被采用。',
    },
    detail: 'billRulesDetail',
    add: 'billRuleAdd',
    edit: 'billRuleModify',
  }),
  ...pagesOf('rateVersion', '规则版本', { of: 'billRulesList', at: '/transport', detail: 'rateVersionDetail' }),
  ...pagesOf('fuelPrice', '油价', {
    list: {
      code: 'fuelPriceList',
      title: '油价登记',
      path: path('fuelPriceList'),
      menu: MENU,
      icon: 'fund',
      order: 3,
      help: '各省油价及生效日期，燃油附加费按计价日当天的油价计算。',
    },
    detail: 'fuelPriceDetail',
    add: 'fuelPriceAdd',
    edit: 'fuelPriceEdit',
  }),
  ...pagesOf('quote', '报价', {
    list: {
      code: 'quoteList',
      title: '报价记录',
      path: path('quoteList'),
      menu: MENU,
      icon: 'file-search',
      order: 2,
      help: '每次计价的规则、版本、明细与合计。重新计价产生新报价，旧报价保留。',
    },
    detail: 'quoteDetail',
  }),
  ...pagesOf('chargeSheet', '费用单', {
    list: {
      code: 'chargeSheetList',
      title: '费用单',
      path: path('chargeSheetList'),
      functions: SEES_FUNCTIONS,
      menu: MENU,
      icon: 'account-book',
      order: 4,
      view: { promoted: ['confirm', 'confirmPay', 'issue'] },
      help: '订单与任务的应收、应付费用。确认后金额不能再改，更正另出调整单。',
    },
    detail: 'chargeSheetDetail',
  }),
  {
    code: 'receivableSheetList',
    title: '应收费用单',
    path: path('receivableSheetList'),
    kind: 'list',
    entity: 'chargeSheet',
    menu: MENU,
    icon: 'account-book',
    order: 6,
    view: { filter: { direction: 'receivable' }, promoted: ['confirm', 'issue'] },
    help: '向客户收取的费用。只授权本页的人员看不到应付与毛利。',
  },
  {
    code: 'payableSheetList',
    title: '应付费用单',
    path: path('payableSheetList'),
    kind: 'list',
    entity: 'chargeSheet',
    menu: MENU,
    icon: 'account-book',
    order: 7,
    view: { filter: { direction: 'payable' }, promoted: ['confirmPay', 'issue'] },
    help: '付给承运商和司机的费用。只授权本页的人员看不到应收与毛利。',
  },
  {
    code: 'lossSheetList',
    title: '负毛利费用',
    path: path('lossSheetList'),
    kind: 'list',
    entity: 'chargeSheet',
    menu: MENU,
    icon: 'warning',
    order: 7,
    // What stands here costs more than it brings in: that is the margin's sign, so the page takes its function.
    right: SEES.margin,
    view: { filter: { direction: 'payable', loss: true, status: ['estimated', 'calculated'] }, promoted: ['confirmPay'] },
    help: '应付多于所运订单应收的任务，确认之前列在这里。需要「查看运费毛利」与「查看应付运费」两个功能。',
  },
  ...pagesOf('deduction', '扣款', {
    list: {
      code: 'deductionList',
      title: '扣款管理',
      path: path('deductionList'),
      menu: MENU,
      icon: 'transaction',
      order: 8,
      help: '向承运商、司机的扣款，从其后续应付中按先后抵扣，抵不完的结转。申诉中的暂不抵扣。',
    },
    promoted: ['appeal', 'waive'],
    detail: 'deductionDetail',
    add: 'deductionAdd',
    edit: 'deductionModify',
  }),
  ...pagesOf('deductionUse', '抵扣', { of: 'deductionList', at: '/transport', detail: 'deductionUseDetail' }),
  ...pagesOf('codEntry', '代收流水', {
    list: {
      code: 'codList',
      title: '代收货款',
      path: path('codList'),
      menu: MENU,
      icon: 'wallet',
      order: 9,
      help: '代收货款的应收、已收、上缴、返款与手续费，逐笔记录，不计入收入。',
    },
    detail: 'codEntryDetail',
  }),
]
