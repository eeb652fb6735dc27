/** What 100 km took and cost by vehicle, driver and model; drivers of a statement found by name and number (issue 16, point 6). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { randomOf } from '#kit/basics/random.ts'
import { answerOf, asked } from '#kit/report/answer.server.ts'
import { linesOf } from '#modules/affairs/ground/pasted.rules.ts'
import { fuelConsumption } from '#modules/fuel/fuellings/consumption.ts'
import { takeIn } from '#modules/fuel/intake/import.server.ts'
import { readFuelStatement } from '#modules/fuel/statements/statement.rules.ts'
import { all, one } from './affairs.ts'
import { Company } from './company.ts'

let company: Company
let account = 0
const drivers: number[] = []
beforeAll(async () => {
  company = await Company.open('2026-05-10')
  account = await company.add('fuelAccount', {
    name: '中石化主账户',
    supplier: 'sinopec',
    mainCardNo: '1000113200000001',
    store: company.store,
  })
  for (const [name, mobile, idNo] of [
    ['孙磊', '13900000001', '110101199003070054'],
    ['孙磊', '13900000002', '110101199003070070'],
    ['吴强', '13900000003', '110101199003070097'],
  ] as const)
    drivers.push(await company.add('driver', { name, mobile, idNo, store: company.store }))
})
afterAll(() => company?.close())

const at = (d: string, time = '10:00'): string => instantAt(d as Day, time)
const fill = (vehicle: number, d: string, more: object) =>
  company.add(
    'fuelling',
    { kind: 'fuel', vehicle, pay: 'cash', at: at(d), fuel: 'd0', quantity: 40, unitPrice: 700, amount: 28_000, ...more },
    'sales',
  )
const figures = async (by: string, more: Record<string, string> = {}) => {
  const query = { from: '2026-01-01', to: '2026-12-31', by, ...more }
  const { lines } = await company.read((db) => answerOf(asked(db, company.as('finance'), fuelConsumption, query)))
  return new Map(lines.map(({ keys, values }) => [keys[0] ?? '', values]))
}

describe('figures per 100 km', () => {
  test('42.60 L over 512 km: 8.32 L and 65.31 yuan, of the one driver who filled it', async () => {
    company.at('2026-06-20', '20:00')
    const vehicle = await company.vehicle()
    await fill(vehicle, '2026-06-01', { km: 1000, filledUp: true })
    const id = await fill(vehicle, '2026-06-18', { km: 1512, filledUp: true, quantity: 42.6, amount: 33_441, driver: drivers[2] })
    expect(await one(company, 'fuelling', id)).toMatchObject({ driver: drivers[2], driverName: '吴强', consumption: '8.32' })
    for (const [by, key] of [
      ['driver', drivers[2]],
      ['vehicle', vehicle],
      ['model', company.model],
    ] as const) {
      const figure = (await figures(by)).get(String(key))
      expect(figure, by).toMatchObject({ km: 512, spent: 33_441, costPer100: 6531 })
      expect(figure!['litresPer100']!, by).toBeCloseTo(8.3203, 4)
    }
    const { model: energy } = await one<{ model: number }>(company, 'vehicle', vehicle)
    expect(energy).toBe(company.model)
  })
  test('a way that two drivers filled for is the vehicle’s and nobody’s own; a reversed fill counts no more', async () => {
    const vehicle = await company.vehicle()
    await fill(vehicle, '2026-06-02', { km: 1000, filledUp: true, driver: drivers[0] })
    const between = await fill(vehicle, '2026-06-04', { quantity: 20, amount: 14_000, driver: drivers[0] })
    await fill(vehicle, '2026-06-06', { km: 1500, filledUp: true, quantity: 25, amount: 17_500, driver: drivers[1] })
    expect((await figures('vehicle')).get(String(vehicle))).toMatchObject({ km: 500, spent: 31_500, litres: 85 })
    const before = await figures('driver')
    expect(before.get(String(drivers[0]))).toMatchObject({ km: 0, litres: 60, costPer100: null })
    expect(before.get(String(drivers[1]))).toMatchObject({ km: 0, litres: 25 })
    await company.act('fuelling', 'void', between, { reason: '登记错误' })
    expect((await figures('vehicle')).get(String(vehicle))).toMatchObject({ km: 500, spent: 17_500, litres: 65 })
    expect((await figures('driver')).get(String(drivers[1]))).toMatchObject({ km: 500, spent: 17_500 })
  })
  test('whatever is filled in whatever order, the figures are those of the fills read one after another', async () => {
    const random = randomOf(16)
    const pick = (n: number): number => Math.floor(random() * n)
    const vehicle = await company.vehicle()
    interface Fill {
      day: string
      km: number | null
      filledUp: boolean
      quantity: number
      amount: number
      driver: number
    }
    const fills: Fill[] = Array.from({ length: 24 }, (_, i) => {
      const quantity = (100 + pick(6000)) / 100
      return {
        day: `2026-05-${String(i + 1).padStart(2, '0')}`,
        km: random() < 0.8 ? 10_000 + i * 120 + pick(60) : null,
        filledUp: random() < 0.6,
        quantity,
        amount: Math.round(quantity * 700),
        driver: drivers[pick(2)]!,
      }
    })
    const struck = new Set<Fill>()
    for (const one of fills.toSorted(() => random() - 0.5)) {
      const { day, ...f } = one
      const id = await fill(vehicle, day, f)
      if (random() > 0.2) continue
      await company.act('fuelling', 'void', id, { reason: '登记错误' })
      struck.add(one)
    }
    const expected: (number | null)[] = []
    // The slow way: from one full fill to the next.
    const want = new Map<string, { km: number; spent: number }>()
    let [km, spent]: [number | null, number] = [null, 0]
    let who = new Set<number>()
    let began = false
    const add = (key: string, km_: number, spent_: number): void => {
      const sum = want.get(key) ?? { km: 0, spent: 0 }
      want.set(key, { km: sum.km + km_, spent: sum.spent + spent_ })
    }
    let litres = 0
    for (const f of fills.filter((x) => !struck.has(x))) {
      litres += f.quantity
      spent += f.amount
      who.add(f.driver)
      if (!f.filledUp) {
        expected.push(null)
        continue
      }
      const known = began && km !== null && f.km !== null && f.km - km >= 20
      expected.push(known ? Math.round((litres / (f.km! - km!)) * 10_000) / 100 : null)
      if (known) {
        add('vehicle', f.km! - km!, spent)
        if (who.size === 1) add(String([...who][0]), f.km! - km!, spent)
      }
      began = true
      ;[km, spent, litres, who] = [f.km, 0, 0, new Set()]
    }
    expect(want.get('vehicle')!.km).toBeGreaterThan(0)
    expect(struck.size).toBeGreaterThan(0)
    // What stands on each is the same, also where the fill before it was written down later.
    const rows = (await all<{ at: string; status: string; consumption: string | null }>(company, 'fuelling', 'vehicle', vehicle))
      .filter((r) => r.status !== 'voided')
      .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    rows.forEach((r, i) =>
      expected[i] === null ? expect(r.consumption).toBeNull() : expect(Number(r.consumption)).toBeCloseTo(expected[i]!, 1),
    )
    const mine = { vehicle: String(vehicle) }
    expect((await figures('vehicle', mine)).get(String(vehicle))).toMatchObject(want.get('vehicle')!)
    const byDriver = await figures('driver', mine)
    for (const driver of drivers.slice(0, 2))
      expect(byDriver.get(String(driver))).toMatchObject(want.get(String(driver)) ?? { km: 0, spent: 0 })
  })
})

describe('a statement that names drivers', () => {
  test('name with mobile or licence finds the record; a namesake is said, kept as a name, and set by a person', async () => {
    company.at('2026-05-20', '20:00')
    const plate = (await one<{ plateNo: string }>(company, 'vehicle', await company.vehicle())).plateNo
    const row = (no: string, name: string, mobile = '', licence = '') =>
      `${plate}\t2026-05-1${no} 10:30:00\t0号柴油\t10.00\t7.00\t70.00\tD${no}\t${name}\t${mobile}\t${licence}`
    const statement = readFuelStatement(
      linesOf(
        [
          '车牌号\t交易时间\t油品\t数量\t单价\t金额\t流水号\t驾驶员\t司机手机\t驾驶证号',
          row('1', '孙磊', '139****0002'),
          row('2', '孙磊', '', '110101199003070054'),
          row('3', '孙磊'),
          row('4', '外请老张', '13811112222'),
          row('5', '吴强'),
        ].join('\n'),
      ),
      company.clock.now(),
    )
    if (!statement.ok) throw new Error(statement.message)
    expect(await takeIn(company.as('finance'), account, statement.rows)).toMatchObject({ added: 5, bad: 0, unclear: 1 })
    const made = (
      await all<{ id: number; supplierNo: string; driver: number | null; driverName: string }>(company, 'fuelling', 'source', 'import')
    ).map((f) => [f.supplierNo, f.driver, f.driverName] as const)
    expect(made).toEqual([
      ['D1', drivers[1], '孙磊'],
      ['D2', drivers[0], '孙磊'],
      ['D3', null, '孙磊'],
      ['D4', null, '外请老张'],
      ['D5', drivers[2], '吴强'],
    ])
    const [open] = await all<{ id: number }>(company, 'fuelling', 'supplierNo', 'D3')
    await company.act('fuelling', 'setDriver', open!.id, { driver: drivers[0] })
    expect(await one(company, 'fuelling', open!.id)).toMatchObject({ driver: drivers[0], driverName: '孙磊', status: 'ok' })
  })
  test('a row that names nobody is of whose card it is', async () => {
    const vehicle = await company.vehicle()
    const card = await company.add('fuelCard', { cardNo: '1000113200000077', account, kind: 'sub', vehicle, driver: drivers[2] })
    await company.act('fuelCard', 'activate', card)
    expect(await one(company, 'fuelCard', card)).toMatchObject({ driver: drivers[2], driverName: '吴强' })
    await company.act('fuelAccount', 'recharge', account, { amount: 100_000, on: '2026-05-20', supplierNo: 'R1' })
    await company.act('fuelCard', 'allocate', card, { amount: 50_000, supplierNo: 'A1' })
    await company.act('fuelCard', 'load', card, { amount: 50_000 })
    const id = await fill(vehicle, '2026-05-19', { pay: 'card', card })
    expect(await one(company, 'fuelling', id)).toMatchObject({ driver: drivers[2], driverName: '吴强' })
  })
})
