/**
 * What a shipment costs, told a second time: straight from the rules of pricing as they are written down (docs/domain/transport.md),
 * without a look at the module that prices. Slow on purpose: fractions of big integers, one band after the other, minutes counted
 * one by one. It is the stick the product is measured with, so nothing here may be imported from the product.
 *
 * Units: quantities in thousandths, unit prices in ten-thousandths of a yuan, money in fen, parts in ten-thousandths (bp).
 */

/** A fraction that is never rounded before it is asked to. */
interface Ratio {
  over: bigint
  under: bigint
}
const ratio = (over: bigint | number, under: bigint | number = 1): Ratio => ({ over: BigInt(over), under: BigInt(under) })
const sum = (all: Ratio[]): Ratio => all.reduce((a, b) => ratio(a.over * b.under + b.over * a.under, a.under * b.under), ratio(0))
const floorOf = ({ over, under }: Ratio): bigint => {
  const cut = over / under
  return over % under !== 0n && over < 0n !== under < 0n ? cut - 1n : cut
}
/** The one rounding of a line: half of a fen goes up, below nothing too. */
const fenOf = (value: Ratio): number => Number(floorOf(sum([value, ratio(1, 2)])))
const less = (a: Ratio, b: Ratio) => a.over * b.under < b.over * a.under

export interface LawBand {
  /** Inclusive; null is open. */
  to: number | null
  e4: number
}
export type LawMode = 'sum' | 'whole' | 'deficit'

/** One quantity and its bands; `included` is paid by the base price. */
export interface LawTier {
  code: string
  unit: LawUnit
  /** How many of the quantity's units one price is for, in thousandths: 1000 = one, 500 = each half hour. */
  per: number
  included: number
  step: number
  rounding: 'up' | 'half' | 'down'
  mode: LawMode
  bands: LawBand[]
  /** Counted on with what the month held before. */
  monthly: boolean
}
export type LawUnit = 'km' | 'kg' | 't' | 'm3' | 'piece' | 'pallet' | 'hour' | 'day' | 'stop' | 'trip'

export interface LawWaiting {
  clock: 'arrival' | 'appointment' | 'later' | 'earlier'
  late: 'nothing' | 'forfeit' | 'fromArrival' | 'shorterFree'
  freeLoad: number
  freeUnload: number
  unitMin: number
  fen: number
  capStop: number | null
  capDay: number | null
  capOrder: number | null
}

export type LawWhen =
  | { kind: 'always' }
  | { kind: 'holiday' | 'weekend' | 'cold' | 'urgent' | 'danger' }
  | { kind: 'nightStart' | 'nightShare'; from: number; to: number }
  | { kind: 'fuel'; base: number; step: number; floorZero: boolean }

export interface LawSurcharge {
  code: string
  amount: { fen: number } | { bp: number; of: string[] }
  when: LawWhen
}

export interface LawRule {
  base: number | null
  tiers: LawTier[]
  stops: { included: number; fen: number } | null
  waiting: LawWaiting | null
  surcharges: LawSurcharge[]
  min: number | null
  max: number | null
  insureBp: number | null
  discountBp: number | null
  factor: number
  taxBp: number
}

export interface LawStop {
  place: string
  kind: 'load' | 'unload'
}
/** Minutes since some midnight; a day is 1440 of them. */
export interface LawWait {
  kind: 'load' | 'unload'
  arrived: number
  started: number
  appointment: number | null
  windowTo: number | null
}
export interface LawShipment {
  amounts: Record<Exclude<LawUnit, 'kg' | 't' | 'm3' | 'stop'>, number>
  /** Weight in grams, volume in 0.0001 m³. */
  grams: number
  volume: number
  stops: LawStop[]
  waits: LawWait[]
  /** Minutes since the midnight of the day it began. */
  begun: number
  ended: number
  flags: { holiday: boolean; weekend: boolean; cold: boolean; urgent: boolean; danger: boolean }
  /** Fuel price in fen; null: nobody knows. */
  fuel: number | null
  declared: number
  passThrough: number[]
  before: Record<string, number>
}
export interface LawLine {
  code: string
  fen: number
}

/* ---------- quantities ---------- */

/** What is charged by weight: the heavier of the scale and the space, in thousandths of a kilogram. */
export const chargeable = (s: Pick<LawShipment, 'grams' | 'volume'>, factor: number): Ratio => {
  const scale = ratio(s.grams)
  const space = ratio(BigInt(s.volume) * BigInt(factor), 10)
  return less(scale, space) ? space : scale
}

/** The quantity of a tier: rounded to its step first, as the bands see it. */
export function quantity(tier: Pick<LawTier, 'unit' | 'step' | 'rounding'>, s: LawShipment, factor: number): Ratio {
  const raw = rawOf(tier.unit, s, factor)
  // Quantities are integers of thousandths; without a step half of one goes up.
  if (tier.step === 0) return ratio(floorOf(sum([raw, ratio(1, 2)])))
  const whole = ratio(raw.over, raw.under * BigInt(tier.step))
  const steps =
    tier.rounding === 'down'
      ? floorOf(whole)
      : tier.rounding === 'half'
        ? floorOf(sum([whole, ratio(1, 2)]))
        : -floorOf(ratio(-whole.over, whole.under))
  return ratio(steps * BigInt(tier.step))
}
/** Exact, in thousandths. */
function rawOf(unit: LawUnit, s: LawShipment, factor: number): Ratio {
  if (unit === 'kg') return chargeable(s, factor)
  if (unit === 't') {
    const kg = chargeable(s, factor)
    return ratio(kg.over, kg.under * 1000n)
  }
  if (unit === 'm3') return ratio(s.volume, 10)
  if (unit === 'stop') return ratio(s.stops.length * 1000)
  return ratio(s.amounts[unit])
}

/* ---------- bands ---------- */

const least = (all: Ratio[]): Ratio => all.reduce((a, b) => (less(b, a) ? b : a))
const most = (a: Ratio, b: Ratio): Ratio => (less(a, b) ? b : a)
const minus = (a: Ratio, b: Ratio): Ratio => sum([a, ratio(-b.over, b.under)])
const times = (a: Ratio, by: number): Ratio => ratio(a.over * BigInt(by), a.under)
const startOf = (bands: LawBand[], i: number): Ratio => ratio(i === 0 ? 0 : (bands[i - 1]?.to ?? 0))

/**
 * Price of a quantity in (thousandths × ten-thousandths of a yuan).
 * sum: every step of price is paid from where it begins; whole: the price of the band the quantity lies in;
 * deficit: the cheapest of this band and of pretending to be as heavy as a higher one begins.
 */
export function bandsCost(bands: LawBand[], mode: LawMode, q: Ratio, included: number): Ratio {
  const free = ratio(included)
  const beyond = (from: Ratio) => most(ratio(0), minus(q, most(from, free)))
  if (mode === 'sum') {
    return sum(bands.map((b, i) => times(beyond(startOf(bands, i)), b.e4 - (i === 0 ? 0 : (bands[i - 1]?.e4 ?? 0)))))
  }
  // An upper edge belongs to its band.
  const at = bands.findIndex((b) => b.to === null || !less(ratio(b.to), q))
  const asIf = (i: number, amount: Ratio) => times(most(ratio(0), minus(amount, free)), bands[i]?.e4 ?? 0)
  if (mode === 'whole') return asIf(at, q)
  // Below what the base price holds there is nothing to be cheaper about.
  return least(bands.flatMap((_, i) => (i < at ? [] : [asIf(i, most(q, startOf(bands, i)))])))
}

function tierLine(tier: LawTier, s: LawShipment, factor: number): LawLine {
  const q = quantity(tier, s, factor)
  const cost = (amount: Ratio) => bandsCost(tier.bands, tier.mode, amount, tier.included)
  const inFen = (value: Ratio) => fenOf(ratio(value.over, value.under * 100n * BigInt(tier.per)))
  const before = ratio(s.before[tier.code] ?? 0)
  // A month's tier: what the month costs with this one, less what it cost without; so the lines of a month add up to its price.
  return { code: tier.code, fen: tier.monthly ? inFen(cost(sum([before, q]))) - inFen(cost(before)) : inFen(cost(q)) }
}

/* ---------- waiting ---------- */

export function waitFen(policy: LawWaiting, w: LawWait): number {
  const late = w.windowTo === null ? 0 : Math.max(0, w.arrived - w.windowTo)
  if (late > 0 && policy.late === 'forfeit') return 0
  const promised = w.appointment ?? w.arrived
  const clocks = { arrival: w.arrived, appointment: promised, later: Math.max(w.arrived, promised), earlier: Math.min(w.arrived, promised) }
  const from = late > 0 && policy.late === 'fromArrival' ? w.arrived : clocks[policy.clock]
  const own = w.kind === 'load' ? policy.freeLoad : policy.freeUnload
  const free = late > 0 && policy.late === 'shorterFree' ? Math.max(0, own - late) : own
  // Minute by minute: a unit is paid as soon as its first minute was waited.
  let units = 0
  for (let minute = from + free; minute < w.started; minute += policy.unitMin) units += 1
  return Math.min(units * policy.fen, policy.capStop ?? Infinity)
}
/** Caps: of a stop, then of a day (the day the vehicle came), then of the order. */
export function waitingFen(policy: LawWaiting, waits: LawWait[]): number {
  const days = new Map<number, number>()
  for (const w of waits) {
    const day = Math.floor(w.arrived / 1440)
    days.set(day, (days.get(day) ?? 0) + waitFen(policy, w))
  }
  const capped = [...days.values()].map((fen) => Math.min(fen, policy.capDay ?? Infinity))
  return Math.min(
    capped.reduce((a, b) => a + b, 0),
    policy.capOrder ?? Infinity,
  )
}

/* ---------- surcharges ---------- */

/** Is this minute of the day in the window (which may pass midnight)? */
const inside = (minute: number, from: number, to: number) => {
  const m = minute % 1440
  return from < to ? m >= from && m < to : m >= from || m < to
}
/** The part of a surcharge that applies, as a fraction of the whole. */
function shareOf(when: LawWhen, s: LawShipment): Ratio {
  switch (when.kind) {
    case 'always':
      return ratio(1)
    case 'nightStart':
      return ratio(inside(s.begun, when.from, when.to) ? 1 : 0)
    case 'nightShare': {
      let minutes = 0
      for (let m = s.begun; m < s.ended; m += 1) minutes += inside(m, when.from, when.to) ? 1 : 0
      return s.ended > s.begun ? ratio(minutes, s.ended - s.begun) : ratio(0)
    }
    case 'fuel': {
      if (s.fuel === null) return ratio(0)
      const steps = floorOf(ratio(s.fuel - when.base, when.step))
      return ratio(when.floorZero && steps < 0n ? 0n : steps)
    }
    default:
      return ratio(s.flags[when.kind] ? 1 : 0)
  }
}
function surchargeLine(charge: LawSurcharge, s: LawShipment, lines: LawLine[]): LawLine {
  const share = shareOf(charge.when, s)
  const whole =
    'fen' in charge.amount ? ratio(charge.amount.fen) : ratio(BigInt(fenIn(lines, charge.amount.of)) * BigInt(charge.amount.bp), 10000)
  return { code: charge.code, fen: fenOf(ratio(whole.over * share.over, whole.under * share.under)) }
}
const fenIn = (lines: LawLine[], of?: string[]) => lines.filter((l) => !of || of.includes(l.code)).reduce((n, l) => n + l.fen, 0)

/* ---------- the whole price ---------- */

/** The pipeline in its order; a line of nothing is not written. */
export function lawPrice(rule: LawRule, s: LawShipment): { lines: LawLine[]; total: number; tax: number } {
  const lines: LawLine[] = []
  const write = (code: string, fen: number) => fen !== 0 && lines.push({ code, fen })
  if (rule.base !== null) write('base', rule.base)
  for (const tier of rule.tiers) write(tier.code, tierLine(tier, s, rule.factor).fen)
  if (rule.stops) write('stops', Math.max(0, new Set(s.stops.map((x) => x.place)).size - rule.stops.included) * rule.stops.fen)
  if (rule.waiting) write('waiting', waitingFen(rule.waiting, s.waits))
  for (const charge of rule.surcharges) write(charge.code, surchargeLine(charge, s, lines).fen)
  const freight = fenIn(lines)
  if (rule.min !== null && freight < rule.min) write('min', rule.min - freight)
  if (rule.max !== null && freight > rule.max) write('max', rule.max - freight)
  // The discount is of the freight alone: what was only passed on is not discounted.
  const discounted = fenIn(lines)
  s.passThrough.forEach((fen) => write('passThrough', fen))
  if (rule.insureBp !== null) write('insure', fenOf(ratio(BigInt(s.declared) * BigInt(rule.insureBp), 10000)))
  if (rule.discountBp !== null) write('discount', -fenOf(ratio(BigInt(discounted) * BigInt(rule.discountBp), 10000)))
  const total = fenIn(lines)
  return { lines, total, tax: fenOf(ratio(BigInt(total) * BigInt(rule.taxBp), 10000 + rule.taxBp)) }
}

/** Shares of an amount: everybody his floor, the fen left over to the largest remainders, ties to who comes first. */
export function lawShares(fen: number, weights: bigint[]): number[] {
  const all = weights.reduce((a, b) => a + b, 0n)
  const parts = weights.map((w) => floorOf(ratio(BigInt(fen) * w, all)))
  const rests = weights.map((w, i) => ({ i, rest: BigInt(fen) * w - (parts[i] ?? 0n) * all }))
  for (let left = BigInt(fen) - parts.reduce((a, b) => a + b, 0n); left > 0n; left -= 1n) {
    const next = rests.reduce((a, b) => (b.rest > a.rest ? b : a))
    parts[next.i] = (parts[next.i] ?? 0n) + 1n
    next.rest = -1n
  }
  return parts.map(Number)
}

/* ---------- which rule ---------- */

/** Heaviest first: the weight of a word says how narrowly a rule was meant. */
const WEIGHTS = { line: 64, party: 32, project: 16, model: 8, vehicleClass: 4, category: 2 } as const
export type LawScope = Partial<Record<keyof typeof WEIGHTS, string>> & { from?: string; to?: string }
export interface LawCandidate {
  id: string
  direction: string
  scope: LawScope
  priority: number
  versions: { from: string; to: string | null }[]
}

/** The rule that prices a shipment: every pair is fought out, who is beaten by nobody wins. Null: nobody, or two that cannot be told apart. */
export function lawChoice(rules: LawCandidate[], direction: string, on: LawScope, day: string): string | null {
  const live = rules.flatMap((rule) => {
    if (rule.direction !== direction || !matchesScope(rule.scope, on)) return []
    const version = rule.versions.find((v) => v.from <= day && (v.to === null || day <= v.to))
    return version ? [{ rule, from: version.from }] : []
  })
  const beats = (a: (typeof live)[number], b: (typeof live)[number]) => {
    const [x, y] = [rank(a.rule, a.from), rank(b.rule, b.from)]
    const at = x.findIndex((value, i) => value !== y[i])
    return at !== -1 && (x[at] ?? 0) > (y[at] ?? 0)
  }
  const unbeaten = live.filter((a) => live.every((b) => b === a || beats(a, b)))
  return unbeaten[0]?.rule.id ?? null
}
const matchesScope = (scope: LawScope, on: LawScope) =>
  (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).every((key) => scope[key] === undefined || scope[key] === on[key]) &&
  (['from', 'to'] as const).every((key) => scope[key] === undefined || (on[key] ?? '').startsWith(scope[key]))
function rank(rule: LawCandidate, from: string): number[] {
  const words = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).reduce(
    (n, key) => n + (rule.scope[key] === undefined ? 0 : WEIGHTS[key]),
    0,
  )
  const prefix = (rule.scope.from?.length ?? 0) + (rule.scope.to?.length ?? 0)
  return [words + (prefix > 0 ? 1 : 0), prefix, rule.priority, Number(from.replaceAll('-', ''))]
}
