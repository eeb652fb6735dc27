import { BlockList, isIPv4 } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isHouseAddress, isHouseHost } from './house-address.ts'

const host = (url: string): string => new URL(url).hostname

it.each([
  'https://10.1.2.3/x',
  'https://127.0.0.1',
  'https://127.1',
  'https://0x7f.1',
  'https://2130706433',
  'https://0177.0.0.1',
  'https://0',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1',
  'https://172.31.255.255',
  'https://192.168.0.1',
  'https://198.19.0.1',
  'https://255.255.255.255',
  'https://[::1]',
  'https://[::]',
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:a00:1]',
  'https://[::127.0.0.1]',
  'https://[64:ff9b::a00:1]',
  'https://[2002:7f00:1::]',
  'https://[fd00::1]',
  'https://[fe80::1]',
  'https://[fec0::1]',
  'https://[ff02::1]',
  'https://localhost',
  'https://localhost.',
  'https://a.LOCALHOST',
  'https://erp',
  'https://erp.local',
  'https://erp.local.',
  'https://metadata.google.internal',
  'https://nas.lan',
  'https://router.home.arpa',
])('%s is of the house', (url) => expect(isHouseHost(host(url))).toBe(true))

it.each([
  'https://example.com',
  'https://notlocal.com',
  'https://local.example.com',
  'https://9.255.255.255',
  'https://172.32.0.1',
  'https://192.169.0.1',
  'https://[2400:3200::1]',
  'https://[::ffff:8.8.8.8]',
  'https://[2002:808:808::]',
])('%s is outside', (url) => expect(isHouseHost(host(url))).toBe(false))

it.each(['', 'x', '1.2.3', '1.2.3.256', '1:2', '1::2::3', ':::', '::1.2.3.999', '1:2:3:4:5:6:7:8:9'])('what cannot be read (%j) counts as ours', (text) =>
  expect(isHouseAddress(text)).toBe(true),
)

it('of every IPv4 address the list of the system says the same', () => {
  const list = new BlockList()
  for (const [net, bits] of [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const)
    list.addSubnet(net, bits, 'ipv4')
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isIPv4(address)).toBe(true)
      expect(isHouseAddress(address)).toBe(list.check(address, 'ipv4'))
      expect(isHouseAddress(`::ffff:${address}`)).toBe(list.check(address, 'ipv4'))
    }),
    { numRuns: 2000 },
  )
})
