/** The sheet of a fleet asks no less than the form of one vehicle, and tells nobody of vehicles that are not his to see. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import type { AppError } from '#kit/basics/errors.ts'
import type { BulkAnswer } from '#kit/entity/wire.ts'
import { fleetRoutes } from '#modules/leasing/fleet/fleet.server.ts'
import type { FleetKind } from '#modules/leasing/fleet/fleet.ts'
import { Company, refusal } from './company.ts'
import { shown, type Typed } from './fleet-rows.ts'

const START = '2025-01-15'
const ITEMS = [
  { group: 'tyres', name: '左前轮胎', required: true, minPhotos: 0 },
  { group: 'exterior', name: '车身', required: true, minPhotos: 0 },
]
const MISSING = '以下必查项还没有检查：车身'

let company: Company
let contract = 0
let template = 0
const run = fleetRoutes.find((r) => r.path.endsWith('fleetRun'))!.handler as never as (ctx: Context, input: object) => Promise<BulkAnswer>
const send = async (kind: FleetKind, rows: Typed[], ctx = company.as('sales')): Promise<BulkAnswer> =>
  run(ctx, { kind, rows: await shown(company, kind, rows) })
/** What each row was refused. */
const refusedOf = async (kind: FleetKind, rows: Typed[], ctx?: Context): Promise<BulkAnswer['results']> =>
  ((await refusal(send(kind, rows, ctx))) as AppError & { data: BulkAnswer }).data.results
const idsOf = (table: 'handover' | 'lease' | 'vehicleReturn' | 'vehicleSwap'): Promise<number[]> =>
  company.read(async (db) =>
    (
      await db
        .selectFrom(table as 'lease')
        .select('id')
        .where('contract', '=', contract)
        .orderBy('id')
        .execute()
    ).map((r) => r.id),
  )

beforeAll(async () => {
  company = await Company.open('2025-01-10')
  for (const code of ['handoverPhotosMin', 'returnPhotosMin']) await company.parameter(code, 0)
  const others = await company.read((db) => db.selectFrom('inspectionTemplate').select('id').where('status', '=', 'active').execute())
  for (const { id } of others) await company.act('inspectionTemplate', 'disable', id)
  template = await company.add('inspectionTemplate', { name: '整车', items: ITEMS })
  const vehicles = [await company.vehicle(), await company.vehicle()]
  company.at(START)
  contract = await company.contract({ lessee: await company.lessee(), vehicles, startOn: START, endOn: '2026-01-15' })
  await company.sign(contract)
  const bills = await company.bills(contract)
  await company.pay(
    bills.map((b) => b.id),
    bills.reduce((sum, b) => sum + b.amount, 0),
  )
})
afterAll(() => company?.close())

describe('what must be looked at', () => {
  test('is asked for at a handover, in the cell, by the sheet the handover was laid out with', async () => {
    const [one, two] = await idsOf('handover')
    const values = {
      actualAt: company.clock.now(),
      odometer: 12_350,
      energyPercent: 90,
      receiverName: '张三',
      receiverMobile: '13900139000',
    }
    const row = (id: number | undefined, looked: string) => ({ id, values: { ...values, looked } })
    const [silent, partly] = await refusedOf('handOver', [row(one, ' '), row(two, '左前轮胎磨损')])
    expect(silent).toMatchObject({ ok: false, errors: { looked: '请填写检查结果：正常，或写明异常' } })
    expect(partly).toMatchObject({ ok: false, errors: { looked: MISSING } })
    // Another sheet is valid from today on; these two were laid out with the old one.
    await company.act('inspectionTemplate', 'disable', template)
    const next = await company.add('inspectionTemplate', { name: '新模板', items: [{ ...ITEMS[0]!, name: '灯光' }] })
    expect(await send('handOver', [row(one, '正常'), row(two, '左前轮胎磨损，其余正常')])).toMatchObject({ done: 2, failed: 0 })
    const written = await company.read((db) =>
      db.selectFrom('handover').select('items').where('contract', '=', contract).orderBy('id').execute(),
    )
    expect(written.map((h) => h.items?.map((item) => [item.name, item.normal]))).toEqual([
      [
        ['左前轮胎', true],
        ['车身', true],
      ],
      [
        ['左前轮胎', false],
        ['车身', true],
      ],
    ])
    await company.act('inspectionTemplate', 'disable', next)
    await company.act('inspectionTemplate', 'enable', template)
  })

  test('is asked for of both vehicles of an exchange', async () => {
    company.at('2025-02-20', '09:00')
    const [lease] = await idsOf('lease')
    const fresh = await company.vehicle()
    const { plateNo: newPlate } = await company.read((db) =>
      db.selectFrom('vehicle').select('plateNo').where('id', '=', fresh).executeTakeFirstOrThrow(),
    )
    const swapped = { newPlate, plannedOn: '2025-02-20', kind: 'permanent', reasonKind: 'fault' }
    expect(await send('swap', [{ id: lease, values: swapped }])).toMatchObject({ done: 1 })
    const [swap] = await idsOf('vehicleSwap')
    await company.act('vehicleSwap', 'pass', swap!, {}, 'finance')
    const photos = [await company.file('sales')]
    const values = {
      effectiveAt: company.clock.now(),
      oldOdometer: 12_350,
      oldEnergyPercent: 80,
      newOdometer: 12_350,
      newEnergyPercent: 95,
      photos,
    }
    const [old] = await refusedOf('exchange', [{ id: swap, values: { ...values, oldLooked: '左前轮胎磨损', newLooked: '正常' } }])
    expect(old).toMatchObject({ ok: false, errors: { oldLooked: MISSING } })
    const [now] = await refusedOf('exchange', [{ id: swap, values: { ...values, oldLooked: '正常', newLooked: '左前轮胎磨损' } }])
    expect(now).toMatchObject({ ok: false, errors: { newLooked: MISSING } })
    expect(await send('exchange', [{ id: swap, values: { ...values, oldLooked: '正常', newLooked: '正常' } }])).toMatchObject({ done: 1 })
  })

  test('is asked for of what comes back', async () => {
    company.at('2025-04-10', '09:00')
    const leases = await idsOf('lease')
    const asked = leases.map((id) => ({ id, values: { plannedOn: '2025-04-10', reasonKind: 'early' } }))
    expect(await send('askReturn', asked)).toMatchObject({ done: 2 })
    const returns = await idsOf('vehicleReturn')
    for (const id of returns) await company.act('vehicleReturn', 'pass', id, {}, 'finance')
    company.at('2025-04-10', '17:00')
    const back = (looked: string) =>
      returns.map((id) => ({
        id,
        values: { actualAt: company.clock.now(), odometer: 12_400, energyPercent: 90, cleaningFee: 0, looked },
      }))
    for (const row of await refusedOf('inspect', back('左前轮胎磨损')))
      expect(row).toMatchObject({ ok: false, errors: { looked: MISSING } })
    expect(await send('inspect', back('左前轮胎磨损，其余正常'))).toMatchObject({ done: 2, failed: 0 })
  })
})

test('a vehicle of another store is answered like one that nobody has', async () => {
  const other = await company.add('store', { code: 'PD', name: '浦东店', city: '上海市' })
  const theirs = await company.vehicle()
  await company.edit('vehicle', theirs, { store: other })
  const { plateNo } = await company.read((db) =>
    db.selectFrom('vehicle').select('plateNo').where('id', '=', theirs).executeTakeFirstOrThrow(),
  )
  contract = await company.contract({
    lessee: await company.lessee(),
    vehicles: [await company.vehicle()],
    startOn: company.clock.today(),
    endOn: '2026-01-15',
  })
  await company.sign(contract)
  const bills = await company.bills(contract)
  await company.pay(
    bills.map((b) => b.id),
    bills.reduce((sum, b) => sum + b.amount, 0),
  )
  const [lease] = await idsOf('lease')
  const all = company.as('sales')
  const manager: Context = { ...all, access: { ...all.access, can: () => true, scopeOf: () => [{ store: [company.store] }] } }
  const row = (newPlate: string) => ({
    id: lease,
    values: { newPlate, plannedOn: company.clock.today(), kind: 'permanent', reasonKind: 'fault' },
  })
  const answers = []
  for (const plate of [plateNo, '沪Z99999']) {
    const [result] = await refusedOf('swap', [row(plate)], manager)
    answers.push({ ...result, errors: result!.errors?.['newPlate']?.replace(plate, '…'), message: result!.message.replace(plate, '…') })
  }
  expect(answers[0]).toMatchObject({ ok: false, errors: '没有车牌号为 … 的车辆' })
  expect(answers[0]).toEqual(answers[1])
})

test('what was typed for one vehicle never stands on another: a row a colleague changed meanwhile is shown anew, the others are done', async () => {
  const start = company.clock.today()
  const pair = [await company.vehicle(), await company.vehicle()]
  contract = await company.contract({ lessee: await company.lessee(), vehicles: pair, startOn: start, endOn: '2026-04-10' })
  await company.sign(contract)
  const bills = await company.bills(contract)
  await company.pay(
    bills.map((b) => b.id),
    bills.reduce((sum, b) => sum + b.amount, 0),
  )
  const values = {
    actualAt: company.clock.now(),
    odometer: 88_000,
    energyPercent: 90,
    looked: '正常',
    receiverName: '张三',
    receiverMobile: '13900139000',
  }
  const typed = await shown(
    company,
    'handOver',
    (await idsOf('handover')).map((id) => ({ id, values })),
  )
  const next = await company.vehicle()
  const [lease] = await idsOf('lease')
  await company.act('lease', 'changeVehicle', lease!, { newVehicle: next, reason: '原车临时故障' }, 'sales')
  const [changed, other] = await refusedOf('handOver', typed)
  expect(changed).toMatchObject({ ok: false, message: '打开表格后，这一行已被他人修改；请核对表中现在的内容后再提交' })
  expect(other).toMatchObject({ ok: true })
  const { odometer } = await company.read((db) =>
    db.selectFrom('vehicle').select('odometer').where('id', '=', next).executeTakeFirstOrThrow(),
  )
  expect(odometer).not.toBe(88_000)
  // Sent again, what was done is refused by its state, and what is shown anew is done.
  const [, twice] = await refusedOf('handOver', typed)
  expect(twice!.message).toContain('已交车')
  expect(await send('handOver', [{ id: typed[0]!.id, values }])).toMatchObject({ done: 1 })
})
