/** What a customer owes today, bill by bill and as one figure: asked by whom, by which vehicle, or for chosen bills. */
import { z } from 'zod'
import { invalid } from '#kit/basics/errors.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { OWED_BILLS } from '../../billing.wire.ts'
import { owedOf } from './owed.rules.ts'
import { owedBills, type OwedAsk } from './owed.server.ts'

const ID = z.coerce.number('编号不正确').int('编号不正确').min(1, '编号不正确')
/** As many as fit into an address. */
const MOST = 800
const IDS = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15})*$/, '账单编号不正确')
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length <= MOST, `一次最多 ${MOST} 张账单`)

export const owedRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/bill/owed',
    summary: '欠款：未付账单与计至今天的滞纳金',
    right: 'billInfoList',
    input: z.strictObject({
      ids: IDS.optional(),
      lessee: ID.optional(),
      vehicle: ID.optional(),
      lease: ID.optional(),
      contract: ID.optional(),
    }),
    output: OWED_BILLS,
    handler: (ctx, { ids, ...whose }) => {
      const asked: OwedAsk = {
        ...(ids ? { id: ids } : {}),
        ...Object.fromEntries(Object.entries(whose).flatMap(([by, id]) => (id === undefined ? [] : [[by, [id]]]))),
      }
      if (Object.keys(asked).length === 0) throw invalid({ lessee: '请选择承租人、车辆、租约、合同或账单' })
      return ctx.db.read(ctx.user.operatorId, async (db) => {
        const bills = await owedBills(db, ctx, asked)
        const names = await titlesOf(db, ctx, 'lessee', [...new Set(bills.map((b) => b.lessee))])
        const plates = await titlesOf(db, ctx, 'vehicle', [...new Set(bills.flatMap((b) => b.vehicle ?? []))])
        return {
          owed: owedOf(bills),
          list: bills.map(({ lease: _l, ...b }) => ({
            ...b,
            lesseeName: names.get(b.lessee) ?? '',
            plate: b.vehicle === null ? '' : (plates.get(b.vehicle) ?? ''),
          })),
        }
      })
    },
  }),
]
