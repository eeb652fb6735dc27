/** 外发记录, server part: what a person may do with a call that is stuck. */
import { sql } from 'kysely'
import type { Context, Tx } from '../access/context.server.ts'
import { serve } from '../entity/serve.server.ts'
import { OUTBOX_CHANNEL, failedCall } from './outbox.server.ts'
import { outgoingCallActions } from './outgoing.ts'

const wake = (tx: Tx, ctx: Context) => sql`select pg_notify(${OUTBOX_CHANNEL}, ${String(ctx.user.operatorId)})`.execute(tx)

export const servedOutgoingCall = serve(outgoingCallActions, {
  effects: {
    // A full round of attempts; what it is sent with stays as it was recorded.
    sendAgain: async ({ tx, ctx }) => {
      await wake(tx, ctx)
      return { attempts: 0, deliverAfter: ctx.clock.now(), givenUpAt: null }
    },
    giveUp: async ({ tx, ctx, record, input }) => {
      await failedCall(tx, ctx, record, input.reason)
      return { givenUpAt: ctx.clock.now() }
    },
  },
})
