/** Driving assistance at the gateway: alarms with their pictures and films, cards of drivers, and what nobody acts on. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Device, location } from '#tests/device.ts'
import { fitted, openGateway } from '#tests/gateway.ts'
import { Company } from '#tests/stories/company.ts'
import { ITEM_MEANINGS } from '../terminals/device-item.ts'
import { bytesOf, decodeBody, hexOf, itemKinds, wireTime, type Bodies, type SafetyAlarm } from '../jt808/jt808.ts'
import type { RunningGateway } from '../gateway/gateway.server.ts'
import { FileStream, packetOf } from './file-stream.ts'
import { randomOf } from '#kit/basics/random.ts'

let c: Company
let g: RunningGateway
let profile: number
let phone = 13_820_000_000
let d: Device
let terminal: number
let vehicle: number
const devices: Device[] = []
const now = (): number => Date.parse(c.clock.now())

beforeAll(async () => {
  c = await Company.open('2026-11-20')
  profile = await c.add('deviceProfile', { name: '主动安全终端' })
  g = await openGateway(c, { sweepMs: 60_000 })
})
afterAll(async () => {
  for (const one of devices) one.drop()
  await g?.stop()
  await c?.close()
})
async function enter(): Promise<void> {
  ;({ terminal, vehicle } = await fitted(c, profile, ++phone))
  d = await new Device({ port: g.port, phone: String(phone) }).enter()
  devices.push(d)
}

const seen = (more: Partial<SafetyAlarm> = {}): SafetyAlarm => ({
  alarmId: 1,
  state: 0,
  type: 1,
  level: 2,
  frontSpeed: 40,
  distance: 55,
  deviation: 0,
  sign: 0,
  signValue: 0,
  speed: 62,
  altitude: 12,
  latitude: 31_230_416,
  longitude: 121_473_701,
  time: wireTime(now()),
  vehicle: 0x0401,
  mark: { terminalId: 'ABC1234', time: wireTime(now()), sequence: 1, attachments: 0, reserved: 0 },
  ...more,
})
const say = (value: SafetyAlarm, at = now()): Promise<number> =>
  d.locate({ at, speed: 620, items: [{ id: '64', name: 'drivingAssistance', value }] })
const alarms = () =>
  c.read((db) => db.selectFrom('alarm').selectAll().where('terminal', '=', terminal).where('kind', '!=', 'clock').orderBy('id').execute())

test('the layout of the standard, byte by byte', () => {
  const item =
    '64' +
    '2f' +
    '00000007' +
    '01' +
    '02' +
    '01' +
    '00' +
    '00' +
    '02' +
    '00' +
    '00' +
    '3e' +
    '000c' +
    '01dc8550' +
    '073d8e65' +
    '261120080000' +
    '0401' +
    '41424331323334' +
    '261120075959' +
    '03' +
    '02' +
    '00'
  const body = decodeBody('0200', 2013, bytesOf(`00000000000000030000000000000000000000000000261120080000${item}`)) as Bodies['0200']
  expect(body.items).toEqual([
    {
      id: '64',
      name: 'drivingAssistance',
      value: {
        alarmId: 7,
        state: 1,
        type: 2,
        level: 1,
        frontSpeed: 0,
        distance: 0,
        deviation: 2,
        sign: 0,
        signValue: 0,
        speed: 62,
        altitude: 12,
        latitude: 31_229_264,
        longitude: 121_474_661,
        time: '2026-11-20 08:00:00',
        vehicle: 0x0401,
        mark: { terminalId: 'ABC1234', time: '2026-11-20 07:59:59', sequence: 3, attachments: 2, reserved: 0 },
      },
    },
  ])
})

describe('an alarm of driving assistance', () => {
  test('is one record before its report is acknowledged, however often it comes; it ends when the terminal says so', async () => {
    await enter()
    const begun = seen({ state: 1 })
    expect(await say(begun)).toBe(0)
    expect(await alarms()).toMatchObject([
      { vehicle, kind: 'adas1', grade: 'severe', source: 'terminal', endAt: null, startAt: c.clock.now() },
    ])
    expect((await alarms())[0]!.detail).toContain('前向碰撞报警，开始，2 级，62 km/h')
    expect(await say(begun)).toBe(0)
    c.clock.advanceMinutes(1)
    expect(await say(seen({ state: 2, mark: { ...begun.mark, sequence: 2 } }))).toBe(0)
    expect(await alarms()).toMatchObject([{ endAt: c.clock.now() }])
    // A picture taken is no alarm; a type nobody knows is.
    await say(seen({ type: 17, mark: { ...begun.mark, sequence: 3 } }))
    await say(seen({ type: 9, level: 1, mark: { ...begun.mark, sequence: 4 } }))
    expect((await alarms()).map(({ kind, grade }) => [kind, grade])).toEqual([
      ['adas1', 'severe'],
      ['adas', 'normal'],
    ])
  })

  const picture = Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.alloc(150_000, 7),
    Buffer.from('ffd9', 'hex'),
  ])
  const NAME = '00_64_6401_0_1.jpg'
  const wanted = async (): Promise<Bodies['9208']> => {
    const heard = d.next((m) => m.header.messageId === '9208')
    const mark = { terminalId: 'ABC1234', time: wireTime(now()), sequence: 9, attachments: 1, reserved: 0 }
    await say(seen({ mark }))
    return (await heard).body as Bodies['9208']
  }
  const link = async (
    asked: Bodies['9208'],
    more: Partial<Bodies['1210']> = {},
    number = phone,
  ): Promise<{ to: Device; result: number }> => {
    const to = await new Device({ port: asked.tcpPort, host: asked.server, phone: String(number) }).open()
    devices.push(to)
    const files = [{ name: NAME, size: picture.length }]
    const result = await to.ask('1210', { terminalId: '41424331323334', mark: asked.mark, number: asked.number, type: 0, files, ...more })
    return { to, result }
  }
  const file = { name: NAME, type: 0, size: picture.length }
  const finish = async (to: Device): Promise<Bodies['9212']> => {
    const heard = to.next((m) => m.header.messageId === '9212')
    to.say('1212', file)
    return (await heard).body as Bodies['9212']
  }

  test('has its files, kept as ours are: what is missing is asked for, and again is the same', async () => {
    await enter()
    const asked = await wanted()
    const { to, result } = await link(asked)
    expect([asked.server, asked.tcpPort, result]).toEqual(['127.0.0.1', g.port, 0])
    expect(await to.ask('1211', file)).toBe(0)
    const part = (from: number, until: number) => to.write(packetOf({ name: NAME, offset: from, data: picture.subarray(from, until) }))
    part(65_536, 131_072)
    part(0, 65_536)
    expect(await finish(to)).toEqual({ name: NAME, type: 0, result: 1, missing: [{ offset: 131_072, length: picture.length - 131_072 }] })
    part(131_072, picture.length)
    expect(await finish(to)).toEqual({ name: NAME, type: 0, result: 0, missing: [] })
    const [row] = await alarms()
    expect(row!.attachments).toMatchObject([{ name: NAME, mime: 'image/jpeg', size: picture.length }])
    // The answer was lost: it brings the file anew.
    const again = await link(asked)
    expect(again.result).toBe(0)
    await again.to.ask('1211', file)
    again.to.write(packetOf({ name: NAME, offset: 0, data: picture }))
    expect((await finish(again.to)).result).toBe(0)
    expect((await alarms())[0]!.attachments).toHaveLength(1)
  })
  test('takes them from nobody but the terminal that knows its number, and nothing that was not announced', async () => {
    await enter()
    const asked = await wanted()
    expect((await link(asked, { number: `${asked.number.slice(0, 31)}~` })).result).toBe(1)
    expect((await link(asked, {}, phone - 1)).result).toBe(1)
    const { to } = await link(asked)
    expect(await to.ask('1211', { ...file, name: 'other.jpg' })).toBe(2)
    expect(await to.ask('1211', { ...file, size: 101 * 1024 * 1024 })).toBe(2)
    // It is no terminal for that: reports are not taken.
    expect(await to.ask('0200', location({ at: now() }))).toBe(3)
    c.clock.advanceMinutes(49 * 60)
    expect((await link(asked)).result).toBe(1)
  })
})

test('packets between frames: any chunking gives the same, and what is neither is skipped', () => {
  const random = randomOf(7)
  const frame = bytesOf('7e0002000001391234567800017d017e'.replace('7d01', '01'))
  const packets = Array.from({ length: 6 }, (_, i) => ({
    name: `a${i}.bin`,
    offset: i,
    data: Uint8Array.from({ length: i * 300 }, () => Math.floor(random() * 256)),
  }))
  const wire = Buffer.concat([
    ...packets.slice(0, 3).map(packetOf),
    frame,
    Buffer.from('3031ff', 'hex'),
    frame,
    ...packets.slice(3).map(packetOf),
    frame,
  ])
  for (let round = 0; round < 30; round++) {
    const stream = new FileStream()
    const [parsed, rest]: [unknown[], Uint8Array[]] = [[], []]
    for (let at = 0; at < wire.length;) {
      const to = Math.min(wire.length, at + 1 + Math.floor(random() * 400))
      const parted = stream.push(wire.subarray(at, to))
      parsed.push(...parted.packets.map((p) => ({ ...p, data: hexOf(p.data) })))
      rest.push(parted.rest)
      at = to
    }
    expect(parsed).toEqual(packets.map((p) => ({ ...p, data: hexOf(p.data) })))
    expect(hexOf(Buffer.concat(rest))).toBe(hexOf(frame).repeat(3))
    expect(stream.garbage).toBe(3)
  }
})
describe('a driver’s card', () => {
  const card = (at: number, more: Partial<Bodies['0702']> = {}) =>
    d.ask('0702', {
      status: 1,
      at: wireTime(at),
      result: 0,
      name: '王师傅',
      certificate: '310101198001011234',
      authority: '上海',
      validTo: '20300101',
      ...more,
    } as Bodies['0702'])
  const cards = () => c.read((db) => db.selectFrom('driverCard').selectAll().where('terminal', '=', terminal).orderBy('at').execute())

  test('says who drove: kept once, matched by its number, told with the alarm and the trip', async () => {
    await enter()
    const driver = await c.add('driver', {
      name: '王建国',
      mobile: '13912340001',
      idNo: '11010519491231002X',
      qualificationNo: '310101198001011234',
      licenceClass: 'B2',
      store: c.store,
    })
    const begun = now() - 30 * 60_000
    expect([await card(begun), await card(begun)]).toEqual([0, 0])
    expect(await cards()).toMatchObject([{ vehicle, driver, action: 'in', result: 'ok', name: '王师傅', validTo: '2030-01-01' }])
    for (let i = 0; i <= 20; i++)
      await d.locate({ at: begun + i * 60_000, speed: 600, longitude: 121_473_701 + i * 10_000, alarm: i === 10 ? 1 : 0 })
    await g.flush()
    expect((await alarms()).find(({ kind }) => kind === 'b0')).toMatchObject({ driver })
    const trips = await c.read((db) =>
      db.selectFrom('trip').select(['kind', 'driver']).where('vehicle', '=', vehicle).where('deletedAt', 'is', null).execute(),
    )
    expect(trips.filter(({ kind }) => kind === 'trip')).toMatchObject([{ driver }])
    await say(seen())
    expect((await alarms()).find(({ kind }) => kind === 'adas1')).toMatchObject({ driver })
    // Taken out: nobody's from then on.
    await card(now() + 1000, { status: 2 })
    c.clock.advanceMinutes(1)
    await say(seen({ mark: { ...seen().mark, sequence: 7 } }))
    expect((await alarms()).filter(({ kind }) => kind === 'adas1').at(-1)).toMatchObject({ driver: null })
  })
})

describe('what nobody acts on', () => {
  test('is kept byte for byte and found again; a message without a meaning is still refused', async () => {
    await enter()
    expect(await d.ask('0705', { receivedAt: '0800000000', items: [{ id: '00000101', data: '0102030405060708' }] })).toBe(0)
    expect(await d.ask('0900', { type: 0xf1, data: 'a1b2' })).toBe(0)
    expect(await d.ask('0f01', { raw: 'c0ffee' })).toBe(3)
    const rows = await c.read((db) => db.selectFrom('keptMessage').selectAll().where('terminal', '=', terminal).orderBy('id').execute())
    expect(rows.map((row) => [row.messageId, row.name, row.understood, row.vehicle])).toEqual([
      ['0705', 'CAN 总线数据上传', true, vehicle],
      ['0900', '数据上行透传', true, vehicle],
      ['0F01', '未定义的消息', false, vehicle],
    ])
    expect(rows[2]!.frame).toContain('c0ffee')
  })
})

test('a person says what an item means on devices of a model, and the next report is read so', async () => {
  const model = await c.add('deviceProfile', { name: '自有附加信息' })
  await fitted(c, model, ++phone)
  const one = await new Device({ port: g.port, phone: String(phone) }).enter()
  devices.push(one)
  const id = (
    await c.read((db) => db.selectFrom('terminal').select('id').where('terminalNo', '=', String(phone)).executeTakeFirstOrThrow())
  ).id
  await one.locate({ at: now(), items: [{ id: 'e1', raw: '00000064' }] })
  await c.add('deviceItem', { profile: model, itemId: 'E1', meaning: 'mileage' })
  await one.gone()
  const again = await new Device({ port: g.port, phone: String(phone) }).open()
  devices.push(again)
  expect(await again.authenticate(one.code)).toBe(0)
  await again.locate({ at: now() + 1000, items: [{ id: 'e1', raw: '000000c8' }] })
  const rows = await c.read((db) =>
    db.selectFrom('position').select(['odometer', 'items']).where('terminal', '=', id).orderBy('at').execute(),
  )
  expect(rows).toEqual([
    { odometer: null, items: { i: [['e1', '00000064']] } },
    { odometer: 200, items: null },
  ])
  await expect(c.add('deviceItem', { profile: model, itemId: 'E1', meaning: 'fuel' })).rejects.toThrow('已定义')
  await expect(c.add('deviceItem', { profile: model, itemId: 'xyz', meaning: 'fuel' })).rejects.toThrow()
})
test('every kind of item the codec knows may be chosen by a person', () =>
  expect(Object.keys(ITEM_MEANINGS).toSorted()).toEqual(['none', ...itemKinds.map(({ name }) => name)].toSorted()))
