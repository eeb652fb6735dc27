/** 服务费账单: what a person charges a customer besides rent, with its own items; nothing of it is computed. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { formatYuan } from '#kit/basics/fen.ts'
import { find } from '#kit/entity/query/query.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { rowAfter } from '#kit/entity/api/record.server.ts'
import { get, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { dayInput } from '#kit/http/inputs.ts'
import { route } from '#kit/http/route.server.ts'
import { BILL_TYPES, FEE_ITEMS, bill, type FeeItem } from './bill.ts'
import { issueBill } from './ledger.server.ts'
import { prove } from './prove.server.ts'
import { useBalance } from '../payments/settle.server.ts'
import { recordAnswer } from '#kit/entity/api/generated-answers.server.ts'

/** What people may charge by hand; the rest is made by its own business. */
const HAND_ITEMS = [
  'SERVICE',
  'MGMT',
  'CLEAN',
  'ENERGY',
  'TOW',
  'MISSING',
  'DAMAGE',
  'REPAIR',
  'VIOL',
  'VIOL_SVC',
  'INS_UP',
  'PENALTY',
  'BUYOUT',
  'OTHER',
] as const satisfies readonly FeeItem[]
const HAND_TYPES = ['service', 'incidental', 'penalty', 'buyout'] as const satisfies readonly (keyof typeof BILL_TYPES)[]

const DAY = dayInput()
const CHARGE = z.strictObject({
  lessee: z.int('请选择承租人').min(1, '请选择承租人'),
  lease: z.int().min(1).nullish(),
  billType: z.enum(HAND_TYPES, '请选择账单类型'),
  dueOn: DAY,
  items: z
    .array(
      z.strictObject({
        feeItem: z.enum(HAND_ITEMS, '请选择费用科目'),
        description: z.string().trim().min(1, '请填写说明').max(200, '说明最多 200 个字'),
        amount: z.int('金额应为整数（单位：分）').min(1, '金额必须大于 0').max(1e13, '金额超出允许的范围'),
      }),
    )
    .min(1, '请至少填写一项费用')
    .max(50, '最多 50 项费用'),
  remark: z.string().trim().max(200, '备注最多 200 个字').nullish(),
})
type Charge = z.infer<typeof CHARGE>

interface Ground {
  lease: number
  contract: number
  vehicle: number
  store: number
  lateGraceDays: number
  lateRateBp: number
  lateCapBp: number | null
}
/** Paid late, a charge on a lease costs what its contract says, as every other bill of the lease. */
async function leaseOf(tx: Tx, ctx: Context, c: Charge): Promise<Ground | null> {
  if (!c.lease) return null
  const of = (await find(tx, ctx, ctx.registry.entity('lease').entity as Entity, c.lease)) as {
    id: number
    contract?: number
    vehicle?: number
    store?: number
    lessee?: number
    status?: string
    no?: string
  }
  if (of.lessee !== c.lessee) throw invalid({ lease: '该租约不属于所选承租人' })
  if (of.status === 'cancelled') throw refused(`租约 ${of.no} 已取消，不能再收费`)
  const late = await tx
    .selectFrom('contract')
    .select(['lateGraceDays', 'lateRateBp', 'lateCapBp'])
    .where('id', '=', of.contract!)
    .executeTakeFirstOrThrow()
  return { lease: of.id, contract: of.contract!, vehicle: of.vehicle!, store: of.store!, ...late }
}

async function charge(tx: Tx, ctx: Context, c: Charge): Promise<Rec<typeof bill>> {
  const today = ctx.clock.today()
  if (c.dueOn < today) throw invalid({ dueOn: '应付日不能早于今天' })
  const who = (await find(tx, ctx, ctx.registry.entity('lessee').entity as Entity, c.lessee)) as {
    id: number
    store?: number
    status?: string
    name?: string
  }
  if (who.status === 'cancelled') throw refused(`承租人 ${who.name} 已注销，不能再出账`)
  const of = await leaseOf(tx, ctx, c)
  const made = await issueBill(tx, ctx, {
    billType: c.billType,
    lessee: c.lessee,
    store: who.store!,
    ...of,
    issueOn: today,
    dueOn: c.dueOn,
    items: c.items.map((item, i) => ({
      ...item,
      formula: `${FEE_ITEMS[item.feeItem]} ${formatYuan(item.amount)}`,
      idemKey: `charge:${ctx.requestId}:${c.lessee}:${of?.lease ?? 0}:${ctx.clock.now()}:${i}`,
    })),
  })
  if (c.remark) await storeOf(bill).writeMany(tx, ctx, [made.id], () => ({ remark: c.remark }))
  await useBalance(tx, ctx, c.lessee, [made.id])
  await prove(tx, ctx, { bills: [made.id] })
  return (await get(tx, ctx, 'bill', made.id)) as unknown as Rec<typeof bill>
}

export const chargeRoute = route({
  method: 'POST',
  path: '/api/v1/bill/charge',
  summary: '开服务费账单',
  right: 'billInfoList_charge',
  input: CHARGE,
  output: recordAnswer,
  handler: (ctx, input) =>
    ctx.db.write(ctx.user.operatorId, async (tx) => rowAfter(tx, ctx, ctx.registry.entity('bill'), await charge(tx, ctx, input))),
})
