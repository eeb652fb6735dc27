/** Two clerks on one order, policy and card, a crowd on one account (issue 16): one of them does it, once; the other reads why not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { takeIn } from '#modules/fuel/intake/import.server.ts'
import { readFuelStatement } from '#modules/fuel/statements/statement.rules.ts'
import { all, line, one, person, policyValues, shopOf } from './affairs.ts'
import { Company } from './company.ts'
import { running } from './leases.ts'
import { race } from './race.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2026-04-20')
  await person(company, 'boss', '周敏')
})
afterAll(() => company?.close())
const at = (day: string, time = '10:00'): string => instantAt(day as Day, time)
const photo = () => company.files(1)

describe('one upkeep order', () => {
  test('V-J2: down for three days of May, 3/31 of 3,800.00 is proposed once, whoever accepts; it is paid once, whoever settles', async () => {
    const lease = await running(company, { startOn: '2026-05-01', endOn: '2027-05-01' })
    const shop = await shopOf(company, '上海快修')
    company.at('2026-05-10', '08:00')
    const order = await company.add(
      'upkeepOrder',
      { vehicle: lease.vehicle, kind: 'repair', shop, payer: 'company', lines: [line('engine', '水泵', 1, 2860)] },
      'sales',
    )
    await company.act('upkeepOrder', 'submit', order, {}, 'sales')
    const passed = await race(['boss', 'cashier'].map((who) => () => company.act('upkeepOrder', 'pass', order, {}, who)))
    expect(passed.done).toBe(1)
    company.at('2026-05-10', '09:30')
    const km = Number((await one(company, 'vehicle', lease.vehicle))['odometer']) + 100
    const enter = async () => company.act('upkeepOrder', 'enter', order, { at: at('2026-05-10', '09:00'), km, beforePhotos: await photo() })
    expect((await race([enter, enter])).done).toBe(1)
    expect(await all(company, 'vehicleBlock', 'vehicle', lease.vehicle)).toHaveLength(1)
    company.at('2026-05-13', '18:00')
    await company.act(
      'upkeepOrder',
      'finish',
      order,
      { at: at('2026-05-13', '10:00'), km, lines: [line('engine', '水泵', 1, 2860)] },
      'sales',
    )
    await company.act('upkeepOrder', 'addPhotos', order, { afterPhotos: await photo() })
    const accepted = await race(['boss', 'cashier', 'finance'].map((who) => () => company.act('upkeepOrder', 'accept', order, {}, who)))
    expect(accepted.done).toBe(1)
    expect((await all<{ amount: number }>(company, 'vehicleCost', 'vehicle', lease.vehicle)).map((x) => x.amount)).toEqual([286_000])
    const drafts = await all(company, 'rentReduction', 'lease', lease.lease)
    expect(drafts).toMatchObject([{ startOn: '2026-05-10', lastOn: '2026-05-12' }])
    await company.act('rentReduction', 'submit', drafts[0]!['id'] as number, {}, 'sales')
    expect((await one(company, 'rentReduction', drafts[0]!['id'] as number))['amount']).toBe(36_774)
    const settled = await race(
      ['boss', 'finance'].map((who) => () => company.act('upkeepOrder', 'settle', order, { dueOn: '2026-05-31' }, who)),
    )
    expect(settled.done).toBe(1)
    const { payable } = await one<{ payable: number }>(company, 'upkeepOrder', order)
    expect((await all(company, 'payableBill', 'amount', 286_000)).map((p) => p['id'])).toEqual([payable])
  })
  test('a vehicle has one open order of a kind', async () => {
    const [vehicle, shop] = [await company.vehicle(), await shopOf(company, '浦东快修')]
    const values = { vehicle, kind: 'upkeep', shop, payer: 'company', lines: [line('oil', '机油', 4, 68)] }
    const two = await race(['sales', 'cashier'].map((who) => () => company.add('upkeepOrder', values, who)))
    expect(two.done).toBe(1)
    expect(two.reasons[0]).toMatch(/^该车有未完成的维保单 WB/)
  })
})

describe('one policy', () => {
  test('two of a kind that overlap are not both in force', async () => {
    const vehicle = await company.vehicle()
    const drafts = [
      await company.add('insurancePolicy', policyValues(vehicle, 'compulsory', '2026-06-01', 185_000)),
      await company.add('insurancePolicy', policyValues(vehicle, 'compulsory', '2026-06-03', 185_000)).catch(() => null),
    ]
    const open = drafts.filter((id) => id !== null)
    await race(open.map((id, i) => () => company.act('insurancePolicy', 'issue', id, {}, ['boss', 'finance'][i])))
    const live = (await all<{ status: string }>(company, 'insurancePolicy', 'vehicle', vehicle)).filter((p) => p.status !== 'draft')
    expect(live).toHaveLength(1)
    expect(await all(company, 'vehicleCost', 'vehicle', vehicle)).toHaveLength(1)
  })
})

describe('one card', () => {
  let account = 0
  const cardOf = async (no: string, more: object = {}): Promise<number> => {
    const card = await company.add('fuelCard', { cardNo: no, account, kind: 'sub', ...more })
    await company.act('fuelCard', 'activate', card)
    return card
  }
  beforeAll(async () => {
    company.at('2026-05-20', '12:00')
    account = await company.add('fuelAccount', {
      name: '中石化主账户',
      supplier: 'sinopec',
      mainCardNo: '1000113200000001',
      store: company.store,
    })
    await company.act('fuelAccount', 'recharge', account, { amount: 5_000_000, on: '2026-05-20', supplierNo: 'R1' })
  })
  test('its reserve is loaded once, its last money neither loaded nor lost when it is cancelled', async () => {
    const card = await cardOf('1000113200000002')
    await company.act('fuelCard', 'allocate', card, { amount: 100_000, supplierNo: 'A1' })
    const two = await race(['sales', 'cashier'].map((who) => () => company.act('fuelCard', 'load', card, { amount: 100_000 }, who)))
    expect(two).toEqual({ done: 1, reasons: ['备付金只有 0.00 元，不能再减少 1,000.00 元'] })
    const end = await race([
      () => company.act('fuelCard', 'cancel', card, { reason: '换卡' }, 'sales'),
      () => company.act('fuelCard', 'recall', card, { pot: 'wallet', amount: 100_000 }, 'cashier'),
    ])
    expect(end.done).toBeGreaterThanOrEqual(1)
    const k = await one<{ status: string; wallet: number; reserve: number }>(company, 'fuelCard', card)
    expect([k.wallet, k.reserve]).toEqual([0, 0])
    expect(await one(company, 'fuelAccount', account)).toMatchObject({ balance: 5_000_000 })
  })
  test('a vehicle is bound to one of a supplier', async () => {
    const vehicle = await company.vehicle()
    const cards = [await cardOf('1000113200000003'), await cardOf('1000113200000004')]
    const two = await race(cards.map((card, i) => () => company.act('fuelCard', 'bind', card, { vehicle }, ['sales', 'cashier'][i])))
    expect(two.done).toBe(1)
    expect(two.reasons[0]).toMatch(/^该车辆在此供应商已绑定尾号 000[34] 的油卡，请先解绑$/)
  })
  test('statements, fills by hand and allocations at once: nobody waits in a circle, nothing is booked twice, no fen is lost', async () => {
    company.at('2026-05-28', '20:00')
    const vehicles = [await company.vehicle(), await company.vehicle(), await company.vehicle()]
    const cards: number[] = []
    for (const [i, vehicle] of vehicles.entries()) cards.push(await cardOf(`300011320000000${i}`, { vehicle }))
    const before = await one<{ balance: number }>(company, 'fuelAccount', account)
    const head = ['卡号', '交易时间', '油品', '数量', '单价', '金额', '加油站', '流水号', '里程']
    const rows = Array.from({ length: 60 }, (_, i) => [
      `300011320000000${i % 3}`,
      `2026-05-${21 + Math.floor(i / 12)} ${String(6 + (i % 12)).padStart(2, '0')}:00:00`,
      '0号柴油',
      '10.00',
      '7.00',
      '70.00',
      '虹桥加油站',
      `C${i}`,
      String(30_000 + i * 20),
    ])
    const read = readFuelStatement([head, ...rows], company.clock.now())
    if (!read.ok) throw new Error(read.message)
    const byHand = (card: number, i: number) => ({
      kind: 'fuel',
      vehicle: vehicles[i]!,
      pay: 'card',
      card,
      at: at(`2026-05-2${6 + i}`, '07:30'),
      quantity: 5,
      unitPrice: 700,
      amount: 3500,
      km: 40_000 + i,
    })
    await race([
      () => takeIn(company.as('finance'), account, read.rows),
      () => takeIn(company.as('cashier'), account, read.rows),
      ...cards.map((card, i) => () => company.act('fuelCard', 'allocate', card, { amount: 300_000, supplierNo: `CA${i}` }, 'sales')),
      ...cards.map((card, i) => () => company.add('fuelling', byHand(card, i), 'sales')),
    ])
    await takeIn(company.as('finance'), account, read.rows)
    const fills = (
      await Promise.all(vehicles.map((v) => all<{ amount: number; supplierNo: string | null }>(company, 'fuelling', 'vehicle', v)))
    ).flat()
    expect(fills.filter((f) => f.supplierNo !== null)).toHaveLength(60)
    const spent = fills.reduce((sum, f) => sum + f.amount, 0)
    const held = await Promise.all(cards.map((card) => one<{ wallet: number; reserve: number }>(company, 'fuelCard', card)))
    const now = await one<{ balance: number }>(company, 'fuelAccount', account)
    expect(now.balance + held.reduce((sum, k) => sum + k.wallet + k.reserve, 0)).toBe(before.balance - spent)
    // Each pot is the last row of its chain.
    for (const [i, card] of cards.entries()) {
      const chain = await all<{ pot: string; delta: number; after: number }>(company, 'fuelEntry', 'card', card)
      for (const pot of ['wallet', 'reserve'] as const) {
        let sum = 0
        for (const e of chain.filter((x) => x.pot === pot)) expect(e.after).toBe((sum += e.delta))
        expect(sum).toBe(held[i]![pot])
      }
    }
  })
})
