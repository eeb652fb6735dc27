import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHINESE, clerk, get, key, server, start, stop, stored } from '../fixture/vehicles.server.ts'
import type { TestServer } from '../testing.server.ts'

beforeAll(start)
afterAll(stop)

describe('headers', () => {
  it('of pages allow no foreign script and no framing', async () => {
    const { headers } = await server.app.inject({ url: '/' })
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined()
  })

  it('of a host with a map supplier let that supplier in, and nobody keeps the page', async () => {
    const first = await server.app.inject({ url: '/', headers: { host: 'maps.example' } })
    expect(first.headers['content-security-policy']).toContain("script-src 'self' 'unsafe-eval' https://maps.invalid;")
    expect(first.headers['content-security-policy']).toContain(
      "img-src 'self' data: blob: https://pictures.invalid; font-src 'self' data:; connect-src 'self';",
    )
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin-when-cross-origin' })
    const { etag } = (await server.app.inject({ url: '/somewhere' })).headers
    const again = (host: string) => server.app.inject({ url: '/somewhere', headers: { host, 'if-none-match': String(etag) } })
    expect((await again('localhost')).statusCode).toBe(304)
    expect((await again('maps.example')).statusCode).toBe(200)
    expect(
      (await server.app.inject({ url: '/assets/app-1a2b3c.js', headers: { host: 'maps.example' } })).headers['content-security-policy'],
    ).not.toContain('invalid')
  })
  it.each(['broken.example', 'slow.example'])('of %s stay narrow when nobody can say', async (host) => {
    const { statusCode, headers } = await server.app.inject({ url: '/', headers: { host } })
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
  })

  it('of the API forbid storing, and nobody else may read it', async () => {
    const { headers } = await get('/api/v1/vehicle/list', clerk, { origin: 'https://evil.example' })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it.each(['https://evil.example', 'null', 'http://localhost:81'])('a write from origin %s is refused', async (origin) => {
    const headers = { authorization: clerk, origin, host: 'localhost:80', 'idempotency-key': key(), 'content-type': 'application/json' }
    expect((await server.app.inject({ method: 'POST', url: '/api/v1/vehicle/add', headers, payload: '{"plate":"1"}' })).statusCode).toBe(
      403,
    )
  })

  it('a write from the own origin passes', async () => {
    const headers = {
      authorization: clerk,
      origin: 'https://tms.localhost:8080',
      host: 'tms.localhost:8080',
      'idempotency-key': key(),
      'content-type': 'application/json',
    }
    expect((await server.app.inject({ method: 'POST', url: '/api/v1/vehicle/add', headers, payload: '{"plate":"1"}' })).statusCode).toBe(
      200,
    )
  })

  it('X-Forwarded-Proto of a stranger does not switch on HSTS', async () => {
    const { headers } = await server.app.inject({ url: '/', headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' } })
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('X-Forwarded-* of a stranger is believed nowhere; of a proxy that is named it is', async () => {
    const behind = await server.another({ trustProxy: ['127.0.0.1'] })
    const write = (node: TestServer, headers: object) =>
      node.app.inject({
        method: 'POST',
        url: '/api/v1/vehicle/add',
        headers: { authorization: clerk, host: 'own.example', 'idempotency-key': key(), 'content-type': 'application/json', ...headers },
        payload: '{"plate":"1"}',
      })
    const forged = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '127.0.0.1' }
    const before = await stored()
    expect((await write(server, forged)).json()).toMatchObject({ code: 403, message: expect.stringMatching(CHINESE) })
    expect(await stored()).toBe(before)
    expect(
      (await write(behind, { origin: 'https://own.example', 'x-forwarded-host': 'own.example', host: 'inside:8080' })).statusCode,
    ).toBe(200)
    expect(
      (await behind.app.inject({ url: '/', headers: { 'x-forwarded-proto': 'https' } })).headers['strict-transport-security'],
    ).toContain('max-age=31536000')
    await behind.app.inject({ url: '/api/v1/secret/list', headers: { authorization: clerk, 'x-forwarded-for': '198.51.100.7' } })
    await server.app.inject({ url: '/api/v1/secret/list', headers: { authorization: clerk, 'x-forwarded-for': '203.0.113.9' } })
    const rows = await server.db.read(1, (db) =>
      db.selectFrom('loginLog').select('ip').where('result', '=', 'denied').orderBy('id', 'desc').limit(2).execute(),
    )
    expect(rows.map((row) => row.ip)).toEqual(['127.0.0.1', '198.51.100.7'])
  })

  it('a file name cannot break out of its header, and HTML is never shown in place', async () => {
    const { headers } = await get('/api/v1/vehicle/file')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''%E5%90%88%E5%90%8C/)
    expect(headers['x']).toBeUndefined()
    expect(headers['content-security-policy']).toContain('sandbox')
  })
})

describe('pages', () => {
  it('serve hashed files for ever, precompressed, and the page for every route', async () => {
    const asset = await server.app.inject({ url: '/assets/app-1a2b3c.js', headers: { 'accept-encoding': 'br' } })
    expect(asset.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
    expect(asset.body).toBe('compressed')
    const page = await server.app.inject({ url: '/vehicle/vehicleDetail?id=1' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
  })

  it('a missing chunk is missing, not the page', async () => {
    expect((await server.app.inject({ url: '/assets/gone-000000.js' })).statusCode).toBe(404)
  })

  it.each([
    '/../../../etc/passwd',
    '/..%2f..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cetc/passwd',
    '/assets/..%00/x',
    '/.git/config',
    '//etc/passwd',
  ])('%s leads nowhere', async (url) => {
    const answer = await server.app.inject({ url })
    expect(answer.body).not.toContain('root:')
    expect(answer.statusCode).toBeLessThan(500)
  })

  it('verify.json names the version and is never cached', async () => {
    const answer = await server.app.inject({ url: '/verify.json?t=1' })
    expect(answer.json()).toMatchObject({ version: 'build-1' })
    expect(answer.headers['cache-control']).toContain('no-store')
  })
})
