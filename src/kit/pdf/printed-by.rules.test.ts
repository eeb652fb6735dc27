import { expect, it } from 'vitest'
import { printedBy } from './printed-by.rules.ts'

it('a watermark names the person, four digits and the time of the business', () => {
  expect(printedBy('张三', '138****1234', '2026-03-01T16:30:00.000Z')).toBe('张三 1234 2026-03-02 00:30')
  expect(printedBy('张三', '', '2026-03-01T16:30:00.000Z')).toBe('张三 2026-03-02 00:30')
})
