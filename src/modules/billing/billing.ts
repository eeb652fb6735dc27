/** 账单与收款. */
import { defineModule } from '#kit/entity/module.ts'
import { bill, billActions, billItem, billReminder } from './bill.ts'
import { depositAccount, depositActions, depositEntry } from './deposit.ts'
import { accountEntry, allocation, payment, paymentActions, payQrCode, payQrCodeActions } from './payment.ts'
import { refund, refundActions, writeOff, writeOffActions } from './refund.ts'

export const billing = defineModule({
  name: 'billing',
  label: '账单与收款',
  menus: [{ code: 'billMenu', title: '账单与收款', icon: 'account-book', order: 35 }],
  entities: [bill, billItem, payQrCode, payment, allocation, accountEntry, depositAccount, depositEntry, refund, writeOff, billReminder],
  actions: [billActions, paymentActions, payQrCodeActions, depositActions, refundActions, writeOffActions],
  screens: [
    { code: 'billInfoList', title: '账单信息', path: '/bill/billInfoList', kind: 'list', entity: 'bill', menu: 'billMenu', icon: 'file-text', order: 1, keep: true,
      functions: { billInfoList_pay: '登记收款', billInfoList_issue: '立即出账' }, help: '全部账单。勾选同一承租人的一张或多张账单可登记收款；点账单号看明细、算式与核销。' },
    { code: 'billInfoDetail', title: '账单详情', path: '/bill/billInfoDetail', kind: 'detail', entity: 'bill', of: 'billInfoList' },
    { code: 'billPay', title: '账单支付', path: '/bill/billPay', kind: 'page', of: 'billInfoList', right: 'billInfoList_pay' },
    { code: 'shouldbillList', title: '应收账单', path: '/bill/shouldbillList', kind: 'list', entity: 'bill', menu: 'billMenu', icon: 'schedule', order: 2,
      view: { filter: { direction: 'receivable', status: ['unpaid', 'partlyPaid'] }, columns: ['no', 'status', 'lessee', 'vehicle', 'billType', 'dueOn', 'amount', 'paid', 'remain', 'store'], sort: 'dueOn' },
      help: '尚未收齐的账单，按应付日从早到晚。' },
    { code: 'subbillList', title: '子账单', path: '/bill/subbillList', kind: 'list', entity: 'billItem', menu: 'billMenu', icon: 'bars', order: 3, help: '账单的每一项费用与算式。' },
    { code: 'billItemDetail', title: '子账单详情', path: '/bill/billItemDetail', kind: 'detail', entity: 'billItem', of: 'subbillList' },
    { code: 'vehicleBillList', title: '车辆账单', path: '/bill/vehicleBillList', kind: 'list', entity: 'bill', menu: 'billMenu', icon: 'car', order: 4, keep: true,
      view: { columns: ['vehicle', 'no', 'status', 'billType', 'lessee', 'startOn', 'endOn', 'dueOn', 'amount', 'paid', 'remain'], sort: 'vehicle,-dueOn' } },
    { code: 'paymentDetails', title: '收款明细', path: '/bill/paymentDetails', kind: 'list', entity: 'payment', menu: 'billMenu', icon: 'pay-circle', order: 5, view: { promoted: ['confirm', 'reject'] },
      help: '线下收款由一人登记、另一人确认。确认后按指定或默认顺序核销，余款转入预存余额。' },
    { code: 'paymentDetail', title: '收款详情', path: '/bill/paymentDetail', kind: 'detail', entity: 'payment', of: 'paymentDetails' },
    { code: 'payQrCode', title: '收款码', path: '/payQrCode', kind: 'list', entity: 'payQrCode', menu: 'billMenu', icon: 'qrcode', order: 6 },
    { code: 'payQrCodeDetail', title: '收款码详情', path: '/payQrCodeDetail', kind: 'detail', entity: 'payQrCode', of: 'payQrCode' },
    { code: 'addPayQrCode', title: '新增收款码', path: '/addPayQrCode', kind: 'form', entity: 'payQrCode', of: 'payQrCode', right: 'payQrCode_add' },
    { code: 'userEnsure', title: '保证金管理', path: '/bill/userEnsure', kind: 'list', entity: 'depositAccount', menu: 'billMenu', icon: 'safety-certificate', order: 7, help: '押金台账：收取、抵扣、退还都在流水里，余额等于流水之和。' },
    { code: 'userEnsureDetail', title: '保证金详情', path: '/bill/userEnsureDetail', kind: 'detail', entity: 'depositAccount', of: 'userEnsure' },
    { code: 'refundList', title: '退款管理', path: '/bill/refundList', kind: 'list', entity: 'refund', menu: 'billMenu', icon: 'retweet', order: 8, keep: true, view: { promoted: ['approve', 'reject', 'pay'] },
      functions: { refundList_request: '申请退款' }, help: '退还预存余额或押金。申请时金额即被冻结，由另一位同事审批，付款后登记流水；驳回或取消后金额解冻。' },
    { code: 'refundDetail', title: '退款详情', path: '/bill/refundDetail', kind: 'detail', entity: 'refund', of: 'refundList' },
    { code: 'writeOffList', title: '坏账核销', path: '/bill/writeOffList', kind: 'list', entity: 'writeOff', menu: 'billMenu', icon: 'alert', order: 9, view: { promoted: ['approve', 'reject'] },
      help: '在账单上申请，由另一位同事审批。核销只减少未收金额，可以撤回后继续催收。' },
    { code: 'writeOffDetail', title: '坏账核销详情', path: '/bill/writeOffDetail', kind: 'detail', entity: 'writeOff', of: 'writeOffList' },
    { code: 'billReminderDetail', title: '催收记录详情', path: '/bill/billReminderDetail', kind: 'detail', entity: 'billReminder', of: 'shouldbillList' },
  ],
  parameters: [
    { code: 'allocOrder', label: '默认核销顺序', group: '账单', kind: 'choice', default: 'LAW', options: { LAW: '费用→滞纳金→本金（民法典第561条）', PRINCIPAL_FIRST: '本金优先' }, hint: '付款人没有指定时，同一账单内的抵充顺序' },
    { code: 'lateRateMaxBp', label: '滞纳金日费率上限', group: '账单', kind: 'int', default: 10, min: 0, max: 100, hint: '万分之几每天；合同与方案不得超过' },
    { code: 'billItemsPerDayMax', label: '单租约单日出账上限', group: '账单', kind: 'int', default: 40, min: 1, max: 1000, hint: '超过即中止该租约出账并提醒，防止重复计费' },
  ],
})
