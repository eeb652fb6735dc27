/** docs/operations/tls.md, tried: a proxy that ends TLS and does what the page asks, in front of the program. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request as ask, type IncomingMessage } from 'node:http'
import { createServer, request, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '#kit/http/testing.server.ts'
import { tlsPair } from './tls-pair.ts'

let server: TestServer
let proxy: Server
let cert = ''
const HOST = 'console.example.cn'
const page = readFileSync(join(import.meta.dirname, '../../docs/operations/tls.md'), 'utf8')

beforeAll(async () => {
  server = await testServer([], { trustProxy: ['127.0.0.1'] })
  const inside = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const pair = await tlsPair(HOST)
  cert = pair.cert
  proxy = createServer({ cert, key: pair.key, minVersion: 'TLSv1.2' }, (from, to) => {
    const headers = { ...from.headers, 'x-forwarded-for': from.socket.remoteAddress, 'x-forwarded-proto': 'https' }
    const onward = ask(new URL(from.url!, inside), { method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(to)
    })
    from.pipe(onward)
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => proxy?.close(resolve))
  await server?.close()
})

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
}
const through = (method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = proxy.address() as AddressInfo
    const call = request(
      { host: '127.0.0.1', port, method, path, ca: cert, servername: HOST, agent: false, headers: { host: HOST, ...headers } },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(pieces).toString() }))
      },
    )
    call.on('error', reject)
    call.end(body)
  })

it('answers over TLS with HSTS, and takes a write from its own https origin only', async () => {
  expect(new X509Certificate(cert).checkHost(HOST)).toBe(HOST)
  const answer = await through('GET', '/healthz')
  expect([answer.status, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000; includeSubDomains'])
  const authorization = await server.signIn('clerk')
  const write = (origin: string) =>
    through(
      'POST',
      '/api/v1/session/end',
      { authorization, origin, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      '{"others":true}',
    )
  expect((await write(`https://${HOST}`)).status).toBe(200)
  expect((await write('https://elsewhere.example')).status).toBe(403)
})

it('hides the addresses visitors write themselves', async () => {
  await through('GET', '/api/v1/session/me', {
    authorization: 'bearer nonsense',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'http',
  })
  const answer = await through('GET', '/healthz', { 'x-forwarded-proto': 'http' })
  expect(answer.headers['strict-transport-security']).toBeDefined()
})

it('the examples of the page do what the test’s proxy does', () => {
  for (const line of [
    'proxy_set_header Host $http_host',
    'proxy_set_header X-Forwarded-For $remote_addr',
    'proxy_set_header X-Forwarded-Proto https',
    'ssl_protocols TLSv1.2 TLSv1.3',
    'proxy_buffering off',
    'client_max_body_size 101m',
  ])
    expect(page).toContain(line)
})
