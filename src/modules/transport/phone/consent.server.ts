/** A driver agrees on his telephone that his places are used, or takes it back there (parties/consent.server.ts). */
import { z } from 'zod'
import { audit } from '#kit/audit/audit.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { driverOf } from './events.server.ts'

export const consentRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/driver/consent',
    summary: '司机同意或撤回行踪信息的收集与使用',
    right: 'signedIn',
    input: z.strictObject({ agree: z.boolean() }),
    output: z.object({ at: z.string().nullable() }),
    handler: (ctx, { agree }) =>
      ctx.db.write(ctx.user.operatorId, async (tx) => {
        const driver = await driverOf(tx, ctx)
        const at = agree ? ctx.clock.now() : null
        // Taken back, what is known of where he is now goes as well; records of missions done are kept by law.
        await tx
          .updateTable('driver')
          .set({ trackConsentAt: at, ...(agree ? {} : { position: null }) })
          .where('id', '=', driver.id)
          .execute()
        await audit(tx, ctx, {
          entity: 'driver',
          entityId: driver.id,
          action: agree ? 'trackConsent' : 'trackConsentBack',
          title: driver.name,
        })
        return { at }
      }),
  }),
]
