/** What will stop the handover is said on the lessee, the vehicle and the contract long before, and goes when it is mended. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { detail } from '#kit/entity/query/query.server.ts'
import { Company } from './company.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-02')
})
afterAll(() => company?.close())

const notes = (entity: string, id: number): Promise<string[]> =>
  company.read(async (db) => (await detail(db, company.as(), company.registry.entity(entity), id)).$notes.map((note) => note.text))

test('a licence that runs out and a vehicle without inspection are known from the first page on', async () => {
  const lessee = await company.lessee({ licenceDueOn: '2025-01-31' })
  const vehicle = await company.vehicle()
  const contract = await company.contract({ lessee, vehicles: [vehicle], startOn: '2025-02-05', endOn: '2025-08-05' })
  expect(await notes('lessee', lessee)).toEqual([])
  expect(await notes('contract', contract)).toEqual([])
  company.at('2025-02-01')
  const licence = '交车前须处理：承租人驾驶证已于 2025-01-31 到期，不能交车。'
  expect(await notes('lessee', lessee)).toEqual([licence])
  expect(await notes('contract', contract)).toEqual([licence])
  await company.edit('lessee', lessee, { licenceDueOn: '2030-01-31' })
  expect(await notes('contract', contract)).toEqual([])
  await company.edit('vehicle', vehicle, { inspectionDueOn: '2025-01-31' })
  expect(await notes('vehicle', vehicle)).toEqual(['出租前须处理：年检已于 2025-01-31 到期。'])
  expect((await notes('contract', contract)).join()).toContain('年检已于 2025-01-31 到期')
  await company.edit('vehicle', vehicle, { inspectionDueOn: '2030-01-31' })
  expect(await notes('vehicle', vehicle)).toEqual([])
})

test('a lessee who was frozen stops the contract, and the contract says so', async () => {
  const lessee = await company.lessee()
  const contract = await company.contract({ lessee, vehicles: [await company.vehicle()], startOn: '2025-02-05', endOn: '2025-08-05' })
  await company.act('lessee', 'freeze', lessee, { reason: '欠款' })
  expect((await notes('contract', contract)).join()).toContain('提交与签署前须处理：承租人状态为「已冻结」')
})

test('a licence whose number was left empty has the number of the person, and one that was not seen has none', async () => {
  const maskedOf = async (more: Record<string, unknown>): Promise<unknown[]> => {
    const id = await company.lessee(more)
    const row = await company.read((db) => detail(db, company.as(), company.registry.entity('lessee'), id))
    return [row['licenceNo'], row['idNo']]
  }
  const [licence, person] = await maskedOf({ licenceNo: null, licenceClass: 'B2' })
  expect(person).toMatch(/\*/)
  expect(licence).toBe(person)
  expect((await maskedOf({ licenceNo: null, licenceClass: null }))[0]).toBe(null)
})
