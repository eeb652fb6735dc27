/** 报销统计 (reimburseStatics): what was claimed, by kind of cost, person and month; drafts, refused and withdrawn claims do not count. */
import { f } from '#kit/entity/field.ts'
import { defineReport } from '#kit/report/report.ts'
import { CLAIM_FEES } from './reimbursement.ts'

export const reimburseStatics = defineReport({
  name: 'reimburseStatics',
  label: '报销统计',
  hint: '按费用发生日统计审批中、待付款与已付款的报销',
  right: 'reimburseStatics',
  by: ['fee'],
  period: 'months6',
  chart: 'stacked',
  sources: { claims: { sql: true } },
  dimensions: {
    fee: f.choice('费用', CLAIM_FEES),
    driver: f.ref('司机', 'driver'),
    staff: f.ref('员工', 'user'),
    store: f.ref('门店', 'store'),
  },
  measures: {
    amount: { label: '报销金额', column: true, unit: 'money', from: 'claims' },
    items: { label: '报销笔数', column: true, unit: 'number', suffix: '笔', from: 'claims' },
    average: { label: '平均每笔', ratio: ['amount', 'items'], unit: 'money' },
  },
})
