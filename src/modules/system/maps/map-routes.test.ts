/** The map file behind the edge of the server: who may read it, and that nothing of a request names it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#kit/http/testing.server.ts'
import { pmtilesOf, squareTile } from './fixture/pmtiles.server.ts'
import { mapRoutes } from './map-supplier.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'maps-'))
const bytes = Buffer.from(pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, bytes: squareTile('earth', 'earth') }] }))
let server: TestServer
let [keeper, driver] = ['', '']
beforeAll(async () => {
  server = await testServer(mapRoutes({ where: null, folder }))
  await server.people.add({ id: 1, username: 'keeper', codes: ['appConfig'] })
  await server.people.add({ id: 2, username: 'driver' })
  keeper = await server.signIn('keeper')
  driver = await server.signIn('driver')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})
const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers: { authorization: driver, ...headers } })

test('without a file there is nothing to read, and the check says where to put one', async () => {
  expect((await ask('/api/v1/map/file')).json()).toMatchObject({ code: 404, message: '没有放置自有的地图文件' })
  const { data } = (await ask('/api/v1/map/check', { authorization: keeper })).json()
  expect(data).toMatchObject({ ok: false, notes: [expect.stringContaining('MAP_PMTILES')] })
})
test('whoever is signed in reads parts of it, as they lie there; nobody else does', async () => {
  writeFileSync(join(folder, 'china.pmtiles'), bytes)
  const part = await ask('/api/v1/map/file', { range: 'bytes=0-6', 'accept-encoding': 'gzip, br' })
  expect([part.statusCode, part.payload]).toEqual([206, 'PMTiles'])
  expect(part.headers['content-encoding']).toBeUndefined()
  const whole = await ask('/api/v1/map/file')
  expect([whole.statusCode, whole.rawPayload.equals(bytes)]).toEqual([200, true])
  const head = await ask('/api/v1/map/file', {}, 'HEAD')
  expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([200, String(bytes.length), ''])
  const { statusCode, payload } = await server.app.inject({ method: 'GET', url: '/api/v1/map/file', headers: { range: 'bytes=0-6' } })
  expect(statusCode).toBe(401)
  expect(payload).not.toContain('PMTiles')
  expect((await server.app.inject({ method: 'HEAD', url: '/api/v1/map/file' })).statusCode).toBe(401)
})
test('no request names another file', async () => {
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  for (const url of [
    '/api/v1/map/file?path=secret.txt',
    '/api/v1/map/file?file=../../etc/passwd',
    '/api/v1/map/file/../secret.txt',
    '/api/v1/map/file/%2e%2e/secret.txt',
    '/api/v1/map/file/secret.txt',
  ]) {
    const answer = await ask(url)
    expect([400, 404], url).toContain(answer.statusCode)
    expect(answer.payload).not.toContain('secret\n')
  }
})
test('the check is for whoever may look at the setting', async () => {
  expect((await ask('/api/v1/map/check')).statusCode).toBe(403)
  const { data } = (await ask('/api/v1/map/check', { authorization: keeper })).json()
  expect(data).toEqual({ ok: true, about: expect.stringContaining('china.pmtiles'), notes: [] })
})
