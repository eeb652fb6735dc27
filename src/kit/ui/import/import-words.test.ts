import { expect, test } from 'vitest'
import { importWords, knownWords } from './import-words.ts'

const taken = '身份证号已存在，不可重复'

test('what became of a file is said by its rows', () => {
  expect(importWords({ imported: 5, skipped: 0 })).toBe('全部导入成功')
  expect(importWords({ imported: 5, skipped: 2 })).toBe('2 条有误未导入，请下载这些行，改好后再导入')
  expect(importWords({ imported: 5, skipped: 0, known: { count: 2, rows: [3, 8].map((line) => ({ line, message: taken })) } })).toBe(
    `2 条已登记，没有重复导入；第 3、8 行：${taken}`,
  )
})

test('of very many rows the first are named, and how many there are', () => {
  const known = { count: 700, rows: Array.from({ length: 500 }, (_, i) => ({ line: i + 2, message: taken })) }
  expect(knownWords({ known })).toMatch(/^第 2、3、.+、31 行：身份证号已存在，不可重复；等 700 行$/)
})
