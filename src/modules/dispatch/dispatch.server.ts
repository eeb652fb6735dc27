/** Server part of planning. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import { dispatch } from './dispatch.ts'
import { solveCall } from './plans/compute.server.ts'
import { dispatchPlanActions } from './plans/plan.ts'
import { planRoutes } from './plans/plans.routes.server.ts'

const servedPlan = serve(dispatchPlanActions, {
  effects: {
    finish: moveOnly,
    fail: async ({ input }) => ({ error: input.error }),
    solve: async ({ tx, ctx, record }) => {
      await enqueue(tx, ctx, solveCall, { plan: record.id }, { key: `${record.id}:${record.version}` })
      return { progress: null, error: null }
    },
    commit: async ({ record }) => {
      const results = record.results ?? []
      return { status: results.every((r) => r.ok) ? ('committed' as const) : ('partCommitted' as const) }
    },
    discard: moveOnly,
  },
})

export const dispatchServer: ServedModule = {
  module: dispatch,
  entities: [servedPlan],
  routes: planRoutes,
  calls: [solveCall],
}
