/** Two clerks at once: on one vehicle, one lease, one deposit exactly one succeeds, and the other reads why not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get } from '#kit/entity/store.server.ts'
import { computeSheet } from '#modules/leasing/returns/settlement.server.ts'
import { Company, refusal } from './company.ts'
import { running, type Running } from './leases.ts'
import { race } from './race.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-10')
})
afterAll(() => company?.close())

const swapOf = async (lease: Running, vehicle: number): Promise<number> => {
  const id = await company.add(
    'vehicleSwap',
    { lease: lease.lease, kind: 'permanent', newVehicle: vehicle, plannedOn: company.clock.today(), reasonKind: 'other' },
    'sales',
  )
  await company.act('vehicleSwap', 'submit', id, {}, 'sales')
  return id
}
const TERM = { startOn: '2025-02-01', endOn: '2026-02-01' }

describe('R-31: one vehicle', () => {
  test('wanted by eight swaps at once is reserved for one of them', async () => {
    const vehicle = await company.vehicle()
    const swaps: number[] = []
    for (let i = 0; i < 8; i++) swaps.push(await swapOf(await running(company, TERM), vehicle))
    const { done, reasons } = await race(swaps.map((id) => () => company.act('vehicleSwap', 'pass', id, {}, 'finance')))
    expect(done).toBe(1)
    // Seen before the lock or after it: both say why.
    expect(reasons.filter((r) => !/^(当前为「已预占」，只有「待租」才能预占|新车 沪AD\d+ 不是待租车辆，请重新选择)$/.test(r))).toEqual([])
  })
  test('swapped twice at once changes hands once', async () => {
    const lease = await running(company, TERM)
    const id = await swapOf(lease, await company.vehicle())
    await company.act('vehicleSwap', 'pass', id, {}, 'finance')
    company.clock.advanceMinutes(30)
    const photo = await company.file('sales')
    const { done } = await race(
      Array.from(
        { length: 6 },
        () => () =>
          company.act(
            'vehicleSwap',
            'complete',
            id,
            {
              effectiveAt: company.clock.now(),
              oldOdometer: 13_000,
              oldEnergyPercent: 50,
              oldItems: [],
              newOdometer: 10,
              newEnergyPercent: 90,
              newItems: [],
              photos: [photo],
            },
            'sales',
          ),
      ),
    )
    expect(done).toBe(1)
    const open = await company.read((db) =>
      db.selectFrom('leaseSegment').select('id').where('lease', '=', lease.lease).where('toAt', 'is', null).execute(),
    )
    expect(open).toHaveLength(1)
  })
  test('a swap and a return asked for at once: the lease goes one way', async () => {
    const lease = await running(company, TERM)
    const swap = await company.add(
      'vehicleSwap',
      { lease: lease.lease, kind: 'permanent', newVehicle: await company.vehicle(), plannedOn: company.clock.today(), reasonKind: 'other' },
      'sales',
    )
    const back = await company.add('vehicleReturn', { lease: lease.lease, plannedOn: company.clock.today(), reasonKind: 'early' }, 'sales')
    const { done, reasons } = await race([
      () => company.act('vehicleSwap', 'submit', swap, {}, 'sales'),
      () => company.act('vehicleReturn', 'submit', back, {}, 'sales'),
    ])
    expect(done).toBe(1)
    expect(reasons[0]).toMatch(/当前为「(换车中|退车申请中)」/)
  })
  test('the database itself refuses overlapping terms and terms with a gap', async () => {
    const lease = await running(company, TERM)
    const add = (startOn: string, endOn: string): Promise<unknown> =>
      company.write((tx) =>
        tx
          .insertInto('leaseTerm')
          .values({
            operatorId: company.operatorId,
            lease: lease.lease,
            contract: lease.contract,
            store: company.store,
            seq: 9,
            source: 'renewal',
            anchorOn: startOn,
            startOn,
            endOn,
            monthlyRent: 1,
          } as never)
          .execute(),
      )
    await expect(add('2026-01-01', '2026-03-01')).rejects.toMatchObject({ cause: { constraint: 'lease_term_no_overlap' } })
    await expect(add('2026-02-02', '2026-03-01')).rejects.toThrow(/do not follow each other/)
  })
})

describe('R-32 and R-37: money', () => {
  test('two renewals signed at once follow each other or one is refused; never a gap, never an overlap', async () => {
    const lease = await running(company, TERM)
    const ids: number[] = []
    for (let i = 0; i < 2; i++) {
      const id = await company.add('renewal', { lease: lease.lease, months: 3, monthlyRent: 300_000 }, 'sales')
      await company.act('renewal', 'submit', id, {}, 'sales').catch(() => undefined)
      ids.push(id)
    }
    await company.act('renewal', 'pass', ids[0]!, {}, 'finance')
    const scan = await company.file('sales')
    const { done } = await race(
      Array.from(
        { length: 4 },
        () => () => company.act('renewal', 'sign', ids[0]!, { signedOn: company.clock.today(), signedScans: [scan] }, 'sales'),
      ),
    )
    expect(done).toBe(1)
    const terms = await company.read((db) =>
      db
        .selectFrom('leaseTerm')
        .select(['startOn', 'endOn'])
        .where('lease', '=', lease.lease)
        .where('deletedAt', 'is', null)
        .orderBy('seq')
        .execute(),
    )
    expect(terms).toEqual([
      { startOn: '2025-02-01', endOn: '2026-02-01' },
      { startOn: '2026-02-01', endOn: '2026-05-01' },
    ])
  })
  test('a reduction, a receipt and the bill run on one lease at once: all sums stand', async () => {
    const leases: Running[] = []
    for (let i = 0; i < 4; i++) leases.push(await running(company, TERM))
    company.at('2025-03-01')
    await company.run()
    const works: (() => Promise<unknown>)[] = []
    for (const lease of leases) {
      const reduction = await company.add(
        'rentReduction',
        { lease: lease.lease, method: 'freeDays', startOn: '2025-03-01', lastOn: '2025-04-20', reasonKind: 'fault', reasonNote: '停运' },
        'sales',
      )
      await company.act('rentReduction', 'submit', reduction, {}, 'sales')
      const [bill] = await company.read((db) =>
        db.selectFrom('bill').select('id').where('lease', '=', lease.lease).where('status', '=', 'unpaid').execute(),
      )
      const payment = await company.register([bill!.id], 380_000)
      works.push(
        () => company.confirm(payment),
        () => company.act('rentReduction', 'pass', reduction, {}, 'finance'),
      )
    }
    company.at('2025-03-25')
    works.push(
      () => company.run(),
      () => company.run(),
    )
    await race(works)
    await company.run()
    expect(await company.proveAll()).toEqual([])
    for (const lease of leases) {
      const bills = await company.read((db) =>
        db
          .selectFrom('bill')
          .select(['startOn'])
          .where('lease', '=', lease.lease)
          .where('billType', '=', 'rent')
          .where('status', '!=', 'voided')
          .orderBy('startOn')
          .execute(),
      )
      expect(bills.map((b) => b.startOn)).toEqual(['2025-02-01', '2025-03-01', '2025-04-01'])
    }
  })
  test('a deposit cannot be released twice, nor deducted while it is being settled', async () => {
    const lease = await running(company, TERM)
    company.clock.advanceDays(1)
    const back = await company.add('vehicleReturn', { lease: lease.lease, plannedOn: company.clock.today(), reasonKind: 'early' }, 'sales')
    await company.act('vehicleReturn', 'submit', back, {}, 'sales')
    await company.act('vehicleReturn', 'pass', back, {}, 'finance')
    const photos = await Promise.all(Array.from({ length: 4 }, () => company.file('sales')))
    await company.act(
      'vehicleReturn',
      'inspect',
      back,
      { actualAt: company.clock.now(), odometer: 12_400, energyPercent: 90, items: [], cleaningFee: 0, photos },
      'sales',
    )
    const s = await company.read((db) =>
      db.selectFrom('returnSettlement').select('id').where('lease', '=', lease.lease).executeTakeFirstOrThrow(),
    )
    await company.act('returnSettlement', 'fill', s.id, { penaltyWaived: 0, violationsChecked: true, payee: '张三' }, 'sales')
    const { hash } = await company.write(async (tx) =>
      computeSheet(tx, company.as(), (await get(tx, company.as(), 'returnSettlement', s.id)) as never),
    )
    await company.act('returnSettlement', 'submit', s.id, { hash }, 'sales')
    await company.act('returnSettlement', 'pass', s.id, {}, 'finance')
    company.clock.advanceDays(60)
    await company.write((tx) => tx.updateTable('refund').set({ status: 'paid' }).where('lease', '=', lease.lease).execute())
    await company.act('returnSettlement', 'advance', s.id)
    const { done, reasons } = await race(
      Array.from({ length: 5 }, () => () => company.act('returnSettlement', 'release', s.id, {}, 'finance')),
    )
    expect(done).toBe(1)
    expect(new Set(reasons)).toEqual(new Set(['没有保留的违章押金']))
    const held = await company.read((db) =>
      db.selectFrom('refund').select('amount').where('lease', '=', lease.lease).where('status', '=', 'submitted').execute(),
    )
    expect(held).toEqual([{ amount: 200_000 }])
  })
  test('a receipt, a tow and the submission of one settlement at once: what stands in the list is what it comes to', async () => {
    const lease = await running(company, TERM)
    company.clock.advanceDays(1)
    const tow = async (amount: number): Promise<number> => {
      const day = company.clock.today()
      const lines = [{ feeItem: 'TOW', amount, note: null }]
      return company.add('incidental', { lease: lease.lease, lines, occurredOn: day, dueOn: day }, 'sales')
    }
    await company.act('incidental', 'issue', await tow(30_000), {}, 'sales')
    const back = await company.add('vehicleReturn', { lease: lease.lease, plannedOn: company.clock.today(), reasonKind: 'early' }, 'sales')
    await company.act('vehicleReturn', 'submit', back, {}, 'sales')
    await company.act('vehicleReturn', 'pass', back, {}, 'finance')
    const photos = await Promise.all(Array.from({ length: 4 }, () => company.file('sales')))
    const seen = { actualAt: company.clock.now(), odometer: 12_400, energyPercent: 90, items: [], cleaningFee: 0, photos }
    await company.act('vehicleReturn', 'inspect', back, seen, 'sales')
    const { id } = await company.read((db) =>
      db.selectFrom('returnSettlement').select('id').where('lease', '=', lease.lease).executeTakeFirstOrThrow(),
    )
    await company.act('returnSettlement', 'fill', id, { penaltyWaived: 0, violationsChecked: true, payee: '张三' }, 'sales')
    const computed = () =>
      company.write(async (tx) => computeSheet(tx, company.as(), (await get(tx, company.as(), 'returnSettlement', id)) as never))
    const [bill] = (await company.bills(lease.contract)).filter((b) => b.billType === 'incidental')
    const [payment, more, { hash }] = [await company.register([bill!.id], 30_000), await tow(4_000), await computed()]
    // The submission locks the settlement and then the lessee, the money the other way round: none of the three may read a fault.
    const { reasons } = await race([
      () => company.confirm(payment),
      () => company.act('incidental', 'issue', more, {}, 'sales'),
      () => company.act('returnSettlement', 'submit', id, { hash }, 'sales'),
    ])
    expect(reasons.filter((r) => r !== '账单、余额或押金在预览之后有变化，请重新预览后再提交')).toEqual([])
    const row = await company.read((db) => db.selectFrom('returnSettlement').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
    const { sheet } = await computed()
    expect([row.net, row.receivable, row.refund]).toEqual([sheet.result.net, sheet.result.receivable, sheet.result.refund])
    expect(await company.proveAll()).toEqual([])
  })
})

describe('bad input', () => {
  test('is refused with a sentence', async () => {
    const lease = await running(company, TERM)
    const says = async (entity: string, values: Record<string, unknown>): Promise<string> => {
      const id = await company.add(entity, { lease: lease.lease, ...values }, 'sales')
      return (await refusal(company.act(entity, 'submit', id, {}, 'sales'))).message
    }
    const reduction = { reasonKind: 'other', reasonNote: '测试' }
    expect(await says('rentReduction', { ...reduction, method: 'freeDays', startOn: '2024-01-01', lastOn: '2024-01-05' })).toBe(
      '减租起日不能早于起租日 2025-02-01',
    )
    expect(await says('rentReduction', { ...reduction, method: 'freeDays', startOn: '2027-01-01', lastOn: '2027-01-05' })).toBe(
      '减租起日已在租期之后（租期至 2026-02-01）',
    )
    expect(await says('rentReduction', { ...reduction, method: 'newRent', startOn: '2025-03-01', newRent: 400_000 })).toBe(
      '新月租金应低于现月租金 ¥3,800.00',
    )
    expect(await says('leaseExtension', { kind: 'return', newEndOn: '2026-01-31', reasonNote: '测试' })).toBe(
      '新还车日必须晚于现到期日 2026-02-01',
    )
    const add = async (entity: string, values: Record<string, unknown>): Promise<string> =>
      (await refusal(company.add(entity, { lease: lease.lease, ...values }, 'sales'))).message
    expect(await add('rentReduction', { ...reduction, method: 'freeDays', startOn: '2025-03-05', lastOn: '2025-03-01' })).toBe(
      '减租止日不能早于起日',
    )
    expect(await add('renewal', { months: 0, monthlyRent: 100 })).toMatch(/续租期限/)
    expect(await add('renewal', { months: 1, monthlyRent: -1 })).toMatch(/续租月租金/)
    expect(await add('renewal', { months: 1, monthlyRent: 1e18 })).toMatch(/续租月租金|金额/)
    expect(
      await add('incidental', { lines: [{ feeItem: 'TOW', amount: 0.005, note: null }], occurredOn: '2025-03-01', dueOn: '2025-03-01' }),
    ).toMatch(/金额/)
    expect(await add('vehicleSwap', { kind: 'permanent', newVehicle: lease.vehicle, plannedOn: '2025-03-01', reasonKind: 'other' })).toBe(
      '新车就是现在的车，请选择另一辆',
    )
  })
})
