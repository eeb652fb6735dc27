/** Two reports of one second: what the second one adds, an SOS above all, is never lost, however and through whichever node it comes. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Device } from '#tests/device.ts'
import { fitted, fixOf, openGateway } from '#tests/gateway.ts'
import { Company } from '#tests/stories/company.ts'
import { encodeGt06, Gt06Decoder, type Gt06Frame } from '../gt06/gt06.ts'
import { bytesOf } from '../jt808/jt808.ts'
import { Engine } from '../engine/engine.server.ts'
import { Bindings } from './admission/directory.server.ts'
import type { RunningGateway } from './gateway.server.ts'
import { Live } from './positions/live.server.ts'
import { PositionWriter } from './positions/writer.server.ts'

const SOS = 1
let c: Company
let base: TestDatabase
let nodes: RunningGateway[]
let profile: number
let phone = 13_820_000_000
const devices: Device[] = []
const now = (): number => Date.parse(c.clock.now())

beforeAll(async () => {
  base = await testDatabase()
  c = await Company.open('2026-11-26', base)
  c.clock.set('2026-11-26T02:00:05.000Z')
  profile = await c.add('deviceProfile', { name: '通用' })
  const options = { sweepMs: 60_000 }
  nodes = [await openGateway(c, options), await openGateway(c, { ...options, db: base.another() })]
})
afterAll(async () => {
  for (const d of devices) d.drop()
  for (const node of nodes ?? []) await node.stop()
  await c?.close()
})

const come = async (node = 0, code?: string): Promise<Device> => {
  const d = await new Device({ port: nodes[node]!.port, phone: String(phone) }).open()
  devices.push(d)
  if (code === undefined) await d.register()
  expect(await d.authenticate(code ?? d.code)).toBe(0)
  return d
}
const flush = async (): Promise<void> => {
  for (const node of nodes) await node.flush()
}
const alarms = async (vehicle: number) => {
  await flush()
  return c.read((db) =>
    db
      .selectFrom('alarm')
      .select(['kind', 'startAt', 'times'])
      .where('vehicle', '=', vehicle)
      .where('kind', '!=', 'clock')
      .orderBy('id')
      .execute(),
  )
}
const liveAlarm = async (vehicle: number) =>
  Number(
    (await c.read((db) => db.selectFrom('vehiclePosition').select('alarms').where('vehicle', '=', vehicle).executeTakeFirstOrThrow()))
      .alarms,
  )
const onePress = (at: number) => [{ kind: 'b0', startAt: new Date(at).toISOString(), times: 1 }]

test('the bytes of a terminal that says an ordinary report and an SOS in one second', async () => {
  phone = 13_800_138_000
  const { vehicle } = await fitted(c, profile, phone)
  const d = await come()
  for (const [hex, serial] of [
    ['7E0200001C013800138000000100000000000000030260D36006F01F800032000000002611261000003D7E', 1],
    ['7E0200001C013800138000000200000001000000030260D36006F01F800032000000002611261000003F7E', 2],
  ] as const) {
    const answer = d.next((m) => m.header.messageId === '8001' && (m.body as { serial: number }).serial === serial)
    d.write(Buffer.from(hex, 'hex'))
    expect((await answer).body).toMatchObject({ result: 0 })
  }
  expect(await alarms(vehicle)).toMatchObject([{ kind: 'b0', startAt: '2026-11-26T02:00:00.000Z' }])
})

describe.each([
  ['serials of their own', [11, 12]],
  ['one serial, as terminals send that do not count', [7, 7]],
] as const)('two reports with %s', (_name, serials) => {
  const reports = (at: number, order: 'ordinary first' | 'alarm first') => {
    const both = [
      { alarm: 0, at, serial: serials[0] },
      { alarm: SOS, at, serial: serials[1] },
    ]
    return order === 'alarm first' ? both.toReversed() : both
  }
  test.each([
    ['ordinary first', 'in one batch'],
    ['alarm first', 'in one batch'],
    ['ordinary first', 'looked at in between'],
    ['alarm first', 'looked at in between'],
    ['ordinary first', 'over two nodes'],
    ['alarm first', 'over two nodes'],
  ] as const)('%s, %s: one SOS at that second, once, also on the map, and sent again it stays one', async (order, how) => {
    const { vehicle } = await fitted(c, profile, ++phone)
    const at = now() - 5000
    let d = await come()
    await d.locate({ at: at - 10_000 })
    const asks: (() => Promise<number>)[] = reports(at, order).map(
      ({ serial, ...report }) =>
        () =>
          d.locate(report, serial),
    )
    if (how === 'in one batch') await Promise.all(asks.map((ask) => ask()))
    else {
      await asks[0]!()
      await flush()
      if (how === 'over two nodes') d = await come(1, d.code)
      await asks[1]!()
    }
    expect(await alarms(vehicle)).toEqual(onePress(at))
    expect(await liveAlarm(vehicle)).toBe(SOS)
    for (const ask of asks.toReversed()) await ask()
    expect(await alarms(vehicle)).toEqual(onePress(at))
  })
})

test('what the second one adds besides stands on the point: items, counter, once', async () => {
  const { terminal } = await fitted(c, profile, ++phone)
  const d = await come()
  const at = now() - 5000
  await d.locate({ at, items: [{ id: '51', raw: '00f0ff10' }] }, 7)
  for (let i = 0; i < 2; i++)
    await d.locate(
      {
        at,
        alarm: 2,
        items: [
          { id: '01', value: 12_345 },
          { id: 'e1', raw: '01' },
        ],
      },
      7,
    )
  const rows = await c.read((db) =>
    db.selectFrom('position').select(['alarm', 'odometer', 'items']).where('terminal', '=', terminal).execute(),
  )
  expect(rows).toEqual([
    {
      alarm: 2,
      odometer: 12_345,
      items: {
        i: [
          ['51', '00f0ff10'],
          ['e1', '01'],
        ],
      },
    },
  ])
})

test('an SOS that is faster than any lorry is an SOS, at no place', async () => {
  const { vehicle } = await fitted(c, profile, ++phone)
  const d = await come()
  await d.locate({ at: now() - 5000, alarm: SOS, speed: 3000 })
  expect(await alarms(vehicle)).toEqual(onePress(now() - 5000))
})

test('a clock that stands still: the SOS of the same serial and time is one more report, and sent again it is known', async () => {
  const { vehicle } = await fitted(c, profile, ++phone)
  const d = await come()
  const at = Date.parse('2000-01-01T00:00:00Z')
  await d.locate({ at }, 7)
  c.clock.set(new Date(now() + 10_000).toISOString())
  await d.locate({ at, alarm: SOS }, 7)
  const pressed = now()
  expect(await alarms(vehicle)).toEqual(onePress(pressed))
  c.clock.set(new Date(now() + 10_000).toISOString())
  await d.locate({ at, alarm: SOS }, 7)
  expect(await alarms(vehicle)).toEqual(onePress(pressed))
})

test('a node that was killed before it looked at what it had stored: the next one finds the SOS', async () => {
  const { terminal, vehicle } = await fitted(c, profile, ++phone)
  const d = await come()
  const at = now() - 5000
  await d.locate({ at }, 7)
  await flush()
  const looked = new Date(now() + 1000).toISOString()
  c.clock.set(new Date(now() + 5000).toISOString())
  const killed = new PositionWriter({
    db: base.another(),
    log: () => {},
    bindings: new Bindings(),
    onStored: () => {},
    onPressure: () => {},
  })
  const second = fixOf(terminal, 7, now(), { at, alarm: SOS })
  await new Promise((done) => killed.append(c.operatorId, [second], done))
  await killed.stop()
  expect(await alarms(vehicle)).toEqual([])
  const options = { db: c.db, log: () => {} }
  const engine = new Engine({ ...options, context: () => c.as() })
  const onDirty = (operatorId: number, vehicles: Map<number, { since: number; until: number }>) => engine.mark(operatorId, vehicles)
  await new Live({ ...options, node: 'next', now, onDirty }).recover(c.operatorId, looked, [])
  await engine.idle()
  expect(await alarms(vehicle)).toEqual(onePress(at))
  expect(await liveAlarm(vehicle)).toBe(SOS)
  await d.locate({ at, alarm: SOS }, 7)
  expect(await alarms(vehicle)).toEqual(onePress(at))
})

test.each([
  ['are one SOS', '864717003283599', 0],
  ['by a clock that is twenty minutes ahead are one SOS of now', '864717003283598', 20 * 60_000],
])('GT06: an ordinary position and an SOS of one second %s', async (_name, imei, ahead) => {
  const gt06 = await c.add('deviceProfile', { name: `GT06 ${imei}`, protocol: 'gt06' })
  const { vehicle } = await fitted(c, gt06, Number(imei))
  const heard: Gt06Frame[] = []
  const decoder = new Gt06Decoder()
  const socket = connect(nodes[0]!.port, '127.0.0.1')
  socket.on('data', (chunk) => heard.push(...decoder.push(chunk)))
  socket.on('error', () => {})
  const send = (number: number, hex: string, serial: number): void =>
    void socket.write(encodeGt06({ number, content: bytesOf(hex), serial }))
  const answered = (number: number, serial: number) =>
    vi.waitFor(() => expect(heard.some((f) => f.number === number && f.serial === serial)).toBe(true), { timeout: 60_000, interval: 10 })
  const at = now() - 5000
  const t = new Date(at + ahead)
  const time = [t.getUTCFullYear() - 2000, t.getUTCMonth() + 1, t.getUTCDate(), t.getUTCHours(), t.getUTCMinutes(), t.getUTCSeconds()]
    .map((n) => n.toString(16).padStart(2, '0'))
    .join('')
  const degrees = (n: number): string =>
    Math.round(n * 1_800_000)
      .toString(16)
      .padStart(8, '0')
  const place = `c9${degrees(31.230416)}${degrees(121.473701)}00145a01cc00287d001fb8`
  try {
    send(0x01, `0${imei}`, 1)
    await answered(0x01, 1)
    send(0x22, `${time}${place}010000`, 2)
    send(0x26, `${time}${place.replace('01cc00287d001fb8', '0901cc00287d001fb8')}8204030102`, 3)
    await answered(0x26, 3)
    expect(await alarms(vehicle)).toEqual(onePress(ahead ? now() : at))
  } finally {
    socket.destroy()
  }
})
