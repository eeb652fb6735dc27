/** 外发记录, server part: what a person may do with a call that is stuck. */
import { sql } from 'kysely'
import type { Context, Tx } from '../access/context.server.ts'
import { serve } from '../entity/serve.server.ts'
import { refused } from '../basics/errors.ts'
import { EMPTY, OUTBOX_CHANNEL, failedCall, isEmptied, isOpenCall } from './outbox.server.ts'
import { outgoingCallActions } from './outgoing.ts'

const wake = (tx: Tx, ctx: Context) => sql`select pg_notify(${OUTBOX_CHANNEL}, ${String(ctx.user.operatorId)})`.execute(tx)

export const servedOutgoingCall = serve(outgoingCallActions, {
  effects: {
    // A full round of attempts; what it is sent with stays as it was recorded.
    sendAgain: async ({ tx, ctx, record }) => {
      if (!isOpenCall(ctx, record.kind) && isEmptied(record.payload))
        throw refused('要发送的内容已清除，不能重新发送；请回到原来的单据重新操作')
      await wake(tx, ctx)
      return { attempts: 0, deliverAfter: ctx.clock.now(), givenUpAt: null }
    },
    giveUp: async ({ tx, ctx, record, input }) => {
      await failedCall(tx, ctx, record, input.reason)
      return { givenUpAt: ctx.clock.now(), ...(isOpenCall(ctx, record.kind) ? {} : { payload: EMPTY }) }
    },
  },
})
