import { expect, it } from 'vitest'
import { mixed, Random } from './random.ts'

it('a seed always gives the same numbers: the demo company and the simulated roads hang on them', () => {
  const r = new Random(42)
  expect([r.next(), r.int(1, 6), r.digits(5)]).toEqual([0.6011037519201636, 3, '86152'])
  expect(mixed(1, 2, 3)).toBe(mixed(1, 2, 3))
  expect(mixed(1, 2, 3)).not.toBe(mixed(3, 2, 1))
})
it('whole numbers reach both ends and nothing beyond', () => {
  const r = new Random(7)
  const seen = new Set(Array.from({ length: 1000 }, () => r.int(-2, 2)))
  expect([...seen].toSorted((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2])
})
