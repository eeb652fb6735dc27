import { BlockList, isIPv4 } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isHouseAddress, isHouseHost } from './house-address.ts'

/** As the parser of addresses reads it. */
const host = (rest: string): string => new URL(`https://${rest}`).hostname

it.each([
  '10.1.2.3/x',
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '0',
  '169.254.169.254/latest/meta-data',
  '100.64.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '198.19.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::a00:1]',
  '[2002:7f00:1::]',
  '[fd00::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  'localhost',
  'localhost.',
  'a.LOCALHOST',
  'erp',
  'erp.local',
  'erp.local.',
  'metadata.google.internal',
  'nas.lan',
  'router.home.arpa',
])('%s is of the house', (rest) => expect(isHouseHost(host(rest))).toBe(true))

it.each([
  'example.com',
  'notlocal.com',
  'local.example.com',
  '9.255.255.255',
  '172.32.0.1',
  '192.169.0.1',
  '[2400:3200::1]',
  '[::ffff:8.8.8.8]',
  '[2002:808:808::]',
])('%s is outside', (rest) => expect(isHouseHost(host(rest))).toBe(false))

it.each(['', 'x', '1.2.3', '1.2.3.256', '1:2', '1::2::3', ':::', '::1.2.3.999', '1:2:3:4:5:6:7:8:9'])(
  'what cannot be read (%j) counts as ours',
  (text) => expect(isHouseAddress(text)).toBe(true),
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
