/** Browser part of e-contracts. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { esign } from './esign.ts'
import { SIGNED_ALREADY } from './flows/flow.ts'

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
  asks: { [SIGNED_ALREADY]: lazy(() => import('./pages/asked-copies.web.tsx')) },
  heads: {
    signIdentity: lazy(() => import('./pages/identity-head.web.tsx')),
    lessee: lazy(() => import('./pages/lessee-head.web.tsx')),
    contract: lazy(() => import('./pages/contract-head.web.tsx')),
    signFlow: lazy(() => import('./pages/flow-head.web.tsx')),
    signTemplate: lazy(() => import('./pages/template-head.web.tsx')),
  },
}
