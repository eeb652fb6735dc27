import { describe, expect, it } from 'vitest'
import { estimated } from '#kit/basics/roads.ts'
import { etas, isLate } from './eta.rules.ts'

const NOW = '2026-05-01T01:00:00.000Z'
const spot = (north: number) => ({ lng: 121.5, lat: 31 + north })
const [start, near, far, farther] = [spot(0), spot(0.1), spot(0.3), spot(3)]
const drive = (a: typeof start, b: typeof start): number => estimated(a, b).seconds * 1000
const stop = (id: number, point: typeof start | null, more: object = {}) => ({
  id,
  status: 'pending',
  point,
  windowFrom: null,
  windowTo: null,
  arriveAt: null,
  startAt: null,
  serviceMin: 10,
  ...more,
})
const after = (ms: number): string => new Date(Date.parse(NOW) + ms).toISOString()
const shown = (...stops: ReturnType<typeof stop>[]) => etas(start, NOW, stops).map(({ id, eta }) => [id, eta])

describe('when the vehicle will be where', () => {
  it('from stop to stop, with the work at each', () =>
    expect(shown(stop(1, near), stop(2, far))).toEqual([
      [1, after(drive(start, near))],
      [2, after(drive(start, near) + 600_000 + drive(near, far))],
    ]))
  it('it waits for the window to open', () =>
    expect(shown(stop(1, near, { windowFrom: after(3_600_000) }), stop(2, far))[1]).toEqual([
      2,
      after(3_600_000 + 600_000 + drive(near, far)),
    ]))
  it('where it is already, nothing is foretold, and the work that began goes on', () => {
    const there = { arriveAt: after(-1_800_000) }
    expect(shown(stop(1, start, { ...there, startAt: after(-300_000) }), stop(2, far))).toEqual([[2, after(300_000 + drive(start, far))]])
    expect(shown(stop(1, start, { ...there, serviceMin: 45 }), stop(2, far))).toEqual([[2, after(900_000 + drive(start, far))]])
    expect(shown(stop(1, start, there), stop(2, far))).toEqual([[2, after(drive(start, far))]])
  })
  it.each(['done', 'failed', 'skipped'])('what is %s is passed over', (status) =>
    expect(shown(stop(1, near, { status }), stop(2, far))).toEqual([[2, after(drive(start, far))]]),
  )
  it('so is a stop without a place', () => expect(shown(stop(1, null), stop(2, far))).toEqual([[2, after(drive(start, far))]]))
  it('twenty minutes of rest after four hours’ driving, counted over all of the way', () => {
    const [one, two] = [drive(start, farther), drive(farther, start)]
    const rests = (ms: number): number => Math.floor(ms / 14_400_000) * 1_200_000
    expect(rests(one + two)).toBeGreaterThan(rests(one) + 600_000)
    expect(shown(stop(1, farther), stop(2, start))).toEqual([
      [1, after(one + rests(one))],
      [2, after(one + 600_000 + two + rests(one + two))],
    ])
  })
})

it.each([
  ['in time', '03:00', '03:00', 0, false],
  ['a second late', '03:00:01', '03:00', 0, true],
  ['within what is allowed', '03:15', '03:00', 15, false],
  ['beyond it', '03:15:01', '03:00', 15, true],
  ['nobody knows when', null, '03:00', 0, false],
  ['at any time', '03:00', null, 0, false],
])('late: %s', (_, eta, to, allowed, late) => {
  const at = (time: string | null): string | null => time && `2026-05-01T${time}${time.length === 5 ? ':00' : ''}.000Z`
  expect(isLate(at(eta), at(to), allowed)).toBe(late)
})
