/** 运营设置: what an administrator sets for handovers, renewals, returns and reminders is what happens. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Entity } from '#kit/entity/entity.ts'
import { listed } from '#kit/entity/query/query.server.ts'
import { describeQuery } from '#kit/entity/query/query-words.server.ts'
import { get } from '#kit/entity/store.server.ts'
import { day, instantAt, type Day } from '#kit/basics/time/day.ts'
import { remindEnding } from '#modules/leasing/rent/issue.server.ts'
import { vehicle } from '#modules/vehicles/vehicle.ts'
import { settleNightly } from '#modules/leasing/returns/settle.server.ts'
import { computeSheet } from '#modules/leasing/returns/settlement.server.ts'
import { Company, refusal } from './company.ts'
import { running, type Running } from './leases.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-10')
})
afterAll(() => company?.close())

const TERM = { startOn: '2025-02-01', endOn: '2026-02-01' }
const cardOf = (code: string) => {
  const card = company.registry.modules.flatMap((m) => m.home ?? []).find((one) => one.code === code)
  if (!card) throw new Error(`no card ${code}`)
  return card.load(company.as()) as unknown as Promise<{ figures: { label: string; value: number; to: string }[] }>
}
const workOf = (code: string) => {
  const source = company.registry.modules.flatMap((m) => m.work ?? []).find((one) => one.code === code)
  if (!source) throw new Error(`no work ${code}`)
  return company.read((db) => source.load(db, company.as(), 5))
}
const inbox = (who: string | number) =>
  company.read((db) =>
    db
      .selectFrom('inboxMessage')
      .select(['title', 'content', 'link', 'category'])
      .where('receiver', '=', typeof who === 'number' ? who : company.people.get(who)!)
      .orderBy('id')
      .execute(),
  )
const admin = async (): Promise<number> =>
  (await company.read((db) => db.selectFrom('user').select('id').where('isAdmin', '=', true).orderBy('id').executeTakeFirstOrThrow())).id
const settlementOf = (lease: Running) =>
  company.read((db) => db.selectFrom('returnSettlement').selectAll().where('lease', '=', lease.lease).executeTakeFirstOrThrow())

async function askedBack(lease: Running): Promise<number> {
  const id = await company.add('vehicleReturn', { lease: lease.lease, plannedOn: company.clock.today(), reasonKind: 'early' }, 'sales')
  await company.act('vehicleReturn', 'submit', id, {}, 'sales')
  await company.act('vehicleReturn', 'pass', id, {}, 'finance')
  return id
}
async function settle(lease: Running): Promise<number> {
  const { id } = await settlementOf(lease)
  await company.act('returnSettlement', 'fill', id, { penaltyWaived: 0, violationsChecked: true, payee: '张三' }, 'sales')
  const { hash } = await company.write(async (tx) =>
    computeSheet(tx, company.as(), (await get(tx, company.as(), 'returnSettlement', id)) as never),
  )
  await company.act('returnSettlement', 'submit', id, { hash }, 'sales')
  await company.act('returnSettlement', 'pass', id, {}, 'finance')
  return id
}

describe('交车照片最少张数', () => {
  test('fewer photos than set are refused at the handover, none are wanted at 0', async () => {
    company.at('2025-02-01')
    const contract = await company.contract({ lessee: await company.lessee(), vehicles: [await company.vehicle()], ...TERM })
    await company.sign(contract)
    const bills = await company.bills(contract)
    await company.pay(
      bills.map((b) => b.id),
      1_080_000,
    )
    expect((await refusal(company.handOver(contract, { photos: await company.files(3) }))).data).toEqual({ photos: '交车照片至少 4 张' })
    await company.parameter('handoverPhotosMin', 0)
    await company.handOver(contract, { photos: [] })
    await company.parameter('handoverPhotosMin', 4)
  })
})

describe('可提前续租天数', () => {
  test('sixty days before the end a renewal may be asked for, not sixty-one', async () => {
    const lease = await running(company, TERM)
    await company.parameter('renewAheadDays', 60)
    const id = await company.add('renewal', { lease: lease.lease, months: 6, monthlyRent: 360_000 }, 'sales')
    company.at('2025-12-02')
    expect((await refusal(company.act('renewal', 'submit', id, {}, 'sales'))).message).toBe(
      '还不能续租，最早 2025-12-03 可以提交（见运营设置）',
    )
    company.at('2025-12-03')
    await company.act('renewal', 'submit', id, {}, 'sales')
    // What was asked for in time is decided whatever the setting says then.
    await company.parameter('renewAheadDays', 1)
    await company.act('renewal', 'pass', id, {}, 'finance')
    await company.parameter('renewAheadDays', 365)
  })
})

describe('合同到期提醒天数 and 车辆闲置提醒天数', () => {
  test('the home page counts within the days set, and the rows behind the figure are those', async () => {
    const lease = await running(company, { startOn: '2025-03-01', endOn: '2025-06-01' })
    company.at('2025-05-20')
    await company.parameter('contractWarnDays', 11)
    const before = await workOf('leasesEnding')
    await company.parameter('contractWarnDays', 12)
    const after = await workOf('leasesEnding')
    expect(after.total).toBe(before.total + 1)
    expect(decodeURIComponent(after.to)).toBe('/lease/leaseList?status=active&endOn=2025-05-20~2025-06-01')
    expect(lease.lease).toBeGreaterThan(0)
  })
  test('the clerk of the lease hears of it once when its days have come, and once more when it stays out', async () => {
    const { owner } = await company.read((db) =>
      db.selectFrom('lease').select('owner').where('endOn', '=', day('2025-06-01')).executeTakeFirstOrThrow(),
    )
    const titles = async (): Promise<string[]> =>
      (await inbox(owner!)).filter((m) => m.category === 'expiry' && m.title.includes('2025-06-01')).map((m) => m.title)
    company.at('2025-05-19')
    await remindEnding(company.as())
    expect(await titles()).toEqual([])
    company.at('2025-05-20')
    await remindEnding(company.as())
    await remindEnding(company.as())
    company.at('2025-05-25')
    await remindEnding(company.as())
    expect(await titles()).toEqual(['您负责的 1 张租约将于 2025-06-01 到期，请联系续租或退车'])
    company.at('2025-06-02')
    await remindEnding(company.as())
    expect(await titles()).toEqual(['您负责的 1 张租约将于 2025-06-01 到期，请联系续租或退车', '您负责的 1 张租约已于 2025-06-01 到期未还'])
  })
  test('vehicles that wait longer than set are counted', async () => {
    company.at('2025-06-10')
    const before = (await cardOf('vehiclesIdle')).figures[0]!.value
    await company.vehicle()
    company.at('2025-06-24')
    expect((await cardOf('vehiclesIdle')).figures[0]).toMatchObject({ label: '待租 15 天以上', value: before })
    company.at('2025-06-25')
    const [idle] = (await cardOf('vehiclesIdle')).figures
    expect(idle!.value).toBe(before + 1)
    // The page it leads to is filtered and sorted by days, and an export says so in days.
    const asked = { status: 'available', idleSince: '15~', sort: 'idleSince' }
    const words = await company.read((db) => describeQuery(db, company.as(), vehicle as unknown as Entity, asked))
    expect(words).toContain('闲置天数：15 天及以上')
    expect(words).toContain('按闲置天数降序')
    const rows = await company.read((db) => listed(db, company.as(), vehicle as unknown as Entity, asked))
    expect(rows.total).toBe(idle!.value)
    expect(decodeURIComponent(idle!.to)).toBe('/vehicle/vehicleList?status=available&idleSince=15~')
    await company.parameter('vehicleIdleWarnDays', 16)
    expect((await cardOf('vehiclesIdle')).figures[0]!.value).toBe(before)
  })
})

describe('退车必须验车', () => {
  test('required, the vehicle cannot be taken back without an inspection; else time, odometer and a reason do, and nothing of an inspection is charged', async () => {
    const lease = await running(company, { startOn: '2025-07-01', endOn: '2026-07-01' })
    company.at('2025-07-11', '09:00')
    const id = await askedBack(lease)
    company.at('2025-07-11', '16:00')
    const input = { actualAt: instantAt('2025-07-11' as Day, '15:00'), odometer: 12_500, inspectNote: '客户在外地交车，委托拖运' }
    expect((await refusal(company.act('vehicleReturn', 'takeBack', id, input, 'sales'))).message).toBe(
      '运营设置要求退车必须验车，请办理验车确认',
    )
    expect(
      await company.read((db) => db.selectFrom('returnSettlement').select('id').where('lease', '=', lease.lease).executeTakeFirst()),
    ).toBeUndefined()
    await company.parameter('returnInspectionRequired', false)
    expect((await refusal(company.act('vehicleReturn', 'takeBack', id, { ...input, odometer: 12_000 }, 'sales'))).message).toBe(
      '退车里程不能小于交车里程 12350 km',
    )
    expect(await company.act('vehicleReturn', 'takeBack', id, input, 'sales')).toMatchObject({
      status: 'inspected',
      inspectedBy: null,
      inspectNote: '客户在外地交车，委托拖运',
    })
    await company.parameter('returnInspectionRequired', true)
    const { sheet } = await company.write(async (tx) => computeSheet(tx, company.as(), (await settlementOf(lease)) as never))
    expect(sheet.lines.map((x) => [x.label, x.amount])).toEqual([['退还租金：租金 2025-07-01 ~ 2025-07-31', 257_419]])
    await settle(lease)
    expect(await company.proveAll()).toEqual([])
  })
})

describe('违章押金最少留存', () => {
  const back = async (more: Record<string, unknown>): Promise<Running> => {
    const lease = await running(company, { startOn: '2025-08-01', endOn: '2026-08-01', ...more })
    company.at('2025-08-11', '09:00')
    const id = await askedBack(lease)
    company.at('2025-08-11', '16:00')
    await company.act(
      'vehicleReturn',
      'inspect',
      id,
      {
        actualAt: instantAt('2025-08-11' as Day, '15:00'),
        odometer: 12_350,
        energyPercent: 90,
        items: [],
        cleaningFee: 0,
        photos: await company.files(4),
        damages: [{ part: '车头', level: 'heavy', responsibility: 'lessee', amount: 900_000, note: null }],
      },
      'sales',
    )
    return lease
  }
  test('without a figure the whole violation deposit stays, whatever is owed', async () => {
    const lease = await back({})
    await settle(lease)
    // 900000 − 257419 of rent back − 500000 of the vehicle deposit.
    expect(await settlementOf(lease)).toMatchObject({
      net: 642_581,
      depositUsed: 500_000,
      receivable: 142_581,
      violationHeld: 200_000,
      status: 'toCollect',
    })
  })
  test('with a figure what is above it pays after the vehicle deposit, and the rest waits', async () => {
    const lease = await back({ violationKeep: 100_000 })
    await settle(lease)
    expect(await settlementOf(lease)).toMatchObject({
      net: 642_581,
      depositUsed: 600_000,
      receivable: 42_581,
      refund: 0,
      violationHeld: 100_000,
      holdUntil: '2025-09-10',
      status: 'toCollect',
    })
    const accounts = await company.read((db) =>
      db.selectFrom('depositAccount').select(['kind', 'balance', 'deducted']).where('lease', '=', lease.lease).orderBy('id').execute(),
    )
    expect(accounts).toEqual([
      { kind: 'vehicle', balance: 0, deducted: 500_000 },
      { kind: 'violation', balance: 100_000, deducted: 100_000 },
    ])
    expect(await company.proveAll()).toEqual([])
  })
  test('more than the deposit itself cannot be kept', async () => {
    expect(
      (
        await refusal(
          company.contract({ lessee: await company.lessee(), vehicles: [await company.vehicle()], ...TERM, violationKeep: 200_001 }),
        )
      ).message,
    ).toBe('「违章押金最少留存」不能大于违章押金')
  })
})

describe('the run of the night', () => {
  test('tells the administrators which settlement it could not move on, once a day, and fails as a job', async () => {
    const lease = await running(company, { startOn: '2025-10-01', endOn: '2026-10-01' })
    company.at('2025-10-11', '09:00')
    const id = await askedBack(lease)
    company.at('2025-10-11', '16:00')
    await company.act(
      'vehicleReturn',
      'inspect',
      id,
      { actualAt: company.clock.now(), odometer: 12_350, energyPercent: 90, items: [], cleaningFee: 0, photos: await company.files(4) },
      'sales',
    )
    const s = await settle(lease)
    // A deposit account that was meddled with: releasing it breaks a law of the ledger.
    await company.write((tx) => tx.updateTable('refund').set({ status: 'paid' }).where('lease', '=', lease.lease).execute())
    await company.act('returnSettlement', 'advance', s, {}, 'finance')
    await company.write((tx) =>
      tx
        .updateTable('depositAccount')
        .set({ balance: 250_000 as never })
        .where('lease', '=', lease.lease)
        .where('kind', '=', 'violation')
        .execute(),
    )
    company.at('2025-12-01', '02:00')
    const { no } = await settlementOf(lease)
    const failureNotices = async () => (await inbox(await admin())).filter((m) => m.title.includes('退车结算单自动推进失败'))
    const night = (): Promise<string> =>
      settleNightly(company.as()).then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
    expect(await night()).not.toBe('done')
    await night()
    const messages = await failureNotices()
    expect(messages).toHaveLength(1)
    expect(messages[0]!.content).toMatch(new RegExp(`${no}：`))
    // The others of that night went on.
    expect((await settlementOf(lease)).status).toBe('holding')
  })
})
