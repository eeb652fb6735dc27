/** What the manager of one store sees of things that say no store themselves, or that belong to all. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { list } from '#kit/entity/query/query.server.ts'
import { actNamed, edit, remove } from '#kit/entity/store.server.ts'
import { linesOf } from '#modules/affairs/ground/pasted.rules.ts'
import { takeIn as takeViolations } from '#modules/affairs/violations/import.server.ts'
import { readViolations } from '#modules/affairs/violations/read.rules.ts'
import { followViolations } from '#modules/affairs/violations/violation.server.ts'
import { Company, refusal } from './company.ts'

let company: Company
let other = 0
let vehicles: { mine: number; theirs: number }
const managerOf = (store: number): Context => {
  const ctx = company.as('sales')
  return { ...ctx, access: { ...ctx.access, can: () => true, scopeOf: () => [{ store: [store] }] } }
}
const seen = (entity: string, store: number, query: Record<string, string> = {}): Promise<Record<string, unknown>[]> =>
  company.read(async (db) => [...(await list(db, managerOf(store), company.registry.entity(entity), { pageSize: '200', ...query })).list])

beforeAll(async () => {
  company = await Company.open('2025-01-01')
  other = await company.add('store', { code: 'PD', name: '浦东店', city: '上海市' })
  const [mine, theirs] = [await company.vehicle(), await company.vehicle()]
  await company.edit('vehicle', theirs, { store: other })
  vehicles = { mine, theirs }
})
afterAll(() => company?.close())

test('the checklist of a vehicle is seen and changed where the vehicle is, and goes along when it moves', async () => {
  const steps = await company.read((db) =>
    db.selectFrom('vehiclePreparation').select(['id', 'vehicle']).where('vehicle', 'in', Object.values(vehicles)).execute(),
  )
  expect(steps.length).toBeGreaterThan(4)
  const of = (vehicle: number): number => steps.find((s) => s.vehicle === vehicle)!.id
  const ids = async (store: number): Promise<unknown[]> => [...new Set((await seen('vehiclePreparation', store)).map((r) => r['vehicle']))]
  expect(await ids(company.store)).toEqual([vehicles.mine])
  expect(await ids(other)).toEqual([vehicles.theirs])
  const mine = managerOf(company.store)
  const stranger = of(vehicles.theirs)
  for (const attempt of [
    () => company.write((tx) => remove(tx, mine, 'vehiclePreparation', stranger, null, 'person')),
    () => company.write((tx) => edit(tx, mine, 'vehiclePreparation', stranger, null, { note: '改' }, 'person')),
    () => company.write((tx) => actNamed(tx, mine, 'vehiclePreparation', 'waive', stranger, null, { note: '不用' }, 'person')),
  ])
    expect((await refusal(attempt())).kind).toBe('absent')
  await company.edit('vehicle', vehicles.theirs, { store: company.store })
  expect((await ids(company.store)).length).toBe(2)
  await company.edit('vehicle', vehicles.theirs, { store: other })
})
test('a changed plate is read where the vehicle is', async () => {
  for (const vehicle of Object.values(vehicles))
    await company.add('plateChange', {
      vehicle,
      oldPlateNo: `沪A${vehicle}`,
      oldPlateColor: 'blue',
      newPlateNo: `沪B${vehicle}`,
      newPlateColor: 'blue',
      changedOn: '2025-01-01',
    })
  expect((await seen('plateChange', company.store)).map((r) => r['vehicle'])).toEqual([vehicles.mine])
})
test('payment codes are managed by the store they are for; the whole company`s by those who see the whole company', async () => {
  const image = await company.files(1)
  const code = (name: string, stores: number[]) =>
    company.add('payQrCode', { name, channel: 'wechat', accountName: name, accountNo: name, image, stores })
  await code('虹桥收款', [company.store])
  await code('浦东收款', [other])
  await code('公司收款', [])
  expect((await seen('payQrCode', company.store)).map((r) => r['name'])).toEqual(['虹桥收款'])
  const usable = company.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.path === '/api/v1/payQrCode/usable')!
  const asked = (store: number) => usable.handler(managerOf(company.store), { store }, { files: [], signal: new AbortController().signal })
  const names = ((await asked(company.store)) as { list: { name: string }[] }).list.map((r) => r.name)
  expect(names.toSorted()).toEqual(['公司收款', '虹桥收款'].toSorted())
  expect((await refusal(asked(other))).kind).toBe('absent')
})
test('bank lines are seen once they are of a customer of the store; rules of sharing and processes, when they are of the store', async () => {
  const lessee = await company.lessee()
  const line = (tradeNo: string, more: object) => company.add('bankLine', { tradeNo, bookedOn: '2025-01-01', amount: 1000, ...more })
  await line('T1', { lessee })
  await line('T2', {})
  expect((await seen('bankLine', company.store)).map((r) => r['tradeNo'])).toEqual(['T1'])
  expect(await seen('bankLine', other)).toEqual([])
  const names = async (entity: string): Promise<string[]> => (await seen(entity, other)).map((r) => String(r['name'])).toSorted()
  expect(await seen('splitRule', other)).toEqual([])
  expect(await seen('businessProcess', other)).toEqual([])
  await company.add('vehicleProduct', { name: '浦东专供', model: company.model, mode: 'long', stores: [other] })
  await company.add('vehicleProduct', { name: '虹桥专供', model: company.model, mode: 'long', stores: [company.store] })
  await company.add('vehicleProduct', { name: '到处都有', model: company.model, mode: 'long' })
  const products = await names('vehicleProduct')
  expect(products).toContain('浦东专供')
  expect(products).toContain('到处都有')
  expect(products).not.toContain('虹桥专供')
})

test('plates that a statement or a list of violations names are looked for among the vehicles one may choose', async () => {
  const plate = async (vehicle: number): Promise<string> =>
    (await company.read((db) => db.selectFrom('vehicle').select('plateNo').where('id', '=', vehicle).executeTakeFirstOrThrow())).plateNo
  const [mine, theirs] = [await plate(vehicles.mine), await plate(vehicles.theirs)]
  company.at('2025-01-05', '20:00')
  const account = await company.add('fuelAccount', {
    name: '虹桥账户',
    supplier: 'sinopec',
    mainCardNo: '1000113200000001',
    store: company.store,
  })
  const fills = [mine, theirs, '沪Z00000'].map((p, i) => [p, '2025-01-03 10:00:00', '10.00', '7.00', '70.00', `N${i}`])
  const fuelRoute = company.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.path === '/api/v1/fuelling/readStatement')!
  const signal = new AbortController().signal
  const asked = (store: number) =>
    fuelRoute.handler(
      managerOf(store),
      { account, text: [['车牌号', '交易时间', '数量', '单价', '金额', '流水号'], ...fills].map((r) => r.join('\t')).join('\n') },
      { files: [], signal },
    )
  const { rows } = (await asked(company.store)) as { rows: { result: string; problem: string | null }[] }
  expect(rows.map((r) => [r.result, r.problem])).toEqual([
    ['new', null],
    ['bad', `找不到车辆 ${theirs}`],
    ['bad', '找不到车辆 沪Z00000'],
  ])
  expect((await refusal(asked(other))).data).toEqual({ account: '请选择主账户' })

  const text = [
    '车牌号\t违法时间\t违法代码\t罚款\t记分',
    ...[mine, theirs, '沪Z00000'].map((p) => `${p}\t2025-01-03 10:30:00\t1039\t150\t0`),
  ].join('\n')
  const read = readViolations(linesOf(text), company.clock.now())
  if (!read.ok) throw new Error(read.message)
  const first = await takeViolations(managerOf(company.store), read.rows, 'import')
  // One of another store and one of nobody are answered alike; both are kept, to be claimed.
  expect(first).toMatchObject({ added: 3, byHolder: { company: 1, unknown: 2 } })
  const violations = await seen('violation', company.store)
  expect(new Map(violations.map((v) => [v['plateNo'], [v['vehicle'], v['status']]]))).toEqual(
    new Map<unknown, unknown>([
      [mine, [vehicles.mine, 'toHandle']],
      [theirs, [null, 'toClaim']],
      ['沪Z00000', [null, 'toClaim']],
    ]),
  )
  // The night knows every vehicle; from then on it is of the other store, and here only said to be there.
  await followViolations(company.as())
  expect(new Set((await seen('violation', company.store)).map((v) => v['plateNo']))).toEqual(new Set([mine, '沪Z00000']))
  expect((await seen('violation', other)).map((v) => v['plateNo'])).toContain(theirs)
  const again = company.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.path === '/api/v1/violation/read')!
  const preview = (await again.handler(managerOf(company.store), { text }, { files: [], signal })) as {
    rows: { plateNo: string; problem: string | null }[]
  }
  expect(preview.rows.find((r) => r.plateNo === theirs)!.problem).toBe('该违章已登记')
  expect(preview.rows.find((r) => r.plateNo === mine)!.problem).toMatch(/^该违章已登记（WZ/)
})
