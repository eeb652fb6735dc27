/** The conformance of port `webhook`; what an address of a customer can reach, attacked. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { AppError } from '#kit/basics/errors.ts'
import { isHouseAddress } from '#kit/basics/identifiers/house-address.ts'
import { describePort, type World } from '#tests/port.ts'
import { webhookPort, webhookSender, type WebhookSender } from './webhook-port.server.ts'

const said = (work: Promise<unknown>): Promise<[string, string]> =>
  work.then(
    () => ['done', ''],
    (error: unknown) => [(error as AppError).kind, (error as Error).message],
  )
const post = (sender: WebhookSender, url: string) => said(sender.post({ url, headers: { 'x-a': '1' }, body: '{}' }))

interface Partner {
  url: string
  heard: string[]
  stop: () => Promise<void>
}
/** Answers what the path says: /204, /500, /302, /slow. */
async function partner(): Promise<Partner> {
  const heard: string[] = []
  const server: Server = createServer((request, response) => {
    heard.push(request.url!)
    if (request.url === '/slow') return
    const status = Number(request.url!.slice(1)) || 200
    response.writeHead(status, status === 302 ? { location: '/200' } : {}).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    stop: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
const publicWorld = async (): Promise<World<WebhookSender>> => ({ implementation: webhookSender([]), stop: () => {} })
const insideWorld = async (): Promise<World<WebhookSender>> => ({ implementation: webhookSender(['127.0.0.1']), stop: () => {} })

describePort(webhookPort, { public: publicWorld, inside: insideWorld }, (world) => {
  it.each([
    ['https', '10.0.0.1', '/x'],
    ['https', '192.168.1.1', '/x'],
    ['https', '169.254.169.254', '/latest/meta-data'],
    ['https', '[::1]', '/x'],
    ['https', '[::ffff:10.0.0.1]', '/x'],
    ['https', '[fd00::1]', '/x'],
    ['https', 'localhost', '/x'],
    ['https', '0x7f.1', '/x'],
    ['https', '2130706433', '/x'],
    ['http', 'example.com', '/x'],
    ['https', 'database.internal', '/x'],
  ])('never calls %s of %s', async (scheme, host, path) => {
    const url = `${scheme}://${host}${path}`
    if (world().implementation.inside.includes(new URL(url).hostname)) return expect(new URL(url).hostname).toBe('127.0.0.1')
    expect(await post(world().implementation, url)).toEqual(['refused', '回调地址必须是公网 https'])
  })
})

describe('a host of one’s own network', () => {
  it('is called when it was named, and each answer is told apart', async () => {
    const there = await partner()
    const sender = webhookSender(['127.0.0.1'], 3000)
    expect(await sender.post({ url: `${there.url}/204`, headers: {}, body: '{}' })).toBe(204)
    expect(await post(sender, `${there.url}/500`)).toEqual(['busy', '对方暂时不可用（返回 500）'])
    expect(await post(sender, `${there.url}/429`)).toEqual(['busy', '对方暂时不可用（返回 429）'])
    expect(await post(sender, `${there.url}/410`)).toEqual(['refused', '对方不接受（返回 410）'])
    expect(await post(sender, `${there.url}/302`)).toEqual(['refused', '对方要求转到别处（返回 302），回调不跟随转向'])
    expect((await post(sender, `${there.url}/slow`))[0]).toBe('busy')
    expect(there.heard).not.toContain('/200')
    await there.stop()
    expect((await post(sender, `${there.url}/204`))[0]).toBe('busy')
  })
  it('is not called when it was not, though it listens', async () => {
    const there = await partner()
    expect((await post(webhookSender([]), `${there.url}/204`))[0]).toBe('refused')
    expect(there.heard).toEqual([])
    await there.stop()
  })
  it.each(['127.0.0.1', '10.1.2.3', '100.64.0.1', '172.31.255.255', '::1', 'fe80::1', '::ffff:192.168.0.1', '224.0.0.1', '0.0.0.0', 'x'])(
    '%s is private',
    (address) => expect(isHouseAddress(address)).toBe(true),
  )
  it.each(['203.0.113.8', '8.8.8.8', '172.32.0.1', '2001:db8::1'])('%s is public', (address) => expect(isHouseAddress(address)).toBe(false))
})
