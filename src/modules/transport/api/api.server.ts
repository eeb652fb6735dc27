/** Server part of API clients (transport.md §8). */
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { apiClientActions } from './client.ts'

const servedClient = serve(apiClientActions, {
  effects: { suspend: moveOnly, resume: moveOnly, revoke: moveOnly },
  hooks: {
    beforeAdd: async ({ tx, values }) => {
      const p = await tx.selectFrom('project').select('store').where('id', '=', values.project!).executeTakeFirst()
      return { store: p?.store ?? null }
    },
  },
})
export const apiEntities: readonly ServedEntity[] = [servedClient]
