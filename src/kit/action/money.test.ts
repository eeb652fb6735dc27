import { describe, expect, test } from 'vitest'
import { movedBy, withMoney } from './money.ts'

describe('what a button moves', () => {
  test('is the input before the record, and nothing while the input is empty', () => {
    const bill = { amount: 500_000, remain: 200_000 }
    expect(movedBy('amount', bill)).toBe(500_000)
    expect(movedBy('amount', bill, { amount: 120_000 })).toBe(120_000)
    expect(movedBy('amount', bill, { amount: null })).toBe(null)
    expect(movedBy('amount', bill, { amount: '12' })).toBe(null)
  })
  test('adds up a column of lines, also of half-typed ones', () => {
    expect(movedBy('lines.amount', { lines: [{ amount: 1000 }, { amount: null }, null, { amount: -200 }] })).toBe(800)
    expect(movedBy('lines.amount', { lines: null })).toBe(null)
  })
  test('may be reckoned; zero and unsafe numbers are nothing', () => {
    expect(movedBy((v) => Number(v['a']) + Number(v['b']), { a: 100 }, { b: 50 })).toBe(150)
    expect(movedBy(() => 0, {})).toBe(null)
    expect(movedBy(() => Number.NaN, {})).toBe(null)
    expect(movedBy(undefined, { amount: 1 })).toBe(null)
    expect(movedBy('amount', null)).toBe(null)
  })
  test('stands behind the words, with its sign', () => {
    expect(withMoney('登记付款', 123_456)).toBe('登记付款 ¥1,234.56')
    expect(withMoney('登记付款', -100)).toBe('登记付款 -¥1.00')
    expect(withMoney('登记付款', null)).toBe('登记付款')
  })
})
