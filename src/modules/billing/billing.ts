/** 账单与收款. */
import { defineModule } from '#kit/entity/module.ts'
import { bill, billActions, billItem, billReminder, VALID_BILLS } from './bills/bill.ts'
import { depositAccount, depositActions, depositEntry } from './deposits/deposit.ts'
import { accountEntry, allocation, payment, paymentActions, payQrCode, payQrCodeActions } from './payments/payment.ts'
import { payableActions, payableBill, payout, payoutActions } from './shares/payable.ts'
import { refund, refundActions, writeOff, writeOffActions } from './payments/refund.ts'
import { splitRecord, splitRule, splitRuleActions } from './shares/split.ts'
import { bankLine, bankLineActions } from './statements/statement.ts'

export const billing = defineModule({
  name: 'billing',
  label: '账单与收款',
  menus: [{ code: 'billMenu', title: '账单与收款', icon: 'account-book', order: 35 }],
  entities: [bill, billItem, payQrCode, payment, allocation, accountEntry, depositAccount, depositEntry, refund, writeOff, billReminder, splitRule, splitRecord, payableBill, payout, bankLine],
  actions: [billActions, paymentActions, payQrCodeActions, depositActions, refundActions, writeOffActions, splitRuleActions, payableActions, payoutActions, bankLineActions],
  screens: [
    { code: 'billInfoList', title: '账单信息', path: '/bill/billInfoList', kind: 'list', entity: 'bill', menu: 'billMenu', icon: 'file-text', order: 1, keep: true,
      functions: { billInfoList_pay: '登记收款', billInfoList_issue: '立即出账', billInfoList_charge: '新增服务费账单' }, help: '全部账单。勾选同一承租人的一张或多张账单可登记收款；点账单号看明细、算式与核销。' },
    { code: 'billInfoDetail', title: '账单详情', path: '/bill/billInfoDetail', kind: 'detail', entity: 'bill', of: 'billInfoList' },
    { code: 'billPay', title: '账单支付', path: '/bill/billPay', kind: 'page', of: 'billInfoList', right: 'billInfoList_pay' },
    { code: 'serviceBillAdd', title: '新增服务费账单', path: '/bill/serviceBillAdd', kind: 'page', of: 'billInfoList', right: 'billInfoList_charge' },
    { code: 'shouldbillList', title: '应收账单', path: '/bill/shouldbillList', kind: 'list', entity: 'bill', menu: 'billMenu', icon: 'schedule', order: 2,
      view: { filter: { direction: 'receivable', status: ['unpaid', 'partlyPaid'] }, columns: ['no', 'status', 'lessee', 'vehicle', 'billType', 'dueOn', 'remain', 'amount', 'paid', 'remindedOn', 'promisedOn', 'store'], sort: 'dueOn' },
      help: '尚未收齐的账单，按应付日从早到晚。' },
    { code: 'subbillList', title: '子账单', path: '/bill/subbillList', kind: 'list', entity: 'billItem', menu: 'billMenu', icon: 'bars', order: 3, help: '账单的每一项费用与算式。' },
    { code: 'billItemDetail', title: '子账单详情', path: '/bill/billItemDetail', kind: 'detail', entity: 'billItem', of: 'subbillList' },
    { code: 'vehicleBillList', title: '车辆账单', path: '/bill/vehicleBillList', kind: 'list', entity: 'bill', menu: 'billMenu', icon: 'car', order: 4, keep: true,
      view: { filter: { status: [...VALID_BILLS] }, columns: ['vehicle', 'no', 'status', 'billType', 'dueOn', 'amount', 'remain', 'paid', 'writtenOff', 'startOn', 'endOn', 'lessee'], sort: 'vehicle,-dueOn' }, help: '按车辆查看的账单，与账单列表是同一批账单；已作废的不在内，合计里的应收 − 已收 − 核销 = 未收。' },
    { code: 'paymentDetails', title: '收款明细', path: '/bill/paymentDetails', kind: 'list', entity: 'payment', menu: 'billMenu', icon: 'pay-circle', order: 5, view: { promoted: ['confirm', 'reject'] },
      help: '线下收款由一人登记、另一人确认。确认后按指定或默认顺序核销，余款转入预存余额。' },
    { code: 'paymentDetail', title: '收款详情', path: '/bill/paymentDetail', kind: 'detail', entity: 'payment', of: 'paymentDetails', view: { promoted: ['confirm', 'reject'] } },
    { code: 'payQrCode', title: '收款码', path: '/payQrCode', kind: 'list', entity: 'payQrCode', menu: 'billMenu', icon: 'qrcode', order: 6, help: '门店的收款码。客户扫码付款后由登记人填写，另一人核对到账后确认。' },
    { code: 'payQrCodeDetail', title: '收款码详情', path: '/payQrCodeDetail', kind: 'detail', entity: 'payQrCode', of: 'payQrCode' },
    { code: 'addPayQrCode', title: '新增收款码', path: '/addPayQrCode', kind: 'form', entity: 'payQrCode', of: 'payQrCode', right: 'payQrCode_add' },
    { code: 'userEnsure', title: '保证金管理', path: '/bill/userEnsure', kind: 'list', entity: 'depositAccount', menu: 'billMenu', icon: 'safety-certificate', order: 7, help: '押金台账：收取、抵扣、退还都在流水里，余额等于流水之和。' },
    { code: 'userEnsureDetail', title: '保证金详情', path: '/bill/userEnsureDetail', kind: 'detail', entity: 'depositAccount', of: 'userEnsure' },
    { code: 'refundList', title: '退款管理', path: '/bill/refundList', kind: 'list', entity: 'refund', menu: 'billMenu', icon: 'retweet', order: 8, keep: true, view: { promoted: ['approve', 'reject', 'pay'] },
      functions: { refundList_request: '申请退款' }, help: '退还预存余额或押金。申请时金额即被冻结，由另一位同事审批，付款后登记流水；驳回或取消后金额解冻。' },
    { code: 'refundDetail', title: '退款详情', path: '/bill/refundDetail', kind: 'detail', entity: 'refund', of: 'refundList', view: { promoted: ['approve', 'reject', 'pay'] } },
    { code: 'writeOffList', title: '坏账核销', path: '/bill/writeOffList', kind: 'list', entity: 'writeOff', menu: 'billMenu', icon: 'alert', order: 9, view: { promoted: ['approve', 'reject'] },
      help: '在账单上申请，由另一位同事审批。核销只减少未收金额，可以撤回后继续催收。' },
    { code: 'writeOffDetail', title: '坏账核销详情', path: '/bill/writeOffDetail', kind: 'detail', entity: 'writeOff', of: 'writeOffList', view: { promoted: ['approve', 'reject'] } },
    { code: 'bankLineList', title: '银行流水', path: '/bill/bankLineList', kind: 'list', entity: 'bankLine', menu: 'billMenu', icon: 'bank', order: 10, keep: true, view: { promoted: ['accept', 'ignore'] },
      help: '粘贴或导入银行流水，同一流水号只收一次。系统按金额、付款人、附言给出可能的账单，由人确认后成为待审核的收款，再由另一位同事确认到账。' },
    { code: 'bankLineDetail', title: '银行流水详情', path: '/bill/bankLineDetail', kind: 'detail', entity: 'bankLine', of: 'bankLineList', view: { promoted: ['accept', 'ignore'] } },
    { code: 'rentSplitting', title: '租金分账', path: '/bill/rentSplitting', kind: 'list', entity: 'splitRecord', menu: 'billMenu', icon: 'partition', order: 11, keep: true, functions: { rentSplitting_settle: '结算分账' },
      help: '租金每收一笔，按规则分给运营公司、门店、车源方、渠道；各方合计恒等于实收。退款后按差额退回。' },
    { code: 'splitRecordDetail', title: '分账记录详情', path: '/bill/splitRecordDetail', kind: 'detail', entity: 'splitRecord', of: 'rentSplitting' },
    { code: 'splitRuleList', title: '分账规则', path: '/bill/splitRuleList', kind: 'list', entity: 'splitRule', menu: 'billMenu', icon: 'sliders', order: 12, help: '租金到账后如何在各方之间分配：先付固定金额，其余按比例，尾差归指定一方。退款时按规则收回。' },
    { code: 'splitRuleDetail', title: '分账规则详情', path: '/bill/splitRuleDetail', kind: 'detail', entity: 'splitRule', of: 'splitRuleList' },
    { code: 'splitRuleAdd', title: '新增分账规则', path: '/bill/splitRuleAdd', kind: 'form', entity: 'splitRule', of: 'splitRuleList', right: 'splitRuleList_add' },
    { code: 'payableBillList', title: '应付账单', path: '/bill/payableBillList', kind: 'list', entity: 'payableBill', menu: 'billMenu', icon: 'transaction', order: 13, keep: true, view: { promoted: ['confirm', 'pay'] },
      help: '应付给车源方、维修厂、保险公司、渠道等。录入后由另一位同事确认，付款登记后再由另一位同事复核。' },
    { code: 'payableBillDetail', title: '应付账单详情', path: '/bill/payableBillDetail', kind: 'detail', entity: 'payableBill', of: 'payableBillList', view: { promoted: ['confirm', 'pay'] } },
    { code: 'payableBillAdd', title: '新增应付账单', path: '/bill/payableBillAdd', kind: 'form', entity: 'payableBill', of: 'payableBillList', right: 'payableBillList_add' },
    { code: 'billStatistics', title: '账单统计', path: '/bill/billStatistics', kind: 'page', menu: 'billMenu', icon: 'bar-chart', order: 14, keep: true, help: '应收按应付日（或出账日），实收按付款日，权责收入按用车日，三者各自统计、不相混。点任何数字看组成它的记录。' },
    { code: 'payoutDetail', title: '付款单详情', path: '/bill/payoutDetail', kind: 'detail', entity: 'payout', of: 'payableBillList', view: { promoted: ['approve', 'decline'] } },
    { code: 'billReminderDetail', title: '催收记录详情', path: '/bill/billReminderDetail', kind: 'detail', entity: 'billReminder', of: 'shouldbillList' },
  ],
  parameters: [
    { code: 'allocOrder', label: '默认核销顺序', group: '账单', kind: 'choice', default: 'LAW', options: { LAW: '费用→滞纳金→本金（民法典第561条）', PRINCIPAL_FIRST: '本金优先' }, hint: '付款人没有指定时，同一账单内的抵充顺序' },
    { code: 'lateRateMaxBp', label: '滞纳金日费率上限', group: '账单', kind: 'int', default: 10, min: 0, max: 100, hint: '万分之几每天；合同与方案不得超过' },
    { code: 'billItemsPerDayMax', label: '单租约单日出账上限', group: '账单', kind: 'int', default: 40, min: 1, max: 1000, hint: '超过即中止该租约出账并提醒，防止重复计费' },
  ],
})
