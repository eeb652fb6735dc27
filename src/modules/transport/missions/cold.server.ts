/** Whether the box is cold enough to leave with goods that must be kept so (transport.md §2.8 depart, J6). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { coldNow } from '#modules/telematics/telematics.public.ts'

export async function coldEnough(tx: Tx, ctx: Context, missionId: number, vehicle: number | null): Promise<void> {
  if (vehicle === null) return
  const policies = await tx
    .selectFrom('consignment')
    .select('tempPolicy')
    .where('mission', '=', missionId)
    .where('tempPolicy', 'is not', null)
    .where('status', 'in', ['loadedPlan', 'toPick', 'carrying'])
    .where('deletedAt', 'is', null)
    .execute()
  const ids = [...new Set(policies.flatMap((p) => (p.tempPolicy ? [p.tempPolicy] : [])))]
  for (const { lowest, highest, value } of await coldNow(tx, ctx, vehicle, ids)) {
    if (value === null) throw refused('车厢没有最近的温度读数，请检查温度探头')
    if (value > highest) throw refused(`车厢温度 ${value} ℃，高于 ${highest} ℃`)
    if (value < lowest) throw refused(`车厢温度 ${value} ℃，低于 ${lowest} ℃`)
  }
}
