/** 账单统计 and 账龄: three measures side by side that are never added to each other (leasing.md §3.10), and what is overdue by how long. */
import { f } from '#kit/entity/field.ts'
import { defineReport } from '#kit/report/report.ts'
import { AGEING_LABELS } from '../bills/bill.rules.ts'

/** Deposits are the customers' money: in no measure but what came in, where they are told apart. */
const billType = f.choice('费用', { all: '全部费用', rent: '租金', other: '租金以外' }, { default: 'all' })
const vehicle = f.ref('车辆', 'vehicle')
const lessee = f.ref('承租人', 'lessee')
const dimensions = { store: f.ref('门店', 'store'), channel: f.ref('渠道', 'channel') }

export const billStatistics = defineReport({
  name: 'billStatistics',
  label: '应收 · 实收 · 权责收入',
  hint: '三个口径各自统计，不能相加；点数字看明细',
  right: 'billStatistics',
  period: 'months6',
  chart: 'bar',
  charted: ['charged', 'received', 'accrued'],
  sources: { bills: { sql: true }, receipts: { sql: true }, accruals: { sql: true } },
  dimensions,
  filters: {
    basis: f.choice('应收口径', { dueOn: '应收按应付日', issuedOn: '应收按出账日' }, { default: 'dueOn' }),
    billType,
    vehicle,
    lessee,
  },
  measures: {
    charged: { label: '应收', hint: '账单费用，按应付日或出账日', column: true, unit: 'money', from: 'bills' },
    credited: { label: '减免退还', hint: '减租、租金退还等冲减', column: true, unit: 'money', from: 'bills' },
    collected: { label: '对应已收', hint: '这些账单已收的部分', column: true, unit: 'money', from: 'bills' },
    writtenOff: { label: '坏账核销', hint: '这些账单已核销的部分', column: true, unit: 'money', from: 'bills' },
    open: { label: '未收', hint: '应收 + 减免退还 − 对应已收 − 坏账核销', column: true, unit: 'money', from: 'bills' },
    overdue: { label: '其中逾期', hint: '未收之中今天已逾期的', column: true, unit: 'money', from: 'bills' },
    net: { label: '应收净额', hint: '应收 + 减免退还', plus: ['charged', 'credited'] },
    rate: { label: '收缴率', hint: '对应已收 ÷ 应收净额', ratio: ['collected', 'net'] },
    received: {
      label: '实收',
      hint: '按付款日；全部费用时含押金与预存，选了费用或车辆时只算为它们付的部分',
      column: true,
      unit: 'money',
      from: 'receipts',
    },
    accrued: { label: '权责收入', hint: '按用车日计的有账期费用', column: true, unit: 'money', from: 'accruals' },
  },
})

/** Of what is open today, whenever it fell due; inside the grace it is not overdue. */
export const billAgeing = defineReport({
  name: 'billAgeing',
  label: '账龄',
  hint: '今天已逾期的未收账单，按逾期天数',
  right: 'billStatistics',
  by: ['late'],
  chart: 'bar',
  charted: ['amount'],
  sources: { overdue: { sql: true } },
  dimensions: { late: f.choice('逾期天数', Object.fromEntries(AGEING_LABELS.map((label) => [label, label]))), ...dimensions },
  filters: { billType, vehicle, lessee },
  measures: {
    amount: { label: '逾期金额', column: true, unit: 'money', from: 'overdue' },
    count: { label: '账单数', column: true, unit: 'number', suffix: '张', from: 'overdue' },
  },
})
