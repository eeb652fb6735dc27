import { dayOf, instantAt, isDay } from './day.ts'
import type { Day } from './day.ts'

/** Whoever needs the time is given one of these; rules are given the day itself. */
export interface Clock {
  /** UTC, ISO 8601 with milliseconds. */
  now(): string
  /** The business day of `now()`. */
  today(): Day
}

export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  today: () => dayOf(Date.now()),
}

export interface FakeClock extends Clock {
  set(to: string): void
  advanceDays(n: number): void
  advanceMinutes(n: number): void
}

/** Stands still until moved. A bare day means its 00:00 in the business zone. */
export function fakeClock(start: string): FakeClock {
  const read = (text: string): number => {
    const at = Date.parse(isDay(text) ? instantAt(text) : text)
    if (!Number.isFinite(at)) throw new RangeError(`not an instant: ${text}`)
    return at
  }
  let at = read(start)
  return {
    now: () => new Date(at).toISOString(),
    today: () => dayOf(at),
    set: (to) => void (at = read(to)),
    advanceDays: (n) => void (at += n * 86_400_000),
    advanceMinutes: (n) => void (at += n * 60_000),
  }
}
