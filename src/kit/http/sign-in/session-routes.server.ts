/** What a signed-in person may do with their own account, and the resource tree the console builds itself from. */
import { z } from 'zod'
import { invalid, refused } from '../../basics/errors.ts'
import { maskPhone } from '../../basics/identifiers/mask.ts'
import { route, type Route } from '../route.server.ts'
import type { Authentication, SignedIn } from '../../access/authentication.server.ts'
import type { Context } from '../../access/context.server.ts'
import { changePassword } from '../../access/password-change.server.ts'
import type { Me } from '../../access/session.ts'
import { passkeyRoutes } from './passkey-routes.server.ts'
import { passwordAgain, signedIn, strengthened } from './signed-in.server.ts'

function meOf({ loaded }: SignedIn): Me {
  const { user } = loaded
  return {
    uid: user.id,
    username: user.username,
    name: user.name,
    phone: maskPhone(loaded.phone),
    avatar: loaded.avatar,
    isAdmin: user.isAdmin,
    isFirst: user.isFirst,
    mustEnrol: loaded.mustEnrol === true,
    customerType: user.customerType,
    carrier: user.carrier,
    operatorId: user.operatorId,
    operatorName: loaded.operatorName,
    dept: loaded.dept,
    stores: [...loaded.stores],
    storeIds: [...user.storeIds],
    functions: [...loaded.grantedCodes],
    scopeText: loaded.scopeText(),
    partsOff: [...(loaded.partsOff ?? [])],
    menuLayout: loaded.menuLayout ?? 'work',
  }
}

const none = z.strictObject({})
const password = z.string('请输入登录密码').min(1, '请输入登录密码').max(256)
const code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, '请输入 6 位动态验证码')

export function sessionRoutes(auth: Authentication, title: string): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/auth/resources',
      summary: '已授权的资源树',
      right: 'signedIn',
      input: none,
      handler: async (_ctx, _input, extra) => signedIn(extra).loaded.resources,
    }),
    route({
      method: 'GET',
      path: '/api/v1/session/me',
      summary: '当前登录人',
      right: 'signedIn',
      input: none,
      handler: async (_ctx, _input, extra) => meOf(signedIn(extra)),
    }),
    route({
      method: 'POST',
      path: '/api/v1/session/password',
      summary: '修改密码',
      right: 'signedIn',
      input: z.strictObject({ oldPassword: z.string().min(1).max(256), newPassword: z.string().min(1).max(256) }),
      handler: async (ctx, input, extra) => changePassword(auth, signedIn(extra), { ...input, ip: ctx.ip, userAgent: ctx.userAgent }),
    }),
    ...listRoutes(auth),
    ...secondFactorRoutes(auth, title),
    ...passkeyRoutes(auth, title),
  ]
}

function listRoutes(auth: Authentication): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/session/list',
      summary: '我的登录会话',
      right: 'signedIn',
      input: none,
      handler: async (_ctx, _input, extra) => {
        const { userId, operatorId, id } = signedIn(extra).session
        return auth.sessions.list(userId, operatorId, id)
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/session/end',
      summary: '结束会话：id 指定一个，others 结束其他全部',
      right: 'signedIn',
      input: z.strictObject({ id: z.int().positive().optional(), others: z.literal(true).optional() }),
      handler: async (ctx, input, extra) => {
        if ((input.id === undefined) === (input.others === undefined)) throw invalid('请指定要结束的会话')
        const who = signedIn(extra)
        const { userId, operatorId, id: current } = who.session
        const which = input.id === undefined ? { userId, except: current } : { userId, id: input.id }
        const ended = await ctx.db.write(operatorId, (tx, tools) => auth.sessions.end(tx, tools, which, 'endedByUser'))
        auth.sessions.clear()
        if (ended > 0) await auth.noteOf(who, 'sessionsEnded', ctx.ip, ctx.userAgent, `${ended} 个`)
        return { ended }
      },
    }),
  ]
}

/** Every change of the second factor is as good as a login, so guesses count as failed logins. */
async function proven(auth: Authentication, ctx: Context, who: SignedIn, given: string, enabling: boolean): Promise<void> {
  const { userId, operatorId } = who.session
  const right = await auth.attempts.proven(who.loaded.user.username, ctx.ip, () =>
    auth.secondFactor.accept(userId, operatorId, given, enabling),
  )
  if (typeof right === 'string') throw refused(`验证失败次数过多，请 ${right}后再试`)
  if (right) return
  await auth.noteOf(who, 'badTotp', ctx.ip, ctx.userAgent)
  throw invalid({ code: '动态验证码错误或已使用，请输入新的验证码' })
}

function secondFactorRoutes(auth: Authentication, title: string): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/session/totp',
      summary: '是否已启用动态验证码',
      right: 'signedIn',
      input: none,
      handler: async (_ctx, _input, extra) => {
        const { userId, operatorId } = signedIn(extra).session
        return {
          enabled: await auth.secondFactor.enabled(userId, operatorId),
          required: signedIn(extra).loaded.secondFactorWanted === true,
          recoveryLeft: await auth.secondFactor.recoveryLeft(userId, operatorId),
        }
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/session/totp/enrol',
      summary: '开始启用动态验证码：返回密钥，仅此一次',
      right: 'signedIn',
      safe: true,
      // A session left open must not be a way to lock its owner out.
      input: z.strictObject({ password }),
      handler: async (ctx, { password }, extra) => {
        const who = signedIn(extra)
        const { session, loaded } = who
        await passwordAgain(auth, ctx, who, password)
        const enrolment = await auth.secondFactor.enrol(session.userId, session.operatorId, title, loaded.user.username)
        if (!enrolment) throw refused('已启用动态验证码，请先停用')
        return enrolment
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/session/totp/enable',
      summary: '用验证码确认启用',
      right: 'signedIn',
      input: z.strictObject({ code }),
      handler: async (ctx, input, extra) => {
        const who = signedIn(extra)
        await proven(auth, ctx, who, input.code, true)
        const { userId, operatorId } = who.session
        const recoveryCodes = await auth.secondFactor.newRecovery(userId, operatorId)
        await strengthened(auth, who)
        await auth.noteOf(who, 'totpEnabled', ctx.ip, ctx.userAgent)
        return { recoveryCodes }
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/session/totp/recovery',
      summary: '用验证码换一组新的恢复码，旧的全部作废；只有通行密钥的用密码',
      right: 'signedIn',
      input: z.union([z.strictObject({ code }), z.strictObject({ password })]),
      handler: async (ctx, input, extra) => {
        const who = signedIn(extra)
        const { userId, operatorId } = who.session
        if ('code' in input) await proven(auth, ctx, who, input.code, false)
        else {
          if (await auth.secondFactor.enabled(userId, operatorId)) throw invalid({ code: '请输入 6 位动态验证码' })
          if ((await auth.passkeys.list(userId, operatorId)).length === 0) throw refused('还没有启用两步验证，不需要恢复码')
          await passwordAgain(auth, ctx, who, input.password)
        }
        return { recoveryCodes: await auth.secondFactor.newRecovery(who.session.userId, who.session.operatorId) }
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/session/totp/disable',
      summary: '用验证码停用',
      right: 'signedIn',
      input: z.strictObject({ code }),
      handler: async (ctx, input, extra) => {
        const who = signedIn(extra)
        const { userId, operatorId } = who.session
        if (who.loaded.secondFactorWanted && (await auth.passkeys.list(userId, operatorId)).length === 0)
          throw refused('公司要求启用两步验证，不能停用；更换手机请先添加通行密钥，或让管理员清除后重新启用')
        await proven(auth, ctx, who, input.code, false)
        await auth.secondFactor.disable(userId, operatorId)
        await auth.noteOf(who, 'totpDisabled', ctx.ip, ctx.userAgent)
      },
    }),
  ]
}
