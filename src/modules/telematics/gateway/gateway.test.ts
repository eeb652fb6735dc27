import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Device, location } from '#tests/device.ts'
import { openGateway } from '#tests/gateway.ts'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { randomOf } from '#kit/basics/random.ts'
import { Company } from '#tests/stories/company.ts'
import type { Bodies, Location } from '../jt808/jt808.ts'
import type { RunningGateway } from './gateway.server.ts'

const START = '2026-11-20'
/** In full `DEEP=1`; at its size (5,000 in 30 s) in tests/stories/telematics-crowd.test.ts. */
const CROWD = process.env['DEEP'] ? 2000 : 160
const FUZZED = process.env['DEEP'] ? 200_000 : 1000
let c: Company
let base: TestDatabase
let g: RunningGateway
let profile: number
const devices: Device[] = []
const suspicions: string[] = []
let phones = 13_900_000_000

const device = (more: Partial<Device['options']> = {}): Device => {
  const made = new Device({ port: g.port, phone: String(phones), ...more })
  devices.push(made)
  return made
}
const now = (): number => Date.parse(c.clock.now())
async function terminal(bound = true): Promise<{ id: number; phone: string; vehicle: number | null }> {
  const phone = String(++phones)
  const id = await c.add('terminal', { terminalNo: phone, profile, store: c.store })
  const vehicle = bound ? await c.vehicle() : null
  if (vehicle) await c.act('terminal', 'bind', id, { vehicle, at: new Date(now() - 86_400_000).toISOString() })
  return { id, phone, vehicle }
}
/** A batch in packets that nobody has sent yet. */
function packetsOf(d: Device, locations: Location[]): Uint8Array[] {
  const frames: Uint8Array[] = []
  const write = d.write.bind(d)
  d.write = (bytes) => void frames.push(bytes)
  d.sayLong('0704', { type: 1, locations })
  d.write = write
  return frames
}
const positions = (id: number) =>
  c.read((db) => db.selectFrom('position').selectAll().where('terminal', '=', id).orderBy('at').orderBy('serial').execute())

beforeAll(async () => {
  base = await testDatabase()
  c = await Company.open(START, base)
  profile = await c.add('deviceProfile', { name: '通用', cutBy: 'control', cutCode: 'F0', restoreCode: 'F1' })
  g = await openGateway(c, { onSuspicion: (_known, why) => suspicions.push(why), sweepMs: 50 })
})
afterAll(async () => {
  for (const d of devices) d.drop()
  await g?.stop()
  await c?.close()
})

describe('a terminal that is known', () => {
  test('registers, proves its code and is acknowledged only for what is stored', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    expect(
      await d.locate({
        at: now(),
        speed: 523,
        items: [
          { id: '01', value: 12_345 },
          { id: '51', raw: '00f0ff10' },
        ],
      }),
    ).toBe(0)
    const [row] = await positions(t.id)
    expect(row).toMatchObject({ vehicle: t.vehicle, lng: 121_473_701, lat: 31_230_416, speed: 523, odometer: 12_345, flags: 0 })
    expect(row!.items).toEqual({ i: [['51', '00f0ff10']] })
    await g.flush()
    const [live] = await c.read((db) => db.selectFrom('vehiclePosition').selectAll().where('vehicle', '=', t.vehicle).execute())
    expect(live).toMatchObject({ online: true, motion: 'driving', terminal: t.id })
    expect(Number(live!.speed)).toBe(52.3)
  })
  test.each([2011, 2013, 2019] as const)('of the edition of %i is understood', async (version) => {
    const t = await terminal()
    const d = await device({ phone: t.phone, version }).enter()
    expect(await d.locate({ at: now() })).toBe(0)
    expect(await d.ask('0002', {})).toBe(0)
    const [row] = await c.read((db) => db.selectFrom('terminal').select(['protocol', 'online']).where('id', '=', t.id).execute())
    expect(row).toEqual({ protocol: `jt808v${version}`, online: true })
  })
  test('asks what time it is and is told in UTC, as the edition of 2019 says', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone, version: 2019 }).enter()
    const timeAnswer = d.next((m) => m.header.messageId === '8004')
    d.say('0004', {})
    expect((await timeAnswer).body).toEqual({ time: c.clock.now().slice(0, 19).replace('T', ' ') })
  })
  test('is stored once however often it repeats itself, also when the serial wraps (R-74)', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    for (const serial of [65_534, 65_535, 0, 1]) expect(await d.locate({ at: now() + (serial % 10) * 1000 }, serial)).toBe(0)
    for (const serial of [65_535, 0]) expect(await d.locate({ at: now() + (serial % 10) * 1000 }, serial)).toBe(0)
    expect((await positions(t.id)).map((p) => p.serial).toSorted((a, b) => a - b)).toEqual([0, 1, 65_534, 65_535])
  })
  test('sends a batch of what it kept without network, the newest first; nothing moves the vehicle back (R-74)', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    await d.locate({ at: now(), speed: 100, longitude: 121_500_000 })
    const old = Array.from({ length: 20 }, (_, i) => location({ at: now() - (i + 1) * 60_000, longitude: 121_490_000 }))
    expect(await d.ask('0704', { type: 1, locations: old })).toBe(0)
    await g.flush()
    const stored = await positions(t.id)
    expect(stored).toHaveLength(21)
    expect(stored.filter((p) => p.flags & 1)).toHaveLength(20)
    const [live] = await c.read((db) => db.selectFrom('vehiclePosition').select(['lng', 'at']).where('vehicle', '=', t.vehicle).execute())
    expect(Number(live!.lng)).toBe(121.5)
  })
  test('belongs to the vehicle of the time of each report, not of its arrival', async () => {
    const t = await terminal()
    const other = await c.vehicle()
    const moved = new Date(now() - 3_600_000).toISOString()
    await c.act('terminal', 'unbind', t.id, { at: moved, reason: '换车' })
    await c.act('terminal', 'bind', t.id, { vehicle: other, at: moved })
    const d = await device({ phone: t.phone }).enter()
    expect(await d.ask('0704', { type: 1, locations: [location({ at: now() - 7_200_000 }), location({ at: now() - 60_000 })] })).toBe(0)
    expect((await positions(t.id)).map((p) => p.vehicle)).toEqual([t.vehicle, other])
  })
  test('that reported before it was bound is given to the vehicle from the time said', async () => {
    const t = await terminal(false)
    const d = await device({ phone: t.phone }).enter()
    await d.locate({ at: now() - 600_000 })
    await d.locate({ at: now() - 60_000 })
    const vehicle = await c.vehicle()
    await c.act('terminal', 'bind', t.id, { vehicle, at: new Date(now() - 300_000).toISOString() })
    expect((await positions(t.id)).map((p) => p.vehicle)).toEqual([null, vehicle])
  })
  test('and is bound now owns what it reports in this very second, unless it was in another vehicle when the second began', async () => {
    c.clock.set(`${c.clock.now().slice(0, 19)}.400Z`)
    const t = await terminal(false)
    const [vehicle, next] = [await c.vehicle(), await c.vehicle()]
    await c.act('terminal', 'bind', t.id, { vehicle })
    const d = await device({ phone: t.phone }).enter()
    await d.locate({ at: now() })
    await c.act('terminal', 'unbind', t.id, { reason: '换车' })
    await c.act('terminal', 'bind', t.id, { vehicle: next })
    await d.locate({ at: now() })
    expect((await positions(t.id)).map((p) => p.vehicle)).toEqual([vehicle, vehicle])
  })
})

describe('bad clocks and places (R-52)', () => {
  test.each([
    ['1970', '2000-01-01 00:00:00'],
    ['2099', '2099-12-31 23:59:59'],
    ['a day that does not exist', '2026-02-31 10:00:00'],
    ['junk digits', 'ffff0bff00aa'],
  ])('of %s are marked and poison nothing', async (_name, time) => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    await d.locate({ at: now() })
    const first = d.serial
    expect(await d.ask('0200', location({ time }))).toBe(0)
    expect(await d.ask('0200', location({ time }), first)).toBe(0)
    await g.flush()
    const stored = await positions(t.id)
    expect(stored).toHaveLength(2)
    const odd = stored.find((p) => p.flags & 64)!
    expect(odd.sentTime).toBe(time)
    const [live] = await c.read((db) => db.selectFrom('vehiclePosition').select('at').where('vehicle', '=', t.vehicle).execute())
    // By the time of receipt (fleet.md §3.7): the vehicle keeps its place and state.
    expect(Date.parse(live!.at!)).toBe(now())
  })
  test('a place nobody can have reached moves nothing, and what the report says otherwise counts', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    await d.locate({ at: now() - 20_000, longitude: 121_500_000, latitude: 31_230_000 })
    await d.locate({ at: now() - 10_000, longitude: 113_260_000, latitude: 23_130_000, status: 3 })
    await g.flush()
    const stands = async () =>
      (await c.read((db) => db.selectFrom('vehiclePosition').select(['lng', 'lat', 'at']).where('vehicle', '=', t.vehicle).execute()))[0]!
    const live = await stands()
    expect([Number(live.lng), Number(live.lat)]).toEqual([121.5, 31.23])
    expect(Date.parse(live.at!)).toBe(Math.floor((now() - 10_000) / 1000) * 1000)
    // Kept as it was sent, and marked.
    expect((await positions(t.id)).map((p) => [Number(p.lng), p.flags])).toEqual(
      expect.arrayContaining([
        [121_500_000, 0],
        [113_260_000, 12],
      ]),
    )
    await d.locate({ at: now(), longitude: 121_501_000, latitude: 31_230_000 })
    await g.flush()
    expect(Number((await stands()).lng)).toBe(121.501)
  })
  test('zero coordinates are no place', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    await d.locate({ at: now() - 10_000 })
    await d.locate({ at: now(), latitude: 0, longitude: 0 })
    await g.flush()
    const [live] = await c.read((db) =>
      db.selectFrom('vehiclePosition').select(['lng', 'motion']).where('vehicle', '=', t.vehicle).execute(),
    )
    expect(live).toMatchObject({ motion: 'unlocated' })
    expect(Number(live!.lng)).toBe(121.473701)
  })
})

describe('who a link is (R-72)', () => {
  test('nothing is taken before the code, and five refusals end the link', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).open()
    for (let i = 0; i < 4; i++) expect(await d.locate({ at: now() })).toBe(1)
    d.say('0200', location({ at: now() }))
    await d.gone()
    expect(await positions(t.id)).toEqual([])
  })
  // Five wrong ones from anywhere kept the terminal itself out for a quarter of an hour, an SOS with it.
  test('a wrong code is refused, and after five nobody registers for a while; whoever has the code comes in all the same', async () => {
    const t = await terminal()
    const owner = await device({ phone: t.phone }).enter()
    const thief = await device({ phone: t.phone }).open()
    for (let i = 0; i < 5; i++) expect(await thief.authenticate('guessed')).toBe(1)
    const anew = await device({ phone: t.phone }).open()
    expect((await anew.register()).result).toBe(3)
    const again = await device({ phone: t.phone }).open()
    expect(await again.authenticate('guessed')).toBe(1)
    expect(await again.authenticate(owner.code)).toBe(0)
    const other = await device({ phone: t.phone }).open()
    for (let i = 0; i < 5; i++) expect(await other.authenticate('guessed')).toBe(1)
    c.clock.advanceMinutes(16)
    const later = await device({ phone: t.phone }).open()
    expect((await later.register()).result).toBe(0)
  })
  test('a number registered again by another device gets no code and is told to people', async () => {
    const t = await terminal()
    await device({ phone: t.phone, deviceNo: 'REAL001' }).enter()
    const thief = await device({ phone: t.phone, deviceNo: 'FAKE001' }).open()
    expect(await thief.register()).toEqual({ serial: 0, result: 3 })
    expect(suspicions.at(-1)).toContain('FAKE001')
  })
  test('a registration that names another vehicle is answered as the standard says, where the company wants it', async () => {
    const plateOf = async (vehicle: number | null): Promise<{ plateNo: string; vin: string }> =>
      c.read((db) => db.selectFrom('vehicle').select(['plateNo', 'vin']).where('id', '=', vehicle!).executeTakeFirstOrThrow())
    const [a, b, free] = [await terminal(), await terminal(), await c.vehicle()]
    const bare = await terminal(false)
    const [own, taken, idle] = [await plateOf(a.vehicle), await plateOf(b.vehicle), await plateOf(free)]
    const said = async (phone: string, plate: string, plateColour = 2): Promise<number> =>
      (await (await device({ phone, plate, plateColour }).open()).register()).result
    // As delivered: a terminal may say what its fitter left in it.
    expect(await said(a.phone, '京Z99999')).toBe(0)
    const set = await c.add('parameterValue', { code: 'registerChecksPlate', value: true })
    try {
      suspicions.length = 0
      expect([await said(a.phone, '京Z99999'), await said(a.phone, taken.plateNo), await said(a.phone, idle.plateNo)]).toEqual([2, 1, 3])
      expect(suspicions).toEqual([
        '注册的车辆「京Z99999」不在车辆档案中',
        `注册的车辆 ${taken.plateNo} 已绑定终端 ${b.phone}`,
        `注册的车辆是 ${idle.plateNo}，绑定的是 ${own.plateNo}`,
      ])
      expect([
        await said(a.phone, `${own.plateNo.slice(0, 2)}·${own.plateNo.slice(2)}`),
        await said(a.phone, own.vin, 0),
        await said(a.phone, ''),
      ]).toEqual([0, 0, 0])
      // In stock it is in no vehicle yet.
      expect([await said(bare.phone, idle.plateNo), await said(bare.phone, taken.plateNo)]).toEqual([0, 1])
    } finally {
      await c.edit('parameterValue', set, { value: false })
    }
  })
  test('two links of one terminal: the newer lives, the older is closed', async () => {
    const t = await terminal()
    const first = await device({ phone: t.phone }).enter()
    const second = await device({ phone: t.phone }).open()
    expect(await second.authenticate(first.code)).toBe(0)
    await first.gone()
    expect(await second.locate({ at: now() })).toBe(0)
    await g.flush()
    const [row] = await c.read((db) => db.selectFrom('terminal').select('online').where('id', '=', t.id).execute())
    expect(row!.online).toBe(true)
  })
  test('one link that changes its number is closed', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    const other = new Device({ port: g.port, phone: String(++phones) })
    d.write(other.frame('0200', location({ at: now() })).bytes)
    await d.gone()
  })
  test('an unknown number is refused with 4 and waits in quarantine to be claimed', async () => {
    const phone = String(++phones)
    const d = await device({ phone }).open()
    expect(await d.register()).toEqual({ serial: 0, result: 4 })
    const [row] = await c.read((db) =>
      db.selectFrom('terminal').select(['id', 'status', 'deviceNo']).where('terminalNo', '=', phone).execute(),
    )
    expect(row).toMatchObject({ status: 'quarantine', deviceNo: 'DEV0001' })
    await c.act('terminal', 'claim', row!.id, { profile, store: c.store })
    expect((await (await device({ phone }).open()).register()).result).toBe(0)
  })
})

describe('strangers', () => {
  const waiting = () =>
    c.read(async (db) =>
      (await db.selectFrom('terminal').select('terminalNo').where('status', '=', 'quarantine').execute()).map((row) => row.terminalNo),
    )
  const knock = async (port: number): Promise<{ phone: string; result: number; device: Device }> => {
    const phone = String(++phones)
    const d = new Device({ port, phone })
    devices.push(d)
    return { phone, device: d, result: (await (await d.open()).register()).result }
  }
  beforeAll(async () => {
    await c.add('parameterValue', { code: 'quarantineLimit', value: (await waiting()).length + 2 })
  })

  test('are listed to be claimed up to the limit, and no further', async () => {
    const all = [await knock(g.port), await knock(g.port), await knock(g.port)]
    expect(all.map((one) => one.result)).toEqual([4, 4, 4])
    const listed = await waiting()
    expect(all.map((one) => listed.includes(one.phone))).toEqual([true, true, false])
  })
  test(`${CROWD} of them at once come in by rounds, each once; a known one does not wait for them, and who has gone takes no turn`, async () => {
    const open = await openGateway(c, { admit: 'open' })
    const t = await terminal()
    const first = (phones += CROWD * 2) - CROWD
    const crowd = Array.from({ length: CROWD }, (_, i) => device({ port: open.port, phone: String(first + i), deviceNo: `NEW${i}` }))
    const enter = async (d: Device): Promise<number> => ((await d.register()).code ? d.authenticate() : -1)
    try {
      await Promise.all(crowd.map((d) => d.open()))
      // Every fourth goes before anybody has looked at it.
      const [gone, staying] = [crowd.filter((_, i) => i % 4 === 0), crowd.filter((_, i) => i % 4 !== 0)]
      let left = staying.length
      const came = await withClient(base.owner, async (client) => {
        // Who is put down is put down in the log too: as long as that is held, no stranger comes in.
        await client.query('begin; lock table audit_log in exclusive mode')
        for (const d of gone) d.sayRegister()
        for (const d of gone) d.hangUp('reset')
        const all = Promise.all(staying.map((d) => enter(d).finally(() => left--)))
        expect(await enter(await device({ port: open.port, phone: t.phone }).open())).toBe(0)
        expect(left).toBe(staying.length)
        await client.query('commit')
        return all
      })
      expect(new Set(came)).toEqual(new Set([0]))
      const numbers = crowd.map((d) => d.options.phone)
      const strangers = await c.read((db) =>
        db.selectFrom('terminal').select(['terminalNo', 'deviceNo', 'status']).where('terminalNo', 'in', numbers).execute(),
      )
      expect(new Set(strangers.map((row) => row.status))).toEqual(new Set(['quarantine']))
      expect(strangers.length).toBe(new Set(strangers.map((row) => row.terminalNo)).size)
      expect(strangers.filter((row) => row.deviceNo !== `NEW${Number(row.terminalNo) - first}`)).toEqual([])
      expect(staying.filter((d) => !strangers.some((row) => row.terminalNo === d.options.phone))).toEqual([])
    } finally {
      await open.stop()
    }
  })

  test('come in and store where the door is open, beyond that limit too, and reach no vehicle', async () => {
    const open = await openGateway(c, { db: base.another(), admit: 'open', sweepMs: 50 })
    try {
      const { phone, result, device: d } = await knock(open.port)
      expect(result).toBe(0)
      expect(await d.authenticate()).toBe(0)
      expect(await d.locate({ at: now() })).toBe(0)
      const row = await c.read((db) =>
        db.selectFrom('terminal').select(['id', 'status', 'online']).where('terminalNo', '=', phone).executeTakeFirstOrThrow(),
      )
      expect(row).toMatchObject({ status: 'quarantine', online: true })
      expect((await positions(row.id)).map((p) => p.vehicle)).toEqual([null])
      const closed = new Device({ port: g.port, phone })
      devices.push(closed)
      await closed.open()
      closed.code = d.code
      expect(await closed.authenticate()).toBe(1)
    } finally {
      await open.stop()
    }
  })
})

describe('a link that misbehaves (R-61, R-71)', () => {
  test('one byte at a time is read like everything else', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    const { bytes, serial } = d.frame('0200', location({ at: now() }))
    const answer = d.next((m) => m.header.messageId === '8001' && (m.body as { serial: number }).serial === serial)
    for (const byte of bytes) d.write(Uint8Array.of(byte))
    expect(((await answer).body as { result: number }).result).toBe(0)
  })
  test.each([
    ['HTTP', 'GET / HTTP/1.1\r\nHost: example.com\r\n\r\n'.repeat(80)],
    ['TLS', '\x16\x03\x01\x02\x00'.repeat(600)],
    ['only delimiters and short junk', '~x~y~z~'.repeat(3)],
  ])('%s on the port is closed and counted', async (_name, text) => {
    const before = g.stats().garbage
    const d = await device().open()
    d.write(Buffer.from(text, 'latin1'))
    await d.gone()
    expect(g.stats().garbage).toBe(before + 1)
  })
  test.each([
    ['a reset in the middle of a frame', 'reset'],
    ['an end in the middle of a frame', 'end'],
    ['no word at all after half a frame', 'silence'],
  ] as const)('%s leaves nothing behind, and the terminal comes in again', async (_name, how) => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    const before = g.stats().links
    const { bytes } = d.frame('0200', location({ at: now() }))
    d.write(bytes.subarray(0, 30))
    if (how === 'silence') c.clock.set(new Date(now() + 181_000).toISOString())
    else d.hangUp(how)
    await expect.poll(() => g.stats().links).toBeLessThan(before)
    const again = await device({ phone: t.phone }).open()
    expect(await again.authenticate(d.code)).toBe(0)
    expect(await again.locate({ at: now() })).toBe(0)
    expect(await positions(t.id)).toHaveLength(1)
  })
  test('from one address has an end: what is more is closed unheard, and is let in when one has gone', async () => {
    const narrow = await openGateway(c, { perAddress: 2, uncounted: () => false })
    try {
      const t = await terminal()
      const come = () => device({ port: narrow.port, phone: t.phone }).open()
      const first = await come()
      const second = await come()
      const third = await come()
      await third.gone()
      expect([first.closed, second.closed, narrow.stats().links]).toEqual([false, false, 2])
      second.drop()
      await expect.poll(() => narrow.stats().links).toBe(1)
      const known = await come()
      expect(await known.register()).toMatchObject({ result: 0 })
    } finally {
      await narrow.stop()
    }
  })
  test('of nothing but delimiters is no burden, and of megabytes without one is closed', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    d.write(Buffer.alloc(3 * 1024 * 1024, 0x7e))
    expect(await d.locate({ at: now() })).toBe(0)
    const before = g.stats().garbage
    d.write(Buffer.alloc(3 * 1024 * 1024, 0x55))
    await d.gone()
    expect(g.stats().garbage).toBe(before + 1)
  })
  test(`that sends ${FUZZED} mutated frames stays up, and every good frame between is stored (R-70)`, async () => {
    const t = await terminal()
    const random = randomOf(70)
    const d = await device({ phone: t.phone }).enter()
    const started = now() - 3_000_000
    let good = 0
    for (let i = 0; i < FUZZED; i++) {
      const { bytes } = d.frame('0200', {
        ...location({ at: now() }),
        items: [
          { id: '01', value: i },
          { id: '51', raw: '00f0ff10' },
        ],
      })
      // The number stays: a link that changes it is closed for that alone.
      for (let n = 1 + Math.floor(random() * 6); n > 0; n--)
        bytes[11 + Math.floor(random() * (bytes.length - 12))] = Math.floor(random() * 256)
      d.write(bytes)
      if (i % 100 === 99) expect(await d.locate({ at: started + ++good * 1000, latitude: 1_234_567 })).toBe(0)
    }
    expect((await positions(t.id)).filter((p) => p.lat === 1_234_567)).toHaveLength(good)
    expect(g.stats().badFrames).toBeGreaterThan(FUZZED / 2)
  })
  test('a bad frame does not end the link of a known terminal, and the next good one is stored', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    for (let i = 0; i < 50; i++) {
      const { bytes } = d.frame('0200', location({ at: now() }))
      bytes[20]! ^= 0xff
      d.write(bytes)
    }
    d.write(Buffer.from('garbage between frames'))
    expect(await d.locate({ at: now() })).toBe(0)
    expect(g.stats().badFrames).toBeGreaterThanOrEqual(50)
  })
  test('an item that cannot be read costs only itself', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    expect(
      await d.ask('0200', {
        ...location({ at: now() }),
        items: [
          { id: '01', raw: 'ff' },
          { id: 'e7', raw: '0102' },
        ],
        tail: '510900',
      }),
    ).toBe(0)
    expect((await positions(t.id))[0]).toMatchObject({ lng: 121_473_701, odometer: null })
  })
  test('silence ends it: a stranger after 30 seconds, a terminal after three heartbeats', async () => {
    const t = await terminal()
    const stranger = await device().open()
    const d = await device({ phone: t.phone }).enter()
    c.clock.set(new Date(now() + 31_000).toISOString())
    await stranger.gone()
    expect(d.closed).toBe(false)
    c.clock.set(new Date(now() + 181_000).toISOString())
    await d.gone()
    await expect
      .poll(async () => {
        await g.flush()
        return (await c.read((db) => db.selectFrom('terminal').select('online').where('id', '=', t.id).execute()))[0]!.online
      })
      .toBe(false)
  })
  test('packets of a long message are acknowledged when the whole is stored, each of them, and not before, however often they come', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    const acknowledged = () =>
      d.heard
        .filter((m) => m.header.messageId === '8001' && (m.body as Bodies['8001']).messageId === '0704')
        .map((m) => (m.body as Bodies['8001']).serial)
    const [first, second, third] = packetsOf(
      d,
      Array.from({ length: 80 }, (_, i) => location({ at: now() - i * 1000 })),
    )
    const serial = d.serial - 3
    for (const frame of [third!, first!, first!]) d.write(frame)
    await d.ask('0002', {})
    expect(acknowledged()).toEqual([])
    d.write(second!)
    await expect.poll(acknowledged).toEqual([serial, serial + 1, serial + 2])
    expect(await positions(t.id)).toHaveLength(80)
    // A terminal that missed the answer hears it again, and nothing is stored twice.
    d.write(second!)
    await expect.poll(acknowledged).toEqual([serial, serial + 1, serial + 2, serial + 1])
    expect(await positions(t.id)).toHaveLength(80)
  })
  test('sub-packets that never end are bounded, and the missing ones are asked for', async () => {
    const t = await terminal()
    const d = await device({ phone: t.phone }).enter()
    const asked = d.next((m) => m.header.messageId === '8003')
    const locations = Array.from({ length: 60 }, (_, i) => location({ at: now() - i * 1000 }))
    const frames = packetsOf(d, locations)
    expect(frames.length).toBeGreaterThan(1)
    for (const frame of frames.slice(0, -1)) d.write(frame)
    await d.ask('0002', {})
    c.clock.set(new Date(now() + 11_000).toISOString())
    expect(((await asked).body as { indices: number[] }).indices).toEqual([frames.length])
    d.write(frames.at(-1)!)
    await expect.poll(async () => (await positions(t.id)).length).toBe(60)
  })
})

describe('the database', () => {
  test('is asked for nothing twice: duplicate rows are refused by their key', async () => {
    const { rows } = await c.read((db) =>
      sql<{
        n: number
      }>`select count(*) as n from (select terminal, at, serial from position group by 1, 2, 3 having count(*) > 1) x`.execute(db),
    )
    expect(rows[0]!.n).toBe(0)
  })
})
