/** Browser part of partners. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { partners } from './partners.ts'

export const partnersWeb: WebModule = {
  module: partners,
  heads: {
    apiClient: lazy(() => import('../transport/api/client-head.web.tsx')),
    orderPage: lazy(() => import('../transport/public/page-head.web.tsx')),
    transportOrder: lazy(() => import('../transport/public/link-head.web.tsx')),
  },
}
