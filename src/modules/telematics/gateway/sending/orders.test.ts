import { describe, expect, test } from 'vitest'
import { fenceOf, type FenceRow } from '../../fences/fence.shape.rules.ts'
import { decodeBody, encodeBody } from '../../jt808/jt808.ts'
import { unsendable } from './areas.rules.ts'
import { wireOf, withoutSecrets } from './orders.rules.ts'

const of = (kind: string, version: 2011 | 2013 | 2019, payload: Record<string, unknown> = {}) =>
  wireOf({ kind, payload }, version, null, null)!

describe('what the editions say differently', () => {
  test.each([
    ['lockDoor', 2011, { flags: 1 }],
    ['lockDoor', 2013, { flags: 1 }],
    ['unlockDoor', 2013, { flags: 0 }],
    ['lockDoor', 2019, { controls: [{ id: '0001', value: 0 }] }],
    ['unlockDoor', 2019, { controls: [{ id: '0001', value: 1 }] }],
  ] as const)('%s in the edition of %i', (kind, version, body) => {
    expect(of(kind, version)).toEqual({ messageId: '8500', body, answer: '0500' })
  })
  test.each([
    [2013, true, 1],
    [2013, false, 0],
    [2019, true, 2],
    [2019, false, 3],
  ] as const)('how urgent a text is, edition of %i, urgent %s', (version, urgent, bits) => {
    expect((of('text', version, { text: '请靠边停车', urgent, speak: false }).body as { flags: number }).flags).toBe(4 | bits)
  })
})

test('of the parameters a terminal answers, passwords are kept by nobody', () => {
  expect(
    withoutSecrets([
      { id: '0012', value: 'dial-secret' },
      { id: '0016', value: '' },
      { id: '0029', value: 30 },
      { id: 'f012', raw: '00ff' },
    ]),
  ).toEqual([
    { id: '0012', value: '已设置（不显示）' },
    { id: '0016', value: '' },
    { id: '0029', value: 30 },
    { id: 'f012', raw: '00ff' },
  ])
})

describe('fences that a terminal watches itself', () => {
  const row = (more: Partial<FenceRow>): FenceRow => ({
    id: 7,
    name: '仓库',
    shape: 'circle',
    points: '121.5,31.2',
    radius: 300,
    width: null,
    onEnter: true,
    onLeave: false,
    purpose: 'watch',
    stayMinutes: null,
    speedLimit: null,
    nightSpeedLimit: null,
    overspeedSeconds: 10,
    bufferMeters: null,
    confirmFixes: 2,
    windows: null,
    startOn: null,
    endOn: null,
    ...more,
  })
  /** As the terminal reads it. */
  const wireOfFence = (more: Partial<FenceRow>, version: 2011 | 2013 | 2019 = 2013) => {
    const wire = wireOf({ kind: 'fenceSync', payload: { fence: 7 } }, version, null, fenceOf(row(more)))!
    return {
      messageId: wire.messageId,
      ...(decodeBody(wire.messageId, version, encodeBody(wire.messageId, version, wire.body)) as Record<string, any>),
    } as Record<string, any>
  }
  test('are in force when the platform says so: from day to day, or every day from hour to hour', () => {
    expect(wireOfFence({}).areas[0]).toMatchObject({ id: 7, attributes: 8, radius: 300 })
    expect(wireOfFence({ startOn: '2026-11-01', endOn: '2026-11-30' }).areas[0]).toMatchObject({
      attributes: 9,
      startAt: '2026-11-01 00:00:00',
      endAt: '2026-11-30 23:59:59',
    })
    expect(wireOfFence({ windows: [{ days: 'every', from: '08:30', to: '18:00' }] }).areas[0]).toMatchObject({
      attributes: 9,
      startAt: '2000-00-00 08:30:00',
      endAt: '2000-00-00 18:00:00',
    })
    expect(
      wireOfFence(
        {
          shape: 'polygon',
          points: '121,31\n122,31\n122,32',
          startOn: '2026-11-01',
          endOn: '2026-11-30',
          speedLimit: 60,
          nightSpeedLimit: 40,
        },
        2019,
      ),
    ).toMatchObject({ messageId: '8604', attributes: 11, endAt: '2026-11-30 23:59:59', maxSpeed: 60, nightMaxSpeed: 40 })
  })
  test('along a road have its width from edge to edge, and its limit on every stretch', () => {
    const road = wireOfFence({ shape: 'corridor', points: '121,31\n121.1,31\n121.2,31.1', radius: null, width: 60, speedLimit: 80 })
    expect(road).toMatchObject({ messageId: '8606', attributes: 8 })
    expect(road['turns'].map((t: { width: number; attributes: number; maxSpeed: number }) => [t.width, t.attributes, t.maxSpeed])).toEqual([
      [120, 2, 80],
      [120, 2, 80],
      [120, 2, 80],
    ])
  })
  test.each<[Partial<FenceRow>, string]>([
    [{ shape: 'district', points: null }, '行政区围栏'],
    [{ shape: 'corridor', points: '121,31\n121.1,31', width: 128 }, '路线宽度最多 255 m'],
    [{ windows: [{ days: 'workdays', from: '08:00', to: '18:00' }] }, '按星期'],
    [
      {
        windows: [
          { days: 'every', from: '08:00', to: '12:00' },
          { days: 'every', from: '13:00', to: '18:00' },
        ],
      },
      '多个时段',
    ],
    [{ windows: [{ days: 'every', from: '08:00', to: '12:00' }], endOn: '2026-11-30' }, '同时按日期与时段'],
    [{ endOn: '2026-11-30' }, '同时有生效日期与失效日期'],
  ])('%j is not sent, because the terminal would alarm where the platform does not', (more, why) => {
    const fence = fenceOf(row(more))
    expect(unsendable(fence)).toContain(why)
    expect(wireOf({ kind: 'fenceSync', payload: { fence: 7 } }, 2013, null, fence)).toBeNull()
  })
  test.each([
    ['circle', '8601'],
    ['rectangle', '8603'],
    ['polygon', '8605'],
    ['corridor', '8607'],
  ])('a %s is taken away by %s', (shape, messageId) => {
    expect(of('fenceRemove', 2013, { fence: 7, shape })).toEqual({ messageId, body: { ids: [7] } })
  })
})
