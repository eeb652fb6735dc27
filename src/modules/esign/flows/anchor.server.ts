/**
 * The daily anchor: the last hash of every flow that moved on a day, folded into one and written as a line of the operation log, whose
 * own chain it joins. Whoever rewrote the whole chain of a flow would have to rewrite the log of the company, too.
 */
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { addDays, type Day, dayOf, instantAt } from '#kit/basics/time/day.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { sha256hex } from './record.server.ts'

/** Of a day that is over: one line per flow, which says nothing of it to whoever does not hold it; sorted. */
async function leavesOf(tx: Db, operatorId: number, day: Day): Promise<string[]> {
  const { rows } = await sql<{ no: string; hash: string }>`
    select distinct on (e.flow) f.no, e.hash from sign_event e join sign_flow f on f.id = e.flow
    where e.operator_id = ${operatorId} and e.at >= ${instantAt(day, '00:00')} and e.at < ${instantAt(addDays(day, 1), '00:00')}
    order by e.flow, e.seq desc`.execute(tx)
  return rows.map(({ no, hash }) => leafOf(no, hash)).toSorted()
}
const leafOf = (no: string, hash: string): string => sha256hex(`${no} ${hash}`)
/** The digest of the file of leaves, a line each. */
const anchorOf = (leaves: readonly string[]): string => sha256hex(leaves.map((leaf) => `${leaf}\n`).join(''))

const TITLE = '电子合同证据锚'
const titleOf = (day: Day): string => `${TITLE} ${day}`

interface Anchor {
  day: Day
  sha256: string
}
async function anchorsOf(tx: Db): Promise<Anchor[]> {
  const rows = await allRows(tx, 'auditLog')
    .select(['title', 'reason'])
    .where('entity', '=', 'signEvent')
    .where('action', '=', 'anchor')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ day: (row.title ?? '').slice(-10) as Day, sha256: /[0-9a-f]{64}/.exec(row.reason ?? '')?.[0] ?? '' }))
}

/** Every night for the day before, and for the days on which nobody was there to do it. */
export async function anchorDays(ctx: Context): Promise<void> {
  const mine = ctx.user.operatorId
  const yesterday = addDays(ctx.clock.today(), -1)
  const first = await ctx.db.read(mine, async (tx) => {
    const last = (await anchorsOf(tx)).at(-1)
    if (last) return addDays(last.day, 1)
    const event = await allRows(tx, 'signEvent').select('at').orderBy('id').limit(1).executeTakeFirst()
    return event ? dayOf(event.at) : null
  })
  for (let day = first; day !== null && day <= yesterday; day = addDays(day, 1)) {
    const of = day
    await ctx.db.write(mine, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('signAnchor'), ${mine}::int)`.execute(tx)
      if ((await anchorsOf(tx)).some((one) => one.day === of)) return
      const leaves = await leavesOf(tx, mine, of)
      if (leaves.length === 0) return
      const reason = `${leaves.length} 份流程的证据链末端，SHA-256 ${anchorOf(leaves)}`
      await audit(tx, ctx, { entity: 'signEvent', entityId: null, action: 'anchor', title: titleOf(of), reason })
    })
  }
}

export interface AnchoredDay extends Anchor {
  leaves: string[]
  /** What is kept of that day is still what was anchored. */
  holds: boolean
}
export async function anchorsWithin(tx: Db, operatorId: number, days: ReadonlySet<Day>): Promise<AnchoredDay[]> {
  const anchored: AnchoredDay[] = []
  for (const anchor of (await anchorsOf(tx)).filter(({ day }) => days.has(day))) {
    const leaves = await leavesOf(tx, operatorId, anchor.day)
    anchored.push({ ...anchor, leaves, holds: anchorOf(leaves) === anchor.sha256 })
  }
  return anchored
}
