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

test('plates that a statement or a list of violations names are looked for among the vehicles one may choose', async () => {
  const plate = async (vehicle: number): Promise<string> =>
    (await c.read((db) => db.selectFrom('vehicle').select('plateNo').where('id', '=', vehicle).executeTakeFirstOrThrow())).plateNo
  const [mine, theirs] = [await plate(vehicles.mine), await plate(vehicles.theirs)]
  c.at('2025-01-05', '20:00')
  const account = await c.add('fuelAccount', { name: '虹桥账户', supplier: 'sinopec', mainCardNo: '1000113200000001', store: c.store })
  const fills = [mine, theirs, '沪Z00000'].map((p, i) => [p, '2025-01-03 10:00:00', '10.00', '7.00', '70.00', `N${i}`])
  const fuelRoute = c.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.path === '/api/v1/fuelling/readStatement')!
  const signal = new AbortController().signal
  const asked = (store: number) =>
    fuelRoute.handler(
      managerOf(store),
      { account, text: [['车牌号', '交易时间', '数量', '单价', '金额', '流水号'], ...fills].map((r) => r.join('\t')).join('\n') },
      { files: [], signal },
    )
  const { rows } = (await asked(c.store)) as { rows: { result: string; problem: string | null }[] }
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
  const read = readViolations(linesOf(text), c.clock.now())
  if (!read.ok) throw new Error(read.message)
  const first = await takeViolations(managerOf(c.store), read.rows, 'import')
  // One of another store and one of nobody are answered alike; both are kept, to be claimed.
  expect(first).toMatchObject({ added: 3, byHolder: { company: 1, unknown: 2 } })
  const kept = await seen('violation', c.store)
  expect(new Map(kept.map((v) => [v['plateNo'], [v['vehicle'], v['status']]]))).toEqual(
    new Map<unknown, unknown>([
      [mine, [vehicles.mine, 'toHandle']],
      [theirs, [null, 'toClaim']],
      ['沪Z00000', [null, 'toClaim']],
    ]),
  )
  // The night knows every vehicle; from then on it is of the other store, and here only said to be there.
  await followViolations(c.as())
  expect(new Set((await seen('violation', c.store)).map((v) => v['plateNo']))).toEqual(new Set([mine, '沪Z00000']))
  expect((await seen('violation', other)).map((v) => v['plateNo'])).toContain(theirs)
  const again = c.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.path === '/api/v1/violation/read')!
  const told = (await again.handler(managerOf(c.store), { text }, { files: [], signal })) as {
    rows: { plateNo: string; problem: string | null }[]
  }
  expect(told.rows.find((r) => r.plateNo === theirs)!.problem).toBe('该违章已登记')
  expect(told.rows.find((r) => r.plateNo === mine)!.problem).toMatch(/^该违章已登记（WZ/)
})
