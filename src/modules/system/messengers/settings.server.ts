/** 办公平台, server part. Whoever sets it says whom the company believes about who somebody is: a matter of administrators. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { forbidden, invalid, refused } from '#kit/basics/errors.ts'
import { addressProblem } from '#kit/basics/identifiers/house-address.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { givesByDuty } from '../rights/security/duties.server.ts'
import { isApplied } from '../rights/security/lay-change.server.ts'
import { messenger, messengerActions } from './messenger.ts'
import type { Provider } from './messenger.rules.ts'
import type { MessengerApp } from './providers/provider.server.ts'

type Setting = Rec<typeof messenger>

const boundOf = ({ operatorId }: Context['user'], provider: Provider): string => `messenger:${operatorId}:${provider}`

/** What another one has agreed to was asked of who proposed it. */
export async function onlyAdministrators(tx: Tx, ctx: Context): Promise<void> {
  if (ctx.user.isAdmin || ctx.source === 'job' || isApplied(tx) || (await givesByDuty(tx, ctx))) return
  throw forbidden('只有管理员可以设置办公平台：能改这里的人，可以决定谁登录为谁')
}

export const sealedSecret = ({ ports, user }: Context, provider: Provider, secret: string): string =>
  ports.vault.seal(secret.trim(), boundOf(user, provider))

const ADDRESSES = { apiAddress: '接口地址', loginAddress: '登录页地址' } as const
/** As it is called: without a stroke at its end, and outside our own house unless its host was named. */
function cleanAddresses(ctx: Context, values: Partial<Setting>): Partial<Setting> {
  const clean: Partial<Record<keyof typeof ADDRESSES, string>> = {}
  for (const [name, what] of Object.entries(ADDRESSES) as [keyof typeof ADDRESSES, string][]) {
    const given = values[name]
    if (!given) continue
    const address = given.replace(/\/+$/, '')
    const problem = addressProblem(address, 'secret', ctx.ports.messengers.inside)
    if (problem) throw invalid({ [name]: `${what}${problem}` })
    clean[name] = address
  }
  return clean
}

/** Whom the secret is told. */
const TOLD: readonly (keyof Setting)[] = ['appId', 'apiAddress']

export const servedMessenger = serve(messengerActions, {
  effects: {
    setSecret: async ({ tx, ctx, record, input }) => {
      await onlyAdministrators(tx, ctx)
      return { secret: sealedSecret(ctx, record.provider, input.secret), secretAt: ctx.clock.now() }
    },
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      await onlyAdministrators(tx, ctx)
      return cleanAddresses(ctx, values)
    },
    beforeEdit: async ({ tx, ctx, patch }) => {
      await onlyAdministrators(tx, ctx)
      // A secret is for who it was typed for: another address or application would be told it.
      const forgotten = TOLD.some((name) => name in patch) ? { secret: null, secretAt: null } : {}
      return { ...cleanAddresses(ctx, patch), ...forgotten }
    },
    beforeDelete: ({ tx, ctx }) => onlyAdministrators(tx, ctx),
  },
})

function unsealed(ctx: Context, provider: Provider, secret: string): string {
  try {
    return ctx.ports.vault.unseal(secret, boundOf(ctx.user, provider))
  } catch {
    // Another key of the installation: a backup that was brought back elsewhere.
    throw refused('本机密钥已更换，办公平台的密钥无法读取，请管理员在「办公平台」重新填写')
  }
}

/** Those that are complete. */
export const readySettings = (db: Db) => liveRows(db, 'messenger').selectAll().where('secret', 'is not', null).orderBy('provider')

export function appOf(
  ctx: Context,
  setting: Pick<Setting, 'provider' | 'appId' | 'agentId' | 'secret' | 'apiAddress' | 'loginAddress'>,
): MessengerApp {
  const { provider, appId, agentId, secret, apiAddress, loginAddress } = setting
  return {
    provider,
    appId,
    agentId: agentId ?? '',
    secret: unsealed(ctx, provider, secret!),
    apiAddress,
    loginAddress,
  }
}

export const settingOf = (ctx: Context, provider: Provider) =>
  ctx.db.read(ctx.user.operatorId, (db) => readySettings(db).where('provider', '=', provider).executeTakeFirst())
