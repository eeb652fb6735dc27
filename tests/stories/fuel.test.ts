/** Journey V-J8 of affairs.md and the three pots: recharge, allocation, load; a statement with its checks; a case and who pays. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { linesOf } from '#modules/affairs/ground/pasted.rules.ts'
import { takeIn } from '#modules/fuel/intake/import.server.ts'
import { readFuelStatement } from '#modules/fuel/statements/statement.rules.ts'
import { all, one, why } from './affairs.ts'
import { Company } from './company.ts'
import { race } from './race.ts'

let company: Company
let account = 0
let card = 0
let vehicle = 0
beforeAll(async () => {
  company = await Company.open('2026-05-10')
  const model = await company.add('vehicleModel', {
    brand: '江铃',
    name: '顺达',
    category: 'van',
    energy: 'diesel',
    tankL: 80,
    normPer100: 7.8,
  })
  vehicle = await company.vehicle()
  await company.edit('vehicle', vehicle, { model, energy: 'diesel' })
  account = await company.add('fuelAccount', {
    name: '中石化主账户',
    supplier: 'sinopec',
    mainCardNo: '1000113200000001',
    store: company.store,
  })
  card = await company.add('fuelCard', { cardNo: '1000113200000002', account, kind: 'sub', vehicle })
  await company.act('fuelCard', 'activate', card)
})
afterAll(() => company?.close())

const pots = async () => {
  const a = await one<{ balance: number }>(company, 'fuelAccount', account)
  const k = await one<{ reserve: number; wallet: number; transit: number }>(company, 'fuelCard', card)
  return [a.balance, k.reserve, k.wallet, k.transit]
}
/** Every pot is the last row of its chain, and each row follows from the one before (A13). */
async function chains(): Promise<void> {
  const rows = await all<{ pot: string; card: number | null; delta: number; after: number }>(company, 'fuelEntry', 'account', account)
  const at = new Map<string, number>()
  for (const r of rows) {
    const key = r.pot === 'quota' ? 'quota' : `${r.pot}:${r.card}`
    expect(r.after).toBe((at.get(key) ?? 0) + r.delta)
    at.set(key, r.after)
  }
  const [quota, reserve, wallet, transit] = await pots()
  expect([at.get('quota') ?? 0, at.get(`reserve:${card}`) ?? 0, at.get(`wallet:${card}`) ?? 0, at.get(`transit:${card}`) ?? 0]).toEqual([
    quota,
    reserve,
    wallet,
    transit,
  ])
}
const day = (d: string, time = '10:00') => instantAt(d as Day, time)
const fill = (d: string, time: string, more: object = {}) =>
  company.add(
    'fuelling',
    {
      kind: 'fuel',
      vehicle,
      pay: 'card',
      card,
      at: day(d, time),
      station: '虹桥加油站',
      fuel: 'd0',
      quantity: 45.2,
      unitPrice: 785,
      amount: 35_482,
      serviceFee: 0,
      discount: 0,
      filledUp: false,
      ...more,
    },
    'sales',
  )

describe('three pots', () => {
  test('50,000 + 20,000 − 3,000; loaded 2,000; spent 354.82', async () => {
    company.at('2026-05-10', '12:00')
    await company.act('fuelAccount', 'recharge', account, { amount: 5_000_000, on: '2026-05-10', supplierNo: 'R1' })
    await company.act('fuelAccount', 'recharge', account, { amount: 2_000_000, on: '2026-05-10', supplierNo: 'R2' })
    await company.act('fuelCard', 'allocate', card, { amount: 300_000, supplierNo: 'A1' })
    await company.act('fuelCard', 'load', card, { amount: 200_000 })
    await fill('2026-05-10', '11:00', { km: 21_488, filledUp: true })
    expect(await pots()).toEqual([6_700_000, 100_000, 164_518, 0])
    expect(await why(company.act('fuelCard', 'cancel', card, { reason: '换卡' }))).toBe('卡内尚有 2,645.18 元，请先回收')
    expect(await why(company.act('fuelCard', 'load', card, { amount: 100_001 }))).toBe('备付金只有 1,000.00 元，不能再减少 1,000.01 元')
    await chains()
  })
  test('a number of the supplier that is booked already is told, whoever moves what', async () => {
    const before = await pots()
    expect(await why(company.act('fuelAccount', 'recharge', account, { amount: 100, on: '2026-05-10', supplierNo: 'R1' }))).toBe(
      '该供应商流水号已登记（2026-05-10，50,000.00 元），请核对是否重复',
    )
    expect(await why(company.act('fuelCard', 'allocate', card, { amount: 100, supplierNo: 'A1' }))).toBe(
      '该供应商流水号已登记（2026-05-10，3,000.00 元），请核对是否重复',
    )
    expect(await pots()).toEqual(before)
  })
  test('an allocation the supplier has not confirmed is in transit; two clerks do not both confirm it', async () => {
    await company.act('fuelCard', 'allocate', card, { amount: 50_000 })
    expect(await pots()).toEqual([6_650_000, 100_000, 164_518, 50_000])
    const two = await race([
      () => company.act('fuelCard', 'confirmTransit', card, { arrived: true, supplierNo: 'A2' }, 'sales'),
      () => company.act('fuelCard', 'confirmTransit', card, { arrived: false }, 'cashier'),
    ])
    expect(two.done).toBe(1)
    expect(two.reasons).toEqual(['没有在途金额'])
    const [quota, reserve, , transit] = await pots()
    expect([quota! + reserve!, transit]).toEqual([6_800_000, 0])
    await chains()
  })
  test('one live card a vehicle and supplier', async () => {
    expect(await why(company.add('fuelCard', { cardNo: '1000113200000009', account, kind: 'sub', vehicle }))).toBe(
      '该车辆在此供应商已绑定尾号 0002 的油卡，请先解绑',
    )
  })
})

describe('V-J8 a statement', () => {
  const taken = (text: string) => {
    const statement = readFuelStatement(linesOf(text), company.clock.now())
    if (!statement.ok) throw new Error(statement.message)
    return takeIn(company.as('finance'), account, statement.rows)
  }
  const HEAD = '卡号\t交易时间\t油品\t数量\t单价\t金额\t加油站\t流水号\t里程'
  test('rows taken in once, stations noted, 86 L into 80 L found; a corrected row is reversed and entered anew', async () => {
    company.at('2026-05-20', '20:00')
    const rows = [
      '1000113200000002\t2026-05-14 10:30:00\t0号柴油\t42.60\t7.85\t334.41\t虹桥加油站\tN1\t22000',
      '1000113200000002\t2026-05-16 10:30:00\t0号柴油\t86.00\t7.85\t675.10\t浦东加油站\tN2\t22400',
      '9999\t2026-05-16 10:30:00\t0号柴油\t10\t7.85\t78.50\t浦东加油站\tN3\t',
    ]
    expect(await taken([HEAD, ...rows].join('\n'))).toMatchObject({ added: 2, known: 0, bad: 1, suspect: 0 })
    expect(await taken([HEAD, ...rows].join('\n'))).toMatchObject({ added: 0, known: 2 })
    expect((await all(company, 'stationPlace', 'supplier', 'sinopec')).map((s) => s['name'])).toEqual(['虹桥加油站', '浦东加油站'])
    const [big] = await all(company, 'fuelling', 'supplierNo', 'N2')
    expect(big).toMatchObject({ score: 30, status: 'ok' })
    expect(String(big!['findings'])).toBe('数量：加注 86.00 L，油箱 80 L，上限 84.00 L')
    expect(await taken([HEAD, rows[0]!.replace('334.41', '324.41').replace('7.85', '7.615')].join('\n'))).toMatchObject({
      added: 0,
      bad: 1,
    })
    expect(await taken([HEAD, rows[0]!.replace('\t7.85\t334.41', '\t7.61\t324.19')].join('\n'))).toMatchObject({ changed: 1 })
    expect((await all(company, 'fuelling', 'supplierNo', 'N1')).map((f) => [f['status'], f['amount']])).toEqual([
      ['voided', 33_441],
      ['ok', 32_419],
    ])
    const costs = await all<{ amount: number }>(company, 'vehicleCost', 'vehicle', vehicle)
    expect(costs.map((x) => x.amount)).toEqual([35_482, 33_441, 67_510, -33_441, 32_419])
    await chains()
    expect(await one(company, 'vehicle', vehicle)).toMatchObject({ odometer: 22_400 })
  })
  test('what the supplier takes back leaves nothing but the link between the two, in one statement and in two, once', async () => {
    company.at('2026-05-20', '21:00')
    const head = '卡号\t交易时间\t交易类型\t油品\t数量\t单价\t金额\t加油站\t流水号'
    const line = (time: string, rest: string): string => `1000113200000002\t2026-05-18 ${time}:00\t${rest}`
    const spend = line('10:30', '消费\t0号柴油\t28.50\t7.02\t200.07\t虹桥加油站\tS1')
    const back = line('10:40', '消费撤销\t0号柴油\t-28.50\t7.02\t-200.07\t虹桥加油站\tS2')
    const before = await pots()
    const costs = async (): Promise<number> =>
      (await all<{ amount: number }>(company, 'vehicleCost', 'vehicle', vehicle)).reduce((sum, x) => sum + x.amount, 0)
    const cost = await costs()
    expect(await taken([head, back].join('\n'))).toMatchObject({ added: 0, reversed: 0, bad: 1 })
    expect(await taken([head, spend, back].join('\n'))).toMatchObject({ added: 1, reversed: 1, bad: 0, known: 0 })
    expect(await pots()).toEqual(before)
    expect(await costs()).toBe(cost)
    const [of] = await all<{ id: number }>(company, 'fuelling', 'supplierNo', 'S1')
    expect(of).toMatchObject({ status: 'voided', reversedBy: 'S2', reversedAt: day('2026-05-18', '10:40') })
    const entries = await all<{ id: number; delta: number; kind: string; reverses: number | null; supplierNo: string }>(
      company,
      'fuelEntry',
      'fuelling',
      of!.id,
    )
    expect(entries.reduce((sum, e) => sum + e.delta, 0)).toBe(0)
    const refunds = entries.filter((e) => e.kind === 'refund')
    expect(refunds.every((e) => e.supplierNo === 'S2' && entries.some((x) => x.kind === 'spend' && x.id === e.reverses))).toBe(true)
    expect(await taken([head, spend, back].join('\n'))).toMatchObject({ added: 0, reversed: 0, bad: 0, known: 2 })
    // Of last month's statement, by the number it names; the other one like it stands.
    const [a, b] = ['T1', 'T2'].map((no, i) => line(`1${i + 1}:30`, `消费\t0号柴油\t28.50\t7.02\t200.07\t虹桥加油站\t${no}`))
    expect(await taken([head, a, b].join('\n'))).toMatchObject({ added: 2 })
    const named = `${line('13:00', '冲正\t0号柴油\t-28.50\t7.02\t-200.07\t虹桥加油站\tT3')}\tT1`
    expect(await taken([`${head}\t原交易流水号`, named].join('\n'))).toMatchObject({ reversed: 1 })
    expect(
      await Promise.all(
        ['T1', 'T2'].map(async (no) =>
          (await all(company, 'fuelling', 'supplierNo', no)).map((f) => [f['status'] === 'voided', f['reversedBy']]),
        ),
      ),
    ).toEqual([[[true, 'T3']], [[false, null]]])
    // Money that was put in and taken out again.
    const put = line('14:00', '充值\t\t\t\t100.00\t\tU1')
    const out = line('14:05', '充值撤销\t\t\t\t-100.00\t\tU2')
    const now = await pots()
    expect(await taken([head, put, out].join('\n'))).toMatchObject({ entries: 1, reversed: 1, bad: 0 })
    expect(await pots()).toEqual(now)
    expect(await taken([head, put, out].join('\n'))).toMatchObject({ entries: 0, reversed: 0, known: 2 })
    await chains()
  })
  test('a lost card of another vehicle, too much: suspect, confirmed, reported, never twice', async () => {
    company.at('2026-05-21', '12:00')
    const other = await company.vehicle()
    const driver = await company.add('driver', { name: '孙磊', mobile: '13900000009', idNo: '110101199003070054', store: company.store })
    const mission = await company.add('mission', {
      kind: 'line',
      planStart: day('2026-05-21', '08:00'),
      planEnd: day('2026-05-21', '11:30'),
    })
    const trip = { status: 'running' as const, vehicle: other, driver, actualStart: day('2026-05-21', '08:10') }
    await company.write((tx) => tx.updateTable('mission').set(trip).where('id', '=', mission).execute())
    const id = await fill('2026-05-21', '11:00', { vehicle: other, quantity: 86, amount: 67_510 })
    const record = await one(company, 'fuelling', id)
    expect(record).toMatchObject({ status: 'suspect' })
    expect(String(record['findings'])).toMatch(/用卡：油卡未绑定本车/)
    await company.act('fuelling', 'explain', id, { explanation: '借卡应急' })
    const two = await race([
      () => company.act('fuelling', 'confirmCase', id, { charge: 'wage', description: '司机承认' }, 'sales'),
      () => company.act('fuelling', 'confirmCase', id, { charge: 'wage', description: '司机承认' }, 'cashier'),
    ])
    expect(two.done).toBe(1)
    expect(await one(company, 'fuelling', id)).toMatchObject({ status: 'confirmed', wageNote: 67_510, driverName: '孙磊' })
    expect((await all(company, 'deduction', 'driver', driver)).map((d) => [d['amount'], d['reason']])).toEqual([[67_510, 'oilCard']])
    expect(await all(company, 'riskReport', 'vehicle', other)).toHaveLength(1)
    await chains()
  })
  test('consumption only between two full fills: 42.60 L over 512 km', async () => {
    company.at('2026-06-20', '20:00')
    const fresh = await company.vehicle()
    await company.edit('vehicle', fresh, { model: (await one<{ model: number }>(company, 'vehicle', vehicle)).model, energy: 'diesel' })
    await fill('2026-06-18', '08:00', { vehicle: fresh, pay: 'cash', card: null, km: 1000, filledUp: true })
    const id = await fill('2026-06-20', '08:00', {
      vehicle: fresh,
      pay: 'cash',
      card: null,
      km: 1512,
      filledUp: true,
      quantity: 42.6,
      amount: 33_441,
    })
    expect(Number((await one(company, 'fuelling', id))['consumption'])).toBe(8.32)
  })
})
