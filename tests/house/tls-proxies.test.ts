/** docs/operations/tls.md, tried by what it names: the nginx and the Caddy of the page, in front of the program. */
import { once } from 'node:events'
import { request as plainRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MAX_FILE_BYTES } from '#kit/basics/file-check.ts'
import { publish } from '#kit/http/sending/events.server.ts'
import { route } from '#kit/http/route.server.ts'
import { testServer, type TestServer } from '#kit/http/testing.server.ts'
import { tlsPair } from './tls-pair.ts'
import { absent, HOST, PROXIES, startProxy, type Proxy } from './tls-proxies.ts'

/** What the program takes a visitor for. */
const visitor = route({
  method: 'POST',
  path: '/api/v1/visitor',
  summary: '来访者',
  right: 'signedIn',
  safe: true,
  input: z.strictObject({}),
  output: z.object({ ip: z.string(), host: z.string() }),
  handler: async ({ ip }, _input, { host }) => ({ ip, host: host! }),
})
const upload = route({
  method: 'POST',
  path: '/api/v1/heavy',
  summary: '大文件',
  right: 'signedIn',
  upload: { maxBytes: MAX_FILE_BYTES, maxFiles: 1, toDisk: true },
  input: z.strictObject({}),
  output: z.object({ size: z.number() }),
  handler: async (_ctx, _input, { files }) => ({ size: files[0]!.size }),
})

/** As old as it may be: what is refused below is refused by the other side. */
const ANY_TLS = { minVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' } as const

async function spokenBy(port: number, ca: string, options: ConnectionOptions): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, ca, servername: HOST, ...ANY_TLS, ...options })
  try {
    await once(socket, 'secureConnect')
    return `${socket.getProtocol()} ${socket.alpnProtocol || 'http/1.1'}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  } finally {
    socket.destroy()
  }
}

describe.each(PROXIES)('$name', (kind) => {
  const ABSENT = absent(kind.name)
  let server: TestServer
  let proxy: Proxy
  let authorization: string
  beforeAll(async () => {
    if (ABSENT) return
    server = await testServer([visitor, upload], { trustProxy: ['127.0.0.1'] })
    const inside = await server.app.listen({ port: 0, host: '127.0.0.1' })
    proxy = await startProxy(kind, new URL(inside).host)
    authorization = await server.signIn('clerk')
  })
  afterAll(async () => {
    await proxy?.stop()
    await server?.close()
  })
  beforeEach((context) => {
    if (ABSENT) context.skip(ABSENT)
  })

  /** What comes in, as the program sees it. */
  const arrival = async (): Promise<[IncomingMessage, ServerResponse]> =>
    (await once(server.app.server, 'request')) as [IncomingMessage, ServerResponse]

  const begun = (method: string, path: string, headers: Record<string, string>) => {
    const call = request({
      host: '127.0.0.1',
      port: proxy.https,
      method,
      path,
      ca: proxy.ca,
      servername: HOST,
      agent: false,
      headers: { host: HOST, authorization, ...headers },
    })
    const answer = new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>((resolve, reject) => {
      call.on('error', reject)
      call.on('response', (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(pieces).toString() }),
        )
      })
    })
    return { call, answer }
  }
  const asked = async (method: string, path: string, headers: Record<string, string> = {}, body = '') => {
    const { call, answer } = begun(method, path, headers)
    call.end(body)
    return answer
  }
  const write = (headers: Record<string, string>) =>
    asked('POST', '/api/v1/visitor', { 'content-type': 'application/json', ...headers }, '{}')

  it('speaks TLS 1.2 and 1.3, and nothing older; HTTP/2 to whoever wants it', async () => {
    const spoken = (options: ConnectionOptions) => spokenBy(proxy.https, proxy.ca, options)
    expect(await spoken({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2 http/1.1')
    expect(await spoken({ ALPNProtocols: ['h2', 'http/1.1'] })).toBe('TLSv1.3 h2')
    expect(await spoken({ maxVersion: 'TLSv1.1' })).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
    // Nor what encrypts before it signs, or without a key of its own for each connection.
    const old12 = 'ECDHE-ECDSA-AES256-SHA384:ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA:AES128-GCM-SHA256:AES128-SHA@SECLEVEL=0'
    expect(await spoken({ maxVersion: 'TLSv1.2', ciphers: old12 })).toMatch(/HANDSHAKE_FAILURE/)
    // Who would take older ones is spoken to: it is not our side that refuses.
    const pair = await tlsPair(HOST)
    const old = createServer({ ...pair, ...ANY_TLS, maxVersion: 'TLSv1.2' }, (socket: TLSSocket) => void socket.end())
    await once(old.listen(0, '127.0.0.1'), 'listening')
    expect(await spokenBy((old.address() as AddressInfo).port, pair.cert, { maxVersion: 'TLSv1.1' })).toBe('TLSv1.1 http/1.1')
    expect(await spokenBy((old.address() as AddressInfo).port, pair.cert, { maxVersion: 'TLSv1.2', ciphers: old12 })).toMatch(/^TLSv1/)
    await new Promise((resolve) => old.close(resolve))
  })

  it('sends visitors without TLS to the same page with it', async () => {
    const call = plainRequest({
      host: '127.0.0.1',
      port: proxy.http,
      path: '/vehicle/list?page=2',
      agent: false,
      headers: { host: HOST },
    }).end()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    answer.resume()
    expect([301, 308]).toContain(answer.statusCode)
    expect(answer.headers.location).toBe(`https://${HOST}/vehicle/list?page=2`)
  })

  it('hands on the host, says itself who comes and how, and drops what visitors say of it', async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
    }
    const arrived = arrival()
    const answer = await write(forged)
    const [{ headers }] = await arrived
    expect(JSON.parse(answer.body)).toMatchObject({ data: { ip: '127.0.0.1', host: HOST } })
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers).toMatchObject({ host: HOST, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' })
    expect(JSON.stringify(headers)).not.toContain('evil.example')
  })

  it('lets writes of the own origin pass, and no others', async () => {
    expect((await write({ origin: `https://${HOST}` })).status).toBe(200)
    expect((await write({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await write({ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' })).status).toBe(403)
  })

  it('hands on events while the answer is open, and says when the reader has left', async () => {
    const session = connectHttp2(`https://127.0.0.1:${proxy.https}`, { ca: proxy.ca, servername: HOST })
    const arrived = arrival()
    const stream = session.request({ ':path': '/api/v1/events', ':authority': HOST, authorization })
    let text = ''
    stream.on('data', (piece: Buffer) => (text += piece.toString()))
    const [, inside] = await arrived
    const left = once(inside, 'close')
    await expect.poll(() => text).toContain(': ok')
    await server.db.write(1, (_tx, tools) => publish(tools, { operatorId: 1, userIds: [2], name: 'message', data: { id: 7 } }))
    await expect.poll(() => text).toContain('event: message\ndata: {"id":7}\n\n')
    expect([inside.writableEnded, stream.closed]).toEqual([false, false])
    stream.close()
    session.close()
    await left
  })

  it('hands on a file of the largest size while it still comes in', async () => {
    const head = Buffer.from('--XX\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n')
    const tail = Buffer.from('\r\n--XX--\r\n')
    const file = Buffer.alloc(MAX_FILE_BYTES)
    const arrived = arrival()
    const { call, answer } = begun('POST', '/api/v1/heavy', {
      'content-type': 'multipart/form-data; boundary=XX',
      'content-length': String(head.length + file.length + tail.length),
      'idempotency-key': crypto.randomUUID(),
    })
    const half = MAX_FILE_BYTES / 2
    call.write(head)
    call.write(file.subarray(0, half))
    // Refused by its length, or by the program, it is answered instead.
    const first = await Promise.race([arrived.then(() => 'handed on'), answer.then(({ status }) => status)])
    expect(first).toBe('handed on')
    call.write(file.subarray(half))
    call.end(tail)
    expect(JSON.parse((await answer).body)).toMatchObject({ code: 200, data: { size: MAX_FILE_BYTES } })
  })
})
