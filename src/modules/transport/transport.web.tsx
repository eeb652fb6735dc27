/** Browser part of transport. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { transport } from './transport.ts'

export const transportWeb: WebModule = {
  module: transport,
  screens: {
    linePageList: lazy(() => import('./missions/line-list.web.tsx')),
    driverOnline: lazy(() => import('./watch/on-road.web.tsx')),
  },
  toolbars: { freightUpload: lazy(() => import('./reporting/upload-tools.web.tsx').then((m) => ({ default: m.UploadTools }))) },
  bulk: { consignment: lazy(() => import('./missions/planning/new-task.web.tsx')) },
  heads: {
    recruitPost: lazy(() => import('./recruit/post-head.web.tsx')),
    deliveryNote: lazy(() => import('./missions/delivery/note-head.web.tsx')),
  },
  tabs: {
    recurringRule: [{ key: 'dates', label: '日期预览', component: lazy(() => import('./orders/recurring-tab.web.tsx')) }],
  },
}
