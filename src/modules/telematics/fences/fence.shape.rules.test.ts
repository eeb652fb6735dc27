import { describe, expect, it } from 'vitest'
import { METRES_A_DEGREE } from '#kit/basics/earth.ts'
import { FenceIndex, fenceOf, inBox, isBeyond, outsideBy, type FenceRow } from './fence.shape.rules.ts'
import type { LngLat } from './fence.rules.ts'

const K = Math.cos((31 * Math.PI) / 180)
/** Metres east and north of a corner in Shanghai. */
const at = (east: number, north: number): LngLat => ({ lng: 121.5 + east / METRES_A_DEGREE / K, lat: 31 + north / METRES_A_DEGREE })
const text = (...points: LngLat[]): string => points.map((p) => `${p.lng.toFixed(6)},${p.lat.toFixed(6)}`).join('\n')
const row = (shape: FenceRow['shape'], points: string | null, more: Partial<FenceRow> = {}): FenceRow => ({
  id: 1,
  name: '仓库',
  shape,
  points,
  radius: null,
  width: null,
  onEnter: true,
  onLeave: false,
  purpose: 'site',
  stayMinutes: null,
  speedLimit: null,
  nightSpeedLimit: null,
  overspeedSeconds: null,
  bufferMeters: null,
  confirmFixes: 2,
  windows: null,
  startOn: null,
  endOn: null,
  ...more,
})
const square = [at(0, 0), at(1000, 0), at(1000, 1000), at(0, 1000)]
const circle = fenceOf(row('circle', text(at(0, 0)), { radius: 300 }))
const rectangle = fenceOf(row('rectangle', text(at(0, 0), at(1000, 1000))))
const polygon = fenceOf(row('polygon', text(...square)))
const corridor = fenceOf(row('corridor', text(at(0, 0), at(1000, 0), at(1000, 1000)), { width: 50 }))
const ring = fenceOf(row('district', null), [square, [at(400, 400), at(600, 400), at(600, 600), at(400, 600)]])

describe('metres outside a fence, negative inside', () => {
  it.each([
    ['the middle of a circle', circle, at(0, 0), -300],
    ['a hundred metres off it', circle, at(400, 0), 100],
    ['the middle of a rectangle', rectangle, at(500, 500), -500],
    ['near its east side', rectangle, at(900, 500), -100],
    ['north of it', rectangle, at(500, 1200), 200],
    ['off its corner', rectangle, at(1300, 1400), 500],
    ['in a polygon', polygon, at(100, 500), -100],
    ['west of it', polygon, at(-200, 500), 200],
    ['on a road', corridor, at(500, 0), -50],
    ['beside it', corridor, at(500, -80), 30],
    ['beyond its end', corridor, at(1000, 1150), 100],
    ['between the outline and the hole', ring, at(200, 500), -200],
    ['in the hole', ring, at(500, 500), 100],
    ['outside altogether', ring, at(1100, 500), 100],
  ])('%s', (_, fence, point, metres) => expect(Math.abs(outsideBy(fence, point) - metres)).toBeLessThan(3))
  it('it does not matter where the outline begins or which way it turns', () => {
    for (const points of [square.toReversed(), [...square.slice(2), ...square.slice(0, 2)]])
      expect(outsideBy(fenceOf(row('polygon', text(...points))), at(300, 900))).toBeCloseTo(outsideBy(polygon, at(300, 900)), 3)
  })
})

it('further outside than so much', () => {
  expect([isBeyond(circle, at(400, 0), 90), isBeyond(circle, at(400, 0), 110)]).toEqual([true, false])
  expect([isBeyond(polygon, at(500, 500), 0), isBeyond(polygon, at(-200, 500), 190), isBeyond(polygon, at(-200, 500), 210)]).toEqual([
    false,
    true,
    false,
  ])
  expect([isBeyond(polygon, at(500, 500), -400), isBeyond(polygon, at(500, 500), -600)]).toEqual([false, true])
  expect([isBeyond(ring, at(500, 500), 0), isBeyond(ring, at(200, 500), 0)]).toEqual([true, false])
})

describe('a fence as it is kept', () => {
  it('has a buffer of a tenth of a circle, fifteen metres at least, or what was said', () => {
    expect([circle.buffer, rectangle.buffer]).toEqual([30, 15])
    expect(fenceOf(row('circle', text(at(0, 0)), { radius: 100 })).buffer).toBe(15)
    expect(fenceOf(row('circle', text(at(0, 0)), { radius: 300, bufferMeters: 0 })).buffer).toBe(0)
    expect(fenceOf(row('corridor', text(at(0, 0), at(1, 1)), { radius: 900, width: 50 })).buffer).toBe(15)
  })
  it('counts ten seconds of speed where nobody said, and every day', () => {
    expect(circle).toMatchObject({ overspeedSeconds: 10, windows: [], onEnter: true, onLeave: false, confirmFixes: 2, rings: [], width: 0 })
    expect(fenceOf(row('circle', text(at(0, 0)), { overspeedSeconds: 3 })).overspeedSeconds).toBe(3)
  })
  it('lies in a box with its reach and its buffer', () => {
    expect([
      inBox(circle.box, at(329, 0)),
      inBox(circle.box, at(335, 0)),
      inBox(circle.box, at(0, -329)),
      inBox(circle.box, at(0, -335)),
    ]).toEqual([true, false, true, false])
    expect([
      inBox(corridor.box, at(-64, 0)),
      inBox(corridor.box, at(-70, 0)),
      inBox(corridor.box, at(1000, 1064)),
      inBox(corridor.box, at(1000, 1070)),
    ]).toEqual([true, false, true, false])
    expect([inBox(rectangle.box, at(1014, 1014)), inBox(rectangle.box, at(1020, 500)), inBox(rectangle.box, at(500, 1020))]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('fences near a point', () => {
  const far = fenceOf(row('circle', text(at(50_000, 0)), { id: 2, radius: 300 }))
  const province = fenceOf(row('rectangle', text(at(-100_000, -100_000), at(100_000, 100_000)), { id: 3 }))
  const index = new FenceIndex([circle, far, province])
  const near = (p: LngLat): number[] => index.near(p).map(({ id }) => id)
  it.each([
    ['in it', at(0, 0), [1, 3]],
    ['in its box', at(320, 0), [1, 3]],
    ['in its cell, not its box', at(400, 0), [3]],
    ['in the other', at(50_000, 0), [2, 3]],
    ['near none but what is large', at(20_000, 0), [3]],
    ['near none', at(0, 150_000), []],
  ])('%s', (_, p, ids) => expect(near(p)).toEqual(ids))
})
