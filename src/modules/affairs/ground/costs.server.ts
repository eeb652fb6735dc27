/** The ledger of what vehicles cost: one row a cost, corrected by its negative, read by whoever adds up (§2.1, A16). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { fen, negated } from '#kit/basics/fen.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { vehicleCost, type COST_KINDS } from './ground.ts'

const costs = storeOf(vehicleCost)

export interface NewCost {
  vehicle: number
  store: number
  on: Day
  kind: keyof typeof COST_KINDS
  amount: number
  startOn?: Day | null
  endOn?: Day | null
  bearer?: 'company' | 'lessee' | 'driver' | 'insurer'
  description: string
  source: string
  /** Says which cost this is: the second attempt adds nothing. */
  key: string
}

export async function addCost(tx: Tx, ctx: Context, c: NewCost): Promise<void> {
  if (c.amount === 0) return
  const existing = await allRows(tx, 'vehicleCost').select('id').where('key', '=', c.key).executeTakeFirst()
  const { on: costOn, ...rest } = c
  if (!existing) await costs.add(tx, ctx, { startOn: null, endOn: null, bearer: 'company', ...rest, costOn, amount: fen(c.amount) })
}

/** Costs of papers that have just been made, so that nobody can have booked them yet; two of one key are refused by the table. */
export async function addCosts(tx: Tx, ctx: Context, list: readonly NewCost[]): Promise<void> {
  const rows = list
    .filter((c) => c.amount !== 0)
    .map(({ on, amount, ...rest }) => ({
      startOn: null,
      endOn: null,
      bearer: 'company' as const,
      ...rest,
      costOn: on,
      amount: fen(amount),
    }))
  await costs.addMany(tx, ctx, rows, 'ledger')
}

/** Adds the negative of what a key had booked, once. */
export async function reverseCost(tx: Tx, ctx: Context, key: string, on: Day): Promise<void> {
  const of = await allRows(tx, 'vehicleCost').selectAll().where('key', '=', key).executeTakeFirst()
  if (!of) return
  const { vehicle, store, kind, bearer, source, startOn, endOn } = of
  await addCost(tx, ctx, {
    vehicle,
    store,
    kind,
    bearer,
    source: source ?? '',
    startOn,
    endOn,
    on,
    amount: negated(of.amount),
    description: `冲回：${of.description}`,
    key: `${key}:back`,
  })
}

/** Takes back whatever stands of what keys beginning so had booked. */
export async function reverseCosts(tx: Tx, ctx: Context, begin: string, on: Day): Promise<void> {
  const rows = await allRows(tx, 'vehicleCost').select('key').where('key', 'like', `${begin}%`).orderBy('id').execute()
  for (const { key } of rows) if (!key.endsWith(':back')) await reverseCost(tx, ctx, key, on)
}
