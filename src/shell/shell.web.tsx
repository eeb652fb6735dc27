import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { shell } from './shell.ts'

const home = lazy(() => import('./pages/home.web.tsx'))

export const shellWeb: WebModule = {
  module: shell,
  screens: {
    dashboard: home,
    homePage: home,
    tmsHomePage: home,
    profile: lazy(() => import('./pages/profile.web.tsx')),
    demo: lazy(() => import('./pages/demo.web.tsx')),
  },
}
