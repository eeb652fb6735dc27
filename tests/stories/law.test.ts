/** Sentences of leasing.md §3 that no journey happens to pass by: who may sign, who gets the keys, the other two rents of a swap, credits without money behind them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Company, P1, refusal } from './company.ts'
import { running, type Running } from './leases.ts'

let c: Company
beforeAll(async () => {
  c = await Company.open('2025-01-01')
})
afterAll(() => c?.close())

const rents = async (contract: number) => (await c.bills(contract)).filter((b) => b.billType === 'rent')
const vehicleOf = (id: number) => c.read((db) => db.selectFrom('vehicle').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

describe('§3.1 who may sign', () => {
  test.each([['freeze', '已冻结'], ['blacklist', '黑名单']])('after %s no new contract is submitted, and the running lease goes on', async (action, label) => {
    const l = await running(c, { startOn: '2025-01-10', endOn: '2026-01-10' })
    const draft = await c.add('contract', { store: c.store, plan: c.plan, ...P1, lessee: l.lessee, vehicles: [await c.vehicle()], startOn: '2025-02-01', endOn: '2026-02-01' }, 'sales')
    await c.act('lessee', action, l.lessee, { reason: '欠租' })
    expect((await refusal(c.act('contract', 'submit', draft, {}, 'sales'))).message).toBe(`承租人状态为「${label}」，不能签约`)
    // Also when it was found out after the contract had been submitted.
    if (action === 'blacklist') await c.act('lessee', 'unblacklist', l.lessee, { reason: '已还款' })
    await c.act('lessee', 'unfreeze', l.lessee)
    await c.act('contract', 'submit', draft, {}, 'sales')
    await c.act('lessee', action, l.lessee, { reason: '欠租' })
    expect((await refusal(c.sign(draft))).message).toBe(`承租人状态为「${label}」，不能签约`)
    await c.act('contract', 'void', draft, { reason: '不能签约' }, 'sales')
    c.at('2025-02-05')
    await c.run()
    expect((await rents(l.contract)).map((b) => [b.startOn, b.amount])).toEqual([['2025-01-10', 380_000], ['2025-02-10', 380_000]])
  })
})

describe('§3.4 who gets the keys', () => {
  test.each([['inspectionDueOn', '年检'], ['compulsoryInsuranceDueOn', '交强险']])('not a vehicle whose %s is over on the day', async (field, word) => {
    c.at('2025-01-10')
    const vehicle = await c.vehicle()
    const contract = await c.contract({ lessee: await c.lessee(), vehicles: [vehicle], startOn: '2025-01-10', endOn: '2026-01-10' })
    await c.sign(contract)
    const bills = await c.bills(contract)
    await c.pay(bills.map((b) => b.id), bills.reduce((sum, b) => sum + b.amount, 0))
    await c.edit('vehicle', vehicle, { [field]: '2025-01-09' })
    expect((await refusal(c.handOver(contract))).message).toContain(word)
    expect((await vehicleOf(vehicle)).status).toBe('reserved')
    await c.edit('vehicle', vehicle, { [field]: '2025-01-10' })
    await c.handOver(contract)
    expect((await vehicleOf(vehicle)).status).toBe('leased')
  })
})

/** Swapped on the day the clock shows. */
async function swap(l: Running, terms: Record<string, unknown>): Promise<Record<string, unknown>> {
  const id = await c.add('vehicleSwap', { lease: l.lease, newVehicle: await c.vehicle(), plannedOn: c.clock.today(), kind: 'permanent', reasonKind: 'other', ...terms }, 'sales')
  await c.act('vehicleSwap', 'submit', id, {}, 'sales')
  await c.act('vehicleSwap', 'pass', id, {}, 'finance')
  return c.act('vehicleSwap', 'complete', id, { effectiveAt: c.clock.now(), oldOdometer: 13_000, oldEnergyPercent: 50, oldItems: [], newOdometer: 10, newEnergyPercent: 80, newItems: [], photos: [await c.file('sales')] }, 'sales')
}

describe('§3.4 the rent of a swap', () => {
  test('not adjusted: every period stays what it was', async () => {
    const l = await running(c, { startOn: '2025-03-15', endOn: '2026-03-15' })
    const before = (await c.periods(l.contract)).map((p) => p.amount)
    c.at('2025-03-25', '12:00')
    expect(await swap(l, { rentPolicy: 'none' })).toMatchObject({ difference: 0, bill: null })
    expect((await c.periods(l.contract)).map((p) => p.amount)).toEqual(before)
    expect(await c.proveAll()).toEqual([])
  })
  test('from the next period on: the running one keeps its price, billed or not, and not a fen is charged or credited now', async () => {
    const l = await running(c, { startOn: '2025-03-15', endOn: '2025-07-15' })
    c.at('2025-04-20', '12:00')
    await c.run()
    expect(await swap(l, { rentPolicy: 'nextPeriod', newRent: 420_000 })).toMatchObject({ difference: 0, bill: null })
    expect((await c.periods(l.contract)).map((p) => [p.startOn, p.amount])).toEqual([['2025-03-15', 380_000], ['2025-04-15', 380_000], ['2025-05-15', 420_000], ['2025-06-15', 420_000]])
    // In arrears nothing of the running period is billed yet; it still ends at the old price.
    const later = await running(c, { startOn: '2025-05-15', endOn: '2025-08-15', billMode: 'arrears', issueAheadDays: 0 })
    c.at('2025-05-25', '12:00')
    await swap(later, { rentPolicy: 'nextPeriod', newRent: 420_000 })
    expect((await c.periods(later.contract)).map((p) => p.amount)).toEqual([380_000, 420_000, 420_000])
    expect(await c.proveAll()).toEqual([])
  })
  test('a month without rent has nothing to credit a cheaper vehicle from, and says so', async () => {
    const l = await running(c, { startOn: '2025-09-15', endOn: '2026-09-15' })
    const free = await c.add('rentReduction', { lease: l.lease, method: 'freeDays', startOn: '2025-09-15', lastOn: '2025-10-14', reasonKind: 'fault', reasonNote: '停运' }, 'sales')
    await c.act('rentReduction', 'submit', free, {}, 'sales')
    await c.act('rentReduction', 'pass', free, {}, 'finance')
    c.at('2025-09-25', '12:00')
    const [first] = await rents(l.contract)
    expect(first).toMatchObject({ amount: 0, status: 'settled' })
    expect((await refusal(swap(l, { rentPolicy: 'difference', newRent: 340_000 }))).message).toBe(`账单 ${first!.no} 的金额只有 ¥0.00，不能再冲减 ¥266.66`)
    expect(await c.proveAll()).toEqual([])
  })
})

describe('§3.4 reductions', () => {
  test('below what was written off are refused', async () => {
    const l = await running(c, { startOn: '2025-10-15', endOn: '2026-10-15' })
    c.at('2025-11-15')
    await c.run()
    const bill = (await rents(l.contract)).find((b) => b.startOn === '2025-11-15')!
    await c.act('bill', 'writeOff', bill.id, { amount: 300_000, reason: '客户失联' }, 'sales')
    const asked = await c.read((db) => db.selectFrom('writeOff').select('id').where('bill', '=', bill.id).executeTakeFirstOrThrow())
    await c.act('writeOff', 'approve', asked.id, {}, 'finance')
    const id = await c.add('rentReduction', { lease: l.lease, method: 'rate', rateBp: 5000, startOn: '2025-11-15', lastOn: '2025-12-14', reasonKind: 'other', reasonNote: '关怀' }, 'sales')
    await c.act('rentReduction', 'submit', id, {}, 'sales')
    expect((await refusal(c.act('rentReduction', 'pass', id, {}, 'finance'))).message).toBe(`账单 ${bill.no} 已坏账核销，减租后金额将小于核销金额，请先撤回核销`)
    expect(await c.bill(bill.id)).toMatchObject({ amount: 380_000, writtenOff: 300_000, remain: 80_000 })
  })
})

describe('§3.7 the balance that pays by itself', () => {
  test('pays what is charged later as well, but no deposit and not the first rent, which would keep the contract from being void', async () => {
    const l = await running(c, { startOn: '2025-12-15', endOn: '2026-12-15' })
    await c.edit('lessee', l.lessee, { autoUseBalance: true })
    c.at('2026-01-08')
    await c.run()
    const january = (await rents(l.contract)).at(-1)!
    await c.pay([january.id], 880_000)
    expect(await c.balance(l.lessee)).toBe(500_000)
    c.at('2026-01-25', '12:00')
    const done = await swap(l, { rentPolicy: 'difference', newRent: 420_000 })
    expect(await c.bill(Number(done['bill']))).toMatchObject({ billType: 'swap', status: 'settled', remain: 0 })
    expect(await c.balance(l.lessee)).toBe(500_000 - Number(done['difference']))
    const left = await c.balance(l.lessee)
    const contract = await c.contract({ lessee: l.lessee, vehicles: [await c.vehicle()], startOn: '2026-02-01', endOn: '2027-02-01' })
    expect((await c.bills(contract)).map((b) => b.status)).toEqual(['unpaid', 'unpaid', 'unpaid'])
    expect(await c.balance(l.lessee)).toBe(left)
    await c.act('contract', 'void', contract, { reason: '客户改变主意' }, 'sales')
    expect(await c.proveAll()).toEqual([])
  })
})

describe('§3.3 the odometer', () => {
  test('never runs backwards at a return', async () => {
    const l = await running(c, { startOn: '2026-02-15', endOn: '2027-02-15' })
    const id = await c.add('vehicleReturn', { lease: l.lease, plannedOn: '2026-02-20', reasonKind: 'early' }, 'sales')
    await c.act('vehicleReturn', 'submit', id, {}, 'sales')
    await c.act('vehicleReturn', 'pass', id, {}, 'finance')
    c.at('2026-02-20', '16:00')
    const sheet = { actualAt: c.clock.now(), odometer: 12_349, energyPercent: 90, items: [], damages: [], missing: [], cleaningFee: 0, photos: await c.files(4) }
    expect((await refusal(c.act('vehicleReturn', 'inspect', id, sheet, 'sales'))).message).toBe('退车里程不能小于交车里程 12350 km')
    await c.act('vehicleReturn', 'inspect', id, { ...sheet, odometer: 12_350 }, 'sales')
    expect((await vehicleOf(l.vehicle)).odometer).toBe(12_350)
  })
})

describe('§3.3 what calls for attention', () => {
  test('the end, arrears and a deposit that is not whole are told on the lease and on its contract, and the clerk hears of 12123', async () => {
    const l = await running(c, { startOn: '2026-03-10', endOn: '2026-05-10' })
    const told = async (query: object): Promise<string[]> => {
      const route = c.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.path === '/api/v1/lease/standing')!
      return ((await route.handler(c.as('sales'), await route.input.parseAsync(query), { files: [], signal: new AbortController().signal })) as { flags: { label: string }[] }).flags.map((flag) => flag.label)
    }
    expect(await told({ lease: l.lease })).toEqual([])
    c.at('2026-04-20')
    await c.run()
    const account = await c.read((db) => db.selectFrom('depositAccount').select('id').where('lease', '=', l.lease).where('kind', '=', 'vehicle').executeTakeFirstOrThrow())
    await c.act('depositAccount', 'forfeit', account.id, { amount: 50_000, reason: '私自改装' }, 'finance')
    const flags = ['20 天后到期', '欠款 ¥3,800.00，最长逾期 10 天', '押金不足 ¥500.00']
    expect(await told({ lease: l.lease })).toEqual(flags)
    expect(await told({ contract: l.contract })).toEqual(flags)
    const { plateNo } = await vehicleOf(l.vehicle)
    const heard = await c.read((db) => db.selectFrom('inboxMessage').select('title').where('receiver', '=', c.people.get('sales')!).where('category', '=', 'task').where('title', 'like', `${plateNo}%`).execute())
    expect(heard).toEqual([{ title: `${plateNo} 已交车，请在交管 12123 上传租赁合同` }])
  })
})
