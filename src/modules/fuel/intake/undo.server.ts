/** Movements that a statement takes back: 消费撤销, 充值撤销 …; nothing is left of the two but the link between them (decision 0098). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen, negated } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { act } from '#kit/entity/store.server.ts'
import { move } from '../cards/entries.server.ts'
import type { StatementRow } from '../statements/statement.rules.ts'
import { hundredths, takenBack, type Standing } from '../statements/undo.rules.ts'

type Row = StatementRow & { card: number | null; vehicle: number | null }
export type Undoing = Row & { undoes: true }
const isSpend = (row: Row): boolean => row.kind === 'spend'

/** What was taken back by this very row before. */
export async function undoneBefore(db: Tx, account: number, rows: readonly Row[]): Promise<(row: Row) => boolean> {
  if (rows.length === 0) return () => false
  const fills = await liveRows(db, 'fuelling')
    .select(['card', 'vehicle', 'amount', 'reversedBy', 'reversedAt'])
    .where('reversedAt', 'in', [...new Set(rows.map((r) => r.at!))])
    .execute()
  const entries = await liveRows(db, 'fuelEntry')
    .select(['card', 'at', 'supplierNo'])
    .where('account', '=', account)
    .where('kind', '=', 'adjust')
    .where('reverses', 'is not', null)
    .where('at', 'in', [...new Set(rows.map((r) => r.at!))])
    .execute()
  const at = (time: string): number => Date.parse(time)
  return (row) =>
    isSpend(row)
      ? fills.some(
          (f) =>
            f.card === row.card &&
            (row.card !== null || f.vehicle === row.vehicle) &&
            f.amount === row.amount &&
            (f.reversedBy ?? '') === row.supplierNo &&
            at(f.reversedAt!) === at(row.at!),
        )
      : entries.some((e) => e.card === row.card && (e.supplierNo ?? '') === row.supplierNo && at(e.at) === at(row.at!))
}

/** What these rows may take back and the books hold. */
export async function standingFor(db: Tx, account: number, rows: readonly Row[]): Promise<Standing[]> {
  const amounts = [...new Set(rows.map((r) => fen(r.amount)))]
  if (amounts.length === 0) return []
  const fills = await liveRows(db, 'fuelling')
    .select(['id', 'no', 'card', 'vehicle', 'amount', 'quantity', 'at', 'supplierNo', 'status'])
    .where('amount', 'in', amounts)
    .where('status', '!=', 'voided')
    .execute()
  const entries = await liveRows(db, 'fuelEntry as e')
    .select(['e.id', 'e.kind', 'e.card', 'e.delta', 'e.at', 'e.supplierNo', 'e.pairKey'])
    .where('e.account', '=', account)
    .where('e.kind', 'in', ['recharge', 'allocate', 'load', 'recall', 'refund', 'fee'])
    .where(sql<boolean>`abs(e.delta) = any(${sql.val(amounts)}::bigint[])`)
    .where('e.fuelling', 'is', null)
    .where(
      sql<boolean>`not exists (select from fuel_entry x where x.operator_id = e.operator_id and x.reverses = e.id and x.deleted_at is null)`,
    )
    .orderBy('e.id')
    .execute()
  // Of both legs the first stands for the movement.
  const first = new Map(entries.toReversed().map((e) => [[e.pairKey, e.supplierNo, e.at, Math.abs(e.delta)].join('|'), e]))
  return [
    ...fills.map((f) => ({
      ...f,
      line: null,
      called: f.no,
      kind: 'spend',
      quantity: hundredths(Number(f.quantity)),
      at: new Date(f.at).toISOString(),
      supplierNo: f.supplierNo ?? '',
      held: f.status === 'confirmed' ? `${f.no} 已认定属实，不能撤销` : null,
    })),
    ...[...first.values()].map((e) => ({
      id: e.id,
      line: null,
      called: e.supplierNo ?? '',
      kind: e.kind,
      card: e.card,
      vehicle: null,
      amount: Math.abs(e.delta),
      quantity: null,
      at: new Date(e.at).toISOString(),
      supplierNo: e.supplierNo ?? '',
      held: null,
    })),
  ]
}
export const standingRow = (row: Row): Standing => ({
  id: null,
  line: row.line,
  called: `第 ${row.line} 行`,
  kind: row.kind,
  card: row.card,
  vehicle: row.vehicle,
  amount: row.amount,
  quantity: isSpend(row) ? hundredths(row.quantity) : null,
  at: row.at!,
  supplierNo: row.supplierNo,
  held: null,
})

const NOTHING = '没有找到被撤销的那一笔（同卡、同金额），请先导入它'
/** Each after those before it: what one takes back another does not. */
export function undoings(rows: readonly Undoing[], standing: readonly Standing[]): Map<Undoing, { of: Standing } | { problem: string }> {
  const left = new Set(standing)
  const outcomes = new Map<Undoing, { of: Standing } | { problem: string }>()
  for (const row of rows) {
    const of = takenBack(row, [...left])
    if (of && !of.held) left.delete(of)
    outcomes.set(row, of && !of.held ? { of } : { problem: of?.held ?? NOTHING })
  }
  return outcomes
}

/** Once what came before them in the statement is written. */
export async function undoAll(tx: Tx, ctx: Context, account: number, rows: readonly Undoing[]): Promise<void> {
  const outcomes = undoings(rows, await standingFor(tx, account, rows))
  for (const [row, what] of outcomes) {
    if ('problem' in what) throw refused(`第 ${row.line} 行：${what.problem}`)
    if (isSpend(row)) await act(tx, ctx, 'fuelling', 'takeBack', what.of.id!, null, { at: row.at!, supplierNo: row.supplierNo || null })
    else await moveBack(tx, ctx, account, row, what.of.id!)
  }
}

async function moveBack(tx: Tx, ctx: Context, account: number, row: Undoing, entry: number): Promise<void> {
  const legs = await liveRows(tx, 'fuelEntry as e')
    .innerJoin('fuelEntry as o', (on) =>
      on.onRef('o.account', '=', 'e.account').onRef('o.pairKey', '=', 'e.pairKey').onRef('o.at', '=', 'e.at'),
    )
    .select(['e.id', 'e.pot', 'e.delta'])
    .where('o.id', '=', entry)
    .where('e.account', '=', account)
    .where(sql<boolean>`e.supplier_no is not distinct from o.supplier_no and abs(e.delta) = abs(o.delta)`)
    .orderBy('e.id')
    .execute()
  await move(tx, ctx, {
    account,
    card: row.card,
    kind: 'adjust',
    legs: legs.map(({ pot, delta }) => ({ pot, delta: negated(delta) })),
    at: row.at!,
    supplierNo: row.supplierNo || null,
    reverses: entry,
    note: '供应商撤销',
    // It has happened, however our pots stand.
    force: true,
  })
}
