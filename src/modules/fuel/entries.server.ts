/** The only place that moves money of oil cards: each movement locks its account, then its card, and adds rows that say what was left (A13). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { fuelEntry } from './account.ts'
import { afterLeg, legsOf, type EntryKind, type Leg } from './pots.rules.ts'

const entries = storeOf(fuelEntry)
type AnyPot = Leg['pot'] | 'transit'

export interface Movement {
  account: number
  card: number | null
  kind: EntryKind
  legs: readonly { pot: AnyPot; delta: number }[]
  at: string
  supplierNo?: string | null
  station?: string | null
  fuelling?: number | null
  reverses?: number | null
  note?: string | null
  /** Pots may be left below nothing by what a supplier says has happened. */
  force?: boolean
}

async function locked(tx: Tx, ctx: Context, m: Movement) {
  const account = await tx
    .selectFrom('fuelAccount')
    .select(['id', 'name', 'balance', 'creditLimit', 'store'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('id', '=', m.account)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const card = m.card
    ? await tx
        .selectFrom('fuelCard')
        .select(['id', 'reserve', 'wallet', 'transit', 'store'])
        .where('id', '=', m.card)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
    : null
  return { account, card }
}

export async function move(tx: Tx, ctx: Context, m: Movement): Promise<void> {
  const { account, card } = await locked(tx, ctx, m)
  const pots: Record<AnyPot, number> = {
    quota: account.balance ?? 0,
    reserve: card?.reserve ?? 0,
    wallet: card?.wallet ?? 0,
    transit: card?.transit ?? 0,
  }
  const pairKey = `${m.kind}:${m.card ?? 0}:${ctx.clock.now()}:${ctx.requestId}`.slice(0, 60)
  for (const { pot, delta } of m.legs) {
    const moved = afterLeg(pots[pot], { pot: pot === 'transit' ? 'reserve' : pot, delta }, account.creditLimit)
    if (!moved.ok && !m.force) throw refused(moved.message)
    pots[pot] = pots[pot] + delta
    await entries.add(tx, ctx, {
      account: m.account,
      card: m.card,
      pot,
      kind: m.kind,
      delta: fen(delta),
      after: fen(pots[pot]),
      at: m.at,
      supplierNo: m.supplierNo ?? null,
      station: m.station ?? null,
      fuelling: m.fuelling ?? null,
      reverses: m.reverses ?? null,
      note: m.note ?? null,
      pairKey,
      store: card?.store ?? account.store,
    })
  }
  await tx
    .updateTable('fuelAccount')
    .set({ balance: fen(pots.quota) })
    .where('id', '=', account.id)
    .execute()
  if (card)
    await tx
      .updateTable('fuelCard')
      .set({ reserve: fen(pots.reserve), wallet: fen(pots.wallet), transit: fen(pots.transit) })
      .where('id', '=', card.id)
      .execute()
}

/** Until the supplier says that it has arrived, an allocation is on its way: neither here nor there. */
export const allocate = (
  tx: Tx,
  ctx: Context,
  p: { account: number; card: number; amount: number; supplierNo: string | null },
): Promise<void> =>
  move(tx, ctx, {
    ...p,
    kind: 'allocate',
    at: ctx.clock.now(),
    legs: p.supplierNo
      ? legsOf('allocate', p.amount)
      : [
          { pot: 'quota', delta: -p.amount },
          { pot: 'transit', delta: p.amount },
        ],
    note: p.supplierNo ? null : '等待供应商确认',
  })
