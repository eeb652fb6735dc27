import { expect, test } from 'vitest'
import { f } from '../field.ts'
import { cellText, readCell } from './cells.ts'

const day = f.day('日期')
const instant = f.instant('时间')
const account = f.text('账号')

test.each([
  ['2026-01-05 00:00:00', '2026-01-05'],
  ['2026-01-05T08:30', '2026-01-05'],
  ['2026/1/5 8:30', '2026-01-05'],
  ['2026年1月5日 08:30:00', '2026-01-05'],
  ['46352', '2026-11-26'],
  ['46352.8', '2026-11-26'],
])('a day written as %s', (text, value) => expect(readCell(day, text)).toEqual({ ok: true, value }))

test.each(['2026-01-05 24:30', '2026-02-30 00:00:00', '146352', '4635', '2026-01-05 甲'])('«%s» is no day', (text) =>
  expect(readCell(day, text)).toMatchObject({ ok: false }),
)

test('a time as the number Excel keeps of it', () => {
  expect(readCell(instant, '46352.3125')).toEqual({ ok: true, value: '2026-11-25T23:30:00.000Z' })
  expect(cellText(day, '2026-11-26T12:00:00.000Z')).toBe('2026-11-26')
})

test('a number that Excel has shortened is shown as it is and not taken for a text; a short one is a text', () => {
  const shown = cellText(account, Number('6222021234567890123'))
  expect(shown).toBe('6.22202E+18')
  expect(readCell(account, shown)).toEqual({
    ok: false,
    message: '账号「6.22202E+18」已被 Excel 改写，末尾的数字丢失，请在 Excel 中把该列设为“文本”格式后重新填写或导出',
  })
  expect(readCell(account, cellText(account, 622_202_123_456_789))).toEqual({ ok: true, value: '622202123456789' })
  expect(readCell(account, '3E5 型')).toEqual({ ok: true, value: '3E5 型' })
})
test.each(['蓝', '蓝色', '蓝牌', 'blue'])('a colour written as %s', (text) =>
  expect(readCell(f.choice('车牌颜色', { blue: '蓝', green: '绿' }), text)).toEqual({ ok: true, value: 'blue' }),
)
test('what is no colour of the list is named with those that are', () =>
  expect(readCell(f.choice('车牌颜色', { blue: '蓝', green: '绿' }), '红色')).toEqual({
    ok: false,
    message: '没有选项「红色」，可填：蓝、绿',
  }))
