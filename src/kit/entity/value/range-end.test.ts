import { expect, test } from 'vitest'
import { valueText } from '../../ui/field/value-text.ts'
import { readCell } from './cells.ts'
import { f } from '../field.ts'

const end = f.day('账期止', { exclusive: true })
test('the end of a range is read and written as its last day, on the screen and in Excel', () => {
  expect(valueText(end, '2025-02-15')).toBe('2025-02-14')
  expect(valueText(end, '2024-03-01')).toBe('2024-02-29')
  expect(valueText(end, null)).toBe('—')
  expect(readCell(end, '2025-02-14')).toEqual({ ok: true, value: '2025-02-15' })
  expect(readCell(end, '2025-02-30')).toMatchObject({ ok: false })
  expect(valueText(f.day('应付日'), '2025-02-15')).toBe('2025-02-15')
})
