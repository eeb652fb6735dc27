/** Browser part of planning. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { dispatch } from './dispatch.ts'

export const dispatchWeb: WebModule = {
  module: dispatch,
  screens: {
    smartScheduling: lazy(() => import('./screens/scheduling.web.tsx')),
    lineInfo: lazy(() => import('./screens/line-info.web.tsx')),
  },
}
