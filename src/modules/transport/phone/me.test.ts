/** What a driver sees of himself on his phone: his papers and his money, never another's (transport.md §6, §10 X). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, addMonths, startOfMonth } from '#kit/basics/day.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { freightDesk } from '#tests/stories/freight.ts'
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
})
