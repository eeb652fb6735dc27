/** Quantities a rule may count, in thousandths of their unit. */
import type { RateComponents, Unit } from './schema.rules.ts'

interface Measured {
  km: { contract: number | null; planned: number | null; actual: number | null }
  grams: number
  volume: number
  pieces: number
  pallets: number
  minutes: number
  days: number
  trips: number
}

/** max(weight, volume · factor): volume in 1/10000 m³, factor kg/m³, so volume·factor/10 is grams. */
export const chargeableGrams = (grams: number, volume: number, factor: number): number =>
  Math.max(grams, Math.round((volume * factor) / 10))

/** null: not known yet (no distance). */
export function quantityOf(unit: Unit, c: Pick<RateComponents, 'kmFrom' | 'factor'>, m: Measured): number | null {
  switch (unit) {
    case 'km':
      return m.km[c.kmFrom]
    case 'kg':
      return chargeableGrams(m.grams, m.volume, c.factor)
    case 't':
      return Math.ceil(chargeableGrams(m.grams, m.volume, c.factor) / 1000)
    case 'm3':
      return Math.ceil(m.volume / 10)
    case 'piece':
      return m.pieces * 1000
    case 'pallet':
      return m.pallets * 1000
    case 'min':
      return m.minutes * 1000
    case 'day':
      return m.days * 1000
    case 'trip':
      return m.trips * 1000
  }
}
