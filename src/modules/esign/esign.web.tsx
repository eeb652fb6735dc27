/** Browser part of e-contracts. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { esign } from './esign.ts'

const initiate = lazy(() => import('./pages/initiate-page.web.tsx'))
const mine = lazy(() => import('./pages/my-contract.web.tsx'))

export const esignWeb: WebModule = {
  module: esign,
  screens: {
    electronicContracts: initiate,
    contractInfoAdd: initiate,
    myContract: mine,
    myContractDetail: mine,
    contractRecharge: lazy(() => import('./pages/recharge-page.web.tsx')),
    templateDesign: lazy(() => import('./pages/design-page.web.tsx')),
  },
  heads: {
    signFlow: lazy(() => import('./pages/flow-head.web.tsx')),
    signTemplate: lazy(() => import('./pages/template-head.web.tsx')),
  },
}
