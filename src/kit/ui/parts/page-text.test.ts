import { afterEach, expect, it } from 'vitest'
import { inEither, inLanguage, readAs } from './page-text.ts'

afterEach(() => readAs((text) => text))
const plain = (text: string, query: string): boolean => text.toLowerCase().includes(query.toLowerCase())

it('finds an option by what the page shows and by its Chinese', () => {
  readAs((text) => (text === '在库' ? 'In stock' : text))
  const match = inEither(plain)
  expect(inLanguage('在库')).toBe('In stock')
  expect(match('在库', 'stock')).toBe(true)
  expect(match('在库', '在')).toBe(true)
  expect(match('维修', 'stock')).toBe(false)
})
it('looks only once where the page is Chinese', () => {
  let asked = 0
  inEither(() => (asked++, false))('在库', 'x')
  expect(asked).toBe(1)
})
