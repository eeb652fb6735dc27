/** Changing one's own password: old one proven, policy kept, the last five not reused, other sessions ended. */
import { refused, invalid } from '../basics/errors.ts'
import { Authentication, type SignedIn } from './authentication.server.ts'
import type { Tx } from './context.server.ts'
import { accessChanged, type LoginRecord } from './loader.server.ts'
import { checkPassword, REMEMBERED_PASSWORDS } from './password.rules.ts'
import { hashPassword, verifyPassword } from './password.server.ts'

export interface PasswordChange {
  oldPassword: string
  newPassword: string
  ip: string
  userAgent: string
}

export async function changePassword(auth: Authentication, who: SignedIn, change: PasswordChange): Promise<void> {
  const { username } = who.loaded.user
  const done = await auth.attempts.inTurn(username, change.ip, () => changeInTurn(auth, who, change).then(() => true))
  if (!done) throw refused('操作过于频繁，请稍后再试')
}

interface Proof {
  password: string
  /** Where the form says that it was wrong. */
  field: string
  ip: string
  userAgent: string
}

/** A stolen session must not be a way to guess the password: wrong ones count as failed logins. */
export async function provenPassword(auth: Authentication, who: SignedIn, { password, field, ip, userAgent }: Proof): Promise<LoginRecord> {
  const { username } = who.loaded.user
  const record = await auth.db.read(null, (db) => auth.loader.findUser(db, username))
  const own = record && record.id === who.session.userId ? record : null
  const right = await auth.attempts.proven(username, ip, () => verifyPassword(own?.passwordHash ?? null, password))
  if (typeof right === 'string') throw refused(`密码连续错误次数过多，请 ${right}后再试`)
  if (right && own) return own
  await auth.noteOf(who, 'badOldPassword', ip, userAgent)
  throw invalid({ [field]: field === 'oldPassword' ? '原密码不正确' : '登录密码不正确' })
}

async function changeInTurn(auth: Authentication, who: SignedIn, change: PasswordChange): Promise<void> {
  const { id: sessionId, userId, operatorId } = who.session
  const { username } = who.loaded.user
  const record = await provenPassword(auth, who, { ...change, password: change.oldPassword, field: 'oldPassword' })
  const { passwordMinLength, passwordWords } = await auth.policyOf(operatorId)
  const reason = checkPassword(change.newPassword, username, passwordMinLength, passwordWords)
  if (reason) throw invalid({ newPassword: reason })
  if (await wasUsed(auth, who, record.passwordHash, change.newPassword)) {
    throw invalid({ newPassword: `不能与最近 ${REMEMBERED_PASSWORDS} 次使用过的密码相同` })
  }
  const hash = await hashPassword(change.newPassword)
  await auth.db.write(operatorId, async (tx, tools) => {
    await rememberPassword(tx, { userId, operatorId, passwordHash: record.passwordHash, at: auth.clock.now() })
    await auth.loader.savePassword(tx, userId, hash)
    await auth.sessions.end(tx, tools, { userId, except: sessionId }, 'passwordChanged')
    await accessChanged(tx, tools, operatorId) // the first-login flag is part of what is cached
  })
  auth.sessions.clear()
  await auth.noteOf(who, 'passwordChanged', change.ip, change.userAgent)
}

async function wasUsed(auth: Authentication, who: SignedIn, current: string, candidate: string): Promise<boolean> {
  const former = await auth.db.read(who.session.operatorId, (db) =>
    db
      .selectFrom('passwordHistory')
      .select('passwordHash')
      .where('userId', '=', who.session.userId)
      .orderBy('id', 'desc')
      .limit(REMEMBERED_PASSWORDS - 1)
      .execute(),
  )
  for (const hash of [current, ...former.map((row) => row.passwordHash)]) if (await verifyPassword(hash, candidate)) return true
  return false
}

/** Also for an administrator's reset: keeps the hash that is being replaced, and no more than needed. */
export async function rememberPassword(
  tx: Tx,
  of: { userId: number; operatorId: number; passwordHash: string; at: string },
): Promise<void> {
  const { at, ...row } = of
  await tx
    .insertInto('passwordHistory')
    .values({ ...row, createdAt: at })
    .execute()
  const newest = tx
    .selectFrom('passwordHistory')
    .select('id')
    .where('userId', '=', of.userId)
    .orderBy('id', 'desc')
    .limit(REMEMBERED_PASSWORDS)
  await tx.deleteFrom('passwordHistory').where('userId', '=', of.userId).where('id', 'not in', newest).execute()
}
