/** A process of its own, in the zone its environment names: leases around midnight, and the bills that come of them, as JSON. */
import type pg from 'pg'
import { openDatabase } from '#kit/database/connection/pool.server.ts'
import { Company } from './company.ts'
import { running } from './leases.ts'

const app = JSON.parse(process.env['ZONE_DATABASE'] ?? '{}') as pg.ClientConfig
const db = openDatabase({ endpoint: () => app, max: 4 })
const company = await Company.open('2025-01-10', { db, close: () => db.close() })

const contracts: number[] = []
for (const [startOn, endOn, more] of [
  ['2025-01-31', '2026-01-31', {}],
  ['2025-03-09', '2026-03-09', { anchorMode: 'calendarMonth' }],
  ['2024-12-15', '2025-12-15', { billMode: 'arrears', payCycleMonths: '3' }],
  ['2025-02-28', '2026-02-28', { dayRule: 'includeEnd', prorateMode: 'thirty' }],
] as const)
  contracts.push((await running(company, { startOn, endOn, ...more })).contract)

/** Without DEEP every other day: what was not billed then is billed on the next. */
const EVERY = process.env['DEEP'] === '1' ? 1 : 2
// Minutes on either side of midnight in Shanghai, UTC and New York, and over both changes to and from summer time there.
const TIMES = ['00:01', '07:59', '08:01', '12:59', '13:01', '23:59'] as const
const DAYS = [
  '2025-03-02',
  '2025-03-08',
  '2025-03-09',
  '2025-03-10',
  '2025-04-23',
  '2025-06-30',
  '2025-10-25',
  '2025-11-02',
  '2025-11-03',
  '2025-12-31',
  '2026-01-01',
]
for (const day of DAYS.filter((_, i) => i % EVERY === 0)) {
  for (const time of TIMES) {
    company.at(day, time)
    const { failures } = await company.run()
    if (failures.length) throw new Error(JSON.stringify(failures))
  }
}
const bills = await company.read((tx) =>
  tx
    .selectFrom('bill')
    .select(['no', 'billType', 'startOn', 'endOn', 'amount', 'issueOn', 'issuedOn', 'dueOn', 'graceUntil'])
    .where('contract', 'in', contracts)
    .orderBy('id')
    .execute(),
)
const leases = await company.read((tx) =>
  tx.selectFrom('lease').select(['startOn', 'endOn', 'handedOverAt']).where('contract', 'in', contracts).orderBy('id').execute(),
)
process.stdout.write(
  JSON.stringify({
    zone: process.env['TZ'],
    hour: new Date('2025-07-01T12:00:00Z').getHours(),
    today: company.clock.today(),
    bills,
    leases,
    faults: await company.proveAll(),
  }),
)
await company.close()
