/** Whoever is alone and paused everywhere he tries has nobody to ask in the console: the machine itself lifts it. */
import { sql } from 'kysely'
import type { Context } from '#kit/access/context.server.ts'
import { hashPassword, randomPassword } from '#kit/access/password.server.ts'
import { clearSecondFactor } from '#kit/access/second-factor.server.ts'
import { liftPauses } from '#kit/access/tries/attempts.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import type { Clock } from '#kit/basics/time/clock.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { StartRefused } from '#kit/database/errors.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import { endSessions, rightsChangedIn } from '../rights/changed.server.ts'

const systemOf = (db: Database, clock: Clock, operatorId: number): Context =>
  systemContext({ db, clock, registry: buildRegistry([], []), operatorId, requestId: 'npm run unlock' })

async function personOf(db: Database, username: string) {
  const person = await db.read(null, async (tx) => {
    const { rows: installed } = await sql<{ yes: boolean }>`select to_regproc('auth_find_user') is not null as yes`.execute(tx)
    if (!installed[0]!.yes) throw new StartRefused('这里还没有数据：请先启动一次程序，或用 DATA_DIR、DATABASE_URL 指定程序所用的数据')
    const { rows } = await sql<{ id: number; operatorId: number; username: string; status: string }>`
      select id::int as id, operator_id::int as operator_id, username, status from auth_find_user(${username})`.execute(tx)
    return rows[0]
  })
  if (!person) throw new StartRefused(`没有用户名为「${username}」的账号，请核对用户名`)
  return person
}

/** What was done, in words; with its line in the log of the person's company. */
export async function unlockPerson(db: Database, clock: Clock, username: string): Promise<string> {
  const person = await personOf(db, username)
  const ctx = systemOf(db, clock, person.operatorId)
  const origins = await db.write(person.operatorId, async (tx) => {
    const lifted = await liftPauses(tx, person.username)
    await audit(tx, ctx, {
      entity: 'user',
      entityId: person.id,
      action: 'unlock',
      title: person.username,
      reason: `在服务器上执行 npm run unlock，解除 ${lifted} 个来源的登录限制`,
    })
    return lifted
  })
  const done =
    origins === 0
      ? `账号「${person.username}」没有被限制登录`
      : `已解除账号「${person.username}」的登录限制（${origins} 个来源），现在可以登录`
  return person.status === 'active' ? `${done}。` : `${done}。请注意：该账号已停用，须由管理员启用后才能登录。`
}

/** Whom nobody in the console may give his way back (the only one of a duty): a new password for one login, no second factor, every session ended. */
export async function resetPerson(db: Database, clock: Clock, username: string): Promise<string> {
  const person = await personOf(db, username)
  const ctx = systemOf(db, clock, person.operatorId)
  const password = randomPassword(12)
  const passwordHash = await hashPassword(password)
  await db.write(person.operatorId, async (tx) => {
    await liftPauses(tx, person.username)
    await tx
      .updateTable('credential')
      .set({ passwordHash, isFirst: true, changedAt: clock.now() })
      .where('userId', '=', person.id)
      .execute()
    await clearSecondFactor(tx, person.id)
    await endSessions(tx, ctx, person.id, 'passwordReset')
    await rightsChangedIn(tx, person.operatorId)
    await audit(tx, ctx, {
      entity: 'user',
      entityId: person.id,
      action: 'resetPassword',
      title: person.username,
      reason: '在服务器上执行 npm run unlock -- 用户名 --reset，生成初始密码并清除两步验证',
    })
  })
  const done = `账号「${person.username}」的初始密码：${password}（只显示这一次，首次登录须修改；两步验证已清除，所有登录已退出）`
  return person.status === 'active' ? `${done}。` : `${done}。请注意：该账号已停用，须由管理员启用后才能登录。`
}
