/** V-J8 of affairs.md in full: a statement of 212 rows; 205 at known stations, 4 at new ones, 3 suspect; one explained, one charged. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { linesOf } from '#modules/affairs/ground/pasted.rules.ts'
import { takeIn } from '#modules/fuel/intake/import.server.ts'
import { readFuelStatement } from '#modules/fuel/statements/statement.rules.ts'
import { all, one } from './affairs.ts'
import { Company } from './company.ts'

const HEAD = '卡号\t交易时间\t交易类型\t油品\t数量\t单价\t金额\t加油站\t城市\t流水号\t里程'
const VEHICLES = 5
let company: Company
let account = 0
const vehicles: number[] = []
const cards: number[] = []
const cardNo = (v: number): string => `1000113200000${String(v + 2).padStart(3, '0')}`
const at = (d: string, time: string): string => instantAt(d as Day, time)

beforeAll(async () => {
  company = await Company.open('2026-05-31')
  const model = await company.add('vehicleModel', {
    brand: '江铃',
    name: '顺达',
    category: 'van',
    energy: 'diesel',
    tankL: 80,
    normPer100: 7.8,
  })
  account = await company.add('fuelAccount', {
    name: '中石化主账户',
    supplier: 'sinopec',
    mainCardNo: '1000113200000001',
    store: company.store,
  })
  for (let v = 0; v < VEHICLES; v++) {
    const vehicle = await company.vehicle()
    await company.edit('vehicle', vehicle, { model, energy: 'diesel' })
    const card = await company.add('fuelCard', { cardNo: cardNo(v), account, kind: 'sub', vehicle, limitOnce: 60_000, cities: '上海' })
    await company.act('fuelCard', 'activate', card)
    vehicles.push(vehicle)
    cards.push(card)
  }
  // Two stations of Shanghai and one of Nanjing whose places are known.
  for (const [name, lng, lat] of [
    ['虹桥加油站', 121.4, 31.2],
    ['浦东加油站', 121.5, 31.2],
    ['江宁加油站', 118.8, 32.0],
  ] as const)
    await company.add('stationPlace', { name, supplier: 'sinopec', lng, lat })
})
afterAll(() => company?.close())

/** The terminal says: the vehicle stood 12.4 km north of the station. */
async function seenAway(vehicle: number, when: string): Promise<void> {
  await company.write(async (tx) => {
    const own = { operatorId: company.operatorId, store: company.store }
    const terminal = await tx
      .insertInto('terminal')
      .values({ ...own, terminalNo: '13300000001', status: 'active', vehicle } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('terminalBinding')
      .values({ ...own, terminal: terminal.id, vehicle, fromAt: at('2026-05-01', '00:00'), toAt: null, reason: null } as never)
      .execute()
    const lat = Math.round((31.2 + 12_400 / 111_195) * 1e6)
    await sql`insert into position (operator_id, terminal, vehicle, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status, odometer, signal, satellites)
      values (${company.operatorId}, ${terminal.id}, ${vehicle}, ${when}::timestamptz, ${when}::timestamptz, 1, 121400000, ${lat}, 10, 0, 0, 0, 0, 3, 1000, 31, 12)`.execute(
      tx,
    )
  })
}

test('V-J8: 212 rows, each judged once; who is asked explains, who admits is charged, and the pots go on', async () => {
  company.at('2026-05-31', '20:00')
  const row = (v: number, when: string, litres: string, amount: string, station: string, city: string, no: string, km = ''): string =>
    [cardNo(v), when, '加油', '0号柴油', litres, '7.85', amount, station, city, no, km].join('\t')
  const day = (n: number): string => `2026-05-${String(n).padStart(2, '0')}`
  // 208 that are as they should be, and one that only comes before another: one each morning and one each evening of each vehicle, the last four at stations nobody knew.
  const fine: string[] = []
  for (let i = 0; fine.length < 208; i++) {
    const v = i % VEHICLES
    const half = Math.floor(i / VEHICLES)
    const station = fine.length >= 204 ? `新站${fine.length - 203}` : half % 2 ? '浦东加油站' : '虹桥加油站'
    fine.push(row(v, `${day(1 + Math.floor(half / 2))} ${half % 2 ? '18' : '08'}:00:00`, '45.20', '354.82', station, '上海', `F${i}`))
  }
  const suspect = [
    // 86.00 L into 80 L, and more than the card may pay at once.
    row(0, `${day(25)} 10:00:00`, '86.00', '675.10', '虹桥加油站', '上海', 'S1'),
    // Nanjing forty minutes after Shanghai, where this card may not be used, and the kilometres fall.
    row(1, `${day(25)} 10:00:00`, '20.00', '157.00', '虹桥加油站', '上海', 'S2a', '30000'),
    row(1, `${day(25)} 10:40:00`, '20.00', '157.00', '江宁加油站', '南京', 'S2', '29000'),
    // Twelve kilometres from where it paid.
    row(2, `${day(25)} 10:00:00`, '40.00', '314.00', '虹桥加油站', '上海', 'S3'),
  ]
  await seenAway(vehicles[2]!, at(day(25), '10:02'))
  const text = [HEAD, ...fine, ...suspect].join('\n')
  const statement = readFuelStatement(linesOf(text), company.clock.now())
  if (!statement.ok) throw new Error(statement.message)
  expect(statement.rows).toHaveLength(212)
  const taken = await takeIn(company.as('finance'), account, statement.rows)
  expect(taken).toEqual({ added: 212, known: 0, changed: 0, bad: 0, suspect: 3, entries: 0, reversed: 0, unclear: 0 })
  expect(await takeIn(company.as('finance'), account, statement.rows)).toMatchObject({ added: 0, known: 212, suspect: 0 })

  const fills = await all<{ id: number; supplierNo: string; status: string; findings: string | null; score: number }>(
    company,
    'fuelling',
    'source',
    'import',
  )
  const odd = new Map(fills.filter((f) => f.status === 'suspect').map((f) => [f.supplierNo, f]))
  expect([...odd.keys()].toSorted()).toEqual(['S1', 'S2', 'S3'])
  expect(odd.get('S1')!.findings).toMatch(/加注 86\.00 L，油箱 80 L，上限 84\.00 L/)
  expect(odd.get('S2')!.findings).toMatch(/40 分钟内由上海到南京/)
  expect(odd.get('S3')!.findings).toMatch(/12\.4 km/)
  const places = (await all<{ name: string }>(company, 'stationPlace', 'supplier', 'sinopec')).map((s) => s.name)
  expect(places.filter((name) => name.startsWith('新站'))).toHaveLength(4)

  // The driver explains one; another is admitted: a report and a note for wages of 675.10. Asked twice, it is done once.
  await company.act('fuelling', 'explain', odd.get('S3')!.id, { explanation: '站名登记有误，小票为隔壁加油站' })
  await company.act('fuelling', 'confirmCase', odd.get('S1')!.id, { charge: 'wage', description: '司机承认' })
  expect(await one(company, 'fuelling', odd.get('S1')!.id)).toMatchObject({ status: 'confirmed', wageNote: 67_510 })
  expect(await all(company, 'riskReport', 'vehicle', vehicles[0])).toHaveLength(1)
  expect(await one(company, 'fuelling', odd.get('S3')!.id)).toMatchObject({ status: 'explained' })

  for (let v = 0; v < VEHICLES; v++) {
    const rows = await all<{ pot: string; delta: number; after: number }>(company, 'fuelEntry', 'card', cards[v])
    let wallet = 0
    for (const r of rows) {
      wallet += r.delta
      expect(r.after).toBe(wallet)
    }
    const costs = await all<{ amount: number }>(company, 'vehicleCost', 'vehicle', vehicles[v])
    expect(costs.reduce((sum, x) => sum + x.amount, 0)).toBe(-wallet)
  }
})
