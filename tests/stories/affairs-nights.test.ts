/**
 * The nightly jobs of vehicle affairs and oil cards, run every night and twice, and run once after a machine stood still for weeks: two
 * companies that lived through the same days stand the same (issue 16). Only what was told on the way may differ.
 */
import { expect, test } from 'vitest'
import { addDays, instantAt, type Day } from '#kit/basics/time/day.ts'
import { affairsServer } from '#modules/affairs/affairs.server.ts'
import { fuelServer } from '#modules/fuel/fuel.server.ts'
import { all, insured } from './affairs.ts'
import { Company } from './company.ts'

const FROM = '2026-05-01' as Day
const DAYS = 40
const nights = (company: Company) => async (): Promise<void> => {
  for (const job of [...affairsServer.jobs!, ...fuelServer.jobs!]) await job.run(company.as())
}

/** Vehicles that something happens to within the forty days, and one that nothing does. */
async function fleet(company: Company): Promise<void> {
  company.at(FROM, '12:00')
  const vehicles: number[] = []
  for (let i = 0; i < 5; i++) vehicles.push(await company.vehicle())
  const [inspected, covered, gap, fined, driven] = vehicles as [number, number, number, number, number]
  await company.edit('vehicle', inspected, { registeredOn: '2020-05-15', inspectionDueOn: '2026-05-31' })
  // Followed without a gap, and ended without one to follow.
  await insured(company, covered, 'compulsory', '2025-05-20', 185_000)
  await insured(company, covered, 'compulsory', '2026-05-20', 166_500)
  await insured(company, gap, 'compulsory', '2025-05-25', 185_000)
  await insured(company, gap, 'commercial', '2025-06-05', 620_000)
  await company.add('certificate', {
    kind: 'drivingLicence',
    holderKind: 'vehicle',
    vehicle: gap,
    certificateNo: 'X1',
    issuedOn: '2020-05-20',
    dueOn: '2026-05-20',
  })
  const { plateNo } = await company.read((tx) =>
    tx.selectFrom('vehicle').select('plateNo').where('id', '=', fined).executeTakeFirstOrThrow(),
  )
  const offence = { plateNo, code: '1039', behaviour: '违停', fine: 20_000, points: 0 }
  await company.add('violation', { ...offence, occurredAt: instantAt('2026-04-20' as Day, '10:00'), dueOn: '2026-05-12' }, 'sales')
  await company.add('violation', { ...offence, occurredAt: instantAt('2026-04-21' as Day, '10:00'), dueOn: '2026-06-05' }, 'sales')
  const every = {
    item: 'oil',
    everyKm: 10_000,
    everyDays: 180,
    everyHours: null,
    leadKm: 500,
    leadDays: 15,
    leadHours: 20,
    firstKm: null,
    firstDays: null,
  }
  await company.act('upkeepPlan', 'activate', await company.add('upkeepPlan', { name: '机油', vehicles: [driven], items: [every] }))
  await company.add('upkeepState', { vehicle: driven, item: 'oil', lastOn: '2025-11-25', lastKm: 12_350 })
  const account = await company.add('fuelAccount', {
    name: '主账户',
    supplier: 'sinopec',
    mainCardNo: '1000113200000001',
    store: company.store,
  })
  for (const [no, validTo] of [
    ['1000113200000002', '2026-05-10'],
    ['1000113200000003', '2026-06-09'],
    ['1000113200000004', '2026-12-31'],
  ] as const)
    await company.act('fuelCard', 'activate', await company.add('fuelCard', { cardNo: no, account, kind: 'sub', validTo }))
}

const TABLES = {
  affairDue: ['ref', 'kind', 'level', 'dueOn', 'dueKm', 'kmLeft', 'forecastOn', 'store'],
  vehicle: ['vin', 'status', 'inspectionDueOn', 'compulsoryInsuranceDueOn', 'commercialInsuranceDueOn', 'roadPermitDueOn', 'odometer'],
  vehicleBlock: ['vehicle', 'kind', 'ref', 'reason', 'status'],
  insurancePolicy: ['vehicle', 'kind', 'status', 'startAt', 'endAt'],
  certificate: ['vehicle', 'kind', 'status', 'dueOn'],
  inspection: ['vehicle', 'kind', 'status', 'dueOn', 'windowFrom'],
  violation: ['vehicle', 'occurredAt', 'status', 'surcharge', 'holderKind'],
  vehicleViolation: ['vehicle', 'total', 'open', 'openFine', 'surcharge'],
  vehicleCost: ['vehicle', 'costOn', 'kind', 'amount', 'key'],
  fuelCard: ['cardNo', 'status', 'validTo'],
} as const
/** Every row as it stands, without the days on which somebody looked. */
async function standing(company: Company): Promise<Record<string, string[]>> {
  const rowsByTable: Record<string, string[]> = {}
  for (const [table, columns] of Object.entries(TABLES)) {
    const rows = await all(company, table, 'operatorId', company.operatorId)
    rowsByTable[table] = rows.map((r) => JSON.stringify(columns.map((name) => r[name]))).toSorted()
  }
  return rowsByTable
}
const messageCount = async (company: Company): Promise<number> =>
  (await all(company, 'inboxMessage', 'operatorId', company.operatorId)).length

test('every night and twice, or once and late: the same', async () => {
  const [punctual, late] = [await Company.open(FROM), await Company.open(FROM)]
  try {
    for (const company of [punctual, late]) await fleet(company)
    const early = await standing(punctual)
    for (let n = 0; n <= DAYS; n++) {
      punctual.at(addDays(FROM, n), '00:20')
      await nights(punctual)()
      const [once, heard] = [await standing(punctual), await messageCount(punctual)]
      await nights(punctual)()
      expect(await standing(punctual), `the second run of ${addDays(FROM, n)}`).toEqual(once)
      expect(await messageCount(punctual)).toBe(heard)
    }
    // The machine stood still from the first night on, and came back on an afternoon.
    late.at(addDays(FROM, DAYS), '15:47')
    await nights(late)()
    const end = await standing(late)
    expect(end).toEqual(await standing(punctual))
    // Something did happen: each of them has moved since the first day.
    for (const table of ['affairDue', 'vehicleBlock', 'insurancePolicy', 'certificate', 'inspection', 'violation', 'fuelCard'])
      expect(end[table], table).not.toEqual(early[table])
  } finally {
    await punctual.base.close()
    await late.base.close()
  }
})
