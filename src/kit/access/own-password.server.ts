/** Asked again for one's own password before something that counts: a session left open is no consent, and no way to guess it. */
import { invalid, refused } from '../basics/errors.ts'
import type { Database } from '../database/connection/pool.server.ts'
import { Attempts } from './tries/attempts.server.ts'
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
  const done = await attempts.inTurn(name, ctx.ip, async () => {
    const right = await attempts.proven(name, ctx.ip, () => verifyPassword(row?.passwordHash ?? null, password))
    if (typeof right === 'string') throw refused(`密码连续错误次数过多，请 ${right}后再试`)
    if (!right) throw invalid({ password: '密码不正确' })
    return true
  })
  if (!done) throw refused('操作过于频繁，请稍后再试')
}
