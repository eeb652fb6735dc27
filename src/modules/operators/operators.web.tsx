/** Browser part of 运营商. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { operators } from './operators.ts'

const head = <K extends 'ProfileHead' | 'MerchantHead'>(name: K) =>
  lazy(() => import('./companies/heads.web.tsx').then((m) => ({ default: m[name] })))

export const operatorsWeb: WebModule = {
  module: operators,
  screens: {
    operationAdd: lazy(() => import('./companies/onboarding.web.tsx')),
    operationSummary: lazy(() => import('./companies/summary.web.tsx')),
  },
  heads: {
    operatorProfile: head('ProfileHead'),
    merchant: head('MerchantHead'),
    promoCode: lazy(() => import('./promotion/promo-head.web.tsx')),
  },
}
