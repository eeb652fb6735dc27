/** Keys and secrets of a partner (transport.md §8): made here, shown once, sealed, replaced with a day for both. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { audit } from '#kit/audit/audit.server.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { apiClient, apiKey, apiKeyActions } from './client.ts'

const clients = storeOf(apiClient)
const keys = storeOf(apiKey)
const BOTH_HOURS = 24
const id = z.int('请先选择一个接口客户').positive()

const hours = (ctx: Context, n: number): string => new Date(Date.parse(ctx.clock.now()) + n * 3_600_000).toISOString()

/** The company stands in the number: a call leads to it before anything is known. */
const newKeyId = (operatorId: number, sandbox: boolean): string =>
  `${sandbox ? 'zs' : 'zk'}_${operatorId.toString(36)}_${randomBytes(12).toString('hex')}`
export const operatorOfKey = (keyId: string): number | null => {
  const [, operator] = /^z[ks]_([0-9a-z]{1,7})_[0-9a-f]{24}$/.exec(keyId) ?? []
  const n = operator ? Number.parseInt(operator, 36) : 0
  return n > 0 && n < 2_000_000_000 ? n : null
}
export const keyBound = (operatorId: number, keyId: string): string => `apiKey:${operatorId}:${keyId}`
export const hookBound = (operatorId: number, client: number): string => `webhook:${operatorId}:${client}`

const live = (tx: Tx, client: number, now: string) =>
  liveRows(tx, 'apiKey')
    .select(['id', 'untilAt'])
    .where('client', '=', client)
    .where((eb) => eb.or([eb('untilAt', 'is', null), eb('untilAt', '>', now)]))
    .orderBy('id')
    .execute()

async function mine(tx: Tx, ctx: Context, client: number): Promise<Rec<typeof apiClient>> {
  const c = await clients.lock(tx, ctx, client, 'person')
  if (c.status === 'revoked') throw refused('该接口客户已吊销，不能再签发密钥；需要时请新增接口客户')
  return c
}

/** The second one replaces the first, which goes on for a day: nobody has to change everything in one moment. */
export async function issueKey(tx: Tx, ctx: Context, client: number): Promise<{ keyId: string; secret: string }> {
  const c = await mine(tx, ctx, client)
  const now = ctx.clock.now()
  const old = await live(tx, c.id, now)
  if (old.length > 1) throw refused('已有两把有效的密钥，请等旧的失效或先停用一把')
  for (const { id: key, untilAt } of old) if (!untilAt) await keys.edit(tx, ctx, key, { untilAt: hours(ctx, BOTH_HOURS) })
  const keyId = newKeyId(ctx.user.operatorId, c.sandbox)
  const secret = randomBytes(32).toString('base64url')
  await keys.add(tx, ctx, {
    client: c.id,
    keyId,
    secret: ctx.ports.vault.seal(secret, keyBound(ctx.user.operatorId, keyId)),
    fromAt: now,
    untilAt: null,
  })
  await audit(tx, ctx, { entity: 'apiClient', entityId: c.id, action: 'issueKey', title: c.name, reason: keyId })
  return { keyId, secret }
}

export const servedKey = serve(apiKeyActions, { effects: { stop: async ({ ctx }) => ({ untilAt: ctx.clock.now() }) } })

async function newHookSecret(tx: Tx, ctx: Context, client: number): Promise<{ secret: string }> {
  const c = await mine(tx, ctx, client)
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  await clients.writeMany(tx, ctx, [c.id], () => ({
    webhookSecret: ctx.ports.vault.seal(secret, hookBound(ctx.user.operatorId, c.id)),
    webhookSecretOld: c.webhookSecret,
    webhookOldUntil: c.webhookSecret ? hours(ctx, BOTH_HOURS) : null,
  }))
  await audit(tx, ctx, { entity: 'apiClient', entityId: c.id, action: 'hookSecret', title: c.name })
  return { secret }
}

const write = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.write(ctx.user.operatorId, work)
export const keyRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/openApi/issueKey',
    summary: '签发接口密钥（密文只返回这一次；已有的一把再用 24 小时）',
    right: 'thirdPartyOrder_issueKey',
    input: z.strictObject({ client: id }),
    output: z.object({ keyId: z.string(), secret: z.string() }),
    handler: (ctx, { client }) => write(ctx, (tx) => issueKey(tx, ctx, client)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/openApi/hookSecret',
    summary: '更换回调密钥（密文只返回这一次；旧的再用 24 小时）',
    right: 'thirdPartyOrder_issueKey',
    input: z.strictObject({ client: id }),
    output: z.object({ secret: z.string() }),
    handler: (ctx, { client }) => write(ctx, (tx) => newHookSecret(tx, ctx, client)),
  }),
]
