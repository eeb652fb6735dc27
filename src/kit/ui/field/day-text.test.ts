import { describe, expect, it } from 'vitest'
import { dayFault, unreadDay } from './day-text.ts'

describe('a typed day', () => {
  it('is read in the spellings people use', () => {
    for (const text of ['2024-02-29', ' 2024-02-29 ', '20240229', '2024/2/29', '2024.02.29', '2024年2月29日', ''])
      expect(unreadDay(text, false)).toBe(null)
    for (const text of ['2024-02-29 10:30', '2024-2-9 9:05', '2024-02-29 10:30:15']) expect(unreadDay(text, true)).toBe(null)
  })
  it('is kept when there is no such day, in the spelling the sentence about it uses', () => {
    expect(unreadDay('2025-02-29', false)).toBe('2025-02-29')
    expect(unreadDay('2025/2/29', false)).toBe('2025-02-29')
    expect(unreadDay('20251301', false)).toBe('2025-13-01')
    expect(unreadDay('明天', false)).toBe('明天')
    expect(unreadDay('2025-02', false)).toBe('2025-02')
  })
  it('with a time is kept when the day or the time is wrong or missing', () => {
    for (const text of ['2025-02-29 10:30', '2025-02-28 24:10', '2025-02-28']) expect(unreadDay(text, true)).toBe(text)
  })
})

describe('what a field of a day holds', () => {
  it('is told when it is none', () => {
    expect(dayFault('day', '2025-02-29')).toBe('日期 2025-02-29 不存在')
    expect(dayFault('day', '明天')).toBe('日期格式应为 YYYY-MM-DD，例如 2025-01-31')
    expect(dayFault('instant', '2025-02-29 10:30')).toBe('时间 2025-02-29 10:30 不正确，应为日期加时刻，例如 2025-01-31 09:30')
    for (const [kind, value] of [
      ['day', '2024-02-29'],
      ['day', ''],
      ['instant', '2025-01-31T09:30:00.000Z'],
      ['instant', '2025-01-31T09:30:00+08:00'],
    ] as const)
      expect(dayFault(kind, value)).toBe(null)
  })
})
