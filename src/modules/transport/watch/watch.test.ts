/** Arrival by fence and the time of arrival (transport.md §2.8, J7), by positions that come in through the gateway as terminals send them. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { FolderStore } from '#kit/files/store.server.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { startGateway, type RunningGateway } from '#modules/telematics/gateway/gateway.server.ts'
import { Device } from '#tests/device.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { freightDesk } from '#tests/stories/freight.ts'
import { flat } from '#tests/stories/tariff.ts'
import { arrivals, type Said } from './arrivals.rules.ts'
import { etas, isLate } from './eta.rules.ts'
import { watchMissions } from './watch.server.ts'
import type { OnRoad } from './wire.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('which stop a visit was', () => {
  const at = (minute: number): string => new Date(Date.parse('2026-11-20T00:00:00Z') + minute * MINUTE).toISOString()
  const stop = (id: number, seq: number, spot: number, ended = false) => ({ id, seq, spot, kind: 'unload', ended })
  const visit = (spot: number, from: number, to: number | null, before = false) => ({
    spot,
    from: at(from),
    to: to === null ? null : at(to),
    lng: 121,
    lat: 31,
    before,
  })
  const short = (sightings: ReturnType<typeof arrivals>) => sightings.map((e) => [e.stop, e.kind, e.at])

  test('stops at one place are visited in their order; an earlier stop holds a place that overlaps', () => {
    const stops = [stop(1, 1, 10), stop(2, 2, 20), stop(3, 3, 10)]
    expect(short(arrivals(stops, [], [visit(10, 5, 15), visit(20, 10, 30), visit(10, 40, null)], at(0)))).toEqual([
      [1, 'arrive', at(5)],
      [1, 'leave', at(15)],
      [2, 'arrive', at(15)],
      [2, 'leave', at(30)],
      [3, 'arrive', at(40)],
    ])
  })
  test('late data correct what was said; a track that begins at the place corrects nothing', () => {
    const said: Said[] = [{ clientId: 'a', stop: 1, kind: 'arrive', at: at(5) }]
    const [corrected] = arrivals([stop(1, 1, 10)], said, [visit(10, 9, null)], at(0))
    expect([corrected!.at, corrected!.amends]).toEqual([at(9), 'a'])
    expect(arrivals([stop(1, 1, 10)], said, [visit(10, 9, null, true)], at(0))).toEqual([])
  })
  test('nothing is said twice, however often it is looked at', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 10, max: 13 }), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 20 })), {
          maxLength: 12,
        }),
        fc.array(fc.integer({ min: 10, max: 13 }), { minLength: 1, maxLength: 6 }),
        (moves, places) => {
          let t = 0
          const visits = moves.map(([spot, stay, gap]) => {
            const from = (t += gap + 1)
            return visit(spot, from, (t += stay))
          })
          const stops = places.map((spot, i) => stop(i + 1, i, spot))
          const first = arrivals(stops, [], visits, at(0))
          expect(arrivals(stops, first, visits, at(0))).toEqual([])
          expect(new Set(first.map((e) => e.clientId)).size).toBe(first.length)
          // In parts it is the same as at once.
          const half = arrivals(stops, [], visits.slice(0, 5), at(0))
          expect([...half, ...arrivals(stops, half, visits, at(0))]).toEqual(first)
        },
      ),
    )
  })
})

describe('when it will be there', () => {
  const point = (lng: number) => ({ lng, lat: 31.2 })
  const ahead = (id: number, lng: number, more: object = {}) => ({
    id,
    status: 'pending',
    point: point(lng),
    windowFrom: null,
    windowTo: null,
    arriveAt: null,
    startAt: null,
    serviceMin: 15,
    ...more,
  })
  const NOW = '2026-11-20T01:00:00.000Z'
  test('by the estimate of roads, with the work and the wait for the window between', () => {
    // 0.1° here is 9,511 m: × 1.35 at 30 km/h is 25 min 41 s.
    const estimates = etas(point(121.4), NOW, [
      ahead(1, 121.5, { windowFrom: '2026-11-20T02:00:00.000Z' }),
      ahead(2, 121.6),
      ahead(3, 121.7),
    ])
    expect(estimates.map((e) => e.eta.slice(11, 19))).toEqual(['01:25:41', '02:40:41', '03:21:22'])
    expect(isLate(estimates[1]!.eta, '2026-11-20T02:30:00.000Z', 15)).toBe(false)
    expect(isLate(estimates[1]!.eta, '2026-11-20T02:25:00.000Z', 15)).toBe(true)
  })
  test('what is done is passed over, what is being worked at is finished first, four hours at the wheel want a rest', () => {
    const busy = ahead(1, 121.4, { status: 'working', arriveAt: NOW, startAt: '2026-11-20T00:55:00.000Z' })
    expect(
      etas(point(121.4), NOW, [ahead(9, 121.4, { status: 'done' }), busy, ahead(2, 121.5)]).map((e) => [e.id, e.eta.slice(11, 19)]),
    ).toEqual([[2, '01:35:41']])
    const [far] = etas(point(116.4), NOW, [ahead(1, 121.4)])
    const [near] = etas(point(121.3), NOW, [ahead(1, 121.4)])
    const driving = (475_552 * 1.22) / (65 / 3.6)
    expect(Math.round((Date.parse(far!.eta) - Date.parse(NOW)) / 1000)).toBeCloseTo(driving + 2 * 1200, -2)
    expect(Date.parse(near!.eta)).toBeLessThan(Date.parse(far!.eta))
  })
})

describe('through the gateway', () => {
  let rig: Rig
  let ctx: Context
  let g: RunningGateway
  const folder = mkdtempSync(join(tmpdir(), 'watch-'))
  beforeAll(async () => {
    rig = await startRig()
    ctx = rig.admin.ctx
    g = await startGateway({
      db: rig.db,
      registry: rig.registry,
      clock: systemClock,
      log: () => {},
      files: new StoredFiles(new FolderStore(folder)),
      port: 0,
      admit: 'known',
    })
  })
  afterAll(async () => {
    await g?.stop()
    expect(rig?.faults).toEqual([])
    await rig?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { write, read, put, sample, act, world, orderOf, legOf } = freightDesk(() => ctx)
  const look = () =>
    watchMissions(systemContext({ db: rig.db, registry: rig.registry, clock: systemClock, operatorId: ctx.user.operatorId } as never))

  interface Road {
    mission: number
    device: Device
    /** Reports from there, one every ten seconds. */
    at(lng: number, lat: number, minutesAgo: number, minutes: number, speed: number): Promise<void>
    stops(): Promise<
      {
        id: number
        seq: number
        kind: string
        arriveAt: string | null
        arriveBy: string | null
        leaveAt: string | null
        eta: string | null
      }[]
    >
  }
  let phone = 13_911_000_000
  async function road(): Promise<Road> {
    const w = await world(flat(50_000))
    const vehicle = await sample('vehicle', {
      store: w.store,
      opMode: 'transport',
      status: 'available',
      loadKg: 9000,
      curbKg: null,
      grossKg: 14_000,
      inspectionDueOn: '2099-01-01',
      compulsoryInsuranceDueOn: '2099-01-01',
    })
    const profile = await put('deviceProfile', { name: `终端${randomUUID().slice(0, 6)}` })
    const terminal = await put('terminal', { terminalNo: String(++phone), profile, store: w.store })
    await act('terminal', 'bind', terminal, { vehicle, at: new Date(Date.now() - 5 * 24 * HOUR).toISOString() })
    const driver = await sample('driver', {
      store: w.store,
      audit: 'verified',
      source: 'own',
      account: 'active',
      licenceClass: 'B2',
      licenceDueOn: '2099-01-01',
      qualificationDueOn: '2099-01-01',
    })
    const order = await orderOf(w, 100)
    const start = new Date(Date.now() - 90 * MINUTE).toISOString()
    const mission = await put('mission', {
      kind: 'task',
      consignments: [(await legOf(order)).id],
      planStart: start,
      planEnd: new Date(Date.now() + 6 * HOUR).toISOString(),
    })
    await act('mission', 'assign', mission, { vehicle, driver })
    await act('mission', 'accept', mission)
    await act('mission', 'load', mission, { all: true })
    await act('mission', 'depart', mission)
    // It left an hour and a half ago.
    await write((tx) => tx.updateTable('mission').set({ actualStart: start }).where('id', '=', mission).execute())
    const device = await new Device({ port: g.port, phone: String(phone) }).enter()
    return {
      mission,
      device,
      at: async (lng, lat, minutesAgo, minutes, speed) => {
        for (let s = 0; s <= minutes * 60; s += 10)
          await device.locate({
            at: Date.now() - minutesAgo * MINUTE + s * 1000,
            longitude: Math.round(lng * 1e6) + (s % 20),
            latitude: Math.round(lat * 1e6),
            speed: speed * 10,
          })
        await g.flush()
      },
      stops: () =>
        read((db) =>
          db
            .selectFrom('missionStop')
            .select(['id', 'seq', 'kind', 'arriveAt', 'arriveBy', 'leaveAt', 'eta'])
            .where('mission', '=', mission)
            .where('deletedAt', 'is', null)
            .orderBy('seq')
            .execute(),
        ),
    }
  }
  const events = (mission: number) =>
    read((db) =>
      db
        .selectFrom('stopEvent')
        .select(['kind', 'source', 'at', 'point'])
        .where('mission', '=', mission)
        .where('stop', 'is not', null)
        .orderBy('id')
        .execute(),
    )
  const minutesAgo = (at: string | null): number => Math.round((Date.now() - Date.parse(at!)) / MINUTE)

  test('standing at the receiver is an arrival; passing by is none; the driver who says it too doubles nothing; looked at again nothing changes', async () => {
    const r = await road()
    await r.at(121.55, 31.2, 80, 1, 60)
    await look()
    const [, unload] = await r.stops()
    // So old a position says nothing of when it will be there.
    expect([unload!.arriveAt, unload!.eta]).toEqual([null, null])
    // Ten seconds through the fence at 60 km/h, on to the next crossing.
    await r.at(121.6, 31.2, 60, 0.2, 60)
    await r.at(121.65, 31.2, 58, 1, 60)
    await look()
    expect((await r.stops())[1]!.arriveAt).toBeNull()
    await r.at(121.6, 31.2, 40, 5, 0)
    await act('mission', 'report', r.mission, {
      seq: unload!.seq,
      event: 'arrive',
      at: new Date(Date.now() - 38 * MINUTE).toISOString(),
      note: null,
    })
    expect((await r.stops())[1]!.arriveBy).toBe('调度')
    const at = await Promise.all([look(), look()])
    expect(at[0]! + at[1]!).toBeGreaterThanOrEqual(1)
    const there = (await r.stops())[1]!
    expect([there.arriveBy, minutesAgo(there.arriveAt), there.leaveAt]).toEqual(['围栏', 40, null])
    await r.at(121.6, 31.2, 34, 3, 0)
    await look()
    const seen = await events(r.mission)
    expect(seen.map((e) => [e.kind, e.source])).toEqual([
      ['arrive', 'dispatcher'],
      ['arrive', 'fence'],
    ])
    expect(seen[1]!.point).toMatchObject({ lat: 31.2 })
    await r.at(121.7, 31.2, 20, 1, 50)
    await look()
    const left = (await r.stops())[1]!
    expect([left.arriveBy, minutesAgo(left.leaveAt)]).toEqual(['围栏', 20])
    r.device.drop()
  })

  test('the stop ahead gets its time from where the vehicle is now, and another one when it moves', async () => {
    const r = await road()
    await r.at(121.5, 31.2, 5, 1, 40)
    await look()
    const minutes = async (): Promise<number> => -minutesAgo((await r.stops())[1]!.eta)
    // 9,511 m × 1.35 at 30 km/h.
    expect(Math.abs((await minutes()) - 26)).toBeLessThanOrEqual(1)
    await r.at(121.57, 31.2, 1, 0.5, 40)
    await look()
    expect(Math.abs((await minutes()) - 11)).toBeLessThanOrEqual(1)
    const asked = { method: 'GET' as const, path: '/api/v1/mission/onRoad' }
    const seen = (await rig.send(asked, {}, rig.admin)).data as OnRoad
    const mine = seen.list.find((x) => x.mission?.id === r.mission)!
    expect([mine.position?.by, mine.position?.lng.toFixed(2), mine.mission!.next!.late]).toEqual(['terminal', '121.57', false])
    expect(mine.mission!.next!.eta).toBe((await r.stops())[1]!.eta)
    const unload = (await r.stops())[1]!
    const past = new Date(Date.now() - 20 * MINUTE).toISOString()
    await write((tx) => tx.updateTable('missionStop').set({ windowTo: past }).where('id', '=', unload.id).execute())
    const after = (await rig.send(asked, {}, rig.admin)).data as OnRoad
    expect(after.list.find((x) => x.mission?.id === r.mission)!.mission!.next!.late).toBe(true)
    // Nobody of another company, and nobody without the right.
    expect(((await rig.send(asked, {}, rig.stranger)).data as OnRoad).list).toEqual([])
    expect((await rig.send(asked, {}, rig.nobody)).status).toBe(403)
    r.device.drop()
  })
})
