/** Fences by example: a circle of 300 m with a buffer of 30 m, passed from the south to the north. */
import { describe, expect, it } from 'vitest'
import { METRES_A_DEGREE, RADIANS } from '#kit/basics/earth.ts'
import { FenceIndex, fenceOf, type Fence, type FenceRow } from '../fences/fence.shape.rules.ts'
import { inForce, stepFences, type FenceHappening, type FenceState } from './fences.rules.ts'
import type { Point } from './point.ts'

/** Noon of a Friday in Shanghai. */
const NOON = Date.parse('2026-11-20T12:00:00+08:00')
const LAT = 31
const lat = (north: number): number => LAT + north / METRES_A_DEGREE
const row = (more: Partial<FenceRow> = {}): FenceRow => ({
  id: 1,
  name: '仓库',
  shape: 'circle',
  points: `121.5,${LAT}`,
  radius: 300,
  width: null,
  onEnter: true,
  onLeave: true,
  purpose: 'watch',
  stayMinutes: null,
  speedLimit: null,
  nightSpeedLimit: null,
  overspeedSeconds: 10,
  bufferMeters: 30,
  confirmFixes: 2,
  windows: null,
  startOn: null,
  endOn: null,
  ...more,
})
type Seen = readonly [seconds: number, north: number, speed?: number, east?: number]
const point = ([seconds, north, speed = 36, east = 0]: Seen, noon = NOON): Point => ({
  at: noon + seconds * 1000,
  lng: 121.5 + east / (METRES_A_DEGREE * Math.cos(LAT * RADIANS)),
  lat: lat(north),
  speed,
  status: 3,
  alarm: 0,
  odometer: null,
  located: true,
  temperatures: null,
})
interface Options {
  fences?: Fence[]
  applies?: (fence: Fence) => boolean
  noon?: number
}
function follow(seen: readonly Seen[], { fences = [fenceOf(row())], applies = () => true, noon = NOON }: Options = {}) {
  const state: FenceState = {}
  const index = new FenceIndex(fences)
  const known = new Map(fences.map((f) => [f.id, f]))
  const sentences: string[] = []
  let before: Point | null = null
  for (const s of seen) {
    const p = point(s, noon)
    sentences.push(...stepFences(state, before, p, index, known, applies).map((h) => sentence(h, noon)))
    before = p
  }
  return { sentences, state }
}
const sentence = (h: FenceHappening, noon: number): string =>
  [
    `${h.kind} ${h.fence.id} at ${(h.at - noon) / 1000}`,
    `${Math.round((h.lat - LAT) * METRES_A_DEGREE)} m`,
    `${h.speed} km/h`,
    ...(h.enteredAt === null ? [] : [`since ${(h.enteredAt - noon) / 1000}`]),
    ...(h.dwellMs === null ? [] : [`${h.dwellMs / 1000} s`]),
  ].join(', ')
/** Every `every` seconds. */
const standing = (from: number, to: number, north: number, every = 10, speed = 0): Seen[] =>
  Array.from({ length: (to - from) / every + 1 }, (_, i) => [from + i * every, north, speed] as const)

describe('out of one fence and into another by one report', () => {
  const circle = (id: number, east: number, more: Partial<FenceRow> = {}): Fence =>
    fenceOf(row({ id, points: `${(116.4 + east).toFixed(6)},39.9`, radius: 100, ...more }))
  const [A, B] = [circle(1, 0), circle(2, 0.005)]
  /** Seconds, degrees east of the centre of the first. */
  const driven = (way: readonly (readonly [number, number])[], fences: Fence[]) => {
    const state: FenceState = {}
    let before: Point | null = null
    return way.flatMap(([seconds, east]) => {
      const p = { ...point([seconds, 0]), lng: 116.4 + east, lat: 39.9 }
      const happenings = stepFences(state, before, p, new FenceIndex(fences), new Map(fences.map((f) => [f.id, f])), () => true)
      before = p
      return happenings.map(({ kind, fence, at, enteredAt, dwellMs }) => ({ kind, fence: fence.id, at: at - NOON, enteredAt, dwellMs }))
    })
  }
  const way = [0, 10, 20, 30, 40, 50].map((s): [number, number] => [s, s < 30 ? 0 : 0.005])
  it.each([
    ['as they were drawn', [A, B]],
    ['the other way round', [B, A]],
    ['as soon as one report shows it', [B, A].map((f) => ({ ...f, confirmFixes: 1 }))],
    ['the one that is left confirmed later', [B, { ...A, confirmFixes: 3 }]],
    ['the one that is entered confirmed later', [{ ...B, confirmFixes: 3 }, A]],
  ])('one leaves first, and enters when the line was crossed: %s', (_name, fences) => {
    const happenings = driven(way, fences).toSorted((a, b) => a.at - b.at)
    expect(happenings.map(({ kind, fence }) => `${kind} ${fence}`)).toEqual(['enter 1', 'leave 1', 'enter 2'])
    const [, left, entered] = happenings
    // 100 m of the 427 m between the centres, in ten seconds.
    expect(left!.at).toBeCloseTo(20_000 + (100 / 426.5) * 10_000, -2)
    expect(entered!.at).toBeGreaterThan(left!.at)
    expect(left!.dwellMs).toBe(left!.at)
  })
  it('the times are those of the lines, and in the list the departure stands first', () => {
    const happenings = driven(way, [B, A])
    expect(happenings.map(({ kind, fence, at }) => [kind, fence, Math.round(at / 100)])).toEqual([
      ['enter', 1, 0],
      ['leave', 1, 223],
      ['enter', 2, 277],
    ])
  })
  it('after a silence nobody knows the way: one leaves before one enters, both by the report', () => {
    const late = way.map(([s, east]) => [s > 20 ? s + 3600 : s, east] as const)
    expect(driven(late, [B, A]).map(({ kind, fence, at }) => [kind, fence, at])).toEqual([
      ['enter', 1, 0],
      ['leave', 1, 3_630_000],
      ['enter', 2, 3_630_000],
    ])
  })
  it('fences that overlap: the other one is entered before this one is left', () => {
    const through = way.map(([s, east]) => [s, east * 0.4] as const)
    const fences = [A, circle(2, 0.0015)].map((f) => ({ ...f, confirmFixes: 1 }))
    expect(driven(through, fences).map(({ kind, fence }) => `${kind} ${fence}`)).toEqual(['enter 1', 'enter 2', 'leave 1'])
  })
})

describe('entering and leaving', () => {
  it('are believed by the second report and told from the first', () =>
    expect(
      follow([
        [0, -500],
        [10, -290],
        [20, -100],
        [30, 100],
        [40, 340],
        [50, 500],
      ]).sentences,
    ).toEqual(['enter 1 at 10, -290 m, 36 km/h', 'leave 1 at 40, 340 m, 36 km/h, since 10, 30 s']))
  it('are told once, however long it stays', () =>
    expect(follow([[0, -500], ...standing(10, 600, 0)]).sentences).toEqual(['enter 1 at 10, 0 m, 0 km/h']))
  it('one report inside is nobody’s visit', () =>
    expect(
      follow([
        [0, -400],
        [10, -290],
        [20, -310],
        [30, -290],
        [40, -310],
        [50, -9000],
      ]),
    ).toEqual({ sentences: [], state: {} }))
  it('one report beyond is no departure, and the count begins anew', () =>
    expect(
      follow([
        [0, 0],
        [10, 0],
        [20, 340],
        [30, 0],
        [40, 340],
        [50, 320],
        [60, 340],
        [70, 340],
      ]).sentences,
    ).toEqual(['enter 1 at 0, 0 m, 36 km/h', 'leave 1 at 60, 340 m, 36 km/h, since 0, 60 s']))
  it('between the line and the buffer nothing changes', () =>
    expect(follow([...standing(0, 60, 315), ...standing(70, 100, 0), ...standing(110, 400, 320)]).sentences).toEqual([
      'enter 1 at 70, 0 m, 0 km/h',
    ]))
  it('half a metre outside is outside', () => expect(follow(standing(0, 60, 300.5)).sentences).toEqual([]))
  it('need as many reports as the fence says', () =>
    expect(
      follow(
        [
          [0, 0],
          [10, 340],
          [20, 0],
        ],
        { fences: [fenceOf(row({ confirmFixes: 1 }))] },
      ).sentences,
    ).toEqual(['enter 1 at 0, 0 m, 36 km/h', 'leave 1 at 10, 340 m, 36 km/h, since 0, 10 s', 'enter 1 at 20, 0 m, 36 km/h']))
  it('far away from everything it is forgotten once the departure is believed', () =>
    expect(
      follow([
        [0, 0],
        [10, 0],
        [400, 9000],
        [410, 9100],
      ]),
    ).toEqual({ sentences: ['enter 1 at 0, 0 m, 36 km/h', 'leave 1 at 400, 9000 m, 36 km/h, since 0, 400 s'], state: {} }))
  it('of a corridor is a deviation', () => {
    const corridor = fenceOf(row({ shape: 'corridor', points: `121.4,${LAT}\n121.6,${LAT}`, radius: null, width: 300 }))
    expect(
      follow(
        [
          [0, 0],
          [10, 0],
          [20, 400],
          [30, 500],
        ],
        { fences: [corridor] },
      ).sentences,
    ).toEqual(['enter 1 at 0, 0 m, 36 km/h', 'deviate 1 at 20, 400 m, 36 km/h, since 0, 20 s'])
  })
})

describe('a fence that is not about this vehicle', () => {
  it('says nothing and is not remembered', () =>
    expect(follow(standing(0, 60, 0), { applies: () => false })).toEqual({ sentences: [], state: {} }))
  it('any more is forgotten without a word', () => {
    let about = true
    const fences = [fenceOf(row())]
    const state: FenceState = {}
    const index = new FenceIndex(fences)
    const known = new Map(fences.map((f) => [f.id, f]))
    const step = (s: Seen) => stepFences(state, null, point(s), index, known, () => about)
    step([0, 0])
    step([10, 0])
    expect(Object.keys(state)).toEqual(['1'])
    about = false
    expect(step([20, 340])).toEqual([])
    expect(state).toEqual({})
  })
  it('and was taken away altogether is forgotten too', () => {
    const fences = [fenceOf(row())]
    const state: FenceState = {}
    stepFences(state, null, point([0, 0]), new FenceIndex(fences), new Map([[1, fences[0]!]]), () => true)
    stepFences(state, null, point([10, 0]), new FenceIndex(fences), new Map([[1, fences[0]!]]), () => true)
    expect(stepFences(state, null, point([20, 0]), new FenceIndex([]), new Map(), () => true)).toEqual([])
    expect(state).toEqual({})
  })
})

describe('in force', () => {
  const moment = (day: string, time: string): number => Date.parse(`${day}T${time}:00+08:00`)
  const night = [{ days: 'workdays', from: '22:00', to: '06:00' }]
  it.each<[string, Parameters<typeof inForce>[0], number, boolean]>([
    ['always', { windows: [], startOn: null, endOn: null }, NOON, true],
    ['on its first day', { windows: [], startOn: '2026-11-20', endOn: null }, NOON, true],
    ['not the day before', { windows: [], startOn: '2026-11-21', endOn: null }, NOON, false],
    ['on its last day', { windows: [], startOn: null, endOn: '2026-11-20' }, NOON, true],
    ['not the day after', { windows: [], startOn: null, endOn: '2026-11-19' }, NOON, false],
    ['between both', { windows: [], startOn: '2026-11-19', endOn: '2026-11-21' }, NOON, true],
    ['in its hours', { windows: [{ days: 'every', from: '12:00', to: '13:00' }], startOn: null, endOn: null }, NOON, true],
    ['not before them', { windows: [{ days: 'every', from: '12:01', to: '13:00' }], startOn: null, endOn: null }, NOON, false],
    ['not at their end', { windows: [{ days: 'every', from: '11:00', to: '12:00' }], startOn: null, endOn: null }, NOON, false],
    [
      'not in its hours of another day',
      { windows: [{ days: 'every', from: '12:00', to: '13:00' }], startOn: '2026-11-21', endOn: null },
      NOON,
      false,
    ],
    [
      'not on a weekend on a Friday',
      { windows: [{ days: 'weekend', from: '00:00', to: '23:59' }], startOn: null, endOn: null },
      NOON,
      false,
    ],
    ['on a Friday on a Friday', { windows: [{ days: 'd5', from: '00:00', to: '23:59' }], startOn: null, endOn: null }, NOON, true],
    ['in the night of a workday', { windows: night, startOn: null, endOn: null }, moment('2026-11-20', '23:00'), true],
    [
      'in the night that began on a Friday, on Saturday',
      { windows: night, startOn: null, endOn: null },
      moment('2026-11-21', '05:59'),
      true,
    ],
    [
      'not in the night that began on a Sunday, on Monday',
      { windows: night, startOn: null, endOn: null },
      moment('2026-11-23', '05:59'),
      false,
    ],
    ['not on Saturday evening', { windows: night, startOn: null, endOn: null }, moment('2026-11-21', '22:00'), false],
  ])('%s', (_, fence, at, is) => expect(inForce(fence, at)).toBe(is))

  it('at the time of entering counts: outside of it nothing is told of the whole visit', () => {
    const off = fenceOf(row({ windows: [{ days: 'every', from: '13:00', to: '14:00' }], stayMinutes: 1, speedLimit: 20 }))
    expect(follow([...standing(0, 600, 0, 10, 50), [610, 400], [620, 500]], { fences: [off] }).sentences).toEqual([])
  })
  it('over when it leaves: what was told of its entering is told of its leaving', () => {
    const ends = fenceOf(row({ windows: [{ days: 'every', from: '11:00', to: '12:05' }] }))
    expect(follow([...standing(0, 600, 0), [610, 400], [620, 500]], { fences: [ends] }).sentences).toEqual([
      'enter 1 at 0, 0 m, 0 km/h',
      'leave 1 at 610, 400 m, 36 km/h, since 0, 610 s',
    ])
  })
})

describe('staying too long', () => {
  const five = { fences: [fenceOf(row({ stayMinutes: 5 }))] }
  it('is told once, at the minute it was too long', () =>
    expect(follow(standing(0, 900, 0), five).sentences).toEqual([
      'enter 1 at 0, 0 m, 0 km/h',
      'stay 1 at 300, 0 m, 0 km/h, since 0, 300 s',
    ]))
  it('is not told a second earlier', () =>
    expect(
      follow(
        [
          [0, 0],
          [10, 0],
          [299.999, 0],
        ],
        five,
      ).sentences,
    ).toEqual(['enter 1 at 0, 0 m, 36 km/h']))
  it('is told by the report of that very minute', () => expect(follow(standing(0, 300, 0), five).sentences).toHaveLength(2))
  it('is not told any more once it has left, where the place is still near', () => {
    const beside = Array.from({ length: 30 }, (_, i): Seen => [280 + i * 10, 300, 0, 300])
    expect(follow([...standing(0, 270, 0), ...beside], five).sentences).toEqual([
      'enter 1 at 0, 0 m, 0 km/h',
      'leave 1 at 280, 300 m, 0 km/h, since 0, 280 s',
    ])
  })
  it('is told again of the next visit', () =>
    expect(follow([...standing(0, 310, 0), ...standing(320, 330, 400), ...standing(340, 700, 0)], five).sentences).toEqual([
      'enter 1 at 0, 0 m, 0 km/h',
      'stay 1 at 300, 0 m, 0 km/h, since 0, 300 s',
      'leave 1 at 320, 400 m, 0 km/h, since 0, 320 s',
      'enter 1 at 340, 0 m, 0 km/h',
      'stay 1 at 640, 0 m, 0 km/h, since 340, 300 s',
    ]))
})

describe('too fast', () => {
  const limit = (more: Partial<FenceRow> = {}) => ({ fences: [fenceOf(row({ radius: 5000, speedLimit: 40, ...more }))] })
  const begun: Seen[] = standing(0, 10, 0)
  it('for ten seconds is told once, from when it began', () =>
    expect(follow([...begun, ...standing(20, 80, 0, 10, 41)], limit()).sentences.slice(1)).toEqual([
      'overspeed 1 at 20, 0 m, 41 km/h, since 0, 10 s',
    ]))
  it('also where it came in like that', () =>
    expect(follow(standing(0, 30, 0, 10, 60), limit()).sentences).toEqual([
      'enter 1 at 0, 0 m, 60 km/h',
      'overspeed 1 at 10, 0 m, 60 km/h, since 0, 10 s',
    ]))
  it('for less is not', () => expect(follow([...begun, [20, 0, 60], [29.999, 0, 60], [30, 0, 40]], limit()).sentences).toHaveLength(1))
  it('is not what is allowed', () => expect(follow([...begun, ...standing(20, 80, 0, 10, 40)], limit()).sentences).toHaveLength(1))
  it('again after it had slowed down is told again', () =>
    expect(
      follow([...begun, ...standing(20, 40, 0, 10, 50), [50, 0, 30], ...standing(60, 80, 0, 10, 60)], limit()).sentences.slice(1),
    ).toEqual(['overspeed 1 at 20, 0 m, 50 km/h, since 0, 10 s', 'overspeed 1 at 60, 0 m, 60 km/h, since 0, 10 s']))
  it.each<[string, string, Partial<FenceRow>, number]>([
    ['before ten in the evening', '2026-11-20T21:59:00+08:00', { nightSpeedLimit: 20 }, 1],
    ['after ten in the evening', '2026-11-20T22:00:00+08:00', { nightSpeedLimit: 20 }, 2],
    ['after midnight', '2026-11-20T00:00:00+08:00', { nightSpeedLimit: 20 }, 2],
    ['before six', '2026-11-20T05:58:00+08:00', { nightSpeedLimit: 20 }, 2],
    ['from six on', '2026-11-20T06:00:00+08:00', { nightSpeedLimit: 20 }, 1],
    ['at night without a limit for the night', '2026-11-20T23:00:00+08:00', {}, 1],
  ])('at 30 km/h %s', (_, from, more, n) =>
    expect(follow([...begun, ...standing(20, 50, 0, 10, 30)], { ...limit(more), noon: Date.parse(from) }).sentences).toHaveLength(n),
  )
  it('without a limit nothing is too fast', () =>
    expect(follow([...begun, ...standing(20, 80, 0, 10, 140)], limit({ speedLimit: null })).sentences).toHaveLength(1))
})

describe('driven through between two reports', () => {
  /** 1,005 m in eleven steps of 91 m: the third is the first inside. */
  const through = (seconds: number, more: Options = {}) =>
    follow(
      [
        [0, -502.5, 72],
        [seconds, 502.5, 72],
      ],
      more,
    ).sentences
  it('is told at the first place inside', () => expect(through(100)).toEqual(['cross 1 at 27.273, -228 m, 72 km/h']))
  it('five minutes apart is told, a moment more is not', () => {
    expect(through(300)).toEqual(['cross 1 at 81.818, -228 m, 72 km/h'])
    expect(through(300.001)).toEqual([])
  })
  it('is looked for in twenty places at most', () =>
    expect(
      follow([
        [0, -2450, 72],
        [200, 2450, 72],
      ]).sentences,
    ).toEqual(['cross 1 at 90, -245 m, 72 km/h']))
  it('faster than anybody drives is a jump of the receiver', () => {
    expect(through(16.76)).toHaveLength(1)
    expect(through(16.74)).toEqual([])
  })
  it('of less than two hundred metres is not looked at', () => {
    const small = { fences: [fenceOf(row({ radius: 50, bufferMeters: 15 }))] }
    expect(
      follow(
        [
          [0, -99, 36],
          [20, 99, 36],
        ],
        small,
      ).sentences,
    ).toEqual([])
    expect(
      follow(
        [
          [0, -101, 36],
          [20, 101, 36],
        ],
        small,
      ).sentences,
    ).toEqual(['cross 1 at 6.667, -34 m, 36 km/h'])
  })
  it('of a corridor, of a fence of others, and outside its hours is not told', () => {
    const corridor = fenceOf(row({ shape: 'corridor', points: `121.4,${LAT}\n121.6,${LAT}`, radius: null, width: 100 }))
    expect(through(100, { fences: [corridor] })).toEqual([])
    expect(through(100, { applies: () => false })).toEqual([])
    expect(through(100, { fences: [fenceOf(row({ windows: [{ days: 'every', from: '13:00', to: '14:00' }] }))] })).toEqual([])
  })
  it('is no crossing where it ended or began inside', () => {
    expect(
      follow([
        [0, -500, 72],
        [50, 0, 72],
      ]).sentences,
    ).toEqual([])
    expect(
      follow([
        [0, 0, 72],
        [50, 500, 72],
      ]).sentences,
    ).toEqual([])
  })
  it('from east to west as from south to north', () =>
    expect(
      follow([
        [0, 0, 72, 502.5],
        [100, 0, 72, -502.5],
      ]).sentences,
    ).toEqual(['cross 1 at 27.273, 0 m, 72 km/h']))
  it('is looked at to half a metre, where it began, ended and passed', () => {
    expect(
      follow([
        [0, -300.5, 72],
        [60, 300.5, 72],
      ]).sentences,
    ).toEqual(['cross 1 at 8.571, -215 m, 72 km/h'])
    const small = { fences: [fenceOf(row({ radius: 50, bufferMeters: 15 }))] }
    expect(
      follow(
        [
          [0, -150.5],
          [30, 148.5],
        ],
        small,
      ).sentences,
    ).toEqual(['cross 1 at 20, 49 m, 36 km/h'])
  })
  it('is none where it never left: from one side of the buffer to the other', () =>
    expect(
      follow([
        [0, 0],
        [10, 0],
        [20, -315],
        [60, 315],
      ]).sentences,
    ).toEqual(['enter 1 at 0, 0 m, 36 km/h']))
  it('is none while somebody is still taken to be inside', () =>
    expect(
      follow(
        [
          [0, 0],
          [10, 0],
          [20, 0],
          [70, -500, 72],
          [170, 500, 72],
        ],
        { fences: [fenceOf(row({ confirmFixes: 3 }))] },
      ).sentences,
    ).toEqual(['enter 1 at 0, 0 m, 36 km/h']))
  it('tells each fence once', () => {
    const two = [fenceOf(row()), fenceOf(row({ id: 2, radius: 100 }))]
    expect(through(100, { fences: two })).toEqual(['cross 1 at 27.273, -228 m, 72 km/h', 'cross 2 at 45.455, -46 m, 72 km/h'])
  })
})
