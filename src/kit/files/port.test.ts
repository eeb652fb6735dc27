import { afterAll, beforeAll, expect, it } from 'vitest'
import { S3Double } from '#kit/files/s3.double.ts'
import { openPorts } from '../ports/open.server.ts'
import { filesPort } from './port.server.ts'

const store = new S3Double('KEY', 'very-secret')
let right: Record<string, string>
beforeAll(async () => {
  const { endpoint, bucket, region, accessKey, secretKey } = await store.start()
  right = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey }
})
afterAll(() => store.stop())
const reach = (environment: Record<string, string>) =>
  openPorts([filesPort], environment, { dataDir: () => '/nowhere', secretKey: () => Buffer.alloc(32), log: () => {} }).reach()

it('starts with an object store that lets us in, and leaves nothing there', async () => {
  expect(await reach(right)).toBeNull()
  expect(store.seen.some((line) => line.startsWith('PUT'))).toBe(true)
  expect(store.objects.size).toBe(0)
  expect(await reach({})).toBeNull()
})
it.each<[string, Record<string, string>, RegExp]>([
  ['the secret is wrong', { S3_SECRET_KEY: 'another' }, /返回 403，请检查 S3_BUCKET、S3_REGION、S3_ACCESS_KEY、S3_SECRET_KEY$/],
  ['nobody listens there', { S3_ENDPOINT: 'http://127.0.0.1:1' }, /ECONNREFUSED|bad port|127\.0\.0\.1:1/],
])('does not start when %s, and says so without the secret', async (_title, change, words) => {
  const reason = await reach({ ...right, ...change })
  expect(reason).toMatch(/^无法写入环境变量 S3_ENDPOINT、S3_BUCKET 指定的对象存储：/)
  expect(reason).toMatch(words)
  expect(reason).not.toMatch(/very-secret|another/)
})
