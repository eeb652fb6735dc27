/** 应付统计 (finance.md §3.10): what is owed to whom, and since when. The same steps as on the side of receivables. */
import { f } from '#kit/entity/field.ts'
import { defineReport } from '#kit/report/report.ts'
import { AGEING_LABELS } from '../bills/bill.rules.ts'
import { PAYABLE_PARTIES } from '../shares/payable.ts'

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

/** Not due yet, and the steps of the arrears. */
export const NOT_DUE = '未到期'
export const PAYABLE_STEPS = [NOT_DUE, ...AGEING_LABELS]
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
    late: f.choice('账龄', Object.fromEntries(PAYABLE_STEPS.map((label) => [label, label]))),
    partyKind: f.choice('往来类型', PAYABLE_PARTIES),
    store: f.ref('门店', 'store'),
  },
  measures: {
    remain: { label: '未付', column: true, unit: 'money', from: 'open' },
    count: { label: '账单数', column: true, unit: 'number', suffix: '张', from: 'open' },
  },
})
