/** 税目 and 发票抬头 (finance.md §2.6): by what a charge is taxed, and in whose name an invoice is made. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { FEE_ITEMS } from '#modules/billing/bills/fee-items.rules.ts'

export const RATES = { r13: '税率 13%', r9: '税率 9%', r6: '税率 6%', r3: '征收率 3%', r1: '征收率 1%', none: '不征税' } as const
export const RATE_BP: Readonly<Record<keyof typeof RATES, number | null>> = { r13: 1300, r9: 900, r6: 600, r3: 300, r1: 100, none: null }

export const taxCode = defineEntity({
  name: 'taxCode',
  label: '税目',
  right: 'taxCodeList',
  title: ['feeItem', 'fromOn'],
  fields: {
    feeItem: f.choice('费用科目', FEE_ITEMS, { required: true, fixed: true }),
    fromOn: f.day('生效日', { required: true, fixed: true, hint: '账单出账日在此日及以后的费用按本税目' }),
    rate: f.choice('税率', RATES, { required: true, default: 'r13', hint: '不征税的费用不能开票' }),
    name: f.text('货物或服务名称', { required: true, maxLength: 60 }),
    code: f.text('税收分类编码', { maxLength: 19, hint: '19 位数字' }),
    remark: f.text('备注', { maxLength: 200 }),
  },
  unique: [{ fields: ['feeItem', 'fromOn'], message: '该费用科目在这一天已有税目' }],
  check: (v) => (v.code && !/^\d{19}$/.test(v.code) ? { at: 'code', reason: '税收分类编码应为 19 位数字' } : null),
  list: {
    columns: ['feeItem', 'rate', 'name', 'code', 'fromOn', 'remark'],
    filters: ['feeItem', 'rate', 'fromOn'],
    sort: 'feeItem,-fromOn',
  },
  form: { 税目: ['feeItem', 'fromOn', 'rate', 'name', 'code', 'remark'] },
})

export const invoiceTitle = defineEntity({
  name: 'invoiceTitle',
  label: '发票抬头',
  right: 'invoiceTitleList',
  scope: { store: 'lessee.store' },
  title: ['title'],
  search: ['title', 'taxNo'],
  fields: {
    lessee: f.ref('承租人', 'lessee', { required: true, fixed: true }),
    title: f.text('抬头名称', { required: true, maxLength: 80 }),
    taxNo: f.text('纳税人识别号', { maxLength: 20, hint: '专用发票必须填写' }),
    address: f.text('注册地址', { maxLength: 120 }),
    phone: f.text('注册电话', { format: 'phone' }),
    bank: f.text('开户银行', { maxLength: 80 }),
    bankAccount: f.text('银行账号', { maxLength: 40 }),
    email: f.text('收票邮箱', { format: 'email' }),
  },
  unique: [{ fields: ['lessee', 'title'], message: '该承租人已有此抬头' }],
  check: (v) => (v.taxNo && !/^[0-9A-Z]{15,20}$/.test(v.taxNo) ? { at: 'taxNo', reason: '纳税人识别号应为 15–20 位数字或大写字母' } : null),
  list: {
    columns: ['title', 'lessee', 'taxNo', 'address', 'phone', 'bank', 'bankAccount', 'email'],
    filters: ['title', 'lessee', 'taxNo'],
    sort: '-id',
  },
  form: { 抬头: ['lessee', 'title', 'taxNo', 'address', 'phone', 'bank', 'bankAccount', 'email'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    taxCode: RowOf<typeof taxCode>
    invoiceTitle: RowOf<typeof invoiceTitle>
  }
}
