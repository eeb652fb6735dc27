/** A typed address is called only where it leads outside, and no more of an answer is read than was asked for. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foreignStamp } from '../pdf/signing/timestamp.server.ts'
import { Inside } from './public-address.server.ts'
import { callPublic } from './public-call.server.ts'

let server: Server
let site: string
const paths: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url!)
    if (request.url === '/moved') return void response.writeHead(302, { location: '/elsewhere' }).end()
    // As much as is taken.
    if (request.url === '/endless') {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) continue
      }
      response.on('drain', more)
      return more()
    }
    response.end('four')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const call = (url: string, inside: readonly string[] = [], maxBytes = 1000) =>
  callPublic({ url, headers: {}, body: 'x', timeoutMs: 60_000, maxBytes, inside })

describe('a typed address', () => {
  it('of the house is not called, in whatever way it is written', async () => {
    const port = new URL(site).port
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '10.0.0.5'])
      await expect(call(`http://${host}:${port}/`), host).rejects.toBeInstanceOf(Inside)
    expect(paths).toEqual([])
  })
  it('that is named as one of the own network is; a redirect is an answer and is not followed', async () => {
    expect(await call(`${site}/`, ['127.0.0.1'])).toEqual({ status: 200, content: Buffer.from('four') })
    expect((await call(`${site}/moved`, ['127.0.0.1'])).status).toBe(302)
    expect(paths.splice(0)).toEqual(['/', '/moved'])
  })
  it('is read no further than was asked for', async () => {
    await expect(call(`${site}/endless`, ['127.0.0.1'])).rejects.toThrow('more than 1000 bytes')
    expect((await call(`${site}/endless`, ['127.0.0.1'], 0)).content).toHaveLength(0)
  })
})

it('a time-stamp is asked of no service in the house, and one that answers without end is left', async () => {
  paths.splice(0)
  const digest = new Uint8Array(32)
  await expect(foreignStamp(`${site}/`)(digest)).rejects.toBeInstanceOf(Inside)
  expect(paths).toEqual([])
  await expect(foreignStamp(`${site}/endless`, ['127.0.0.1'])(digest)).rejects.toThrow('bytes')
  await expect(foreignStamp(`${site}/moved`, ['127.0.0.1'])(digest)).rejects.toThrow('302')
})
