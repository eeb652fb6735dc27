/** How cold a vehicle is right now, held against the policies of what it carries. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'

/** Older readings say nothing of now. */
const FRESH_MS = 15 * 60_000

/** What was agreed, ℃. */
export async function coldLimits(db: Db, policy: number): Promise<{ lowest: number; highest: number }> {
  const p = await db.selectFrom('temperaturePolicy').select(['lowest', 'highest']).where('id', '=', policy).executeTakeFirstOrThrow()
  return { lowest: Number(p.lowest), highest: Number(p.highest) }
}

interface ColdNow {
  policy: number
  lowest: number
  highest: number
  /** The reading furthest from the middle; null: no probe has spoken lately. */
  value: number | null
}

/** Per policy of temperature the worst fresh reading of the vehicle's probes; nothing for a vehicle without probes. */
export async function coldNow(tx: Tx, ctx: Context, vehicle: number, policies: readonly number[]): Promise<ColdNow[]> {
  if (policies.length === 0) return []
  const channels = await tx
    .selectFrom('temperatureChannel')
    .select(['lastAt', 'lastValue', 'lastQuality'])
    .where('vehicle', '=', vehicle)
    .where('kind', '=', 'temperature')
    .where('deletedAt', 'is', null)
    .execute()
  if (channels.length === 0) return []
  const since = new Date(Date.parse(ctx.clock.now()) - FRESH_MS).toISOString()
  const values = channels.flatMap((c) =>
    c.lastAt !== null && c.lastAt >= since && c.lastQuality === 'ok' && c.lastValue !== null ? [Number(c.lastValue)] : [],
  )
  const rows = await tx
    .selectFrom('temperaturePolicy')
    .select(['id', 'lowest', 'highest'])
    .where('id', 'in', [...policies])
    .where('kind', '=', 'temperature')
    .execute()
  return rows.map((p) => {
    const [lowest, highest] = [Number(p.lowest), Number(p.highest)]
    const off = (v: number): number => Math.max(v - highest, lowest - v)
    return { policy: p.id, lowest, highest, value: values.length ? values.reduce((a, b) => (off(b) > off(a) ? b : a)) : null }
  })
}
