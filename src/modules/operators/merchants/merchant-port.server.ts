/**
 * Port `merchant`: who takes a company on as a merchant. Out of the box a clerk does it on the page of the payment provider and registers
 * how far it is; a gateway takes that over and reports back by signed notices.
 */
import { definePort } from '#kit/ports/define.server.ts'
import type { MerchantProvider } from './provider.server.ts'

declare module '#kit/ports/ports.ts' {
  interface Ports {
    merchant: MerchantProvider
  }
}

export const byHand: MerchantProvider = {
  name: 'manual',
  submit: async () => ({ state: 'CHECKING', reasons: [], signUrl: null, subMerchantId: null }),
  query: async () => null,
  notice: () => null,
}

export const merchantPort = definePort({
  name: 'merchant',
  label: '商户进件',
  builtIn: { name: 'manual', label: '人工办理', open: () => byHand },
  adaptors: {},
})
