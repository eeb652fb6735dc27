import { describe, expect, test } from 'vitest'
import { fixOf, movesVehicle } from './fix.rules.ts'
import { BAD_CLOCK, LATE, SET_RIGHT } from '../../places/flags.ts'
import { clockFault, TerminalClock } from './clock.rules.ts'
import { wireTime } from '../../jt808/jt808.ts'
import { location } from '#tests/device.ts'

const NOW = Date.parse('2026-11-20T08:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Reports one after another, each so many minutes after the first, each with a clock that is off by so much; what is said of it. */
const said = (...reports: (readonly [minute: number, offset: number])[]) => {
  const clock = new TerminalClock()
  return reports.map(([minute, offset]) => {
    const at = NOW + minute * MINUTE
    const verdict = clock.judge(at + offset, at)
    return [verdict.kind, clock.news(at)?.kind ?? null]
  })
}

describe('a clock', () => {
  test.each([
    [0, 'right'],
    [9 * MINUTE, 'right'],
    [-40 * 60 * MINUTE, 'right'],
    [20 * MINUTE, 'ahead'],
    [400 * 24 * HOUR, 'ahead'],
    [Date.parse('2000-01-01') - NOW, 'ancient'],
    [-1024 * 7 * 24 * HOUR, 'ancient'],
    [Date.parse('2011-05-05') - NOW, 'ancient'],
    [-181 * 24 * HOUR, 'ancient'],
    // In a garage for five months, with what it kept.
    [-150 * 24 * HOUR, 'right'],
  ])('off by %i ms is %s', (offset, kind) => expect(said([0, offset])).toEqual([[kind, null]]))
  test('is told as wrong after two minutes of it, once, and as right at once', () =>
    expect(said([0, 20 * MINUTE], [1, 20 * MINUTE], [2, 20 * MINUTE], [3, 21 * MINUTE], [4, 0], [5, 0])).toEqual([
      ['ahead', null],
      ['ahead', null],
      ['ahead', 'ahead'],
      ['ahead', null],
      ['right', 'right'],
      ['right', null],
    ]))
  test('without a time until the first fix is nobody’s trouble', () =>
    expect(said([0, Date.parse('2000-01-01') - NOW], [1, Date.parse('2000-01-01') - NOW], [1.5, 0])).toEqual([
      ['ancient', null],
      ['ancient', null],
      ['right', null],
    ]))
  test('eight hours behind is UTC when it stays so, and late data when it does not', () => {
    expect(said([0, -8 * HOUR], [0.5, -8 * HOUR], [1, -8 * HOUR - 900], [2, -8 * HOUR])).toEqual([
      ['right', null],
      ['right', null],
      ['utc', 'utc'],
      ['utc', null],
    ])
    // Kept for eight hours and sent as fast as it goes: what is behind becomes less.
    expect(said([0, -8 * HOUR], [0.5, -7.95 * HOUR], [1, -7.9 * HOUR], [2, -7.8 * HOUR]).map(([kind]) => kind)).toEqual(
      Array(4).fill('right'),
    )
  })
  test.each([
    [{ kind: 'ahead', offset: 20 * MINUTE }, '上报时间 2026-11-20 16:20:00，比平台快 20 分钟'],
    [{ kind: 'ahead', offset: 50 * HOUR }, '上报时间 2026-11-20 16:20:00，比平台快约 2 天'],
    [{ kind: 'ancient', offset: -57 * 365.25 * 24 * HOUR }, '上报时间 2026-11-20 16:20:00，比平台慢约 57 年'],
    [{ kind: 'utc', offset: -8 * HOUR }, '按世界时（UTC）上报，比北京时间慢 8 小时'],
    [{ kind: 'none', offset: null }, '上报的时间「2026-11-20 16:20:00」不是有效时间'],
    [{ kind: 'right', offset: 0 }, null],
  ] as const)('%o is said so', (verdict, words) => expect(clockFault(verdict, '2026-11-20 16:20:00')).toBe(words))
})

describe('a report', () => {
  const clock = new TerminalClock()
  const fix = (time: string, more: { late?: boolean; buffered?: boolean } = {}) =>
    fixOf(location({ time }), { terminal: 1, receivedAt: NOW, serial: 1, late: more.late ?? false, clock, ...more })
  test('of a wrong clock stands at its receipt, moves the vehicle and says what was sent', () => {
    const report = fix(wireTime(NOW + 20 * MINUTE))
    expect(report).toMatchObject({ at: NOW, flags: SET_RIGHT, sentTime: wireTime(NOW + 20 * MINUTE) })
    expect(movesVehicle(report)).toBe(true)
  })
  test('that was kept is set right by what the clock was found to be off', () =>
    expect(fix(wireTime(NOW + 15 * MINUTE), { late: true })).toMatchObject({ at: NOW - 5 * MINUTE, flags: SET_RIGHT | LATE }))
  test('that was kept by a clock nobody has judged says no time', () => {
    const report = fixOf(location({ time: '2000-01-01 00:10:00' }), { terminal: 1, receivedAt: NOW, serial: 1, late: true })
    expect(report).toMatchObject({ at: NOW, flags: BAD_CLOCK | LATE })
    expect(movesVehicle(report)).toBe(false)
  })
  test('that comes alone and is older than ten minutes is late', () => {
    const of = (age: number) => fixOf(location({ at: NOW - age }), { terminal: 1, receivedAt: NOW, serial: 1, late: false }).flags
    expect([of(0), of(9 * MINUTE), of(11 * MINUTE)]).toEqual([0, 0, LATE])
  })
})
