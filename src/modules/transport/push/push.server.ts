/** Server part of pushes (transport.md §2.9). */
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { orderPushActions } from './push.ts'

const servedPush = serve(orderPushActions, {
  effects: { start: async ({ ctx }) => ({ startedAt: ctx.clock.now(), batch: 0 }), stop: moveOnly, take: moveOnly, exhaust: moveOnly },
  hooks: {
    beforeAdd: async ({ tx, values }) => {
      const m = await tx.selectFrom('mission').select('store').where('id', '=', values.mission!).executeTakeFirst()
      return { store: m?.store ?? null }
    },
  },
})
export const pushEntities: readonly ServedEntity[] = [servedPush]
