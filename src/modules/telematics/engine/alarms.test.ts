import { describe, expect, it } from 'vitest'
import { clearedByAnswer, confirmsByHand, cries, gradeOf, gradeOfBit, safetyScore } from '../alarms/alarm.rules.ts'
import { openAlarms, stepAlarms, type AlarmHappening, type AlarmState, type Handlings } from './alarms.rules.ts'
import type { Point } from './point.ts'

const REPEAT = 300_000
const OVERSPEED = 1
const SOS = 0
const point = (at: number, bits: readonly number[], speed = 30): Point => ({
  at,
  lng: 121.5,
  lat: 31.2,
  speed,
  status: 3,
  alarm: bits.reduce((word, bit) => word | (1 << bit), 0),
  odometer: null,
  located: true,
  temperatures: null,
})
const wordingOf = (a: AlarmHappening): string => `${a.bit}: ${a.from}–${a.to ?? ''}, ${a.times} times, up to ${a.maxSpeed} km/h`
function follow(points: readonly Point[], handled?: Handlings): { closed: string[]; open: string[] } {
  const state: AlarmState = {}
  const closed = points.flatMap((p) => stepAlarms(state, p, REPEAT, handled)).map(wordingOf)
  return { closed, open: openAlarms(state).map(wordingOf) }
}

describe('an alarm of a terminal', () => {
  it('is one from the first report with its bit to the first without', () =>
    expect(
      follow([point(0, []), point(10, [OVERSPEED], 90), point(20, [OVERSPEED], 120), point(30, [OVERSPEED], 95), point(40, [])]),
    ).toEqual({
      closed: ['1: 10–40, 3 times, up to 120 km/h'],
      open: [],
    }))
  it('is open as long as nobody said otherwise', () =>
    expect(follow([point(10, [OVERSPEED, 31])])).toEqual({
      closed: [],
      open: ['1: 10–, 1 times, up to 30 km/h', '31: 10–, 1 times, up to 30 km/h'],
    }))
  it('says where it began', () => {
    const state: AlarmState = {}
    stepAlarms(state, point(10, [OVERSPEED], 90), REPEAT)
    stepAlarms(state, { ...point(20, [OVERSPEED], 80), lng: 122 }, REPEAT)
    expect(openAlarms(state)).toEqual([
      { bit: 1, from: 10, last: 20, times: 2, lng: 121.5, lat: 31.2, speed: 90, maxSpeed: 90, located: true, to: null },
    ])
  })
  it('does not end because another one is there', () =>
    expect(follow([point(0, [1, 2]), point(10, [2]), point(20, [2])])).toEqual({
      closed: ['1: 0–10, 1 times, up to 30 km/h'],
      open: ['2: 0–, 3 times, up to 30 km/h'],
    }))
})

describe('an alarm that the terminal clears by itself', () => {
  it('goes on while it is cried again within the time, and ends with its last cry', () =>
    expect(follow([point(0, [SOS]), point(10, []), point(REPEAT, [SOS]), point(2 * REPEAT, []), point(2 * REPEAT + 1, [])])).toEqual({
      closed: [`0: 0–${REPEAT}, 2 times, up to 30 km/h`],
      open: [],
    }))
  it('is a new one after that time', () =>
    expect(follow([point(0, [SOS]), point(REPEAT + 1, [SOS])])).toEqual({
      closed: ['0: 0–0, 1 times, up to 30 km/h'],
      open: [`0: ${REPEAT + 1}–, 1 times, up to 30 km/h`],
    }))
  it.each<[string, number, boolean]>([
    ['handled between the two cries is a new one', 15, true],
    ['handled at the moment of the second', 20, true],
    ['handled at the moment of the first was not yet handled', 10, false],
    ['handled after the second', 21, false],
  ])('%s', (_, at, isNew) => {
    const handled = new Map([[SOS, [at]]])
    expect(follow([point(10, [SOS]), point(20, [SOS])], handled).closed).toEqual(isNew ? ['0: 10–10, 1 times, up to 30 km/h'] : [])
  })
  it('handled is not over by itself: only a new cry makes a new one', () =>
    expect(follow([point(10, [SOS]), point(20, [])], new Map([[SOS, [15]]]))).toEqual({
      closed: [],
      open: ['0: 10–, 1 times, up to 30 km/h'],
    }))
  it('is not touched by what was done to another', () =>
    expect(follow([point(10, [SOS]), point(20, [SOS])], new Map([[3, [15]]])).closed).toEqual([]))
})

describe('what an alarm is', () => {
  const all = Array.from({ length: 32 }, (_, bit) => bit)
  it.each<[string, (bit: number) => boolean, number[]]>([
    ['cleared by the terminal once it was answered', clearedByAnswer, [0, 3, 20, 21, 22, 27, 28, 31]],
    ['kept until a person confirms', (bit) => confirmsByHand(`b${bit}`), [0, 3, 20, 21, 22, 27, 28]],
    ['a cry', (bit) => cries(1 << bit), [0, 3, 20, 21, 22, 27, 28, 31]],
    ['severe', (bit) => gradeOfBit(bit) === 'severe', [0, 2, 26, 27, 28, 29, 30]],
    ['a notice', (bit) => gradeOfBit(bit) === 'notice', [4, 9, 10, 11, 12, 13, 14, 19, 20, 21, 24]],
  ])('%s', (_, is, bits) => expect(all.filter(is)).toEqual(bits))
  it.each([
    ['b2', 'severe'],
    ['b9', 'notice'],
    ['b1', 'normal'],
    ['fenceEnter', 'notice'],
    ['fenceLeave', 'notice'],
    ['fenceStay', 'normal'],
    ['fenceSpeed', 'normal'],
    ['routeDeviate', 'normal'],
    ['temperature', 'severe'],
    ['offline', 'normal'],
    ['spoofed', 'severe'],
    ['clock', 'notice'],
    ['somethingNew', 'normal'],
  ])('%s is %s', (kind, grade) => expect(gradeOf(kind)).toBe(grade))
  it('what the platform finds is confirmed by nobody at the terminal', () => expect(confirmsByHand('fenceEnter')).toBe(false))
})

describe('the safety of a day', () => {
  const quiet = { severe: 0, normal: 0, notice: 0, nightSeconds: 0, maxSpeed: 80 }
  it.each<[string, Partial<typeof quiet> | { maxSpeed: null }, number]>([
    ['nothing happened', {}, 100],
    ['nobody knows how fast', { maxSpeed: null }, 100],
    ['a severe one', { severe: 1 }, 92],
    ['a normal one', { normal: 1 }, 97],
    ['a notice', { notice: 1 }, 99],
    ['an hour of night less a second', { nightSeconds: 3599 }, 100],
    ['an hour of night', { nightSeconds: 3600 }, 98],
    ['three hours', { nightSeconds: 10_800 }, 94],
    ['120 km/h', { maxSpeed: 120 }, 100],
    ['121 km/h', { maxSpeed: 121 }, 90],
    ['everything at once', { severe: 2, normal: 3, notice: 4, nightSeconds: 7200, maxSpeed: 140 }, 57],
    ['never below nothing', { severe: 20 }, 0],
  ])('%s', (_, more, score) => expect(safetyScore({ ...quiet, ...more })).toBe(score))
})
