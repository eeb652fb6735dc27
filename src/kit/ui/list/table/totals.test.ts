import { describe, expect, it } from 'vitest'
import { defineEntity, type Entity } from '../../../entity/entity.ts'
import { f } from '../../../entity/field.ts'
import type { Row } from '../../../entity/wire.ts'
import { leftOut, pageSums, sumLines } from './totals.ts'

const made = (without: object): Entity =>
  defineEntity({
    name: 'sample',
    label: '样本',
    right: 'sampleList',
    title: ['no'],
    fields: {
      no: f.text('编号', { required: true }),
      status: f.state('状态', { open: '待付', voided: '已作废' }, 'open'),
      store: f.ref('门店', 'store'),
      amount: f.money('应收'),
      paid: f.money('已收'),
    },
    list: { columns: ['no', 'amount'], filters: ['no'], sort: 'no', totals: ['amount', 'paid'], totalsWithout: without },
    form: { 基本: ['no'] },
  }) as unknown as Entity
const rows = [
  { id: 1, status: 'open', amount: 1000, paid: 300 },
  { id: 2, status: 'voided', amount: 5000, paid: 0 },
  { id: 3, status: 'open', amount: 234, paid: null },
] as unknown as Row[]

describe('sums of a page', () => {
  it('add up what counts in the sums of all, and say what does not', () => {
    const entity = made({ status: ['voided'] })
    expect(pageSums(entity, rows)).toEqual({ amount: 1234, paid: 300 })
    expect(leftOut(entity, () => entity)).toBe('不含已作废')
  })
  it('are not said where the row does not show what decides, nor of what is hidden', () => {
    expect(pageSums(made({ store: { status: ['voided'] } }), rows)).toBeNull()
    expect(pageSums(made({}), [{ id: 1, amount: 5 }] as unknown as Row[])).toEqual({ amount: 5 })
    expect(leftOut(made({}), () => made({}))).toBeNull()
  })
  it('stand above those of all rows, and only where there is more than one page', () => {
    expect(sumLines({ amount: 1 }, { amount: 9 }, 3)).toEqual([
      { heading: '本页合计', sums: { amount: 1 } },
      { heading: '全部合计', sums: { amount: 9 } },
    ])
    expect(sumLines({ amount: 9 }, { amount: 9 }, 1).map((line) => line.heading)).toEqual(['全部合计'])
    expect(sumLines({ amount: 1 }, undefined, 2).map((line) => line.heading)).toEqual(['本页合计'])
  })
})
