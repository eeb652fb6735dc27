/** Port `esign`: where people sign. Out of the box here, with certificates of our own; e签宝 takes the ceremony over and is asked how it went. */
import { z } from 'zod'
import { adaptor, definePort } from '#kit/ports/define.server.ts'
import { esignProvider } from './adaptor.server.ts'
import { localSigner } from './local.server.ts'
import type { SignProvider } from './provider.server.ts'

declare module '#kit/ports/ports.ts' {
  interface Ports {
    esign: SignProvider
  }
}

/** Contracts are not sent in the open; a forwarder on this machine may be. */
const isPrivate = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}
const visible = (from: number, to: number) => new RegExp(`^[\\x21-\\x7e]{${from},${to}}$`)

export const esignPort = definePort({
  name: 'esign',
  label: '电子签署',
  builtIn: { name: 'local', label: '本机签署', open: ({ secretKey }): SignProvider => ({ ...localSigner, houseKey: secretKey }) },
  adaptors: {
    esign: adaptor({
      label: 'e签宝',
      variables: z.object({
        ESIGN_APP_ID: z.string().regex(visible(1, 100)).describe('应为 1–100 个可见 ASCII 字符'),
        ESIGN_SECRET: z.string().regex(visible(8, 200)).describe('应为 8–200 个可见 ASCII 字符'),
        ESIGN_HOST: z.string().max(300).refine(isPrivate).describe('应为 https:// 开头的地址（本机的转发程序可用 http://127.0.0.1）'),
        ESIGN_NOTIFY_URL: z
          .string()
          .max(300)
          .refine(isPrivate)
          .describe('应为 e签宝 能访问的 https:// 地址，以 /api/public/contract/esign/notice 结尾'),
      }),
      open: (v, { secretKey }): SignProvider => ({
        ...esignProvider({ appId: v.ESIGN_APP_ID, secret: v.ESIGN_SECRET, host: v.ESIGN_HOST, notifyUrl: v.ESIGN_NOTIFY_URL }),
        houseKey: secretKey,
      }),
    }),
  },
})
