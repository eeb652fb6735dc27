import { describe, expect, it } from 'vitest'
import { shareFen, type Share } from './split.rules.ts'

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
