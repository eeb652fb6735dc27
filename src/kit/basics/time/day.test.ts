import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { fakeClock, systemClock } from './clock.ts'
import {
  addDays,
  addMonths,
  compareDays,
  day,
  dayOf,
  daysBetween,
  daysInMonth,
  eachDay,
  endOfMonth,
  instantAt,
  isDay,
  isLeap,
  maxDay,
  minDay,
  parseDay,
  startOfMonth,
  timeOf,
  weekday,
} from './day.ts'

// A hundred thousand cases take longer than the usual patience with one test.
if (process.env.DEEP) vi.setConfig({ testTimeout: 1_800_000 })

const numRuns = process.env.DEEP ? 100_000 : 2_000
const anyDay = fc.integer({ min: -100_000, max: 100_000 }).map((n) => addDays(day('2000-01-01'), n))

const zoneBefore = process.env.TZ
afterAll(() => {
  if (zoneBefore === undefined) delete process.env.TZ
  else process.env.TZ = zoneBefore
})

describe('reading a day', () => {
  it.each(['2024-02-29', '2000-02-29', '2025-12-31', ' 2025-01-01 ', '0001-01-01'])('accepts %s', (text) => {
    expect(parseDay(text)).toEqual({ ok: true, value: text.trim() })
  })
  it.each(['2025-02-29', '1900-02-29', '2025-04-31', '2025-13-01', '2025-00-10', '2025-01-00', '0000-01-01'])(
    'says that %s does not exist',
    (text) => {
      expect(parseDay(text)).toEqual({ ok: false, message: `日期 ${text} 不存在` })
    },
  )
  it.each(['2025-1-1', '20250101', '2025/01/01', '2025-01-01T00:00', '', '01-01-2025', '２０２５-01-01'])(
    'refuses the spelling «%s»',
    (text) => {
      expect(parseDay(text)).toEqual({ ok: false, message: '日期格式应为 YYYY-MM-DD，例如 2025-01-31' })
    },
  )
  it('asserts literals', () => expect(() => day('2025-02-30')).toThrow(RangeError))
})

describe('counting', () => {
  it.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-01-31', 2, '2025-03-31'],
    ['2025-01-31', 12, '2026-01-31'],
    ['2025-03-31', -1, '2025-02-28'],
    ['2025-01-15', -1, '2024-12-15'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
  ])('%s plus %i months is %s', (from, n, to) => expect(addMonths(day(from), n)).toBe(to))

  it('adds days across years and leap days', () => {
    expect(addDays(day('2024-02-28'), 1)).toBe('2024-02-29')
    expect(addDays(day('2025-12-31'), 1)).toBe('2026-01-01')
    expect(addDays(day('2025-01-01'), -1)).toBe('2024-12-31')
    expect(addDays(day('0099-12-31'), 1)).toBe('0100-01-01')
    expect(() => addDays(day('9999-12-31'), 1)).toThrow(RangeError)
  })

  it('counts days of half-open ranges', () => {
    expect(daysBetween(day('2025-01-31'), day('2025-02-28'))).toBe(28)
    expect(daysBetween(day('2025-02-01'), day('2025-01-01'))).toBe(-31)
    expect([...eachDay(day('2024-02-28'), day('2024-03-01'))]).toEqual(['2024-02-28', '2024-02-29'])
    expect([...eachDay(day('2024-03-01'), day('2024-03-01'))]).toEqual([])
  })

  it('knows months, weeks and leap years', () => {
    expect(startOfMonth(day('2024-02-29'))).toBe('2024-02-01')
    expect(endOfMonth(day('2024-02-01'))).toBe('2024-02-29')
    expect([1900, 2000, 2023, 2024].map(isLeap)).toEqual([false, true, false, true])
    expect(daysInMonth(2025, 11)).toBe(30)
    expect(weekday(day('2025-11-21'))).toBe(5)
    expect(weekday(day('1969-12-31'))).toBe(3)
    expect(weekday(day('2025-11-23'))).toBe(7)
  })

  it('compares, and finds the first and the last', () => {
    const [a, b, c] = [day('2025-01-02'), day('2025-01-10'), day('2024-12-31')]
    expect([compareDays(a, b), compareDays(b, a), compareDays(a, a)]).toEqual([-1, 1, 0])
    expect([minDay(a, b, c), maxDay(a, b, c)]).toEqual([c, b])
  })

  it('adding and subtracting days are inverse, and every result is a day', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (d, n) => {
        const moved = addDays(d, n)
        expect(isDay(moved)).toBe(true)
        expect(daysBetween(d, moved)).toBe(n)
        expect(addDays(moved, -n)).toBe(d)
        expect(isDay(addMonths(d, n % 600))).toBe(true)
      }),
      { numRuns },
    )
  })
})

describe('instants', () => {
  it.each(['UTC', 'America/New_York', 'Asia/Shanghai', 'Pacific/Kiritimati', 'Asia/Kathmandu'])(
    'business days do not depend on the zone %s of the process',
    (zone) => {
      process.env.TZ = zone
      // Proof that the zone really changed, otherwise this test could not fail.
      const hourHere = new Date('2025-06-01T00:00:00Z').toLocaleString('en-GB', { timeZone: zone, hour: '2-digit' })
      expect(String(new Date('2025-06-01T00:00:00Z').getHours()).padStart(2, '0')).toBe(hourHere)
      expect(dayOf('2025-01-31T15:59:59.999Z')).toBe('2025-01-31')
      expect(dayOf('2025-01-31T16:00:00Z')).toBe('2025-02-01')
      expect(dayOf(-1)).toBe('1970-01-01')
      expect(dayOf(new Date('1969-12-31T15:00:00Z'))).toBe('1969-12-31')
      expect(instantAt(day('2025-02-01'), '00:00')).toBe('2025-01-31T16:00:00.000Z')
      expect(instantAt(day('2025-02-01'), '23:59:30')).toBe('2025-02-01T15:59:30.000Z')
      expect(timeOf('2025-01-31T16:05:09Z')).toBe('00:05:09')
      expect(addDays(day('2025-03-09'), 1)).toBe('2025-03-10')
      expect(daysBetween(day('2025-03-01'), day('2025-04-01'))).toBe(31)
    },
  )

  it('refuses times and instants that are none', () => {
    for (const bad of ['24:00', '9:00', '12:60', '']) expect(() => instantAt(day('2025-01-01'), bad)).toThrow(RangeError)
    expect(() => dayOf('yesterday')).toThrow(RangeError)
  })

  it('a day survives the way to an instant and back', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 1439 }), (d, minute) => {
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        expect(dayOf(instantAt(d, time))).toBe(d)
        expect(timeOf(instantAt(d, time))).toBe(`${time}:00`)
      }),
      { numRuns },
    )
  })
})

describe('clocks', () => {
  it('a fake clock stands still until it is moved', () => {
    const clock = fakeClock('2025-01-31T15:59:00Z')
    expect([clock.now(), clock.today()]).toEqual(['2025-01-31T15:59:00.000Z', '2025-01-31'])
    clock.advanceMinutes(1)
    expect([clock.now(), clock.today()]).toEqual(['2025-01-31T16:00:00.000Z', '2025-02-01'])
    clock.advanceDays(28)
    expect(clock.today()).toBe('2025-03-01')
    clock.set('2026-01-01')
    expect(clock.now()).toBe('2025-12-31T16:00:00.000Z')
    expect(() => fakeClock('soon')).toThrow(RangeError)
  })

  it('the system clock agrees with the machine', () => {
    const before = Date.now()
    const now = Date.parse(systemClock.now())
    expect(now >= before && now <= Date.now()).toBe(true)
    expect(isDay(systemClock.today())).toBe(true)
  })
})
