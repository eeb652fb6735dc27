/** Server part of partners: what its folders serve, put together. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { apiEntities, apiJobs, apiPorts } from './api/api.server.ts'
import { keyRoutes } from './api/clients/keys.server.ts'
import { openRoutes } from './api/routes.server.ts'
import { followEta, followWebhooks, webhookCall } from './api/webhooks/webhooks.server.ts'
import { linkRoutes, servedLink } from './public/link.server.ts'
import { pageRoutes, servedPage } from './public/page.server.ts'
import { recruitRoutes } from './public/apply.server.ts'
import { partners } from './partners.ts'

export const partnersServer: ServedModule = {
  module: partners,
  entities: [...apiEntities, servedLink, servedPage],
  jobs: apiJobs,
  calls: [webhookCall],
  ports: apiPorts,
  watcher: { after: followWebhooks },
  routes: [...keyRoutes, ...pageRoutes, ...recruitRoutes],
  provides: { etaFollowers: [followEta] },
}

/** Calls that hand out files, which lie with the house. */
export const openApiRoutes = (house: { files: FileKeeper }): readonly Route[] => [...openRoutes(house), ...linkRoutes(house)]
