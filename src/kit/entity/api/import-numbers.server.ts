/**
 * Whether a masked number is there already is said when a file is imported, never when it is only checked: twenty thousand guesses a call
 * would be free otherwise. A number that is nobody's becomes a record of the person who typed it; one that is somebody's leaves its row
 * out, is named by its line, and counts like any other look-up (decision 0121).
 */
import type { Context, Db } from '../../access/context.server.ts'
import type { FieldErrors } from '../../basics/errors.ts'
import { functionCode, STANDARD_VERBS, type Entity } from '../entity.ts'
import { duplicateError } from '../write/failures.server.ts'
import { numbersIn, numbersOf } from '../write/numbers.server.ts'
import { noteFile, type Lookup } from '../query/masked/lookups.server.ts'
import { taken, takenTogether, togetherKey } from './import-lookup.server.ts'

interface RightRow {
  line: number
  values: Record<string, unknown>
}

interface KnownRow {
  line: number
  message: string
  asked: Lookup[]
  /** Within what the person may see. */
  seen: boolean
}

/** Of rows that would be written: those whose number a live record has. */
export async function knownAmong(db: Db, ctx: Context, entity: Entity, rows: readonly RightRow[]): Promise<KnownRow[]> {
  const numbers = numbersOf(entity)
  const byLine = new Map<number, KnownRow>()
  const add = ({ line, values }: RightRow, message: string, seen: boolean): void => {
    const before = byLine.get(line)
    byLine.set(line, { line, message: before?.message ?? message, asked: numbersIn(entity, values), seen: seen && (before?.seen ?? true) })
  }
  for (const [name] of numbers.single) {
    const filled = rows.filter(({ values }) => typeof values[name] === 'string')
    const stored = await taken(
      db,
      ctx,
      entity,
      name,
      filled.map(({ values }) => String(values[name])),
    )
    const message = (duplicateError(entity, name).data as FieldErrors)[name]!
    for (const row of filled) {
      const seen = stored.get(String(row.values[name]))
      if (seen !== undefined) add(row, message, seen)
    }
  }
  for (const rule of numbers.together) {
    const stored = await takenTogether(
      db,
      ctx,
      entity,
      rule.fields,
      rows.map(({ values }) => values),
    )
    for (const row of rows) {
      const seen = stored.get(togetherKey(rule.fields, row.values))
      if (seen !== undefined) add(row, rule.message, seen)
    }
  }
  return [...byLine.values()]
}

/** Before anything is answered or written. Whoever may look at a number of a record he sees is not kept from its like in a file; the line is written all the same. */
export function noteKnown(ctx: Context, entity: Entity, rows: readonly KnownRow[]): Promise<void> {
  const mayLook = ctx.access.can(functionCode(entity.right, 'reveal'))
  const labels = [...new Set(rows.flatMap(({ asked }) => asked.map(({ by }) => by)))].join('、')
  return noteFile(
    ctx,
    rows.flatMap(({ asked }) => asked),
    rows.filter(({ seen }) => !(mayLook && seen)).length,
    `表格中已登记的${labels}太多，超过一次能核对的数量，没有导入任何一行。请去掉已登记的行后再导入，或请有「${STANDARD_VERBS.reveal}」权限的同事导入`,
  )
}
