/**
 * Random lives of leases: whatever is swapped, reduced, renewed, prolonged, charged, paid, reversed and given back, in whatever
 * order; after every command the sums are proved, the terms and periods follow each other, and what the bills charge for rent
 * plus what is still planned is the rent of the terms less what was granted, to the fen. A refused command leaves no trace.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { sql } from 'kysely'
import { AppError } from '#kit/basics/errors.ts'
import { addDays, daysBetween } from '#kit/basics/time/day.ts'
import { sumFen } from '#kit/basics/fen.ts'
import { get } from '#kit/entity/store.server.ts'
import { faults } from '#modules/billing/bills/prove.server.ts'
import { issueCoupons } from '#modules/billing/coupons/issue.server.ts'
import type { Contract } from '#modules/leasing/rent/periods.server.ts'
import { computeSheet } from '#modules/leasing/returns/settlement.server.ts'
import { billedOf, reliefsOf, termsOf } from '#modules/leasing/rent/terms.server.ts'
import { endOfTerms, monthsOf, plannedPeriods, rentOf } from '#modules/leasing/rent/timeline.rules.ts'
import { Company } from './company.ts'
import { strayKept } from './stored-totals.ts'
import { running, type Running } from './leases.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-01')
})
afterAll(() => company?.close())

type Command =
  | { do: 'wait'; days: number }
  | { do: 'pay'; share: number }
  | { do: 'reverse'; pick: number }
  | { do: 'swap'; rent: number; policy: 'none' | 'difference' | 'nextPeriod'; renewal: 'agreed' | 'same'; cancel: boolean }
  | { do: 'spare'; days: number }
  | { do: 'free'; back: number; days: number; most: number | null }
  | { do: 'rate'; back: number; days: number; bp: number }
  | { do: 'off'; back: number; days: number; amount: number }
  | { do: 'lower'; back: number; rent: number }
  | { do: 'renew'; months: number; rent: number }
  | { do: 'stay'; days: number }
  | { do: 'fee'; amount: number }
  | { do: 'coupon'; terms: object; pick: number }
  | { do: 'uncoupon'; pick: number }
  | { do: 'giveBack'; damage: number; km: number; fee: number }

// Prices far apart, so that a month's credit may be more than the bill it was first charged on.
const rent = fc.oneof(fc.integer({ min: 250_000, max: 500_000 }), fc.integer({ min: 100_000, max: 1_200_000 }))
const back = fc.integer({ min: -30, max: 40 })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), share: fc.integer({ min: 30, max: 130 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse' as const), pick: fc.nat({ max: 9 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('swap' as const),
      rent,
      policy: fc.constantFrom('none' as const, 'difference' as const, 'nextPeriod' as const),
      renewal: fc.constantFrom('agreed' as const, 'same' as const),
      cancel: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('spare' as const), days: fc.integer({ min: 1, max: 9 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('free' as const),
      back,
      days: fc.integer({ min: 1, max: 45 }),
      most: fc.option(fc.integer({ min: 1, max: 200_000 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rate' as const),
      back,
      days: fc.integer({ min: 1, max: 45 }),
      bp: fc.integer({ min: 1, max: 10_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('off' as const),
      back,
      days: fc.integer({ min: 1, max: 70 }),
      amount: fc.integer({ min: 1, max: 900_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lower' as const), back, rent }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renew' as const), months: fc.integer({ min: 1, max: 5 }), rent }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stay' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('coupon' as const),
      terms: fc.oneof(
        fc.integer({ min: 1, max: 600_000 }).map((amountOff) => ({ kind: 'direct', amountOff, stackable: true })),
        fc.integer({ min: 1, max: 9_999 }).map((payBp) => ({ kind: 'discount', payBp, stackable: true })),
        fc.integer({ min: 1, max: 60 }).map((freeDays) => ({ kind: 'freeDays', freeDays })),
      ),
      pick: fc.nat({ max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('uncoupon' as const), pick: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fee' as const), amount: fc.integer({ min: 1, max: 50_000 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('giveBack' as const),
      damage: fc.integer({ min: 0, max: 900_000 }),
      km: fc.integer({ min: 0, max: 30_000 }),
      fee: fc.integer({ min: 0, max: 20_000 }),
    }),
  },
)

const PHOTOS = 4
const photos = async () => Promise.all(Array.from({ length: PHOTOS }, () => company.file('sales')))
const km = async (vehicle: number): Promise<number> =>
  (await company.read((db) => db.selectFrom('vehicle').select('odometer').where('id', '=', vehicle).executeTakeFirstOrThrow())).odometer ??
  0
const leaseOf = (lease: Running) =>
  company.read((db) => db.selectFrom('lease').selectAll().where('id', '=', lease.lease).executeTakeFirstOrThrow())

/** Drafted, submitted, passed: the way of every application. */
async function passed(entity: string, values: Record<string, unknown>): Promise<number> {
  const id = await company.add(entity, values, 'sales')
  await company.act(entity, 'submit', id, {}, 'sales')
  await company.act(entity, 'pass', id, {}, 'finance')
  return id
}

async function swap(lease: Running, cmd: Extract<Command, { do: 'swap' }>): Promise<void> {
  const id = await passed('vehicleSwap', {
    lease: lease.lease,
    kind: 'permanent',
    newVehicle: await company.vehicle(),
    plannedOn: company.clock.today(),
    rentPolicy: cmd.policy,
    newRent: cmd.policy === 'none' ? null : cmd.rent,
    renewalRent: cmd.renewal,
    reasonKind: 'other',
  })
  if (cmd.cancel) return void (await company.act('vehicleSwap', 'cancel', id, { reason: '不换了' }, 'sales'))
  const { vehicle } = await leaseOf(lease)
  company.clock.advanceMinutes(60)
  await company.act(
    'vehicleSwap',
    'complete',
    id,
    {
      effectiveAt: company.clock.now(),
      oldOdometer: (await km(vehicle)) + 100,
      oldEnergyPercent: 50,
      oldItems: [],
      newOdometer: 5,
      newEnergyPercent: 90,
      newItems: [],
      photos: await photos(),
    },
    'sales',
  )
}
async function spare(lease: Running, days: number): Promise<void> {
  const temp = await company.vehicle()
  const id = await passed('vehicleSwap', {
    lease: lease.lease,
    kind: 'temporary',
    newVehicle: temp,
    plannedOn: company.clock.today(),
    reasonKind: 'fault',
  })
  const { vehicle } = await leaseOf(lease)
  company.clock.advanceMinutes(60)
  await company.act(
    'vehicleSwap',
    'complete',
    id,
    {
      effectiveAt: company.clock.now(),
      oldOdometer: (await km(vehicle)) + 100,
      oldEnergyPercent: 50,
      oldItems: [],
      newOdometer: 5,
      newEnergyPercent: 90,
      newItems: [],
      photos: await photos(),
    },
    'sales',
  )
  company.clock.advanceDays(days)
  await company.act(
    'vehicleSwap',
    'bringBack',
    id,
    { backAt: company.clock.now(), tempOdometer: 300, mainOdometer: (await km(vehicle)) + 200 },
    'sales',
  )
}
const reduce = (lease: Running, cmd: { back: number; days?: number }, more: Record<string, unknown>): Promise<number> => {
  const startOn = addDays(company.clock.today(), -cmd.back)
  return passed('rentReduction', {
    lease: lease.lease,
    startOn,
    ...(cmd.days ? { lastOn: addDays(startOn, cmd.days - 1) } : {}),
    reasonKind: 'other',
    reasonNote: '测试',
    ...more,
  })
}
async function giveBack(lease: Running, cmd: Extract<Command, { do: 'giveBack' }>): Promise<void> {
  const id = await passed('vehicleReturn', { lease: lease.lease, plannedOn: company.clock.today(), reasonKind: 'early' })
  const { vehicle } = await leaseOf(lease)
  company.clock.advanceMinutes(60)
  await company.act(
    'vehicleReturn',
    'inspect',
    id,
    {
      actualAt: company.clock.now(),
      odometer: (await km(vehicle)) + cmd.km,
      energyPercent: 40,
      items: [],
      cleaningFee: cmd.fee,
      photos: await photos(),
      damages: cmd.damage ? [{ part: '车门', level: 'light', responsibility: 'lessee', amount: cmd.damage, note: null }] : [],
    },
    'sales',
  )
  const s = await company.read((db) =>
    db.selectFrom('returnSettlement').selectAll().where('lease', '=', lease.lease).executeTakeFirstOrThrow(),
  )
  await company.act('returnSettlement', 'fill', s.id, { penaltyWaived: 0, violationsChecked: true, payee: '张三' }, 'sales')
  const { hash } = await company.write(async (tx) =>
    computeSheet(tx, company.as(), (await get(tx, company.as(), 'returnSettlement', s.id)) as never),
  )
  await company.act('returnSettlement', 'submit', s.id, { hash }, 'sales')
  await company.act('returnSettlement', 'pass', s.id, {}, 'finance')
}

let coupons = 0
/** Offered, issued and used on one of the open bills. */
async function useCoupon(lease: Running, cmd: Extract<Command, { do: 'coupon' }>): Promise<void> {
  const open = await company.read((db) =>
    db
      .selectFrom('bill')
      .select('id')
      .where('lessee', '=', lease.lessee)
      .where('billType', 'in', ['rent', 'swap'])
      .where('status', 'in', ['unpaid', 'partlyPaid'])
      .orderBy('id')
      .execute(),
  )
  if (open.length === 0) return
  const today = company.clock.today()
  const of = await company.add('coupon', {
    name: `券${++coupons}`,
    stock: 1,
    perCustomer: 1,
    startOn: today,
    lastOn: addDays(today, 60),
    ...cmd.terms,
  })
  await company.act('coupon', 'publish', of)
  await company.write((tx) => issueCoupons(tx, company.as('finance'), of, [lease.lessee]))
  const held = await company.read((db) => db.selectFrom('customerCoupon').select('id').where('coupon', '=', of).executeTakeFirstOrThrow())
  await company.act('bill', 'useCoupon', open[cmd.pick % open.length]!.id, { coupon: held.id }, 'cashier')
}
async function returnCoupon(lease: Running, pick: number): Promise<void> {
  const uses = await company.read((db) =>
    db
      .selectFrom('couponUse')
      .select(['bill', 'customerCoupon'])
      .where('lessee', '=', lease.lessee)
      .where('status', '=', 'applied')
      .orderBy('id')
      .execute(),
  )
  const one = uses[pick % Math.max(1, uses.length)]
  if (one) await company.act('bill', 'returnCoupon', one.bill, { coupon: one.customerCoupon, reason: '撤回' }, 'cashier')
}

async function perform(lease: Running, cmd: Command): Promise<void> {
  switch (cmd.do) {
    case 'wait':
      company.clock.advanceDays(cmd.days)
      return void (await company.run())
    case 'pay': {
      const open = await company.read((db) =>
        db
          .selectFrom('bill')
          .select(['id', 'remain'])
          .where('lessee', '=', lease.lessee)
          .where('status', 'in', ['unpaid', 'partlyPaid'])
          .orderBy('id')
          .execute(),
      )
      const sum = sumFen(open.map((b) => b.remain ?? 0))
      return void (
        open.length &&
        (await company.pay(
          open.map((b) => b.id),
          Math.max(1, Math.floor((sum * cmd.share) / 100)),
        ))
      )
    }
    case 'reverse': {
      const all = await company.read((db) =>
        db
          .selectFrom('payment')
          .select('id')
          .where('lessee', '=', lease.lessee)
          .where('status', '=', 'confirmed')
          .where('source', '=', 'offline')
          .orderBy('id')
          .execute(),
      )
      return void (all.length && (await company.act('payment', 'reverse', all[cmd.pick % all.length]!.id, { reason: '退汇' }, 'finance')))
    }
    case 'swap':
      return swap(lease, cmd)
    case 'spare':
      return spare(lease, cmd.days)
    case 'free':
      return void (await reduce(lease, cmd, { method: 'freeDays', most: cmd.most }))
    case 'rate':
      return void (await reduce(lease, cmd, { method: 'rate', rateBp: cmd.bp }))
    case 'off':
      return void (await reduce(lease, cmd, { method: 'amount', amountOff: cmd.amount }))
    case 'lower':
      return void (await reduce(lease, { back: cmd.back }, { method: 'newRent', newRent: cmd.rent }))
    case 'renew': {
      const id = await passed('renewal', { lease: lease.lease, months: cmd.months, monthlyRent: cmd.rent })
      return void (await company.act(
        'renewal',
        'sign',
        id,
        { signedOn: company.clock.today(), signedScans: [await company.file('sales')] },
        'sales',
      ))
    }
    case 'stay': {
      const { endOn } = await leaseOf(lease)
      return void (await passed('leaseExtension', {
        lease: lease.lease,
        kind: 'return',
        newEndOn: addDays(endOn, cmd.days),
        reasonNote: '测试',
      }))
    }
    case 'fee': {
      const id = await company.add(
        'incidental',
        {
          lease: lease.lease,
          lines: [{ feeItem: 'TOW', amount: cmd.amount, note: null }],
          occurredOn: company.clock.today(),
          dueOn: company.clock.today(),
        },
        'sales',
      )
      return void (await company.act('incidental', 'issue', id, {}, 'sales'))
    }
    case 'coupon':
      return useCoupon(lease, cmd)
    case 'uncoupon':
      return returnCoupon(lease, cmd.pick)
    case 'giveBack':
      return giveBack(lease, cmd)
  }
}

/** M5 with refunds: what came in and did not leave is on bills, on the balance, held or frozen. */
async function conservation(lease: Running): Promise<void> {
  const { rows } = await company.read((db) =>
    sql<{ received: number; placed: number }>`
      select (select coalesce(sum(amount), 0) from payment where lessee = ${lease.lessee} and status = 'confirmed' and source = 'offline')::bigint as received,
        ((select coalesce(sum(paid), 0) from bill where lessee = ${lease.lessee} and bill_type <> 'deposit') + (select balance from lessee where id = ${lease.lessee})
          + (select coalesce(sum(balance), 0) from deposit_account where lessee = ${lease.lessee})
          + (select coalesce(sum(amount), 0) from refund where lessee = ${lease.lessee} and status in ('submitted', 'toPay', 'failed', 'paid')))::bigint as placed`.execute(
      db,
    ),
  )
  expect(rows[0]!.placed).toBe(rows[0]!.received)
}

/** B2, B4 and B6 at once: bills plus plan are the rent of the terms less the reductions; after the return, of the used days. */
async function rentIsWhole(lease: Running): Promise<void> {
  await company.read(async (db) => {
    const all = await termsOf(db as never, lease.lease)
    for (const [i, t] of all.entries()) if (i > 0) expect(t.startOn).toBe(all[i - 1]!.endOn)
    const terms = (await get(db as never, company.as(), 'contract', lease.contract)) as unknown as Contract
    const { rows } = await sql<{ billed: number; planned: number }>`
      select (select coalesce(sum(i.amount), 0) from bill_item i join bill b on b.id = i.bill where b.lease = ${lease.lease} and b.status <> 'voided' and i.fee_item in ('RENT', 'SWAP_DIFF', 'REDUCE', 'RENT_BACK'))::bigint as billed,
        (select coalesce(sum(amount), 0) from plan_period where lease = ${lease.lease} and status = 'planned' and deleted_at is null)::bigint as planned`.execute(
      db,
    )
    const settled = await db
      .selectFrom('returnSettlement')
      .select('sheet')
      .where('lease', '=', lease.lease)
      .where('confirmedOn', 'is not', null)
      .executeTakeFirst()
    const end = settled?.sheet && settled.sheet.endOn < endOfTerms(all) ? settled.sheet.endOn : endOfTerms(all)
    expect(Number(rows[0]!.billed) + Number(rows[0]!.planned)).toBe(
      rentOf(monthsOf(terms, all), await reliefsOf(db as never, lease.lease, terms, all), all[0]!.startOn, end),
    )
    const periods = await db
      .selectFrom('planPeriod')
      .select(['startOn', 'endOn'])
      .where('lease', '=', lease.lease)
      .where('status', '!=', 'cancelled')
      .where('deletedAt', 'is', null)
      .orderBy('seq')
      .execute()
    for (const [i, p] of periods.entries()) if (i > 0) expect(p.startOn).toBe(periods[i - 1]!.endOn)
    // B6: what is not billed yet is what the terms and reductions say now; after the settlement nothing is.
    const planned = await db
      .selectFrom('planPeriod')
      .select(['startOn', 'endOn', 'amount'])
      .where('lease', '=', lease.lease)
      .where('status', '=', 'planned')
      .where('deletedAt', 'is', null)
      .orderBy('seq')
      .execute()
    const again = settled
      ? []
      : plannedPeriods(
          terms,
          all,
          (await billedOf(db as never, lease.lease, all[0]!.startOn)).until,
          await reliefsOf(db as never, lease.lease, terms, all),
        )
    expect(planned).toEqual(again.map(({ startOn, endOn, amount }) => ({ startOn, endOn, amount })))
    // F1 and F2: one vehicle at a time while it runs, none afterwards.
    const segments = await db
      .selectFrom('leaseSegment')
      .select(['toAt'])
      .where('lease', '=', lease.lease)
      .where('deletedAt', 'is', null)
      .execute()
    const { status } = await db.selectFrom('lease').select('status').where('id', '=', lease.lease).executeTakeFirstOrThrow()
    expect(segments.filter((s) => s.toAt === null)).toHaveLength(['active', 'swapping', 'returning', 'toInspect'].includes(status) ? 1 : 0)
  })
}

/** F3 and F4: the odometer of each vehicle goes on where it stood, no moment has two holders; F5: the contract says what its lease does. */
async function lifeIsPlain(lease: Running): Promise<void> {
  await company.read(async (db) => {
    const own = await db
      .selectFrom('leaseSegment')
      .select('vehicle')
      .where('lease', '=', lease.lease)
      .where('deletedAt', 'is', null)
      .execute()
    const all = await db
      .selectFrom('leaseSegment')
      .select(['vehicle', 'lease', 'fromAt', 'toAt', 'startOdometer', 'endOdometer'])
      .where(
        'vehicle',
        'in',
        own.map((s) => s.vehicle),
      )
      .where('deletedAt', 'is', null)
      .orderBy('vehicle')
      .orderBy('fromAt')
      .execute()
    for (const [i, s] of all.entries()) {
      expect(s.endOdometer ?? s.startOdometer!).toBeGreaterThanOrEqual(s.startOdometer!)
      const next = all[i + 1]
      if (next?.vehicle !== s.vehicle) continue
      expect(s.toAt !== null && s.toAt <= next.fromAt).toBe(true)
      expect(next.startOdometer!).toBeGreaterThanOrEqual(s.endOdometer!)
    }
    const settled = await db
      .selectFrom('returnSettlement')
      .select('sheet')
      .where('lease', '=', lease.lease)
      .where('confirmedOn', 'is not', null)
      .executeTakeFirst()
    if (settled?.sheet)
      expect(settled.sheet.driven).toBe(sumFen(all.filter((s) => s.lease === lease.lease).map((s) => s.endOdometer! - s.startOdometer!)))
    const { status } = await db.selectFrom('lease').select('status').where('id', '=', lease.lease).executeTakeFirstOrThrow()
    const { status: contract } = await db.selectFrom('contract').select('status').where('id', '=', lease.contract).executeTakeFirstOrThrow()
    expect(contract).toBe(
      ['active', 'swapping', 'returning', 'toInspect'].includes(status)
        ? 'active'
        : status === 'settled'
          ? expect.stringMatching(/^(done|endedEarly)$/)
          : 'toSettle',
    )
    const held = await db
      .selectFrom('depositAccount')
      .select((eb) => eb.fn.sum<number>('balance').as('sum'))
      .where('lease', '=', lease.lease)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (status === 'settled') expect(Number(held.sum)).toBe(0)
    const voided = await db
      .selectFrom('bill')
      .select('id')
      .where('lease', '=', lease.lease)
      .where('status', '=', 'voided')
      .where('paid', '!=', 0 as never)
      .execute()
    expect(voided).toEqual([])
  })
}

async function proveCase(lease: Running): Promise<void> {
  const problems = await company.read(async (db) => {
    const ids = async (table: 'bill' | 'payment'): Promise<number[]> =>
      (await db.selectFrom(table).select('id').where('lessee', '=', lease.lessee).execute()).map((row) => row.id)
    return faults(db as never, {
      bills: await ids('bill'),
      payments: await ids('payment'),
      lessees: [lease.lessee],
      deposits: (await db.selectFrom('depositAccount').select('id').where('lessee', '=', lease.lessee).execute()).map((d) => d.id),
    })
  })
  expect(problems).toEqual([])
}

const DEEP = Boolean(process.env['DEEP'])

test(
  'through any life of a lease the sums are proved and the rent is whole',
  async () => {
    let performed = 0
    let refusals = 0
    let settled = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('advance', 'arrears'),
        fc.constantFrom('startDay', 'calendarMonth'),
        fc.constantFrom('actual', 'thirty', 'daily'),
        fc.constantFrom('1', '3'),
        fc.constantFrom('none', 'months', 'remainingRate'),
        fc.array(command, { minLength: 6, maxLength: 18 }),
        fc.nat({ max: 1500 }),
        async (billMode, anchorMode, prorateMode, payCycleMonths, earlyPenalty, commands, begin) => {
          // Each life begins on a day of its own, so that it is the same again when it is looked at alone.
          company.at(addDays('2025-01-01' as never, begin))
          await company.write((tx) => tx.updateTable('lease').set({ status: 'settled' }).where('status', '=', 'active').execute())
          const from = addDays(company.clock.today(), 1)
          const lease = await running(company, {
            startOn: from,
            endOn: addDays(from, 170),
            billMode,
            anchorMode,
            prorateMode,
            dailyRent: prorateMode === 'daily' ? 13_000 : null,
            payCycleMonths,
            earlyPenalty,
            earlyPenaltyMonths: 1,
            earlyPenaltyBp: 2000,
          })
          for (const cmd of commands) {
            try {
              await perform(lease, cmd)
              performed++
              if (cmd.do === 'giveBack') settled++
            } catch (error) {
              // A refusal is an answer; anything else is a fault, and so is a sum that did not add up.
              if (!(error instanceof AppError)) throw error
              refusals++
            }
            await proveCase(lease)
            await conservation(lease)
            await rentIsWhole(lease)
            await lifeIsPlain(lease)
          }
        },
      ),
      { numRuns: DEEP ? 500 : 8, endOnFailure: false },
    )
    expect(performed).toBeGreaterThan(refusals)
    expect(await strayKept(company)).toEqual([])
    expect(settled).toBeGreaterThan(0)
    expect(daysBetween('2025-01-01' as never, company.clock.today())).toBeGreaterThan(0)
  },
  DEEP ? 7_200_000 : 600_000,
)
