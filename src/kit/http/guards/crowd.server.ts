/**
 * How many connections one address may hold. Ten thousand idle ones cost little, but nobody needs them from one place, and each of them
 * takes a turn from others. This machine and the proxies that were named speak for many and are not counted.
 */
import type { Server } from 'node:net'
import { BlockList, isIP } from 'node:net'
import { networkOf } from '../../access/tries/tries.server.ts'

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

function spared(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8, 'ipv4')
  list.addAddress('::1', 'ipv6')
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIP(address)
    if (family === 0) continue // words of the proxy library (uniquelocal): such addresses are counted, generously
    const type = family === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(bits), type)
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Closes what is too many the moment it comes. Returns how many were turned away. */
export function limitCrowds(server: Server, most: number, proxies: readonly string[] = [], free = spared(proxies)): () => number {
  const counts = new Map<string, number>()
  let turnedAway = 0
  // First of all: what is closed here is seen closed by whoever listens next.
  server.prependListener('connection', (socket) => {
    const address = plain(socket.remoteAddress ?? '')
    if (address === '' || free(address)) return
    const key = networkOf(address)
    const held = (counts.get(key) ?? 0) + 1
    if (held > most) {
      turnedAway++
      return void socket.destroy()
    }
    counts.set(key, held)
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    })
  })
  return () => turnedAway
}
