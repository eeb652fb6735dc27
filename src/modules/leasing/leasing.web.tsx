/** Browser part of leasing. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/slots.web.ts'
import { leasing } from './leasing.ts'

export const leasingWeb: WebModule = {
  module: leasing,
  forms: { contract: lazy(() => import('./contract-form.web.tsx')) },
  heads: { contract: lazy(() => import('./contract-head.web.tsx')) },
  dialogs: { 'handover.confirm': lazy(() => import('./handover-dialog.web.tsx')) },
}
