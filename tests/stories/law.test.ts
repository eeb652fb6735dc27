/** Sentences of leasing.md §3 that no journey happens to pass by: who may sign, who gets the keys, the other two rents of a swap, credits without money behind them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Company, P1, refusal } from './company.ts'
import { running, type Running } from './leases.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-01')
})
afterAll(() => company?.close())

const rents = async (contract: number) => (await company.bills(contract)).filter((b) => b.billType === 'rent')
const vehicleOf = (id: number) => company.read((db) => db.selectFrom('vehicle').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

describe('§3.1 who may sign', () => {
  test.each([
    ['freeze', '已冻结'],
    ['blacklist', '黑名单'],
  ])('after %s no new contract is submitted, and the running lease goes on', async (action, label) => {
    const lease = await running(company, { startOn: '2025-01-10', endOn: '2026-01-10' })
    const draft = await company.add(
      'contract',
      {
        store: company.store,
        plan: company.plan,
        ...P1,
        lessee: lease.lessee,
        vehicles: [await company.vehicle()],
        startOn: '2025-02-01',
        endOn: '2026-02-01',
      },
      'sales',
    )
    await company.act('lessee', action, lease.lessee, { reason: '欠租' })
    expect((await refusal(company.act('contract', 'submit', draft, {}, 'sales'))).message).toBe(`承租人状态为「${label}」，不能签约`)
    // Also when it was found out after the contract had been submitted.
    if (action === 'blacklist') await company.act('lessee', 'unblacklist', lease.lessee, { reason: '已还款' })
    await company.act('lessee', 'unfreeze', lease.lessee)
    await company.act('contract', 'submit', draft, {}, 'sales')
    await company.act('lessee', action, lease.lessee, { reason: '欠租' })
    expect((await refusal(company.sign(draft))).message).toBe(`承租人状态为「${label}」，不能签约`)
    await company.act('contract', 'void', draft, { reason: '不能签约' }, 'sales')
    company.at('2025-02-05')
    await company.run()
    expect((await rents(lease.contract)).map((b) => [b.startOn, b.amount])).toEqual([
      ['2025-01-10', 380_000],
      ['2025-02-10', 380_000],
    ])
  })
})

describe('§3.4 who gets the keys', () => {
  test.each([
    ['inspectionDueOn', '年检'],
    ['compulsoryInsuranceDueOn', '交强险'],
  ])('not a vehicle whose %s is over on the day', async (field, word) => {
    company.at('2025-01-10')
    const vehicle = await company.vehicle()
    const contract = await company.contract({
      lessee: await company.lessee(),
      vehicles: [vehicle],
      startOn: '2025-01-10',
      endOn: '2026-01-10',
    })
    await company.sign(contract)
    const bills = await company.bills(contract)
    await company.pay(
      bills.map((b) => b.id),
      bills.reduce((sum, b) => sum + b.amount, 0),
    )
    await company.edit('vehicle', vehicle, { [field]: '2025-01-09' })
    expect((await refusal(company.handOver(contract))).message).toContain(word)
    expect((await vehicleOf(vehicle)).status).toBe('reserved')
    await company.edit('vehicle', vehicle, { [field]: '2025-01-10' })
    await company.handOver(contract)
    expect((await vehicleOf(vehicle)).status).toBe('leased')
  })
})

/** Swapped on the day the clock shows, an hour later. */
async function swap(lease: Running, terms: Record<string, unknown>): Promise<Record<string, unknown>> {
  const id = await company.add(
    'vehicleSwap',
    {
      lease: lease.lease,
      newVehicle: await company.vehicle(),
      plannedOn: company.clock.today(),
      kind: 'permanent',
      reasonKind: 'other',
      ...terms,
    },
    'sales',
  )
  await company.act('vehicleSwap', 'submit', id, {}, 'sales')
  await company.act('vehicleSwap', 'pass', id, {}, 'finance')
  company.clock.advanceMinutes(60)
  return company.act(
    'vehicleSwap',
    'complete',
    id,
    {
      effectiveAt: company.clock.now(),
      oldOdometer: 13_000,
      oldEnergyPercent: 50,
      oldItems: [],
      newOdometer: 10,
      newEnergyPercent: 80,
      newItems: [],
      photos: [await company.file('sales')],
    },
    'sales',
  )
}

describe('§3.4 the rent of a swap', () => {
  test('not adjusted: every period stays what it was', async () => {
    const lease = await running(company, { startOn: '2025-03-15', endOn: '2026-03-15' })
    const before = (await company.periods(lease.contract)).map((p) => p.amount)
    company.at('2025-03-25', '12:00')
    expect(await swap(lease, { rentPolicy: 'none' })).toMatchObject({ difference: 0, bill: null, renewalRent: null })
    expect((await company.periods(lease.contract)).map((p) => p.amount)).toEqual(before)
    expect(await company.proveAll()).toEqual([])
  })
  test('from the next period on: the running one keeps its price, billed or not, and not a fen is charged or credited now', async () => {
    const lease = await running(company, { startOn: '2025-03-15', endOn: '2025-07-15' })
    company.at('2025-04-20', '12:00')
    await company.run()
    expect(await swap(lease, { rentPolicy: 'nextPeriod', newRent: 420_000 })).toMatchObject({ difference: 0, bill: null })
    expect((await company.periods(lease.contract)).map((p) => [p.startOn, p.amount])).toEqual([
      ['2025-03-15', 380_000],
      ['2025-04-15', 380_000],
      ['2025-05-15', 420_000],
      ['2025-06-15', 420_000],
    ])
    // In arrears nothing of the running period is billed yet; it still ends at the old price.
    const later = await running(company, { startOn: '2025-05-15', endOn: '2025-08-15', billMode: 'arrears', issueAheadDays: 0 })
    company.at('2025-05-25', '12:00')
    await swap(later, { rentPolicy: 'nextPeriod', newRent: 420_000 })
    expect((await company.periods(later.contract)).map((p) => p.amount)).toEqual([380_000, 420_000, 420_000])
    expect(await company.proveAll()).toEqual([])
  })
  const granted = async (lease: Running, values: Record<string, unknown>): Promise<number> => {
    const id = await company.add('rentReduction', { lease: lease.lease, reasonKind: 'fault', reasonNote: '停运', ...values }, 'sales')
    await company.act('rentReduction', 'submit', id, {}, 'sales')
    await company.act('rentReduction', 'pass', id, {}, 'finance')
    return id
  }
  test('a month without rent has nothing to credit a cheaper vehicle from: it stays at nothing, the next one costs less', async () => {
    const lease = await running(company, { startOn: '2025-09-15', endOn: '2026-09-15' })
    await granted(lease, { method: 'freeDays', startOn: '2025-09-15', lastOn: '2025-10-14' })
    company.at('2025-09-25', '12:00')
    expect(await swap(lease, { rentPolicy: 'difference', newRent: 340_000 })).toMatchObject({ difference: 0, bill: null })
    expect((await company.periods(lease.contract)).map((p) => p.amount).slice(0, 3)).toEqual([380_000, 340_000, 340_000])
    expect((await rents(lease.contract))[0]).toMatchObject({ amount: 0, status: 'settled' })
    expect(await company.proveAll()).toEqual([])
  })
  test('of a bill of three months, one of which was nearly free, that month gives back what is left of it and no more', async () => {
    const lease = await running(company, { startOn: '2025-10-15', endOn: '2026-10-15', payCycleMonths: '3' })
    await granted(lease, { method: 'amount', amountOff: 350_000, startOn: '2025-11-15', lastOn: '2025-12-14' })
    company.at('2025-10-15', '18:00')
    // 800 of October, 300 of November (3800 less 3500 granted), 800 of December.
    expect(await swap(lease, { rentPolicy: 'difference', newRent: 300_000 })).toMatchObject({ difference: -190_000, bill: null })
    const [bill] = await rents(lease.contract)
    expect(bill).toMatchObject({ amount: 600_000, status: 'settled' })
    const { formula, amount } = await company.read((db) =>
      db
        .selectFrom('billItem')
        .select(['formula', 'amount'])
        .where('bill', '=', bill!.id)
        .where('feeItem', '=', 'SWAP_DIFF')
        .where('startOn', '=', '2025-11-15' as never)
        .where('amount', '<', 0 as never)
        .executeTakeFirstOrThrow(),
    )
    expect([formula, amount]).toEqual(['3800.00 − 已用 0.00 − 已减租 500.00', -330_000])
    expect(await company.balance(lease.lessee)).toBe(350_000 + 190_000)
    expect(await company.proveAll()).toEqual([])
  })
  test('days that a dearer vehicle stood still are free on both bills that charged them, and a cheaper one is credited on both', async () => {
    const lease = await running(company, { startOn: '2025-11-15', endOn: '2026-11-15' })
    const dearer = Number((await swap(lease, { rentPolicy: 'difference', newRent: 780_000 }))['bill'])
    expect(await company.bill(dearer)).toMatchObject({ amount: 400_000 })
    const reduction = await granted(lease, { method: 'freeDays', startOn: '2025-11-20', lastOn: '2025-12-14' })
    const { amount } = await company.read((db) =>
      db.selectFrom('rentReduction').select('amount').where('id', '=', reduction).executeTakeFirstOrThrow(),
    )
    expect(amount).toBe(650_000)
    expect([(await rents(lease.contract))[0]!.amount, (await company.bill(dearer)).amount]).toEqual([0, 130_000])
    // The free days are free at the new rent too (decision 0072): five of thirty days at 3,000.00 are left of five at 7,800.00.
    expect(await swap(lease, { rentPolicy: 'difference', newRent: 300_000 })).toMatchObject({ difference: -80_000 })
    expect((await company.bill(dearer)).amount).toBe(50_000)
    expect(await company.proveAll()).toEqual([])
  })
  test('a renewal that was agreed keeps its own rent, unless the swap says that it changes too', async () => {
    const renewed = async (): Promise<Running> => {
      const lease = await running(company, { startOn: '2026-01-15', endOn: '2026-04-15' })
      const id = await company.add('renewal', { lease: lease.lease, months: 2, monthlyRent: 360_000 }, 'sales')
      await company.act('renewal', 'submit', id, {}, 'sales')
      await company.act('renewal', 'pass', id, {}, 'finance')
      await company.act('renewal', 'sign', id, { signedOn: company.clock.today(), signedScans: [await company.file('sales')] }, 'sales')
      return lease
    }
    const amounts = async (lease: Running) => (await company.periods(lease.contract)).map((p) => p.amount)
    const [a, b] = [await renewed(), await renewed()]
    await swap(a, { rentPolicy: 'difference', newRent: 420_000 })
    expect(await amounts(a)).toEqual([380_000, 420_000, 420_000, 360_000, 360_000])
    await swap(b, { rentPolicy: 'nextPeriod', newRent: 420_000, renewalRent: 'same' })
    expect(await amounts(b)).toEqual([380_000, 420_000, 420_000, 420_000, 420_000])
    // The lease shows what it costs today, not what it will.
    expect(
      (await company.read((db) => db.selectFrom('lease').select('monthlyRent').where('id', '=', b.lease).executeTakeFirstOrThrow()))
        .monthlyRent,
    ).toBe(380_000)
    // In its last month nothing but the renewal is left for another rent.
    company.at('2026-03-20', '12:00')
    await company.run()
    expect((await refusal(swap(a, { rentPolicy: 'nextPeriod', newRent: 430_000 }))).data).toEqual({
      renewalRent: '从换车起只剩已签续租的租期，新月租金不会用到；要让续租期也用新月租金，请选「也按新月租金」',
    })
    // During the renewal the rent of the swap is that of the rest.
    company.at('2026-04-20', '12:00')
    await company.run()
    await swap(a, { rentPolicy: 'nextPeriod', newRent: 430_000 })
    expect((await amounts(a)).slice(3)).toEqual([360_000, 430_000])
    expect(await company.proveAll()).toEqual([])
  })
  test('where days have a price of their own the swap may bring another, never one above the month', async () => {
    const lease = await running(company, { startOn: '2026-05-15', endOn: '2026-08-15', prorateMode: 'daily', dailyRent: 13_000 })
    company.at('2026-05-25', '12:00')
    expect((await refusal(swap(lease, { rentPolicy: 'difference', newRent: 12_000 }))).data).toEqual({ newRent: '日租金不能大于月租金' })
    const cut = await company.add(
      'rentReduction',
      { lease: lease.lease, method: 'newRent', startOn: '2026-05-25', newRent: 12_000, reasonKind: 'bargain', reasonNote: '议价' },
      'sales',
    )
    expect((await refusal(company.act('rentReduction', 'submit', cut, {}, 'sales'))).data).toEqual({ newRent: '日租金不能大于月租金' })
    expect((await refusal(company.add('renewal', { lease: lease.lease, months: 2, monthlyRent: 12_000 }, 'sales'))).data).toEqual({
      monthlyRent: '日租金不能大于月租金',
    })
    // Ten days at 130.00 stay; 4500 less ten days at 150.00 come.
    const { difference } = await swap(lease, { rentPolicy: 'difference', newRent: 450_000, newDailyRent: 15_000 })
    expect(difference).toBe(450_000 - 150_000 - (380_000 - 130_000))
    expect(await company.proveAll()).toEqual([])
  })
})

describe('§3.5 what stops the run for one lease', () => {
  const stopped = async (lease: Running, change: () => Promise<unknown>): Promise<string[]> => {
    const other = await running(company, { startOn: '2026-09-15', endOn: '2027-09-15' })
    await change()
    company.at('2026-10-10')
    const { failures, issued } = await company.run()
    // The others go on, and the lease itself gets nothing.
    expect(issued).toBeGreaterThan(0)
    expect((await rents(other.contract)).map((b) => b.startOn)).toEqual(['2026-09-15', '2026-10-15'])
    expect((await rents(lease.contract)).filter((b) => b.startOn === '2026-10-15' && b.issuedOn === '2026-10-10')).toEqual([])
    return failures.filter((f) => f.lease === lease.lease).map((f) => f.message)
  }
  const second = (lease: Running) =>
    company.read((db) =>
      db
        .selectFrom('planPeriod')
        .select(['id', 'amount', 'items'])
        .where('lease', '=', lease.lease)
        .where('status', '=', 'planned')
        .orderBy('seq')
        .executeTakeFirstOrThrow(),
    )
  test('a period that reaches into days with a bill', async () => {
    const lease = await running(company, { startOn: '2026-09-15', endOn: '2027-09-15' })
    const { id } = await second(lease)
    const [bill] = await rents(lease.contract)
    expect(
      await stopped(lease, () =>
        company.write((tx) =>
          tx
            .updateTable('planPeriod')
            .set({ startOn: '2026-10-14' as never })
            .where('id', '=', id)
            .execute(),
        ),
      ),
    ).toEqual([`账期与已出账单 ${bill!.no} 重叠，已停止出账，请核对收款计划`])
    // 提前出下一期账单 of the one lease says the same.
    expect((await refusal(company.act('lease', 'issueNow', lease.lease, {}, 'finance'))).message).toBe(
      `账期与已出账单 ${bill!.no} 重叠，已停止出账，请核对收款计划`,
    )
    await company.write((tx) =>
      tx
        .updateTable('planPeriod')
        .set({ startOn: '2026-10-15' as never })
        .where('id', '=', id)
        .execute(),
    )
  })
  test('more items in a day than a plan could mean', async () => {
    const lease = await running(company, { startOn: '2026-09-15', endOn: '2027-09-15', payCycleMonths: '3' })
    await company.parameter('billItemsPerDayMax', 2)
    company.at('2026-12-10')
    const { failures } = await company.run()
    expect(failures.find((f) => f.lease === lease.lease)?.message).toBe(
      '今日租金明细将达到 3 项，超过上限 2 项，已停止出账，请核对收款计划',
    )
    expect((await rents(lease.contract)).length).toBe(1)
    await company.parameter('billItemsPerDayMax', 40)
    await company.run()
    expect((await rents(lease.contract)).length).toBe(2)
  })
  test('items that do not make their period', async () => {
    const lease = await running(company, { startOn: '2026-09-15', endOn: '2027-09-15' })
    const { id, amount } = await second(lease)
    expect(
      await stopped(lease, () =>
        company.write((tx) =>
          tx
            .updateTable('planPeriod')
            .set({ amount: (amount + 1) as never })
            .where('id', '=', id)
            .execute(),
        ),
      ),
    ).toEqual(['第 2 期的明细合计与金额不符，已停止出账，请核对收款计划'])
    await company.write((tx) =>
      tx
        .updateTable('planPeriod')
        .set({ amount: amount as never })
        .where('id', '=', id)
        .execute(),
    )
    await company.run()
    expect((await rents(lease.contract)).length).toBe(2)
    expect(await company.proveAll()).toEqual([])
  })
})

describe('§3.4 reductions', () => {
  test('below what was written off are refused', async () => {
    const lease = await running(company, { startOn: '2025-10-15', endOn: '2026-10-15' })
    company.at('2025-11-15')
    await company.run()
    const bill = (await rents(lease.contract)).find((b) => b.startOn === '2025-11-15')!
    await company.act('bill', 'writeOff', bill.id, { amount: 300_000, reason: '客户失联' }, 'sales')
    const asked = await company.read((db) => db.selectFrom('writeOff').select('id').where('bill', '=', bill.id).executeTakeFirstOrThrow())
    await company.act('writeOff', 'approve', asked.id, {}, 'finance')
    const id = await company.add(
      'rentReduction',
      {
        lease: lease.lease,
        method: 'rate',
        rateBp: 5000,
        startOn: '2025-11-15',
        lastOn: '2025-12-14',
        reasonKind: 'other',
        reasonNote: '关怀',
      },
      'sales',
    )
    await company.act('rentReduction', 'submit', id, {}, 'sales')
    expect((await refusal(company.act('rentReduction', 'pass', id, {}, 'finance'))).message).toBe(
      `账单 ${bill.no} 已坏账核销，减租后金额将小于核销金额，请先撤回核销`,
    )
    expect(await company.bill(bill.id)).toMatchObject({ amount: 380_000, writtenOff: 300_000, remain: 80_000 })
  })
})

describe('§3.7 the balance that pays by itself', () => {
  test('pays what is charged later as well, but no deposit and not the first rent, which would keep the contract from being void', async () => {
    const lease = await running(company, { startOn: '2025-12-15', endOn: '2026-12-15' })
    await company.edit('lessee', lease.lessee, { autoUseBalance: true })
    company.at('2026-01-08')
    await company.run()
    const january = (await rents(lease.contract)).at(-1)!
    await company.pay([january.id], 880_000)
    expect(await company.balance(lease.lessee)).toBe(500_000)
    company.at('2026-01-25', '12:00')
    const done = await swap(lease, { rentPolicy: 'difference', newRent: 420_000 })
    expect(await company.bill(Number(done['bill']))).toMatchObject({ billType: 'swap', status: 'settled', remain: 0 })
    expect(await company.balance(lease.lessee)).toBe(500_000 - Number(done['difference']))
    const left = await company.balance(lease.lessee)
    const contract = await company.contract({
      lessee: lease.lessee,
      vehicles: [await company.vehicle()],
      startOn: '2026-02-01',
      endOn: '2027-02-01',
    })
    expect((await company.bills(contract)).map((b) => b.status)).toEqual(['unpaid', 'unpaid', 'unpaid'])
    expect(await company.balance(lease.lessee)).toBe(left)
    await company.act('contract', 'void', contract, { reason: '客户改变主意' }, 'sales')
    expect(await company.proveAll()).toEqual([])
  })
})

describe('§3.3 the odometer', () => {
  test('never runs backwards at a return', async () => {
    const lease = await running(company, { startOn: '2026-02-15', endOn: '2027-02-15' })
    const id = await company.add('vehicleReturn', { lease: lease.lease, plannedOn: '2026-02-20', reasonKind: 'early' }, 'sales')
    await company.act('vehicleReturn', 'submit', id, {}, 'sales')
    await company.act('vehicleReturn', 'pass', id, {}, 'finance')
    company.at('2026-02-20', '16:00')
    const sheet = {
      actualAt: company.clock.now(),
      odometer: 12_349,
      energyPercent: 90,
      items: [],
      damages: [],
      missing: [],
      cleaningFee: 0,
      photos: await company.files(4),
    }
    expect((await refusal(company.act('vehicleReturn', 'inspect', id, sheet, 'sales'))).message).toBe('退车里程不能小于交车里程 12350 km')
    await company.act('vehicleReturn', 'inspect', id, { ...sheet, odometer: 12_350 }, 'sales')
    expect((await vehicleOf(lease.vehicle)).odometer).toBe(12_350)
  })
})

describe('§3.3 what calls for attention', () => {
  test('the end, arrears and a deposit that is not whole are told on the lease and on its contract, and the clerk hears of 12123', async () => {
    const lease = await running(company, { startOn: '2026-03-10', endOn: '2026-05-10' })
    const flagsOf = async (query: object): Promise<string[]> => {
      const route = company.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.path === '/api/v1/lease/standing')!
      return (
        (await route.handler(company.as('sales'), await route.input.parseAsync(query), {
          files: [],
          signal: new AbortController().signal,
        })) as {
          flags: { label: string }[]
        }
      ).flags.map((flag) => flag.label)
    }
    expect(await flagsOf({ lease: lease.lease })).toEqual([])
    company.at('2026-04-20')
    await company.run()
    const account = await company.read((db) =>
      db.selectFrom('depositAccount').select('id').where('lease', '=', lease.lease).where('kind', '=', 'vehicle').executeTakeFirstOrThrow(),
    )
    await company.act('depositAccount', 'forfeit', account.id, { amount: 50_000, reason: '私自改装' }, 'finance')
    // A bill bears from the day it is issued on, and this one is issued today: no late fee yet (0112).
    const flags = ['20 天后到期', '欠款 ¥3,800.00，最长逾期 10 天', '押金不足 ¥500.00']
    expect(await flagsOf({ lease: lease.lease })).toEqual(flags)
    expect(await flagsOf({ contract: lease.contract })).toEqual(flags)
    const { plateNo } = await vehicleOf(lease.vehicle)
    const heard = await company.read((db) =>
      db
        .selectFrom('inboxMessage')
        .select('title')
        .where('receiver', '=', company.people.get('sales')!)
        .where('category', '=', 'task')
        .where('title', 'like', `${plateNo}%`)
        .execute(),
    )
    expect(heard).toEqual([{ title: `${plateNo} 已交车，请在交管 12123 上传租赁合同` }])
  })
})
