/** Money of a lease at its seams: credits of swaps, deposits nobody asks for any more, what the signed contract says, receipts of long ago. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { Office } from './approval-office.ts'
import { Company, P1, refusal } from './company.ts'
import { giveBack, running, settle, type Running } from './leases.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-10')
})
afterAll(() => company?.close())

const call = <T>(path: string, input: object): Promise<T> => new Office(company).call('finance', 'POST', path, input)
async function swapped(lease: Running, newRent: number): Promise<void> {
  const id = await company.add(
    'vehicleSwap',
    {
      lease: lease.lease,
      newVehicle: await company.vehicle(),
      plannedOn: company.clock.today(),
      kind: 'permanent',
      rentPolicy: 'difference',
      newRent,
      reasonKind: 'upgrade',
    },
    'sales',
  )
  await company.act('vehicleSwap', 'submit', id, {}, 'sales')
  await company.act('vehicleSwap', 'pass', id, {}, 'finance')
  await company.act('vehicleSwap', 'complete', id, {
    effectiveAt: company.clock.now(),
    oldOdometer: 12_350,
    oldEnergyPercent: 50,
    oldItems: [],
    newOdometer: 10,
    newEnergyPercent: 80,
    newItems: [],
    photos: await company.files(8),
  })
}

describe('a swap that costs less', () => {
  test('pays the difference of the dearer swap before it, and leaves the rest on the balance', async () => {
    const lease = await running(company, { startOn: '2025-04-15', endOn: '2026-04-15' })
    company.at('2025-04-25', '09:00')
    await swapped(lease, 420_000)
    company.at('2025-04-25', '15:00')
    const dearer = (await company.bills(lease.contract)).find((b) => b.billType === 'swap')!
    expect([dearer.amount, dearer.status]).toEqual([26_667, 'unpaid'])
    await swapped(lease, 300_000)
    expect(await company.bill(dearer.id)).toMatchObject({ paid: 26_667, status: 'settled' })
    // 20 of 30 days at 4,200.00 less 3,000.00: 80000 come back, 26667 of them pay the bill above.
    expect(await company.balance(lease.lessee)).toBe(80_000 - 26_667)
    expect(await company.proveAll()).toEqual([])
  })
})

describe('at the return', () => {
  const back = async (lease: Running, day: string): Promise<void> => {
    await giveBack(company, lease, day)
    await settle(company, lease)
  }
  test('a deposit a renewal asked for and nobody paid is asked for no more; what was paid of one goes back', async () => {
    const lease = await running(company, { startOn: '2025-04-15', endOn: '2025-06-15' })
    company.at('2025-06-01')
    const renewal = await company.add('renewal', { lease: lease.lease, months: 6, monthlyRent: 360_000, depositDelta: 100_000 }, 'sales')
    await company.act('renewal', 'submit', renewal, {}, 'sales')
    await company.act('renewal', 'pass', renewal, {}, 'finance')
    await company.act('renewal', 'sign', renewal, { signedOn: '2025-06-01', signedScans: await company.files(1) }, 'sales')
    const more = (await company.bills(lease.contract)).findLast((b) => b.billType === 'deposit')!
    expect([more.amount, more.status]).toEqual([100_000, 'unpaid'])
    await company.pay([more.id], 30_000)
    const bills = (await company.bills(lease.contract)).filter((b) => b.billType === 'rent' && b.status === 'unpaid')
    if (bills.length)
      await company.pay(
        bills.map((b) => b.id),
        bills.reduce((sum, b) => sum + b.amount, 0),
      )
    await back(lease, '2025-06-10')
    expect(await company.bill(more.id)).toMatchObject({ amount: 30_000, paid: 30_000, status: 'settled' })
    const account = await company.read((db) =>
      db.selectFrom('depositAccount').selectAll().where('lease', '=', lease.lease).where('kind', '=', 'vehicle').executeTakeFirstOrThrow(),
    )
    expect([account.required, account.received]).toEqual([530_000, 530_000])
    expect(await company.proveAll()).toEqual([])
  })
  test('the violation deposit is kept for the days that were signed, whatever the company asks for by then', async () => {
    await company.parameter('violationDepositKeepDays', 7)
    const lease = await running(company, { startOn: '2025-07-01', endOn: '2026-07-01', depositHoldDays: 10 })
    await company.parameter('violationDepositKeepDays', 60)
    await back(lease, '2025-07-05')
    expect(
      (
        await company.read((db) =>
          db.selectFrom('returnSettlement').select('holdUntil').where('lease', '=', lease.lease).executeTakeFirstOrThrow(),
        )
      ).holdUntil,
    ).toBe('2025-07-15')
    const values = {
      lessee: lease.lessee,
      vehicles: [await company.vehicle()],
      startOn: '2025-08-01',
      endOn: '2026-08-01',
      depositHoldDays: 59,
    }
    expect((await refusal(company.contract(values))).data).toEqual({ depositHoldDays: '违章押金最少留存 60 天（见参数设置）' })
    await company.parameter('violationDepositKeepDays', 30)
  })
})

describe('a receipt', () => {
  test('of more than a year ago asks for its reason; one bill is in it once', async () => {
    const lease = await running(company, { startOn: '2025-09-01', endOn: '2026-09-01' })
    company.at('2025-09-26')
    await company.run()
    const bill = (await company.bills(lease.contract)).find((b) => b.status === 'unpaid')!
    const old = { paidAt: instantAt('2017-09-26' as Day, '12:00') }
    expect((await refusal(company.register([bill.id], 1_000, old))).data).toEqual({
      paidAt: '付款时间在一年以前，请核对年份；确实如此时请在备注中写明原因',
    })
    await company.register([bill.id], 1_000, { ...old, remark: '旧系统中的预付款' })
    const twice = { bills: [bill.id, bill.id], amount: 1_000, channel: 'cash', paidAt: company.clock.now() }
    await expect(call('/api/v1/payment/register', twice)).rejects.toThrow('同一账单只能选择一次')
  })
})

describe('the plan that is shown before a contract is saved', () => {
  test.each(['excludeEnd', 'includeEnd'])('is what the contract then costs: %s', async (dayRule) => {
    const [startOn, endOn] = ['2025-10-01', '2025-12-15']
    const { deposit: _d, violationDeposit: _v, ...terms } = { ...P1, dayRule, startOn, endOn }
    const shown = await call<{ total: number }>('/api/v1/leasePlan/preview', {
      monthlyRent: terms.monthlyRent,
      payCycleMonths: Number(terms.payCycleMonths),
      billMode: terms.billMode,
      anchorMode: terms.anchorMode,
      prorateMode: terms.prorateMode,
      dayRule,
      issueAheadDays: 7,
      dueOffsetDays: 0,
      startOn,
      endOn,
    })
    const id = await company.contract({ lessee: await company.lessee(), vehicles: [await company.vehicle()], startOn, endOn, dayRule })
    const { totalRent } = await company.read((db) =>
      db.selectFrom('contract').select('totalRent').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(shown.total).toBe(totalRent)
  })
})
