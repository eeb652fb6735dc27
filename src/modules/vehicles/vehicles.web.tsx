/** Browser part of vehicles. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { vehicles } from './vehicles.ts'

const figure = lazy(() => import('./figure/figure.web.tsx'))
const paperDue = lazy(() => import('./due-cell.web.tsx'))

export const vehiclesWeb: WebModule = {
  module: vehicles,
  cells: {
    'vehicle.inspectionDueOn': paperDue,
    'vehicle.compulsoryInsuranceDueOn': paperDue,
    'vehicle.commercialInsuranceDueOn': paperDue,
    'vehicle.roadPermitDueOn': paperDue,
  },
  figures: { 'vehicle.photos': figure, 'vehicleModel.photos': figure },
  forms: { vehicle: lazy(() => import('./vehicle-form.web.tsx')) },
}
