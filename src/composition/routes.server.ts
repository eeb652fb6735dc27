/** Every route there is, put together once: the server and the tests behind its edge serve the same. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccessLoader } from '#kit/access/loader.server.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { afterRefusals, entityRoutes } from '#kit/entity/api/api.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { fileRoutes } from '#kit/files/routes.server.ts'
import { paperRoutes } from '#kit/pdf/paper-routes.server.ts'
import { reportRoutes } from '#kit/report/api.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { esignRoutes } from '#modules/esign/esign.server.ts'
import { casePaperRoutes } from '#modules/approval/cases/paper.server.ts'
import { openApiRoutes } from '#modules/partners/partners.server.ts'
import { ownPageRoutes } from '#modules/selfservice/public.server.ts'
import { accessLoader } from '#modules/system/rights/loader.server.ts'
import { mapRoutes, type MapFilePlace } from '#modules/system/maps/map-supplier.server.ts'
import { demoAccounts, siteRoutes } from '#modules/system/settings/site.server.ts'
import { systemRoutes } from '#modules/system/system.server.ts'
import type { Clock } from '#kit/basics/time/clock.ts'
import { sourceRoutes } from '#shell/source/source.server.ts'
import type { SourcePlace } from '#shell/source/source-archive.server.ts'
import type { RunningServices } from './services.server.ts'

export interface RouteParts {
  db: Database
  clock: Clock
  registry: Registry
  services: RunningServices
  oauthClient: { id: string; secret: string }
  secretKey: Buffer
  /** Where the PMTiles file of the installation may be. */
  mapFile?: MapFilePlace
  /** Of the running program; packed below the folder for what is temporary when left out. */
  source?: SourcePlace
}

const ROOT = join(import.meta.dirname, '../..')

/** What somebody may do depends on the routes, and some routes ask what somebody may do: both come from here. */
export function allRoutes({ db, clock, registry, services, oauthClient, secretKey, mapFile, source }: RouteParts): {
  routes: readonly Route[]
  loader: AccessLoader
} {
  const loader = accessLoader(registry, clock, () => routes)
  const site = { oauthClient, demoAccounts: () => demoAccounts(db), openFile: (id: string) => services.files.openPicture(id) }
  const own = registry.modules.flatMap((m) => m.routes ?? []).map(afterRefusals)
  const routes: readonly Route[] = [
    ...entityRoutes(registry, services),
    ...paperRoutes(registry, services.files),
    ...fileRoutes(services),
    ...reportRoutes(registry),
    ...own,
    ...openApiRoutes({ files: services.files }),
    ...casePaperRoutes({ files: services.files }),
    ...ownPageRoutes({ files: services.files }),
    ...esignRoutes({ files: services.files, secretKey }),
    ...systemRoutes(registry, () => loader, secretKey),
    ...siteRoutes(site),
    ...mapRoutes(mapFile ?? { where: null, folder: null }),
    ...sourceRoutes(source ?? { address: null, root: ROOT, folder: join(tmpdir(), `zyt-source-${process.pid}`), except: [] }),
  ]
  return { routes, loader }
}
