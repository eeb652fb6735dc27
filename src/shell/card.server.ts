/** The card of a vehicle or a person, for the search box and for every plate and name of the console: one call. */
import { z } from 'zod'
import { cardOf } from '#kit/entity/card/card.server.ts'
import { CARD } from '#kit/entity/card/card.wire.ts'
import { route, type Route } from '#kit/http/route.server.ts'

export const cardRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/card',
    summary: '车辆或客户的卡片：状态、欠款、位置与可办的事',
    right: 'signedIn',
    input: z.strictObject({
      entity: z.string('请指明对象').min(1, '请指明对象').max(60, '对象不存在'),
      id: z.coerce.number('编号应为数字').int('编号应为整数').positive('编号应为正数'),
    }),
    output: CARD,
    handler: (ctx, { entity, id }) => ctx.db.read(ctx.user.operatorId, (db) => cardOf(db, ctx, entity, id)),
  }),
]
