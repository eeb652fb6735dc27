/**
 * Port `merchant`: who takes a company on as a merchant. Out of the box a clerk does it on the page of the payment provider and registers
 * how far it is; a gateway takes that over and reports back by signed notices.
 */
import { z } from 'zod'
import { adaptor, definePort } from '#kit/ports/define.server.ts'
import { merchantGateway } from './gateway.server.ts'
import type { MerchantProvider } from './provider.server.ts'

declare module '#kit/ports/ports.ts' {
  interface Ports {
    merchant: MerchantProvider
  }
}

export const byHand: MerchantProvider = {
  name: 'manual',
  submit: async () => ({ state: 'CHECKING', seq: null, reasons: [], signUrl: null, subMerchantId: null }),
  query: async () => null,
  notice: () => null,
}

/** Papers of people and bank accounts are not sent in the open; a forwarder on this machine may be. */
const isPrivate = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}

export const merchantPort = definePort({
  name: 'merchant',
  label: '商户进件',
  builtIn: { name: 'manual', label: '人工办理', open: () => byHand },
  adaptors: {
    gateway: adaptor({
      label: '支付平台接口',
      variables: z.object({
        MERCHANT_URL: z.string().max(500).refine(isPrivate).describe('应为 https:// 开头的地址（本机的转发程序可用 http://127.0.0.1）'),
        MERCHANT_APP_KEY: z
          .string()
          .regex(/^[\x21-\x7e]{1,100}$/)
          .describe('应为 1–100 个可见 ASCII 字符'),
        MERCHANT_SECRET: z
          .string()
          .regex(/^[\x21-\x7e]{16,200}$/)
          .describe('应为 16–200 个可见 ASCII 字符'),
      }),
      open: (v): MerchantProvider => merchantGateway({ url: v.MERCHANT_URL, appKey: v.MERCHANT_APP_KEY, secret: v.MERCHANT_SECRET }),
    }),
  },
})
