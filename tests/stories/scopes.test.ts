/** What the manager of one store sees of things that say no store themselves, or that belong to all. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { list } from '#kit/entity/query/query.server.ts'
import { actNamed, edit, remove } from '#kit/entity/store.server.ts'
import { Company, refusal } from './company.ts'

let c: Company
let other = 0
let vehicles: { mine: number; theirs: number }
const managerOf = (store: number): Context => {
  const ctx = c.as('sales')
  return { ...ctx, access: { ...ctx.access, can: () => true, scopeOf: () => [{ store: [store] }] } }
}
const seen = (entity: string, store: number, query: Record<string, string> = {}): Promise<Record<string, unknown>[]> =>
  c.read(async (db) => [...(await list(db, managerOf(store), c.registry.entity(entity), { pageSize: '200', ...query })).list])

beforeAll(async () => {
  c = await Company.open('2025-01-01')
  other = await c.add('store', { code: 'PD', name: '浦东店', city: '上海市' })
  const [mine, theirs] = [await c.vehicle(), await c.vehicle()]
  await c.edit('vehicle', theirs, { store: other })
  vehicles = { mine, theirs }
})
afterAll(() => c?.close())

test('the checklist of a vehicle is seen and changed where the vehicle is, and goes along when it moves', async () => {
  const steps = await c.read((db) =>
    db.selectFrom('vehiclePreparation').select(['id', 'vehicle']).where('vehicle', 'in', Object.values(vehicles)).execute(),
  )
  expect(steps.length).toBeGreaterThan(4)
  const of = (vehicle: number): number => steps.find((s) => s.vehicle === vehicle)!.id
  const ids = async (store: number): Promise<unknown[]> => [...new Set((await seen('vehiclePreparation', store)).map((r) => r['vehicle']))]
  expect(await ids(c.store)).toEqual([vehicles.mine])
  expect(await ids(other)).toEqual([vehicles.theirs])
  const mine = managerOf(c.store)
  const stranger = of(vehicles.theirs)
  for (const attempt of [
    () => c.write((tx) => remove(tx, mine, 'vehiclePreparation', stranger, null, 'person')),
    () => c.write((tx) => edit(tx, mine, 'vehiclePreparation', stranger, null, { note: '改' }, 'person')),
    () => c.write((tx) => actNamed(tx, mine, 'vehiclePreparation', 'waive', stranger, null, { note: '不用' }, 'person')),
  ])
    expect((await refusal(attempt())).kind).toBe('absent')
  await c.edit('vehicle', vehicles.theirs, { store: c.store })
  expect((await ids(c.store)).length).toBe(2)
  await c.edit('vehicle', vehicles.theirs, { store: other })
})
test('a changed plate is read where the vehicle is', async () => {
  for (const vehicle of Object.values(vehicles))
    await c.add('plateChange', {
      vehicle,
      oldPlateNo: `沪A${vehicle}`,
      oldPlateColor: 'blue',
      newPlateNo: `沪B${vehicle}`,
      newPlateColor: 'blue',
      changedOn: '2025-01-01',
    })
  expect((await seen('plateChange', c.store)).map((r) => r['vehicle'])).toEqual([vehicles.mine])
})
test('payment codes are managed by the store they are for; the whole company`s by those who see the whole company', async () => {
  const image = await c.files(1)
  const code = (name: string, stores: number[]) =>
    c.add('payQrCode', { name, channel: 'wechat', accountName: name, accountNo: name, image, stores })
  await code('虹桥收款', [c.store])
  await code('浦东收款', [other])
  await code('公司收款', [])
  expect((await seen('payQrCode', c.store)).map((r) => r['name'])).toEqual(['虹桥收款'])
  const usable = c.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.path === '/api/v1/payQrCode/usable')!
  const asked = (store: number) => usable.handler(managerOf(c.store), { store }, { files: [], signal: new AbortController().signal })
  const names = ((await asked(c.store)) as { list: { name: string }[] }).list.map((r) => r.name)
  expect(names.toSorted()).toEqual(['公司收款', '虹桥收款'].toSorted())
  expect((await refusal(asked(other))).kind).toBe('absent')
})
test('bank lines are seen once they are of a customer of the store; rules of sharing and processes, when they are of the store', async () => {
  const lessee = await c.lessee()
  const line = (tradeNo: string, more: object) => c.add('bankLine', { tradeNo, bookedOn: '2025-01-01', amount: 1000, ...more })
  await line('T1', { lessee })
  await line('T2', {})
  expect((await seen('bankLine', c.store)).map((r) => r['tradeNo'])).toEqual(['T1'])
  expect(await seen('bankLine', other)).toEqual([])
  const names = async (entity: string): Promise<string[]> => (await seen(entity, other)).map((r) => String(r['name'])).toSorted()
  expect(await seen('splitRule', other)).toEqual([])
  expect(await seen('businessProcess', other)).toEqual([])
  await c.add('vehicleProduct', { name: '浦东专供', model: c.model, mode: 'long', stores: [other] })
  await c.add('vehicleProduct', { name: '虹桥专供', model: c.model, mode: 'long', stores: [c.store] })
  await c.add('vehicleProduct', { name: '到处都有', model: c.model, mode: 'long' })
  const products = await names('vehicleProduct')
  expect(products).toContain('浦东专供')
  expect(products).toContain('到处都有')
  expect(products).not.toContain('虹桥专供')
})
