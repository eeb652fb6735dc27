import { describe, expect, it } from 'vitest'
import { chargeable, chargeableKg, quantityOf, volumeFactor } from './quantity.rules.ts'

const measured = {
  km: { contract: null, planned: 12_345, actual: 13_001 },
  grams: 600_000,
  volume: 30_000,
  pieces: 7,
  pallets: 2,
  minutes: 90,
  days: 3,
  trips: 1,
}
const by = (unit: string, more: object = {}, rule: object = {}, part?: { pieces: number; of: number }) =>
  quantityOf({ unit, step: 0, rounding: 'up', ...more } as never, { kmFrom: 'planned', factor: null, ...rule } as never, measured, part)

describe('what an order weighs for its price', () => {
  it('the more of weight and volume: 3 m³ are 999 kg at 333, 500 kg at 166', () => {
    expect(chargeableKg(600, 3, 333)).toBe(999)
    expect(chargeableKg(600, 3, 166)).toBe(600)
    expect(chargeableKg(0.0015, 0, 333)).toBe(0.002)
    expect(chargeable(600_000, 30_000, 333)).toBe(9_990_000)
    expect(chargeable(1, 0, 333)).toBe(10)
  })
  it('the factor is that of the price list, else of the project, else the usual one', () => {
    expect(volumeFactor(200, 250)).toBe(200)
    expect(volumeFactor(null, 250)).toBe(250)
    expect(volumeFactor(undefined, undefined)).toBe(333)
    expect(volumeFactor(0, 0)).toBe(333)
  })
})

describe('quantities in thousandths', () => {
  it.each([
    ['km', 12_345],
    ['kg', 999_000],
    ['t', 999],
    ['m3', 3000],
    ['piece', 7000],
    ['pallet', 2000],
    ['min', 90_000],
    ['day', 3000],
    ['trip', 1000],
  ])('of %s', (unit, quantity) => expect(by(unit)).toBe(quantity))
  it('the way that was driven, or the plan where nobody measured; without a contracted way nothing is known', () => {
    expect(by('km', {}, { kmFrom: 'actual' })).toBe(13_001)
    expect(
      quantityOf({ unit: 'km', step: 0, rounding: 'up' } as never, { kmFrom: 'actual', factor: null } as never, {
        ...measured,
        km: { ...measured.km, actual: null },
      }),
    ).toBe(12_345)
    expect(by('km', {}, { kmFrom: 'contract' })).toBeNull()
  })
  it('the step rounds up, down or to the nearer', () => {
    expect(by('km', { step: 1000 })).toBe(13_000)
    expect(by('km', { step: 1000, rounding: 'down' })).toBe(12_000)
    expect(by('km', { step: 1000, rounding: 'half' })).toBe(12_000)
    expect(by('km', { step: 5 })).toBe(12_345)
    expect(by('km', { step: 2, rounding: 'half' })).toBe(12_346)
  })
  it('a partial delivery counts its share, rounded once', () => {
    expect(by('km', {}, {}, { pieces: 1, of: 2 })).toBe(6173)
    expect(by('km', { step: 1000 }, {}, { pieces: 1, of: 2 })).toBe(7000)
    expect(by('t', {}, { factor: 200 }, { pieces: 1, of: 3 })).toBe(200)
  })
})
