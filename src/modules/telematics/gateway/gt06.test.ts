/** A GT06 device at the gateway: the same books, the same promises as for JT/T 808. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openGateway } from '#tests/gateway.ts'
import { Company } from '#tests/stories/company.ts'
import { encodeGt06, Gt06Decoder, type Gt06Frame } from '../gt06/gt06.ts'
import { bytesOf } from '../jt808/jt808.ts'
import type { RunningGateway } from './gateway.server.ts'

const IMEI = '864717003283581'
let c: Company
let g: RunningGateway
let socket: Socket
const heard: Gt06Frame[] = []
const patience = { timeout: 60_000, interval: 10 }

const send = (number: number, hex: string, serial: number): void => void socket.write(encodeGt06({ number, content: bytesOf(hex), serial }))
async function answer(number: number, serial: number): Promise<Gt06Frame> {
  return vi.waitFor(() => {
    const answered = heard.find((frame) => frame.number === number && frame.serial === serial)
    expect(answered).toBeDefined()
    return answered!
  }, patience)
}
/** Time of the device in UTC, six bytes. */
const timeHex = (at: number): string => {
  const t = new Date(at)
  return [t.getUTCFullYear() - 2000, t.getUTCMonth() + 1, t.getUTCDate(), t.getUTCHours(), t.getUTCMinutes(), t.getUTCSeconds()]
    .map((n) => n.toString(16).padStart(2, '0'))
    .join('')
}
const PLACE =
  'c9' +
  Math.round(31.230416 * 1_800_000)
    .toString(16)
    .padStart(8, '0') +
  Math.round(121.473701 * 1_800_000)
    .toString(16)
    .padStart(8, '0')
const now = (): number => Date.parse(c.clock.now())

beforeAll(async () => {
  c = await Company.open('2026-11-20')
  g = await openGateway(c, { sweepMs: 50 })
  const decoder = new Gt06Decoder()
  socket = connect(g.port, '127.0.0.1')
  socket.on('data', (chunk) => heard.push(...decoder.push(chunk)))
  socket.on('error', () => {})
})
afterAll(async () => {
  socket?.destroy()
  await g?.stop()
  await c?.close()
})

test('logs in, reports, is stored on its vehicle, beats, alarms, answers a text command', async () => {
  const profile = await c.add('deviceProfile', {
    name: 'GT06 有线',
    protocol: 'gt06',
    cutBy: 'text',
    cutCode: 'Relay,1#',
    restoreCode: 'Relay,0#',
  })
  const id = await c.add('terminal', { terminalNo: IMEI, profile, store: c.store })
  const vehicle = await c.vehicle()
  await c.act('terminal', 'bind', id, { vehicle, at: new Date(now() - 86_400_000).toISOString() })

  send(0x01, `0${IMEI}`, 1)
  await answer(0x01, 1)
  send(0x12, `${timeHex(now() - 20_000)}${PLACE}3c145a01cc00287d001fb8`, 2)
  // The battery, the signal; the ignition is on, the fuel is cut.
  send(0x13, '8204030001', 3)
  await answer(0x13, 3)
  // Newer ones say volts; without a cell its length is 0.
  send(0x23, '82012c030001', 5)
  await answer(0x23, 5)
  send(0x16, `${timeHex(now() - 15_000)}${PLACE}00145a00${'8204030902'}`, 6)
  await answer(0x16, 6)
  send(0x16, `${timeHex(now() - 10_000)}${PLACE}00145a0901cc00287d001fb88204030102`, 4)
  await answer(0x16, 4)
  const stored = await c.read((db) => db.selectFrom('position').selectAll().where('terminal', '=', id).orderBy('at').execute())
  expect(stored).toMatchObject([
    { vehicle, lng: 121_473_701, lat: 31_230_416, speed: 600, direction: 90, serial: 2, satellites: 9 },
    { vehicle, serial: 6, alarm: 2 ** 28, speed: 0 },
    { vehicle, serial: 4, alarm: 1, speed: 0 },
  ])
  expect(stored[1]!.status & (1 << 10)).toBe(1 << 10)
  const [row] = await c.read((db) => db.selectFrom('terminal').select(['protocol', 'online', 'deviceNo']).where('id', '=', id).execute())
  expect(row).toEqual({ protocol: 'gt06', online: true, deviceNo: IMEI })

  const position = await c.read((db) =>
    db.selectFrom('vehiclePosition').select('id').where('vehicle', '=', vehicle).executeTakeFirstOrThrow(),
  )
  await c.act('vehiclePosition', 'sendText', position.id, { text: 'STATUS#' })
  const order = await vi.waitFor(() => {
    const ordered = heard.find((frame) => frame.number === 0x80)
    expect(ordered).toBeDefined()
    return ordered!
  }, patience)
  expect(Buffer.from(order.content.subarray(5)).toString()).toBe('STATUS#')
  socket.write(
    encodeGt06({
      number: 0x15,
      content: Uint8Array.from([4 + 3, ...order.content.subarray(1, 5), ...Buffer.from('OK!'), 0, 2]),
      serial: 9,
    }),
  )
  await vi.waitFor(async () => {
    const [command] = await c.read((db) => db.selectFrom('command').select('status').where('vehicle', '=', vehicle).execute())
    expect(command?.status).toBe('effective')
  }, patience)
})

test('one that nobody knows is refused, and waits to be claimed', async () => {
  const stranger = connect(g.port, '127.0.0.1')
  stranger.on('error', () => {})
  stranger.write(encodeGt06({ number: 0x01, content: bytesOf('0864717003289999'), serial: 1 }))
  await vi.waitFor(async () => {
    const [row] = await c.read((db) =>
      db.selectFrom('terminal').select(['status', 'protocol']).where('terminalNo', '=', '864717003289999').execute(),
    )
    expect(row).toEqual({ status: 'quarantine', protocol: 'gt06' })
  }, patience)
  stranger.destroy()
})
