/** 合作方: programs that order and ask, links to an order, and pages that need no account. Stands on transport and freight. */
import { defineModule } from '#kit/entity/module.ts'
import { apiCall, apiClientActions, apiKeyActions, webhookDeliveryActions } from './api/clients/client.ts'
import { sandboxOrderActions } from './api/orders/sandbox.ts'
import { orderLinkActions } from './public/link.ts'
import { orderPageActions } from './public/page.ts'
import { partnerScreens } from './screens.ts'

export const partners = defineModule({
  name: 'partners',
  label: '合作方',
  part: 'partTransport',
  entities: [apiClientActions, apiKeyActions, apiCall, webhookDeliveryActions, sandboxOrderActions, orderLinkActions, orderPageActions],
  screens: partnerScreens,
})
