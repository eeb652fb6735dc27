import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonical, chainHolds, eventHash, eventOf, FIRST_HASH, type Link } from './chain.rules.ts'

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

test('the vectors of the law', () => {
  const first = { at: '2026-01-05T02:00:00.000Z', by: 'user:12', docSha: 'a'.repeat(64), flow: 'QS20260105-0001', kind: 'started', seq: 1 }
  const one = eventHash(FIRST_HASH, first, sha)
  expect(one).toBe('d161d524c242bd38c411c4f81fdc849041b5508df11fadfd3e0b20d8f67ad72f')
  const two = eventHash(one, { ...first, at: '2026-01-05T03:00:00.000Z', by: 'signer:1', kind: 'viewed', seq: 2 }, sha)
  expect(two).toBe('4bb40c3ef6aad9b030522ec1be4ad922ab3b56780e63139115c8f34ea7cb9a63')
})

test('a chain holds from its first event to the head, and no longer when one is changed, left out, put in or the head is another', () => {
  const events: Link[] = []
  for (const [i, kind] of ['prepared', 'started', 'signed', 'completed'].entries()) {
    const prevHash = events.at(-1)?.hash ?? FIRST_HASH
    const device = i === 1 ? { ip: null, ua: null } : { ip: '::1', ua: '' }
    const e: Link = {
      seq: i + 1,
      prevHash,
      hash: '',
      at: `2026-01-05T02:0${i}:00.000Z`,
      kind,
      by: 'system',
      ...device,
      docSha: null,
      data: { i },
    }
    events.push({ ...e, hash: eventHash(prevHash, eventOf('QS1', e), sha) })
  }
  const head = events.at(-1)!.hash
  expect(chainHolds('QS1', events, head, sha)).toBe(true)
  expect(chainHolds('QS2', events, head, sha)).toBe(false)
  expect(chainHolds('QS1', events, events[2]!.hash, sha)).toBe(false)
  expect(chainHolds('QS1', [], null, sha)).toBe(false)
  expect(chainHolds('QS1', events.toSpliced(1, 1), head, sha)).toBe(false)
  for (const change of [{ at: '2026-01-06T02:00:00.000Z' }, { data: { i: 9 } }, { ip: '10.0.0.1' }, { kind: 'read' }])
    expect(chainHolds('QS1', events.with(2, { ...events[2]!, ...change }), head, sha)).toBe(false)
})

test('the order in which somebody wrote the keys does not matter', () => {
  expect(canonical({ b: [1, { d: null, c: '甲' }], a: undefined })).toBe('{"b":[1,{"c":"甲","d":null}]}')
  expect(canonical({ c: 1, a: 2 })).toBe(canonical({ a: 2, c: 1 }))
})
