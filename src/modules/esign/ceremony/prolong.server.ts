/** Before the certificates in a signed file run out, a time-stamp over the whole file, which keeps it checkable as long again (B-LTA). */
import type { Context } from '#kit/access/context.server.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { eachAlone } from '#kit/basics/each.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { stampRevision } from '#kit/pdf/signing/revision.server.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import { signFlow } from '../flows/flow.ts'
import { addRevision, bytesOf, keepBytes, record } from '../flows/record.server.ts'
import type { Instance } from '../instance.server.ts'
import { houseOf } from '../keys/keys.server.ts'
import { lastsUntil, stampOf } from './sign.server.ts'

const flows = storeOf(signFlow)
const DAYS_BEFORE = 90
const AT_ONCE = 200

export async function prolongFlows(ctx: Context, instance: Instance): Promise<number> {
  const due = await ctx.db.read(ctx.user.operatorId, (tx) =>
    liveRows(tx, 'signFlow')
      .select('id')
      .where('status', '=', 'completed')
      .where('ltUntil', '<=', addDays(ctx.clock.today(), DAYS_BEFORE))
      .orderBy('ltUntil')
      .limit(AT_ONCE)
      .execute(),
  )
  let prolonged = 0
  await eachAlone(due, async ({ id }) => {
    prolonged += (await prolong(ctx, instance, id)) ? 1 : 0
  })
  return prolonged
}

/** Bytes first, outside of any transaction; they count only if the file is still the one that was stamped. */
async function prolong(ctx: Context, instance: Instance, id: number): Promise<boolean> {
  const { flow, house, tsaUrl } = await ctx.db.write(ctx.user.operatorId, async (tx) => ({
    flow: await flows.get(tx, ctx, id),
    house: await houseOf(tx, ctx, instance.secretKey),
    tsaUrl: String(await parameterValue(tx, ctx.registry, 'tsaUrl')),
  }))
  const { stamp, foreign } = stampOf(ctx, { house, tsaUrl })
  const stamped = await stampRevision(await bytesOf(ctx, instance, flow.fileId, flow.currentSha), stamp)
  const stampedFile = await keepBytes(ctx, instance, `${flow.title}.pdf`, stamped)
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const now = await flows.lock(tx, ctx, id)
    if (now.currentSha !== flow.currentSha) return false
    await addRevision(tx, ctx, now, stampedFile, 'timestamp')
    const time = foreign() ? 'tsa' : '本机时间'
    await record(tx, ctx, now, { kind: 'timestamped', by: 'system', docSha: stampedFile.sha256, data: { time } })
    await tx
      .updateTable('signFlow')
      .set({ ltUntil: lastsUntil(house) })
      .where('id', '=', id)
      .execute()
    return true
  })
}
