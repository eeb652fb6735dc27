/** Vehicles held for callers: one promise a day, whatever way it is made by; into a contract, or over. `DEEP=1` books a thousand times at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { addDays, instantAt, type Day } from '#kit/basics/time/day.ts'
import { act, add } from '#kit/entity/store.server.ts'
import { holdJob } from '#modules/leasing/holds/hold.server.ts'
import { freeAmong } from '#modules/leasing/holds/occupancy.server.ts'
import { Company, P1, refusal } from './company.ts'
import { passed, running } from './leases.ts'
import { race } from './race.ts'

const BOOKINGS = process.env['DEEP'] === '1' ? 1000 : 60
const TODAY = '2025-01-10'

let company: Company
beforeAll(async () => {
  company = await Company.open(TODAY)
})
afterAll(() => company?.close())

const hold = (values: Record<string, unknown>, who = 'sales'): Promise<number> =>
  company.add('vehicleHold', { caller: '王女士', mobile: '13900139000', store: company.store, ...values }, who)
const holdRow = (id: number) =>
  company.read((db) => db.selectFrom('vehicleHold').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
/** Pairs of live rows of one vehicle that share a day; the ledger against itself and against what is behind it. */
const doubles = (): Promise<number> =>
  company.read(async (db) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from vehicle_occupancy a join vehicle_occupancy b
      on a.vehicle = b.vehicle and a.id < b.id and daterange(a.start_on, a.end_on) && daterange(b.start_on, b.end_on)`.execute(db)
    return rows[0]!.n
  })
const ledger = (vehicle: number) =>
  company.read((db) =>
    db
      .selectFrom('vehicleOccupancy')
      .select(['kind', 'source', 'startOn', 'endOn'])
      .where('vehicle', '=', vehicle)
      .orderBy('startOn')
      .execute(),
  )

describe('a vehicle is promised once a day', () => {
  test('many bookings at once, by vehicle and by model: nothing is promised twice, every refusal says why', async () => {
    company.at(TODAY)
    const vehicles = [await company.vehicle(), await company.vehicle(), await company.vehicle()]
    const works = Array.from({ length: BOOKINGS }, (_, i) => {
      const startOn = addDays('2025-03-01' as Day, (i * 7) % 40)
      const days = { startOn, endOn: addDays(startOn, 1 + (i % 5)) }
      return () => hold(i % 3 === 0 ? { model: company.model, ...days } : { vehicle: vehicles[i % vehicles.length], ...days })
    })
    const { done, reasons } = await race(works)
    expect(done).toBeGreaterThan(vehicles.length)
    expect(
      reasons.filter((r) => !/不能预留：.*已预留给王女士（YL\d+-\d+）|没有在 .* 空闲的|多人同时修改|记录正被其他人处理/.test(r)),
    ).toEqual([])
    expect(await doubles()).toBe(0)
    const held = await company.read((db) => db.selectFrom('vehicleHold').select('id').where('status', '=', 'held').execute())
    expect(held).toHaveLength(done)
  })

  test('a row written past every rule is refused by the database', async () => {
    const vehicle = await company.vehicle()
    await hold({ vehicle, startOn: '2025-02-01', endOn: '2025-02-05' })
    const other = await hold({ vehicle: await company.vehicle(), startOn: '2025-02-03', endOn: '2025-02-08' })
    const past = company.write((tx) => tx.updateTable('vehicleHold').set({ vehicle }).where('id', '=', other).execute())
    expect((await refusal(past)).message).toBe('这段时间已被占用，请刷新后另选时间')
  })

  test('the day one comes back is the first of the next', async () => {
    const vehicle = await company.vehicle()
    await hold({ vehicle, startOn: '2025-02-01', endOn: '2025-02-05' })
    await hold({ vehicle, startOn: '2025-02-05', endOn: '2025-02-06' })
    const over = await refusal(hold({ vehicle, startOn: '2025-02-04', endOn: '2025-02-05', caller: '李先生' }))
    expect(JSON.stringify(over)).toContain('已预留给王女士')
  })

  test('moved to another vehicle and other days, unless somebody has them', async () => {
    const [one, two] = [await company.vehicle(), await company.vehicle()]
    const own = await hold({ vehicle: one, startOn: '2025-02-01', endOn: '2025-02-05' })
    await hold({ vehicle: two, startOn: '2025-02-10', endOn: '2025-02-12' })
    await company.act('vehicleHold', 'reschedule', own, { vehicle: two, startOn: '2025-02-03', endOn: '2025-02-10' }, 'sales')
    expect(await ledger(one)).toEqual([])
    expect((await ledger(two)).map(({ startOn, endOn }) => [startOn, endOn])).toEqual([
      ['2025-02-03', '2025-02-10'],
      ['2025-02-10', '2025-02-12'],
    ])
    const taken = await refusal(
      company.act('vehicleHold', 'reschedule', own, { vehicle: two, startOn: '2025-02-03', endOn: '2025-02-11' }, 'sales'),
    )
    expect(taken.message).toMatch(/不能预留：已预留给王女士（YL\d+-\d+） 02-10～02-12/)
  })
})

describe('what a lease promises', () => {
  test('from its contract to its return, and a renewal does not run over a hold', async () => {
    const lease = await running(company, { startOn: '2025-01-10', endOn: '2025-07-10' })
    expect(await ledger(lease.vehicle)).toEqual([{ kind: 'lease', source: lease.lease, startOn: '2025-01-10', endOn: '2025-07-10' }])
    const held = await hold({ vehicle: lease.vehicle, startOn: '2025-07-10', endOn: '2025-07-20' })
    expect(JSON.stringify(await refusal(hold({ vehicle: lease.vehicle, startOn: '2025-07-01', endOn: '2025-07-10' })))).toContain('租约 ZL')
    await company.act('vehicleHold', 'prolong', held, { expiresAt: instantAt('2025-07-12' as Day, '09:00') }, 'sales')
    company.at('2025-06-20')
    const extension = { lease: lease.lease, kind: 'return', newEndOn: '2025-07-15', reasonNote: '晚几天还' }
    const refusedFor = await refusal(passed(company, 'leaseExtension', extension))
    expect(refusedFor.message).toMatch(/已预留给王女士（YL\d+-\d+） 07-10～07-20，请先在车辆排期中改派或改期/)
    await company.act(
      'vehicleHold',
      'reschedule',
      held,
      { vehicle: await company.vehicle(), startOn: '2025-07-10', endOn: '2025-07-20' },
      'sales',
    )
    const open = await company.read((db) =>
      db.selectFrom('leaseExtension').select('id').where('lease', '=', lease.lease).executeTakeFirstOrThrow(),
    )
    await company.act('leaseExtension', 'pass', open.id, {}, 'finance')
    expect((await ledger(lease.vehicle)).map((r) => r.endOn)).toEqual(['2025-07-15'])
  })

  test('a contract over the days of a hold waits for its own, not for that of others', async () => {
    company.at(TODAY)
    const vehicle = await company.vehicle()
    const lessee = await company.lessee()
    const held = await hold({ vehicle, startOn: '2025-03-01', endOn: '2025-03-08' })
    const blocked = await refusal(company.contract({ lessee, vehicles: [vehicle], startOn: '2025-02-01', endOn: '2025-05-01' }))
    expect(blocked.message).toMatch(/已预留给王女士/)
    const own = await company.contract({ lessee, vehicles: [vehicle], startOn: '2025-03-01', endOn: '2025-09-01', hold: held })
    expect((await holdRow(held)).status).toBe('contracted')
    expect((await ledger(vehicle)).map((r) => [r.kind, r.startOn, r.endOn])).toEqual([['lease', '2025-03-01', '2025-09-01']])
    await company.act('contract', 'void', own, { reason: '客户不租了' }, 'sales')
    expect(await ledger(vehicle)).toEqual([])
  })

  test('a draft keeps the hold, and what becomes of it decides', async () => {
    company.at(TODAY)
    const vehicle = await company.vehicle()
    const lessee = await company.lessee()
    const held = await hold({ vehicle, startOn: '2025-03-01', endOn: '2025-03-08' })
    const values = { store: company.store, plan: company.plan, ...P1, lessee, startOn: '2025-03-01', endOn: '2025-09-01' }
    const wrong = await refusal(company.add('contract', { ...values, vehicles: [await company.vehicle()], hold: held }, 'sales'))
    expect(JSON.stringify(wrong)).toContain('的车辆不在合同中')
    const draft = await company.add('contract', { ...values, vehicles: [vehicle], hold: held }, 'sales')
    expect((await holdRow(held)).status).toBe('signing')
    expect((await ledger(vehicle)).map((r) => r.kind)).toEqual(['hold'])
    await company.act('contract', 'void', draft, { reason: '重新签' }, 'sales')
    expect((await holdRow(held)).status).toBe('held')
  })

  test('a temporary swap keeps the vehicle that is away for its lease', async () => {
    const lease = await running(company, { startOn: '2025-01-10', endOn: '2025-07-10' })
    const stand = await company.vehicle()
    const swap = await passed(company, 'vehicleSwap', {
      lease: lease.lease,
      kind: 'temporary',
      newVehicle: stand,
      plannedOn: '2025-01-10',
      expectedBackOn: '2025-01-20',
      reasonKind: 'other',
    })
    company.clock.advanceMinutes(30)
    const done = {
      effectiveAt: company.clock.now(),
      oldOdometer: 13_000,
      oldEnergyPercent: 50,
      oldItems: [],
      newOdometer: 10,
      newEnergyPercent: 90,
      newItems: [],
    }
    await company.act('vehicleSwap', 'complete', swap, { ...done, photos: [await company.file('sales')] }, 'sales')
    expect((await ledger(stand)).map((r) => [r.kind, r.startOn, r.endOn])).toEqual([['lease', '2025-01-10', '2025-01-20']])
    expect((await ledger(lease.vehicle)).map((r) => [r.kind, r.startOn, r.endOn])).toEqual([['away', '2025-01-10', '2025-07-10']])
    await hold({ vehicle: stand, startOn: '2025-01-20', endOn: '2025-01-25' })
    expect(JSON.stringify(await refusal(hold({ vehicle: lease.vehicle, startOn: '2025-02-01', endOn: '2025-02-05' })))).toContain('要换回')
    company.at('2025-01-18')
    await company.act('vehicleSwap', 'bringBack', swap, { backAt: company.clock.now(), tempOdometer: 500, mainOdometer: 13_100 }, 'sales')
    expect((await ledger(lease.vehicle)).map((r) => [r.kind, r.endOn])).toEqual([['lease', '2025-07-10']])
    expect((await ledger(stand)).map((r) => r.kind)).toEqual(['hold'])
  })
})

describe('a hold ends', () => {
  test('by its time, at once for whoever wants the days, and by the clock for all', async () => {
    company.at(TODAY, '09:00')
    const vehicle = await company.vehicle()
    const held = await hold({ vehicle, startOn: '2025-02-01', endOn: '2025-02-05' })
    // As long as the company keeps one.
    expect((await holdRow(held)).expiresAt).toBe(instantAt('2025-01-11' as Day, '09:00'))
    await company.act('vehicleHold', 'prolong', held, { expiresAt: instantAt('2025-01-12' as Day, '09:00') }, 'sales')
    company.at('2025-01-12', '08:59')
    expect(JSON.stringify(await refusal(hold({ vehicle, startOn: '2025-02-01', endOn: '2025-02-05' })))).toContain('已预留')
    company.at('2025-01-12', '09:00')
    const next = await hold({ vehicle, startOn: '2025-02-01', endOn: '2025-02-05', caller: '李先生' })
    expect(await holdRow(held)).toMatchObject({ status: 'expired', releaseReason: '保留时间已到' })
    company.at('2025-01-14')
    await holdJob.run(company.as())
    expect((await holdRow(next)).status).toBe('expired')
    expect(await ledger(vehicle)).toEqual([])
  })
  test('by somebody; and a vehicle that is promised is not taken out of the fleet', async () => {
    company.at(TODAY)
    const vehicle = await company.vehicle()
    const held = await hold({ vehicle, startOn: '2025-02-01', endOn: '2025-02-05' })
    expect((await refusal(company.act('vehicle', 'suspend', vehicle, { reason: '事故' }))).message).toMatch(/已预留给 王女士 02-01～02-05/)
    await company.act('vehicleHold', 'release', held, { reason: '客户不要了' }, 'sales')
    expect((await holdRow(held)).releaseReason).toBe('客户不要了')
    await company.act('vehicle', 'suspend', vehicle, { reason: '事故' })
    const gone = await refusal(hold({ vehicle, startOn: '2025-03-01', endOn: '2025-03-05' }))
    expect(JSON.stringify(gone)).toContain('已停用')
  })
  test('one transaction that fails takes both away', async () => {
    company.at(TODAY)
    const vehicle = await company.vehicle()
    const broken = company.write(async (tx) => {
      const { id } = await add(tx, company.as('sales'), 'vehicleHold', {
        caller: '王女士',
        mobile: '13900139000',
        store: company.store,
        vehicle,
        startOn: '2025-02-01',
        endOn: '2025-02-05',
      })
      await act(tx, company.as('sales'), 'vehicleHold', 'release', id, null, { reason: '试' })
      throw new Error('broken')
    })
    await expect(broken).rejects.toThrow('broken')
    expect(await ledger(vehicle)).toEqual([])
  })
})

test('the search says which are free and why the others are not', async () => {
  company.at(TODAY)
  const [free, held, workshop] = [await company.vehicle(), await company.vehicle(), await company.vehicle()]
  await hold({ vehicle: held, startOn: '2025-02-01', endOn: '2025-02-05' })
  await company.act('vehicle', 'prepareAgain', workshop, { reason: '补漆' })
  const ask = (from: string, to: string) =>
    company.read(async (db) =>
      freeAmong(
        db,
        company.as('sales'),
        await db.selectFrom('vehicle').select(['id', 'status']).where('id', 'in', [free, held, workshop]).execute(),
        { from: from as Day, to: to as Day },
      ),
    )
  const later = await ask('2025-02-04', '2025-02-06')
  expect(later.get(free)).toEqual({ free: true, why: [], note: [] })
  expect(later.get(held)).toMatchObject({ free: false, why: [expect.stringMatching(/^已预留给王女士（YL.*） 02-01～02-05$/)] })
  expect(later.get(workshop)).toEqual({ free: true, why: [], note: ['当前整备中'] })
  expect((await ask(TODAY, '2025-01-12')).get(workshop)).toMatchObject({ free: false, why: ['当前整备中'] })
})
