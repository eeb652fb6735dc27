import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atoms, breakLines } from './lines.rules.ts'

/** Chinese characters are one wide, the rest half. */
const measure = (text: string): number => Array.from(text).reduce((sum, char) => sum + (/[\x20-\x7e]/.test(char) ? 0.5 : 1), 0)

test('words and numbers are never broken, Chinese between any two characters', () => {
  expect(atoms('租金3,800.00元/月，HT20260105-0001')).toEqual(['租', '金', '3,800.00', '元', '/', '月', '，', 'HT20260105-0001'])
  expect(breakLines('每月租金为人民币3,800.00元整', 8, measure)).toEqual(['每月租金为人民币', '3,800.00元整'])
})

test('no line begins with a full stop or ends with an opening bracket', () => {
  expect(breakLines('甲乙丙丁戊己。庚', 6, measure)).toEqual(['甲乙丙丁戊己。', '庚'])
  expect(breakLines('甲乙丙丁戊（己）庚', 6, measure)).toEqual(['甲乙丙丁戊', '（己）庚'])
})

test('a word wider than the line is cut, an indent shortens the first line, and line ends stay', () => {
  expect(breakLines('ABCDEFGH', 3, measure)).toEqual(['ABCDEF', 'GH'])
  expect(breakLines('甲乙丙丁\n戊', 4, measure, 2)).toEqual(['甲乙', '丙丁', '戊'])
})

test('brackets stay behind where they and a long word are wider than the line', () => {
  expect(breakLines('租（“3,800.003,800.00', 5, measure)).toEqual(['租（“', '3,800.003,', '800.00'])
  expect(breakLines('租（“（3,800.00', 5, measure)).toEqual(['租（“', '（3,800.00'])
})

test('nothing is lost, added or put elsewhere', () => {
  const piece = fc.constantFrom('租', '车', '。', '（', '）', 'A1', '3,800.00', '、', '“', '”', '-')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 5, max: 20 }), (parts, width) => {
      const text = parts.join('')
      const lines = breakLines(text, width, measure)
      expect(lines.join('')).toBe(text)
      for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width + 1)
    }),
    { numRuns: 2_000 },
  )
})
