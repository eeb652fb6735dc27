/** wherever the server stands, the bills carry the same days. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'

interface Seen {
  zone: string
  hour: number
  bills: { no: string; startOn: string | null; amount: number }[]
  leases: object[]
  faults: string[]
}
/** Each is a process that loads the whole product. Behind Greenwich with a summer time is what goes wrong first. */
const ZONES = process.env['DEEP'] === '1' ? ['UTC', 'Asia/Shanghai', 'America/New_York'] : ['Asia/Shanghai', 'America/New_York']
const HOURS: Record<string, number> = { UTC: 12, 'Asia/Shanghai': 20, 'America/New_York': 8 }
const ROOT = join(import.meta.dirname, '../..')

async function inZone(zone: string): Promise<Seen> {
  const base = await testDatabase()
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['tests/stories/zone.ts'], {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: '', TZ: zone, ZONE_DATABASE: JSON.stringify(base.app()) },
      maxBuffer: 8 << 20,
    })
    return JSON.parse(stdout) as Seen
  } finally {
    await base.close()
  }
}

test(`R-51: in ${ZONES.join(', ')} four leases get the same bills on the same days`, async () => {
  const seen = await Promise.all(ZONES.map(inZone))
  // The zones were really those.
  expect(seen.map(({ zone, hour }) => [zone, hour])).toEqual(ZONES.map((zone) => [zone, HOURS[zone]]))
  const [first, ...others] = seen
  expect(first!.bills.length).toBeGreaterThan(40)
  expect(first!.faults).toEqual([])
  for (const other of others) {
    expect(other.bills).toEqual(first!.bills)
    expect(other.leases).toEqual(first!.leases)
  }
  // On the day of Shanghai, not of the zone: the handover of 10:00 on 31 January is the first day of its lease.
  expect(first!.leases[0]).toMatchObject({ startOn: '2025-01-31', endOn: '2026-01-31', handedOverAt: '2025-01-31T02:00:00.000Z' })
})
