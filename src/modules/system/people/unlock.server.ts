/** Whoever is alone and paused everywhere he tries has nobody to ask in the console: the machine itself lifts it. */
import { sql } from 'kysely'
import { liftPauses } from '#kit/access/tries/attempts.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import type { Clock } from '#kit/basics/time/clock.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { StartRefused } from '#kit/database/errors.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'

/** What was done, in words; with its line in the log of the person's company. */
export async function unlockPerson(db: Database, clock: Clock, username: string): Promise<string> {
  const person = await db.read(null, async (tx) => {
    const { rows: installed } = await sql<{ yes: boolean }>`select to_regproc('auth_find_user') is not null as yes`.execute(tx)
    if (!installed[0]!.yes) throw new StartRefused('这里还没有数据：请先启动一次程序，或用 DATA_DIR、DATABASE_URL 指定程序所用的数据')
    const { rows } = await sql<{ id: number; operatorId: number; username: string; status: string }>`
      select id::int as id, operator_id::int as operator_id, username, status from auth_find_user(${username})`.execute(tx)
    return rows[0]
  })
  if (!person) throw new StartRefused(`没有用户名为「${username}」的账号，请核对用户名`)
  const ctx = systemContext({ db, clock, registry: buildRegistry([], []), operatorId: person.operatorId, requestId: 'npm run unlock' })
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
