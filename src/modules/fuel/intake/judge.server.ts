/** What a row of a statement is: new, here already, corrected by the supplier, or taking back another (§6, §11, decision 0098). */
import { sql } from 'kysely'
import type { Tx } from '#kit/access/context.server.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { DriverMatch } from '#modules/transport/transport.public.ts'
import type { StatementRow } from '../statements/statement.rules.ts'
import { standingFor, standingRow, undoings, undoneBefore, type Undoing } from './undo.server.ts'

/** With whom and what it names; nothing that is written down meanwhile changes that. */
export interface PlacedRow extends StatementRow {
  card: number | null
  vehicle: number | null
  plate: string | null
  who: DriverMatch
}
export interface JudgedRow extends PlacedRow {
  result: 'new' | 'known' | 'changed' | 'bad'
  /** Of the fuelling there is, when the supplier has corrected it. */
  of: number | null
}

/** What is here already: of a row with a number by that and its card, of another by vehicle and moment. */
async function existingFills(tx: Tx, rows: readonly StatementRow[], vehicles: readonly number[]) {
  const numbers = [...new Set(rows.map((r) => r.supplierNo).filter(Boolean))]
  const times = [...new Set(rows.flatMap((r) => (r.at && !r.supplierNo ? [r.at] : [])))]
  const fills = liveRows(tx, 'fuelling')
    .select(['id', 'no', 'supplierNo', 'card', 'vehicle', 'at', 'amount', 'quantity'])
    // What the supplier took back is here too; what we struck out may come again.
    .where((eb) => eb.or([eb('status', '!=', 'voided'), eb('reversedAt', 'is not', null)]))
    .orderBy('id', 'desc')
  const numbered = numbers.length ? await fills.where(sql<boolean>`supplier_no = any(${sql.val(numbers)}::text[])`).execute() : []
  const timed =
    times.length && vehicles.length
      ? await fills
          .where('vehicle', 'in', [...vehicles])
          .where('at', 'in', times)
          .execute()
      : []
  return {
    byNumber: new Map(numbered.map((f) => [`${f.supplierNo}|${f.card ?? ''}`, f])),
    byMoment: new Map(timed.map((f) => [`${f.vehicle}|${f.at}`, f])),
  }
}

/** Numbers of movements that are booked already. */
async function bookedOf(tx: Tx, account: number, rows: readonly StatementRow[]): Promise<Set<string | null>> {
  const numbers = [...new Set(rows.flatMap((r) => (r.kind !== 'spend' && !r.undoes && r.supplierNo ? [r.supplierNo] : [])))]
  if (numbers.length === 0) return new Set()
  const entries = await liveRows(tx, 'fuelEntry')
    .select('supplierNo')
    .where('account', '=', account)
    .where('reverses', 'is', null)
    .where(sql<boolean>`supplier_no = any(${sql.val(numbers)}::text[])`)
    .execute()
  return new Set(entries.map((e) => e.supplierNo))
}

export async function judge(tx: Tx, account: number, rows: readonly PlacedRow[]): Promise<JudgedRow[]> {
  const existing = await existingFills(tx, rows, [...new Set(rows.flatMap((r) => r.vehicle ?? []))])
  const booked = await bookedOf(tx, account, rows)
  const judged = rows.map((r): JudgedRow => {
    if (r.problem) return { ...r, result: 'bad', of: null }
    const fresh = { ...r, result: 'new' as const, of: null }
    if (r.undoes) return fresh
    if (r.kind !== 'spend') return booked.has(r.supplierNo) ? { ...fresh, result: 'known', problem: '该流水已导入' } : fresh
    const same = r.supplierNo ? existing.byNumber.get(`${r.supplierNo}|${r.card ?? ''}`) : existing.byMoment.get(`${r.vehicle}|${r.at}`)
    if (!same) return fresh
    if (same.amount === r.amount && Number(same.quantity) === r.quantity)
      return { ...fresh, result: 'known', problem: `该笔已导入（${same.no}）` }
    return { ...r, result: 'changed', of: same.id, problem: `供应商已更正：原 ${formatFen(same.amount)} 元，导入后冲正并重新登记` }
  })
  return judgeUndoings(tx, account, judged)
}
export const isUndoing = (r: JudgedRow): r is JudgedRow & Undoing => r.undoes && r.result === 'new'

/** What a row takes back stands in the books already, or comes with the same rows. */
async function judgeUndoings(tx: Tx, account: number, rows: readonly JudgedRow[]): Promise<JudgedRow[]> {
  const back = rows.filter(isUndoing)
  if (back.length === 0) return [...rows]
  const isUndone = await undoneBefore(tx, account, back)
  const replaced = new Set(rows.map((r) => r.of))
  const standing = (await standingFor(tx, account, back)).filter((s) => s.kind !== 'spend' || !replaced.has(s.id))
  const beside = rows.filter((r) => !r.undoes && (r.result === 'new' || r.result === 'changed')).map(standingRow)
  const outcomes = undoings(
    back.filter((r) => !isUndone(r)),
    [...standing, ...beside],
  )
  return rows.map((r): JudgedRow => {
    if (!isUndoing(r)) return r
    const what = outcomes.get(r)
    if (!what) return { ...r, result: 'known', problem: '该撤销已导入' }
    if ('problem' in what) return { ...r, result: 'bad', problem: what.problem }
    return { ...r, problem: `撤销 ${what.of.called}`, of: r.kind === 'spend' ? what.of.id : null }
  })
}
