/** A store that speaks enough S3 for the tests and believes no signature it has not computed itself (AWS Signature V4). */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Options } from './store.server.ts'

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()

export class S3Double {
  readonly objects = new Map<string, Buffer>()
  readonly seen: string[] = []
  /** What happens to the next calls, one entry each. */
  faults: ('500' | 'drop' | 'truncate' | 'redirect')[] = []
  readonly #server: Server
  readonly #secret: string
  readonly #accessKey: string

  constructor(accessKey: string, secret: string) {
    this.#accessKey = accessKey
    this.#secret = secret
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  async start(): Promise<S3Options> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    const { port } = this.#server.address() as AddressInfo
    return {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'fleet',
      region: 'cn-test-1',
      accessKey: this.#accessKey,
      secretKey: this.#secret,
    }
  }

  stop(): Promise<unknown> {
    this.#server.closeAllConnections()
    return new Promise((done) => this.#server.close(done))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const end = (status: number, content?: Buffer): void => void response.writeHead(status).end(content)
    this.seen.push(`${request.method} ${request.url}`)
    const fault = this.faults.shift()
    if (fault === '500') return end(503)
    if (fault === 'drop') return void request.socket.destroy()
    if (fault === 'redirect') return void response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end()
    const refusal = this.#check(request, body)
    if (refusal) return end(403, Buffer.from(`<Error><Code>${refusal}</Code></Error>`))
    const key = request.url!
    const held = this.objects.get(key)
    switch (request.method) {
      case 'PUT':
        if (request.headers['content-length'] === undefined) return end(411)
        this.objects.set(key, body)
        return end(200)
      case 'DELETE':
        this.objects.delete(key)
        return end(204)
      default:
        if (!held) return end(404, Buffer.from('<Error><Code>NoSuchKey</Code></Error>'))
        if (fault !== 'truncate') return end(200, held)
        response.writeHead(200, { 'content-length': held.length }).write(held.subarray(0, held.length >> 1), () => request.socket.destroy())
    }
  }

  /** Null, or the error code of the protocol. */
  #check(request: IncomingMessage, body: Buffer): string | null {
    const match =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        request.headers.authorization ?? '',
      )
    if (!match) return 'AccessDenied'
    const [, accessKey, date, region, signed, signature] = match as unknown as string[]
    if (accessKey !== this.#accessKey) return 'InvalidAccessKeyId'
    const names = signed!.split(';')
    if (!names.includes('host') || !names.includes('x-amz-content-sha256') || !names.includes('x-amz-date')) return 'AccessDenied'
    const at = String(request.headers['x-amz-date'])
    const instant = Date.parse(at.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
    if (!at.startsWith(date!) || Math.abs(instant - Date.now()) > 15 * 60_000) return 'RequestTimeTooSkewed'
    const declared = String(request.headers['x-amz-content-sha256'])
    if (declared !== sha256(body)) return 'XAmzContentSHA256Mismatch'
    const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('')
    const canonical = [request.method, request.url, '', headers, signed, declared].join('\n')
    const scope = `${date}/${region}/s3/aws4_request`
    const key = ['s3', 'aws4_request'].reduce<Buffer>((k, part) => hmac(k, part), hmac(hmac(`AWS4${this.#secret}`, date!), region!))
    const expected = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex')
    return expected === signature ? null : 'SignatureDoesNotMatch'
  }
}
