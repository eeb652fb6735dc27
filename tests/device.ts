/** A terminal for tests: a real socket that speaks through the codec, does what it is told, and remembers what it heard. */
import { connect, type Socket } from 'node:net'
import {
  Decoder,
  encodeFrame,
  encodeMessage,
  readBody,
  wireTime,
  type Body,
  type Location,
  type Message,
  type Version,
} from '#modules/telematics/jt808/jt808.ts'

export interface DeviceOptions {
  port: number
  phone: string
  version?: Version
  deviceNo?: string
  host?: string
  plate?: string
  plateColour?: number
}
export const location = (more: Partial<Location> & { at?: number } = {}): Location => {
  const { at, ...rest } = more
  return {
    alarm: 0,
    status: 3,
    latitude: 31_230_416,
    longitude: 121_473_701,
    altitude: 10,
    speed: 0,
    direction: 90,
    time: wireTime(at ?? Date.now()),
    items: [],
    ...rest,
  }
}

type Wanted = (message: Message) => boolean
const PATIENCE_MS = 60_000

export class Device {
  readonly options: DeviceOptions
  readonly heard: Message[] = []
  code = ''
  serial = 0
  closed = false
  /** What it does with what the platform sends; the default acknowledges nothing. */
  onMessage: ((message: Message) => void) | null = null
  private socket!: Socket
  private decoder = new Decoder()
  private waiting: { wanted: Wanted; resolve: (m: Message) => void }[] = []
  private goodbyes: (() => void)[] = []

  constructor(options: DeviceOptions) {
    this.options = options
  }

  async open(): Promise<this> {
    this.closed = false
    this.decoder = new Decoder()
    this.socket = connect({ port: this.options.port, host: this.options.host ?? '127.0.0.1', noDelay: true })
    this.socket.on('error', () => {})
    this.socket.on('close', () => {
      this.closed = true
      for (const done of this.goodbyes.splice(0)) done()
    })
    this.socket.on('data', (chunk: Buffer) => {
      for (const frame of this.decoder.push(chunk)) this.receive({ header: frame.header, body: readBody(frame) })
    })
    await new Promise<void>((resolve, reject) => {
      this.socket.once('connect', resolve)
      this.socket.once('error', reject)
    })
    return this
  }

  private receive(message: Message): void {
    this.heard.push(message)
    const i = this.waiting.findIndex((w) => w.wanted(message))
    if (i >= 0) this.waiting.splice(i, 1)[0]!.resolve(message)
    this.onMessage?.(message)
  }

  /** The next message that fits, also one that came before and was not asked for. */
  next(wanted: Wanted): Promise<Message> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`nothing came to ${this.options.phone} in time`)), PATIENCE_MS)
      this.waiting.push({ wanted, resolve: (m) => (clearTimeout(timer), resolve(m)) })
    })
  }
  gone(): Promise<void> {
    return this.closed ? Promise.resolve() : new Promise((resolve) => this.goodbyes.push(resolve))
  }

  write(bytes: Uint8Array): void {
    this.socket.write(bytes)
  }
  frame(messageId: string, body: Body, serial = this.serial++ & 0xffff): { bytes: Uint8Array; serial: number } {
    return { bytes: encodeFrame({ messageId, phone: this.options.phone, serial, version: this.options.version ?? 2013 }, body), serial }
  }
  /** Sends and does not wait. */
  say(messageId: string, body: Body): number {
    const { bytes, serial } = this.frame(messageId, body)
    this.write(bytes)
    return serial
  }
  sayLong(messageId: string, body: Body): void {
    const frames = encodeMessage({ messageId, phone: this.options.phone, serial: this.serial, version: this.options.version ?? 2013 }, body)
    this.serial = (this.serial + frames.length) & 0xffff
    for (const bytes of frames) this.write(bytes)
  }
  /** Sends and waits for the general answer; its result. */
  async ask(messageId: string, body: Body, serial?: number): Promise<number> {
    const made = this.frame(messageId, body, serial)
    const answer = this.next((m) => m.header.messageId === '8001' && (m.body as { serial: number }).serial === made.serial)
    this.write(made.bytes)
    return ((await answer).body as { result: number }).result
  }
  sayRegister(): void {
    this.say('0100', {
      province: 31,
      city: 115,
      maker: 'TEST',
      model: 'T-1',
      terminalId: this.options.deviceNo ?? 'DEV0001',
      plateColour: this.options.plateColour ?? 2,
      plate: this.options.plate ?? '沪A00001',
    })
  }
  async register(): Promise<{ result: number; code?: string }> {
    const answer = this.next((m) => m.header.messageId === '8100')
    this.sayRegister()
    const body = (await answer).body as { result: number; code?: string }
    if (body.code) this.code = body.code
    return body
  }
  authenticate(code = this.code): Promise<number> {
    return this.ask('0102', { code, ...(this.options.version === 2019 ? { imei: '123456789012345', software: 'v1.0' } : {}) })
  }
  async enter(): Promise<this> {
    await this.open()
    const { result } = await this.register()
    if (result !== 0) throw new Error(`registration answered ${result}`)
    const admitted = await this.authenticate()
    if (admitted !== 0) throw new Error(`authentication answered ${admitted}`)
    return this
  }
  locate(more: Parameters<typeof location>[0] = {}, serial?: number): Promise<number> {
    return this.ask('0200', location(more), serial)
  }
  /** Goes away in the middle: with a reset, or with an orderly end. */
  hangUp(how: 'reset' | 'end'): void {
    if (how === 'reset') this.socket.resetAndDestroy()
    else this.socket.end()
  }
  drop(): void {
    this.socket.destroy()
  }
}
