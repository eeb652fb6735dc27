/** What a driver has of a month, and what a promotion brought: the figures of the law (finance.md §3.9), read from the reports as people read them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { answerOf, asked, rowsOfCell } from '#kit/report/answer.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import type { Report } from '#kit/report/report.ts'
import { promote } from '#modules/operators/promotion/promote.ts'
import { driverRevenue } from '#modules/freight/statistics/reports.ts'
import { samples } from '#tests/house/samples.ts'
import { Company } from './company.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2026-05-04')
})
afterAll(() => company?.close())

const MAY = { from: '2026-05-01', to: '2026-05-31' }
const sample = (entity: string, filter: object): Promise<number> =>
  company.write((tx) => sampleRecord(tx, company.as(), entity, filter as never, { path: [], samples }))
async function figures(report: Report, query: Record<string, string>): Promise<Record<string, number | null>> {
  const { lines } = await company.read((db) => answerOf(asked(db, company.as('finance'), report, { ...MAY, ...query })))
  expect(lines).toHaveLength(1)
  // Every figure that is a sum opens the rows that make it.
  for (const [name, measure] of Object.entries(report.measures)) {
    if ('ratio' in measure) continue
    const cell = { measure: name, keys: lines[0]!.keys, part: 'now', pageNo: 1, pageSize: 200 } as const
    expect((await company.read((db) => rowsOfCell(asked(db, company.as('finance'), report, { ...MAY, ...query }), cell))).sum, name).toBe(
      lines[0]!.values[name],
    )
  }
  return lines[0]!.values
}
const percent = (value: number | null | undefined): string => (value! * 100).toFixed(2)

test('a driver: 42 × 260.00 + 3 × 50.00 − 200.00 − 675.10 = 10,194.90', async () => {
  const driver = await sample('driver', {})
  const sheet = { direction: 'payable', driver, status: 'confirmed', pricingDay: '2026-05-12', store: company.store, kind: 'freight' }
  for (let n = 0; n < 42; n++) await sample('chargeSheet', { ...sheet, total: 26_000 })
  for (let n = 0; n < 3; n++) await sample('chargeSheet', { ...sheet, total: 5000 })
  for (const amount of [20_000, 67_510]) {
    const deduction = await sample('deduction', { party: 'driver', driver, store: company.store })
    await sample('deductionUse', { deduction, amount, at: '2026-05-20T02:00:00.000Z' })
  }
  expect(await figures(driverRevenue as Report, { by: 'driver', driver: String(driver) })).toMatchObject({
    earned: 1_107_000,
    taken: 87_510,
    net: 1_019_490,
  })
})

test('a promotion: 412 visits, 37 registered or 8.98 %, 14 signed or 37.84 %, 2,660.00 of reward as one payable', async () => {
  const first = { code: 'MAY2026', name: '五月推广', store: company.store, rewardRate: 500, fromOn: '2026-05-01' }
  const code = await company.add('promoCode', { ...first, promoter: 'user', user: company.people.get('sales') })
  await company.write((tx) =>
    sql`insert into promo_visit (operator_id, promo_code, store, day, visitor) select ${company.operatorId}, ${code}, ${company.store}, '2026-05-01'::date + n % 4, md5(n::text) from generate_series(1, 412) n`.execute(
      tx,
    ),
  )
  for (let n = 0; n < 37; n++) {
    const lessee = await company.lessee({ promoCode: code })
    if (n >= 14) continue
    const contract = await company.contract({ lessee, vehicles: [await company.vehicle()], startOn: '2026-05-04', endOn: '2027-05-04' })
    await company.sign(contract)
    const bills = await company.bills(contract)
    await company.pay(
      bills.map((b) => b.id),
      bills.reduce((sum, b) => sum + b.amount, 0),
    )
    await company.handOver(contract)
  }
  await company.act('promoCode', 'settle', code, {}, 'finance')
  const seen = await figures(promote as Report, { by: 'code', code: String(code) })
  expect(seen).toMatchObject({ visits: 412, leads: 37, contracts: 14, leases: 14, rent: 14 * 380_000, reward: 266_000 })
  expect([percent(seen['leadRate']), percent(seen['contractRate'])]).toEqual(['8.98', '37.84'])
  expect(
    await company.read((db) => db.selectFrom('payableBill').select(['amount', 'fee', 'payee']).where('partyKind', '=', 'staff').execute()),
  ).toEqual([{ amount: 266_000, fee: 'commission', payee: '林晓明' }])
}, 120_000)
