/** Journeys J4, J7 and J8 of the domain, to the fen: swap, renewal, reduction; and what each of them refuses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { swapFigures, type SwapItem } from '#modules/leasing/changes/swap-preview.server.ts'
import type { Swap } from '#modules/leasing/changes/swap-rent.server.ts'
import { followTerms } from '#modules/leasing/rent/terms.server.ts'
import { Company, refusal } from './company.ts'
import { running } from './leases.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-10')
})
afterAll(() => company?.close())

const items = (bill: number) =>
  company.read((db) =>
    db.selectFrom('billItem').select(['feeItem', 'amount', 'formula', 'description']).where('bill', '=', bill).orderBy('id').execute(),
  )
const rentBills = (contract: number) =>
  company.read((db) =>
    db
      .selectFrom('bill')
      .selectAll()
      .where('contract', '=', contract)
      .where('billType', '=', 'rent')
      .where('status', '!=', 'voided')
      .orderBy('startOn')
      .execute(),
  )
const status = async (table: 'lease' | 'vehicle' | 'contract', id: number): Promise<string> =>
  (await company.read((db) => db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
const figures = (swap: number) =>
  company.read(async (tx) =>
    swapFigures(
      tx,
      company.as(),
      (await tx.selectFrom('vehicleSwap').selectAll().where('id', '=', swap).executeTakeFirstOrThrow()) as unknown as Swap,
    ),
  )
const words = ({ bill: _bill, billNo: _no, ...item }: SwapItem) => item
const km = (odometer: number) => ({ newOdometer: odometer, newEnergyPercent: 80, newItems: [] })

describe('J4: another vehicle in the middle of a paid month', () => {
  test('the dearer vehicle costs 26667 for the remaining twenty days, and the next period 420000', async () => {
    const lease = await running(company, { startOn: '2025-04-15', endOn: '2026-04-15' })
    company.at('2025-04-20')
    const next = await company.vehicle()
    const swap = await company.add(
      'vehicleSwap',
      {
        lease: lease.lease,
        newVehicle: next,
        plannedOn: '2025-04-25',
        kind: 'permanent',
        rentPolicy: 'difference',
        newRent: 420_000,
        reasonKind: 'upgrade',
      },
      'sales',
    )
    const before = await figures(swap)
    await company.act('vehicleSwap', 'submit', swap, {}, 'sales')
    expect(await status('lease', lease.lease)).toBe('swapping')
    await company.act('vehicleSwap', 'reject', swap, { reason: '请补充说明' }, 'finance')
    expect(await status('lease', lease.lease)).toBe('active')
    await company.edit('vehicleSwap', swap, { reasonNote: '客户换大车' })
    await company.act('vehicleSwap', 'submit', swap, {}, 'sales')
    await company.act('vehicleSwap', 'pass', swap, {}, 'finance')
    expect(await status('vehicle', next)).toBe('reserved')
    company.at('2025-04-25', '11:30')
    const at = '2025-04-25T03:00:00.000Z'
    expect(
      (
        await refusal(
          company.act('vehicleSwap', 'complete', swap, {
            effectiveAt: at,
            oldOdometer: 12_000,
            oldEnergyPercent: 50,
            oldItems: [],
            ...km(10),
            photos: [await company.file('sales')],
          }),
        )
      ).message,
    ).toMatch(/原车里程表读数不能小于 12350 km/)
    const done = await company.act(
      'vehicleSwap',
      'complete',
      swap,
      { effectiveAt: at, oldOdometer: 13_000, oldEnergyPercent: 50, oldItems: [], ...km(10), photos: [await company.file('sales')] },
      'sales',
    )
    expect(done).toMatchObject({ status: 'done', difference: 26_667 })
    // What was shown before it was submitted is what is written; of a renewal nothing was agreed, so nothing is said.
    expect(before).toMatchObject({
      on: '2025-04-25',
      done: false,
      difference: 26_667,
      rents: [{ startOn: '2025-04-25', endOn: '2026-04-15', before: 380_000, after: 420_000 }],
    })
    const { rents, ...after } = (await figures(swap))!
    expect([after.done, after.difference, rents, done['renewalRent']]).toEqual([true, 26_667, [], null])
    expect(after.items.map(words)).toEqual(before!.items.map(words))
    expect(before!.items.map((item) => [item.bill, item.amount, item.formula])).toEqual([
      [null, -253_333, '3800.00 − 已用 1266.67'],
      [null, 280_000, '4200.00 按 20 天（该月 30 天）'],
    ])
    expect(after.items.map((item) => item.bill)).toEqual([done['bill'], done['bill']])
    const bill = await company.bill(Number(done['bill']))
    expect(bill).toMatchObject({ billType: 'swap', amount: 26_667, status: 'unpaid' })
    expect(await items(bill.id)).toMatchObject([
      { feeItem: 'SWAP_DIFF', amount: -253_333, formula: '3800.00 − 已用 1266.67' },
      { feeItem: 'SWAP_DIFF', amount: 280_000 },
    ])
    expect([await status('vehicle', lease.vehicle), await status('vehicle', next), await status('lease', lease.lease)]).toEqual([
      'preparing',
      'leased',
      'active',
    ])
    const planned = (await company.periods(lease.contract)).filter((p) => p.status === 'planned')
    expect(planned.map((p) => p.amount)).toEqual(Array.from({ length: 11 }, () => 420_000))
    expect(planned[0]!.startOn).toBe('2025-05-15')
    expect(await company.proveAll()).toEqual([])
    // 10:30 is before the swap at 11:00: the old vehicle's segment answers for it, the new one from 11:00 on.
    const segments = await company.read((db) =>
      db
        .selectFrom('leaseSegment')
        .select(['vehicle', 'kind', 'fromAt', 'toAt', 'startOdometer', 'endOdometer'])
        .where('lease', '=', lease.lease)
        .orderBy('id')
        .execute(),
    )
    expect(segments).toMatchObject([
      { vehicle: lease.vehicle, kind: 'main', toAt: at, endOdometer: 13_000 },
      { vehicle: next, kind: 'swap', fromAt: at, toAt: null, startOdometer: 10 },
    ])
  })
  test('the cheaper vehicle is credited on the bill that charged the month, and paid money goes to the balance', async () => {
    const lease = await running(company, { startOn: '2025-05-15', endOn: '2026-05-15' })
    company.at('2025-05-25', '12:00')
    const swap = await company.add(
      'vehicleSwap',
      {
        lease: lease.lease,
        newVehicle: await company.vehicle(),
        plannedOn: '2025-05-25',
        kind: 'permanent',
        rentPolicy: 'difference',
        newRent: 340_000,
        reasonKind: 'other',
      },
      'sales',
    )
    await company.act('vehicleSwap', 'submit', swap, {}, 'sales')
    await company.act('vehicleSwap', 'pass', swap, {}, 'finance')
    const shown = (await figures(swap))!
    const done = await company.act(
      'vehicleSwap',
      'complete',
      swap,
      {
        effectiveAt: company.clock.now(),
        oldOdometer: 13_000,
        oldEnergyPercent: 50,
        oldItems: [],
        ...km(0),
        photos: [await company.file('sales')],
      },
      'sales',
    )
    expect(shown.difference).toBe(done['difference'])
    expect((await figures(swap))!.items).toEqual(shown.items)
    const [first] = await rentBills(lease.contract)
    expect(first!.amount).toBe(380_000 + Number(done['difference']))
    expect(Number(done['difference'])).toBe(-27_096)
    expect(await company.balance(lease.lessee)).toBe(27_096)
    expect(await company.proveAll()).toEqual([])
  })
  test('a rent that waits for an extension gives way to one said later from an earlier day, and is lowered with the others', async () => {
    company.at('2025-04-14')
    const lease = await running(company, { startOn: '2025-04-15', endOn: '2025-05-15' })
    const waiting = async (): Promise<[string, number][]> =>
      (
        await company.read((db) => db.selectFrom('lease').select('laterRents').where('id', '=', lease.lease).executeTakeFirstOrThrow())
      ).laterRents?.map((w) => [w.on, w.monthlyRent]) ?? []
    let odometer = 12_500
    const swapped = async (on: string, rentPolicy: string, newRent: number): Promise<void> => {
      company.at(on, '11:30')
      const newVehicle = await company.vehicle()
      const swap = await company.add(
        'vehicleSwap',
        { lease: lease.lease, newVehicle, plannedOn: on, kind: 'permanent', rentPolicy, newRent, reasonKind: 'upgrade' },
        'sales',
      )
      await company.act('vehicleSwap', 'submit', swap, {}, 'sales')
      await company.act('vehicleSwap', 'pass', swap, {}, 'finance')
      const photos = [await company.file('sales')]
      const old = { effectiveAt: `${on}T03:00:00.000Z`, oldOdometer: odometer, oldEnergyPercent: 50, oldItems: [] }
      odometer = 10
      await company.act('vehicleSwap', 'complete', swap, { ...old, ...km(odometer), photos }, 'sales')
      odometer += 100
    }
    // Its month is billed: the next period is one the lease does not have.
    await swapped('2025-04-25', 'nextPeriod', 420_000)
    expect(await waiting()).toEqual([['2025-05-15', 420_000]])
    await swapped('2025-04-28', 'difference', 400_000)
    expect(await waiting()).toEqual([])
    await swapped('2025-05-02', 'nextPeriod', 420_000)
    const lower = {
      lease: lease.lease,
      method: 'newRent',
      startOn: '2025-05-05',
      newRent: 390_000,
      reasonKind: 'care',
      reasonNote: '老客户',
    }
    const reduction = await company.add('rentReduction', lower, 'sales')
    await company.act('rentReduction', 'submit', reduction, {}, 'sales')
    await company.act('rentReduction', 'pass', reduction, {}, 'finance')
    expect(await waiting()).toEqual([['2025-05-15', 390_000]])
    // Two days after the end another one: the two days keep the rent that was said for them.
    await swapped('2025-05-17', 'difference', 620_000)
    expect(await waiting()).toEqual([
      ['2025-05-15', 390_000],
      ['2025-05-17', 620_000],
    ])
    const extended = async (newEndOn: string): Promise<unknown> => {
      const extension = await company.add(
        'leaseExtension',
        { lease: lease.lease, kind: 'return', newEndOn, reasonNote: '客户续用' },
        'sales',
      )
      const asked = await company.act('leaseExtension', 'submit', extension, {}, 'sales')
      await company.act('leaseExtension', 'pass', extension, {}, 'finance')
      return asked['amount']
    }
    // A day of 3,900.00 a month of 31 days; then another, and eight of 6,200.00.
    expect(await extended('2025-05-16')).toBe(12_581)
    expect(await waiting()).toEqual([['2025-05-17', 620_000]])
    expect(await extended('2025-05-25')).toBe(172_580)
    expect(await waiting()).toEqual([])
    // No period runs: from the day of the swap.
    await swapped('2025-05-27', 'nextPeriod', 300_000)
    expect(await waiting()).toEqual([['2025-05-27', 300_000]])
  })
  test('a temporary replacement changes no rent; coming back reopens the main vehicle', async () => {
    company.at('2025-06-01')
    const lease = await running(company, { startOn: '2025-06-05', endOn: '2026-06-05' })
    const before = (await company.periods(lease.contract)).map((p) => p.amount)
    company.at('2025-06-20', '09:00')
    const spare = await company.vehicle()
    const swap = await company.add(
      'vehicleSwap',
      {
        lease: lease.lease,
        newVehicle: spare,
        plannedOn: '2025-06-20',
        kind: 'temporary',
        expectedBackOn: '2025-06-25',
        reasonKind: 'fault',
      },
      'sales',
    )
    await company.act('vehicleSwap', 'submit', swap, {}, 'sales')
    await company.act('vehicleSwap', 'pass', swap, {}, 'finance')
    await company.act(
      'vehicleSwap',
      'complete',
      swap,
      {
        effectiveAt: company.clock.now(),
        oldOdometer: 14_000,
        oldEnergyPercent: 50,
        oldItems: [],
        ...km(20),
        photos: [await company.file('sales')],
      },
      'sales',
    )
    expect([await status('vehicle', lease.vehicle), await status('vehicle', spare), await status('lease', lease.lease)]).toEqual([
      'leased',
      'leased',
      'active',
    ])
    const back = await company.add('vehicleReturn', { lease: lease.lease, plannedOn: '2025-06-30', reasonKind: 'early' }, 'sales')
    expect((await refusal(company.act('vehicleReturn', 'submit', back, {}, 'sales'))).message).toMatch(/租约还有未完成的临时换车单 HC/)
    company.at('2025-06-25', '15:00')
    await company.act('vehicleSwap', 'bringBack', swap, { backAt: company.clock.now(), tempOdometer: 320, mainOdometer: 14_010 }, 'sales')
    expect([await status('vehicle', lease.vehicle), await status('vehicle', spare)]).toEqual(['leased', 'preparing'])
    expect((await company.periods(lease.contract)).map((p) => p.amount)).toEqual(before)
    const segments = await company.read((db) =>
      db.selectFrom('leaseSegment').select(['vehicle', 'kind', 'toAt']).where('lease', '=', lease.lease).orderBy('id').execute(),
    )
    expect(segments.map((s) => [s.vehicle, s.kind, s.toAt === null])).toEqual([
      [lease.vehicle, 'main', false],
      [spare, 'temporary', false],
      [lease.vehicle, 'main', true],
    ])
  })
})

describe('J7: renewed twice, one settlement at the very end', () => {
  test('six more months of 360000 follow the old term without gap; the deposit is untouched', async () => {
    company.at('2025-01-10')
    const lease = await running(company, { startOn: '2025-07-15', endOn: '2026-07-15' })
    company.at('2026-07-10')
    await company.run()
    const renew = await company.add('renewal', { lease: lease.lease, months: 6, monthlyRent: 360_000 }, 'sales')
    await company.act('renewal', 'submit', renew, {}, 'sales')
    const second = await company.add('renewal', { lease: lease.lease, months: 3, monthlyRent: 360_000 }, 'sales')
    expect((await refusal(company.act('renewal', 'submit', second, {}, 'sales'))).message).toMatch(/租约还有未完成的续租单 XZ/)
    await company.act('renewal', 'pass', renew, {}, 'finance')
    const signed = await company.act(
      'renewal',
      'sign',
      renew,
      { signedOn: '2026-07-10', signedScans: [await company.file('sales')] },
      'sales',
    )
    expect(signed).toMatchObject({ status: 'effective', startOn: '2026-07-15', endOn: '2027-01-15', totalRent: 2_160_000 })
    const planned = (await company.periods(lease.contract)).filter((p) => p.startOn >= '2026-07-15')
    expect(planned.map((p) => p.amount)).toEqual(Array.from({ length: 6 }, () => 360_000))
    await company.act('renewal', 'submit', second, {}, 'sales')
    await company.act('renewal', 'pass', second, {}, 'finance')
    await company.act('renewal', 'sign', second, { signedOn: '2026-07-10', signedScans: [await company.file('sales')] }, 'sales')
    const terms = await company.read((db) =>
      db
        .selectFrom('leaseTerm')
        .select(['source', 'startOn', 'endOn', 'monthlyRent'])
        .where('lease', '=', lease.lease)
        .where('deletedAt', 'is', null)
        .orderBy('seq')
        .execute(),
    )
    expect(terms).toEqual([
      { source: 'first', startOn: '2025-07-15', endOn: '2026-07-15', monthlyRent: 380_000 },
      { source: 'renewal', startOn: '2026-07-15', endOn: '2027-01-15', monthlyRent: 360_000 },
      { source: 'renewal', startOn: '2027-01-15', endOn: '2027-04-15', monthlyRent: 360_000 },
    ])
    // The contract says what its leases come to, at the rent of each term.
    const agreed = await company.read((db) =>
      db.selectFrom('contract').select(['totalRent', 'endOn']).where('id', '=', lease.contract).executeTakeFirstOrThrow(),
    )
    expect(agreed).toEqual({ totalRent: 12 * 380_000 + 9 * 360_000, endOn: '2027-04-15' })
    // What the lease shows as its rent follows the terms.
    const shown = async (): Promise<number> =>
      (await company.read((db) => db.selectFrom('lease').select('monthlyRent').where('id', '=', lease.lease).executeTakeFirstOrThrow()))
        .monthlyRent
    expect(await shown()).toBe(380_000)
    company.at('2026-07-15')
    await followTerms(company.as())
    expect(await shown()).toBe(360_000)
    const deposits = await company.read((db) =>
      db.selectFrom('depositAccount').select('balance').where('lease', '=', lease.lease).orderBy('id').execute(),
    )
    expect(deposits.map((d) => d.balance)).toEqual([500_000, 200_000])
  })
})

describe('J8: ten days without rent', () => {
  const days = { method: 'freeDays', startOn: '2025-06-20', lastOn: '2025-06-29', reasonKind: 'fault', reasonNote: '发动机故障停运' }
  test('on an unpaid bill the item is −126667 and the bill 253333; on a paid one 126667 goes to the balance', async () => {
    for (const paid of [false, true]) {
      company.at('2025-04-10')
      const lease = await running(company, { startOn: '2025-04-15', endOn: '2026-04-15' })
      company.at('2025-06-15')
      await company.run()
      const bill = (await rentBills(lease.contract)).find((b) => b.startOn === '2025-06-15')!
      if (paid) await company.pay([bill.id], 380_000)
      company.at('2025-06-30')
      const reduction = await company.add('rentReduction', { lease: lease.lease, ...days }, 'sales')
      expect(await company.act('rentReduction', 'submit', reduction, {}, 'sales')).toMatchObject({ amount: 126_667 })
      await company.act('rentReduction', 'pass', reduction, {}, 'finance')
      expect((await items(bill.id)).at(-1)).toMatchObject({
        feeItem: 'REDUCE',
        amount: -126_667,
        formula: '免租 10 天：2025-06-20 ~ 2025-06-29',
      })
      expect(await company.bill(bill.id)).toMatchObject(
        paid ? { amount: 253_333, paid: 253_333, status: 'settled' } : { amount: 253_333, paid: 0, status: 'unpaid' },
      )
      expect(await company.balance(lease.lessee)).toBe(paid ? 126_667 : 0)
      expect(await company.proveAll()).toEqual([])
      // The same days are free only once.
      const again = await company.add('rentReduction', { lease: lease.lease, ...days }, 'sales')
      expect((await refusal(company.act('rentReduction', 'submit', again, {}, 'sales'))).message).toBe(
        '所选日期内没有可以减免的租金，请改选有租金的日期',
      )
    }
  })
  test('a month not billed yet is planned with what was granted, and its bill shows both items', async () => {
    company.at('2025-04-10')
    const lease = await running(company, { startOn: '2025-04-15', endOn: '2026-04-15' })
    const reduction = await company.add('rentReduction', { lease: lease.lease, ...days, most: 100_000 }, 'sales')
    await company.act('rentReduction', 'submit', reduction, {}, 'sales')
    await company.act('rentReduction', 'pass', reduction, {}, 'finance')
    const period = (await company.periods(lease.contract)).find((p) => p.startOn === '2025-06-15')!
    expect(period.amount).toBe(280_000)
    company.at('2025-06-15')
    await company.run()
    const bill = (await rentBills(lease.contract)).find((b) => b.startOn === '2025-06-15')!
    expect((await items(bill.id)).map((i) => [i.feeItem, i.amount])).toEqual([
      ['RENT', 380_000],
      ['REDUCE', -100_000],
    ])
  })
  test('a lower rent from a day on credits what is billed and plans the rest anew', async () => {
    company.at('2025-04-10')
    const lease = await running(company, { startOn: '2025-04-15', endOn: '2025-10-15' })
    company.at('2025-04-25')
    const reduction = await company.add(
      'rentReduction',
      { lease: lease.lease, method: 'newRent', startOn: '2025-04-25', newRent: 350_000, reasonKind: 'bargain', reasonNote: '议价' },
      'sales',
    )
    await company.act('rentReduction', 'submit', reduction, {}, 'sales')
    await company.act('rentReduction', 'pass', reduction, {}, 'finance')
    expect(await company.balance(lease.lessee)).toBe(20_000)
    const planned = (await company.periods(lease.contract)).filter((p) => p.status === 'planned')
    expect(planned.map((p) => p.amount)).toEqual(Array.from({ length: 5 }, () => 350_000))
    expect(await company.proveAll()).toEqual([])
  })
})

describe('extensions and incidental fees', () => {
  test('a later due day moves the bill, a later return the term at the old rent', async () => {
    company.at('2025-04-10')
    const lease = await running(company, { startOn: '2025-04-15', endOn: '2025-07-15' })
    company.at('2025-05-15')
    await company.run()
    const bill = (await rentBills(lease.contract)).find((b) => b.startOn === '2025-05-15')!
    const later = await company.add(
      'leaseExtension',
      { lease: lease.lease, kind: 'payment', bill: bill.id, newDueOn: '2025-05-25', reasonNote: '客户资金周转' },
      'sales',
    )
    await company.act('leaseExtension', 'submit', later, {}, 'sales')
    await company.act('leaseExtension', 'pass', later, {}, 'finance')
    expect(await company.bill(bill.id)).toMatchObject({ dueOn: '2025-05-25', graceUntil: '2025-05-28' })
    const stay = await company.add(
      'leaseExtension',
      { lease: lease.lease, kind: 'return', newEndOn: '2025-07-20', reasonNote: '多用五天' },
      'sales',
    )
    await company.act('leaseExtension', 'submit', stay, {}, 'sales')
    // Five days of the month 07-15~08-14: 380000·5/31.
    expect(await company.act('leaseExtension', 'pass', stay, {}, 'finance')).toMatchObject({
      amount: 61_290,
      oldDay: '2025-07-15',
      newDay: '2025-07-20',
    })
    expect((await company.periods(lease.contract)).at(-1)).toMatchObject({ startOn: '2025-07-15', endOn: '2025-07-20', amount: 61_290 })
  })
  test('fees become a bill with one item each; above the limit a voucher is asked for', async () => {
    company.at('2025-04-10')
    const lease = await running(company, { startOn: '2025-04-15', endOn: '2025-07-15' })
    const fee = await company.add(
      'incidental',
      {
        lease: lease.lease,
        lines: [
          { feeItem: 'TOW', amount: 30_000, note: '高架拖车' },
          { feeItem: 'CLEAN', amount: 5_000, note: null },
        ],
        occurredOn: '2025-04-15',
        dueOn: '2025-04-20',
      },
      'sales',
    )
    const done = await company.act('incidental', 'issue', fee, {}, 'sales')
    expect(await company.bill(Number(done['bill']))).toMatchObject({ billType: 'incidental', amount: 35_000, status: 'unpaid' })
    const dear = await company.add(
      'incidental',
      { lease: lease.lease, lines: [{ feeItem: 'REPAIR', amount: 60_000, note: null }], occurredOn: '2025-04-15', dueOn: '2025-04-20' },
      'sales',
    )
    expect((await refusal(company.act('incidental', 'issue', dear, {}, 'sales'))).message).toBe('金额超过 500 元的杂费必须上传凭证')
  })
})
