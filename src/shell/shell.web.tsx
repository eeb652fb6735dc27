import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { shell } from './shell.ts'

export const shellWeb: WebModule = {
  module: shell,
  screens: {
    dashboard: lazy(() => import('./pages/dashboard.web.tsx')),
    homePage: lazy(() => import('./pages/home.web.tsx')),
    tmsHomePage: lazy(() => import('./pages/home.web.tsx')),
    profile: lazy(() => import('./pages/profile.web.tsx')),
    demo: lazy(() => import('./pages/demo.web.tsx')),
  },
}
