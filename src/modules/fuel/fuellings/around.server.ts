/** What a fuelling is seen beside: the fill before it, what its card paid that day and month. Of many at once, written down already or about to be. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf, instantAt, startOfMonth } from '#kit/basics/time/day.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { fuelling } from './fuelling.ts'

type Fuelling = Rec<typeof fuelling>
/** As the checks look at it; without a number it is about to be written down, behind all that is there. */
export type Filling = Pick<
  Fuelling,
  | 'kind'
  | 'vehicle'
  | 'card'
  | 'pay'
  | 'at'
  | 'station'
  | 'city'
  | 'fuel'
  | 'quantity'
  | 'unitPrice'
  | 'amount'
  | 'serviceFee'
  | 'discount'
  | 'km'
  | 'filledUp'
  | 'socFrom'
  | 'socTo'
> & { id: number | null }

export interface Around {
  before: Pick<Filling, 'at' | 'city' | 'km' | 'station'> | null
  /** Of its card, this one included; 0 of a card without limits. */
  spentToday: number
  spentMonth: number
}
type Seen = Pick<Filling, 'id' | 'kind' | 'vehicle' | 'card' | 'at' | 'city' | 'km' | 'station' | 'amount'>

const idsOf = (list: readonly Filling[]): number[] => list.flatMap((f) => (f.id === null ? [] : [f.id]))
const LIVE = sql`b.status <> 'voided' and b.deleted_at is null`
const SEEN = sql`b.id, b.kind, b.vehicle, b.card, b.at, b.city, b.km, b.station, b.amount`

/**
 * Other fills of these vehicles between the first and the last of them, and the one before of each vehicle and kind. Those between in one walk:
 * of a table that is just being filled PostgreSQL knows nothing yet, and might take such a walk for each vehicle.
 */
async function ofVehicles(tx: Tx, ctx: Context, list: readonly Filling[], first: string, last: string): Promise<Seen[]> {
  const keys = [...new Map(list.map((f) => [`${f.vehicle}|${f.kind}`, { vehicle: f.vehicle, kind: f.kind }])).values()]
  const vehicles = [...new Set(keys.map((k) => k.vehicle))]
  const { rows } = await sql<Seen>`
    select x.* from json_to_recordset(${JSON.stringify(keys)}::json) as k(vehicle bigint, kind text) cross join lateral (
      select ${SEEN} from fuelling b where b.operator_id = ${ctx.user.operatorId} and b.vehicle = k.vehicle and b.kind = k.kind and ${LIVE}
        and b.at < ${first}::timestamptz order by b.at desc, b.id desc limit 1) x
    union all select ${SEEN} from fuelling b where b.operator_id = ${ctx.user.operatorId} and b.vehicle = any(${sql.val(vehicles)}::bigint[]) and ${LIVE}
      and b.at between ${first}::timestamptz and ${last}::timestamptz and b.id <> all(${sql.val(idsOf(list))}::bigint[])`.execute(tx)
  return rows.map(plain)
}

/** Other fills by these cards between the first and the last of them. */
async function ofCards(
  tx: Tx,
  ctx: Context,
  list: readonly Filling[],
  cards: readonly number[],
  first: string,
  last: string,
): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    select ${SEEN} from fuelling b where b.operator_id = ${ctx.user.operatorId} and b.card = any(${sql.val([...cards])}::bigint[]) and ${LIVE}
      and b.at between ${first}::timestamptz and ${last}::timestamptz and b.id <> all(${sql.val(idsOf(list))}::bigint[])`.execute(tx)
  return rows.map(plain)
}

interface Spent {
  today: number
  month: number
}
/** What these cards paid before a moment, on its day and in its month. */
async function spentBefore(tx: Tx, ctx: Context, cards: readonly number[], moment: string): Promise<Map<number, Spent>> {
  const day = dayOf(moment)
  const { rows } = await sql<Spent & { card: number }>`
    select b.card, sum(b.amount)::bigint as month, coalesce(sum(b.amount) filter (where b.at >= ${instantAt(day)}::timestamptz), 0)::bigint as today
    from fuelling b where b.operator_id = ${ctx.user.operatorId} and b.card = any(${sql.val([...cards])}::bigint[]) and ${LIVE}
      and b.at >= ${instantAt(startOfMonth(day))}::timestamptz and b.at < ${moment}::timestamptz group by b.card`.execute(tx)
  return new Map(rows.map(({ card, ...spent }) => [card, spent]))
}
const plain = (r: Seen): Seen => ({ ...r, at: new Date(r.at).toISOString(), km: r.km === null ? null : Number(r.km), amount: r.amount })

/** By moment, at one moment as they were written down; those that are not yet come last, in their order. */
const inTime = <S extends { at: string; id: number | null }>(rows: readonly S[]): S[] =>
  rows.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : (a.id ?? Infinity) < (b.id ?? Infinity) ? -1 : a.id === b.id ? 0 : 1))

/** As many answers as fills, in their order; what was spent only of `limited` cards: nobody asks it of the others. */
export async function around(tx: Tx, ctx: Context, list: readonly Filling[], limited: ReadonlySet<number>): Promise<Map<Filling, Around>> {
  const answers = new Map<Filling, Around>(list.map((f) => [f, { before: null, spentToday: 0, spentMonth: 0 }]))
  if (list.length === 0) return answers
  const times = list.map((f) => f.at).toSorted()
  const [first, last] = [times[0]!, times.at(-1)!]
  const beside = [...(await ofVehicles(tx, ctx, list, first, last)), ...list]
  for (const own of Map.groupBy(beside, (f) => `${f.vehicle}|${f.kind}`).values()) {
    const sorted = inTime(own)
    for (const [i, f] of sorted.entries()) {
      const of = answers.get(f as Filling)
      if (of) of.before = sorted[i - 1] ?? null
    }
  }
  const cards = [...new Set(list.flatMap((f) => (f.card !== null && limited.has(f.card) ? [f.card] : [])))]
  if (cards.length === 0) return answers
  const [others, before] = await Promise.all([ofCards(tx, ctx, list, cards, first, last), spentBefore(tx, ctx, cards, first)])
  const paid = [...others, ...list].filter((f) => f.card !== null && limited.has(f.card))
  for (const [card, own] of Map.groupBy(paid, (f) => f.card)) {
    let [day, { today, month }] = [dayOf(first), before.get(card!) ?? { today: 0, month: 0 }]
    for (const f of inTime(own)) {
      const on = dayOf(f.at)
      if (on.slice(0, 7) !== day.slice(0, 7)) month = 0
      if (on !== day) today = 0
      day = on
      today += f.amount
      month += f.amount
      const of = answers.get(f as Filling)
      if (of) Object.assign(of, { spentToday: today, spentMonth: month })
    }
  }
  return answers
}
