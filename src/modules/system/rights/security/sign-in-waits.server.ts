/** Whose word opens sessions says who is who: what lets another one say it waits for a second person, as rights do (decision 0133). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { securityPolicy } from './policy.server.ts'
import { reviewerExists, reviewerNames } from './reviewers.server.ts'

/** Throws where duties are divided and nobody else could look. */
export async function signInWaits(tx: Tx, ctx: Context): Promise<boolean> {
  if (ctx.source === 'job') return false
  const { twoPersonsRights, separateAdmins } = await securityPolicy(tx, ctx.registry)
  if (!twoPersonsRights) return false
  if (await reviewerExists(tx, ctx)) return true
  if (!separateAdmins) return false
  throw refused('三员分立：登录方式的修改须由另一人复核，现在没有别人可以复核；请先给审计管理员授予「待复核变更」的复核权限')
}

export async function waitingSentence(tx: Tx, ctx: Context, what: string): Promise<string> {
  const names = (await reviewerNames(tx, ctx, ctx.user.id)).join('、')
  return `${what}须由另一人复核后生效，已放入「待复核变更」；可以复核的有：${names}`
}
