/** What of a row can be known, asked or taken in; whether it is here already, with whom it was (decision 0098). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { visibleWhere } from '#kit/entity/query/scope.server.ts'
import { sameViolation } from './known.rules.ts'
import { matchAll, type Match } from './match.server.ts'
import type { ViolationRow } from './read.rules.ts'

export interface JudgedRow extends ViolationRow {
  /** What becomes of it: new, here already, to be asked, or why not. */
  result: 'new' | 'known' | 'bad' | 'ask'
  /** Which of its plate, moment and code it would be. */
  part: number
  match: Match | null
  lesseeName: string | null
}
/** Line → whether what may be one there is already is the same or another. */
export type Answers = Readonly<Record<string, 'new' | 'same'>>

interface Registered {
  /** What to call it: of the books by its number, of the sheet by its line. */
  called: string
  part: number
  plateNo: string
  occurredAt: string
  code: string | null
  place: string | null
  behaviour: string | null
  recordNo: string | null
}
const keyOf = (r: { plateNo: string; occurredAt: string | null; code: string | null }): string =>
  `${r.plateNo}|${r.occurredAt}|${r.code ?? ''}`

async function registeredOf(tx: Tx, ctx: Context, rows: readonly ViolationRow[]) {
  const entity = ctx.registry.entity('violation').entity as Entity
  const plates = [...new Set(rows.map((r) => r.plateNo))]
  const numbers = rows.map((r) => r.recordNo).filter(Boolean)
  const stored = rows.length
    ? await liveRows(tx, 'violation as t')
        .select(['t.no', 't.plateNo', 't.occurredAt', 't.code', 't.place', 't.behaviour', 't.recordNo', 't.part'])
        .select(visibleWhere(ctx, entity).as('seen'))
        .where(sql<boolean>`(t.plate_no = any(${sql.val(plates)}::text[]) or t.record_no = any(${sql.val(numbers)}::text[]))`)
        .execute()
    : []
  // Whoever may not see it learns that it is registered, not which one it is.
  const registered = stored.map((v) => ({
    ...v,
    occurredAt: new Date(v.occurredAt).toISOString(),
    called: v.seen ? `已登记（${v.no}）` : '已登记',
  }))
  return {
    byKey: Map.groupBy(registered, keyOf) as Map<string, Registered[]>,
    byRecord: new Map(registered.filter((v) => v.recordNo).map((v) => [v.recordNo!, v as Registered])),
  }
}

/** Sheets differ in code and minute; a document over something else is not this one. */
const sameCase = (a: Registered, b: ViolationRow): boolean => a.plateNo === b.plateNo && dayOf(a.occurredAt) === dayOf(b.occurredAt!)

/** Row by row: one that is to be taken in counts as registered for those after it. */
function verdicts(rows: readonly ViolationRow[], { byKey, byRecord }: Awaited<ReturnType<typeof registeredOf>>, answers: Answers) {
  return rows.map((r): Pick<JudgedRow, 'result' | 'problem' | 'part'> => {
    if (r.problem) return { result: 'bad', problem: r.problem, part: 1 }
    const alike = byKey.get(keyOf(r)) ?? []
    const named = r.recordNo ? byRecord.get(r.recordNo) : undefined
    if (named && !sameCase(named, r)) return { result: 'bad', problem: `文书编号${named.called}，但不是同一起违章，请核对`, part: 1 }
    const same = named ?? alike.find((v) => sameViolation(r, v) === 'same')
    const part = Math.max(0, ...alike.map((v) => v.part)) + 1
    if (same) return { result: 'known', problem: `该违章${same.called}`, part }
    const maybe = alike.find((v) => sameViolation(r, v) === 'doubt')
    const said = answers[r.line]
    if (maybe && said !== 'new')
      return { result: said === 'same' ? 'known' : 'ask', problem: `可能是${maybe.called}，地点是「${maybe.place ?? ''}」`, part }
    const own: Registered = { ...r, occurredAt: r.occurredAt!, called: `第 ${r.line} 行`, part }
    byKey.set(keyOf(r), [...alike, own])
    if (r.recordNo) byRecord.set(r.recordNo, own)
    return { result: 'new', problem: null, part }
  })
}

/** Each row with its holder and whether it is here already. */
export async function judge(tx: Tx, ctx: Context, rows: readonly ViolationRow[], answers: Answers): Promise<JudgedRow[]> {
  const good = rows.filter((r) => !r.problem)
  const judged = verdicts(rows, await registeredOf(tx, ctx, good), answers)
  const matches = await matchAll(
    tx,
    ctx,
    good.map((r) => ({ plateNo: r.plateNo, occurredAt: r.occurredAt! })),
    true,
  )
  const names = new Map(
    (
      await tx
        .selectFrom('lessee')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(matches.map((m) => m.lessee ?? -1)), -1])
        .execute()
    ).map((l) => [l.id, l.name]),
  )
  const of = new Map(good.map((r, i) => [r, matches[i]!]))
  return rows.map((r, i): JudgedRow => {
    const match = of.get(r) ?? null
    return { ...r, ...judged[i]!, match, lesseeName: match?.lessee ? (names.get(match.lessee) ?? null) : null }
  })
}
