/** The vectors of the law (esign.md §6), and what a notice has to be to be believed. */
import { describe, expect, it } from 'vitest'
import { contentMd5, isNotice, noticeSignature, requestSignature } from './signatures.server.ts'

const secret = 'zyt-test-secret'
describe('a request', () => {
  const body = '{"signFlowExpireTime":1775577600000}'
  it('is signed over the digest of its very bytes', () => {
    expect(contentMd5(body)).toBe('Z63fOKhJXpOHQbt5CaRoFQ==')
    expect(requestSignature(secret, { method: 'POST', path: '/v3/sign-flow/F1/delay', body })).toBe(
      'UsrinfGO3oMAXzjRBZPOwZ/AokWvVGYeDcKV5394ITU=',
    )
  })
  it('without content is signed over its query in order of the names', () => {
    const right = 'Rg4VUum6tC/xzPvkY7RD2dc9lgyim6j/K6sraFfsnrQ='
    expect(requestSignature(secret, { method: 'GET', path: '/v3/sign-flow/F1/detail?a=1&b=2', body: '' })).toBe(right)
    expect(requestSignature(secret, { method: 'GET', path: '/v3/sign-flow/F1/detail?b=2&a=1', body: '' })).toBe(right)
  })
})

describe('a notice', () => {
  const body = '{"action":"SIGN_FLOW_COMPLETE","timestamp":1767578400000,"signFlowId":"F1","signFlowStatus":"2"}'
  const sent = { timestamp: '1767578400123', query: 'orderNo=7001', body }
  const right = '44b33e9361ef58b55abf9f93d285c24fbf873b202f718b5d7e71d9a7bf0d6529'
  const headers = (more: Record<string, string> = {}): Record<string, string> => ({
    'x-tsign-open-app-id': 'zyt',
    'x-tsign-open-timestamp': sent.timestamp,
    'x-tsign-open-signature': right,
    'x-tsign-open-signature-algorithm': 'hmac-sha256',
    ...more,
  })
  const believed = (more: Record<string, string> = {}, query = sent.query, text = body): boolean =>
    isNotice({ appId: 'zyt', secret }, (name) => headers(more)[name] ?? null, query, text)

  it('is signed in hex over its time, the values of its query and its body', () => {
    expect(noticeSignature(secret, sent)).toBe(right)
    expect(believed()).toBe(true)
  })
  it('is believed however old: the provider repeats for days and keeps the first time', () =>
    expect(believed({ 'x-tsign-open-signature': right.toUpperCase() })).toBe(true))
  it.each<[string, Record<string, string>, string?, string?]>([
    ['another application', { 'x-tsign-open-app-id': 'other' }],
    ['another time', { 'x-tsign-open-timestamp': '1767578400124' }],
    ['no time', { 'x-tsign-open-timestamp': '' }],
    ['another algorithm', { 'x-tsign-open-signature-algorithm': 'md5' }],
    ['no signature', { 'x-tsign-open-signature': '' }],
    ['the signature of a request', { 'x-tsign-open-signature': requestSignature(secret, { method: 'POST', path: '/', body }) }],
    ['another query', {}, 'orderNo=7002'],
    ['no query', {}, ''],
    ['another state', {}, sent.query, body.replace('"2"', '"3"')],
    ['a space more', {}, sent.query, `${body} `],
  ])('with %s is not believed', (_what, more, query, text) => expect(believed(more, query, text)).toBe(false))
})
