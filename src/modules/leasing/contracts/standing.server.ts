/** The derived flags of a lease or a contract, read inside what the person may see. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { route } from '#kit/http/route.server.ts'
import { owedBills, owedOf } from '#modules/billing/billing.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { lease } from '../lease.ts'
import { flagsOf, type Flag } from './standing.rules.ts'
import { STANDING } from '../leasing.wire.ts'

const RUNNING = ['active', 'swapping', 'returning', 'toInspect'] as const

async function standingOf(db: Db, ctx: Context, by: 'id' | 'contract', id: number): Promise<Flag[]> {
  const today = ctx.clock.today()
  const own = by === 'id' ? 'lease' : 'contract'
  const out = await seenRows(db, ctx, lease)
    .where(`t.${by}`, '=', id)
    .where('t.status', 'in', RUNNING)
    .select(({ fn }) => [fn.min('t.endOn').as('endOn')])
    .executeTakeFirst()
  const { overdue, oldest } = owedOf(await owedBills(db, ctx, { [own]: [id] }))
  const short = await seenRows(db, ctx, 'depositAccount')
    .where(`t.${own}`, '=', id)
    .where('t.standing', 'in', ['none', 'partial'])
    .innerJoin('lease as l', 'l.id', 't.lease')
    .where('l.status', 'in', RUNNING)
    .select(sql<number>`sum(t.required - t.balance)`.as('sum'))
    .executeTakeFirst()
  return flagsOf(
    {
      running: Boolean(out?.endOn),
      endOn: out?.endOn ?? null,
      warnDays: await parameterNumber(db, ctx.registry, 'contractWarnDays'),
      overdue,
      overdueSince: oldest,
      missingDeposit: Number(short?.sum ?? 0),
    },
    today,
  )
}

const ID = z.coerce.number('编号不正确').int('编号不正确').min(1, '编号不正确')

export const standingRoute = route({
  method: 'GET',
  path: '/api/v1/lease/standing',
  summary: '租约或合同当前需要注意的事项',
  right: ['leaseList', 'contracList'],
  input: z
    .strictObject({ lease: ID.optional(), contract: ID.optional() })
    .refine((q) => (q.lease === undefined) !== (q.contract === undefined), '请选择租约或合同'),
  output: STANDING,
  handler: (ctx, q) =>
    ctx.db.read(ctx.user.operatorId, async (db) => ({
      today: ctx.clock.today(),
      flags: await (q.lease ? standingOf(db, ctx, 'id', q.lease) : standingOf(db, ctx, 'contract', q.contract!)),
    })),
})
