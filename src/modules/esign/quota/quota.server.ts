/** Copies: frozen when a flow starts, used at its first signature, given back by the rule of the house. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import { signQuotaEntry, signQuotaLot } from './quota.ts'

const entries = storeOf(signQuotaEntry)
const lots = storeOf(signQuotaLot)

interface Lot {
  id: number
  total: number
  used: number
  frozen: number
  expired: number
  expiresOn: string | null
  unlimited: boolean
}

/** Locked, those that end first first; who freezes at once waits and finds what is left. */
const liveLots = async (tx: Tx, ctx: Context): Promise<Lot[]> =>
  liveRows(tx, 'signQuotaLot')
    .select(['id', 'total', 'used', 'frozen', 'expired', 'expiresOn', 'unlimited'])
    .where((eb) => eb.or([eb('expiresOn', 'is', null), eb('expiresOn', '>=', ctx.clock.today())]))
    .orderBy(sql`expires_on nulls last`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

const free = (lot: Lot): number => lot.total - lot.used - lot.frozen - lot.expired

export interface QuotaTotal {
  total: number
  used: number
  frozen: number
  expired: number
  remaining: number
  unlimited: boolean
}
export async function quotaTotal(tx: Tx, ctx: Context): Promise<QuotaTotal> {
  const all = await liveRows(tx, 'signQuotaLot').select(['total', 'used', 'frozen', 'expired', 'expiresOn', 'unlimited']).execute()
  const live = all.filter((lot) => !lot.expiresOn || lot.expiresOn >= ctx.clock.today())
  const sum = (key: 'total' | 'used' | 'frozen' | 'expired'): number => all.reduce((n, lot) => n + lot[key], 0)
  const unlimited = live.some((lot) => lot.unlimited) || (await parameterValue(tx, ctx.registry, 'signUnlimited')) === true
  const remaining = live.filter((lot) => !lot.unlimited).reduce((n, lot) => n + free({ ...lot, id: 0 }), 0)
  return { total: sum('total'), used: sum('used'), frozen: sum('frozen'), expired: sum('expired'), remaining, unlimited }
}

const write = async (
  tx: Tx,
  ctx: Context,
  lot: number,
  flow: number,
  cycle: number,
  kind: 'freeze' | 'consume' | 'release' | 'expire',
  delta: number,
): Promise<void> => {
  const { store } = await tx.selectFrom('signFlow').select('store').where('id', '=', flow).executeTakeFirstOrThrow()
  await entries.add(tx, ctx, { lot, flow, store, cycle, kind, delta, refKey: `${flow}:${cycle}:${kind}` })
}

const change = (tx: Tx, lot: number, by: { used?: number; frozen?: number; expired?: number }): Promise<unknown> =>
  tx
    .updateTable('signQuotaLot')
    .set({
      used: sql`used + ${by.used ?? 0}`,
      frozen: sql`frozen + ${by.frozen ?? 0}`,
      expired: sql`expired + ${by.expired ?? 0}`,
    })
    .where('id', '=', lot)
    .execute()

/** A company of its own needs no purchase: a lot without limit takes the entries. */
async function unlimitedLot(tx: Tx, ctx: Context): Promise<Lot | null> {
  if ((await parameterValue(tx, ctx.registry, 'signUnlimited')) !== true) return null
  await sql`select pg_advisory_xact_lock(hashtext('signQuotaLot'), ${ctx.user.operatorId}::int)`.execute(tx)
  const known = (await liveLots(tx, ctx)).find((lot) => lot.unlimited)
  if (known) return known
  return lots.add(tx, ctx, { source: 'adjust', total: 0, used: 0, frozen: 0, expired: 0, unlimited: true })
}

export async function freeze(tx: Tx, ctx: Context, flow: number, cycle: number): Promise<void> {
  const all = await liveLots(tx, ctx)
  const lot = all.find((one) => !one.unlimited && free(one) > 0) ?? all.find((one) => one.unlimited) ?? (await unlimitedLot(tx, ctx))
  if (!lot) throw refused(`签署份数不足，剩余 ${all.filter((one) => !one.unlimited).reduce((n, one) => n + free(one), 0)} 份`)
  await change(tx, lot.id, { frozen: 1, ...(lot.unlimited ? {} : {}) })
  // What has no limit grows with what it gives, so that it never owes.
  if (lot.unlimited)
    await tx
      .updateTable('signQuotaLot')
      .set({ total: sql`total + 1` })
      .where('id', '=', lot.id)
      .execute()
  await write(tx, ctx, lot.id, flow, cycle, 'freeze', -1)
}

const frozenOf = async (tx: Tx, flow: number, cycle: number): Promise<(Lot & { done: boolean }) | null> => {
  const rows = await tx.selectFrom('signQuotaEntry').select(['lot', 'kind']).where('flow', '=', flow).where('cycle', '=', cycle).execute()
  const frozen = rows.find((row) => row.kind === 'freeze')
  if (!frozen) return null
  const lot = await tx
    .selectFrom('signQuotaLot')
    .select(['id', 'total', 'used', 'frozen', 'expired', 'expiresOn', 'unlimited'])
    .where('id', '=', frozen.lot)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { ...lot, done: rows.some((row) => row.kind === 'consume' || row.kind === 'release') }
}

export async function consume(tx: Tx, ctx: Context, flow: number, cycle: number): Promise<void> {
  const lot = await frozenOf(tx, flow, cycle)
  if (!lot || lot.done) return
  await change(tx, lot.id, { used: 1, frozen: -1 })
  await write(tx, ctx, lot.id, flow, cycle, 'consume', 0)
}

/** When a flow ended without being completed: by the rule of the house given back or used up. */
export async function settle(tx: Tx, ctx: Context, flow: number, cycle: number, how: 'revoked' | 'expired' | 'declined'): Promise<void> {
  const lot = await frozenOf(tx, flow, cycle)
  if (!lot || lot.done) return
  const rule = await parameterValue(tx, ctx.registry, 'quotaRefund')
  const back = rule === 'beforeFirstSignature' || (rule === 'revokedOnly' && how === 'revoked')
  if (!back) {
    await consume(tx, ctx, flow, cycle)
    return
  }
  const over = lot.expiresOn !== null && lot.expiresOn < ctx.clock.today()
  await change(tx, lot.id, { frozen: -1, ...(over ? { expired: 1 } : {}) })
  await write(tx, ctx, lot.id, flow, cycle, 'release', 1)
  if (over) await write(tx, ctx, lot.id, flow, cycle, 'expire', -1)
}

/** Lots whose day is over: what is free in them is gone, what is frozen stays until its flow ends. */
export async function expireLots(ctx: Context): Promise<void> {
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const over = await allRows(tx, 'signQuotaLot')
      .select(['id', 'total', 'used', 'frozen', 'expired', 'expiresOn'])
      .where('expiresOn', '<', ctx.clock.today())
      .where(sql<boolean>`total > used + frozen + expired`)
      .forNoKeyUpdate()
      .execute()
    for (const lot of over) {
      const gone = lot.total - lot.used - lot.frozen - lot.expired
      await change(tx, lot.id, { expired: gone })
      await entries.add(tx, ctx, { lot: lot.id, kind: 'expire', delta: -gone, refKey: `lot:${lot.id}:expire:${lot.expiresOn}` })
    }
  })
}

/** Copies of a paid or given order, once. */
export async function credit(
  tx: Tx,
  ctx: Context,
  lot: { source: 'order' | 'gift' | 'adjust'; total: number; expiresOn: string | null; rechargeOrder: number | null; refKey: string },
): Promise<void> {
  const { refKey, ...values } = lot
  const made = await lots.add(tx, ctx, {
    ...values,
    expiresOn: values.expiresOn as Day | null,
    used: 0,
    frozen: 0,
    expired: 0,
    unlimited: false,
  })
  await entries.add(tx, ctx, { lot: made.id, kind: 'recharge', delta: lot.total, refKey })
}
