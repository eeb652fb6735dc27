/** 信用记录 (leasing.md §3.1): what is known of how a lessee pays. Facts of our own are counted, never typed. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const creditRecord = defineEntity({
  name: 'creditRecord',
  label: '信用记录',
  right: 'creditHistory',
  scope: { store: 'store' },
  title: ['lessee', 'recordedOn'],
  fields: {
    lessee: f.ref('承租人', 'lessee', { required: true, fixed: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
    source: f.choice(
      '来源',
      { internal: '内部统计', thirdParty: '第三方征信', manual: '人工登记' },
      { required: true, readOnly: true, default: 'manual' },
    ),
    kind: f.choice(
      '类型',
      { payment: '履约付款', violation: '违章', damage: '车损', dispute: '纠纷', report: '征信报告', other: '其他' },
      { required: true, default: 'report' },
    ),
    recordedOn: f.day('记录日期', { required: true }),
    score: f.int('评分', { min: 0, max: 1000 }),
    overdueCount: f.int('逾期账单数', { readOnly: true }),
    maxOverdueDays: f.int('最长逾期', { readOnly: true, unit: '天' }),
    arrears: f.money('当前欠款', { readOnly: true }),
    paidTotal: f.money('累计付款', { readOnly: true }),
    note: f.note('说明', { required: true, maxLength: 500 }),
    attachments: f.files('附件', { maxCount: 6 }),
  },
  list: {
    columns: ['lessee', 'recordedOn', 'source', 'kind', 'score', 'overdueCount', 'maxOverdueDays', 'arrears', 'paidTotal', 'note', 'store'],
    filters: ['lessee', 'source', 'kind', 'recordedOn', 'score', 'maxOverdueDays', 'arrears', 'store'],
    sort: '-recordedOn',
    quick: { 有逾期: { maxOverdueDays: { from: 1 } }, 内部统计: { source: 'internal' }, 征信报告: { kind: 'report' } },
  },
  form: {
    记录: ['lessee', 'kind', 'recordedOn', 'score', 'note', 'attachments'],
    统计: ['source', 'overdueCount', 'maxOverdueDays', 'arrears', 'paidTotal', 'store'],
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    creditRecord: RowOf<typeof creditRecord>
  }
}
