/** Server part of rules and their versions. */
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { rateRuleActions, rateVersionActions } from './rule.ts'

const servedRule = serve(rateRuleActions, { effects: { disable: moveOnly, enable: moveOnly, activate: moveOnly } })
const servedVersion = serve(rateVersionActions, {
  effects: {
    publish: async ({ ctx }) => ({ publishedBy: ctx.user.id || null, publishedAt: ctx.clock.now() }),
    discard: moveOnly,
    end: moveOnly,
  },
})
export const ratingEntities: readonly ServedEntity[] = [servedRule, servedVersion]
