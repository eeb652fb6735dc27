/** Browser part of telematics: the screens written by hand, and what stands in slots of generated ones. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/slots.web.ts'
import { telematics } from './telematics.ts'

export const telematicsWeb: WebModule = {
  module: telematics,
  screens: {
    messageTool: lazy(() => import('./message-tool.web.tsx')),
  },
}
