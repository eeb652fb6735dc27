/** What may go wrong under a lease: one vehicle wanted twice, numbers under rollbacks, clocks that jump. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { codeOf } from '#kit/database/errors.ts'
import { addDays, instantAt, type Day } from '#kit/basics/time/day.ts'
import { AppError } from '#kit/basics/errors.ts'
import { add } from '#kit/entity/store.server.ts'
import { previewPlan } from '#modules/leasing/rent/plan.rules.ts'
import { planInputOf, type RentTerms } from '#modules/leasing/rent/terms.rules.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Random } from '#kit/basics/random.ts'
import { Company, P1 } from './company.ts'
import { running } from './leases.ts'
import { race } from './race.ts'
import { seedFor } from '../draws.ts'

const SEED = seedFor('FAULT_SEED')
const DEEP = process.env['DEEP'] === '1'
/** Random stretches of one vehicle, applications of a day. */
const [STRETCHES, APPLICATIONS] = DEEP ? [400, 256] : [100, 96]
const whenBroken = `FAULT_SEED=${SEED}`
const TERM = { startOn: '2025-02-01', endOn: '2026-02-01' }

describe('R-31: one vehicle', () => {
  let base: TestDatabase
  let company: Company
  beforeAll(async () => {
    base = await testDatabase()
    company = await Company.open('2025-01-10', base)
  })
  afterAll(() => company?.close())

  test('R-31: eight clerks submit eight contracts for one vehicle: one gets it, seven read whose it is', async () => {
    const vehicle = await company.vehicle()
    const drafts: number[] = []
    for (let i = 0; i < 8; i++)
      drafts.push(
        await company.add(
          'contract',
          { store: company.store, plan: company.plan, ...P1, lessee: await company.lessee(), vehicles: [vehicle], ...TERM },
          'sales',
        ),
      )
    const { done, reasons } = await race(drafts.map((id) => () => company.act('contract', 'submit', id, {}, 'sales')))
    expect(done).toBe(1)
    expect(reasons.filter((r) => !/^沪AD\d+ 已列入合同 HT20250110-\d{4}$/.test(r))).toEqual([])
    expect(await company.read((db) => db.selectFrom('lease').select('id').where('vehicle', '=', vehicle).execute())).toHaveLength(1)
  })
  test('R-31: eight clerks hand over one vehicle: it leaves once, with one segment and one handover', async () => {
    company.at('2025-02-01')
    const vehicle = await company.vehicle()
    const contract = await company.contract({ lessee: await company.lessee(), vehicles: [vehicle], ...TERM })
    await company.sign(contract)
    const bills = await company.bills(contract)
    await company.pay(
      bills.map((b) => b.id),
      1_080_000,
    )
    const order = await company.read((db) =>
      db.selectFrom('handover').select('id').where('contract', '=', contract).executeTakeFirstOrThrow(),
    )
    const photos = await company.files(4)
    const input = {
      actualAt: company.clock.now(),
      odometer: 12_350,
      energyPercent: 90,
      items: [],
      photos,
      receiverName: '张三',
      receiverMobile: '13900139000',
    }
    const { done, reasons } = await race(
      Array.from({ length: 8 }, () => () => company.act('handover', 'confirm', order.id, input, 'sales')),
    )
    expect(done).toBe(1)
    expect(new Set(reasons)).toEqual(new Set(['当前为「已交车」，只有「待交车」才能确认交车']))
    expect(await company.read((db) => db.selectFrom('leaseSegment').select('vehicle').where('contract', '=', contract).execute())).toEqual([
      { vehicle },
    ])
  })

  const HOURS = 24 * 60
  const overlaps = async (vehicle: number): Promise<number> => {
    const { rows } = await company.read((db) =>
      sql<{
        n: number
      }>`select count(*)::int as n from lease_segment a join lease_segment b on a.vehicle = b.vehicle and a.id < b.id and tstzrange(a.from_at, a.to_at) && tstzrange(b.from_at, b.to_at) where a.vehicle = ${vehicle} and a.deleted_at is null and b.deleted_at is null`.execute(
        db,
      ),
    )
    return rows[0]!.n
  }
  const at = (hour: number): string => new Date(Date.parse('2024-03-01T00:00:00Z') + hour * 3_600_000).toISOString()

  test('R-31: random stretches for one vehicle, written twenty at a time: no two overlap, and whoever was refused does overlap one', async () => {
    const random = new Random(SEED)
    const lease = await running(company, TERM)
    const vehicle = await company.vehicle()
    const wanted = Array.from({ length: STRETCHES }, () => {
      const from = random.int(0, HOURS)
      return { from, to: from + random.int(1, 48) }
    })
    const write = ({ from, to }: { from: number; to: number }): Promise<'stored' | 'refused'> =>
      company
        .add('leaseSegment', {
          lease: lease.lease,
          contract: lease.contract,
          lessee: lease.lessee,
          vehicle,
          store: company.store,
          kind: 'main',
          fromAt: at(from),
          toAt: at(to),
          startOdometer: 1,
          endOdometer: 2,
        })
        .then(
          () => 'stored' as const,
          (error: unknown) => {
            // Several that wait for each other, given up after its retries: nothing was decided, and a clerk asks again.
            if (error instanceof AppError && error.kind === 'busy') return write({ from, to })
            // 23P01: the constraint.
            if (codeOf(error) === '23P01' || (error instanceof AppError && ['refused', 'conflict'].includes(error.kind)))
              return 'refused' as const
            throw error
          },
        )
    const answers: string[] = []
    for (let i = 0; i < wanted.length; i += 20) answers.push(...(await Promise.all(wanted.slice(i, i + 20).map(write))))
    const stored = wanted.filter((_, i) => answers[i] === 'stored')
    expect(stored.length, whenBroken).toBeGreaterThan(10)
    expect(await overlaps(vehicle), whenBroken).toBe(0)
    const needless = wanted.filter((w, i) => answers[i] === 'refused' && !stored.some((s) => s.from < w.to && w.from < s.to))
    expect(needless, whenBroken).toEqual([])
    const segments = await company.read((db) => db.selectFrom('leaseSegment').select('id').where('vehicle', '=', vehicle).execute())
    expect(segments).toHaveLength(stored.length)
  })
  test('R-31: the check itself finds an overlap once the constraint is gone', async () => {
    const lease = await running(company, TERM)
    const vehicle = await company.vehicle()
    await withClient(base.owner, (client) => client.query('alter table lease_segment drop constraint lease_segment_no_overlap'))
    for (const from of [0, 5])
      await company.add('leaseSegment', {
        lease: lease.lease,
        contract: lease.contract,
        lessee: lease.lessee,
        vehicle,
        store: company.store,
        kind: 'main',
        fromAt: at(from),
        toAt: at(from + 10),
        startOdometer: 1,
        endOdometer: 2,
      })
    expect(await overlaps(vehicle)).toBe(1)
  })
})

describe('R-38: numbers of documents', () => {
  test('R-38: sixty-four writers, a third of which fail: every number once, none missing, and each day begins anew', async () => {
    const company = await Company.open('2025-01-10')
    try {
      const random = new Random(SEED)
      const lessee = await company.lessee()
      const application = { lessee, store: company.store, quantity: 1, wantOn: '2025-01-20', months: 12, purpose: '城配' }
      const broken = new Error('rolled back on purpose')
      const write = async (fails: boolean): Promise<void> => {
        await company
          .write(async (tx) => {
            await add(tx, company.as('sales'), 'carApplication', application, 'server')
            await new Promise((resolve) => setImmediate(resolve))
            if (fails) throw broken
          })
          .catch((error: unknown) => {
            if (error !== broken) throw error
          })
      }
      const storm = async (): Promise<number> => {
        const fails = Array.from({ length: APPLICATIONS }, () => random.int(0, 2) === 0)
        let next = 0
        await Promise.all(
          Array.from({ length: 64 }, async () => {
            while (next < fails.length) await write(fails[next++]!)
          }),
        )
        return fails.filter((f) => !f).length
      }
      const numbers = async (day: string): Promise<string[]> =>
        (
          await company.read((db) => db.selectFrom('carApplication').select('no').where('no', 'like', `%${day}%`).orderBy('no').execute())
        ).map((row) => row.no)
      for (const day of ['20250110', '20250111']) {
        company.at(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`)
        const storedCount = await storm()
        const numbersOfDay = await numbers(day)
        expect(numbersOfDay, whenBroken).toHaveLength(storedCount)
        // A rollback gives its number back, so they stand without a gap.
        expect(
          numbersOfDay.map((no) => Number(no.slice(-4))),
          whenBroken,
        ).toEqual(Array.from({ length: storedCount }, (_, i) => i + 1))
      }
    } finally {
      await company.close()
    }
  })
})

describe('R-50: clocks that jump', () => {
  const HOUR = 3_600_000
  const JUMPS = [HOUR, -HOUR, 24 * HOUR, -24 * HOUR, -5 * 60_000, 5 * 24 * HOUR, 17 * 24 * HOUR]
  test.each([
    ['from the 31st over a leap February', '2024-01-31', '2025-01-31'],
    ['from the leap day itself', '2024-02-29', '2025-02-28'],
    ['over the end of a year', '2024-11-30', '2025-11-30'],
  ])('R-50: %s: whatever the clock does, the bills are those of the days it has reached', async (_name, startOn, endOn) => {
    const company = await Company.open(startOn)
    try {
      const random = new Random(SEED)
      const lease = await running(company, { startOn, endOn })
      const plan = previewPlan(planInputOf(P1 as unknown as RentTerms, startOn as Day, endOn as Day)).periods
      let at = Date.parse(instantAt(startOn as Day, '10:00'))
      let reached = startOn
      for (let i = 0; i < 60; i++) {
        at = Math.max(Date.parse(instantAt(addDays(startOn as Day, -2), '00:00')), at + JUMPS[random.int(0, JUMPS.length - 1)]!)
        company.clock.set(new Date(at).toISOString())
        const report = await company.run()
        expect(report.failures, whenBroken).toEqual([])
        if (company.clock.today() > reached) reached = company.clock.today()
        const bills = await company.read((db) =>
          db
            .selectFrom('bill')
            .select(['no', 'startOn', 'endOn', 'amount', 'dueOn', 'issuedOn'])
            .where('contract', '=', lease.contract)
            .where('billType', '=', 'rent')
            .orderBy('startOn')
            .execute(),
        )
        // The first is billed at signing, the others when their day has come, late as the run may be.
        const due = plan.filter((p, n) => n === 0 || p.issueOn <= reached)
        expect(
          bills.map(({ startOn: from, endOn: to, amount, dueOn }) => [from, to, amount, dueOn]),
          whenBroken,
        ).toEqual(due.map((p) => [p.startOn, p.endOn, p.amount, p.dueOn]))
        expect(new Set(bills.map((b) => b.no)).size, whenBroken).toBe(bills.length)
      }
      expect(await company.proveAll()).toEqual([])
      expect(reached > addDays(startOn as Day, 60), whenBroken).toBe(true)
    } finally {
      await company.close()
    }
  })
})
