/** One's own accounts, and a message to oneself that shows whether a setting works. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { maskName } from '#kit/basics/identifiers/mask.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { knownSite } from '../outgoing/site-address.server.ts'
import { muteOwn, rememberAccount, unbindOwn } from './accounts.server.ts'
import { MINE, TESTED } from './messenger.wire.ts'
import { PROVIDERS, type Provider } from './messenger.rules.ts'
import { appOf, readySettings } from './settings.server.ts'

const provider = z.enum(Object.keys(PROVIDERS) as [Provider, ...Provider[]])

/** Straight away and not through the outbox: whoever sets it up reads at once what the provider says. */
async function test(ctx: Context, id: number): Promise<{ sentence: string }> {
  const { operatorId, id: user } = ctx.user
  const asked = await ctx.db.read(operatorId, async (db) => ({
    setting: await readySettings(db).where('id', '=', id).executeTakeFirst(),
    me: await liveRows(db, 'user').select('mobile').where('id', '=', user).executeTakeFirst(),
    own: await liveRows(db, 'messengerAccount').select(['provider', 'account']).where('user', '=', user).execute(),
    site: await knownSite(db, ctx, ''),
  }))
  const { setting, me, own, site } = asked
  if (!setting) throw refused('请先填写密钥，再试发')
  const { provider: by } = setting
  const account = own.find((one) => one.provider === by)?.account ?? null
  if (!me?.mobile && !account) throw refused('您的账号没有手机号，请先在「用户管理」填写，或在「个人中心」绑定办公账号')
  const card = {
    title: '试发：办公平台已接通',
    text: `这是 ${ctx.user.name} 试发的一条消息，收到即表示可用。`,
    at: formatTime(systemClock.now()),
    url: site === null ? null : `${site}/`,
  }
  const delivery = { id: `test-${randomUUID()}`, attempt: 1, at: new Date(ctx.clock.now()) }
  const sent = await ctx.ports.messengers.send(appOf(ctx, setting), { account, mobile: me?.mobile ?? '' }, card, delivery)
  await ctx.db.write(operatorId, (tx) => rememberAccount(tx, { ...ctx, source: 'job' }, user, by, sent.account))
  const link = site === null ? '；消息里没有链接，请在「参数设置」填写「对外网址」' : ''
  return { sentence: `${PROVIDERS[by]}已接收，请在${PROVIDERS[by]}中查看${link}` }
}

export const messengerRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/messenger/test',
    summary: '试发一条办公平台消息给本人',
    right: 'messengerList_test',
    input: z.strictObject({ id: z.int('请先选择一个办公平台').positive() }),
    output: TESTED,
    handler: (ctx, { id }) => test(ctx, id),
  }),
  route({
    method: 'GET',
    path: '/api/v1/officeAccount/mine',
    summary: '我的办公账号',
    right: 'signedIn',
    input: z.strictObject({}),
    output: MINE,
    handler: (ctx) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        const settings = await readySettings(db).execute()
        const own = await liveRows(db, 'messengerAccount').selectAll().where('user', '=', ctx.user.id).execute()
        return settings.map(({ provider: by, sends, signsIn }) => {
          const row = own.find((one) => one.provider === by)
          return {
            provider: by,
            label: PROVIDERS[by],
            account: row?.account ? maskName(row.account) : null,
            bound: row?.origin === 'self',
            muted: row?.muted ?? false,
            sends,
            signsIn,
          }
        })
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/officeAccount/mute',
    summary: '本人是否接收办公平台消息',
    right: 'signedIn',
    single: true,
    input: z.strictObject({ provider, muted: z.boolean() }),
    output: doneAnswer,
    handler: (ctx, { provider: by, muted }) =>
      ctx.db.write(ctx.user.operatorId, async (tx) => {
        await muteOwn(tx, ctx, by, muted)
        return null
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/officeAccount/unbind',
    summary: '解除本人的办公账号绑定',
    right: 'signedIn',
    single: true,
    input: z.strictObject({ provider }),
    output: doneAnswer,
    handler: (ctx, { provider: by }) =>
      ctx.db.write(ctx.user.operatorId, async (tx) => {
        await unbindOwn(tx, ctx, by)
        return null
      }),
  }),
]
