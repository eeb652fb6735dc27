import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { f } from '../../entity/field.ts'
import { isNumeric, numberText, outOfBounds, parseNumber, parsePercent, percentText } from './number-text.ts'

const numeric = (field: unknown) => {
  if (!isNumeric(field as never)) throw new Error('not numeric')
  return field as Parameters<typeof numberText>[0]
}
const money = numeric(f.money('月租金'))
const rate = numeric(f.rate('费率'))
const km = numeric(f.int('里程', { unit: '公里', min: 0, max: 2_000_000 }))
const volume = numeric(f.decimal('容积', 3))

const value = (field: typeof money, text: string) => {
  const read = parseNumber(field, text)
  return read.ok ? read.value : read.message
}

describe('money typed in yuan', () => {
  it('becomes whole fen', () => {
    expect(value(money, '3,800')).toBe(380000)
    expect(value(money, '¥0.1')).toBe(10)
    expect(value(money, '３８００．５')).toBe(380050)
  })
  it('is refused with a third decimal instead of being rounded', () => {
    expect(value(money, '0.005')).toBe('金额最多两位小数')
  })
  it('tells its bounds in yuan', () => {
    expect(value(numeric(f.money('押金', { min: 10000 })), '99.99')).toBe('押金不能小于 100.00 元')
    expect(value(numeric(f.money('押金', { min: 0 })), '-1')).toBe('金额不能为负数')
  })
  it('comes back from its own text unchanged for every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9e14, max: 9e14 }), (fen) => {
        expect(value(money, numberText(money, fen))).toBe(fen === 0 ? 0 : fen)
      }),
    )
  })
})

describe('rates typed in percent', () => {
  it('become basis points', () => {
    expect(value(rate, '12.5%')).toBe(1250)
    expect(value(rate, '0.05')).toBe(5)
    expect(percentText(5)).toBe('0.05')
    expect(percentText(-1250)).toBe('-12.5')
  })
  it('finer than a basis point are refused', () => {
    expect(parsePercent('0.005')).toEqual({ ok: false, message: '比例最多 2 位小数' })
  })
  it('come back from their own text unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100000, max: 100000 }), (bp) => {
        expect(value(rate, percentText(bp))).toBe(bp === 0 ? 0 : bp)
      }),
    )
  })
})

describe('plain numbers', () => {
  it('refuse fractions where whole numbers are meant, and words', () => {
    expect(value(km, '12.5')).toBe('里程应为整数')
    expect(value(km, '12.0')).toBe(12)
    expect(value(km, '约一万')).toBe('里程格式不正确，请输入数字')
  })
  it('refuse what is outside the bounds of the definition', () => {
    expect(value(km, '2000001')).toBe('里程不能大于 2000000')
    expect(outOfBounds(km, -1)).toBe('里程不能小于 0')
  })
  it('keep exactly the decimals of their scale', () => {
    expect(value(volume, '0.125')).toBe(0.125)
    expect(value(volume, '0.1255')).toBe('容积最多 3 位小数')
  })
  it('are null when the box is empty', () => {
    expect(value(km, '  ')).toBe(null)
  })
  it('refuse numbers beyond the safe integers', () => {
    expect(value(km, '99999999999999999999')).toBe('里程超出允许的范围')
  })
})
