/** Networks as people write them (10.0.0.0/8, 192.168.1.7, fd00::/8), read and compared. Pure. */
import { BlockList, isIP } from 'node:net'

/** Divided by spaces, commas or lines. Null: nothing is said. */
export function addressesIn(text: string): string[] | null {
  const addresses = text.split(/[\s,，;；]+/).filter(Boolean)
  return addresses.length === 0 ? null : addresses
}

/** Why this is no list of networks, or null. */
export function checkAddresses(text: string): string | null {
  const wrong = (addressesIn(text) ?? []).find((one) => {
    const [address = '', bits, ...rest] = one.split('/')
    const family = isIP(address)
    return family === 0 || rest.length > 0 || (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)))
  })
  return wrong === undefined ? null : `「${wrong.slice(0, 50)}」不是 IP 地址或网段，例如 10.0.0.0/8 或 192.168.1.7`
}

export function isWithin(networks: readonly string[], ip: string): boolean {
  const list = new BlockList()
  for (const one of networks) {
    const [address = '', bits] = one.split('/')
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(bits), type)
  }
  const family = isIP(ip)
  return family !== 0 && list.check(ip, family === 6 ? 'ipv6' : 'ipv4')
}
