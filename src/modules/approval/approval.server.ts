/** Server part of approval, put together. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { approval } from './approval.ts'
import { designRoutes } from './design.routes.server.ts'
import { servedForm, servedFormVersion, servedProcess, servedVersion } from './design.server.ts'
import { approvalDeputyActions, approvalRoleActions } from './roles.ts'

export const approvalServer: ServedModule = {
  module: approval,
  entities: [
    servedForm, servedFormVersion, servedProcess, servedVersion,
    serve(approvalRoleActions, { effects: { disable: moveOnly, enable: moveOnly } }),
    serve(approvalDeputyActions, { effects: { cancel: moveOnly } }),
  ],
  routes: designRoutes,
}
