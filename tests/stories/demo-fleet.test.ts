/** The demo company's simulated vehicles drive only while somebody has them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { vehiclesOut } from '../../src/composition/demo-fleet.server.ts'
import { Company } from './company.ts'
import { giveBack, running } from './leases.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-02')
})
afterAll(() => company?.close())
const out = () => company.read(vehiclesOut)

test('from its handover until it is back a vehicle is out; before, after, only promised, and in the workshop it stands', async () => {
  const waiting = await company.vehicle()
  const lease = await running(company, { startOn: '2025-01-10', endOn: '2026-01-10' })
  await company.contract({ lessee: await company.lessee(), vehicles: [waiting], startOn: '2025-02-10', endOn: '2026-02-10' })
  expect(await out()).toEqual(new Set([lease.vehicle]))
  const repair = { operatorId: company.operatorId, no: 'WB-D-1', status: 'repairing', vehicle: lease.vehicle, store: company.store }
  await company.write((tx) =>
    tx
      .insertInto('upkeepOrder')
      .values(repair as never)
      .execute(),
  )
  expect(await out()).toEqual(new Set())
  await company.write((tx) => tx.updateTable('upkeepOrder').set({ status: 'done' }).execute())
  expect(await out()).toEqual(new Set([lease.vehicle]))
  await giveBack(company, lease, '2025-03-10')
  expect(await out()).toEqual(new Set())
})
test('so is one on a mission, with its trailer, until that is done', async () => {
  const [vehicle, trailer] = [await company.vehicle(), await company.vehicle()]
  const state = (status: string) =>
    company.write((tx) =>
      tx
        .updateTable('mission')
        .set({ status: status as 'running' })
        .execute(),
    )
  await company.write((tx) =>
    tx
      .insertInto('mission')
      .values({
        operatorId: company.operatorId,
        no: 'RW-D-1',
        kind: 'task',
        status: 'running',
        vehicle,
        trailer,
        planStart: instantAt('2025-03-11' as Day),
        planEnd: instantAt('2025-03-12' as Day),
        store: company.store,
      } as never)
      .execute(),
  )
  expect(await out()).toEqual(new Set([vehicle, trailer]))
  await state('open')
  expect(await out()).toEqual(new Set())
  await state('done')
  expect(await out()).toEqual(new Set())
})
