/** J15: what was due, what came in, what was earned, never mixed; every figure is the sum of the rows it opens. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendItems, lockLessee } from '#modules/billing/billing.public.ts'
import { creditOf } from '#modules/billing/statements/statistics.server.ts'
import { MEASURES, statistics, statisticsRows, type Ask } from './bill-figures.ts'
import { Company } from './company.ts'

let c: Company
let vehicle = 0
let lessee = 0
beforeAll(async () => {
  c = await Company.open('2025-01-01')
  lessee = await c.lessee()
  vehicle = await c.vehicle()
  c.at('2025-01-14')
  const contract = await c.contract({ lessee, vehicles: [vehicle], startOn: '2025-01-15', endOn: '2026-01-15' })
  await c.sign(contract)
  const first = await c.bills(contract)
  await c.pay(
    first.map((b) => b.id),
    1_080_000,
  )
  c.at('2025-01-15')
  await c.handOver(contract)
  for (const month of ['02', '03', '04', '05']) {
    c.at(`2025-${month}-10`)
    await c.run()
    c.at(`2025-${month}-15`)
    const open = (await c.bills(contract)).filter((b) => b.status === 'unpaid')
    await c.pay(
      open.map((b) => b.id),
      380_000,
    )
  }
  // Returned on 05-28 as in J5: the unused days go back on the bill they were charged with.
  c.at('2025-05-28')
  const running = (await c.bills(contract)).find((b) => b.startOn === '2025-05-15')!
  await c.write(async (tx) => {
    await lockLessee(tx, c.as(), lessee)
    await appendItems(tx, c.as(), running.id, [
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
afterAll(() => c?.close())

const may: Ask = { from: '2025-05-01' as never, to: '2025-05-31' as never, by: 'month', basis: 'dueOn', billType: 'rent' }
const ask = (more: Partial<Ask> = {}) => c.read((db) => statistics(db, c.as(), { ...may, vehicle, ...more }))

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
      const { lines, total } = await c.read((db) => statistics(db, c.as(), wide))
      for (const line of [...lines, total])
        for (const measure of MEASURES) {
          const rows = await c.read((db) => statisticsRows(db, c.as(), { ...wide, measure, key: line.key, pageNo: 1, pageSize: 200 }))
          expect(rows.sum, `${by} ${line.label} ${measure}`).toBe(line[measure])
          expect((rows.list as { amount: number }[]).reduce((sum, row) => sum + Number(row.amount), 0)).toBe(line[measure])
        }
    }
})
test('of one receipt for two vehicles each has its own part, and rent is not the deposit that came with it', async () => {
  c.at('2025-06-01')
  const pair = [await c.vehicle(), await c.vehicle()]
  const both = await c.contract({ lessee: await c.lessee(), vehicles: pair, startOn: '2025-06-01', endOn: '2026-06-01' })
  const bills = await c.bills(both)
  await c.pay(
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
  c.at('2025-07-01')
  await c.contract({ lessee: await c.lessee(), vehicles: [await c.vehicle()], startOn: '2025-07-05', endOn: '2026-07-05' })
  c.at('2025-07-20')
  const wide = { ...may, billType: 'all' as const }
  const { ageing } = await c.read((db) => statistics(db, c.as(), wide))
  expect(ageing.map((step) => [step.label, step.count, step.amount])).toEqual([
    ['0–7 天', 0, 0],
    ['8–15 天', 1, 380_000],
    ['16–30 天', 0, 0],
    ['31–60 天', 0, 0],
    ['60 天以上', 0, 0],
  ])
  for (const step of ageing)
    expect(
      await c.read((db) => statisticsRows(db, c.as(), { ...wide, measure: 'ageing', key: step.label, pageNo: 1, pageSize: 50 })),
    ).toMatchObject({ total: step.count, sum: step.amount })
})
test('whoever brought the contract has its figures, not whoever once brought the customer; one receipt for two is told apart', async () => {
  c.at('2025-08-01')
  const [first, second] = [await c.add('channel', { name: '老渠道' }), await c.add('channel', { name: '新渠道' })]
  const who = await c.lessee({ channel: first })
  const lease = async (more: object) =>
    c.bills(await c.contract({ lessee: who, vehicles: [await c.vehicle()], startOn: '2025-08-01', endOn: '2026-08-01', ...more }))
  const bills = [...(await lease({})), ...(await lease({ channel: second }))]
  await c.pay(
    bills.map((b) => b.id),
    2 * 1_080_000 + 7_000,
  )
  const wide = { ...may, from: '2025-08-01' as never, to: '2025-08-31' as never, billType: 'all' as const, lessee: who }
  const figures = async (more: Partial<Ask>) => (await c.read((db) => statistics(db, c.as(), { ...wide, ...more }))).lines
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
    expect(await c.read((db) => statisticsRows(db, c.as(), rows))).toMatchObject({ total: 1, sum })
  }
})
test('deposits are in what came in and in nothing else', async () => {
  const { total } = await ask({ from: '2025-01-01' as never, to: '2025-01-31' as never, billType: 'all' })
  expect(total).toMatchObject({ charged: 380_000, received: 1_080_000, collected: 380_000 })
})
test('what a customer owes and how he paid come from his bills', async () => {
  expect(await c.read((db) => creditOf(db, c.as(), lessee))).toMatchObject({
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
  const unpaid = await c.contract({ lessee: await c.lessee(), vehicles: [await c.vehicle()], startOn: '2025-05-29', endOn: '2026-05-29' })
  const rent = (await c.bills(unpaid)).find((b) => b.billType === 'rent')!
  await c.pay([rent.id], 100_000)
  await c.act('bill', 'writeOff', rent.id, { amount: 30_000, reason: '协商减免' }, 'sales')
  const asked = await c.read((db) => db.selectFrom('writeOff').select('id').where('bill', '=', rent.id).executeTakeFirstOrThrow())
  await c.act('writeOff', 'approve', asked.id, {}, 'finance')
  const { total } = await c.read((db) => statistics(db, c.as(), may))
  expect([total.writtenOff, total.open]).toEqual([30_000, 250_000])
  expect(total.collected + total.writtenOff + total.open).toBe(total.charged + total.credited)
})
