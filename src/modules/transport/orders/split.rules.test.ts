import { describe, expect, it } from 'vitest'
import { shareInteger, splitGoods } from './split.rules.ts'

describe('a whole in parts', () => {
  it.each([
    ['by weight', 10, [1, 1, 4], [2, 2, 6]],
    ['what is left goes to the earlier of equals', 10, [1, 1, 1], [4, 3, 3]],
    ['to the largest remainder first', 10, [1, 2, 3], [2, 3, 5]],
    ['nothing to measure by: the first has all', 7, [0, 0], [7, 0]],
    ['nothing', 0, [3, 4], [0, 0]],
    ['more than a number holds on the way', 9_007_199_254_740_991, [9_007_199_254_740_991, 1], [9_007_199_254_740_990, 1]],
  ])('%s', (_, total, weights, shares) => expect(shareInteger(total, weights)).toEqual(shares))
})

describe('an order in two', () => {
  const goods = [
    { name: '苹果', pieces: 10, weight: 100, volume: 1, declared: 1000 },
    { name: '梨', pieces: 3, weight: 30.5, volume: 0.3, declared: null },
  ]
  it('fills the parts line by line, and loses nothing', () =>
    expect(splitGoods(goods, [70, 60.5])).toEqual([
      [{ name: '苹果', pieces: 7, weight: 70, volume: 0.7, declared: 700 }],
      [
        { name: '苹果', pieces: 3, weight: 30, volume: 0.3, declared: 300 },
        { name: '梨', pieces: 3, weight: 30.5, volume: 0.3, declared: null },
      ],
    ]))
  it('divides the line where a part ends', () =>
    expect(
      (splitGoods(goods, [115.25, 15.25]) as { pieces: number; weight: number }[][]).map((part) => part.map((g) => [g.pieces, g.weight])),
    ).toEqual([
      [
        [10, 100],
        [2, 15.25],
      ],
      [[1, 15.25]],
    ]))
  it('says why not', () => {
    expect(splitGoods(goods, [130.5])).toBe('请至少拆成两单')
    expect(splitGoods(goods, [70, 60])).toBe('拆分后各单重量之和必须等于原单')
    expect(splitGoods(goods, [70, 60.501])).toBe('拆分后各单重量之和必须等于原单')
  })
})
