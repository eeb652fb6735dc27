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
      entity: z.string('请选择车辆或客户').min(1, '请选择车辆或客户').max(60, '没有这辆车或这位客户，请重新查找'),
      id: z.coerce.number('编号应为数字').int('编号应为整数').positive('编号应为正数'),
    }),
    output: CARD,
    handler: (ctx, { entity, id }) => ctx.db.read(ctx.user.operatorId, (db) => cardOf(db, ctx, entity, id)),
  }),
]
