/** The only place that moves money of oil cards: each movement locks its account, then its card, and adds rows that say what was left (A13). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import { fen, formatFen } from '#kit/basics/fen.ts'
import { anyOf, allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { fuelEntry } from './account.ts'
import { afterLeg, legsOf, type EntryKind, type Leg } from './pots.rules.ts'

const entries = storeOf(fuelEntry)
type AnyPot = Leg['pot'] | 'transit'

export interface Pots {
  quota: number
  reserve: number
  wallet: number
  transit: number
}
export interface Movement {
  account: number
  card: number | null
  kind: EntryKind
  /** What it does to the pots; where that depends on what they hold, they are shown. */
  legs: readonly { pot: AnyPot; delta: number }[] | ((pots: Readonly<Pots>) => readonly { pot: AnyPot; delta: number }[])
  at: string
  supplierNo?: string | null
  station?: string | null
  fuelling?: number | null
  reverses?: number | null
  note?: string | null
  /** Pots may be left below nothing by what a supplier says has happened. */
  force?: boolean
}

/** Cards before accounts, each in the order of their numbers: whoever else moves money does so too. */
async function locked(tx: Tx, list: readonly Movement[]) {
  const cards = await tx
    .selectFrom('fuelCard')
    .select(['id', 'reserve', 'wallet', 'transit', 'store'])
    .where('id', '=', anyOf(new Set(list.flatMap((m) => m.card ?? []))))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const accounts = await allRows(tx, 'fuelAccount')
    .select(['id', 'name', 'balance', 'creditLimit', 'store'])
    .where('id', 'in', [...new Set(list.map((m) => m.account))])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return { cards: new Map(cards.map((c) => [c.id, c])), accounts: new Map(accounts.map((a) => [a.id, a])) }
}

/** A number of the supplier is one movement of its kind and card; under the lock of the account nobody else books it meanwhile. */
async function refuseBooked(tx: Tx, m: Movement): Promise<void> {
  // What takes another back was asked for by that one.
  if (!m.supplierNo || m.reverses) return
  const booked = await liveRows(tx, 'fuelEntry')
    .select(['at', 'delta'])
    .where('account', '=', m.account)
    .where('card', m.card === null ? 'is' : '=', m.card)
    .where('kind', '=', m.kind)
    .where('supplierNo', '=', m.supplierNo)
    .limit(1)
    .executeTakeFirst()
  if (booked)
    throw invalid({ supplierNo: `该供应商流水号已登记（${dayOf(booked.at)}，${formatFen(Math.abs(booked.delta))} 元），请核对是否重复` })
}

/** Each after the one before it. Of a statement (`ledger`) the entries are their own journal: they are never changed, and name their fuelling. */
export async function moveAll(tx: Tx, ctx: Context, list: readonly Movement[], kind: 'records' | 'ledger'): Promise<void> {
  if (list.length === 0) return
  const { cards, accounts } = await locked(tx, list)
  // Rows of a statement have been told apart before.
  if (kind === 'records') for (const m of list) await refuseBooked(tx, m)
  const rows: Parameters<typeof entries.addMany>[2][number][] = []
  for (const [i, m] of list.entries()) {
    const account = accounts.get(m.account)!
    const card = m.card === null ? null : cards.get(m.card)!
    const pots: Pots = {
      quota: account.balance ?? 0,
      reserve: card?.reserve ?? 0,
      wallet: card?.wallet ?? 0,
      transit: card?.transit ?? 0,
    }
    const pairKey = `${m.kind}:${m.card ?? 0}:${ctx.clock.now()}:${i}:${ctx.requestId}`.slice(0, 60)
    for (const { pot, delta } of typeof m.legs === 'function' ? m.legs(pots) : m.legs) {
      const moved = afterLeg(pots[pot], { pot: pot === 'transit' ? 'reserve' : pot, delta }, account.creditLimit)
      if (!moved.ok && !m.force) throw refused(moved.message)
      pots[pot] = pots[pot] + delta
      rows.push({
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
    account.balance = fen(pots.quota)
    if (card) Object.assign(card, { reserve: fen(pots.reserve), wallet: fen(pots.wallet), transit: fen(pots.transit) })
  }
  await entries.addMany(tx, ctx, rows, kind)
  await keep(tx, [...accounts.values()], [...cards.values()])
}

async function keep(tx: Tx, accounts: readonly { id: number; balance: number | null }[], cards: readonly object[]): Promise<void> {
  await sql`update fuel_account a set balance = n.balance from json_to_recordset(${JSON.stringify(accounts)}::json) as n(id bigint, balance bigint) where a.id = n.id`.execute(
    tx,
  )
  if (cards.length)
    await sql`
      update fuel_card c set reserve = n.reserve, wallet = n.wallet, transit = n.transit
      from json_to_recordset(${JSON.stringify(cards)}::json) as n(id bigint, reserve bigint, wallet bigint, transit bigint) where c.id = n.id`.execute(
      tx,
    )
}

export const move = (tx: Tx, ctx: Context, m: Movement): Promise<void> => moveAll(tx, ctx, [m], 'records')

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
