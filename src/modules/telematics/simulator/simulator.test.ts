/** Roads and trucks as arithmetic; terminals against a gateway of a few lines that speaks through the codec. */
import { execFileSync } from 'node:child_process'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  Decoder,
  encodeFrame,
  FIXED,
  FUEL_CUT,
  instantOf,
  itemOf,
  readBody,
  Reassembler,
  type Body,
  type Location,
} from '../jt808/jt808.ts'
import { Random } from '#kit/basics/random.ts'
import { distance, makeRoad, onRoad } from './roads.ts'
import { chinaRoads, habits, startSimulator, strangers, type Simulator } from './simulator.server.ts'
import { Durations } from './tally.ts'
import { OVERSPEED, Truck, type TruckPlan } from './truck.ts'

const NOW = Date.parse('2026-11-21T00:00:00Z')
const SHANGHAI = { lng: 121.47, lat: 31.23 }
const HANGZHOU = { lng: 120.15, lat: 30.27 }
const plan = (seed: number, more: Partial<TruckPlan> = {}): TruckPlan => ({ ...habits(seed), clock: 0, home: SHANGHAI, ...more })

function drive(truckPlan: TruckPlan, hours: number, everySeconds = 10): { truck: Truck; reports: Location[] } {
  const truck = new Truck(truckPlan, chinaRoads(), NOW)
  const reports: Location[] = []
  for (let t = everySeconds; t <= hours * 3600; t += everySeconds) {
    truck.step(NOW + t * 1000)
    reports.push(truck.report(NOW + t * 1000))
  }
  return { truck, reports }
}
const place = (l: Location) => ({ lng: l.longitude / 1e6, lat: l.latitude / 1e6 })

describe('roads', () => {
  test('begin and end in their towns, bend on the way, and are the same on the way back', () => {
    const there = makeRoad(SHANGHAI, HANGZHOU)
    const back = makeRoad(HANGZHOU, SHANGHAI)
    expect(distance(onRoad(there, 0), SHANGHAI)).toBeLessThan(1)
    expect(distance(onRoad(there, there.length), HANGZHOU)).toBeLessThan(1)
    let driven = 0
    for (let metre = 0; metre < there.length; metre += 500) {
      expect(distance(onRoad(there, metre), onRoad(back, there.length - metre))).toBeLessThan(30)
      driven += distance(onRoad(there, metre), onRoad(there, metre + 500))
    }
    expect(driven / there.length).toBeGreaterThan(1.002)
    expect(driven / there.length).toBeLessThan(1.3)
    expect(there.tunnels.length).toBeGreaterThan(0)
  })
  test('the net of cities hangs together where people live', () => {
    const net = chinaRoads()
    expect(net.places.length).toBeGreaterThan(300)
    const path = net.wander(net.nearest(SHANGHAI), 4, new Random(3))
    expect(path.length).toBe(5)
  })
})

describe('a truck', () => {
  test('drives the same way for the same seed, another for another', () => {
    const one = drive(plan(7), 1).reports
    expect(drive(plan(7), 1).reports).toEqual(one)
    expect(drive(plan(8), 1).reports).not.toEqual(one)
  })
  test('from city to city for a day: no leap, mileage never falls, tunnels without a fix, a little speeding', () => {
    const { reports } = drive(plan(11, { trade: 'long' }), 48)
    let fixless = 0
    let fast = 0
    let furthest = 0
    reports.forEach((report, i) => {
      const before = reports[i - 1]
      expect(report.speed).toBeLessThan(1400)
      expect(report.alarm & OVERSPEED ? report.speed > 990 || !(report.status & FIXED) : report.speed < 1020).toBe(true)
      if (!(report.status & FIXED)) fixless++
      if (report.alarm & OVERSPEED) fast++
      furthest = Math.max(furthest, distance(place(report), SHANGHAI))
      if (!before) return
      expect(itemOf(report, 'mileage')).toBeGreaterThanOrEqual(itemOf(before, 'mileage') as number)
      expect(distance(place(report), place(before))).toBeLessThan(700)
    })
    expect(furthest).toBeGreaterThan(50_000)
    expect(fixless).toBeGreaterThan(0)
    expect(fixless).toBeLessThan(reports.length / 10)
    expect(fast).toBeLessThan(reports.length / 10)
    const sum = reports.slice(1).reduce((n, report, i) => n + distance(place(report), place(reports[i]!)), 0)
    const mileage = ((itemOf(reports.at(-1)!, 'mileage') as number) - (itemOf(reports[0]!, 'mileage') as number)) * 100
    // What the receiver saw and what the wheels turned agree, drift while standing apart.
    expect(Math.abs(sum / mileage - 1)).toBeLessThan(0.25)
  })
  test.each([11, 12, 13, 14])(
    'goes on from where its last report left it, without a leap and without losing a kilometre (seed %i)',
    (seed) => {
      const last = { place: { lng: 121.3, lat: 31.1 }, heading: 77, metres: 123_456_700 }
      for (const trade of ['local', 'long'] as const) {
        const { reports } = drive(plan(seed, { trade, last }), 1, 5)
        expect(distance(place(reports[0]!), last.place)).toBeLessThan(400)
        expect(itemOf(reports[0]!, 'mileage')).toBeLessThan(1_234_600)
        expect(itemOf(reports[0]!, 'mileage')).toBeGreaterThanOrEqual(1_234_567)
        reports.slice(1).forEach((report, i) => expect(distance(place(report), place(reports[i]!))).toBeLessThan(450))
      }
    },
  )
  test('is on the road where its first report says it is, also when that comes at once', () => {
    const truck = new Truck(plan(11, { trade: 'long' }), chinaRoads(), NOW)
    const first = truck.report(NOW)
    truck.step(NOW + 5000)
    expect(distance(place(truck.report(NOW + 5000)), place(first))).toBeLessThan(450)
  })
  test('stands where it is with its engine off while nobody has it, and goes on from there without a leap', () => {
    const truck = new Truck(plan(7, { trade: 'local' }), chinaRoads(), NOW)
    let now = NOW
    const lived = (minutes: number): Location[] =>
      Array.from({ length: minutes * 6 }, () => {
        now += 10_000
        truck.step(now)
        return truck.report(now)
      })
    expect(Math.max(...lived(120).map(({ speed }) => speed))).toBeGreaterThan(200)
    truck.idle = true
    const there = truck.truth
    const standing = lived(180)
    expect(Math.max(...standing.map(({ speed }) => speed))).toBe(0)
    expect(standing.every(({ status }) => (status & 1) === 0)).toBe(true)
    expect(new Set(standing.map((report) => itemOf(report, 'mileage'))).size).toBe(1)
    expect(truck.truth).toEqual(there)
    truck.idle = false
    const again = lived(120)
    expect(distance(place(again[0]!), there)).toBeLessThan(700)
    expect(Math.max(...again.map(({ speed }) => speed))).toBeGreaterThan(200)
  })
  test('is called home from wherever it is, and parked there lives nothing', () => {
    const { truck } = drive(plan(5, { trade: 'local' }), 3)
    const before = truck.truth
    truck.recall()
    expect(distance(truck.truth, before)).toBeLessThan(1)
    let t = 3 * 3600
    for (; !truck.home && t < 6 * 3600; t += 10) truck.step(NOW + t * 1000)
    expect(truck.home).toBe(true)
    const there = truck.truth
    truck.park(NOW + (t + 30_000) * 1000)
    truck.step(NOW + (t + 30_010) * 1000)
    expect(distance(truck.truth, there)).toBeLessThan(400)
  })
  test('around home it comes back, and its drops take their time', () => {
    const { truck, reports } = drive(plan(5, { trade: 'local' }), 12)
    expect(Math.max(...reports.map((report) => distance(place(report), SHANGHAI)))).toBeLessThan(40_000)
    expect(reports.some((report) => report.speed === 0 && !(report.status & 1))).toBe(true)
    expect(reports.some((report) => report.speed > 300)).toBe(true)
    expect(truck.truth.lng).toBeGreaterThan(120)
  })
  test('with a cold load keeps about its setpoint, and warms while its doors are open', () => {
    const { reports } = drive(plan(21, { trade: 'local', cold: 'item51', setpoint: -18 }), 24, 30)
    const readings = reports.map((report) => (itemOf(report, 'temperatures') as number[])[0]!)
    expect(readings.filter((t) => Math.abs(t + 180) < 40).length).toBeGreaterThan(readings.length / 2)
    expect(Math.max(...readings)).toBeGreaterThan(-170)
    expect(readings).not.toContain(-1)
  })
  test('stops when its fuel is cut, and says so in the status', () => {
    const truck = new Truck(plan(11, { trade: 'long' }), chinaRoads(), NOW)
    for (let t = 1; t < 7200 && !truck.moving; t += 10) truck.step(NOW + t * 1000)
    truck.fuelCut = true
    for (let t = 7200; t < 7300; t += 10) truck.step(NOW + t * 1000)
    expect([truck.moving, (truck.report(NOW).status & FUEL_CUT) !== 0]).toEqual([false, true])
  })
  test('may have a clock that began in 2000, or is days ahead', () => {
    expect(drive(plan(3, { clock: 'reset' }), 0.1).reports[0]!.time).toBe('2000-01-01 00:00:10')
    expect(instantOf(drive(plan(3, { clock: 2 * 86_400_000 }), 0.1).reports[0]!.time)).toBe(NOW + 2 * 86_400_000 + 10_000)
  })
  test('strangers are the same for the same seed, with all editions and cold loads among them', () => {
    const many = strangers(400, 1)
    expect(strangers(400, 1)).toEqual(many)
    expect(new Set(many.map((one) => one.version))).toEqual(new Set([2011, 2013, 2019]))
    expect(new Set(many.map((one) => one.phone)).size).toBe(400)
    expect(many.filter((one) => one.cold).length).toBeGreaterThan(40)
    expect(many.filter((one) => one.clock === 'reset').length).toBeGreaterThan(0)
  })
})

/** Registers anybody, acknowledges everything, keeps what it heard. */
class Gateway {
  readonly heard: { phone: string; messageId: string; body: Body }[] = []
  readonly links = new Map<string, { socket: Socket; version: 2011 | 2013 | 2019 }>()
  mute = false
  locations = 0
  private readonly server: Server
  private serial = 0

  constructor() {
    this.server = createServer((socket) => this.serve(socket))
  }
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return (this.server.address() as { port: number }).port
  }
  private serve(socket: Socket): void {
    const decoder = new Decoder()
    const reassembler = new Reassembler()
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const frame of decoder.push(chunk)) {
        const { phone, messageId, serial, version } = frame.header
        this.links.set(phone, { socket, version })
        const added = reassembler.add(frame, 0)
        const body = added.is === 'complete' ? readBody(added.frame) : null
        if (body) this.heard.push({ phone, messageId, body })
        if (this.mute && messageId !== '0100' && messageId !== '0102') continue
        if (body && messageId === '0200') this.locations++
        if (body && messageId === '0704') this.locations += (body as { locations: Location[] }).locations.length
        if (messageId === '0100') this.say(phone, '8100', { serial, result: 0, code: `K${phone}` })
        else this.say(phone, '8001', { serial, messageId, result: 0 })
      }
    })
  }
  say(phone: string, messageId: string, body: Body): number {
    const { socket, version } = this.links.get(phone)!
    this.serial = (this.serial + 1) & 0xffff
    socket.write(encodeFrame({ messageId, version, phone, serial: this.serial }, body))
    return this.serial
  }
  cutAll(): void {
    for (const { socket } of this.links.values()) socket.destroy()
  }
  of(messageId: string): Body[] {
    return this.heard.filter((one) => one.messageId === messageId).map((one) => one.body)
  }
  close(): void {
    this.cutAll()
    this.server.close()
  }
}

describe('terminals on real connections', () => {
  let gateway: Gateway
  let simulator: Simulator
  async function begin(count: number, everySeconds: number): Promise<void> {
    gateway = new Gateway()
    const plans = strangers(count, 9).map((one) => ({ ...one, clock: 0 as const, trade: 'local' as const }))
    simulator = startSimulator({
      host: '127.0.0.1',
      port: await gateway.listen(),
      everySeconds,
      plans,
      seed: 9,
      rampSeconds: 0.1,
      now: Date.now,
    })
  }
  afterEach(() => {
    simulator.stop()
    gateway.close()
  })
  const patience = { timeout: 60_000, interval: 20 }
  const balanced = (): void => {
    const t = simulator.tally
    expect(t.acknowledged + t.refused + t.waiting + t.buffered + t.overflowed).toBe(t.positions)
  }

  test('register, authenticate with the code they were given, report in their editions, and count right', async () => {
    const began = performance.now()
    await begin(60, 0.1)
    await vi.waitFor(() => expect(simulator.tally.acknowledged).toBeGreaterThan(600), patience)
    await vi.waitFor(() => expect(simulator.tally.online).toBe(60), patience)
    balanced()
    expect(new Set([...gateway.links.values()].map((link) => link.version))).toEqual(new Set([2011, 2013, 2019]))
    for (const { phone, body } of gateway.heard.filter((one) => one.messageId === '0102')) expect(body).toMatchObject({ code: `K${phone}` })
    // Of the time that has passed, whatever a busy machine made of it; a twentieth is the width of a step.
    expect(simulator.tally.latency.at(0.99)).toBeLessThan((performance.now() - began) * 1.05 + 1)
  })
  test('keep what was not acknowledged through a storm, and send it afterwards as batches', async () => {
    await begin(20, 0.1)
    await vi.waitFor(() => expect(simulator.tally.acknowledged).toBeGreaterThan(50), patience)
    gateway.mute = true
    await vi.waitFor(() => expect(simulator.tally.waiting).toBeGreaterThan(40), patience)
    gateway.cutAll()
    gateway.mute = false
    const sentBefore = simulator.tally.positions
    await vi.waitFor(() => expect(simulator.tally.acknowledged).toBeGreaterThan(sentBefore), patience)
    await vi.waitFor(() => expect(simulator.tally).toMatchObject({ online: 20, buffered: 0 }), patience)
    balanced()
    expect(simulator.tally.connections).toBeGreaterThanOrEqual(40)
    const batches = gateway.of('0704') as { type: number; locations: Location[] }[]
    expect(batches.length).toBeGreaterThan(0)
    expect(batches.every((batch) => batch.type === 1)).toBe(true)
    // Every position that a terminal counts as acknowledged was heard while the gateway answered.
    expect(gateway.locations).toBeGreaterThanOrEqual(simulator.tally.acknowledged)
  })
  test('obey: locate, interval, parameters, text, cut, restore and restrict, lock, picture', async () => {
    await begin(3, 0.5)
    await vi.waitFor(() => expect(gateway.of('0200').length).toBeGreaterThan(5), patience)
    const [phone] = gateway.links.keys()
    const version = gateway.links.get(phone!)!.version
    const located = gateway.say(phone!, '8201', {})
    gateway.say(phone!, '8103', {
      items: [
        { id: '0029', value: 30 },
        { id: '0055', value: 80 },
      ],
    })
    const asked = gateway.say(phone!, '8106', { ids: ['0055', '0029', '0083'] })
    gateway.say(phone!, '8300', version === 2019 ? { flags: 8, type: 1, text: '请靠边停车' } : { flags: 8, text: '请靠边停车' })
    const cut = gateway.say(phone!, '8105', { command: 0xf0 })
    gateway.say(phone!, '8500', version === 2019 ? { controls: [{ id: '0001', value: 0 }] } : { flags: 1 })
    gateway.say(phone!, '8801', {
      channel: 1,
      command: 1,
      interval: 0,
      save: 0,
      resolution: 1,
      quality: 5,
      brightness: 128,
      contrast: 64,
      saturation: 64,
      chroma: 128,
    })
    const unknown = gateway.say(phone!, '8f01', { raw: '00' })
    await vi.waitFor(() => expect(gateway.of('0801')).toHaveLength(1), patience)
    expect(gateway.of('0201')).toMatchObject([{ serial: located }])
    expect(gateway.of('0104')).toMatchObject([
      { serial: asked, items: [{ id: '0055', value: 80 }, { id: '0029', value: 30 }, { id: '0083' }] },
    ])
    expect(gateway.of('0001')).toContainEqual({ serial: cut, messageId: '8105', result: 0 })
    await vi.waitFor(() => expect(gateway.of('0001')).toContainEqual({ serial: unknown, messageId: '8f01', result: 3 }), patience)
    expect((gateway.of('0500') as { location: Location }[])[0]!.location.status & (FUEL_CUT | (1 << 12))).toBe(FUEL_CUT | (1 << 12))
    const terminal = simulator.terminals.find((one) => phone!.endsWith(one.plan.phone))!
    expect(terminal.texts).toEqual(['请靠边停车'])
    gateway.say(phone!, '8105', { command: 0xf1 })
    await vi.waitFor(() => expect(terminal.truck.fuelCut).toBe(false), patience)
    // It drives on, and does not start again once it has stopped.
    const ignition = vi.spyOn(terminal.truck, 'ignition', 'get').mockReturnValue(true)
    const limited = gateway.say(phone!, '8105', { command: 0xf2 })
    await vi.waitFor(() => expect(gateway.of('0001')).toContainEqual({ serial: limited, messageId: '8105', result: 0 }), patience)
    expect(terminal.truck.fuelCut).toBe(false)
    ignition.mockReturnValue(false)
    gateway.say(phone!, '8105', { command: 0xf2 })
    await vi.waitFor(() => expect(terminal.truck.fuelCut).toBe(true), patience)
  })
})

test('durations give quantiles to a twentieth', () => {
  const durations = new Durations()
  for (let ms = 1; ms <= 1000; ms++) durations.add(ms)
  expect(Math.abs(durations.at(0.5) - 500)).toBeLessThan(30)
  expect(Math.abs(durations.at(0.99) - 990)).toBeLessThan(55)
  expect(durations.at(1)).toBe(1000)
})

test.each(['--help', '-h'])('the program says how it is used when asked (%s), and does nothing', (asked) =>
  expect(execFileSync(process.execPath, ['scripts/simulate.ts', asked], { encoding: 'utf8', timeout: 60_000 })).toMatch(
    /^用法：npm run simulate -- --terminals/,
  ),
)
