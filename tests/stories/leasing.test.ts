/** Journeys J1 and J2 of the domain, to the fen. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Company, P1, refusal } from './company.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-10')
})
afterAll(() => company?.close())

describe('J1: from contract to the keys', () => {
  let contract = 0
  let vehicle = 0
  test('submitting plans twelve periods and asks for 500000 + 200000 + 380000', async () => {
    vehicle = await company.vehicle()
    contract = await company.contract({ lessee: await company.lessee(), vehicles: [vehicle], startOn: '2025-01-15', endOn: '2026-01-15' })
    const bills = await company.bills(contract)
    expect(bills.map((b) => [b.billType, b.amount, b.status])).toEqual([
      ['deposit', 500_000, 'unpaid'],
      ['deposit', 200_000, 'unpaid'],
      ['rent', 380_000, 'unpaid'],
    ])
    expect(bills.reduce((sum, b) => sum + b.amount, 0)).toBe(1_080_000)
    const periods = await company.periods(contract)
    expect(periods).toHaveLength(12)
    expect(periods.map((p) => p.status)).toEqual(['issued', ...Array.from({ length: 11 }, () => 'planned')])
  })
  test('a second contract cannot have the same vehicle', async () => {
    const id = await company.add('contract', {
      store: company.store,
      plan: company.plan,
      lessee: await company.lessee(),
      vehicles: [vehicle],
      startOn: '2025-02-01',
      endOn: '2026-02-01',
      ...P1,
    })
    expect((await refusal(company.act('contract', 'submit', id))).message).toMatch(/已列入合同 HT20250110-\d{4}/)
  })
  test('signing by an offline scan reserves the vehicle and orders the handover', async () => {
    await company.sign(contract)
    const [v] = await company.read((db) => db.selectFrom('vehicle').select('status').where('id', '=', vehicle).execute())
    expect(v!.status).toBe('reserved')
  })
  test('without the money the keys stay, and the sentence names the bills', async () => {
    expect((await refusal(company.handOver(contract))).message).toMatch(
      /以下账单未付清，不能交车：车辆押金（ZD\d{8}-\d{4}，未付 5,000\.00）、违章押金（.*）、第 1 期租金（.*3,800\.00）/,
    )
  })
  test('one clerk registers 1080000, the same clerk may not confirm it, another does', async () => {
    const ids = (await company.bills(contract)).map((b) => b.id)
    const payment = await company.register(ids, 1_080_000)
    expect((await refusal(company.confirm(payment, 'cashier'))).message).toBe('登记人不能审核自己登记的收款，请由另一位同事确认')
    await company.confirm(payment)
    expect((await company.bills(contract)).map((b) => b.status)).toEqual(['settled', 'settled', 'settled'])
    const deposits = await company.read((db) =>
      db.selectFrom('depositAccount').select(['kind', 'balance']).where('contract', '=', contract).orderBy('id').execute(),
    )
    expect(deposits).toEqual([
      { kind: 'vehicle', balance: 500_000 },
      { kind: 'violation', balance: 200_000 },
    ])
    expect(await company.proveAll()).toEqual([])
  })
  test('an expired licence stops the handover', async () => {
    const { lessee } = (await company.bills(contract))[0]!
    await company.edit('lessee', lessee, { licenceDueOn: '2025-01-09' })
    expect((await refusal(company.handOver(contract))).message).toBe('承租人驾驶证已于 2025-01-09 到期，不能交车')
    await company.edit('lessee', lessee, { licenceDueOn: '2030-01-09' })
  })
  test('handed over on 2025-01-31 with 12350 km: twelve months of 380000, and the 31st never drifts', async () => {
    company.at('2025-01-31')
    await company.handOver(contract)
    const periods = await company.periods(contract)
    expect(periods.map((p) => `${p.startOn}→${p.endOn}`)).toEqual([
      '2025-01-31→2025-02-28',
      '2025-02-28→2025-03-31',
      '2025-03-31→2025-04-30',
      '2025-04-30→2025-05-31',
      '2025-05-31→2025-06-30',
      '2025-06-30→2025-07-31',
      '2025-07-31→2025-08-31',
      '2025-08-31→2025-09-30',
      '2025-09-30→2025-10-31',
      '2025-10-31→2025-11-30',
      '2025-11-30→2025-12-31',
      '2025-12-31→2026-01-31',
    ])
    expect(periods.map((p) => p.amount)).toEqual(Array.from({ length: 12 }, () => 380_000))
    const [row] = await company.read((db) => db.selectFrom('contract').select(['status', 'totalRent']).where('id', '=', contract).execute())
    expect(row).toEqual({ status: 'active', totalRent: 4_560_000 })
    const [of] = await company.read((db) =>
      db.selectFrom('lease').select(['status', 'startOn', 'endOn', 'startOdometer']).where('contract', '=', contract).execute(),
    )
    expect(of).toEqual({ status: 'active', startOn: '2025-01-31', endOn: '2026-01-31', startOdometer: 12_350 })
    const [v] = await company.read((db) => db.selectFrom('vehicle').select(['status', 'odometer']).where('id', '=', vehicle).execute())
    expect(v).toEqual({ status: 'leased', odometer: 12_350 })
  })
  test('the issued first bill keeps its money and stands for the first real period', async () => {
    const rent = (await company.bills(contract))[2]!
    expect(rent).toMatchObject({ amount: 380_000, paid: 380_000, status: 'settled', startOn: '2025-01-31', endOn: '2025-02-28' })
    const items = await company.read((db) =>
      db.selectFrom('billItem').select(['amount', 'startOn', 'endOn']).where('bill', '=', rent.id).orderBy('id').execute(),
    )
    expect(items).toEqual([
      { amount: 380_000, startOn: '2025-01-15', endOn: '2025-02-15' },
      { amount: -380_000, startOn: '2025-01-15', endOn: '2025-02-15' },
      { amount: 380_000, startOn: '2025-01-31', endOn: '2025-02-28' },
    ])
    expect(await company.proveAll()).toEqual([])
  })
  test('the second bill comes seven days before its period, and the run of every day makes it once', async () => {
    company.at('2025-02-20')
    expect((await company.run()).issued).toBe(0)
    company.at('2025-02-21')
    expect(await company.run()).toEqual({ issued: 1, leases: 1, failures: [] })
    expect((await company.run()).issued).toBe(0)
    const last = (await company.bills(contract)).at(-1)!
    expect(last).toMatchObject({
      billType: 'rent',
      amount: 380_000,
      issueOn: '2025-02-21',
      dueOn: '2025-02-28',
      startOn: '2025-02-28',
      endOn: '2025-03-31',
    })
    await company.pay([last.id], 380_000)
    expect((await company.bill(last.id)).status).toBe('settled')
  })
  test('a handed-over contract cannot be void', async () => {
    expect((await refusal(company.act('contract', 'void', contract, { reason: '测试' }))).message).toMatch(/当前为「履约中」/)
  })
})

describe('J2: calendar months', () => {
  const natural = (more: object) => ({ startOn: '2025-03-10', endOn: '2026-03-10', anchorMode: 'calendarMonth', ...more })
  test('by actual days the first stub is 269677, the last 110323, together one month', async () => {
    company.at('2025-03-05')
    const contract = await company.contract({ lessee: await company.lessee(), vehicles: [await company.vehicle()], ...natural({}) })
    await company.sign(contract)
    await company.pay(
      (await company.bills(contract)).map((b) => b.id),
      500_000 + 200_000 + 269_677,
    )
    company.at('2025-03-10')
    await company.handOver(contract)
    const periods = await company.periods(contract)
    expect([periods[0]!.startOn, periods[0]!.endOn, periods[0]!.amount]).toEqual(['2025-03-10', '2025-04-01', 269_677])
    expect([periods.at(-1)!.startOn, periods.at(-1)!.endOn, periods.at(-1)!.amount]).toEqual(['2026-03-01', '2026-03-10', 110_323])
    expect(periods[0]!.amount + periods.at(-1)!.amount).toBe(380_000)
  })
  test('with 30-day months the stubs are 278667 and 114000, and the bill shows the formula', async () => {
    company.at('2025-03-05')
    const contract = await company.contract({
      lessee: await company.lessee(),
      vehicles: [await company.vehicle()],
      ...natural({ prorateMode: 'thirty' }),
    })
    const periods = await company.periods(contract)
    expect([periods[0]!.amount, periods.at(-1)!.amount]).toEqual([278_667, 114_000])
    const items = await company.read((db) =>
      db
        .selectFrom('billItem')
        .innerJoin('bill', 'bill.id', 'billItem.bill')
        .select(['formula'])
        .where('bill.contract', '=', contract)
        .where('feeItem', '=', 'RENT')
        .execute(),
    )
    expect(items).toEqual([{ formula: '3800.00 ÷ 30 × 22 天' }])
  })
  test('handed over ten days late, the paid first month shrinks to the stub and the difference goes to the balance', async () => {
    company.at('2025-03-01')
    const lessee = await company.lessee()
    const contract = await company.contract({
      lessee,
      vehicles: [await company.vehicle()],
      ...natural({ startOn: '2025-03-01', endOn: '2026-03-01' }),
    })
    await company.sign(contract)
    await company.pay(
      (await company.bills(contract)).map((b) => b.id),
      1_080_000,
    )
    company.at('2025-03-10')
    await company.handOver(contract)
    const rent = (await company.bills(contract))[2]!
    expect(rent).toMatchObject({ amount: 269_677, paid: 269_677, status: 'settled', startOn: '2025-03-10', endOn: '2025-04-01' })
    expect(await company.balance(lessee)).toBe(110_323)
    expect(await company.proveAll()).toEqual([])
  })
})

describe('a contract that comes to nothing', () => {
  test('void releases the vehicle, cancels the plan and the unpaid bills', async () => {
    company.at('2025-04-01')
    const vehicle = await company.vehicle()
    const contract = await company.contract({
      lessee: await company.lessee(),
      vehicles: [vehicle],
      startOn: '2025-04-05',
      endOn: '2026-04-05',
    })
    await company.sign(contract)
    await company.act('contract', 'void', contract, { reason: '客户放弃' })
    expect((await company.bills(contract)).map((b) => b.status)).toEqual(['voided', 'voided', 'voided'])
    expect(await company.read((db) => db.selectFrom('vehicle').select('status').where('id', '=', vehicle).execute())).toEqual([
      { status: 'available' },
    ])
    expect(await company.read((db) => db.selectFrom('lease').select('status').where('contract', '=', contract).execute())).toEqual([
      { status: 'cancelled' },
    ])
    expect(await company.read((db) => db.selectFrom('handover').select('status').where('contract', '=', contract).execute())).toEqual([
      { status: 'cancelled' },
    ])
    const again = await company.contract({
      lessee: await company.lessee(),
      vehicles: [vehicle],
      startOn: '2025-04-05',
      endOn: '2026-04-05',
    })
    expect(again).toBeGreaterThan(contract)
  })
  test('with money on it or a receipt waiting it stays', async () => {
    const contract = await company.contract({
      lessee: await company.lessee(),
      vehicles: [await company.vehicle()],
      startOn: '2025-04-05',
      endOn: '2026-04-05',
    })
    const [deposit] = await company.bills(contract)
    const payment = await company.register([deposit!.id], 100_000)
    expect((await refusal(company.act('contract', 'void', contract, { reason: 'x' }))).message).toBe('有 1 笔收款待审核，请先确认或驳回')
    await company.confirm(payment)
    expect((await refusal(company.act('contract', 'void', contract, { reason: 'x' }))).message).toBe('已有收款，请先退款再作废')
    await company.act('payment', 'reverse', payment, { reason: '登记错误' }, 'finance')
    await company.act('contract', 'void', contract, { reason: 'x' })
    expect(await company.proveAll()).toEqual([])
  })
})

describe('two clerks at once', () => {
  test('of two contracts submitted for one vehicle exactly one gets it', async () => {
    const vehicle = await company.vehicle()
    const drafts: number[] = []
    for (let i = 0; i < 2; i++)
      drafts.push(
        await company.add('contract', {
          store: company.store,
          plan: company.plan,
          lessee: await company.lessee(),
          vehicles: [vehicle],
          startOn: '2025-04-05',
          endOn: '2026-04-05',
          ...P1,
        }),
      )
    const results = await Promise.allSettled(drafts.map((id) => company.act('contract', 'submit', id)))
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1)
    expect(String((results.find((r) => r.status === 'rejected') as PromiseRejectedResult).reason.message)).toMatch(/已列入合同/)
  })
})
