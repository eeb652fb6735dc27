/** Trips and stops by example: every threshold from both sides, every stretch as it is closed. */
import { describe, expect, it } from 'vitest'
import { METRES_A_DEGREE } from '#kit/basics/earth.ts'
import type { Point } from './point.ts'
import { mileageOf, noTrips, stepTrips, type Segment, type Step, type Stretch, type TripState } from './trips.rules.ts'

const T0 = Date.parse('2026-11-20T01:00:00Z')
/** Seconds, metres north of where it began, km/h; the ignition is on. */
type Seen = readonly [seconds: number, north: number, speed: number, more?: { status?: number; odometer?: number | null }]
const point = ([seconds, north, speed, more = {}]: Seen): Point => ({
  at: T0 + seconds * 1000,
  lng: 121.5,
  lat: 31 + north / METRES_A_DEGREE,
  speed,
  status: more.status ?? 3,
  alarm: 0,
  odometer: more.odometer ?? null,
  located: true,
  temperatures: null,
})
const seconds = (at: number): number => (at - T0) / 1000
const north = (lat: number): number => Math.round((lat - 31) * METRES_A_DEGREE)
const wordingOf = (s: Stretch | Segment): string =>
  [
    `${s.kind} ${seconds(s.from)}–${'to' in s && s.to !== null ? seconds(s.to) : ''}`,
    `${north(s.lat)}–${north(s.endLat)} m`,
    `${Math.round(s.gps * 10) / 10} driven`,
    `${s.maxSpeed} km/h`,
    `${s.points} reports`,
    `idle ${s.idleMs / 1000}`,
    `counter ${s.odometerFrom}–${s.odometerTo}${s.odometerFell ? ' fell' : ''}`,
  ].join(', ')

interface Followed {
  state: TripState
  closed: string[]
  now: string
  /** What it is taken for after each report; with `?` what it may become. */
  kinds: string[]
  steps: Step[]
}
function follow(seen: readonly Seen[]): Followed {
  const state = noTrips()
  const kinds: string[] = []
  const steps = seen.map((s) => {
    const step = stepTrips(state, point(s))
    kinds.push(`${state.now!.kind}${state.maybe ? `?${state.maybe.kind}` : ''}`)
    return step
  })
  return { state, kinds, steps, closed: steps.flatMap((s) => s.closed.map(wordingOf)), now: wordingOf(state.now!) }
}
/** Every `every` seconds, `metres` more each time. */
const going = (from: number, to: number, every: number, at: number, metres: number, speed: number): Seen[] =>
  Array.from({ length: Math.round((to - from) / every) + 1 }, (_, i) => [from + i * every, at + i * metres, speed] as const)

describe('two reports of one moment', () => {
  it('a jump of more than any vehicle drives in a second is no movement', () =>
    expect(
      follow([
        [0, 0, 0],
        [0, 151, 0],
      ]).kinds,
    ).toEqual(['stop', 'stop']))
})

describe('the first report', () => {
  it.each<[number, string]>([
    [0, 'stop 0–, 7–7 m, 0 driven, 0 km/h, 1 reports, idle 0, counter 40–40'],
    [4, 'stop 0–, 7–7 m, 0 driven, 4 km/h, 1 reports, idle 0, counter 40–40'],
    [5, 'trip 0–, 7–7 m, 0 driven, 5 km/h, 1 reports, idle 0, counter 40–40'],
  ])('at %i km/h', (speed, says) => {
    const first = follow([[0, 7, speed, { odometer: 40 }]])
    expect(first.now).toBe(says)
    expect(first.steps).toEqual([{ closed: [], metres: 0, drivingMs: 0, idleMs: 0 }])
    expect(first.state.maybe).toBeNull()
  })
})

describe('moving', () => {
  const second = (dt: number, metres: number, speed: number, before = 0, status: [number, number] = [2, 2]): Step => {
    const { steps } = follow([
      [0, 0, before, { status: status[0] }],
      [dt, metres, speed, { status: status[1] }],
    ])
    return { ...steps[1]!, metres: Math.round(steps[1]!.metres * 10) / 10 }
  }
  it.each<[string, [number, number, number, number?], { metres: number; drivingMs: number }]>([
    ['at 5 km/h', [10, 14, 5], { metres: 14, drivingMs: 10_000 }],
    ['not at 4 km/h: a receiver moves by itself', [10, 14, 4], { metres: 0, drivingMs: 0 }],
    ['without a speed, but elsewhere', [10, 150.5, 0], { metres: 150.5, drivingMs: 10_000 }],
    ['not when it is hardly elsewhere', [10, 149, 0], { metres: 0, drivingMs: 0 }],
    ['as fast as vehicles are', [10, 599.7, 0], { metres: 599.7, drivingMs: 10_000 }],
    ['not where a receiver jumps', [10, 601, 0], { metres: 0, drivingMs: 0 }],
    ['not in no time', [0, 160, 0], { metres: 0, drivingMs: 0 }],
    ['the way to where it stands counts', [10, 14, 0, 5], { metres: 14, drivingMs: 0 }],
    ['the way from where it stood does not', [10, 14, 0, 4], { metres: 0, drivingMs: 0 }],
    ['a jump while driving is no way', [10, 601, 80, 80], { metres: 0, drivingMs: 10_000 }],
    ['just no jump while driving', [10, 599.7, 80, 80], { metres: 599.7, drivingMs: 10_000 }],
    ['a silence of less than five minutes before it was driving', [299.999, 0, 30], { metres: 0, drivingMs: 299_999 }],
    ['a longer one was not', [300, 0, 30], { metres: 0, drivingMs: 0 }],
    ['unless the way says so: 5 km/h', [300, 417, 30], { metres: 417, drivingMs: 300_000 }],
    ['a little less than 5 km/h', [300, 416.6, 30], { metres: 416.6, drivingMs: 0 }],
  ])('%s', (_, [dt, metres, speed, before], says) => expect(second(dt, metres, speed, before)).toMatchObject(says))

  it.each<[string, number, [number, number], number]>([
    ['with the ignition on at both ends', 0, [1, 1], 10_000],
    ['not when it was just switched on', 0, [2, 3], 0],
    ['not when it was just switched off', 0, [3, 2], 0],
    ['not when it drives', 30, [3, 3], 0],
  ])('idles %s', (_, speed, status, idleMs) => expect(second(10, 0, speed, 0, status).idleMs).toBe(idleMs))
  it('after a long silence does not count as idling either', () => expect(second(300, 0, 30, 0, [3, 3]).idleMs).toBe(0))
})

describe('a silence', () => {
  it('of an hour is a gap, whatever was before it', () => {
    const { closed, now, state, steps } = follow([
      [0, 0, 30, { odometer: 10 }],
      [60, 500, 30, { odometer: 20 }],
      [120, 500, 0, { odometer: 20 }],
      [3720, 900, 4, { odometer: 30 }],
    ])
    expect(closed).toEqual([
      'trip 0–120, 0–500 m, 500 driven, 30 km/h, 3 reports, idle 0, counter 10–20',
      'gap 120–3720, 500–900 m, 0 driven, 0 km/h, 0 reports, idle 0, counter null–null',
    ])
    expect(now).toBe('stop 3720–, 900–900 m, 0 driven, 4 km/h, 1 reports, idle 0, counter 30–30')
    expect(state).toMatchObject({ maybe: null, stillSince: null })
    expect(steps[3]).toMatchObject({ metres: 0, drivingMs: 0, idleMs: 0 })
  })
  it('without anything half believed closes what there was', () =>
    expect(
      follow([
        [0, 0, 0],
        [3600, 0, 5],
      ]),
    ).toMatchObject({
      closed: [
        'stop 0–0, 0–0 m, 0 driven, 0 km/h, 1 reports, idle 0, counter null–null',
        'gap 0–3600, 0–0 m, 0 driven, 0 km/h, 0 reports, idle 0, counter null–null',
      ],
      now: 'trip 3600–, 0–0 m, 0 driven, 5 km/h, 1 reports, idle 0, counter null–null',
    }))
  it('of a second less is none', () =>
    expect(
      follow([
        [0, 0, 0],
        [3599.999, 0, 0],
      ]).closed,
    ).toEqual([]))
})

describe('a trip', () => {
  it('is believed after five minutes, from where it began', () => {
    const { kinds, closed, now } = follow([...going(0, 60, 60, 0, 0, 0), ...going(120, 480, 60, 600, 600, 36)])
    expect(kinds).toEqual(['stop', 'stop', ...Array<string>(5).fill('stop?trip'), 'trip', 'trip'])
    expect(closed).toEqual(['stop 0–120, 0–0 m, 0 driven, 0 km/h, 2 reports, idle 60, counter null–null'])
    expect(now).toBe('trip 120–, 600–4200 m, 4200 driven, 36 km/h, 7 reports, idle 0, counter null–null')
  })
  it('is none before 500 metres', () => {
    const crawl = (metres: number) => follow([[0, 0, 0], ...going(60, 360, 60, metres, metres, 6)]).kinds.at(-1)
    expect(crawl(83.2)).toBe('stop?trip')
    expect(crawl(83.4)).toBe('trip')
  })
  it('goes on over a red light before it is believed', () => {
    const seen: Seen[] = [[0, 0, 0], ...going(60, 180, 60, 600, 600, 36), ...going(240, 420, 60, 1800, 0, 0), [480, 2400, 36]]
    const { kinds, closed, now, state } = follow(seen)
    expect(kinds).toEqual(['stop', ...Array<string>(7).fill('stop?trip'), 'trip'])
    expect(closed).toEqual(['stop 0–60, 0–0 m, 0 driven, 0 km/h, 1 reports, idle 0, counter null–null'])
    expect(now).toBe('trip 60–, 600–2400 m, 2400 driven, 36 km/h, 8 reports, idle 240, counter null–null')
    expect(state.stillSince).toBeNull()
  })
  it('is given up where it stands for five minutes before it is believed; what was driven is the stop’s', () => {
    const seen: Seen[] = [[0, 0, 0], ...going(60, 120, 60, 600, 600, 36), ...going(180, 480, 60, 1200, 0, 0), [540, 1200, 0]]
    const { kinds, closed, now, state } = follow(seen)
    expect(kinds).toEqual(['stop', ...Array<string>(7).fill('stop?trip'), 'stop', 'stop'])
    expect(closed).toEqual([])
    expect(now).toBe('stop 0–, 0–1200 m, 1200 driven, 36 km/h, 10 reports, idle 420, counter null–null')
    expect(state).toMatchObject({ maybe: null, stillSince: null })
  })
  it('counts its pauses from each anew', () => {
    const pause = (from: number, at: number): Seen[] => going(from, from + 240, 60, at, 0, 0)
    const seen: Seen[] = [[0, 0, 0], [60, 100, 36], ...pause(120, 100), [420, 200, 36], ...pause(480, 200)]
    expect(follow(seen).kinds.at(-1)).toBe('stop?trip')
  })
})

describe('a stop', () => {
  const driven = going(0, 360, 60, 0, 600, 36)
  it('is believed after five minutes, from the first report that stood; the way to it is the trip’s', () => {
    const { kinds, closed, now } = follow([...driven, [420, 3700, 0], ...going(480, 780, 60, 3700, 0, 0)])
    expect(kinds.slice(7)).toEqual([...Array<string>(5).fill('trip?stop'), 'stop', 'stop'])
    expect(closed).toEqual(['trip 0–420, 0–3600 m, 3700 driven, 36 km/h, 7 reports, idle 0, counter null–null'])
    expect(now).toBe('stop 420–, 3700–3700 m, 0 driven, 0 km/h, 7 reports, idle 360, counter null–null')
  })
  it('of less is a jam, and the trip goes on', () => {
    const { kinds, closed, now } = follow([...driven, [420, 3700, 0], [480, 3710, 0], [660, 3710, 3], [719, 4300, 40]])
    expect(kinds.slice(7)).toEqual(['trip?stop', 'trip?stop', 'trip?stop', 'trip'])
    expect(closed).toEqual([])
    expect(now).toBe('trip 0–, 0–4300 m, 4290 driven, 40 km/h, 11 reports, idle 240, counter null–null')
  })
})

describe('the counter of a terminal', () => {
  const counts = (odometers: readonly (number | null)[], speeds: readonly number[] = odometers.map(() => 36)) =>
    follow(odometers.map((odometer, i) => [i * 60, i * 600, speeds[i]!, { odometer }] as const)).now.split('counter ')[1]
  it.each<[string, (number | null)[], string]>([
    ['grows', [10, 20, 30], '10–30'],
    ['stands', [10, 10, 10], '10–10'],
    ['falls', [10, 20, 19], '10–19 fell'],
    ['fell, and grows again', [10, 5, 30], '10–30 fell'],
    ['is heard late', [null, 20, 30], '20–30'],
    ['is heard no more', [10, 20, null], '10–20'],
    ['is never heard', [null, null], 'null–null'],
  ])('%s', (_, odometers, says) => expect(counts(odometers)).toBe(says))

  // A jam lies between the second report and the last: what it counted is taken in when it is over.
  const jam = [36, 36, 0, 0, 36]
  const inJam = (odometers: readonly (number | null)[]) =>
    follow(odometers.map((odometer, i) => [i * 60, i < 2 ? i * 600 : i < 4 ? 600 : 1200, jam[i]!, { odometer }] as const)).now.split(
      'counter ',
    )[1]
  it.each<[string, (number | null)[], string]>([
    ['grows over a jam', [10, 20, 20, 20, 30], '10–30'],
    ['falls in a jam', [10, 20, 20, 15, 30], '10–30 fell'],
    ['falls on the way into it', [10, 20, 15, 16, 30], '10–30 fell'],
    ['is heard from the jam on', [null, null, 20, 21, 30], '20–30'],
    ['is not heard in the jam', [10, 20, null, null, null], '10–20'],
    ['is heard at its end alone', [10, 20, null, null, 30], '10–30'],
    ['had fallen before the jam', [20, 10, 10, 10, 30], '20–30 fell'],
  ])('%s', (_, odometers, says) => expect(inJam(odometers)).toBe(says))

  // A drive that was not believed: the stop takes in what its reports counted.
  const given = (odometers: readonly (number | null)[]) =>
    follow(odometers.map((odometer, i) => [i * 60, i === 0 ? 0 : 300, i === 1 ? 36 : 0, { odometer }] as const)).now
  it.each<[string, (number | null)[], string]>([
    ['falls when it begins to move', [20, 10, 10, 10, 10, 10, 10, 10], '20–10 fell'],
    ['stands when it begins to move', [20, 20, 20, 20, 20, 20, 20, 20], '20–20'],
    ['is not heard from then on', [20, null, null, null, null, null, null, null], '20–20'],
    ['is heard from then on', [null, 10, 10, 10, 10, 10, 10, 10], '10–10'],
  ])('%s', (_, odometers, says) => {
    expect(given(odometers)).toMatch(/^stop 0–/)
    expect(given(odometers).split('counter ')[1]).toBe(says)
  })
  it('that falls on the way out of a gap half believed says so', () => {
    const { closed } = follow([
      [0, 0, 36, { odometer: 50 }],
      [60, 600, 36, { odometer: 60 }],
      [120, 600, 0, { odometer: 40 }],
      [4000, 600, 0, { odometer: 40 }],
    ])
    expect(closed[0]).toContain('counter 50–40 fell')
  })
})

describe('the way of a stretch', () => {
  it.each<[string, number, number | null, number | null, boolean, ReturnType<typeof mileageOf>]>([
    ['of the counter', 1000, 0, 1000, false, { distance: 1000, method: 'odometer', odometer: 1000 }],
    ['of a counter that did not begin at nothing', 1000, 5000, 6000, false, { distance: 1000, method: 'odometer', odometer: 1000 }],
    ['a fifth more is believed', 1000, 0, 1200, false, { distance: 1200, method: 'odometer', odometer: 1200 }],
    ['a metre beyond that is not', 1000, 0, 1201, false, { distance: 1000, method: 'gps', odometer: 1201 }],
    ['a fifth less is believed', 1000, 0, 800, false, { distance: 800, method: 'odometer', odometer: 800 }],
    ['a metre below that is not', 1000, 0, 799, false, { distance: 1000, method: 'gps', odometer: 799 }],
    ['a hundred metres are always believed', 100, 0, 200, false, { distance: 200, method: 'odometer', odometer: 200 }],
    ['a hundred and one of a short way are not', 100, 0, 201, false, { distance: 100, method: 'gps', odometer: 201 }],
    ['a counter that fell is not asked', 1000, 0, 1000, true, { distance: 1000, method: 'gps', odometer: null }],
    ['nor one that began unheard', 999.6, null, 1000, false, { distance: 1000, method: 'gps', odometer: null }],
    ['nor one that ended unheard', 1000.4, 0, null, false, { distance: 1000, method: 'gps', odometer: null }],
  ])('%s', (_, gps, odometerFrom, odometerTo, odometerFell, says) =>
    expect(mileageOf({ gps, odometerFrom, odometerTo, odometerFell })).toEqual(says),
  )
})
