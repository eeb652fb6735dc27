/**
 * Quantities a rule may count (transport.md §3): integers in thousandths of their unit. What is measured is finer (grams, 1/10000 m³), so it
 * is kept exact until it is rounded once, by the step of the charge or, without a step, half up to a thousandth.
 */
import type { Charge, RateComponents, Unit } from './schema.rules.ts'
import { R } from './tier.rules.ts'

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
/** Thousandths of the unit, exact. */
interface Exact {
  over: bigint
  under: bigint
}
const exact = (over: number, under: number): Exact => ({ over: BigInt(over), under: BigInt(under) })

/** One ton for three m³, where nobody agreed on anything else. */
const USUAL_FACTOR = 333
/**
 * The one volume factor of a shipment, kg/m³: what the price list says, else what was agreed for the project, else the usual one. Order,
 * preview, price and sheet all ask here; what is chargeable is decided nowhere else.
 */
export const volumeFactor = (rule: number | null | undefined, project: number | null | undefined): number => rule || project || USUAL_FACTOR

/** The weight an order is charged by, kg with three decimals. */
export const chargeableKg = (kg: number, m3: number, factor: number): number =>
  Math.round(chargeable(Math.round(kg * 1000), Math.round(m3 * 10_000), factor) / 10) / 1000

/** max(weight, volume · factor) in tenths of a gram: volume in 1/10000 m³, factor kg/m³. */
export const chargeable = (grams: number, volume: number, factor: number): number => Math.max(grams * 10, volume * factor)

/** null: not known yet (no distance). */
function measured(unit: Unit, c: Pick<RateComponents, 'kmFrom' | 'factor'>, m: Measured): Exact | null {
  switch (unit) {
    case 'km': {
      // Nobody measured the way: the plan stands for it, and the line says so.
      const km = c.kmFrom === 'actual' ? (m.km.actual ?? m.km.planned) : m.km[c.kmFrom]
      return km === null ? null : exact(km, 1)
    }
    case 'kg':
      return exact(chargeable(m.grams, m.volume, volumeFactor(c.factor, null)), 10)
    case 't':
      return exact(chargeable(m.grams, m.volume, volumeFactor(c.factor, null)), 10_000)
    case 'm3':
      return exact(m.volume, 10)
    case 'piece':
      return exact(m.pieces * 1000, 1)
    case 'pallet':
      return exact(m.pallets * 1000, 1)
    case 'min':
      return exact(m.minutes * 1000, 1)
    case 'day':
      return exact(m.days * 1000, 1)
    case 'trip':
      return exact(m.trips * 1000, 1)
  }
}

/** Rounded once: to the step, or half up to a thousandth where there is none. */
function rounded({ over, under }: Exact, { step, rounding }: Pick<Charge, 'step' | 'rounding'>): number {
  if (step <= 0) return R(over, under)
  const by = under * BigInt(step)
  const steps = rounding === 'up' ? Number((over + by - 1n) / by) : rounding === 'down' ? Number(over / by) : R(over, by)
  return steps * step
}

/** Thousandths that a charge is for; `part` of so many pieces where a delivery was partial. null: not known yet (no distance). */
export function quantityOf(
  charge: Pick<Charge, 'unit' | 'step' | 'rounding'>,
  c: Pick<RateComponents, 'kmFrom' | 'factor'>,
  m: Measured,
  part: { pieces: number; of: number } = { pieces: 1, of: 1 },
): number | null {
  const whole = measured(charge.unit, c, m)
  if (whole === null) return null
  return rounded({ over: whole.over * BigInt(part.pieces), under: whole.under * BigInt(part.of) }, charge)
}
