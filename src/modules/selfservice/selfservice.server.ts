/** Server part of the customers' own page. What hands out or takes files is a route that is given them (ownPageRoutes). */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { linkRoutes, servedLink } from './link.server.ts'
import { selfservice } from './selfservice.ts'
import { followWishes, servedWish, wishWork } from './wish.server.ts'

export const selfserviceServer: ServedModule = {
  module: selfservice,
  entities: [servedLink, servedWish],
  routes: linkRoutes,
  work: [wishWork],
  watcher: { after: followWishes },
}
