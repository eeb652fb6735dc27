/** 应付统计 (finance.md §3.10): what is owed to whom, and since when. The same steps as on the side of receivables. */
import { f } from '#kit/entity/field.ts'
import { defineReport } from '#kit/report/report.ts'

export const payableStatistics = defineReport({
  name: 'payableStatistics',
  label: '应付统计',
  hint: '按应付日；点数字看组成它的应付账单',
  right: 'payableStatistics',
  period: 'months6',
  chart: 'stacked',
  charted: ['paid', 'remain'],
  over: 'payableBill',
  day: 'dueOn',
  where: { status: ['toConfirm', 'unpaid', 'partlyPaid', 'settled'] },
  dimensions: { partyKind: 'partyKind', payee: 'payee', fee: 'fee', status: 'status', vehicle: 'vehicle', store: 'store' },
  measures: {
    amount: { label: '应付', sum: 'amount' },
    paid: { label: '已付', sum: 'paid' },
    remain: { label: '未付', plus: ['amount'], minus: ['paid'] },
    rate: { label: '付款率', hint: '已付 ÷ 应付', ratio: ['paid', 'amount'] },
    toConfirm: { label: '其中待确认', sum: 'amount', where: { status: 'toConfirm' } },
    count: { label: '账单数', count: true, suffix: '张' },
  },
})

/** Days since the due day → the step it falls into; what is not due yet has its own. */
export const PAYABLE_STEPS = {
  notDue: '未到期',
  d7: '0–7 天',
  d15: '8–15 天',
  d30: '16–30 天',
  d60: '31–60 天',
  more: '60 天以上',
}
export const payableAgeing = defineReport({
  name: 'payableAgeing',
  label: '应付账龄',
  hint: '今天还没有付清的应付账单，按过了应付日多少天',
  right: 'payableStatistics',
  by: ['late'],
  chart: 'bar',
  charted: ['remain'],
  sources: { open: { sql: true } },
  dimensions: {
    late: f.choice('账龄', PAYABLE_STEPS),
    partyKind: f.choice('往来类型', {
      source: '车源方',
      shop: '维修厂',
      insurer: '保险公司',
      channel: '渠道',
      store: '门店/加盟商',
      platform: '平台',
      provider: '服务商',
      driver: '司机',
      station: '加油充电商',
      authority: '检测机构、交管',
    }),
    store: f.ref('门店', 'store'),
  },
  measures: {
    remain: { label: '未付', column: true, unit: 'money', from: 'open' },
    count: { label: '账单数', column: true, unit: 'number', suffix: '张', from: 'open' },
  },
})
