/** Browser part of the customers' own page, as the desk sees it. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { selfservice } from './selfservice.ts'

export const selfserviceWeb: WebModule = {
  module: selfservice,
  heads: {
    lessee: lazy(() => import('./link-head.web.tsx')),
    lesseeWish: lazy(() => import('./wish-head.web.tsx')),
  },
}
