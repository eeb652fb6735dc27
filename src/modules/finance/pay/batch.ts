/** 付款批次 (finance.md §4 dealWithList): several payables paid from one account at once, with the file the bank takes. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const PAY_FILES = { general: '通用格式', cmb: '招商银行', icbc: '工商银行', ccb: '建设银行' }

export const payBatch = defineEntity({
  name: 'payBatch',
  label: '付款批次',
  right: 'payBatchList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no'],
  fields: {
    no: f.serial('批次编号', 'PC{yyyyMMdd}-{0000}'),
    account: f.ref('付款账户', 'companyAccount', { required: true }),
    paidOn: f.day('付款日期', { required: true }),
    payouts: f.refs('付款单', 'payout', { required: true }),
    count: f.int('笔数', { required: true, min: 1, unit: '笔' }),
    amount: f.money('合计金额', { required: true, min: 1 }),
    control: f.text('校验和', { required: true, maxLength: 64, hint: '由每行账号与金额算出，与银行受理回单核对' }),
    store: f.ref('门店', 'store', { required: true }),
    format: f.choice('文件格式', PAY_FILES, { required: true, default: 'general' }),
    fileCount: f.int('下载次数', { required: true, default: 0, min: 0, unit: '次' }),
  },
  list: {
    columns: ['no', 'account', 'paidOn', 'count', 'amount', 'control', 'format', 'fileCount', 'store'],
    filters: ['no', 'account', 'paidOn', 'amount', 'store'],
    sort: '-id',
    totals: ['amount'],
  },
  form: { 批次: ['no', 'account', 'paidOn', 'count', 'amount', 'control', 'format', 'payouts', 'store', 'fileCount'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    payBatch: RowOf<typeof payBatch>
  }
}
