import { describe, expect, it } from 'vitest'
import { formatTime, readTime, relativeTime } from './time-format.ts'

const AT = Date.parse('2025-01-31T16:05:09Z') // 2025-02-01 00:05:09 in the business zone

describe('writing a time', () => {
  it.each([
    [1738339509, '2025-02-01 00:05:09'],
    ['1738339509', '2025-02-01 00:05:09'],
    [AT, '2025-02-01 00:05:09'],
    [String(AT), '2025-02-01 00:05:09'],
    ['2025-01-31T16:05:09Z', '2025-02-01 00:05:09'],
    ['2025-01-31T16:05:09.123+00:00', '2025-02-01 00:05:09'],
    ['2025-02-01', '2025-02-01 00:00:00'],
    ['2025-02-01 08:30', '2025-02-01 08:30:00'],
    [new Date(AT), '2025-02-01 00:05:09'],
    [0, '1970-01-01 08:00:00'],
  ])('%s becomes %s', (value, text) => expect(formatTime(value)).toBe(text))

  it.each([null, undefined, '', 'yesterday', '2025-02-30', NaN, new Date(NaN)])('%s prints as nothing', (value) =>
    expect(formatTime(value)).toBe(''),
  )

  it('follows a pattern', () => {
    expect(formatTime(AT, 'YYYY年MM月DD日 HH:mm')).toBe('2025年02月01日 00:05')
    expect(formatTime(AT, 'YYYYMMDD')).toBe('20250201')
  })

  it('does not read a time without a zone in the zone of the process', () => {
    expect(readTime('2025-02-01 08:00:00')).toBe(Date.parse('2025-02-01T00:00:00Z'))
    expect(readTime('Feb 1 2025')).toBeNull()
  })
})

describe('relative time', () => {
  const ago = (seconds: number): string => relativeTime(AT - seconds * 1000, AT)
  it.each([
    [0, '刚刚'],
    [29.9, '刚刚'],
    [30, '1分钟前'],
    [60, '1分钟前'],
    [119, '1分钟前'],
    [120, '2分钟前'],
    [3599, '59分钟前'],
    [3600, '1小时前'],
    [86_399, '23小时前'],
    [86_400, '1天前'],
    [172_799, '1天前'],
    [172_800, '2025-01-30 00:05:09'],
    [-10, '刚刚'],
    [-3600, '2025-02-01 01:05:09'],
  ])('%d seconds ago reads %s', (seconds, text) => expect(ago(seconds)).toBe(text))

  it('takes ten-digit seconds too', () => expect(relativeTime(1738339509 - 7200, 1738339509)).toBe('2小时前'))
})
