/** The calls of the spec under /api/v1/contract, for the console. */
import type { Route } from '#kit/http/route.server.ts'
import type { Instance } from './instance.server.ts'
import { authRoutes, rechargeRoutes, unsigned } from './routes/account.server.ts'
import { fileRoutes } from './routes/file.server.ts'
import { mineRoutes } from './routes/mine.server.ts'
import { signRoutes } from './routes/sign.server.ts'
import { templateRoutes } from './routes/template.server.ts'

export const consoleRoutes = (instance: Instance): readonly Route[] => [
  ...templateRoutes(),
  ...fileRoutes(instance),
  ...signRoutes(instance),
  ...mineRoutes(instance),
  ...authRoutes(),
  ...rechargeRoutes(),
  unsigned,
]
