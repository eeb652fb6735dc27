/** Which fields of a record are shown under which heading, on its page and on paper. Pure: read off the definition. */
import type { Entity } from '../../entity/entity.ts'
import type { Field } from '../../entity/field.ts'
import type { Row } from '../../entity/wire.ts'
import { isEmpty } from '../../basics/required.ts'
import { applies } from './form/form-plan.ts'

export interface Part {
  heading: string
  names: string[]
}

/**
 * Sections of the form, with what no form ever holds (numbers, computed sums, what actions wrote) behind them under
 * 其他信息: a detail that hides a stored value would send people to the database.
 */
export function detailParts(entity: Entity<any>, row: Row): Part[] {
  const shown = new Set<string>()
  const isShown = (name: string): boolean => {
    const field = entity.fields[name] as Field | undefined
    // What was kept back by the server has no place either.
    return field !== undefined && !(field.seenBy && row[name] === undefined) && (applies(field, row) || !isEmpty(row[name]))
  }
  const parts = Object.entries(entity.form).map(([heading, names]) => {
    for (const name of names as string[]) shown.add(name)
    return { heading, names: (names as string[]).filter(isShown) }
  })
  const others = Object.keys(entity.fields).filter(
    (name) =>
      !shown.has(name) && isShown(name) && name !== entity.state && entity.fields[name].kind !== 'json' && !entity.fields[name].internal,
  )
  const extra: Part = {
    heading: parts.length === 0 ? '基本信息' : '其他信息',
    names: [...others, ...['createdAt', 'updatedAt'].filter((name) => !isEmpty(row[name]))],
  }
  return [...parts, extra].filter((part) => part.names.length > 0)
}

/** Every record has these. */
export const STANDARD_LABELS: Record<string, string> = { createdAt: '创建时间', updatedAt: '修改时间' }
