/** What was exported and is not so any more (finance.md §3.6): found by comparing it with what its sources and the subjects say today. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { firstOf, lastOf } from '../period/period.rules.ts'
import { subjectFor, type Mapping, type Wanted } from './subject.rules.ts'
import { staleOf, type Happening, type Leg, type Stale, type VoucherLine } from './voucher.rules.ts'
import { voucher } from './voucher.ts'

const vouchers = storeOf(voucher)

interface Exported {
  id: number
  bookedOn: Day
  legs: Leg[]
  lines: VoucherLine[]
  stale: Stale | null
  keys: string[]
}
/** Made of invoices and of what a month earns: such a source never changes, its opposite is an event of its own. */
const FIXED = /^(invoice|accrual):/

/** So many vouchers with all their lines are held at once, however many the month has. */
const AT_ONCE = 10_000
/** Exported vouchers whose sources are of the month, red ones and what was made anew aside of the original. */
async function* exportedOf(db: Db, ctx: Context, month: string): AsyncGenerator<Exported> {
  const { rows: sources } = await sql<{ voucher: number; keys: string[] }>`
    select voucher, array_agg(live_key order by id) as keys from voucher_source
      where operator_id = ${ctx.user.operatorId} and live_key is not null and deleted_at is null and booked_on between ${firstOf(month)}::date and ${lastOf(month)}::date
      group by voucher`.execute(db)
  const keysOf = new Map(sources.map((s) => [Number(s.voucher), s.keys]))
  const ids = [...keysOf.keys()].toSorted((a, b) => a - b)
  // Not joined: just after a month's vouchers were made the planner knows of no rows and would walk them once per row.
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const { rows } = await sql<Omit<Exported, 'keys'>>`
      select id, booked_on as "bookedOn", legs, lines, stale from voucher
        where operator_id = ${ctx.user.operatorId} and id = any(${sql.val(ids.slice(i, i + AT_ONCE))}::bigint[])
          and batch is not null and life = 'live' and not redone and deleted_at is null order by id`.execute(db)
    for (const v of rows) yield { ...v, keys: keysOf.get(Number(v.id))! }
  }
}

/** What the sources of a voucher say today, one entry a source that can change. */
const saidNow = (keys: readonly string[], happened: ReadonlyMap<string, Happening>): (readonly Leg[] | null)[] =>
  keys.filter((key) => !FIXED.test(key)).map((key) => happened.get(key)?.legs ?? null)

export interface Changed {
  id: number
  stale: Stale | null
  /** As the list shows it now. */
  shown: Stale | null
}
export async function changedIn(
  db: Db,
  ctx: Context,
  month: string,
  happened: readonly Happening[],
  maps: readonly Mapping[],
): Promise<Changed[]> {
  const byKey = new Map(happened.map((h) => [h.key, h]))
  const known = new Map<string, string | null>()
  const codeOn = (on: Day) => (w: Wanted) => {
    const key = `${on}|${w.role}|${w.about}|${w.account}`
    if (!known.has(key)) known.set(key, subjectFor(maps, w, on)?.code ?? null)
    return known.get(key)!
  }
  const changes: Changed[] = []
  for await (const v of exportedOf(db, ctx, month))
    changes.push({ id: v.id, stale: staleOf(v, saidNow(v.keys, byKey), codeOn(v.bookedOn)), shown: v.stale })
  return changes
}

/** So that the list can be asked for them. */
export async function showChanged(tx: Tx, ctx: Context, changed: readonly Changed[]): Promise<void> {
  const now = new Map(changed.map((c) => [c.id, c.stale]))
  await vouchers.writeMany(
    tx,
    ctx,
    changed.filter((c) => c.stale !== c.shown).map((c) => c.id),
    (v) => ({ stale: now.get(v.id)! }),
  )
}

export interface Sources {
  /** As the voucher would be written now. */
  legs: Leg[]
  /** Sources that stay, with what of each is still to be earned. */
  stay: { id: number; earns: number }[]
  gone: number[]
}
/** The sources of one voucher as they are now. */
export async function sourcesNow(
  tx: Tx,
  v: { id: number; legs: readonly Leg[] },
  happenedIn: (month: string) => Promise<Happening[]>,
): Promise<Sources> {
  const rows = await liveRows(tx, 'voucherSource')
    .select(['id', 'liveKey', 'bookedOn', 'earns'])
    .where('voucher', '=', v.id)
    .where('liveKey', 'is not', null)
    .orderBy('id')
    .execute()
  if (rows.length === 0 || rows.some((r) => FIXED.test(r.liveKey!)))
    return { legs: [...v.legs], stay: rows.map((r) => ({ id: r.id, earns: r.earns })), gone: [] }
  const now = new Map((await happenedIn(rows[0]!.bookedOn.slice(0, 7))).map((h) => [h.key, h]))
  const stay = rows.filter((r) => now.has(r.liveKey!))
  const of = stay.map((r) => now.get(r.liveKey!)!)
  const unchanged =
    staleOf(
      { legs: v.legs, lines: [] },
      saidNow(
        rows.map((r) => r.liveKey!),
        now,
      ),
      () => null,
    ) === null
  return {
    // Whose legs weigh the same is left as it was written, to the name and the fee.
    legs: unchanged ? [...v.legs] : of.flatMap((h) => [...h.legs]),
    stay: stay.map((r, i) => ({ id: r.id, earns: of[i]!.deferred?.amount ?? r.earns })),
    gone: rows.filter((r) => !now.has(r.liveKey!)).map((r) => r.id),
  }
}
