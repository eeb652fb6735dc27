/** Sums below a list. Pure: what is left out, in words, and what the rows of this page come to. */
import type { Entity } from '../../../entity/entity.ts'
import type { Row } from '../../../entity/wire.ts'

const optionWords = (of: Entity, name: string, values: readonly string[]): string[] => {
  const field = of.fields[name]
  return field?.kind === 'state' || field?.kind === 'choice' ? values.map((value) => field.options[value] ?? value) : [...values]
}

/** What is listed and not added up, in words: whoever adds up the rows by hand must come to the same. */
export function leftOut(entity: Entity, entityOf: (name: string) => Entity): string | null {
  const parts = Object.entries(entity.list.totalsWithout ?? {}).map(([name, what]) => {
    if (Array.isArray(what)) return optionWords(entity, name, what as string[]).join('、')
    const field = entity.fields[name]
    if (field?.kind !== 'ref') return ''
    const other = entityOf(field.to)
    const words = Object.entries(what as Record<string, readonly string[]>).flatMap(([key, values]) => optionWords(other, key, values))
    return `${words.join('、')}的${field.label}`
  })
  return parts.length ? `不含${parts.join('、')}` : null
}

/**
 * The rows on the screen added up as the server adds up all of them. Null where the row does not show what decides it: states of another
 * record, amounts of several kinds, a field that is hidden.
 */
export function pageSums(entity: Entity, rows: readonly Row[]): Record<string, number> | null {
  const names = entity.list.totals ?? []
  const without = Object.entries(entity.list.totalsWithout ?? {})
  if (names.length === 0 || without.some(([, what]) => !Array.isArray(what))) return null
  const counted = rows.filter((row) => !without.some(([name, values]) => (values as readonly string[]).includes(String(row[name]))))
  if (rows.some((row) => without.some(([name]) => !(name in row)))) return null
  return Object.fromEntries(
    names
      .filter((name) => rows.every((row) => name in row))
      .map((name) => [name, counted.reduce((sum, row) => sum + (typeof row[name] === 'number' ? row[name] : 0), 0)]),
  )
}

/** One line of the foot: whose sums these are. */
export interface SumLine {
  heading: '本页合计' | '全部合计'
  sums: Record<string, number>
}

/** Of a page and of everything the filter finds, told apart by their words; on one page both are the same. */
export function sumLines(page: Record<string, number> | null, all: Record<string, number> | undefined, pages: number): SumLine[] {
  const lines: SumLine[] = []
  if (page && pages > 1) lines.push({ heading: '本页合计', sums: page })
  if (all) lines.push({ heading: '全部合计', sums: all })
  return lines
}
