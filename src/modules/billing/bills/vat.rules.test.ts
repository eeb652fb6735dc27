import { describe, expect, it } from 'vitest'
import { splitVat } from './vat.rules.ts'

describe('the tax inside an amount', () => {
  it.each([
    ['a month of rent at 13 %', 380_000, 1300, 336_283, 43_717],
    ['freight at 9 %', 109_00, 900, 100_00, 9_00],
    ['half a fen goes up to the tax', 103, 3_00, 100, 3],
    ['one fen at 100 % is half a fen of tax, and that goes up', 1, 10_000, 0, 1],
    ['nothing', 0, 1300, 0, 0],
    ['without tax it is all net', 380_000, 0, 380_000, 0],
  ])('%s', (_, gross, rate, net, tax) => {
    expect(splitVat(gross, rate)).toEqual({ net, tax })
    expect(net + tax).toBe(gross)
  })
  it.each([
    [-1, 1300, 'not a gross amount: -1'],
    [0.5, 1300, 'not a gross amount: 0.5'],
    [100, -1, 'not a tax rate: -1'],
    [100, 10_001, 'not a tax rate: 10001'],
    [100, 1.5, 'not a tax rate: 1.5'],
  ])('%d at %d is refused', (gross, rate, words) => expect(() => splitVat(gross, rate)).toThrow(words))
})
