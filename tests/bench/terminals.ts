/**
 * Thousands of terminals in one process, as cheap as terminals can be, so that what is measured is the gateway: one frame is made for each
 * and only its serial, time and place are written anew. They keep what was not acknowledged and send it again after they come back, and
 * they remember every acknowledgement, so that it can be compared with what is stored.
 */
import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Decoder, encodeFrame } from '#modules/telematics/jt808/jt808.ts'
import { unescape, wrap } from '#modules/telematics/jt808/frame.ts'

export const CODE = 'bench-code'
export const FIRST_PHONE = 18_800_000_000

/** Rows of vehicles with a terminal each, which may authenticate with CODE. To be run one by one; the second and third are about `store` and `model`. */
export function fleetRows(of: { operator: number; store: number; model: number; count: number; from?: number }): string[] {
  const { operator, store, model, count, from = 0 } = of
  const hash = createHash('sha256').update(CODE).digest('hex')
  const numbers = `generate_series(${from + 1}, ${from + count}) as n`
  const mine = `t.terminal_no between '${FIRST_PHONE + from + 1}' and '${FIRST_PHONE + from + count}'`
  return [
    `insert into vehicle (operator_id, plate_no, plate_color, status, vin, model, energy, use_nature, ownership, store)
      select ${operator}, '粤BT' || lpad(n::text, 6, '0'), 'green', 'available', 'LBENCHT' || lpad(n::text, 10, '0'), ${model}, 'electric', 'lease', 'own', ${store} from ${numbers}`,
    `insert into terminal (operator_id, terminal_no, status, vehicle, store)
      select ${operator}, (${FIRST_PHONE} + n)::text, 'active', v.id, ${store} from ${numbers} join vehicle v on v.operator_id = ${operator} and v.plate_no = '粤BT' || lpad(n::text, 6, '0')`,
    `insert into terminal_binding (operator_id, terminal, vehicle, store, from_at) select t.operator_id, t.id, t.vehicle, t.store, now() - interval '40 days' from terminal t where ${mine}`,
    `insert into vehicle_position (operator_id, vehicle, store, terminal) select t.operator_id, t.vehicle, t.store, t.id from terminal t where ${mine}`,
    `insert into terminal_link (terminal, operator_id, auth_hash) select t.id, t.operator_id, '${hash}' from terminal t where ${mine}`,
    `insert into telematics_version (operator_id, bindings) values (${operator}, 1) on conflict (operator_id) do update set bindings = telematics_version.bindings + 1`,
  ]
}

export interface TerminalsOptions {
  /** Of several nodes: each comes to the next one at its next try, as behind a load balancer. */
  port: number | readonly number[]
  count: number
  from?: number
  /**
   * So many addresses 127.0.`net`.x of the gateway: towards one address there are 28,000 ports. Not addresses to come from: to choose a port for
   * one of those costs the system ten milliseconds while the ports of before are still remembered, a minute for 6,000 links.
   */
  sources?: number
  net?: number
  /** Come back when the link is lost, and send again what was not acknowledged. */
  return?: boolean
  now?: () => number
}
interface Sent {
  frame: Uint8Array
  at: number
}
const BODY = 12
const TIME = BODY + 22
const bcd = (n: number): number => ((Math.floor(n / 10) % 10) << 4) | (n % 10)

class Terminal {
  ready = false
  readonly pending = new Map<number, Sent>()
  readonly acked: number[] = []
  private serial = 0
  private decoder = new Decoder()
  private socket: Socket | null = null
  private readonly crowd: Terminals
  private readonly phone: string
  private readonly address: string
  private readonly content: Uint8Array
  private backMs = 50
  private tries: number

  constructor(crowd: Terminals, n: number, address: string) {
    this.crowd = crowd
    this.tries = n
    this.phone = String(FIRST_PHONE + n)
    this.address = address
    const place = {
      alarm: 0,
      status: 3,
      latitude: 22_543_000 + (n % 1000) * 300,
      longitude: 114_057_000 + Math.floor(n / 1000) * 3000,
      altitude: 12,
      speed: 420,
      direction: n % 360,
      time: '2026-01-01 00:00:00',
    }
    const frame = encodeFrame(
      { messageId: '0200', phone: this.phone, serial: 0, version: 2013 },
      {
        ...place,
        items: [
          { id: '01', value: 123_456 },
          { id: '30', value: 28 },
          { id: '31', value: 14 },
        ],
      },
    )
    this.content = (unescape(frame.subarray(1, -1)) as Uint8Array).slice(0, -1)
  }

  open(): void {
    this.decoder = new Decoder()
    const ports = [this.crowd.options.port].flat()
    const socket = connect({ port: ports[this.tries++ % ports.length]!, host: this.address, noDelay: true })
    this.socket = socket
    this.crowd.connections++
    socket.on('connect', () =>
      socket.write(encodeFrame({ messageId: '0102', phone: this.phone, serial: this.nextSerial(), version: 2013 }, { code: CODE })),
    )
    socket.on('data', (chunk) => this.receive(chunk))
    socket.on('error', () => {})
    socket.on('close', () => this.lost())
  }
  close(): void {
    this.socket?.destroy()
  }
  private lost(): void {
    if (this.ready) this.crowd.online--
    this.ready = false
    if (!this.crowd.options.return || this.crowd.stopped) return
    setTimeout(() => !this.crowd.stopped && this.open(), this.backMs * (0.5 + Math.random()))
    this.backMs = Math.min(2000, this.backMs * 2)
  }

  private nextSerial(): number {
    const { serial } = this
    this.serial = (serial + 1) & 0xffff
    return serial
  }

  report(): void {
    const serial = this.nextSerial()
    const { content, crowd } = this
    content[10] = serial >> 8
    content[11] = serial & 0xff
    content.set(crowd.time, TIME)
    // A little farther north each time.
    content[BODY + 11] = (content[BODY + 11]! + 1) & 0xff
    const frame = wrap(content)
    this.pending.set(serial, { frame, at: performance.now() })
    crowd.sent++
    this.socket!.write(frame)
  }

  private receive(chunk: Buffer): void {
    for (const { header, bytes } of this.decoder.push(chunk)) {
      if (header.messageId !== '8001') continue
      const to = (bytes[0]! << 8) | bytes[1]!
      const [high, low, result] = [bytes[2]!, bytes[3]!, bytes[4]!]
      if (high === 1 && low === 2) this.admitted(result)
      else if (high === 2 && low === 0) this.acknowledged(to, result)
    }
  }
  private admitted(result: number): void {
    if (result !== 0) {
      this.crowd.turnedAway++
      return this.close()
    }
    this.ready = true
    this.backMs = 50
    this.crowd.online++
    for (const sent of this.pending.values()) {
      this.crowd.resent++
      this.socket!.write(sent.frame)
    }
  }
  private acknowledged(serial: number, result: number): void {
    const sent = this.pending.get(serial)
    if (!sent) return
    this.pending.delete(serial)
    if (result !== 0) return void this.crowd.refused++
    this.acked.push(serial)
    this.crowd.heard(performance.now() - sent.at)
  }
}

export class Terminals {
  readonly options: TerminalsOptions
  readonly all: Terminal[]
  /** As the wire says it, of this second. */
  time = new Uint8Array(6)
  sent = 0
  acked = 0
  resent = 0
  refused = 0
  turnedAway = 0
  online = 0
  connections = 0
  stopped = false
  /** Answers by their time, in milliseconds; the last holds what took longer. */
  private readonly times = new Uint32Array(60_001)
  private counting = true

  constructor(options: TerminalsOptions) {
    this.options = options
    const { count, from = 0, sources = 1, net = 0 } = options
    this.all = Array.from({ length: count }, (_, i) => new Terminal(this, from + i + 1, `127.0.${net}.${1 + (i % sources)}`))
  }

  heard(ms: number): void {
    this.acked++
    if (this.counting) this.times[Math.min(60_000, Math.round(ms))]!++
  }
  /** From now on answers count. */
  forget(): void {
    this.times.fill(0)
  }
  quantile(share: number): number {
    const all = this.times.reduce((sum, n) => sum + n, 0)
    let left = Math.ceil(all * share)
    for (let ms = 0; ms < this.times.length; ms++) if ((left -= this.times[ms]!) <= 0) return ms
    return 60_000
  }
  get pending(): number {
    return this.all.reduce((sum, one) => sum + one.pending.size, 0)
  }

  /** All links up, so many at once. */
  async connect(atOnce = 500, limitMs = 120_000): Promise<void> {
    const deadline = Date.now() + limitMs
    for (let i = 0; i < this.all.length; i += atOnce) {
      for (const one of this.all.slice(i, i + atOnce)) one.open()
      await this.until(() => this.online >= Math.min(this.all.length, i + atOnce) * 0.98, deadline - Date.now(), 'links')
    }
    await this.until(() => this.online === this.all.length, deadline - Date.now(), 'links')
  }

  /** All links are lost in one moment; they come back by themselves. */
  async bounce(limitMs: number): Promise<void> {
    const before = this.connections
    for (const one of this.all) one.close()
    await this.until(() => this.connections - before >= this.all.length && this.online === this.all.length, limitMs, 'links')
  }

  private clock(): void {
    const local = new Date((this.options.now?.() ?? Date.now()) + 8 * 3_600_000)
    this.time = Uint8Array.of(
      bcd(local.getUTCFullYear() % 100),
      bcd(local.getUTCMonth() + 1),
      bcd(local.getUTCDate()),
      bcd(local.getUTCHours()),
      bcd(local.getUTCMinutes()),
      bcd(local.getUTCSeconds()),
    )
  }

  /** So many reports a second over all terminals, whatever is acknowledged. Those without a link are passed over. */
  async run(perSecond: number, seconds: number, each: () => void = () => {}): Promise<void> {
    const began = performance.now()
    let due = 0
    for (let next = 0; ;) {
      const elapsed = (performance.now() - began) / 1000
      if (elapsed >= seconds || this.stopped) return
      this.clock()
      for (; due < elapsed * perSecond; due++) {
        for (let tried = 0; tried < this.all.length; tried++) {
          const one = this.all[next++ % this.all.length]!
          if (!one.ready) continue
          one.report()
          break
        }
      }
      each()
      await pause(5)
    }
  }

  /** As fast as they are acknowledged: each keeps `window` reports under way. */
  async flood(seconds: number, window: number): Promise<number> {
    const before = this.acked
    const began = performance.now()
    while (performance.now() - began < seconds * 1000) {
      this.clock()
      for (const one of this.all) while (one.ready && one.pending.size < window) one.report()
      await pause(2)
    }
    return (this.acked - before) / ((performance.now() - began) / 1000)
  }

  /** Until everything is acknowledged. */
  settle(limitMs: number): Promise<void> {
    return this.until(() => this.pending === 0, limitMs, 'acknowledgements')
  }
  private async until(condition: () => boolean, limitMs: number, what: string): Promise<void> {
    const deadline = Date.now() + limitMs
    while (!condition()) {
      if (Date.now() > deadline)
        throw new Error(
          `no end of waiting for ${what}: ${this.online} of ${this.all.length} links, ${this.pending} not acknowledged, ${this.turnedAway} turned away`,
        )
      await pause(10)
    }
  }

  /** (terminal number, serial) of everything that was acknowledged. */
  *acknowledged(): Generator<[no: string, serial: number]> {
    const first = FIRST_PHONE + (this.options.from ?? 0) + 1
    for (const [i, one] of this.all.entries()) for (const serial of one.acked) yield [String(first + i), serial]
  }

  stop(): void {
    this.stopped = true
    for (const one of this.all) one.close()
  }
}
