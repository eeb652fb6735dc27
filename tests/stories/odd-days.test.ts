/**
 * Journeys on odd days: paid in three parts and told in the wrong order, one receipt over two contracts, a bounced receipt after the end
 * of the month, swaps and returns at the edges of a period, 29 February, extended twice. The amounts were reckoned by hand from
 * leasing.md §3.5; how stands beside them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { postMonthEnd } from '#modules/billing/billing.public.ts'
import { lateStates } from '#modules/billing/bills/late-fees.server.ts'
import { Company, refusal } from './company.ts'
import { giveBack, owing, passed, running, sheetOf, type Running } from './leases.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2024-12-10')
})
afterAll(() => company?.close())

const rents = async (contract: number) => (await company.bills(contract)).filter((b) => b.billType === 'rent')
const late = async (contract: number) =>
  (await company.bills(contract)).filter((b) => b.billType === 'late' && b.status !== 'voided').map((b) => [b.amount, b.status])
const feeOf = async (bill: number): Promise<number> => {
  const of = await company.bill(bill)
  return company.read(async (db) => (await lateStates(db, [of] as never, company.clock.today())).get(bill)!.fee)
}
const at = (day: string): { paidAt: string } => ({ paidAt: instantAt(day as Day, '12:00') })

describe('receipts', () => {
  test('three parts, the middle one told last: its days count, not the day it was told', async () => {
    const { bill, contract } = await owing(company)
    company.at('2025-02-12', '12:00')
    await company.pay([bill], 100_000, at('2025-02-12'))
    company.at('2025-03-10', '12:00')
    await company.pay([bill], 130_000, at('2025-03-10'))
    // Untold, 280000 were open from 02-14 to 03-10: 25 days.
    expect(await feeOf(bill)).toBe((280_000 * 25 * 5) / 10_000)
    company.at('2025-03-12', '12:00')
    await company.pay([bill], 150_000, at('2025-02-25'))
    // 280000 × 12 days to 02-25, 130000 × 13 days to 03-10: 5,050,000 × 5 ‱.
    expect(await late(contract)).toEqual([[2_525, 'unpaid']])
    expect(await company.proveAll()).toEqual([])
  })
  test('700000 in two receipts over three bills of two contracts of one customer, by the day they are due', async () => {
    const l = await owing(company)
    company.at('2025-02-06')
    const second = await company.contract({
      lessee: l.lessee,
      vehicles: [await company.vehicle()],
      startOn: '2025-02-08',
      endOn: '2026-02-08',
      monthlyRent: 250_000,
      deposit: 0,
      violationDeposit: 0,
    })
    company.at('2025-03-04')
    await company.run()
    const [first, march] = (await rents(l.contract)).slice(-2)
    const [other] = await rents(second)
    company.at('2025-02-08')
    const paid = async (amount: number): Promise<number[]> => {
      await company.pay([march!.id, first!.id, other!.id], amount)
      return Promise.all([other, first, march].map(async (b) => (await company.bill(b!.id)).paid))
    }
    expect(await paid(300_000)).toEqual([250_000, 50_000, 0])
    expect((await refusal(paid(400_000))).message).toMatch(/^账单 ZD\d{8}-\d{4,} 当前为「已结清」，不能登记收款$/)
    await company.pay([march!.id, first!.id], 400_000)
    expect(await Promise.all([first, march].map(async (b) => (await company.bill(b!.id)).paid))).toEqual([380_000, 70_000])
    expect(await company.balance(l.lessee)).toBe(0)
    expect(await company.proveAll()).toEqual([])
  })
  test('a receipt that bounces after the end of two months: what the nights charged stays, the rest of the fee comes back with the debt', async () => {
    const { bill, contract } = await owing(company)
    company.at('2025-02-20', '12:00')
    await company.pay([bill], 200_000, at('2025-02-20'))
    company.at('2025-03-01', '02:00')
    await postMonthEnd(company.as())
    // 380000 × 7 + 180000 × 8.
    expect(await late(contract)).toEqual([[2_050, 'unpaid']])
    company.at('2025-03-05', '12:00')
    const bounced = await company.pay([bill], 180_000, at('2025-03-05'))
    expect((await late(contract)).map(([amount]) => amount)).toEqual([2_050, 450])
    company.at('2025-04-02', '12:00')
    await company.act('payment', 'reverse', bounced, { reason: '退票' }, 'finance')
    expect(await late(contract)).toEqual([[2_050, 'unpaid']])
    // 380000 × 7 + 180000 × 41, to 04-02.
    expect(await feeOf(bill)).toBe(5_020)
    await company.act('bill', 'postLate', bill, {}, 'finance')
    expect((await late(contract)).map(([amount]) => amount)).toEqual([2_050, 2_970])
    expect(await company.proveAll()).toEqual([])
  })
})

describe('the edges of a period', () => {
  async function swap(lease: Running, day: string, newRent: number): Promise<Record<string, unknown>> {
    company.at(day, '09:00')
    const id = await passed(company, 'vehicleSwap', {
      lease: lease.lease,
      kind: 'permanent',
      newVehicle: await company.vehicle(),
      plannedOn: day,
      rentPolicy: 'difference',
      newRent,
      reasonKind: 'other',
    })
    company.at(day, '12:00')
    return company.act(
      'vehicleSwap',
      'complete',
      id,
      {
        effectiveAt: instantAt(day as Day, '11:00'),
        oldOdometer: 20_000,
        oldEnergyPercent: 50,
        oldItems: [],
        newOdometer: 5,
        newEnergyPercent: 90,
        newItems: [],
        photos: await company.files(4),
      },
      'sales',
    )
  }
  test('a swap on the last day costs one day: 420000 − 406000 less 380000 − 367333', async () => {
    const lease = await running(company, { startOn: '2025-06-15', endOn: '2025-07-15' })
    expect((await swap(lease, '2025-07-14', 420_000))['difference']).toBe(14_000 - 12_667)
    expect((await rents(lease.contract)).length).toBe(1)
    expect(await company.proveAll()).toEqual([])
  })
  test('a swap on the day the vehicle is due back costs nothing: no day of the term is left', async () => {
    const lease = await running(company, { startOn: '2025-06-15', endOn: '2025-07-15' })
    expect((await swap(lease, '2025-07-15', 420_000))['difference']).toBe(0)
  })
  test.each([
    ['2025-03-15', 318_710, '5 of 31 days were used: 61290'],
    ['2025-03-10', 380_000, 'on the first day nothing was used'],
    ['2025-03-11', 367_742, 'one day: 12258'],
  ])('a return on %s gives back %i', async (day, back) => {
    const lease = await running(company, { startOn: '2025-03-10', endOn: '2026-03-10', quotaKm: null })
    await giveBack(company, lease, day, { actualAt: instantAt(day as Day, '16:00'), odometer: 20_000 })
    const { sheet } = await sheetOf(company, lease)
    expect(sheet.backs.map((b) => b.amount)).toEqual([back])
    expect(sheet.result).toMatchObject({ refundOfBalance: back, refundOfDeposit: 500_000, violationHeld: 200_000, receivable: 0 })
  })
  test('a year from 29 February ends on 28 February, twelve whole months', async () => {
    const lease = await running(company, { startOn: '2028-02-29', endOn: '2029-02-28' })
    const periods = await company.periods(lease.contract)
    expect(periods.map((p) => p.startOn.slice(5))).toEqual([
      '02-29',
      '03-29',
      '04-29',
      '05-29',
      '06-29',
      '07-29',
      '08-29',
      '09-29',
      '10-29',
      '11-29',
      '12-29',
      '01-29',
    ])
    expect(periods.map((p) => p.amount)).toEqual(Array.from({ length: 12 }, () => 380_000))
    expect(periods.at(-1)!.endOn).toBe('2029-02-28')
  })
})

describe('longer, and longer still', () => {
  const extend = (lease: Running, newEndOn: string): Promise<number> =>
    passed(company, 'leaseExtension', { lease: lease.lease, kind: 'return', newEndOn, reasonNote: '工期延后' })
  const planned = async (lease: Running) =>
    (await company.periods(lease.contract)).filter((p) => p.status === 'planned').map((p) => [p.startOn, p.endOn, p.amount])
  test('five days and three days more are eight days of one month: C(5), then C(8) − C(5)', async () => {
    const lease = await running(company, { startOn: '2025-12-15', endOn: '2026-01-15' })
    await extend(lease, '2026-01-20')
    await extend(lease, '2026-01-23')
    const rows = await company.read((db) =>
      db.selectFrom('leaseExtension').select('amount').where('lease', '=', lease.lease).orderBy('id').execute(),
    )
    expect(rows.map((r) => r.amount)).toEqual([61_290, 36_775])
    expect((await planned(lease)).reduce((sum, [, , amount]) => sum + Number(amount), 0)).toBe(98_065)
  })
  test('six months after five days more begin and end inside a month, and make six months to the fen', async () => {
    const lease = await running(company, { startOn: '2025-12-15', endOn: '2026-01-15' })
    await extend(lease, '2026-01-20')
    const id = await passed(company, 'renewal', { lease: lease.lease, months: 6, monthlyRent: 380_000 })
    await company.act('renewal', 'sign', id, { signedOn: company.clock.today(), signedScans: await company.files(1) }, 'sales')
    const { startOn, endOn, totalRent } = await company.read((db) =>
      db.selectFrom('renewal').select(['startOn', 'endOn', 'totalRent']).where('id', '=', id).executeTakeFirstOrThrow(),
    )
    // 318710 to 02-14, five whole months, 61290 from 07-15 on.
    expect({ startOn, endOn, totalRent }).toEqual({ startOn: '2026-01-20', endOn: '2026-07-20', totalRent: 2_280_000 })
    expect(await company.proveAll()).toEqual([])
  })
})

describe('a reduction of the price', () => {
  test('does not raise what a renewal was agreed for, nor a month that costs less today than it will', async () => {
    const lease = await running(company, { startOn: '2025-03-10', endOn: '2025-09-10' })
    const renewal = await passed(company, 'renewal', { lease: lease.lease, months: 2, monthlyRent: 250_000 })
    await company.act('renewal', 'sign', renewal, { signedOn: company.clock.today(), signedScans: [await company.file('sales')] }, 'sales')
    const lower = (startOn: string, newRent: number) =>
      passed(company, 'rentReduction', {
        lease: lease.lease,
        method: 'newRent',
        startOn,
        newRent,
        reasonKind: 'bargain',
        reasonNote: '议价',
      })
    expect((await refusal(lower('2025-09-10', 300_000))).message).toBe('新月租金应低于现月租金 ¥2,500.00')
    await lower('2025-04-10', 350_000)
    const planned = await company.read((db) =>
      db
        .selectFrom('planPeriod')
        .select(['startOn', 'amount'])
        .where('lease', '=', lease.lease)
        .where('status', '!=', 'cancelled')
        .where('deletedAt', 'is', null)
        .orderBy('seq')
        .execute(),
    )
    // March as it was, five months at 3500.00, and the two months of the renewal at their own 2500.00.
    expect(planned.map((p) => p.amount)).toEqual([380_000, 350_000, 350_000, 350_000, 350_000, 350_000, 250_000, 250_000])
  })
})
