import { afterAll, beforeAll, expect, it } from 'vitest'
import { StartRefused } from '#kit/database/errors.ts'
import { S3Double } from '#kit/files/s3.double.ts'
import type { S3Options } from '#kit/files/store.server.ts'
import { reachStore } from './services.server.ts'

const store = new S3Double('KEY', 'very-secret')
let right: S3Options
beforeAll(async () => {
  right = await store.start()
})
afterAll(() => store.stop())

it('starts with an object store that lets us in, and leaves nothing there', async () => {
  await reachStore(right)
  expect(store.objects.size).toBe(0)
  await reachStore(null)
})
it.each<[string, Partial<S3Options>, RegExp]>([
  ['the secret is wrong', { secretKey: 'another' }, /返回 403，请检查 S3_BUCKET、S3_REGION、S3_ACCESS_KEY、S3_SECRET_KEY$/],
  ['nobody listens there', { endpoint: 'http://127.0.0.1:1' }, /ECONNREFUSED|bad port|127\.0\.0\.1:1/],
])('does not start when %s, and says so without the secret', async (_title, change, words) => {
  const refusal = await reachStore({ ...right, ...change }).catch((error: unknown) => error as Error)
  expect(refusal).toBeInstanceOf(StartRefused)
  expect(refusal!.message).toMatch(/^无法写入环境变量 S3_ENDPOINT、S3_BUCKET 指定的对象存储：/)
  expect(refusal!.message).toMatch(words)
  expect(refusal!.message).not.toMatch(/very-secret|another/)
})
