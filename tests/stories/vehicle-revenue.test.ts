/** 车辆收益 and 运营预警 against the rules alone: depreciation, costs spread over their time, and each warning once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, addMonths, day, dayOf, endOfMonth, instantAt, startOfMonth, type Day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { randomOf } from '#kit/basics/random.ts'
import { answerOf, asked } from '#kit/report/answer.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { addCost } from '#modules/affairs/affairs.public.ts'
import { depreciationOf } from '#modules/statistics/depreciation.rules.ts'
import { warn } from '#modules/statistics/warning.server.ts'
import { vehicleRevenue } from '#modules/statistics/vehicles.ts'
import { vehicleBlock } from '#modules/vehicles/ground.ts'
import { Company } from './company.ts'

let company: Company
let car = 0
const BOUGHT = day('2024-06-15')
beforeAll(async () => {
  company = await Company.open('2025-05-20')
  car = await company.vehicle()
  await company.edit('vehicle', car, { purchasePrice: fen(12_800_000), purchasedOn: BOUGHT, ownership: 'own' })
})
afterAll(() => company?.close())

const figures = async (query: Record<string, string>): Promise<{ key: string; values: Record<string, number | null> }[]> => {
  const { lines } = await company.read((db) => answerOf(asked(db, company.as('finance'), vehicleRevenue, query)))
  return lines.map(({ keys, values }) => ({ key: keys[0] ?? '', values }))
}
const depreciation = (from: Day, to: Day): number => {
  let sum = 0
  for (let first = startOfMonth(from); first <= to; first = addMonths(first, 1)) {
    const last = endOfMonth(first) < to ? endOfMonth(first) : to
    sum += depreciationOf({ price: 12_800_000, boughtOn: BOUGHT, months: 60, residualBp: 500 }, first < from ? from : first, last)
  }
  return sum
}

test.each([
  ['2025-05-01', '2025-05-31'],
  ['2025-02-11', '2025-04-03'],
  ['2024-05-01', '2024-07-15'],
  ['2025-01-31', '2025-02-01'],
] as const)('depreciation of %s to %s is that of the rule, by vehicle, by month, by week and by day', async (from, to) => {
  const expected = depreciation(day(from), day(to))
  const [whole] = await figures({ from, to, by: 'vehicle', vehicle: String(car) })
  expect(whole?.values['depreciation'] ?? 0).toBe(expected)
  for (const step of ['month', 'week', 'day']) {
    const lines = await figures({ from, to, by: 'period', step, vehicle: String(car) })
    expect(lines.reduce((sum, l) => sum + (l.values['depreciation'] ?? 0), 0)).toBe(expected)
  }
})

test('a cost with a time is spread over its days and none of it is lost; one without stands on its day', async () => {
  await company.write(async (tx) => {
    const cost = { vehicle: car, on: day('2025-01-10'), store: company.store, description: '保险', source: 'BX1' }
    await addCost(tx, company.as('finance'), {
      ...cost,
      kind: 'insurance',
      amount: fen(805_000),
      startOn: day('2025-01-10'),
      endOn: day('2026-01-10'),
      key: 'test:1',
    })
    await addCost(tx, company.as('finance'), {
      ...cost,
      kind: 'upkeep',
      amount: fen(68_000),
      on: day('2025-05-09'),
      startOn: null,
      endOn: null,
      description: '保养',
      key: 'test:2',
    })
  })
  const [may] = await figures({ from: '2025-05-01', to: '2025-05-31', by: 'vehicle', vehicle: String(car) })
  // 31 of 365 days, by the cumulative: R(805000·142/365) − R(805000·111/365).
  expect(may?.values['cost']).toBe(Math.round((805_000 * 142) / 365) - Math.round((805_000 * 111) / 365) + 68_000)
  // The car of J5 (finance.md §3.7): 683.70 + 680.00 + 128.50 and a sixtieth of 121,600.00, 2,026.67
  // by itself and 2,026.66 as the share of this month in the whole: 3,518.86 over 3,120 km, 1.13 a km.
  await company.write(async (tx) => {
    const fuel = {
      vehicle: car,
      on: day('2025-05-12'),
      store: company.store,
      description: '加油',
      source: 'J1',
      kind: 'fuel',
      key: 'test:3',
    } as const
    await addCost(tx, company.as('finance'), { ...fuel, amount: fen(12_850), startOn: null, endOn: null })
    for (const [n, metres] of [
      [3, 1_800_000],
      [21, 1_320_000],
    ] as const)
      await sql`insert into vehicle_day (operator_id, vehicle, store, day, distance) values (${company.operatorId}, ${car}, ${company.store}, ${`2025-05-${String(n).padStart(2, '0')}`}::date, ${metres})`.execute(
        tx,
      )
  })
  const [j5] = await figures({ from: '2025-05-01', to: '2025-05-31', by: 'vehicle', vehicle: String(car) })
  expect([j5?.values['depreciation'], j5?.values['spent'], j5?.values['distance'], j5?.values['perKm']]).toEqual([
    202_666, 351_886, 3_120_000, 113,
  ])
  const [none] = await figures({ from: '2025-04-01', to: '2025-04-30', by: 'vehicle', vehicle: String(car) })
  expect(none?.values['perKm']).toBeNull()
  const days = await figures({ from: '2025-01-01', to: '2026-02-01', by: 'period', step: 'day', vehicle: String(car) })
  expect(days.reduce((sum, l) => sum + (l.values['cost'] ?? 0), 0)).toBe(805_000 + 68_000 + 12_850)
})

test('days on the books, leased and blocked are those counted one by one, and end with the disposal', async () => {
  const other = await company.vehicle()
  await company.edit('vehicle', other, { purchasePrice: fen(6_000_000), purchasedOn: day('2025-01-10'), ownership: 'own' })
  const span = (from: string, to: string | null) => ({ from: instantAt(day(from), '15:30'), to: to && instantAt(day(to), '02:10') })
  const blocked = [
    span('2025-02-03', '2025-02-05'),
    span('2025-02-04', '2025-02-10'),
    span('2025-03-01', '2025-03-01'),
    span('2025-04-20', null),
  ]
  await company.write(async (tx) => {
    for (const { from, to } of blocked) {
      const at = { fromAt: from, toAt: to }
      await storeOf(vehicleBlock).add(tx, company.as('finance'), {
        vehicle: other,
        kind: 'repair',
        reason: '维修',
        ref: `test:${from}`,
        store: company.store,
        ...at,
      })
    }
  })
  await company.act('vehicle', 'suspend', other, { reason: '车龄到期' })
  await expect(company.act('vehicle', 'dispose', other, { way: 'sold', on: '2025-05-21' })).rejects.toThrow('处置日期不能晚于今天')
  await expect(company.act('vehicle', 'dispose', other, { way: 'sold', on: '2025-01-09' })).rejects.toThrow('处置日期不能早于购置日期')
  await company.act('vehicle', 'dispose', other, { way: 'sold', on: '2025-05-05' })
  const covers = (day: Day): boolean => blocked.some(({ from, to }) => dayOf(from) <= day && (!to || dayOf(to) > day))
  for (const [from, to] of [
    ['2025-01-01', '2025-06-30'],
    ['2025-02-04', '2025-02-09'],
    // Before it was bought and after it was sold, in the same month.
    ['2025-01-02', '2025-01-05'],
    ['2025-05-10', '2025-05-12'],
    ['2025-05-01', '2025-05-31'],
  ] as const) {
    let stood = 0
    let off = 0
    for (let d = day(from); d <= to; d = addDays(d, 1)) {
      if (d < '2025-01-10' || d >= '2025-05-05') continue
      stood++
      if (covers(d)) off++
    }
    for (const step of ['day', 'week', 'month', 'quarter']) {
      const lines = await figures({ from, to, by: 'period', step, vehicle: String(other) })
      const sum = (name: string): number => lines.reduce((all, l) => all + (l.values[name] ?? 0), 0)
      expect([step, sum('stood'), sum('blocked'), sum('leased')]).toEqual([step, stood, off, 0])
    }
  }
  // Worn off through the month of the disposal, not after.
  const [whole] = await figures({ from: '2025-01-01', to: '2025-12-31', by: 'vehicle', vehicle: String(other) })
  expect(whole?.values['depreciation']).toBe(Math.round((5_700_000 * 4) / 60))
})

test('each warning of a vehicle and day is made once, and what was set aside is not told again for a week', async () => {
  const of = async (): Promise<{ id: number; kind: string; warnedOn: string }[]> =>
    company.read((db) =>
      db
        .selectFrom('revenueWarning')
        .select(['id', 'kind', 'warnedOn'])
        .where('vehicle', '=', car)
        .orderBy('warnedOn')
        .orderBy('id')
        .execute(),
    )
  const ctx = company.as('finance')
  await warn(ctx, day('2025-05-10'))
  const first = await of()
  expect(first.map((w) => w.kind)).toContain('idle')
  expect(await warn(ctx, day('2025-05-10'))).toBe(0)
  const idle = first.find((w) => w.kind === 'idle')!
  await company.act('revenueWarning', 'ignore', idle.id, { note: '已安排整备' })
  await warn(ctx, addDays(day('2025-05-10'), 6))
  expect((await of()).filter((w) => w.kind === 'idle')).toHaveLength(1)
  await warn(ctx, addDays(day('2025-05-10'), 7))
  expect((await of()).filter((w) => w.kind === 'idle')).toHaveLength(2)
})

/** Every figure of the report, of the whole fleet together: by vehicle, by store, by any step of the axis, or not divided at all. */
test('G10, G12: vehicles make the fleet, days make weeks, months and the whole, and days of use are no more than there are', async () => {
  company.at('2025-05-20')
  const lessee = await company.lessee()
  for (const startOn of ['2025-05-20', '2025-05-21']) {
    const contract = await company.contract({ lessee, vehicles: [await company.vehicle()], startOn, endOn: '2025-11-20' })
    await company.sign(contract)
    const bills = await company.bills(contract)
    await company.pay(
      bills.map((b) => b.id),
      bills.reduce((sum, b) => sum + b.amount, 0),
    )
    if (startOn === company.clock.today()) await company.handOver(contract)
  }
  company.at('2025-07-08')
  await company.run()
  const SUMS = ['rent', 'vat', 'income', 'cost', 'depreciation', 'spent', 'margin', 'leased', 'stood', 'blocked', 'available', 'distance']
  const random = randomOf(1510)
  for (let n = 0; n < (process.env['DEEP'] ? 200 : 4); n++) {
    const from = addDays(day('2025-01-01'), Math.floor(random() * 200))
    const to = addDays(from, Math.floor(random() * 120))
    const sums = async (query: Record<string, string>): Promise<number[]> => {
      const lines = await figures({ from, to, ...query })
      for (const { values } of lines) {
        const [leased, available, stood] = [values['leased']!, values['available']!, values['stood']!]
        expect(leased <= available && available <= stood, `${from} to ${to}, ${JSON.stringify(query)}`).toBe(true)
        for (const rate of ['used', 'usedAvailable'])
          expect(values[rate] === null || (values[rate]! >= 0 && values[rate]! <= 1), `${rate} of ${from} to ${to}`).toBe(true)
      }
      return SUMS.map((name) => lines.reduce((sum, l) => sum + (l.values[name] ?? 0), 0))
    }
    const whole = await sums({ by: 'vehicle' })
    for (const query of [
      { by: 'store' },
      ...['day', 'week', 'month', 'quarter', 'year'].map((step) => ({ by: 'period', step })),
      { by: 'vehicle,period', step: 'month' },
    ])
      expect(await sums(query), `${from} to ${to}, ${JSON.stringify(query)}`).toEqual(whole)
  }
  // The fen that each day's tax alone would lose is not lost.
  expect(await figures({ from: '2025-05-20', to: '2025-06-19', by: 'vehicle' })).toContainEqual(
    expect.objectContaining({ values: expect.objectContaining({ rent: 380_000, vat: 43_717 }) }),
  )
})
