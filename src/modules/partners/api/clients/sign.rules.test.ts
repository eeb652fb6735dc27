import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addressProblem, canonical, rangesOf } from './sign.rules.ts'

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
const sign = (call: Parameters<typeof canonical>[0], secret = 'test-secret'): string =>
  createHmac('sha256', secret).update(canonical(call)).digest('hex')
const call = {
  method: 'POST',
  path: '/api/open/v1/orders',
  query: '',
  time: '1793318400',
  nonce: 'n-0001',
  bodyHash: sha('{"outerNo":"A-1","weight":4680}'),
}

describe('a signature', () => {
  it('is the published vector', () => expect(sign(call)).toBe('fe742f03055dd428f995bbff0570fd71c6fc187e79d9d26bad73cead36f299a9'))
  it('does not depend on the order of the query, and on everything else', () => {
    const query = { ...call, query: 'b=2&a=1&a=0' }
    expect(sign({ ...query, query: 'a=0&b=2&a=1' })).toBe(sign(query))
    const others = [
      { ...call, method: 'GET' },
      { ...call, path: '/api/open/v1/orders/quote' },
      query,
      { ...call, time: '1793318401' },
      { ...call, nonce: 'n-0002' },
      { ...call, bodyHash: sha('{"outerNo":"A-1","weight":4681}') },
    ]
    expect(new Set([...others, call].map((one) => sign(one))).size).toBe(7)
  })
})

describe('a list of addresses', () => {
  it.each(['', '203.0.113.8', '203.0.113.0/24，10.0.0.1', '2001:db8::/32 203.0.113.8'])('takes %s', (list) =>
    expect(addressProblem(list)).toBeNull(),
  )
  it.each(['203.0.113', '203.0.113.8/33', '203.0.113.256', 'erp.example.com', '2001:db8::/129'])('refuses %s', (list) =>
    expect(addressProblem(list)).toContain(`「${list}」`),
  )
  it('is read as ranges', () =>
    expect(rangesOf('203.0.113.0/24, ::1')).toEqual([
      { address: '203.0.113.0', bits: 24, family: 'ipv4' },
      { address: '::1', bits: 128, family: 'ipv6' },
    ]))
})
