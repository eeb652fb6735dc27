/** Stands for 企业微信, 钉钉 and 飞书 in tests: believes no secret but its own, lets tokens end, counts calls, takes a code once. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { randomBytes } from 'node:crypto'

export interface Member {
  account: string
  mobile: string
  /** Of 钉钉, whose people have a number of their own outside every company. */
  unionId?: string
}
export interface Brought {
  account: string
  title: string
  text: string
  url: string | null
}
export interface Reply {
  status?: number
  body: object | string
}
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Record<string, any>
}

export abstract class OfficeDouble {
  readonly appId: string
  readonly agentId: string
  secret: string
  readonly members: Member[] = []
  /** What lies in the telephones. */
  readonly arrived: Brought[] = []
  /** Paths, in the order they were called. */
  readonly calls: string[] = []
  /** How long a token lives. */
  seconds = 7200
  /** So many of the next calls are too many. */
  limited = 0
  /** The next answers: nothing at all, half of one, a page of a proxy, or one that is lost after the deed. */
  faults: ('500' | 'drop' | 'garbage' | 'afterwards' | 'redirect')[] = []
  protected readonly tokens = new Set<string>()
  readonly #codes = new Map<string, Member>()
  readonly #server: Server

  constructor(appId: string, agentId: string, secret: string) {
    this.appId = appId
    this.agentId = agentId
    this.secret = secret
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  stop(): Promise<unknown> {
    this.#server.closeAllConnections()
    return new Promise((done) => this.#server.close(done))
  }

  /** All that are out end early, as when somebody renews the secret. */
  endTokens(): void {
    this.tokens.clear()
  }
  /** A member has agreed on the provider's page: the code that his browser brings back. */
  codeOf(member: Member): string {
    const code = `code${randomBytes(8).toString('hex')}`
    this.#codes.set(code, member)
    return code
  }
  protected takeCode(code: unknown): Member | null {
    const member = this.#codes.get(String(code)) ?? null
    this.#codes.delete(String(code))
    return member
  }
  protected newToken(): string {
    const token = randomBytes(16).toString('hex')
    this.tokens.add(token)
    return token
  }
  protected byMobile = (mobile: unknown): Member | undefined => this.members.find((one) => one.mobile === mobile)
  protected byAccount = (account: unknown): Member | undefined => this.members.find((one) => one.account === account)

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request)
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    this.calls.push(pathname)
    const fault = this.faults.shift()
    if (fault === 'drop') return void request.socket.destroy()
    if (fault === '500') return void response.writeHead(500).end()
    if (fault === 'redirect') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    if (fault === 'garbage') return void response.writeHead(200).end('<html>')
    const body = sent ? (JSON.parse(sent) as Record<string, unknown>) : {}
    const { status = 200, body: answer } = this.judge({
      method: request.method!,
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body,
    })
    if (fault === 'afterwards') return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json' }).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }

  protected abstract judge(call: Call): Reply
}

/** One of the next calls that is too many. */
export const isLimited = (double: OfficeDouble): boolean => double.limited > 0 && double.limited-- > 0
