/**
 * Port `invoice`: who makes the invoice. Out of the box people do, on the page of the tax bureau, and register its number here; a gateway
 * takes that over and reports back by signed notices.
 */
import { z } from 'zod'
import { adaptor, definePort } from '#kit/ports/define.server.ts'
import { invoiceGateway } from './gateway.server.ts'
import type { InvoiceProvider } from './provider.server.ts'

declare module '#kit/ports/ports.ts' {
  interface Ports {
    invoice: InvoiceProvider
  }
}

/** A clerk does it on the page of the bureau and registers what came of it; nobody sends notices. */
export const byHand: InvoiceProvider = {
  name: 'manual',
  issue: async (_ctx, { red }) => ({
    state: 'waiting',
    providerNo: null,
    number: null,
    issuedOn: null,
    reason: null,
    redState: red ? '10' : null,
  }),
  notice: () => null,
}

export const invoicePort = definePort({
  name: 'invoice',
  label: '开票',
  builtIn: { name: 'manual', label: '人工开票', open: () => byHand },
  adaptors: {
    gateway: adaptor({
      label: '开票平台',
      variables: z.object({
        INVOICE_URL: z.url({ protocol: /^https?$/ }).describe('应为 http(s):// 开头的地址'),
        INVOICE_APP_KEY: z
          .string()
          .regex(/^[\x21-\x7e]{1,100}$/)
          .describe('应为 1–100 个可见 ASCII 字符'),
        INVOICE_SECRET: z
          .string()
          .regex(/^[\x21-\x7e]{16,200}$/)
          .describe('应为 16–200 个可见 ASCII 字符'),
      }),
      open: (v): InvoiceProvider => invoiceGateway({ url: v.INVOICE_URL, appKey: v.INVOICE_APP_KEY, secret: v.INVOICE_SECRET }),
    }),
  },
})
