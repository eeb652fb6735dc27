/** Browser part of oil cards and charging. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { fuel } from './fuel.ts'

export const fuelWeb: WebModule = {
  module: fuel,
  toolbars: { fuelling: lazy(() => import('./intake/statement-import.web.tsx')) },
  heads: { fuelling: lazy(() => import('./fuellings/checks-head.web.tsx')) },
}
