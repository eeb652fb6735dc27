/** 押金台账 (leasing.md §3.6): a liability, never revenue. balance = Σ signed entries ≥ 0. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const depositAccount = defineEntity({
  name: 'depositAccount',
  label: '保证金',
  right: 'userEnsure',
  scope: { store: 'store' },
  writes: 'none',
  title: ['lease'],
  fields: {
    lease: f.ref('租约', 'lease', { required: true }),
    contract: f.ref('合同', 'contract', { required: true }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    kind: f.choice('类型', { vehicle: '车辆押金', violation: '违章押金' }, { required: true }),
    required: f.money('应收押金', { required: true }),
    balance: f.money('押金余额', { required: true, default: 0, min: 0 }),
    holdUntil: f.day('保留至'),
  },
  unique: [{ fields: ['lease', 'kind'], message: '该租约已有此类押金' }],
  list: { columns: ['lease', 'lessee', 'kind', 'required', 'balance', 'holdUntil', 'store'], filters: ['lessee', 'lease', 'kind', 'balance', 'holdUntil', 'store'], sort: '-id', totals: ['required', 'balance'] },
  form: { 押金: ['lease', 'contract', 'lessee', 'kind', 'required', 'balance', 'holdUntil', 'store'] },
  children: [{ entity: 'depositEntry', by: 'account', label: '押金流水' }],
})

export const depositEntry = defineEntity({
  name: 'depositEntry',
  label: '押金流水',
  right: 'userEnsure',
  scope: { store: 'store' },
  writes: 'none',
  title: ['kind'],
  fields: {
    account: f.ref('押金账户', 'depositAccount', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    kind: f.choice('类型', { receive: '收取', transferIn: '转入', transferOut: '转出', deduct: '抵扣', refund: '退还', forfeit: '没收', reverse: '冲销' }, { required: true }),
    delta: f.money('变动', { required: true }),
    after: f.money('余额', { required: true, min: 0 }),
    allocation: f.ref('核销明细', 'allocation'),
    refKey: f.text('来源键', { required: true, unique: '该笔押金变动已记录', maxLength: 120 }),
  },
  list: { columns: ['account', 'kind', 'delta', 'after', 'allocation'], filters: ['account', 'kind'], sort: '-id', totals: ['delta'] },
  form: { 押金流水: ['account', 'kind', 'delta', 'after'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    depositAccount: RowOf<typeof depositAccount>
    depositEntry: RowOf<typeof depositEntry>
  }
}
