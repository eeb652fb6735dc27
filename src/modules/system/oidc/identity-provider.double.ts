/** A provider of identities on this machine, by a library that is not ours: what it accepts and gives judges what we send and take. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'

export interface Claims {
  email?: string
  email_verified?: boolean
  preferred_username?: string
}
export interface Client {
  client_id: string
  client_secret: string
  redirect_uris: string[]
  post_logout_redirect_uris: string[]
}

interface Judge {
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object, options: object): Promise<void>
}

const key = (kid: string): object => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
})

export class IdentityProvider {
  issuer = ''
  /** Tells keys that are not those it signs with. */
  foreignKeys = false
  /** Who sits before the browser. */
  current = ''
  readonly people = new Map<string, Claims>()
  private readonly server: Server
  private provider!: Judge
  private clients: readonly Client[] = []

  constructor() {
    this.server = createServer((request, response) => void this.answer(request, response))
  }

  async start(clientsAt: (issuer: string) => readonly Client[]): Promise<void> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done))
    this.issuer = `http://localhost:${(this.server.address() as { port: number }).port}`
    this.clients = clientsAt(this.issuer)
    this.rotate('first')
  }

  /** Signs with another key from now on, under the same name; the old one is gone. */
  rotate(kid: string): void {
    this.provider = new Provider(this.issuer, {
      clients: this.clients,
      jwks: { keys: [key(kid)] },
      // Said for each kind, or the judge writes a line about what it assumes.
      ttl: { Interaction: 3600, Grant: 3600, Session: 3600, AccessToken: 3600, IdToken: 3600 },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
      interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_ctx: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId, ...this.people.get(accountId) }) }),
      // The judge brings no types along.
      async loadExistingGrant({ oidc }: any) {
        const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
    })
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.foreignKeys && request.url === '/jwks') {
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const keys = [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }]
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }))
    }
    if (!request.url!.startsWith('/interaction/')) return this.provider.callback()(request, response)
    const result = this.current === '' ? { error: 'access_denied' } : { login: { accountId: this.current } }
    await this.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  /** A browser without a page: follows the way until it leads back to us, and answers what we are told there. */
  async visit(address: string): Promise<URLSearchParams> {
    const cookies = new Map<string, string>()
    let next = new URL(address)
    while (next.origin === this.issuer) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      const to = answer.headers.get('location')
      if (to === null) throw new Error(`the provider answers ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
      next = new URL(to, next)
    }
    return next.searchParams
  }

  stop(): Promise<void> {
    return new Promise((done) => {
      this.server.closeAllConnections()
      this.server.close(() => done())
    })
  }
}
