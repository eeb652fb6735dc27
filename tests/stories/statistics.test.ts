/** J15: what was due, what came in, what was earned, never mixed; every figure is the sum of the rows it opens. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { answerOf, asked, rowsOfCell } from '#kit/report/answer.server.ts'
import { addCost } from '#modules/affairs/affairs.public.ts'
import { operationStatistics } from '#modules/statistics/daily.ts'
import { warn } from '#modules/statistics/warning.server.ts'
import { vehicleRevenue } from '#modules/statistics/vehicles.ts'
import { vehicleBlock } from '#modules/vehicles/ground.ts'
import { appendItems, lockLessee, payInternally, requestRefund } from '#modules/billing/billing.public.ts'
import { billAgeing } from '#modules/billing/statements/statistics.ts'
import { creditOf } from '#modules/billing/statements/statistics.server.ts'
import { MEASURES, statistics, statisticsRows, type Ask } from './bill-figures.ts'
import { Company } from './company.ts'

let company: Company
let vehicle = 0
let lessee = 0
beforeAll(async () => {
  company = await Company.open('2025-01-01')
  lessee = await company.lessee()
  vehicle = await company.vehicle()
  company.at('2025-01-14')
  const contract = await company.contract({ lessee, vehicles: [vehicle], startOn: '2025-01-15', endOn: '2026-01-15' })
  await company.sign(contract)
  const first = await company.bills(contract)
  await company.pay(
    first.map((b) => b.id),
    1_080_000,
  )
  company.at('2025-01-15')
  await company.handOver(contract)
  for (const month of ['02', '03', '04', '05']) {
    company.at(`2025-${month}-10`)
    await company.run()
    company.at(`2025-${month}-15`)
    const open = (await company.bills(contract)).filter((b) => b.status === 'unpaid')
    await company.pay(
      open.map((b) => b.id),
      380_000,
    )
  }
  // Returned on 05-28 as in J5: the unused days go back on the bill they were charged with.
  company.at('2025-05-28')
  const running = (await company.bills(contract)).find((b) => b.startOn === '2025-05-15')!
  await company.write(async (tx) => {
    await lockLessee(tx, lessee)
    await appendItems(tx, company.as(), running.id, [
      {
        feeItem: 'RENT_BACK',
        description: '提前退车退还租金',
        amount: -220_645,
        startOn: '2025-05-28' as never,
        endOn: '2025-06-15' as never,
        idemKey: 'back',
      },
    ])
  })
})
afterAll(() => company?.close())

const may: Ask = { from: '2025-05-01' as never, to: '2025-05-31' as never, by: 'month', basis: 'dueOn', billType: 'rent' }
const ask = (more: Partial<Ask> = {}) => company.read((db) => statistics(db, company.as(), { ...may, vehicle, ...more }))

test('May of that vehicle: due 380000 and 220645 given back, received 380000, earned 336688', async () => {
  const { lines, total } = await ask()
  expect(lines).toEqual([
    {
      key: '2025-05',
      label: '2025-05',
      charged: 380_000,
      credited: -220_645,
      collected: 159_355,
      writtenOff: 0,
      open: 0,
      received: 380_000,
      accrued: 336_688,
      overdue: 0,
    },
  ])
  expect(total).toEqual({ ...lines[0], key: '', label: '合计' })
})
describe('F-J7: the vehicle of J5 loses money in May', () => {
  const figures = async (more: Record<string, string> = {}) => {
    const query = { from: '2025-05-01', to: '2025-05-31', by: 'vehicle', vehicle: String(vehicle), ...more }
    return company.read((db) => answerOf(asked(db, company.as('finance'), vehicleRevenue, query)))
  }
  beforeAll(async () => {
    // Bought so that May is the tenth month of sixty: 2,026.67 of 121,600.00.
    await company.edit('vehicle', vehicle, { purchasePrice: 12_800_000, purchasedOn: '2024-07-10', ownership: 'own' })
    await company.write(async (tx) => {
      const cost = (kind: 'insurance' | 'upkeep' | 'fuel', on: string, amount: number, until: string | null = null) =>
        addCost(tx, company.as('finance'), {
          vehicle,
          kind,
          on: on as Day,
          amount: fen(amount),
          store: company.store,
          description: kind,
          source: 'J5',
          key: `j5:${kind}`,
          startOn: until ? (on as Day) : null,
          endOn: until as Day | null,
        })
      await cost('insurance', '2025-01-10', 805_000, '2026-01-10')
      await cost('upkeep', '2025-05-09', 68_000)
      await cost('fuel', '2025-05-12', 12_850)
      await sql`update lease_segment set to_at = '2025-05-28 10:00+08' where vehicle = ${vehicle}`.execute(tx)
      await sql`insert into vehicle_day (operator_id, vehicle, store, day, distance) values (${company.operatorId}, ${vehicle}, ${company.store}, '2025-05-20', 3120000)`.execute(
        tx,
      )
      const block = { vehicle, kind: 'repair', reason: '整备', ref: 'j5', store: company.store } as const
      await storeOf(vehicleBlock).add(tx, company.as('finance'), {
        ...block,
        fromAt: '2025-05-28T02:00:00.000Z',
        toAt: '2025-05-31T02:00:00.000Z',
      })
    })
    company.at('2025-06-12')
  })
  // What follows is asked on the days it happens.
  afterAll(() => company.at('2025-05-28'))

  test('earned 3,366.88, of it 2,979.54 net; 3,518.87 spent; −539.33 or −18.10 %; 1.13 a km; 27 of 31 and of 28 days', async () => {
    const [line] = (await figures()).lines
    expect(line!.values).toMatchObject({
      rent: 336_688,
      income: 297_954,
      depreciation: 202_667,
      cost: 68_370 + 68_000 + 12_850,
      spent: 351_887,
      margin: -53_933,
      distance: 3_120_000,
      perKm: 113,
      leased: 27,
      stood: 31,
      blocked: 3,
      available: 28,
    })
    const percent = (name: string): string => (line!.values[name]! * 100).toFixed(2)
    expect([percent('used'), percent('usedAvailable'), percent('rate')]).toEqual(['87.10', '96.43', '-18.10'])
  })
  test('each figure opens its rows: the depreciation, three costs, the rents of two months and what was given back', async () => {
    const rows = async (measure: string) => {
      const of = (db: Tx) =>
        asked(db, company.as('finance'), vehicleRevenue, { from: '2025-05-01', to: '2025-05-31', by: 'vehicle', vehicle: String(vehicle) })
      const { list, sum } = await company.read((db) =>
        rowsOfCell(of(db), { measure, keys: [String(vehicle)], part: 'now', pageNo: 1, pageSize: 50 }),
      )
      return { amounts: list.map((r) => r.amount).toSorted((a, b) => a - b), sum }
    }
    expect(await rows('depreciation')).toEqual({ amounts: [202_667], sum: 202_667 })
    expect(await rows('cost')).toEqual({ amounts: [12_850, 68_000, 68_370], sum: 149_220 })
    expect(await rows('rent')).toEqual({ amounts: [-49_032, 177_333, 208_387], sum: 336_688 })
    expect((await rows('margin')).sum).toBe(-53_933)
  })
  test('after seven days below nothing it is warned of, and whoever handles it says why', async () => {
    await warn(company.as('finance'), '2025-06-05' as Day)
    const kinds = () =>
      company.read((db) => db.selectFrom('revenueWarning').select(['id', 'kind']).where('vehicle', '=', vehicle).execute())
    expect((await kinds()).map((w) => w.kind)).not.toContain('loss')
    await warn(company.as('finance'), '2025-06-06' as Day)
    const loss = (await kinds()).find((w) => w.kind === 'loss')!
    await company.act('revenueWarning', 'handle', loss.id, { note: '已退车整备' }, 'finance')
    expect(
      await company.read((db) =>
        db.selectFrom('revenueWarning').select(['status', 'note']).where('id', '=', loss.id).executeTakeFirstOrThrow(),
      ),
    ).toEqual({
      status: 'handled',
      note: '已退车整备',
    })
  })
})
test('April earned what May did not: the parts of every item make the item', async () => {
  const { lines, total } = await ask({ from: '2025-01-01' as never, to: '2025-12-31' as never })
  expect(Object.fromEntries(lines.map((l) => [l.key, l.accrued]))).toMatchObject({ '2025-01': 208_387, '2025-05': 336_688 })
  expect(total.accrued).toBe(4 * 380_000 + 159_355)
  expect(total.charged).toBe(5 * 380_000)
})
test('every figure is the sum of the rows it opens, by month, store and channel', async () => {
  for (const by of ['month', 'store', 'channel'] as const)
    for (const billType of ['rent', 'all'] as const) {
      const wide = { ...may, by, billType, from: '2025-01-01' as never, to: '2025-12-31' as never }
      const { lines, total } = await company.read((db) => statistics(db, company.as(), wide))
      for (const line of [...lines, total])
        for (const measure of MEASURES) {
          const rows = await company.read((db) =>
            statisticsRows(db, company.as(), { ...wide, measure, key: line.key, pageNo: 1, pageSize: 200 }),
          )
          expect(rows.sum, `${by} ${line.label} ${measure}`).toBe(line[measure])
          expect((rows.list as { amount: number }[]).reduce((sum, row) => sum + Number(row.amount), 0)).toBe(line[measure])
        }
    }
})
test('of one receipt for two vehicles each has its own part, and rent is not the deposit that came with it', async () => {
  company.at('2025-06-01')
  const pair = [await company.vehicle(), await company.vehicle()]
  const both = await company.contract({ lessee: await company.lessee(), vehicles: pair, startOn: '2025-06-01', endOn: '2026-06-01' })
  const bills = await company.bills(both)
  await company.pay(
    bills.map((b) => b.id),
    2 * 1_080_000 + 5_000,
  )
  const june = { from: '2025-06-01' as never, to: '2025-06-30' as never }
  for (const one of pair) {
    expect((await ask({ ...june, vehicle: one })).total).toMatchObject({ charged: 380_000, received: 380_000 })
    expect((await ask({ ...june, vehicle: one, billType: 'all' })).total).toMatchObject({ received: 1_080_000 })
  }
  expect((await ask({ ...june, vehicle: undefined })).total).toMatchObject({ charged: 2 * 380_000, received: 2 * 380_000 })
  expect((await ask({ ...june, vehicle: undefined, billType: 'all' })).total).toMatchObject({ received: 2 * 1_080_000 + 5_000 })
})
test('what is overdue by a step of the ageing opens as exactly those bills, deposits apart', async () => {
  company.at('2025-07-01')
  await company.contract({
    lessee: await company.lessee(),
    vehicles: [await company.vehicle()],
    startOn: '2025-07-05',
    endOn: '2026-07-05',
  })
  company.at('2025-07-20')
  const wide = { ...may, billType: 'all' as const }
  const { ageing } = await company.read((db) => statistics(db, company.as(), wide))
  expect(ageing.map((step) => [step.label, step.count, step.amount])).toEqual([
    ['0–7 天', 0, 0],
    ['8–15 天', 1, 380_000],
    ['16–30 天', 0, 0],
    ['31–60 天', 0, 0],
    ['60 天以上', 0, 0],
  ])
  for (const step of ageing)
    expect(
      await company.read((db) =>
        statisticsRows(db, company.as(), { ...wide, measure: 'ageing', key: step.label, pageNo: 1, pageSize: 50 }),
      ),
    ).toMatchObject({ total: step.count, sum: step.amount })
})
test('whoever brought the contract has its figures, not whoever once brought the customer; one receipt for two is told apart', async () => {
  company.at('2025-08-01')
  const [first, second] = [await company.add('channel', { name: '老渠道' }), await company.add('channel', { name: '新渠道' })]
  const who = await company.lessee({ channel: first })
  const lease = async (more: object) =>
    company.bills(
      await company.contract({ lessee: who, vehicles: [await company.vehicle()], startOn: '2025-08-01', endOn: '2026-08-01', ...more }),
    )
  const bills = [...(await lease({})), ...(await lease({ channel: second }))]
  await company.pay(
    bills.map((b) => b.id),
    2 * 1_080_000 + 7_000,
  )
  const wide = { ...may, from: '2025-08-01' as never, to: '2025-08-31' as never, billType: 'all' as const, lessee: who }
  const figures = async (more: Partial<Ask>) => (await company.read((db) => statistics(db, company.as(), { ...wide, ...more }))).lines
  const of = (key: number, received: number) => ({ key: String(key), charged: 380_000, collected: 380_000, accrued: 380_000, received })
  expect(await figures({ by: 'channel' })).toMatchObject(
    [of(first, 1_087_000), of(second, 1_080_000)].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  )
  expect(await figures({ channel: first })).toMatchObject([{ charged: 380_000, accrued: 380_000, received: 1_087_000 }])
  expect(await figures({ channel: second })).toMatchObject([{ charged: 380_000, accrued: 380_000, received: 1_080_000 }])
  for (const [key, sum] of [
    [first, 1_087_000],
    [second, 1_080_000],
  ] as const) {
    const rows = { ...wide, by: 'channel' as const, measure: 'received' as const, key: String(key), pageNo: 1, pageSize: 50 }
    expect(await company.read((db) => statisticsRows(db, company.as(), rows))).toMatchObject({ total: 1, sum })
  }
})
test('deposits are in what came in and in nothing else', async () => {
  const { total } = await ask({ from: '2025-01-01' as never, to: '2025-01-31' as never, billType: 'all' })
  expect(total).toMatchObject({ charged: 380_000, received: 1_080_000, collected: 380_000 })
})
test('what a customer owes and how he paid come from his bills', async () => {
  expect(await company.read((db) => creditOf(db, company.as(), lessee))).toMatchObject({
    bills: 5,
    charged: 4 * 380_000 + 159_355,
    open: 0,
    overdue: 0,
    overdueBills: 0,
    settled: 5,
    lateSettled: 0,
  })
})
test('what was charged is collected, written off or open, to the fen', async () => {
  const unpaid = await company.contract({
    lessee: await company.lessee(),
    vehicles: [await company.vehicle()],
    startOn: '2025-05-29',
    endOn: '2026-05-29',
  })
  const rent = (await company.bills(unpaid)).find((b) => b.billType === 'rent')!
  await company.pay([rent.id], 100_000)
  await company.act('bill', 'writeOff', rent.id, { amount: 30_000, reason: '协商减免' }, 'sales')
  const asked = await company.read((db) => db.selectFrom('writeOff').select('id').where('bill', '=', rent.id).executeTakeFirstOrThrow())
  await company.act('writeOff', 'approve', asked.id, {}, 'finance')
  const { total } = await company.read((db) => statistics(db, company.as(), may))
  expect([total.writtenOff, total.open]).toEqual([30_000, 250_000])
  expect(total.collected + total.writtenOff + total.open).toBe(total.charged + total.credited)
})
test('money counts once on the day it came in: drawn from the balance it is not received again, and what is paid back goes out', async () => {
  company.at('2025-09-01')
  const who = await company.lessee()
  const first = await company.bills(
    await company.contract({ lessee: who, vehicles: [await company.vehicle()], startOn: '2025-09-01', endOn: '2026-09-01' }),
  )
  await company.pay(
    first.map((b) => b.id),
    1_080_000 + 500_000,
  )
  const second = await company.bills(
    await company.contract({ lessee: who, vehicles: [await company.vehicle()], startOn: '2025-09-01', endOn: '2026-09-01' }),
  )
  const next = second.find((b) => b.billType === 'rent')!
  await company.write((tx) =>
    payInternally(tx, company.as('finance'), { lessee: who, bills: [next.id], amount: 380_000, remark: '余额抵扣' }),
  )
  const back = { lessee: who, amount: 70_000, payee: '张三', bankName: '招商银行', bankAccount: '6225880100000001', reason: '退余额' }
  await company.write((tx) => requestRefund(tx, company.as('sales'), back))
  const { id } = await company.read((db) => db.selectFrom('refund').select('id').where('lessee', '=', who).executeTakeFirstOrThrow())
  await company.act('refund', 'approve', id, {}, 'finance')
  await company.act('refund', 'pay', id, { paidOn: company.clock.today(), payTradeNo: 'R-0901' }, 'cashier')
  const day = { from: '2025-09-01', to: '2025-09-01' }
  const daily = await company.read((db) => answerOf(asked(db, company.as(), operationStatistics, { ...day, by: 'store' })))
  expect(daily.total.values).toMatchObject({ received: 1_580_000, refunded: 70_000, paidOut: 0, net: 1_510_000 })
  const billing = await company.read((db) => statistics(db, company.as(), { ...may, ...(day as { from: Day; to: Day }), billType: 'all' }))
  expect(daily.total.values['received']).toBe(billing.total.received)
  // One taken back again is nowhere; and every place that tells of the month tells the same.
  const wrong = await company.pay([second.find((b) => b.billType === 'deposit')!.id], 1_000)
  await company.act('payment', 'reverse', wrong, { reason: '登记错误' }, 'finance')
  const whole = { from: '2025-09-01', to: '2025-09-30' }
  const monthly = await company.read((db) => answerOf(asked(db, company.as(), operationStatistics, { ...whole, by: 'store' })))
  const bills = await company.read((db) => statistics(db, company.as(), { ...may, ...(whole as { from: Day; to: Day }), billType: 'all' }))
  const card = await company.registry.modules
    .flatMap((m) => m.home ?? [])
    .find((one) => one.code === 'chargedReceived')!
    .load(company.as())
  const { labels, series } = (card as unknown as { data: { labels: string[]; series: { name: string; values: number[] }[] } }).data
  const [home] = series.filter(({ name }) => name === '实收')
  const { rows } = await company.read((db) =>
    sql<{ cashbook: number; moved: number; summed: number }>`select
      (select sum(signed) from cash_entry where source = 'payment' and business_on between '2025-09-01' and '2025-09-30')::bigint as cashbook,
      (select sum(signed) from cash_entry where business_on between '2025-09-01' and '2025-09-30')::bigint as moved,
      (select sum(amount) from payment where status = 'confirmed' and source <> 'internal'
        and paid_at >= '2025-09-01T00:00:00+08' and paid_at < '2025-10-01T00:00:00+08')::bigint as summed`.execute(db),
  )
  const { received, net } = monthly.total.values
  expect(received).toBeGreaterThan(0)
  expect({ bills: bills.total.received, home: home!.values[labels.indexOf('2025-09')], ...rows[0] }).toEqual({
    bills: received,
    home: received,
    cashbook: received,
    summed: received,
    moved: net,
  })
})
test('a step of the ageing that holds nothing any more is no line', async () => {
  company.at('2026-12-01')
  const late = async () => (await company.read((db) => answerOf(asked(db, company.as(), billAgeing, { by: 'late' })))).lines
  const who = await company.lessee()
  const bills = await company.bills(
    await company.contract({ lessee: who, vehicles: [await company.vehicle()], startOn: '2026-12-01', endOn: '2027-12-01' }),
  )
  company.at('2026-12-09')
  expect((await late()).find((line) => line.keys[0] === '8–15 天')?.values).toEqual({ amount: 380_000, count: 1 })
  await company.pay(
    bills.map((b) => b.id),
    1_080_000,
  )
  expect((await late()).filter((line) => line.values['count'] === 0)).toEqual([])
  expect((await late()).some((line) => line.keys[0] === '8–15 天')).toBe(false)
})
