/** Browser part of vehicle affairs. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { affairs } from './affairs.ts'

export const affairsWeb: WebModule = {
  module: affairs,
  screens: { annualCalendar: lazy(() => import('./inspection/calendar.web.tsx')) },
  forms: {
    insurancePolicy: lazy(() => import('./insurance/policy-form.web.tsx')),
    certificate: lazy(() => import('./inspection/certificate-form.web.tsx')),
  },
  toolbars: {
    inspection: lazy(() => import('./inspection/calendar-link.web.tsx')),
    violation: lazy(() => import('./violations/violation-import.web.tsx')),
    shopStatement: lazy(() => import('./upkeep/statement-tools.web.tsx')),
  },
  dialogs: { 'violation.dispose': lazy(() => import('./violations/dispose-dialog.web.tsx')) },
  tabs: {
    vehicle: [{ key: 'wholeCost', label: '总成本', right: 'vehicleCosts', component: lazy(() => import('./ground/whole-cost.web.tsx')) }],
  },
  cells: { 'affairDue.name': lazy(() => import('./ground/due-cell.web.tsx')) },
}
