/**
 * Whatever is written to bills and their items, by whatever statement and by how many at once, the sums that reports read are those of the
 * rows (decision 0090), and every figure of 账单统计 and 账龄 is the sum of the rows it opens. What is wrong all the same is found at night, said and put right.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#kit/basics/errors.ts'
import { addDays } from '#kit/basics/time/day.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { foldTotals } from '#kit/entity/query/totals.server.ts'
import { strayGroups } from '#kit/entity/query/totals-check.server.ts'
import { reportConformance } from '#kit/report/conformance.server.ts'
import { appendItems, issueBill, lockLessee } from '#modules/billing/billing.public.ts'
import { billingServer } from '#modules/billing/billing.server.ts'
import { checkFees } from '#modules/billing/statements/fee-days.server.ts'
import { payableAgeing, payableStatistics } from '#modules/billing/statements/payables.ts'
import { billAgeing, billStatistics } from '#modules/billing/statements/statistics.ts'
import { Company } from './company.ts'
import { strayKept } from './stored-totals.ts'

const TODAY = '2026-03-02'
let company: Company
let lessee: number
let stores: number[]
beforeAll(async () => {
  company = await Company.open(TODAY)
  lessee = await company.lessee()
  stores = [
    company.store,
    await company.add('store', { code: 'PD', name: '浦东店', city: '上海市' }),
    await company.add('store', { code: 'MH', name: '闵行店', city: '上海市' }),
  ]
})
afterAll(() => company?.close())

const DEEP = Boolean(process.env['DEEP'])
const write = (text: string): Promise<unknown> => company.write((tx) => sql.raw(text).execute(tx))

let keys = 0
const TYPES = ['rent', 'swap', 'service', 'penalty'] as const
function make(n: number, a: number): Promise<{ id: number }> {
  const from = addDays(company.clock.today(), a - 300)
  const items = Array.from({ length: 1 + (n % 3) }, (_, i) => {
    const timed = (n + i) % 4 !== 3
    return {
      feeItem: (['RENT', 'SERVICE', 'COUPON'] as const)[i]!,
      description: '费用',
      amount: i === 2 ? -(1 + a) : 10_000 + n * 997 + i,
      startOn: timed ? from : null,
      endOn: timed ? addDays(from, 1 + ((n * 7 + i) % 45)) : null,
      idemKey: `kept:${++keys}`,
    }
  })
  const of = { billType: TYPES[n % 4]!, lessee, store: stores[a % 3]!, issueOn: from, dueOn: addDays(from, a % 9), items }
  return company.write((tx) => issueBill(tx, company.as('finance'), of as never))
}
async function credit(n: number, a: number): Promise<void> {
  const { rows } = await company.read((db) =>
    sql<{ id: number }>`select id from bill where status in ('unpaid', 'voided') and deleted_at is null order by id`.execute(db),
  )
  const id = rows.length ? rows[n % rows.length]!.id : null
  if (id === null) return
  await company.write(async (tx) => {
    await lockLessee(tx, lessee)
    const days = { startOn: addDays(company.clock.today(), -a), endOn: addDays(company.clock.today(), 5) }
    await appendItems(tx, company.as('finance'), id, [
      { feeItem: 'REDUCE', description: '减租', amount: -(1 + n), idemKey: `kept:${++keys}`, ...(a % 2 ? days : {}) } as never,
    ])
  })
}
const WRITES: Record<string, (n: number, a: number) => string> = {
  voided: (n) => `update bill set status = 'voided' where id % 7 = ${n % 7} and paid = 0`,
  live: (n) => `update bill set status = 'unpaid' where id % 5 = ${n % 5} and status = 'voided'`,
  moved: (n, a) => `update bill set store = ${stores[a % 3]} where id % 4 = ${n % 4}`,
  due: (n, a) => `update bill set due_on = due_on + ${a}, issued_on = issued_on - ${n % 20} where id % 6 = ${n % 6}`,
  kind: (n, a) => `update bill set bill_type = '${TYPES[a % 4]}' where id % 9 = ${n % 9}`,
  gone: (n) => `update bill set deleted_at = now() where id % 11 = ${n % 11}`,
  turned: (n) =>
    `update bill set direction = case when direction = 'payable' then 'receivable' else 'payable' end where id % 13 = ${n % 13}`,
  said: (n) => `update bill set remark = 'x' where id % 3 = ${n % 3}`,
}
const command = fc.record({
  do: fc.constantFrom('make', 'make', 'credit', 'fold', 'wait', ...Object.keys(WRITES)),
  n: fc.nat({ max: 90 }),
  a: fc.nat({ max: 60 }),
})

test('whatever is written to bills and items, the kept sums are those of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
      await make(commands.length, commands.length)
      for (const { do: what, n, a } of commands) {
        if (what === 'make') await make(n, a)
        else if (what === 'fold') await foldTotals(company.db, company.registry)
        else if (what === 'wait') company.at(addDays(company.clock.today(), a))
        else if (what === 'credit')
          await credit(n, a).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error
          })
        else await write(WRITES[what]!(n, a))
      }
      expect(await strayKept(company)).toEqual([])
    }),
    { numRuns: DEEP ? 300 : 6, endOnFailure: true },
  )
})

test('people who credit, void and bring back the same bills at once, and two that fold, lose and double nothing', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, (_, i) => make(i, i)))
  const clerk = async (k: number): Promise<void> => {
    for (let i = 0; i < 8; i++) {
      const { id } = made[(i * 5 + k) % made.length]!
      if (k % 2)
        await write(`update bill set status = case when status = 'voided' then 'unpaid' else 'voided' end where id = ${id} and paid = 0`)
      else
        await company
          .write(async (tx) => {
            const item = {
              feeItem: 'SERVICE',
              description: '服务',
              amount: 100 + k,
              startOn: TODAY,
              endOn: addDays(TODAY as never, 9),
              idemKey: `kept:${++keys}`,
            }
            await appendItems(tx, company.as('finance'), id, [item as never])
          })
          .catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error
          })
    }
  }
  const fold = async (): Promise<void> => {
    for (let i = 0; i < 8; i++) await foldTotals(company.db, company.registry)
  }
  await Promise.all([clerk(0), clerk(1), clerk(2), clerk(3), fold(), fold()])
  expect(await strayKept(company)).toEqual([])
  await foldTotals(company.db, company.registry)
  const { rows } = await company.read((db) =>
    sql`select 1 from fee_day_totals group by store, bill_type, fact, day having count(*) > 1`.execute(db),
  )
  expect(rows).toEqual([])
})

test('figures of reports that read what is kept are the sums of the rows they open, and of one store those of that store', async () => {
  for (let i = 0; i < 30; i++) await make(i, i * 2)
  for (const fee of ['repair', 'freight'] as const)
    await company.add(
      'payableBill',
      {
        partyKind: 'shop',
        payee: '供应商',
        fee,
        store: stores[1],
        dueOn: company.clock.today(),
        items: [{ description: '费用', amount: 1009 }],
      },
      'cashier',
    )
  let random = 7
  for (const report of [billStatistics, billAgeing, payableStatistics, payableAgeing]) {
    const outcome = await reportConformance({
      report,
      admin: company.as('finance'),
      blind: [],
      random: () => (random = (random * 16_807) % 2_147_483_647) / 2_147_483_647,
      around: addDays(company.clock.today(), -210),
      questions: 10,
    })
    expect(outcome.problems).toEqual([])
    expect(outcome.rows, report.name).toBeGreaterThan(0)
    const ofOne = {
      ...company.as('finance'),
      access: { can: () => true, scopeOf: () => [{ store: [stores[1]!] }], scopeText: () => '浦东店' },
    }
    const seen = await reportConformance({
      report,
      admin: ofOne,
      blind: [],
      random: () => 0.4,
      around: company.clock.today(),
      questions: 2,
    })
    expect(seen.problems).toEqual([])
  }
})

test('a sum that is wrong is found, said and put right by the night', async () => {
  await checkFees(company.as())
  await write(
    `insert into fee_day_totals (operator_id, store, bill_type, fact, day, amount) values (${company.operatorId}, ${company.store}, 'rent', 'accrued', '${company.clock.today()}', 777)`,
  )
  await expect(checkFees(company.as())).rejects.toThrow(/accrued .*: stored \d+, rows \d+/)
  expect(await strayKept(company)).toEqual([])
  await checkFees(company.as())
})

test('of every list whose totals are kept, too, and who writes meanwhile is counted once', async () => {
  const lists = company.registry.entities().flatMap(({ entity }) => (entity.list.totalsBy ? [entity as unknown as Entity] : []))
  const checked = billingServer.jobs!.find(({ name }) => name === 'keptTotals')!
  await checked.run(company.as())
  await write(`update bill_totals set amount = amount + 1 where ctid = (select min(ctid) from bill_totals)`)
  await write(`delete from payable_bill_totals where store = ${stores[1]}`)
  await write(
    `insert into payment_totals (operator_id, store, status, channel, paid_day, n, amount, allocated, to_balance) values (${company.operatorId}, ${company.store}, 'posted', 'cash', null, 1, 0, 0, 0)`,
  )
  const [outcome] = await Promise.all([
    Promise.resolve(checked.run(company.as())).then(
      () => 'nothing',
      (error: Error) => error.message,
    ),
    make(5, 5),
    make(6, 6),
  ])
  expect(outcome).toMatch(/bill in 1 groups; payment in 1 groups; payableBill in [1-9]\d* groups/)
  expect(await strayKept(company)).toEqual([])
  for (const entity of lists) expect(await company.read((db) => strayGroups(db, entity)), entity.name).toBe(0)
  await checked.run(company.as())
})
