/**
 * Port `messages`: brings a message to somebody who may not sit before this console. Out of the box it lies in 我的消息 of a colleague
 * who passes it on; a gateway for short messages or a webhook takes that over.
 */
import { z } from 'zod'
import { adaptor, definePort } from '#kit/ports/define.server.ts'
import { SECRET_SHAPE } from '#kit/ports/standard-webhooks.server.ts'
import type { MessageCarrier } from './carrier.server.ts'
import { inAppCarrier } from './in-app.server.ts'
import { smsCarrier } from './sms.server.ts'
import { webhookCarrier } from './webhook.server.ts'

declare module '#kit/ports/ports.ts' {
  interface Ports {
    messages: MessageCarrier
  }
}

const address = z
  .string()
  .refine((text) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol))
  .describe('应为 http(s):// 开头的地址')

export const messagesPort = definePort({
  name: 'messages',
  label: '对外消息',
  builtIn: { name: 'inApp', label: '站内消息', open: () => inAppCarrier },
  adaptors: {
    sms: adaptor({
      label: '短信网关',
      variables: z.object({
        SMS_URL: address,
        SMS_ACCESS_KEY: z
          .string()
          .regex(/^[\x21-\x7e]{1,100}$/)
          .describe('应为 1–100 个可见 ASCII 字符'),
        SMS_SECRET_KEY: z
          .string()
          .regex(/^[\x21-\x7e]{8,200}$/)
          .describe('应为 8–200 个可见 ASCII 字符'),
        SMS_SIGN_NAME: z.string().min(2).max(12).describe('应为已报备的短信签名，2–12 字'),
      }),
      open: (v): MessageCarrier =>
        smsCarrier({ url: v.SMS_URL, accessKey: v.SMS_ACCESS_KEY, secretKey: v.SMS_SECRET_KEY, signName: v.SMS_SIGN_NAME }),
    }),
    webhook: adaptor({
      label: '消息 Webhook',
      variables: z.object({
        MESSAGE_WEBHOOK_URL: address,
        MESSAGE_WEBHOOK_SECRET: z.string().regex(SECRET_SHAPE).describe('应为 whsec_ 开头、至少 24 字节的 base64'),
      }),
      open: (v): MessageCarrier => webhookCarrier({ url: v.MESSAGE_WEBHOOK_URL, secret: v.MESSAGE_WEBHOOK_SECRET }),
    }),
  },
})
