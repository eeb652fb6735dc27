/** Server part of the shell: what surrounds every screen. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { cardRoutes } from './card.server.ts'
import { homeRoutes } from './home.server.ts'
import { noticeRoutes } from './notices.server.ts'
import { placeRoutes } from './place.server.ts'
import { preferenceRoutes } from './preferences.server.ts'
import { searchRoutes } from './search.server.ts'
import { shell } from './shell.ts'

export const shellServer: ServedModule = {
  module: shell,
  routes: [...preferenceRoutes, ...noticeRoutes, ...homeRoutes, ...searchRoutes, ...cardRoutes, ...placeRoutes],
}
