import { describe, expect, it } from 'vitest'
import { METRES_A_DEGREE, RADIANS } from '#kit/basics/earth.ts'
import { checkFence, checkShape, inWindows, parsePoints, type LngLat, type Shape } from './fence.rules.ts'
import { FenceIndex, fenceOf, inBox, isBeyond, outsideBy, type FenceRow } from './fence.shape.rules.ts'

const row = (more: Partial<FenceRow> = {}): FenceRow => ({
  id: 1,
  name: '仓库',
  shape: 'circle',
  points: '121.5,31',
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
/** Metres east and north of 121.5, 31. */
const at = (east: number, north: number): LngLat => ({
  lng: 121.5 + east / (METRES_A_DEGREE * Math.cos(31 * RADIANS)),
  lat: 31 + north / METRES_A_DEGREE,
})
const text = (points: readonly LngLat[]): string => points.map((p) => `${p.lng.toFixed(7)},${p.lat.toFixed(7)}`).join('\n')

describe('points', () => {
  it.each<[string, string | null, LngLat[], string | null]>([
    ['none', null, [], null],
    ['one', '121.5,31', [{ lng: 121.5, lat: 31 }], null],
    [
      'with a full-width comma, a blank, an empty line',
      '121.5，31\n\n 121.6 31.1 ',
      [
        { lng: 121.5, lat: 31 },
        { lng: 121.6, lat: 31.1 },
      ],
      null,
    ],
    [
      'on the edges',
      '180,85\n-180,-85',
      [
        { lng: 180, lat: 85 },
        { lng: -180, lat: -85 },
      ],
      null,
    ],
    ['wrong in the second line', '121.5,31\n外滩', [{ lng: 121.5, lat: 31 }], '坐标点第 2 行应为「经度,纬度」，例如 121.473701,31.230416'],
    ['beyond the east', '180.1,31', [], '坐标点第 1 行超出范围：经度 ±180，纬度 ±85'],
    ['beyond the north', '121,85.1', [], '坐标点第 1 行超出范围：经度 ±180，纬度 ±85'],
  ])('%s', (_, written, points, problem) => expect(parsePoints(written)).toEqual({ points, problem }))
})

describe('how many points a shape takes', () => {
  const ring = (n: number): string =>
    text(Array.from({ length: n }, (_, i) => at(1000 * Math.cos((i / n) * 2 * Math.PI), 1000 * Math.sin((i / n) * 2 * Math.PI))))
  const asked = (shape: Shape, points: string) => checkShape(shape, points, 300, 50, null)
  it.each<[Shape, number, string | null]>([
    ['rectangle', 1, '矩形围栏需要两个对角点'],
    ['rectangle', 3, '矩形围栏需要两个对角点'],
    ['polygon', 2, '多边形围栏需要 3–2000 个顶点'],
    ['polygon', 2000, null],
    ['polygon', 2001, '多边形围栏需要 3–2000 个顶点'],
    ['corridor', 1, '路线走廊需要 2–2000 个点'],
    ['corridor', 2000, null],
    ['corridor', 2001, '路线走廊需要 2–2000 个点'],
  ])('%s of %d', (shape, n, words) => expect(asked(shape, ring(n))).toBe(words))
  it('edges that only touch do not cross, whichever way they are drawn', () => {
    const touching = [at(0, 0), at(4000, 0), at(4000, 4000), at(2000, 0), at(0, 4000)]
    const below = touching.map(({ lng, lat }) => ({ lng, lat: 62 - lat }))
    for (const outline of [touching, touching.toReversed(), below, below.toReversed()]) {
      // To the degree itself: rounded, the corner would lie beside the edge.
      const flat = outline.map((p) => ({ lng: p.lng, lat: Math.abs(p.lat - 31) < 1e-9 ? 31 : p.lat }))
      expect(asked('polygon', text(flat))).toBeNull()
    }
  })
  it('crossings are looked for up to four hundred points', () => {
    const bow = (n: number): string =>
      text([
        ...Array.from({ length: n - 3 }, (_, i) => at((1000 * i) / (n - 4), (1000 * i) / (n - 4))),
        at(1000, 0),
        at(500, 400),
        at(0, 1000),
      ])
    expect(asked('polygon', bow(400))).toBe('多边形的边不能相互交叉')
    expect(asked('polygon', bow(401))).toBeNull()
  })
})

describe('a shape', () => {
  const many = (n: number, radius = 500): string =>
    text(Array.from({ length: n }, (_, i) => at(radius * Math.cos((i * 2 * Math.PI) / n), radius * Math.sin((i * 2 * Math.PI) / n))))
  it.each<[string, Shape, string | null, number | null, number | null, string | null, string | null]>([
    ['a circle', 'circle', '121.5,31', 300, null, null, null],
    ['a circle without its centre', 'circle', null, 300, null, null, '圆形围栏需要一个圆心'],
    ['a circle with two', 'circle', '121.5,31\n121.6,31', 300, null, null, '圆形围栏需要一个圆心'],
    ['a circle without a radius', 'circle', '121.5,31', null, null, null, '圆形围栏请填写半径'],
    ['a rectangle', 'rectangle', '121.5,31\n121.6,31.1', null, null, null, null],
    ['a rectangle of one point', 'rectangle', '121.5,31', null, null, null, '矩形围栏需要两个对角点'],
    ['a rectangle without a height', 'rectangle', '121.5,31\n121.6,31', null, null, null, '矩形的两个角点不能在同一条经线或纬线上'],
    ['a rectangle without a width', 'rectangle', '121.5,31\n121.5,31.1', null, null, null, '矩形的两个角点不能在同一条经线或纬线上'],
    ['a triangle', 'polygon', '121.5,31\n121.6,31\n121.6,31.1', null, null, null, null],
    ['two points', 'polygon', '121.5,31\n121.6,31', null, null, null, '多边形围栏需要 3–2000 个顶点'],
    ['a polygon of four hundred', 'polygon', many(400), null, null, null, null],
    ['a bow tie', 'polygon', text([at(0, 0), at(100, 100), at(100, 0), at(0, 100)]), null, null, null, '多边形的边不能相互交叉'],
    [
      'a bow tie by its last side',
      'polygon',
      text([at(0, 100), at(0, 0), at(100, 100), at(100, 0)]),
      null,
      null,
      null,
      '多边形的边不能相互交叉',
    ],
    [
      'a star',
      'polygon',
      text([at(0, 100), at(59, -81), at(-95, 31), at(95, 31), at(-59, -81)]),
      null,
      null,
      null,
      '多边形的边不能相互交叉',
    ],
    ['a corner that touches a side', 'polygon', text([at(0, 0), at(100, 0), at(100, 100), at(50, 0), at(0, 100)]), null, null, null, null],
    ['three times one place', 'polygon', '121.5,31\n121.5,31\n121.5,31', null, null, null, '多边形的顶点不能都在一点或一条直线上'],
    ['a line', 'polygon', '121.5,31\n121.6,31.1\n121.7,31.2', null, null, null, '多边形的顶点不能都在一点或一条直线上'],
    ['a small one', 'polygon', text([at(0, 0), at(5, 0), at(0, 5)]), null, null, null, null],
    ['a corridor', 'corridor', '121.5,31\n121.6,31', null, 100, null, null],
    ['a corridor of two points in one place', 'corridor', '121.5,31\n121.5,31', null, 100, null, '路线走廊的点不能都在一处'],
    ['a corridor of one point', 'corridor', '121.5,31', null, 100, null, '路线走廊需要 2–2000 个点'],
    ['a corridor without a width', 'corridor', '121.5,31\n121.6,31', null, null, null, '路线走廊请填写走廊半宽'],
    ['a district', 'district', null, null, null, '310100', null],
    ['a district without a code', 'district', null, null, null, null, '行政区围栏请填写六位行政区划代码'],
    ['a district with a short one', 'district', null, null, null, '3101', '行政区围栏请填写六位行政区划代码'],
    ['what cannot be read', 'circle', '外滩', 300, null, null, '坐标点第 1 行应为「经度,纬度」，例如 121.473701,31.230416'],
  ])('%s', (_, shape, points, radius, width, district, says) => expect(checkShape(shape, points, radius, width, district)).toBe(says))
})

describe('a fence', () => {
  const base = {
    shape: 'circle' as Shape,
    points: '121.5,31',
    radius: 300,
    width: null,
    district: null,
    purpose: 'watch',
    speedLimit: null,
    stayMinutes: null,
    nightSpeedLimit: null,
    windows: null,
    startOn: null,
    endOn: null,
    appliesTo: 'all',
    store: null,
  }
  it.each<[string, Partial<Parameters<typeof checkFence>[0]>, string | null]>([
    ['that watches', {}, null],
    ['that cannot be drawn', { radius: null }, '圆形围栏请填写半径'],
    ['of a speed', { purpose: 'speed', speedLimit: 40 }, null],
    ['of no speed', { purpose: 'speed' }, '限速围栏请填写限速'],
    ['of a stay', { purpose: 'stay', stayMinutes: 5 }, null],
    ['of no stay', { purpose: 'stay' }, '停留围栏请填写停留超时'],
    ['with both limits', { speedLimit: 40, nightSpeedLimit: 20 }, null],
    ['with one for the night alone', { nightSpeedLimit: 20 }, '填写夜间限速时请同时填写限速'],
    ['for a store', { appliesTo: 'store', store: 3 }, null],
    ['for no store', { appliesTo: 'store' }, '适用本门店车辆时请选择所属门店'],
    ['for a day', { startOn: '2026-11-20', endOn: '2026-11-20' }, null],
    ['from a day on', { startOn: '2026-11-20' }, null],
    ['until a day', { endOn: '2026-11-20' }, null],
    ['that ends before it begins', { startOn: '2026-11-21', endOn: '2026-11-20' }, '失效日期不能早于生效日期'],
    ['with hours', { windows: [{ days: 'every', from: '22:00', to: '06:00' }] }, null],
    ['with no hour', { windows: [{ days: 'every', from: '24:00', to: '06:00' }] }, '生效时段应为 HH:mm，例如 08:30'],
    ['with no second hour', { windows: [{ days: 'every', from: '22:00', to: '6:00' }] }, '生效时段应为 HH:mm，例如 08:30'],
    ['with no time', { windows: [{ days: 'every', from: '08:00', to: '08:00' }] }, '生效时段的开始与结束不能相同'],
  ])('%s', (_, more, says) => expect(checkFence({ ...base, ...more })).toBe(says))
})

describe('hours', () => {
  it('of every day are of each', () => {
    const every = [{ days: 'every', from: '08:00', to: '18:00' }]
    expect([1, 3, 6, 7].map((weekday) => inWindows(every, weekday, '12:00'))).toEqual([true, true, true, true])
    expect(inWindows(every, 3, '18:00')).toBe(false)
  })

  const day = [{ days: 'workdays', from: '08:00', to: '18:00' }]
  const night = [{ days: 'd7', from: '22:00', to: '06:00' }]
  it.each<[string, Parameters<typeof inWindows>[0], number, string, boolean]>([
    ['none are always', [], 7, '03:00', true],
    ['at their beginning', day, 1, '08:00', true],
    ['a minute before', day, 1, '07:59', false],
    ['a minute before their end', day, 5, '17:59', true],
    ['at their end', day, 5, '18:00', false],
    ['on a Saturday', day, 6, '12:00', false],
    ['of a weekend on a Saturday', [{ days: 'weekend', from: '08:00', to: '18:00' }], 6, '12:00', true],
    ['of a weekend on a Friday', [{ days: 'weekend', from: '08:00', to: '18:00' }], 5, '12:00', false],
    ['of a Sunday night, on Sunday', night, 7, '22:00', true],
    ['of a Sunday night, before it', night, 7, '21:59', false],
    ['of a Sunday night, on Monday morning', night, 1, '05:59', true],
    ['of a Sunday night, at its end', night, 1, '06:00', false],
    ['of a Sunday night, on Sunday morning', night, 7, '05:59', false],
    ['of a Sunday night, on Monday evening', night, 1, '22:00', false],
    ['of a Monday night, on Tuesday', [{ days: 'd1', from: '22:00', to: '06:00' }], 2, '03:00', true],
    ['any of several', [...day, ...night], 7, '23:00', true],
    ['of nobody’s day', [{ days: 'd9', from: '00:00', to: '23:59' }], 1, '12:00', false],
  ])('%s', (_, windows, weekday, time, is) => expect(inWindows(windows, weekday, time)).toBe(is))
})

describe('inside and outside, in metres', () => {
  const square = text([at(-100, -100), at(100, -100), at(100, 100), at(-100, 100)])
  const metres = (more: Partial<FenceRow>, p: LngLat, district?: LngLat[][]): number =>
    Math.round(outsideBy(fenceOf(row(more), district), p))
  const ring = (half: number): LngLat[] => [at(-half, -half), at(half, -half), at(half, half), at(-half, half)]
  it.each<[string, Partial<FenceRow>, LngLat, number, LngLat[][]?]>([
    ['the centre of a circle', {}, at(0, 0), -300],
    ['beside a circle', {}, at(400, 0), 100],
    ['the middle of a polygon', { shape: 'polygon', points: square }, at(0, 0), -100],
    ['near a side, inside', { shape: 'polygon', points: square }, at(90, 0), -10],
    ['near a side, outside', { shape: 'polygon', points: square }, at(110, 0), 10],
    ['beyond a corner', { shape: 'polygon', points: square }, at(130, 140), 50],
    ['beside it, level with a corner', { shape: 'polygon', points: square }, at(-150, 100), 50],
    ['a rectangle by two corners', { shape: 'rectangle', points: text([at(-100, -50), at(100, 50)]) }, at(0, 0), -50],
    ['beside a rectangle', { shape: 'rectangle', points: text([at(-100, -50), at(100, 50)]) }, at(0, 80), 30],
    ['on the line of a corridor', { shape: 'corridor', points: text([at(0, 0), at(1000, 0)]), width: 100 }, at(500, 0), -100],
    ['beside a corridor', { shape: 'corridor', points: text([at(0, 0), at(1000, 0)]), width: 100 }, at(500, 150), 50],
    ['beyond the end of a corridor', { shape: 'corridor', points: text([at(0, 0), at(1000, 0)]), width: 100 }, at(1300, 0), 200],
    ['at the bend of a corridor', { shape: 'corridor', points: text([at(0, 0), at(500, 0), at(500, 500)]), width: 100 }, at(520, 250), -80],
    ['a corridor of one place', { shape: 'corridor', points: text([at(0, 0), at(0, 0)]), width: 100 }, at(0, 150), 50],
    ['a district', { shape: 'district', points: null }, at(0, 0), -400, [ring(400)]],
    ['the hole of a district is outside', { shape: 'district', points: null }, at(0, 0), 100, [ring(400), ring(100)]],
    ['between hole and outline', { shape: 'district', points: null }, at(200, 0), -100, [ring(400), ring(100)]],
    ['a district nobody drew', { shape: 'district', points: null }, at(0, 0), Infinity, []],
  ])('%s', (_, more, p, says, district) => expect(metres(more, p, district)).toBe(says))

  it('is further outside than so much exactly when the metres say so', () => {
    const hole = fenceOf(row({ shape: 'district', points: null }), [ring(400), ring(100)])
    const lines = [
      {},
      { shape: 'corridor' as const, points: text([at(0, 0), at(300, 200)]), width: 50 },
      { shape: 'polygon' as const, points: square },
    ]
    const verdicts = new Set<boolean>()
    for (const fence of [hole, ...lines.map((more) => fenceOf(row(more)))])
      for (let x = -450; x <= 450; x += 50)
        for (let y = -450; y <= 450; y += 50)
          for (const by of [-60, 0, 15, 120]) {
            const says = isBeyond(fence, at(x, y), by)
            expect([x, y, by, says]).toEqual([x, y, by, outsideBy(fence, at(x, y)) > by])
            verdicts.add(says)
          }
    expect(verdicts.size).toBe(2)
  })

  it('does not depend on where a ring begins or which way it goes', () => {
    const corners = ring(100)
    for (const p of [at(0, 0), at(90, 30), at(130, 140), at(-99, -99)])
      for (let turn = 0; turn < 4; turn++) {
        const turned = [...corners.slice(turn), ...corners.slice(0, turn)]
        const one = outsideBy(fenceOf(row({ shape: 'polygon', points: text(turned) })), p)
        const other = outsideBy(fenceOf(row({ shape: 'polygon', points: text(turned.toReversed()) })), p)
        expect(one).toBeCloseTo(outsideBy(fenceOf(row({ shape: 'polygon', points: text(corners) })), p), 6)
        expect(other).toBeCloseTo(one, 6)
      }
  })
})

describe('what is left out of a fence', () => {
  it.each<[string, Partial<FenceRow>, number]>([
    ['a tenth of the radius', { radius: 300, bufferMeters: null }, 30],
    ['at least fifteen metres', { radius: 100, bufferMeters: null }, 15],
    ['fifteen metres around a polygon', { shape: 'polygon', points: '121.5,31\n121.6,31\n121.6,31.1', bufferMeters: null }, 15],
    ['as written', { bufferMeters: 7 }, 7],
    ['none', { bufferMeters: 0 }, 0],
  ])('buffer: %s', (_, more, buffer) => expect(fenceOf(row(more)).buffer).toBe(buffer))
  it('ten seconds of speeding, no hours, no sizes', () =>
    expect(fenceOf(row({ overspeedSeconds: null, radius: null, shape: 'rectangle', points: '121.5,31' }))).toMatchObject({
      overspeedSeconds: 10,
      windows: [],
      radius: 0,
      width: 0,
      rings: [],
    }))
})

describe('finding fences near a place', () => {
  const near = (fences: FenceRow[], p: LngLat, district?: LngLat[][]) =>
    new FenceIndex(fences.map((f) => fenceOf(f, district))).near(p).map((f) => f.id)
  it('gives those whose box with its buffer the place lies in', () => {
    expect(near([row(), row({ id: 2, points: '121.6,31' })], at(0, 0))).toEqual([1])
    expect(near([row()], at(0, 329))).toEqual([1])
    expect(near([row()], at(0, 331))).toEqual([])
    expect(near([row()], at(329, 0))).toEqual([1])
    expect(near([row()], at(0, -329))).toEqual([1])
    expect(near([row()], at(-329, 0))).toEqual([1])
  })
  it('of one corridor by its width and buffer', () => {
    const corridor = row({ shape: 'corridor', points: text([at(0, 0), at(1000, 0)]), width: 100 })
    expect(near([corridor], at(500, 129))).toEqual([1])
    expect(near([corridor], at(500, 131))).toEqual([])
  })
  it('of a polygon by its buffer alone', () => {
    const square = row({ shape: 'polygon', points: text([at(-100, -100), at(100, -100), at(100, 100), at(-100, 100)]) })
    expect(near([square], at(0, 129))).toEqual([1])
    expect(near([square], at(0, 131))).toEqual([])
  })
  it('finds several in one cell, and one over many cells from each of them', () => {
    expect(near([row(), row({ id: 2 })], at(10, 10))).toEqual([1, 2])
    for (const north of [-20_000, 0, 20_000]) expect(near([row({ radius: 30_000 })], at(0, north))).toEqual([1])
  })
  it('finds one as large as a province', () => {
    const province = row({ shape: 'rectangle', points: '118,28\n124,34', bufferMeters: 0 })
    expect(near([province], { lng: 119, lat: 33 })).toEqual([1])
    expect(near([province], { lng: 117.99, lat: 33 })).toEqual([])
  })
  it('a box has its edges', () => {
    const box = { west: 121, south: 31, east: 122, north: 32 }
    for (const [lng, lat, is] of [
      [121, 31, true],
      [122, 32, true],
      [120.999, 31.5, false],
      [122.001, 31.5, false],
      [121.5, 30.999, false],
      [121.5, 32.001, false],
    ] as const)
      expect(inBox(box, { lng, lat })).toBe(is)
  })
})
