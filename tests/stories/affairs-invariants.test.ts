/** Invariants A12, A14, A15 and A16 of affairs.md over random histories of the running product. DEEP=1 for more of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { AppError } from '#kit/basics/errors.ts'
import { addDays, addMonths, instantAt, type Day } from '#kit/basics/time/day.ts'
import { randomOf } from '#kit/basics/random.ts'
import { addCost, reverseCost } from '#modules/affairs/affairs.public.ts'
import { rebuildAll } from '#modules/affairs/dues.server.ts'
import { pointsOf } from '#modules/affairs/violations/violation.server.ts'
import { all, insured, one, person } from './affairs.ts'
import { Company } from './company.ts'
import { race } from './race.ts'

const HISTORIES = process.env['DEEP'] ? 40 : 1
let company: Company
let receipts: object[] = []
beforeAll(async () => {
  company = await Company.open('2026-01-10')
  await person(company, 'boss', '周敏')
  receipts = await company.files(1)
})
afterAll(() => company?.close())

const random = randomOf(2026)
const pick = (n: number): number => Math.floor(random() * n)
const one_ = <T>(of: readonly T[]): T => of[pick(of.length)]!
const at = (day: string, time = '10:00'): string => instantAt(day as Day, time)

describe('A12 points', () => {
  test('of a driver in any cycle are those handled and decided in it; what is reopened or cancelled gives them back', async () => {
    for (let history = 0; history < HISTORIES; history++) {
      const drivers = ['甲', '乙'].map((name) => ({ name: `${name}${history}`, first: addDays('2015-01-01' as Day, pick(3000)) }))
      const held: {
        id: number
        driver: (typeof drivers)[number]
        points: number
        state: 'open' | 'handled' | 'cancelled'
        on: Day | null
      }[] = []
      company.at('2026-01-10')
      const { plateNo } = await one<{ plateNo: string }>(company, 'vehicle', await company.vehicle())
      for (let step = 0; step < 24; step++) {
        const on = addDays('2026-01-11' as Day, step * 25 + pick(20))
        company.at(on, '18:00')
        const known = held.length ? one_(held) : null
        if (!known || random() < 0.4) {
          const driver = one_(drivers)
          const points = one_([0, 1, 3, 6, 9, 12])
          const values = { plateNo, occurredAt: at(addDays(on, -5), `0${step % 10}:1${step % 10}`), code: '1344', fine: 20_000, points }
          const id = await company.add('violation', { ...values, driverName: driver.name, firstLicenceOn: driver.first }, 'sales')
          held.push({ id, driver, points, state: 'open', on: null })
        } else if (known.state === 'open' && random() < 0.75) {
          const decidedOn = addDays(on, -pick(5))
          await company.act('violation', 'dispose', known.id, { way: 'self', bearer: 'company', reason: '公司车' })
          await company.act('violation', 'handle', known.id, { decidedOn, paidBy: 'driver', receipts })
          Object.assign(known, { state: 'handled', on: decidedOn })
        } else if (known.state === 'open') {
          await company.act('violation', 'appeal', known.id, { reason: '套牌' })
          await company.act('violation', 'uphold', known.id, { reason: '成立' })
          known.state = 'cancelled'
        } else if (known.state === 'handled') {
          await company.act('violation', 'reopen', known.id, { reason: '有误' })
          Object.assign(known, { state: 'open', on: null })
        }
        for (const driver of drivers) {
          // The slow way: the cycle is found by walking whole years from the first licence.
          let from = driver.first
          for (let n = 1; addMonths(driver.first, 12 * n) <= on; n++) from = addMonths(driver.first, 12 * n)
          const to = addMonths(driver.first, 12 * (Number(from.slice(0, 4)) - Number(driver.first.slice(0, 4)) + 1))
          const slow = held
            .filter((h) => h.driver === driver && h.state === 'handled' && h.on! >= from && h.on! < to)
            .reduce((sum, h) => sum + h.points, 0)
          expect(await company.read((tx) => pointsOf(tx, driver.name, driver.first, on)), `${history}/${step} ${driver.name} ${on}`).toBe(
            slow,
          )
        }
      }
    }
  })
})

describe('A14 a fuelling and its money', () => {
  test('each fuelling by card is spent once and wholly, each spend is of one fuelling, whatever the pots hold', async () => {
    company.at('2026-05-30', '20:00')
    const account = await company.add('fuelAccount', {
      name: '主账户',
      supplier: 'sinopec',
      mainCardNo: '1000113200000001',
      store: company.store,
    })
    await company.act('fuelAccount', 'recharge', account, { amount: 9_000_000, on: '2026-05-30', supplierNo: 'R1' })
    for (let history = 0; history < HISTORIES; history++) {
      const vehicle = await company.vehicle()
      const card = await company.add('fuelCard', { cardNo: `20001132${String(history).padStart(8, '0')}`, account, kind: 'sub', vehicle })
      await company.act('fuelCard', 'activate', card)
      let [put, fills] = [0, 0]
      for (let step = 0; step < 16; step++) {
        const now = at('2026-05-20', `${String(step + 4).padStart(2, '0')}:00`)
        const amount = 1000 + pick(step % 3 === 0 ? 40_000 : 9000)
        if (step === 0 || random() < 0.35) {
          await company.act('fuelCard', 'allocate', card, { amount, supplierNo: `A${history}-${step}` })
          put += amount
          if (random() < 0.6) await company.act('fuelCard', 'load', card, { amount: 1 + pick(amount) })
          continue
        }
        const values = { kind: 'fuel', vehicle, pay: 'card', card, at: now, quantity: 10, unitPrice: 700, amount }
        const id = await company.add('fuelling', values).catch((error: AppError) => {
          expect(error.message).toMatch(/不能再减少/)
          return null
        })
        if (id !== null) fills++
        if (id !== null && random() < 0.3) await company.act('fuelling', 'void', id, { reason: '重复' })
      }
      expect(fills).toBeGreaterThan(0)
      const { rows } = await company.read((tx) =>
        sql<{ id: number }>`
          select f.id from fuelling f where f.card = ${card} and (
            (select count(distinct e.pair_key) from fuel_entry e where e.fuelling = f.id and e.kind = 'spend') <> 1
            or (select -sum(e.delta) from fuel_entry e where e.fuelling = f.id and e.kind = 'spend') <> f.amount
            or (f.status = 'voided') <> exists (select from fuel_entry e where e.fuelling = f.id and e.kind = 'refund'))
          union all select e.id from fuel_entry e where e.card = ${card} and (e.kind = 'spend') <> (e.fuelling is not null and e.reverses is null)`.execute(
          tx,
        ),
      )
      expect(rows, `history ${history}`).toEqual([])
      const k = await one<{ reserve: number; wallet: number }>(company, 'fuelCard', card)
      const live = (await all<{ amount: number; status: string }>(company, 'fuelling', 'card', card)).filter((f) => f.status !== 'voided')
      expect(k.reserve + k.wallet, `history ${history}`).toBe(put - live.reduce((sum, f) => sum + f.amount, 0))
    }
  })
  test('a card that the supplier says is overdrawn falls by what was paid, and by nothing more', async () => {
    const [account] = await all<{ id: number }>(company, 'fuelAccount', 'name', '主账户')
    const vehicle = await company.vehicle()
    const card = await company.add('fuelCard', { cardNo: '3000113200000001', account: account!.id, kind: 'sub', vehicle })
    await company.act('fuelCard', 'activate', card)
    const { takeIn } = await import('#modules/fuel/intake/import.server.ts')
    const { readFuelStatement } = await import('#modules/fuel/statements/statement.rules.ts')
    const row = (i: number): string[] => ['3000113200000001', `2026-05-21 ${10 + i}:00:00`, '10.00', '7.00', '70.00', `O${i}`]
    const statement = readFuelStatement(
      [['卡号', '交易时间', '数量', '单价', '金额', '流水号'], ...[0, 1, 2, 3, 4].map(row)],
      company.clock.now(),
    )
    if (!statement.ok) throw new Error(statement.message)
    await takeIn(company.as('finance'), account!.id, statement.rows)
    expect(await one(company, 'fuelCard', card)).toMatchObject({ wallet: -35_000, reserve: 0 })
  })
})

describe('A15 what is due', () => {
  interface Event {
    name: string
    run: (vehicle: number) => Promise<unknown>
  }
  const EVENTS: readonly Event[] = [
    {
      name: 'reading',
      run: (vehicle) =>
        company.add('fuelling', {
          kind: 'fuel',
          vehicle,
          pay: 'cash',
          at: at('2026-05-18'),
          quantity: 40,
          unitPrice: 700,
          amount: 28_000,
          km: 21_900,
        }),
    },
    {
      name: 'earlier reading',
      run: (vehicle) =>
        company.add('fuelling', {
          kind: 'fuel',
          vehicle,
          pay: 'cash',
          at: at('2026-05-08'),
          quantity: 40,
          unitPrice: 700,
          amount: 28_000,
          km: 21_100,
        }),
    },
    { name: 'compulsory', run: (vehicle) => insured(company, vehicle, 'compulsory', '2025-06-01', 185_000) },
    { name: 'commercial', run: (vehicle) => insured(company, vehicle, 'commercial', '2025-05-15', 620_000) },
    { name: 'next compulsory', run: (vehicle) => insured(company, vehicle, 'compulsory', '2026-06-01', 166_500) },
    {
      name: 'upkeep done before',
      run: (vehicle) => company.add('upkeepState', { vehicle, item: 'oil', lastOn: '2026-01-31', lastKm: 12_350 }),
    },
    {
      name: 'violation',
      run: async (vehicle) => {
        const { plateNo } = await one<{ plateNo: string }>(company, 'vehicle', vehicle)
        const id = await company.add('violation', { plateNo, occurredAt: at('2026-05-01'), code: '1039', fine: 15_000, points: 0 }, 'sales')
        await company.act('violation', 'dispose', id, { way: 'company', dueOn: '2026-05-25' })
      },
    },
  ]
  const stored = async (vehicle: number): Promise<string[]> =>
    (
      await all<{
        kind: string
        level: string
        dueOn: string | null
        dueKm: string | null
        kmLeft: string | null
        forecastOn: string | null
      }>(company, 'affairDue', 'vehicle', vehicle)
    )
      .map((d) => [d.kind, d.level, d.dueOn, d.dueKm, d.kmLeft, d.forecastOn].join(' '))
      .toSorted()

  test('is what its sources say, in whatever order things were written down; the night finds nothing to change', async () => {
    company.at('2026-05-20', '18:00')
    const plan = await company.add('upkeepPlan', {
      name: '机油',
      models: [company.model],
      items: [
        {
          item: 'oil',
          everyKm: 10_000,
          everyDays: 180,
          everyHours: null,
          leadKm: 500,
          leadDays: 15,
          leadHours: 20,
          firstKm: null,
          firstDays: null,
        },
      ],
    })
    await company.act('upkeepPlan', 'activate', plan)
    const vehicles: number[] = []
    for (let history = 0; history < HISTORIES + 1; history++) {
      const vehicle = await company.vehicle()
      await company.edit('vehicle', vehicle, { registeredOn: '2024-05-18', inspectionDueOn: '2026-05-31' })
      vehicles.push(vehicle)
      // What earlier stories left, at the day of this one.
      await rebuildAll(company.as())
      for (const { name, run } of history === 0 ? EVENTS : EVENTS.toSorted(() => random() - 0.5)) {
        await run(vehicle)
        const before = await stored(vehicle)
        expect(await rebuildAll(company.as()), `after ${name}`).toBe(0)
        expect(await stored(vehicle), `after ${name}`).toEqual(before)
      }
    }
    const [first, ...others] = await Promise.all(vehicles.map(stored))
    expect(first!.length).toBeGreaterThan(2)
    for (const other of others) expect(other).toEqual(first)
    company.at('2026-05-28', '00:20')
    await rebuildAll(company.as())
    expect(await rebuildAll(company.as())).toBe(0)
    const [now, ...rest] = await Promise.all(vehicles.map(stored))
    for (const other of rest) expect(other).toEqual(now)
  })
})

describe('A16 the ledger of costs', () => {
  test('a key is booked once, also by many at once; taken back once, by its negative', async () => {
    const vehicle = await company.vehicle()
    const cost = (key: string, amount: number) => ({
      vehicle,
      store: company.store,
      on: company.clock.today(),
      kind: 'other' as const,
      amount,
      description: '试',
      source: 'T',
      key,
    })
    let want = 0
    for (let n = 0; n < HISTORIES * 4; n++) {
      const amount = 100 + pick(10_000)
      await race(Array.from({ length: 4 }, () => () => company.write((tx) => addCost(tx, company.as(), cost(`t:${n}`, amount)))))
      want += amount
      if (random() < 0.5) continue
      await race(
        Array.from({ length: 3 }, () => () => company.write((tx) => reverseCost(tx, company.as(), `t:${n}`, company.clock.today()))),
      )
      want -= amount
    }
    const rows = await all<{ key: string; amount: number }>(company, 'vehicleCost', 'vehicle', vehicle)
    expect(new Set(rows.map((r) => r.key)).size).toBe(rows.length)
    expect(rows.reduce((sum, r) => sum + r.amount, 0)).toBe(want)
    for (const r of rows.filter((x) => x.key.endsWith(':back'))) expect(rows.find((x) => `${x.key}:back` === r.key)?.amount).toBe(-r.amount)
  })
})
