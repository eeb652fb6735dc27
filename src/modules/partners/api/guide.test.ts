/** The example of the integrator's guide is run: what it signs is what the gate believes. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const guide = readFileSync(new URL('../../../../docs/operations/open-api.md', import.meta.url), 'utf8')

test('the example signs the published vector, and sorts a query', async () => {
  const [, code] = /```js\n(.*?)```/s.exec(guide)!
  const { headersFor } = (await import(`data:text/javascript,${encodeURIComponent(code!)}`)) as {
    headersFor: (call: object) => Record<string, string>
  }
  const call = { key: 'k', secret: 'test-secret', method: 'POST', path: '/api/open/v1/orders', time: 1_793_318_400, nonce: 'n-0001' }
  const [, expected] = /签名为 `([0-9a-f]{64})`/.exec(guide)!
  expect(headersFor({ ...call, body: '{"outerNo":"A-1","weight":4680}' })['X-Zyt-Sign']).toBe(expected)
  expect(headersFor({ ...call, query: 'b=2&a=1' })['X-Zyt-Sign']).toBe(headersFor({ ...call, query: 'a=1&b=2' })['X-Zyt-Sign'])
})
