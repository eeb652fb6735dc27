/** 合作方: programs that order and ask, links to an order, and pages that need no account. Stands on transport and freight. */
import { defineModule } from '#kit/entity/module.ts'
import { apiCall, apiClient, apiClientActions, apiKey, apiKeyActions, webhookDelivery, webhookDeliveryActions } from './api/client.ts'
import { sandboxOrder, sandboxOrderActions } from './api/sandbox.ts'
import { orderLink, orderLinkActions } from './public/link.ts'
import { orderPage, orderPageActions } from './public/page.ts'
import { partnerScreens } from './screens.ts'

export const partners = defineModule({
  name: 'partners',
  label: '合作方',
  entities: [apiClient, apiKey, apiCall, webhookDelivery, sandboxOrder, orderLink, orderPage],
  actions: [apiClientActions, apiKeyActions, webhookDeliveryActions, sandboxOrderActions, orderLinkActions, orderPageActions],
  screens: partnerScreens,
})
