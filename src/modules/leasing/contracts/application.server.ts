/** 用车申请 on the server. */
import { serve } from '#kit/entity/serve.server.ts'
import { carApplicationActions } from './application.ts'
import { decided, submitted } from '../approval.server.ts'
import { deletableDraft, editableDraft } from '../audit.ts'

export const servedApplication = serve(carApplicationActions, {
  effects: {
    submit: async ({ ctx }) => submitted(ctx),
    pass: ({ tx, ctx, record }) => decided(tx, ctx, 'carApplication', record),
    reject: ({ tx, ctx, record, input }) => decided(tx, ctx, 'carApplication', record, input.reason),
    cancel: async () => {},
    sign: async ({ input }) => ({ contract: input.contract }),
  },
  hooks: {
    refuseEdit: editableDraft,
    refuseDelete: deletableDraft,
    beforeAdd: async ({ ctx, values }) => ({ owner: values.owner ?? (ctx.user.id || null) }),
  },
})
