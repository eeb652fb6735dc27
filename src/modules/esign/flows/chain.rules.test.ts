import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonical, eventHash, FIRST_HASH } from './chain.rules.ts'

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

test('the vectors of the law', () => {
  const first = { at: '2026-01-05T02:00:00.000Z', by: 'user:12', docSha: 'a'.repeat(64), flow: 'QS20260105-0001', kind: 'started', seq: 1 }
  const one = eventHash(FIRST_HASH, first, sha)
  expect(one).toBe('d161d524c242bd38c411c4f81fdc849041b5508df11fadfd3e0b20d8f67ad72f')
  const two = eventHash(one, { ...first, at: '2026-01-05T03:00:00.000Z', by: 'signer:1', kind: 'viewed', seq: 2 }, sha)
  expect(two).toBe('4bb40c3ef6aad9b030522ec1be4ad922ab3b56780e63139115c8f34ea7cb9a63')
})

test('the order in which somebody wrote the keys does not matter', () => {
  expect(canonical({ b: [1, { d: null, c: '甲' }], a: undefined })).toBe('{"b":[1,{"c":"甲","d":null}]}')
  expect(canonical({ c: 1, a: 2 })).toBe(canonical({ a: 2, c: 1 }))
})
