import { expect, test } from 'vitest'
import { dayWords } from '#kit/basics/time/day-words.ts'
import { filledText, rolesIn, textRefusal } from './text.rules.ts'

test('a template is filled from the dictionary, and says what is missing', () => {
  const values = { 'contract.no': 'HT20260105-0001', 'lessee.name': '张伟' }
  expect(filledText('编号 {{contract.no}}，乙方 {{ lessee.name }}，住 {{lessee.address}}。', values)).toEqual({
    text: '编号 HT20260105-0001，乙方 张伟，住 。',
    missing: [{ label: '承租人地址', at: 'lessee.address' }],
  })
})

test('what stands in a record is never read as markup or as a place to sign', () => {
  expect(filledText('{{lessee.name}}', { 'lessee.name': '**甲** |〔甲方签章〕{{contract.no}}' }).text).toBe(
    '＊＊甲＊＊ ｜甲方签章{{contract.no}}',
  )
})

test('an unknown field and a paper nobody could sign do not publish', () => {
  expect(textRefusal('{{constructor.name}} 〔甲方签章〕')).toBe('控件“constructor.name”引用的字段不存在')
  expect(textRefusal('正文')).toBe('正文中没有签署位置，请写入〔甲方签章〕或〔乙方签章〕')
  expect(textRefusal('{{contract.no}} 〔甲方签章〕〔乙方盖章〕')).toBeNull()
  expect(rolesIn('〔甲方签章〕〔乙方盖章〕〔甲方签字〕')).toEqual(['甲方', '乙方'])
})

test('days are written as papers write them', () => {
  expect(dayWords('2026-01-05')).toBe('2026年1月5日')
  expect(dayWords(null)).toBe('')
})
