import { describe, expect, it } from 'vitest'
import { addMonths, dayOf } from '../basics/time/day.ts'
import { dayInput, instantInput } from './inputs.ts'

describe('days and instants of calls', () => {
  it.each(['1900-01-01', '2024-02-29', '2199-12-31'])('the day %s is taken, and a hundred years may be added to it', (text) => {
    const { data } = dayInput().safeParse(text)
    expect(data).toBe(text)
    expect(addMonths(data!, 1200)).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
  it.each(['1899-12-31', '2200-01-01', '9999-12-31', '2026-02-29', '2026-1-1', '', 20_260_101, null])(
    'the day %s is refused with a sentence',
    (value) => {
      expect(dayInput().safeParse(value).error?.issues[0]?.message).toMatch(/^日期格式应为/)
    },
  )
  it.each(['1900-01-01T00:00:00Z', '2199-12-31T23:59:59.999Z', '2026-11-21T08:00:00+08:00'])(
    'the instant %s is taken, and its business day is one',
    (text) => {
      expect(instantInput().safeParse(text).data).toBe(text)
      expect(dayOf(text)).toMatch(/^\d{4}-/)
    },
  )
  it.each(['9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z', '2026-11-21T08:00:00', 'now'])('the instant %s is refused', (text) => {
    expect(instantInput().safeParse(text).success).toBe(false)
  })
})
