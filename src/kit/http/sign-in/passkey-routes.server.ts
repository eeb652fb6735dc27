/** One's own passkeys, and the question a browser asks them before anybody is signed in. */
import { z } from 'zod'
import { invalid, refused } from '../../basics/errors.ts'
import type { Authentication, SignedIn } from '../../access/authentication.server.ts'
import { accessChanged } from '../../access/loader.server.ts'
import { attestation } from '../../access/proofs/passkeys.server.ts'
import { dropIdleRecovery, hasAny } from '../../access/second-factor.server.ts'
import { route, type Route } from '../route.server.ts'
import { passwordAgain, signedIn, strengthened } from './signed-in.server.ts'

const none = z.strictObject({})
const password = z.string('请输入登录密码').min(1, '请输入登录密码').max(256)
const name = z.string('请填写名称').trim().min(1, '请填写名称，例如「办公室电脑」').max(40, '名称最多 40 个字')
const id = z.int().positive()
const GONE = '这把通行密钥已被移除，请刷新页面'
const NO_SITE =
  '通行密钥要绑定在登记过的域名上，当前网址没有登记；请从公司的网址打开系统，或请管理员在「参数设置」填写「对外网址」、在「站点配置」登记该域名'

const bareHost = (host: string | undefined): string => (host ?? '').replace(/:\d+$/, '').toLowerCase()
const holderOf = ({ session, loaded }: SignedIn) => ({
  userId: session.userId,
  operatorId: session.operatorId,
  sessionId: session.id,
  username: loaded.user.username,
})

export const passkeyRoutes = (auth: Authentication, title: string): Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/site/passkey',
    summary: '用通行密钥登录：取一次有效的质询',
    right: 'public',
    input: none,
    handler: () => auth.passkeys.aloneOptions(),
  }),
  route({
    method: 'GET',
    path: '/api/v1/session/passkeys',
    summary: '我的通行密钥',
    right: 'signedIn',
    input: none,
    handler: async (_ctx, _input, extra) => {
      const { userId, operatorId } = signedIn(extra).session
      return auth.passkeys.list(userId, operatorId)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/session/passkeys/challenge',
    summary: '添加通行密钥：验证密码，取一次有效的质询',
    right: 'signedIn',
    safe: true,
    input: z.strictObject({ password }),
    handler: async (ctx, input, extra) => {
      const who = signedIn(extra)
      const site = await auth.siteOf(who.session.operatorId, bareHost(extra.host))
      if (!site) throw refused(NO_SITE)
      await passwordAgain(auth, ctx, who, input.password)
      const options = await auth.passkeys.addingOptions({ ...holderOf(who), title }, site)
      if (!options) throw refused('通行密钥已有 20 把，请先移除不用的')
      return options
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/session/passkeys/add',
    summary: '添加通行密钥：浏览器对质询的应答',
    right: 'signedIn',
    input: z.strictObject({ name, answer: attestation }),
    handler: async (ctx, input, extra) => {
      const who = signedIn(extra)
      const { userId, operatorId } = who.session
      const first = !(await auth.secondFactor.any(userId, operatorId))
      const why = await auth.passkeys.add(holderOf(who), input.name, input.answer)
      if (why) throw refused(why)
      // Codes that are there stay good.
      const recoveryCodes =
        (await auth.secondFactor.recoveryLeft(userId, operatorId)) === 0 ? await auth.secondFactor.newRecovery(userId, operatorId) : []
      if (first) await strengthened(auth, who)
      await auth.noteOf(who, 'passkeyAdded', ctx.ip, ctx.userAgent, input.name)
      return { recoveryCodes }
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/session/passkeys/rename',
    summary: '通行密钥改名',
    right: 'signedIn',
    input: z.strictObject({ id, name }),
    handler: async (_ctx, input, extra) => {
      const { userId, operatorId } = signedIn(extra).session
      if (!(await auth.passkeys.rename(userId, operatorId, input.id, input.name))) throw refused(GONE)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/session/passkeys/remove',
    summary: '移除通行密钥，须验证密码',
    right: 'signedIn',
    input: z.strictObject({ id, password }),
    handler: async (ctx, input, extra) => {
      const who = signedIn(extra)
      const { userId, operatorId } = who.session
      await passwordAgain(auth, ctx, who, input.password)
      const removed = await auth.db.write(operatorId, async (tx, tools) => {
        const gone = await auth.passkeys.remove(tx, userId, input.id)
        if (gone === null) throw refused(GONE)
        if (who.loaded.secondFactorWanted && !(await hasAny(tx, userId)))
          throw invalid('公司要求启用两步验证，这是最后一种验证方式，不能移除；请先添加另一把通行密钥或启用动态验证码')
        await dropIdleRecovery(tx, userId)
        await accessChanged(tx, tools, operatorId)
        return gone
      })
      await auth.noteOf(who, 'passkeyRemoved', ctx.ip, ctx.userAgent, removed)
    },
  }),
]
