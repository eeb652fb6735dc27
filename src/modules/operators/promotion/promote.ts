/** 推广统计: from a visit to rent that came in, per code, channel and store. */
import { f } from '#kit/entity/field.ts'
import { defineReport } from '#kit/report/report.ts'

const one = { column: true, unit: 'number' } as const

export const promote = defineReport({
  name: 'promote',
  label: '推广统计',
  hint: '每一步按其发生日统计：访问、留下资料、签约、首次交车、收到租金；司机报名与录用',
  right: 'promote',
  period: 'months6',
  by: ['code'],
  chart: 'bar',
  charted: ['visits', 'leads', 'contracts', 'leases'],
  sources: {
    visits: { sql: true },
    leads: { sql: true },
    applicants: { sql: true },
    hires: { sql: true },
    contracts: { sql: true },
    leases: { sql: true },
    rents: { sql: true },
    rewards: { sql: true },
  },
  dimensions: {
    code: f.ref('推广码', 'promoCode'),
    channel: f.ref('渠道', 'channel'),
    store: f.ref('门店', 'store'),
  },
  measures: {
    visits: { label: '访问', hint: '每个地址每天计一次', ...one, from: 'visits' },
    leads: { label: '登记', hint: '加盟申请与承租人', ...one, from: 'leads' },
    leadRate: { label: '登记率', hint: '登记 ÷ 访问', ratio: ['leads', 'visits'] },
    contracts: { label: '签约', hint: '每位客户的第一份合同，按起租日', ...one, from: 'contracts' },
    contractRate: { label: '签约率', hint: '签约 ÷ 登记', ratio: ['contracts', 'leads'] },
    leases: { label: '首次交车', hint: '每位客户的第一次交车', ...one, from: 'leases' },
    rent: { label: '已收租金', hint: '这些客户的租金账单已收的部分，按应付日', column: true, unit: 'money', from: 'rents' },
    applied: { label: '司机报名', hint: '按报名日期', ...one, from: 'applicants' },
    hired: { label: '录用司机', hint: '按录用日期', ...one, from: 'hires' },
    reward: { label: '推广奖励', hint: '按结算日', column: true, unit: 'money', from: 'rewards' },
  },
})
