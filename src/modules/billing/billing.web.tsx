/** Browser part of bills and receipts. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/slots.web.ts'
import { billing } from './billing.ts'

const slot = <K extends 'BillBulk' | 'BillHead' | 'BillTools' | 'PaymentHead'>(name: K) => lazy(() => import('./bill-slots.web.tsx').then((m) => ({ default: m[name] })))

export const billingWeb: WebModule = {
  module: billing,
  screens: { billPay: lazy(() => import('./bill-pay.web.tsx')) },
  heads: { bill: slot('BillHead'), payment: slot('PaymentHead') },
  bulk: { bill: slot('BillBulk') },
  toolbars: { bill: slot('BillTools') },
}
