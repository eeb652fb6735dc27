import { describe, expect, it } from 'vitest'
import { metresBetween } from '#kit/basics/earth.ts'
import { overload, planStops, profile, type Load, type Spot } from './stops.rules.ts'

const at = (time: string): string => `2026-05-01T${time}:00.000Z`
const load = (id: number, from: number, to: number, weight: number, pick: [string, string], drop: [string, string]): Load => ({
  id,
  from,
  to,
  weight,
  pickFrom: at(pick[0]),
  pickTo: at(pick[1]),
  dropFrom: at(drop[0]),
  dropTo: at(drop[1]),
})
const spot = (north: number | null, serviceMin = 10, perTonMin = 0): Spot => ({
  lng: north === null ? null : 121.5,
  lat: north === null ? null : 31 + north,
  serviceMin,
  perTonMin,
})
const spots = new Map([
  [1, spot(0, 20, 10)],
  [2, spot(0.1)],
  [3, spot(0.3)],
  [4, spot(null)],
])
const shown = (loads: readonly Load[], start = '00:00') =>
  planStops(loads, spots, at(start)).map((s) => [
    s.seq,
    s.kind,
    s.party,
    s.consignments,
    s.windowFrom.slice(11, 16),
    s.windowTo.slice(11, 16),
    s.serviceMin,
  ])

describe('where a mission stops', () => {
  const loads = [
    load(12, 1, 3, 500, ['01:00', '03:00'], ['05:00', '06:00']),
    load(11, 1, 2, 1000, ['01:30', '04:00'], ['04:00', '09:00']),
    load(13, 1, 3, 100, ['01:00', '03:00'], ['04:30', '05:30']),
  ]
  it('all is loaded first, then delivered by the end of the times; one place is one stop', () =>
    expect(shown(loads)).toEqual([
      [1, 'load', 1, [11, 12, 13], '01:30', '03:00', 36],
      [2, 'unload', 3, [12, 13], '05:00', '05:30', 10],
      [3, 'unload', 2, [11], '04:00', '09:00', 10],
    ]))
  it('times that do not meet are told from the first to the last', () =>
    expect(
      shown([load(1, 1, 2, 1, ['01:00', '02:00'], ['03:00', '04:00']), load(2, 1, 2, 1, ['02:00', '03:00'], ['05:00', '06:00'])]),
    ).toEqual([
      [1, 'load', 1, [1, 2], '01:00', '03:00', 21],
      [2, 'unload', 2, [1, 2], '03:00', '06:00', 10],
    ]))
  it('of equal times the place with the smaller number', () =>
    expect(
      shown([load(1, 2, 4, 1, ['01:00', '02:00'], ['03:00', '04:00']), load(2, 1, 9, 1, ['01:00', '02:00'], ['03:00', '04:00'])]).map(
        ([, kind, party, , , , minutes]) => [kind, party, minutes],
      ),
    ).toEqual([
      ['load', 1, 21],
      ['load', 2, 10],
      ['unload', 4, 10],
      ['unload', 9, 10],
    ]))
  it('the way is longer than the straight line, the truck waits for the place to open, and stays for its work', () => {
    const [first, second, third] = planStops(loads, spots, at('00:00'))
    const metres = (a: number, b: number): number => metresBetween(121.5, 31 + a, 121.5, 31 + b)
    expect(first).toMatchObject({ distanceM: 0, planArrive: at('01:30'), planLeave: at('02:06') })
    expect(second!.distanceM).toBe(Math.round(metres(0, 0.3) * 1.3))
    expect(second).toMatchObject({ planArrive: at('05:00'), planLeave: at('05:10') })
    expect(third!.distanceM).toBe(Math.round(metres(0.3, 0.1) * 1.3))
    const minutes = Math.ceil((third!.distanceM * 60) / 45_000)
    expect(third!.planArrive).toBe(new Date(Date.parse(at('05:10')) + minutes * 60_000).toISOString())
  })
  it.each([
    [0.01, 1.45, 30],
    [0.09, 1.35, 30],
    [0.3, 1.3, 45],
    [1, 1.22, 65],
  ])('%d degrees: × %d at %d km/h', (north, factor, speed) => {
    const two = new Map([
      [1, spot(0, 0)],
      [2, spot(north, 0)],
    ])
    const [, stop] = planStops([load(1, 1, 2, 1, ['01:00', '02:00'], ['01:00', '09:00'])], two, at('01:00'))
    expect(stop!.distanceM).toBe(Math.round(metresBetween(121.5, 31, 121.5, 31 + north) * factor))
    expect(Date.parse(stop!.planArrive) - Date.parse(at('01:00'))).toBe(Math.ceil((stop!.distanceM * 60) / (speed * 1000)) * 60_000)
  })
  it('nobody knows how far it is to a place without a point', () =>
    expect(planStops([load(1, 1, 4, 1, ['01:00', '02:00'], ['03:00', '04:00'])], spots, at('01:00'))[1]!.distanceM).toBe(0))
})

it('what is on board after each stop', () => {
  const grams = new Map([
    [1, 500],
    [2, 300],
  ])
  const stops = [
    { kind: 'load', consignments: [1, 2] },
    { kind: 'charge', consignments: [1] },
    { kind: 'unload', consignments: [2, 9] },
    { kind: 'unload', consignments: [1] },
  ]
  expect(profile(stops, grams)).toEqual([800, 800, 500, 0])
})

describe('too heavy', () => {
  const lorry = { loadKg: 1500, curbKg: 3000, grossKg: 4495, axles: 2 }
  it.each([
    ['as much as it may carry', {}, 1495, null],
    ['more than its papers let it carry', {}, 2200, '超载 700 kg'],
    ['grams are told', {}, 1500.5, '超载 0.5 kg'],
    ['less than that, and heavier than it may be', {}, 1496, '总质量 4496 kg，超过 4495 kg，超限'],
    ['two axles bear 18 tons', { loadKg: null, grossKg: null, curbKg: 8000 }, 10_001, '总质量 18001 kg，超过 18000 kg，超限'],
    ['three 25', { loadKg: null, grossKg: null, curbKg: 8000, axles: 3 }, 17_001, '总质量 25001 kg，超过 25000 kg，超限'],
    ['four 31', { loadKg: null, grossKg: null, curbKg: 8000, axles: 4 }, 23_000, null],
    ['the stricter of both counts', { loadKg: null, grossKg: 40_000, curbKg: 8000 }, 10_001, '总质量 18001 kg，超过 18000 kg，超限'],
    ['of so many axles the law here says nothing', { loadKg: null, grossKg: null, curbKg: 8000, axles: 6 }, 90_000, null],
    ['nobody knows what it weighs itself', { loadKg: null, curbKg: null }, 90_000, null],
  ])('%s', (_, more, kg, words) => expect(overload({ ...lorry, ...more }, kg)).toBe(words))
})
