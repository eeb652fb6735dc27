/** 运费明细, 司机收益 (finance.md §3.7, §4): what was carried brought in and cost, and who drove. Their pages stand in the module statistics. */
import { f } from '#kit/entity/field.ts'
import { defineReport } from '#kit/report/report.ts'
import { SEES } from '#modules/transport/parties/seen.rules.ts'
import { SHEET_KINDS } from '../settlement/sheet.ts'

export const freightDetail = defineReport({
  name: 'freightDetail',
  label: '运费明细',
  hint: '应收、应付与毛利，按计价日，赔付与追偿按理赔核定日；一趟多单的应付、一单多趟的应收按重量分摊，各部分之和等于费用单；点数字看组成它的单据',
  right: 'freightDetail',
  period: 'month',
  by: ['order'],
  chart: 'bar',
  charted: ['receivable', 'payable', 'margin'],
  sources: { parts: { sql: true }, claims: { sql: true } },
  dimensions: {
    order: f.ref('运输订单', 'transportOrder'),
    mission: f.ref('任务单', 'mission'),
    project: f.ref('项目', 'project'),
    goodsRoute: f.ref('货运线路', 'goodsRoute'),
    vehicle: f.ref('车辆', 'vehicle'),
    customer: f.ref('客户', 'lessee'),
    carrier: f.ref('承运商', 'carrier'),
    driver: f.ref('司机', 'driver'),
    kind: f.choice('类别', SHEET_KINDS),
    store: f.ref('门店', 'store'),
  },
  measures: {
    receivable: { label: '应收运费', column: true, unit: 'money', from: 'parts', seenBy: SEES.receivable },
    payable: { label: '应付运费', column: true, unit: 'money', from: 'parts', seenBy: SEES.payable },
    paidOut: {
      label: '赔付付款',
      hint: '另行付款的理赔；抵扣运费的已在应收中减去',
      column: true,
      unit: 'money',
      from: 'claims',
      seenBy: SEES.receivable,
    },
    recovered: { label: '已追偿', hint: '从承运商、司机扣回的', column: true, unit: 'money', from: 'claims', seenBy: SEES.payable },
    margin: {
      label: '毛利',
      hint: '应收运费 − 应付运费 − 赔付付款 + 已追偿',
      plus: ['receivable', 'recovered'],
      minus: ['payable', 'paidOut'],
      seenBy: SEES.margin,
    },
    rate: { label: '毛利率', hint: '毛利 ÷ 应收运费', ratio: ['margin', 'receivable'] },
    open: { label: '其中未确认', hint: '应收之中还没有确认的', column: true, unit: 'money', from: 'parts', seenBy: SEES.receivable },
  },
})

export const driverRevenue = defineReport({
  name: 'driverRevenue',
  label: '司机收益',
  hint: '应付司机的费用单，按计价日；里程与趟次按实际完成的任务',
  right: 'driverRevenue',
  period: 'month',
  by: ['driver'],
  chart: 'bar',
  charted: ['earned', 'taken', 'net'],
  sources: { sheets: { sql: true }, taken: { sql: true }, trips: { sql: true } },
  dimensions: { driver: f.ref('司机', 'driver'), store: f.ref('门店', 'store') },
  measures: {
    earned: { label: '应得', column: true, unit: 'money', from: 'sheets', seenBy: SEES.payable },
    taken: { label: '扣款', column: true, unit: 'money', from: 'taken', seenBy: SEES.payable },
    net: { label: '实得', hint: '应得 − 扣款', plus: ['earned'], minus: ['taken'] },
    missions: { label: '趟次', column: true, unit: 'number', suffix: '趟', from: 'trips' },
    distance: { label: '里程', column: true, unit: 'distance', from: 'trips' },
    onTime: { label: '准点趟次', hint: '不晚于计划完成', column: true, unit: 'number', suffix: '趟', from: 'trips' },
    rate: { label: '准点率', ratio: ['onTime', 'missions'] },
  },
})
