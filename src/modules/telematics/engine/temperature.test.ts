/** Excursions by example: 2.0 to 8.0 °C, believed after five minutes, over when half a degree back. Minutes in, sentences out. */
import { describe, expect, it } from 'vitest'
import {
  aroundOf,
  excursionOf,
  nearLimit,
  noReadings,
  spreadOf,
  stepSpread,
  stepTemperature,
  type Around,
  type ChannelState,
  type Excursion,
  type Policy,
} from './temperature.rules.ts'

const MINUTE = 60_000
const policy: Policy = {
  id: 1,
  lowest: 20,
  highest: 80,
  hysteresis: 5,
  minMs: 5 * MINUTE,
  noDataMs: 10 * MINUTE,
  maxSpread: null,
  warnMargin: 0,
  doorMs: 0,
  requireCargo: false,
}
type Read = readonly [minute: number, value: number, around?: Partial<Around>]
const wordingOf = (e: Excursion): string =>
  [
    `${e.kind} ${e.from / MINUTE}–${e.to === null ? '' : e.to / MINUTE}`,
    `believed at ${e.confirmedAt / MINUTE}`,
    ...(e.peak === null ? [] : [`peak ${e.peak}`, `area ${e.area}`, `limit ${e.limit}`, `door ${(e.doorMs ?? 0) / MINUTE}`]),
  ].join(', ')
function follow(readings: readonly Read[], more: Partial<Policy> = {}): { ended: string[]; open: string | null; state: ChannelState } {
  const state = noReadings()
  const p = { ...policy, ...more }
  const ended = readings.flatMap(([minute, value, around]) =>
    stepTemperature(state, minute * MINUTE, value, p, { running: true, door: false, judged: true, ...around }),
  )
  const open = excursionOf(state, p)
  return { ended: ended.map(wordingOf), open: open && wordingOf(open), state }
}
/** One reading a minute. */
const minutes = (from: number, values: readonly number[], around?: Partial<Around>): Read[] => values.map((v, i) => [from + i, v, around])

describe('what is not judged', () => {
  it('opens nothing, however warm it is', () => {
    const { ended, open, state } = follow(minutes(0, [90, 90, 90, 90, 90, 90, 90], { judged: false }))
    expect([ended, open, state.out]).toEqual([[], null, null])
  })
})

describe('out of range', () => {
  it.each<[string, readonly Read[], string[], string | null]>([
    ['on the upper limit is within', minutes(0, [80, 80, 80, 80, 80, 80, 80]), [], null],
    ['on the lower limit is within', minutes(0, [20, 20, 20, 20, 20, 20, 20]), [], null],
    ['above for less than five minutes is nothing', minutes(0, [81, 81, 81, 81, 81, 50]), [], null],
    [
      'above for five minutes is one, open',
      minutes(0, [81, 82, 83, 84, 85, 86]),
      [],
      'high 0–, believed at 5, peak 86, area 15, limit 80, door 0',
    ],
    [
      'below for five minutes is one, open',
      minutes(0, [19, 18, 17, 16, 15, 14]),
      [],
      'low 0–, believed at 5, peak 14, area 15, limit 20, door 0',
    ],
    [
      'ends half a degree below the limit, at that reading',
      minutes(0, [90, 90, 90, 90, 90, 90, 76, 75]),
      ['high 0–7, believed at 5, peak 90, area 60, limit 80, door 0'],
      null,
    ],
    [
      'ends half a degree above the lower limit',
      minutes(0, [10, 10, 10, 10, 10, 10, 24, 25]),
      ['low 0–7, believed at 5, peak 10, area 60, limit 20, door 0'],
      null,
    ],
    ['before it is believed it ends on the limit itself', minutes(0, [81, 81, 81, 80, 81, 81, 81]), [], null],
    [
      'from above to below are two',
      minutes(0, [90, 90, 90, 90, 90, 90, 10, 10, 10, 10, 10, 10]),
      ['high 0–6, believed at 5, peak 90, area 60, limit 80, door 0'],
      'low 6–, believed at 11, peak 10, area 50, limit 20, door 0',
    ],
    [
      'has the farthest value for its peak, not the last',
      minutes(0, [81, 95, 90, 85, 84, 82]),
      [],
      'high 0–, believed at 5, peak 95, area 35, limit 80, door 0',
    ],
    [
      'has the lowest value for its peak when it is too cold',
      minutes(0, [19, 5, 10, 15, 16, 18]),
      [],
      'low 0–, believed at 5, peak 5, area 35, limit 20, door 0',
    ],
  ])('%s', (_, readings, ended, open) => expect(follow(readings)).toMatchObject({ ended, open }))

  it('counts nothing while it is back inside the limit and not yet back by half a degree', () =>
    expect(follow(minutes(0, [90, 90, 90, 90, 90, 90, 78, 78, 78, 60])).ended).toEqual([
      'high 0–9, believed at 5, peak 90, area 60, limit 80, door 0',
    ]))
  it('is believed at once where the policy says so', () =>
    expect(follow([[0, 81]], { minMs: 0 }).open).toBe('high 0–, believed at 0, peak 81, area 0, limit 80, door 0'))
  it.each<[string, number]>([
    ['on the upper limit', 80],
    ['on the lower limit', 20],
    ['within', 50],
  ])('is nothing %s, also where one reading is believed', (_, value) => expect(follow([[0, value]], { minMs: 0 }).open).toBeNull())
  it('of a policy with a second is not believed by one reading', () => expect(follow([[0, 81]], { minMs: 1 }).open).toBeNull())
})

describe('silence', () => {
  it('is told where nothing is said of the vehicle: it is taken to run', () => {
    const state = noReadings()
    stepTemperature(state, 0, 50, policy)
    expect(stepTemperature(state, 11 * MINUTE, 50, policy).map(wordingOf)).toEqual(['noData 10–11, believed at 10'])
  })
  it('of a running vehicle is told from when it was due', () =>
    expect(
      follow([
        [0, 50],
        [11, 50],
      ]).ended,
    ).toEqual(['noData 10–11, believed at 10']))
  it('of exactly what is allowed is none', () =>
    expect(
      follow([
        [0, 50],
        [10, 50],
      ]).ended,
    ).toEqual([]))
  it('of a parked one is none', () =>
    expect(
      follow([
        [0, 50, { running: false }],
        [60, 50],
      ]).ended,
    ).toEqual([]))
  it('without cargo is none where cargo is asked for', () =>
    expect(
      follow([
        [0, 50, { judged: false }],
        [60, 50],
      ]).ended,
    ).toEqual([]))
  it('ends what was out of range with its last reading, and does not go on behind it', () =>
    expect(follow([...minutes(0, [90, 90, 90, 90, 90, 90]), [20, 90], [25, 90]])).toMatchObject({
      ended: ['high 0–5, believed at 5, peak 90, area 50, limit 80, door 0', 'noData 15–20, believed at 15'],
      open: 'high 20–, believed at 25, peak 90, area 50, limit 80, door 0',
    }))
  it('forgets what was not believed', () =>
    expect(follow([...minutes(0, [90, 90]), [20, 50]]).ended).toEqual(['noData 11–20, believed at 11']))
})

describe('an open door', () => {
  it('is not counted, up to what the policy allows', () =>
    expect(
      follow([...minutes(0, [90, 90, 90, 90], { door: true }), ...minutes(4, [90, 90, 90, 90, 90])], { doorMs: 3 * MINUTE }).open,
    ).toBe('high 0–, believed at 8, peak 90, area 80, limit 80, door 4'))
  it('longer than that counts', () =>
    expect(follow(minutes(0, [90, 90, 90, 90, 90, 90, 90, 90], { door: true }), { doorMs: 2 * MINUTE }).open).toBe(
      'high 0–, believed at 7, peak 90, area 70, limit 80, door 7',
    ))
  it('before it was out of range counts nothing', () =>
    expect(follow([[0, 50, { door: true }], ...minutes(1, [90, 90, 90, 90, 90, 90])], { doorMs: 60 * MINUTE }).open).toBe(
      'high 1–, believed at 6, peak 90, area 50, limit 80, door 0',
    ))
  it('that was never looked at is none', () => {
    const state: ChannelState = {
      lastAt: 0,
      running: true,
      out: { kind: 'high', from: 0, confirmedAt: null, peak: 90, area: 0, lastAt: 0, lastValue: 90 },
    }
    // A closed door takes nothing off, however much an open one might.
    stepTemperature(state, 5 * MINUTE, 90, { ...policy, doorMs: 60 * MINUTE })
    expect(wordingOf(excursionOf(state, policy)!)).toBe('high 0–, believed at 5, peak 90, area 50, limit 80, door 0')
    const open: ChannelState = { ...noReadings(), lastAt: 0, door: true, out: { ...state.out!, lastAt: 0, area: 0 } }
    delete open.out!.doorMs
    stepTemperature(open, 5 * MINUTE, 90, policy)
    expect(open.out!.doorMs).toBe(5 * MINUTE)
  })
})

describe('cargo', () => {
  it('gone: what was out of range ends', () =>
    expect(follow([...minutes(0, [90, 90, 90, 90, 90, 90]), [6, 90, { judged: false }], [7, 90, { judged: false }]])).toMatchObject({
      ended: ['high 0–6, believed at 5, peak 90, area 60, limit 80, door 0'],
      open: null,
    }))
  it('that is not there is not judged, however warm it is', () =>
    expect(follow(minutes(0, [90, 90, 90, 90, 90, 90, 90, 90], { judged: false }))).toMatchObject({ ended: [], open: null }))
  it.each<[string, number, Around]>([
    ['ignition, located, nothing aboard', 0b11, { running: true, door: false, judged: false }],
    ['half loaded', 0b1_0000_0011, { running: true, door: false, judged: true }],
    ['parked with its first door open', 0b10_0000_0000_0010, { running: false, door: true, judged: false }],
  ])('is read off the status: %s', (_, status, says) => expect(aroundOf(status, { ...policy, requireCargo: true })).toEqual(says))
  it('is not asked for where the policy does not', () => expect(aroundOf(0, policy).judged).toBe(true))
})

describe('probes of one vehicle that differ', () => {
  const apart = (spreads: readonly number[], maxSpread: number | null = 30) => {
    const state = noReadings()
    const p = { ...policy, maxSpread }
    const ended = spreads.flatMap((s, i) => stepSpread(state, i * MINUTE, [50, 50 + s, 50 + Math.floor(s / 2)], p))
    const open = spreadOf(state, p)
    return { ended: ended.map(wordingOf), open: open && wordingOf(open) }
  }
  it('by too much are one excursion', () =>
    expect(apart([40, 40, 40, 40, 40, 45, 25])).toEqual({
      ended: ['spread 0–6, believed at 5, peak 45, area 65, limit 30, door 0'],
      open: null,
    }))
  it('are open until they agree', () =>
    expect(apart([40, 40, 40, 40, 40, 40]).open).toBe('spread 0–, believed at 5, peak 40, area 50, limit 30, door 0'))
  it('by what is allowed are none', () => expect(apart([30, 30, 30, 30, 30, 30]).open).toBeNull())
  it('are not judged where the policy says nothing', () => expect(apart([900, 900, 900, 900, 900, 900], null).open).toBeNull())
  it('say nothing of a silence: each probe does', () => {
    const state = noReadings()
    stepSpread(state, 0, [50, 51], { ...policy, maxSpread: 30 })
    expect(stepSpread(state, 60 * MINUTE, [50, 51], { ...policy, maxSpread: 30 })).toEqual([])
  })
})

describe('near a limit', () => {
  it.each([
    [76, 5, true],
    [75, 5, false],
    [50, 5, false],
    [25, 5, false],
    [24, 5, true],
    [90, 5, true],
    [80, 1, true],
    [76, 0, false],
    [90, 0, false],
  ])('%i with a margin of %i: %s', (value, warnMargin, near) => expect(nearLimit(value, { ...policy, warnMargin })).toBe(near))
})
