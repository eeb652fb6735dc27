/** Browser part of partners. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { partners } from './partners.ts'

export const partnersWeb: WebModule = {
  module: partners,
  heads: {
    apiClient: lazy(() => import('./api/clients/client-head.web.tsx')),
    orderPage: lazy(() => import('./public/page-head.web.tsx')),
    transportOrder: lazy(() => import('./public/link-head.web.tsx')),
  },
}
