import { describe, expect, it } from 'vitest'
import { livedDay, nextStep, stopOpen, toSign } from './day.rules.ts'
import type { DriverDay, DriverMission } from './wire.ts'

const stop = (id: number, status = 'pending', arriveAt: string | null = null): DriverMission['stops'][number] => ({
  id,
  seq: id,
  kind: 'drop',
  status,
  consignments: [],
  planArrive: null,
  windowFrom: null,
  windowTo: null,
  arriveAt,
  name: '仓库',
  contact: null,
  mobile: null,
  address: '',
  lng: null,
  lat: null,
})
const freight = (id: number, status = 'carrying'): DriverMission['consignments'][number] => ({
  id,
  no: `PS${id}`,
  status,
  pieces: 10,
  weight: 1,
  loadedPieces: null,
  cod: 0,
  goods: [],
})
const mission = (id: number, status = 'running', more: Partial<DriverMission> = {}): DriverMission => ({
  id,
  no: `RW${id}`,
  status,
  planStart: '',
  planEnd: '',
  departBy: null,
  acceptBy: null,
  weight: 1,
  pieces: 10,
  routeText: null,
  noLoading: false,
  odometerFrom: null,
  odometerTo: null,
  remark: null,
  plateNo: null,
  stops: [stop(11), stop(12)],
  consignments: [freight(21), freight(22)],
  checks: [],
  checked: null,
  ...more,
})
const day = (missions: DriverMission[]): DriverDay => ({ driver: '王师傅', now: '', offers: [], missions })
const done = (kind: string, more: object = {}) => ({ kind, mission: 1, at: '2026-11-20T01:00:00Z', data: {}, ...more })
const after = (...events: Parameters<typeof livedDay>[1]) => livedDay(day([mission(1, 'offered'), mission(2, 'offered')]), events).missions

describe('what still waits in the phone', () => {
  it.each([
    ['accept', 'toLoad'],
    ['refuse', 'refused'],
    ['load', 'toDepart'],
    ['depart', 'running'],
    ['photo', 'offered'],
  ])('%s makes its mission %s and leaves the others', (kind, status) =>
    expect(after(done(kind)).map((m) => m.status)).toEqual([status, 'offered']),
  )
  it('the reading of the odometer told last stands, and one of them alone leaves the other', () => {
    const [first] = after(
      done('odometer', { data: { odometerFrom: 100 } }),
      done('odometer', { data: { odometerFrom: 110, odometerTo: 240.5 } }),
    )
    const [second] = after(done('odometer', { data: { odometerFrom: 100 } }))
    expect([first!.odometerFrom, first!.odometerTo, second!.odometerFrom, second!.odometerTo]).toEqual([110, 240.5, 100, null])
  })
  it('comes one after the other', () => expect(after(done('accept'), done('load'), done('depart'))[0]!.status).toBe('running'))
  it.each([
    ['arrive', 'arrived', '2026-11-20T01:00:00Z'],
    ['startWork', 'working', null],
    ['leave', 'done', null],
    ['photo', 'pending', null],
  ])('%s at a stop', (kind, status, arriveAt) =>
    expect(after(done(kind, { stop: 11 }))[0]!.stops.map((s) => [s.id, s.status, s.arriveAt])).toEqual([
      [11, status, arriveAt],
      [12, 'pending', null],
    ]),
  )
  it('a first arrival stays the arrival', () => {
    const seen = livedDay(day([mission(1, 'running', { stops: [stop(11, 'arrived', '08:00')] })]), [done('arrive', { stop: 11 })])
    expect(seen.missions[0]!.stops[0]!.arriveAt).toBe('08:00')
  })
  it.each<[string, string, object, string]>([
    ['scanned', 'scan', { consignment: 21 }, 'carrying'],
    ['signed', 'sign', { consignment: 21 }, 'signed'],
    ['signed without anything missing', 'sign', { consignment: 21, lines: [] }, 'signed'],
    ['signed with something refused', 'sign', { consignment: 21, lines: [{ refused: 1, short: 0 }] }, 'partSigned'],
    ['handed in', 'cod', { consignment: 21 }, 'loadedPlan'],
  ])('a consignment %s', (_, kind, data, status) => {
    const seen = livedDay(day([mission(1, 'running', { consignments: [freight(21, 'loadedPlan'), freight(22)] })]), [done(kind, { data })])
    expect(seen.missions[0]!.consignments.map((c) => c.status)).toEqual([status, 'carrying'])
  })
})

describe('what comes next', () => {
  it.each<[string, boolean, ReturnType<typeof nextStep>]>([
    ['offered', false, 'accept'],
    ['toLoad', false, 'load'],
    ['toLoad', true, 'depart'],
    ['toDepart', false, 'depart'],
    ['running', false, 'stop'],
    ['arrived', false, 'stop'],
    ['partSigned', false, 'stop'],
    ['suspended', false, 'stop'],
    ['done', false, 'done'],
    ['refused', false, 'done'],
  ])('%s (no loading: %s): %s', (status, noLoading, next) => expect(nextStep(mission(1, status, { noLoading }))).toBe(next))
  it('at stops that are open, with what is not signed yet', () => {
    const states = ['pending', 'enRoute', 'arrived', 'working', 'done', 'skipped']
    expect(states.filter((status) => stopOpen({ status }))).toEqual(['pending', 'enRoute', 'arrived', 'working'])
    const freights = ['toPick', 'loadedPlan', 'carrying', 'arrived', 'signed', 'partSigned', 'cancelled']
    expect(freights.filter((status) => toSign({ status }))).toEqual(['toPick', 'loadedPlan', 'carrying', 'arrived'])
  })
})
