import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FenceIndex, fenceOf, outsideBy, type Fence, type FenceRow } from '../fences/fence.shape.rules.ts'
import { newState, run, type EngineRules, type EngineState, type Outcome } from './engine.rules.ts'
import type { Point } from './point.ts'
import { kindOf, numberOf, slotOf, switchOf } from '../cold/channel.rules.ts'
import { excursionOf, noReadings, stepTemperature, type Excursion, type Policy } from './temperature.rules.ts'

const T0 = Date.parse('2026-11-20T01:00:00Z')
const row = (more: Partial<FenceRow>): FenceRow => ({
  id: 1,
  name: '仓库',
  shape: 'circle',
  points: '121.5,31.2',
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
const rulesOf = (fences: Fence[], policy?: Policy): EngineRules => ({
  index: new FenceIndex(fences),
  fences: new Map(fences.map((f) => [f.id, f])),
  applies: () => true,
  policies: new Map(policy ? [[1, policy]] : []),
  repeatMs: 300_000,
})
const policy: Policy = {
  id: 1,
  lowest: 20,
  highest: 80,
  hysteresis: 5,
  minMs: 300_000,
  noDataMs: 600_000,
  maxSpread: null,
  warnMargin: 0,
  doorMs: 0,
  requireCargo: false,
}

/** Steps of a drive: seconds since the point before, metres east and north, alarm word, temperature. */
const journey = fc
  .array(
    fc.record({
      s: fc.integer({ min: 1, max: 900 }),
      e: fc.integer({ min: -900, max: 900 }),
      n: fc.integer({ min: -900, max: 900 }),
      alarm: fc.constantFrom(0, 0, 0, 1, 2, 6, 1 << 20),
      t: fc.option(fc.integer({ min: -50, max: 150 })),
      fix: fc.integer({ min: 0, max: 9 }),
    }),
    { minLength: 2, maxLength: 150 },
  )
  .map((steps) => {
    let [at, lng, lat, odometer] = [T0, 121.5, 31.2, 1000]
    return steps.map((s): Point => {
      const metres = Math.hypot(s.e, s.n)
      at += s.s * 1000
      lng += s.e / 95_000
      lat += s.n / 111_195
      odometer += Math.round(metres)
      return {
        at,
        lng,
        lat,
        speed: Math.min(120, Math.round((metres / s.s) * 3.6)),
        status: 3,
        alarm: s.alarm,
        odometer,
        located: s.fix > 0,
        temperatures: s.t === null ? null : [s.t],
      }
    })
  })
const fences = [
  fenceOf(row({})),
  fenceOf(
    row({
      id: 2,
      name: '区',
      shape: 'polygon',
      points: '121.49,31.19\n121.52,31.19\n121.52,31.21\n121.49,31.21',
      radius: null,
      speedLimit: 40,
      stayMinutes: 5,
    }),
  ),
]
const settled = (o: Outcome) => ({
  segments: o.segments,
  fences: o.fences.map(({ fence, ...rest }) => ({ fence: fence.id, ...rest })),
  alarms: o.alarms,
  excursions: o.excursions,
  readings: o.readings,
  days: o.days,
})

describe('the fold', () => {
  it('gives the same for the same reports, however they are cut into runs (invariant 7)', () => {
    fc.assert(
      fc.property(journey, fc.integer({ min: 1, max: 40 }), (points, size) => {
        const whole = run(newState(), points, rulesOf(fences, policy))
        const state = newState()
        const parts: Outcome[] = []
        for (let i = 0; i < points.length; i += size) {
          // As stored and loaded between runs.
          Object.assign(state, JSON.parse(JSON.stringify(state)))
          parts.push(run(state, points.slice(i, i + size), rulesOf(fences, policy)))
        }
        const last = parts.at(-1)!
        expect(parts.flatMap((p) => settled(p).fences)).toEqual(settled(whole).fences)
        expect(parts.flatMap((p) => p.segments.filter((s) => s.to !== null))).toEqual(whole.segments.filter((s) => s.to !== null))
        expect(last.segments.filter((s) => s.to === null)).toEqual(whole.segments.filter((s) => s.to === null))
        expect(parts.flatMap((p) => p.alarms.filter((a) => a.to !== null))).toEqual(whole.alarms.filter((a) => a.to !== null))
        expect(parts.flatMap((p) => p.excursions.filter((e) => e.to !== null))).toEqual(whole.excursions.filter((e) => e.to !== null))
        expect(last.days.at(-1)).toEqual(whole.days.at(-1))
      }),
    )
  })
  it('folded again from the beginning of a day is what it was (late data)', () => {
    fc.assert(
      fc.property(journey, (points) => {
        const whole = run(newState(), points, rulesOf(fences, policy))
        for (const start of whole.starts) {
          const again = run(structuredClone(start.state), points, rulesOf(fences, policy))
          expect(again.days.at(-1)).toEqual(whole.days.at(-1))
          expect(settled(again).fences).toEqual(settled(whole).fences.slice(settled(whole).fences.length - again.fences.length))
        }
      }),
    )
  })
  it('says of each place what it is, whatever links said of it and in whatever order they came', () => {
    const reports = fc.array(fc.record({ s: fc.integer({ min: 1, max: 1500 }), away: fc.boolean(), said: fc.boolean(), rank: fc.nat() }), {
      minLength: 2,
      maxLength: 40,
    })
    const judged = (points: readonly Point[], flags: Map<number, boolean>, state = newState()) => {
      for (const { serial, jump } of run(state, points, rulesOf([])).judged) flags.set(serial, jump)
      return state
    }
    fc.assert(
      fc.property(reports, fc.integer({ min: 1, max: 7 }), (steps, size) => {
        let at = T0
        const points = steps.map(({ s, away, said }, serial): Point => {
          at += s * 1000
          const row = { terminal: 1, serial, jump: said }
          return {
            at,
            lng: away ? 116.4 : 121.5,
            lat: 31.2,
            speed: 0,
            status: 3,
            alarm: 0,
            odometer: null,
            located: true,
            temperatures: null,
            row,
          }
        })
        const said = (flags: Map<number, boolean>, p: Point): Point => ({ ...p, row: { ...p.row!, jump: flags.get(p.row!.serial)! } })
        const inOrder = new Map(points.map((p) => [p.row!.serial, false]))
        judged(
          points.map((p) => said(inOrder, p)),
          inOrder,
        )

        const shuffled = new Map(points.map((p) => [p.row!.serial, p.row!.jump]))
        const arriving = points.toSorted((a, b) => steps[a.row!.serial]!.rank - steps[b.row!.serial]!.rank)
        const stored: Point[] = []
        let state = newState()
        for (let i = 0; i < arriving.length; i += size) {
          const batch = arriving.slice(i, i + size)
          stored.push(...batch)
          const late = batch.some((p) => p.at <= state.at)
          const from = late ? newState() : (JSON.parse(JSON.stringify(state)) as EngineState)
          const sorted = stored.toSorted((a, b) => a.at - b.at).filter((p) => p.at > from.at)
          state = judged(
            sorted.map((p) => said(shuffled, p)),
            shuffled,
            from,
          )
        }
        expect(shuffled).toEqual(inOrder)
      }),
    )
  })
  it('ignores what it has seen (invariant 6)', () => {
    fc.assert(
      fc.property(journey, (points) => {
        const state = newState()
        run(state, points, rulesOf(fences, policy))
        const again = run(state, points, rulesOf(fences, policy))
        expect([again.fences, again.readings, again.segments.filter((s) => s.to !== null)]).toEqual([[], [], []])
      }),
    )
  })
})

describe('trips and stops', () => {
  it('follow each other without a hole or an overlap (invariant 9)', () => {
    fc.assert(
      fc.property(journey, (points) => {
        const located = points.filter((p) => p.located)
        const { segments } = run(newState(), points, rulesOf([]))
        if (located.length === 0) {
          expect(segments).toEqual([])
          return
        }
        expect(segments[0]!.from).toBe(located[0]!.at)
        for (let i = 1; i < segments.length; i++) expect(segments[i]!.from).toBe(segments[i - 1]!.to)
        expect(segments.at(-1)!.to).toBe(null)
        expect(segments.every((s) => s.to === null || s.to >= s.from)).toBe(true)
      }),
    )
  })
  it('drive no farther than the day (invariant 9)', () => {
    fc.assert(
      fc.property(journey, (points) => {
        const out = run(newState(), points, rulesOf([]))
        const trips = out.segments.filter((s) => s.kind !== 'gap').reduce((sum, s) => sum + s.gps, 0)
        expect(trips).toBeLessThanOrEqual(out.days.reduce((sum, d) => sum + d.gps, 0) + 1e-6)
      }),
    )
  })
  it('are counted by the days, each once, also the one that goes on: a day with a way has a trip', () => {
    fc.assert(
      fc.property(journey, (points) => {
        const out = run(newState(), points, rulesOf([]))
        const days = new Map(out.days.map((d) => [d.day, d]))
        for (const [kind, counted] of [
          ['trip', 'trips'],
          ['stop', 'stops'],
        ] as const)
          expect([...days.values()].reduce((sum, d) => sum + d[counted], 0)).toBe(out.segments.filter((s) => s.kind === kind).length)
      }),
    )
  })
  const at = (s: number, east: number, speed: number): Point => ({
    at: T0 + s * 1000,
    lng: 121.5 + east / 95_000,
    lat: 31.2,
    speed,
    status: 3,
    alarm: 0,
    odometer: null,
    located: true,
    temperatures: null,
  })
  it('a jam of four minutes is no stop, one of six is', () => {
    const drive = (from: number, seconds: number, east: number) =>
      Array.from({ length: seconds / 10 }, (_, i) => at(from + i * 10, east + i * 100, 36))
    const stand = (from: number, seconds: number, east: number) =>
      Array.from({ length: seconds / 10 }, (_, i) => at(from + i * 10, east, 0))
    const kinds = (jam: number) =>
      run(
        newState(),
        [...stand(0, 600, 0), ...drive(600, 600, 0), ...stand(1200, jam, 6000), ...drive(1200 + jam, 600, 6000)],
        rulesOf([]),
      ).segments.map((s) => s.kind)
    expect(kinds(240)).toEqual(['stop', 'trip'])
    expect(kinds(360)).toEqual(['stop', 'trip', 'stop', 'trip'])
  })
  it('a terminal that slept where the vehicle stood was not driving meanwhile; one that was silent on the way was', () => {
    const day = (east: number) =>
      run(newState(), [at(0, 0, 0), at(10, 0, 0), at(3000, east, 30), at(3010, east + 100, 36)], rulesOf([])).days[0]!.drivingMs / 1000
    expect(day(40)).toBe(10)
    expect(day(20_000)).toBe(3000)
  })
  it('a drifting receiver makes no trip and no metre', () => {
    const out = run(
      newState(),
      Array.from({ length: 500 }, (_, i) => at(i * 10, (i * 37) % 25, 0)),
      rulesOf([]),
    )
    expect(out.segments).toHaveLength(1)
    expect(out.days[0]!.gps).toBe(0)
  })
})

describe('fences', () => {
  it('are entered and left in turn, beginning with entering (invariant 12)', () => {
    fc.assert(
      fc.property(journey, (points) => {
        const happened = run(newState(), points, rulesOf(fences)).fences
        for (const fence of fences) {
          const turns = happened.filter((h) => h.fence.id === fence.id && (h.kind === 'enter' || h.kind === 'leave'))
          expect(turns.every((h, i) => h.kind === (i % 2 === 0 ? 'enter' : 'leave'))).toBe(true)
          expect(turns.every((h) => h.dwellMs === null || h.dwellMs >= 0)).toBe(true)
        }
      }),
    )
  })
  it('say nothing of somebody who jitters between the line and its buffer (invariant 13)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 29 }), { minLength: 5, maxLength: 60 }), fc.boolean(), (metres, startsInside) => {
        const points = [...(startsInside ? [0, 0, 0] : [900, 900, 900]), ...metres.map((m) => 300 + m)].map((d, i): Point => ({
          at: T0 + i * 10_000,
          lng: 121.5,
          lat: 31.2 + d / 111_195,
          speed: 0,
          status: 3,
          alarm: 0,
          odometer: null,
          located: true,
          temperatures: null,
        }))
        expect(run(newState(), points, rulesOf([fences[0]!])).fences.map((h) => h.kind)).toEqual(startsInside ? ['enter'] : [])
      }),
    )
  })
  it('a circle is a polygon of many sides (invariant 14), and the corner it begins with does not matter (invariant 15)', () => {
    const circle = fenceOf(row({}))
    const corners = Array.from({ length: 64 }, (_, i) => ({
      lng: 121.5 + (Math.cos((i / 32) * Math.PI) * 300) / (111_195 * Math.cos((31.2 * Math.PI) / 180)),
      lat: 31.2 + (Math.sin((i / 32) * Math.PI) * 300) / 111_195,
    }))
    const text = (list: typeof corners) => list.map((p) => `${p.lng.toFixed(7)},${p.lat.toFixed(7)}`).join('\n')
    fc.assert(
      fc.property(
        fc.integer({ min: -700, max: 700 }),
        fc.integer({ min: -700, max: 700 }),
        fc.integer({ min: 0, max: 63 }),
        fc.boolean(),
        (e, n, turn, reverse) => {
          const p = { lng: 121.5 + e / 95_100, lat: 31.2 + n / 111_195 }
          const turned = [...corners.slice(turn), ...corners.slice(0, turn)]
          const polygon = fenceOf(row({ shape: 'polygon', points: text(reverse ? turned.toReversed() : turned), radius: null }))
          expect(Math.abs(outsideBy(polygon, p) - outsideBy(circle, p))).toBeLessThan(2)
        },
      ),
    )
  })
  it('that were passed through between two reports are told as crossed', () => {
    const through = (seconds: number) =>
      [-2000, -1500, 1500, 2000].map((e, i): Point => ({
        at: T0 + i * seconds * 1000,
        lng: 121.5 + e / 95_100,
        lat: 31.2,
        speed: 90,
        status: 3,
        alarm: 0,
        odometer: null,
        located: true,
        temperatures: null,
      }))
    const kindsAfter = (seconds: number) => run(newState(), through(seconds), rulesOf([fences[0]!])).fences.map((h) => h.kind)
    expect(kindsAfter(60)).toEqual(['cross'])
    // A jump of the receiver: nobody drives three kilometres in ten seconds.
    expect(kindsAfter(10)).toEqual([])
  })
  it('the index finds whom asking every fence finds', () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      fenceOf(
        row({
          id: i + 1,
          points: `${(121.3 + (i % 10) * 0.04).toFixed(4)},${(31.1 + Math.floor(i / 10) * 0.03).toFixed(4)}`,
          radius: 100 + i * 60,
        }),
      ),
    )
    const index = new FenceIndex(many)
    fc.assert(
      fc.property(fc.double({ min: 121.2, max: 121.8, noNaN: true }), fc.double({ min: 31, max: 31.4, noNaN: true }), (lng, lat) => {
        const inside = (list: Fence[]) =>
          list
            .filter((f) => outsideBy(f, { lng, lat }) <= f.buffer)
            .map((f) => f.id)
            .toSorted((a, b) => a - b)
        expect(inside(index.near({ lng, lat }))).toEqual(inside(many))
      }),
    )
  })
})

/** A report of a vehicle that stands, with nothing measured. */
const STILL: Point = { at: 0, lng: 121.5, lat: 31.2, speed: 0, status: 3, alarm: 0, odometer: null, located: true, temperatures: null }

describe('channels', () => {
  const door = switchOf('door', 2, null)
  const machine = switchOf('reefer', 1, 'aircon')
  const read = (points: readonly Partial<Point>[], switches: EngineRules['switches'] = [door, machine]): unknown[] =>
    run(
      newState(),
      points.map((p, i) => ({ ...STILL, at: T0 + i * 30_000, ...p })),
      { ...rulesOf([]), switches: switches ?? [] },
    ).readings.map((r) => [r.sensorNo, (r.at - T0) / 1000, r.value])

  it('of switches are read where something is wired, and only from reports that say it', () => {
    expect(read([{ status: 3 | (1 << 14), vehicleSignals: 1 << 9 }, { status: 3 | (1 << 13), vehicleSignals: 1 }, { io: 4 }])).toEqual([
      [22, 0, 1],
      [31, 0, 1],
      [22, 30, 0],
      [31, 30, 0],
      [22, 60, 0],
    ])
    expect(read([{ status: 3 | (1 << 14), vehicleSignals: 1 << 9 }], [])).toEqual([])
  })
  it('stand beside each other under numbers of their own', () => {
    expect(read([{ temperatures: [40, null], humidities: [650] }])).toEqual([
      [1, 0, 40],
      [2, 0, null],
      [11, 0, 650],
      [22, 0, 0],
    ])
  })
  it('do not mix in the distance between probes', () => {
    const wide: Policy = { ...policy, lowest: -1000, highest: 1000, maxSpread: 30 }
    const points = Array.from({ length: 20 }, (_, i): Point => ({
      ...STILL,
      at: T0 + i * 30_000,
      temperatures: [40, 50],
      humidities: [600, 700],
    }))
    const judged = (slots: readonly number[]): unknown[] =>
      run(newState(), points, { ...rulesOf([]), policies: new Map(slots.map((n) => [n, wide])) }).excursions.map((e) => [
        e.kind,
        e.sensorNo,
        e.peak,
      ])
    expect(judged([1, 2])).toEqual([])
    expect(judged([11, 12])).toEqual([['spread', 11, 100]])
  })
  it('are numbered without two of them meeting, and the number says which it is', () => {
    const all = (['temperature', 'humidity', 'door', 'reefer'] as const).flatMap((kind) =>
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [kind, n] as const),
    )
    expect(new Set(all.map(([kind, n]) => slotOf(kind, n))).size).toBe(all.length)
    for (const [kind, n] of all) expect([kindOf(slotOf(kind, n)), numberOf(slotOf(kind, n))]).toEqual([kind, n])
  })
})

describe('temperatures', () => {
  const series = fc
    .array(fc.tuple(fc.integer({ min: 10, max: 500 }), fc.integer({ min: -20, max: 130 })), { minLength: 1, maxLength: 80 })
    .map((steps) => {
      let at = T0
      return steps.map(([s, value]) => ({ at: (at += s * 1000), value }))
    })
  const fold = (readings: { at: number; value: number }[], p: Policy): Excursion[] => {
    const state = noReadings()
    const ended = readings.flatMap((r) => stepTemperature(state, r.at, r.value, p))
    const open = excursionOf(state, p)
    return open ? [...ended, open] : ended
  }
  const flat: Policy = { ...policy, hysteresis: 0, noDataMs: 3_600_000 }
  /** Slow: every maximal row of readings on one side of the range that lasts long enough. */
  function slow(readings: { at: number; value: number }[], p: Policy): { kind: string; from: number; to: number | null }[] {
    const side = (v: number): string | null => (v > p.highest ? 'high' : v < p.lowest ? 'low' : null)
    const excursions: { kind: string; from: number; to: number | null }[] = []
    for (let i = 0; i < readings.length;) {
      const kind = side(readings[i]!.value)
      let j = i
      while (j < readings.length && side(readings[j]!.value) === kind) j++
      if (kind && readings[j - 1]!.at - readings[i]!.at >= p.minMs)
        excursions.push({ kind, from: readings[i]!.at, to: readings[j]?.at ?? null })
      i = j
    }
    return excursions
  }
  it('are told exactly when they were out of range for long enough (invariant 18)', () => {
    fc.assert(
      fc.property(series, (readings) => {
        expect(fold(readings, flat).map(({ kind, from, to }) => ({ kind, from, to }))).toEqual(slow(readings, flat))
      }),
    )
  })
  it('shifted together with their limits give the same excursions (invariant 19)', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: -300, max: 300 }), (readings, c) => {
        const shifted = fold(
          readings.map((r) => ({ ...r, value: r.value + c })),
          { ...policy, lowest: policy.lowest + c, highest: policy.highest + c },
        )
        expect(shifted.map(({ kind, from, to, area }) => ({ kind, from, to, area }))).toEqual(
          fold(readings, policy).map(({ kind, from, to, area }) => ({ kind, from, to, area })),
        )
      }),
    )
  })
  it('of humidity are judged alike: shifted together with their limits they give the same excursions (invariant 19)', () => {
    const wet = (readings: { at: number; value: number }[], p: Policy): unknown[] =>
      run(
        newState(),
        readings.map(({ at, value }): Point => ({ ...STILL, at, humidities: [value] })),
        { ...rulesOf([]), policies: new Map([[slotOf('humidity', 1), p]]) },
      ).excursions.map(({ kind, sensorNo, from, to, area }) => ({ kind, sensorNo, from, to, area }))
    fc.assert(
      fc.property(series, fc.integer({ min: -300, max: 300 }), (readings, c) => {
        const shifted = readings.map((r) => ({ ...r, value: r.value + c }))
        const excursions = wet(shifted, { ...policy, lowest: policy.lowest + c, highest: policy.highest + c })
        expect(excursions).toEqual(wet(readings, policy))
        expect(excursions).toEqual(
          fold(readings, policy)
            .toSorted((a, b) => Number(a.to === null) - Number(b.to === null))
            .map(({ kind, from, to, area }) => ({ kind, sensorNo: 11, from, to, area })),
        )
      }),
    )
  })
  it('never overlap, and one at most is open (invariant 17)', () => {
    fc.assert(
      fc.property(series, (readings) => {
        const excursions = fold(readings, { ...policy, noDataMs: 400_000 }).toSorted((a, b) => a.from - b.from)
        expect(excursions.filter((e) => e.to === null).length).toBeLessThanOrEqual(1)
        for (let i = 1; i < excursions.length; i++) expect(excursions[i]!.from).toBeGreaterThanOrEqual(excursions[i - 1]!.to ?? Infinity)
      }),
    )
  })

  const DOOR = 1 << 13
  const LOADED = 1 << 8
  /** Every half minute: the values of the probes and what else the status says. */
  const hold = (rows: readonly (readonly [values: readonly number[], status?: number])[]): Point[] =>
    rows.map(([temperatures, status = 0], i) => ({
      at: T0 + i * 30_000,
      lng: 121.5,
      lat: 31.2,
      speed: 0,
      status: 3 | status,
      alarm: 0,
      odometer: null,
      located: true,
      temperatures,
    }))
  const times = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one)
  const judge = (points: Point[], p: Policy, sensors = [1, 2]): Outcome =>
    run(newState(), points, { ...rulesOf([]), policies: new Map(sensors.map((n) => [n, p])) })
  const brief = (o: Outcome): unknown[] =>
    o.excursions.map((e) => [e.kind, e.sensorNo, (e.from - T0) / 1000, e.to === null ? null : (e.to - T0) / 1000, e.peak])

  it('of two probes that drift apart are one excursion of the first, until they are clearly together again', () => {
    const wide: Policy = { ...policy, maxSpread: 30 }
    const apart = hold([
      ...times(4, [[40, 50]] as const),
      ...times(12, [[30, 65]] as const),
      ...times(4, [[30, 58]] as const),
      ...times(4, [[40, 50]] as const),
    ])
    // 2.8 ℃ apart is within 3.0, but not by the hysteresis of 0.5.
    expect(brief(judge(apart, wide))).toEqual([['spread', 1, 120, 600, 35]])
    expect(brief(judge(apart, policy))).toEqual([])
    expect(brief(judge(apart.slice(0, 12), wide))).toEqual([])
    expect(brief(judge(apart.slice(0, 16), wide))).toEqual([['spread', 1, 120, null, 35]])
  })
  it('do not count time with an open door, for as long as the policy allows and no longer', () => {
    const patient: Policy = { ...policy, doorMs: 240_000 }
    const unloading = (open: number, shut: number): Outcome =>
      judge(hold([[[50]], ...times(open, [[90], DOOR] as const), ...times(shut, [[90]] as const), [[50]]]), patient, [1])
    // Four minutes of the six were with an open door; two are not five.
    expect(brief(unloading(8, 4))).toEqual([])
    expect(brief(judge(hold([[[50]], ...times(12, [[90]] as const), [[50]]]), patient, [1]))).toHaveLength(1)
    const long = unloading(20, 0)
    expect(brief(long)).toEqual([['high', 1, 30, 630, 90]])
    expect(long.excursions[0]).toMatchObject({ confirmedAt: T0 + 30_000 + 540_000, doorMs: 600_000 })
  })
  it('of an empty hold are not judged when the policy is about cargo, and end when the cargo is out', () => {
    const careful: Policy = { ...policy, requireCargo: true }
    const rows = (load: number): Point[] => hold([...times(14, [[90], load] as const), ...times(4, [[90]] as const)])
    expect(brief(judge(rows(0), careful, [1]))).toEqual([])
    expect(brief(judge(rows(LOADED), careful, [1]))).toEqual([['high', 1, 0, 420, 90]])
    expect(brief(judge(rows(0), policy, [1]))).toEqual([['high', 1, 0, null, 90]])
  })
  it('near a limit warn and are no excursion', () => {
    const warning: Policy = { ...policy, warnMargin: 10 }
    expect([
      judge(hold([[[50, 75]]]), warning).near,
      judge(hold([[[25, 50]]]), warning).near,
      judge(hold([[[50, 75]], [[50, 70]]]), warning).near,
      judge(hold([[[50, 75]]]), policy).near,
    ]).toEqual([[2], [1], [], []])
    expect(judge(hold(times(20, [[75, 75]] as const)), warning).excursions).toEqual([])
  })
})
