/** Asked again for one's own password before something that counts: a session left open is no consent, and no way to guess it. */
import { invalid, refused } from '../basics/errors.ts'
import type { Database } from '../database/connection/pool.server.ts'
import { Attempts } from './attempts.server.ts'
import type { Context } from './context.server.ts'
import { verifyPassword } from './password.server.ts'

/** One per database: guesses of the same name wait for each other, wherever they are made. */
const known = new WeakMap<Database, Attempts>()
function attemptsOf(ctx: Context): Attempts {
  const attempts = known.get(ctx.db) ?? new Attempts(ctx.db, ctx.clock)
  known.set(ctx.db, attempts)
  return attempts
}

export async function confirmOwnPassword(ctx: Context, password: string): Promise<void> {
  const attempts = attemptsOf(ctx)
  const row = await ctx.db.read(ctx.user.operatorId, (tx) =>
    tx.selectFrom('credential').select(['username', 'passwordHash']).where('userId', '=', ctx.user.id).executeTakeFirst(),
  )
  const name = row?.username ?? ctx.user.username
  const done = await attempts.inTurn(name, async () => {
    const locks = await attempts.locks(name, ctx.ip)
    const minutes = locks.nameMinutes ?? locks.addressMinutes
    if (minutes) throw refused(`密码连续错误次数过多，请 ${minutes} 分钟后再试`)
    if (await verifyPassword(row?.passwordHash ?? null, password)) return true
    await attempts.failed(name, ctx.ip)
    throw invalid({ password: '密码不正确' })
  })
  if (!done) throw refused('操作过于频繁，请稍后再试')
}
