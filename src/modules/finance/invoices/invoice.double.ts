/** Stands for a gateway to the tax bureau: believes no signature it has not computed, makes one invoice per key, fails on demand, and sends notices signed as the real one signs them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { systemClock } from '#kit/basics/time/clock.ts'
import { callSignature } from '#kit/ports/signed-call.server.ts'
import { NOTICE_PATH } from './gateway.server.ts'
import type { InvoiceDocument, InvoiceNotice, InvoiceOutcome } from './provider.server.ts'

/** `afterwards`: made, but the answer is lost. */
export type Fault = '500' | '429' | 'drop' | 'silence' | 'garbage' | 'afterwards'
export interface SignedNotice {
  headers: Record<string, string>
  data: string
}

export class InvoiceDouble {
  readonly made = new Map<string, { document: InvoiceDocument; outcome: InvoiceOutcome }>()
  faults: Fault[] = []
  /** Codes of the next requests instead of an invoice: QUOTA, NAME_MISMATCH, FACE_LOGIN … */
  codes: string[] = []
  /** Whether an invoice is there at once or a notice tells of it. */
  later = false
  readonly #appKey: string
  readonly #secret: string
  readonly #nonces = new Set<string>()
  readonly #server: Server

  constructor(appKey: string, secret: string) {
    this.#appKey = appKey
    this.#secret = secret
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }
  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/einvoice`
  }
  stop(): Promise<unknown> {
    this.#server.closeAllConnections()
    return new Promise((done) => this.#server.close(done))
  }

  /** What it would send to our door about a key. */
  noticeOf(key: string, at = new Date(systemClock.now()), secret = this.#secret): SignedNotice {
    const known = this.made.get(key)!
    const outcome: InvoiceOutcome = known.outcome.state === 'waiting' ? this.#issued(this.made.size) : known.outcome
    return this.sign({ key, outcome }, at, secret)
  }
  sign(notice: InvoiceNotice, at = new Date(systemClock.now()), secret = this.#secret): SignedNotice {
    const data = JSON.stringify(notice)
    const [timestamp, nonce] = [String(at.getTime()), `n${this.#nonces.size}-${data.length}`]
    const signature = callSignature(secret, { method: 'POST', path: NOTICE_PATH, timestamp, nonce, body: data })
    return { headers: { 'x-app-key': this.#appKey, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature }, data }
  }

  #issued(n: number): InvoiceOutcome {
    return {
      state: 'issued',
      providerNo: `G${n}`,
      number: `2699${String(n).padStart(16, '0')}`,
      issuedOn: '2026-05-04',
      reason: null,
      redState: null,
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    // What is only asked for is not what goes wrong: faults are kept for the request itself.
    const query = request.url!.endsWith('/query')
    const fault = query ? undefined : this.faults.shift()
    if (fault === '500' || fault === '429') return void response.writeHead(Number(fault)).end()
    if (fault === 'drop') return void request.socket.destroy()
    if (fault === 'silence') return
    const { status, answer } = this.#judge(request, body, query)
    if (fault === 'afterwards') return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json' }).end(fault === 'garbage' ? '<html>' : JSON.stringify(answer))
  }

  #judge(request: IncomingMessage, body: string, query: boolean): { status: number; answer: object } {
    const header = (name: string): string => String(request.headers[`x-${name}`] ?? '')
    const [timestamp, nonce] = [header('timestamp'), header('nonce')]
    const expected = callSignature(this.#secret, { method: request.method!, path: request.url!, timestamp, nonce, body })
    if (header('app-key') !== this.#appKey || header('signature') !== expected) return { status: 403, answer: { code: 'SIGNATURE' } }
    if (this.#nonces.has(nonce)) return { status: 403, answer: { code: 'REPLAYED' } }
    this.#nonces.add(nonce)
    const asked = JSON.parse(body) as InvoiceDocument
    const known = this.made.get(asked.key)
    if (query || known) return { status: 200, answer: { code: 'OK', data: known?.outcome ?? null } }
    const code = this.codes.shift()
    if (code) return { status: 200, answer: { code, message: `double: ${code}` } }
    const sum = asked.lines.reduce((all, line) => all + line.gross, 0)
    if (sum !== asked.gross || asked.net + asked.tax !== asked.gross)
      return { status: 200, answer: { code: 'AMOUNT', message: '金额不平' } }
    // As the bureau: freight is taken with its four answers in every line, and nothing else comes with them.
    const freight = asked.lines.some((line) => line.taxCode?.startsWith('30101'))
    const isComplete = asked.special?.lines.every((l) => l.from && l.to && l.plate && l.goods && l.tool.endsWith('运输')) ?? false
    if (freight !== (asked.special?.code === '04') || (freight && !isComplete))
      return { status: 200, answer: { code: 'SPECIAL', message: '特定要素不全' } }
    const outcome: InvoiceOutcome = this.later
      ? {
          state: 'waiting',
          providerNo: `G${this.made.size + 1}`,
          number: null,
          issuedOn: null,
          reason: null,
          redState: asked.red ? '02' : null,
        }
      : this.#issued(this.made.size + 1)
    this.made.set(asked.key, { document: asked, outcome })
    return { status: 200, answer: { code: 'OK', data: outcome } }
  }
}
