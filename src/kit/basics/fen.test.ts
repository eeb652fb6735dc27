import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { fen, formatFen, formatYuan, mulDivFloor, mulDivRound, parseYuan, plainYuan, sumFen } from './fen.ts'
import { capitalYuan } from './fen-capital.ts'

// A hundred thousand cases take longer than the usual patience with one test.
if (process.env.DEEP) vi.setConfig({ testTimeout: 1_800_000 })

const numRuns = process.env.DEEP ? 100_000 : 2_000

describe('reading yuan', () => {
  it.each([
    ['1,234.5', 123450],
    ['3800', 380000],
    ['３８００．０５', 380005],
    ['¥1,000.00', 100000],
    ['￥ 12', 1200],
    ['12元', 1200],
    ['12.', 1200],
    ['0', 0],
    ['-0', 0],
    ['+5.1', 510],
    ['90,000,000,000,000.00', 9e15],
  ])('reads «%s» as %i fen', (text, value) => {
    const result = parseYuan(text)
    expect(result).toEqual({ ok: true, value })
    if (result.ok) expect(Object.is(result.value, -0)).toBe(false)
  })

  it.each([
    ['', '请输入金额'],
    ['   ', '请输入金额'],
    ['1.005', '金额最多两位小数'],
    ['1e5', '金额格式不正确，请输入数字，例如 3,800.00'],
    ['NaN', '金额格式不正确，请输入数字，例如 3,800.00'],
    ['Infinity', '金额格式不正确，请输入数字，例如 3,800.00'],
    ['0x10', '金额格式不正确，请输入数字，例如 3,800.00'],
    ['1,2', '金额格式不正确，请输入数字，例如 3,800.00'],
    ['1,2345', '金额格式不正确，请输入数字，例如 3,800.00'],
    ['.5', '金额格式不正确，请输入数字，例如 3,800.00'],
    ['1 2', '金额格式不正确，请输入数字，例如 3,800.00'],
    ['90000000000000.01', '金额超出允许的范围'],
    ['1000000000000000000', '金额超出允许的范围'],
    ['9'.repeat(400), '金额超出允许的范围'],
    ['-1', '金额不能为负数'],
  ])('refuses «%s»', (text, message) => {
    expect(parseYuan(text)).toEqual({ ok: false, message })
  })

  it('takes a negative amount only where it was asked for', () => {
    expect(parseYuan('-12.50', { allowNegative: true })).toEqual({ ok: true, value: -1250 })
    expect(parseYuan('-¥12.50', { allowNegative: true })).toEqual({ ok: true, value: -1250 })
  })

  it('reads back whatever it printed', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9e15, max: 9e15 }), (n) => {
        for (const print of [formatFen, formatYuan, plainYuan])
          expect(parseYuan(print(n), { allowNegative: true })).toEqual({ ok: true, value: n === 0 ? 0 : n })
      }),
      { numRuns },
    )
  })
})

describe('printing', () => {
  it.each([
    [380000, '3,800.00', '¥3,800.00', '3800.00'],
    [5, '0.05', '¥0.05', '0.05'],
    [0, '0.00', '¥0.00', '0.00'],
    [-26667, '-266.67', '-¥266.67', '-266.67'],
    [100000000, '1,000,000.00', '¥1,000,000.00', '1000000.00'],
  ])('prints %i fen', (n, grouped, withSign, plain) => {
    expect([formatFen(n), formatYuan(n), plainYuan(n)]).toEqual([grouped, withSign, plain])
  })

  it.each([
    [350005, '人民币叁仟伍佰元零伍分'],
    [10000, '人民币壹佰元整'],
    [1000, '人民币壹拾元整'],
    [50, '人民币伍角整'],
    [0, '人民币零元整'],
    [-1200, '人民币(负)壹拾贰元整'],
  ])('writes %i fen in capitals', (n, text) => expect(capitalYuan(n)).toBe(text))
})

describe('arithmetic', () => {
  it('refuses what is not a safe integer', () => {
    for (const bad of [1.5, NaN, Infinity, 2 ** 53]) expect(() => fen(bad)).toThrow(RangeError)
    expect(() => sumFen([9e15, 9e15])).toThrow(RangeError)
    expect(() => mulDivRound(1, 1, 0)).toThrow(RangeError)
  })

  it.each([
    [380000, 22, 31, 269677],
    [1, 1, 2, 1],
    [-1, 1, 2, 0],
    [-3, 1, 2, -1],
    [-5, 1, 4, -1],
    [9e15, 30, 31, 8709677419354839],
  ])('rounds %i·%i/%i half up to %i', (a, k, n, expected) => expect(mulDivRound(a, k, n)).toBe(expected))

  it('is within half a unit of the exact value and floor never above it', () => {
    const whole = fc.integer({ min: -1e12, max: 1e12 })
    fc.assert(
      fc.property(whole, fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 1e6 }), (a, k, n) => {
        const twice = 2n * (BigInt(mulDivRound(a, k, n)) * BigInt(n) - BigInt(a) * BigInt(k))
        expect(twice > -BigInt(n) && twice <= BigInt(n)).toBe(true)
        const below = BigInt(a) * BigInt(k) - BigInt(mulDivFloor(a, k, n)) * BigInt(n)
        expect(below >= 0n && below < BigInt(n)).toBe(true)
      }),
      { numRuns },
    )
  })

  it('sums exactly', () => expect(sumFen([1, 2, -4])).toBe(-1))
})

describe('yuan pasted from a sheet or a chat', () => {
  it.each([
    ['3 800', 380_000],
    ['3 800.50', 380_050],
    ["1'234'567.8", 123_456_780],
    ['￥3800元', 380_000],
    ['人民币 3,800.00元整', 380_000],
    ['1.2万', 1_200_000],
    ['3.80005万元', 3_800_050],
    ['(120.00)', -12_000],
    ['（1,120.5）', -112_050],
    ['3800.000', 380_000],
  ])('«%s» is %i fen', (text, amount) => expect(parseYuan(text, { allowNegative: true })).toEqual({ ok: true, value: amount }))
  it.each(['3 80', '38 00', '1.2345678万', '万', '(-5)', '1.2.3'])('«%s» is refused', (text) =>
    expect(parseYuan(text, { allowNegative: true }).ok).toBe(false),
  )
})
