/** Reports that were put aside, stored after all: read anew, into the vehicle of their own time, and the track is folded again. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { codeOf } from '#kit/database/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { BINDING_LOCK, markDirty } from './bindings.server.ts'
import type { Fix } from '../gateway/positions/fix.rules.ts'
import { insertPositions } from '../gateway/positions/insert.server.ts'
import { profiles, type Profile } from '../jt808/jt808.ts'
import { profilesOf } from './device-item.server.ts'
import { REFUSAL_CAUSES, refusedPosition, refusedPositionActions } from './refused.ts'
import { causeOf, fixAgain } from './refused.rules.ts'

type Refused = Rec<typeof refusedPosition>

async function profileOf(tx: Tx, terminal: number): Promise<Profile> {
  const row = await tx.selectFrom('terminal').select('profile').where('id', '=', terminal).executeTakeFirst()
  const profile = row?.profile ? (await profilesOf(tx, [row.profile])).get(row.profile) : undefined
  return profile ?? profiles['standard']!
}

/** As the gateway does it: nobody changes bindings meanwhile. */
async function vehicleAt(tx: Tx, ctx: Context, fix: Fix): Promise<number | null> {
  await sql`select pg_advisory_xact_lock_shared(${BINDING_LOCK}, ${ctx.user.operatorId})`.execute(tx)
  const at = new Date(fix.at).toISOString()
  const row = await liveRows(tx, 'terminalBinding')
    .select('vehicle')
    .where('terminal', '=', fix.terminal)
    .where('fromAt', '<=', at)
    .where((eb) => eb.or([eb('toAt', 'is', null), eb('toAt', '>', at)]))
    .executeTakeFirst()
  return row?.vehicle ?? null
}

async function store(tx: Tx, ctx: Context, record: Refused, plain: boolean): Promise<Partial<Refused>> {
  const fix = fixAgain(record, await profileOf(tx, record.terminal), plain)
  if (!fix) throw refused('报文内容不完整，无法重新入库，可以丢弃')
  const vehicle = await vehicleAt(tx, ctx, fix)
  try {
    await insertPositions(tx, ctx.user.operatorId, [{ ...fix, vehicle }], fix.sentTime !== null)
  } catch (error) {
    const code = codeOf(error)
    if (!/^(?:22|23|42)/.test(code)) throw error
    throw refused(`仍无法入库：${REFUSAL_CAUSES[causeOf(code)]}（${error instanceof Error ? error.message : code}）`)
  }
  if (vehicle !== null) await markDirty(tx, ctx, vehicle, record.reportedAt, record.reportedAt)
  return { vehicle, handling: plain ? '重新入库，不含附加信息' : '重新入库', ...handled(ctx) }
}
const handled = (ctx: Context): Pick<Refused, 'handler' | 'handledAt'> => ({ handler: ctx.user.id || null, handledAt: ctx.clock.now() })

export const servedRefused = serve(refusedPositionActions, {
  effects: {
    retry: ({ tx, ctx, record, input }) => store(tx, ctx, record, input.plain),
    drop: async ({ ctx, input }) => ({ handling: input.reason, ...handled(ctx) }),
  },
})
