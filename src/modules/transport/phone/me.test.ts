/** What a driver sees of himself on his phone: his papers and his money, never another's (transport.md §6, §10 X). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, addMonths, startOfMonth } from '#kit/basics/time/day.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { freightDesk } from '#tests/stories/freight.ts'
import type { OnRoad } from '../watch/wire.ts'
import type { DriverMe } from './me.wire.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})
const desk = freightDesk(() => rig.admin.ctx)
const asked = { method: 'GET' as const, path: '/api/v1/driver/me' }

describe('a driver on his phone', () => {
  test('sees how long his papers and those of his vehicle hold', async () => {
    expect((await rig.send(asked, {}, rig.nobody)).status).toBe(404)
    const today = rig.admin.ctx.clock.today()
    const vehicle = await desk.sample('vehicle', {
      plateNo: '沪A70001',
      inspectionDueOn: addDays(today, 31),
      compulsoryInsuranceDueOn: null,
    })
    await desk.sample('driver', {
      name: '冯远',
      user: rig.nobody.ctx.user.id,
      account: 'active',
      vehicle,
      licenceClass: 'B2',
      licenceDueOn: addDays(today, -1),
      qualificationDueOn: addDays(today, 30),
    })
    // A sample has every paper.
    await desk.write(async (tx) => {
      await tx.updateTable('driver').set({ healthDueOn: null }).where('user', '=', rig.nobody.ctx.user.id).execute()
      await tx.updateTable('vehicle').set({ compulsoryInsuranceDueOn: null }).where('id', '=', vehicle).execute()
    })
    const me = (await rig.send(asked, {}, rig.nobody)).data as DriverMe
    expect([me.name, me.licenceClass]).toEqual(['冯远', 'B2'])
    expect(me.papers.map((p) => [p.name, p.state])).toEqual([
      ['驾驶证', 'over'],
      ['从业资格证', 'soon'],
      ['沪A70001 车辆年检', 'ok'],
      ['沪A70001 交强险', 'unknown'],
    ])
  })
  test('sees what his missions earned by month: corrections count, what is void or of another driver does not', async () => {
    const driver = (
      await desk.read((db) => db.selectFrom('driver').select('id').where('user', '=', rig.nobody.ctx.user.id).executeTakeFirstOrThrow())
    ).id
    const other = await desk.sample('driver')
    const first = startOfMonth(rig.admin.ctx.clock.today())
    const sheet = async (total: number, status: string, more: object = {}): Promise<void> => {
      const id = await desk.put('chargeSheet', { direction: 'payable', driver, total, pricingDay: first, ...more })
      await desk.write((tx) =>
        tx
          .updateTable('chargeSheet')
          .set({ status: status as 'confirmed' })
          .where('id', '=', id)
          .execute(),
      )
    }
    await sheet(90_000, 'settled')
    await sheet(50_000, 'confirmed')
    await sheet(-5_000, 'confirmed', { kind: 'adjust', pricingDay: null })
    await sheet(30_000, 'calculated')
    await sheet(70_000, 'voided')
    await sheet(99_900, 'settled', { driver: other })
    await sheet(12_300, 'billed', { pricingDay: addMonths(first, -1) })
    const { months } = (await rig.send(asked, {}, rig.nobody)).data as DriverMe
    expect(months.map((m) => [m.month, m.confirmed, m.paid, m.sheets.length])).toEqual([
      [first.slice(0, 7), 135_000, 90_000, 4],
      [addMonths(first, -1).slice(0, 7), 12_300, 0, 1],
      [addMonths(first, -2).slice(0, 7), 0, 0, 0],
    ])
    expect(months[0]!.sheets.map((s) => s.label)).toEqual(expect.arrayContaining(['已付款', '已确认', '待确认']))
  })
  test('agrees himself that his places are used, where the company asks, and takes it back: without it none is kept or shown', async () => {
    const beat = () => rig.send({ method: 'POST', path: '/api/v1/driver/heartbeat' }, { lng: 121.47, lat: 31.23 }, rig.nobody)
    const say = (agree: boolean) => rig.send({ method: 'POST', path: '/api/v1/driver/consent' }, { agree }, rig.nobody)
    const mine = () =>
      desk.read((db) =>
        db.selectFrom('driver').select(['id', 'position']).where('user', '=', rig.nobody.ctx.user.id).executeTakeFirstOrThrow(),
      )
    const shown = async () => {
      const { id } = await mine()
      const road = (await rig.send({ method: 'GET', path: '/api/v1/mission/onRoad' }, {}, rig.admin)).data as OnRoad
      return road.list.find((row) => row.driver === id)!.position?.by
    }
    const wanted = async () => ((await rig.send(asked, {}, rig.nobody)).data as DriverMe).consent
    // Not asked for: as it always was.
    expect((await beat()).status).toBe(200)
    expect([await wanted(), await shown()]).toEqual([{ wanted: false, at: null }, 'phone'])
    const asks = await rig.send({ method: 'POST', path: '/api/v1/parameter/save' }, { values: { driverTrackConsent: true } }, rig.admin)
    expect(asks.status).toBe(200)
    // What was kept before is shown no longer; what comes is not kept, and he counts as being there all the same.
    expect(await shown()).toBeUndefined()
    await desk.write((tx) => tx.updateTable('driver').set({ position: null }).where('user', '=', rig.nobody.ctx.user.id).execute())
    expect((await beat()).status).toBe(200)
    expect([await wanted(), (await mine()).position]).toEqual([{ wanted: true, at: null }, null])
    expect((await say(true)).status).toBe(200)
    await beat()
    expect((await wanted()).at).not.toBeNull()
    expect([(await mine()).position?.lng, await shown()]).toEqual([121.47, 'phone'])
    expect((await say(false)).status).toBe(200)
    expect([(await mine()).position, await shown()]).toEqual([null, undefined])
    expect((await beat()).status).toBe(200)
    expect((await mine()).position).toBeNull()
    const log = await desk.read(async (db) =>
      db
        .selectFrom('auditLog')
        .select('action')
        .where('entity', '=', 'driver')
        .where('entityId', '=', (await mine()).id)
        .where('action', 'like', 'trackConsent%')
        .orderBy('id')
        .execute(),
    )
    expect(log.map((line) => line.action)).toEqual(['trackConsent', 'trackConsentBack'])
    // Nobody agrees in his place: whoever is no driver has nothing to agree to.
    expect((await rig.send({ method: 'POST', path: '/api/v1/driver/consent' }, { agree: true }, rig.admin)).status).toBe(404)
  })
})
