import { describe, expect, it } from 'vitest'
import { linesOf, readMoney, readNumber, readTime, textOf } from './pasted.rules.ts'

describe('times as they are written', () => {
  it.each([
    ['2026/4/25 10：30', '2026-04-25T02:30:00.000Z', true],
    ['2026-04-25 10:30:00', '2026-04-25T02:30:00.000Z', false],
    ['2026年4月25日10时30分', '2026-04-25T02:30:00.000Z', true],
    ['20260425103015', '2026-04-25T02:30:15.000Z', true],
    ['2026-04-25', '2026-04-24T16:00:00.000Z', true],
    ['46137.4375', '2026-04-25T02:30:00.000Z', true],
    ['2026-04-25 24:00', '2026-04-25T16:00:00.000Z', true],
    ['２０２６－０４－２５　１０：３０', '2026-04-25T02:30:00.000Z', true],
  ])('%s', (text, at, repaired) => expect(readTime(text)).toEqual({ at, repaired }))
  it.each(['', '昨天', '2026-02-30 10:00', '2026-04-25 24:01', '2026-04-25 25:00', '2026-04-25 10:61'])('«%s» is none', (text) =>
    expect(readTime(text)).toBeNull(),
  )
})

describe('amounts and numbers', () => {
  it('with separators and units', () => {
    expect([readMoney('1,234.50元'), readMoney('¥200'), readMoney(''), readMoney('--'), readMoney('两百'), readMoney('-35.00')]).toEqual([
      123_450,
      20_000,
      null,
      null,
      false,
      -3500,
    ])
    expect([readNumber('45.20 升'), readNumber('6分'), readNumber('abc'), readNumber('')]).toEqual([45.2, 6, false, null])
  })
  it('a file of either encoding', () => {
    expect(textOf(new TextEncoder().encode('车牌号'))).toBe('车牌号')
    expect(textOf(Uint8Array.from([0xb3, 0xb5, 0xc5, 0xc6, 0xba, 0xc5]))).toBe('车牌号')
    expect(linesOf('\uFEFFa,"b,c",\r\nd\te')).toEqual([
      ['a', 'b,c', ''],
      ['d', 'e'],
    ])
  })
})
