/**
 * A simulated terminal on a real TCP connection: registers, authenticates, reports, keeps what was not acknowledged and sends it later
 * as a batch, obeys orders. It keeps to the standard, so what it finds out about a gateway is true of real ones.
 */
import { connect, type Socket } from 'node:net'
import {
  Decoder,
  encodeFrame,
  encodeMessage,
  readBody,
  type Body,
  type Frame,
  type Location,
  type ParameterValue,
  type Version,
} from '../jt808/jt808.ts'
import { FACTORY, obey, type Cabin } from './orders.ts'
import { Random } from '#kit/basics/random.ts'
import { Reports } from './reports.ts'
import type { Tally } from './tally.ts'
import { Truck, type TruckPlan } from './truck.ts'
import type { RoadNet } from './roads.ts'

export interface TerminalPlan extends TruckPlan {
  phone: string
  plate: string
  /** Of the vehicle; 2 is yellow. */
  plateColour?: number
  maker?: string
  model?: string
  terminalId?: string
  /** Known from an earlier registration; without it the terminal registers first. */
  authCode?: string
}

export interface Surroundings {
  host: string
  port: number
  everySeconds: number
  /** All report at the same moments, so that the reports of many are stored together. */
  inStep?: boolean
  net: RoadNet
  tally: Tally
  now: () => number
  /** For tests and the demo company: what a terminal was told to keep. */
  onAuthCode?: (phone: string, code: string) => void
}

const HEARTBEAT_MS = 60_000
/** How often it looks after its connection; a fleet that costs little looks seldom. */
const LOOK_MS = 2000
const IN_STEP_LOOK_MS = 10_000

export class SimulatedTerminal {
  readonly plan: TerminalPlan
  readonly truck: Truck
  private readonly world: Surroundings
  private readonly random: Random
  private readonly cabin: Cabin
  private socket: Socket | null = null
  private decoder = new Decoder()
  private ready = false
  private serial = 0
  private code: string | null
  private timer: NodeJS.Timeout | null = null
  private retryMs = 1000
  private stopped = false
  private lastSentAt = 0
  private nextReportAt = 0
  private connectAt = 0
  private follow = { interval: 0, until: 0 }
  private readonly reports: Reports

  constructor(plan: TerminalPlan, world: Surroundings) {
    this.plan = plan
    this.world = world
    this.random = new Random(plan.seed ^ 0x5151)
    this.code = plan.authCode ?? null
    this.reports = new Reports(world.tally)
    this.truck = new Truck(plan, world.net, world.now())
    const parameters = new Map<string, ParameterValue>(FACTORY.map((item) => [item.id, item]))
    parameters.set('0029', { id: '0029', value: Math.max(1, Math.round(world.everySeconds)) })
    parameters.set('0083', { id: '0083', value: plan.plate })
    this.cabin = {
      fuelCut: false,
      startRefused: false,
      powerCut: false,
      doorsLocked: false,
      intervalSeconds: world.everySeconds,
      parameters,
      texts: [],
    }
  }

  /** Terminals do not all report in the same second, where nothing asks for it. */
  start(delayMs: number): void {
    const now = this.world.now()
    this.connectAt = now + delayMs
    const every = this.world.everySeconds * 1000
    this.nextReportAt = this.world.inStep
      ? (Math.floor((now + delayMs) / every) + 1) * every
      : now + delayMs + this.random.between(0, every)
    this.wait(delayMs)
  }
  stop(): void {
    this.stopped = true
    if (this.timer) clearTimeout(this.timer)
    this.drop()
  }
  /** The network goes away under the terminal; it comes back after so long. */
  cutOff(comeBackMs: number): void {
    this.connectAt = this.world.now() + comeBackMs
    this.drop()
  }
  get texts(): readonly string[] {
    return this.cabin.texts
  }

  private wait(ms: number): void {
    if (this.stopped) return
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(() => this.tick(), Math.max(5, ms))
  }

  private tick(): void {
    const now = this.world.now()
    if (now >= this.nextReportAt) this.reportNow(now)
    this.network(now)
    if (this.ready) {
      this.repeat(now)
      this.sendMemory()
      if (now - this.lastSentAt >= HEARTBEAT_MS) this.send('0002', {})
    }
    this.wait(Math.min(this.nextReportAt - now, this.world.inStep ? IN_STEP_LOOK_MS : LOOK_MS))
  }

  private interval(now: number): number {
    if (now < this.follow.until) return this.follow.interval * 1000
    // Parked terminals report less often.
    return this.cabin.intervalSeconds * 1000 * (this.truck.ignition ? 1 : 3)
  }

  private reportNow(now: number): void {
    this.obeyCabin()
    this.truck.step(now)
    this.nextReportAt += this.interval(now)
    // A process that was held up does not report what it missed.
    if (this.nextReportAt <= now) this.nextReportAt = now + this.interval(now)
    const location = this.truck.report(now)
    this.world.tally.positions++
    if (this.ready && this.reports.buffered === 0) this.sendReport([location], false)
    else this.reports.keep(location)
  }
  private obeyCabin(): void {
    if (this.cabin.startRefused && !this.truck.ignition) this.cabin.fuelCut = true
    this.truck.fuelCut = this.cabin.fuelCut
    this.truck.doorsLocked = this.cabin.doorsLocked
  }

  /** Connects, or loses its connection where there is no network. */
  private network(now: number): void {
    if (this.truck.silent) return this.socket ? this.drop() : undefined
    if (!this.socket && now >= this.connectAt) this.open()
  }

  private open(): void {
    this.decoder = new Decoder()
    if (this.plan.version === 2011) this.decoder.version = 2011
    this.world.tally.connections++
    const socket = connect({ host: this.world.host, port: this.world.port, noDelay: true })
    this.socket = socket
    socket.on('connect', () => (this.code === null ? this.register() : this.authenticate()))
    socket.on('data', (chunk) => {
      for (const frame of this.decoder.push(chunk)) this.receive(frame)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.socket === socket) this.lost()
    })
  }
  private lost(): void {
    if (this.ready) this.world.tally.online--
    this.ready = false
    this.socket = null
    this.reports.takeBack()
    this.connectAt = Math.max(this.connectAt, this.world.now() + this.retryMs * this.random.between(0.5, 1.5))
    this.retryMs = Math.min(30_000, this.retryMs * 2)
  }
  private drop(): void {
    const { socket } = this
    if (!socket) return
    this.lost()
    socket.destroy()
  }
  private register(): void {
    const { plan } = this
    const model = plan.model ?? 'SIM-1'
    this.send('0100', {
      province: 31,
      city: 112,
      maker: plan.maker ?? 'ZYT01',
      model,
      terminalId: plan.terminalId ?? plan.phone.slice(-7),
      plateColour: plan.plateColour ?? 2,
      plate: plan.plate,
    })
  }
  private authenticate(): void {
    this.send(
      '0102',
      this.plan.version === 2019
        ? { code: this.code!, imei: this.plan.phone.padStart(15, '0').slice(-15), software: 'SIM 1.0' }
        : { code: this.code! },
    )
  }

  private nextSerial(): number {
    return (this.serial = (this.serial + 1) & 0xffff)
  }
  private header(messageId: string): { messageId: string; version: Version; phone: string; serial: number } {
    return { messageId, version: this.plan.version, phone: this.plan.phone, serial: this.nextSerial() }
  }
  private send(messageId: string, body: Body): void {
    const frames = encodeMessage(this.header(messageId), body)
    this.serial = (this.serial + frames.length - 1) & 0xffff
    this.lastSentAt = this.world.now()
    for (const frame of frames) this.socket?.write(frame)
  }

  private sendReport(locations: Location[], batch: boolean): void {
    const header = this.header(batch ? '0704' : '0200')
    const frame = encodeFrame(header, batch ? { type: 1, locations } : locations[0]!)
    const sentAt = this.world.now()
    this.reports.sent(header.serial, locations, frame, batch, sentAt)
    this.lastSentAt = sentAt
    this.socket?.write(frame)
  }
  private sendMemory(): void {
    const locations = this.reports.nextBatch()
    if (locations) this.sendReport(locations, true)
  }
  private repeat(now: number): void {
    const again = this.reports.overdue(now)
    // Nobody listens: begin anew, with all that was not acknowledged.
    if (!again) return this.drop()
    for (const frame of again) this.socket?.write(frame)
  }

  private receive(frame: Frame): void {
    const { header } = frame
    const body = readBody(frame) as Record<string, unknown>
    if (header.messageId === '8100') return this.registered(body)
    if (header.messageId === '8001') return this.acknowledged(body)
    if (!this.ready) return
    this.world.tally.orders++
    const now = this.world.now()
    const obeyed = obey(header.messageId, header.serial, body, this.cabin, () => {
      this.obeyCabin()
      this.truck.step(now)
      return this.truck.report(now)
    })
    this.obeyCabin()
    for (const { messageId, body: answer } of obeyed.answers) this.send(messageId, answer)
    if (obeyed.picture) this.sendPicture(obeyed.picture, now)
    if (obeyed.follow)
      this.follow = { interval: obeyed.follow.interval, until: obeyed.follow.interval > 0 ? now + obeyed.follow.seconds * 1000 : 0 }
    if (obeyed.report || obeyed.follow) {
      this.nextReportAt = now
      this.wait(0)
    }
    if (obeyed.restart) this.cutOff(3000)
  }

  private registered(body: Record<string, unknown>): void {
    if (body['result'] !== 0 || typeof body['code'] !== 'string') {
      this.world.tally.refusedRegistrations++
      // Refused today, perhaps entered into the books tomorrow.
      return this.cutOff(60_000)
    }
    this.code = body['code']
    this.world.onAuthCode?.(this.plan.phone, this.code)
    this.authenticate()
  }

  private acknowledged(body: Record<string, unknown>): void {
    if (body['messageId'] === '0102') {
      if (body['result'] !== 0) {
        // The code is no good any more: register again.
        this.code = null
        return this.cutOff(5000)
      }
      if (!this.ready) this.world.tally.online++
      this.ready = true
      this.retryMs = 1000
      return this.wait(0)
    }
    this.reports.acknowledged(Number(body['serial']), body['result'], this.world.now())
    if (this.reports.buffered > 0) this.wait(0)
  }

  /** A small grey picture, in packets like a real one. */
  private sendPicture({ channel, id }: { channel: number; id: number }, now: number): void {
    this.send('0800', { id, type: 0, format: 0, event: 0, channel })
    this.send('0801', { id, type: 0, format: 0, event: 0, channel, location: { ...this.truck.report(now), items: [] }, data: PICTURE })
  }
}

/** A JPEG of 16 × 16 grey points with a long comment, so that it takes several packets. */
const PICTURE = `ffd8fffe0bb8${'20'.repeat(2998)}ffdb004300${'10'.repeat(64)}ffc0000b080010001001011100ffc4001400010000000000000000000000000000000bffc40014100100000000000000000000000000000000ffda0008010100003f0047ffd9`
