/** Browser part of transport. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { SEES } from './settlement/seen.ts'
import { TOTAL_ASKED } from './settlement/sheet.ts'
import { transport } from './transport.ts'

const ofOrder = <K extends 'QuotesTab' | 'RecurringTab'>(name: K) =>
  lazy(() => import('./orders/order-tabs.web.tsx').then((m) => ({ default: m[name] })))

export const transportWeb: WebModule = {
  module: transport,
  screens: {
    linePageList: lazy(() => import('./missions/line-list.web.tsx')),
    driverOnline: lazy(() => import('./watch/on-road.web.tsx')),
  },
  toolbars: { freightUpload: lazy(() => import('./reporting/upload-tools.web.tsx').then((m) => ({ default: m.UploadTools }))) },
  forms: { transportOrder: lazy(() => import('./orders/order-form.web.tsx')) },
  bulk: { consignment: lazy(() => import('./missions/new-task.web.tsx')) },
  asks: { [TOTAL_ASKED]: lazy(() => import('./settlement/asked-total.web.tsx')) },
  heads: {
    apiClient: lazy(() => import('./api/client-head.web.tsx')),
    orderPage: lazy(() => import('./public/page-head.web.tsx')),
    recruitPost: lazy(() => import('./recruit/post-head.web.tsx')),
    transportOrder: lazy(() => import('./public/link-head.web.tsx')),
    deliveryNote: lazy(() => import('./missions/note-head.web.tsx')),
  },
  tabs: {
    transportOrder: [{ key: 'quotes', label: '价格', right: SEES.receivable, component: ofOrder('QuotesTab') }],
    recurringRule: [{ key: 'dates', label: '日期预览', component: ofOrder('RecurringTab') }],
    rateRule: [
      {
        key: 'versions',
        label: '版本与试算',
        component: lazy(() => import('./rating/rule-tab.web.tsx').then((m) => ({ default: m.RuleVersions }))),
      },
    ],
  },
}
