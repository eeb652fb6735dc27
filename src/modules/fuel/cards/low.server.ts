/** A main account that holds less than it should (余额低于提醒) is told once for each time it fell, and until it holds enough again. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows, allRows } from '#kit/entity/query/live-rows.server.ts'
import { fen, formatYuan } from '#kit/basics/fen.ts'
import { administrators, sendMessages, type ReminderEnd } from '#modules/system/system.public.ts'

const isLow = (balance: number | null, warnBelow: number | null): boolean => warnBelow !== null && (balance ?? 0) < warnBelow

export const lowEnd: ReminderEnd = {
  entity: 'fuelAccount',
  over: (a) => a['status'] !== 'active' || !isLow(Number(a['balance'] ?? 0), a['warnBelow'] as number | null),
}

async function lowAccounts(tx: Tx) {
  const rows = await liveRows(tx, 'fuelAccount')
    .select(['id', 'name', 'balance', 'warnBelow', 'createdBy'])
    .where('status', '=', 'active')
    .where('warnBelow', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.filter((a) => isLow(a.balance, a.warnBelow))
}

/** The movement that last brought something in: what fell after it is one fall. */
const lastGain = async (tx: Tx, account: number): Promise<number> =>
  (
    await allRows(tx, 'fuelEntry')
      .select('id')
      .where('account', '=', account)
      .where('pot', '=', 'quota')
      .where('delta', '>', fen(0))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? 0

export const tellLowAccounts = (ctx: Context): Promise<void> =>
  ctx.db.write(ctx.user.operatorId, async (tx) => {
    const low = await lowAccounts(tx)
    const admins = low.length ? await administrators(tx) : []
    for (const a of low)
      await sendMessages(tx, ctx, {
        receivers: a.createdBy === null ? admins : [...admins, a.createdBy],
        category: 'task',
        title: `油电账户「${a.name}」余额 ${formatYuan(a.balance ?? 0)}，低于 ${formatYuan(a.warnBelow!)}`,
        content: '请及时充值，余额不足时不能再向副卡分配。',
        link: `/oilcard/oilCardInfoDetail?id=${a.id}`,
        dedupe: `fuelLow:${a.id}:${await lastGain(tx, a.id)}`,
        about: `fuelAccount:${a.id}`,
      })
  })
