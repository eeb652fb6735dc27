/**
 * Somebody's way into the console (password, second factor, the telephone codes go to, the account itself) between divided duties: who resets it
 * could be that person. So one of the three, whoever reviews, and an administrator who waits are reset by two people: the other one agrees to a
 * 待复核变更, and within a day the first one does it.
 */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { act } from '#kit/entity/store.server.ts'
import { loadRoles } from '../grants.server.ts'
import { layChange, type HeldPayload } from './lay-change.server.ts'
import { separated } from './policy.server.ts'
import { DUTIES, dutiesIn, dutyNames } from './profile.rules.ts'
import { reviewerExists } from './reviewers.server.ts'

const DEEDS = { resetPassword: '重置密码', clearTotp: '清除两步验证', disable: '停用账号' } as const
type Deed = keyof typeof DEEDS
const AGREED_MS = 24 * 3_600_000

interface Target {
  id: number
  name: string
  isAdmin: boolean
  roles: readonly number[] | null
}

/** What makes him one whose way in two people reset, in words; null: nothing does. */
export async function dutyOf(tx: Db, ctx: Context, target: Target): Promise<string | null> {
  if (ctx.source === 'job' || target.id === ctx.user.id || !(await separated(tx, ctx))) return null
  if (target.isAdmin) return '管理员'
  const roles = await loadRoles(tx, target.roles ?? [], { disabled: true })
  const can = (code: string): boolean => roles.some((role) => role.grants.has(code))
  const duties = dutiesIn(can)
  return duties.length > 0 ? dutyNames(duties) : can('heldChange_approve') ? '复核人' : null
}

/** The agreement of another one, used up by this call; false when there is none. */
async function agreed(tx: Tx, ctx: Context, target: Target, deed: Deed): Promise<boolean> {
  const since = new Date(Date.parse(ctx.clock.now()) - AGREED_MS).toISOString()
  const rows = await liveRows(tx, 'heldChange')
    .select(['id', 'payload'])
    .where('kind', '=', 'account')
    .where('record', '=', target.id)
    .where('status', '=', 'done')
    .where('createdBy', '=', ctx.user.id)
    .where('decidedAt', '>', since)
    .forNoKeyUpdate()
    .execute()
  const one = rows.find(({ payload }) => (payload as HeldPayload).deed === deed)
  if (one) await act(tx, ctx, 'heldChange', 'expire', one.id, null, {})
  return one !== undefined
}

/** Null: it may be done now. Else it waits, and this is said. Throws where nobody could agree. */
export async function wayInWaits(tx: Tx, ctx: Context, target: Target, deed: Deed): Promise<string | null> {
  const duty = await dutyOf(tx, ctx, target)
  if (duty === null || (await agreed(tx, ctx, target, deed))) return null
  if (!(await reviewerExists(tx, ctx, target.id)))
    throw refused(
      `三员分立：「${target.name}」是${duty}，${DEEDS[deed]}须由另一人同意，现在没有别人可以复核；请由${DUTIES.security.label}给第三个人授予「待复核变更」的复核权限，急用请在服务器上执行 npm run unlock -- 用户名 --reset`,
    )
  await layChange(tx, ctx, {
    kind: 'account',
    entity: 'user',
    record: target.id,
    subject: `用户：${target.name}`,
    summary: `${DEEDS[deed]}（${duty}）。同意后由提出人在 24 小时内办理；请先向本人核实`,
    payload: { deed },
  })
  return `三员分立：「${target.name}」是${duty}，${DEEDS[deed]}须由另一人同意，已放入「待复核变更」；同意后请在 24 小时内再操作一次`
}
