/** Browser part of statistics. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { statistics } from './statistics.ts'

export const statisticsWeb: WebModule = {
  module: statistics,
  screens: {
    operationalWarning: lazy(() => import('./warning-list.web.tsx')),
  },
  tabs: {
    vehicle: [{ key: 'money', label: '收支', right: 'vehicleRevenue', component: lazy(() => import('./vehicle-money.web.tsx')) }],
  },
}
