import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { limitCrowds } from './crowd.server.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

async function crowd(most: number, proxies: readonly string[], free?: (address: string) => boolean) {
  const server = createServer((socket) => void socket.on('error', () => {}))
  const turnedAway = limitCrowds(server, most, proxies, ...(free ? [free] : []))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  const { port } = server.address() as AddressInfo
  /** Resolves with whether it was let in: a refused one is closed before it has said anything. */
  const come = (): Promise<{ socket: Socket; stays: boolean }> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.once('close', () => resolve({ socket, stays: false }))
      socket.once('connect', () => server.getConnections(() => setImmediate(() => socket.destroyed || resolve({ socket, stays: true }))))
      open.push({ close: () => void socket.destroy() })
    })
  return { turnedAway, come, server }
}

it('closes what is more than an address may hold, and lets in again when one has gone', async () => {
  const { turnedAway, come, server } = await crowd(3, [], () => false)
  const first = await come()
  for (let i = 0; i < 4; i++) await come()
  await expect.poll(() => turnedAway()).toBe(2)
  first.socket.destroy()
  await expect.poll(() => new Promise((resolve) => void server.getConnections((_error, n) => resolve(n)))).toBe(2)
  await come()
  await come()
  await expect.poll(() => turnedAway()).toBe(3)
})

it('does not count this machine, nor a proxy that speaks for others', async () => {
  const { turnedAway, come } = await crowd(1, ['10.0.0.0/8'])
  for (let i = 0; i < 5; i++) await come()
  expect(turnedAway()).toBe(0)
})
