/** C9, R6 of the rating kernel (transport.md §3): a trip over its orders. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { shareFen, type Share } from './share.rules.ts'

const order = (grams: number, metres: number, pieces: number, volume: number): Share => ({ grams, metres, pieces, volume })
const two = [order(1000, 10, 1, 3), order(2000, 40, 1, 1)]

describe('the cost of one trip over its orders', () => {
  it.each([
    ['weight', [333, 667]],
    ['tkm', [111, 889]],
    ['pieces', [500, 500]],
    ['volume', [750, 250]],
    ['equal', [500, 500]],
  ] as const)('by %s', (mode, shares) => expect(shareFen(1000, mode, two)).toEqual(shares))
  it('gives what is left over to the largest remainders, the earlier order first', () => {
    expect(shareFen(100, 'equal', [two[0]!, two[0]!, two[0]!])).toEqual([34, 33, 33])
    expect(shareFen(101, 'equal', [two[0]!, two[0]!, two[0]!])).toEqual([34, 34, 33])
    expect(shareFen(10, 'weight', [order(1, 0, 0, 0), order(1, 0, 0, 0), order(4, 0, 0, 0)])).toEqual([2, 2, 6])
  })
  it('shares what is given back the same way', () => expect(shareFen(-1000, 'weight', two)).toEqual([-333, -667]))
  it('shares equally where there is nothing to measure by, and nothing among nobody', () => {
    expect(shareFen(9, 'weight', [order(0, 5, 0, 0), order(0, 9, 0, 0)])).toEqual([5, 4])
    expect(shareFen(9, 'equal', [])).toEqual([])
    expect(shareFen(0, 'weight', two)).toEqual([0, 0])
  })
})

describe('shares of a trip', () => {
  test('C9 a trip over its orders', () => {
    const share = (t: number, kmOf: number) => ({ grams: t * 1_000_000, metres: kmOf * 1000, pieces: 0, volume: 0 })
    expect(shareFen(88_000, 'tkm', [share(1.2, 18), share(2.3, 41), share(0.5, 66)])).toEqual([12_766, 55_731, 19_503])
    expect(shareFen(10_000, 'equal', [share(1, 1), share(1, 1), share(1, 1)])).toEqual([3334, 3333, 3333])
  })
  test('R6 shares sum to the whole and are never negative', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.constantFrom('weight' as const, 'tkm' as const, 'pieces' as const, 'volume' as const, 'equal' as const),
        fc.array(fc.record({ grams: fc.nat(1e7), metres: fc.nat(1e6), pieces: fc.nat(500), volume: fc.nat(1e5) }), {
          minLength: 1,
          maxLength: 8,
        }),
        (total, by, of) => {
          const shares = shareFen(total, by, of)
          expect(shares.reduce((a, b) => a + b, 0)).toBe(total)
          expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: process.env['DEEP'] ? 100_000 : 400 },
    ))
})
