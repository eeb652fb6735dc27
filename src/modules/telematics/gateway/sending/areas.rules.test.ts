import { describe, expect, it } from 'vitest'
import { fenceOf, type FenceRow } from '../../fences/fence.shape.rules.ts'
import { areaMessage, removeMessage, unsendable } from './areas.rules.ts'

const row: FenceRow = {
  id: 7,
  name: '仓库',
  shape: 'circle',
  points: '121.5,31.2',
  radius: 300,
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
}
const fence = (more: Partial<FenceRow> = {}) => fenceOf({ ...row, ...more })
const two = '121.5,31.2\n121.6,31.1'

describe('what a terminal cannot watch', () => {
  it.each<[string, Partial<FenceRow>, string | null]>([
    ['a circle it can', {}, null],
    ['a district', { shape: 'district', points: null }, '行政区围栏边界点过多，只能由平台判定，不能下发到终端'],
    ['a road of 254 m', { shape: 'corridor', points: two, width: 127 }, null],
    ['a wider one', { shape: 'corridor', points: two, width: 128 }, '终端的路线宽度最多 255 m，走廊半宽超过 127 m 的围栏只能由平台判定'],
    ['from a day without an end', { startOn: '2026-05-01' }, '终端需要同时有生效日期与失效日期，请补全后再下发'],
    ['to a day without a beginning', { endOn: '2026-05-01' }, '终端需要同时有生效日期与失效日期，请补全后再下发'],
    ['from day to day', { startOn: '2026-05-01', endOn: '2026-05-31' }, null],
    ['every day from hour to hour', { windows: [{ days: 'every', from: '08:00', to: '18:00' }] as never }, null],
    [
      'on some days',
      { windows: [{ days: 'weekdays', from: '08:00', to: '18:00' }] as never },
      '终端只支持每天同一个生效时段，多个时段或按星期生效的围栏只能由平台判定',
    ],
    [
      'twice a day',
      {
        windows: [
          { days: 'every', from: '08:00', to: '10:00' },
          { days: 'every', from: '12:00', to: '14:00' },
        ] as never,
      },
      '终端只支持每天同一个生效时段，多个时段或按星期生效的围栏只能由平台判定',
    ],
    [
      'from day to day and hour to hour',
      { windows: [{ days: 'every', from: '08:00', to: '18:00' }] as never, startOn: '2026-05-01' },
      '终端不能同时按日期与时段生效，该围栏只能由平台判定',
    ],
  ])('%s', (_, more, words) => {
    expect(unsendable(fence(more))).toBe(words)
    expect(areaMessage(fence(more), 2019) === null).toBe(words !== null)
  })
})

describe('a fence as a message', () => {
  it('a circle, as each version says it', () => {
    const area = { id: 7, attributes: 8, latitude: 31_200_000, longitude: 121_500_000, radius: 300 }
    expect(areaMessage(fence(), 2013)).toEqual({ messageId: '8600', body: { setting: 1, areas: [area] } })
    expect(areaMessage(fence(), 2011)).toEqual({ messageId: '8600', body: { setting: 1, packetCount: 1, areas: [area] } })
    expect(areaMessage(fence(), 2019)).toEqual({ messageId: '8600', body: { setting: 1, areas: [{ ...area, name: '仓库' }] } })
  })
  it('leaving, south, west, a speed and a time are bits of it', () => {
    const bits = (more: Partial<FenceRow>) =>
      (areaMessage(fence({ onEnter: false, ...more }), 2013)!.body['areas'] as { attributes: number }[])[0]!.attributes
    expect(bits({})).toBe(0)
    expect(bits({ onLeave: true })).toBe(32)
    expect(bits({ points: '-121.5,-31.2' })).toBe(64 + 128)
    expect(bits({ speedLimit: 60 })).toBe(2)
    expect(bits({ startOn: '2026-05-01', endOn: '2026-05-31' })).toBe(1)
  })
  it('speeds by day and night, for so many seconds', () => {
    const of = (version: 2013 | 2019, more: Partial<FenceRow> = {}) =>
      (areaMessage(fence({ speedLimit: 60, ...more }), version)!.body['areas'] as object[])[0]
    expect(of(2013)).toMatchObject({ maxSpeed: 60, overspeedSeconds: 10 })
    expect(of(2013)).not.toHaveProperty('nightMaxSpeed')
    expect(of(2019)).toMatchObject({ nightMaxSpeed: 60 })
    expect(of(2019, { nightSpeedLimit: 40, overspeedSeconds: 300 })).toMatchObject({ nightMaxSpeed: 40, overspeedSeconds: 255 })
  })
  it('times from day to day, or every day', () => {
    const of = (more: Partial<FenceRow>) => (areaMessage(fence(more), 2013)!.body['areas'] as object[])[0]
    expect(of({ startOn: '2026-05-01', endOn: '2026-05-31' })).toMatchObject({
      startAt: '2026-05-01 00:00:00',
      endAt: '2026-05-31 23:59:59',
    })
    expect(of({ windows: [{ days: 'every', from: '08:00', to: '18:00' }] as never })).toMatchObject({
      startAt: '2000-00-00 08:00:00',
      endAt: '2000-00-00 18:00:00',
    })
  })
  it('a rectangle has its corners in order, whichever were drawn', () => {
    const corners = { topLatitude: 31_200_000, leftLongitude: 121_500_000, bottomLatitude: 31_100_000, rightLongitude: 121_600_000 }
    for (const points of [two, '121.6,31.1\n121.5,31.2'])
      expect(areaMessage(fence({ shape: 'rectangle', points }), 2013)).toMatchObject({ messageId: '8602', body: { areas: [corners] } })
  })
  it('a polygon has its points, a road its turns with a width from edge to edge', () => {
    expect(areaMessage(fence({ shape: 'polygon', points: `${two}\n121.6,31.3` }), 2013)).toMatchObject({
      messageId: '8604',
      body: { id: 7, points: [{ latitude: 31_200_000, longitude: 121_500_000 }, {}, {}] },
    })
    const road = areaMessage(fence({ shape: 'corridor', points: two, width: 50, speedLimit: 60 }), 2013)!
    expect(road).toMatchObject({ messageId: '8606', body: { attributes: 8 } })
    expect(road.body['turns']).toMatchObject([
      { id: 1, segmentId: 1, latitude: 31_200_000, longitude: 121_500_000, width: 100, attributes: 2, maxSpeed: 60 },
      { id: 2, segmentId: 2, width: 100, attributes: 2 },
    ])
  })
})

it.each([
  ['circle', '8601'],
  ['rectangle', '8603'],
  ['polygon', '8605'],
  ['corridor', '8607'],
] as const)('a %s is taken away by %s', (shape, messageId) => expect(removeMessage(7, shape)).toEqual({ messageId, body: { ids: [7] } }))
it('a district was never there', () => expect(removeMessage(7, 'district')).toBeNull())
