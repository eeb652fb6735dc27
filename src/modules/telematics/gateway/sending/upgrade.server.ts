/** 终端升级: minutes or an hour after it was accepted the terminal says how it went (0x0108), or its properties (0x0107) show the version. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { act } from '#kit/entity/store.server.ts'
import type { Bodies } from '../../jt808/jt808.ts'

/** For how long it may be silent after it has accepted. */
export const UPGRADE_MS = 2 * 3600_000
export const UPGRADE_SILENT = '终端已接受升级，但没有通知结果；请「查询终端属性」核对固件版本'
/** A notice this much later is about something else. */
const BELIEVED_MS = 7 * 86_400_000
const RESULTS = ['成功', '失败', '取消']

export type UpgradeNews = { result: Bodies['0108'] } | { firmware: string }

export async function settleUpgrade(tx: Tx, ctx: Context, terminal: number, news: UpgradeNews): Promise<void> {
  // Of the terminal itself; card readers and receivers are upgraded by their makers.
  if ('result' in news && news.result.type !== 0) return
  const since = new Date(Date.parse(ctx.clock.now()) - BELIEVED_MS).toISOString()
  const command = await tx
    .selectFrom('command')
    .select(['id', 'status', 'payload'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('terminal', '=', terminal)
    .where('kind', '=', 'upgrade')
    .where('createdAt', '>', since)
    .where('status', 'in', ['sent', 'acknowledged', 'timedOut', 'unconfirmed'])
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!command) return
  const done = 'result' in news ? news.result.result === 0 : (command.payload as { firmware?: string } | null)?.firmware === news.firmware
  if (done) {
    const source = 'result' in news ? '终端通知：升级成功' : `固件版本已为 ${news.firmware}`
    await act(tx, ctx, 'command', 'takeEffect', command.id, null, { source, at: ctx.clock.now() })
    return
  }
  // Another version in the properties says only: not yet.
  if (!('result' in news) || (command.status !== 'sent' && command.status !== 'acknowledged')) return
  if (command.status === 'sent') await act(tx, ctx, 'command', 'acknowledge', command.id, null, { result: 'ok' })
  await act(tx, ctx, 'command', 'giveUp', command.id, null, { outcome: `终端通知：升级${RESULTS[news.result.result] ?? '失败'}` })
}
