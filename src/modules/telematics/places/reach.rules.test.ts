import { expect, it } from 'vitest'
import { reachable, type Place } from './reach.rules.ts'

const SHANGHAI: Place = { at: 0, lng: 121_473_701, lat: 31_230_416 }
/** Metres to the north, seconds later. */
const from = (metres: number, seconds: number): Place => ({
  at: seconds * 1000,
  lng: SHANGHAI.lng,
  lat: SHANGHAI.lat + Math.round((metres / 111_195) * 1e6),
})

it.each([
  ['a receiver that scatters, in the same instant', 990, 0, true],
  ['farther than any scatter, in the same instant', 1010, 0, false],
  ['at 240 km/h for a minute', 4000, 60, true],
  ['at 252 km/h for a minute', 4200, 60, false],
  ['an hour of road', 100_000, 3600, true],
])('%s', (_, metres, seconds, answer) => expect(reachable(SHANGHAI, from(metres, seconds))).toBe(answer))

it('does not ask which of the two was first', () => expect(reachable(from(4000, 60), SHANGHAI)).toBe(true))
it('from Shanghai to Beijing takes four and a half hours at least', () => {
  const beijing = { lng: 116_397_000, lat: 39_909_000 }
  expect(reachable(SHANGHAI, { ...beijing, at: 4 * 3_600_000 })).toBe(false)
  expect(reachable(SHANGHAI, { ...beijing, at: 4.5 * 3_600_000 })).toBe(true)
})
