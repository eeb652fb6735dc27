import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, day } from '#kit/basics/time/day.ts'
import { median, vehicleDay, warningsOf, type VehicleDay } from './warning.rules.ts'

const START = day('2026-05-01')
const days = (...list: Partial<VehicleDay>[]): VehicleDay[] =>
  list.map((d, i) => ({ day: addDays(START, i), income: 0, margin: 0, leased: false, blocked: false, metres: null, ...d }))
const many = (n: number, d: Partial<VehicleDay>): Partial<VehicleDay>[] => Array.from({ length: n }, () => d)
const kinds = (list: VehicleDay[]): string[] => warningsOf(list).map((w) => w.kind)

describe('a day out of the figures', () => {
  it('has a way of 0 m only where a terminal reported: silence is no standing', () => {
    expect(vehicleDay(START, { stood: 1, distance: 0, tracked: 0, income: 5 })).toMatchObject({ metres: null, income: 5, leased: false })
    expect(vehicleDay(START, { distance: 0, tracked: 1, leased: 1 })).toMatchObject({ metres: 0, leased: true })
    expect(vehicleDay(START, { distance: 12, tracked: 1 }).metres).toBe(12)
  })
})

describe('warnings of a vehicle', () => {
  it('60.00 after a median of 126.67 is 47.37 %, a sharp fall', () => {
    const warnings = warningsOf(days(...many(14, { income: 12_667, leased: true }), { income: 6000, leased: true }))
    expect(warnings).toEqual([{ kind: 'drop', actual: 6000, expected: 12_667, evidence: expect.stringContaining('47.37%') }])
    expect(6000 / 12_667).toBeCloseTo(0.4737, 4)
  })
  it('half of the median is no fall, nor is anything with fewer than seven days of income', () => {
    expect(kinds(days(...many(14, { income: 12_000, leased: true }), { income: 6000, leased: true }))).toEqual([])
    expect(kinds(days(...many(6, { income: 12_667, leased: true }), { income: 1, leased: true }))).toEqual([])
    expect(kinds(days(...many(7, { income: 12_667, leased: true }), { income: 1, leased: true }))).toEqual(['drop'])
  })
  it('the day a lease begins or ends is no fall', () => {
    expect(kinds(days(...many(14, { income: 12_667, leased: true }), { income: 100, leased: false }))).toEqual([])
  })
  it('three days ready and without income are told with how many they are; leased or blocked days are not idle', () => {
    expect(kinds(days({}, {}))).toEqual([])
    expect(warningsOf(days({ income: 5 }, {}, {}, {}, {}))[0]!.evidence).toBe('连续 4 天可用而没有收入')
    expect(kinds(days({}, {}, { leased: true }))).toEqual([])
    expect(kinds(days({}, {}, {}, { blocked: true }))).toEqual([])
  })
  it('more than 50 km without income, and income without a metre', () => {
    expect(kinds(days({ metres: 50_000, leased: true }))).toEqual([])
    expect(kinds(days({ metres: 50_001, leased: true }))).toEqual(['unpaidKm'])
    expect(kinds(days({ metres: 0, income: 1 }))).toEqual(['noKm'])
    expect(kinds(days({ metres: null, income: 1 }))).toEqual([])
  })
  it('seven days of loss', () => {
    expect(kinds(days(...many(6, { income: 1, margin: -1 })))).toEqual([])
    expect(warningsOf(days(...many(7, { income: 1, margin: -1 })))).toMatchObject([{ kind: 'loss', actual: -7, expected: 0 }])
    expect(kinds(days(...many(6, { income: 1, margin: -1 }), { income: 1, margin: 0 }))).toEqual([])
  })
  it('the median of an even number is the lower middle', () => {
    expect(median([4, 1, 3, 2])).toBe(2)
    expect(median([])).toBe(0)
  })
  it('G13: a day has each kind once, a blocked day none, and a run of days that is told has no blocked day in it', () => {
    const one = fc.record({
      income: fc.constantFrom(0, 0, 1, 6000, 12_667),
      margin: fc.integer({ min: -3, max: 1 }),
      leased: fc.boolean(),
      blocked: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      metres: fc.constantFrom(null, 0, 50_000, 60_000),
    })
    const seenKinds = new Set<string>()
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), (list) => {
        const dayKinds = kinds(days(...list))
        dayKinds.forEach((kind) => seenKinds.add(kind))
        expect(new Set(dayKinds).size).toBe(dayKinds.length)
        if (list.at(-1)?.blocked) expect(dayKinds).toEqual([])
        if (list.slice(-3).some((d) => d.blocked)) expect(dayKinds).not.toContain('idle')
        if (list.slice(-7).some((d) => d.blocked)) expect(dayKinds).not.toContain('loss')
      }),
      { numRuns: 3000 },
    )
    // The histories are such that every kind occurs: a rule that tells nothing would not pass.
    expect([...seenKinds].toSorted()).toEqual(['drop', 'idle', 'loss', 'noKm', 'unpaidKm'])
  })
})
