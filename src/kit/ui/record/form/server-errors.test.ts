import { describe, expect, it } from 'vitest'
import { f } from '../../../entity/field.ts'
import { errorCount, errorOf, placeErrors, withoutField } from './server-errors.ts'

const fields = { name: f.text('名称'), secret: f.text('密级'), items: f.lines('明细', { price: f.money('单价') }) }
const names = ['name', 'items']

describe('errors of the server', () => {
  it('land on their field', () => {
    const errors = placeErrors('有误', { name: '名称不能为空' }, names, fields)
    expect(errorOf(errors, 'name')).toBe('名称不能为空')
    expect(errorCount(errors)).toBe(1)
  })
  it('of a cell count as errors of its lines, and stay at the cell', () => {
    const errors = placeErrors('有误', { 'items.2.price': '明细第 3 行，单价：应为数字' }, names, fields)
    expect(errorOf(errors, 'items')).toBe('明细第 3 行，单价：应为数字')
    expect(errors.fields['items.2.price']).toBeDefined()
    expect(errorOf(errors, 'item')).toBe(null)
  })
  it('about a field the form does not show name it above the form', () => {
    expect(placeErrors('有误', { secret: '不能为空', '': '起止日期颠倒' }, names, fields).general).toEqual([
      '密级：不能为空',
      '起止日期颠倒',
    ])
  })
  it('without details still say the sentence', () => {
    for (const data of [null, undefined, [], {}, { name: 3 }, 'x'])
      expect(placeErrors('押金未收齐', data, names, fields).general).toEqual(['押金未收齐'])
  })
  it('vanish from a field once it is touched, cells included', () => {
    const errors = placeErrors('有误', { name: '甲', 'items.0.price': '乙' }, names, fields)
    expect(withoutField(errors, 'items').fields).toEqual({ name: '甲' })
  })
})
