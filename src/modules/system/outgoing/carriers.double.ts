/** Stands for the world outside in tests: receivers that believe no signature they have not computed, forget nothing, and fail on demand. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { systemClock } from '#kit/basics/time/clock.ts'
import { verifiedId } from '#kit/ports/standard-webhooks.server.ts'
import { callSignature } from '#kit/ports/signed-call.server.ts'

export interface Arrived {
  mobile: string
  text: string
}
export type Fault = '500' | '429' | 'drop' | 'silence' | 'redirect' | 'garbage' | 'afterwards'

abstract class Receiver {
  readonly arrived: Arrived[] = []
  /** What happens to the next calls, one entry each. `afterwards`: taken, but the answer is lost. */
  faults: Fault[] = []
  readonly #ids = new Set<string>()
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  async start(path: string): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`
  }

  stop(): Promise<unknown> {
    this.#server.closeAllConnections()
    return new Promise((done) => this.#server.close(done))
  }

  /** Once per id, as every receiver of repeated calls must. */
  protected take(id: string, message: Arrived): void {
    if (this.#ids.has(id)) return
    this.#ids.add(id)
    this.arrived.push(message)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const fault = this.faults.shift()
    if (fault === '500' || fault === '429') return void response.writeHead(Number(fault)).end()
    if (fault === 'drop') return void request.socket.destroy()
    if (fault === 'silence') return
    if (fault === 'redirect') return void response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end()
    const { status, answer } = this.judge(request, body)
    if (fault === 'afterwards') return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json' }).end(fault === 'garbage' ? '<html>' : answer)
  }

  protected abstract judge(request: IncomingMessage, body: string): { status: number; answer: string }
}

export class WebhookDouble extends Receiver {
  readonly #secret: string
  constructor(secret: string) {
    super()
    this.#secret = secret
  }

  protected judge(request: IncomingMessage, body: string): { status: number; answer: string } {
    const id = verifiedId(this.#secret, request.headers, body)
    if (id === null) return { status: 401, answer: '{}' }
    const { data } = JSON.parse(body) as { data: Arrived }
    // A company may know that somebody left.
    if (data.mobile.endsWith('0000')) return { status: 422, answer: '{}' }
    this.take(id, data)
    return { status: 200, answer: '{}' }
  }
}

/** Answers as gateways for short messages do: 200 with a code. */
export class SmsDouble extends Receiver {
  readonly #accessKey: string
  readonly #secretKey: string
  readonly #nonces = new Set<string>()
  /** The code of the next answers. */
  codes: string[] = []

  constructor(accessKey: string, secretKey: string) {
    super()
    this.#accessKey = accessKey
    this.#secretKey = secretKey
  }

  protected judge(request: IncomingMessage, body: string): { status: number; answer: string } {
    const header = (name: string): string => String(request.headers[`x-${name}`] ?? '')
    const [timestamp, nonce] = [header('timestamp'), header('nonce')]
    const said = (code: string, status = 200) => ({
      status,
      answer: JSON.stringify({ code, message: `double: ${code}`, receipt: `R${nonce.slice(0, 8)}` }),
    })
    if (header('access-key') !== this.#accessKey) return said('ACCESS_KEY_UNKNOWN', 403)
    const expected = callSignature(this.#secretKey, { method: request.method!, path: request.url!, timestamp, nonce, body })
    if (header('signature') !== expected || Math.abs(Date.parse(systemClock.now()) - Number(timestamp)) > 300_000)
      return said('SIGNATURE', 403)
    if (this.#nonces.has(nonce)) return said('REPLAYED', 403)
    this.#nonces.add(nonce)
    const code = this.codes.shift()
    if (code) return said(code)
    const { id, mobile, signName, text: words } = JSON.parse(body) as { id: string; mobile: string; signName: string; text: string }
    if (mobile.endsWith('0000')) return said('MOBILE_NUMBER_ILLEGAL')
    this.take(id, { mobile, text: `【${signName}】${words}` })
    return said('OK')
  }
}
