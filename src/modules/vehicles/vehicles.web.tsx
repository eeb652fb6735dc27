/** Browser part of vehicles. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { vehicles } from './vehicles.ts'

export const vehiclesWeb: WebModule = {
  module: vehicles,
  forms: { vehicle: lazy(() => import('./vehicle-form.web.tsx')) },
}
