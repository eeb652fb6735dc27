/** 订单统计, 拼车统计 (finance.md §3.7, §4): what was ordered and carried. Their pages stand in the module statistics. */
import { f } from '#kit/entity/field.ts'
import { defineReport } from '#kit/report/report.ts'
import { ORDER_STATES } from '../orders/order.ts'

export const orderStatistics = defineReport({
  name: 'orderStatistics',
  label: '订单统计',
  hint: '按提货日统计；准点为签收不晚于要求送达时间',
  right: 'orderStatistics',
  period: 'months6',
  chart: 'stacked',
  charted: ['running', 'signed', 'cancelled'],
  sources: { orders: { sql: true } },
  dimensions: {
    customer: f.ref('客户', 'lessee'),
    goodsRoute: f.ref('货运线路', 'goodsRoute'),
    status: f.choice('状态', ORDER_STATES),
    project: f.ref('项目', 'project'),
    store: f.ref('门店', 'store'),
  },
  measures: {
    count: { label: '订单数', hint: '不含已取消、已作废', column: true, unit: 'number', suffix: '单', from: 'orders' },
    running: { label: '未签收', column: true, unit: 'number', suffix: '单', from: 'orders' },
    signed: { label: '已签收', column: true, unit: 'number', suffix: '单', from: 'orders' },
    onTime: { label: '准点签收', column: true, unit: 'number', suffix: '单', from: 'orders' },
    rate: { label: '准点率', hint: '准点签收 ÷ 已签收', ratio: ['onTime', 'signed'] },
    cancelled: { label: '取消作废', column: true, unit: 'number', suffix: '单', from: 'orders' },
    pieces: { label: '件数', column: true, unit: 'number', suffix: '件', from: 'orders' },
    weight: { label: '重量', column: true, unit: 'number', suffix: 'kg', from: 'orders' },
  },
})

export const carpoolStatics = defineReport({
  name: 'carpoolStatics',
  label: '拼车统计',
  hint: '满载率 = Σ 载重 × 里程 ÷ Σ 核定载质量 × 里程，按站点之间的每一段计算；没有核定载质量的车辆不计入',
  right: 'carpoolStatics',
  period: 'months6',
  chart: 'line',
  charted: ['factor'],
  sources: { missions: { sql: true } },
  dimensions: {
    goodsRoute: f.ref('货运线路', 'goodsRoute'),
    vehicle: f.ref('车辆', 'vehicle'),
    driver: f.ref('司机', 'driver'),
    kind: f.choice('类型', { task: '任务', line: '线路' }),
    store: f.ref('门店', 'store'),
  },
  measures: {
    missions: { label: '趟次', column: true, unit: 'number', suffix: '趟', from: 'missions' },
    shared: { label: '拼车趟次', hint: '装有两张及以上配送单的趟次', column: true, unit: 'number', suffix: '趟', from: 'missions' },
    orders: { label: '配送单数', column: true, unit: 'number', suffix: '单', from: 'missions' },
    perMission: { label: '平均每趟', hint: '配送单数 ÷ 趟次', ratio: ['orders', 'missions'], unit: 'number', decimals: 1 },
    distance: { label: '里程', column: true, unit: 'distance', from: 'missions' },
    carried: { label: '载重里程', hint: '各段载重 × 里程之和', column: true, unit: 'number', suffix: 'kg·km', from: 'missions' },
    offered: { label: '运力里程', hint: '各段核定载质量 × 里程之和', column: true, unit: 'number', suffix: 'kg·km', from: 'missions' },
    factor: { label: '满载率', hint: '载重里程 ÷ 运力里程', ratio: ['carried', 'offered'] },
  },
})
