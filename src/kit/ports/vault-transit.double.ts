/** Stands for Vault's transit engine in tests: its addresses, its header, its JSON and its errors, with a key of its own for each version. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const NONCE = 12
const TAG = 16

export class TransitDouble {
  /** The oldest first; the newest encrypts. */
  readonly versions = [randomBytes(32)]
  readonly asked: string[] = []
  /** Answered instead, once each. */
  readonly failures: { status: number; body: string }[] = []
  private readonly server = createServer((request, response) => void this.answer(request, response))

  private readonly key: string
  private readonly token: string
  private readonly mount: string

  constructor(key: string, token: string, mount = 'transit') {
    this.key = key
    this.token = token
    this.mount = mount
  }

  async start(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done))
  }
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }
  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((done) => this.server.close(done))
  }
  rotate(): void {
    this.versions.push(randomBytes(32))
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const say = (status: number, body: object | string): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    const verb = /^\/v1\/(.+)\/(encrypt|decrypt)\/([^/]+)$/.exec(request.url ?? '')
    this.asked.push(`${request.method} ${request.url}`)
    const failure = this.failures.shift()
    if (failure) return say(failure.status, failure.body)
    if (request.headers['x-vault-token'] !== this.token) return say(403, { errors: ['permission denied'] })
    if (!verb || verb[1] !== this.mount || request.method !== 'POST') return say(404, { errors: [] })
    if (verb[3] !== this.key) return say(400, { errors: ['encryption key not found'] })
    const sent = JSON.parse(Buffer.concat(parts).toString()) as { plaintext?: string; ciphertext?: string }
    if (verb[2] === 'encrypt')
      return say(200, { data: { ciphertext: this.encrypted(sent.plaintext ?? ''), key_version: this.versions.length } })
    const plaintext = this.decrypted(sent.ciphertext ?? '')
    return plaintext === null ? say(400, { errors: ['invalid ciphertext: unable to decrypt'] }) : say(200, { data: { plaintext } })
  }

  private encrypted(plaintext: string): string {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', this.versions.at(-1)!, nonce)
    const body = Buffer.concat([cipher.update(Buffer.from(plaintext, 'base64')), cipher.final()])
    return `vault:v${this.versions.length}:${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64')}`
  }
  private decrypted(ciphertext: string): string | null {
    const [, version, content] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? []
    const key = this.versions[Number(version) - 1]
    if (!key || !content) return null
    const all = Buffer.from(content, 'base64')
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, NONCE))
      decipher.setAuthTag(all.subarray(-TAG))
      return Buffer.concat([decipher.update(all.subarray(NONCE, -TAG)), decipher.final()]).toString('base64')
    } catch {
      return null
    }
  }
}
