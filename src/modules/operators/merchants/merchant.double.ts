/**
 * Stands for a gateway to payment providers: believes no signature it has not computed, takes one application per attempt and makes one
 * merchant per business code, fails on demand, and sends notices signed as the real one signs them, in whatever order it is asked to.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { systemClock } from '#kit/basics/time/clock.ts'
import { callSignature, type Keys } from '#kit/ports/signed-call.server.ts'
import { NOTICE_PATH } from './gateway.server.ts'
import type { Application, Progress } from './provider.server.ts'

/** `afterwards`: taken, but the answer is lost. */
export type Fault = '500' | '429' | 'drop' | 'silence' | 'garbage' | 'afterwards'
export interface SignedNotice {
  headers: Record<string, string>
  body: string
}
type Submitted = Application & { media: Record<string, string[]> }
interface Known {
  submitted: Submitted[]
  attempt: number
  progress: Progress
}
type Answer = [status: number, answer: object]
const said = (code: string): Answer => [200, { code, message: `double: ${code}` }]

export class MerchantDouble {
  readonly known = new Map<string, Known>()
  /** By the hash of its content. */
  readonly media = new Map<string, { field: string; businessCode: string }>()
  /** Of the next applications; what is only asked for, and pictures, are answered. */
  faults: Fault[] = []
  /** Codes the next applications are answered with instead of being taken. */
  codes: string[] = []
  readonly #keys: Keys
  readonly #nonces = new Set<string>()
  readonly #server: Server

  constructor(keys: Keys) {
    this.#keys = keys
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }
  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/onboarding`
  }
  stop(): Promise<unknown> {
    this.#server.closeAllConnections()
    return new Promise((done) => this.#server.close(done))
  }

  /** The provider goes on: what it now says of a code, as the notice it would send. */
  say(businessCode: string, state: string, more: Partial<Progress> = {}): SignedNotice {
    const of = this.known.get(businessCode)!
    const { seq, subMerchantId } = of.progress
    of.progress = {
      state,
      seq: seq! + 1,
      reasons: [],
      signUrl: null,
      subMerchantId: state === 'FINISHED' ? `16${businessCode.slice(2)}` : subMerchantId,
      ...more,
    }
    return this.sign({ businessCode, attempt: of.attempt, progress: of.progress })
  }
  sign(notice: object, at = new Date(systemClock.now()), secret = this.#keys.secret): SignedNotice {
    const body = JSON.stringify(notice)
    const call = { method: 'POST', path: NOTICE_PATH, timestamp: String(at.getTime()), nonce: randomUUID(), body }
    const headers = { 'x-timestamp': call.timestamp, 'x-nonce': call.nonce, 'x-signature': callSignature(secret, call) }
    return { headers: { 'x-app-key': this.#keys.appKey, ...headers }, body }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const fault = request.url!.endsWith('/submit') ? this.faults.shift() : undefined
    if (fault === '500' || fault === '429') return void response.writeHead(Number(fault)).end()
    if (fault === 'drop') return void request.socket.destroy()
    if (fault === 'silence') return
    const [status, answer] = this.#believed(request, body) ? this.#judge(request.url!, body) : [403, { code: 'SIGNATURE' }]
    if (fault === 'afterwards') return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json' }).end(fault === 'garbage' ? '<html>' : JSON.stringify(answer))
  }

  #believed(request: IncomingMessage, body: string): boolean {
    const header = (name: string): string => String(request.headers[`x-${name}`] ?? '')
    const [timestamp, nonce] = [header('timestamp'), header('nonce')]
    const expected = callSignature(this.#keys.secret, { method: request.method!, path: request.url!, timestamp, nonce, body })
    if (header('app-key') !== this.#keys.appKey || header('signature') !== expected || this.#nonces.has(nonce)) return false
    this.#nonces.add(nonce)
    return Math.abs(Date.parse(systemClock.now()) - Number(timestamp)) < 300_000
  }

  #judge(path: string, body: string): Answer {
    const asked = JSON.parse(body) as Submitted & { field: string; sha256: string; content: string }
    const known = this.known.get(asked.businessCode)
    if (path.endsWith('/query')) return [200, { code: 'OK', data: known ? { attempt: known.attempt, progress: known.progress } : null }]
    if (path.endsWith('/media')) return this.#picture(asked)
    if (path.endsWith('/submit')) return this.#take(asked, known)
    return [404, {}]
  }

  #picture({ businessCode, field, sha256, content }: { businessCode: string; field: string; sha256: string; content: string }): Answer {
    const hash = createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex')
    if (hash !== sha256) return said('HASH')
    this.media.set(hash, { businessCode, field })
    return [200, { code: 'OK', data: { mediaId: hash } }]
  }

  #take(asked: Submitted, known: Known | undefined): Answer {
    const code = this.codes.shift()
    if (code) return said(code)
    if (known?.attempt === asked.attempt) return [200, { code: 'OK', data: known.progress }]
    if (known ? known.progress.state !== 'REJECTED' || asked.attempt !== known.attempt + 1 : asked.attempt !== 1) return said('DUPLICATE')
    for (const [field, ids] of Object.entries(asked.media))
      for (const id of ids) {
        const of = this.media.get(id)
        if (of?.businessCode !== asked.businessCode || of.field !== field) return said('MEDIA_UNKNOWN')
      }
    const progress: Progress = {
      state: 'CHECKING',
      seq: (known?.progress.seq ?? 0) + 1,
      reasons: [],
      signUrl: null,
      subMerchantId: known?.progress.subMerchantId ?? null,
    }
    this.known.set(asked.businessCode, { submitted: [...(known?.submitted ?? []), asked], attempt: asked.attempt, progress })
    return [200, { code: 'OK', data: progress }]
  }
}
