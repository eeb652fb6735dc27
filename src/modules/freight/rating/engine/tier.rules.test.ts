import { describe, expect, it } from 'vitest'
import { inversions, R, tierFen, tierSum } from './tier.rules.ts'
import type { Charge } from './schema.rules.ts'

/** Up to 10 at 2.00, up to 20 at 1.50, beyond at 1.00; quantities in thousandths, prices in hundredths of a fen. */
const bands = [
  { to: 10_000, e4: 20_000 },
  { to: 20_000, e4: 15_000 },
  { to: null, e4: 10_000 },
]
const charge = (mode: 1 | 2 | 3, included = 0) =>
  ({ mode, bands, included, per: 1000 }) as Pick<Charge, 'mode' | 'bands' | 'included' | 'per'>

describe('one rounding, half up', () => {
  it.each([
    [1n, 2n, 1],
    [1n, 3n, 0],
    [2n, 3n, 1],
    [3n, 2n, 2],
    [-1n, 2n, 0],
    [-2n, 3n, -1],
    [-3n, 2n, -1],
    [-4n, 2n, -2],
    [0n, 7n, 0],
  ])('%d / %d is %d', (a, b, whole) => expect(R(a, b)).toBe(whole))
})

describe('what a quantity costs', () => {
  it.each([
    ['band by band: 10 × 2.00 + 5 × 1.50', 1, 15_000, 2750],
    ['the whole by its band: 15 × 1.50', 2, 15_000, 2250],
    ['the whole by its band or a dearer quantity of a cheaper one', 3, 15_000, 2000],
    ['a bound belongs to the band below', 2, 10_000, 2000],
    ['just above it', 2, 10_001, 1500],
    ['the last band has no end', 1, 30_000, 4500],
    ['the last band, whole', 2, 30_000, 3000],
    ['nothing', 1, 0, 0],
  ] as const)('%s', (_, mode, quantity, fen) => expect(tierFen(charge(mode), quantity)).toBe(fen))
  it('the base price covers what is included', () => {
    expect(tierFen(charge(1, 10_000), 15_000)).toBe(750)
    expect(tierSum(charge(1, 12_000), 25_000).parts).toEqual([
      { quantity: 8000, e4: 15_000 },
      { quantity: 5000, e4: 10_000 },
    ])
    expect(tierFen(charge(2, 10_000), 15_000)).toBe(750)
    expect(tierSum(charge(2, 15_000), 15_000)).toEqual({ sum: 0n, parts: [] })
    expect(tierSum(charge(1, 14_000), 15_000)).toEqual({ sum: 15_000_000n, parts: [{ quantity: 1000, e4: 15_000 }] })
  })
  it('of two that cost the same the lower band stays', () =>
    expect(tierSum(charge(3), 13_333).parts).toEqual([{ quantity: 13_333, e4: 15_000 }]))
})

describe('where more costs less', () => {
  const whole = (over: readonly (typeof bands)[number][], mode = 2) =>
    inversions({ label: '里程', mode, bands: over, included: 0, per: 1000, step: 1000 } as unknown as Charge)
  it('is said at each bound where the price of the whole falls', () =>
    expect(whole(bands)).toEqual([
      { charge: '里程', at: 10_000, before: 2000, after: 1650 },
      { charge: '里程', at: 20_000, before: 3000, after: 2100 },
    ]))
  it('is nowhere band by band, nor where it only rises', () => {
    expect(whole(bands, 1)).toEqual([])
    expect(
      whole([
        { to: 10_000, e4: 10_000 },
        { to: null, e4: 20_000 },
      ]),
    ).toEqual([])
    expect(
      whole([
        { to: 10_000, e4: 11_000 },
        { to: null, e4: 10_000 },
      ]),
    ).toEqual([])
  })
})
