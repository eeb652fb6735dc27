/**
 * A message in somebody's box goes to his 企业微信, 钉钉 or 飞书 as well: put down in the outbox in the same transaction, one for each person
 * and provider, so that 外发记录 says of each whether it arrived and why not.
 */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { defineCall } from '#kit/ports/call.server.ts'
import type { MessageRelay } from '../messages/messages.server.ts'
import { knownSite } from '../outgoing/site-address.server.ts'
import { rememberAccount, rememberMissing } from './accounts.server.ts'
import { cardText, cardTitle, goesOut, mayAsk, PROVIDERS, type Card, type Provider } from './messenger.rules.ts'
import { UNKNOWN_PERSON } from './providers/provider.server.ts'
import { appOf, readySettings, settingOf } from './settings.server.ts'

const provider = z.enum(Object.keys(PROVIDERS) as [Provider, ...Provider[]])
const letter = z.strictObject({
  provider,
  user: z.int(),
  name: z.string(),
  title: z.string(),
  text: z.string(),
  at: z.string(),
  url: z.string().nullable(),
})
type Letter = z.output<typeof letter>

async function deliver(ctx: Context, { provider: by, user, ...card }: Letter, delivery: { id: string; attempt: number; at: Date }) {
  const setting = await settingOf(ctx, by)
  if (!setting?.sends) throw refused(`${PROVIDERS[by]}已停止发送消息`)
  const person = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'user').select(['mobile', 'status']).where('id', '=', user).executeTakeFirst(),
  )
  if (person?.status !== 'active') throw refused('接收人已停用或删除')
  const own = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'messengerAccount').select('account').where('user', '=', user).where('provider', '=', by).executeTakeFirst(),
  )
  const account = own?.account ?? null
  try {
    return await ctx.ports.messengers.send(appOf(ctx, setting), { account, mobile: person.mobile }, card, delivery)
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== UNKNOWN_PERSON || account !== null) throw error
    await ctx.db.write(ctx.user.operatorId, (tx) => rememberMissing(tx, ctx, user, by))
    throw refused(`${error.message}；请在该用户的「办公账号」中填写，或改正手机号`)
  }
}

export const messengerCall = defineCall({
  kind: 'system.messenger',
  label: '办公平台消息',
  payload: letter,
  summary: ({ provider: by, name, title }) => `${PROVIDERS[by]} ${name}：${title}`,
  deliver,
  settle: (tx, ctx, { user, provider: by }, { account }) => rememberAccount(tx, ctx, user, by, account),
})

/** Those it goes to at one provider, in the order of their numbers. */
async function addressees(tx: Tx, ctx: Context, by: Provider, receivers: readonly number[]) {
  const rows = await liveRows(tx, 'user')
    .leftJoin('messengerAccount as a', (join) =>
      join
        .onRef('a.user', '=', 'user.id')
        .onRef('a.operatorId', '=', 'user.operatorId')
        .on('a.provider', '=', by)
        .on('a.deletedAt', 'is', null),
    )
    .select(['user.id', 'user.name', 'a.muted', 'a.missedAt'])
    .where('user.id', '=', anyOf(receivers))
    .where('user.status', '=', 'active')
    .orderBy('user.id')
    .execute()
  return rows.filter((row) => row.muted !== true && mayAsk(row.missedAt, ctx.clock.now()))
}

export const relayToMessengers: MessageRelay = async (tx, ctx, message, fresh) => {
  const settings = (await readySettings(tx).where('sends', '=', true).execute()).filter((s) =>
    goesOut(s.sendsWhat ?? 'work', message.category),
  )
  // Whoever did it himself is called to nothing.
  const receivers = fresh.filter((id) => id !== ctx.user.id)
  if (settings.length === 0 || receivers.length === 0) return
  const site = message.link ? await knownSite(tx, ctx, '') : null
  const card: Card = {
    title: cardTitle(message.title),
    text: cardText(message.content ?? null),
    at: formatTime(ctx.clock.now()),
    url: site === null ? null : `${site}${message.link}`,
  }
  for (const { provider: by } of settings)
    for (const { id, name } of await addressees(tx, ctx, by, receivers))
      await enqueue(tx, ctx, messengerCall, { provider: by, user: id, name, ...card })
}
