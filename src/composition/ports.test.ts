import { expect, it } from 'vitest'
import { ConfigurationError } from './configuration.server.ts'
import { startPorts } from './ports.server.ts'

const start = (environment: Record<string, string>) =>
  startPorts(environment, { dataDir: '/nowhere', secretKey: Buffer.alloc(32) }, () => {})
const S3 = { S3_ENDPOINT: 'https://store.example', S3_BUCKET: 'files', S3_ACCESS_KEY: 'k', S3_SECRET_KEY: 's-e-c-r-e-t' }
const SMS = { SMS_URL: 'https://sms.example/send', SMS_ACCESS_KEY: 'k', SMS_SECRET_KEY: 's-e-c-r-e-t', SMS_SIGN_NAME: '云桥租车' }
const HOOK = {
  MESSAGE_WEBHOOK_URL: 'https://hook.example',
  MESSAGE_WEBHOOK_SECRET: `whsec_${'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'.repeat(1)}`,
}

it('what is shipped works without a word in the environment', async () => {
  expect((await start({})).messages.outside).toBe(false)
  expect((await start({ S3_REGION: 'cn-east', SMS_URL: ' ' })).messages.outside).toBe(false)
})
it('what the environment names takes its place', async () => {
  expect((await start(SMS)).messages.outside).toBe(true)
  expect((await start(HOOK)).messages.outside).toBe(true)
})
it.each<[string, Record<string, string>, string]>([
  ['half a store', { S3_BUCKET: 'files' }, '使用对象存储还需设置环境变量 S3_ENDPOINT、S3_ACCESS_KEY、S3_SECRET_KEY'],
  ['half a gateway', { SMS_URL: SMS.SMS_URL }, '使用短信网关还需设置环境变量 SMS_ACCESS_KEY、SMS_SECRET_KEY、SMS_SIGN_NAME'],
  ['two carriers', { ...SMS, ...HOOK }, '对外消息只能选择一种接入方式，环境变量中同时设置了短信网关和消息 Webhook'],
  ['another protocol', { ...S3, S3_ENDPOINT: 'ftp://x' }, '环境变量 S3_ENDPOINT 的值不正确：应为 http(s):// 开头的地址'],
  ['an odd bucket', { ...S3, S3_BUCKET: 'My_Bucket' }, '环境变量 S3_BUCKET 的值不正确：不是有效的存储桶名称'],
  ['an odd region', { ...S3, S3_REGION: 'cn east' }, '环境变量 S3_REGION 的值不正确：不是有效的区域名称'],
  ['a short secret', { ...SMS, SMS_SECRET_KEY: 'short' }, '环境变量 SMS_SECRET_KEY 的值不正确：应为 8–200 个可见 ASCII 字符'],
  ['an unsafe webhook secret', { ...HOOK, MESSAGE_WEBHOOK_SECRET: 'whsec_c2hvcnQ=' }, '环境变量 MESSAGE_WEBHOOK_SECRET 的值不正确'],
])('%s stops the start with one sentence that does not repeat the value', async (_title, environment, words) => {
  const refusal = await start(environment).catch((error: unknown) => error as Error)
  expect(refusal).toBeInstanceOf(ConfigurationError)
  expect((refusal as Error).message).toContain(words)
  expect((refusal as Error).message).not.toMatch(/s-e-c-r-e-t|short|My_Bucket|ftp|\n/)
})
