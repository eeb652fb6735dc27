/**
 * A statement is taken in by the thousand, each fuelling of a person by itself: both must come to the same. Twins, one of each kind, live
 * through the same days (DEEP=1 for many).
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { randomOf } from '#kit/basics/random.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { move } from '#modules/fuel/cards/entries.server.ts'
import { fuelling } from '#modules/fuel/fuellings/fuelling.ts'
import { takeIn } from '#modules/fuel/intake/import.server.ts'
import { legsOf } from '#modules/fuel/cards/pots.rules.ts'
import { readFuelStatement, type StatementRow } from '#modules/fuel/statements/statement.rules.ts'
import { all, one } from './affairs.ts'
import { Company } from './company.ts'

if (process.env['DEEP']) vi.setConfig({ testTimeout: 3_600_000 })
const HISTORIES = process.env['DEEP'] ? 200 : 1
const random = randomOf(20_260_514)
const pick = (n: number): number => Math.floor(random() * n)
const oneOf = <T>(list: readonly T[]): T => list[pick(list.length)]!

let company: Company
let models: number[] = []
beforeAll(async () => {
  company = await Company.open('2026-05-31')
  company.at('2026-05-31', '20:00')
  models = [
    await company.add('vehicleModel', { brand: '江铃', name: '顺达', category: 'van', energy: 'diesel', tankL: 80, normPer100: 7.8 }),
    await company.add('vehicleModel', { brand: '解放', name: '领途', category: 'lightTruck', energy: 'diesel' }),
  ]
  for (const [name, lng, lat] of [
    ['虹桥加油站', 121.4, 31.2],
    ['江宁加油站', 118.8, 32.0],
  ] as const)
    await company.add('stationPlace', { name, supplier: 'sinopec', lng, lat })
})
afterAll(() => company?.close())

interface Twin {
  account: number
  card: number
  cardNo: string
  vehicle: number
}
let made = 0
async function twin(limits: object, model: number, later: readonly object[]): Promise<Twin> {
  const n = String(++made).padStart(6, '0')
  const account = await company.add('fuelAccount', {
    name: `主账户${n}`,
    supplier: 'sinopec',
    mainCardNo: `1000113200${n}`,
    store: company.store,
  })
  const vehicle = await company.vehicle()
  await company.edit('vehicle', vehicle, { model, energy: 'diesel' })
  const cardNo = `2000113200${n}`
  const card = await company.add('fuelCard', { cardNo, account, kind: 'sub', vehicle, ...limits })
  await company.act('fuelCard', 'activate', card)
  await company.act('fuelAccount', 'recharge', account, { amount: 900_000, on: '2026-05-30', supplierNo: `R${n}` })
  await company.act('fuelCard', 'allocate', card, { amount: 100_000, supplierNo: `A${n}` })
  // What people had written down before the statement came, full fills among them.
  for (const f of later) await company.add('fuelling', { kind: 'fuel', vehicle, pay: 'cash', fuel: 'd0', unitPrice: 700, ...f })
  return { account, card, cardNo, vehicle }
}

const moment = (day: number, hour: number, minute: number): string =>
  instantAt(`2026-05-${String(day).padStart(2, '0')}` as Day, `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
function cells(): string[][] {
  let km = 20_000
  return Array.from({ length: 24 }, (_, i) => {
    const day = 1 + Math.floor(i * 1.1) + pick(2)
    km += pick(10) === 0 ? -300 : pick(500)
    const kind = pick(9) === 0 ? oneOf(['充值', '圈存', '手续费']) : '加油'
    const [litres, price] = [10 + pick(9000) / 100, oneOf([700, 785, 785, 812])]
    const amount = kind === '加油' ? Math.round(litres * price) / 100 + (pick(12) === 0 ? 1 : 0) : 100 + pick(300)
    const time = `2026-05-${String(Math.min(day, 29)).padStart(2, '0')} ${String(6 + pick(16)).padStart(2, '0')}:${pick(2)}0:00`
    const fuel = oneOf(['0号柴油', '0号柴油', '92号汽油', ''])
    const said = kind === '加油' ? [fuel, litres.toFixed(2), (price / 100).toFixed(2)] : ['', '', '']
    const station = oneOf(['虹桥加油站', '江宁加油站', '新站', ''])
    return [time, kind, ...said, amount.toFixed(2), station, oneOf(['上海', '南京']), `N${i}`, pick(3) === 0 ? String(km) : '']
  })
}
const HEAD = ['卡号', '交易时间', '交易类型', '油品', '数量', '单价', '金额', '加油站', '城市', '流水号', '里程']
function rowsFor(twin: Twin, lines: readonly string[][]): StatementRow[] {
  const read = readFuelStatement([HEAD, ...lines.map((line) => [twin.cardNo, ...line])], company.clock.now())
  if (!read.ok) throw new Error(read.message)
  expect(read.rows.filter((r) => r.problem)).toEqual([])
  return read.rows.toSorted((a, b) => (a.at! < b.at! ? -1 : a.at! > b.at! ? 1 : a.line - b.line))
}

/** As a person would: one after the other, each with all that follows from it. */
async function byHand(twin: Twin, rows: readonly StatementRow[]): Promise<void> {
  const fuellings = storeOf(fuelling)
  for (const statementRow of rows)
    await company.write(async (tx) => {
      const ctx = company.as('finance')
      const own = { at: statementRow.at!, supplierNo: statementRow.supplierNo, station: statementRow.station || null }
      if (statementRow.kind !== 'spend')
        await move(tx, ctx, {
          ...own,
          account: twin.account,
          card: twin.card,
          kind: statementRow.kind,
          legs: legsOf(statementRow.kind, statementRow.amount, 'wallet'),
          force: true,
        })
      else
        await fuellings.add(tx, ctx, {
          ...own,
          kind: 'fuel',
          vehicle: twin.vehicle,
          pay: 'card',
          card: twin.card,
          city: statementRow.city || null,
          fuel: statementRow.fuel as 'd0' | null,
          quantity: statementRow.quantity,
          unitPrice: statementRow.unitPrice as never,
          amount: statementRow.amount as never,
          serviceFee: 0 as never,
          discount: 0 as never,
          km: statementRow.km,
          source: 'import',
        })
    })
}

/** All that is left of it, without the numbers that differ between twins. */
async function left(twin: Twin): Promise<object> {
  const byTime = <R extends { at: string }>(rows: R[]): R[] => rows.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  type Fill = Record<string, unknown> & { at: string; no: string; id: number }
  const fills = byTime(await all<Fill>(company, 'fuelling', 'vehicle', twin.vehicle))
  const numbers = new Map(fills.map((f, i) => [f.id, i]))
  const names = new Map(fills.map((f, i) => [f.no, i]))
  const of = (row: Record<string, unknown>, ...columns: string[]) => columns.map((name) => row[name])
  return {
    fills: fills.map((f) =>
      of(f, 'at', 'status', 'score', 'findings', 'consumption', 'checks', 'station', 'quantity', 'amount', 'km', 'store'),
    ),
    entries: (await all<Record<string, unknown>>(company, 'fuelEntry', 'card', twin.card)).map((e) => [
      ...of(e, 'pot', 'kind', 'delta', 'after', 'at', 'station'),
      numbers.get(e['fuelling'] as number) ?? null,
    ]),
    pots: of(await one(company, 'fuelCard', twin.card), 'reserve', 'wallet', 'transit'),
    balance: of(await one(company, 'fuelAccount', twin.account), 'balance'),
    readings: byTime(await all<Record<string, unknown> & { at: string }>(company, 'odometerReading', 'vehicle', twin.vehicle))
      .filter((r) => r['source'] === 'fuelling')
      .map((r) => [...of(r, 'at', 'km', 'standing', 'reason'), names.get(String(r['ref']))]),
    costs: (await all<Record<string, unknown>>(company, 'vehicleCost', 'vehicle', twin.vehicle)).map((x) =>
      of(x, 'costOn', 'kind', 'amount', 'bearer', 'store'),
    ),
    odometer: of(await one(company, 'vehicle', twin.vehicle), 'odometer'),
  }
}

test(`the checks, the pots, the readings and the costs are those of rows written one by one, over ${HISTORIES} histories`, async () => {
  for (let history = 0; history < HISTORIES; history++) {
    const limits = {
      limitOnce: oneOf([null, 60_000]),
      limitDay: oneOf([null, 70_000]),
      limitMonth: oneOf([null, 300_000]),
      cities: oneOf([null, '上海']),
    }
    const model = oneOf(models)
    const later = [8, 15, 22, 28].flatMap((day, i) =>
      random() < 0.7 ? [{ at: moment(day, 5, 10), quantity: 30, amount: 21_000, km: 20_000 + i * 900, filledUp: true }] : [],
    )
    const lines = cells()
    const [together, apart] = [await twin(limits, model, later), await twin(limits, model, later)]
    // Pieces of which each begins while the one before is being written, down to a row each; and all of it in one.
    const size = [3, lines.length, 1][history % 3]
    const done = await takeIn(company.as('finance'), together.account, rowsFor(together, lines), size)
    await byHand(apart, rowsFor(apart, lines))
    const booked = await left(together)
    expect(booked, `history ${history}`).toEqual(await left(apart))
    const fills = (await all<{ status: string; source: string }>(company, 'fuelling', 'vehicle', together.vehicle)).filter(
      (f) => f.source === 'import',
    )
    expect(done).toMatchObject({ bad: 0, known: 0, added: fills.length, entries: lines.length - fills.length })
    expect(done.suspect).toBe(fills.filter((f) => f.status === 'suspect').length)
    // Each has its line in the journal, with what was found.
    const journal = await company.read((tx) =>
      tx.selectFrom('auditLog').select('entityId').where('entity', '=', 'fuelling').where('action', '=', 'add').execute(),
    )
    const logged = new Set(journal.map((j) => j.entityId))
    expect((await all<{ id: number }>(company, 'fuelling', 'vehicle', together.vehicle)).filter((f) => !logged.has(f.id))).toEqual([])
    // Taken in again, it changes nothing.
    expect(await takeIn(company.as('finance'), together.account, rowsFor(together, lines))).toMatchObject({
      added: 0,
      known: lines.length,
      bad: 0,
    })
    expect(await left(together)).toEqual(booked)
  }
})

test('a row that cannot be written down says so by itself; the others are taken in', async () => {
  const t = await twin({}, models[0]!, [])
  const line = (i: number, quantity: string, amount: string): string[] => [
    `2026-05-1${i} 10:00:00`,
    '加油',
    '0号柴油',
    quantity,
    '7.00',
    amount,
    '',
    '',
    `X${i}`,
    '',
  ]
  const rows = rowsFor(t, [line(1, '10.00', '70.00'), line(2, '10001.00', '70007.00'), line(3, '10.00', '70.00')])
  expect(await takeIn(company.as('finance'), t.account, rows)).toMatchObject({ added: 2, bad: 1 })
  expect((await all<{ supplierNo: string }>(company, 'fuelling', 'vehicle', t.vehicle)).map((f) => f.supplierNo)).toEqual(['X1', 'X3'])
})

test('a station that learns its place from a statement is looked at there from then on, whatever was asked ahead', async () => {
  const t = await twin({}, models[0]!, [])
  await company.write(async (tx) => {
    const own = { operatorId: company.operatorId, store: company.store }
    const { id } = await tx
      .insertInto('terminal')
      .values({ ...own, terminalNo: '13300000077', status: 'active', vehicle: t.vehicle } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('terminalBinding')
      .values({ ...own, terminal: id, vehicle: t.vehicle, fromAt: moment(1, 0, 0), toAt: null, reason: null } as never)
      .execute()
    // Four days at the station; on the fifth it stands eleven kilometres north.
    for (const day of [1, 2, 3, 4, 5])
      await sql`insert into position (operator_id, terminal, vehicle, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status, odometer, signal, satellites)
        values (${company.operatorId}, ${id}, ${t.vehicle}, ${moment(day, 10, 0)}::timestamptz, ${moment(day, 10, 0)}::timestamptz, 1, 121100000, ${day === 5 ? 31_250_000 : 31_150_000}, 10, 0, 0, 0, 0, 3, 1000, 31, 12)`.execute(
        tx,
      )
  })
  const lines = [1, 2, 3, 4, 5].map((day) => [
    `2026-05-0${day} 10:00:00`,
    '加油',
    '0号柴油',
    '10.00',
    '7.00',
    '70.00',
    '青浦站',
    '',
    `L${day}`,
    '',
  ])
  expect(await takeIn(company.as('finance'), t.account, rowsFor(t, lines), 1)).toMatchObject({ added: 5 })
  const fills = await all<{ at: string; checks: { no: number; result: string }[] }>(company, 'fuelling', 'vehicle', t.vehicle)
  const results = fills.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map((f) => f.checks.find((x) => x.no === 4)!.result)
  expect(results).toEqual(['unknown', 'unknown', 'ok', 'ok', 'bad'])
})
