/** Where a vehicle is believed to be, over links, nodes and silences, and what that means for cutting fuel. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Device, location } from '#tests/device.ts'
import { fitted, openGateway } from '#tests/gateway.ts'
import { Company } from '#tests/stories/company.ts'
import { cutObstacle } from '../commands/cut.rules.ts'
import { sightOf } from '../commands/cut.server.ts'
import { JUMP } from '../places/flags.ts'
import type { RunningGateway } from './gateway.server.ts'

const SHANGHAI = { longitude: 121_473_701, latitude: 31_230_416 }
const BEIJING = { longitude: 116_397_000, latitude: 39_909_000 }
let c: Company
let base: TestDatabase
let nodes: RunningGateway[]
let profile: number
let phone = 13_830_000_000
const devices: Device[] = []
const now = (): number => Date.parse(c.clock.now())
const pass = (seconds: number): void => c.clock.set(new Date(now() + seconds * 1000).toISOString())

beforeAll(async () => {
  base = await testDatabase()
  c = await Company.open('2026-11-20', base)
  profile = await c.add('deviceProfile', { name: '通用', cutBy: 'control', cutCode: 'F0', restoreCode: 'F1' })
  const options = { sweepMs: 60_000 }
  nodes = [await openGateway(c, options), await openGateway(c, { ...options, db: base.another() })]
})
afterAll(async () => {
  for (const d of devices) d.drop()
  for (const node of nodes ?? []) await node.stop()
  await c?.close()
})

/** As often as it likes: the same terminal, with its code. */
function terminalOf(number: string) {
  let code = ''
  return async (node = 0): Promise<Device> => {
    const d = await new Device({ port: nodes[node]!.port, phone: number }).open()
    devices.push(d)
    if (code === '') code = (await d.register()).code!
    expect(await d.authenticate(code)).toBe(0)
    return d
  }
}
const flush = async (): Promise<void> => {
  for (const node of nodes) await node.flush()
}
/** Of each report in the order of its time: whether its place is not believed. */
const jumps = async (terminal: number): Promise<boolean[]> => {
  await flush()
  const rows = await c.read((db) => db.selectFrom('position').select('flags').where('terminal', '=', terminal).orderBy('at').execute())
  return rows.map(({ flags }) => (flags & JUMP) !== 0)
}
const standsAt = async (vehicle: number): Promise<number | null> => {
  await flush()
  const row = await c.read((db) => db.selectFrom('vehiclePosition').select('lng').where('vehicle', '=', vehicle).executeTakeFirstOrThrow())
  return row.lng === null ? null : Math.round(Number(row.lng) * 1e6)
}

test.each([
  ['of the same node, before the map knows', [0, 0], false],
  ['of another node, before the map knows', [0, 1], false],
  ['later', [1, 0], true],
] as const)(
  'one wrong point after a reconnect %s moves nothing, and the true ones are believed',
  async (_name, [first, second], looked) => {
    const { terminal, vehicle } = await fitted(c, profile, ++phone)
    const come = terminalOf(String(phone))
    const d = await come(first)
    await d.locate({ at: now(), ...SHANGHAI })
    if (looked) await flush()
    d.drop()
    const again = await come(second)
    pass(10)
    await again.locate({ at: now(), ...BEIJING })
    expect(await standsAt(vehicle)).toBe(SHANGHAI.longitude)
    for (let i = 0; i < 9; i++) {
      pass(10)
      await again.locate({ at: now(), ...SHANGHAI })
      expect(await standsAt(vehicle)).toBe(SHANGHAI.longitude)
    }
    expect(await jumps(terminal)).toEqual([false, true, ...Array.from({ length: 9 }, () => false)])
  },
)

test.each([
  ['on one link', false],
  ['each on a link of its own', true],
])('carried by train with its terminal off: the second of two fixes that agree is believed, %s', async (_name, reconnects) => {
  const { terminal, vehicle } = await fitted(c, profile, ++phone)
  const come = terminalOf(String(phone))
  let d = await come()
  await d.locate({ at: now(), ...SHANGHAI })
  d.drop()
  pass(4 * 3600)
  d = await come(1)
  await d.locate({ at: now(), ...BEIJING })
  expect(await standsAt(vehicle)).toBe(SHANGHAI.longitude)
  if (reconnects) d.drop()
  pass(10)
  if (reconnects) d = await come()
  await d.locate({ at: now(), ...BEIJING })
  expect(await jumps(terminal)).toEqual([false, true, false])
  expect(await standsAt(vehicle)).toBe(BEIJING.longitude)
})

test('what a terminal had kept makes a jump a journey, and the map hears of it', async () => {
  const { terminal, vehicle } = await fitted(c, profile, ++phone)
  const d = await terminalOf(String(phone))()
  await d.locate({ at: now(), ...SHANGHAI })
  pass(4 * 3600)
  await d.locate({ at: now(), ...BEIJING })
  expect(await standsAt(vehicle)).toBe(SHANGHAI.longitude)
  const before = [600, 660].map((seconds) => location({ at: now() - seconds * 1000, ...BEIJING }))
  expect(await d.ask('0704', { type: 1, locations: before })).toBe(0)
  expect(await jumps(terminal)).toEqual([false, true, false, false])
  expect(await standsAt(vehicle)).toBe(BEIJING.longitude)
})

test('flags are those of the order of time, whatever the order of arrival', async () => {
  const places = [SHANGHAI, BEIJING, SHANGHAI, SHANGHAI, BEIJING, BEIJING, SHANGHAI]
  const orders = [
    [0, 1, 2, 3, 4, 5, 6],
    [6, 5, 4, 3, 2, 1, 0],
    [1, 4, 0, 6, 2, 5, 3],
    [5, 0, 1, 3, 6, 4, 2],
  ]
  const jumpsByOrder: boolean[][] = []
  for (const order of orders) {
    const { terminal, vehicle } = await fitted(c, profile, ++phone)
    const d = await terminalOf(String(phone))()
    for (const i of order) {
      await d.locate({ at: now() - 300_000 + i * 10_000, ...places[i] })
      await flush()
    }
    jumpsByOrder.push(await jumps(terminal))
    expect(await standsAt(vehicle)).toBe(SHANGHAI.longitude)
  }
  expect(jumpsByOrder).toEqual(orders.map(() => [false, true, false, false, true, true, false]))
})

test.each([
  ['the same node', [0, 0]],
  ['another node', [0, 1]],
] as const)(
  'one standing fix after a reconnect through %s does not let a cut through, eight seconds after 80 km/h; the second does',
  async (_name, [first, second]) => {
    const { vehicle } = await fitted(c, profile, ++phone)
    const come = terminalOf(String(phone))
    const obstacle = () => c.write(async (tx) => cutObstacle('cut', (await sightOf(tx, c.as(), [vehicle])).get(vehicle)!, c.clock.now()))
    const d = await come(first)
    await d.locate({ at: now() - 10_000, ...SHANGHAI, speed: 790 })
    await d.locate({ at: now(), ...SHANGHAI, speed: 800 })
    expect(await obstacle()).toContain('车辆正在行驶（80 km/h）')
    d.drop()
    const again = await come(second)
    pass(8)
    await again.locate({ at: now(), ...SHANGHAI, speed: 0 })
    // The same second once more is no second fix.
    await again.locate({ at: now(), ...SHANGHAI, speed: 0 })
    expect(await obstacle()).toContain('车辆在 8 秒前的车速为 80 km/h')
    pass(5)
    await again.locate({ at: now(), ...BEIJING, speed: 0 })
    expect(await obstacle()).toBe('没有有效定位，无法判断车辆的位置与速度')
    pass(5)
    await again.locate({ at: now(), ...SHANGHAI, speed: 0 })
    expect(await obstacle()).toBeNull()
  },
)

test('a clock that is ahead makes no fix fresher than it is', async () => {
  const { vehicle } = await fitted(c, profile, ++phone)
  const d = await terminalOf(String(phone))()
  for (let i = 0; i < 2; i++) {
    await d.locate({ at: now() + 540_000, ...SHANGHAI })
    pass(10)
  }
  pass(120)
  const sight = await c.write(async (tx) => (await sightOf(tx, c.as(), [vehicle])).get(vehicle)!)
  expect(cutObstacle('cut', sight, c.clock.now())).toContain('秒的时效')
})
