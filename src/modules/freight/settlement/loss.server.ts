/**
 * 负毛利 (transport.md §4.1): a mission that costs more than what it carries brings in is told on its payable, and who set up the approval
 * is asked before it is confirmed. Each order's receivable is shared over its consignments by weight, as statistics do.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { chargeSheet } from './sheet.ts'

const sheets = storeOf(chargeSheet)

/** Fen by mission; a mission with an order whose price nobody knows yet is left out: what is unknown is no loss. */
async function broughtIn(tx: Tx, operatorId: number, missions: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ mission: number; share: string | null; unknown: boolean }>`
    with legs as (
      select k.id, k."order", k.mission, k.weight, sum(k.weight) over (partition by k."order") as all_kg, count(*) over (partition by k."order") as n
      from consignment k
      where k.operator_id = ${operatorId} and k.return_of is null and k.status <> 'cancelled' and k.deleted_at is null
        and k."order" in (select c."order" from consignment c where c.operator_id = ${operatorId} and c.mission = any(${sql.val([...missions])}::bigint[]))),
    priced as (
      select s."order", sum(s.total) as total from charge_sheet s
      where s.operator_id = ${operatorId} and s.direction = 'receivable' and s.status <> 'voided' and s.deleted_at is null
        and not (s.pending and s.total = 0) and s."order" in (select "order" from legs) group by s."order")
    select l.mission, sum(p.total * case when l.all_kg > 0 then l.weight / l.all_kg else 1.0 / l.n end) as share, bool_or(p.total is null) as unknown
    from legs l left join priced p on p."order" = l."order"
    where l.mission = any(${sql.val([...missions])}::bigint[]) group by l.mission`.execute(tx)
  return new Map(rows.flatMap((r) => (r.unknown ? [] : [[Number(r.mission), Math.round(Number(r.share ?? 0))] as const])))
}

/** Whether a mission would cost more than it brings in, paid this much. */
export async function makesLoss(tx: Tx, ctx: Context, mission: number, total: number): Promise<boolean> {
  const share = (await broughtIn(tx, ctx.user.operatorId, [mission])).get(mission)
  return share !== undefined && total > share
}

/** Said on the payables of these missions that nobody has confirmed. */
export async function markLoss(tx: Tx, ctx: Context, missions: readonly number[]): Promise<void> {
  if (missions.length === 0) return
  const rows = await liveRows(tx, 'chargeSheet')
    .select(['id', 'mission', 'total', 'loss'])
    .where('mission', 'in', [...missions])
    .where('direction', '=', 'payable')
    .where('kind', '=', 'freight')
    .where('status', 'in', ['estimated', 'calculated'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length === 0) return
  const shares = await broughtIn(
    tx,
    ctx.user.operatorId,
    rows.map((r) => r.mission!),
  )
  for (const { id, mission, total, loss } of rows) {
    const share = shares.get(mission!)
    const now = share !== undefined && total > share
    if (now !== loss) await sheets.edit(tx, ctx, id, { loss: now })
  }
}

/** What an order brings in has changed: so has the margin of every mission that carries some of it. */
export async function markLossOf(tx: Tx, ctx: Context, order: number): Promise<void> {
  const rows = await liveRows(tx, 'consignment')
    .select('mission')
    .distinct()
    .where('order', '=', order)
    .where('mission', 'is not', null)
    .execute()
  await markLoss(
    tx,
    ctx,
    rows.map((r) => r.mission!).toSorted((a, b) => a - b),
  )
}
