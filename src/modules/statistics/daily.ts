/** 运营统计 (finance.md §4): the day's business on one page, and the running totals of a period. */
import { f } from '#kit/entity/field.ts'
import { defineReport } from '#kit/report/report.ts'
import { OUTSIDE } from '#modules/billing/payments/channels.rules.ts'

export const operationStatistics = defineReport({
  name: 'operationStatistics',
  label: '运营统计',
  hint: '每天签约、交车、退车、收款、退款、付款与运输订单；点数字看它的明细',
  right: 'staticsListL',
  period: 'days30',
  step: 'day',
  chart: 'line',
  charted: ['received', 'refunded', 'paidOut'],
  sources: {
    contracts: { entity: 'contract', day: 'signedOn' },
    begun: { entity: 'lease', day: 'handedOverAt' },
    ended: { entity: 'lease', day: 'returnedAt' },
    receipts: { entity: 'payment', day: 'paidAt', keptDay: 'paidDay', where: { status: 'confirmed', channel: [...OUTSIDE] } },
    refunds: { entity: 'refund', day: 'paidOn', where: { status: 'paid' } },
    orders: { sql: true },
    payouts: { entity: 'payout', day: 'paidOn', where: { status: 'confirmed' } },
  },
  dimensions: {
    store: {
      label: '门店',
      field: f.ref('门店', 'store'),
      of: { contracts: 'store', begun: 'store', ended: 'store', receipts: 'store', refunds: 'store', payouts: 'store' },
    },
  },
  measures: {
    contracts: { label: '签约合同', count: true, suffix: '份', from: 'contracts' },
    begun: { label: '交车', count: true, suffix: '辆', from: 'begun' },
    ended: { label: '退车', count: true, suffix: '辆', from: 'ended' },
    count: { label: '运输订单', hint: '按提货日，不含取消', column: true, unit: 'number', suffix: '单', from: 'orders' },
    signed: { label: '已签收', column: true, unit: 'number', suffix: '单', from: 'orders' },
    received: { label: '实收', hint: '按付款日，从外面收到的钱；余额、押金抵扣与优惠不算', sum: 'amount', from: 'receipts' },
    refunded: { label: '退款', hint: '已付给客户的退款', sum: 'amount', from: 'refunds' },
    paidOut: { label: '实付', sum: 'amount', from: 'payouts' },
    net: { label: '收支净额', hint: '实收 − 退款 − 实付', plus: ['received'], minus: ['refunded', 'paidOut'] },
  },
})
