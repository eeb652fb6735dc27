/** R1–R8 of the law, and an independent slow model: other words for the same prices, unit by unit and minute by minute. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseRule, type Asked, type Candidate, type RuleScope } from './choose.rules.ts'
import { rateInput } from './input.rules.ts'
import { nightOverlap, priceOf, type RateInput } from './price.rules.ts'
import { EMPTY, type Band, type Charge, type RateComponents } from './schema.rules.ts'
import { tierFen } from './tier.rules.ts'
import { waitingLines, type Wait } from './waiting.rules.ts'

const runs = process.env['DEEP'] ? 100_000 : 400
const prop = <T extends [unknown, ...unknown[]]>(arbs: { [K in keyof T]: fc.Arbitrary<T[K]> }, run: (...args: T) => void): void =>
  fc.assert(
    fc.property(fc.tuple(...(arbs as unknown as fc.Arbitrary<unknown>[])), (args) => {
      run(...(args as unknown as T))
    }),
    { numRuns: runs },
  )

const bands: fc.Arbitrary<Band[]> = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
    fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 5, maxLength: 5 }),
  )
  .map(([tops, prices]) => {
    const sorted = tops.toSorted((a, b) => a - b)
    return [...sorted.map((to, i) => ({ to: to * 1000, e4: prices[i]! * 100 })), { to: null, e4: prices[4]! * 100 }]
  })
const mode = fc.constantFrom(1 as const, 2 as const, 3 as const)
const charge: fc.Arbitrary<Charge> = fc.record({
  label: fc.constant('里程费'),
  unit: fc.constant('km' as const),
  included: fc.integer({ min: 0, max: 20 }).map((n) => n * 1000),
  step: fc.constantFrom(0, 100, 500, 1000),
  rounding: fc.constantFrom('up' as const, 'half' as const, 'down' as const),
  per: fc.constant(1000),
  mode,
  bands,
  monthly: fc.constant(false),
})
const quantity = fc.integer({ min: 0, max: 80_000 })

/** One thousandth after the other for the cumulated price; every quantity one could declare for the lower one. */
function slowTier(c: Charge, q: number): number {
  const priceAt = (x: number): number => c.bands.find((b) => b.to === null || x <= b.to)!.e4
  const counted = Math.max(0, q - c.included)
  if (counted === 0) return 0
  let sum = 0
  if (c.mode === 1) {
    const edges = [c.included, ...c.bands.flatMap((b) => (b.to !== null && b.to > c.included && b.to < q ? [b.to] : [])), q]
    for (let i = 1; i < edges.length; i++) sum += (edges[i]! - edges[i - 1]!) * priceAt(edges[i]!)
  } else if (c.mode === 2) sum = counted * priceAt(q)
  else {
    // Whoever declares more than he has may do so: the least over every declaration that is not below the truth.
    const declared = [q, ...c.bands.flatMap((b) => (b.to !== null && b.to >= q ? [b.to] : []))]
    // Just above a bound the next price holds, for a quantity that is as good as the bound itself.
    const prices = declared.map((d, i) => (i === 0 ? counted * priceAt(q) : Math.max(0, d - c.included) * priceAt(d + 1)))
    sum = Math.min(...prices)
  }
  // Half up by hand: whole fen and what is left of 100,000.
  const left = sum % 100_000
  return (sum - left) / 100_000 + (left * 2 >= 100_000 ? 1 : 0)
}
function slowRounded(q: number, c: Charge): number {
  if (c.step === 0) return q
  let below = 0
  while (below + c.step <= q) below += c.step
  if (below === q) return q
  if (c.rounding === 'up') return below + c.step
  return c.rounding === 'down' || q - below < c.step / 2 ? below : below + c.step
}

const INPUT = rateInput({
  day: '2026-10-01',
  startAt: '2026-10-01T11:00:00.000Z',
  endAt: '2026-10-01T19:00:00.000Z',
  km: { contract: null, planned: 0, actual: null },
  fromArea: '310115',
  toArea: '320500',
})
const components: fc.Arbitrary<RateComponents> = fc
  .record({
    base: fc.option(fc.record({ fen: fc.integer({ min: 0, max: 50_000 }) })),
    charge,
    stops: fc.option(fc.record({ included: fc.integer({ min: 0, max: 3 }), fen: fc.integer({ min: 0, max: 3000 }) })),
    bp: fc.integer({ min: 0, max: 10_000 }),
    cold: fc.integer({ min: 0, max: 9000 }),
    limits: fc.option(fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 90_000 }))),
    insureBp: fc.integer({ min: 0, max: 100 }),
    discountBp: fc.integer({ min: 0, max: 3000 }),
    taxBp: fc.constantFrom(0, 300, 600, 900),
  })
  .map(({ base, charge: one, stops, bp, cold, limits, insureBp, discountBp, taxBp }) => ({
    ...EMPTY,
    base,
    charges: [one],
    stops,
    surcharges: [
      { label: '夜间', amount: { kind: 'bp', bp, of: ['base', 'tier'] }, when: { kind: 'night', from: 1320, to: 360, prorated: true } },
      { label: '冷链', amount: { kind: 'fixed', fen: cold }, when: { kind: 'cold' } },
    ],
    minFen: limits?.[0] ?? null,
    maxFen: limits ? limits[0] + limits[1] : null,
    insureBp,
    discountBp,
    taxBp,
  }))
const inputs: fc.Arbitrary<RateInput> = fc
  .record({
    q: quantity,
    stops: fc.integer({ min: 0, max: 8 }),
    cold: fc.boolean(),
    declared: fc.integer({ min: 0, max: 1e7 }),
    toll: fc.integer({ min: 0, max: 9000 }),
    from: fc.integer({ min: 0, max: 2000 }),
    long: fc.integer({ min: 1, max: 2000 }),
  })
  .map(({ q, stops, cold, declared, toll, from, long }) => ({
    ...INPUT,
    km: { contract: null, planned: q, actual: null },
    stops,
    cold,
    insure: declared > 0,
    declaredFen: declared,
    tolls: toll ? [{ label: '过路费', fen: toll, receipt: 'A1', taxable: false }] : [],
    startAt: new Date(Date.parse('2026-10-01T00:00:00.000Z') + from * 60_000).toISOString(),
    endAt: new Date(Date.parse('2026-10-01T00:00:00.000Z') + (from + long) * 60_000).toISOString(),
  }))

const half = (a: number, b: number): number => Number((2n * BigInt(a) + BigInt(b)) / (2n * BigInt(b)))
/** The minutes one after the other. */
function slowNight(startAt: string, endAt: string): number {
  let n = 0
  for (let t = Date.parse(startAt); t < Date.parse(endAt); t += 60_000) {
    const minute = Math.floor(t / 60_000 + 480) % 1440
    if (minute >= 1320 || minute < 360) n++
  }
  return n
}
function slowPrice(c: RateComponents, i: RateInput): { total: number; tax: number } {
  const one = c.charges[0]!
  const tier = slowTier(one, slowRounded(i.km.planned!, one))
  const base = c.base?.fen ?? 0
  const stops = c.stops ? Math.max(0, i.stops - c.stops.included) * c.stops.fen : 0
  const minutes = (Date.parse(i.endAt) - Date.parse(i.startAt)) / 60_000
  const night = c.surcharges[0]!.amount as { bp: number }
  let freight = base + tier + stops
  freight += half((base + tier) * night.bp * slowNight(i.startAt, i.endAt), 10_000 * minutes)
  if (i.cold) freight += (c.surcharges[1]!.amount as { fen: number }).fen
  if (c.minFen !== null) freight = Math.max(freight, c.minFen)
  if (c.maxFen !== null) freight = Math.min(freight, c.maxFen)
  const toll = i.tolls.reduce((n, t) => n + t.fen, 0)
  const insured = i.insure ? half(i.declaredFen * c.insureBp, 10_000) : 0
  const total = freight + toll + insured - half(freight * c.discountBp, 10_000)
  return { total, tax: half((total - toll) * c.taxBp, 10_000 + c.taxBp) }
}

describe('the pipeline', () => {
  test('agrees with the slow model', () =>
    prop([components, inputs], (c, i) => {
      const { total, tax } = priceOf(c, i)
      expect({ total, tax }).toEqual(slowPrice(c, i))
    }))
  test('R1 sums its lines and keeps freight between minimum and maximum', () =>
    prop([components, inputs], (c, i) => {
      const p = priceOf(c, i)
      expect(p.lines.reduce((n, l) => n + l.amount, 0)).toBe(p.total)
      if (c.minFen !== null) expect(p.freight).toBeGreaterThanOrEqual(c.minFen)
      if (c.maxFen !== null) expect(p.freight).toBeLessThanOrEqual(c.maxFen)
    }))
  test('R3 gives the same bytes from what was stored', () =>
    prop([components, inputs], (c, i) => {
      const stored = JSON.stringify({ c, i })
      const again = JSON.parse(stored) as { c: RateComponents; i: RateInput }
      expect(JSON.stringify(priceOf(again.c, again.i))).toBe(JSON.stringify(priceOf(c, i)))
    }))
})

describe('tiers', () => {
  test('R2 cumulated and deficit prices never fall, and the deficit is never above the whole band', () =>
    prop([charge, quantity, fc.integer({ min: 0, max: 5000 })], (c, q, more) => {
      const by = (m: 1 | 2 | 3, x: number): number => tierFen({ ...c, mode: m }, x)
      expect(by(1, q + more)).toBeGreaterThanOrEqual(by(1, q))
      expect(by(3, q + more)).toBeGreaterThanOrEqual(by(3, q))
      expect(by(3, q)).toBeLessThanOrEqual(by(2, q))
    }))
  test('and agree with the slow model', () => prop([charge, quantity], (c, q) => expect(tierFen(c, q)).toBe(slowTier(c, q)) as never))
})

const scope = (id: number, more: Partial<RuleScope> = {}): RuleScope => ({
  id,
  name: `规则${id}`,
  status: 'active',
  type: '1',
  direction: 'receivable',
  customer: null,
  carrier: null,
  driver: null,
  project: null,
  orderModel: null,
  goodsRoute: null,
  vehicleClass: null,
  goodsCategory: null,
  fromArea: null,
  toArea: null,
  priority: 0,
  ...more,
})
const ASKED: Asked = {
  direction: 'receivable',
  day: '2026-10-01',
  customer: 1,
  carrier: null,
  driver: null,
  project: 1,
  projectRules: [],
  orderModel: 1,
  goodsRoute: 1,
  vehicleClass: 'van',
  goodsCategories: ['1700'],
  fromArea: '310115',
  toArea: '320500',
}
const version = { id: 1, effectiveOn: '2026-01-01', endsOn: null }
const orNull = <T>(value: T): fc.Arbitrary<T | null> => fc.constantFrom(value, null)
const ruled: fc.Arbitrary<Candidate> = fc
  .record({
    customer: fc.constantFrom(1, 2, null),
    project: orNull(1),
    orderModel: orNull(1),
    goodsRoute: orNull(1),
    vehicleClass: orNull('van'),
    goodsCategory: orNull('1700'),
    toArea: fc.constantFrom('32', '3205', '33', null),
    priority: fc.integer({ min: 0, max: 2 }),
    id: fc.integer({ min: 1, max: 1e6 }),
  })
  .map((r) => ({ rule: scope(r.id, r), version: { ...version, id: r.id } }))

describe('choosing', () => {
  test('R4 takes exactly one, whatever the order they come in, or says why of every one', () =>
    prop([fc.uniqueArray(ruled, { selector: (c) => c.rule.id, maxLength: 8 })], (all) => {
      const choice = chooseRule(all, ASKED)
      expect(chooseRule(all.toReversed(), ASKED).chosen).toEqual(choice.chosen)
      expect(choice.others.every((o) => o.why !== null)).toBe(true)
      expect(choice.others.length).toBe(all.length - (choice.chosen ? 1 : 0))
    }))
  test('R4 is not moved by a rule that says less', () =>
    prop([fc.uniqueArray(ruled, { selector: (c) => c.rule.id, minLength: 1, maxLength: 6 })], (all) => {
      const before = chooseRule(all, ASKED).chosen
      if (before === null || before.score === 0) return
      expect(chooseRule([...all, { rule: scope(9_999_999), version }], ASKED).chosen?.rule).toBe(before.rule)
    }))
  test('a line outweighs a customer, a customer a project, a project a model; of equals the newer', () => {
    const of = (...rules: Partial<RuleScope>[]) =>
      chooseRule(
        rules.map((r, i) => ({ rule: scope(i + 1, r), version })),
        ASKED,
      ).chosen?.rule
    expect(
      of({ customer: 1, project: 1, orderModel: 1, vehicleClass: 'van', goodsCategory: '1700', toArea: '320500' }, { goodsRoute: 1 }),
    ).toBe(2)
    expect(of({ customer: 1 }, { project: 1, orderModel: 1, vehicleClass: 'van' })).toBe(1)
    expect(of({ toArea: '32' }, { toArea: '3205' })).toBe(2)
    expect(of({ priority: 1 }, { priority: 3 }, {})).toBe(2)
    expect(of({ customer: 2 })).toBeUndefined()
  })
})

describe('parts', () => {
  test('R5 the night adds up over any partition of the time', () =>
    prop(
      [fc.integer({ min: 0, max: 5000 }), fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 5 })],
      (from, pieces) => {
        const at = (m: number): string => new Date(Date.parse('2026-10-01T00:00:00.000Z') + m * 60_000).toISOString()
        let t = from
        const parts = pieces.map((p) => nightOverlap(at(t), at((t += p)), 1320, 360))
        expect(parts.reduce((a, b) => a + b, 0)).toBe(nightOverlap(at(from), at(t), 1320, 360))
        expect(nightOverlap(at(from), at(t), 1320, 360)).toBe(slowNight(at(from), at(t)) * 60)
      },
    ))
})

describe('R7 waiting', () => {
  const at = (m: number): string => new Date(Date.parse('2026-10-01T00:00:00.000Z') + m * 60_000).toISOString()
  const wait = fc
    .record({ stop: fc.constantFrom('甲', '乙', '丙', '丁'), arrive: fc.nat(2000), appoint: fc.option(fc.nat(2000)), long: fc.nat(600) })
    .map(({ stop, arrive, appoint, long }): Wait => ({
      stop,
      kind: 'unload',
      appointment: appoint === null ? null : at(appoint),
      windowTo: appoint === null ? null : at(appoint + 60),
      arriveAt: at(arrive),
      startAt: at(arrive + long),
    }))
  const policy = fc.record({
    clock: fc.constantFrom('arrival' as const, 'appointment' as const, 'later' as const, 'earlier' as const),
    late: fc.constantFrom('none' as const, 'forfeit' as const, 'fromArrival' as const, 'reduceFree' as const),
    freeLoad: fc.nat(120),
    freeUnload: fc.nat(120),
    unitMin: fc.integer({ min: 1, max: 60 }),
    fen: fc.nat(5000),
    capStop: fc.option(fc.nat(20_000)),
    capDay: fc.option(fc.nat(30_000)),
    capOrder: fc.option(fc.nat(40_000)),
    overnight: fc.constant(null),
  })
  const waits = fc.uniqueArray(wait, { selector: (w) => w.stop, maxLength: 4 })
  const sum = (lines: { amount: number }[]): number => lines.reduce((n, l) => n + l.amount, 0)
  test('keeps every cap, whatever the order of the events', () =>
    prop([policy, waits], (p, of) => {
      const lines = waitingLines(p, of)
      expect(waitingLines(p, of.toReversed())).toEqual(lines)
      if (p.capOrder !== null) expect(sum(lines)).toBeLessThanOrEqual(p.capOrder)
      for (const l of lines) if (p.capStop !== null) expect(l.amount).toBeLessThanOrEqual(p.capStop)
      for (const day of Map.groupBy(lines, (l) => l.day).values()) if (p.capDay !== null) expect(sum(day)).toBeLessThanOrEqual(p.capDay)
    }))
  test('is nothing within the free time, and grows with the minutes', () =>
    prop([policy, wait, fc.nat(300)], (p, w, more) => {
      const [before] = waitingLines(p, [w])
      const [after] = waitingLines(p, [{ ...w, startAt: new Date(Date.parse(w.startAt!) + more * 60_000).toISOString() }])
      expect(after!.amount).toBeGreaterThanOrEqual(before!.amount)
      if (before!.minutes <= before!.free) expect(before!.amount).toBe(0)
    }))
})

test('R8 what one direction is asked says nothing of the other', () => {
  const both: Candidate[] = [
    { rule: scope(1), version },
    { rule: scope(2, { direction: 'payable' }), version: { ...version, id: 2 } },
  ]
  expect(chooseRule(both, ASKED)).toEqual(chooseRule(both.slice(0, 1), ASKED))
  expect(chooseRule(both, { ...ASKED, direction: 'payable' }).chosen?.rule).toBe(2)
})
