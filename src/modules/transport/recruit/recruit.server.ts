/** Server part of recruitment: posts and their pages, applications through to hired. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { addDays, dayOf } from '#kit/basics/time/day.ts'
import { formsOf } from '#kit/database/sealing.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { openAccount } from '#modules/system/system.public.ts'
import { driver } from '../parties/driver.ts'
import { newToken } from '#kit/access/link-token.server.ts'
import { postProblem } from './recruit.rules.ts'
import { driverApplicationActions, recruitPostActions } from './recruit.ts'

const drivers = storeOf(driver)
const TOKEN_BYTES = 18

const servedPost = serve(recruitPostActions, {
  effects: {
    publish: async ({ ctx, record }) => (record.token ? undefined : { token: newToken(ctx.user.operatorId, TOKEN_BYTES) }),
    close: moveOnly,
    renew: async ({ ctx }) => ({ token: newToken(ctx.user.operatorId, TOKEN_BYTES) }),
  },
  hooks: {
    // What stands on the page already is held to what it was published by.
    beforeEdit: async ({ record, patch }) => {
      const problem = record.status === 'open' ? postProblem({ ...record, ...patch }) : null
      if (problem) throw refused(problem)
    },
  },
})

const DEDUPE_DAYS = 90
async function refuseSecond(tx: Tx, ctx: Context, mobile: string): Promise<void> {
  const since = addDays(ctx.clock.today(), -DEDUPE_DAYS)
  const earlier = await liveRows(tx, 'driverApplication')
    .select(['createdAt'])
    .where('mobile', 'in', formsOf(mobile))
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  if (earlier && dayOf(Date.parse(earlier.createdAt)) >= since) throw refused('该手机号 90 天内已报名，原来的报名仍然有效，不用再报')
}

const servedApplication = serve(driverApplicationActions, {
  effects: {
    contact: moveOnly,
    meet: moveOnly,
    review: moveOnly,
    hire: async ({ tx, ctx, record, input }) => {
      if (input.licenceDueOn < ctx.clock.today()) throw invalid({ licenceDueOn: `驾驶证已于 ${input.licenceDueOn} 到期，换证后再录用` })
      const made = await drivers.add(tx, ctx, {
        name: record.name,
        mobile: record.mobile,
        idNo: input.idNo,
        source: record.vehicleOwned ? 'outside' : 'own',
        licenceClass: input.licenceClass,
        licenceDueOn: input.licenceDueOn,
        store: record.store,
      })
      await drivers.act(tx, ctx, 'submit', made.id)
      if (input.account) {
        const { name, mobile, store } = record
        await drivers.act(tx, ctx, 'bind', made.id, {
          user: await openAccount(tx, ctx, { name, mobile, stores: [store], customerType: 'driver' }),
        })
      }
      return { driver: made.id, hiredOn: ctx.clock.today() }
    },
    reject: moveOnly,
    withdraw: moveOnly,
    blacklist: moveOnly,
  },
  hooks: { beforeAdd: async ({ tx, ctx, values }) => refuseSecond(tx, ctx, values.mobile!) },
})

export const recruitEntities: readonly ServedEntity[] = [servedPost, servedApplication]
