/** Pages whose visitors hold a link, and pages that anybody may ask: who is slowed down by whom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { absent } from '../../basics/errors.ts'
import { route } from '../route.server.ts'
import { testServer, type TestServer } from '../testing.server.ts'
import { linkGate } from './link-gate.server.ts'

const links = new Set(['one', 'two', 'three'])
let looked = 0
const gate = linkGate('page', 'X-Page', async (ctx, { header }) => {
  looked++
  if (!links.has(header?.('X-Page') ?? '')) throw absent('链接已失效')
  return { ctx }
})
let asked = 0
const none = z.strictObject({})
const routes = [
  route({ method: 'GET', path: '/api/public/t/page', summary: '页', right: 'public', gate, input: none, handler: async () => 'page' }),
  route({ method: 'POST', path: '/api/public/t/sign', summary: '签', right: 'public', gate, input: none, handler: async () => 'signed' }),
  route({ method: 'POST', path: '/api/public/t/form', summary: '表', right: 'public', input: none, handler: async () => 'form' }),
  route({
    method: 'GET',
    path: '/api/public/t/check',
    summary: '查',
    right: 'public',
    costly: true,
    input: none,
    handler: async () => void asked++,
  }),
]
let server: TestServer
beforeAll(async () => {
  server = await testServer(routes)
})
afterAll(() => server?.close())

const few = (burst: number) => ({ burst, perSecond: 0.000_001 })
type Node = Pick<TestServer, 'app'>
const call = async (node: Node, method: 'GET' | 'POST', path: string, link?: string, remoteAddress = '198.51.100.1'): Promise<number> => {
  const key = method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}
  const headers = { ...(link ? { 'x-page': link } : {}), ...key }
  return (await node.app.inject({ method, url: `/api/public/t/${path}`, headers, remoteAddress })).statusCode
}
const times = async (n: number, ask: () => Promise<number>): Promise<string> => {
  const all: number[] = []
  for (let i = 0; i < n; i++) all.push(await ask())
  return [...Map.groupBy(all, String)].map(([status, { length }]) => `${length}×${status}`).join(' ')
}

describe('a link', () => {
  it('counts for itself: one that is used up leaves the others of its address alone', async () => {
    const node = await server.another({ rates: { link: few(3) } })
    expect(await times(5, () => call(node, 'POST', 'sign', 'one'))).toBe('3×200 2×429')
    expect(await times(3, () => call(node, 'POST', 'sign', 'two'))).toBe('3×200')
  })

  it('that opened something does not wait for what others of its address do; one that is none does, and so does a stranger', async () => {
    const node = await server.another({ rates: { anonymous: few(5), form: few(1), guess: few(2) } })
    expect(await call(node, 'GET', 'page', 'one')).toBe(200)
    // Somebody behind the same address uses it up.
    expect(await times(6, () => call(node, 'POST', 'form'))).toBe('1×200 5×429')
    expect(await call(node, 'GET', 'page')).toBe(429)
    expect(await times(10, () => call(node, 'POST', 'sign', 'one'))).toBe('10×200')
    expect(await call(node, 'GET', 'page', 'two')).toBe(429)
    expect(await call(node, 'GET', 'page', 'two', '198.51.100.2')).toBe(200)
    // Taken back, it is none: it is looked at once, and waits with its address from then on.
    links.delete('one')
    expect(await call(node, 'POST', 'sign', 'one')).toBe(404)
    looked = 0
    expect(await times(3, () => call(node, 'POST', 'sign', 'one'))).toBe('3×429')
    expect(looked).toBe(0)
    links.add('one')
  })

  it('that is guessed is refused, and soon not even that', async () => {
    const node = await server.another({ rates: { guess: few(2) } })
    let n = 0
    expect(await times(5, () => call(node, 'GET', 'page', `guess${n++}`))).toBe('2×404 3×429')
    expect(await call(node, 'GET', 'page', 'two')).toBe(200)
  })
})

describe('of one address', () => {
  it('three hundred forms at once are a shop and pass', async () => {
    const node = await server.another({ rates: { anonymous: { burst: 1000, perSecond: 1 } } })
    expect(await times(300, () => call(node, 'POST', 'form'))).toBe('300×200')
  })
  it('what costs is slowed before anything is done, and another address asks on', async () => {
    const node = await server.another({ rates: { costly: few(2) } })
    asked = 0
    expect(await times(4, () => call(node, 'GET', 'check'))).toBe('2×200 2×429')
    expect(asked).toBe(2)
    expect(await call(node, 'GET', 'check', undefined, '198.51.100.3')).toBe(200)
  })
})
