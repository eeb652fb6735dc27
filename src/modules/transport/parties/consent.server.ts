/**
 * Where a driver is and was is sensitive (个人信息保护法 第二十八、二十九条): where the company asks for it, he agrees himself, apart from everything
 * else, and takes it back as easily. Without it his telephone's places are not kept, nobody is shown where he is, and nothing is reckoned by it.
 */
import type { Context, Db } from '#kit/access/context.server.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { securityPolicy } from '#modules/system/system.public.ts'

export const consentWanted = async (db: Db, ctx: Context): Promise<boolean> => (await securityPolicy(db, ctx.registry)).driverTrackConsent

/** Those of these drivers whose places may not be shown. */
export async function withoutConsent(db: Db, ctx: Context, drivers: readonly number[]): Promise<ReadonlySet<number>> {
  if (drivers.length === 0 || !(await consentWanted(db, ctx))) return new Set()
  const rows = await allRows(db, 'driver')
    .select('id')
    .where('id', 'in', [...new Set(drivers)])
    .where('trackConsentAt', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Places kept from before the company asked for consent go, those of drivers who never come back as well. */
export async function forgetPlaces(ctx: Context): Promise<void> {
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    if (!(await consentWanted(tx, ctx))) return
    await tx
      .updateTable('driver')
      .set({ position: null })
      .where('operatorId', '=', ctx.user.operatorId)
      .where('trackConsentAt', 'is', null)
      .where('position', 'is not', null)
      .execute()
  })
}
