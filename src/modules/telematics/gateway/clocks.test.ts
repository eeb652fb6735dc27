/** What a link remembers of its terminal from before, and what its clock is worth, as far as the pages that show it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { list } from '#kit/entity/query/query.server.ts'
import { Device, location } from '#tests/device.ts'
import { fitted, openGateway } from '#tests/gateway.ts'
import { Company } from '#tests/stories/company.ts'
import { servedAlarm } from '../alarms/alarm.server.ts'
import { countsOf, readRows } from '../reads/fleet.server.ts'
import type { RunningGateway } from './gateway.server.ts'

const MINUTE = 60_000
let c: Company
let g: RunningGateway
let profile: number
let phone = 13_810_000_000
const devices: Device[] = []
const now = (): number => Date.parse(c.clock.now())
const enter = async (code?: string): Promise<Device> => {
  const d = await new Device({ port: g.port, phone: String(phone) }).open()
  devices.push(d)
  if (code === undefined) await d.register()
  expect(await d.authenticate(code ?? d.code)).toBe(0)
  return d
}
const alarms = (terminal: number) =>
  c.read((db) =>
    db
      .selectFrom('alarm')
      .select(['vehicle', 'detail', 'endAt', 'grade'])
      .where('terminal', '=', terminal)
      .where('kind', '=', 'clock')
      .execute(),
  )
const faultOf = async (terminal: number) =>
  (await c.read((db) => db.selectFrom('terminal').select('clockFault').where('id', '=', terminal).executeTakeFirstOrThrow())).clockFault
const stands = async (vehicle: number) => {
  await g.flush()
  const row = await c.read((db) => db.selectFrom('vehiclePosition').selectAll().where('vehicle', '=', vehicle).executeTakeFirstOrThrow())
  return { at: row.at === null ? null : Date.parse(row.at), lng: Number(row.lng), accOn: row.accOn, online: row.online }
}

beforeAll(async () => {
  c = await Company.open('2026-11-20')
  profile = await c.add('deviceProfile', { name: '通用' })
  g = await openGateway(c, { sweepMs: 60_000 })
})
afterAll(async () => {
  for (const d of devices) d.drop()
  await g?.stop()
  await c?.close()
})

test.each([
  ['of 2000', () => Date.parse('2000-01-01T00:00:00Z'), '比平台慢约 27 年'],
  ['twenty minutes ahead', () => now() + 20 * MINUTE, '比平台快 20 分钟'],
  ['of UTC', () => now() - 480 * MINUTE, '按世界时（UTC）上报，比北京时间慢 8 小时'],
])('a clock %s is one alarm until it is right; the vehicle stands by the time of receipt', async (_name, time, words) => {
  const { terminal, vehicle } = await fitted(c, profile, ++phone)
  const d = await enter()
  for (let i = 0; i < 4; i++) {
    c.clock.advanceMinutes(1)
    await d.locate({ at: time(), longitude: 121_500_000 + i })
  }
  await expect.poll(() => faultOf(terminal)).toContain(words)
  expect(await alarms(terminal)).toMatchObject([{ vehicle, endAt: null, grade: 'notice', detail: expect.stringContaining(words) }])
  expect(await stands(vehicle)).toMatchObject({ at: now(), lng: 121.500003, accOn: true, online: true })
  // Comes again, is wrong still: the same alarm. Then it is right.
  d.drop()
  const again = await enter(d.code)
  await again.locate({ at: now() })
  await expect.poll(() => faultOf(terminal)).toBeNull()
  expect(await alarms(terminal)).toMatchObject([{ endAt: c.clock.now() }])
})

const cries = async (vehicle: number) => {
  await g.flush()
  return c.read((db) =>
    db.selectFrom('alarm').select(['startAt', 'lng', 'grade']).where('vehicle', '=', vehicle).where('kind', '=', 'b0').execute(),
  )
}
const lastFix = async (terminal: number): Promise<number> => {
  // Said once a minute.
  c.clock.advanceMinutes(1)
  await g.flush()
  const row = await c.read((db) => db.selectFrom('terminal').select('lastFixAt').where('id', '=', terminal).executeTakeFirstOrThrow())
  return row.lastFixAt === null ? 0 : Date.parse(row.lastFixAt)
}

test.each([
  ['twenty minutes ahead', () => now() + 20 * MINUTE],
  ['of 1970, which the wire writes as 70', () => Date.parse('2070-01-01T00:00:00Z')],
  ['of 2000', () => Date.parse('2000-01-01T00:00:00Z')],
  ['that lost count of its weeks', () => now() - 1024 * 7 * 86_400_000],
  ['of 2011', () => Date.parse('2011-05-05T05:05:05Z')],
  ['of 2099', () => Date.parse('2099-12-31T15:00:00Z')],
  ['of UTC', () => now() - 480 * MINUTE],
  ['nine minutes ahead, as clocks drift', () => now() + 9 * MINUTE],
])(
  'the first report of a clock %s asks for help: it is answered, an SOS of now at its place, and the vehicle stands there',
  async (_name, time) => {
    const { terminal, vehicle } = await fitted(c, profile, ++phone)
    const d = await enter()
    const pressed = now()
    expect(await d.locate({ at: time(), alarm: 1, longitude: 121_500_000 })).toBe(0)
    const [cry, ...more] = await cries(vehicle)
    expect(more).toEqual([])
    expect(Number(cry!.lng)).toBe(121.5)
    expect(Math.abs(Date.parse(cry!.startAt) - pressed)).toBeLessThanOrEqual(10 * MINUTE)
    expect(await stands(vehicle)).toMatchObject({ lng: 121.5, online: true })
    expect(await lastFix(terminal)).toBe(pressed)
  },
)

test('what a terminal kept, old but right, is no wrong clock: hours behind, and every report nearer', async () => {
  const { terminal } = await fitted(c, profile, ++phone)
  const d = await enter()
  for (const behind of [26 * 60, 8 * 60, 7 * 60 + 50, 7 * 60 + 40, 10]) {
    c.clock.advanceMinutes(1)
    await d.locate({ at: now() - behind * MINUTE })
  }
  expect(await alarms(terminal)).toEqual([])
  expect(await c.read((db) => db.selectFrom('position').select('flags').where('terminal', '=', terminal).orderBy('at').execute())).toEqual(
    [1, 1, 1, 1, 0].map((flags) => ({ flags })),
  )
})

test('an SOS among what was kept by a clock nobody has judged is heard, at no place', async () => {
  const { vehicle } = await fitted(c, profile, ++phone)
  const d = await enter()
  expect(await d.ask('0704', { type: 1, locations: [location({ time: '2000-01-01 00:10:00', alarm: 1 })] })).toBe(0)
  expect(await cries(vehicle)).toMatchObject([{ startAt: c.clock.now(), lng: null }])
})

test('a terminal of UTC is known as one from its first report when it comes again', async () => {
  const { terminal, vehicle } = await fitted(c, profile, ++phone)
  const d = await enter()
  for (let i = 0; i < 4; i++) {
    c.clock.advanceMinutes(1)
    await d.locate({ at: now() - 480 * MINUTE })
  }
  await expect.poll(() => faultOf(terminal)).toContain('UTC')
  d.drop()
  const again = await enter(d.code)
  c.clock.advanceMinutes(1)
  await again.locate({ at: now() - 480 * MINUTE, longitude: 121_480_000 })
  expect(await stands(vehicle)).toMatchObject({ at: now(), lng: 121.48 })
  expect(await alarms(terminal)).toHaveLength(1)
})

test('the first report after signing in is compared with where the vehicle was seen before', async () => {
  const { vehicle } = await fitted(c, profile, ++phone)
  const d = await enter()
  await d.locate({ at: now() - 20_000, longitude: 121_500_000 })
  await g.flush()
  d.drop()
  const again = await enter(d.code)
  await again.locate({ at: now() - 10_000, longitude: 113_260_000, latitude: 23_130_000 })
  expect(await stands(vehicle)).toMatchObject({ lng: 121.5 })
  again.drop()
  // Also when the last that was heard had no place.
  const third = await enter(d.code)
  await third.locate({ at: now(), longitude: 113_260_000, latitude: 23_130_000 })
  expect(await stands(vehicle)).toMatchObject({ lng: 121.5 })
  third.drop()
  c.clock.advanceMinutes(8 * 60)
  const later = await enter(d.code)
  await later.locate({ at: now(), longitude: 113_260_000, latitude: 23_130_000 })
  expect(await stands(vehicle)).toMatchObject({ lng: 113.26 })
})

test('signed in without a fix is online, then offline, and not 从未上线', async () => {
  const count = async (): Promise<{ online: number; offline: number; never: number }> => {
    await g.flush()
    const { online, offline, never } = countsOf(await c.read((db) => readRows(db, c.operatorId, null)), false)
    return { online, offline, never }
  }
  await fitted(c, profile, ++phone)
  const before = await count()
  const d = await enter()
  expect(await count()).toEqual({ ...before, never: before.never - 1, online: before.online + 1 })
  d.drop()
  await expect.poll(count).toEqual({ ...before, never: before.never - 1, offline: before.offline + 1 })
})

test('an alarm is found by the plate of its vehicle', async () => {
  const [row] = await c.read((db) => db.selectFrom('alarm').select(['id', 'vehicle']).where('vehicle', 'is not', null).limit(1).execute())
  const { plateNo } = await c.read((db) =>
    db.selectFrom('vehicle').select('plateNo').where('id', '=', row!.vehicle!).executeTakeFirstOrThrow(),
  )
  const alarms = await c.read((db) => list(db, c.as(), servedAlarm, { keyword: plateNo }))
  expect(alarms.list.map(({ id }) => id)).toContain(row!.id)
})
