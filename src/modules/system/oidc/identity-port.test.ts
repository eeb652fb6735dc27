/** The conformance of port `identity`: what is never asked, that no redirect is followed, and where an answer ends. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { AppError } from '#kit/basics/errors.ts'
import { describePort, type World } from '#tests/port.ts'
import { identityPlatforms, identityPort, type IdentityPlatforms } from './identity-port.server.ts'

/** A platform of the own network. */
interface Platform extends World<IdentityPlatforms> {
  at: string
  calls: string[]
}
const LONG = 'x'.repeat(1_100_000)
async function platform(implementation: IdentityPlatforms): Promise<Platform> {
  const calls: string[] = []
  const server: Server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    if (request.url === '/moved') return void response.writeHead(302, { location: '/there' }).end()
    if (request.url === '/empty') return void response.writeHead(204).end()
    if (request.url === '/long') return void response.writeHead(200).end(LONG)
    let sent = ''
    request.on('data', (part: Buffer) => (sent += part.toString()))
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sent })))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stop = () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  return { implementation, calls, stop, at: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const GET = { method: 'GET', headers: {} }
const worlds = { public: () => platform(identityPlatforms([])), inside: () => platform(identityPlatforms(['127.0.0.1'])) }
describePort(identityPort, worlds, (world, name) => {
  const asked = (address: string): Promise<unknown> =>
    world()
      .implementation.ask(address, GET)
      .then(
        ({ status }) => status,
        (error: unknown) => `${(error as AppError).kind}: ${(error as Error).message}`,
      )
  it.each([
    ['http', 'example.com'],
    ['https', '10.0.0.1'],
    ['https', '[::1]'],
    ['https', 'id.internal'],
    ['https', 'localhost'],
    ['https', 'user:pass@example.com'],
  ])('never asks %s, %s', async (scheme, host) => {
    expect(await asked(`${scheme}://${host}/token`)).toMatch(/^refused: 身份平台的地址(?:必须是公网 https|中不能包含用户名或密码)/)
  })

  it('asks the own network where its host was named, follows nothing and reads no more than 1 MB', async () => {
    const { at, calls, implementation } = world()
    if (name === 'public') {
      expect(await asked(`${at}/token`)).toContain('必须是公网 https')
      return expect(calls).toEqual([])
    }
    const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'a b' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await implementation.ask(`${at}/token`, { method: 'POST', headers, body })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await answer.json()).toEqual({ sent: 'grant_type=authorization_code&code=a+b' })
    expect(await asked(`${at}/moved`)).toBe(302)
    expect(await asked(`${at}/empty`)).toBe(204)
    await expect(implementation.ask(`${at}/long`, GET)).rejects.toThrow('more than 1000000 bytes')
    expect(calls).toEqual(['POST /token', 'GET /moved', 'GET /empty', 'GET /long'])
  })
})
