/** 办公账号: who somebody is at a provider, and how that is known. Only what he or the provider has shown opens a session, never what was typed. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { formsOf } from '#kit/database/sealing.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serveEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { refuseAbove } from '../rights/security/above.server.ts'
import { messengerAccount } from './messenger.ts'
import { PROVIDERS, type Provider } from './messenger.rules.ts'
import type { Identity } from './providers/provider.server.ts'

const accounts = storeOf(messengerAccount)

async function refuseAboveUser(tx: Tx, ctx: Context, id: number): Promise<void> {
  const who = await liveRows(tx, 'user').select(['id', 'dept', 'stores', 'roles', 'templates']).where('id', '=', id).executeTakeFirst()
  if (who) await refuseAbove(tx, ctx, who)
}

export const servedMessengerAccount = serveEntity(messengerAccount, {
  beforeAdd: async ({ tx, ctx, values }) => refuseAboveUser(tx, ctx, values.user!),
  beforeEdit: async ({ tx, ctx, record, patch }) => {
    await refuseAboveUser(tx, ctx, record.user)
    // Typed anew it is no longer what was shown.
    return 'account' in patch && !('origin' in patch) ? { origin: 'hand' as const, missedAt: null } : undefined
  },
  beforeDelete: ({ tx, ctx, record }) => refuseAboveUser(tx, ctx, record.user),
})

const rowOf = (tx: Tx, user: number, provider: Provider) =>
  liveRows(tx, 'messengerAccount').selectAll().where('user', '=', user).where('provider', '=', provider).forNoKeyUpdate().executeTakeFirst()

type Origin = 'mobile' | 'self' | 'missing'
/** In place of what was known before; whether he wants messages stays his choice. */
async function put(tx: Tx, ctx: Context, user: number, provider: Provider, account: string | null, origin: Origin): Promise<void> {
  const before = await rowOf(tx, user, provider)
  if (before) await accounts.remove(tx, ctx, before.id)
  await accounts.add(tx, ctx, {
    user,
    provider,
    account,
    origin,
    muted: before?.muted ?? false,
    missedAt: origin === 'missing' ? ctx.clock.now() : null,
  })
}

/** A message brought it there by the telephone. What a person has said meanwhile stays. */
export async function rememberAccount(tx: Tx, ctx: Context, user: number, provider: Provider, account: string): Promise<void> {
  const [before, other] = [await rowOf(tx, user, provider), await holderOf(tx, provider, [account])]
  if (before?.account || (other && other.user !== user)) return
  await put(tx, ctx, user, provider, account, 'mobile')
}
/** Nobody there has his telephone: asked again in a day, not with each message. */
export async function rememberMissing(tx: Tx, ctx: Context, user: number, provider: Provider): Promise<void> {
  const before = await rowOf(tx, user, provider)
  if (!before?.account) await put(tx, ctx, user, provider, null, 'missing')
}

const holderOf = (tx: Tx, provider: Provider, known: readonly string[]) =>
  liveRows(tx, 'messengerAccount')
    .innerJoin('user', (join) =>
      join
        .onRef('user.id', '=', 'messengerAccount.user')
        .onRef('user.operatorId', '=', 'messengerAccount.operatorId')
        .on('user.deletedAt', 'is', null),
    )
    .select(['messengerAccount.id', 'messengerAccount.user', 'messengerAccount.origin', 'user.username'])
    .where('messengerAccount.provider', '=', provider)
    .where('messengerAccount.account', 'in', [...known])
    .executeTakeFirst()

/**
 * Whose account this is, by name: bound by himself or, where the company wants it, by the telephone that the provider has verified and
 * that one person alone has. Null: nobody's yet.
 */
export async function personOf(
  tx: Tx,
  ctx: Context,
  provider: Provider,
  { accounts: known, mobile }: Identity,
  matchesMobile: boolean,
): Promise<string | null> {
  const holder = await holderOf(tx, provider, known)
  if (holder && (holder.origin === 'self' || (holder.origin === 'mobile' && matchesMobile))) return holder.username
  if (holder || !matchesMobile || mobile === null) return null
  const people = await liveRows(tx, 'user')
    .select(['id', 'username'])
    .where('mobile', 'in', formsOf(mobile))
    .where('status', '=', 'active')
    .limit(2)
    .execute()
  const [person] = people
  if (!person || people.length > 1) return null
  const own = await rowOf(tx, person.id, provider)
  // He has shown another one: that one counts.
  if (own?.origin === 'self') return null
  await put(tx, ctx, person.id, provider, known[0], 'mobile')
  return person.username
}

/** Of who is signed in and has just shown both. */
export async function bindOwn(tx: Tx, ctx: Context, provider: Provider, { accounts: known }: Identity): Promise<void> {
  const holder = await holderOf(tx, provider, known)
  if (holder && holder.user !== ctx.user.id) {
    if (holder.origin !== 'hand')
      throw refused(`这个${PROVIDERS[provider]}账号已绑定其他用户，请先由那位用户解除绑定，或请管理员在「用户管理」中删除`)
    // What somebody typed gives way to what was shown.
    await accounts.remove(tx, { ...ctx, source: 'job' }, holder.id)
  }
  await put(tx, ctx, ctx.user.id, provider, known[0], 'self')
}

export async function muteOwn(tx: Tx, ctx: Context, provider: Provider, muted: boolean): Promise<void> {
  const row = await rowOf(tx, ctx.user.id, provider)
  if (row) await accounts.edit(tx, ctx, row.id, { muted })
  else await accounts.add(tx, ctx, { user: ctx.user.id, provider, account: null, muted })
}
export async function unbindOwn(tx: Tx, ctx: Context, provider: Provider): Promise<void> {
  const row = await rowOf(tx, ctx.user.id, provider)
  if (row) await accounts.remove(tx, ctx, row.id)
}
