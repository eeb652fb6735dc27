/**
 * A mobile network between terminals and gateway, over real sockets: bytes arrive in pieces cut anywhere and late, some pieces after a
 * second (what a lost packet looks like to TCP), links break in the middle of a byte stream, with a reset, with an end, or without a word to
 * the other side. The same for the same seed, as far as the system's own scheduling allows.
 */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { randomOf } from '#kit/basics/random.ts'

export interface Weather {
  /** Share of pieces that come up to `lateMs` late. */
  late: number
  lateMs: number
  /** Share of pieces that are the last of their link. */
  breaks: number
}
/** A terminal that hears no answer gives its link up. */
const NOTICES_MS = 800
export const FAIR: Weather = { late: 0, lateMs: 0, breaks: 0 }

export class BadNetwork {
  weather: Weather
  broken = 0
  pieces = 0
  readonly random: () => number
  private readonly to: number
  private readonly server: Server
  private readonly sockets = new Set<Socket>()

  private constructor(to: number, weather: Weather, seed: number) {
    this.to = to
    this.weather = weather
    this.random = randomOf(seed)
    this.server = createServer({ noDelay: true }, (terminal) => this.join(terminal))
  }
  static async between(to: number, weather: Weather, seed: number): Promise<BadNetwork> {
    const network = new BadNetwork(to, weather, seed)
    await new Promise<void>((resolve) => network.server.listen(0, '127.0.0.1', resolve))
    return network
  }
  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  private join(terminal: Socket): void {
    const platform = connect({ port: this.to, host: '127.0.0.1', noDelay: true })
    for (const one of [terminal, platform]) {
      this.sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => this.sockets.delete(one))
    }
    this.carry(terminal, platform, Infinity)
    this.carry(platform, terminal, NOTICES_MS)
  }

  /** In their order, as TCP has it, but in pieces and in no hurry. */
  private carry(from: Socket, to: Socket, noticesMs: number): void {
    let last = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      for (const piece of this.cut(chunk)) {
        from.pause()
        last = last.then(() => this.deliver(piece, from, to, noticesMs))
      }
      last = last.then(() => void from.resume())
    })
    from.on('close', () => void last.then(() => to.destroy()))
  }
  private cut(chunk: Buffer): Buffer[] {
    const pieces: Buffer[] = []
    for (let at = 0; at < chunk.length;) {
      const size = this.weather === FAIR ? chunk.length : 1 + Math.floor(this.random() ** 3 * chunk.length)
      pieces.push(chunk.subarray(at, at + size))
      at += size
    }
    return pieces
  }
  private async deliver(piece: Buffer, from: Socket, to: Socket, noticesMs: number): Promise<void> {
    this.pieces++
    const { late, lateMs, breaks } = this.weather
    if (this.random() < late) await new Promise((resolve) => setTimeout(resolve, this.random() ** 2 * lateMs))
    if (to.destroyed || from.destroyed) return
    if (this.random() >= breaks) return void to.write(piece)
    this.broken++
    to.write(piece.subarray(0, Math.floor(this.random() * piece.length)))
    const how = this.random()
    if (how < 0.4) from.resetAndDestroy()
    else if (how < 0.7) from.end()
    // The one side has given up and the other hears nothing of it: a platform would wait for ever, a terminal misses its answers.
    else {
      from.removeAllListeners('close').removeAllListeners('data')
      from.on('close', () => this.sockets.delete(from))
      from.destroy()
      to.removeAllListeners('data')
      if (noticesMs < Infinity) setTimeout(() => to.destroy(), noticesMs)
    }
    if (how < 0.7) to.resetAndDestroy()
  }

  async stop(): Promise<void> {
    for (const one of this.sockets) one.destroy()
    await new Promise<void>((resolve) => this.server.close(() => resolve()))
  }
}
