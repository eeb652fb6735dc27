import { describe, expect, it } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { dayMileage, noDay, stepDay, type DayState } from './day.rules.ts'
import type { Point } from './point.ts'

const ON = day('2026-11-20')
/** A moment of Shanghai. */
const at = (time: string): number => Date.parse(`2026-11-20T${time}+08:00`)
const point = (when: number, more: Partial<Point> = {}): Point => ({
  at: when,
  lng: 121.5,
  lat: 31.2,
  speed: 50,
  status: 3,
  alarm: 0,
  odometer: null,
  located: true,
  temperatures: null,
  ...more,
})
const way = (metres: number, drivingMs = 0, idleMs = 0) => ({ metres, drivingMs, idleMs })
function lived(steps: readonly [Point, ReturnType<typeof way>][]): DayState {
  const state = noDay(ON)
  for (const [p, step] of steps) stepDay(state, p, step)
  return state
}

describe('a day of a vehicle', () => {
  it('begins with nothing', () =>
    expect(noDay(ON)).toEqual({
      day: ON,
      gps: 0,
      odometerFrom: null,
      odometerTo: null,
      odometerFell: false,
      drivingMs: 0,
      idleMs: 0,
      nightMs: 0,
      onlineMs: 0,
      maxSpeed: 0,
      points: 0,
      trips: 0,
      stops: 0,
      lastAt: null,
    }))
  it('adds up ways and times', () =>
    expect(
      lived([
        [point(at('08:00:00.000'), { odometer: 100 }), way(0)],
        [point(at('08:05:00.000'), { odometer: 600, speed: 70 }), way(500, 300_000)],
        [point(at('08:10:00.000'), { odometer: 600, speed: 0 }), way(0, 0, 300_000)],
      ]),
    ).toMatchObject({
      gps: 500,
      drivingMs: 300_000,
      idleMs: 300_000,
      nightMs: 0,
      onlineMs: 600_000,
      maxSpeed: 70,
      points: 3,
      odometerFrom: 100,
      odometerTo: 600,
      odometerFell: false,
      lastAt: at('08:10:00.000'),
    }))
  it.each([
    ['05:59:59.999', 60_000],
    ['06:00:00.000', 0],
    ['21:59:59.999', 0],
    ['22:00:00.000', 60_000],
    ['23:59:00.000', 60_000],
    ['00:00:00.000', 60_000],
    ['12:00:00.000', 0],
  ])('driving at %s is driving at night for %i ms', (time, nightMs) =>
    expect(lived([[point(at(time)), way(1000, 60_000)]]).nightMs).toBe(nightMs),
  )
  it.each([
    ['ten minutes apart', '08:10:00.000', 600_000],
    ['a moment more', '08:10:00.001', 0],
  ])('reports %s show that it was online: %s', (_, second, onlineMs) =>
    expect(
      lived([
        [point(at('08:00:00.000')), way(0)],
        [point(at(second)), way(0)],
      ]).onlineMs,
    ).toBe(onlineMs),
  )
  it('knows no speed of a receiver without a place', () =>
    expect(
      lived([
        [point(at('08:00:00.000'), { speed: 40 }), way(0)],
        [point(at('08:01:00.000'), { speed: 240, located: false }), way(0)],
        [point(at('08:02:00.000'), { speed: 30 }), way(0)],
      ]).maxSpeed,
    ).toBe(40))
  it.each<[string, (number | null)[], Pick<DayState, 'odometerFrom' | 'odometerTo' | 'odometerFell'>]>([
    ['that falls says so', [500, 400, 900], { odometerFrom: 500, odometerTo: 900, odometerFell: true }],
    ['that stands does not', [500, 500], { odometerFrom: 500, odometerTo: 500, odometerFell: false }],
    ['that is silent at times', [null, 500, null, 700, null], { odometerFrom: 500, odometerTo: 700, odometerFell: false }],
  ])('a counter %s', (_, odometers, says) =>
    expect(lived(odometers.map((odometer, i) => [point(at('08:00:00.000') + i * 1000, { odometer }), way(0)]))).toMatchObject(says),
  )
  it('takes the counter for its way where it agrees with the track', () =>
    expect(
      dayMileage(
        lived([
          [point(at('08:00:00.000'), { odometer: 0 }), way(0)],
          [point(at('08:05:00.000'), { odometer: 1100 }), way(1000)],
        ]),
      ),
    ).toEqual({ distance: 1100, method: 'odometer', odometer: 1100 }))
})
