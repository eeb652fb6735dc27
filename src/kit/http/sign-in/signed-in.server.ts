/** What the calls of a person about his own account share. */
import type { Authentication, SignedIn } from '../../access/authentication.server.ts'
import type { Context } from '../../access/context.server.ts'
import { accessChanged } from '../../access/loader.server.ts'
import { provenPassword } from '../../access/password-change.server.ts'
import { refused } from '../../basics/errors.ts'
import type { Extra } from '../route.server.ts'

export const signedIn = ({ signedIn: who }: Extra): SignedIn => {
  if (!who) throw new Error('the route is not open to visitors')
  return who
}

/** From here on the account opens with more than before: what was opened with less ends, and everybody learns anew what it may. */
export async function strengthened(auth: Authentication, { session: { userId, operatorId, id } }: SignedIn): Promise<void> {
  await auth.db.write(operatorId, async (tx, tools) => {
    await auth.sessions.end(tx, tools, { userId, except: id }, 'secondFactor')
    await accessChanged(tx, tools, operatorId)
  })
  auth.sessions.clear()
}

/** A session left open is not its owner: the password is asked again, one guess at a time. */
export async function passwordAgain(auth: Authentication, ctx: Context, who: SignedIn, password: string): Promise<void> {
  const { ip, userAgent } = ctx
  const done = await auth.attempts.inTurn(who.loaded.user.username, ip, () =>
    provenPassword(auth, who, { password, field: 'password', ip, userAgent }),
  )
  if (!done) throw refused('操作过于频繁，请稍后再试')
}
