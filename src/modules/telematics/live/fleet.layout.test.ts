import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mercatorOf } from '#kit/ui/map/geo.ts'
import { ALONE, gathers, hitOf, marksOf, NEAR, roomy, spotOf, type Spot } from './fleet.layout.ts'
import type { LiveVehicle } from './live.layout.ts'
import { LIVE_STATES } from '../wire.ts'

const vehicle = (id: number, lng: number | null, lat: number | null, more: Partial<LiveVehicle> = {}): LiveVehicle => ({
  id,
  row: id,
  plate: `沪A${id}`,
  state: 'parked',
  lng,
  lat,
  speed: 0,
  direction: 0,
  at: 0,
  flags: 0,
  alarm: 0,
  ...more,
})
const fleet = fc
  .array(
    fc.tuple(
      fc.double({ min: 73, max: 135, noNaN: true }),
      fc.double({ min: 3, max: 54, noNaN: true }),
      fc.constantFrom(...LIVE_STATES),
      fc.integer({ min: 0, max: 3 }),
    ),
    { maxLength: 200 },
  )
  .map((all) => all.map(([lng, lat, state, alarm], i) => spotOf(vehicle(i, lng, lat, { state, alarm }), mercatorOf)!))
const zooms = fc.double({ min: 2, max: 18, noNaN: true })

describe('marks of the fleet', () => {
  it('hold every vehicle once, at every zoom', () => {
    fc.assert(
      fc.property(fleet, zooms, (spots, zoom) => {
        const ids = marksOf(spots, zoom).flatMap((m) => m.members.map((s) => s.id))
        expect(ids.toSorted((a, b) => a - b)).toEqual(spots.map((s) => s.id))
      }),
    )
  })
  it('count what drives and what has an alarm', () => {
    fc.assert(
      fc.property(fleet, zooms, (spots, zoom) => {
        const marks = marksOf(spots, zoom)
        expect(marks.reduce((n, m) => n + m.moving, 0)).toBe(spots.filter((s) => s.state === 'driving').length)
        expect(marks.reduce((n, m) => n + m.alarms, 0)).toBe(spots.filter((s) => s.alarm).length)
      }),
    )
  })
  it('gather nobody from farther than they reach', () => {
    fc.assert(
      fc.property(fleet, zooms, (spots, zoom) => {
        const world = 512 * 2 ** Math.floor(zoom)
        for (const { members } of marksOf(spots, zoom))
          for (const s of members) expect(Math.hypot(s.mx - members[0]!.mx, s.my - members[0]!.my) * world).toBeLessThan(NEAR)
      }),
    )
  })
  it('are single from the street level on', () => {
    const spots = [1, 2, 3].map((id) => spotOf(vehicle(id, 121.47, 31.23), mercatorOf)!)
    expect(marksOf(spots, ALONE)).toHaveLength(3)
    expect(marksOf(spots, ALONE - 0.1)).toHaveLength(1)
  })
  it('stay gathered at the street level while the picture holds a crowd, and are single closer by', () => {
    expect([
      gathers(9, 1, false),
      gathers(13, 500, false),
      gathers(13, 601, false),
      gathers(13, 500, true),
      gathers(13, 399, true),
      gathers(17, 5000, true),
    ]).toEqual([true, false, true, true, false, false])
    const spots = Array.from({ length: 50 }, (_, i) => spotOf(vehicle(i, 121.47 + i / 1e6, 31.23), mercatorOf)!)
    expect(marksOf(spots, 14.5, true).map((m) => m.members.length)).toEqual([50])
    expect(marksOf(spots, 14.5, false)).toHaveLength(50)
  })
  it('leave out whoever was never seen anywhere', () => expect(spotOf(vehicle(1, null, null), mercatorOf)).toBeNull())
  it('turn only what drives, and ring only alarms that want somebody', () => {
    expect(spotOf(vehicle(1, 1, 1, { state: 'driving', direction: 90, alarm: 1 }), mercatorOf)).toMatchObject({ turn: 90, alarm: false })
    expect(spotOf(vehicle(1, 1, 1, { direction: 90, alarm: 2 }), mercatorOf)).toMatchObject({ turn: 0, alarm: true })
  })
})

describe('a click', () => {
  const view = { x: (s: { mx: number }) => s.mx * 1000, y: (s: { my: number }) => s.my * 1000 }
  const spot = (id: number, mx: number, my: number): Spot => ({ id, plate: '', state: 'parked', alarm: false, turn: 0, mx, my })
  const marks = marksOf([spot(1, 0.1, 0.1), spot(2, 0.11, 0.1), spot(3, 0.5, 0.5)], 18)
  it('meets the nearest of those it touches', () => expect(hitOf(marks, view, { x: 107, y: 100 })?.members[0]?.id).toBe(2))
  it('beside everybody meets nobody', () => expect(hitOf(marks, view, { x: 300, y: 300 })).toBeNull())
})

it('words are written where they cover no others', () => {
  const box = (left: number) => ({ left, top: 0, width: 10, height: 10 })
  expect(roomy([box(0), box(5), box(10), box(30)], 2).map((b) => b.left)).toEqual([0, 10])
})
