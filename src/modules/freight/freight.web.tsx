/** Browser part of freight. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { SEES } from '#modules/transport/parties/seen.rules.ts'
import { TOTAL_ASKED } from './settlement/sheet.ts'
import { freight } from './freight.ts'

export const freightWeb: WebModule = {
  module: freight,
  forms: { transportOrder: lazy(() => import('./rating/pages/order-form.web.tsx')) },
  asks: { [TOTAL_ASKED]: lazy(() => import('./settlement/asked-total.web.tsx')) },
  tabs: {
    transportOrder: [
      { key: 'quotes', label: '价格', right: SEES.receivable, component: lazy(() => import('./rating/pages/quotes-tab.web.tsx')) },
    ],
    rateRule: [
      {
        key: 'versions',
        label: '版本与试算',
        component: lazy(() => import('./rating/pages/rule-tab.web.tsx').then((m) => ({ default: m.RuleVersions }))),
      },
    ],
  },
}
